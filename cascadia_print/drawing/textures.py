"""Patterns of habitats as on a map: small signs strewn where a hexagon is free."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache

from cascadia_print.drawing.scene import MM, Bounds, Command, Paint, Path, Point

_M, _L, _C = "M", "L", "C"

MOTIFS: Mapping[str, tuple[Command, ...]] = {
    "peaks": ((_M, (-0.75, 0.4)), (_L, (-0.05, -0.45)), (_L, (0.75, 0.4))),
    "trees": (
        (_M, (0.0, -0.65)),
        (_L, (0.45, 0.25)),
        (_L, (-0.45, 0.25)),
        (_L, (0.0, -0.65)),
        (_L, (0.0, 0.65)),
    ),
    "grass": (
        (_M, (-0.6, -0.35)),
        (_L, (-0.15, 0.5)),
        (_L, (0.0, -0.55)),
        (_L, (0.15, 0.5)),
        (_L, (0.6, -0.35)),
    ),
    "marsh": (
        (_M, (-0.8, 0.3)),
        (_L, (0.8, 0.3)),
        (_M, (-0.4, -0.35)),
        (_L, (0.4, -0.35)),
    ),
    "waves": (
        (_M, (-0.85, 0.1)),
        (_C, (-0.55, -0.4, -0.3, -0.4, 0.0, 0.0)),
        (_C, (0.3, 0.4, 0.55, 0.4, 0.85, -0.1)),
    ),
}
"""Pattern -> its sign in millimetres around its middle."""

STEP, INWARD = 2.2, 1.9
"""Room from sign to sign along the sides of a hexagon and from ring to ring, in millimetres."""
HALF = (0.85, 0.65)
"""Half the width and height of a sign in millimetres."""
RIM, AIR = 0.45 * MM, 0.35 * MM
"""What stays free along the sides of a hexagon and around other things."""


def texture(
    name: str,
    centre: Point,
    flat: float,
    taken: Iterable[Bounds],
    paint: Paint,
    side: int = 0,
    scale: float = 1.0,
) -> Path | None:
    """The pattern of a hexagon, `flat` from side to side, but where things are `taken`.

    `side` -1 and 1 stand for the left and the right half. The signs keep their numbers from
    hexagon to hexagon, which packs well. None when there is no room.
    """
    (x, y), unit = centre, MM * scale
    wide, high = HALF[0] * unit + AIR, HALF[1] * unit + AIR
    boxes = [(box[0] - x, box[1] - y, box[2] - x, box[3] - y) for box in taken]
    commands: list[Command] = []
    for a, b in _rings(flat, unit):
        if side and side * a < wide:
            continue
        if any(
            a - wide < right and left < a + wide and b - high < bottom and top < b + high
            for left, top, right, bottom in boxes
        ):
            continue
        commands += [
            (letter, tuple(v * unit + (b if k % 2 else a) for k, v in enumerate(args)))
            for letter, args in MOTIFS[name]
        ]
    return Path(tuple(commands), paint, x, y) if commands else None


@cache
def _rings(flat: float, unit: float) -> tuple[Point, ...]:
    """Places on hexagons inside each other, from the rim inwards."""
    found: list[Point] = []
    # How far a sign reaches towards a slanting side.
    apothem = flat / 2 - RIM - (HALF[0] / 2 + HALF[1] * math.sqrt(3) / 2) * unit
    while apothem > 0.6 * unit:
        length = 2 * apothem / math.sqrt(3)
        count = max(1, round(length / (STEP * unit)))
        for turn in range(6):
            out = math.pi / 3 * turn
            for k in range(count):
                along = (k + 0.5) / count * length - length / 2
                a = apothem * math.cos(out) - along * math.sin(out)
                b = apothem * math.sin(out) + along * math.cos(out)
                found.append((round(a, 2), round(b, 2)))
        apothem -= INWARD * unit
    return tuple(found)
