"""What a player writes, drawn as written with a pen: numbers, letters, rings, crosses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from cascadia_print import resources
from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.icons import path_data
from cascadia_print.drawing.scene import (
    Bounds,
    Circle,
    Command,
    Line,
    Paint,
    Path,
    Point,
    Polygon,
    Shape,
    Text,
)
from cascadia_print.sheet.located import read_yaml

WIDE, HIGH = 10.0, 14.0
"""The grid of a sign."""
STEP = 12.6
"""From one sign to the next."""
LEAN = 0.12
NIB = 0.1
"""The width of a line, as a share of the height of the signs."""


@cache
def strokes() -> Mapping[str, tuple[Command, ...]]:
    """The signs that can be written by hand, leaning to the right, from `data/hand.yaml`."""
    data = read_yaml(resources.root("data") / "hand.yaml").data
    return {sign: tuple(_leaning(path_data(d))) for sign, d in data.items()}


def written(text: str, x: float, y: float, high: float, wide: float, ink: str) -> Iterator[Shape]:
    """A text around a centre, `high` points high and at most `wide` points wide.

    A text with signs that no hand here can write is set in type.
    """
    if not set(text) <= set(strokes()):
        size = high / CAP
        size *= min(1.0, wide / width(text, size, bold=True))
        yield Text(x, y + CAP * size / 2, text, size, ink, True, "middle")
        return
    units = STEP * (len(text) - 1) + WIDE
    scale = min(high / HIGH, wide / units)
    for k, sign in enumerate(text):
        left = x + (k * STEP - units / 2 - LEAN * HIGH / 2) * scale
        yield from _stroked(strokes()[sign], left, y - HIGH / 2 * scale, scale, ink)


def ring(x: float, y: float, radius: float, ink: str, nib: float = 1.3) -> Iterator[Shape]:
    """A circle drawn around something."""
    yield Circle(x, y, radius, Paint("", ink, nib))


def cross(box: Bounds, ink: str, nib: float = 1.3) -> Iterator[Shape]:
    """Two strokes over a box, inside of it."""
    left, top, right, bottom = box
    dx, dy = (right - left) * 0.14, (bottom - top) * 0.14
    for a, b in (
        ((left + dx, top + dy), (right - dx, bottom - dy)),
        ((right - dx, top + dy), (left + dx, bottom - dy)),
    ):
        yield Line(*a, *b, Paint("", ink, nib))
        yield from _round(a, b, nib, ink)


def outlined(shape: Polygon, inset: float, ink: str, nib: float) -> Polygon:
    """A thick line along the inside of a regular outline, `inset` points from it."""
    xs, ys = zip(*shape.points, strict=True)
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    half = (max(xs) - min(xs)) / 2
    share = (half - inset) / half
    points = tuple((x + (a - x) * share, y + (b - y) * share) for a, b in shape.points)
    return Polygon(points, Paint("", ink, nib))


def _stroked(
    commands: tuple[Command, ...], x: float, y: float, scale: float, ink: str
) -> Iterator[Shape]:
    """Strokes with round ends."""
    placed = tuple(
        (name, tuple(v * scale + (y if k % 2 else x) for k, v in enumerate(args)))
        for name, args in commands
    )
    nib = NIB * HIGH * scale
    yield Path(placed, Paint("", ink, nib))
    ends = [args[-2:] for _, args in placed]
    starts = [k for k, (name, _) in enumerate(placed) if name == "M"]
    for k, last in zip(starts, [*(s - 1 for s in starts[1:]), len(ends) - 1], strict=True):
        yield from _round((ends[k][0], ends[k][1]), (ends[last][0], ends[last][1]), nib, ink)


def _round(a: Point, b: Point, nib: float, ink: str) -> Iterator[Shape]:
    for x, y in (a, b):
        yield Circle(x, y, nib / 2, Paint(ink))


def _leaning(commands: tuple[Command, ...]) -> Iterator[Command]:
    for name, args in commands:
        pairs = zip(args[::2], args[1::2], strict=True)
        yield name, tuple(v for x, y in pairs for v in (x + LEAN * (HIGH - y), y))
