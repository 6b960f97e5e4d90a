"""The round log: games played forward are accepted, and every fault is found in its round."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from cascadia_print.entry.log_text import log_lines, setup_line
from cascadia_print.entry.logged import read_log
from cascadia_print.entry.setting import setting_of
from cascadia_print.report.rules import rules
from cascadia_print.report.words import message
from cascadia_print.rules.judge import judge
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.order import prove
from cascadia_print.rules.rounds import paper
from cascadia_print.rules.rounds.end import differences, with_log
from cascadia_print.rules.rounds.moves import Act, Free, Mark, Move, Pick, Take, Wild
from cascadia_print.rules.rounds.offers import legal_moves
from cascadia_print.rules.rounds.refusals import refusal
from cascadia_print.rules.rounds.replay import Replayed, replay
from cascadia_print.rules.rounds.result import taken_ids
from cascadia_print.sheet.gameset import DESIGNED
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.sheet.vocabulary import wildlife
from tests.log_mutations import MUTATIONS, Record, recorded

SHEETS = ("A", "B", "C", "D")
GAMES = 8
PROVED = 200
"""Games of each sheet that are replayed to the end, in blocks so that they run side by side."""
BLOCK = 25


@cache
def record(name: str, seed: int) -> Record:
    return recorded(find_sheet(name), seed)


def entered(log: Record, lines: list[str] | None = None) -> Filled:
    """The filled sheet of a game with its log."""
    end = log.end
    read, wrong = read_log(log.sheet, log.lines() if lines is None else lines, "/log", "en")
    assert not wrong, wrong
    return Filled(
        log.sheet.ref,
        marks=end.marks,
        picks=end.picks,
        taken=taken_ids(end),
        tally=dict(zip((*wildlife(), "nature"), end.tally, strict=True)),
        variant=end.setting.variant,
        completion_cards=end.setting.slots,
        log=read,
    )


def replayed(log: Record, filled: Filled) -> Replayed:
    assert filled.log is not None
    setting, wrong = setting_of(log.sheet, filled, filled.log)
    assert not wrong
    return replay(setting, filled.log, filled)


@pytest.mark.parametrize("first", range(0, PROVED, BLOCK))
@pytest.mark.parametrize("name", SHEETS)
def test_games_played_forward_are_proved(name: str, first: int) -> None:
    """L2, L3 and L4 agree, and the replay ends where the game did."""
    for seed in range(first, first + BLOCK):
        log = record(name, seed)
        filled = entered(log)
        done = replayed(log, filled)
        assert not done.findings, (seed, done.findings[0])
        assert not done.logged.missing, (seed, done.logged.missing)
        end = done.end
        assert (end.marks, end.tally, end.taken) == (log.end.marks, log.end.tally, log.end.taken)
        report = judge(log.sheet, filled)
        assert report.verdict == "legal", (seed, report.findings)
        assert prove(log.sheet, filled, report).level == "L3", seed
        made = with_log(log.sheet, filled, report, done)
        assert (made.verdict, made.level) == ("legal", "L4"), (seed, made.findings)


def test_what_is_written_is_read_as_it_was() -> None:
    for name in SHEETS:
        log = record(name, 1)
        lines = [setup_line(log.end, DESIGNED), *log_lines(log.history, log.end)]
        done = replayed(log, entered(log, lines))
        assert done.end.marks == log.end.marks
        assert len(lines) <= 41


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_fault_is_found_in_its_round(name: str) -> None:
    """The first finding of a broken log is its fault, with its rule and its round."""
    found = 0
    rng = random.Random(name)
    for seed in range(GAMES):
        for sheet in SHEETS:
            log = record(sheet, seed)
            for broken in islice(MUTATIONS[name](log, rng), 1):
                done = replayed(broken.log, entered(log, broken.log.lines()))
                assert done.findings, (sheet, seed, broken.round, broken.rule)
                first = done.findings[0]
                said = (first.values["round"], first.rule)
                assert said == (broken.round, broken.rule), (sheet, seed, first)
                for language in ("en", "de"):
                    text = message(first, log.sheet, locale(language))
                    assert "{" not in text, text
                    assert "log." not in text, text
                found += 1
        if found >= 6:
            break
    assert found >= 3, f"{found} games had a place for this fault"


def found_at_the_end(name: str, **changes: object) -> list[str]:
    """What is found when the filled sheet is another one than that at the end of its log."""
    log = record(name, 3)
    filled = entered(log)
    done = replayed(log, filled)
    changed = replace(filled, **changes)  # type: ignore[arg-type]
    return [f"{f.rule} {f.kind} {f.at}" for f in differences(log.sheet, changed, done)]


def test_the_sheet_of_the_file_is_that_at_the_end_of_the_log() -> None:
    end = record("B", 3).end
    rows = dict(zip((*wildlife(), "nature"), end.tally, strict=True))
    assert found_at_the_end("B") == []
    assert found_at_the_end("B", tally={**rows, "fox": (rows["fox"] or 0) + 1}) == [
        "RH-7 claim fox"
    ]
    assert found_at_the_end("B", tally={**rows, "fox": None}) == []
    last = list(end.marks)[-1]
    less = {id: value for id, value in end.marks.items() if id != last}
    assert found_at_the_end("B", marks=less) == [f"IN-log illegal {last}"]
    assert found_at_the_end("B", marks=less, unsaid=(last,)) == []
    more = next(id for id in end.setting.sheet.space if id not in end.filled)
    assert found_at_the_end("B", marks={**end.marks, more: True}) == [f"IN-log illegal {more}"]
    taken = taken_ids(end)
    # A bonus that was earned and is not taken was missed, which is no fault.
    assert found_at_the_end("B", taken=taken[1:]) == []
    boxes = record("A", 3).end.picks
    other = [id for id in taken_ids(record("A", 3).end) if id != boxes[0]]
    assert found_at_the_end("A", taken=tuple(other)) == [f"IN-log illegal {boxes[0]}"]
    assert found_at_the_end("B", taken=None, picks=()) == []
    numbers = record("A", 3).end.marks
    at, value = next(iter(numbers.items()))
    other = {**numbers, at: 1 if value != 1 else 2}
    assert found_at_the_end("A", marks=other) == [f"IN-log illegal {at}"]


UNSAID = ("dice", "special", "own", "take", "open", "tally", "any", "pick", "leave", "mark", "free")
"""Clauses whose absence says nothing; for what a player decides to do, it says that he did not."""


@pytest.mark.parametrize("name", SHEETS)
def test_what_a_log_does_not_say_is_held_against_nobody(name: str) -> None:
    """Logs with clauses and rounds left out: no accusation, and no proof."""
    rng = random.Random(name)
    for seed in range(GAMES):
        log = record(name, seed)
        rounds = {
            n: tuple(
                in_part(c, rng) if n else c
                for c in clauses
                if rng.random() < 0.9 or not unsaid(c, clauses)
            )
            for n, clauses in log.rounds.items()
            if n == 0 or rng.random() < 0.97
        }
        filled = entered(log, replace(log, rounds=rounds).lines())
        done = replayed(log, filled)
        report = with_log(log.sheet, filled, judge(log.sheet, filled), done)
        assert not report.findings, (seed, report.findings[0])
        lacks = [n for n in log.rounds if said(log.rounds[n]) != said(rounds.get(n, ()))]
        assert not lacks or report.level == "L2", (seed, lacks, done.logged.missing)


def unsaid(clause: str, clauses: tuple[str, ...]) -> bool:
    """Whether a clause can be left out. Of the marks of a card all are told, or none, and so
    are free hexagons: of a round that fits without one nobody knows that it is missing."""
    words = [c.split()[0] for c in clauses]
    word = clause.split()[0]
    return word in UNSAID and not (word in ("mark", "free") and words.count(word) > 1)


PARTS = (r" slot \d", r" gives \d+", r" cost .*?(?= gives|$)", r"=\w+", r"(?<=use \d) .*")
"""What a clause need not say: the slot of a card, its tokens and cost, letters, what was rolled."""


def in_part(clause: str, rng: random.Random) -> str:
    """A clause that says less, now and then."""
    word, _, rest = clause.partition(" ")
    if word == "tally":
        rest = " ".join("?" if rng.random() < 0.05 else n for n in rest.split())
        return f"{word} {rest}"
    if word in ("pick", "leave") or rng.random() < 0.9:
        return clause
    return re.sub(rng.choice(PARTS), "", clause)


def said(clauses: tuple[str, ...]) -> list[str]:
    """The clauses without which a round is not known."""
    words = [clause.split()[0] for clause in clauses]
    return [word for word in words if word in ("dice", "special", "own", "take", "mark", "free")]


@pytest.mark.parametrize("name", SHEETS)
def test_what_is_not_offered_is_refused(name: str) -> None:
    """In every position of a game: marks, free hexagons, picks, actions, animals, payments."""
    for seed in (2, 5):
        log = record(name, seed)
        sheet = log.sheet
        boxes = [b.id for a in sheet.areas for pool in a.pools.values() for b in pool]
        others: list[Move] = [Pick(box) for box in boxes]
        others += [Act(kind, animal) for kind in ("down", "up") for animal in wildlife()]
        others += [Act("two"), *(Wild(animal) for animal in wildlife())]
        others += [Take(tuple(n * (k == j) for j in range(5))) for k in range(5) for n in (1, 2, 3)]
        for at in sheet.space:
            values = wildlife() if sheet.marking.write == "wildlife" else (True,)
            if sheet.marking.write == "number":
                values = (1, 4)
            others += [kind(at, value) for kind in (Mark, Free) for value in values]
        for state, made in log.history[::9]:
            state = paper.settled(state)
            if state.stage == "start" or state.waiting:
                continue
            offered = legal_moves(state)
            assert made in offered, (seed, state.round, made)
            for move in others:
                refused = refusal(state, move)
                if move not in offered:
                    closed = isinstance(move, Mark) and move.at in state.filled
                    told = refused or closed or same_mark(move, offered)
                    assert told, (seed, state.round, move)
                else:
                    assert refused is None
                assert not refused or refused.rule, move


def same_mark(move: Move, offered: tuple[Move, ...]) -> bool:
    """Whether a mark is offered with its value said in another way."""
    if not isinstance(move, Mark | Free):
        return False
    return any(isinstance(m, type(move)) and m.at == move.at for m in offered)  # type: ignore[union-attr]


def test_the_classes_break_every_rule_that_a_replay_decides() -> None:
    assert len(MUTATIONS) >= 25
    rng = random.Random(0)
    logs = [record(name, seed) for name in SHEETS for seed in range(3)]
    broken = {b.rule for name in MUTATIONS for log in logs for b in MUTATIONS[name](log, rng)}
    decided = {id for id, rule in rules().items() if rule.level == "L4"}
    assert decided <= broken
