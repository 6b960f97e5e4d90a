"""Where sheets stand on sheets of paper: arithmetic only, no PDF.

Lengths are points, the origin is the top left corner of the paper as it is read, y grows
downwards; a back is described as it is seen by who looks at the back. A slot is what is cut out
of the paper. Its place depends on the paper and on the size of the sheets, never on how many
there are, so a half-full paper has its slots where a full one has them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cascadia_print.drawing.papers import Paper
from cascadia_print.drawing.scene import MM, Bounds, Point, Scene, around

Flip = Literal["", "long", "short"]
"""The edge of the paper over which it is turned to its back; "": nothing stands on the back."""
Marks = Literal["cut", "crop", "none"]

Matrix = tuple[float, float, float, float, float, float]
"""As in PDF: a, b, c, d, e, f take x, y to a x + c y + e, b x + d y + f; y grows upwards."""

MATTERS = 6 * MM
"""What matters lies this far from the paper's edge: home printers reach no further."""
PRINTABLE = 4.2 * MM
"""Marks may go this far: the edge that most printers leave white."""
CROPS = PRINTABLE + 4 * MM
"""Room between a bleed and the paper's edge in which crop marks can be seen."""
SAFE = 3 * MM
"""The least room between what is printed and a cut between two sheets."""
STRIP = 6 * MM
"""A strip of paper narrower than this is not cut off: the sheet keeps it."""
_NEAR = 0.01


class CannotPlace(ValueError):
    """Sheets that have no room on the paper.

    `reason` is "margin" (it leaves nothing of the paper), "sheet" (not even one fits: `need` and
    `have` in points, one of width and height), "number" (not so many fit, but each of `fits`),
    "many" (not so many fit at any scale) or "back" (the back is larger than the front's slot).
    `side` and `title` are those of the front, `back` and `behind` those of the back.
    """

    side, title = 0, ""
    back, behind = 0, ""

    def __init__(
        self, reason: str, need: float = 0.0, have: float = 0.0, fits: Sequence[int] = ()
    ) -> None:
        super().__init__(f"{reason}: needs {need / MM:.1f} mm, has {have / MM:.1f} mm, {fits} fit")
        self.reason, self.need, self.have, self.fits = reason, need, have, fits


@dataclass(frozen=True, slots=True)
class Size:
    """A page and the part of it, around its middle, that holds everything printed."""

    width: float
    height: float
    inner_width: float
    inner_height: float

    def scaled(self, by: float) -> Size:
        return Size(
            self.width * by, self.height * by, self.inner_width * by, self.inner_height * by
        )

    def turned(self) -> Size:
        return Size(self.height, self.width, self.inner_height, self.inner_width)


@dataclass(frozen=True, slots=True)
class Slot:
    """What is cut out of the paper. What is printed in it is turned clockwise by `turn` degrees."""

    x: float
    y: float
    width: float
    height: float
    turn: int = 0

    @property
    def bounds(self) -> Bounds:
        return (self.x, self.y, self.x + self.width, self.y + self.height)

    def inner(self, size: Size) -> Bounds:
        """Where something of that size, in its middle, prints."""
        across, down = size.inner_width / 2, size.inner_height / 2
        if self.turn % 180:
            across, down = down, across
        x, y = self.x + self.width / 2, self.y + self.height / 2
        return (x - across, y - down, x + across, y + down)


@dataclass(frozen=True, slots=True)
class Press:
    """How paper is printed on. `up` 0: as many as fit; `fit`: enlarged or made smaller to fit.

    `offsets` move the backs right and down, on paper that stands upright and that lies across.
    `stretch` is what everything is drawn larger by, for a printer that prints it smaller.
    """

    paper: Paper
    up: int = 0
    flip: Flip = ""
    margin: float = MATTERS
    gutter: float = 0.0
    bleed: float = 0.0
    marks: Marks = "cut"
    fit: bool = False
    offsets: tuple[Point, Point] = ((0.0, 0.0), (0.0, 0.0))
    stretch: float = 1.0

    @property
    def gap(self) -> float:
        """The room between two slots: bleeds do not meet."""
        return max(self.gutter, 2 * self.bleed)

    @property
    def rim(self) -> float:
        """The room that sheets need around them: for their bleed, and for crop marks."""
        return self.bleed + (CROPS if self.marks == "crop" else 0.0)


