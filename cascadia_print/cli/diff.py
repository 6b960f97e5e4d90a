"""`diff`: what differs between two sheets, in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import out, style, width, words, wrapped
from cascadia_print.cli.sheets import sheet_file
from cascadia_print.sheet.compare import Difference, compare
from cascadia_print.sheet.lookup import load_sheet
from cascadia_print.sheet.model import Sheet


def diff(old: str, new: str, pdf: Path | None, *, language: str, force: bool) -> int:
    """Show what differs (exit code 1), or that nothing does (0)."""
    a, b = load_sheet(sheet_file(old)), load_sheet(sheet_file(new))
    found = compare(a, b)
    for line in _table(a, b, found, language) if found else ():
        out(line)
    if not found:
        out(words(language).text("author.diff.none", old=a.ref, new=b.ref))
    if pdf:
        files.write(pdf, _picture(a, b, found, language), force=force)
        out(words(language).text("author.diff.drawn", file=pdf))
    return exits.FINDINGS if found else exits.NOTHING_WRONG


def _table(a: Sheet, b: Sheet, found: Sequence[Difference], language: str) -> Iterator[str]:
    text = words(language)
    none = text.text("author.diff.absent")
    rows = [(text.text("author.diff.place"), text.text("author.diff.what"), a.ref, b.ref)]
    for d in found:
        what = text.text(f"author.diff.kinds.{d.what}")
        rows.append((d.at, what, d.old or none, d.new or none))
    at, kind, left, right = (max(len(row[k]) for row in rows) for k in range(4))
    begin = at + kind + 4
    room = width() - begin - len("  → ")
    if left + right > room:  # what is wider than its half goes on below
        left = min(left, room // 2)
    for n, row in enumerate(rows):
        line = f"{row[0]:<{at}}  {row[1]:<{kind}}  "
        if len(row[2]) <= left and left + len(row[3]) <= room:
            line += f"{row[2]:<{left}}  → {row[3]}"
        else:
            below = wrapped(f"{' ' * begin}→ {row[3]}", begin + 2)
            line = "\n".join([*wrapped(line + row[2], begin), *below])
        yield style("strong", line) if n == 0 else line
    yield text.text("author.diff.count", n=len(found))


def _picture(a: Sheet, b: Sheet, found: Sequence[Difference], language: str) -> bytes:
    from cascadia_print.cli.paper import refusals
    from cascadia_print.drawing.compare import side_by_side
    from cascadia_print.drawing.page import page
    from cascadia_print.drawing.pdf import render_pdf

    with refusals(a.ref):
        old = page(a, language=language)
    with refusals(b.ref):
        new = page(b, language=language)
        both = side_by_side(old, new, {d.at for d in found})
        return render_pdf([both], "297x210", language=language)
