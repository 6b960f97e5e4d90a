"""Scenes as SVG: the same shapes as in the PDF, each element of the sheet under its own id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from cascadia_print.drawing.fonts import width
from cascadia_print.drawing.papers import Paper
from cascadia_print.drawing.pdf import CREATOR, number
from cascadia_print.drawing.scene import (
    MM,
    Circle,
    Group,
    Leaf,
    Line,
    Paint,
    Path,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
)
from cascadia_print.drawing.signs import DoesNotFit

FONTS = "'DejaVu Sans', 'Bitstream Vera Sans', Verdana, sans-serif"
"""DejaVu has the widths of Bitstream Vera, which the layout is made for; others are squeezed."""

MARK = f"<!-- {CREATOR}: may be written anew -->"
"""How a file of ours is known."""


def render_svg(scene: Scene, paper: Paper | None = None) -> str:
    """A scene as a whole SVG file, on a page of its own or in the middle of a paper.

    The elements of the sheet are groups: `<g id="space-a1" data-kind="space" data-id="a1">`.
    Raises DoesNotFit for a page too large for the paper, MissingGlyph.
    """
    wide, high = (paper.width, paper.height) if paper else (scene.width, scene.height)
    left, top, right, bottom = scene.inside
    for need, have in ((right - left, wide), (bottom - top, high)):
        if paper and need > have:
            raise DoesNotFit(scene.title, need, have, paper.name)
    x, y = (scene.width - wide) / 2, (scene.height - high) / 2
    head = _attributes(
        xmlns="http://www.w3.org/2000/svg",
        width=f"{number(wide / MM)}mm",
        height=f"{number(high / MM)}mm",
        viewBox=" ".join(number(v) for v in (x, y, wide, high)),
        lang=scene.language,
        role="img",
        aria_labelledby="title desc",
        font_family=FONTS,
        fill="none",
        stroke_miterlimit="10",  # as in PDF
        style="background:#ffffff",
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        MARK,
        f"<svg{head}>",
        f'<title id="title">{escape(scene.title, quote=False)}</title>',
        f'<desc id="desc">{escape(scene.subject, quote=False)}</desc>',
        *drawn(scene.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def group_id(kind: str, id: str) -> str:
    """The id of an element in the file, as "space-a1"; "_" stands for what a name cannot hold."""
    name = re.sub(r"[^\w.-]", "_", id)
    return f"{kind}-{name}"


def drawn(shapes: Iterable[Shape]) -> Iterator[str]:
    """The elements of shapes, to stand inside an `<svg>` measured in points."""
    for shape in shapes:
        if isinstance(shape, Group):
            kind, id = shape.kind, shape.id
            yield f"<g{_attributes(id=group_id(kind, id), data_kind=kind, data_id=id)}>"
            yield from drawn(shape.shapes)
            yield "</g>"
        else:
            yield _leaf(shape)


def _leaf(shape: Leaf) -> str:
    match shape:
        case Rect(x, y, wide, high, paint, radius):
            rounded = {"rx": radius} if radius else {}
            return _element("rect", paint, x=x, y=y, width=wide, height=high, **rounded)
        case Circle(x, y, radius, paint):
            return _element("circle", paint, cx=x, cy=y, r=radius)
        case Line(x1, y1, x2, y2, paint):
            return _element("line", paint, x1=x1, y1=y1, x2=x2, y2=y2)
        case Polygon(points, paint):
            corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
            return _element("polygon", paint, points=corners)
        case Path(commands, paint, x, y, scale):
            d = "".join(name + " ".join(number(v) for v in args) for name, args in commands)
            place = {}
            if (x, y, scale) != (0, 0, 1):
                place = {"transform": f"translate({number(x)} {number(y)}) scale({scale:.4f})"}
            return _element("path", paint, d=d, fill_rule="evenodd", **place)
        case Text(x, y, text, size, fill, bold, anchor):
            head = _attributes(x=x, y=y, font_size=size, fill=fill)
            head += _attributes(font_weight="bold") if bold else ""
            head += _attributes(text_anchor=anchor) if anchor != "start" else ""
            head += _attributes(textLength=width(text, size, bold), lengthAdjust="spacingAndGlyphs")
            return f"<text{head}>{escape(text, quote=False)}</text>"


def _element(name: str, paint: Paint, **values: str | float) -> str:
    colours = _attributes(fill=paint.fill) if paint.fill else ""
    if paint.stroke:
        colours += _attributes(stroke=paint.stroke, stroke_width=paint.width)
    return f"<{name}{_attributes(**values)}{colours}/>"


def _attributes(**values: str | float) -> str:
    """Attributes, numbers with two decimals; "_" in a name stands for "-"."""
    parts = (
        f' {name.replace("_", "-")}="{escape(v if isinstance(v, str) else number(v))}"'
        for name, v in values.items()
    )
    return "".join(parts)
