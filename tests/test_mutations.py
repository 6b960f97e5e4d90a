"""Each class of faults is found, with the broken place first, wherever it can be put in."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet
from tests.mutations import ANY_MISSED, MUTATIONS, Mutant
from tests.test_forward_play import played, read, sheet

GAMES = 30
EACH = 3
SHEETS = ("A", "B", "C", "D", "MEADOW")


@cache
def mutants(mutation: str, name: str) -> list[tuple[int, Mutant]]:
    """The first few mutants of a class on a sheet, each with the seed of its game."""
    found = []
    for seed in range(GAMES):
        if len(found) < EACH:
            mutant = MUTATIONS[mutation](played(name, seed), random.Random(seed))
            found += [(seed, mutant)] if mutant else []
    return found


def check(mutant: Mutant, name: str, where: str) -> None:
    report = read(mutant.data, sheet(name))
    findings = [f"{f.kind} {f.rule} {f.at}" for f in report.findings]
    assert (findings[:1] or [""])[0] == mutant.first, f"{where}: {findings}"
    if mutant.only:
        assert len(findings) <= 1, f"{where}: {findings}"
    if mutant.missed != ANY_MISSED:
        missed = sorted(f"{m.rule} {m.at} {m.points}" for m in report.missed)
        assert missed == sorted(mutant.missed), f"{where}: {missed}"
    for line in report.lines:
        if mutant.legal is not None:
            assert line.as_legal == mutant.legal[line.id], f"{where}: {line.id}"
        if mutant.old is not None and line.as_legal is not None:
            assert line.as_legal <= mutant.old[line.id] <= line.up_to, f"{where}: {line.id}"


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_mutants_are_found(mutation: str) -> None:
    found = {name: mutants(mutation, name) for name in SHEETS}
    assert any(found.values()), "this class was never applied"
    for name, each in found.items():
        for seed, mutant in each:
            check(mutant, name, f"{mutation}, {name}, seed {seed}")


def reversed_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(value)}
    return value


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_the_order_of_keys_changes_no_report(mutation: str) -> None:
    for name in SHEETS:
        for seed, mutant in mutants(mutation, name)[:1]:
            forth = read(mutant.data, sheet(name))
            back = read(reversed_keys(mutant.data), sheet(name))
            assert back == forth, f"{name}, seed {seed}"


FILE = """{"format": "cascadia-print/filled-sheet", "version": 1, "sheet": "A@1",
 "spaces": {"a1": 3}, "tally": {"elk": 3}, "claims": {"row-1": 3}}"""


@pytest.mark.parametrize(
    ("old", "new", "fault", "line", "column"),
    [
        ('"a1": 3', '"a1": 3, "a1": 4', "IN-duplicate-key", 2, 22),
        ('"a1": 3', '"a1": NaN', "IN-not-a-number", 2, 19),
        ('"a1": 3', '"a1": 1e400', "IN-number-too-large", 2, 19),
        ('"a1": 3', '"a1": [3]', "IN-type", 2, 19),
        ("A@1", "A@99", "IN-unknown-version", 1, 66),
        ("A@1", "Z@1", "IN-unknown-sheet", 1, 66),
        ("filled-sheet", "filled", "IN-not-one-of", 1, 12),
        ('"spaces"', '"spacse"', "IN-unknown-key", 2, 2),
        ('"elk": 3', '"wolf": 3', "IN-unknown-key", 2, 33),
        ('"elk": 3', '"elk": "3"', "IN-type", 2, 40),
        ('"row-1": 3', '"row-1": true', "IN-type", 2, 64),
        ('"row-1": 3', '"row-1": 2.5', "IN-type", 2, 64),
    ],
)
def test_a_file_that_gives_no_sheet_is_refused_at_the_place(
    old: str, new: str, fault: str, line: int, column: int
) -> None:
    assert read_filled(parse_json(FILE, "ana.json"), find_sheet)
    with pytest.raises(Unreadable) as caught:
        read_filled(parse_json(FILE.replace(old, new), "ana.json"), find_sheet)
    assert [(f.id, f.line, f.column) for f in caught.value.faults] == [(fault, line, column)]
