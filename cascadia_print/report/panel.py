"""Text beside a drawing: blocks that follow each other down columns and over pages."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cascadia_print.drawing.fonts import CAP, MissingGlyph, width, wrap
from cascadia_print.drawing.scene import MM, Line, Paint, Rect, Shape, Text
from cascadia_print.drawing.signs import Sign

INK = "#161616"
QUIET = "#4a4a4a"
RULE = "#8a8a8a"
BODY = 8.5
LEADING = 1.38


@dataclass(frozen=True, slots=True)
class Column:
    """A place for blocks: the page it is on, its left edge, top, width and height."""

    page: int
    x: float
    y: float
    wide: float
    high: float


class Block:
    """Something with a height that follows from its width."""

    def __init__(self, gap: float = 0.0, keep: bool = False, spare: bool = False) -> None:
        self.gap, self.keep, self.spare = gap, keep, spare
        """Room above it; whether it stays with the next block; whether it is left out where it
        would begin a column."""

    def height(self, wide: float) -> float:
        raise NotImplementedError

    def draw(self, x: float, y: float, wide: float) -> Iterator[Shape]:
        raise NotImplementedError


class Paragraph(Block):
    """Wrapped text, with a sign that hangs before its first line if there is one."""

    def __init__(
        self,
        text: str,
        size: float = BODY,
        *,
        bold: bool = False,
        colour: str = INK,
        indent: float = 0.0,
        sign: Sign | None = None,
        gap: float = 0.0,
        keep: bool = False,
        spare: bool = False,
    ) -> None:
        super().__init__(gap, keep, spare)
        self.text, self.size, self.bold, self.colour = drawable(text), size, bold, colour
        self.indent, self.sign = indent, sign

    def height(self, wide: float) -> float:
        return len(self._lines(wide)) * self.size * LEADING

    def draw(self, x: float, y: float, wide: float) -> Iterator[Shape]:
        for k, line in enumerate(self._lines(wide)):
            base = y + self.size * (1.04 + k * LEADING)
            yield Text(x + self.indent, base, line, self.size, self.colour, self.bold)
        if self.sign:
            middle = y + self.size * (1.04 - CAP / 2)
            yield from self.sign.draw(x + self.sign.width / 2, middle)

    def _lines(self, wide: float) -> tuple[str, ...]:
        return wrap(self.text, self.size, wide - self.indent, self.bold)


class Table(Block):
    """Rows of cells: the first at the left, the others at the right of columns of one width."""

    def __init__(self, rows: Sequence[Sequence[str]], gap: float = 0.0) -> None:
        super().__init__(gap)
        self.rows = [[drawable(cell) for cell in row] for row in rows]
        numbers = [cell for row in self.rows for cell in row[1:]]
        self.cell = max(width(cell, BODY, True) for cell in numbers) + 4.5 * MM

    pitch = 4.5 * MM

    def height(self, wide: float) -> float:
        return len(self.rows) * self.pitch + MM

    def draw(self, x: float, y: float, wide: float) -> Iterator[Shape]:
        count = len(self.rows[0]) - 1
        first = max(width(row[0], BODY, True) for row in self.rows)
        across = min(wide, first + count * self.cell)
        for k, row in enumerate(self.rows):
            strong = k in (0, len(self.rows) - 1)
            base = y + (k + 0.5) * self.pitch + CAP * BODY / 2
            yield Text(x, base, row[0], BODY, INK, strong)
            for n, cell in enumerate(row[1:], 1):
                at = x + across - (count - n) * self.cell
                yield Text(at, base, cell, BODY, INK, strong, "end")
            if k in (0, len(self.rows) - 2):
                line = y + (k + 1) * self.pitch
                yield Line(x, line, x + across, line, Paint("", RULE, 0.6))


class Pairs(Block):
    """Blocks in two columns, line by line."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        super().__init__(gap=0.8 * MM, spare=True)
        self.lines = [blocks[k : k + 2] for k in range(0, len(blocks), 2)]

    def height(self, wide: float) -> float:
        return sum(self._high(line, wide) for line in self.lines)

    def draw(self, x: float, y: float, wide: float) -> Iterator[Shape]:
        for line in self.lines:
            for k, block in enumerate(line):
                yield from block.draw(x + k * wide / 2, y, wide / 2 - 3 * MM)
            y += self._high(line, wide)

    def _high(self, line: Sequence[Block], wide: float) -> float:
        return max(block.height(wide / 2 - 3 * MM) for block in line) + 1.2 * MM


class Heading(Paragraph):
    """A title over what follows, with a rule above it."""

    def __init__(self, text: str) -> None:
        super().__init__(text, 10.5, bold=True, gap=3.2 * MM, keep=True)

    def height(self, wide: float) -> float:
        return super().height(wide) + 1.2 * MM

    def draw(self, x: float, y: float, wide: float) -> Iterator[Shape]:
        yield Rect(x, y, wide, 0.9, Paint(INK))
        yield from super().draw(x, y + 1.0 * MM, wide)


def flow(blocks: Iterable[Block], columns: Iterator[Column]) -> Iterator[tuple[int, Shape]]:
    """The shapes of blocks with the page they are on; a block is never parted."""
    column = next(columns)
    y, empty = column.y, True
    for group in _kept(blocks):
        need = sum(b.height(column.wide) for b in group) + sum(b.gap for b in group[1:])
        gap = 0.0 if empty else group[0].gap
        if not empty and y + gap + need > column.y + column.high + 0.01:
            if group[-1].spare:
                continue
            column = next(columns)
            y, gap = column.y, 0.0
        y += gap
        for k, block in enumerate(group):
            y += block.gap if k else 0.0
            for shape in block.draw(column.x, y, column.wide):
                yield column.page, shape
            y += block.height(column.wide)
        empty = False


def total_height(blocks: Sequence[Block], wide: float) -> float:
    """The height of blocks in one column."""
    return sum(b.height(wide) for b in blocks) + sum(b.gap for b in blocks[1:])


def drawable(text: str) -> str:
    """The text with signs that the font has: without accents, else "?"."""
    try:
        width(text, BODY)
    except MissingGlyph as error:
        plain = unicodedata.normalize("NFKD", error.sign)[0]
        return drawable(text.replace(error.sign, plain if plain.isascii() else "?"))
    return text


def _kept(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    group: list[Block] = []
    for block in blocks:
        group.append(block)
        if not block.keep:
            yield group
            group = []
    if group:
        yield group
