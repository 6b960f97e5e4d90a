"""The files of `data/examples`: the worked examples to the point, and slips that are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.located import read_json
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.verdict import Finding, Report

EXAMPLES = resources.root("data") / "examples"

RULEBOOK = {
    "a": [17, 8, 3, 13, 1, 2, 2, 46],
    "b": [9, 7, 17, 20, 4, 5, 12, 3, 77],
    "c": [24, 13, 14, 5, 3, 3, 8, 1, 71],
    "d": [50, 3, 6, 14, 8, 2, 83],
}
"""Lines in printed order, then the total, of the German rulebook (A-6, B-7, C-9, D-8)."""

SLIPS = {
    "a": ["A-1 c3", "A-4 sun", "RH-12 leftovers"],
    "b": ["B-2 f1", "B-5 landmark.wetlands", "B-7 forests", "B-7 total"],
    "c": ["C-1 i1", "C-5 overflow.1", "C-6 sky.2", "C-9 rivers"],
    "d": ["D-2 b4", "D-8 diversity", "D-8 same-wildlife", "RH-12 leftovers"],
}


def report(name: str) -> Report:
    [(sheet, filled)] = read_filled(read_json(EXAMPLES / f"{name}.json"), find_sheet)
    return judge(sheet, filled)


def named(findings: tuple[Finding, ...]) -> list[str]:
    return [f"{finding.rule} {finding.at}" for finding in findings]


@pytest.mark.parametrize("letter", RULEBOOK)
def test_a_worked_example_has_the_lines_of_the_rulebook(letter: str) -> None:
    found = report(f"rulebook-{letter}")
    lines = [*found.lines, found.total]
    for part in ("claimed", "as_marked", "as_legal", "up_to"):
        assert [getattr(line, part) for line in lines] == RULEBOOK[letter], part
    assert (found.verdict, found.claims, found.level) == ("legal", "right", "L2")
    assert found.findings == found.missed == ()


@pytest.mark.parametrize("letter", RULEBOOK)
def test_the_numbers_of_a_worked_example_add_up(letter: str) -> None:
    found = report(f"rulebook-{letter}-claims")
    assert [line.claimed for line in (*found.lines, found.total)] == RULEBOOK[letter]
    assert found.total.as_marked == RULEBOOK[letter][-1]
    assert (found.claims, found.level, found.findings) == ("right", "L1", ())


@pytest.mark.parametrize("letter", SLIPS)
def test_each_slip_is_found(letter: str) -> None:
    found = report(f"slips-{letter}")
    assert named(found.findings) == SLIPS[letter]
    assert (found.verdict, found.claims) == ("illegal", "wrong")


def test_a_forgotten_circle_is_missed_and_no_slip() -> None:
    [missed] = report("slips-a").missed
    assert (missed.rule, missed.at, missed.points) == ("A-5", "row-1", 3)


def test_every_example_is_tested() -> None:
    names = {f"rulebook-{x}{end}" for x in "abcd" for end in ("", "-claims")}
    assert {f.stem for f in Path(str(EXAMPLES)).glob("*.json")} == names | {
        f"slips-{x}" for x in "abcd"
    }
