"""What a theme is worth, in figures: contrast, habitats that stay apart, ink.

Pages are measured as PDFium draws them, colours by ColorAide: both come with the extra `measure`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal

from cascadia_print.drawing.ids import text_bounds
from cascadia_print.drawing.look import theme as known_theme
from cascadia_print.drawing.page import page
from cascadia_print.drawing.papers import own
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.png import MissingExtra, raster
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Group,
    Path,
    Polygon,
    Scene,
    Shape,
    Text,
    bounds,
    leaves,
)
from cascadia_print.sheet.model import Sheet, Space
from cascadia_print.sheet.vocabulary import habitats

TEXT, BORDER, APART, OVERLAP = 4.5, 3.0, 10.0, 0.6
"""The bars: contrast of text and of borders, CIEDE2000 of grounds, overlap of signs in 1 bit."""
SAVING: Mapping[str, float] = {"ink-saver": 0.4}
"""Theme -> the largest share of the ink of `color`."""
FULL = "color"
SIGHTS: Mapping[str, str] = {"normal": "", "protan": "machado", "deutan": "machado"} | {
    "tritan": "brettel"  # where Machado's model does not hold
}
"""Sight -> the model that simulates it."""
DPI, PRINTED = 200, 300
SHARE = 0.05
"""A colour is ground of a text if it fills so much of the text's box; less is an edge."""
RIM = 0.5 * MM
"""Along the sides of a hexagon stands its border, which all habitats have."""

Pair = tuple[str, str]
Verdict = Literal["ok", "signs", "fails", ""]


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure with the place where it is worst.

    bar: what it has to reach, None for none. verdict: "ok", "fails", "" without a bar, or
    "signs": the grounds alone are too close, but their signs differ in 1 bit.
    """

    id: str
    value: float
    bar: float | None
    verdict: Verdict
    where: str = ""


def measure(theme: str, sheets: Sequence[Sheet]) -> tuple[Measure, ...]:
    """All figures of a theme on these sheets. Raises UnknownTheme, MissingExtra."""
    scenes = {sheet.ref: page(sheet, theme=theme) for sheet in sheets}
    text, text_at = min(_text_contrasts(scenes))
    border, border_at = min(_border_contrasts(scenes, known_theme(theme).paper))
    signs = overlaps(scenes.values(), sheets)
    worst = max(signs, key=lambda pair: signs[pair])
    ink = darkness(scenes.values())
    full = ink if theme == FULL else darkness(page(sheet, theme=FULL) for sheet in sheets)
    most = SAVING.get(theme)
    return (
        Measure("text", text, TEXT, _at_least(text, TEXT), text_at),
        Measure("border", border, BORDER, _at_least(border, BORDER), border_at),
        *_apart(known_theme(theme).grounds, signs),
        Measure("one-bit", signs[worst], OVERLAP, _at_most(signs[worst], OVERLAP), _named(worst)),
        Measure("ink", ink, None, ""),
        Measure("ink-share", ink / full, most, _at_most(ink / full, most) if most else ""),
    )


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG counts it, from 1 to 21. Raises MissingExtra."""
    colour = _coloraide()
    return float(colour(one).contrast(colour(other), method="wcag21"))


def difference(one: str, other: str, sight: str = "normal") -> float:
    """CIEDE2000 of two colours as they are seen. Raises MissingExtra."""
    return float(_seen(one, sight).delta_e(_seen(other, sight), method="2000"))


def darkness(scenes: Iterator[Scene] | Any) -> float:
    """The mean darkness of pages, from 0 for white to 1 for black. Raises MissingExtra."""
    dark = count = 0
    for scene in scenes:
        counts = _drawn(scene, DPI, grey=True).histogram()
        dark += sum((255 - k) * n for k, n in enumerate(counts))
        count += sum(counts)
    return dark / 255 / count


def overlaps(scenes: Any, sheets: Sequence[Sheet]) -> dict[Pair, float]:
    """Pair of habitats -> the share of what is black in their hexagons that both have black.

    Printed in 1 bit at 300 dpi, border left out, laid over each other by the middles of their
    boxes; the worst of all sheets. Two hexagons without anything in them are the same: 1.
    """
    worst: dict[Pair, float] = {}
    for scene, sheet in zip(scenes, sheets, strict=True):
        marks = _marks(scene, sheet)
        for one, other in combinations(marks, 2):
            share = _overlap(marks[one], marks[other])
            worst[one, other] = max(worst.get((one, other), 0.0), share)
    return worst


def _apart(grounds: Mapping[str, str], signs: Mapping[Pair, float]) -> Iterator[Measure]:
    """For each kind of sight the pair of habitats whose grounds are closest."""
    for sight in SIGHTS:
        found = {pair: difference(grounds[pair[0]], grounds[pair[1]], sight) for pair in signs}
        close = [pair for pair, value in found.items() if value < APART]
        verdict: Verdict = "signs" if close else "ok"
        if any(signs[pair] > OVERLAP for pair in close):
            verdict = "fails"
        worst = min(found, key=lambda pair: found[pair])
        yield Measure(f"apart-{sight}", found[worst], APART, verdict, _named(worst))


