"""Golden sheets: one situation a file, the result worked out by hand from the rules.

Each file holds a filled sheet and what is expected of it. A score line that is not listed is
expected to be 0, the leftovers and the total without a tally to be unknown; findings, missed
and claims that are not listed to be none. A number stands for as marked, as legal and up to.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.resources import root
from cascadia_print.rules.judge import judge
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.order import declared, prove
from cascadia_print.sheet.located import parse_json, read_yaml
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Line, Report
from tests.second_scorer import score

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted((*GOLDEN.glob("[a-d]/*.yaml"), *GOLDEN.glob("own/*.yaml")))
SHEETS = GOLDEN.parent / "sheets"
KINDS = ("marked", "legal", "up_to")


def judged(filled: dict[str, Any]) -> tuple[Sheet, Report]:
    """The report on one filled sheet; at L3 where it says how the game was played."""
    sheet, entry = entered(filled)
    report = judge(sheet, entry)
    return sheet, prove(sheet, entry, report) if declared(entry) else report


def entered(filled: dict[str, Any]) -> tuple[Sheet, Filled]:
    """A filled sheet, read as a file of a player is read."""
    data = {"format": "cascadia-print/filled-sheet", "version": 1, **filled}
    source = parse_json(json.dumps(data), "golden.json")
    [found] = read_filled(source, lambda ref: find_sheet(ref, SHEETS))
    return found


def totals(line: Line) -> dict[str, int | None]:
    return {"marked": line.as_marked, "legal": line.as_legal, "up_to": line.up_to}


def wanted(value: Any, found: dict[str, int | None]) -> dict[str, int | None]:
    """The three totals that a golden value stands for; a mapping lists those that matter."""
    return {**found, **value} if isinstance(value, dict) else dict.fromkeys(KINDS, value)


def expected_text(expect: dict[str, Any], report: Report) -> Iterator[str]:
    lines = expect.get("lines", {})
    level = expect.get("level", "L2")
    yield f"verdict {expect['verdict']}, claims {expect.get('claims', 'none')}, level {level}"
    for line in report.lines:
        blank = None if line.id == "leftovers" or level == "L1" else 0
        values = wanted(lines.get(line.id, blank), totals(line))
        yield f"{line.id}: {values}"
    total = totals(report.total)
    yield f"total: {wanted(expect['total'], total) if 'total' in expect else total}"
    yield from expect.get("findings", [])
    yield from (f"missed {m}" for m in sorted(expect.get("missed", [])))


def found_text(report: Report) -> Iterator[str]:
    yield f"verdict {report.verdict}, claims {report.claims}, level {report.level}"
    yield from (f"{line.id}: {totals(line)}" for line in (*report.lines, report.total))
    yield from (f"{f.kind} {f.rule} {f.at}" for f in report.findings)
    yield from (f"missed {m}" for m in sorted(f"{m.rule} {m.at} {m.points}" for m in report.missed))


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_golden_sheet(path: Path) -> None:
    golden = read_yaml(path).data
    sheet, report = judged(golden["filled"])

    unknown = set(golden["expect"].get("lines", {})) - set(sheet.line)
    assert not unknown, f"{path.name} expects lines that the sheet does not have"
    want, have = list(expected_text(golden["expect"], report)), list(found_text(report))
    diff = "\n".join(difflib.ndiff(want, have))
    assert want == have, f"{path.parent.name}/{path.name}: - expected, + found\n{diff}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_report_is_consistent(path: Path) -> None:
    """The totals are the sums of the lines, and legal is never more than marked or up to."""
    filled = read_yaml(path).data["filled"]
    _, report = judged(filled)

    for kind in ("as_marked", "as_legal", "up_to"):
        values = [getattr(line, kind) for line in report.lines]
        total = None if None in values else sum(values)
        assert getattr(report.total, kind) == total, kind
    for line in (*report.lines, report.total):
        if line.as_legal is not None:
            assert line.as_legal <= line.as_marked, line.id
            assert line.as_legal <= line.up_to, line.id
    kinds = {finding.kind for finding in report.findings}
    worst = [kind for kind in ("illegal", "cannot-tell") if kind in kinds]
    assert report.verdict == (worst[0] if worst else "legal")
    assert (report.claims == "wrong") == ("claim" in kinds)
    if not report.findings:
        assert all(line.as_legal in (None, line.as_marked) for line in report.lines)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_receipt_adds_up(path: Path) -> None:
    _, report = judged(read_yaml(path).data["filled"])

    for line in report.lines if report.level == "L2" else ():
        events = [event for event in line.receipt if event.state != "missed"]
        assert sum(event.points for event in events) == (line.as_marked or 0), line.id
        assert sum(event.legal for event in events) == (line.as_legal or 0), line.id


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_the_second_scorer_agrees_with_the_hand(path: Path) -> None:
    """Where the golden sheet is legal and says nothing of what was taken."""
    golden = read_yaml(path).data
    if golden["expect"]["verdict"] != "legal" or golden["expect"].get("level") == "L1":
        return
    if "taken" in golden["filled"] or "missed" in golden["expect"]:
        return
    if "rulings" in golden["filled"]:
        return
    sheet, read = entered(golden["filled"])
    found = score(sheet, read.marks or {}, read.picks, read.tally)
    want = {line.id: golden["expect"].get("lines", {}).get(line.id, 0) for line in sheet.lines}
    if golden["filled"].get("tally") is None:
        want["leftovers"] = None
    assert found.lines == want


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_finding_points_into_the_file(path: Path) -> None:
    filled = read_yaml(path).data["filled"]
    _, report = judged(filled)

    for finding in report.findings:
        place: Any = filled
        for step in finding.pointer.split("/")[1:]:
            step = step.replace("~1", "/").replace("~0", "~")
            assert step in place if isinstance(place, dict) else int(step) < len(place)
            place = place[step] if isinstance(place, dict) else place[int(step)]


def test_there_are_enough_golden_sheets() -> None:
    for letter in "abcd":
        assert sum(path.parent.name == letter for path in FILES) >= 25, letter


RULES = read_yaml(GOLDEN / "rules.yaml").data
DECIDED = ("L0", "L1", "L2", "L3")
OF_CASCADIA = ("CA-", "LM-")
OF_OTHER_FILES = {"IN-card", "IN-edges", "IN-habitats", "IN-landmark", "IN-log", "IN-nature"}
OF_OTHER_FILES |= {"IN-place", "IN-player", "IN-shows", "IN-token"}
"""Entries of logs and of Cascadia's environments, which have tests of their own."""


