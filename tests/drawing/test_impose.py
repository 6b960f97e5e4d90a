"""Slots on paper: what must hold for any paper, any size and any edge."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cascadia_print.drawing.impose import (
    SAFE,
    CannotPlace,
    Copy,
    Layout,
    Press,
    Size,
    Slot,
    arrange,
    edge,
    flips_sideways,
    has_rim,
    matrix,
    nearest_edge,
    plan,
    under,
)
from cascadia_print.drawing.marks import furniture
from cascadia_print.drawing.papers import Paper, paper
from cascadia_print.drawing.scene import MM

A5 = Size(148 * MM, 210 * MM, 127 * MM, 198 * MM)
NEAR = 0.02

lengths = st.floats(60, 450).map(lambda v: round(v, 1) * MM)


@st.composite
def sizes(draw: st.DrawFn) -> Size:
    wide, high = draw(st.floats(50, 220)) * MM, draw(st.floats(50, 300)) * MM
    inner = st.floats(0.5, 1.0)
    return Size(wide, high, wide * draw(inner), high * draw(inner))


@st.composite
def presses(draw: st.DrawFn) -> Press:
    return Press(
        Paper("any", draw(lengths), draw(lengths)),
        up=draw(st.sampled_from((0, 0, 0, 1, 2, 3, 4))),
        flip=draw(st.sampled_from(("long", "short"))),
        margin=draw(st.floats(0, 20)) * MM,
        gutter=draw(st.sampled_from((0.0, 3.0, 8.5))) * MM,
        bleed=draw(st.sampled_from((0.0, 3.0))) * MM,
        marks=draw(st.sampled_from(("cut", "cut", "crop"))),
        fit=draw(st.booleans()),
    )


def layout(size: Size, press: Press) -> Layout:
    try:
        return arrange(size, press)
    except CannotPlace:
        assume(False)
        raise


quick = settings(max_examples=80, deadline=None, derandomize=True, database=None)


@quick
@given(sizes(), presses())
def test_slots_lie_apart_on_the_paper_and_hold_what_is_printed(size: Size, press: Press) -> None:
    found = layout(size, press)
    wide, high = found.paper.width, found.paper.height
    for slot in found.slots:
        left, top, right, bottom = slot.bounds
        assert min(left, top) >= press.bleed - NEAR
        assert max(right - wide, bottom - high) <= NEAR - press.bleed
        inner = slot.inner(found.size)
        assert inner[0] >= left - NEAR
        assert inner[1] >= top - NEAR
        assert inner[2] <= right + NEAR
        assert inner[3] <= bottom + NEAR
    for a, b in combinations(found.slots, 2):
        gap_x = max(a.x - b.x - b.width, b.x - a.x - a.width)
        gap_y = max(a.y - b.y - b.height, b.y - a.y - a.height)
        assert max(gap_x, gap_y) >= press.gap - NEAR
    assert edge(found, found.size) >= press.margin - NEAR
    if press.up:
        assert len(found.slots) == press.up
    if not press.fit:
        assert found.scale == 1


@quick
@given(sizes(), presses(), st.integers(1, 9))
def test_backs_lie_under_fronts_with_their_heads_at_the_same_end(
    size: Size, press: Press, copies: int
) -> None:
    layout(size, press)
    faces = plan([Copy(0, 1)] * copies, [size, size], press)
    assert [face.back for face in faces] == [False, True] * (len(faces) // 2)
    for front, back in zip(faces[::2], faces[1::2], strict=True):
        assert front.layout.paper == back.layout.paper
        for a, b in zip(front.placed, back.placed, strict=True):
            assert b.number == a.number + 1
            # Seen through the paper from its front, as it was turned over that edge.
            wide, high = front.layout.paper.width, front.layout.paper.height
            portrait = high >= wide
            sideways = (press.flip == "long") == portrait
            x = wide - b.slot.x - b.slot.width if sideways else b.slot.x
            y = b.slot.y if sideways else high - b.slot.y - b.slot.height
            seen = (x, y, b.slot.width, b.slot.height)
            assert seen == pytest.approx((a.slot.x, a.slot.y, a.slot.width, a.slot.height))
            assert head(b.slot, sideways) == head(a.slot, None)


@quick
@given(presses(), st.tuples(lengths, lengths, lengths, lengths), st.sampled_from((0, 90, 180, 270)))
def test_what_lies_under_a_slot_twice_is_that_slot(
    press: Press, box: tuple[float, ...], turn: int
) -> None:
    slot = Slot(*box, turn=turn)
    sideways = (press.flip == "long") == (press.paper.height >= press.paper.width)
    back = under(slot, press.paper, press.flip)
    assert head(back, sideways) == head(slot, None)
    again = under(back, press.paper, press.flip)
    assert (again.x, again.y, again.turn) == (pytest.approx(slot.x), pytest.approx(slot.y), turn)


def head(slot: Slot, sideways: bool | None) -> tuple[int, int]:
    """Which way up is, on the front's plane; None: it is the front."""
    x, y = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}[slot.turn]
    if sideways is None:
        return x, y
    return (-x, y) if sideways else (x, -y)


