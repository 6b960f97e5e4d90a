"""Level L3: an order of play is built and can be played, and nobody is accused wrongly."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cascadia_print.rules.judge import judge
from cascadia_print.rules.legal import closure, legal_marks, why_not
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.order import declared, prove, witness
from cascadia_print.sheet.lookup import load_sheet, under
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Report
from tests.play import filled, play_rounds
from tests.replay import replay
from tests.test_forward_play import GAMES, entered, played, sheet

SHEETS = ("A", "B", "C", "D", "MEADOW")


def audited(paper: Sheet, entry: Filled) -> Report:
    return prove(paper, entry, judge(paper, entry))


def report(name: str, **data: Any) -> Report:
    paper = sheet(name)
    head = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": paper.ref}
    return audited(paper, entered(head | data, paper))


def found(report: Report) -> list[str]:
    return [f"{f.kind} {f.rule} {f.at} {f.text}" for f in report.findings]


@pytest.mark.parametrize("name", SHEETS)
def test_a_game_that_was_played_in_rounds_is_proved(name: str) -> None:
    """With a complete record of what was crossed off, each free hexagon has its mark."""
    paper = sheet(name)
    for seed in range(GAMES // 4):
        table = play_rounds(paper, seed)
        entry = replace(entered(table.data(), paper), completion_cards=(1, 2, 3, 4))
        made = audited(paper, entry)
        assert (made.verdict, made.level, made.findings) == ("legal", "L3", ()), f"seed {seed}"
        replay(paper, entry, made.order, rounds=20, largest=5, second=False)


@pytest.mark.parametrize("name", SHEETS)
def test_any_legal_picture_is_proved_where_nothing_is_said_of_crosses(name: str) -> None:
    paper = sheet(name)
    for seed in range(0, GAMES, 4):
        entry = replace(entered(filled(played(name, seed)), paper), variant=("abundance",))
        order = witness(paper, entry)
        assert order is not None, f"seed {seed}"
        replay(paper, entry, order, rounds=20, largest=6, second=True)


@pytest.mark.parametrize("name", SHEETS)
def test_ten_rounds_with_or_without_a_second_card(name: str) -> None:
    paper = sheet(name)
    for seed in range(GAMES // 10):
        table = play_rounds(paper, seed, rounds=10, skips=False)
        entry = replace(entered(table.data(), paper), variant=("learning",))
        for cards, second in ((None, True), ((1, 2, 3, 4), False)):
            known = replace(entry, completion_cards=cards)
            made = audited(paper, known)
            assert made.verdict == "legal", f"seed {seed}: {found(made)}"
            replay(paper, known, made.order, rounds=10, largest=6, second=second)


HABITATS = ("mountains", "forests", "prairies", "wetlands", "rivers")
RULINGS = (
    ("B", {"landmark-column": "all"}),
    ("C", {"stuck-rest": "overflow"}),
    ("C", {"split-completes": "named"}),
    ("C", {"closure-scores": "no"}),
    ("D", {"stuck-rest": "overflow"}),
)


@pytest.mark.parametrize(("name", "rulings"), RULINGS, ids=lambda x: str(x))
def test_every_ruling_leaves_an_order(name: str, rulings: dict[str, str]) -> None:
    paper = under(sheet(name), rulings)
    for seed in range(GAMES // 5):
        rng = random.Random(seed)
        marks: dict[str, Any] = {}
        while len(marks) < 10 + seed and (offered := legal_marks(paper, marks)):
            # The rest of a card goes to the overflow row where its habitat finds no place.
            kinds = {h for i in offered for h in paper.space[i].habitats}
            stuck = name == "D" or kinds < set(paper.habitats)
            space = paper.space[
                rng.choice([i for i in offered if stuck or paper.space[i].habitats])
            ]
            marks[space.id] = "fox" if name == "D" and not space.overflow else True
            if len(space.habitats) > 1:
                marks[space.id] = rng.choice(space.habitats)
        order = witness(paper, Filled(paper.ref, marks=marks))
        assert order is not None, f"seed {seed}"
        made: dict[str, Any] = {}
        for id, value in (mark for step in order for mark in step.marks):
            assert why_not(paper, made, id) is None, f"seed {seed}: {id}"
            made[id] = value
        assert closure(paper, made) == closure(paper, marks), f"seed {seed}"


NUMBERS = {"columns": {"mountains": [1, 2, 3, 6]}, "picks": ["sun.1", "sun.2"]}


@pytest.mark.parametrize(
    ("said", "want"),
    [
        ({}, []),
        ({"completion_cards": [5, 6, 7, 8]}, []),
        ({"completion_cards": [1, 2, 3, 4]}, ["illegal RH-10 d1 six-card"]),
        ({"variant": ["family"]}, ["illegal RH-14 d1 six-family"]),
        ({"variant": ["family"], "completion_cards": [5]}, ["illegal RH-14 d1 six-family"]),
        ({"variant": ["abundance"]}, []),
    ],
)
def test_a_six_needs_completion_card_5(said: dict[str, Any], want: list[str]) -> None:
    made = report("A", **NUMBERS, **said)
    assert found(made) == want
    assert made.level == ("L2" if want else "L3")
    row = made.lines[4]
    assert (row.id, row.as_marked, row.as_legal, row.up_to) == (
        ("row-4", 6, 0, 0) if want else ("row-4", 6, 6, 6)
    )
    assert made.verdict == ("illegal" if want else "legal")


def column(n: int) -> dict[str, list[int]]:
    """n numbers, column by column."""
    return {h: [1] * min(4, n - 4 * k) for k, h in enumerate(HABITATS) if n > 4 * k}


@pytest.mark.parametrize(
    ("n", "said", "want"),
    [
        (20, {}, []),
        (20, {"completion_cards": [1, 2, 3, 4]}, []),
        (19, {"variant": ["learning"]}, []),
        (20, {"variant": ["learning"]}, ["illegal RH-2  too-many-cards"]),
        (10, {"variant": ["learning"], "completion_cards": [1, 2, 3, 4]}, []),
        (
            11,
            {"variant": ["learning"], "completion_cards": [1, 2, 3, 4]},
            ["illegal RH-2  too-many-cards"],
        ),
        (10, {"variant": ["learning", "family"]}, []),
        (11, {"variant": ["learning", "family"]}, ["illegal RH-14  second-card-family"]),
        (20, {"variant": ["learning", "family"]}, ["illegal RH-2  too-many-cards"]),
        (20, {"variant": ["family"]}, []),
    ],
)
def test_no_more_numbers_than_cards(n: int, said: dict[str, Any], want: list[str]) -> None:
    made = report("A", columns=column(n), picks=["sun=none"], **said)
    assert found(made) == want


def test_outlines_are_counted_by_the_largest_card() -> None:
    learning = {"variant": ["learning", "family"]}
    full = dict.fromkeys(HABITATS[:4], 12)
    # 48 outlines, some of them by free hexagons.
    assert report("B", rows=full, **learning).level == "L3"
    # Of all 72 at most 15 by free hexagons, 10 if the full columns gave points: 12 cards, or 13.
    full |= {"rivers": 12, "overflow": 12}
    for picks, cards in (([], 12), ([f"landmark.{h}=3pt" for h in HABITATS], 13)):
        (finding, *_) = report("B", rows=full, picks=picks, **learning).findings
        assert (finding.kind, finding.rule) == ("illegal", "RH-14")
        assert finding.values["need"] == cards


def test_a_crossing_that_was_forgotten_is_no_accusation() -> None:
    """Without free hexagons 48 outlines need 12 cards; with those not crossed off, 10 may do."""
    full = dict.fromkeys(HABITATS[:4], 12)
    made = report("B", rows=full, variant=["learning", "family"], taken=[])
    assert found(made) == ["cannot-tell RH-2  order-unknown"]
    assert (made.level, made.verdict, made.order) == ("L2", "cannot-tell", ())


def test_a_crossed_off_free_hexagon_has_its_mark() -> None:
    """a4 of sheet B gives a free hexagon of forests."""
    rows = {"mountains": 4}
    assert found(report("B", rows=rows, taken=["a4"])) == ["illegal B-6 a4 free-nowhere"]
    assert found(report("B", rows=rows, taken=[])) == []
    assert found(report("B", rows=rows)) == []
    made = report("B", rows=rows | {"forests": 1}, taken=["a4"])
    assert [(s.kind, s.habitat, [at for at, _ in s.marks], s.source) for s in made.order] == [
        ("card", "mountains", ["a1", "a2", "a3", "a4"], ""),
        ("free", "forests", ["b1"], "a4"),
    ]


@pytest.mark.parametrize("seed", [1231, 1294])
def test_a_game_with_few_ways_to_use_its_free_hexagons_is_proved(seed: int) -> None:
    """A split hexagon kept for a free one; free ones that are lost only while little is open."""
    paper = sheet("C")
    entry = replace(entered(play_rounds(paper, seed).data(), paper), completion_cards=(1, 2, 3, 4))
    made = audited(under(paper, {"free-hex-kind": "habitat"}), entry)
    assert (made.level, made.findings, made.notes) == ("L3", (), ())
    replay(paper, entry, made.order, rounds=20, largest=5, second=False)


def test_a_free_hexagon_of_a_full_row_goes_to_the_overflow_row() -> None:
    rows = {"forests": 12, "mountains": 4}
    left = ["b2", "b7", "b12"]
    at_once = report("B", rows=rows, taken=[*left[:1], "a4"])
    # The mountains can be played first, while there is room among the forests.
    assert at_once.level == "L3"
    assert [s.source for s in at_once.order if s.kind == "free"] == ["a4"]


STRIP = """
kind: environment
id: STRIP
version: 1
name: {en: Strip}
marking: {write: outline, order: touching, overflow: overflow}
spaces:
  stagger: odd
  line: all
  rows: ["* F+hex:mountains P M F"]
  overflow: {row: "1pt nature", line: all}
