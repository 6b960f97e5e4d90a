"""Named rulings: each choice is a small change of the sheet, and the report says which was used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet, load_with_rulings, shipped
from cascadia_print.verdict import Report


def audit(sheet: str, rulings: dict[str, str] | None = None, **entries: Any) -> Report:
    data = {"format": "cascadia-print/filled-sheet", "sheet": sheet, "rulings": rulings} | entries
    ((paper, filled),) = read_filled(parse_json(json.dumps(data), "ana.json"), find_sheet)
    return judge(paper, filled)


def points(report: Report) -> dict[str, int | None]:
    return {line.id: line.as_legal for line in report.lines}


def test_every_choice_of_the_shipped_sheets_can_be_built():
    for path in shipped():
        sheet = load_with_rulings(path)
        assert sheet.in_force == {r.id: r.choices[0] for r in sheet.rulings}


def test_points_of_the_sun_area_on_a_line_of_their_own():
    marks = {"map": ["2....", "1....", ".....", "....."], "picks": ["sun.9"]}
    usual = audit("A@1", **marks)
    own = audit("A@1", {"sun-points-line": "sun"}, **marks)
    assert points(usual)["bonus-2"] == 2
    assert "sun" not in points(usual)
    assert (points(own)["bonus-2"], points(own)["sun"]) == (0, 2)
    assert (usual.rulings, own.rulings) == (
        {"sun-points-line": "bonus-2"},
        {"sun-points-line": "sun"},
    )


def test_a_full_landmark_column_gives_one_side_or_both():
    # rivers: the icons at a5, b6 and d12 fill their lane
    marks = {"rows": {"mountains": 5, "forests": 6, "wetlands": 12}, "picks": []}
    assert audit("B@1", **marks).verdict == "cannot-tell"
    both = audit("B@1", {"landmark-column": "all"}, **marks)
    assert both.verdict == "legal"
    one = audit("B@1", rows=marks["rows"], picks=["landmark.rivers=3pt"])
    assert points(both)["bonuses"] == points(one)["bonuses"]


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
