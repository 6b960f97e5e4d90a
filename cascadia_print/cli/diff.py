"""`diff`: what differs between two sheets or two pages, in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import out, style, width, words, wrapped
from cascadia_print.cli.sheets import sheet_file
from cascadia_print.sheet.compare import Difference, compare, compare_pages
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.lookup import kind, load_printable, load_sheet
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.pages import Page

Thing = Sheet | Page


def diff(old: str, new: str, pdf: Path | None, *, language: str, force: bool) -> int:
    """Show what differs (exit code 1), or that nothing does (0)."""
    a, b, found = _compared(sheet_file(old), sheet_file(new))
    for line in _table(a, b, found, language) if found else ():
        out(line)
    if not found:
        same = "none" if isinstance(a, Sheet) else "none-page"
        out(words(language).text(f"author.diff.{same}", old=a.ref, new=b.ref))
    if pdf:
        files.write(pdf, _picture(a, b, found, language), force=force)
        out(words(language).text("author.diff.drawn", file=pdf))
    return exits.FINDINGS if found else exits.NOTHING_WRONG


def _compared(old: Path, new: Path) -> tuple[Thing, Thing, list[Difference]]:
    """Two sheets or two pages, and what differs. A page has nothing to compare with a sheet."""
    if kind(old) == kind(new) == "page":
        found = compare_pages(*(read_yaml(file).data for file in (old, new)))
        return load_printable(old), load_printable(new), found
    a, b = load_sheet(old), load_sheet(new)
    return a, b, compare(a, b)


def _table(a: Thing, b: Thing, found: Sequence[Difference], language: str) -> Iterator[str]:
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


def _picture(a: Thing, b: Thing, found: Sequence[Difference], language: str) -> bytes:
    from cascadia_print.cli.paper import Wish, refusals, scenes
    from cascadia_print.drawing.compare import side_by_side
    from cascadia_print.drawing.papers import Paper
    from cascadia_print.drawing.pdf import render_pdf
    from cascadia_print.drawing.scene import MM

    wish, places = Wish(language=language), {d.at for d in found}
    with refusals(a.ref):
        old = scenes(a, wish)
    with refusals(b.ref):
        new = scenes(b, wish)
        pairs = zip_longest(old, new, fillvalue=replace(old[0], shapes=()))
        both = [side_by_side(left, right, places) for left, right in pairs]
        wide, high = max(x.width for x in both), max(x.height for x in both)
        paper = Paper("", max(wide, 297 * MM), max(high, 210 * MM))  # A4 across, or as they need
        return render_pdf(both, paper, language=language)