@dataclass(frozen=True, slots=True)
class Layout:
    """The slots of one side of a paper, which is turned as they need it."""

    paper: Paper
    slots: tuple[Slot, ...]
    size: Size
    scale: float = 1.0

    @property
    def across(self) -> bool:
        """Whether the paper lies on its long side."""
        return self.paper.width > self.paper.height

    @property
    def trim(self) -> Bounds:
        """The box around all slots."""
        return around([p for s in self.slots for p in (s.bounds[:2], s.bounds[2:])])


@dataclass(frozen=True, slots=True)
class Copy:
    """One sheet to be cut out: the numbers, from 0, of the sides on its front and back.

    `item` is what it is a copy of.
    """

    front: int
    back: int | None = None
    item: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A side in its slot; `number` is that of the page, from 1, each once in a job."""

    side: int
    slot: Slot
    number: int
    item: int = 0


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a sheet of paper, which is number `sheet` from 1."""

    layout: Layout
    placed: tuple[Placed, ...]
    sheet: int
    back: bool = False


@dataclass(frozen=True, slots=True)
class Placement:
    """A scene as it stands on a page of a PDF, for whoever adds something to it there.

    `matrix` takes points of the scene, measured upwards from its bottom left corner, to points of
    the page. `page` and `number` count from 1: the page of the file, and that of the job.
    """

    scene: Scene
    matrix: Matrix
    page: int = 1
    number: int = 1

    def point(self, x: float, y: float) -> Point:
        """A point of the scene (from its top left corner, y down) on the page (y up)."""
        a, b, c, d, e, f = self.matrix
        up = self.scene.height - y
        return (a * x + c * up + e, b * x + d * up + f)

    def box(self, bounds: Bounds) -> Bounds:
        """A box of the scene on the page: left, bottom, right, top, in points."""
        left, top, right, bottom = bounds
        return around([self.point(left, top), self.point(right, bottom)])


def size_of(scene: Scene) -> Size:
    """The page of a scene and what is printed on it; no `inside`: all of the page."""
    left, top, right, bottom = scene.inside
    if right <= left or bottom <= top:
        return Size(scene.width, scene.height, scene.width, scene.height)
    x, y = scene.width / 2, scene.height / 2
    wide, high = 2 * max(right - x, x - left), 2 * max(bottom - y, y - top)
    return Size(scene.width, scene.height, wide, high)


# -- slots ---------------------------------------------------------------------------------------


def arrange(size: Size, press: Press) -> Layout:
    """The slots for sheets of that size. Raises CannotPlace.

    Paper is turned where more fits; where that alone does not do, some sheets are turned. With
    crop marks, sheets keep their size and leave room for the marks if any number of them does.
    """
    _check_margin(press)
    found = list(_layouts(size, press))
    if press.fit:
        wanted = press.up or max((len(x.slots) for x in found), default=1)
        found = list(_fitted(size, press, wanted))
        if not found:
            raise CannotPlace("many")
    elif press.up:
        fits = sorted({len(x.slots) for x in found})
        found = [x for x in found if len(x.slots) == press.up]
        if fits and not found:
            raise CannotPlace("number", fits=fits)
    if not found:
        raise _too_large(size, press)
    upright = size.height >= size.width
    return max(
        [x for x in found if has_rim(x, press)] or found,
        key=lambda x: (
            len(x.slots),
            x.scale,
            not any(slot.turn for slot in x.slots),
            x.across != upright,
        ),
    )


def has_rim(layout: Layout, press: Press) -> bool:
    """Whether there is room for bleed and marks around the sheets."""
    left, top, right, bottom = layout.trim
    paper = layout.paper
    return min(left, top, paper.width - right, paper.height - bottom) >= press.rim - _NEAR


def _check_margin(press: Press) -> None:
    least = min(press.paper.width, press.paper.height)
    if 2 * press.margin >= least:
        raise CannotPlace("margin", 2 * press.margin, least)


