"""What stands on a sheet of paper beside the sheets: cut guides, a rule, a line of words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.impose import PRINTABLE, Layout, Marks, Size, Slot
from cascadia_print.drawing.scene import MM, Bounds, Line, Paint, Scene, Shape, Text

CUT = Paint("", "#8a8a8a", 0.3)
CROP = Paint("", "#000000", 0.25)
INK = "#3a3a3a"
TEXT = 6.5
"""Points of the words."""
ROOM = 1.0 * MM
"""Between a sheet's corner and its guide, between the rule and the words."""
LONG = 5.0 * MM
"""The length of a guide."""
INWARDS = 8.0 * MM
"""How far a guide reaches in where it cannot stand outside: nothing is printed at a cut."""
LINE = 2.6 * MM
"""The height of the line of words."""
_NEAR = 0.5 * MM


@dataclass(frozen=True, slots=True)
class Furniture:
    """Guides, in points from the paper's top left corner; room for the rule and for the words."""

    guides: tuple[Line, ...] = ()
    rule: Slot | None = None
    words: Slot | None = None


def furniture(layout: Layout, size: Size, marks: Marks, bleed: float, words: float) -> Furniture:
    """What stands beside the sheets of a layout, of which nothing is larger than `size`.

    `words` is the length of the line of words in points. What has no room is left out.
    """
    guides = tuple(_guides(layout, marks, bleed))
    strips = tuple(_strips(layout, size, trimmed=marks != "crop"))
    scale = rule()
    first, second = (scale.width, scale.height), (words, LINE)
    for strip in strips:
        if both := _both(strip, first, second):
            return Furniture(guides, *both)
    found = next((s for s in strips if _fits(s, first)), None)
    other = next((s for s in strips if s is not found and _fits(s, second)), None)
    return Furniture(
        guides,
        found and _within(found, 0, 0, *_lengths(found)),
        other and _within(other, 0, 0, *_lengths(other)),
    )


def rule() -> Scene:
    """A rule of 100 mm and 4 in, by which scaling shows."""
    label = "100 mm / 4 in"
    left, y, high = width(label, TEXT) + 1.5 * MM, 1.9 * MM, 1.9 * MM
    paint = Paint("", INK, 0.4)
    shapes: list[Shape] = [Text(0, y + CAP * TEXT / 2, label, TEXT, INK)]
    shapes += [Line(left, y, left + 4 * 72, y, paint)]
    for k in range(11):
        x = left + k * 10 * MM
        shapes.append(Line(x, y, x, y - (high if k % 5 == 0 else 0.6 * high), paint))
    for k in range(9):
        x = left + k * 36
        shapes.append(Line(x, y, x, y + (high if k % 2 == 0 else 0.6 * high), paint))
    return Scene(left + 4 * 72 + 0.2, 2 * high, tuple(shapes))


# -- guides --------------------------------------------------------------------------------------


def _guides(layout: Layout, marks: Marks, bleed: float) -> Iterator[Line]:
    """A guide at each end of each edge that is cut, each once, within what printers reach."""
    if marks == "none":
        return
    wide, high = layout.paper.width, layout.paper.height
    seen: set[tuple[float, ...]] = set()
    for slot in layout.slots:
        left, top, right, bottom = slot.bounds
        others = [s.bounds for s in layout.slots if s != slot]
        for upright, at, ends, length in (
            (True, left, (top, bottom), (wide, high)),
            (True, right, (top, bottom), (wide, high)),
            (False, top, (left, right), (high, wide)),
            (False, bottom, (left, right), (high, wide)),
        ):
            if not _NEAR < at < length[0] - _NEAR:
                continue  # the paper's own edge
            for end, way in zip(ends, (-1, 1), strict=True):
                rim = bleed if marks == "crop" else 0.0
                free = _free(end, way, length[1], at, upright, others, rim)
                span = _span(end, way, free, marks, bleed)
                if span is None:
                    continue
                a, b = (min(max(v, PRINTABLE), length[1] - PRINTABLE) for v in sorted(span))
                line = (at, a, at, b) if upright else (a, at, b, at)
                key = tuple(round(v, 1) for v in line)
                if b - a > 0.3 * MM and key not in seen:
                    seen.add(key)
                    yield Line(*line, CUT if marks == "cut" else CROP)


