"""The frame of a page: header, footer and legend, from `templates/pages/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cascadia_print.drawing.fonts import CAP, width, wrap
from cascadia_print.drawing.grid import Map
from cascadia_print.drawing.look import Look
from cascadia_print.drawing.scene import MM, Group, Line, Paint, Polygon, Rect, Shape
from cascadia_print.drawing.signs import (
    DoesNotFit,
    Sign,
    beside,
    circled,
    drawing,
    hexagon,
    icon,
    in_row,
    tile,
    words,
)
from cascadia_print.sheet.model import Gain, Sheet
from cascadia_print.sheet.vocabulary import habitats, wildlife

APART = 2.4 * MM
"""Room between the entries of the legend."""


@dataclass(frozen=True)
class Band:
    """A header or footer: rows of the template filled with a sheet's words."""

    rows: Sequence[Mapping[str, Any]]
    values: Mapping[str, object]
    look: Look
    wide: float

    def height(self) -> float:
        """The height in points."""
        return sum(self._height(row) for row in self.rows)

    def _height(self, row: Mapping[str, Any]) -> float:
        if "paragraph" in row:
            return len(self._lines(row)) * self._leading(row) + 0.6 * MM
        if "rule" in row:
            return float(row["height"]) * MM
        return float(row["height"]) * MM * len(self._split(row))

    def _leading(self, row: Mapping[str, Any]) -> float:
        return float(row["size"]) * 1.28

    def _lines(self, row: Mapping[str, Any]) -> tuple[str, ...]:
        return wrap(self._text(row["paragraph"]), row["size"], self.wide)

    def _text(self, key: str) -> str:
        return str(self.values[key]) if key in self.values else self.look.say(key, **self.values)

    def draw(self, x: float, y: float) -> Iterator[Shape]:
        for row in self.rows:
            if "paragraph" in row:
                for k, line in enumerate(self._lines(row)):
                    base = y + row["size"] + k * self._leading(row)
                    yield self.look.left(x, base, line, row["size"], quiet=True)
            elif "rule" in row:
                rule = Paint("", self.look.theme.ink, row["rule"])
                yield Line(x, y + row["rule"] / 2, x + self.wide, y + row["rule"] / 2, rule)
            else:
                high = float(row["height"]) * MM
                for k, signs in enumerate(self._split(row)):
                    yield from self._justified(signs, x, y + (k + 0.5) * high)
            y += self._height(row)

    def _split(self, row: Mapping[str, Any]) -> Sequence[Sequence[Sign]]:
        """The cells of a row; what is too long for one line has its middle cells below it.

        Raises DoesNotFit.
        """
        cells, high = row["row"], float(row["height"]) * MM
        most = row.get("size", self.look.size.text.small)
        least = row.get("least", most)
        for size in range(int(2 * most), int(2 * least) - 1, -1):
            signs = [self._cell(cell, size / 2, high) for cell in cells]
            if self._need(signs) <= self.wide:
                return [signs]
        lines = [[signs[0], signs[-1]], *([sign] for sign in signs[1:-1])]
        need = max(self._need(line) for line in lines)
        if need > self.wide:
            raise DoesNotFit(self._text(cells[0].get("text", "title")), need, self.wide)
        return lines

    def _need(self, signs: Sequence[Sign]) -> float:
        return sum(s.width for s in signs) + 2 * MM * (len(signs) - 1)

    def _justified(self, signs: Sequence[Sign], x: float, y: float) -> Iterator[Shape]:
        """Signs from the left to the right edge with equal room between them."""
        room = (self.wide - sum(s.width for s in signs)) / max(1, len(signs) - 1)
        for sign in signs:
            yield from sign.draw(x + sign.width / 2, y)
            x += sign.width + room

    def _cell(self, cell: Mapping[str, Any], size: float, high: float) -> Sign:
        look = self.look
        if "badge" in cell:
            return self._badge(float(cell["badge"]) * MM)
        if "blank" in cell:
            label, wide = self._text(cell["blank"]), float(cell["width"]) * MM
            body = look.size.text.body
            start = width(label, body) + 1.5 * MM

            def blank(x: float, y: float) -> tuple[Shape, ...]:
                base, left = y + high / 2 - 1.4 * MM, x - wide / 2
                rule = Line(left + start, base, left + wide, base, Paint("", look.theme.ink, 0.6))
                return (look.left(left, base - 0.2 * MM, label, body), rule)

            return Sign(wide, high, blank)
        text, bold = self._text(cell["text"]), bool(cell.get("bold", False))
        small = min(size, cell.get("size", size))
        # On the baseline of what stands beside it.
        return Sign(
            width(text, small, bold),
            size,
            lambda x, y: (look.text(x, y + CAP * size / 2, text, small, bold, quiet=not bold),),
        )

    def _badge(self, flat: float) -> Sign:
        """Stars of difficulty, then the sheet's letter in a hexagon; a long id stands alone."""
        look, letter = self.look, str(self.values["letter"])
        paint, over = look.plate(1.2)
        sizes = (round(0.62 * flat, 1), max(look.size.text.small, round(0.46 * flat, 1)))
        size = next((s for s in sizes if width(letter, s, True) <= 0.75 * flat), sizes[1])
        plain = width(letter, size, True) > 0.75 * flat
        text = words(letter, look, size, True, "" if plain else over)

        def hexagonal(x: float, y: float) -> tuple[Shape, ...]:
            return (Polygon(hexagon(x, y, flat), paint), *text.draw(x, y))

        last = text if plain else Sign(flat, flat, hexagonal)
        star = drawing("star", 0.56 * flat, look.theme.ink)
        stars = [star] * int(str(self.values["stars"]))
        return in_row([*stars, last], 0.1 * flat)


