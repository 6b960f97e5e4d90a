"""Named rulings: each choice is a small change of the sheet, and the report says which was used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.report.judged import Judged
from cascadia_print.report.rules import rules as rule_texts
from cascadia_print.report.text import sheet_text
from cascadia_print.rules.judge import judge
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.order import declared, prove
from cascadia_print.sheet import vocabulary
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet, load_with_rulings, shipped
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Report

HABITATS = vocabulary.habitats()

TABLE = {
    "A": {"sun-points-line", "column-17", "bonus-points-10"},
    "B": {"landmark-column", "free-hex-overflow"},
    "C": {
        "stuck-rest",
        "free-hex-kind",
        "free-hex-overflow",
        "split-scores-for",
        "split-completes",
        "closure-scores",
    },
    "D": {"stuck-rest", "free-hex-overflow", "same-wildlife-10"},
}
GENERAL = {"game-length", "achievements"}


def said(
    sheet: str, rulings: dict[str, str] | None, near: Path | None = None, **entries: Any
) -> tuple[Sheet, Filled]:
    data = {"format": "cascadia-print/filled-sheet", "sheet": sheet, "rulings": rulings} | entries
    source = parse_json(json.dumps(data), "ana.json")
    ((paper, filled),) = read_filled(source, lambda ref: find_sheet(ref, near))
    return paper, filled


def audit(
    sheet: str, rulings: dict[str, str] | None = None, near: Path | None = None, **entries: Any
) -> Report:
    return judge(*said(sheet, rulings, near, **entries))


def proved(sheet: str, rulings: dict[str, str], near: Path | None = None, **entries: Any) -> Report:
    paper, filled = said(sheet, rulings, near, **entries)
    return prove(paper, filled, judge(paper, filled))


def points(report: Report) -> dict[str, int | None]:
    return {line.id: line.as_legal for line in report.lines}


def test_every_choice_of_the_shipped_sheets_can_be_built():
    for path in shipped():
        sheet = load_with_rulings(path)
        assert sheet.in_force == {r.id: r.choices[0] for r in sheet.rulings}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_ruling_is_there_and_explained_with_each_of_its_choices(language: str):
    known = {name: find_sheet(name).rulings for name in TABLE}
    assert {name: {r.id for r in found} for name, found in known.items()} == TABLE
    assert {r.id for r in vocabulary.rulings()} == GENERAL
    for ruling in (*vocabulary.rulings(), *(r for found in known.values() for r in found)):
        text = rule_texts(language)[ruling.id].text
        assert all(choice in text for choice in ruling.choices), ruling.id
        if language == "de":
            assert text != rule_texts("en")[ruling.id].text


def test_points_of_the_sun_area_on_a_line_of_their_own():
    marks = {"map": ["2....", "1....", ".....", "....."], "picks": ["sun.9"]}
    usual = audit("A@1", **marks)
    own = audit("A@1", {"sun-points-line": "sun"}, **marks)
    assert points(usual)["bonus-2"] == 2
    assert "sun" not in points(usual)
    assert (points(own)["bonus-2"], points(own)["sun"]) == (0, 2)
    assert [r.rulings["sun-points-line"] for r in (usual, own)] == ["bonus-2", "sun"]


def test_a_full_landmark_column_gives_one_side_or_both():
    # rivers: the icons at a5, b6 and d12 fill their lane
    marks = {"rows": {"mountains": 5, "forests": 6, "wetlands": 12}, "picks": []}
    assert audit("B@1", **marks).verdict == "cannot-tell"
    both = audit("B@1", {"landmark-column": "all"}, **marks)
    assert both.verdict == "legal"
    one = audit("B@1", rows=marks["rows"], picks=["landmark.rivers=3pt"])
    assert points(both)["bonuses"] == points(one)["bonuses"]


def outlined(*but: str) -> dict[str, object]:
    """All hexagons of C with a habitat but these, so that nothing else is open."""
    spaces = (s.id for s in find_sheet("C@1").spaces if s.habitats and s.id not in but)
    return {"spaces": dict.fromkeys(spaces, True), "picks": [f"sky.{n}=none" for n in range(1, 6)]}


def test_a_split_hexagon_of_which_nothing_is_said_may_complete_either_habitat():
    named = {"split-completes": "named"}
    marks = outlined("b1", "i1", "a4", "i3")  # all of rivers, of no other habitat all
    said = {**marks["spaces"], "d4": "rivers"}
    open_ = audit("C@1", named, **marks | {"rows": {"overflow": 1}, "spaces": said})
    assert [(f.kind, f.at, f.values["ids"]) for f in open_.findings] == [
        ("cannot-tell", "complete-rivers", "h5")
    ]
    rivers = next(line for line in open_.lines if line.id == "rivers")
    assert (rivers.as_marked, rivers.as_legal, rivers.up_to) == (20, 20, 24)
    # Nor is it certain that the overflow row was open.
    overflow = next(line for line in open_.lines if line.id == "overflow")
    assert (overflow.as_marked, overflow.as_legal, overflow.up_to) == (1, 0, 1)
    circled = audit("C@1", named, **marks | {"spaces": said, "taken": ["complete-rivers"]})
    assert [f.kind for f in circled.findings] == ["cannot-tell"]
    other = marks | {"spaces": {**said, "h5": "forests"}, "taken": ["complete-rivers"]}
    [wrong] = audit("C@1", named, **other).findings
    assert (wrong.text, wrong.values["have"], wrong.values["open"]) == (
        "unearned-habitat",
        12,
        "h5",
    )
    for habitat, legal in (("rivers", 24), ("forests", 20)):
        told = audit("C@1", named, **marks | {"spaces": {**said, "h5": habitat}})
        assert (points(told)["rivers"], told.verdict) == (legal, "legal")


def test_what_a_habitat_lacks_is_what_does_not_count_for_it():
    marks = outlined("b1", "b3", "a1", "i1", "a4", "a5", "i3", "i4")
    spaces = {**marks["spaces"], "d4": "mountains", "h5": "rivers", "e3": "forests"}
    spaces |= {"h4": "wetlands", "b5": "wetlands", "c5": "wetlands"}
    entries = marks | {"spaces": spaces, "rows": {"overflow": 1}}
    [closed] = audit("C@1", {"split-completes": "named"}, **entries).findings
    assert (closed.text, closed.values["nearest"], closed.values["lack"]) == (
        "overflow-closed",
        "rivers",
        "d4",
    )


def test_a_stuck_rest_may_open_the_overflow_row():
    marks = {"rows": {"overflow": 2}}
    for sheet in ("C@1", "D@1"):
        assert [f.text for f in audit(sheet, **marks).findings] == ["overflow-closed"]
        open_at_once = audit(sheet, {"stuck-rest": "overflow"}, **marks)
        assert open_at_once.findings == ()
        assert points(open_at_once)["overflow"] == 1


def test_a_closed_hexagon_scores_unless_the_ruling_says_no():
    sheet = find_sheet("C@1")
    drawn = (s for s in sheet.spaces if not (s.blank or s.start or s.overflow))
    spaces = {s.id: True for s in drawn if s.id != "h3"}
    usual = audit("C@1", spaces=spaces)
    strict = audit("C@1", {"closure-scores": "no"}, spaces=spaces)
    assert "illegal" not in (usual.verdict, strict.verdict)
    # the hexagon's point, and 4 for the forests that are not complete without it
    assert (
        points(usual)["forests"] - points(strict)["forests"] == (sheet.space["h3"].points or 0) + 4
    )


def test_a_split_hexagon_completes_both_habitats_or_the_one_named():
    sheet = find_sheet("C@1")
    spaces: dict[str, Any] = {
        s.id: True for s in sheet.spaces if not s.blank and not s.start and not s.overflow
    }
    spaces |= {s.id: s.habitats[0] for s in sheet.spaces if len(s.habitats) == 2}
    usual = points(audit("C@1", spaces=spaces))
    named = points(audit("C@1", {"split-completes": "named"}, spaces=spaces))
    second = {s.habitats[1] for s in sheet.spaces if len(s.habitats) == 2}
    lost = {line for line in usual if usual[line] != named[line]}
    assert lost == second
    assert all(usual[line] - named[line] == 4 for line in lost)


SPLIT = """
kind: environment
id: SPLIT
version: 1
extends: C
change: {e3: F/P2+hex:mountains}
"""

FREE = """
kind: environment
id: FREE
version: 1
name: {en: Free}
marking: {write: outline, order: touching, overflow: overflow}
spaces:
  stagger: odd
  line: all
  rows: ["M * F+hex:mountains P"]
  overflow: {row: "1pt 1pt", line: all}
