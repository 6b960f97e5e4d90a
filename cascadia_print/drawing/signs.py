"""Gains as a player reads them: circles for points, words and plain marks for the rest.

A sign knows its size and draws itself around a centre. What is circled is drawn as a circle;
what is crossed off stands in a box, or is itself a small mark that can be crossed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.look import SMALL, Look
from cascadia_print.drawing.scene import (
    MM,
    Circle,
    Command,
    Line,
    Paint,
    Path,
    Point,
    Polygon,
    Rect,
    Shape,
)
from cascadia_print.sheet.model import Gain, Offer
from cascadia_print.sheet.vocabulary import habitats, wildlife

ICON = 4.4 * MM
"""The height of a mark: a letter of the smallest size fits in."""


class DoesNotFit(ValueError):
    """Something has no room on the page; `need` and `have` are lengths in points."""

    def __init__(self, what: str, need: float, have: float) -> None:
        super().__init__(
            f"{what} does not fit: needs {need / MM:.1f} mm, has {max(have, 0) / MM:.1f} mm"
        )
        self.what, self.need, self.have = what, need, have


@dataclass(frozen=True, slots=True)
class Sign:
    """Something drawn around a centre; lengths in points."""

    width: float
    height: float
    draw: Callable[[float, float], tuple[Shape, ...]]


def hexagon(x: float, y: float, flat: float) -> tuple[Point, ...]:
    """The corners of a hexagon that stands on a tip, `flat` from side to side."""
    half, side = flat / 2, flat / math.sqrt(3)
    return (
        (x, y - side),
        (x + half, y - side / 2),
        (x + half, y + side / 2),
        (x, y + side),
        (x - half, y + side / 2),
        (x - half, y - side / 2),
    )


def star(x: float, y: float, radius: float, paint: Paint) -> Polygon:
    """A star of five points."""
    reach = [radius if k % 2 == 0 else radius * 0.42 for k in range(10)]
    turns = [math.pi * (k / 5 - 0.5) for k in range(10)]
    points = zip(reach, turns, strict=True)
    return Polygon(tuple((x + r * math.cos(t), y + r * math.sin(t)) for r, t in points), paint)


def triangle(x: float, y: float, size: float, look: Look, down: bool = False) -> Polygon:
    """A small arrow head around a centre, pointing right or down."""
    points = [(-0.4, -0.5), (0.5, 0.0), (-0.4, 0.5)]
    turned = [(b, a) if down else (a, b) for a, b in points]
    return Polygon(tuple((x + a * size, y + b * size) for a, b in turned), Paint(look.theme.ink))


_LEAF: tuple[Command, ...] = (
    ("M", (-0.43, 0.43)),
    ("C", (-0.53, -0.17, -0.17, -0.53, 0.43, -0.43)),
    ("C", (0.53, 0.17, 0.17, 0.53, -0.43, 0.43)),
    ("Z", ()),
)
_DROP: tuple[Command, ...] = (
    ("M", (0.0, -0.55)),
    ("C", (0.1, -0.25, 0.36, -0.05, 0.36, 0.17)),
    ("C", (0.36, 0.37, 0.2, 0.52, 0.0, 0.52)),
    ("C", (-0.2, 0.52, -0.36, 0.37, -0.36, 0.17)),
    ("C", (-0.36, -0.05, -0.1, -0.25, 0.0, -0.55)),
    ("Z", ()),
)
_HOUSE = ((-0.5, 0.5), (-0.5, -0.1), (0.0, -0.5), (0.5, -0.1), (0.5, 0.5))


def icon(kind: str, of: str, look: Look, size: float = ICON) -> Sign:
    """The mark of an animal, nature token, free hexagon, landmark, sun, rain, same, lane.

    `of` is the animal, habitat or lane; "" stands for any. The one place that decides how
    these look.
    """
    fill = look.theme.signs.get(kind, look.theme.paper)
    paint = Paint(fill, look.theme.ink, 0.8)
    text = max(SMALL, size * 0.53)

    def letter(x: float, y: float, sign: str) -> Shape:
        return look.text(x, y + CAP * text / 2, sign, text, bold=True)

    def animal(x: float, y: float) -> tuple[Shape, ...]:
        box = Rect(x - size / 2, y - size / 2, size, size, paint, radius=size * 0.25)
        return (box, letter(x, y, look.letters.get(of, "?")))

    def free(x: float, y: float) -> tuple[Shape, ...]:
        flat = size * 0.94
        return (Polygon(hexagon(x, y, flat), paint), letter(x, y, look.letters.get(of, "?")))

    def landmark(x: float, y: float) -> tuple[Shape, ...]:
        points = tuple((x + a * size, y + b * size) for a, b in _HOUSE)
        sign = look.letters.get(of) or of[:1].upper()
        return (Polygon(points, paint), letter(x, y + size * 0.13, sign))

    def nature(x: float, y: float) -> tuple[Shape, ...]:
        return (_path(_LEAF, x, y, size, paint), letter(x, y, look.say("letter.nature")))

    def sun(x: float, y: float) -> tuple[Shape, ...]:
        rays = []
        for k in range(8):
            a, b = math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)
            near, far = size * 0.37, size * 0.52
            ray = Line(
                x + a * near, y + b * near, x + a * far, y + b * far, Paint("", paint.stroke, 0.9)
            )
            rays.append(ray)
        return (Circle(x, y, size * 0.28, paint), *rays)

    def rain(x: float, y: float) -> tuple[Shape, ...]:
        return (_path(_DROP, x, y, size, paint),)

    def same(x: float, y: float) -> tuple[Shape, ...]:
        box = Rect(x - size / 2, y - size / 2, size, size, paint, radius=size * 0.1)
        bar = Paint(look.theme.ink)
        at = [(x - size * 0.26, y + dy * size) for dy in (-0.2, 0.06)]
        return (box, *(Rect(a, b, size * 0.52, size * 0.14, bar) for a, b in at))

    def lane(x: float, y: float) -> tuple[Shape, ...]:
        points = tuple(
            (x + a * size * 0.56, y + b * size * 0.56)
            for a, b in ((0, -1), (1, 0), (0, 1), (-1, 0))
        )
        return (Polygon(points, paint), letter(x, y, of[:1].upper()))

    draw = {
        "animal": animal,
        "nature": nature,
        "hex": free,
        "landmark": landmark,
        "sun": sun,
        "rain": rain,
        "same": same,
        "lane": lane,
    }[kind]
    height = size * 1.08 if kind == "hex" else size * 1.12 if kind == "lane" else size
    return Sign(height if kind == "lane" else size, height, draw)


def lane_icon(lane: str, look: Look, size: float = ICON) -> Sign:
    """The mark of a lane or a pool by its name."""
    if lane in ("sun", "rain"):
        return icon(lane, "", look, size)
    kind = "animal" if lane in wildlife() else "landmark" if lane in habitats() else "lane"
    return icon(kind, lane, look, size)


def words(text: str, look: Look, size: float, bold: bool = False) -> Sign:
    """A word as a sign."""
    return Sign(
        width(text, size, bold),
        size,
        lambda x, y: (look.text(x, y + CAP * size / 2, text, size, bold),),
    )


def circled(n: int, look: Look, diameter: float) -> Sign:
    """Points that are circled."""
    size = max(SMALL, diameter * 0.5) if n < 10 else max(SMALL, diameter * 0.42)
    return Sign(
        diameter,
        diameter,
        lambda x, y: (
            Circle(x, y, diameter / 2, Paint(look.theme.paper, look.theme.ink, 0.9)),
            look.text(x, y + CAP * size / 2, str(n), size, bold=True),
        ),
    )


def boxed(sign: Sign, look: Look, high: float, grow: float = 0.0) -> Sign:
    """A sign in a box of its own, to be crossed off; `high` is the least height."""
    wide, high = sign.width + 1.6 * MM + grow, max(sign.height + 0.6 * MM, high)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        box = Rect(x - wide / 2, y - high / 2, wide, high, look.outline(), radius=0.8 * MM)
        return (box, *sign.draw(x, y))

    return Sign(wide, high, draw)


def in_row(signs: Sequence[Sign], gap: float) -> Sign:
    """Signs side by side."""
    total = sum(s.width for s in signs) + gap * (len(signs) - 1)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        at = x - total / 2
        for sign in signs:
            shapes += sign.draw(at + sign.width / 2, y)
            at += sign.width + gap
        return tuple(shapes)

    return Sign(total, max(s.height for s in signs), draw)


def in_stack(signs: Sequence[Sign], gap: float) -> Sign:
    """Signs one below the other."""
    total = sum(s.height for s in signs) + gap * (len(signs) - 1)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        at = y - total / 2
        for sign in signs:
            shapes += sign.draw(x, at + sign.height / 2)
            at += sign.height + gap
        return tuple(shapes)

    return Sign(max(s.width for s in signs), total, draw)


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to draw an offer: animals in words or as marks, on so many lines.

    `alone`: outside a box, with circles of this diameter and boxes of at least this height,
    each `grow` wider than its content needs. `mark`: the size of marks.
    """

    wordy: bool
    size: float = SMALL
    lines: int = 1
    mark: float = ICON
    alone: float = 0.0
    grow: float = 0.0