def _free(
    end: float, way: int, length: float, at: float, upright: bool, others: list[Bounds], rim: float
) -> float:
    """The room on the far side of an edge's end, up to the unprinted edge of the paper or the
    `rim` around the next sheet."""
    room = (end if way < 0 else length - end) - PRINTABLE
    for left, top, right, bottom in others:
        (low, high), (first, last) = ((left, right), (top, bottom))
        if not upright:
            (low, high), (first, last) = (first, last), (low, high)
        if low - _NEAR <= at <= high + _NEAR:
            gap = first - end if way > 0 else end - last
            if gap > -_NEAR:
                room = min(room, gap - rim)
    return max(0.0, room)


def _span(
    end: float, way: int, free: float, marks: Marks, bleed: float
) -> tuple[float, float] | None:
    """From where to where a guide goes, None for none."""
    start = bleed + ROOM
    if marks == "crop":
        return (end + way * start, end + way * min(free, start + LONG)) if free > start else None
    if free >= start + ROOM:
        return end + way * start, end + way * min(free, start + LONG)
    return end + way * free, end - way * INWARDS


# -- free strips ---------------------------------------------------------------------------------


def _strips(layout: Layout, size: Size, trimmed: bool) -> Iterator[Slot]:
    """Strips of paper where nothing stands: outside all slots, then, `trimmed`, on their rims.

    A print shop trims sheets on which nothing more may stand.
    """
    wide, high = layout.paper.width, layout.paper.height
    reach = (PRINTABLE, PRINTABLE, wide - PRINTABLE, high - PRINTABLE)
    trim = layout.trim
    away = LONG + 2 * ROOM
    yield from _around(reach, (trim[0] - away, trim[1] - away, trim[2] + away, trim[3] + away))
    for slot in layout.slots if trimmed else ():
        outer = [b + d for b, d in zip(slot.bounds, (_NEAR, _NEAR, -_NEAR, -_NEAR), strict=True)]
        room = tuple(f(a, b) for f, a, b in zip((max, max, min, min), outer, reach, strict=True))
        inner = slot.inner(size)
        away = 0.8 * MM
        yield from _around(
            (room[0], room[1], room[2], room[3]),
            (inner[0] - away, inner[1] - away, inner[2] + away, inner[3] + away),
        )


def _around(outer: Bounds, inner: Bounds) -> Iterator[Slot]:
    """The strips below, above, left and right of a box; those at its sides read upwards."""
    left, top, right, bottom = outer
    yield Slot(left, inner[3], right - left, bottom - inner[3])
    yield Slot(left, top, right - left, inner[1] - top)
    yield Slot(left, top, inner[0] - left, bottom - top, 270)
    yield Slot(inner[2], top, right - inner[2], bottom - top, 270)


def _lengths(strip: Slot) -> tuple[float, float]:
    """The length of a strip and its thickness."""
    return (strip.height, strip.width) if strip.turn else (strip.width, strip.height)


def _fits(strip: Slot, size: tuple[float, float]) -> bool:
    return all(need <= have for need, have in zip(size, _lengths(strip), strict=True))


def _both(
    strip: Slot, first: tuple[float, float], second: tuple[float, float]
) -> tuple[Slot, Slot] | None:
    """Two things in one strip, one after the other or one below the other."""
    length, thick = _lengths(strip)
    gap, high = 4 * ROOM, first[1] + ROOM + second[1]
    need = first[0] + gap + second[0]
    if need <= length and max(first[1], second[1]) <= thick:
        at = (length - need) / 2
        return (
            _within(strip, at, 0, first[0], thick),
            _within(strip, at + first[0] + gap, 0, second[0], thick),
        )
    if max(first[0], second[0]) <= length and high <= thick:
        top = (thick - high) / 2
        return (
            _within(strip, 0, top, length, first[1]),
            _within(strip, 0, top + first[1] + ROOM, length, second[1]),
        )
    return None


def _within(strip: Slot, at: float, down: float, length: float, thick: float) -> Slot:
    """A part of a strip, `at` along it and `down` from what is its top to who reads it."""
    if strip.turn:  # reads upwards
        bottom = strip.y + strip.height
        return replace(strip, x=strip.x + down, y=bottom - at - length, width=thick, height=length)
    return replace(strip, x=strip.x + at, y=strip.y + down, width=length, height=thick)
