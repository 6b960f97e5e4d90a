"""From located data to a frozen sheet, and every way in which parts can fail to fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print.sheet.build import build, word_faults
from cascadia_print.sheet.facts import failing
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.located import parse_yaml
from cascadia_print.sheet.lookup import load_sheet, shipped

TINY = """\
kind: environment
id: T
version: 1
name: {en: Tiny}
marking: {write: number, order: down}
spaces:
  rows:
    - "M F"
    - "M F"
bonuses:
  - {each: row, id: "row-{n}", gains: [1pt, 2pt], line: numbers}
  - {each: column, first: 2, gain: pick:sun}
areas:
  - {id: sun, kind: pool, name: {en: Sun}, boxes: "bear 1pt", line: numbers}
lines:
  - {id: numbers, written: all}
"""


def tiny(old: str = "", new: str = "") -> object:
    """The tiny sheet with one piece of text replaced."""
    assert old in TINY
    return build((parse_yaml(TINY.replace(old, new, 1), "tiny.yaml"),))


def faults(old: str, new: str) -> list[tuple[int, int, str, str | None]]:
    with pytest.raises(Unreadable) as caught:
        tiny(old, new)
    return [(f.line, f.column, f.id, f.suggestion) for f in caught.value.faults]


def test_ids_are_those_printed():
    sheet = tiny()
    assert list(sheet.space) == ["a1", "a2", "b1", "b2"]
    assert list(sheet.bonus) == ["row-1", "row-2", "mountains-2", "forests-2"]
    assert list(sheet.boxes) == ["sun.1", "sun.2"]
    assert sheet.bonus["mountains-2"].needs == ("a1", "b1")


def test_a_gap_takes_a_place_in_the_grid_and_no_number():
    sheet = tiny('- "M F"\n    - "M F"', '- "M F"\n    - "- F"')
    assert list(sheet.space) == ["a1", "a2", "b1"]
    assert sheet.space["b1"].col == 1


@pytest.mark.parametrize("path", shipped(), ids=lambda p: p.stem)
def test_the_shipped_sheets_hold_every_fact_they_state(path: Path):
    sheet = load_sheet(path)
    assert len(sheet.facts) >= 5
    assert failing(sheet) == []


def test_the_shapes_that_are_fixed_for_the_shipped_sheets():
    a, b, c, d = (load_sheet(p) for p in shipped()[:4])
    assert (a.ref, b.ref, c.ref, d.ref) == ("A@1", "B@1", "C@1", "D@1")
    assert b.heading == (1, 2, 3, 4, 5, 7, 9, 11, 13, 15, 17, 20)
    assert not any(s.points for s in b.spaces)
    assert not any(s.points for s in c.spaces if len(s.habitats) == 2)
    assert sum(s.blank for s in c.spaces) == 5
    assert len({s.region for s in d.spaces if s.region}) == 15


@pytest.mark.parametrize(
    ("sheet", "old", "new", "rule"),
    [
        ("a", "order: down", "order: any", "A-1"),
        ("a", "first: 2,", "first: 3,", "A-3"),
        ("a", "line: bonus-2\n    rule: A-4", "line: bonus-1\n    rule: A-4", "A-6"),
        ("a", "leftovers: 5", "leftovers: 4", "RH-12"),
        ("b", "order: right", "order: any", "B-1"),
        ("c", "closes: yes", "closes: no", "C-3"),
        ("c", "M M W/M", "M M W/M2", "C-2"),
        ("d", ", holds: one-kind", "", "D-6"),
        ("d", "rows: [5pt, 5pt, 5pt]", "rows: [5pt, 5pt]", "D-6"),
        ("d", "line: same-wildlife", "line: landmarks", "D-8"),
        ("a", "gains: [3pt+wild", "gains: [2pt+wild", "A-5"),
        ("a", "hawk+fox bear", "hawk+elk bear", "A-4"),
        ("b", "17, 20]", "18, 20]", "B-7"),
        ("c", "W+bear R3", "W+bear R2", "C-10"),
        ("c", "P .+landmark:rivers F/P", "P . W/P", "C-3"),
        ("d", '"5 6 6 6 4 7 7"', '"5 6 6 1 4 7 7"', "D-5"),
        ("d", "a1-a2: landmark:wetlands", "a1-b2: landmark:wetlands", "D-4"),
    ],
)
def test_a_value_against_a_known_fact_is_found(sheet: str, old: str, new: str, rule: str):
    path = next(p for p in shipped() if p.name.startswith(sheet))
    text = path.read_text(encoding="utf-8")
    assert old in text
    if rule == "C-3":
        # a blank hexagon moved to the rim can never be closed
        old, new = '"P1+landmark:mountains P1+sun', '". P1+sun'
    changed = build((parse_yaml(text.replace(old, new, 1), path.name),))
    assert rule in {fact.rule for _, fact, _ in failing(changed)}


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "id", "suggestion"),
    [
        ("[1pt, 2pt]", "[1pt, 2pz]", 11, 45, "IN-gain", "2pt"),
        ('"M F"', '"M X"', 8, 10, "IN-cell", None),
        ("numbers}\n  - {each", "numbrs}\n  - {each", 11, 57, "IN-unknown-id", "numbers"),
        ("written: all", "written: row c", 16, 28, "IN-unknown-id", "row a"),
        ("[1pt, 2pt]", "[1pt]", 11, 39, "IN-gains-number", None),
        ('"row-{n}"', '"row-{m}"', 11, 21, "IN-pattern-name", None),
        ("pick:sun", "pick:son", 12, 36, "IN-gain", "pick:sun"),
        ("pick:sun", "1pt + pick:sun", 12, 36, "IN-gain", "1pt+pick:sun"),
        ("first: 2", "first: 3", 12, 27, "IN-too-large", None),
        ('- "M F"', "- “M F”", 8, 7, "IN-syntax-quotes", '"M F"'),
        ("each: row", "each: region", 11, 12, "IN-no-sets", None),
        ("order: down", "order: touching", 5, 33, "IN-needs", None),
        ("written: all", "written: row a", 9, 8, "IN-no-line", None),
        ("order: down}", "order: down, overflow: c}", 5, 49, "IN-no-overflow-row", None),
    ],
)  # fmt: skip
def test_one_fault_is_one_message_at_its_place(
    old: str, new: str, line: int, column: int, id: str, suggestion: str | None
):
    assert (line, column, id, suggestion) in faults(old, new)[:1]
    assert {f[2] for f in faults(old, new)} == {id}


def test_all_faults_of_a_file_come_at_once():
    text = TINY.replace("1pt, 2pt", "1qt, 2qt").replace("bear 1pt", "baer 1pt")
    with pytest.raises(Unreadable) as caught:
        build((parse_yaml(text, "tiny.yaml"),))
    assert [f.line for f in caught.value.faults] == [11, 11, 14]


def test_points_without_a_line_and_points_in_two_lines():
    assert ("IN-no-line", 12) in {
        (f[2], f[0]) for f in faults("first: 2, gain: pick:sun", "first: 2, gain: 1pt")
    }
    # a row of numbers, and a pool, are one fault each
    lost = faults(
        ", line: numbers}\nlines:\n  - {id: numbers, written: all",
        "}\nlines:\n  - {id: numbers, written: row a",
    )
    assert [(f[2], f[0]) for f in lost] == [("IN-no-line", 9), ("IN-no-line", 14)]
    found = faults("written: all}", "written: all}\n  - {id: two, written: row a}")
    assert [(f[2], f[0]) for f in found] == [("IN-two-lines", 17)]


def test_the_same_id_for_two_places_is_a_fault():
    assert faults('"row-{n}"', "same")[0][2] == "IN-duplicate-id"
    twice = (
        "bonuses:\n  - {id: numbers, of: all, gain: wild}\n  - {id: numbers, of: all, gain: elk}"
    )
    assert faults("bonuses:", twice)[0][:3] == (12, 10, "IN-duplicate-id")


def test_what_is_possible_is_named_once():
    lines = f"lines:\n{ALL}"
    with pytest.raises(Unreadable) as caught:
        tiny(f"numbers}}\n{lines}", f"no}}\n{lines}\n  - {{id: numbers}}")
    assert [f.values["known"] for f in caught.value.faults if f.values["word"] == "no"] == [
        "numbers"
    ]


OVERLAY = """\
kind: environment
id: MINE
version: 1
extends: T
change: {row-2: 7pt+wild, b2: F+nature, sun.1: 2elk}
provenance: {default: owner}
"""


def overlay(text: str = OVERLAY) -> object:
    return build((parse_yaml(text, "mine.yaml"), parse_yaml(TINY, "tiny.yaml")))


def test_a_change_replaces_the_printed_value_and_nothing_else():
    sheet, base = overlay(), tiny()
    assert sheet.ref == "MINE@1"
    assert sheet.bonus["row-2"].offer.word == "7pt+wild"
    assert sheet.bonus["row-1"] == base.bonus["row-1"]
    assert sheet.space["b2"].offer.word == "nature"
    assert sheet.boxes["sun.1"].offer.word == "2elk"
    assert sheet.name == base.name


def test_what_was_changed_is_the_owners_and_the_rest_is_not():
    sheet = overlay()
    assert sheet.provenance["row-2"].source == "owner"
    assert sheet.provenance["row-1"].source == "designed"


@pytest.mark.parametrize(
    ("old", "new", "id", "column", "suggestion"),
    [
        ("row-2:", "row-3:", "IN-unknown-id", 10, "row-1"),
        ("7pt+wild", "7pt+wold", "IN-gain", 21, "wild"),
        ("b2: F+nature", "b2: Q", "IN-cell", 31, None),
        # another habitat would turn forests-2 into column-2
        ("b2: F+nature", "b2: P", "IN-change-ids", 31, None),
        ("b2: F+nature", "b2: -", "IN-change-shape", 31, None),
    ],
)
def test_a_fault_in_a_change_stands_in_the_file_that_changes(
    old: str, new: str, id: str, column: int, suggestion: str | None
):
    with pytest.raises(Unreadable) as caught:
        overlay(OVERLAY.replace(old, new, 1))
    assert [(f.file, f.line, f.column, f.id, f.suggestion) for f in caught.value.faults] == [
        ("mine.yaml", 5, column, id, suggestion)
    ]


def test_a_sheet_that_no_python_knows_of_is_read():
    sheet = load_sheet(Path(__file__).parent.parent / "sheets" / "meadow.yaml")
    assert sheet.ref == "MEADOW@2"
    assert sheet.marking.overflow == "d"
    assert {b.shape for b in sheet.bonuses} == {
        "region",
        "diamond",
        "spaces",
        "area-row",
        "area-lane",
    }
    assert {p.source for p in sheet.provenance.values()} == {"owner"}


LANES = """\
areas:
  - id: mark
    kind: lanes
    lanes: {rivers: ". wild", forests: "."}
    lane: LANE
    line: numbers
  - {id: sun, kind: pool, name: {en: Sun}, boxes: "bear 1pt", line: numbers}