def offer_in_box(offer: Offer, look: Look, wide: float, high: float) -> Sign:
    """What a box gives, as large and as wordy as the room allows. Raises DoesNotFit."""
    sizes = [(True, 8.0, 1), (True, 7.0, 1), (True, 8.0, 2), (True, 7.0, 2), (True, SMALL, 1)]
    sizes += [(True, SMALL, 2), (False, 8.0, 1), (False, SMALL, 1), (False, SMALL, 2)]
    return _fitting(offer, look, [_Way(*w) for w in sizes], wide, high)


def least_box(offers: Iterable[Offer], look: Look, least: float, high: float) -> float:
    """The width of a box that has room for each of the offers, at least `least`."""
    for offer in offers:
        if sum(map(len, offer.sides)) > 1:
            signs = [_sides(offer, look, _Way(False, SMALL, lines)) for lines in (1, 2)]
            least = max(
                least, MM + min(s.width for s in signs if s.height <= high or s is signs[0])
            )
    return least


def offer_alone(
    offer: Offer,
    look: Look,
    wide: float,
    high: float,
    size: float = 5.8 * MM,
    grow: float = 0.0,
) -> Sign:
    """What a bonus outside any box gives: circles, and boxes of their own. Raises DoesNotFit.

    `size` is the diameter of circles and the least height of boxes, `grow` what is added to
    the width that a box needs.
    """
    sizes = [(True, 8.0, 1), (True, 7.0, 1), (True, SMALL, 1), (False, 7.0, 1), (False, 7.0, 2)]
    mark = min(ICON, size - 1.2 * MM)
    return _fitting(offer, look, [_Way(*w, mark, size, grow) for w in sizes], wide, high)