rules: {free: C-8}
lines:
  - {id: all, label: {en: All}, printed: all}
rulings:
  - {id: free-hex-kind, choices: [{id: any}, {id: habitat}], rulebook: {de: habitat}}
  - {id: free-hex-overflow, choices: [{id: lost}, {id: overflow}]}
"""


def test_a_split_hexagon_scores_for_the_habitat_named_or_for_both(tmp_path: Path):
    """Our C prints no points on them; e3 of this copy has 2."""
    (tmp_path / "split.yaml").write_text(SPLIT)

    def scored(said: Any, **rulings: str) -> tuple[str, list[tuple[int | None, ...]]]:
        report = audit("SPLIT@1", rulings, tmp_path, spaces={"e3": said})
        lines = [x for x in report.lines if x.id in ("forests", "prairies")] + [report.total]
        return report.verdict, [(x.as_legal, x.up_to) for x in lines][:2]

    named, both = {"split-scores-for": "named"}, {"split-scores-for": "both"}
    assert scored("forests") == scored("forests", **named) == ("legal", [(2, 2), (0, 0)])
    assert scored("prairies", **named) == ("legal", [(0, 0), (2, 2)])
    assert scored(True, **named) == ("cannot-tell", [(0, 2), (0, 2)])
    for said in ("forests", "prairies", True):
        assert scored(said, **both) == ("legal", [(2, 2), (2, 2)])


def test_a_free_hexagon_of_another_habitat_is_the_english_rule_and_no_accusation(tmp_path: Path):
    """Of a3's free hexagon of mountains nothing is left but a4, a prairie, though a1 was open."""
    (tmp_path / "free.yaml").write_text(FREE)

    def free(*marks: str, rules: str = "", **rulings: str) -> Report:
        entries = {"spaces": dict.fromkeys(marks, True), "taken": ["a3"], "rules": rules or None}
        return proved("FREE@1", rulings, tmp_path, **entries)

    english, german = (free("a3", "a4", **{"free-hex-kind": k}) for k in ("any", "habitat"))
    for report in (english, german):
        assert (report.verdict, report.level, report.findings) == ("legal", "L3", ())
        assert [s.marks for s in report.order if s.kind == "free"] == [(("a4", True),)]
    assert english.notes == ()
    assert [(n.rule, n.at, n.text) for n in german.notes] == [("C-8", "a4", "free-of-another-kind")]
    for language, text in (
        ("en", "allowed by the English rules, not by the German."),
        ("de", "nach den englischen Regeln erlaubt, nach den deutschen nicht."),
    ):
        for report in (english, german):
            judged = Judged(find_sheet("FREE", tmp_path), report, parse_json("{}", "ana.json"))
            shown = " ".join(sheet_text(judged, locale(language)).split())
            assert (text in shown) == (report is german)
    # The rulebook of the file decides where nothing is said; what matches needs no note.
    assert free("a3", "a4", rules="de").notes == german.notes
    assert free("a3", "a4").rulings["free-hex-kind"] == "any"
    assert free("a1", "a3", "a4", rules="de").notes == ()


