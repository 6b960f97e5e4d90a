"""A printed page as simple frozen shapes: what tests look at and every back end draws.

Units are points (1/72 inch), the origin is the top left corner, y grows downwards. Colours are
"#rrggbb", "" paints nothing. Shapes are painted in order, later ones on top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

MM = 72 / 25.4
"""Points in a millimetre."""

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""

Command = tuple[str, tuple[float, ...]]
"""M x y, L x y, C x1 y1 x2 y2 x y, Z."""

Kind = Literal["space", "bonus", "box", "line", "heading", "lane", "total", "part"]


@dataclass(frozen=True, slots=True)
class Paint:
    """Fill and stroke colours and the width of the stroke in points."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    paint: Paint
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Path:
    """Outlines filled even-odd, in units of `scale` points from the corner `x`, `y`.

    An icon keeps its own numbers wherever it stands, so that a file repeats them cheaply.
    """

    commands: tuple[Command, ...]
    paint: Paint
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `y` is the baseline, `x` the point that `anchor` names."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    bold: bool = False
    anchor: Literal["start", "middle", "end"] = "start"


@dataclass(frozen=True, slots=True)
class Group:
    """The shapes of one element of the sheet. `id` is unique within its kind.

    The first shape of a space, box, line or total is the outline that the player marks or
    writes in.
    """

    kind: Kind
    id: str
    shapes: tuple[Shape, ...]


Shape = Rect | Polygon | Line | Circle | Path | Text | Group
Leaf = Rect | Polygon | Line | Circle | Path | Text


@dataclass(frozen=True, slots=True)
class Input:
    """A field of a page that is filled in on a screen.

    `box` is where it stands, `tip` what a screen reader says of it. A check box shows `ink` when
    it is ticked, measured from the upper left corner of its box and cut to it; text is written
    in `size` points (0: as fits), at most `longest` signs. A field with neither is not seen: it
    only keeps its `value`.
    """

    name: str
    box: Bounds = (0.0, 0.0, 0.0, 0.0)
    tip: str = ""
    ink: tuple[Shape, ...] = ()
    size: float = 0.0
    longest: int = 0
    value: str = ""


@dataclass(frozen=True)
class Scene:
    """One page. `title`, `subject` and `language` describe it to readers of the file.

    `inputs` are its fields in the order in which one goes through them; only a PDF has them.
    `unnamed` are the ids that were asked for and have no room.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    subject: str = ""
    language: str = "en"
    inside: Bounds = field(default=(0.0, 0.0, 0.0, 0.0))
    inputs: tuple[Input, ...] = ()
    unnamed: tuple[str, ...] = ()

    def leaves(self) -> Iterator[Leaf]:
        """All shapes without their groups, in the order of painting."""
        return leaves(self.shapes)

    def groups(self) -> Iterator[Group]:
        """All groups, outer ones first."""
        return _groups(self.shapes)

    def find(self, kind: Kind, id: str) -> Group:
        """The element of that kind and id. Raises KeyError when the page has none."""
        for group in self.groups():
            if (group.kind, group.id) == (kind, id):
                return group
        raise KeyError(f"{kind} {id}")

    def log(self) -> str:
        """One line a shape, lengths in millimetres to 0.1, for tests that are read."""
        return "\n".join(_log(self.shapes, ""))


def leaves(shapes: Iterable[Shape]) -> Iterator[Leaf]:
    """The shapes without their groups, in the order of painting."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from leaves(shape.shapes)
        else:
            yield shape


def bounds(shape: Leaf) -> Bounds:
    """The box around a shape without its stroke; of a text its baseline from `x` on."""
    match shape:
        case Rect(x, y, width, height):
            return (x, y, x + width, y + height)
        case Circle(x, y, radius):
            return (x - radius, y - radius, x + radius, y + radius)
        case Line(x1, y1, x2, y2):
            return (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        case Text(x, y):
            return (x, y, x, y)
        case Polygon(points):
            return around(points)
        case Path(commands, _, x, y, scale):
            left, top, right, bottom = _reach(commands)
            return (x + scale * left, y + scale * top, x + scale * right, y + scale * bottom)


@lru_cache(1 << 10)
def _reach(commands: tuple[Command, ...]) -> Bounds:
    """The box around outlines in units of their own; icons repeat theirs."""
    return around([(a[k], a[k + 1]) for _, a in commands for k in range(0, len(a), 2)])


def mapped(shape: Shape, x: Callable[[float], float], y: Callable[[float], float]) -> Shape:
    """A shape somewhere else, as large as it is: `x` and `y` say where its points are then."""
    match shape:
        case Group(_, _, inner):
            return replace(shape, shapes=tuple(mapped(s, x, y) for s in inner))
        case Polygon(points):
            return replace(shape, points=tuple((x(a), y(b)) for a, b in points))
        case Line(x1, y1, x2, y2, paint):
            return Line(x(x1), y(y1), x(x2), y(y2), paint)
        case _:
            return replace(shape, x=x(shape.x), y=y(shape.y))


def moved(shapes: Iterable[Shape], dx: float, dy: float) -> Iterator[Shape]:
    """Shapes farther to the right and down."""
    return (mapped(shape, lambda a: a + dx, lambda b: b + dy) for shape in shapes)


def around(points: Iterable[Point]) -> Bounds:
    """The box around points."""
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def _groups(shapes: Iterable[Shape]) -> Iterator[Group]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from _groups(shape.shapes)


def _log(shapes: Iterable[Shape], indent: str) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield f"{indent}{shape.kind} {shape.id}"
            yield from _log(shape.shapes, indent + "  ")
        elif isinstance(shape, Text):
            weight = " bold" if shape.bold else ""
            place = f"{_mm(shape.x)},{_mm(shape.y)} {shape.anchor}"
            yield f'{indent}text "{shape.text}" {place} {shape.size:g}pt{weight}'
        else:
            x1, y1, x2, y2 = bounds(shape)
            name = type(shape).__name__.lower()
            stroke = f" stroke {shape.paint.width:g}" if shape.paint.stroke else ""
            fill = " filled" if shape.paint.fill else ""
            if isinstance(shape, Line):
                place = f"{_mm(shape.x1)},{_mm(shape.y1)} to {_mm(shape.x2)},{_mm(shape.y2)}"
            else:
                place = f"{_mm(x1)},{_mm(y1)} {_mm(x2 - x1)}x{_mm(y2 - y1)}"
            if isinstance(shape, Polygon):
                name += f"({len(shape.points)})"
            yield f"{indent}{name} {place}{fill}{stroke}"


def _mm(value: float) -> str:
    return f"{round(value / MM, 1) + 0.0:.1f}"
