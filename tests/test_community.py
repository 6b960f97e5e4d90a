"""The sheets in sheets/community: found by their ids, each with a game that was played on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.located import parse_json, read_json
from cascadia_print.sheet.lookup import find_file, find_sheet, load_sheet
from tests.play import filled as as_file
from tests.play import play
from tests.second_scorer import score

FOLDER = resources.root("sheets") / "community"
SHEETS = sorted(FOLDER.glob("*.yaml"))


def test_there_are_four_each_with_another_idea() -> None:
    sheets = [load_sheet(p) for p in SHEETS]
    ideas = {(s.marking.write, s.marking.order, s.stagger, s.marking.closes) for s in sheets}
    assert len(SHEETS) == len(ideas) == 4


@pytest.mark.parametrize("path", SHEETS, ids=lambda p: p.stem)
def test_a_community_sheet_is_found_by_its_id_and_named_in_both_languages(path: Path) -> None:
    sheet = load_sheet(path)
    assert find_file(sheet.id) == path
    assert set(sheet.name) == {"en", "de"}
    assert {p.source for p in sheet.provenance.values()} == {"designed"}
    assert sheet.shipped


@pytest.mark.parametrize("path", SHEETS, ids=lambda p: p.stem)
def test_its_example_audits_clean(path: Path) -> None:
    [(sheet, filled)] = read_filled(read_json(path.with_suffix(".json")), find_sheet)
    report = judge(sheet, filled)
    assert sheet is find_sheet(load_sheet(path).id)
    assert (report.verdict, report.claims, report.level) == ("legal", "right", "L2")
    assert (report.findings, report.missed) == ((), ())
    assert set(filled.claims) == {*sheet.line, "total"}
    assert report.total.as_legal == report.total.claimed > 20


@pytest.mark.parametrize("path", SHEETS, ids=lambda p: p.stem)
def test_both_scorers_agree_on_games_played_on_it(path: Path) -> None:
    sheet = load_sheet(path)
    for seed in range(15):
        game = play(sheet, seed)
        second = score(sheet, game.marks, game.picks, game.tally)
        source = parse_json(json.dumps(as_file(game)), "x.json")
        [(_, entered)] = read_filled(source, lambda _: sheet)
        report = judge(sheet, entered)
        assert report.verdict == "legal"
        assert {x.id: x.as_legal for x in report.lines} == second.lines