@quick
@given(sizes(), presses(), st.floats(-9, 9), st.floats(-9, 9), st.floats(0.9, 1.1))
def test_an_offset_moves_every_back_and_no_front(
    size: Size, press: Press, right: float, down: float, stretch: float
) -> None:
    layout(size, press)
    moved = replace(press, offsets=((right, down),) * 2, stretch=stretch)
    still = replace(press, stretch=stretch)
    for face in plan([Copy(0, 1)] * 3, [size, size], press):
        for placed in face.placed:
            there = matrix(placed.slot, size.width, size.height, face, moved)
            here = matrix(placed.slot, size.width, size.height, face, still)
            by = (right, -down) if face.back else (0, 0)
            assert there[:4] == here[:4]
            assert (there[4] - here[4], there[5] - here[5]) == pytest.approx(by, abs=1e-6)


@quick
@given(sizes(), presses(), st.integers(1, 30))
def test_slots_do_not_move_when_a_paper_is_half_full(size: Size, press: Press, copies: int) -> None:
    slots = layout(size, press).slots
    faces = plan([Copy(0)] * copies, [size], press)
    taken = [p.slot for face in faces for p in face.placed]
    assert taken == [slots[k % len(slots)] for k in range(copies)]
    numbers = [p.number for face in faces for p in face.placed]
    assert numbers == list(range(1, copies + 1))


@pytest.mark.parametrize(
    ("name", "paper_size", "slots"),
    [
        ("a4", (297, 210), [(0, 0, 148.5, 210), (148.5, 0, 148.5, 210)]),
        ("letter", (279.4, 215.9), [(0, 0, 139.7, 215.9), (139.7, 0, 139.7, 215.9)]),
        ("a5", (148, 210), [(0, 0, 148, 210)]),
        ("half-letter", (139.7, 215.9), [(0, 0, 139.7, 215.9)]),
        ("legal", (355.6, 215.9), [(29.8, 0, 148, 215.9), (177.8, 0, 148, 215.9)]),
    ],
)
def test_sheets_on_the_usual_papers(
    name: str, paper_size: tuple[float, float], slots: list[tuple[float, ...]]
) -> None:
    found = arrange(A5, Press(paper(name)))
    assert (found.paper.width / MM, found.paper.height / MM) == pytest.approx(paper_size)
    made = [tuple(v / MM for v in (s.x, s.y, s.width, s.height)) for s in found.slots]
    assert [pytest.approx(s, abs=0.01) for s in slots] == made


def test_four_fit_on_a3_and_on_tabloid() -> None:
    for name in ("a3", "tabloid"):
        found = arrange(A5, Press(paper(name)))
        assert (len(found.slots), found.across) == (4, False)


def test_some_sheets_are_turned_where_more_fit() -> None:
    a6 = Size(105 * MM, 148 * MM, 93 * MM, 136 * MM)
    found = arrange(a6, Press(paper("letter")))
    assert sorted(s.turn for s in found.slots) == [0, 0, 90]
    assert len(arrange(a6, Press(paper("letter"), up=2)).slots) == 2
    # Not where they would come too near to the paper's edge, or to a cut.
    for tight in (Press(paper("letter"), margin=9 * MM), Press(paper("214x279"), margin=9 * MM)):
        assert {s.turn for s in arrange(a6, tight).slots} == {0}
    wide = replace(a6, inner_width=103 * MM)
    assert len(arrange(wide, Press(paper("letter"))).slots) == 1


def test_a_cut_between_two_sheets_keeps_its_distance() -> None:
    size = Size(148 * MM, 210 * MM, 139 * MM, 198 * MM)
    found = arrange(size, Press(paper("a4")))
    assert len(found.slots) == 2
    assert all((s.width - size.inner_width) / 2 >= SAFE - NEAR for s in found.slots)
    # 2 x 142 mm and the margins would fit, but not with a cut 3 mm away from both.
    assert len(arrange(replace(size, inner_width=142 * MM), Press(paper("a4"))).slots) == 1


def test_fit_enlarges_and_makes_smaller() -> None:
    one = arrange(A5, Press(paper("a4"), up=1, fit=True))
    assert one.scale == pytest.approx(285 / 198, abs=0.001)
    four = arrange(A5, Press(paper("a4"), up=4, fit=True))
    assert four.scale == pytest.approx((297 - 12 - 6) / 2 / 198, abs=0.001)
    assert (len(four.slots), four.across) == (4, False)
    # So small that the white around a sheet is less than a cut needs.
    many = arrange(A5, Press(paper("a4"), up=64, fit=True))
    assert len(many.slots) == 64
    assert all((s.width - many.size.inner_width) / 2 >= SAFE - NEAR for s in many.slots)


