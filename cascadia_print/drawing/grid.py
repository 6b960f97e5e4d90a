"""The hexagons: where they stand, what is printed in, between and around them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.look import WIDEST, Look
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Command,
    Group,
    Line,
    Paint,
    Path,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
)
from cascadia_print.drawing.signs import (
    DoesNotFit,
    Sign,
    Way,
    above,
    badge,
    beside,
    drawing,
    hexagon,
    icon,
    in_row,
    offer_alone,
    shown,
    words,
)
from cascadia_print.drawing.textures import texture
from cascadia_print.sheet.hexgrid import shifted
from cascadia_print.sheet.model import Bonus, Sheet, Space, row_letters

RIM = 0.4 * MM
EDGE = 0.4 * MM
"""Room around an icon between two hexagons."""

Placed = tuple[Sign, float, float]
"""A sign and its middle, from the middle of its hexagon."""


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

    @cached_property
    def pointed(self) -> bool:
        """Whether points are printed in hexagons."""
        return any(s.points is not None for s in self.spaces)

    @cached_property
    def first_of_regions(self) -> Mapping[str, str]:
        """Space -> the region that it is the first of."""
        found: dict[str, str] = {}
        for space in self.spaces:
            if space.region:
                found.setdefault(space.region, space.id)
        return {id: region for region, id in found.items()}

    @cached_property
    def _shapes(self) -> Mapping[str, tuple[Bonus, ...]]:
        found: dict[str, list[Bonus]] = {}
        for bonus in self.sheet.bonuses:
            found.setdefault(bonus.shape, []).append(bonus)
        return {shape: tuple(bonuses) for shape, bonuses in found.items()}

    def of_shape(self, shape: str) -> tuple[Bonus, ...]:
        return self._shapes.get(shape, ())

    def last(self, bonus: Bonus) -> Space:
        """The lowest, rightmost space of a bonus."""
        return max((self.sheet.space[id] for id in bonus.needs), key=lambda s: (s.row, s.col))

    @cached_property
    def strips(self) -> tuple[int, ...]:
        """Rows with bonuses of columns right below them."""
        return tuple(sorted({self.last(b).row for b in self.of_shape("column")}))

    @cached_property
    def scored(self) -> Mapping[str, tuple[int, bool]]:
        """Line -> the one row of hexagons that it scores, or, True, the strip below that row."""
        found: dict[str, tuple[int, bool]] = {}
        for line in self.sheet.lines:
            ids = [id for t in line.terms if t.kind in ("written", "heading") for id in t.spaces]
            rows = {self.sheet.space[id].row for id in ids if "." not in id}
            below = [] if ids else [b for b in self.of_shape("column") if b.line == line.id]
            strips = {self.last(b).row for b in below}
            if len(rows) == 1:
                found[line.id] = rows.pop(), False
            elif len(strips) == 1:
                found[line.id] = strips.pop(), True
        return found

    @cached_property
    def gap(self) -> float:
        """Room between hexagons of a row if there is any; none where regions have borders."""
        if self.regions:
            return 0.0
        tight = self.staggered or self.of_shape("diamond") or self.of_shape("edge")
        return (0.5 if tight else 1.4) * MM

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
    def row_bonuses(self) -> Mapping[int, Sign]:
        """Row -> the sign of its bonuses at the right."""
        return {
            row: in_row([self.row_sign(b) for b in bonuses], MM)
            for row, bonuses in self.bonuses_of_rows.items()
        }

    @cached_property
    def bonuses_of_rows(self) -> Mapping[int, list[Bonus]]:
        found: dict[int, list[Bonus]] = {}
        for bonus in self.of_shape("row"):
            found.setdefault(self.last(bonus).row, []).append(bonus)
        return found

    def row_sign(self, bonus: Bonus) -> Sign:
        size = self.look.size
        room = 4 * size.circle / len(self.bonuses_of_rows[self.last(bonus).row])
        return self.bonus_sign(bonus, room, 1.15 * size.circle)

    def bonus_sign(self, bonus: Bonus, wide: float, high: float) -> Sign:
        return one_kind(bonus, offer_alone(bonus.offer, self.look, wide, high), self.look)

    @cached_property
    def least(self) -> float:
        """The least hexagon that holds what is printed in each. Raises DoesNotFit."""
        size = self.look.size
        flat = size.outlined if self.sheet.marking.write == "outline" else size.written
        alike = {(s.habitats, s.points, s.offer, s.start): s for s in self.spaces}
        while flat < size.largest:
            if all(Cell(self, space, flat).fits for space in alike.values()):
                return flat
            flat += 0.1 * MM
        for space in self.spaces:
            Cell(self, space, flat).check()
        return flat


@dataclass(frozen=True)
class Cell:
    """What stands in a hexagon, `flat` from side to side.

    Where nothing is written, a letter stands in the upper tip, printed points and bonuses in
    the middle, and in an empty one a quiet icon. Where a number or an animal is written, the
    middle stays free and icon and letter share a tip: the lower one where regions have their
    numbers in the upper one.
    """

    map: Map
    space: Space
    flat: float

    @property
    def look(self) -> Look:
        return self.map.look

    @property
    def side(self) -> float:
        return self.flat / math.sqrt(3)

    @property
    def rim(self) -> float:
        """Room between what stands in the hexagon and its sides."""
        return RIM + 2 * self.look.broader

    @property
    def written(self) -> bool:
        return self.map.sheet.marking.write != "outline"

    def tip(self, half: float) -> float:
        """How far from the middle a tip of the hexagon is still `half` wide on each side."""
        return self.side * (1 - half / self.flat)

    def half(self, y: float) -> float:
        """Half of the hexagon's width `y` above or below its middle."""
        return min(self.flat / 2, (self.side - abs(y)) * math.sqrt(3))

    @property
    def letter_size(self) -> float:
        text = self.look.size.text
        return min(text.letter, max(text.body, self.flat / MM * 0.75))

    def _letter(self, habitat: str) -> Sign:
        colour = self.look.theme.marks[habitat]
        return words(self.look.letters[habitat], self.look, self.letter_size, True, colour)

    def _points(self) -> Sign | None:
        if self.space.points is None:
            return None
        return words(str(self.space.points), self.look, self._digit, bold=True)

    @property
    def _digit(self) -> float:
        """The size of printed points."""
        text = self.look.size.text
        return min(text.digit, max(text.small, 0.9 * self.flat / MM))

    def _marks(self) -> Sign | None:
        size = self.look.size
        way = Way(min(size.icon, max(size.mark, self.flat * 0.36)))
        return shown(self.space.offer, self.look, way) if self.space.offer.sides else None

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """Everything with its place; what has no room is there all the same."""
        if self.space.start:
            star = drawing("star", self.side * 1.15, self.look.theme.ink)
            return ((star, 0.0, 0.0),)
        if self.written:
            return tuple(self._around_the_middle())
        return tuple(self._in_halves() if len(self.space.habitats) == 2 else self._outlined())

    def _outlined(self) -> Iterator[Placed]:
        marks, points = self._marks(), self._points()
        if not self.space.habitats:
            signs = [s for s in (points, marks) if s]
            if signs:
                yield in_row(signs, 0.7 * MM), 0.0, 0.0
            return
        top = self._letter(self.space.habitats[0])
        # The widest letter decides for all, so that letters stand on one line.
        reach = width("M", self.letter_size, True) / 2 + self.rim + 0.5 * MM
        if self.map.pointed:
            digit = width("3", self._digit, True)
            reach += digit / 2 + 0.2 * MM
            if points:
                top = in_row([top, points], 0.9 * MM)
        y = top.height / 2 - self.tip(reach)
        yield top, 0.0, y
        low = y + top.height / 2 + 0.3 * MM
        if marks:
            yield marks, 0.0, self._between(low, marks)
        else:
            side = (self.side - 0.3 * MM - low) / 1.29
            quiet = self._quiet(min(side, self.flat * 0.46))
            if quiet:
                yield quiet, 0.0, self._between(low, quiet)

    def _in_halves(self) -> Iterator[Placed]:
        """A letter in each half, and marks in the lower part or an icon above each letter."""
        marks = self._marks()
        if marks:
            low = min(0.36 * self.side + marks.height / 2, self.tip(marks.width / 2 + self.rim))
            yield marks, 0.0, low - marks.height / 2
        for turn, habitat in zip((-1, 1), self.space.habitats, strict=True):
            sign = self._letter(habitat)
            if marks:
                base = low - marks.height - 0.4 * MM
                y = base - sign.height / 2
                room = self.half(base - sign.height) - self.rim - sign.width / 2
            else:
                y, room = 0.0, self.flat
                if not self.look.bare:
                    sign = above(
                        drawing(habitat, self.flat * 0.31, self.look.theme.textures[habitat]),
                        self.look.letters[habitat],
                        self.look,
                        bold=True,
                        colour=self.look.theme.marks[habitat],
                    )
            yield sign, turn * min(self.flat * 0.235, room), y

    def _around_the_middle(self) -> Iterator[Placed]:
        marks, habitat = self._marks(), next(iter(self.space.habitats), "")
        if self.space.points is not None or not habitat:
            signs = [s for s in (self._points(), marks) if s]
            marks = in_row(signs, 0.7 * MM) if signs else None
        low = self.side
        if habitat:
            letter, colour = self.look.letters[habitat], self.look.theme.marks[habitat]
            sign = self._letter(habitat)
            size = self._cluster()
            if size and not (marks and self.map.regions):
                sign = beside(drawing(habitat, size, colour), letter, self.look, colour)
            y = self.tip(sign.width / 2 + self.rim) - sign.height / 2
            yield sign, 0.0, y if self.map.regions else -y
            if self.map.regions:
                low = y - sign.height / 2 - 0.4 * MM
        if marks:
            yield marks, 0.0, min(low, self.tip(marks.width / 2 + self.rim)) - marks.height / 2

    def _cluster(self) -> float:
        """The size of an icon beside the widest letter, 0 where there is no room for both.

        Bonuses that stand half in the hexagon take of its width.
        """
        size = max(self.look.size.quiet, self.flat * 0.25)
        if self.map.of_shape("edge"):
            free = self.flat - self.edge - 2 * EDGE - MM
            size = min(size, free - width("W", self.look.size.text.small, True) - 0.3 * MM)
        return size if size >= self.look.size.quiet else 0.0

    @property
    def edge(self) -> float:
        """The size of icons of bonuses between two hexagons."""
        return max(4 * MM, min(self.look.size.mark, 0.57 * self.side))

    def _between(self, low: float, sign: Sign) -> float:
        """The middle of a sign below `low`: near the middle of what is free there."""
        high = self.tip(sign.width / 2 + self.rim)
        return max(low + sign.height / 2, min(0.17 * self.side, high - sign.height / 2))

    def _quiet(self, size: float) -> Sign | None:
        """The habitat's icon as a quiet mark, where it can be seen."""
        habitat = self.space.habitats[0] if self.space.habitats else ""
        if not habitat or size < self.look.size.quiet or self.look.bare:
            return None
        return drawing(habitat, size, self.look.theme.textures[habitat])

    def _over(self) -> Iterator[tuple[float, float]]:
        """For each sign that is too large: what it needs and has."""
        for sign, x, y in self.placed:
            reach = abs(x) + sign.width / 2
            edge = max(abs(y - sign.height / 2), abs(y + sign.height / 2)) - 0.45 * sign.height
            room = min(self.half(abs(y)), self.half(edge)) - 0.25 * MM
            bottom = self.tip(sign.width / 2 + 0.1 * MM)
            if reach > room + 0.01:
                yield 2 * reach, 2 * room
            elif not self.written and y + sign.height / 2 > bottom + 0.01 and not x:
                yield sign.height, bottom - (y - sign.height / 2)

    @property
    def fits(self) -> bool:
        return self.space.start or not any(True for _ in self._over())

    def check(self) -> None:
        """Raises DoesNotFit for what has no room."""
        for need, have in self._over():
            raise DoesNotFit(self.space.id, need, have)

    def boxes(self, x: float, y: float) -> Iterator[Bounds]:
        """What has to stay free of patterns when the hexagon stands at `x`, `y`."""
        for sign, a, b in self.placed:
            yield (
                x + a - sign.width / 2,
                y + b - sign.height / 2,
                x + a + sign.width / 2,
                y + b + sign.height / 2,
            )
        if self.written:
            shift = -0.06 * self.side if self.map.regions else 0.16 * self.side
            wide, high = 0.3 * self.flat, 0.45 * self.side
            yield (x - wide, y + shift - high, x + wide, y + shift + high)
        if self.space.id in self.map.first_of_regions:
            wide, high, middle = self.badge
            yield (x - wide / 2, y + middle - high / 2, x + wide / 2, y + middle + high / 2)

    @property
    def badge(self) -> tuple[float, float, float]:
        """Width, height and middle of the badge with a region's number in the upper tip."""
        wide = self.look.size.number
        return wide, 0.7 * wide, 0.35 * wide - self.tip(wide / 2 + 0.7 * MM)


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
    def look(self) -> Look:
        return self.map.look

    @property
    def side(self) -> float:
        return self.flat / math.sqrt(3)

    @property
    def across(self) -> float:
        return self.flat + self.gap + self.wide

    @cached_property
    def down(self) -> float:
        if self.map.staggered:
            return self.across * math.sqrt(3) / 2
        between = self.look.size.between if self.map.of_shape("diamond") else 0.9 * MM
        return 2 * self.side + between + self.spread

    @property
    def width(self) -> float:
        return self.map.steps * self.across + self.flat

    def row_y(self, row: int) -> float:
        """The middle of a row of hexagons."""
        y = self.y + self.head + self.side + row * self.down
        return y + sum(self._extra for r in self.map.strips if r < row)

    @cached_property
    def _first(self) -> float:
        return self.row_y(0)

    @property
    def _strip(self) -> float:
        return self.look.size.strip

    @cached_property
    def _extra(self) -> float:
        """What a strip adds to the distance between two rows."""
        return self._strip + max(0.0, 2 * self.side + 0.9 * MM - self.down)

    def strip_y(self, row: int) -> float:
        """The middle of the strip below a row."""
        return self.row_y(row) + self.side + self._strip / 2 + 0.3 * MM

    @property
    def head(self) -> float:
        """Room for headings or the names of columns."""
        return self.look.size.heading if self.map.sheet.heading or self.map.columns else 0.0

    @property
    def height(self) -> float:
        last = self.map.rows - 1
        bottom = self.row_y(last) + self.side
        return bottom - self.y + (self._strip + 0.6 * MM if last in self.map.strips else 0)

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
            yield Group("part", "regions", tuple(self._borders()))
            yield from self._region_numbers()
        for bonus in self.map.sheet.bonuses:
            yield from self._bonus(bonus)
        yield from self._row_ends()

    def _heads(self) -> Iterator[Shape]:
        look, text = self.look, self.look.size.text
        base = self.y + self.head - 1.5 * MM
        half = 0.25 if self.map.staggered else 0.0
        for k, value in enumerate(self.map.sheet.heading):
            x = self.x + self.flat / 2 + (k + half - self.map.left) * self.across
            sign = look.text(x, base, str(value), text.head, bold=True)
            yield Group("heading", f"heading.{k + 1}", (sign,))
        if self.map.columns and not self.map.sheet.heading:
            names = {col: look.name(habitat) for col, habitat in self.map.columns.items()}
            longest = max(width(name, text.body) for name in names.values())
            share = min(1.0, (self.across - MM) / longest)
            if text.body * share < text.small:
                names, share = {c: look.letters[h] for c, h in self.map.columns.items()}, 1.0
            for col, name in names.items():
                x = self.x + self.flat / 2 + (col - self.map.left) * self.across
                yield look.text(x, base, name, math.floor(20 * text.body * share) / 20)
        left: dict[int, float] = {}
        for space in self.map.spaces if look.size.letters else ():
            left.setdefault(space.row, self.centre(space)[0] - self.flat / 2)
        for row, edge in left.items():
            y = self.row_y(row) + CAP * text.small / 2
            name, quiet = row_letters(row), look.theme.quiet
            yield Text(edge - 0.9 * MM, y, name, text.small, quiet, anchor="end")

    def _space(self, space: Space) -> Group:
        """Ground, pattern, letters, printed points and marks of a space."""
        look, (x, y) = self.look, self.centre(space)
        grounds = look.theme.grounds
        kind = "start" if space.start else "overflow" if space.overflow else "blank"
        fill = grounds[(*space.habitats, kind)[0]]
        corners = hexagon(x, y, self.flat)
        edge = Paint(fill, look.theme.ink, 1.8) if space.start else look.outline(fill)
        shapes: list[Shape] = [Polygon(corners, edge)]
        cell = Cell(self.map, space, self.flat)
        cell.check()
        taken = [*cell.boxes(x, y), *self._between.get(space.id, ())]
        halves = (-1, 1) if len(space.habitats) == 2 else (0,)
        if len(space.habitats) == 2:
            shapes.append(Polygon(corners[:4], look.outline(grounds[space.habitats[1]])))
            below = [b for b in cell.boxes(x, y) if b[0] < x < b[2]]
            end = below[0][1] - 0.4 * MM if below else corners[3][1]
            line = Paint("", look.theme.border, look.stroke(0.7))
            shapes.append(Line(x, corners[0][1], x, end, line))
        for half, habitat in zip(halves, space.habitats, strict=False):
            pattern = self._pattern(habitat, (x, y), taken, half)
            shapes += [pattern] if pattern else []
        for sign, a, b in cell.placed:
            shapes += sign.draw(x + a, y + b)
        return Group("space", space.id, tuple(shapes))

    def _pattern(
        self, habitat: str, centre: Point, taken: Sequence[Bounds], half: int
    ) -> Path | None:
        theme = self.look.theme
        name = theme.patterns[habitat]
        if name == "none" or self.look.bare:
            return None
        scale = self.look.size.mark / (4 * MM)
        paint = Paint("", theme.textures[habitat], 0.55 * scale)
        return texture(name, centre, self.flat, taken, paint, half, scale**0.5)

    @cached_property
    def _between(self) -> Mapping[str, list[Bounds]]:
        """Space -> the boxes of bonuses that stand half in it."""
        found: dict[str, list[Bounds]] = {}
        for bonus in self.map.of_shape("edge"):
            x, y, sign = self._edge(bonus)
            wide, high = sign.width / 2, sign.height / 2
            for id in bonus.needs:
                found.setdefault(id, []).append((x - wide, y - high, x + wide, y + high))
        return found

    def _middle(self, bonus: Bonus) -> Point:
        places = [self.centre(self.map.sheet.space[id]) for id in bonus.needs]
        return sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places)

    def _edge(self, bonus: Bonus) -> tuple[float, float, Sign]:
        """The place of a bonus between two hexagons, and its sign on a ground of its own."""
        look, (x, y) = self.look, self._middle(bonus)
        size = Cell(self.map, self.map.sheet.space[bonus.needs[0]], self.flat).edge
        sign = one_kind(bonus, shown(bonus.offer, look, Way(size, below=True)), look)
        wide, high = sign.width + 2 * EDGE, sign.height + 2 * EDGE

        def draw(x: float, y: float) -> tuple[Shape, ...]:
            place = (x - wide / 2, y - high / 2, wide, high)
            return (Rect(*place, look.outline(), radius=MM), *sign.draw(x, y))

        return x, y, Sign(wide, high, draw)

    def _diamond(self, bonus: Bonus) -> tuple[Shape, ...]:
        """The room between four hexagons, its sides along theirs, with what it gives."""
        look, (x, y), off = self.look, self._middle(bonus), 0.4 * MM
        high = self.down / 2 - self.side / 2 - off * 1.155
        low, wide = self.down / 2 - self.side - off * 0.6, self.across / 2 - off * 0.55
        corners = (
            (x, y - high),
            (x + wide, y - low),
            (x + wide, y + low),
            (x, y + high),
            (x - wide, y + low),
            (x - wide, y - low),
        )
        sign = one_kind(bonus, shown(bonus.offer, look, Way(look.size.mark)), look)
        return (Polygon(corners, look.outline(width=0.6)), *sign.draw(x, y))

    def _bonus(self, bonus: Bonus) -> Iterator[Shape]:
        if bonus.shape == "diamond":
            yield Group("bonus", bonus.id, self._diamond(bonus))
        elif bonus.shape == "edge":
            x, y, sign = self._edge(bonus)
            yield Group("bonus", bonus.id, sign.draw(x, y))
        elif bonus.shape == "column":
            last = self.map.last(bonus)
            same = [b for b in self.map.of_shape("column") if self.map.last(b) == last]
            room = self.across / len(same) - 0.6 * MM
            x = self.centre(last)[0] + (same.index(bonus) - (len(same) - 1) / 2) * room
            sign = self.map.bonus_sign(bonus, room, self.look.size.circle)
            yield Group("bonus", bonus.id, sign.draw(x, self.strip_y(last.row)))

    def _row_ends(self) -> Iterator[Shape]:
        for row, bonuses in self.map.bonuses_of_rows.items():
            x = self.x + self.width + 1.6 * MM
            for bonus in bonuses:
                sign = self.map.row_sign(bonus)
                yield Group("bonus", bonus.id, sign.draw(x + sign.width / 2, self.row_y(row)))
                x += sign.width + MM

    def _borders(self) -> Iterator[Path]:
        """The borders of regions: sides of hexagons with another region, or none, beyond."""
        sides: dict[tuple[int, int], list[tuple[str, Point, Point]]] = {}
        for space in self.map.spaces:
            corners = hexagon(*self.centre(space), self.flat)
            for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
                middle = self._key(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
                sides.setdefault(middle, []).append((space.region, a, b))
        drawn = [
            (found[0][1], found[0][2])
            for found in sides.values()
            if len({region for region, _, _ in found}) > 1 or len(found) == 1
        ]
        commands: list[Command] = []
        for trail in self._trails(drawn):
            commands.append(("M", trail[0]))
            commands += [("L", point) for point in trail[1:]]
        yield Path(tuple(commands), Paint("", self.look.theme.ink, self.look.stroke(WIDEST)))

    def _key(self, point: Point) -> tuple[int, int]:
        """A corner or the middle of a side: they are whole steps of a quarter apart."""
        across, down = point[0] - self.x, point[1] - self._first
        return round(across / self.flat * 4), round(down / self.side * 4)

    def _trails(self, sides: Sequence[tuple[Point, Point]]) -> Iterator[list[Point]]:
        """Sides joined end to end as far as they go, so that their corners are drawn as such."""
        ends: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for a, b in sides:
            ends.setdefault(self._key(a), []).append((a, b))
            ends.setdefault(self._key(b), []).append((b, a))
        left = {frozenset((self._key(a), self._key(b))) for a, b in sides}
        # Trails begin where three borders meet: what is left then runs in circles.
        for a, b in [s for key in sorted(ends, key=lambda k: len(ends[k]) == 2) for s in ends[key]]:
            if frozenset((self._key(a), self._key(b))) not in left:
                continue
            trail = [a]
            while True:
                left.discard(frozenset((self._key(trail[-1]), self._key(b))))
                trail.append(b)
                onward = [
                    end
                    for _, end in ends[self._key(b)]
                    if frozenset((self._key(b), self._key(end))) in left
                ]
                if not onward:
                    break
                b = onward[0]
            yield trail

    def _region_numbers(self) -> Iterator[Shape]:
        for id, region in self.map.first_of_regions.items():
            space = self.map.sheet.space[id]
            x, y = self.centre(space)
            _, _, middle = Cell(self.map, space, self.flat).badge
            yield from badge(region, self.look).draw(x, y + middle)


def one_kind(bonus: Bonus, sign: Sign, look: Look) -> Sign:
    """The sign of a bonus with the mark "all of one kind" before it, where that is asked."""
    if not bonus.one_kind or any(g.kind == "same" for side in bonus.offer.sides for g in side):
        return sign
    return in_row([icon("same", "", look, look.size.mark), sign], 0.5 * MM)
