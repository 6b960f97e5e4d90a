"""A receipt as a picture: the sheet with the player's ink, findings in place and beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.ids import text_bounds
from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Circle,
    Group,
    Kind,
    Leaf,
    Paint,
    Path,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
    around,
    bounds,
    leaves,
)
from cascadia_print.drawing.signs import Sign
from cascadia_print.drawing.spots import PEN, extent
from cascadia_print.report import said
from cascadia_print.report import words as say
from cascadia_print.report.hand import outlined, written
from cascadia_print.report.ink import (
    FAULT,
    framed,
    ink,
    right,
    signature,
    subtotals,
)
from cascadia_print.report.judged import Judged
from cascadia_print.report.panel import (
    INK,
    QUIET,
    Block,
    Column,
    Heading,
    Pairs,
    Paragraph,
    Table,
    drawable,
    flow,
    total_height,
)
from cascadia_print.report.written import Written
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Sheet, row_letters, row_name
from cascadia_print.verdict import Finding

WIDE, HIGH = 297 * MM, 210 * MM
MARGIN = 10.5 * MM
TOP = 7.5 * MM
GUTTER = 8 * MM
BADGE = 2.15 * MM
"""The radius of a numbered badge."""
MISSED = "#1b6e3c"
INDENT = 7.5 * MM


def picture(
    judged: Judged,
    has: Written,
    words: Locale,
    *,
    theme: str = "color",
    paged: bool = True,
    why: bool = False,
) -> tuple[Scene, ...]:
    """The pages of a receipt, A4 across: the sheet at the left, what is said at the right.

    What does not fit there goes on over further pages; not `paged`, the one page grows instead.
    `why`: what makes the numbers stands there too where only a further page has room for it.
    Raises DoesNotFit, UnknownTheme, MissingGlyph as `page` does.
    """
    assert judged.sheet is not None, "an environment has a picture of its own"
    sheet = page(judged.sheet, language=words.language, theme=theme)
    left, top = sheet.width + 1.5 * MM, TOP
    wide = WIDE - left - MARGIN
    signs = [*_ink_signs(judged, words), *finding_signs(judged, words)]
    blocks = list(said_blocks(judged, words, signs, why))
    need = total_height(blocks, wide) + 2 * TOP
    high = HIGH if paged else max(sheet.height, need)
    pages: dict[int, list[Shape]] = {0: _sheet(judged, judged.sheet, has, sheet, words)}
    for n, shape in flow(blocks, columns(left, top, wide, high - 2 * TOP)):
        pages.setdefault(n, []).append(shape)
    title = " · ".join(part for part in (drawable(judged.report.player), sheet.title) if part)
    empty = replace(sheet, width=WIDE, height=high, inside=(0, 0, WIDE, high), title=title)
    return tuple(replace(empty, shapes=tuple(shapes)) for shapes in pages.values())


def columns(left: float, top: float, wide: float, high: float) -> Iterator[Column]:
    """The column beside the drawing, then two on every further page."""
    yield Column(0, left, top, wide, high)
    half = (WIDE - 2 * MARGIN - GUTTER) / 2
    for n in count(1):
        for x in (MARGIN, MARGIN + half + GUTTER):
            yield Column(n, x, top, half, high)


def _sheet(judged: Judged, sheet: Sheet, has: Written, scene: Scene, words: Locale) -> list[Shape]:
    """The page of the sheet with all that is drawn over it."""
    drawn = tuple(ink(sheet, scene, has))
    player = drawable(judged.report.player)
    name = signature(scene, words.text("page.player"), player) if player else ()
    return [
        *scene.shapes,
        Group("part", "ink", (*drawn, *name)),
        Group("part", "subtotals", tuple(subtotals(scene, judged.report))),
        Group("part", "findings", tuple(Places(judged, scene, drawn).draw())),
    ]


# -- findings in their places --------------------------------------------------------------------


class Places:
    """Where findings and missed bonuses stand on the sheet; badges keep off each other."""

    def __init__(self, judged: Judged, scene: Scene, ink: Sequence[Shape]) -> None:
        self.judged, self.scene = judged, scene
        self.groups = {(g.kind, g.id): g for g in scene.groups()}
        self.lines = [extent(g) for g in scene.groups() if g.kind in ("line", "total")]
        self.legible = [
            *(text_bounds(s) for s in scene.leaves() if isinstance(s, Text)),
            *self.lines,
            *(bounds(s) for s in (*scene.leaves(), *leaves(ink)) if _is_sign(s)),
        ]
        self.taken: list[Bounds] = []

    def draw(self) -> Iterator[Shape]:
        report = self.judged.report
        badges: list[tuple[Sign, Bounds]] = []
        for n, finding in enumerate(report.findings, 1):
            yield from self._encircled(finding)
            for place in self._bounds(finding)[:1]:
                badges.append((_badge(n, finding), place))
            for follows in finding.consequences:
                for place in self._bounds(follows)[:1]:
                    badges.append((_badge(n, follows, follows=True), place))
        for n, missed in enumerate(report.missed):
            for place in self._of(("bonus", "box", "space"), missed.at)[:1]:
                badges.append((_flag(n, missed.points), place))
        for sign, place in badges:
            yield from sign.draw(*self._beside(sign, place))

    def _encircled(self, finding: Finding) -> Iterator[Shape]:
        """A red line inside every hexagon that a finding is about."""
        places = finding.values.get("places")
        if isinstance(places, tuple) and finding.text == "tiles-apart":
            several = [str(id) for id in places]
        else:
            several = str(finding.values.get("ids", finding.at)).split(", ")
        for id in several:
            group = self.groups.get(("space", id))
            shape = next(leaves(group.shapes)) if group and finding.kind == "illegal" else None
            if isinstance(shape, Polygon):
                yield outlined(shape, -1.0, FAULT, 1.6)

    def _bounds(self, finding: Finding) -> list[Bounds]:
        """The place of a finding: of a claim its line, else a mark, a bonus, a box, an area."""
        kinds: tuple[Kind, ...] = ("space", "bonus", "box", "line", "total")
        if finding.kind == "claim":
            kinds = ("line", "total")
        return self._of(kinds, finding.at)

    def _of(self, kinds: Sequence[Kind], id: str) -> list[Bounds]:
        found = [extent(self.groups[kind, id]) for kind in kinds if (kind, id) in self.groups]
        sheet = self.judged.sheet
        if sheet and not found and (parts := list(_parts(sheet, id))):
            boxes = [extent(self.groups[part]) for part in parts if part in self.groups]
            corners = [p for box in boxes for p in (box[:2], box[2:])]
            found = [around(corners)] if corners else []
        return found

    def _beside(self, sign: Sign, place: Bounds) -> tuple[float, float]:
        """Where a badge hides least: at a corner or side of its element, off other badges."""
        left, top, right_, bottom = place
        xs, ys = ((left + right_) / 2, right_, left), ((top + bottom) / 2, top, bottom)
        wide, high = sign.width / 2, sign.height / 2
        spots = []
        # At the right of one thing, at the left of an area, where its title is.
        one, other = (1, 2) if right_ - left < 40 * MM else (2, 1)
        corners = ((one, 1), (other, 1), (one, 2), (other, 2))
        for k, (a, b) in enumerate((*corners, (0, 1), (0, 2), (1, 0), (2, 0))):
            for out in (0.0, 0.6, 1.2):
                x = xs[a] + out * wide * (0, 1, -1)[a]
                y = ys[b] + out * high * (0, -1, 1)[b]
                # What is farther away, or not where one looks first, is a little worse.
                spots.append((14.0 * out + 5.0 * k, (x - wide, y - high, x + wide, y + high)))
        if place in self.lines:
            x = right_ + wide + 0.5 * MM
            spots.insert(0, (0.0, (x - wide, ys[0] - high, x + wide, ys[0] + high)))
        seen = [(far, box) for far, box in spots if _within(box, self.scene)] or spots
        _, box = min(seen, key=lambda spot: spot[0] + self._hidden(spot[1]))
        self.taken.append(box)
        return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

    def _hidden(self, box: Bounds) -> float:
        """How much of words, signs and other badges a badge would hide."""
        legible = sum(_shared(box, other) for other in self.legible)
        return legible + 100 * sum(_shared(box, other) for other in self.taken)


def _parts(sheet: Sheet, id: str) -> Iterator[tuple[Kind, str]]:
    """The elements of an area, a lane, a pool, a habitat or a row."""
    for area in sheet.areas:
        for name, boxes in (*area.lanes.items(), *area.pools.items()):
            if id in (area.id, f"{area.id}.{name}"):
                yield from (("box", box.id) for box in boxes)
    for space in sheet.spaces:
        if id in space.habitats or id == row_name(space) or (space.overflow and id == "overflow"):
            yield ("space", space.id)


def _is_sign(shape: Leaf) -> bool:
    """Whether a shape is an icon or a stroke of the pen, which are read as words are."""
    return isinstance(shape, Path) and (shape.scale != 1 or shape.paint.stroke == PEN)


def _within(box: Bounds, scene: Scene) -> bool:
    return box[0] > 0 and box[1] > 0 and box[2] < scene.width and box[3] < scene.height


def _shared(a: Bounds, b: Bounds) -> float:
    """The area that two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _badge(n: int, finding: Finding, follows: bool = False) -> Sign:
    """A number in a disc: filled for what is wrong, an open one for a question, small for what
    only follows."""
    radius = BADGE * (0.86 if follows else 1.0)
    open_ = follows or finding.kind == "cannot-tell"
    colour = INK if finding.kind == "cannot-tell" else FAULT
    size = radius * (1.32 if n < 10 else 1.08)
    fill, text = ("#ffffff", colour) if open_ else (colour, "#ffffff")

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        return (
            Circle(x, y, radius + 0.7, Paint("#ffffff")),
            Circle(x, y, radius - 0.5, Paint(fill, colour, 1.0)),
            Text(x, y + CAP * size / 2, str(n), size, text, True, "middle"),
        )

    return Sign(2 * radius, 2 * radius, draw)