lines:
  - {id: all, label: {en: All}, printed: all}
"""


@pytest.mark.parametrize("marks", ["a2", "a2 a3", "a2 a3 a4"])
def test_a_free_hexagon_that_finds_no_place_is_lost(marks: str, tmp_path: Path) -> None:
    """When a2 gives one of mountains, a4 touches nothing outlined, and a4 is made later or not."""
    file = tmp_path / "strip.yaml"
    file.write_text(STRIP)
    paper = load_sheet(file)
    data = {"format": "cascadia-print/filled-sheet", "spaces": dict.fromkeys(marks.split(), True)}
    entry = entered(data | {"sheet": "STRIP@1", "taken": ["a2"]}, paper)
    made = audited(paper, entry)
    assert found(made) == []
    assert [s.marks for s in made.order if s.kind == "free"] == [()]
    replay(paper, entry, made.order, rounds=20, largest=5, second=False)


ROWS = """
kind: environment
id: ROWS
version: 1
name: {en: Rows}
marking: {write: outline, order: right, overflow: c}
spaces:
  stagger: none
  line: all
  rows: ["F F+hex:forests", "M M", "O O"]
lines:
  - {id: all, label: {en: All}}
"""


@pytest.mark.parametrize(
    ("marks", "free"),
    [
        ("a1 a2", None),  # there is room for it in the overflow row, and it is not there
        ("a1 a2 c1", ("c1",)),
        ("a1 a2 c1 c2", ()),  # the card itself can have filled it
        ("a1 a2 b1", None),
    ],
)
def test_a_free_hexagon_of_a_row_that_is_full_by_then_goes_to_the_overflow_row(
    marks: str, free: tuple[str, ...] | None, tmp_path: Path
) -> None:
    """The last hexagon of the forests gives one more of them (B-2, B-6)."""
    file = tmp_path / "rows.yaml"
    file.write_text(ROWS)
    paper = load_sheet(file)
    data = {"format": "cascadia-print/filled-sheet", "spaces": dict.fromkeys(marks.split(), True)}
    entry = entered(data | {"sheet": "ROWS@1", "taken": ["a2"]}, paper)
    made = audited(paper, entry)
    if free is None:
        assert found(made) == ["cannot-tell RH-2  order-unknown"]
    else:
        assert [tuple(i for i, _ in s.marks) for s in made.order if s.kind == "free"] == [free]
        replay(paper, entry, made.order, rounds=20, largest=5, second=False)


def test_only_what_a_file_declares_is_counted() -> None:
    entry = entered(play_rounds(sheet("C"), 3).data(), sheet("C"))
    assert not declared(entry)
    assert declared(replace(entry, variant=("family",)))
    assert declared(replace(entry, completion_cards=()))


def test_an_illegal_report_is_left_as_it_is() -> None:
    paper = sheet("A")
    head = {"format": "cascadia-print/filled-sheet", "sheet": "A@1", "variant": ["family"]}
    for data in ({"columns": {"forests": [6, 7]}}, {"claims": {"total": 3}}):
        entry = entered(head | data, paper)
        before = judge(paper, entry)
        assert prove(paper, entry, before) is before


def test_cards_stand_in_the_last_rounds_and_two_in_one_only_where_they_must() -> None:
    made = report("A", columns=column(3), picks=["sun=none"])
    assert [s.round for s in made.order] == [18, 19, 20]
    made = report("A", columns=column(13), picks=["sun=none"], variant=["learning"])
    rounds = [s.round for s in made.order]
    assert rounds == [1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10]


def test_letters_that_two_alphabets_know_need_an_order_in_one_of_them() -> None:
    made = report("D", spaces={"a1": "H", "a2": "H"}, variant=["family"])
    assert (made.level, made.verdict) == ("L3", "legal")


def test_an_empty_sheet_is_proved_by_nothing() -> None:
    made = report("C", spaces={})
    assert (made.level, made.order) == ("L3", ())
