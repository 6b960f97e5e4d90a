"""Achievements: each is reached by its boundary and missed by one less."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.achievements import achieved
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.goals import achievements, ranks
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet
from tests.test_forward_play import entered, sheet

HABITATS = ("mountains", "forests", "prairies", "wetlands", "rivers")


def reached(name: str, rulings: dict[str, str] | None = None, **data: Any) -> set[str]:
    head = {"format": "cascadia-print/filled-sheet", "sheet": f"{name}@1", "rulings": rulings}
    ((paper, entry),) = read_filled(parse_json(json.dumps(head | data), "ana.json"), find_sheet)
    found = achieved(paper, entry, judge(paper, entry))
    assert found is not None
    return {id.removeprefix(f"ach-{name.lower()}-") for id in found}


def tally(points: int) -> dict[str, int]:
    """As many leftovers as give so many points."""
    return dict.fromkeys(("elk", "fox", "hawk", "salmon", "nature"), 0) | {"bear": 5 * points}


def columns(**numbers: list[int]) -> dict[str, Any]:
    return {"columns": numbers, "picks": ["sun=none"]}


@pytest.mark.parametrize(
    ("name", "steps"),
    [("A", (40, 50, 60)), ("B", (70, 85, 100)), ("C", (50, 65, 80)), ("D", (60, 75, 90))],
)
def test_points(name: str, steps: tuple[int, ...]) -> None:
    for points in steps:
        below = {str(n) for n in steps if n < points}
        assert reached(name, spaces={}, tally=tally(points - 1)) == below
        assert reached(name, spaces={}, tally=tally(points)) == below | {str(points)}


def test_without_a_tally_the_points_that_are_known_count() -> None:
    full = {h: [5, 5, 5, 5] for h in HABITATS}
    assert {"40", "50", "60"} <= reached("A", **columns(**full))


def test_columns_and_rows_of_a() -> None:
    one, row = {"forests": [1, 1, 1, 1]}, {h: [1] for h in HABITATS}
    assert reached("A", **columns(**one)) == set()
    assert reached("A", **columns(**one, rivers=[1, 1, 1, 1])) == {"columns-2"}
    assert reached("A", **columns(**row)) == set()
    assert reached("A", **columns(**{h: [1, 1] for h in HABITATS})) == {"rows-2", "bonuses-10"}
    # Three points come with the first row.
    assert "row-20" not in reached("A", **columns(**{h: [3] for h in HABITATS} | {"rivers": [4]}))
    assert "row-20" in reached("A", **columns(**{h: [3] for h in HABITATS} | {"rivers": [5]}))


def test_a_column_with_or_without_its_bonuses() -> None:
    numbers = columns(forests=[5, 5, 5])  # and 1 point for two
    assert "column-17" not in reached("A", **numbers)
    more = columns(forests=[5, 5, 5, 1])  # and 2 points
    assert "column-17" in reached("A", **more)
    assert "column-17" not in reached("A", {"column-17": "numbers"}, **more)
    assert "column-17" in reached("A", {"column-17": "numbers"}, **columns(forests=[5, 5, 5, 2]))


def test_points_from_bonuses_with_or_without_rows() -> None:
    # 5 columns of two and two rows: 5 + 3 + 4.
    two = columns(**{h: [1, 1] for h in HABITATS})
    assert "bonuses-10" in reached("A", **two)
    without = {"bonus-points-10": "without-rows"}
    assert "bonuses-10" not in reached("A", without, **two)
    assert "bonuses-10" in reached("A", without, **columns(**{h: [1] * 4 for h in HABITATS}))
    # One row less is 5 + 3, with 2 points from a sun 10.
    less = {h: [1, 1] for h in HABITATS} | {"rivers": [1]}
    assert "bonuses-10" not in reached("A", **columns(**less))
    picked = {"columns": less, "picks": ["sun.7", "sun.8", "sun.9", "sun=none"]}
    assert "bonuses-10" in reached("A", **picked)


def test_rows_of_b() -> None:
    assert reached("B", rows={"forests": 12}) == set()
    assert "habitats-2" in reached("B", rows={"forests": 12, "rivers": 12})
    assert "overflow" not in reached("B", rows={"forests": 12, "overflow": 11})
    assert "overflow" in reached("B", rows={"forests": 12, "overflow": 12})
    # The heading is 9 over the seventh and 11 over the eighth.
    eight = dict.fromkeys(HABITATS, 8)
    assert "each-10" in reached("B", rows=eight)
    assert "each-10" not in reached("B", rows=eight | {"wetlands": 7})


def test_bonuses_and_landmarks_of_b() -> None:
    rows = {"mountains": 12, "forests": 12, "prairies": 12, "wetlands": 9}
    found = reached("B", rows=rows)
    assert {"landmarks-10", "bonuses-20"} & found == {"landmarks-10"}
    assert "landmarks-10" not in reached("B", rows={"mountains": 12, "forests": 12})


def test_what_is_unsaid_is_not_reached_before_it_is_certain() -> None:
    """Five full rows give 17 points, and a choice of 3 points for each column of landmarks."""
    rows = dict.fromkeys(HABITATS, 12)
    sides = dict.fromkeys(HABITATS, "hex:any")

    def picks(said: dict[str, str]) -> list[str]:
        return [f"landmark.{h}={side}" for h, side in said.items()]

    assert "bonuses-20" not in reached("B", rows=rows, picks=picks(sides))
    assert "bonuses-20" in reached("B", rows=rows, picks=picks(sides | {"rivers": "3pt"}))
    del sides["rivers"]
    assert "bonuses-20" not in reached("B", rows=rows, picks=picks(sides))


FOURS = ["h8", "i1", "i5", "i6", "i7"]


def test_c() -> None:
    every = {s.id: True for s in sheet("C").spaces if not s.start and not s.blank}
    found = reached("C", spaces=every)
    assert found >= {"habitats-2", "landmarks-10", "fours", "overflow", "sky"}
    fours = {s.id for s in sheet("C").spaces if s.points == 4}
    assert fours == set(FOURS)
    for id, lost in (("i1", "fours"), ("overflow.8", "overflow"), ("i3", "sky")):
        left = {k: v for k, v in every.items() if k != id}
        assert lost not in reached("C", spaces=left), id
    assert "sky" not in reached("C", spaces=every, picks=["sky.3.1", "sky.3=none"])
    # Only the rivers are complete without these.
    four = ("a1", "a3", "a4", "i3")
    left = {k: v for k, v in every.items() if k not in four}
    assert "habitats-2" not in reached("C", spaces=left)


def test_a_habitat_is_complete_by_the_rulings_of_the_sheet() -> None:
    spaces = {s.id: True for s in sheet("C").spaces if not s.start and not s.blank}
    del spaces["a1"], spaces["a3"]
    named = spaces | {"d4": "rivers", "h5": "rivers", "b5": "wetlands", "c5": "wetlands"}
    named |= {"e3": "prairies", "h4": "forests"}
    assert "habitats-2" in reached("C", spaces=named)
    split = {"split-completes": "named"}
    assert "habitats-2" not in reached("C", split, spaces=named)
    assert "habitats-2" in reached("C", split, spaces=named | {"h4": "wetlands"})
    # Of h4 nothing is said, so wetlands may be complete: not for certain.
    assert "habitats-2" not in reached("C", split, spaces=named | {"h4": True})


def test_d() -> None:
    paper = sheet("D")
    fox = {s.id: True if s.overflow else "F" for s in paper.spaces}
    found = reached("D", spaces=fox, language="en")
    # 15 boxes of foxes would be 15, but there are three; landmarks and habitats are all there.
    assert found >= {"foxes", "landmarks-2", "habitats-2", "60"}
    assert not {"same-10", "free-hexagons"} & found
    regions = sorted({s.region for s in paper.spaces if s.region}, key=int)
    kinds = {region: "BEFHS"[k % 5] for k, region in enumerate(regions)}
    each = {s.id: True if s.overflow else kinds[s.region] for s in paper.spaces}
    found = reached("D", spaces=each, language="en")
    assert found >= {"same-10", "free-hexagons", "foxes"}
    assert "free-hexagons" not in reached("D", spaces=each, language="en", taken=["overflow.6"])
    # Two of the three landmarks of wetlands stand here.
    open_ = {k: v for k, v in each.items() if k not in ("a1", "b8")}
    assert "landmarks-2" not in reached("D", spaces=open_, language="en")
    assert "landmarks-2" in reached("D", spaces=open_ | {"b8": "B"}, language="en")


def test_same_wildlife_by_boxes_or_by_points() -> None:
    """Two boxes of foxes are 3 points and a free hexagon, a third 5 more: 8 points, 3 boxes."""
    paper = sheet("D")
    fox = {s.id: "F" for s in paper.spaces if s.region}
    by_points = {"same-wildlife-10": "points"}
    assert "same-10" not in reached("D", by_points, spaces=fox, language="en")
    kinds = {"1": "B", "2": "B", "3": "B"}
    more = {s.id: kinds.get(s.region, "F") for s in paper.spaces if s.region}
    assert "same-10" in reached("D", by_points, spaces=more, language="en")
    assert "same-10" not in reached("D", spaces=more, language="en")


def test_claims_alone_reach_nothing_and_other_sheets_have_none() -> None:
    assert reached("A", claims={"total": 60}) == set()
    paper = sheet("MEADOW")
    entry = entered(
        {"format": "cascadia-print/filled-sheet", "sheet": "MEADOW@2", "spaces": {}}, paper
    )
    assert achieved(paper, entry, judge(paper, entry)) is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_have_words(language: str) -> None:
    words = Locale(language)
    ids = [id for goals in achievements().values() for id in goals]
    assert len(ids) == 32
    assert all(words.has(f"achievements.names.{id}") for id in ids)
    assert all(words.has(f"achievements.hike.names.{name}") for name in ranks().values())
    assert sorted(achievements()) == ["A", "B", "C", "D"]
