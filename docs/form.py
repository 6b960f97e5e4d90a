"""The picture of docs/form.md: sheet C, filled in by clicks. `python -m docs.form` draws it."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pypdfium2

from cascadia_print.cli.form import form
from cascadia_print.cli.paper import Wish
from cascadia_print.entry.filled import read_filled
from cascadia_print.entry.taken import record
from cascadia_print.resources import root
from cascadia_print.sheet.located import read_json
from cascadia_print.sheet.lookup import find_sheet
from tests import forms

HERE = Path(__file__).parent


def picture() -> bytes:
    """The first page of the form with the rulebook's example on it, as a PNG."""
    example = read_json(root("data") / "examples" / "rulebook-c.json")
    [(sheet, filled)] = read_filled(example, find_sheet)
    earned = record(sheet, filled.marks or {}, filled.picks)
    filled = replace(filled, taken=earned.without(()))
    paper = find_sheet(sheet.ref)
    empty = form(paper, Wish(paper="a5"))
    document = pypdfium2.PdfDocument(forms.click(empty, forms.values_of(paper, filled)))
    document.init_forms()
    image = document[0].render(scale=150 / 72, may_draw_forms=True).to_pil().convert("RGB")
    buffer = io.BytesIO()
    image.quantize(64).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


if __name__ == "__main__":
    (HERE / "form.png").write_bytes(picture())
