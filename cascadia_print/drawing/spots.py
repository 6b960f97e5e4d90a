"""Where on a drawn element a player makes his marks: the printed circles, and what is crossed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cascadia_print.drawing.fonts import CAP
from cascadia_print.drawing.scene import (
    Bounds,
    Circle,
    Group,
    Leaf,
    Line,
    Rect,
    Scene,
    Text,
    around,
    bounds,
    leaves,
)
from cascadia_print.sheet.model import Gain, Offer

PEN = "#1c3f94"
"""The player's pen: as dark as print when it is grey."""


def extent(group: Group) -> Bounds:
    """The box around an element: its outline if it has one, else all that it shows."""
    outline = group.kind in ("space", "box", "line", "total")
    shapes = [next(leaves(group.shapes))] if outline else list(leaves(group.shapes))
    return around([p for shape in shapes for p in corners(shape)])


def name_line(scene: Scene, label: str) -> Line | None:
    """The line that stands after a label."""
    for text, rule in pairwise(scene.leaves()):
        if isinstance(text, Text) and text.text == label and isinstance(rule, Line):
            return rule
    return None


def circle_of(group: Group, offer: Offer, side: int, gain: Gain) -> Circle | None:
    """The printed circle of points that a side of an offer gives; None for what is crossed off."""
    if gain.kind != "points":
        return None
    same = [c for c, text in _circles(list(leaves(group.shapes))) if text == str(gain.n)]
    before = [g for s in offer.sides[:side] for g in s if g.kind == "points" and g.n == gain.n]
    return same[len(before)] if len(before) < len(same) else None


def crossed(group: Group, offer: Offer, *, beyond: bool = True) -> Bounds:
    """What is crossed off of an element: its box, else the signs beside the circles.

    A bare sign is crossed from `beyond` its edges.
    """
    shapes = list(leaves(group.shapes))
    boxes = [s for s in shapes if isinstance(s, Rect)]
    if group.kind == "bonus" and boxes:
        return bounds(max(boxes, key=lambda r: r.width * r.height))
    if group.kind == "box" and not offer.choice:
        return bounds(shapes[0])
    around_all = around([p for s in shapes for p in corners(s)])
    circles = {id(c) for c, _ in _circles(shapes)}
    signs = [s for s in shapes if id(s) not in circles and _small(s, around_all)]
    left, top, right, bottom = around([p for s in signs or shapes for p in corners(s)])
    if not beyond:
        return (left, top, right, bottom)
    dx, dy = 0.2 * (right - left) + 1.4, 0.2 * (bottom - top) + 1.4
    return (left - dx, top - dy, right + dx, bottom + dy)


def corners(shape: Leaf) -> list[tuple[float, float]]:
    """Two opposite corners of the box around a shape."""
    left, top, right, bottom = bounds(shape)
    return [(left, top), (right, bottom)]


def _circles(shapes: Sequence[Leaf]) -> list[tuple[Circle, str]]:
    """The printed circles with the points in them."""
    texts = [s for s in shapes if isinstance(s, Text) and s.text.isdigit()]
    return [
        (c, t.text)
        for c in shapes
        if isinstance(c, Circle)
        for t in texts
        if abs(t.x - c.x) < 0.5 and abs(t.y - CAP * t.size / 2 - c.y) < 1.0
    ]


def _small(shape: Leaf, box: Bounds) -> bool:
    """Whether a shape is a sign and no ground, pattern or word."""
    if isinstance(shape, Text | Line) or not shape.paint.fill:
        return False
    left, top, right, bottom = bounds(shape)
    return right - left < 0.6 * (box[2] - box[0]) and bottom - top < 0.6 * (box[3] - box[1])
