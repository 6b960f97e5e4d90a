"""The player's ink on the page of a sheet: marks in hexagons, rings, crosses, subtotals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Group,
    Line,
    Paint,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
    bounds,
    leaves,
)
from cascadia_print.drawing.spots import PEN, circle_of, crossed, extent, name_line
from cascadia_print.report.hand import cross, outlined, ring, written
from cascadia_print.report.written import Written
from cascadia_print.sheet.model import Offer, Sheet
from cascadia_print.sheet.vocabulary import letters_of_habitats
from cascadia_print.verdict import Line as Scored
from cascadia_print.verdict import Report

FAULT = "#b3261e"
"""What is wrong, and the right number."""
THICK = 2.4


def ink(sheet: Sheet, scene: Scene, has: Written) -> Iterator[Shape]:
    """All marks, rings and crosses on the page `scene` of the sheet, in printed order."""
    groups: dict[tuple[str, str], Group] = {(g.kind, g.id): g for g in scene.groups()}
    for space in sheet.spaces:
        if space.id in has.marks and not space.start:
            yield from _mark(groups["space", space.id], has.marks[space.id])
    for kind, id, offer in _places(sheet):
        if (kind, id) in groups:
            for side, parts in _taken(sheet, id, offer, has.crossed):
                yield from _cross_off(groups[kind, id], offer, side, parts)


def stencils(sheet: Sheet, scene: Scene) -> Iterator[tuple[str, tuple[Shape, ...]]]:
    """Every ring and cross that there can be on the page `scene`, under a name as of `drawn_by`."""
    groups: dict[tuple[str, str], Group] = {(g.kind, g.id): g for g in scene.groups()}
    for kind, id, offer in _places(sheet):
        group = groups.get((kind, id))
        if group and (offer.sides or kind != "space"):
            for side, part in _parts(offer):
                yield _stencil(id, side, part), tuple(_cross_off(group, offer, side, [part]))


def drawn_by(sheet: Sheet, crossed: frozenset[str]) -> Iterator[str]:
    """The names of the stencils that draw what is circled and crossed off."""
    for _, id, offer in _places(sheet):
        for side, parts in _taken(sheet, id, offer, crossed):
            yield from (_stencil(id, side, part) for part in parts or [0])


def _stencil(id: str, side: int, part: int) -> str:
    return f"{id}/{side}/{part}"


def _parts(offer: Offer) -> Iterator[tuple[int, int]]:
    """The sides of an offer with their gains; side -1 is the place as a whole."""
    for side, gains in enumerate(offer.sides):
        yield from ((side, part) for part in range(len(gains)))
    if not offer.sides or offer.choice:
        yield -1, 0


def outline(group: Group) -> Shape:
    """The outline of a space as a player draws it."""
    shape = next(leaves(group.shapes))
    if isinstance(shape, Polygon):
        return outlined(shape, 0.6, PEN, THICK)
    return replace(shape, paint=Paint("", PEN, THICK)) if isinstance(shape, Rect) else shape


def signature(scene: Scene, label: str, name: str) -> Iterator[Shape]:
    """The player's name on the line that stands after its label."""
    if rule := name_line(scene, label):
        wide = rule.x2 - rule.x1 - 3 * MM
        size = min(11.0, 11.0 * wide / width(name, 11, True))
        yield Text(rule.x1 + 1.5 * MM, rule.y1 - 1.4, name, size, PEN, True)


def subtotals(scene: Scene, report: Report) -> Iterator[Shape]:
    """In each subtotal box the number that was written and, where it differs, the right one."""
    places = [(scene.find("line", x.id), x) for x in report.lines]
    for group, line in (*places, (scene.find("total", "total"), report.total)):
        yield from _subtotal(bounds(next(leaves(group.shapes))), line)


def right(line: Scored) -> tuple[str, bool]:
    """The right number of a line and whether that was written.

    Of a line that is not known "": what is written there cannot be called wrong.
    """
    low, high = line.as_legal, line.up_to
    if low is None:
        low = high = line.as_marked
    if low is None:
        return "", True
    if high is None or high == low:
        return str(low), line.claimed == low
    return f"{low}–{high}", line.claimed is not None and low <= line.claimed <= high