"""
POOL = '  - {id: sun, kind: pool, name: {en: Sun}, boxes: "bear 1pt", line: numbers}\n'


def test_full_lanes_give_the_same_or_each_its_own():
    same = tiny("areas:\n" + POOL, LANES.replace("LANE", "4pt"))
    assert [same.bonus[f"mark.{x}"].offer.word for x in ("rivers", "forests")] == ["4pt", "4pt"]
    own = tiny("areas:\n" + POOL, LANES.replace("LANE", "{forests: 2pt}"))
    assert own.bonus["mark.forests"].offer.word == "2pt"
    assert own.bonus["mark.forests"].needs == ("mark.forests.1",)
    assert "mark.rivers" not in own.bonus


def test_a_lane_that_there_is_not_is_found():
    assert faults("areas:\n" + POOL, LANES.replace("LANE", "{forest: 2pt}")) == [
        (17, 12, "IN-unknown-id", "forests")
    ]


@pytest.mark.parametrize(
    ("kinds", "have"),
    [
        ("[points, animal]", []),
        ("[animal]", [("sun.2", "1pt")]),
        ("[nature]", [("sun.1", "bear"), ("sun.2", "1pt")]),
    ],
)
def test_a_fact_about_kinds(kinds: str, have: list[tuple[str, str]]):
    fact = f'facts:\n  - {{check: kinds, of: "sun.*", are: {kinds}, rule: A-4}}\nlines:'
    assert [list(found.items) for _, _, found in failing(tiny("lines:", fact))] == (
        [have] if have else []
    )


def test_words_are_told_beside_faults_of_structure():
    text = TINY.replace("marking:", "markng:").replace("1pt, 2pt", "1pt, 2pz")
    source = parse_yaml(text, "tiny.yaml")
    assert [(f.line, f.id, f.suggestion) for f in word_faults(source)] == [(11, "IN-gain", "2pt")]


def test_all_parts_of_a_word_are_told():
    assert [(f[1], f[3]) for f in faults("[1pt, 2pt]", "[1pt, 2pz+wold]")] == [
        (45, "2pt"),
        (49, "wild"),
    ]


def test_a_cell_that_cannot_be_read_leads_to_no_other_fault():
    found = faults('"M F"', '"M X"')
    assert [f[2] for f in found] == ["IN-cell"]


ALL = "  - {id: numbers, written: all}"


@pytest.mark.parametrize(
    ("lines", "id"),
    [
        ("  - {id: numbers, written: all, leftovers: 5}", "IN-leftovers-alone"),
        (f"{ALL}\n  - {{id: n, leftovers: 5}}\n  - {{id: m, leftovers: 5}}", "IN-two-lines"),
        ("  - {id: numbers, written: all}\n  - {id: total}", "IN-reserved-id"),
    ],
)  # fmt: skip
def test_what_a_line_can_count(lines: str, id: str):
    assert [f[2] for f in faults("  - {id: numbers, written: all}", lines)] == [id]


def test_a_fault_of_a_line_is_told_at_that_line():
    found = faults(
        "  - {id: numbers", "  - {id: total}\n  - {id: odd, diverse: 3}\n  - {id: numbers"
    )
    assert [(f[0], f[2]) for f in found] == [(16, "IN-reserved-id"), (17, "IN-needs")]
