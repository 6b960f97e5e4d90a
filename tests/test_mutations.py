"""Each class of faults is found, with the broken place first, wherever it can be put in."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from tests.mutations import MUTATIONS, Mutant
from tests.play import Game, play
from tests.test_forward_play import read, sheet

GAMES = 30
EACH = 4
SHEETS = ("A", "B", "C", "D", "MEADOW")


@cache
def game(name: str, seed: int) -> Game:
    return play(sheet(name), 1000 + seed)


def mutants(mutation: str, name: str) -> list[tuple[int, Mutant]]:
    """The first few mutants of a class on a sheet, each with the seed of its game."""
    found = []
    for seed in range(GAMES):
        if len(found) < EACH:
            mutant = MUTATIONS[mutation](game(name, seed), random.Random(seed))
            found += [(seed, mutant)] if mutant else []
    return found


def check(mutant: Mutant, name: str, where: str) -> None:
    report = read(mutant.data, sheet(name))
    findings = [f"{f.kind} {f.rule} {f.at}" for f in report.findings]
    assert (findings[:1] or [""])[0] == mutant.first, f"{where}: {findings}"
    if mutant.only:
        assert len(findings) <= 1, f"{where}: {findings}"
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