def how(sheet: Sheet, look: Look) -> str:
    """How the sheet is marked, in words, from the properties of its marking."""
    marking = sheet.marking
    parts = [f"how.{marking.write}.{marking.order}"]
    parts += ["how.closes"] if marking.closes else []
    parts += ["how.heading"] if sheet.heading else []
    parts += ["how.overflow"] if sheet.overflow_row else []
    return " ".join(look.say(part) for part in parts)


@dataclass(frozen=True)
class Legend:
    """What the signs of a sheet mean, as a block of short entries."""

    sheet: Sheet
    look: Look

    @cached_property
    def entries(self) -> tuple[Sign, ...]:
        text, gap = self.look.size.text.small, 0.17 * self.look.size.icon
        return tuple(
            in_row([sign, words(word, self.look, text)], gap) for sign, word in self._explained()
        )

    def _explained(self) -> Iterator[tuple[Sign, str]]:
        look, sheet, size = self.look, self.sheet, self.look.size
        kinds = {g.kind for g in _gains(sheet)}
        bare = {g.kind for g in _gains(sheet, boxes=False)}
        named = {*Map(sheet, look).columns.values(), *sheet.line}
        for habitat in habitats():
            if habitat in sheet.habitats and habitat not in named:
                yield self._lettered(tile(habitat, look, size.icon), habitat)
        if sheet.marking.write == "wildlife" or "animal" in bare:
            for animal in wildlife():
                yield self._lettered(icon("animal", animal, look, size.icon), animal)
        if "wild" in bare:
            yield icon("wild", "", look, size.icon), look.say("legend.wild")
        if "points" in kinds:
            yield circled(3, look, 0.94 * size.legend), look.say("legend.points")
        yield _box(look), look.say("legend.box")
        if any(s.start for s in sheet.spaces):
            yield drawing("star", size.icon, look.theme.ink), look.say("legend.start")
        for kind in ("nature", "hex", "same"):
            if kind in kinds:
                yield icon(kind, "", look, size.icon), look.say(f"legend.{kind}")

    def _lettered(self, sign: Sign, of: str) -> tuple[Sign, str]:
        """A sign with its name, and with its letter where the name does not begin with it."""
        name, letter = self.look.name(of), self.look.letters[of]
        plain = name.upper().startswith(letter)
        return (sign if plain else beside(sign, letter, self.look)), name

    def _lines(self, wide: float) -> list[list[Sign]]:
        """The entries in as few lines as they need, the lines as even as they can be."""
        lines, longest = self._broken(wide), max(sign.width for sign in self.entries)
        while wide > longest and len(evener := self._broken(wide := wide - MM)) == len(lines):
            lines = evener
        return lines

    def _broken(self, wide: float) -> list[list[Sign]]:
        lines: list[list[Sign]] = []
        at = wide
        for sign in self.entries:
            if at + sign.width > wide:
                lines.append([])
                at = 0.0
            lines[-1].append(sign)
            at += sign.width + APART
        return lines

    def height(self, wide: float) -> float:
        return len(self._broken(wide)) * self.look.size.legend

    def draw(self, x: float, y: float, wide: float) -> Iterator[Shape]:
        shapes: list[Shape] = []
        for k, line in enumerate(self._lines(wide)):
            at, middle = x, y + (k + 0.5) * self.look.size.legend
            for sign in line:
                shapes += sign.draw(at + sign.width / 2, middle)
                at += sign.width + APART
        yield Group("part", "legend", tuple(shapes))


def _gains(sheet: Sheet, *, boxes: bool = True) -> Iterator[Gain]:
    """All gains printed on the sheet; `boxes`: also those in areas, most of them with words."""
    apart = [s.offer for s in sheet.spaces] + [b.offer for b in sheet.bonuses]
    offers = sheet.offers.values() if boxes else apart
    yield from (g for offer in offers for side in offer.sides for g in side)


def _box(look: Look) -> Sign:
    wide = 0.95 * look.size.icon
    high = 0.8 * wide

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        return (Rect(x - wide / 2, y - high / 2, wide, high, look.outline(), radius=0.6 * MM),)

    return Sign(wide, high, draw)
