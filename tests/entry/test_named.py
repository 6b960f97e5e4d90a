"""Picks, what was taken, claims, the tally and rulings: what they name, and what names nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.model import Sheet

Read = Callable[..., Filled]


def on(sheet: Sheet, **data: Any) -> Filled:
    text = json.dumps({"format": "cascadia-print/filled-sheet", "sheet": sheet.ref} | data)
    [(_, filled)] = read_filled(parse_json(text, "x.json"), lambda _: sheet)
    return filled


def said(filled: Filled) -> list[tuple[str, str, str, str]]:
    return [(w.text, w.rule, w.at, w.pointer) for w in filled.wrong]


@pytest.mark.parametrize(
    ("sheet", "picks"),
    [
        ("A@1", ["sun.12", "sun.1", "sun=none"]),
        ("B@1", ["landmark.rivers=3pt", "landmark.wetlands=hex:any", "landmark.forests=none"]),
        ("C@1", ["sky.1.4", "sky.5.1", "sky.3=none"]),
    ],
)
def test_boxes_sides_and_refusals_are_picks(read: Read, sheet: str, picks: list[str]) -> None:
    filled = read(sheet=sheet, picks=picks)
    assert (filled.picks, filled.wrong) == (tuple(picks), ())
    assert filled.where[f"pick:{picks[1]}"] == ("/picks/1", 0)


def test_a_side_may_name_its_gains_in_any_order(ledger: Sheet) -> None:
    filled = on(ledger, picks=["a2=fox+2elk", "store.1", "store.1=elk", "a2=none"])
    assert filled.picks == ("a2=2elk+fox", "store.1", "store.1=elk", "a2=none")
    assert filled.wrong == ()


@pytest.mark.parametrize(
    ("sheet", "pick", "text", "nearest"),
    [
        ("A", "sun.13", "unknown-pick", "sun.1"),
        ("A", "snu.3", "unknown-pick", "sun.3"),
        ("A", "sun", "unsaid-pick", None),
        ("A", "sun.1=none", "unknown-pick", None),
        ("A", "row-1", "not-a-choice", None),
        ("A", "row-1=3pt", "not-a-choice", None),
        ("A", "a1", "not-a-choice", None),
        ("A", " ", "unknown-pick", None),
        ("B", "landmark.rivers", "unsaid-pick", None),
        ("B", "landmark.rivers=4pt", "unknown-pick", "landmark.rivers=3pt"),
        ("B", "landmark.rivers=", "unknown-pick", "landmark.rivers=hex:any"),
        ("B", "landmark.river=3pt", "unknown-pick", "landmark.rivers=3pt"),
        ("B", "landmark.rivers.2", "not-a-choice", None),
        ("C", "sky.sun.1", "not-a-choice", None),
        ("C", "sky.1", "unsaid-pick", None),
        ("C", "sky.1=1pt", "unknown-pick", None),
        ("C", "y" * 500, "unknown-pick", None),
    ],
)
def test_what_is_no_choice_of_the_sheet(
    read: Read, sheet: str, pick: str, text: str, nearest: str | None
) -> None:
    filled = read(sheet=f"{sheet}@1", picks=[pick])
    [wrong] = filled.wrong
    assert filled.picks == ()
    assert (wrong.text, wrong.rule, wrong.pointer) == (text, "IN-pick", "/picks/0")
    if nearest:
        assert wrong.values["nearest"] == nearest
    assert len(wrong.at) <= 40


def test_a_pick_named_twice_counts_once(read: Read) -> None:
    filled = read(picks=["sun.9", "sun.1", "sun.9"])
    assert filled.picks == ("sun.9", "sun.1")
    assert said(filled) == [("pick-twice", "A-4", "sun.9", "/picks/2")]
    filled = read(sheet="B@1", picks=["landmark.rivers=3pt", "landmark.rivers=3pt"])
    assert said(filled) == [("pick-twice", "B-5", "landmark.rivers=3pt", "/picks/1")]


@pytest.mark.parametrize(
    ("sheet", "taken"),
    [
        ("A@1", ["row-1", "mountains-2", "forests-2.1", "forests-2.2", "sun.1", "row-2.1"]),
        ("B@1", ["a2", "d3-e4", "landmark.rivers.1", "landmark.rivers", "landmark.row-1"]),
        ("B@1", ["landmark.rivers=3pt"]),
        ("C@1", ["complete-rivers", "sky.sun.2", "sky.2.1", "overflow.1"]),
        ("D@1", ["region-7", "region-7.2", "one-kind-7", "same.fox.1", "same.row-1", "a1-a2"]),
    ],
)
def test_all_that_gives_something_can_be_taken(read: Read, sheet: str, taken: list[str]) -> None:
    filled = read(sheet=sheet, taken=taken)
    if "region-7" in taken:
        taken.remove("region-7.2")  # a part of what is taken as a whole
    else:
        assert filled.wrong == ()
    assert filled.taken == tuple(taken)
    assert filled.where[f"taken:{taken[0]}"] == ("/taken/0", 0)


def test_nothing_taken_is_not_the_same_as_not_said(read: Read) -> None:
    assert read(taken=[]).taken == ()
    assert read(taken=None).taken is None
    assert read().taken is None


@pytest.mark.parametrize(
    ("sheet", "id", "nearest"),
    [
        ("A", "row-5", "row-1"),
        ("A", "a1", None),
        ("A", "row-1.3", "row-1"),
        ("A", "row-1=3pt", None),
        ("A", "mountains-2.0", "mountains-2"),
        ("B", "a2.1", None),
        ("B", "landmark.rivers=4pt", "landmark.rivers=3pt"),
        ("B", "a1-b2", None),
        ("D", "region-16", "region-1"),
    ],
)
def test_what_gives_nothing_cannot_be_taken(
    read: Read, sheet: str, id: str, nearest: str | None
) -> None:
    filled = read(sheet=f"{sheet}@1", taken=[id])
    assert filled.taken == ()
    assert said(filled) == [("unknown-taken", "IN-taken", id, "/taken/0")]
    if nearest:
        assert filled.wrong[0].values["nearest"] == nearest


def test_what_is_taken_twice_counts_once(read: Read) -> None:
    filled = read(taken=["row-1", "row-1", "sun.2", "sun.2"])
    assert filled.taken == ("row-1", "sun.2")
    assert said(filled) == [
        ("taken-twice", "A-5", "row-1", "/taken/1"),
        ("taken-twice", "A-4", "sun.2", "/taken/3"),
    ]
    # The whole and one of its parts, in either order.
    for taken in (["forests-2", "forests-2.1"], ["forests-2.1", "forests-2"]):
        filled = read(taken=taken)
        assert filled.taken == ("forests-2",)
        part = taken.index("forests-2.1")
        assert said(filled) == [("taken-twice", "A-3", "forests-2.1", f"/taken/{part}")]
        assert "taken:forests-2.1" not in filled.where


def test_the_rule_of_a_space_that_gives_something(read: Read) -> None:
    for sheet, id, rule in (("B@1", "a2", "B-4"), ("C@1", "overflow.1", "C-5")):
        assert read(sheet=sheet, taken=[id, id]).wrong[0].rule == rule


def test_claims_are_numbers_sums_or_not_written(read: Read) -> None:
    filled = read(claims={"row-1": 17, "row-2": [3, 4, 1], "row-3": None, "row-4": [], "total": 0})
    assert filled.claims == {"row-1": (17,), "row-2": (3, 4, 1), "total": (0,)}
    assert filled.where["claim:row-2"] == ("/claims/row-2", 0)
    assert filled.wrong == ()


def test_a_claim_for_no_line(read: Read) -> None:
    filled = read(claims={"row1": 17, "total": 5})
    assert filled.claims == {"total": (5,)}
    assert said(filled) == [("unknown-claim", "IN-claim", "row1", "/claims/row1")]
    assert filled.wrong[0].values == {"value": "row1", "nearest": "row-1"}


def test_a_negative_tally_is_not_known(read: Read) -> None:
    filled = read(tally={"bear": 2, "elk": -1, "fox": None, "nature": 0})
    assert filled.tally == {"bear": 2, "elk": None, "fox": None, "nature": 0}
    assert said(filled) == [("negative-tally", "IN-tally", "elk", "/tally/elk")]
    assert filled.wrong[0].values == {"value": -1}
    assert filled.where["tally:bear"] == ("/tally/bear", 0)
    assert read().tally is None


def test_rulings_are_those_of_the_sheet(ledger: Sheet, read: Read) -> None:
    filled = on(ledger, rulings={"late": "always", "lat": "never", "house": None})
    assert filled.rulings == {"late": "always"}
    assert said(filled) == [("rule-unknown", "IN-rule", "lat", "/rulings/lat")]
    assert filled.wrong[0].values == {"value": "lat", "nearest": "late"}
    filled = on(ledger, rulings={"late": "alway"})
    assert filled.rulings == {}
    assert filled.wrong[0].values == {"value": "alway", "choices": ("never", "always")}
    assert read(sheet="D@1", rulings={"letters": "de"}).rulings == {"letters": "de"}
    assert read(rulings={"letters": "de"}).rulings == {}


def test_what_else_a_file_says(read: Read) -> None:
    filled = read(
        player="Ana", language="de", variant=["family", "learning"], completion_cards=[1, 2, 3, 4]
    )
    assert (filled.player, filled.language, filled.rulebook) == ("Ana", "de", "de")
    assert filled.variant == ("family", "learning")
    assert filled.completion_cards == (1, 2, 3, 4)
    assert (read().player, read().rulebook, read().completion_cards) == ("", "en", None)
    assert read(language="de", rules="en").rulebook == "en"
    assert read(player=None, language=None, variant=None, picks=None).player == ""


@pytest.mark.parametrize(("key", "rule"), [("picks", "IN-pick"), ("taken", "IN-taken")])
def test_an_empty_name_is_told_by_its_place(read: Read, key: str, rule: str) -> None:
    (wrong,) = read(map=["....."] * 4, **{key: ["sun.1", ""]}).wrong
    found = (wrong.text, wrong.at, wrong.pointer, wrong.rule, wrong.values)
    assert found == ("empty-id", key, f"/{key}/1", rule, {"n": 2})
