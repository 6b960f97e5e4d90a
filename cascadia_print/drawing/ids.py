"""The ids of spaces, boxes and bonuses in small print, each where nothing stands yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise, product

from cascadia_print.drawing.fonts import CAP, RISE, fall, width
from cascadia_print.drawing.look import Look
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Circle,
    Group,
    Leaf,
    Line,
    Path,
    Point,
    Polygon,
    Shape,
    Text,
    around,
    bounds,
    leaves,
)

Side = tuple[Point, Point]
"""A straight piece of an outline."""

AIR = 0.25 * MM
"""Room that stays free around an id."""
CELL = 14.0
TALL = frozenset("bdfhklßÄÖÜ()|/@")


def id_labels(shapes: Iterable[Shape], look: Look, inside: Bounds) -> Iterator[Shape]:
    """The ids that fit, each inside its element or right beside it, as one part of the page."""
    shapes = tuple(shapes)
    taken = _Taken(shapes)
    labels: list[Shape] = []
    for group in _elements(shapes):
        for lines in _broken(group.id):
            found = _free(group, lines, taken, inside, look.size.text.id)
            if found:
                for text, (x, base) in zip(lines, found, strict=True):
                    label = look.text(x, base, text, look.size.text.id, quiet=True)
                    taken.add(label)
                    labels.append(label)
                break
    yield Group("part", "ids", tuple(labels))


def text_bounds(text: Text) -> Bounds:
    """The box around a text's ink, by the font's metrics."""
    wide = width(text.text, text.size, text.bold)
    left = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
    rise = RISE if set(text.text) & TALL else CAP
    low = text.y + fall(text.text, text.size)
    return (left, text.y - rise * text.size, left + wide, low)


def sides(shape: Leaf) -> tuple[Side, ...]:
    """The outline of a shape as straight pieces; curves by the points that span them."""
    match shape:
        case Text():
            return ()
        case Line(x1, y1, x2, y2):
            return (((x1, y1), (x2, y2)),)
        case Polygon(points):
            return tuple(pairwise((*points, points[0])))
        case Path(commands, _, x, y, scale):
            return tuple(
                ((x + scale * a[0], y + scale * a[1]), (x + scale * b[0], y + scale * b[1]))
                for a, b in _path_sides(commands)
            )
        case Circle(x, y, r):
            k = r * 0.4142
            turn = ((-k, -r), (k, -r), (r, -k), (r, k), (k, r), (-k, r), (-r, k), (-r, -k))
            corners = tuple((x + a, y + b) for a, b in turn)
            return tuple(pairwise((*corners, corners[0])))
        case _:
            x1, y1, x2, y2 = bounds(shape)
            return tuple(pairwise(((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1))))


def crosses(side: Side, box: Bounds) -> bool:
    """Whether a straight piece runs through a box (Liang-Barsky)."""
    (x, y), (x2, y2) = side
    low, high = 0.0, 1.0
    for start, step, least, most in ((x, x2 - x, box[0], box[2]), (y, y2 - y, box[1], box[3])):
        if not step:
            if not least <= start <= most:
                return False
            continue
        near, far = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, near), min(high, far)
    return low <= high


class _Taken:
    """What stands on the page, by cells of a grid."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self.sides: dict[tuple[int, int], list[tuple[Side, float]]] = defaultdict(list)
        self.texts: dict[tuple[int, int], list[Bounds]] = defaultdict(list)
        for shape in leaves(shapes):
            if isinstance(shape, Text):
                self.add(shape)
                continue
            half = shape.paint.width / 2 if shape.paint.stroke else 0.0
            for side in sides(shape):
                for cell in _cells(_wider(around(side), half)):
                    self.sides[cell].append((side, half))

    def add(self, text: Text) -> None:
        box = text_bounds(text)
        for cell in _cells(box):
            self.texts[cell].append(box)

    def free(self, box: Bounds) -> bool:
        for cell in _cells(box):
            for x1, y1, x2, y2 in self.texts[cell]:
                if x1 < box[2] and box[0] < x2 and y1 < box[3] and box[1] < y2:
                    return False
            if any(crosses(side, _wider(box, half)) for side, half in self.sides[cell]):
                return False
        return True


def _wider(box: Bounds, by: float) -> Bounds:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def _cells(box: Bounds) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(v // CELL) for v in box)
    return product(range(left, right + 1), range(top, bottom + 1))


def _elements(shapes: Iterable[Shape]) -> Iterator[Group]:
    for shape in shapes:
        if isinstance(shape, Group) and shape.kind in ("space", "bonus", "box"):
            yield shape


def _broken(id: str) -> Iterator[tuple[str, ...]]:
    """An id on one line, then on two lines, broken after the dot nearest its middle."""
    yield (id,)
    places = [k + 1 for k, sign in enumerate(id) if sign == "."]
    if places:
        cut = min(places, key=lambda k: abs(k - len(id) / 2))
        yield (id[:cut], id[cut:])


def _free(
    group: Group, lines: tuple[str, ...], taken: _Taken, inside: Bounds, size: float
) -> tuple[Point, ...] | None:
    """Where the lines of an id can stand: in a space or box, below it, around a bonus."""
    wide = max(width(text, size) for text in lines) / 2 + AIR
    step = size * 1.02
    high = CAP * size + step * (len(lines) - 1) + AIR
    deep = AIR + fall(lines[-1], size)
    first = next(leaves(group.shapes))
    hexagon = first.points if isinstance(first, Polygon) and group.kind == "space" else None
    pieces = leaves(group.shapes) if group.kind == "bonus" else (first,)
    left, top, right, bottom = around([p for s in pieces for side in sides(s) for p in side])
    x, y = (left + right) / 2, (top + bottom) / 2
    lows = [bottom - AIR - deep - k * 0.4 * MM for k in range(32)]
    lows = [base for base in lows if base - high > top]
    below = (x, bottom + high + AIR)
    if group.kind == "bonus":
        spots = [below, (right + AIR + wide, y + high / 2), (left - AIR - wide, y + high / 2)]
        spots.append((x, top - AIR - deep))
    else:
        inset = wide + (0.45 * MM if hexagon else AIR)
        edges = [(a, base) for base in lows for a in (left + inset, right - inset)]
        spots = [(x, base) for base in lows[:8]] + edges
        if group.kind == "space" and not hexagon:
            spots = [below]
    for a, base in spots:
        box = (a - wide, base - high, a + wide, base + deep)
        fits = inside[0] <= box[0] and box[2] <= inside[2] and box[3] <= inside[3]
        if fits and taken.free(box) and (not hexagon or _within(box, hexagon)):
            count = len(lines)
            return tuple((a, base - step * (count - 1 - k)) for k in range(count))
    return None


def _within(box: Bounds, corners: tuple[Point, ...]) -> bool:
    """Whether the corners of a box lie inside a convex shape drawn clockwise."""
    points = product((box[0], box[2]), (box[1], box[3]))
    turns = pairwise((*corners, corners[0]))
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
        for (x, y), ((ax, ay), (bx, by)) in product(points, turns)
    )


def _path_sides(
    commands: Iterable[tuple[str, tuple[float, ...]]],
) -> tuple[Side, ...]:
    found: list[Side] = []
    at = start = (0.0, 0.0)
    for name, args in commands:
        points = [(args[k], args[k + 1]) for k in range(0, len(args), 2)]
        if name == "M":
            at = start = points[0]
        elif name == "Z":
            found.append((at, start))
        else:
            found += pairwise((at, *points))
            at = points[-1]
    return tuple(found)
