"""Blocks beside and below the hexagons: areas, the overflow row, lists of bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor
from typing import Protocol

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.grid import one_kind
from cascadia_print.drawing.look import SMALL, Look
from cascadia_print.drawing.scene import MM, Group, Rect, Shape, Text
from cascadia_print.drawing.signs import (
    ICON,
    DoesNotFit,
    Sign,
    icon,
    in_row,
    lane_icon,
    least_box,
    offer_alone,
    offer_in_box,
    triangle,
    words,
)
from cascadia_print.sheet.model import Area, Bonus, Box, Offer, Sheet, Space

TITLE = 4.4 * MM
"""Height of the title of a block."""
ARROW = 2.2 * MM
"""Room between boxes for the arrow that gives their order."""
GAP = 0.8 * MM
"""Room between boxes without an arrow."""
LOW = 6.2 * MM
"""Room for content in the lowest box."""
HIGH = 5.2 * MM
"""Height of circles and boxes in the list of regions."""


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


def _box(id: str, offer: Offer, look: Look, x: float, y: float, wide: float, high: float) -> Group:
    shapes: list[Shape] = [Rect(x, y, wide, high, look.outline(), radius=0.8 * MM)]
    if offer.sides:
        sign = offer_in_box(offer, look, wide - MM, high - 0.8 * MM)
        shapes += sign.draw(x + wide / 2, y + high / 2)
    return Group("box", id, tuple(shapes))


def _title(text: str, look: Look, x: float, y: float) -> Shape:
    return look.left(x, y + CAP * 8, text, 8, bold=True)


@dataclass(frozen=True)
class Overflow:
    """A separate overflow row: spaces filled from the left."""

    spaces: tuple[Space, ...]
    look: Look

    @cached_property
    def least(self) -> float:
        cell = least_box((s.offer for s in self.spaces), self.look, 8.4 * MM, LOW)
        return len(self.spaces) * (cell + GAP) - GAP

    @property
    def boxes_most(self) -> float:
        return max(self.least, len(self.spaces) * (12 * MM + GAP) - GAP)

    @property
    def most(self) -> float:
        return self.boxes_most + self._name_room

    @cached_property
    def name(self) -> str:
        return self.look.name("overflow")

    @property
    def _name_room(self) -> float:
        return width(self.name, 8, True) + 4.6 * MM

    def _inline(self, wide: float) -> bool:
        """Whether the name stands before the boxes; else above them."""
        return wide >= self.least + self._name_room

    def height(self, wide: float, box: float) -> float:
        return box + (0 if self._inline(wide) else TITLE)

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        inline = self._inline(wide)
        middle = y + (box / 2 if inline else CAP * 4)
        yield self.look.left(x, middle + CAP * 4, self.name, 8, bold=True)
        arrow = x + width(self.name, 8, True) + 2.2 * MM
        yield triangle(arrow, middle, 1.9 * MM, self.look)
        start = x + (self._name_room if inline else 0)
        cell = min(wide - (start - x), self.boxes_most) + GAP
        cell /= len(self.spaces)
        top = y + (0 if inline else TITLE)
        ground = self.look.outline(self.look.theme.grounds["overflow"])
        for k, space in enumerate(self.spaces):
            left = start + k * cell
            shapes: list[Shape] = [Rect(left, top, cell - GAP, box, ground, radius=2 * MM)]
            if space.offer.sides:
                sign = offer_in_box(space.offer, self.look, cell - GAP - MM, box - 0.8 * MM)
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

    @cached_property
    def least(self) -> float:
        return least_box((b.offer for b in self.boxes), self.look, 14.6 * MM, LOW)

    @property
    def most(self) -> float:
        return max(self.least, len(self.boxes) * (19 * MM + GAP) - GAP)

    def columns(self, wide: float) -> int:
        """As many columns as fit, evened out over the rows that they need."""
        fit = max(1, floor((wide + GAP) / (self.least + GAP)))
        return ceil(len(self.boxes) / ceil(len(self.boxes) / fit))

    def height(self, wide: float, box: float) -> float:
        rows = ceil(len(self.boxes) / self.columns(wide))
        return TITLE + rows * (box + MM + GAP) - GAP

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        columns = self.columns(wide)
        cell = (wide + GAP) / columns
        sign = lane_icon(self.area.id, self.look, 4 * MM)
        yield from sign.draw(x + 2.1 * MM, y + CAP * 4)
        name = self.look.of(self.area.name, self.area.id)
        yield _title(name, self.look, x + 5.2 * MM, y)
        for k, box_ in enumerate(self.boxes):
            left = x + k % columns * cell
            top = y + TITLE + k // columns * (box + MM + GAP)
            yield _box(box_.id, box_.offer, self.look, left, top, cell - GAP, box + MM)


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
        signs = [self._row_sign(b) for b in self.bonuses("area-row")]
        return ARROW + 0.2 * MM + max(s.width for s in signs) if signs else 0.0

    def _row_sign(self, bonus: Bonus) -> Sign:
        return one_kind(bonus, offer_alone(bonus.offer, self.look, 15 * MM, 9 * MM), self.look)

    @property
    def lanes(self) -> int:
        return len(self.area.lanes)

    @property
    def deep(self) -> int:
        return max(len(boxes) for boxes in self.area.lanes.values())

    @cached_property
    def least(self) -> float:
        boxes = (b.offer for lane in self.area.lanes.values() for b in lane)
        cell = least_box(boxes, self.look, 8 * MM, LOW)
        for bonus in self.bonuses("area-lane"):
            cell = max(cell, offer_alone(bonus.offer, self.look, 16 * MM, 9 * MM).width)
        return self.lanes * (cell + GAP) - GAP + self.row_room

    @property
    def most(self) -> float:
        return max(self.least, self.lanes * (18 * MM + GAP) - GAP + self.row_room)

    def height(self, wide: float, box: float) -> float:
        below = 1 + ARROW + 6 * MM if self.bonuses("area-lane") else 0
        return TITLE + 5.4 * MM + self.deep * (box + ARROW) - ARROW + below

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        look = self.look
        yield _title(look.of(self.area.name, self.area.id), look, x, y)
        cell = (wide - self.row_room + GAP) / self.lanes
        inner = cell - GAP
        top = y + TITLE + 5.4 * MM
        longest = max(width(look.name(lane), SMALL) for lane in self.area.lanes)
        named = longest + 4.8 * MM <= inner
        for k, (lane, boxes) in enumerate(self.area.lanes.items()):
            middle = x + k * cell + inner / 2
            head = self._head(lane, named).draw(middle, y + TITLE + 2 * MM)
            yield Group("lane", f"{self.area.id}:{lane}", head)
            for n, box_ in enumerate(boxes):
                high = top + n * (box + ARROW)
                yield _box(box_.id, box_.offer, look, x + k * cell, high, inner, box)
                if n + 1 < len(boxes):
                    yield triangle(middle, high + box + ARROW / 2, 1.5 * MM, look, down=True)
        ends = {b.needs[-1]: b for b in self.bonuses("area-lane")}
        for k, boxes in enumerate(self.area.lanes.values()):
            bonus = ends.get(boxes[-1].id) if boxes else None
            if bonus:
                middle = x + k * cell + inner / 2
                bottom = top + self.deep * (box + ARROW) - ARROW
                yield triangle(middle, bottom + ARROW / 2, 1.5 * MM, look, down=True)
                sign = one_kind(bonus, offer_alone(bonus.offer, look, inner, 9 * MM), look)
                yield Group("bonus", bonus.id, sign.draw(middle, bottom + ARROW + 3 * MM))
        for bonus in self.bonuses("area-row"):
            n = self.sheet.boxes[bonus.needs[0]].number - 1
            centre = top + n * (box + ARROW) + box / 2
            at = x + self.lanes * cell
            yield triangle(at + 0.6 * MM, centre, 1.5 * MM, look)
            sign = self._row_sign(bonus)
            place = at - GAP + ARROW + 0.2 * MM + sign.width / 2
            yield Group("bonus", bonus.id, sign.draw(place, centre))

    def _head(self, lane: str, named: bool) -> Sign:
        """The mark of a lane, with its name where there is room for all names."""
        name, mark = self.look.name(lane), lane_icon(lane, self.look, 4 * MM)
        return in_row([mark, words(name, self.look, SMALL)], 0.8 * MM) if named else mark


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

    @cached_property
    def least(self) -> float:
        boxes = (b.offer for pool in self.area.pools.values() for b in pool)
        cell = least_box(boxes, self.look, 11.2 * MM, 0.88 * LOW)
        return self.count * (cell + ARROW) - ARROW + 1.8 * MM

    @property
    def most(self) -> float:
        return max(self.least, self.count * (17 * MM + ARROW) - ARROW)

    def height(self, wide: float, box: float) -> float:
        return TITLE + (len(self.area.lanes) + self.deep) * (0.88 * box + GAP) + 1.4 * MM

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        look, box = self.look, 0.88 * box  # Wide and many: a little lower than other boxes.
        yield _title(look.of(self.area.name, self.area.id), look, x, y)
        x, wide = x + 0.9 * MM, wide - 1.8 * MM
        cell = (wide + ARROW) / self.count
        inner = cell - ARROW
        top = y + TITLE + 0.6 * MM
        lanes = len(self.area.lanes)
        for k in range(self.count):
            panel = Rect(
                x + k * cell - 0.8 * MM,
                top - 0.8 * MM,
                inner + 1.6 * MM,
                (lanes + self.deep) * (box + GAP) + 1.5 * MM,
                look.outline(look.theme.panel, 0.4),
                radius=1.2 * MM,
            )
            yield panel
        for row, (lane, boxes) in enumerate(self.area.lanes.items()):
            high = top + row * (box + GAP)
            for k, box_ in enumerate(boxes):
                left = x + k * cell
                rect = Rect(left, high, inner, box, look.outline(), radius=0.8 * MM)
                sign = lane_icon(lane, look, ICON)
                shapes = (rect, *sign.draw(left + inner / 2, high + box / 2))
                yield Group("box", box_.id, shapes)
        below = top + lanes * (box + GAP) + 0.8 * MM
        for k, pool in enumerate(self.area.pools.values()):
            for n, box_ in enumerate(pool):
                high = below + n * (box + GAP)
                yield _box(box_.id, box_.offer, look, x + k * cell, high, inner, box)


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

    def text(self, bonus: Bonus) -> str:
        """The set in words: a whole habitat, else the ids of its spaces."""
        if bonus.shape == "habitat" and bonus.of:
            return self.look.say("all-of", name=self.look.name(bonus.of))
        rows = [r for r, ids in self.sheet.rows.items() if ids == bonus.needs]
        if rows:
            return self.look.say("all-of-row", row=rows[0])
        return " ".join(bonus.needs)

    def height(self, wide: float, box: float) -> float:
        return len(self.bonuses) * 7 * MM

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        for k, bonus in enumerate(self.bonuses):
            middle = y + (k + 0.5) * 7 * MM
            sign = one_kind(
                bonus, offer_alone(bonus.offer, self.look, 30 * MM, 6.6 * MM), self.look
            )
            text, base = self.text(bonus), middle + CAP * 3.5
            room = wide - sign.width - 3 * MM
            if width(text, 7) > room:
                raise DoesNotFit(bonus.id, width(text, 7), room)
            yield self.look.left(x, base, text, 7)
            at = x + width(text, 7) + 2 * MM + sign.width / 2
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
    def columns(self) -> Sequence[float]:
        """The width of each place in a line: the widest of its kind."""
        widest: list[float] = []
        for bonuses in self.rows.values():
            for k, bonus in enumerate(bonuses):
                widest += [0.0] * (k + 1 - len(widest))
                widest[k] = max(widest[k], self._sign(bonus).width)
        return widest

    def _sign(self, bonus: Bonus, grow: float = 0.0) -> Sign:
        """The bare mark of one kind, else circles and boxes."""
        if bonus.one_kind and bonus.offer.word.endswith(":*"):
            return icon("same", "", self.look, HIGH)
        sign = offer_alone(bonus.offer, self.look, 22 * MM, HIGH, HIGH, grow)
        return one_kind(bonus, sign, self.look)

    @property
    def number_room(self) -> float:
        return max(width(name, 8, True) for name in self.rows) + MM

    @cached_property
    def width(self) -> float:
        columns = self.columns
        return self.number_room + sum(columns) + 0.6 * MM * (len(columns) - 1)

    @property
    def least_height(self) -> float:
        return len(self.rows) * 5.6 * MM

    def draw(self, x: float, y: float, high: float) -> Iterator[Shape]:
        pitch = min(8 * MM, high / len(self.rows))
        columns = self.columns
        for k, (name, bonuses) in enumerate(self.rows.items()):
            middle = y + (k + 0.5) * pitch
            right = x + self.number_room - MM
            yield Text(right, middle + CAP * 4, name, 8, self.look.theme.ink, True, "end")
            at = x + self.number_room
            for room, bonus in zip(columns, bonuses, strict=False):
                sign = self._sign(bonus, room - self._sign(bonus).width)
                yield Group("bonus", bonus.id, sign.draw(at + sign.width / 2, middle))
                at += room + 0.6 * MM