@pytest.mark.parametrize(("name", "usual"), [("B", "overflow"), ("C", "lost"), ("D", "lost")])
def test_a_free_hexagon_of_a_complete_habitat_is_lost_or_goes_to_the_overflow_row(
    name: str, usual: str, tmp_path: Path
):
    """a3, the only hexagon of its habitat, gives one more of it."""
    ruling = find_sheet(name).rulings
    assert [r.choices[0] for r in ruling if r.id == "free-hex-overflow"] == [usual]
    (tmp_path / "free.yaml").write_text(FREE.replace("F+hex:mountains", "F+hex:forests"))
    for choice, marks, free in (
        ("lost", ["a3"], [()]),
        ("lost", ["a3", "overflow.1"], [()]),  # that was the rest of the card
        ("overflow", ["a3", "overflow.1"], [(("overflow.1", True),)]),
        ("overflow", ["a3"], None),  # there is room for it, and it is not there
    ):
        entries = {"spaces": dict.fromkeys(marks, True), "taken": ["a3"]}
        report = proved("FREE@1", {"free-hex-overflow": choice}, tmp_path, **entries)
        found = [s.marks for s in report.order if s.kind == "free"] if report.order else None
        assert found == free, (choice, marks)
        assert report.verdict == ("legal" if found else "cannot-tell")


