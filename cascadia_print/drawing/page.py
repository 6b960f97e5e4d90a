"""A sheet as a page: sizes are chosen so that the hexagons are as large as the page allows.

Nothing here or in the modules beside it knows the letter of a sheet: what is drawn follows
from the spaces, bonuses, areas and lines alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from cascadia_print.drawing.areas import Block, Lanes, Listed, Overflow, Paired, Pool, Regions
from cascadia_print.drawing.frame import Band, Legend, how
from cascadia_print.drawing.grid import Grid, Map
from cascadia_print.drawing.ids import id_labels
from cascadia_print.drawing.look import DEFAULT, Look, look
from cascadia_print.drawing.scene import MM, Bounds, Scene, Shape
from cascadia_print.drawing.score import Column
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.drawing.sizes import EDGE, Sizes, extent, template
from cascadia_print.sheet.model import Sheet

SHELF = 3.0 * MM
"""Room between blocks side by side."""
BESIDE = 2.0 * MM
"""Room between the hexagons or blocks and the score column."""


def page(
    sheet: Sheet,
    *,
    language: str = "en",
    theme: str | Path = DEFAULT,
    ids: bool = False,
    number: tuple[int, int] = (1, 1),
    large: bool = False,
) -> Scene:
    """The printed page of a sheet: its design page is 148 x 210 mm, or what A4 and Letter share
    when it is `large` print.

    `theme` is the name of a theme or the path of an author's. `ids` adds the id of every space,
    box and bonus in small print where there is room, instead of patterns; `number` is the
    page's number and the number of pages. Raises DoesNotFit, UnknownTheme, MissingGlyph, and
    Unreadable for an author's theme with faults.
    """
    frame, style = template(large), look(theme, language, large)
    style = replace(style, bare=ids)
    (wide, high), inside = extent(frame)
    left, top, right, bottom = inside[0] + EDGE, inside[1] + EDGE, inside[2] - EDGE, inside[3]
    name = style.of(sheet.name, sheet.id)
    values = {
        "name": name,
        "letter": sheet.id,
        "stars": sheet.stars,
        "ref": sheet.ref,
        "layout": style.say("owned" if sheet.copied else "layout", ref=sheet.ref),
        "how": how(sheet, style),
        "page": number[0],
        "pages": number[1],
    }
    header = Band(frame["header"], values, style, right - left)
    footer = Band(frame["footer"], values, style, right - left)
    foot = bottom - footer.height()
    content = (left, top + header.height() + 1.6 * MM, right, foot - 1.4 * MM)
    layout = best(Parts(sheet, style), content)
    shapes = (*header.draw(left, top), *layout.draw(), *footer.draw(left, foot))
    unnamed: tuple[str, ...] = ()
    if ids:
        labels, unnamed = id_labels(shapes, style, inside)
        shapes = (*shapes, labels)
    return Scene(
        width=wide,
        height=high,
        shapes=shapes,
        title=f"{name} ({sheet.ref})",
        subject=style.say("subject-owned" if sheet.copied else "subject"),
        language=language,
        inside=inside,
        unnamed=unnamed,
    )


@dataclass(frozen=True)
class Parts:
    """What has to find a place."""

    sheet: Sheet
    look: Look

    @cached_property
    def map(self) -> Map:
        return Map(self.sheet, self.look)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The score column with labels above its boxes, beside them, and as narrow as it can be."""
        sheet, look = self.sheet, self.look
        return Column(sheet, look), Column(sheet, look, flat=True), Column(sheet, look, tight=True)

    @cached_property
    def legend(self) -> Legend:
        return Legend(self.sheet, self.look)

    @cached_property
    def regions(self) -> Regions | None:
        bonuses = self.map.of_shape("region")
        return Regions(bonuses, self.look) if bonuses else None

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Overflow row, areas and bonuses without a place of their own, from top to bottom."""
        found: list[Block] = []
        apart = tuple(s for s in self.sheet.spaces if "." in s.id)
        if apart:
            found.append(Overflow(apart, self.look))
        for area in self.sheet.areas:
            if area.kind == "lanes":
                found.append(Lanes(area, self.sheet, self.look))
            elif area.kind == "pool":
                found.append(Pool(area, self.look))
            else:
                found.append(Paired(area, self.look))
        asides = {b.id for b in self.columns[0].asides.values()}
        listed = tuple(
            b
            for b in self.sheet.bonuses
            if b.shape == "spaces" or (b.shape == "habitat" and b.id not in asides)
        )
        if listed:
            found.append(Listed(listed, self.sheet, self.look))
        return tuple(found)

    @property
    def aligned(self) -> bool:
        """Whether score lines belong beside rows of hexagons."""
        terms = [term for line in self.sheet.lines for term in line.terms]
        return any(term.kind in ("written", "heading") for term in terms)

    @property
    def least(self) -> float:
        """The least hexagon."""
        return self.map.least


@dataclass(frozen=True)
class Room:
    """What grows where there is room; lengths in points."""

    flat: float
    box: float
    gap: float = 1.8 * MM
    spread: float = 0.0


@dataclass(frozen=True)
class Layout:
    """Where everything stands. `slack` is the height left over, negative: too tall."""

    parts: Parts
    column: Column
    content: Bounds
    room: Room
    beside: bool
    """The score column stands beside the hexagons, else below them."""
    lines: tuple[int, ...]
    """How many blocks stand side by side, line by line."""

    @property
    def size(self) -> Sizes:
        return self.parts.look.size

    @cached_property
    def wide(self) -> float:
        return self.content[2] - self.content[0]

    @cached_property
    def narrow(self) -> float:
        return self.wide - self.column.width - BESIDE

    @cached_property
    def grid_room(self) -> float:
        """The width that is left for hexagons."""
        signs = self.parts.map.row_bonuses.values()
        room = (self.narrow if self.beside else self.wide) - self.size.letters
        room -= self.parts.regions.width + 1.2 * MM if self.parts.regions else 0
        return room - (max(s.width for s in signs) + 1.6 * MM if signs else 0)

    @cached_property
    def gap(self) -> float:
        """The room between hexagons of a row, less where they would become too small."""
        steps = self.parts.map.steps
        spare = self.grid_room - self.parts.least * (steps + 1)
        return max(0.0, min(self.parts.map.gap, spare / max(steps, 1)))

    @cached_property
    def widest(self) -> float:
        """The largest hexagon that the width allows."""
        steps = self.parts.map.steps
        return (self.grid_room - steps * self.gap) / (steps + 1)

    @cached_property
    def grid(self) -> Grid:
        room = self.room
        grid = Grid(self.parts.map, room.flat, self.gap, room.spread, y=self.content[1])
        spare, steps = self.grid_room - grid.width, self.parts.map.steps
        wide = 0.0
        if not self.parts.map.staggered and not self.parts.map.regions and steps:
            wide = min(spare / steps, 3.2 * MM)
            spare -= wide * steps
        left = self.content[0] + self.size.letters + spare / 2
        if self.parts.regions:
            left += self.parts.regions.width + 1.2 * MM
        return replace(grid, wide=wide, x=left)

    @cached_property
    def grid_bottom(self) -> float:
        regions = self.parts.regions
        least = regions.least_height if regions else 0
        return self.content[1] + max(self.grid.height, least)

    @cached_property
    def places(self) -> tuple[float, ...]:
        """The middles of the boxes of the score column."""
        column = self.column
        if not self.beside:
            top = self.grid_bottom + self.room.gap
            return tuple(column.places({}, top, self.content[3]))
        anchors = column.anchors(self.grid)
        bottom = self.content[3] if anchors else self.grid_bottom
        return tuple(column.places(anchors, self.content[1], bottom))

    @cached_property
    def column_bottom(self) -> float:
        return self.places[-1] + self.size.total / 2

    def room_at(self, y: float) -> float:
        """The width that is free at a height below the hexagons."""
        return self.narrow if y < self.column_bottom + MM else self.wide

    @cached_property
    def shelves(self) -> tuple[tuple[tuple[Block, ...], float, float], ...]:
        """Lines of blocks with their top and width: below the score column, where they do not
        fit beside it."""
        found: list[tuple[tuple[Block, ...], float, float]] = []
        y, left = self.grid_bottom + self.room.gap, self.parts.blocks
        for count in self.lines:
            shelf, left = left[:count], left[count:]
            if self._least(shelf) > self.room_at(y):
                y = max(y, self.column_bottom + self.room.gap)
            found.append((shelf, y, self.room_at(y)))
            y += self._height(shelf, self.room_at(y)) + self.room.gap
        return tuple(found)

    def _least(self, shelf: tuple[Block, ...]) -> float:
        return sum(b.least for b in shelf) + SHELF * (len(shelf) - 1)

    def _height(self, shelf: tuple[Block, ...], room: float) -> float:
        return max(b.height(w, self.room.box) for b, w in self._widths(shelf, room))

    def _widths(self, shelf: tuple[Block, ...], room: float) -> Iterator[tuple[Block, float]]:
        """The blocks of a line with their widths: what is spare is shared by what each can use."""
        spare = room - self._least(shelf)
        if spare < -0.01:
            raise DoesNotFit(type(shelf[0]).__name__.lower(), shelf[0].least, room)
        growth = [b.most - b.least for b in shelf]
        share = min(1.0, spare / sum(growth)) if sum(growth) else 0
        for block, grow in zip(shelf, growth, strict=True):
            yield block, block.least + grow * share

    @cached_property
    def blocks_bottom(self) -> float:
        if not self.shelves:
            return self.grid_bottom
        shelf, y, room = self.shelves[-1]
        return y + self._height(shelf, room)

    @cached_property
    def legend(self) -> tuple[float, float]:
        """Top and width of the legend, which stands at the bottom."""
        for room in (self.wide, self.narrow):
            top = self.content[3] - self.parts.legend.height(room)
            if self.room_at(top) >= room:
                break
        return top, room

    @cached_property
    def slack(self) -> float:
        over = self.content[3] - self.column_bottom
        # Rounded: a column that reaches the bottom exactly has room.
        return round(min(over, self.legend[0] - self.room.gap - self.blocks_bottom), 6)

    @property
    def merit(self) -> float:
        """The size of hexagons, worth less where score boxes stand away from their rows or have
        broken labels."""
        merit = self.room.flat * (1.03 if self.column.flat else 0.96 if self.column.tight else 1)
        away = self.beside and self.parts.aligned and not self.column.anchors(self.grid)
        return merit * (0.8 if away else 1)

    def draw(self) -> Iterator[Shape]:
        left, top = self.content[:2]
        yield from self.grid.draw()
        if self.parts.regions:
            high = self.grid_bottom - top
            yield from self.parts.regions.draw(left, top, high)
        yield from self.column.draw(self.content[2] - self.column.width, self.places)
        for shelf, y, room in self.shelves:
            x = left
            for block, wide in self._widths(shelf, room):
                yield from block.draw(x, y, wide, self.room.box)
                x += wide + SHELF
        y, room = self.legend
        yield from self.parts.legend.draw(left, y, room)


def best(parts: Parts, content: Bounds) -> Layout:
    """The layout with the largest hexagons, then roomier boxes and gaps. Raises DoesNotFit."""
    first = parts.aligned or bool(parts.columns[0].asides)
    problem: DoesNotFit | None = None
    for beside in (first, not first):
        found: list[Layout] = []
        for column, lines in product(parts.columns, partitions(len(parts.blocks))):
            start = Room(parts.least, parts.look.size.box)
            try:
                found.append(largest(Layout(parts, column, content, start, beside, lines)))
            except DoesNotFit as error:
                problem = problem or error
        if found:
            return roomier(max(found, key=lambda layout: layout.merit))
    assert problem
    raise problem


def partitions(count: int) -> Iterator[tuple[int, ...]]:
    """All ways to break a number of blocks into lines."""
    if not count:
        yield ()
    for first in range(1, count + 1):
        yield from ((first, *rest) for rest in partitions(count - first))


def largest(layout: Layout) -> Layout:
    """The layout with its largest hexagons, to 0.1 mm. Raises DoesNotFit."""
    least = layout.parts.least
    if layout.widest < least - 0.001:
        need = least * (layout.parts.map.steps + 1)
        raise DoesNotFit("row of hexagons", need, layout.grid_room)
    if layout.slack < 0:
        have = layout.content[3] - layout.content[1]
        raise DoesNotFit("height of the sheet", have - layout.slack, have)
    low, high = 0, int((min(layout.widest, layout.size.largest) - least) / (0.1 * MM))
    while low < high:
        middle = (low + high + 1) // 2
        if sized(layout, flat=least + middle * 0.1 * MM).slack >= 0:
            low = middle
        else:
            high = middle - 1
    return sized(layout, flat=least + low * 0.1 * MM)


def roomier(layout: Layout) -> Layout:
    """The layout with what is left over given to boxes, rows and gaps in turn."""
    box = layout.size.box
    for name, most in (
        ("box", 1.15 * box),
        ("gap", 3.2 * MM),
        ("spread", 1.6 * MM),
        ("box", 1.35 * box),
        ("gap", 5.0 * MM),
        ("spread", 3.0 * MM),
        ("box", 1.65 * box),
        ("spread", 6.0 * MM),
        ("gap", 12.0 * MM),
        ("box", 2.2 * box),
    ):
        while (value := getattr(layout.room, name) + 0.2 * MM) <= most:
            next_ = sized(layout, **{name: value})
            if next_.slack < 0:
                break
            layout = next_
    return layout


def sized(layout: Layout, **room: Any) -> Layout:
    """The layout with other sizes."""
    return replace(layout, room=replace(layout.room, **room))
