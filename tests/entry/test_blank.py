"""The JSON of an empty sheet: complete, in printed order, and saying nothing."""

from __future__ import annotations

import json

import pytest

from cascadia_print.entry.blank import blank
from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet, load_sheet, shipped
from cascadia_print.sheet.model import Sheet

SHEETS = [load_sheet(path) for path in shipped()]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda s: s.id)
def test_blank_has_every_key_in_printed_order(sheet: Sheet) -> None:
    data = json.loads(blank(sheet))
    assert next(iter(data)) == "$schema"
    assert list(data["spaces"]) == list(sheet.space)
    assert list(data["claims"]) == [*sheet.line, "total"]
    assert list(data["tally"]) == ["bear", "elk", "fox", "hawk", "salmon", "nature"]
    assert ("language" in data) == (sheet.marking.write == "wildlife")
    said = {**data["spaces"], **data["claims"], **data["tally"]}
    assert {*said.values(), data["picks"], data["taken"], data["player"]} == {None}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda s: s.id)
def test_an_untouched_blank_says_nothing_and_proves_nothing(sheet: Sheet) -> None:
    [(used, filled)] = read_filled(parse_json(blank(sheet), "blank.json"), find_sheet)
    assert used.ref == sheet.ref
    assert (filled.marks, filled.picks, filled.taken, filled.wrong) == (None, (), None, ())
    report = judge(used, filled)
    assert (report.verdict, report.claims, report.level) == ("legal", "none", "L0")
    assert report.findings == report.missed == ()
    assert report.total.as_marked is None
    assert {line.as_marked for line in report.lines} == {None}


def test_blank_can_be_filled_in_where_the_nulls_stand() -> None:
    sheet = find_sheet("D")
    text = blank(sheet).replace('"c2": null', '"c2": "E"').replace('"elk": null', '"elk": 4')
    [(_, filled)] = read_filled(parse_json(text, "d.json"), find_sheet)
    assert filled.marks == {"c2": "elk"}
    assert (filled.tally or {})["elk"] == 4


def test_blank_can_be_filled_in_by_another_form() -> None:
    text = blank(find_sheet("A")).replace('"picks": null', '"columns": {"forests": [3, 4]}')
    [(_, filled)] = read_filled(parse_json(text, "a.json"), find_sheet)
    assert (filled.marks, filled.wrong) == ({"a2": 3, "b2": 4}, ())


def test_a_row_of_the_paper_is_a_line() -> None:
    lines = [line.strip() for line in blank(find_sheet("A")).splitlines()]
    assert '"b1": null, "b2": null, "b3": null, "b4": null, "b5": null,' in lines
    assert '"row-2": null,' in lines
    assert lines[-1] == "}"