def offer_marks(offer: Offer, look: Look, size: float) -> Sign:
    """What is printed in or between hexagons: bare marks that are crossed or circled."""
    return _sides(offer, look, _Way(wordy=False, mark=size))


def _fitting(offer: Offer, look: Look, ways: Sequence[_Way], wide: float, high: float) -> Sign:
    signs = []
    for way in ways:
        sign = _sides(offer, look, way)
        if sign.width <= wide + 0.01 and sign.height <= high + 0.01:
            return sign
        signs.append(sign)
    least = min(signs, key=lambda s: s.width)
    if least.width > wide:
        raise DoesNotFit(offer.word, least.width, wide)
    raise DoesNotFit(offer.word, least.height, high)


def _sides(offer: Offer, look: Look, way: _Way) -> Sign:
    parts: list[Sign] = []
    for k, side in enumerate(offer.sides):
        if k:
            parts.append(words(look.say("or") if way.wordy else "/", look, SMALL))
        parts += _side(side, look, way)
    if way.lines == 2 and len(parts) > 1:
        half = (len(parts) + 1) // 2
        rows = [in_row(part, 0.8 * MM) for part in (parts[:half], parts[half:])]
        return in_stack(rows, 0.6 * MM)
    return in_row(parts, 0.9 * MM)


def _side(side: Sequence[Gain], look: Look, way: _Way) -> list[Sign]:
    """The signs of gains that come together: circles first, then what is crossed off."""
    diameter = way.alone or max(way.mark, way.size * 1.9)
    circles = [circled(g.n, look, diameter) for g in side if g.kind == "points"]
    crossed: list[Sign] = []
    for gain in side:
        if gain.kind != "points":
            crossed += [words("+", look, way.size)] if crossed and (way.wordy or way.alone) else []
            crossed.append(_gain(gain, look, way))
    if not crossed:
        return circles
    if way.alone:
        return [*circles, boxed(in_row(crossed, 0.7 * MM), look, way.alone, way.grow)]
    plus = [words("+", look, way.size)] if circles and way.wordy else []
    return [*circles, *plus, *crossed]


def _gain(gain: Gain, look: Look, way: _Way) -> Sign:
    if way.wordy and gain.kind in ("animal", "wild"):
        many = "many" if gain.n > 1 else "one"
        text = look.say(f"gains.{many}.{gain.of or 'any'}", n=gain.n)
        return words(text, look, way.size)
    match gain.kind:
        case "lane":
            sign = lane_icon(gain.of.partition(".")[2], look, way.mark)
        case "pick":
            sign = lane_icon(gain.of, look, way.mark)
        case "wild":
            sign = icon("animal", "", look, way.mark)
        case kind:
            sign = icon(kind, gain.of, look, way.mark)
    if gain.n == 1:
        return sign
    return in_row([words(str(gain.n), look, max(way.size, 7.0), bold=True), sign], 0.7 * MM)


def _path(commands: Sequence[Command], x: float, y: float, size: float, paint: Paint) -> Path:
    placed = tuple(
        (name, tuple(v * size + (y if k % 2 else x) for k, v in enumerate(args)))
        for name, args in commands
    )
    return Path(placed, paint)
