"""The ids of spaces, boxes and bonuses in small print, each where nothing stands yet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product

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


def id_labels(shapes: Iterable[Shape], look: Look, inside: Bounds) -> tuple[Group, tuple[str, ...]]:
    """The ids, each inside its element or right beside it, as one part of the page; and those for
    which there is no room."""
    taken = _Taken(tuple(shapes))
    labels: list[Shape] = []
    unnamed: list[str] = []
    for group in taken.elements:
        label = next(_labels(group, taken, inside, look), ())
        for text in label:
            taken.add(text)
        labels += label
        if not label:
            unnamed.append(group.id)
    return Group("part", "ids", tuple(labels)), tuple(unnamed)


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

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.elements = tuple(_elements(shapes))
        self.sides: dict[tuple[int, int], list[tuple[Bounds, Side, float]]] = defaultdict(list)
        self.texts: dict[tuple[int, int], list[Bounds]] = defaultdict(list)
        self.solid: dict[tuple[int, int], list[tuple[Group | None, Sequence[Side]]]]
        self.solid = defaultdict(list)
        owners = dict(_solid(self.elements))
        for shape in leaves(shapes):
            if isinstance(shape, Text):
                self.add(shape)
                continue
            outline = sides(shape)
            half = shape.paint.width / 2 if shape.paint.stroke else 0.0
            for side in outline:
                reach = _wider(around(side), half)
                for cell in _cells(reach):
                    self.sides[cell].append((reach, side, half))
            if id(shape) in owners:
                for cell in _cells(bounds(shape)):
                    self.solid[cell].append((owners[id(shape)], outline))

    def add(self, text: Text) -> None:
        box = text_bounds(text)
        for cell in _cells(box):
            self.texts[cell].append(box)

    def free(self, box: Bounds) -> bool:
        """Whether nothing stands in a box."""
        return not any(
            any(_meet(box, text) for text in self.texts[cell])
            or any(
                _meet(box, reach) and crosses(side, _wider(box, half))
                for reach, side, half in self.sides[cell]
            )
            for cell in _cells(box)
        )

    def foreign(self, point: Point, group: Group) -> bool:
        """Whether a point lies in a sign, or where an id would be taken for that of another space
        or box; between two hexagons it may stand in one of them."""
        return any(
            _within(point, outline)
            for owner, outline in self.solid[next(_cells((*point, *point)))]
            if owner is None
            or (owner is not group and (owner.kind == "box" or group.kind != "bonus"))
        )


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _wider(box: Bounds, by: float) -> Bounds:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def _cells(box: Bounds) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(v // CELL) for v in box)
    return product(range(left, right + 1), range(top, bottom + 1))


def _elements(shapes: Iterable[Shape]) -> Iterator[Group]:
    for shape in shapes:
        if isinstance(shape, Group) and shape.kind in ("space", "bonus", "box"):
            yield shape


def _solid(elements: Iterable[Group]) -> Iterator[tuple[int, Group | None]]:
    """The `id` of what ids do not stand in: spaces and boxes but for their own, and signs: None."""
    for group in elements:
        first, *others = leaves(group.shapes)
        if group.kind != "bonus":
            yield id(first), group
            others = [shape for shape in others if isinstance(shape, Path | Circle)]
        else:
            others = [first, *others]
        yield from ((id(s), None) for s in others if not isinstance(s, Text) and s.paint.fill)


def _forms(id: str) -> Iterator[tuple[str, ...]]:
    """An id on one line, on two and three lines broken after its dots and hyphens; what follows
    its last dot, as ".2"."""
    yield (id,)
    parts = re.findall(r"[^.-]+[.-]?", id)
    for count in (2, 3):
        ways = [
            tuple("".join(parts[a:b]) for a, b in pairwise((0, *cuts, len(parts))))
            for cuts in combinations(range(1, len(parts)), count - 1)
        ]
        if ways:
            yield min(ways, key=lambda lines: max(map(len, lines)))
    if "." in id:
        yield (id[id.rindex(".") :],)


def _labels(group: Group, taken: _Taken, inside: Bounds, look: Look) -> Iterator[tuple[Text, ...]]:
    """The ways to print an element's id where nothing stands yet, the best one first."""
    first = next(leaves(group.shapes))
    pieces = leaves(group.shapes) if group.kind == "bonus" else (first,)
    element = around([p for s in pieces for side in sides(s) for p in side])
    forms = list(_forms(group.id))
    room = element[2] - element[0]
    if group.kind == "bonus" and width(group.id, look.size.text.id) > 1.5 * room:
        forms = [*forms[1:2], forms[0], *forms[2:]]
    hexagon = isinstance(first, Polygon) and group.kind == "space"
    left, _, right, bottom = inside
    for size, lines in product(dict.fromkeys((look.size.text.id, look.size.text.fine)), forms):
        over = CAP * size + AIR
        # Each line: half its width, its place above the last baseline, its depth.
        measures = [
            (width(text, size) / 2 + AIR, 1.02 * size * k, AIR + fall(text, size))
            for k, text in zip(range(len(lines) - 1, -1, -1), lines, strict=True)
        ]
        wide, high, deep = max(m[0] for m in measures), measures[0][1] + over, measures[-1][2]
        for x, base in _spots(group, element, hexagon, (wide, high, deep)):
            if x - wide < left or right < x + wide or bottom < base + deep:
                continue
            boxes = ((x - w, base - up - over, x + w, base - up + low) for w, up, low in measures)
            if all(map(taken.free, boxes)) and not taken.foreign((x, base), group):
                yield tuple(
                    look.text(x, base - up, text, size, quiet=True)
                    for text, (_, up, _) in zip(lines, measures, strict=True)
                )


def _spots(
    group: Group, element: Bounds, hexagon: bool, label: tuple[float, float, float]
) -> Iterator[Point]:
    """The middle and the last baseline of labels: in a space or box, else below, beside, above.

    `label`: half its width, and its height above and below that baseline.
    """
    wide, high, deep = label
    left, top, right, bottom = element
    x, y = (left + right) / 2, (top + bottom) / 2
    below, above = bottom + high + AIR, top - AIR - deep
    if group.kind == "bonus" or (group.kind == "space" and not hexagon):
        yield x, below
    if group.kind == "bonus":
        yield right + AIR + wide, y + high / 2
        yield left - AIR - wide, y + high / 2
        yield x, above
        yield from ((a, b) for b in (below, above) for a in (right - wide, left + wide))
        yield x, below + high + deep
        return
    lows = [bottom - AIR - deep - k * 0.2 * MM for k in range(64)]
    lows = [base for base in lows if base - high > top and 2 * wide < right - left]
    yield from ((x, base) for base in lows[:16])
    for base in lows:
        reach = (right - left) / 2 - wide - (0.45 * MM if hexagon else AIR)
        if hexagon:
            off = max(abs(base - high - y), abs(base + deep - y))
            reach = min(reach, ((bottom - top) / 2 - off) * 3**0.5 - wide - 0.1 * MM)
        if reach > 0:
            yield x - reach, base
            yield x + reach, base
    yield from ((x, base) for base in reversed(lows[16:]))
    if hexagon:
        yield from ((a, b) for b in (below, above) for a in (x, x - wide, x + wide))


def _within(point: Point, outline: Iterable[Side]) -> bool:
    """Whether a point lies inside an outline: a ray to its right crosses that an odd number of
    times."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in outline:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


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
