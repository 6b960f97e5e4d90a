"""The measures of a page, from `templates/pages/`: one set for normal and one for large print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from cascadia_print import resources
from cascadia_print.drawing.scene import MM, Bounds, Point
from cascadia_print.sheet.located import read_yaml

EDGE = 0.4 * MM
"""Half of the widest border: what keeps the ink of the outermost boxes inside."""


@dataclass(frozen=True)
class Text:
    """Sizes of text in points: `small` is the smallest, but for ids shown on request, which are
    `id` and, where that does not fit, `fine`."""

    small: float
    body: float
    title: float
    head: float
    total: float
    digit: float
    letter: float
    id: float
    fine: float


@dataclass(frozen=True)
class Sizes:
    """Lengths in points; what each of them measures is said in `templates/pages/`."""

    text: Text
    written: float
    outlined: float
    largest: float
    letters: float
    between: float
    quiet: float
    mark: float
    icon: float
    lane: float
    circle: float
    item: float
    strip: float
    heading: float
    title: float
    box: float
    score: float
    total: float
    label: float
    narrow: float
    broad: float
    legend: float
    number: float


@cache
def template(large: bool = False) -> Mapping[str, Any]:
    """The frame of `templates/pages/` for normal or for large print."""
    name = "environment-large" if large else "environment"
    data: Mapping[str, Any] = read_yaml(resources.root("templates") / "pages" / f"{name}.yaml").data
    return data


def extent(frame: Mapping[str, Any]) -> tuple[Point, Bounds]:
    """Width and height of a page, and what a home printer reaches of it on any of its papers."""
    (wide, high), (w, h) = ([v * MM for v in frame[key]] for key in ("page", "inside"))
    across, down = (wide - w) / 2, (high - h) / 2
    return (wide, high), (across, down, wide - across, high - down)


@cache
def sizes(large: bool = False) -> Sizes:
    """The measures of that frame."""
    frame = template(large)
    lengths = {name: millimetres * MM for name, millimetres in frame["lengths"].items()}
    return Sizes(text=Text(**frame["text"]), **lengths)
