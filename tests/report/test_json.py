"""The JSON report: what must not be read out of it."""

from __future__ import annotations

from cascadia_print.report.json import sheet_object
from cascadia_print.report.judged import Judged
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.verdict import Event, Line, Report


def test_unknown_is_null() -> None:
    events = (Event("row-1", "a1", 3, 3),)
    report = Report(
        sheet="A@1",
        player="",
        verdict="cannot-tell",
        claims="none",
        level="L2",
        lines=(Line("row-1", "A-6", None, 3, 3, None, "designed", events),),
        total=Line("total", "A-6"),
    )
    made = sheet_object(Judged(find_sheet("A"), report, parse_json("{}", "ana.json")), locale())
    (line,) = made["lines"]
    assert line["receipt"] == [{"at": "a1", "points": 3}]
    assert (line["claimed"], line["up_to"], made["total"]["as_legal"]) == (None, None, None)
    assert made["achievements"] is None
