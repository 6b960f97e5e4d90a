"""States of the tap page: circles stay right while marks come and go."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.entry.tapped import State, data_of, state
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet

FULL_ROW = {"a1": 2, "a2": 3, "a3": 4, "a4": 2, "a5": 3}


def written(**said: Any) -> State:
    """A state of sheet A, if no other is said."""
    return {"sheet": "A@1", "spaces": {}, "picks": [], "left": [], "more": []} | said


def data(of: State) -> dict[str, Any]:
    """The data of a state, as the server makes it."""
    first = data_of(find_sheet(of["sheet"]), of)
    ((sheet, filled),) = read_filled(parse_json(json.dumps(first), "x"), find_sheet)
    return data_of(sheet, of, filled)


def again(of: State) -> State:
    """The state of the file that a state makes."""
    made = data(of)
    ((sheet, filled),) = read_filled(parse_json(json.dumps(made), "x"), find_sheet)
    return state(sheet, made, filled)


def test_all_that_is_earned_is_taken_and_needs_no_word() -> None:
    made = data(written(spaces=FULL_ROW, picks=["sun.1"]))
    assert "taken" not in made
    assert made["spaces"] == FULL_ROW


def test_what_is_left_is_left_out_of_the_record() -> None:
    both = {**FULL_ROW, "b1": 1}
    assert data(written(spaces=both, left=["row-1"]))["taken"] == ["mountains-2"]
    assert data(written(spaces=both, left=["row-1.2"]))["taken"] == ["mountains-2", "row-1.1"]


def test_a_circle_goes_with_its_marks_and_comes_back() -> None:
    left = written(spaces={**FULL_ROW, "b1": 1}, left=["mountains-2"])
    assert data(left)["taken"] == ["row-1"]
    del left["spaces"]["a5"]
    assert data(left)["taken"] == []
    left["spaces"]["a5"] = 1
    assert data(left)["taken"] == ["row-1"]


def test_what_is_taken_without_being_earned_is_named_once_when_it_is() -> None:
    more = written(spaces={"a1": 1}, more=["row-1", "row-2.1"])
    assert data(more)["taken"] == ["row-1", "row-2.1"]
    more["spaces"] = FULL_ROW | {f"b{n}": 1 for n in range(1, 6)}
    taken = data(more)["taken"]
    assert [id for id in taken if id.startswith("row")] == ["row-1", "row-2"]


def test_a_box_is_no_part_of_the_bonus_of_its_lane() -> None:
    spaces = {f"a{n}": True for n in range(1, 6)} | {f"b{n}": True for n in range(1, 7)}
    lane = written(sheet="B@1", spaces=spaces, more=["landmark.rivers", "landmark.rivers.3"])
    assert {"landmark.rivers", "landmark.rivers.2", "landmark.rivers.3"} <= {*data(lane)["taken"]}


@pytest.mark.parametrize(
    "said",
    [
        {"spaces": FULL_ROW},
        {"spaces": FULL_ROW, "left": ["row-1"]},
        {"spaces": FULL_ROW, "left": ["row-1.1"], "picks": ["sun.3"]},
        {"spaces": FULL_ROW, "more": ["rivers-4.1", "row-2"]},
        {"spaces": {**FULL_ROW, "b1": 1}, "picks": ["sun.3"], "left": ["sun.3"]},
        {"spaces": FULL_ROW, "recorded": True},
        {"spaces": {"a1": 9, "b1": None, "c1": "K"}},
        {"spaces": {}, "tally": {"bear": 2}, "claims": {"row-1": [2, 3]}, "player": "Ana"},
        {"spaces": None, "claims": {"total": 46}},
        {"spaces": {}, "rulings": {"sun-points-line": "sun"}, "variant": ["learning"]},
    ],
)
def test_a_state_comes_back_from_its_file(said: dict[str, Any]) -> None:
    before = written(**said)
    after = again(before)
    explicit = bool(before.get("recorded") or before["left"] or before["more"])
    assert after == before | {"recorded": explicit}
    assert data(after) == data(before)


def test_a_box_that_is_only_circled_is_picked() -> None:
    text = json.dumps(
        {
            "format": "cascadia-print/filled-sheet",
            "sheet": "A@1",
            "spaces": {"a1": 1, "b1": 1},
            "taken": ["mountains-2", "sun.4"],
        }
    )
    source = parse_json(text, "x")
    ((sheet, filled),) = read_filled(source, find_sheet)
    found = state(sheet, source.data, filled)
    assert (found["picks"], found["left"], found["more"]) == (["sun.4"], [], [])