def _flag(n: int, points: int) -> Sign:
    """A letter, and the points that were left."""
    text = f"{row_letters(n)} +{points}" if points else row_letters(n)
    size, high = 6.5, 2 * BADGE
    wide = max(high, width(text, size, True) + 1.8 * MM)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        left, top = x - wide / 2, y - high / 2
        return (
            Rect(left - 0.7, top - 0.7, wide + 1.4, high + 1.4, Paint("#ffffff"), MM),
            Rect(
                left + 0.5, top + 0.5, wide - 1, high - 1, Paint("#ffffff", MISSED, 1.0), 0.7 * MM
            ),
            Text(x, y + CAP * size / 2, text, size, MISSED, True, "middle"),
        )

    return Sign(wide, high, draw)


# -- what is said beside it ----------------------------------------------------------------------


def said_blocks(
    judged: Judged, words: Locale, signs: Iterable[tuple[str, Sign]], why: bool
) -> Iterator[Block]:
    """Everything beside the drawing, from top to bottom; `signs` are those to be explained.

    `why`: what makes the numbers is not left out where it would need a further page.
    """
    report = judged.report
    yield Paragraph(report.player or words.text("report.nobody"), 17, bold=True)
    yield Paragraph(said.title(judged, words), 10.5, colour=QUIET)
    for sentence in said.basis(judged, words):
        yield Paragraph(sentence, 7.5, colour=QUIET, gap=1.0 * MM)
    yield Table(said.table(judged, words), gap=2.6 * MM)
    for k, (_, sentence) in enumerate(said.verdict(judged, words)):
        yield Paragraph(sentence, bold=k == 0, gap=2.4 * MM if k == 0 else 0.4 * MM)
    if rulings := said.rulings(judged, words):
        yield Paragraph(rulings, gap=0.4 * MM)
    if report.findings:
        yield Heading(words.text("report.findings"))
    for n, finding in enumerate(report.findings, 1):
        yield from _finding(n, finding, judged, words)
    for note in report.notes:
        text = f"{say.message(note, judged.sheet, words)} ({note.rule})"
        yield Paragraph(text, gap=1.8 * MM)
    if report.missed:
        yield Heading(said.missed_title(judged, words))
        yield Paragraph(said.missed_note(judged, words), 7.5, colour=QUIET, gap=0.6 * MM)
    for n, missed in enumerate(report.missed):
        text = f"{say.missed_message(missed, judged.sheet, words)} ({missed.rule})"
        yield Paragraph(text, sign=_flag(n, missed.points), indent=_indent(n, judged), gap=1.8 * MM)
    yield Heading(words.text("picture.signs" if judged.sheet else "cascadia.picture.signs"))
    listed = list(signs)
    room = max([INDENT, *(sign.width + 1.6 * MM for _, sign in listed)])
    yield Pairs([Paragraph(text, 7.5, sign=sign, indent=room) for text, sign in listed])
    yield Heading(words.text("report.receipts"))
    lines = list(said.receipts(judged, words))
    for k, line in enumerate(lines, 1):
        keep = k < len(lines) and not why
        yield Paragraph(line, 7.5, gap=0.6 * MM, keep=keep, spare=not why)


