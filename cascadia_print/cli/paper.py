"""`render`: sheets as PDF files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import out, say
from cascadia_print.cli.sheets import sheet_file
from cascadia_print.drawing.fonts import MissingGlyph
from cascadia_print.drawing.papers import UnknownPaper
from cascadia_print.drawing.papers import paper as known_paper
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.scene import MM
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.sheet.lookup import load_sheet


def render(refs: Sequence[str], folder: Path, *, paper: str, ids: bool, force: bool) -> int:
    """One PDF for each sheet, named as its file; nothing is written before all are read."""
    try:
        known_paper(paper)
    except UnknownPaper as error:
        raise files.Refused("unknown-paper", value=paper, known=", ".join(error.known)) from None
    sheets = {path: load_sheet(path) for path in map(sheet_file, refs)}
    for path, sheet in sheets.items():
        try:
            data = render_pdf([sheet], paper, ids=ids)
        except DoesNotFit as error:
            raise files.Refused(
                "does-not-fit",
                sheet=sheet.ref,
                what=error.what,
                need=f"{error.need / MM:.1f}",
                have=f"{max(error.have, 0) / MM:.1f}",
            ) from None
        except MissingGlyph as error:
            raise files.Refused("no-glyph", sheet=sheet.ref, sign=error.sign) from None
        target = folder / f"{path.stem}.pdf"
        files.write(target, data, force=force)
        out(say("rendered", file=target, size=_size(len(data)), pages=1))
    return exits.NOTHING_WRONG


def _size(n: int) -> str:
    return f"{n / 1024:.1f} KB"