def _too_large(size: Size, press: Press) -> CannotPlace:
    """Why not even one fits, on the better of the paper's two ways to lie."""
    paper, edges = press.paper, 2 * max(press.margin, press.bleed)
    upright = (paper.height >= paper.width) == (size.height >= size.width)
    wide, high = (paper.width, paper.height) if upright else (paper.height, paper.width)
    pairs = ((size.inner_width + edges, wide), (size.inner_height + edges, high))
    need, have = max(pairs, key=lambda pair: pair[0] - pair[1])
    return CannotPlace("sheet", need, have)


def papers_of(paper: Paper) -> Iterator[Paper]:
    """The paper upright, and lying across."""
    yield replace(
        paper, width=min(paper.width, paper.height), height=max(paper.width, paper.height)
    )
    if paper.width != paper.height:
        wide, high = max(paper.width, paper.height), min(paper.width, paper.height)
        yield replace(paper, width=wide, height=high)


def _layouts(size: Size, press: Press) -> Iterator[Layout]:
    """All grids that fit, and those with a strip of turned sheets beside them."""
    for paper in papers_of(press.paper):
        for columns in range(1, _most(paper.width, size.inner_width) + 1):
            wide = _trimmed(columns, paper.width, size.width, size.inner_width, press)
            for rows in range(1, _most(paper.height, size.inner_height) + 1):
                high = _trimmed(rows, paper.height, size.height, size.inner_height, press)
                if wide and high:
                    slots = _grid(paper, columns, rows, wide, high, press.gap)
                    yield Layout(paper, slots, size)
        yield from _mixed(size, press, paper)


def _most(length: float, inner: float) -> int:
    return int(length / inner) if inner else 0


def _trimmed(n: int, length: float, page: float, inner: float, press: Press) -> float:
    """How long `n` slots in a row are at most, 0.0 if so many do not fit.

    They are as long as their page, shorter where the paper is short of that, and longer where
    they would leave a strip at the paper's edge that nobody wants to cut off.
    """
    between = (n - 1) * press.gap
    cropped = press.marks == "crop" and n * page + between <= length - 2 * press.rim + _NEAR
    if cropped and length - n * page - between + page - inner >= 2 * press.margin - _NEAR:
        return page
    room = most = (length - 2 * press.bleed - between) / n
    if n > 1:
        most = min(room, (length - between - inner - 2 * press.margin) / (n - 1))
    elif length - inner < 2 * press.margin - _NEAR:
        return 0.0
    if min(page, most) < inner + (2 * SAFE if n > 1 else 0) - _NEAR:
        return 0.0
    spare = 0 <= n * (room - page) / 2 < STRIP and not press.bleed
    return room if spare and most == room else min(page, most)


def _grid(
    paper: Paper, columns: int, rows: int, wide: float, high: float, gap: float
) -> tuple[Slot, ...]:
    left = (paper.width - columns * wide - (columns - 1) * gap) / 2
    top = (paper.height - rows * high - (rows - 1) * gap) / 2
    return tuple(
        Slot(left + c * (wide + gap), top + r * (high + gap), wide, high)
        for r in range(rows)
        for c in range(columns)
    )


def _mixed(size: Size, press: Press, paper: Paper) -> Iterator[Layout]:
    """Grids with turned sheets below or beside them."""
    gap, wide, high = press.gap, size.width, size.height
    if min(wide - size.inner_width, high - size.inner_height) < 2 * SAFE - _NEAR:
        return
    room = (paper.width - 2 * press.bleed, paper.height - 2 * press.bleed)

    def fits(length: float, page: float) -> int:
        return max(0, int((length + gap + _NEAR) / (page + gap)))

    for columns in range(1, fits(room[0], wide) + 1):
        for rows in range(1, fits(room[1], high) + 1):
            block = (columns * (wide + gap) - gap, rows * (high + gap) - gap)
            turned = Slot(0, 0, high, wide, 90)
            for below in (True, False):
                free = list(room)
                free[below] -= block[below] + gap
                across, down = fits(free[0], high), fits(free[1], wide)
                if not across * down:
                    continue
                at = (0.0, block[1] + gap) if below else (block[0] + gap, 0.0)
                slots = [
                    Slot(c * (wide + gap), r * (high + gap), wide, high)
                    for r in range(rows)
                    for c in range(columns)
                ]
                slots += [
                    replace(turned, x=at[0] + c * (high + gap), y=at[1] + r * (wide + gap))
                    for r in range(down)
                    for c in range(across)
                ]
                layout = _centred(Layout(paper, tuple(slots), size))
                if edge(layout, size) >= press.margin - _NEAR:
                    yield layout