def test_what_cannot_be_placed_says_why() -> None:
    found: tuple[tuple[Press, str, list[int]], ...] = (
        (Press(paper("a4"), margin=110 * MM), "margin", []),
        (Press(paper("a4"), margin=50 * MM), "sheet", []),
        (Press(paper("a4"), up=3), "number", [1, 2]),
        (Press(paper("a3"), up=5), "number", [1, 2, 3, 4]),
        (Press(paper("100x100")), "sheet", []),
        (Press(paper("a4"), bleed=90 * MM), "sheet", []),
        (Press(paper("a4"), up=64, margin=100 * MM, fit=True), "many", []),
    )
    for press, reason, fits in found:
        with pytest.raises(CannotPlace) as caught:
            arrange(A5, press)
        assert (caught.value.reason, list(caught.value.fits)) == (reason, fits)
        assert reason != "sheet" or caught.value.need > caught.value.have
    with pytest.raises(CannotPlace) as caught:
        plan([Copy(0, 1)], [A5, A5.scaled(1.3)], Press(paper("a4"), flip="long"))
    assert caught.value.reason == "back"


@quick
@given(sizes(), presses())
def test_crop_marks_stand_outside_all_bleeds(size: Size, press: Press) -> None:
    press = replace(press, marks="crop")
    found = layout(size, press)
    guides = furniture(found, found.size, "crop", press.bleed, 100).guides
    for slot in found.slots:
        left, top, right, bottom = slot.bounds
        away = press.bleed - 0.05
        for line in guides:
            across = line.x2 > left - away and line.x1 < right + away
            down = line.y2 > top - away and line.y1 < bottom + away
            assert not (across and down), (slot, line)
    turned = any(slot.turn for slot in found.slots)
    if has_rim(found, press) and not turned:
        left, top, right, bottom = found.trim
        ends = {(round(v.x1), round(v.y1), round(v.x2), round(v.y2)) for v in guides}
        for x in (left, right):
            assert {(a, b < top) for a, b, c, _ in ends if a == c} >= {
                (round(x), True),
                (round(x), False),
            }
        for y in (top, bottom):
            assert {(b, a < left) for a, b, _, d in ends if b == d} >= {
                (round(y), True),
                (round(y), False),
            }


def test_with_crop_marks_fewer_sheets_keep_their_size() -> None:
    crop = Press(paper("a4"), bleed=3 * MM, marks="crop")
    (slot,) = arrange(A5, crop).slots
    assert (slot.width, slot.height) == pytest.approx((A5.width, A5.height))
    # As many as were asked for come without room for marks, rather than not at all.
    two = arrange(A5, replace(crop, up=2))
    assert (len(two.slots), has_rim(two, crop)) == (2, False)
    assert has_rim(arrange(A5, replace(crop, up=2, fit=True)), crop)


def test_sheets_of_one_size_share_their_paper_in_order() -> None:
    large = Size(210 * MM, 279.4 * MM, 198 * MM, 267.4 * MM)
    copies = [Copy(0), Copy(1), Copy(0), Copy(2, 0)]
    faces = plan(copies, [A5, large, A5], Press(paper("a4"), flip="long"))
    assert [[p.side for p in face.placed] for face in faces] == [[0, 0], [], [2], [0], [1], []]
    assert [face.sheet for face in faces] == [1, 1, 2, 2, 3, 3]
    assert [p.number for face in faces for p in face.placed] == [1, 2, 3, 4, 5]


def test_a_back_of_the_other_shape_is_turned() -> None:
    across = Size(A5.height, A5.width, A5.inner_height, A5.inner_width)
    press = Press(paper("a4"), flip="short")
    front, back = plan([Copy(0, 1)], [A5, across], press)
    assert (front.placed[0].slot.turn, back.placed[0].slot.turn) == (0, 90)
    box = back.placed[0].slot.inner(across)
    assert box[2] - box[0] == pytest.approx(A5.inner_width)


def test_how_near_the_edge_a_side_comes() -> None:
    press = Press(paper("a4"), flip="long", offsets=((0, 0), (2 * MM, 1 * MM)))
    faces = plan([Copy(0, 1)], [A5, A5], press)
    near = nearest_edge(faces, [A5, A5], press)
    assert near[0] / MM == pytest.approx(6)
    assert near[1] / MM == pytest.approx(5)


@pytest.mark.parametrize(
    ("flip", "upright", "slot"),
    [("long", True, (190, 10)), ("short", True, (0, 280)), ("long", False, (0, 190))],
)
def test_which_edge_paper_is_turned_over(
    flip: str, upright: bool, slot: tuple[float, float]
) -> None:
    sheet = Paper("any", 210, 297) if upright else Paper("any", 297, 210)
    front = Slot(0, 10, 20, 7 if upright else 10)
    assert flips_sideways(sheet, flip) is (slot[0] != 0)  # type: ignore[arg-type]
    back = under(front, sheet, flip)  # type: ignore[arg-type]
    assert (back.x, back.y) == slot
