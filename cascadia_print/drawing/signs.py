"""Gains as a player reads them: circles for points, icons with letters or words for the rest.

A sign knows its size and draws itself around a centre. What is circled is drawn as a circle;
what is crossed off is an icon, in a box of its own where it does not stand in one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from cascadia_print.drawing import icons
from cascadia_print.drawing.fonts import CAP, fall, width
from cascadia_print.drawing.look import Look
from cascadia_print.drawing.scene import MM, Circle, Paint, Point, Polygon, Rect, Shape
from cascadia_print.sheet.model import Gain, Offer
from cascadia_print.sheet.vocabulary import habitats, wildlife

INSET = 0.4 * MM
"""Room between a box and what is printed in it."""


class DoesNotFit(ValueError):
    """Something has no room on the page, or a page on a `paper`; `need` and `have` are lengths
    in points."""

    def __init__(self, what: str, need: float, have: float, paper: str = "") -> None:
        on = f" on {paper}" if paper else ""
        super().__init__(
            f"{what}{on} does not fit: needs {need / MM:.1f} mm, has {max(have, 0) / MM:.1f} mm"
        )
        self.what, self.need, self.have, self.paper = what, need, have, paper


@dataclass(frozen=True, slots=True)
class Sign:
    """Something drawn around a centre; lengths in points."""

    width: float
    height: float
    draw: Callable[[float, float], tuple[Shape, ...]]


NONE = Sign(0.0, 0.0, lambda x, y: ())


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


def triangle(x: float, y: float, size: float, look: Look, down: bool = False) -> Polygon:
    """A small arrow head around a centre, pointing right or down."""
    points = [(-0.4, -0.5), (0.5, 0.0), (-0.4, 0.5)]
    turned = [(b, a) if down else (a, b) for a, b in points]
    return Polygon(tuple((x + a * size, y + b * size) for a, b in turned), Paint(look.theme.ink))


# -- icons -----------------------------------------------------------------------------------


def drawing(name: str, size: float, colour: str) -> Sign:
    """A drawing of `data/icons/` in one colour."""
    return Sign(size, size, lambda x, y: (icons.placed(name, x, y, size, Paint(colour)),))


def icon(kind: str, of: str, look: Look, size: float) -> Sign:
    """The icon of an animal, nature token, free hexagon, landmark, sun, rain, habitat, lane.

    `of` is the animal, habitat or lane; "" and "any" stand for any. The one place that decides
    how these look.
    """
    colour = _colour(kind, of, look)
    if of in habitats() and kind in ("landmark", "habitat"):
        name = of if kind == "habitat" else f"landmark-{of}"
        return drawing(name, size, colour)
    if kind == "hex" and of in habitats():
        return _habitat_in_hexagon(of, look, size)
    if kind == "same":
        return _bars(size, colour)
    if kind in ("animal", "wild"):
        return drawing(of if of in wildlife() else "wild", size, colour)
    if kind in icons.names():
        return drawing(kind, size, colour)
    return _lozenge(of, look, size)


def lane_icon(lane: str, look: Look, size: float) -> Sign:
    """The icon of a lane or a pool by its name."""
    return icon(*_lane(lane), look, size)


def letter(kind: str, of: str, look: Look) -> str:
    """The letter beside an icon where a mistake would cost points; "" where none is needed."""
    return look.letters.get(of, "") if kind in ("animal", "hex", "landmark", "habitat") else ""


def lane_with_letter(lane: str, look: Look, size: float) -> Sign:
    """The icon of a lane with its letter, if it has one."""
    kind, of = _lane(lane)
    return beside(icon(kind, of, look, size), letter(kind, of, look), look, _colour(kind, of, look))


def _lane(lane: str) -> tuple[str, str]:
    if lane in ("sun", "rain"):
        return lane, ""
    return "animal" if lane in wildlife() else "landmark" if lane in habitats() else "lane", lane


def _colour(kind: str, of: str, look: Look) -> str:
    if of in habitats() and kind in ("landmark", "habitat", "hex"):
        return look.theme.marks[of]
    return look.theme.icons.get("animal" if kind == "wild" else kind, look.theme.ink)


def _habitat_in_hexagon(habitat: str, look: Look, size: float) -> Sign:
    """A free hexagon of one habitat."""
    colour = look.theme.marks[habitat]
    line = size * 0.085

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        frame = Polygon(hexagon(x, y, size * 0.84), Paint("", colour, line))
        return (frame, icons.placed(habitat, x, y, size * 0.55, Paint(colour)))

    return Sign(size * 0.93, size, draw)


def _bars(size: float, colour: str) -> Sign:
    """Two bars: all of one kind."""
    wide, high, paint = size * 0.62, size * 0.15, Paint(colour)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        tops = (y - size * 0.2, y + size * 0.05)
        return tuple(Rect(x - wide / 2, top, wide, high, paint) for top in tops)

    return Sign(wide, size, draw)


def _lozenge(lane: str, look: Look, size: float) -> Sign:
    """A lane that has no icon: its first letter in a lozenge."""
    text, mark = max(look.size.text.small, size * 0.5), lane[:1].upper()
    half = (width(mark, text, True) + CAP * text) / 2 + 1.2 + 2 * look.broader
    half = max(size * 0.5, half)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        points = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
        sign = look.text(x, y + CAP * text / 2, mark, text, bold=True)
        return (Polygon(points, look.outline(width=0.8)), sign)

    return Sign(2 * half, 2 * half, draw)


def tile(habitat: str, look: Look, flat: float) -> Sign:
    """A small hexagon on the ground of a habitat with its icon."""

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        ground = look.outline(look.theme.grounds[habitat], 0.5)
        mark = Paint(look.theme.marks[habitat])
        shape = Polygon(hexagon(x, y, flat), ground)
        return (shape, icons.placed(habitat, x, y, flat * 0.7, mark))

    return Sign(flat, flat * 1.155, draw)


# -- words, circles, boxes -------------------------------------------------------------------


def words(text: str, look: Look, size: float, bold: bool = False, colour: str = "") -> Sign:
    """A word as a sign."""
    return Sign(
        width(text, size, bold),
        CAP * size,
        lambda x, y: (look.text(x, y + CAP * size / 2, text, size, bold, colour=colour),),
    )


def circled(n: int, look: Look, diameter: float) -> Sign:
    """Points that are circled."""
    small = look.size.text.small
    size = max(small, round(diameter * (0.5 if n < 10 else 0.42), 1))
    line = look.stroke(0.9)
    return Sign(
        diameter,
        diameter,
        lambda x, y: (
            Circle(x, y, (diameter - line) / 2, Paint(look.theme.paper, look.theme.ink, line)),
            look.text(x, y + CAP * size / 2, str(n), size, bold=True),
        ),
    )


def boxed(sign: Sign, look: Look, high: float, grow: float = 0.0) -> Sign:
    """A sign in a box of its own, to be crossed off; `high` is the least height."""
    wide, high = max(sign.width + 1.4 * MM, high) + grow, max(sign.height + 0.8 * MM, high)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        box = Rect(x - wide / 2, y - high / 2, wide, high, look.outline(), radius=0.8 * MM)
        return (box, *sign.draw(x, y))

    return Sign(wide, high, draw)


def beside(sign: Sign, text: str, look: Look, colour: str = "") -> Sign:
    """A sign with a letter at its lower right."""
    if not text:
        return sign
    size, gap = look.size.text.small, 0.3 * MM + 0.01 * look.size.icon
    wide, high = sign.width + gap + width(text, size, True), max(sign.height, CAP * size)
    drop = max(0.0, 0.42 * sign.height - CAP * size / 2)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        at, right = x - wide / 2 + sign.width / 2, x + wide / 2
        word = words(text, look, size, True, colour)
        return (*sign.draw(at, y), *word.draw(right - word.width / 2, y + drop))

    return Sign(wide, high, draw)


def above(
    sign: Sign, text: str, look: Look, line: str = "", bold: bool = False, colour: str = ""
) -> Sign:
    """A sign with a word or a letter below it; `line` is all that stands on its baseline."""
    size, gap = look.size.text.small, 0.3 * MM
    deep = fall(line or text, size)
    word = words(text, look, size, bold, colour) if text else NONE
    high = sign.height + gap + CAP * size + deep
    wide = max(sign.width, word.width)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        top, bottom = y - high / 2, y + high / 2 - deep
        return (
            *sign.draw(x, top + sign.height / 2),
            *word.draw(x, bottom - CAP * size / 2),
        )

    return Sign(wide, high, draw)


def badge(text: str, look: Look) -> Sign:
    """The number of a region on a dark ground."""
    wide, size = look.size.number, look.size.text.small
    high, (paint, colour) = 0.7 * wide, look.plate(0.7)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        plate = Rect(x - wide / 2, y - high / 2, wide, high, paint, radius=high * 0.3)
        return (plate, look.text(x, y + CAP * size / 2, text, size, True, colour=colour))

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


# -- offers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """A way to show gains: how large, with which words, and where these stand."""

    mark: float
    """The size of icons."""
    label: Literal["letter", "name", "word", "none"] = "letter"
    """Animals with letters or names, a word for each icon, or icons alone."""
    below: bool = False
    """Words stand below the icons, else at their right."""
    plus: bool = False
    """A plus stands between gains that come together, and "or" between those to choose from."""
    lines: int = 1
    alone: float = 0.0
    """Diameter of circles and least height of boxes around the rest; 0: no boxes."""
    grow: float = 0.0
    """What is added to the width that boxes need."""


def ways_in_box(look: Look) -> tuple[Way, ...]:
    """Ways to fill a box that is crossed off as a whole, from the clearest to the smallest."""
    size = look.size
    marks = (size.icon * 1.3, size.icon * 1.1, size.mark)
    return (
        *(Way(mark, "word", below=True, plus=True) for mark in marks),
        *(Way(mark, "name", below=True, plus=True) for mark in marks),
        Way(size.mark, "name", below=True),
        Way(size.icon, plus=True),
        Way(size.mark, plus=True),
        Way(size.mark),
        Way(size.mark, below=True),
        Way(size.mark, lines=2),
    )


def ways_alone(look: Look, high: float, grow: float = 0.0) -> tuple[Way, ...]:
    """Ways to show a bonus outside any box; `high` is the height of circles and boxes."""
    large, small = min(look.size.icon, high - 0.8 * MM), look.size.mark
    return (
        Way(large, alone=high, grow=grow, plus=True),
        Way(small, alone=high, grow=grow, plus=True),
        Way(small, alone=high, grow=grow),
    )


def fitting(
    offers: Iterable[Offer], look: Look, ways: Sequence[Way], wide: float, high: float
) -> Way:
    """The first way in which all offers fit, so that what belongs together looks alike.

    Raises DoesNotFit.
    """
    offers = tuple(dict.fromkeys(offer for offer in offers if offer.sides))
    worst: list[tuple[float, float, Offer]] = []
    for way in ways:
        signs = [(offer, shown(offer, look, way)) for offer in offers]
        over = [
            (s.width, s.height, offer)
            for offer, s in signs
            if s.width > wide + 0.01 or s.height > high + 0.01
        ]
        if not over:
            return way
        worst.append(max(over, key=lambda x: x[0]))
    need = min(worst, key=lambda x: x[0])
    if need[0] > wide:
        raise DoesNotFit(need[2].word, need[0], wide)
    raise DoesNotFit(need[2].word, need[1], high)


def least_box(offers: Iterable[Offer], look: Look, least: float, high: float) -> float:
    """The width of a box that has room for each of the offers, at least `least`.

    Raises DoesNotFit for what is higher than `high`, which both leave a margin around.
    """
    offers = tuple(dict.fromkeys(offer for offer in offers if offer.sides))
    ways = [[shown(offer, look, way) for offer in offers] for way in ways_in_box(look)]
    fits = [signs for signs in ways if all(sign.height <= high for sign in signs)]
    if not fits:
        need = min(max(sign.height for sign in signs) for signs in ways)
        raise DoesNotFit(offers[0].word, need, high)
    return max(least, 2 * INSET + min(max((s.width for s in signs), default=0.0) for signs in fits))


def offer_alone(offer: Offer, look: Look, wide: float, high: float, grow: float = 0.0) -> Sign:
    """What a bonus outside any box gives: circles, and boxes of their own. Raises DoesNotFit.

    `high` is the diameter of circles and the least height of boxes, `grow` what is added to
    the width that a box needs.
    """
    way = fitting([offer], look, ways_alone(look, high, grow), wide, 1.3 * high)
    return shown(offer, look, way)


def shown(offer: Offer, look: Look, way: Way) -> Sign:
    """An offer in a given way; its sides, of which one is chosen, with "or" between them."""
    parts: list[Sign] = []
    for k, side in enumerate(offer.sides):
        if k:
            text = look.say("or") if way.alone and way.plus else "/"
            parts.append(words(text, look, look.size.text.small))
        parts += _side(side, look, way)
    if way.lines == 2 and len(parts) > 1:
        half = (len(parts) + 1) // 2
        rows = [in_row(part, 0.8 * MM) for part in (parts[:half], parts[half:])]
        return in_stack(rows, 0.6 * MM)
    tight = not way.plus and not way.below
    return in_row(parts, 0.6 * MM if tight else max(0.9 * MM, 0.25 * look.size.text.small))


def _side(side: Sequence[Gain], look: Look, way: Way) -> list[Sign]:
    """The signs of gains that come together: circles first, then what is crossed off."""
    diameter = way.alone or min(look.size.circle, way.mark * 1.12)
    found = [circled(g.n, look, diameter) for g in side if g.kind == "points"]
    crossed = [gain for gain in side if gain.kind != "points"]
    line = "".join(_label(gain, look, way) for gain in crossed)
    signs = [_gain(gain, look, way, line) for gain in crossed]
    if way.alone and signs:
        return [*found, boxed(in_row(signs, 0.9 * MM), look, way.alone, way.grow)]
    found += signs
    if not way.plus or way.alone:
        return found
    plus = words("+", look, look.size.text.small)
    if way.below and line:
        plus = above(Sign(plus.width, way.mark, plus.draw), "", look, line)
    return [part for k, sign in enumerate(found) for part in ((plus, sign) if k else (sign,))]


def _gain(gain: Gain, look: Look, way: Way, line: str) -> Sign:
    """The icon of a gain with its number and label; `line` is all labels beside it."""
    kind, of = _icon_of(gain)
    sign, colour = icon(kind, of, look, way.mark), _colour(kind, of, look)
    if gain.n > 1:
        number = words(str(gain.n), look, max(look.size.text.small, way.mark * 0.48), bold=True)
        sign = in_row([number, sign], 0.5 * MM)
    text = _label(gain, look, way)
    if way.label == "letter" and not way.below:
        return beside(sign, text, look, colour)
    if not line:
        return sign
    bold = way.label == "letter"
    return above(sign, text, look, line, bold, colour if bold else "")


def _label(gain: Gain, look: Look, way: Way) -> str:
    """The letter, name or word that a gain has in this way, "" for none."""
    if way.label == "letter":
        return letter(*_icon_of(gain), look)
    if way.label == "none":
        return ""
    if way.label == "name" and gain.kind != "animal":
        return ""
    name = gain.of if gain.kind == "animal" else gain.kind
    key = f"gains.{'many' if gain.n > 1 else 'one'}.{name}"
    return look.say(key) if look.words.has(f"page.{key}") else ""


def _icon_of(gain: Gain) -> tuple[str, str]:
    """The kind of the icon that stands for a gain, and of what."""
    if gain.kind == "lane":
        return _lane(gain.of.partition(".")[2])
    return _lane(gain.of) if gain.kind == "pick" else (gain.kind, gain.of)