def test_every_rule_that_a_filled_sheet_decides_has_its_three_cases() -> None:
    rules = read_yaml(root("data") / "rules" / "en.yaml").data
    # What is written small is a ruling: an answer, which nobody can break.
    decided = {id for id, rule in rules.items() if rule["level"] in DECIDED and id != id.lower()}
    decided = {id for id in decided if not id.startswith(OF_CASCADIA)} - OF_OTHER_FILES
    assert decided - set(RULES) == set()
    assert set(RULES) - set(rules) == set()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_kept_broken_and_just_kept(rule: str) -> None:
    entry = RULES[rule]
    kinds = [kind for kind in entry if kind != "cited"]
    cases = {kind: read_yaml(GOLDEN / f"{entry[kind]}.yaml").data for kind in kinds}
    cited = {
        kind: {finding.split()[1] for finding in case["expect"].get("findings", [])}
        for kind, case in cases.items()
    }
    assert entry.get("cited", rule) in cited["breaks"]
    assert not {rule, entry.get("cited", rule)} & (cited["keeps"] | cited["just"])
    assert len(set(map(str, cases.values()))) == 3, "three different cases"


def test_every_golden_sheet_of_the_table_is_one_that_is_judged() -> None:
    named = {entry[kind] for entry in RULES.values() for kind in ("keeps", "breaks", "just")}
    assert named <= {f"{path.parent.name}/{path.stem}" for path in FILES}
