"""Fields of scenes as an AcroForm: text fields and check boxes, without any radio button.

A field has no ground and no border of its own, so that the printed page shows through. Value and
appearance of a check box are written both, as programs read one or the other.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

from cascadia_print.drawing import papers
from cascadia_print.drawing.impose import Placement
from cascadia_print.drawing.pdf import Pen, document, place
from cascadia_print.drawing.scene import Input, Scene, Shape

FONT = "Helv"
"""One of the fonts that every viewer has: what will be typed is not known here."""

INK = "0.11 0.247 0.58 rg"
"""The colour of `spots.PEN`, in which what is typed looks like what is ticked."""
READ_ONLY, NO_SPELLING = 1, 1 << 22
HIDDEN, PRINT = 2, 4
YES, OFF = "Yes", "Off"


def render_form(scenes: Sequence[Scene], paper: str, *, language: str = "en") -> bytes:
    """A PDF with one page for each scene, its fields over it. Raises as `render_pdf` does."""
    sheet, buffer = papers.paper(paper), io.BytesIO()
    title = scenes[0].title
    with document(buffer, language, title, scenes[0].subject) as canvas:
        canvas.setPageSize((sheet.width, sheet.height))
        form = Form(canvas)
        for n, scene in enumerate(scenes, 1):
            place(canvas, scene, n, sheet, form.add)
        form.finish()
    return buffer.getvalue()


class Form:
    """The fields of a document; `add` is called for each page, `finish` before it is saved."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.roots: dict[str, Any] = {}
        self.kids: dict[str, list[Any]] = {}
        self.looks: dict[tuple[object, ...], str] = {}

    def add(self, _: Any, at: Placement) -> None:
        """The fields of a scene where it stands on the page."""
        # All that is drawn comes first: a drawing must not take the page's fields along.
        made = [(field, self._entries(field)) for field in at.scene.inputs]
        for field, entries in made:
            seen = bool(field.ink or field.longest)
            rect = [round(v, 2) for v in at.box(field.box)] if seen else [0, 0, 0, 0]
            entries |= {
                "Type": _name("Annot"),
                "Subtype": _name("Widget"),
                "F": PRINT if seen else HIDDEN,
                "Rect": _array(rect),
            }
            if field.tip:
                entries["TU"] = _string(field.tip)
            self._place(field.name, entries)

    def finish(self) -> None:
        """The form as a whole."""
        document = self.canvas._doc
        for root, kids in self.kids.items():
            self.roots[root].dict["Kids"] = _array(kids)
        helvetica = _dictionary(
            Type=_name("Font"),
            Subtype=_name("Type1"),
            BaseFont=_name("Helvetica"),
            Encoding=_name("WinAnsiEncoding"),
        )
        fonts = _dictionary(Font=_dictionary(**{FONT: document.Reference(helvetica)}))
        references = [document.Reference(root) for root in self.roots.values()]
        document.Catalog.AcroForm = _dictionary(
            Fields=_array(references), DR=fonts, DA=_string(f"/{FONT} 0 Tf {INK}")
        )
        for page in document.Pages.pages:
            # One goes from field to field in the order in which they were added.
            page.__NoDefault__ = [*page.__NoDefault__, "Tabs"]
            page.Tabs = _name("W")

    def _place(self, name: str, entries: dict[str, Any]) -> None:
        """A field with its widget, below the field of the first part of its name."""
        document = self.canvas._doc
        root, _, rest = name.partition(".")
        entries["T"] = _string(rest or root)
        if rest and root not in self.roots:
            self.roots[root] = _dictionary(T=_string(root))
            self.kids[root] = []
        if rest:
            entries["Parent"] = document.Reference(self.roots[root])
        widget = _dictionary(**entries)
        if rest:
            self.kids[root].append(document.Reference(widget))
        else:
            self.roots[root] = widget
            document.Reference(widget)
        self.canvas._annotationrefs.append(document.Reference(widget))

    def _entries(self, field: Input) -> dict[str, Any]:
        if field.ink:
            states = _dictionary(**{YES: self._look(field, field.ink), OFF: self._look(field, ())})
            return {
                "FT": _name("Btn"),
                "V": _name(OFF),
                "AS": _name(OFF),
                "AP": _dictionary(N=states),
                "MK": _dictionary(CA=_string("4")),
            }
        flags = NO_SPELLING if field.longest else READ_ONLY
        entries: dict[str, Any] = {"FT": _name("Tx"), "Ff": flags, "V": _string(field.value)}
        if field.longest:
            entries["MaxLen"] = field.longest
            entries["DA"] = _string(f"/{FONT} {field.size:g} Tf {INK}")
            entries["Q"] = 1 if "." in field.name else 0
        return entries

    def _look(self, field: Input, ink: tuple[Shape, ...]) -> Any:
        """A box with this ink in it; boxes that look the same share it."""
        from reportlab.pdfbase.pdfdoc import PDFObjectReference, xObjectName

        left, top, right, bottom = field.box
        wide, high = round(right - left, 2), round(bottom - top, 2)
        key = (wide, high, ink)
        if key not in self.looks:
            self.looks[key] = name = f"look{len(self.looks) + 1}"
            self.canvas.beginForm(name, 0, 0, wide, high)
            Pen(self.canvas, high).draw(ink)
            self.canvas.endForm()
        return PDFObjectReference(xObjectName(self.looks[key]))


def _name(word: str) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFName

    return PDFName(word)


def _string(text: str) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFString

    return PDFString(text)


def _array(items: Iterable[object]) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFArray

    return PDFArray(list(items))


def _dictionary(**entries: object) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFDictionary

    return PDFDictionary(entries)
