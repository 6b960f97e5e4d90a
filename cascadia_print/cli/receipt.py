"""Pictures of receipts: a PDF with all of them, SVG files with one each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cascadia_print.cascadia.entered import ANIMALS, HABITATS, Environment
from cascadia_print.cli import files
from cascadia_print.cli.cascadia import hexagons
from cascadia_print.cli.console import say
from cascadia_print.cli.paper import refusals, size
from cascadia_print.drawing.papers import Paper
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.scene import Scene
from cascadia_print.drawing.svg import render_svg
from cascadia_print.report.environment import environment_picture
from cascadia_print.report.judged import Judged
from cascadia_print.report.picture import picture as sheet_picture
from cascadia_print.report.written import Written
from cascadia_print.sheet.locale import Locale


def row_named(line: str, words: Locale) -> str:
    """The row of the score pad that is called so, by its id or as a report calls it.

    Raises Refused for what a picture cannot show.
    """
    rows = (*ANIMALS, *HABITATS, "landmarks")
    names = {words.text(f"cascadia.lines.{row}").casefold(): row for row in rows}
    found = names.get(line.casefold(), line)
    if found and found not in rows:
        raise files.Refused("no-such-row", value=line, known=", ".join(rows))
    return found


def draw(
    judged: Sequence[Judged],
    inked: Sequence[Written | Environment],
    words: Locale,
    *,
    pdf: Path | None,
    svg: Path | None,
    line: str = "",
    why: bool = False,
    force: bool,
) -> Iterator[str]:
    """Write the pictures, and tell of each file. Several SVG files are numbered.

    `line`: the row of the score pad that pictures of environments show; `why`: each number is
    opened, whatever room that needs. Score pads have nothing to draw. Raises Refused.
    """
    pairs = [(j, ink) for j, ink in zip(judged, inked, strict=True) if _drawable(ink)]
    if not pairs:
        raise files.Refused("nothing-to-draw", file=judged[0].file)
    line = row_named(line, words)
    made: list[tuple[Path, bytes, int]] = []

    def picture(j: Judged, ink: Written | Environment, paged: bool = True) -> Sequence[Scene]:
        if isinstance(ink, Written):
            return sheet_picture(j, ink, words, paged=paged, why=why)
        return environment_picture(j, hexagons(ink), words, line=line, paged=paged, why=why)

    with refusals(pairs[0][0].report.sheet):
        if pdf:
            scenes = [s for j, ink in pairs for s in picture(j, ink)]
            across = Paper("a4", scenes[0].width, scenes[0].height)
            made.append((pdf, render_pdf(scenes, across, language=words.language), len(scenes)))
        if svg:
            for n, (j, ink) in enumerate(pairs, 1):
                (scene,) = picture(j, ink, paged=False)
                path = svg if len(pairs) == 1 else svg.with_stem(f"{svg.stem}-{n}")
                made.append((path, render_svg(scene).encode(), 1))
    for path, _, _ in made:
        files.check(path, force=force)
    for path, data, pages in made:
        files.write(path, data, force=force)
        yield say("rendered", file=path, size=size(len(data)), pages=pages)


def _drawable(ink: Written | Environment) -> bool:
    return isinstance(ink, Written) or ink.laid
