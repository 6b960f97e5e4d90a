"""Whether a printed sheet can be read and written on: what print needs, measured."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from cascadia_print.drawing.fonts import MissingGlyph, width
from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import MM, Bounds, Group, Leaf, Scene, Text, bounds, leaves
from cascadia_print.drawing.sides import sides
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.drawing.sizes import sizes
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.pages import Page

Found = tuple[tuple[str | int, ...] | str, str, dict[str, Any]]
"""Path in the file or printed id, id of the finding, values."""

LEAST_BOX = (9 * MM, 7 * MM)
"""The least box for a subtotal."""
_SLACK = 0.06 * MM


def fit(sheet: Sheet) -> Iterator[Found]:
    """What does not fit, is too small or lies outside, in each language of the sheet's name."""
    for language in sheet.name:
        try:
            scene = page(sheet, language=language)
        except DoesNotFit as error:
            yield _place(sheet, error), "LI-fit", _lengths(error) | {"language": language}
        except MissingGlyph as error:
            yield ("name",), "LI-glyph", {"sign": error.sign, "language": language}
        else:
            yield from _small(sheet, scene, language)
            yield from _outside(scene, language)


def fit_page(page: Page) -> Iterator[tuple[tuple[str | int, ...], str, dict[str, Any]]]:
    """What of a page does not fit or cannot be drawn, in each language of its name, and large."""
    for language, large in product(page.name, (False, True)):
        how = f"{language}, --large-print" if large else language
        try:
            sides(page, language=language, large=large)
        except DoesNotFit as error:
            yield ("blocks",), "LI-fit", _lengths(error) | {"language": how}
        except MissingGlyph as error:
            yield ("blocks",), "LI-glyph", {"sign": error.sign, "language": how}


def _place(sheet: Sheet, error: DoesNotFit) -> tuple[str | int, ...] | str:
    """The printed id whose gains do not fit, else the hexagons, whose number decides."""
    offers = [(b.id, b.offer) for b in sheet.bonuses]
    offers += [(b.id, b.offer) for b in sheet.boxes.values()]
    offers += [(s.id, s.offer) for s in sheet.spaces]
    return next((id for id, o in offers if o.word == error.what), ("spaces", "rows"))


def _lengths(error: DoesNotFit) -> dict[str, Any]:
    return {
        "what": error.what,
        "need": f"{error.need / MM:.1f}",
        "have": f"{max(error.have, 0) / MM:.1f}",
    }


def _small(sheet: Sheet, scene: Scene, language: str) -> Iterator[Found]:
    size = sizes()
    least = size.text.small
    texts = [x for x in scene.leaves() if isinstance(x, Text) and x.size < least]
    if texts:
        values = {"what": texts[0].text, "have": f"{texts[0].size:g} pt", "need": f"{least:g} pt"}
        yield ("name",), "LI-small", values | {"language": language}
    hexagon = size.outlined if sheet.marking.write == "outline" else size.written
    for group in scene.groups():
        if group.kind not in ("space", "line") or "." in group.id:
            continue
        need = LEAST_BOX if group.kind == "line" else (hexagon, hexagon)
        left, top, right, bottom = bounds(next(leaves(group.shapes)))
        have = (right - left, bottom - top)
        if any(h < n - _SLACK for h, n in zip(have, need, strict=True)):
            yield (
                _where(sheet, group),
                "LI-small",
                {
                    "what": group.id,
                    "have": f"{have[0] / MM:.1f} x {have[1] / MM:.1f} mm",
                    "need": f"{need[0] / MM:.1f} x {need[1] / MM:.1f} mm",
                    "language": language,
                },
            )
            return


def _where(sheet: Sheet, group: Group) -> tuple[str | int, ...] | str:
    if group.kind == "space":
        return group.id
    return ("lines", list(sheet.line).index(group.id))


def _outside(scene: Scene, language: str) -> Iterator[Found]:
    """The first ink that a home printer may not reach."""
    left, top, right, bottom = scene.inside
    for shape in scene.leaves():
        x1, y1, x2, y2 = ink(shape)
        over = max(left - x1, top - y1, x2 - right, y2 - bottom)
        if over > _SLACK:
            what = shape.text if isinstance(shape, Text) else type(shape).__name__.lower()
            values = {"what": what, "over": f"{over / MM:.1f}", "language": language}
            yield ("spaces", "rows"), "LI-margin", values
            return


def ink(shape: Leaf) -> Bounds:
    """The box around a shape with its stroke, or around a text."""
    x1, y1, x2, y2 = bounds(shape)
    if isinstance(shape, Text):
        wide = width(shape.text, shape.size, shape.bold)
        x1 -= wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
        return (x1, y1 - shape.size, x1 + wide, y1)
    half = shape.paint.width / 2 if shape.paint.stroke else 0.0
    return (x1 - half, y1 - half, x2 + half, y2 + half)
