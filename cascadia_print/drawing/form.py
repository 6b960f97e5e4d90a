"""A sheet to be filled in on a screen: where its fields stand, and the page of its Tally Sheet.

No two fields of a page overlap, because programs do not agree which of two they would then mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from cascadia_print.drawing import sizes
from cascadia_print.drawing.areas import heading
from cascadia_print.drawing.fonts import CAP, wrap
from cascadia_print.drawing.frame import Band
from cascadia_print.drawing.look import DEFAULT, Look, look
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Circle,
    Group,
    Input,
    Leaf,
    Line,
    Paint,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
    bounds,
    leaves,
    mapped,
)
from cascadia_print.drawing.signs import icon
from cascadia_print.drawing.spots import PEN, circle_of, crossed, extent, name_line
from cascadia_print.sheet.fields import (
    FACTS,
    FORMAT,
    VERSION,
    Field,
    fields,
    is_record,
    tally_rows,
)
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.model import Offer, Sheet

AIR = 0.4
"""Room in points that keeps fields side by side apart."""

RING = 0.4
"""How far a ring reaches beyond the printed circle, in points: circles of a list stand close."""

Tips = Mapping[str, str]
"""Field name -> what a screen reader says of it."""


def fillable(scene: Scene, sheet: Sheet, tips: Tips) -> Scene:
    """The page `scene` of a sheet with a field for whatever can be put on it.

    Hidden fields say which sheet, and in which language its letters for animals are.
    """
    groups: dict[tuple[str, str], Group] = {(g.kind, g.id): g for g in scene.groups()}
    order = {key: k for k, key in enumerate(groups)}
    low, words = any(space.region for space in sheet.spaces), locale(scene.language)
    found = [f for f in fields(sheet).values() if f.place != "tally"]
    gains = [f for f in found if f.key in ("taken", "picks")]
    gains.sort(key=lambda f: order[f.place, f.at])
    spots = {f: _spot(groups[f.place, f.at], _offer(sheet, f), f) for f in gains}
    inputs = list(_facts(sheet, scene))
    for field in found:
        if field.place == "sign":
            inputs.append(_text(field, _signature(scene, words.text(f"page.{field.key}")), tips))
        elif field.key == "spaces":
            group, offer = groups["space", field.at], sheet.space[field.at].offer
            box = _clear(_room(group, field, low), spots.values())
            if not field.check:
                inputs.append(_text(field, box, tips))
                continue
            alone = is_record(sheet.space[field.at]) and bool(offer.sides)
            ink = _ink(field, box, group, offer) if alone else _outlined(group)
            inputs.append(_check(field, box, ink, tips))
    for field, box in spots.items():
        ink = _ink(field, box, groups[field.place, field.at], _offer(sheet, field))
        inputs.append(_check(field, box, ink, tips))
    for field in found:
        if field.key == "claims":
            box = _inset(extent(groups[field.place, field.at]), 1.0)
            inputs.append(_text(field, box, tips))
    return replace(scene, inputs=tuple(inputs))


def tally_page(
    sheet: Sheet,
    tips: Tips,
    *,
    language: str = "en",
    theme: str | Path = DEFAULT,
    large: bool = False,
    number: tuple[int, int] = (2, 2),
) -> Scene:
    """The page that follows a sheet's: what is left on the Tally Sheet, and how the form is read.

    Raises as `page` does.
    """
    frame, style = sizes.template(large), look(theme, language, large)
    (wide, high), inside = sizes.extent(frame)
    edge = sizes.EDGE
    left, top, right, bottom = inside[0] + edge, inside[1] + edge, inside[2] - edge, inside[3]
    name = style.of(sheet.name, sheet.id)
    values = {
        "title": style.words.text("form.page.title", name=name),
        "letter": sheet.id,
        "stars": sheet.stars,
        "ref": sheet.ref,
        "page": number[0],
        "pages": number[1],
    }
    header = Band(frame["header"][:2], values, style, right - left)
    footer = Band(frame["footer"], values, style, right - left)
    foot = bottom - footer.height()
    y = top + header.height() + 5 * MM
    shapes: list[Shape] = [*header.draw(left, top)]
    inputs: list[Input] = []
    said = style.words.text("form.page.tally")
    shapes += heading(said, style, left, y, right - left)
    y += style.size.title + 1.6 * MM
    for group, field, box in _tally(sheet, style, (left, y, right)):
        shapes.append(group)
        inputs.append(_text(field, _inset(box, 1.0), tips))
    y = max(box[3] for box in (i.box for i in inputs)) + 6 * MM
    shapes += _notes(style, left, y, right - left)
    return Scene(
        width=wide,
        height=high,
        shapes=(*shapes, *footer.draw(left, foot)),
        title=f"{name} ({sheet.ref})",
        subject=style.say("subject"),
        language=language,
        inside=inside,
        inputs=tuple(inputs),
    )


def _tally(
    sheet: Sheet, style: Look, room: tuple[float, float, float]
) -> Iterator[tuple[Group, Field, Bounds]]:
    """A box for each animal and for the nature tokens, with icon and name above it."""
    left, top, right = room
    rows, size = tally_rows(), style.size
    columns = len(rows) if (right - left) / len(rows) >= size.broad else (len(rows) + 1) // 2
    cell, high = (right - left + 2 * MM) / columns, 1.35 * size.score
    step = size.icon * 1.5 + size.label + high + 4 * MM
    for k, row in enumerate(rows):
        x, y = left + k % columns * cell, top + k // columns * step
        middle, wide = x + (cell - 2 * MM) / 2, cell - 2 * MM
        kind = "nature" if row == "nature" else "animal"
        sign = icon(kind, "" if kind == row else row, style, size.icon * 1.5)
        word = style.words.text(f"form.page.{row}")
        base = y + size.icon * 1.5 + size.label + 0.4 * MM
        box = (x, base + 1.2 * MM, x + wide, base + 1.2 * MM + high)
        rect = Rect(*box[:2], wide, high, style.outline(width=1.0), radius=0.8 * MM)
        name = style.text(middle, base, word, size.text.body)
        shapes = (rect, *sign.draw(middle, y + size.icon * 0.75), name)
        yield Group("part", f"tally.{row}", shapes), fields(sheet)[f"tally.{row}"], box


def _notes(style: Look, x: float, y: float, wide: float) -> Iterator[Shape]:
    """How the form is filled in and read, in short paragraphs."""
    size = style.size.text.body + (0 if style.size.text.body > 10 else 1)
    leading = 1.34 * size
    yield from heading(style.words.text("form.page.how"), style, x, y, wide)
    y += style.size.title + 1.0 * MM
    for text in style.words.words("form.page.notes").values():
        dot = y + leading - CAP * size / 2
        yield Circle(x + 0.8 * MM, dot, 0.5 * MM, Paint(style.theme.ink))
        for line in wrap(text, size, wide - 3 * MM):
            y += leading
            yield style.left(x + 3 * MM, y, line, size)
        y += 0.5 * leading


def _facts(sheet: Sheet, scene: Scene) -> Iterator[Input]:
    """What the form says of itself."""
    said = (FORMAT, VERSION, sheet.ref, scene.language)
    for name, value in zip(FACTS, said, strict=True):
        yield Input(name, value=value)


def _offer(sheet: Sheet, field: Field) -> Offer:
    if field.place == "space":
        return sheet.space[field.at].offer
    return sheet.boxes[field.at].offer if field.place == "box" else sheet.bonus[field.at].offer


# -- where fields stand ------------------------------------------------------------------------


def _room(group: Group, field: Field, low: bool) -> Bounds:
    """Where a space is marked: rows of hexagons share no height, so tips are left out.

    `low`: what is printed in a hexagon that is written in stands in its lower tip.
    """
    outline = next(leaves(group.shapes))
    left, top, right, bottom = bounds(outline)
    if not isinstance(outline, Polygon):
        return _inset((left, top, right, bottom), AIR)
    x, y, wide, side = (left + right) / 2, (top + bottom) / 2, right - left, (bottom - top) / 2
    if not field.check:
        y += (-0.06 if low else 0.16) * side
        return (x - 0.3 * wide, y - 0.4 * side, x + 0.3 * wide, y + 0.4 * side)
    if field.half >= 0:
        left, right = ((left, x), (x, right))[field.half]
    return _inset((left, y - 0.75 * side, right, y + 0.75 * side), AIR)


def _spot(group: Group, offer: Offer, field: Field) -> Bounds:
    """Where a gain, a side of a choice or a whole box is circled or crossed off."""
    whole = _inset(extent(group), AIR)
    if group.kind == "box":
        first = 1 if field.key == "picks" else 0
        parts = first + len(offer.sides) if offer.choice else 1
        return _slice(whole, 0 if field.gain is None else first + field.gain[0], parts)
    side, k = field.gain or (0, -1)
    circles = [[circle_of(group, offer, n, g) for g in s] for n, s in enumerate(offer.sides)]
    printed = circles[side][k] if k >= 0 else next(filter(None, circles[side]), None)
    if printed:
        return _ring(printed)
    box = crossed(group, offer, beyond=group.kind == "bonus")
    if group.kind == "space":
        box = _core(box, 0.4 * (whole[2] - whole[0]))
    if k >= 0:
        rest = [n for n, circle in enumerate(circles[side]) if not circle]
        return _slice(box, rest.index(k), len(rest))
    rest = [n for n, found in enumerate(circles) if not any(found)]
    return _slice(box, rest.index(side), len(rest))


def _core(box: Bounds, most: float) -> Bounds:
    """The middle of a box, at most `most` and at least 2.6 mm wide and high."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    dx, dy = (max(2.6 * MM, min(size, most)) / 2 for size in (right - left, bottom - top))
    return (x - dx, y - dy, x + dx, y + dy)


