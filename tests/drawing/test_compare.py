"""Two pages side by side: nothing is lost, the second beside the first, places framed."""

from __future__ import annotations

import pytest

from cascadia_print.drawing.compare import FRAME, frames, side_by_side
from cascadia_print.drawing.fit import ink
from cascadia_print.drawing.page import page
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.scene import MM, Rect, leaves
from cascadia_print.sheet.model import Sheet


def test_the_second_page_stands_beside_the_first_with_all_that_it_has(sheet: Sheet) -> None:
    one = page(sheet)
    both = side_by_side(one, one, set())
    assert (both.width, both.height) == (2 * one.width, one.height)
    shapes = list(both.leaves())
    half = len(shapes) // 2
    assert half == len(list(one.leaves()))
    for left, right in zip(shapes[:half], shapes[half:], strict=True):
        (a, b, c, d), (e, f, g, h) = ink(left), ink(right)
        assert (e - a, g - c) == pytest.approx((one.width, one.width))
        assert (f, h) == (b, d)
    assert render_pdf([both], "297x210").startswith(b"%PDF-")


def test_a_place_that_differs_is_framed_on_both_pages(sheet_a: Sheet) -> None:
    one = page(sheet_a)
    both = side_by_side(one, one, {"sun.3", "row-2", "nowhere"})
    framed = [s for s in both.leaves() if isinstance(s, Rect) and s.paint == FRAME]
    ids = [g.id for g in one.groups() if g.id in ("sun.3", "row-2")]
    assert len(framed) == 2 * len(ids) >= 6
    (x1, y1, x2, y2), *_ = map(ink, leaves(one.find("box", "sun.3").shapes))
    assert any(
        f.x < x1 and f.y < y1 and f.x + f.width > x2 and f.y + f.height > y2 and f.width < 40 * MM
        for f in frames(one, {"sun.3"})
    )