def _centred(layout: Layout) -> Layout:
    left, top, right, bottom = layout.trim
    x = (layout.paper.width - right - left) / 2
    y = (layout.paper.height - bottom - top) / 2
    return replace(layout, slots=tuple(replace(s, x=s.x + x, y=s.y + y) for s in layout.slots))


def _fitted(size: Size, press: Press, up: int) -> Iterator[Layout]:
    """Grids of exactly `up` slots, each filled as far as it can be."""

    def largest(n: int, length: float, page: float, inner: float) -> float:
        between = (n - 1) * press.gap
        cropped = (length - 2 * press.rim - between) / n / page
        if press.marks == "crop" and cropped > 0:
            edge = (length - between - 2 * press.margin) / (n * page - page + inner)
            return min(cropped, edge)
        each = 2 * SAFE if n > 1 else 0
        by_slot = (length - 2 * press.bleed - between) / n - each
        by_edge = (length - between - (n - 1) * each - 2 * press.margin) / n
        return min(by_slot, by_edge) / inner

    for paper in papers_of(press.paper):
        for columns in (n for n in range(1, up + 1) if up % n == 0):
            rows = up // columns
            scale = min(
                largest(columns, paper.width, size.width, size.inner_width),
                largest(rows, paper.height, size.height, size.inner_height),
            )
            if scale <= 0:
                continue
            scale = math.floor(scale * 10_000) / 10_000
            made = size.scaled(scale)
            # A page made small has less white around it than cuts need.
            page = [2 * SAFE + made.inner_width, 2 * SAFE + made.inner_height]
            page = [max(page[0], made.width), max(page[1], made.height)]
            wide = _trimmed(columns, paper.width, page[0], made.inner_width, press)
            high = _trimmed(rows, paper.height, page[1], made.inner_height, press)
            if wide and high:
                slots = _grid(paper, columns, rows, wide, high, press.gap)
                yield Layout(paper, slots, made, scale)


def edge(layout: Layout, size: Size) -> float:
    """The least distance between what is printed in the slots and the paper's edge."""
    return min(
        min(left, top, layout.paper.width - right, layout.paper.height - bottom)
        for left, top, right, bottom in (slot.inner(size) for slot in layout.slots)
    )


# -- backs ---------------------------------------------------------------------------------------


def flips_sideways(paper: Paper, flip: Flip) -> bool:
    """Whether paper turned over that edge is turned like the page of a book."""
    return (flip == "long") == (paper.height >= paper.width)


def under(slot: Slot, paper: Paper, flip: Flip) -> Slot:
    """The slot that lies under a front's slot, as who has turned the paper over sees it.

    What is printed is turned so that the sheet, once cut out, has its head at the same end on both
    sides: it is turned over like the page of a book.
    """
    if flips_sideways(paper, flip):
        return replace(slot, x=paper.width - slot.x - slot.width, turn=-slot.turn % 360)
    return replace(slot, y=paper.height - slot.y - slot.height, turn=(180 - slot.turn) % 360)


# -- a job ---------------------------------------------------------------------------------------


