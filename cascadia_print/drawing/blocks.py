"""The blocks of a page as pieces that are stacked: each knows its height and what it can use more.

Lengths in points. Text and signs grow with the size of text; what is written in has the sizes
of environment sheets at least.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.look import Look
from cascadia_print.drawing.rich import BASE, Label, Setting, Style, leading_sign, sign
from cascadia_print.drawing.scene import MM, Circle, Group, Line, Paint, Polygon, Rect, Shape
from cascadia_print.drawing.signs import DoesNotFit, hexagon
from cascadia_print.sheet.pages import (
    Beside,
    Block,
    Break,
    Cell,
    Heading,
    Icons,
    Items,
    Paragraph,
    Row,
    Rule,
    Said,
    Space,
    Table,
    Track,
    Tracks,
    Write,
)
from cascadia_print.sheet.rich import Rich

Drawn = Callable[[float, float, float], Iterator[Shape]]
"""Left, top and height -> the shapes."""

GAP = 1.0 * MM
"""Room between boxes that are written in."""
ROUND = 0.8 * MM


@dataclass(frozen=True)
class Piece:
    """What is not broken: at least `high`, and up to `grow` more where there is room.

    `before` is the room above it, up to `loose` more; none at the top. `keep`: the next piece
    stands right below. `head` is drawn again above it where it begins a column.
    """

    high: float
    draw: Drawn
    grow: float = 0.0
    before: float = 0.0
    loose: float = 0.0
    keep: bool = False
    head: Piece | None = None
    ends: str = ""
    """"column" or "side": it is nothing but the end of one."""


def stack(pieces: Sequence[Piece], x: float, y: float, high: float) -> Iterator[Shape]:
    """The pieces below each other; what is left of the height goes to them, then between them."""
    heights = _grown(pieces, high - total(pieces))
    slack = high - total(pieces) - sum(heights) + sum(p.high for p in pieces)
    loose = sum(p.loose for p in pieces[1:])
    spread = min(1.0, max(0.0, slack / loose)) if loose else 0.0
    for n, (piece, tall) in enumerate(zip(pieces, heights, strict=True)):
        y += piece.before + piece.loose * spread if n else 0.0
        yield from piece.draw(x, y, tall)
        y += tall


def _grown(pieces: Sequence[Piece], slack: float) -> list[float]:
    """The heights when as much more is used: the lowest of those that can grow come first, so
    that rows become alike."""

    def raised(level: float) -> list[float]:
        return [max(p.high, min(p.high + p.grow, level)) for p in pieces]

    low, high = 0.0, max((p.high + p.grow for p in pieces), default=0.0)
    if sum(raised(high)) <= sum(p.high for p in pieces) + slack:
        return raised(high)
    for _ in range(40):
        middle = (low + high) / 2
        if sum(raised(middle)) <= sum(p.high for p in pieces) + slack:
            low = middle
        else:
            high = middle
    return raised(low)


def total(pieces: Sequence[Piece]) -> float:
    """The least height of pieces below each other."""
    return sum(p.high for p in pieces) + sum(p.before for p in pieces[1:])


@dataclass(frozen=True)
class Setter:
    """Sets blocks in a language, a theme and a size of text.

    `scale` is that of boxes; `score`: the least height of those that are written in.
    """

    look: Look
    size: float
    scale: float
    score: float

    # -- texts -------------------------------------------------------------------------------

    def words(self, said: Said) -> Rich:
        """A text in the page's language, else in English, else in any."""
        found = said.get(self.look.language) or said.get("en")
        return found if found is not None else next(iter(said.values()), ())

    def style(self, share: float = 1.0, *, bold: bool = False, middle: bool = False) -> Style:
        size = max(self.look.size.text.small, round(self.size * share, 2))
        return Style(self.look, size, bold, middle=middle)

    def setting(self, said: Said, wide: float, style: Style | None = None) -> Setting:
        """A text in lines. Raises DoesNotFit for a word that is too long for them."""
        return self.checked(Setting(self.words(said), style or self.style(), wide))

    def checked(self, setting: Setting) -> Setting:
        if setting.width > setting.wide + 0.5:
            word = max(setting.text, key=lambda word: Setting((word,), setting.style, 0).width)
            raise DoesNotFit(_plain((word,)), setting.width, setting.wide)
        return setting

    @property
    def icon(self) -> float:
        """The size of signs that stand alone."""
        return max(self.look.size.quiet, min(1.75 * self.size, self.look.size.lane))

    # -- blocks ------------------------------------------------------------------------------

    def pieces(self, blocks: Iterable[Block], wide: float) -> list[Piece]:
        """All blocks for a width. Raises DoesNotFit."""
        found: list[Piece] = []
        for block in blocks:
            first, *others = self._block(block, wide)
            if found and not found[-1].keep:
                first = replace(first, before=max(first.before, 0.55 * self.size))
            loose = 0.3 * self.size if found and found[-1].keep else 0.9 * self.size
            found.append(replace(first, loose=loose))
            found += others
        return found

    def _block(self, block: Block, wide: float) -> list[Piece]:
        match block:
            case Heading(text):
                return [self._heading(text, wide)]
            case Paragraph(text, note):
                return [self._note(text, wide) if note else self._paragraph(text, wide)]
            case Items():
                return self._items(block, wide)
            case Table():
                return self._table(block, wide)
            case Tracks():
                return self._tracks(block, wide)
            case Icons():
                return [self._icons(block, wide)]
            case Write():
                return self._write(block, wide)
            case Beside():
                return self._beside(block, wide)
            case Rule():
                return [Piece(self.size, lambda x, y, high: self._rule(x, y + high / 2, wide))]
            case Space(high):
                return [Piece(high * MM, _nothing)]
            case Break(to):
                return [Piece(0.0, _nothing, ends=to)]

    def _rule(self, x: float, y: float, wide: float) -> Iterator[Shape]:
        yield Line(x, y, x + wide, y, Paint("", self.look.theme.border, 0.4))

    def _heading(self, text: Said, wide: float) -> Piece:
        style = self.style(1.22, bold=True)
        mark = 0.95 * style.size
        indent = mark + 0.4 * style.size
        setting = self.setting(text, wide - indent, style)
        paint, _ = self.look.plate(0.7)

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            middle = y + BASE * style.size - CAP * style.size / 2
            yield Polygon(hexagon(x + mark / 2, middle, mark), paint)
            yield from setting.draw(x + indent, y)
            if len(setting.lines) == 1:
                start = x + indent + setting.width + 0.6 * style.size
                if start < x + wide:
                    yield from self._rule(start, middle, x + wide - start)

        return Piece(setting.height, draw, before=0.75 * self.size, keep=True)

    def _paragraph(self, text: Said, wide: float) -> Piece:
        setting = self.setting(text, wide)
        return Piece(setting.height, _top(setting), before=0.35 * self.size)

    def _note(self, text: Said, wide: float) -> Piece:
        pad = 0.6 * self.size
        setting = self.setting(text, wide - 2 * pad)
        theme = self.look.theme

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            paint = Paint(theme.panel, theme.border, 0.5)
            yield Rect(x + 0.25, y, wide - 0.5, high, paint, radius=ROUND)
            yield from setting.draw(x + pad, y + (high - setting.height) / 2)

        return Piece(setting.height + pad, draw, before=0.6 * self.size)

    def _items(self, block: Items, wide: float) -> list[Piece]:
        """Points, a piece each."""
        number = width(f"{len(block.texts)}", self.size, True)
        side = max(1.15 * self.size, 3.2 * MM * self.scale)
        indent = {"list": 0.95 * self.size, "steps": number + 0.5 * self.size}.get(
            block.kind, side + 0.6 * self.size
        )
        found = []
        for n, text in enumerate(block.texts, 1):
            setting = self.setting(text, wide - indent)
            high = max(setting.height, side + 0.5 * self.size if block.kind == "checks" else 0)
            piece = Piece(
                high,
                self._item(block, n, setting, indent, side),
                grow=0.5 * high if block.kind == "checks" else 0.0,
                before=(0.35 if n == 1 else 0.22) * self.size,
                loose=0.25 * self.size,
            )
            found.append(piece)
        return found

    def _item(self, block: Items, n: int, setting: Setting, indent: float, side: float) -> Drawn:
        look, size = self.look, self.size

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            if block.kind == "checks":
                top = y + (high - side) / 2
                box = Rect(x + 0.5, top, side, side, look.outline(width=0.9), radius=0.5 * MM)
                yield Group("box", f"{block.id}.{n}", (box,))
                yield from setting.draw(x + indent, y + (high - setting.height) / 2)
                return
            middle = y + BASE * size - 0.36 * size
            if block.kind == "list":
                yield Circle(x + 0.3 * size, middle, 0.15 * size, Paint(look.theme.ink))
            else:
                yield look.left(x, y + BASE * size, str(n), size, bold=True)
            yield from setting.draw(x + indent, y)

        return draw

    # -- tables ------------------------------------------------------------------------------

    def _table(self, table: Table, wide: float) -> list[Piece]:
        gap = 0.0 if table.grid else GAP if _marked(table.rows) else 0.7 * self.size
        room = wide - gap * (len(table.widths) - 1)
        widths = [room * share / sum(table.widths) for share in table.widths]
        columns: list[tuple[float, float]] = []
        at = 0.0
        for column in widths:
            columns.append((at, column))
            at += column + gap
        marked = [_written(row.cells[k] for row in table.rows) for k in range(len(widths))]
        head = self._head(table, columns, marked, wide) if table.head else None
        rows = []
        for n, row in enumerate(table.rows, 1):
            last = n == len(table.rows)
            piece = self._row(table, row, columns, wide, last)
            rows.append(replace(piece, keep=not last, head=head))
        first = head or rows[0]
        rest = rows if head else rows[1:]
        return [replace(first, before=0.5 * self.size, head=None), *rest]

    def _head(
        self, table: Table, columns: list[tuple[float, float]], marked: list[bool], wide: float
    ) -> Piece:
        cells = [
            self._cell(
                cell, w, f"{table.id}.{k}", False, bold=True, middle=marked[k] and k > 0, inset=True
            )
            for k, (cell, (_, w)) in enumerate(zip(table.head, columns, strict=True))
        ]
        pad = 0.25 * self.size
        high = max(h for h, _ in cells) + 2 * pad
        plain = not any(cell.marked for cell in table.head)
        theme = self.look.theme

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            if plain and theme.panel != theme.paper:
                yield Rect(x, y, wide, high, Paint(theme.panel))
            elif plain:
                yield from self._rule(x, y + high, wide)
            for (at, _), (_, drawn) in zip(columns, cells, strict=True):
                yield from drawn(x + at, y + pad, high - 2 * pad)

        return Piece(high, draw, keep=True)

    def _row(
        self, table: Table, row: Row, columns: list[tuple[float, float]], wide: float, last: bool
    ) -> Piece:
        cells = [
            self._cell(
                cell, w, f"{row.id}.{k}", row.strong, grid=table.grid, inset=bool(table.head)
            )
            for k, (cell, (_, w)) in enumerate(zip(row.cells, columns, strict=True))
        ]
        written = _marked([row])
        pad = 0.0 if table.grid else GAP / 2 if written else 0.3 * self.size
        high = max(h for h, _ in cells) + 2 * pad
        room = max(
            (h for cell, (h, _) in zip(row.cells, cells, strict=True) if cell.marked), default=0
        )
        most = 1.75 * (room + 2 * pad) if written else high + 0.25 * self.size
        lined = not all(_marked([r]) for r in table.rows)

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            for (at, _), (_, drawn) in zip(columns, cells, strict=True):
                yield from drawn(x + at, y + pad, high - 2 * pad)
            if lined and not last:
                yield from self._rule(x, y + high, wide)

        return Piece(high, draw, grow=max(0.0, most - high))

    def _cell(
        self,
        cell: Cell,
        wide: float,
        id: str,
        strong: bool,
        *,
        bold: bool = False,
        middle: bool = False,
        grid: bool = False,
        inset: bool = False,
    ) -> tuple[float, Drawn]:
        """The least height of a cell, and the cell; `inset`: its words keep off its sides."""
        if cell.blanks:
            return self.score, self._blanks(cell, wide, id, strong, grid)
        if cell.boxes:
            lines = math.ceil(cell.boxes / cell.across)
            return lines * 4.4 * MM * self.scale, self._ticks(cell, wide, id)
        style = self.style(bold=strong or bold, middle=middle)
        pad = 0.3 * self.size if grid or (inset and not middle) else 0.0
        label = Label(self.words(cell.text or {}), style, wide - 2 * pad, self.icon)
        self.checked(label.setting)

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            if grid:
                yield Rect(x, y, wide, high, self.look.outline())
            yield from label.draw(x + pad, y, high)

        return label.height + (2 * pad if grid else 0.0), draw

    def _blanks(self, cell: Cell, wide: float, id: str, strong: bool, grid: bool) -> Drawn:
        n = cell.blanks
        gap = 0.0 if grid else 0.6 * GAP
        each = (wide - gap * (n - 1)) / n
        ground = self.look.theme.panel if strong else ""
        outline = self.look.outline(ground, 1.8 if strong else 0.7 if grid else 1.0)

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            for k in range(n):
                left = x + k * (each + gap)
                box = Rect(left, y, each, high, outline, radius=0.0 if grid else ROUND)
                yield Group("box", f"{id}.{k + 1}" if n > 1 else id, (box,))

        return draw

    def _ticks(self, cell: Cell, wide: float, id: str) -> Drawn:
        """Boxes to cross off in lines that fill a cell."""
        lines = math.ceil(cell.boxes / cell.across)
        small = self.look.size.text.small

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            w, h = wide / cell.across, high / lines
            if lines == 1 and h > 1.3 * w:  # a box to tick off, not a column
                y, h = y + (h - 1.3 * w) / 2, 1.3 * w
            for k in range(cell.boxes):
                left, top = x + k % cell.across * w, y + k // cell.across * h
                shapes: list[Shape] = [Rect(left, top, w, h, self.look.outline(width=0.8))]
                if cell.first:
                    n = str(cell.first + k)
                    shapes.append(
                        self.look.text(
                            left + w / 2, top + (h + CAP * small) / 2, n, small, quiet=True
                        )
                    )
                yield Group("box", f"{id}.{k + 1}", tuple(shapes))

        return draw

    # -- rows of boxes -----------------------------------------------------------------------

    def _tracks(self, block: Tracks, wide: float) -> list[Piece]:
        """Rows of boxes with their labels at the left, all labels equally wide."""
        least, high = (length * MM * self.scale for length in block.size)
        style = self.style(bold=True, middle=True)
        labels = [self.words(row.label) for row in block.rows]
        room = max(
            self.icon,
            *(Setting((word,), style, 0).width for text in labels for word in text),
        )
        room += 0.8 * self.size
        box = (wide - room) / block.across
        if box < least - 0.01:
            raise DoesNotFit(_plain(labels[0]), least * block.across, wide - room)
        found = []
        for n, (row, text) in enumerate(zip(block.rows, labels, strict=True)):
            lines = math.ceil(row.boxes / block.across)
            found.append(
                Piece(
                    lines * high,
                    self._track(row, text, style, room, box, block.across),
                    grow=0.8 * lines * high,
                    before=(1.0 if n else 0.6) * self.size,
                    keep=n < len(block.rows) - 1,
                    loose=0.5 * self.size,
                )
            )
        # What follows stands as far away as the rows from each other.
        return [*found, Piece(0.0, _nothing, before=0.4 * self.size)]

    def _track(
        self, row: Track, text: Rich, style: Style, room: float, box: float, across: int
    ) -> Drawn:
        look = self.look
        mark = leading_sign(text)
        lines = math.ceil(row.boxes / across)

        def label(x: float, y: float, high: float) -> Iterator[Shape]:
            wide = room - 0.8 * self.size
            words = Setting(text[1:] if mark else text, style, wide)
            over = min(0.9 * wide, high - words.height - 0.2 * self.size) if mark else 0.0
            top = y + (high - words.height - over) / 2
            if mark and over >= look.size.quiet:
                yield from sign(mark, look, over).draw(x + wide / 2, top + over / 2)
            yield from words.draw(x, top + over)

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            yield from label(x, y, high)
            tall = high / lines
            for k in range(row.boxes):
                left, top = x + room + k % across * box, y + k // across * tall
                ground = look.theme.panel if k < len(row.printed) else ""
                outline = Rect(left, top, box, tall, look.outline(ground, 0.9))
                yield Group("box", f"{row.id}.{k + 1}", (outline, *inside(k, left, top, tall)))

        def inside(k: int, x: float, y: float, high: float) -> Iterator[Shape]:
            if k < len(row.printed):
                size = look.size.text.digit
                middle = (x + box / 2, y + (high + CAP * size) / 2)
                yield look.text(*middle, row.printed[k], size, bold=True)
            if k < row.crossed:
                pen, pad = Paint("", look.theme.ink, 1.0), 0.18 * min(box, high)
                yield Line(x + pad, y + high - pad, x + box - pad, y + pad, pen)

        return draw

    # -- the rest ----------------------------------------------------------------------------

    def _icons(self, block: Icons, wide: float) -> Piece:
        style = self.style(middle=True)
        count, size = len(block.signs), 1.35 * self.look.size.lane
        between = self.words(block.between) if block.between else ()
        link = Setting(between, self.style(1.2), wide) if between else None
        room = link.width + 0.6 * self.size if link else 0.6 * self.size
        each = (wide - room * (count - 1)) / count
        texts = [self.words(said) for said in block.signs]
        settings = [
            self.checked(Setting(text[1:] if leading_sign(text) else text, style, each))
            for text in texts
        ]
        gap = 0.15 * self.size
        high = size + gap + max(s.height for s in settings)

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            for n, (text, setting) in enumerate(zip(texts, settings, strict=True)):
                left = x + n * (each + room)
                if mark := leading_sign(text):
                    yield from sign(mark, self.look, size).draw(left + each / 2, y + size / 2)
                yield from setting.draw(left, y + size + gap)
                if link and n < count - 1:
                    top = y + (size - link.height) / 2
                    yield from link.draw(left + each + 0.3 * self.size, top)

        return Piece(high, draw, before=0.5 * self.size)

    def _write(self, block: Write, wide: float) -> list[Piece]:
        high, gap = max(1.9 * self.size, 5.6 * MM * self.scale), 1.2 * self.size
        labels = [Setting(self.words(said), self.style(), wide) for said in block.labels]
        share = (wide - gap * (len(labels) - 1)) / sum(block.widths)
        look = self.look

        def line(n: int, x: float, y: float, wide: float, high: float) -> Shape:
            base = y + high - 0.35 * self.size
            rule = Line(x, base, x + wide, base, Paint("", look.theme.ink, 0.6))
            ground = Rect(x, y, wide, high - 0.35 * self.size, Paint(look.theme.paper))
            return Group("box", f"{block.id}.{n}", (ground, rule))

        def named(x: float, y: float, high: float) -> Iterator[Shape]:
            left = x
            for n, label in enumerate(labels):
                each = share * block.widths[n]
                used = label.width + 0.5 * self.size if label.lines else 0.0
                if each - used < 8 * MM:
                    raise DoesNotFit(_plain(label.lines[0]), used + 8 * MM, each)
                yield line(n + 1, left + used, y, each - used, high)
                top = y + high - 0.45 * self.size - BASE * self.size
                yield from label.draw(left, top)
                left += each + gap

        def plain(n: int) -> Drawn:
            return lambda x, y, high: iter((line(n, x, y, wide, high),))

        found = [Piece(high, named, grow=0.3 * high, before=0.35 * self.size)]
        found += [
            Piece(high, plain(len(labels) + n), grow=0.4 * high) for n in range(1, block.lines + 1)
        ]
        return found

    def _beside(self, block: Beside, wide: float) -> list[Piece]:
        """Blocks side by side; below each other where they would be too narrow to read."""
        gap = 1.6 * self.size
        room = wide - gap * (len(block.parts) - 1)
        shares = sum(part.share for part in block.parts)
        widths = [room * part.share / shares for part in block.parts]
        if min(widths) < 9 * self.size:
            return [p for part in block.parts for p in self.pieces(part.blocks, wide)]
        columns = [self.pieces(part.blocks, w) for part, w in zip(block.parts, widths, strict=True)]
        high = max(map(total, columns))

        def draw(x: float, y: float, high: float) -> Iterator[Shape]:
            for column, w in zip(columns, widths, strict=True):
                yield from stack(column, x, y, high)
                x += w + gap

        grow = max(sum(p.grow for p in column) for column in columns)
        return [Piece(high, draw, grow=grow, before=0.6 * self.size)]


def _nothing(x: float, y: float, high: float) -> Iterator[Shape]:
    yield from ()


def _top(setting: Setting) -> Drawn:
    return lambda x, y, high: setting.draw(x, y)


def _marked(rows: Iterable[Row]) -> bool:
    return any(cell.marked for row in rows for cell in row.cells)


def _written(column: Iterable[Cell]) -> bool:
    """Whether a column is there to write in: it has no words."""
    cells = list(column)
    words = any(cell.text and any(cell.text.values()) for cell in cells)
    return any(cell.marked for cell in cells) and not words


def _plain(words: Rich) -> str:
    """A text for a message."""
    return " ".join("".join(getattr(atom, "text", "") for atom in word) for word in words)
