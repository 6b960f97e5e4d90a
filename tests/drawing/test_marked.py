"""A marked place on a page, and lists to hold beside a printed sheet."""

from __future__ import annotations

import pytest

from cascadia_print.drawing.ids import text_bounds
from cascadia_print.drawing.marked import listing, marked
from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import Bounds, Rect, Scene, Text, bounds
from cascadia_print.sheet.model import Sheet


def frame(scene: Scene) -> Bounds:
    (shape,) = scene.find("part", "asked").shapes
    assert isinstance(shape, Rect)
    return bounds(shape)


def outline(scene: Scene, kind: str, id: str) -> Bounds:
    shape = next(s for s in scene.find(kind, id).shapes if not isinstance(s, Text))  # type: ignore[arg-type]
    return bounds(shape)  # type: ignore[arg-type]


def around(outer: Bounds, inner: Bounds) -> bool:
    return all(outer[k] < inner[k] and inner[k + 2] < outer[k + 2] for k in (0, 1))


def test_a_frame_stands_around_the_asked_place_alone(sheet_a: Sheet) -> None:
    plain = page(sheet_a)
    scene = marked(plain, ["b3"])
    assert around(frame(scene), outline(plain, "space", "b3"))
    for other in ("a3", "b2", "b4", "c3"):
        assert not around(frame(scene), outline(plain, "space", other))
    assert scene.shapes[:-1] == plain.shapes


def test_one_frame_stands_around_several(sheet_a: Sheet) -> None:
    scene = marked(page(sheet_a), ["sun.1", "sun.3"])
    assert all(around(frame(scene), outline(scene, "box", f"sun.{n}")) for n in (1, 2, 3))


def test_what_is_not_printed_yet_is_shown_by_what_stands_around_it(sheet_a: Sheet) -> None:
    scene = marked(page(sheet_a), ["no-such-bonus"], ["a1", "a2"])
    assert around(frame(scene), outline(scene, "space", "a1"))
    with pytest.raises(KeyError):
        marked(page(sheet_a), ["stars"]).find("part", "asked")


def test_a_list_keeps_order_and_margins_on_as_many_pages_as_it_needs() -> None:
    entries = [(f"The place of number {n}" * (1 + n % 4), f"{n}pt") for n in range(80)]
    pages = listing("Proof", "An introduction.", entries)
    assert len(pages) > 1
    texts = [[s for s in p.leaves() if isinstance(s, Text)] for p in pages]
    assert [t[0].text for t in texts] == ["Proof"] * len(pages)
    values = [s.text for page in texts for s in page if s.bold and s.text != "Proof"]
    assert values == [value for _, value in entries]
    for scene in pages:
        for text in scene.leaves():
            assert isinstance(text, Text)
            left, top, right, bottom = text_bounds(text)
            x, y, x2, y2 = scene.inside
            assert x - 0.01 <= left
            assert y <= top
            assert right <= x2
            assert bottom <= y2 + 1
