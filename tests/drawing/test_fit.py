"""What print needs is measured on the scene: sizes, ink at the edge, signs that the font lacks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cascadia_print.drawing import fit as fitting
from cascadia_print.drawing.fit import fit, ink
from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import MM, Group, Paint, Polygon, Rect, Scene, Shape, Text
from cascadia_print.sheet.model import Sheet


def test_the_sheets_fit(sheet: Sheet) -> None:
    assert list(fit(sheet)) == []


def found(monkeypatch: pytest.MonkeyPatch, sheet: Sheet, scene: Scene) -> list[tuple[Any, str]]:
    monkeypatch.setattr(fitting, "page", lambda *_, **__: scene)
    return list(dict.fromkeys((where, id) for where, id, _ in fit(sheet)))


def test_small_text_is_found(monkeypatch: pytest.MonkeyPatch, sheet_a: Sheet) -> None:
    scene = page(sheet_a)
    small = replace(scene, shapes=(*scene.shapes, Text(100, 100, "tiny", 6.4, "#000000")))
    assert found(monkeypatch, sheet_a, small) == [(("name",), "LI-small")]


@pytest.mark.parametrize(
    ("kind", "id", "where"), [("space", "b3", "b3"), ("line", "row-2", ("lines", 1))]
)
def test_too_little_room_to_write_is_found_at_its_place(
    monkeypatch: pytest.MonkeyPatch, sheet_a: Sheet, kind: str, id: str, where: object
) -> None:
    def shrunk(shape: Shape) -> Shape:
        if not (isinstance(shape, Group) and (shape.kind, shape.id) == (kind, id)):
            return shape
        first = shape.shapes[0]
        assert isinstance(first, Rect | Polygon)
        if isinstance(first, Rect):
            return replace(shape, shapes=(replace(first, height=6.8 * MM), *shape.shapes[1:]))
        x, y = first.points[0]
        points = tuple((x + (a - x) * 0.5, y + (b - y) * 0.5) for a, b in first.points)
        return replace(shape, shapes=(replace(first, points=points), *shape.shapes[1:]))

    scene = page(sheet_a)
    small = replace(scene, shapes=tuple(map(shrunk, scene.shapes)))
    assert found(monkeypatch, sheet_a, small) == [(where, "LI-small")]


@pytest.mark.parametrize(
    ("x", "outside"), [(10.0, True), (11.0, False), (137.0, False), (137.8, True)]
)
def test_ink_at_the_edge_is_found(
    monkeypatch: pytest.MonkeyPatch, sheet_a: Sheet, x: float, outside: bool
) -> None:
    scene = page(sheet_a)
    line = Rect(x * MM, 50 * MM, 0.1, 0.1, Paint("", "#000000", 0.4 * MM))
    said = found(monkeypatch, sheet_a, replace(scene, shapes=(*scene.shapes, line)))
    assert said == ([(("spaces", "rows"), "LI-margin")] if outside else [])


def test_the_ink_of_a_text_has_its_width() -> None:
    left, _, right, _ = ink(Text(100, 50, "mmmm", 10, "#000000", anchor="middle"))
    assert (left + right) / 2 == pytest.approx(100)
    assert right - left > 30
    assert ink(Text(100, 50, "mmmm", 10, "#000000", anchor="end"))[2] == pytest.approx(100)
