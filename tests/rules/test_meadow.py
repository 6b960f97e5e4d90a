"""A sheet made only of YAML, mixing what no shipped sheet mixes, is scored by the same engine.

a  P  P+nature   P      P+2pt|bear      regions 1 1 2 2
b  F  F          F+basket:left  F               1 1 2 2
c  R  R          -      R+basket:right          3 3 - 2
d  O  O+1pt      O      O+pick:nest     overflow, heading 2 3 5 8
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print.rules.judge import judge
from cascadia_print.rules.legal import legal_marks, why_not
from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.lookup import load_sheet
from cascadia_print.verdict import Report

SHEET = load_sheet(Path(__file__).parent.parent / "sheets" / "meadow.yaml")
KINDS = {"b": "bear", "e": "elk", "f": "fox", "h": "hawk", "s": "salmon"}


def play(*rows: str, **more: object) -> Report:
    """The report on rows of letters, "." is open."""
    marks = {
        id: KINDS[letter]
        for ids, row in zip(SHEET.rows.values(), rows, strict=False)
        for id, letter in zip(ids, row, strict=False)
        if letter != "."
    }
    return judge(SHEET, Filled(SHEET.ref, marks=marks, **more))  # type: ignore[arg-type]


def numbers(report: Report) -> dict[str, tuple[int | None, int | None, int | None]]:
    return {x.id: (x.as_marked, x.as_legal, x.up_to) for x in report.lines}


def test_a_region_feeds_the_pool_and_one_kind_gives_its_points():
    report = play("bb..", "bb..", picks=("nest.2",))
    # region 1: pick nest.2 (3pt) and calm-1 (4pt); diamond a1-b2: an elk; row b: heading 3
    assert numbers(report)["gifts"] == (7, 7, 7)
    assert numbers(report)["forests"] == (3, 3, 3)
    assert report.verdict == "legal"


def test_a_pick_that_opens_a_lane_counts_what_the_lane_gives():
    report = play("bb..", "bb..", picks=("nest.4",))
    # nest.4 gives an icon for the left basket, whose first box is 1 point
    assert numbers(report)["gifts"] == (5, 5, 5)


def test_an_unsaid_pick_spans_all_that_it_could_bring():
    report = play("bb..", "bb..")
    assert report.verdict == "cannot-tell"
    assert [f.at for f in report.findings] == ["nest"]
    low, high = numbers(report)["gifts"][1:]
    said = [numbers(play("bb..", "bb..", picks=(f"nest.{n}",)))["gifts"][1] for n in range(1, 5)]
    assert low <= min(said) <= max(said) <= high


def test_the_overflow_row_is_a_row_of_the_grid_and_opens_with_a_complete_habitat():
    before = play("bbbb", "bbb.", "b..", "b...", picks=("nest.2", "a4=2pt"))
    assert before.verdict == "legal"  # the prairies are complete
    shut = play("bbb.", "bbb.", "b..", "b...", picks=("nest.1",))
    assert [(f.rule, f.at, f.text) for f in shut.findings] == [
        ("S-overflow", "d1", "overflow-closed")
    ]


def test_a_gap_cites_the_rule_of_the_sheet():
    report = play("b.b.", picks=())
    assert [(f.rule, f.at, f.text, f.values["open"]) for f in report.findings] == [
        ("M-1", "a3", "gap", "a2")
    ]


def test_what_a_pick_too_many_brought_follows_from_no_gap():
    # One pick for region 1, two made: that nest.4 opens a basket is not certain.
    report = play("bb..", "bb..", ".b", picks=("nest.1", "nest.4"))
    gap, over = report.findings
    assert (gap.at, gap.consequences) == ("c2", ())
    assert (over.at, over.text) == ("nest", "over-picked")


def test_both_sides_of_a_choice_leave_a_range():
    report = play("bbbb", picks=("a4=2pt", "a4=bear"))
    assert [(f.at, f.text) for f in report.findings] == [("a4", "both-sides")]
    # the ink shows 2 + 3 (corners need a1 and a4); legally the 2 points are not certain
    assert numbers(report)["gifts"] == (5, 3, 5)


def test_two_terms_of_a_line_add_up():
    report = play("behf", "sss.", "s..", "b...", picks=("nest.1", "nest.3", "a4=bear"))
    # heading of row d: 2; no habitat has all five animals
    assert numbers(report)["rest"] == (2, 2, 2)


def test_frontier_and_reason_agree():
    filled: dict[str, str] = {"a1": "bear", "a2": "bear"}
    offered = legal_marks(SHEET, filled)
    assert offered == ("a3", "b1", "c1")
    for id in SHEET.space:
        assert (why_not(SHEET, filled, id) is None) == (id in offered)


def test_the_report_does_not_depend_on_the_order_of_marks_and_picks():
    rows = {"a1": "bear", "a2": "bear", "b1": "bear", "b2": "bear", "a4": "elk"}
    one = judge(SHEET, Filled(SHEET.ref, marks=rows, picks=("nest.2", "nest.1")))
    other = judge(
        SHEET,
        Filled(SHEET.ref, marks=dict(reversed(rows.items())), picks=("nest.1", "nest.2")),
    )
    assert one == other
    assert len(one.findings) == 2  # a gap before a4, and one pick too many


@pytest.mark.parametrize(
    ("tally", "leftovers"),
    [
        (None, None),
        ({}, None),
        ({"bear": 4, "elk": 0, "fox": 0, "hawk": 0, "salmon": 0}, None),
        ({"bear": 3, "elk": 0, "fox": 0, "hawk": 0, "salmon": 0, "nature": 0}, 0),
        ({"bear": 3, "elk": 0, "fox": 0, "hawk": 0, "salmon": 0, "nature": 1}, 1),
        ({"bear": 2, "elk": 2, "fox": 2, "hawk": 2, "salmon": 2, "nature": 2}, 3),
    ],
)
def test_leftovers_by_the_number_of_the_sheet_and_not_without_a_tally(tally, leftovers):
    report = play("b...", tally=tally)
    assert numbers(report)["leftovers"][0] == leftovers
    assert (report.total.as_marked is None) == (leftovers is None)
    assert report.verdict == "legal"


def test_all_that_is_open_of_an_unearned_bonus_is_told():
    [found] = play("b", taken=("region-2",)).findings
    assert (found.text, found.values["have"]) == ("unearned", 0)
    assert found.values["open"] == "a3, a4, b3, b4, c3"
