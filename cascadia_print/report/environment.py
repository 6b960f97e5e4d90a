"""An environment with its report as a picture: what lies there at the left, what is said beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cascadia_print.drawing.environment import Counted, Hexagon, drawn, points
from cascadia_print.drawing.look import look
from cascadia_print.drawing.scene import (
    MM,
    Circle,
    Group,
    Paint,
    Polygon,
    Scene,
    Shape,
)
from cascadia_print.drawing.signs import Sign, drawing, hexagon
from cascadia_print.report import words as say
from cascadia_print.report.judged import Judged
from cascadia_print.report.panel import drawable, flow, total_height
from cascadia_print.report.picture import (
    HIGH,
    MARGIN,
    TOP,
    WIDE,
    Places,
    columns,
    finding_signs,
    said_blocks,
)
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.vocabulary import habitat_letters, habitats, letters_of_habitats
from cascadia_print.verdict import Event

MAP = 162 * MM
"""The width of the map."""


def environment_picture(
    judged: Judged,
    hexagons: Sequence[Hexagon],
    words: Locale,
    *,
    line: str = "",
    theme: str = "color",
    paged: bool = True,
    why: bool = False,
) -> tuple[Scene, ...]:
    """The pages of a report, A4 across: the map at the left, what is said at the right.

    `line` is a row of the score pad: what was counted for it is in full colour. What does not
    fit goes on over further pages; not `paged`, the one page grows instead. `why`: what makes the
    numbers stands there too where only a further page has room for it. Raises UnknownTheme,
    MissingGlyph.
    """
    style = look(theme, words.language)
    counted = _counted(judged, line) if line else None
    habitat = letters_of_habitats().get(line, "")
    blocks = list(said_blocks(judged, words, _signs(judged, hexagons, line, words, theme), why))
    left, wide = MARGIN + MAP + 6 * MM, WIDE - 2 * MARGIN - MAP - 6 * MM
    high = HIGH if paged else max(HIGH, total_height(blocks, wide) + 2 * TOP)
    box = (MARGIN, TOP, MARGIN + MAP, HIGH - TOP - 2 * MM)
    shapes = drawn(hexagons, style, box, counted, habitat)
    title = " · ".join(
        part
        for part in (drawable(judged.report.player), words.text("cascadia.picture.title"))
        if part
    )
    page = Scene(WIDE, high, shapes, title, words.text("page.subject"), words.language)
    findings = Group("part", "findings", tuple(Places(judged, page, ()).draw()))
    pages: dict[int, list[Shape]] = {0: [*shapes, findings]}
    for n, shape in flow(blocks, columns(left, TOP, wide, high - 2 * TOP)):
        pages.setdefault(n, []).append(shape)
    return tuple(
        Scene(WIDE, high, tuple(found), title, page.subject, words.language, (0, 0, WIDE, high))
        for found in pages.values()
    )


def _counted(judged: Judged, line: str) -> list[Counted]:
    """The patterns of a row with their places; those that give nothing are not shown as counted."""
    rows = (row for row in judged.report.lines if row.id == line)
    return [
        Counted(at, _places(event.also), event.points, _joined(event))
        for event in (event for row in rows for event in row.receipt)
        if event.points and (at := _places(event.at))
    ]


def _joined(event: Event) -> bool:
    """Whether neighbours hang together; a line of sight goes from end to end."""
    return not event.what.rpartition(".")[2].startswith("sight")


def _places(text: str) -> tuple[tuple[int, int], ...]:
    found = (word.split(",") for word in text.split() if "," in word)
    return tuple((int(q), int(r)) for q, r in found)


def _signs(
    judged: Judged, hexagons: Sequence[Hexagon], line: str, words: Locale, theme: str
) -> Iterator[tuple[str, Sign]]:
    """What the signs on the map mean, as far as they occur."""
    colours = look(theme, words.language).theme
    shown = {habitat_letters()[x] for h in hexagons for x in h.habitats}
    for habitat in (h for h in habitats() if h in shown):
        sign = _ground(colours.grounds[habitat], habitat, colours.marks[habitat])
        yield words.text(f"game.habitats.{habitat}"), sign
    if any(h.token for h in hexagons):
        yield words.text("cascadia.picture.token"), _token(colours.ink)
    if any(h.keystone for h in hexagons):
        sign = drawing("nature", 3.6 * MM, colours.icons["nature"])
        yield words.text("cascadia.picture.keystone"), sign
    if marks := [h.landmark for h in hexagons if h.landmark]:
        sign = drawing(f"landmark-{marks[0]}", 4 * MM, colours.marks[marks[0]])
        yield words.text("cascadia.picture.landmark"), sign
    if line:
        label = say.line_label(line, None, words)
        yield words.text("cascadia.picture.counted", line=label), points(5, 1.8 * MM)
    yield from finding_signs(judged, words)


def _ground(ground: str, habitat: str, mark: str) -> Sign:
    def draw(x: float, y: float) -> tuple[Shape, ...]:
        shape = Polygon(hexagon(x, y, 4.6 * MM), Paint(ground, "#4b4b4b", 0.5))
        return (shape, *drawing(habitat, 3.2 * MM, mark).draw(x, y))

    return Sign(4.6 * MM, 4.6 * MM, draw)


def _token(ink: str) -> Sign:
    def draw(x: float, y: float) -> tuple[Shape, ...]:
        disc = Circle(x, y, 2 * MM, Paint("#ffffff", ink, 0.7))
        return (disc, *drawing("bear", 3 * MM, ink).draw(x, y))

    return Sign(4 * MM, 4 * MM, draw)