def _subtotal(box: Bounds, line: Scored) -> Iterator[Shape]:
    left, top, right_, bottom = box
    middle, high = (top + bottom) / 2, min(4.2 * MM, (bottom - top) * 0.56)
    number, same = right(line)
    share = 0.5 if len(number) < 3 else 0.42
    cut = right_ if same else left + share * (right_ - left)
    if line.claimed is not None:
        yield from written(
            str(line.claimed), (left + cut) / 2, middle, high, cut - left - 1.8 * MM, PEN
        )
        if not same:
            y = 1.2 * MM
            yield Line(left + MM, middle + y, cut - 0.7 * MM, middle - y, Paint("", FAULT, 1.1))
    if not same:
        inset = 0.7 * MM
        yield from framed(number, (cut, top + inset, right_ - inset, bottom - inset))


def framed(number: str, box: Bounds) -> Iterator[Shape]:
    """A right number in print, in a box of its own."""
    left, top, right_, bottom = box
    yield Rect(left, top, right_ - left, bottom - top, Paint("#ffffff", FAULT, 0.9), 0.6 * MM)
    size = min(10.0, (bottom - top) * 0.72)
    size = min(size, size * (right_ - left - 0.8 * MM) / width(number, size, True))
    x, y = (left + right_) / 2, (top + bottom) / 2
    yield Text(x, y + CAP * size / 2, number, size, FAULT, True, "middle")


def _mark(group: Group, mark: str) -> Iterator[Shape]:
    """What stands in a space: an outline, a number, a letter."""
    shape = next(leaves(group.shapes))
    left, top, right_, bottom = bounds(shape)
    x, y, wide = (left + right_) / 2, (top + bottom) / 2, right_ - left
    letters = letters_of_habitats()
    if mark and mark not in letters and not isinstance(shape, Rect):
        yield from written(mark, x, y, *room(wide), PEN)
        return
    yield outline(group)
    for text in leaves(group.shapes):
        if isinstance(text, Text) and mark and text.text == letters.get(mark):
            yield from around_letter(text)


def around_letter(text: Text) -> Iterator[Shape]:
    """A ring around a printed letter: the habitat that a split hexagon was outlined for."""
    long = width(text.text, text.size, text.bold) / 2
    yield from ring(text.x, text.y - CAP * text.size / 2, long + 1.8, PEN, 1.0)


def room(wide: float) -> tuple[float, float]:
    """How high and how wide a number or a letter is in a hexagon `wide` points wide."""
    return min(5.4 * MM, wide * 0.43), wide * 0.66


def _places(sheet: Sheet) -> Iterator[tuple[str, str, Offer]]:
    yield from (("space", s.id, s.offer) for s in sheet.spaces)
    yield from (("bonus", b.id, b.offer) for b in sheet.bonuses)
    yield from (("box", b.id, b.offer) for b in sheet.boxes.values())


def _taken(
    sheet: Sheet, id: str, offer: Offer, crossed: frozenset[str]
) -> Iterator[tuple[int, list[int]]]:
    """The sides of an offer with the places of their gains that were taken."""
    words = offer.side_words()
    for k, side in enumerate(offer.sides):
        whole = id in crossed if len(offer.sides) == 1 else f"{id}={words[k]}" in crossed
        named = [f"{id}.{n + 1}" for n in range(len(side))]
        # "landmark.rivers.1" is the box of that id, and no part of the lane's bonus.
        parts = [n for n, part in enumerate(named) if whole or part in crossed - {*sheet.boxes}]
        if parts:
            yield k, parts
    if id in crossed and (not offer.sides or offer.choice):
        yield -1, []


def _cross_off(group: Group, offer: Offer, side: int, parts: list[int]) -> Iterator[Shape]:
    """Rings around points, crosses over the rest of what was taken of a side."""
    if side < 0:
        yield from cross(extent(group), PEN)
        return
    gains = offer.sides[side]
    rest = False
    for k in parts:
        spot = circle_of(group, offer, side, gains[k])
        if spot:
            yield from ring(spot.x, spot.y, spot.radius + 0.9, PEN, 1.6)
        else:
            rest = True
    if rest:
        yield from cross(crossed(group, offer), PEN)
