"""Texts of pages in lines: words and small signs between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.look import Look
from cascadia_print.drawing.scene import MM, Rect, Shape
from cascadia_print.drawing.signs import Sign, Way, drawing, shown, tile, triangle
from cascadia_print.sheet import rich
from cascadia_print.sheet.rich import Letters, Rich, Word
from cascadia_print.sheet.vocabulary import habitats

LEADING = 1.4
"""Height of a line, as a share of the size of its text."""
BASE = 1.02
"""The first baseline below the top of a text, as a share of its size."""
MARK = 1.3
"""The height of signs among words, as a share of the size."""


@dataclass(frozen=True)
class Style:
    """How a text is set; `size` in points. `middle`: lines are centred, else they begin left."""

    look: Look
    size: float
    bold: bool = False
    quiet: bool = False
    middle: bool = False

    @property
    def leading(self) -> float:
        return self.size * LEADING


def sign(atom: rich.Sign, look: Look, size: float) -> Sign:
    """The sign of an atom, about `size` points high."""
    if atom.word in habitats():
        return tile(atom.word, look, size / 1.1)
    if atom.word == "box":
        side = 0.86 * size

        def box(x: float, y: float) -> tuple[Shape, ...]:
            half = side / 2
            return (Rect(x - half, y - half, side, side, look.outline(), radius=0.5 * MM),)

        return Sign(side, side, box)
    if atom.word == "arrow":
        small = 0.42 * size
        return Sign(small, small, lambda x, y: (triangle(x, y, small, look),))
    if atom.word == "star":
        return drawing("star", size, look.theme.ink)
    return shown(atom.offer, look, Way(size, label="none", plus=True))


@dataclass(frozen=True)
class Setting:
    """A text broken into lines of at most `wide` points."""

    text: Rich
    style: Style
    wide: float

    @cached_property
    def lines(self) -> tuple[tuple[Word, ...], ...]:
        lines: list[list[Word]] = []
        used = 0.0
        for word in self.text:
            wide = sum([self._part_width(atom) for atom in word])
            blank = self._part_width(Letters(" ", isinstance(word[0], Letters) and word[0].bold))
            if lines and used + blank + wide <= self.wide + 0.01:
                lines[-1].append(word)
                used += blank + wide
            else:
                lines.append([word])
                used = wide
        return tuple(map(tuple, lines))

    @cached_property
    def height(self) -> float:
        return len(self.lines) * self.style.leading

    @cached_property
    def width(self) -> float:
        """The width of its longest line."""
        return max(map(_wide, self._drawn), default=0.0)

    @cached_property
    def _drawn(self) -> tuple[tuple[tuple[Letters | rich.Sign, float], ...], ...]:
        """Line by line, letters of one weight in one piece and signs, with their widths."""
        return tuple(
            tuple((part, self._part_width(part)) for part in _parts(line)) for line in self.lines
        )

    def _part_width(self, part: Letters | rich.Sign) -> float:
        style = self.style
        if isinstance(part, Letters):
            return width(part.text, style.size, style.bold or part.bold)
        return sign(part, style.look, MARK * style.size).width

    def draw(self, x: float, y: float) -> Iterator[Shape]:
        """The lines with their top left corner at `x`, `y`."""
        style, look = self.style, self.style.look
        for n, line in enumerate(self._drawn):
            base = y + BASE * style.size + n * style.leading
            at = x + ((self.wide - _wide(line)) / 2 if style.middle else 0.0)
            for part, wide in line:
                if isinstance(part, rich.Sign):
                    drawn = sign(part, look, MARK * style.size)
                    yield from drawn.draw(at + wide / 2, base - CAP * style.size / 2)
                elif part.text.strip():
                    bold = style.bold or part.bold
                    lead = len(part.text) - len(part.text.lstrip())
                    start = at + width(" " * lead, style.size, bold)
                    text = part.text.strip()
                    yield look.left(start, base, text, style.size, bold, style.quiet)
                at += wide


def _wide(line: tuple[tuple[Letters | rich.Sign, float], ...]) -> float:
    return sum(wide for _, wide in line)


def _parts(line: tuple[Word, ...]) -> list[Letters | rich.Sign]:
    """Letters of one weight in one piece, and signs, with blanks between words."""
    parts: list[Letters | rich.Sign] = []
    for n, word in enumerate(line):
        for k, atom in enumerate(word):
            blank = " " if n and not k else ""
            if isinstance(atom, rich.Sign):
                parts += [Letters(" "), atom] if blank else [atom]
                continue
            text = blank + atom.text.replace("\N{NO-BREAK SPACE}", " ")
            last = parts[-1] if parts else None
            if isinstance(last, Letters) and last.bold == atom.bold:
                parts[-1] = Letters(last.text + text, atom.bold)
            else:
                parts.append(Letters(text, atom.bold))
    return parts


def leading_sign(text: Rich) -> rich.Sign | None:
    """The sign that a text begins with, if it stands alone there and is the only one."""
    signs = [atom for word in text for atom in word if isinstance(atom, rich.Sign)]
    return signs[0] if len(signs) == 1 and text[0] == (signs[0],) else None


@dataclass(frozen=True)
class Label:
    """A text whose first sign stands in a column of its own, `icon` points wide."""

    text: Rich
    style: Style
    wide: float
    icon: float

    @cached_property
    def sign(self) -> rich.Sign | None:
        return leading_sign(self.text)

    @property
    def _slot(self) -> float:
        return self.icon + 0.45 * self.style.size if self.sign else 0.0

    @cached_property
    def setting(self) -> Setting:
        if self.sign is None:
            return Setting(self.text, self.style, self.wide)
        return Setting(self.text[1:], self.style, self.wide - self._slot)

    @cached_property
    def height(self) -> float:
        return max(self.setting.height, self.icon if self.sign else 0.0)

    @cached_property
    def width(self) -> float:
        """The width that it takes."""
        return self._slot + self.setting.width

    def draw(self, x: float, y: float, high: float) -> Iterator[Shape]:
        """The label in the middle of a height."""
        alone = self.sign is not None and not self.setting.lines
        if self.sign is not None:
            drawn = sign(self.sign, self.style.look, self.icon)
            middle = alone and self.style.middle
            yield from drawn.draw(x + (self.wide if middle else self.icon) / 2, y + high / 2)
        yield from self.setting.draw(x + self._slot, y + (high - self.setting.height) / 2)
