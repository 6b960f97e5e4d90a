"""The hexagons: where they stand, what is printed in, between and around them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.look import SMALL, Look
from cascadia_print.drawing.scene import MM, Group, Line, Paint, Path, Point, Polygon, Shape, Text
from cascadia_print.drawing.signs import (
    ICON,
    DoesNotFit,
    Sign,
    hexagon,
    in_row,
    offer_alone,
    offer_marks,
    star,
    words,
)
from cascadia_print.sheet.hexgrid import shifted
from cascadia_print.sheet.model import Bonus, Sheet, Space, row_letters

STRIP = 7.4 * MM
"""Height of the strip for bonuses under a row of hexagons."""


@dataclass(frozen=True)
class Map:
    """What of a sheet stands in the grid, without any size."""

    sheet: Sheet
    look: Look

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """Spaces of the grid; a separate overflow row stands apart."""
        return tuple(s for s in self.sheet.spaces if "." not in s.id)

    def column(self, space: Space) -> float:
        """The place in the row in hexagons, half ones in shifted rows."""
        return space.col + (0.5 if shifted(space.row, self.sheet.stagger) else 0)

    @cached_property
    def left(self) -> float:
        return min(self.column(s) for s in self.spaces)

    @cached_property
    def steps(self) -> float:
        """From the first to the last column of hexagons."""
        return max(self.column(s) for s in self.spaces) - self.left

    @cached_property
    def rows(self) -> int:
        return 1 + max(s.row for s in self.spaces)

    @cached_property
    def staggered(self) -> bool:
        return self.sheet.stagger != "none"

    @cached_property
    def regions(self) -> bool:
        return any(s.region for s in self.spaces)

    def of_shape(self, shape: str) -> tuple[Bonus, ...]:
        return tuple(b for b in self.sheet.bonuses if b.shape == shape)

    def last(self, bonus: Bonus) -> Space:
        """The lowest, rightmost space of a bonus."""
        return max((self.sheet.space[id] for id in bonus.needs), key=lambda s: (s.row, s.col))

    @cached_property
    def strips(self) -> tuple[int, ...]:
        """Rows with bonuses of columns right below them."""
        return tuple(sorted({self.last(b).row for b in self.of_shape("column")}))

    @cached_property
    def gap(self) -> float:
        """Room between hexagons of a row if there is any; none where regions have borders."""
        if self.regions:
            return 0.0
        tight = self.staggered or self.of_shape("diamond") or self.of_shape("edge")
        return (0.4 if tight else 1.2) * MM

    @cached_property
    def columns(self) -> Mapping[int, str]:
        """Column -> its habitat, where each column of a plain grid is of one habitat."""
        found: dict[int, set[str]] = {}
        for s in self.spaces:
            found.setdefault(s.col, set()).add("/".join(s.habitats))
        single = not self.staggered and all(len(h) == 1 for h in found.values())
        names = {c: next(iter(h)) for c, h in found.items()} if single else {}
        return names if len(set(names.values())) > 1 and all(names.values()) else {}

    @cached_property
    def row_room(self) -> float:
        """The most room for bonuses at the right of a row: hexagons come before words."""
        return max(16 * MM, min(24 * MM, 104 * MM - (self.steps + 1) * 11.5 * MM))

    @cached_property
    def row_bonuses(self) -> Mapping[int, Sign]:
        """Row -> the sign of its bonuses at the right."""
        found: dict[int, list[Sign]] = {}
        for row, bonuses in self.bonuses_of_rows.items():
            found[row] = [self.bonus_sign(b, self.row_room / len(bonuses), 8 * MM) for b in bonuses]
        return {row: in_row(signs, MM) for row, signs in found.items()}

    @cached_property
    def bonuses_of_rows(self) -> Mapping[int, list[Bonus]]:
        found: dict[int, list[Bonus]] = {}
        for bonus in self.of_shape("row"):
            found.setdefault(self.last(bonus).row, []).append(bonus)
        return found

    def bonus_sign(self, bonus: Bonus, wide: float, high: float) -> Sign:
        return one_kind(bonus, offer_alone(bonus.offer, self.look, wide, high), self.look)


@dataclass(frozen=True)
class Grid:
    """The map with sizes: `flat` from side to side, `across` and `down` between centres."""

    map: Map
    flat: float
    gap: float
    """Room between the hexagons of a row."""
    spread: float = 0.0
    """Room added between the rows of a plain grid."""
    wide: float = 0.0
    """Room added between the columns of a plain grid."""
    x: float = 0.0
    y: float = 0.0

    @property
    def side(self) -> float:
        return self.flat / math.sqrt(3)

    @property
    def across(self) -> float:
        return self.flat + self.gap + self.wide

    @property
    def down(self) -> float:
        if self.map.staggered:
            return self.across * math.sqrt(3) / 2
        between = (3.1 if self.map.of_shape("diamond") else 0.9) * MM
        return 2 * self.side + between + self.spread

    @property
    def width(self) -> float:
        return self.map.steps * self.across + self.flat

    def row_y(self, row: int) -> float:
        """The middle of a row of hexagons."""
        y = self.y + self.head + self.side + row * self.down
        return y + sum(self._extra for r in self.map.strips if r < row)

    @property
    def _extra(self) -> float:
        """What a strip adds to the distance between two rows."""
        return STRIP + max(0.0, 2 * self.side + 0.9 * MM - self.down)

    def strip_y(self, row: int) -> float:
        """The middle of the strip below a row."""
        return self.row_y(row) + self.side + STRIP / 2 + 0.3 * MM

    @property
    def head(self) -> float:
        """Room for headings or the names of columns."""
        return 4.6 * MM if self.map.sheet.heading or self.map.columns else 0.0

    @property
    def height(self) -> float:
        last = self.map.rows - 1
        bottom = self.row_y(last) + self.side
        return bottom - self.y + (STRIP + 0.6 * MM if last in self.map.strips else 0)

    def centre(self, space: Space) -> Point:
        x = self.x + self.flat / 2 + (self.map.column(space) - self.map.left) * self.across
        return (x, self.row_y(space.row))

    # -- drawing ------------------------------------------------------------------------------

    def draw(self) -> Iterator[Shape]:
        """Everything that stands in the grid, the bonuses of rows at its right included."""
        yield from self._heads()
        for space in self.map.spaces:
            yield self._space(space)
        if self.map.regions:
            yield Group("part", "regions", (self._borders(),))
            yield from self._region_numbers()
        for bonus in self.map.sheet.bonuses:
            yield from self._bonus(bonus)
        yield from self._row_ends()

    def _heads(self) -> Iterator[Shape]:
        look, base = self.map.look, self.y + 3.2 * MM
        half = 0.25 if self.map.staggered else 0.0
        for k, value in enumerate(self.map.sheet.heading):
            x = self.x + self.flat / 2 + (k + half - self.map.left) * self.across
            text = look.text(x, base, str(value), 9, bold=True)
            yield Group("heading", f"heading.{k + 1}", (text,))
        if self.map.columns and not self.map.sheet.heading:
            for col, habitat in self.map.columns.items():
                x = self.x + self.flat / 2 + (col - self.map.left) * self.across
                name = look.name(habitat)
                if width(name, 7) > self.across - MM:
                    name = look.letters[habitat]
                yield look.text(x, base, name, 7)
        left: dict[int, float] = {}
        for space in self.map.spaces:
            left.setdefault(space.row, self.centre(space)[0] - self.flat / 2)
        for row, edge in left.items():
            y = self.row_y(row) + CAP * SMALL / 2
            yield Text(edge - 0.9 * MM, y, row_letters(row), SMALL, look.theme.quiet, anchor="end")

    def _space(self, space: Space) -> Group:
        """Ground, letters, printed points and marks of a space.

        The middle stays free where a number or a letter is written; else an outlined hexagon
        has its letter above, marks in the middle and room for an id below.
        """
        look, ground = self.map.look, self.map.look.theme.grounds
        x, y = self.centre(space)
        corners, middle = hexagon(x, y, self.flat), self._middle(space)
        kind = "start" if space.start else "overflow" if space.overflow else "blank"
        fill = ground[(*space.habitats, kind)[0]]
        if space.start:
            edge = Paint(fill, look.theme.ink, 1.8)
            sign = star(x, y, self.side * 0.5, Paint(look.theme.ink))
            return Group("space", space.id, (Polygon(corners, edge), sign))
        shapes: list[Shape] = [Polygon(corners, look.outline(fill))]
        letter = look.letters[space.habitats[0]] if space.habitats else ""
        if len(space.habitats) == 2:
            shapes += self._split(space, x, y, middle)
        elif letter and middle and self.map.regions:
            middle = in_row([words(letter, look, self.letter, bold=True), middle], 0.8 * MM)
        elif letter:
            base = y + self._letter_base
            shapes.append(look.text(x, base, letter, self.letter, bold=True, quiet=self.written))
        if middle:
            if middle.width > self.flat - 0.8 * MM:
                raise DoesNotFit(space.id, middle.width, self.flat - 0.8 * MM)
            low = 0.11 * self.flat if len(space.habitats) == 2 else self._low(middle)
            shapes += middle.draw(x, y + low)
        return Group("space", space.id, tuple(shapes))

    def _split(self, space: Space, x: float, y: float, middle: Sign | None) -> Iterator[Shape]:
        """The right half on its own ground, the line between, a letter in each half."""
        look, corners = self.map.look, hexagon(x, y, self.flat)
        cut = y + 0.11 * self.flat - middle.height / 2 if middle else corners[3][1]
        base = cut - 0.5 * MM if middle else y + CAP * 3.5
        yield Polygon(corners[:4], look.outline(look.theme.grounds[space.habitats[1]]))
        yield Line(x, corners[0][1], x, cut, Paint("", look.theme.border, 0.7))
        for side, habitat in zip((-1, 1), space.habitats, strict=True):
            letter = look.letters[habitat]
            yield look.text(x + side * self.flat * 0.23, base, letter, 7, bold=True)

    @property
    def written(self) -> bool:
        return self.map.sheet.marking.write != "outline"

    @property
    def letter(self) -> float:
        """The size of a habitat's letter."""
        return min(8.5, max(7.0, self.flat / MM * 0.75))

    def tip(self, half: float) -> float:
        """How far from the middle a tip of the hexagon is still `half` wide on each side."""
        return self.side * (1 - half / self.flat)

    @property
    def _letter_tip(self) -> float:
        return self.tip(width("M", self.letter, True) / 2 + 1.0 * MM)

    @property
    def _letter_base(self) -> float:
        """The baseline of a letter: in the upper tip, below where that holds region numbers."""
        return self._letter_tip if self.map.regions else CAP * self.letter - self._letter_tip

    def _low(self, middle: Sign) -> float:
        """The middle of marks and points, from the middle of the hexagon."""
        if self.written:
            corner = self.tip(middle.width / 2 + 0.5 * MM) - middle.height / 2
            return min(self.side * 0.48, corner)
        above = CAP * self.letter - self._letter_tip + 0.4 * MM
        below = self.tip(2.2 * MM) - 1.6 * MM
        return above + max(middle.height, below - above) / 2

    def _middle(self, space: Space) -> Sign | None:
        """Printed points and marks of a space, side by side."""
        look, signs = self.map.look, []
        if space.points is not None:
            signs.append(words(str(space.points), look, min(11, self.flat / MM), bold=True))
        if space.offer.sides:
            signs.append(offer_marks(space.offer, look, min(ICON, self.flat * 0.44)))
        return in_row(signs, 0.8 * MM) if signs else None

    def _bonus(self, bonus: Bonus) -> Iterator[Shape]:
        look = self.map.look
        if bonus.shape in ("diamond", "edge"):
            places = [self.centre(self.map.sheet.space[id]) for id in bonus.needs]
            x = sum(p[0] for p in places) / len(places)
            y = sum(p[1] for p in places) / len(places)
            sign = one_kind(bonus, offer_marks(bonus.offer, look, 4.2 * MM), look)
            shapes: tuple[Shape, ...] = sign.draw(x, y)
            if bonus.shape == "diamond":
                a, b = min(self.across / 2 - 0.35 * MM, 4.6 * MM), 3.7 * MM
                corners = ((x, y - b), (x + a, y), (x, y + b), (x - a, y))
                shapes = (
                    Polygon(corners, Paint(look.theme.panel, look.theme.border, 0.6)),
                    *shapes,
                )
            yield Group("bonus", bonus.id, shapes)
        elif bonus.shape == "column":
            last = self.map.last(bonus)
            same = [b for b in self.map.of_shape("column") if self.map.last(b) == last]
            room = self.across / len(same) - 0.6 * MM
            x = self.centre(last)[0] + (same.index(bonus) - (len(same) - 1) / 2) * room
            sign = self.map.bonus_sign(bonus, room, STRIP)
            yield Group("bonus", bonus.id, sign.draw(x, self.strip_y(last.row)))

    def _row_ends(self) -> Iterator[Shape]:
        for row, bonuses in self.map.bonuses_of_rows.items():
            x = self.x + self.width + 1.6 * MM
            for bonus in bonuses:
                sign = self.map.bonus_sign(bonus, self.map.row_room / len(bonuses), 8 * MM)
                yield Group("bonus", bonus.id, sign.draw(x + sign.width / 2, self.row_y(row)))
                x += sign.width + MM

    def _borders(self) -> Path:
        """The borders of regions: sides of hexagons with another region, or none, beyond."""
        sides: dict[tuple[int, int], list[tuple[str, Point, Point]]] = {}
        for space in self.map.spaces:
            corners = hexagon(*self.centre(space), self.flat)
            for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
                # Middles of sides are whole steps of a quarter hexagon apart.
                across = (a[0] + b[0]) / 2 - self.x
                down = (a[1] + b[1]) / 2 - self.row_y(0)
                key = (round(across / self.flat * 4), round(down / self.side * 4))
                sides.setdefault(key, []).append((space.region, a, b))
        drawn = [
            (("M", found[0][1]), ("L", found[0][2]))
            for found in sides.values()
            if len({region for region, _, _ in found}) > 1 or len(found) == 1
        ]
        commands = tuple(command for pair in drawn for command in pair)
        return Path(commands, Paint("", self.map.look.theme.ink, 2.2))

    def _region_numbers(self) -> Iterator[Shape]:
        look, seen = self.map.look, set()
        for space in self.map.spaces:
            if space.region and space.region not in seen:
                seen.add(space.region)
                x, y = self.centre(space)
                half = width(space.region, 7, True) / 2
                base = y - self.tip(half + 1.1 * MM) + CAP * 7
                yield look.text(x, base, space.region, 7, bold=True)


def one_kind(bonus: Bonus, sign: Sign, look: Look) -> Sign:
    """The sign of a bonus with the mark "all of one kind" before it, where that is asked."""
    if not bonus.one_kind or any(g.kind == "same" for side in bonus.offer.sides for g in side):
        return sign
    return in_row([words("=", look, 8, bold=True), sign], 0.5 * MM)
