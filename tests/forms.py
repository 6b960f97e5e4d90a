"""Filling in forms as a viewer does: with pypdf field by field, and by PDFium's clicks and keys."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, TextStringObject

from cascadia_print.cli.form import form
from cascadia_print.cli.paper import Wish
from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.fields import fields, is_record
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import wildlife_letters

Values = Mapping[str, "str | bool"]
"""Field name -> text, or True for a box that is ticked."""


@lru_cache
def blank(sheet: Sheet, **wish: Any) -> bytes:
    """The form of a sheet that nobody has filled in."""
    return form(sheet, Wish(**wish))


def every(sheet: Sheet) -> dict[str, str | bool]:
    """Something in every field, different in those that are written in as far as can be."""
    letters = "BEFHS"
    texts: Mapping[int, Callable[[int], str]] = {
        1: lambda k: letters[k % 5],
        2: lambda k: str(1 + k % 6),
        3: lambda k: str(100 + k),
    }
    return {
        name: True if f.check else texts.get(f.longest, lambda k: f"{k} + {k + 1}")(k)
        for k, (name, f) in enumerate(fields(sheet).items())
    } | {"player": "Änne Weiß", "date": "1. 12."}


def values_of(sheet: Sheet, filled: Filled) -> dict[str, str | bool]:
    """What a player would write and tick for a filled sheet that a file describes."""
    letters = {animal: letter for letter, animal in wildlife_letters(filled.letters).items()}
    found: dict[str, str | bool] = {"player": filled.player}
    for field in fields(sheet).values():
        mark = (filled.marks or {}).get(field.at) if field.key == "spaces" else None
        if mark is not None and field.check:
            found[field.name] = mark is True or field.id.endswith(f"={mark}")
        elif mark is not None:
            found[field.name] = letters.get(str(mark), str(mark))
        elif field.key == "picks":
            found[field.name] = field.id in {*filled.picks, *(filled.taken or ())}
        elif field.key == "taken" and filled.taken is not None:
            found[field.name] = bool({field.id, field.at} & {*filled.taken})
        elif field.key == "claims":
            found[field.name] = " + ".join(map(str, filled.claims.get(field.at, ())))
        elif field.key == "tally" and (filled.tally or {}).get(field.at) is not None:
            found[field.name] = str((filled.tally or {})[field.at])
    return {name: value for name, value in found.items() if value}


def expressible(sheet: Sheet, filled: Filled) -> bool:
    """Whether a form can say it: a used space of an overflow row beside the hexagons is taken."""
    used = {s.id for s in sheet.spaces if is_record(s) and s.id in (filled.marks or {})}
    return filled.taken is None or {*used} <= {*filled.taken}


def nodes(pdf: PdfReader | PdfWriter) -> dict[str, DictionaryObject]:
    """All fields with a widget by their whole names, in the order of the pages."""
    found = {}
    for page in pdf.pages:
        for ref in page.get("/Annots", ()):
            node = ref.get_object()
            above = node.get("/Parent")
            name = f"{above.get_object()['/T']}.{node['/T']}" if above else str(node["/T"])
            found[name] = node
    return found


def fill(pdf: bytes, values: Values, *, value: bool = True, appearance: bool = True) -> bytes:
    """The form with these values, saved anew; of boxes the value, the appearance or both."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    found = nodes(writer)
    for name, said in values.items():
        if isinstance(said, str):
            found[name][NameObject("/V")] = TextStringObject(said)
        elif said:
            states = [k for k, wanted in (("/V", value), ("/AS", appearance)) if wanted]
            for key in states:
                found[name][NameObject(key)] = NameObject("/Yes")
    return saved(writer)


def change(pdf: bytes, entries: Mapping[str, Mapping[str, Any]]) -> bytes:
    """The form with other entries in the dictionaries of fields; None takes one out."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    found = nodes(writer)
    for name, changes in entries.items():
        for key, new in changes.items():
            if new is None:
                found[name].pop(key, None)
            else:
                found[name][NameObject(key)] = new
    return saved(writer)


def saved(writer: PdfWriter) -> bytes:
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def click(pdf: bytes, values: Values) -> bytes:
    """The form as PDFium, the engine of a browser, saves it after clicks and keys."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    env = document.formenv.raw
    for page in document:
        p = page.raw
        pdfium.FORM_OnAfterLoadPage(p, env)
        for k in range(pdfium.FPDFPage_GetAnnotCount(p)):
            widget = pdfium.FPDFPage_GetAnnot(p, k)
            said = values.get(_name(env, widget))
            rect = pdfium.FS_RECTF()
            pdfium.FPDFAnnot_GetRect(widget, ctypes.byref(rect))
            pdfium.FPDFPage_CloseAnnot(widget)
            if not said:
                continue
            middle = ((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
            pdfium.FORM_OnMouseMove(env, p, 0, *middle)
            pdfium.FORM_OnLButtonDown(env, p, 0, *middle)
            pdfium.FORM_OnLButtonUp(env, p, 0, *middle)
            for char in said if isinstance(said, str) else "":
                pdfium.FORM_OnChar(env, p, ord(char), 0)
            pdfium.FORM_ForceToKillFocus(env)
        pdfium.FORM_OnBeforeClosePage(p, env)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def by_pdfium(pdf: bytes) -> dict[str, str | bool]:
    """Text or tick of every field that is seen, as PDFium reads them."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    env, found = document.formenv.raw, {}
    for page in document:
        for k in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
            widget = pdfium.FPDFPage_GetAnnot(page.raw, k)
            if pdfium.FPDFAnnot_GetFlags(widget) & pdfium.FPDF_ANNOT_FLAG_HIDDEN:
                continue
            check = pdfium.FPDFAnnot_GetFormFieldType(env, widget) == pdfium.FPDF_FORMFIELD_CHECKBOX
            said = (
                bool(pdfium.FPDFAnnot_IsChecked(env, widget))
                if check
                else _text(pdfium.FPDFAnnot_GetFormFieldValue, env, widget)
            )
            found[_name(env, widget)] = said
            pdfium.FPDFPage_CloseAnnot(widget)
    return found


def by_pypdf(pdf: bytes) -> dict[str, str | bool]:
    """Text or tick of every field that is seen, as pypdf gathers them."""
    fields_ = PdfReader(io.BytesIO(pdf)).get_fields() or {}
    return {
        name: field.value == "/Yes" if field.field_type == "/Btn" else str(field.value or "")
        for name, field in fields_.items()
        if field.field_type and not int(field.get("/Ff", 0)) & 1
    }


def _name(env: Any, widget: Any) -> str:
    return _text(pdfium.FPDFAnnot_GetFormFieldName, env, widget)


def _text(read: Callable[..., int], env: Any, widget: Any) -> str:
    size = read(env, widget, None, 0)
    buffer = ctypes.create_string_buffer(size)
    read(env, widget, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), size)
    return buffer.raw[: size - 2].decode("utf-16-le")