def _text_contrasts(scenes: Mapping[str, Scene]) -> Iterator[tuple[float, str]]:
    """Every text against each colour that it stands on."""
    for ref, scene in scenes.items():
        ground = _drawn(replace(scene, shapes=tuple(_without_text(scene.shapes))), DPI)
        for text in scene.leaves():
            if isinstance(text, Text):
                box = ground.crop(_dots(text_bounds(text), DPI))
                area = box.width * box.height
                for n, rgb in box.getcolors(area):
                    if n >= SHARE * area:
                        colour = "#{:02x}{:02x}{:02x}".format(*rgb)
                        yield contrast(text.fill, colour), f"“{text.text}” {ref}"


def _border_contrasts(scenes: Mapping[str, Scene], paper: str) -> Iterator[tuple[float, str]]:
    """The outline of everything that is marked or written in against its ground and the paper,
    the borders of regions against all grounds."""
    for ref, scene in scenes.items():
        spaces = [g for g in scene.groups() if g.kind == "space"]
        grounds = {f for g in spaces if (f := getattr(_first(g), "paint").fill)}  # noqa: B009
        for group in scene.groups():
            first = _first(group)
            if isinstance(first, Text | None) or not first.paint.stroke:
                continue
            if group.kind in ("space", "box", "bonus", "line", "total"):
                against = {first.paint.fill or paper, paper}
            elif group.kind == "part" and isinstance(first, Path):
                against = {*grounds, paper}
            else:
                continue
            least = min(contrast(first.paint.stroke, colour) for colour in against)
            yield least, f"{group.kind} {group.id} {ref}"


def _marks(scene: Scene, sheet: Sheet) -> dict[str, Any]:
    """Habitat -> what is black in one of its hexagons, the plainest there is."""
    chosen: dict[str, Space] = {}
    for habitat in habitats():
        pure = [s for s in sheet.spaces if s.habitats == (habitat,)]
        if pure:
            chosen[habitat] = min(pure, key=lambda s: (bool(s.offer.sides), s.points is not None))
    alone = tuple(scene.find("space", s.id) for s in chosen.values())
    image = _drawn(replace(scene, shapes=alone), PRINTED, grey=True)
    return {habitat: _inner(image, group) for habitat, group in zip(chosen, alone, strict=True)}


def _inner(image: Any, group: Group) -> Any:
    """The black of a hexagon off its rim as a mask, cut to its box; None for nothing."""
    from PIL import Image, ImageChops, ImageDraw

    hexagon = _first(group)
    assert isinstance(hexagon, Polygon)
    left, top, right, bottom = bounds(hexagon)
    x, y, share = (left + right) / 2, (top + bottom) / 2, 1 - 2 * RIM / (right - left)
    scale = PRINTED / 72
    corners = [
        ((x + (a - x) * share) * scale, (y + (b - y) * share) * scale) for a, b in hexagon.points
    ]
    inside = Image.new("L", image.size)
    ImageDraw.Draw(inside).polygon(corners, fill=255)
    black = ImageChops.darker(image.point(lambda v: 255 if v < 128 else 0), inside)
    box = black.getbbox()
    return black.crop(box) if box else None


def _overlap(one: Any, other: Any) -> float:
    if one is None or other is None:
        return float(one is other)
    from PIL import Image, ImageChops

    size = (max(one.width, other.width), max(one.height, other.height))
    laid = []
    for mark in (one, other):
        image = Image.new("L", size)
        image.paste(mark, ((size[0] - mark.width) // 2, (size[1] - mark.height) // 2))
        laid.append(image)
    both = ImageChops.darker(*laid).histogram()[255]
    either = ImageChops.lighter(*laid).histogram()[255]
    return both / either


def _drawn(scene: Scene, dpi: int, *, grey: bool = False) -> Any:
    return raster(render_pdf([scene], own(scene)), dpi, grey=grey)


def _dots(box: Bounds, dpi: int) -> tuple[int, int, int, int]:
    left, top, right, bottom = (v * dpi / 72 for v in box)
    return (int(left), int(top), max(int(right), int(left) + 1), max(int(bottom), int(top) + 1))


def _without_text(shapes: Sequence[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield replace(shape, shapes=tuple(_without_text(shape.shapes)))
        elif not isinstance(shape, Text):
            yield shape


def _first(group: Group) -> Any:
    return next(leaves(group.shapes), None)


def _seen(colour: str, sight: str) -> Any:
    seen = _coloraide()(colour)
    if SIGHTS[sight]:
        seen.filter(sight, method=SIGHTS[sight], in_place=True).convert(
            "srgb", in_place=True
        ).clip()
    return seen


def _coloraide() -> Any:
    try:
        from coloraide import Color
    except ImportError:
        raise MissingExtra("coloraide", "measure") from None
    return Color


def _at_least(value: float, bar: float) -> Verdict:
    return "ok" if value >= bar else "fails"


def _at_most(value: float, bar: float) -> Verdict:
    return "ok" if value <= bar else "fails"


def _named(pair: Pair) -> str:
    return ", ".join(pair)
