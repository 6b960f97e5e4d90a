"""The JSON report: what must not be read out of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

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


ROOT = Path(__file__).parents[2]


def written(path: Path) -> Iterator[str]:
    """The keys of all objects that a module writes down, also those that are added later."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        keys = node.keys if isinstance(node, ast.Dict) else ()
        targets = node.targets if isinstance(node, ast.Assign) else ()
        added = (target.slice for target in targets if isinstance(target, ast.Subscript))
        for key in (*keys, *added):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value


def test_every_field_is_documented_and_no_other() -> None:
    page = (ROOT / "docs" / "audit-json.md").read_text(encoding="utf-8")
    report = ROOT / "cascadia_print" / "report"
    fields = {key for name in ("json", "faults") for key in written(report / f"{name}.py")}
    named = set(re.findall(r"`([a-z_]+)`", page))
    # `faults` makes its values for sentences, too.
    values = {"expected", "found", "allowed"}
    assert fields - values - named == set()
    heads = re.findall(r"^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|", page, re.MULTILINE)
    assert {name for head in heads for name in re.findall(r"\w+", head)} - fields == set()