def _ring(circle: Circle) -> Bounds:
    """A printed circle with the room that the ring on it takes."""
    reach = circle.radius + RING
    return (circle.x - reach, circle.y - reach, circle.x + reach, circle.y + reach)


def _slice(box: Bounds, k: int, count: int) -> Bounds:
    """One of `count` equal parts of a box along its longer side."""
    left, top, right, bottom = box
    if count == 1:
        return box
    if right - left >= bottom - top:
        wide = (right - left) / count
        return _inset((left + k * wide, top, left + (k + 1) * wide, bottom), AIR / 2, 0)
    high = (bottom - top) / count
    return _inset((left, top + k * high, right, top + (k + 1) * high), 0, AIR / 2)


def _clear(box: Bounds, spots: Iterable[Bounds]) -> Bounds:
    """The largest part of a box beside what else is clicked in it, the upper or left one of
    two that are nearly as large."""
    for x1, y1, x2, y2 in spots:
        left, top, right, bottom = box
        if left < x2 and x1 < right and top < y2 and y1 < bottom:
            parts = (
                (left, top, right, y1 - AIR),
                (left, top, x1 - AIR, bottom),
                (x2 + AIR, top, right, bottom),
                (left, y2 + AIR, right, bottom),
            )
            areas = [max(0.0, p[2] - p[0]) * max(0.0, p[3] - p[1]) for p in parts]
            box = next(p for p, area in zip(parts, areas, strict=True) if area > 0.95 * max(areas))
    return box