def _finding(n: int, finding: Finding, judged: Judged, words: Locale) -> Iterator[Block]:
    """Place and rule, the sentence, what would be legal, what follows: all on one page."""
    legal = say.would_be_legal(finding, judged.sheet, words)
    more = bool(legal) or bool(finding.consequences)
    place = (
        say.line_label(finding.at, judged.sheet, words) if finding.kind == "claim" else finding.at
    )
    head = " · ".join(part for part in (place, finding.rule) if part)
    yield Paragraph(
        head, bold=True, sign=_badge(n, finding), indent=INDENT, gap=2.6 * MM, keep=True
    )
    yield Paragraph(say.message(finding, judged.sheet, words), indent=INDENT, keep=more)
    if legal:
        text = said.instead(finding, legal, words)
        yield Paragraph(text, colour=QUIET, indent=INDENT, keep=bool(finding.consequences))
    for k, follows in enumerate(finding.consequences, 1):
        text = f"{say.message(follows, judged.sheet, words)} ({follows.rule})"
        yield Paragraph(
            text,
            sign=_shifted(_badge(n, follows, follows=True), INDENT),
            indent=INDENT + 5.6 * MM,
            gap=0.8 * MM,
            keep=k < len(finding.consequences),
        )


def _shifted(sign: Sign, by: float) -> Sign:
    return replace(sign, draw=lambda x, y: sign.draw(x + by, y))


