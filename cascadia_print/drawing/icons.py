"""The icons of `data/icons/` as paths: single-colour drawings on a grid of 24 x 24 units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path as File
from typing import Final
from xml.etree import ElementTree

from cascadia_print import resources
from cascadia_print.drawing.scene import Command, Paint, Path, Point

GRID: Final = 24.0
"""Width and height of the square that an icon is drawn in."""

_SVG: Final = "{http://www.w3.org/2000/svg}"
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "Z": 0}


class BadIcon(ValueError):
    """An icon file that cannot be drawn: names the file and what is wrong in it."""

    def __init__(self, file: File, problem: str) -> None:
        super().__init__(f"{file}: {problem}")


@cache
def names() -> tuple[str, ...]:
    """The names of all icons, sorted."""
    return tuple(sorted(file.stem for file in _folder().glob("*.svg")))


@cache
def icon(name: str) -> tuple[Command, ...]:
    """The outlines of an icon in units of its grid, to be filled even-odd so that holes stay open.

    Raises KeyError for an unknown name and BadIcon for a file that cannot be drawn.
    """
    if name not in names():
        raise KeyError(f"no icon {name!r} (known: {', '.join(names())})")
    return read_icon(_folder() / f"{name}.svg")


def placed(name: str, x: float, y: float, size: float, paint: Paint) -> Path:
    """An icon whose grid is a square of `size` points around `x`, `y`. Raises as `icon` does."""
    return Path(icon(name), paint, x - size / 2, y - size / 2, size / GRID)


def read_icon(file: File) -> tuple[Command, ...]:
    """The outlines that an SVG file with the view box "0 0 24 24" holds. Raises BadIcon.

    Read are `path` elements with the commands M L H V C S Q Z, absolute or relative; even-odd
    must be their fill rule. A `title` may stand beside them.
    """
    try:
        svg = ElementTree.parse(file).getroot()
    except ElementTree.ParseError as error:
        raise BadIcon(file, str(error)) from error
    if svg.tag != f"{_SVG}svg" or svg.get("viewBox") != "0 0 24 24":
        raise BadIcon(file, 'is not an <svg> with viewBox="0 0 24 24"')
    commands: list[Command] = []
    for element in svg:
        if element.tag == f"{_SVG}title":
            continue
        if element.tag != f"{_SVG}path" or set(element.keys()) != {"d", "fill-rule"}:
            raise BadIcon(file, "holds something else than <path fill-rule=… d=…> and <title>")
        if element.get("fill-rule") != "evenodd":
            raise BadIcon(file, "has a path whose fill-rule is not evenodd")
        try:
            commands += path_data(element.get("d", ""))
        except ValueError as error:
            raise BadIcon(file, str(error)) from error
    if not commands:
        raise BadIcon(file, "draws nothing")
    return tuple(commands)


def path_data(text: str) -> tuple[Command, ...]:
    """SVG path data as M, L, C and Z with absolute coordinates. Raises ValueError."""
    commands: list[Command] = []
    start = at = (0.0, 0.0)
    bend: Point | None = None  # The last control point, which S mirrors; none after a line.
    for letter, args in _steps(text):
        kind = letter.upper()
        if kind != "M" and (not commands or commands[-1][0] == "Z"):
            raise ValueError(f"path data: {letter} where an outline has to begin with M")
        if kind == "Z":
            commands.append(("Z", ()))
            at, bend = start, None
            continue
        x, y = at if letter.islower() else (0.0, 0.0)
        if kind == "H":
            points = [(args[0] + x, at[1])]
        elif kind == "V":
            points = [(at[0], args[0] + y)]
        else:
            points = [(a + x, b + y) for a, b in zip(args[::2], args[1::2], strict=True)]
        if kind == "Q":
            points = [_between(at, points[0]), _between(points[1], points[0]), points[1]]
        elif kind == "S":
            points.insert(0, (2 * at[0] - bend[0], 2 * at[1] - bend[1]) if bend else at)
        name = "M" if kind == "M" else "L" if len(points) == 1 else "C"
        commands.append((name, tuple(v for point in points for v in point)))
        at, bend = points[-1], points[1] if kind in "CS" else None
        if kind == "M":
            start = at
    return tuple(commands)


def _steps(text: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of path data one by one, each with its numbers. Raises ValueError."""
    head, *parts = re.split("([A-Za-z])", text)
    for letter, numbers in zip(["", *parts[::2]], [head, *parts[1::2]], strict=True):
        args = [float(v) for v in _NUMBER.findall(numbers)]
        if _NUMBER.sub("", numbers).strip(" ,\t\r\n"):
            raise ValueError(f"path data: {numbers.strip()!r} is no row of numbers")
        if not letter and not args:
            continue
        takes = _TAKES.get(letter.upper())
        if takes is None:
            raise ValueError(f"path data: command {letter!r} is none of {' '.join(_TAKES)}")
        if len(args) % (takes or len(args) + 1) or bool(args) != bool(takes):
            raise ValueError(f"path data: {letter} with {len(args)} numbers")
        if not takes:
            yield letter, args
        for k in range(0, len(args), takes or 1):
            yield letter, args[k : k + takes]
            letter = {"M": "L", "m": "l"}.get(letter, letter)


def _between(end: Point, middle: Point) -> Point:
    """A control point of the cubic that equals a quadratic curve."""
    return (end[0] + (middle[0] - end[0]) * 2 / 3, end[1] + (middle[1] - end[1]) * 2 / 3)


def _folder() -> File:
    return resources.root("data") / "icons"
