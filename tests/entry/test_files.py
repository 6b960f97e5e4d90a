"""Files and games: which sheet is judged, and which files give none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import Source, parse_json, path_of, read_json
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.schema import check


def faults_of(source: Source, sheet: Sheet | None = None) -> tuple[Fault, ...]:
    with pytest.raises(Unreadable) as caught:
        read_filled(source, find_sheet, sheet)
    return caught.value.faults


def game(players: list[dict[str, Any]], **data: Any) -> Source:
    whole = {"format": "cascadia-print/game", "version": 1} | data | {"players": players}
    return parse_json(json.dumps(whole, indent=1), "game.json")


def test_a_sheet_is_found_by_its_id(source: Callable[..., Source]) -> None:
    asked = []

    def find(ref: str) -> Sheet:
        asked.append(ref)
        return find_sheet(ref)

    [(sheet, filled)] = read_filled(source(sheet="A"), find)
    assert (asked, sheet.ref, filled.sheet) == (["A"], "A@1", "A@1")


@pytest.mark.parametrize(
    ("ref", "id", "suggestion"),
    [
        ("A@9", "IN-unknown-version", None),
        ("AA", "IN-unknown-sheet", "A"),
        ("a", "IN-unknown-sheet", "A"),
    ],
)
def test_an_unknown_sheet_is_a_fault_where_it_is_named(
    source: Callable[..., Source], ref: str, id: str, suggestion: str | None
) -> None:
    file = source(sheet=ref, player="Ana")
    [fault] = faults_of(file)
    assert (fault.id, fault.file, fault.suggestion) == (id, "ana.json", suggestion)
    assert fault.excerpt[fault.column - 1 :].startswith(f'"{ref}"')
    assert fault.values["word"] == ref


@pytest.mark.parametrize("ref", ["../a", "sheets/a-zumwalt-prairie.yaml", "/etc/passwd", "a\u0000"])
def test_a_path_is_never_followed(source: Callable[..., Source], ref: str) -> None:
    [fault] = faults_of(source(sheet=ref))
    assert fault.id == "IN-unknown-sheet"


def test_faults_of_a_sheet_file_stay_with_it(source: Callable[..., Source], tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("kind: environment\nid: BAD\nversion: 1\n")
    with pytest.raises(Unreadable) as caught:
        read_filled(source(sheet="BAD"), lambda ref: find_sheet(ref, tmp_path))
    assert {Path(fault.file).name for fault in caught.value.faults} == {"bad.yaml"}


def test_a_file_without_a_sheet(source: Callable[..., Source]) -> None:
    [fault] = faults_of(source(sheet=None))
    assert (fault.id, fault.values["word"]) == ("IN-missing-key", "sheet")


def test_a_given_sheet_must_be_the_one_it_was_written_on(source: Callable[..., Source]) -> None:
    given = find_sheet("B")
    [fault] = faults_of(source(sheet="A@1"), given)
    assert (fault.id, fault.line) == ("IN-other-sheet", 4)
    assert fault.values == {"word": "A@1", "given": "B@1"}
    for ref in ("B@1", "B", None):
        [(sheet, _)] = read_filled(source(sheet=ref), find_sheet, given)
        assert sheet is given


def test_all_players_of_a_game_are_read(source: Callable[..., Source]) -> None:
    file = game(
        [
            {"player": "Ana", "spaces": {"a1": 9}, "picks": ["sun.99"], "claims": {"total": 3}},
            {"format": "cascadia-print/filled-sheet", "player": "Ben", "sheet": "B@1"},
        ],
        sheet="A@1",
    )
    (a, ana), (b, ben) = read_filled(file, find_sheet)
    assert [a.ref, ana.player, b.ref, ben.player] == ["A@1", "Ana", "B@1", "Ben"]
    assert [w.pointer for w in ana.wrong] == ["/players/0/spaces/a1", "/players/0/picks/0"]
    assert ana.where["claim:total"] == ("/players/0/claims/total", 0)
    line, column = file.position(path_of(ana.wrong[0].pointer))
    assert file.text.splitlines()[line - 1][column - 1] == "9"


def test_a_fault_of_the_table_is_told_once() -> None:
    [fault] = faults_of(game([{"player": "Ana"}, {"player": "Ben"}], sheet="Q@1"))
    assert (fault.id, fault.line) == ("IN-unknown-sheet", 4)


def test_all_players_with_faults_are_told() -> None:
    faults = faults_of(game([{"sheet": "Q"}, {"sheet": "A"}, {"player": "Ben"}, {"sheet": "R"}]))
    assert [fault.id for fault in faults] == [
        "IN-unknown-sheet",
        "IN-missing-key",
        "IN-unknown-sheet",
    ]
    [fault] = faults_of(game([{"sheet": "A"}, {"sheet": "B"}]), find_sheet("B"))
    assert fault.id == "IN-other-sheet"


@pytest.mark.parametrize(
    ("data", "id"),
    [
        ({"format": "cascadia-print/environment"}, "IN-not-one-of"),
        ({"spaces": {"a1": [1]}}, "IN-type"),
        ({"spaces": ["a1"]}, "IN-type"),
        ({"tally": {"bear": 2.0}}, "IN-type"),
        ({"tally": {"bear": True}}, "IN-type"),
        ({"tally": {"beer": 1}}, "IN-unknown-key"),
        ({"claims": {"total": "46"}}, "IN-type"),
        ({"claims": {"total": [1, 2.5]}}, "IN-type"),
        ({"picks": "sun.1"}, "IN-type"),
        ({"mapp": []}, "IN-unknown-key"),
        ({"language": "fr"}, "IN-not-one-of"),
    ],
)
def test_a_wrong_structure_gives_no_sheet(
    source: Callable[..., Source], data: dict[str, Any], id: str
) -> None:
    [fault] = faults_of(source(**data))
    assert fault.id == id
    assert fault.line >= 5 or "format" in data


@pytest.mark.parametrize("text", ["[]", "3", '"A"', "null", "{}", '{"format": ["a"]}'])
def test_what_is_no_filled_sheet_at_all(text: str) -> None:
    assert faults_of(parse_json(text, "x.json"))


def test_every_fault_of_structure_is_told_at_once(source: Callable[..., Source]) -> None:
    faults = faults_of(source(mapp=[], tally={"bear": "2"}, language="fr"))
    assert [fault.line for fault in faults] == [5, 7, 9]


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    file = tmp_path / "ana.json"
    text = '{"format": "cascadia-print/filled-sheet", "sheet": "A@1", "spaces": {"a1": 9}}'
    file.write_text("\ufeff" + text, encoding="utf-8")
    [(_, filled)] = read_filled(read_json(file), find_sheet)
    assert filled.wrong[0].text == "number-range"


@pytest.mark.parametrize(
    "value",
    ["1e400", "-1e400", "9" * 5000, "NaN", "Infinity", "[" * 100_000, '"\\ud800"', "01", "+1"],
)
def test_hostile_values_are_faults_with_a_place(value: str) -> None:
    text = (
        f'{{"format": "cascadia-print/filled-sheet",\n"sheet": "A@1", "spaces": {{"a1": {value}}}}}'
    )
    with pytest.raises(Unreadable) as caught:
        read_filled(parse_json(text, "x.json"), find_sheet)
    assert {fault.line for fault in caught.value.faults} == {2}


# -- the schema and the reader by hand agree -----------------------------------------------------

ids = st.sampled_from(["a1", "b2", "d4", "f1", "overflow.1", "z9", "rivers", "1", "overflow", "/~"])
marks = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.floats(-2, 7),
    st.text("BEH.xW1-é", max_size=3),
)
words = st.sampled_from(
    ["sun.1", "sun=none", "sky.1.1", "landmark.rivers=3pt", "row-1", "region-1.1", "a2", "", "="]
)
odd = st.one_of(marks, st.lists(marks, max_size=2), st.dictionaries(ids, marks, max_size=2))
keys = {
    "player": st.one_of(st.none(), st.text(max_size=5)),
    "language": st.sampled_from([None, "en", "de", "fr"]),
    "rules": st.sampled_from([None, "en", "de"]),
    "rulings": st.dictionaries(st.sampled_from(["letters", "x"]), st.sampled_from(["de", "no"])),
    "variant": st.lists(st.sampled_from(["family", "learning"]), max_size=2),
    "map": st.lists(st.text("BEH.xW1-é", max_size=9), max_size=10),
    "spaces": st.dictionaries(ids, marks, max_size=4),
    "columns": st.dictionaries(ids, st.lists(marks, max_size=6), max_size=2),
    "rows": st.dictionaries(ids, marks, max_size=3),
    "picks": st.lists(words, max_size=4),
    "taken": st.lists(words, max_size=4),
    "tally": st.dictionaries(st.sampled_from(["bear", "nature"]), st.integers(-2, 9), max_size=2),
    "claims": st.dictionaries(
        st.sampled_from(["row-1", "regions", "total"]),
        st.one_of(st.none(), st.integers(-2, 90), st.lists(st.integers(0, 9), max_size=3)),
        max_size=2,
    ),
}
mixed = {key: st.one_of(value, value, value, odd) for key, value in keys.items()}


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from("ABCD"),
    st.fixed_dictionaries({}, optional=mixed),
)
def test_what_the_schema_accepts_is_read_and_judged(sheet: str, data: dict[str, Any]) -> None:
    data = {"format": "cascadia-print/filled-sheet", "sheet": f"{sheet}@1"} | data
    source = parse_json(json.dumps(data), "x.json")
    if refused := check(source, "filled-sheet"):
        assert list(faults_of(source)) == refused
        return
    [(paper, filled)] = read_filled(source, find_sheet)
    report = judge(paper, filled)
    assert len(report.lines) == len(paper.lines)
    for pointer, offset in (*filled.where.values(), *((w.pointer, w.offset) for w in filled.wrong)):
        value: Any = data
        for step in path_of(pointer):
            value = value[int(step)] if isinstance(value, list) else value[step]
        assert offset == 0 or offset < len(value)
