"""The score column: a labelled box for each line, the total below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from cascadia_print.drawing.areas import GAP
from cascadia_print.drawing.fonts import CAP, FALL, width, wrap
from cascadia_print.drawing.grid import Grid
from cascadia_print.drawing.look import Look
from cascadia_print.drawing.scene import MM, Group, Rect, Shape
from cascadia_print.drawing.signs import Sign, beside, icon, in_row, offer_alone, tile, words
from cascadia_print.sheet.model import Bonus, Sheet
from cascadia_print.sheet.vocabulary import habitats


@dataclass(frozen=True)
class Column:
    """The lines of a sheet with their labels above their boxes or, `flat`, at their left.

    `asides` stand right before their box.
    """

    sheet: Sheet
    look: Look
    flat: bool = False
    tight: bool = False
    """Labels take as many lines as they have words; else they are broken where they are broad."""

    @cached_property
    def asides(self) -> Mapping[str, Bonus]:
        """Line -> the completion of a habitat whose only line it is."""
        found: dict[str, list[Bonus]] = {}
        for bonus in self.sheet.bonuses:
            if bonus.shape == "habitat" and bonus.line:
                found.setdefault(bonus.line, []).append(bonus)
        return {line: b[0] for line, b in found.items() if len(b) == 1}

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Line -> its words."""
        look = self.look
        return {x.id: look.of(x.label, look.name(x.id)) for x in self.sheet.lines}

    @property
    def _text(self) -> float:
        return self.look.size.text.small

    @cached_property
    def _box_width(self) -> float:
        size = self.look.size
        if self.flat:
            return size.narrow
        texts = [text for line, text in self.labels.items() if not self._drawn(line)]
        longest = max((width(word, self._text) for t in texts for word in t.split()), default=0)
        whole = max((width(text, self._text) for text in texts), default=0)
        total = width(self.look.say("total"), size.text.total, True)
        return max(size.narrow, longest, total, 0.0 if self.tight else min(whole, size.broad))

    def _drawn(self, line: str) -> bool:
        """Whether icon and letter stand for the name of a habitat, as names are too wide."""
        return self._icons and line in habitats()

    @cached_property
    def _icons(self) -> bool:
        names = [self.labels[x.id] for x in self.sheet.lines if x.id in habitats()]
        wide = max((width(name, self._text) for name in names), default=0.0)
        return self.tight and wide > 1.7 * self.look.size.narrow

    def _label(self, line: str) -> Sign:
        """The words of a line at its left, a habitat's with its icon before them."""
        word = words(self.labels[line], self.look, self._text)
        if line not in habitats():
            return word
        return in_row([tile(line, self.look, self._tile), word], MM)

    @cached_property
    def _label_width(self) -> float:
        """Room for labels at the left."""
        if not self.flat:
            return 0.0
        total = width(self.look.say("total"), self.look.size.text.total, True)
        return max(total, *(self._label(x.id).width for x in self.sheet.lines)) + 1.4 * MM

    @cached_property
    def aside_width(self) -> float:
        signs = [self.aside(line) for line in self.asides]
        if not signs:
            return 0.0
        return max(s.width for s in signs) + 1.2 * MM + (0 if self.flat else self._tile + MM)

    @property
    def _icon(self) -> float:
        return 0.9 * self.look.size.mark

    @property
    def _tile(self) -> float:
        """The width of the hexagon that shows a habitat."""
        return 0.95 * self.look.size.lane

    def aside(self, line: str) -> Sign:
        circle = self.look.size.circle
        return offer_alone(self.asides[line].offer, self.look, 4 * circle, circle)

    @cached_property
    def width(self) -> float:
        return self._label_width + self.aside_width + self._box_width

    def _lines(self, line: str) -> tuple[str, ...]:
        return wrap(self.labels[line], self._text, self._box_width)

    @cached_property
    def pitches(self) -> Mapping[str, float]:
        """Line -> its least distance from the one before it."""
        return {line.id: self._pitch(line.id) for line in self.sheet.lines}

    def _pitch(self, line: str) -> float:
        size = self.look.size
        if self.flat:
            return size.score + GAP
        label = size.label * len(self._lines(line))
        return size.score + (self._icon if self._drawn(line) else label) + 0.7 * MM

    @cached_property
    def _total_room(self) -> float:
        """Height of the total, its label and the room above it included."""
        size = self.look.size
        return size.total + (1.8 * MM if self.flat else size.label + 1.5 * MM)

    def anchors(self, grid: Grid) -> Mapping[str, float]:
        """Line -> the middle of the row of hexagons or bonuses that it scores.

        Empty unless the lines that stand beside a row come first and in order, far enough
        apart: then the column is a plain list.
        """
        found = {
            line: grid.strip_y(row) if below else grid.row_y(row)
            for line, (row, below) in grid.map.scored.items()
        }
        first = [line.id for line in self.sheet.lines[: len(found)]]
        places = list(found.values())
        steps = [
            b - a - self.pitches[line]
            for line, (a, b) in zip(first[1:], pairwise(places), strict=False)
        ]
        fits = first == list(found) and all(step >= -0.01 for step in steps)
        return found if fits else {}

    def places(self, anchors: Mapping[str, float], top: float, bottom: float) -> Sequence[float]:
        """The middle of each line's box and, last, of the total's, from `top` on.

        Lines without an anchor follow each other, spread a little where `bottom` leaves room.
        """
        size = self.look.size
        loose = [line.id for line in self.sheet.lines if line.id not in anchors]
        placed = [anchors[line.id] for line in self.sheet.lines if line.id in anchors]
        start = placed[-1] + size.score / 2 if placed else top
        need = sum(self.pitches[line] for line in loose) + self._total_room
        extra = max(0.0, min((bottom - start - need) / (len(loose) + 1), 0.4 * size.score))
        at = start
        for line in loose:
            at += self.pitches[line] + extra
            placed.append(at - size.score / 2)
        at += self._total_room + extra
        return [*placed, at - size.total / 2]

    def draw(self, x: float, places: Sequence[float]) -> Iterator[Shape]:
        """The column with its left edge at `x`; `places` as they come from `places`."""
        look, wide, size = self.look, self._box_width, self.look.size
        left = x + self._label_width + self.aside_width
        for line, y in zip(self.sheet.lines, places, strict=False):
            outline = look.outline(width=1.0)
            box = Rect(left, y - size.score / 2, wide, size.score, outline, radius=0.8 * MM)
            words = self._words(line.id, x, left, y)
            yield Group("line", line.id, (box, *words))
            if line.id in self.asides:
                sign = self.aside(line.id)
                at = left - 1.2 * MM - sign.width / 2
                yield Group("bonus", self.asides[line.id].id, sign.draw(at, y))
        y, name, text = places[-1], look.say("total"), size.text.total
        outline = look.outline(width=1.8)
        box = Rect(left, y - size.total / 2, wide, size.total, outline, radius=0.8 * MM)
        label = look.text(left + wide / 2, y - size.total / 2 - MM, name, text, bold=True)
        if self.flat:
            label = look.left(x, y + CAP * text / 2, name, text, bold=True)
        yield Group("total", "total", (box, label))

    def _words(self, line: str, x: float, left: float, y: float) -> Iterator[Shape]:
        size = self.look.size
        if self.flat:
            sign = self._label(line)
            yield from sign.draw(x + sign.width / 2, y)
            return
        if self._drawn(line):
            mark, colour = self.look.letters[line], self.look.theme.marks[line]
            sign = beside(icon("habitat", line, self.look, self._icon), mark, self.look, colour)
            top = y - size.score / 2 - 0.4 * MM - self._icon / 2
            yield from sign.draw(left + self._box_width / 2, top)
            return
        for k, text in enumerate(reversed(self._lines(line))):
            below = FALL * self._text + 0.26 * MM + self.look.broader
            base = y - size.score / 2 - below - k * size.label
            yield self.look.text(left + self._box_width / 2, base, text, self._text)
        if line in self.asides and line in habitats():
            yield from tile(line, self.look, self._tile).draw(x + self._tile / 2, y)
