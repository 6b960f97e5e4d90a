"""Pictures of receipts: a PDF with all of them, SVG files with one each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cascadia_print.cli import files
from cascadia_print.cli.console import say
from cascadia_print.cli.paper import refusals, size
from cascadia_print.drawing.papers import Paper
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.svg import render_svg
from cascadia_print.report.judged import Judged
from cascadia_print.report.picture import picture
from cascadia_print.report.written import Written
from cascadia_print.sheet.locale import Locale


def draw(
    judged: Sequence[Judged],
    inked: Sequence[Written],
    words: Locale,
    *,
    pdf: Path | None,
    svg: Path | None,
    force: bool,
) -> Iterator[str]:
    """Write the pictures, and tell of each file. Several SVG files are numbered. Raises Refused."""
    pairs = list(zip(judged, inked, strict=True))
    made: list[tuple[Path, bytes, int]] = []
    with refusals(judged[0].sheet.ref):
        if pdf:
            scenes = [s for j, ink in pairs for s in picture(j, ink, words)]
            across = Paper("a4", scenes[0].width, scenes[0].height)
            made.append((pdf, render_pdf(scenes, across, language=words.language), len(scenes)))
        if svg:
            for n, (j, ink) in enumerate(pairs, 1):
                (scene,) = picture(j, ink, words, paged=False)
                path = svg if len(pairs) == 1 else svg.with_stem(f"{svg.stem}-{n}")
                made.append((path, render_svg(scene).encode(), 1))
    for path, _, _ in made:
        files.check(path, force=force)
    for path, data, pages in made:
        files.write(path, data, force=force)
        yield say("rendered", file=path, size=size(len(data)), pages=pages)
