"""Random legal games: the judge agrees with a second scorer that shares no code with it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.report.words import message, would_be_legal
from cascadia_print.rules.judge import judge
from cascadia_print.rules.legal import legal_marks, why_not
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.order import declared, prove
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet, load_sheet
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Report
from tests.mutations import offers
from tests.play import Game, filled, play, scribble, with_picks
from tests.second_scorer import (
    is_reachable,
    may_be_marked,
    outlined,
    reachable_pictures,
    resolutions,
    score,
    three_totals,
    totals_of_taken,
)

HERE = Path(__file__).parent
SHEETS = ("A", "B", "C", "D", "MEADOW")
GAMES = 200


def sheet(name: str) -> Sheet:
    return find_sheet(name, HERE / "sheets")


@cache
def played(name: str, seed: int) -> Game:
    return play(sheet(name), seed)


def entered(data: dict[str, Any], paper: Sheet) -> Filled:
    source = parse_json(json.dumps(data), "game.json")
    [(_, read)] = read_filled(source, lambda ref: paper)
    return read


def read(data: dict[str, Any], paper: Sheet) -> Report:
    """The report, at L3 where the file says how the game was played."""
    entry = entered(data, paper)
    report = judge(paper, entry)
    return prove(paper, entry, report) if declared(entry) else report


def totals(report: Report) -> dict[str, tuple[int | None, int | None, int | None]]:
    return {
        line.id: (line.as_marked, line.as_legal, line.up_to)
        for line in (*report.lines, report.total)
    }


def thrice(lines: dict[str, int | None]) -> dict[str, tuple[int | None, int | None, int | None]]:
    return {id: (n, n, n) for id, n in lines.items()}


@pytest.mark.parametrize("name", SHEETS)
def test_the_second_scorer_agrees(name: str) -> None:
    paper = sheet(name)
    for seed in range(GAMES):
        game = played(name, seed)
        second = score(paper, game.marks, game.picks, game.tally)

        report = read(filled(game), paper)

        where = f"seed {seed}"
        assert totals(report) == thrice({**second.lines, "total": second.total}), where
        assert (report.verdict, report.claims, report.level) == ("legal", "none", "L2"), where
        assert (report.findings, report.missed) == ((), ()), where


@pytest.mark.parametrize("name", SHEETS)
def test_what_is_not_taken_is_missed_and_nothing_else(name: str) -> None:
    paper = sheet(name)
    for seed in range(0, GAMES, 4):
        game = played(name, seed)
        second = score(paper, game.marks, game.picks, game.tally)
        rng = random.Random(seed)
        taken = [id for id in second.earned if rng.random() < 0.6]

        report = read({**filled(game), "taken": taken}, paper)

        where = f"seed {seed}"
        left = {id: n for id, n in second.earned.items() if id not in taken}
        assert {m.at: m.points for m in report.missed} == left, where
        assert report.findings == (), where
        for line in report.lines:
            missed = sum(m.points for m in report.missed if m.line == line.id)
            full = second.lines[line.id]
            assert line.as_marked == line.as_legal == (full if full is None else full - missed)


@pytest.mark.parametrize("name", SHEETS)
def test_every_form_and_every_order_of_the_marks_is_the_same(name: str) -> None:
    paper = sheet(name)
    forms = ["map", "rows", *(["columns"] if paper.stagger == "none" else [])]
    for seed in range(0, GAMES, 8):
        game = played(name, seed)
        entry = entered(filled(game), paper)
        report = judge(paper, entry)
        rng = random.Random(seed)
        marks, picks = list((entry.marks or {}).items()), list(entry.picks)
        rng.shuffle(marks)
        rng.shuffle(picks)
        shuffled = replace(entry, marks=dict(marks), picks=tuple(picks))

        assert judge(paper, shuffled) == report, f"seed {seed}, shuffled"
        for form in forms:
            assert read(filled(game, form), paper) == report, f"seed {seed}, {form}"


@pytest.mark.parametrize("name", SHEETS)
def test_what_is_offered_is_accepted_and_all_else_refused_with_a_reason(name: str) -> None:
    paper = sheet(name)
    for seed in range(0, GAMES, 20):
        game = played(name, seed)
        marks = dict(list(game.marks.items())[: random.Random(seed).randint(0, 30)])
        offered = legal_marks(paper, marks)
        picture = outlined(paper, marks)

        assert set(offered) == {id for id in paper.space if may_be_marked(paper, marks, id)}
        for id in paper.space:
            reason = why_not(paper, marks, id)
            assert (reason is None) == (id in offered), f"seed {seed}, {id}"
            if reason is not None:
                assert reason.rule, f"seed {seed}, {id}"
            if id in picture:
                continue
            value = "elk" if paper.marking.write == "wildlife" else True
            value = 3 if paper.marking.write == "number" else value
            more = {**marks, id: True if paper.space[id].overflow else value}
            report = read(filled(Game(paper, more)), paper)
            marked = [f.at for f in report.findings if f.kind == "illegal"]
            assert marked == ([] if id in offered else [id]), f"seed {seed}, {id}"


@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
def test_a_single_mark_is_legal_or_refused_with_a_reason(name: str) -> None:
    """One mark on the blank sheet, in every space there is."""
    paper, words = sheet(name), locale()
    values: dict[str, Any] = {"number": 3, "outline": True, "wildlife": "elk"}
    offered = legal_marks(paper, {})
    assert offered
    for space in paper.spaces:
        value = True if space.overflow else values[paper.marking.write]

        game = Game(paper, {space.id: value})
        game = with_picks(game, random.Random(0)) if space.id in offered else game

        report = read(filled(game), paper)

        reason = why_not(paper, {}, space.id)
        allowed = space.id in offered
        assert allowed == may_be_marked(paper, (), space.id) == (reason is None), space.id
        if allowed or space.start:
            assert report.verdict == "legal", space.id
            continue
        assert reason is not None
        (finding,) = report.findings
        assert (finding.at, finding.rule, finding.text) == (space.id, reason.rule, reason.text)
        assert message(finding, paper, words).startswith(space.id)
        assert would_be_legal(finding, paper, words)
        assert report.total.as_legal in (None, 0)


@pytest.mark.parametrize("name", SHEETS)
def test_any_ink_gets_the_three_totals_of_the_second_scorer(name: str) -> None:
    """As marked, as legal and up to, with marks and picks changed at random."""
    paper = sheet(name)
    for seed in range(40):
        rng = random.Random(f"{name} {seed}")
        game = scribble(played(name, seed), rng)
        on_ink, by_rules = resolutions(paper, game.marks, game.picks)
        if len(on_ink) + len(by_rules) > 400:
            continue  # too much is left unsaid to try everything

        report = read(filled(game), paper)

        found = {line.id: (line.as_marked, line.as_legal, line.up_to) for line in report.lines}
        want = three_totals(paper, game.marks, game.picks)
        if name == "MEADOW":
            # A pick there can open a lane: the range is then an outer one, never a narrower.
            for line, (marked, sure, best) in want.items():
                low, legal, high = found[line]
                if marked is not None:
                    assert (low <= marked, legal <= sure, best <= high) == (True,) * 3, (seed, line)
        else:
            assert found == want, f"seed {seed}"
        explained = all(a == b == c for a, b, c in found.values()) or report.findings
        assert explained, f"seed {seed}: the totals differ and no finding says why"


@pytest.mark.parametrize("name", SHEETS)
def test_any_record_of_what_was_taken_gets_the_totals_of_the_second_scorer(name: str) -> None:
    paper = sheet(name)
    judged = 0
    for seed in range(60):
        rng = random.Random(f"{name} taken {seed}")
        game = scribble(played(name, seed), rng)
        if any(
            len(found) > 1 or set(found[0]) != set(game.picks)
            for found in resolutions(paper, game.marks, game.picks)
        ):
            continue  # more or less picked than was earned
        chosen = {id for id, (kind, _) in offers(paper).items() if kind == "pool"} - set(game.picks)
        circled = [id for id in offers(paper) if rng.random() < 0.5]
        taken = [id for id in circled if id not in chosen and not choice(paper, id)]
        # A box that gives nothing may be named too, and is part of no bonus.
        empty = [id for id in paper.boxes if id not in offers(paper)]
        taken += [id for id in empty if rng.random() < 0.5]

        report = read({**filled(game), "taken": taken}, paper)

        judged += 1
        found = {line.id: (line.as_marked, line.as_legal, line.up_to) for line in report.lines}
        want = totals_of_taken(paper, game.marks, game.picks, taken)
        assert found == want, f"seed {seed}, {taken}"
    assert judged >= 10


def choice(paper: Sheet, id: str) -> bool:
    """A choice can be circled without its side being said; that is another question."""
    return id in paper.bonus and paper.bonus[id].offer.choice


# -- the largest legal part ---------------------------------------------------------------------

TINY = sorted((HERE / "golden" / "tiny").glob("*.yaml"))


def subsets(ids: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for n in range(len(ids) + 1):
        yield from combinations(ids, n)


@pytest.mark.parametrize("path", TINY, ids=lambda p: p.stem)
def test_the_largest_legal_part_is_the_largest_reachable_picture(path: Path) -> None:
    """On tiny sheets whose spaces are worth 1, 2, 4, ... points, so that a sum names them."""
    paper = load_sheet(path)
    ids = tuple(s.id for s in paper.spaces if not s.start)
    worth = {id: 2**k for k, id in enumerate(ids)}
    pictures = reachable_pictures(paper)
    for ink in subsets(ids):
        within = [picture for picture in pictures if picture <= set(ink)]
        largest = max(within, key=len)
        assert all(picture <= largest for picture in within), "the largest part is not unique"
        value = {"number": worth, "wildlife": dict.fromkeys(ids, "fox")}
        marks = value.get(paper.marking.write, dict.fromkeys(ids, True))
        game = Game(paper, {i: True if paper.space[i].overflow else marks[i] for i in ink})

        report = read(filled(game), paper)

        legal = sum(worth[id] for id in outlined(paper, largest) if id in worth)
        marked = sum(worth[id] for id in outlined(paper, ink) if id in worth)
        assert report.lines[0].as_legal == legal, ink
        assert report.lines[0].as_marked == marked, ink
        assert (report.verdict == "legal") == is_reachable(paper, ink), ink
        accused = {finding.at for finding in report.findings}
        assert accused <= set(ink) - outlined(paper, largest), ink


def pictures(paper: Sheet, most: int) -> list[set[frozenset[str]]]:
    """The sets of 0, 1, ... `most` marks that `legal_marks` leads to."""
    found = [{frozenset[str]()}]
    for _ in range(most):
        found.append(
            {
                marks | {id}
                for marks in found[-1]
                for id in legal_marks(paper, dict.fromkeys(marks, True))
            }
        )
    return found


@pytest.mark.parametrize("path", TINY, ids=lambda p: p.stem)
def test_what_is_offered_leads_to_all_reachable_pictures(path: Path) -> None:
    paper = load_sheet(path)
    assert set().union(*pictures(paper, len(paper.spaces))) == reachable_pictures(paper)


def test_there_is_a_tiny_sheet_for_each_order_of_marking() -> None:
    orders = [load_sheet(path).marking.order for path in TINY]
    assert sorted(orders) == ["any", "down", "right", "touching", "touching"]