def _indent(n: int, judged: Judged) -> float:
    """Room for the widest flag of the list."""
    flags = [_flag(k, m.points) for k, m in enumerate(judged.report.missed)]
    return max(INDENT, max(f.width for f in flags) + 2 * MM)


def _ink_signs(judged: Judged, words: Locale) -> Iterator[tuple[str, Sign]]:
    """What the player's and the right numbers look like."""
    report = judged.report
    yield words.text("picture.pen"), _pen()
    if any(not right(line)[1] for line in (*report.lines, report.total)):
        yield words.text("picture.right"), _right()


def finding_signs(judged: Judged, words: Locale) -> Iterator[tuple[str, Sign]]:
    """What the signs of findings mean, as far as they occur."""
    report = judged.report
    numbered = list(enumerate(report.findings, 1))
    for n, wrong in [x for x in numbered if x[1].kind != "cannot-tell"][:1]:
        yield words.text("picture.finding"), _badge(n, wrong)
    for n, cause in [x for x in numbered if x[1].consequences][:1]:
        yield words.text("picture.follows"), _badge(n, cause.consequences[0], follows=True)
    for n, question in [x for x in numbered if x[1].kind == "cannot-tell"][:1]:
        yield words.text("picture.question"), _badge(n, question)
    if report.missed:
        yield words.text("picture.missed"), _flag(0, report.missed[0].points)


def _pen() -> Sign:
    return Sign(3.2 * MM, 3 * MM, lambda x, y: tuple(written("5", x, y, 3 * MM, 9, PEN)))


def _right() -> Sign:
    wide, high = 5.4 * MM, 4.0 * MM

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        return tuple(framed("17", (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)))

    return Sign(wide, high, draw)