def _inset(box: Bounds, by: float, down: float | None = None) -> Bounds:
    down = by if down is None else down
    return (box[0] + by, box[1] + down, box[2] - by, box[3] - down)


def _signature(scene: Scene, label: str) -> Bounds:
    """Above the line after a label in the header, for text larger than the label."""
    rule = name_line(scene, label)
    assert rule, label
    size = next(x.size for x in scene.leaves() if isinstance(x, Text) and x.text == label)
    return (rule.x1, rule.y1 - 1.7 * size, rule.x2, rule.y1 - 0.3)


# -- what stands in them -----------------------------------------------------------------------


def _text(field: Field, box: Bounds, tips: Tips) -> Input:
    high, wide = box[3] - box[1], box[2] - box[0]
    # A claim may be a long sum: 0 lets the viewer choose a size by which all of it is seen.
    size = 0.0 if field.key == "claims" else min(0.74 * high, 18.0)
    if field.longest <= 2:
        size = min(size, 0.9 * wide / (0.56 * field.longest))
    return Input(field.name, box, tips[field.name], size=round(size, 1), longest=field.longest)


def _check(field: Field, box: Bounds, ink: Iterable[Leaf], tips: Tips) -> Input:
    # To 0.01 points, so that boxes that look the same are the same.
    inside = tuple(
        mapped(shape, lambda x: round(x - box[0], 2), lambda y: round(y - box[1], 2))
        for shape in ink
    )
    return Input(field.name, box, tips[field.name], inside)


def _outlined(group: Group) -> tuple[Leaf, ...]:
    """The outline of a space in pen, just inside of its printed one."""
    outline = next(leaves(group.shapes))
    pen = Paint("", PEN, 2.4)
    if isinstance(outline, Polygon):
        xs, ys = zip(*outline.points, strict=True)
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        share = 1 - 2 * 1.5 / (max(xs) - min(xs))
        return (
            Polygon(
                tuple((x + share * (a - x), y + share * (b - y)) for a, b in outline.points), pen
            ),
        )
    left, top, right, bottom = _inset(bounds(outline), 1.6)
    return (Rect(left, top, right - left, bottom - top, pen, 1.2 * MM),)


def _ink(field: Field, box: Bounds, group: Group, offer: Offer) -> tuple[Leaf, ...]:
    """A ring around points, a cross over anything else."""
    side, k = field.gain or (0, -1)
    gains = offer.sides[side] if offer.sides else ()
    gains = gains if k < 0 else gains[k : k + 1]
    if {gain.kind for gain in gains} == {"points"} and not (offer.choice and not field.gain):
        circle = circle_of(group, offer, side, gains[0])
        if circle:
            return (Circle(circle.x, circle.y, circle.radius + RING - 0.9, Paint("", PEN, 1.8)),)
    left, top, right, bottom = _inset(box, min(1.2, 0.1 * (box[2] - box[0])))
    pen = Paint("", PEN, 1.4)
    return (Line(left, top, right, bottom, pen), Line(left, bottom, right, top, pen))