def test_a_game_has_20_rounds_or_10():
    numbers = {"columns": {h: [1, 1, 1] for h in HABITATS}, "picks": ["sun=none"]}
    cards = numbers | {"completion_cards": [1, 2, 3, 4]}
    for rulings, variant, rounds in (
        ({}, [], "20"),
        ({"game-length": "20"}, [], "20"),
        ({"game-length": "10"}, [], "10"),
        ({}, ["learning"], "10"),
        ({"game-length": "20"}, ["learning"], "20"),
    ):
        report = proved("A@1", rulings, **cards, variant=variant)
        assert report.rulings["game-length"] == rounds
        texts = [f.text for f in report.findings]
        assert texts == (["too-many-cards"] if rounds == "10" else []), (rulings, variant)
    # Who says how long the game was wants its cards counted.
    assert declared(said("A@1", {"game-length": "10"}, **numbers)[1])
    assert not declared(said("A@1", {}, **numbers)[1])


def test_letters_without_a_language_are_an_open_question_where_it_matters():
    """H is an animal in both languages; E and V are one in one of them."""
    for letters, text, named in (("HHH", None, ""), ("EVB", "letters-mixed", "E, V")):
        report = audit("D@1", spaces=dict(zip(("c1", "d1", "d2"), letters, strict=True)))
        assert [f.text for f in report.findings] == ([text] if text else [])
        assert report.rulings["letters"] == "unknown"
        for finding in report.findings:
            assert (finding.kind, finding.values["letters"]) == ("cannot-tell", named)
    report = audit("D@1", {"letters": "de"}, spaces={"c1": "E"})
    assert [(f.kind, f.at) for f in report.findings] == [("illegal", "c1")]
    for choice, box in (("en", "hawk"), ("de", "elk")):
        report = audit(
            "D@1",
            {"letters": choice},
            spaces=dict.fromkeys(("c1", "d1", "d2"), "H"),
            taken=["region-5", f"same.{box}.1"],
        )
        assert (report.verdict, report.rulings["letters"]) == ("legal", choice)


def test_a_ruling_that_the_sheet_does_not_have_is_told():
    report = audit("B@1", {"stuck-rest": "overflow"}, rows={"mountains": 1})
    assert [(f.rule, f.text) for f in report.findings] == [("IN-rule", "rule-unknown")]


def test_a_fault_of_a_choice_is_told_once(tmp_path: Path):
    """Also where two choices have it, and where what is known of it is a list."""
    sheet = next(path for path in shipped() if path.stem.startswith("a-"))
    own = tmp_path / "own.yaml"
    old = "{id: sun, change: {sun.line: sun}}"
    new = ", ".join(f"{{id: {c}, change: {{sun.line: nowhere}}}}" for c in ("one", "two"))
    text = sheet.read_text(encoding="utf-8")
    assert old in text
    own.write_text(text.replace(old, f"{old}, {new}"), encoding="utf-8")
    with pytest.raises(Unreadable) as caught:
        load_with_rulings(own)
    assert len({(f.id, f.line, f.column) for f in caught.value.faults}) == len(caught.value.faults)
