"""Blocks beside and below the hexagons: areas, the overflow row, lists of bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from math import ceil, floor
from typing import Protocol

from cascadia_print.drawing.fonts import CAP, FALL, width
from cascadia_print.drawing.grid import one_kind
from cascadia_print.drawing.look import Look
from cascadia_print.drawing.scene import MM, Group, Line, Paint, Rect, Shape
from cascadia_print.drawing.signs import (
    INSET,
    DoesNotFit,
    Sign,
    Way,
    badge,
    fitting,
    in_row,
    lane_icon,
    lane_with_letter,
    least_box,
    offer_alone,
    shown,
    triangle,
    ways_in_box,
    words,
)
from cascadia_print.sheet.model import Area, Bonus, Box, Offer, Sheet, Space

ARROW = 2.2 * MM
"""Room between boxes for the arrow that gives their order."""
GAP = 0.8 * MM
"""Room between boxes without an arrow."""
APART = 1.8 * MM
"""Room between the boxes of columns that have a panel each."""


class Block(Protocol):
    """Something with a width between `least` and `most` and a height that follows from it.

    `box` is the height of its boxes; all lengths are in points.
    """

    @property
    def least(self) -> float: ...
    @property
    def most(self) -> float: ...
    def height(self, wide: float, box: float) -> float: ...
    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]: ...


@dataclass(frozen=True)
class Boxes:
    """Boxes of one size that show what they give in one way."""

    look: Look
    way: Way
    wide: float
    high: float

    def draw(self, id: str, offer: Offer, x: float, y: float) -> Group:
        shapes: list[Shape] = [
            Rect(x, y, self.wide, self.high, self.look.outline(), radius=0.8 * MM)
        ]
        if offer.sides:
            sign = shown(offer, self.look, self.way)
            shapes += sign.draw(x + self.wide / 2, y + self.high / 2)
        return Group("box", id, tuple(shapes))


def boxes(offers: Sequence[Offer], look: Look, wide: float, high: float) -> Boxes:
    """Boxes for the offers. Raises DoesNotFit."""
    way = fitting(offers, look, ways_in_box(look), wide - 2 * INSET, high - 2 * INSET)
    return Boxes(look, way, wide, high)


def heading(
    text: str,
    look: Look,
    x: float,
    y: float,
    wide: float,
    hint: str = "",
    before: Sign | None = None,
) -> Iterator[Shape]:
    """The title of a block on a thin line, with a short rule where it has room."""
    size, rule = look.size.text, y + look.size.title - 0.9 * MM
    base = rule - FALL * look.size.text.title - 0.25 * MM
    yield Line(x, rule, x + wide, rule, Paint("", look.theme.border, 0.5))
    start = x
    if before:
        yield from before.draw(x + before.width / 2, base - CAP * size.title / 2)
        start += before.width + MM
    yield look.left(start, base, text, size.title, bold=True)
    start += width(text, size.title, True) + 2 * MM
    if hint and start + width(hint, size.small) <= x + wide:
        at = x + wide - width(hint, size.small)
        yield look.left(at, base, hint, size.small, quiet=True)


@dataclass(frozen=True)
class Overflow:
    """A separate overflow row: spaces filled from the left."""

    spaces: tuple[Space, ...]
    look: Look

    @cached_property
    def least(self) -> float:
        size = self.look.size
        offers = (s.offer for s in self.spaces)
        cell = least_box(offers, self.look, 1.24 * size.box, size.box - 0.8 * MM)
        return len(self.spaces) * (cell + GAP) - GAP

    @property
    def boxes_most(self) -> float:
        return max(self.least, len(self.spaces) * (1.9 * self.look.size.box + GAP) - GAP)

    @property
    def most(self) -> float:
        return self.boxes_most + self._name_room

    @cached_property
    def name(self) -> str:
        return self.look.name("overflow")

    @property
    def _name_room(self) -> float:
        return width(self.name, self.look.size.text.title, True) + 4.6 * MM

    def _inline(self, wide: float) -> bool:
        """Whether the name stands before the boxes; else above them."""
        return wide >= self.least + self._name_room

    def height(self, wide: float, box: float) -> float:
        return box + (0 if self._inline(wide) else self.look.size.title)

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        inline, size = self._inline(wide), self.look.size.text.title
        middle = y + (box / 2 if inline else CAP * size / 2)
        yield self.look.left(x, middle + CAP * size / 2, self.name, size, bold=True)
        arrow = x + width(self.name, size, True) + 2.2 * MM
        yield triangle(arrow, middle, 1.9 * MM, self.look)
        start = x + (self._name_room if inline else 0)
        cell = min(wide - (start - x), self.boxes_most) + GAP
        cell /= len(self.spaces)
        top = y + (0 if inline else self.look.size.title)
        ground = self.look.outline(self.look.theme.grounds["overflow"])
        found = boxes([s.offer for s in self.spaces], self.look, cell - GAP, box)
        for k, space in enumerate(self.spaces):
            left = start + k * cell
            shapes: list[Shape] = [Rect(left, top, cell - GAP, box, ground, radius=2 * MM)]
            if space.offer.sides:
                sign = shown(space.offer, self.look, found.way)
                shapes += sign.draw(left + (cell - GAP) / 2, top + box / 2)
            yield Group("space", space.id, tuple(shapes))


@dataclass(frozen=True)
class Pool:
    """Boxes that are picked freely."""

    area: Area
    look: Look

    @property
    def boxes(self) -> tuple[Box, ...]:
        return tuple(b for group in self.area.pools.values() for b in group)

    @property
    def offers(self) -> list[Offer]:
        return [b.offer for b in self.boxes]

    @cached_property
    def least(self) -> float:
        size = self.look.size
        return least_box(self.offers, self.look, 2.1 * size.box, size.box + 0.2 * MM)

    @property
    def most(self) -> float:
        return max(self.least, len(self.boxes) * (2.9 * self.look.size.box + GAP) - GAP)

    @cached_property
    def wordy(self) -> tuple[float, float]:
        """Width and height of a box that has room for words."""
        way = Way(self.look.size.mark, "word", below=True, plus=True)
        signs = [shown(offer, self.look, way) for offer in self.offers if offer.sides]
        wide, high = max(s.width for s in signs), max(s.height for s in signs)
        return max(self.least, wide + 2 * INSET), high + 2 * INSET

    def columns(self, wide: float, box: float) -> int:
        """As many columns as fit, evened out over the rows that they need.

        Words have room when at most three rows give it to them.
        """
        count, (cell, high) = len(self.boxes), self.wordy
        fit = floor((wide + GAP) / (cell + GAP))
        if box + MM < high or fit * 3 < count:
            fit = max(1, floor((wide + GAP) / (self.least + GAP)))
        return ceil(count / ceil(count / fit))

    def height(self, wide: float, box: float) -> float:
        rows = ceil(len(self.boxes) / self.columns(wide, box))
        return self.look.size.title + rows * (box + MM + GAP) - GAP

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        look, columns = self.look, self.columns(wide, box)
        cell = (wide + GAP) / columns
        sign = lane_icon(self.area.id, look, 1.4 * look.size.text.title * CAP)
        name, hint = look.of(self.area.name, self.area.id), look.say("hint.pool")
        yield from heading(name, look, x, y, wide, hint, sign)
        found = boxes(self.offers, look, cell - GAP, box + MM)
        for k, box_ in enumerate(self.boxes):
            top = y + look.size.title + k // columns * (box + MM + GAP)
            yield found.draw(box_.id, box_.offer, x + k % columns * cell, top)


@dataclass(frozen=True)
class Lanes:
    """Lanes of boxes from top to bottom, bonuses of rows at the right and of lanes below."""

    area: Area
    sheet: Sheet
    look: Look

    def bonuses(self, shape: str) -> tuple[Bonus, ...]:
        return tuple(b for b in self.sheet.bonuses if b.shape == shape and b.of == self.area.id)

    @cached_property
    def row_room(self) -> float:
        """Room for the bonuses of rows, their arrow included."""
        signs = [self._sign(b) for b in self.bonuses("area-row")]
        return ARROW + 0.2 * MM + max(s.width for s in signs) if signs else 0.0

    def _sign(self, bonus: Bonus, room: float = 0.0) -> Sign:
        circle = self.look.size.circle
        wide = room or 2.6 * circle
        return one_kind(bonus, offer_alone(bonus.offer, self.look, wide, circle), self.look)

    @property
    def lanes(self) -> int:
        return len(self.area.lanes)

    @property
    def deep(self) -> int:
        return max(len(boxes) for boxes in self.area.lanes.values())

    @property
    def offers(self) -> list[Offer]:
        return [b.offer for lane in self.area.lanes.values() for b in lane]

    @cached_property
    def least(self) -> float:
        size = self.look.size
        cell = least_box(self.offers, self.look, 1.18 * size.box, size.box - 0.8 * MM)
        for lane in self.area.lanes:
            cell = max(cell, lane_with_letter(lane, self.look, size.lane).width)
        for bonus in self.bonuses("area-lane"):
            cell = max(cell, self._sign(bonus, 3 * size.circle).width)
        return self.lanes * (cell + GAP) - GAP + self.row_room

    @property
    def most(self) -> float:
        widest = self.lanes * (2.6 * self.look.size.box + GAP) - GAP + self.row_room
        return max(self.least, widest)

    @property
    def _head(self) -> float:
        return self.look.size.title + self.look.size.lane + 0.8 * MM

    def height(self, wide: float, box: float) -> float:
        below = ARROW + self.look.size.circle + 0.4 * MM if self.bonuses("area-lane") else 0
        return self._head + self.deep * (box + ARROW) - ARROW + below

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        look, size = self.look, self.look.size
        name = look.of(self.area.name, self.area.id)
        yield from heading(name, look, x, y, wide, self._hint)
        cell = (wide - self.row_room + GAP) / self.lanes
        inner = cell - GAP
        top = y + self._head
        named = max(self._name(lane).width for lane in self.area.lanes) <= inner
        found = boxes(self.offers, look, inner, box)
        for k, (lane, lane_boxes) in enumerate(self.area.lanes.items()):
            middle = x + k * cell + inner / 2
            sign = self._name(lane) if named else lane_with_letter(lane, look, size.lane)
            head = sign.draw(middle, y + size.title + size.lane / 2)
            yield Group("lane", f"{self.area.id}:{lane}", head)
            for n, box_ in enumerate(lane_boxes):
                high = top + n * (box + ARROW)
                yield found.draw(box_.id, box_.offer, x + k * cell, high)
                if n + 1 < len(lane_boxes):
                    yield triangle(middle, high + box + ARROW / 2, 1.5 * MM, look, down=True)
        ends = {b.needs[-1]: b for b in self.bonuses("area-lane")}
        for k, lane_boxes in enumerate(self.area.lanes.values()):
            bonus = ends.get(lane_boxes[-1].id) if lane_boxes else None
            if bonus:
                middle = x + k * cell + inner / 2
                bottom = top + self.deep * (box + ARROW) - ARROW
                yield triangle(middle, bottom + ARROW / 2, 1.5 * MM, look, down=True)
                sign = self._sign(bonus, inner)
                at = bottom + ARROW + size.circle / 2
                yield Group("bonus", bonus.id, sign.draw(middle, at))
        for bonus in self.bonuses("area-row"):
            n = self.sheet.boxes[bonus.needs[0]].number - 1
            centre = top + n * (box + ARROW) + box / 2
            at = x + self.lanes * cell
            yield triangle(at + 0.6 * MM, centre, 1.5 * MM, look)
            sign = self._sign(bonus)
            place = at - GAP + ARROW + 0.2 * MM + sign.width / 2
            yield Group("bonus", bonus.id, sign.draw(place, centre))

    @property
    def _hint(self) -> str:
        """What crosses off the next box of a lane."""
        same = any(g.kind == "same" for b in self.sheet.bonuses for s in b.offer.sides for g in s)
        kind = "same" if same and self.area.id == "same" else "lanes"
        return self.look.say(f"hint.{kind}")

    def _name(self, lane: str) -> Sign:
        """The icon of a lane with its name."""
        size = self.look.size
        word = words(self.look.name(lane), self.look, size.text.small)
        return in_row([lane_icon(lane, self.look, size.lane), word], 0.6 * MM)


@dataclass(frozen=True)
class Paired:
    """Columns with a box for each lane and, below, the pool that these boxes open."""

    area: Area
    look: Look

    @property
    def count(self) -> int:
        return len(self.area.pools)

    @property
    def deep(self) -> int:
        return max(len(boxes) for boxes in self.area.pools.values())

    @property
    def offers(self) -> list[Offer]:
        return [b.offer for pool in self.area.pools.values() for b in pool]

    @cached_property
    def least(self) -> float:
        size = self.look.size
        cell = least_box(self.offers, self.look, 1.5 * size.box, size.box - 0.8 * MM)
        return self.count * (cell + APART) - APART + 1.8 * MM

    @property
    def most(self) -> float:
        widest = self.count * (2.4 * self.look.size.box + APART) - APART
        return max(self.least, widest)

    def height(self, wide: float, box: float) -> float:
        rows = len(self.area.lanes) + self.deep
        return self.look.size.title + rows * (box + GAP) + 1.4 * MM

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        look, size = self.look, self.look.size
        name = look.of(self.area.name, self.area.id)
        yield from heading(name, look, x, y, wide, look.say("hint.paired"))
        x, wide = x + 0.9 * MM, wide - 1.8 * MM
        cell = (wide + APART) / self.count
        inner = cell - APART
        top = y + size.title + 0.6 * MM
        lanes = len(self.area.lanes)
        for k in range(self.count):
            yield Rect(
                x + k * cell - 0.8 * MM,
                top - 0.8 * MM,
                inner + 1.6 * MM,
                (lanes + self.deep) * (box + GAP) + 1.5 * MM,
                look.outline(look.theme.panel, 0.4),
                radius=1.2 * MM,
            )
        for row, (lane, lane_boxes) in enumerate(self.area.lanes.items()):
            high = top + row * (box + GAP)
            for k, box_ in enumerate(lane_boxes):
                left = x + k * cell
                rect = Rect(left, high, inner, box, look.outline(), radius=0.8 * MM)
                sign = lane_icon(lane, look, min(size.icon * 1.2, box - MM))
                shapes = (rect, *sign.draw(left + inner / 2, high + box / 2))
                yield Group("box", box_.id, shapes)
        below = top + lanes * (box + GAP) + 0.8 * MM
        found = boxes(self.offers, look, inner, box)
        for k, pool in enumerate(self.area.pools.values()):
            for n, box_ in enumerate(pool):
                high = below + n * (box + GAP)
                yield found.draw(box_.id, box_.offer, x + k * cell, high)


@dataclass(frozen=True)
class Listed:
    """Bonuses that have no place of their own: the spaces that they need, then the gains."""

    bonuses: tuple[Bonus, ...]
    sheet: Sheet
    look: Look

    @property
    def least(self) -> float:
        return 60 * MM

    @property
    def most(self) -> float:
        return 127 * MM

    @property
    def pitch(self) -> float:
        return self.look.size.circle + 1.2 * MM

    def text(self, bonus: Bonus) -> str:
        """The set in words: a whole habitat, else the ids of its spaces."""
        if bonus.shape == "habitat" and bonus.of:
            return self.look.say("all-of", name=self.look.name(bonus.of))
        rows = [r for r, ids in self.sheet.rows.items() if ids == bonus.needs]
        if rows:
            return self.look.say("all-of-row", row=rows[0])
        return " ".join(bonus.needs)

    def height(self, wide: float, box: float) -> float:
        return len(self.bonuses) * self.pitch

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        look, size = self.look, self.look.size.text.body
        for k, bonus in enumerate(self.bonuses):
            middle = y + (k + 0.5) * self.pitch
            offer = offer_alone(bonus.offer, look, 5 * self.look.size.circle, look.size.circle)
            sign, text = one_kind(bonus, offer, look), self.text(bonus)
            room = wide - sign.width - 3 * MM
            if width(text, size) > room:
                raise DoesNotFit(bonus.id, width(text, size), room)
            yield look.left(x, middle + CAP * size / 2, text, size)
            at = x + width(text, size) + 2 * MM + sign.width / 2
            yield Group("bonus", bonus.id, sign.draw(at, middle))


@dataclass(frozen=True)
class Regions:
    """The list of regions, one line each: number, points, reward, mark of one kind."""

    bonuses: tuple[Bonus, ...]
    look: Look

    @cached_property
    def rows(self) -> dict[str, list[Bonus]]:
        found: dict[str, list[Bonus]] = {}
        for bonus in self.bonuses:
            found.setdefault(bonus.of, []).append(bonus)
        return found

    @cached_property
    def signs(self) -> Mapping[str, Sign]:
        """Bonus -> its circles and boxes, no wider than they have to be."""
        return {b.id: self._sign(b) for b in self.bonuses}

    @cached_property
    def columns(self) -> Sequence[float]:
        """The width of each place in a line: the widest of its kind."""
        places = zip_longest(*([self.signs[b.id].width for b in row] for row in self.rows.values()))
        return [max(wide for wide in place if wide is not None) for place in places]

    def _sign(self, bonus: Bonus, grow: float = 0.0) -> Sign:
        """Circles and boxes; of one kind for any animal, only the bars in a box."""
        look, item = self.look, self.look.size.item
        if bonus.one_kind and bonus.offer.word.endswith(":*"):
            return offer_alone(bonus.offer, look, 2 * item, item)
        return one_kind(bonus, offer_alone(bonus.offer, look, 5 * item, item, grow), look)

    @property
    def number_room(self) -> float:
        return self.look.size.number + MM

    @cached_property
    def width(self) -> float:
        columns = self.columns
        return self.number_room + sum(columns) + 0.8 * MM * (len(columns) - 1)

    @property
    def least_height(self) -> float:
        return len(self.rows) * (self.look.size.item + 0.3 * MM + 2 * self.look.broader)

    def draw(self, x: float, y: float, high: float) -> Iterator[Shape]:
        pitch = min(1.5 * self.look.size.item, high / len(self.rows))
        columns = self.columns
        for k, (name, bonuses) in enumerate(self.rows.items()):
            middle = y + (k + 0.5) * pitch
            yield from badge(name, self.look).draw(x + self.number_room / 2 - MM / 2, middle)
            at = x + self.number_room
            for room, bonus in zip(columns, bonuses, strict=False):
                sign = self._sign(bonus, room - self.signs[bonus.id].width)
                yield Group("bonus", bonus.id, sign.draw(at + sign.width / 2, middle))
                at += room + 0.8 * MM