def plan(copies: Sequence[Copy], sizes: Sequence[Size], press: Press) -> tuple[Face, ...]:
    """The faces of paper for all copies, in printed order; `sizes` are those of the sides.

    Copies of one size share their paper, in the order given. Pages are numbered copy by copy,
    its front before its back. Raises CannotPlace.
    """
    groups: dict[Size, list[Copy]] = {}
    for copy in copies:
        groups.setdefault(sizes[copy.front], []).append(copy)
    double = any(copy.back is not None for copy in copies)
    faces: list[Face] = []
    number = sheet = 0
    for size, members in groups.items():
        try:
            layout = arrange(size, press)
            _check_backs(layout, {c.back for c in members if c.back is not None}, sizes)
        except CannotPlace as error:
            error.side = members[0].front
            raise
        slots = layout.slots
        backs = tuple(under(slot, layout.paper, press.flip) for slot in slots)
        turns = _turned_backs(size, sizes)
        for start in range(0, len(members), len(slots)):
            sheet += 1
            front: list[Placed] = []
            back: list[Placed] = []
            for k, copy in enumerate(members[start : start + len(slots)]):
                number += 1
                front.append(Placed(copy.front, slots[k], number, copy.item))
                if copy.back is not None:
                    number += 1
                    slot = backs[k]
                    if copy.back in turns:
                        slot = replace(slot, turn=(slot.turn + 90) % 360)
                    back.append(Placed(copy.back, slot, number, copy.item))
            faces.append(Face(layout, tuple(front), sheet))
            if double:
                faces.append(Face(layout, tuple(back), sheet, back=True))
    return tuple(faces)


def pages(copies: Iterable[Copy]) -> int:
    """How many pages are numbered."""
    return sum(1 + (copy.back is not None) for copy in copies)


def _turned_backs(size: Size, sizes: Sequence[Size]) -> frozenset[int]:
    """The sides that lie across where the front stands upright, or the other way round."""
    upright = size.height >= size.width
    return frozenset(
        n
        for n, other in enumerate(sizes)
        if other.width != other.height and (other.height > other.width) != upright
    )


def _check_backs(layout: Layout, backs: set[int], sizes: Sequence[Size]) -> None:
    """Raises CannotPlace for a back that its front's slot cannot hold."""
    turned = _turned_backs(layout.size, sizes)
    for slot in layout.slots:
        room = (slot.width, slot.height) if slot.turn % 180 == 0 else (slot.height, slot.width)
        for back in backs:
            made = sizes[back].scaled(layout.scale)
            made = made.turned() if back in turned else made
            for need, have in zip((made.inner_width, made.inner_height), room, strict=True):
                if need > have + _NEAR:
                    error = CannotPlace("back", need, have)
                    error.back = back
                    raise error


# -- on the page ---------------------------------------------------------------------------------


def matrix(
    slot: Slot, width: float, height: float, face: Face, press: Press, scale: float = 1.0
) -> Matrix:
    """How something of that size, `scale` times as large, stands in the middle of a slot."""
    turn, scale = math.radians(slot.turn), scale * press.stretch
    cos, sin = round(math.cos(turn)) * scale, round(math.sin(turn)) * scale
    x, y = on_paper((slot.x + slot.width / 2, slot.y + slot.height / 2), face, press)
    y = face.layout.paper.height - y
    wide, high = width / 2, height / 2
    return (cos, 0.0 - sin, sin, cos, x - cos * wide - sin * high, y + sin * wide - cos * high)


def on_paper(point: Point, face: Face, press: Press) -> Point:
    """A point of the layout where the printer is told to print it."""
    paper = face.layout.paper
    right, down = press.offsets[face.layout.across] if face.back else (0.0, 0.0)
    x, y = paper.width / 2, paper.height / 2
    return (
        x + (point[0] - x) * press.stretch + right,
        y + (point[1] - y) * press.stretch + down,
    )


def nearest_edge(faces: Iterable[Face], sizes: Sequence[Size], press: Press) -> Mapping[int, float]:
    """How near each side comes to the paper's edge, in points; less than 0: over it."""
    found: dict[int, float] = {}
    seen: set[tuple[int, Slot, bool]] = set()
    for face in faces:
        paper = face.layout.paper
        for placed in face.placed:
            key = (placed.side, placed.slot, face.back)
            if key in seen:
                continue
            seen.add(key)
            box = placed.slot.inner(sizes[placed.side].scaled(face.layout.scale))
            left, top = on_paper(box[:2], face, press)
            right, bottom = on_paper(box[2:], face, press)
            near = min(left, top, paper.width - right, paper.height - bottom)
            found[placed.side] = min(near, found.get(placed.side, math.inf))
    return found
