"""The frame of a page: header, footer and legend, from `templates/pages/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from cascadia_print import resources
from cascadia_print.drawing.fonts import CAP, width, wrap
from cascadia_print.drawing.grid import Map
from cascadia_print.drawing.look import SMALL, Look
from cascadia_print.drawing.scene import MM, Group, Line, Paint, Polygon, Rect, Shape
from cascadia_print.drawing.signs import (
    DoesNotFit,
    Sign,
    circled,
    hexagon,
    icon,
    in_row,
    lane_icon,
    star,
    words,
)
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.model import Gain, Sheet
from cascadia_print.sheet.vocabulary import habitats, wildlife


@cache
def template(name: str) -> Mapping[str, Any]:
    """A frame of `templates/pages/`."""
    data: Mapping[str, Any] = read_yaml(resources.root("templates") / "pages" / f"{name}.yaml").data
    return data


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
        return float(row["height"]) * MM * len(self._split(row))

    def _leading(self, row: Mapping[str, Any]) -> float:
        return float(row["size"]) * 1.3

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
        least = row.get("least", row.get("size", SMALL))
        for size in range(int(2 * row.get("size", SMALL)), int(2 * least) - 1, -1):
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
            start = width(label, 7) + 1.5 * MM

            def blank(x: float, y: float) -> tuple[Shape, ...]:
                base, left = y + high / 2 - 1.4 * MM, x - wide / 2
                rule = Line(left + start, base, left + wide, base, Paint("", look.theme.ink, 0.6))
                return (look.left(left, base - 0.2 * MM, label, 7), rule)

            return Sign(wide, high, blank)
        text, bold = self._text(cell["text"]), bool(cell.get("bold", False))
        return Sign(
            width(text, size, bold),
            size,
            lambda x, y: (look.text(x, y + CAP * size / 2, text, size, bold, quiet=size < 8),),
        )

    def _badge(self, flat: float) -> Sign:
        """Stars of difficulty, then the sheet's letter in a hexagon."""
        look, letter = self.look, str(self.values["letter"])
        stars = int(str(self.values["stars"]))
        size = 15.0
        inner = width(letter, size, True)
        if inner > flat * 0.75:
            size = 11.0
            inner = width(letter, size, True)
        plain = inner > flat * 0.75
        last = inner if plain else flat

        def draw(x: float, y: float) -> tuple[Shape, ...]:
            paint = Paint(look.theme.ink)
            right = x + total / 2
            shapes: list[Shape] = [
                star(right - last - 0.9 * MM - (k + 0.5) * 4.6 * MM, y, 2.0 * MM, paint)
                for k in range(stars)
            ]
            if not plain:
                shapes.append(Polygon(hexagon(right - flat / 2, y, flat), look.outline(width=1.4)))
            shapes.append(look.text(right - last / 2, y + CAP * size / 2, letter, size, bold=True))
            return tuple(shapes)

        total = last + 0.9 * MM + stars * 4.6 * MM
        return Sign(total, flat, draw)


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

    @property
    def least(self) -> float:
        return 60 * MM

    @property
    def most(self) -> float:
        return 127 * MM

    @cached_property
    def entries(self) -> tuple[Sign, ...]:
        look, sheet = self.look, self.sheet
        gains = list(_gains(sheet))
        kinds = {g.kind for g in gains}
        found: list[tuple[Sign, str]] = []
        named = Map(sheet, look).columns.values()
        for habitat in habitats():
            if habitat in named or habitat not in sheet.habitats:
                continue
            found.append((_ground(habitat, look), look.name(habitat)))
        bare = list(_bare(sheet))
        if sheet.marking.write == "wildlife" or any(g.kind == "animal" for g in bare):
            found += [(icon("animal", a, look, 4 * MM), look.name(a)) for a in wildlife()]
        if any(g.kind == "wild" for g in bare):
            found.append((icon("animal", "", look, 4 * MM), look.say("legend.wild")))
        if "points" in kinds:
            found.append((circled(3, look, 4.2 * MM), look.say("legend.points")))
        found.append((_box(look), look.say("legend.box")))
        if any(s.start for s in sheet.spaces):
            ink = Paint(look.theme.ink)
            sign = Sign(4 * MM, 4 * MM, lambda x, y: (star(x, y, 2 * MM, ink),))
            found.append((sign, look.say("legend.start")))
        if "nature" in kinds:
            found.append((icon("nature", "", look, 4 * MM), look.say("legend.nature")))
        if "hex" in kinds:
            found.append((icon("hex", "", look, 4 * MM), look.say("legend.hex")))
        for area in sheet.areas:
            lanes = [x for x in area.lanes if any(g.of == f"{area.id}.{x}" for g in gains)]
            if lanes and not {"sun", "rain"} & set(lanes):
                name = look.of(area.name, area.id)
                sign = lane_icon(lanes[0], look, 4 * MM)
                found.append((sign, look.say("legend.lane", area=name)))
        pools = sorted({g.of for g in gains if g.kind == "pick"})
        for pool in pools:
            name = look.of(sheet.area[pool].name, pool)
            found.append((lane_icon(pool, look, 4 * MM), look.say("legend.pick", area=name)))
        if "same" in kinds:
            found.append((icon("same", "", look, 4 * MM), look.say("legend.same")))
        return tuple(in_row([s, words(text, look, SMALL)], 0.9 * MM) for s, text in found)

    def _flow(self, wide: float) -> Iterator[tuple[Sign, float, int]]:
        """Each entry with its left edge and its line."""
        at, line = 0.0, 0
        for sign in self.entries:
            if at and at + sign.width > wide:
                at, line = 0.0, line + 1
            yield sign, at, line
            at += sign.width + 2.2 * MM

    def height(self, wide: float, box: float) -> float:
        return (1 + max(line for _, _, line in self._flow(wide))) * 4.9 * MM

    def draw(self, x: float, y: float, wide: float, box: float) -> Iterator[Shape]:
        shapes: list[Shape] = []
        for sign, at, line in self._flow(wide):
            shapes += sign.draw(x + at + sign.width / 2, y + (line + 0.5) * 4.9 * MM)
        yield Group("part", "legend", tuple(shapes))


def _gains(sheet: Sheet) -> Iterator[Gain]:
    """All gains printed on the sheet."""
    offers = [s.offer for s in sheet.spaces] + [b.offer for b in sheet.bonuses]
    offers += [b.offer for b in sheet.boxes.values()]
    yield from (g for offer in offers for side in offer.sides for g in side)


def _bare(sheet: Sheet) -> Iterator[Gain]:
    """Gains that are printed as marks without words: in and between hexagons."""
    offers = [s.offer for s in sheet.spaces if "." not in s.id]
    offers += [b.offer for b in sheet.bonuses if b.shape in ("diamond", "edge")]
    yield from (g for offer in offers for side in offer.sides for g in side)


def _ground(habitat: str, look: Look) -> Sign:
    """A small hexagon on the ground of a habitat with its letter."""
    flat = 3.9 * MM

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        tile = Polygon(hexagon(x, y, flat), look.outline(look.theme.grounds[habitat], 0.5))
        letter = look.letters[habitat]
        return (tile, look.text(x, y + CAP * SMALL / 2, letter, SMALL, bold=True))

    return Sign(flat, flat, draw)


def _box(look: Look) -> Sign:
    wide, high = 4.2 * MM, 3.4 * MM

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        return (Rect(x - wide / 2, y - high / 2, wide, high, look.outline(), radius=0.6 * MM),)

    return Sign(wide, high, draw)
