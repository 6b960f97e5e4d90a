"""Verdicts on logs that are unusual, or wrong in one small way."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cascadia_print.cli.audit import Wanted, judged_source
from cascadia_print.entry.log_text import log_lines
from cascadia_print.report.judged import Judged
from cascadia_print.report.said import verdict
from cascadia_print.report.words import message
from cascadia_print.rules.rounds.bags import NATURE
from cascadia_print.rules.rounds.result import taken_ids
from cascadia_print.rules.rounds.tallies import Gift, not_taken
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.verdict import Report
from tests.test_logs import rounds, start, texts

CARD = "open {} cost 1 elk gives {} | take nothing | card slot 1"
DICE = "2 | dice hawk salmon/hawk elk | own hawk salmon | special"
RICH = start(bear=9, elk=9, fox=9, hawk=9, salmon=9, nature=2)
MOUNTAINS = f"2 | {CARD.format('mountains 5', 0)} | mark a1 a2 a3 a4 a5"
"""On B, a4 gives a free hexagon of the forests: b1."""


def card(n: int, of: str, marks: str, tokens: int = 0) -> str:
    return f"{n} | {CARD.format(of, tokens)} | mark {marks}"


CHAIN = (
    RICH,
    card(2, "forests 5", "b1 b2 b3 b4 b5"),
    card(3, "forests 1", "b6"),
    card(4, "wetlands 4", "d1 d2 d3 d4"),
    card(5, "mountains 3", "a1 a2 a3"),
    card(6, "prairies 5", "c1 c2 c3 c4 c5"),
)
"""On B, c5 gives any free hexagon: b7 gives one of the wetlands, d5 of the mountains, a4 of the
forests: b8."""


@pytest.mark.parametrize(
    ("line", "found"),
    [
        # The special die may be used or not, each for himself (RH-5).
        (f"{DICE} any-three | take 1 elk 1 hawk 1 salmon", ""),
        (f"{DICE} any-three | take 3 hawk", ""),
        (f"{DICE} any-three | take 1 elk 1 hawk", "RH-4 take-counts"),
        (f"{DICE} any-three | action down hawk | take 3 salmon | tally ? ? ? ? 12 1", ""),
        (f"{DICE} wild | take 3 hawk", ""),
        (f"{DICE} wild | take 3 hawk 1 elk", "RH-6 take-kinds"),
        (f"{DICE} any-three | take 1 elk | take 1 hawk | take 1 salmon", ""),
        (f"{DICE} wild | take 3 hawk | take 3 hawk", "RH-4 take-count"),
        (f"{DICE} elk/fox | take 1 elk", ""),
        (f"{DICE} fox/elk | take 2 elk", ""),
        # A discount too: `full` says that it was not used.
        (f"{DICE} discount | action down hawk | take 4 salmon | tally 9 9 9 9 13 2", ""),
        (f"{DICE} discount | action down hawk full | take 4 salmon | tally 9 9 9 9 13 1", ""),
        (f"{DICE} discount | action down hawk | take 4 salmon | tally 9 9 9 9 13 1", ""),
        (
            f"{DICE} wild | action down hawk | take 4 salmon | tally 9 9 9 9 13 0",
            "RH-7 tally-differs",
        ),
        (f"{DICE} Rabatt | aktion abwärts Bussard voll | take 4 Lachse | tally 9 9 9 9 13 1", ""),
        (f"{DICE} discount | action two | take 2 hawk 2 salmon | tally 9 9 9 11 11 0", ""),
        (f"{DICE} discount | action two full | take 2 hawk 2 salmon", "RH-6 action-unpaid"),
        ("2 | dice elk fox elk | own fox elk | action up elk full | tally ? ? ? ? ? 0", ""),
        # Whoever pays for two kinds may take one.
        ("2 | dice bear elk fox | own hawk salmon | special discount | action two | take fox", ""),
    ],
)
def test_collecting(line: str, found: str) -> None:
    assert texts(rounds("A", RICH, line)) == ([f"2 {found}"] if found else [])


@pytest.mark.parametrize("card", ["card slot 1", "card rivers 2"])
def test_a_completion_card_at_no_slot_is_not_in_play(card: str) -> None:
    opened = "2 | open rivers 2 cost 1 elk gives 0 | take nothing"
    line = f"{opened} | {card} | use 12 | pay 4 elk | mark a5"
    found = texts(rounds("A", "0 | slots 3 5 7 9", RICH, line))
    assert [text.split()[1] for text in found] == ["RH-10"]
    assert not rounds("A", "0 | slots 12 5 7 ?", RICH, line).findings
    # So it is by the file, if that names all four.
    named = texts(rounds("A", RICH, line, completion_cards=[3, 5, 7, 9]))
    assert named == ["2 RH-10 use-not-in-play"]
    assert not rounds("A", RICH, line, completion_cards=[3, 5, 7]).findings
    two = line.replace("pay 4 elk", "pay 2 elk | pay 2 fox")
    assert not rounds("A", "0 | slots 12 5 7 ?", RICH, two).findings


def test_an_action_without_the_discount_is_written_as_it_is_read() -> None:
    done = rounds("A", RICH, f"{DICE} discount | action two full | take 2 hawk 2 salmon")
    assert "action two full" in " ".join(log_lines(list(done.history), done.end))


def test_the_animals_of_a_split_face_stand_in_any_order() -> None:
    line = "1 | dice elk fox hawk/salmon | own hawk/salmon fox | special bear/hawk | take 2 hawk"
    assert not rounds("A", "0 | sets own-design", line).findings


def test_a_start_that_is_known_in_part_is_no_other_start() -> None:
    assert not rounds("A", "0 | tally 1 1 1 ? 1 2").findings
    assert texts(rounds("A", "0 | tally 1 2 1 ? 1 2")) == ["0 RH-7 start-tally"]


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ("free b1", []),
        ("free c1", ["B-6 free-habitat"]),
        ("free b2", ["B-1 gap"]),
        ("free a3", ["B-6 already"]),
        ("free f1", ["B-2 overflow-closed"]),
        ("free b1 b2", ["B-6 free-unearned"]),
        ("leave a4 | free b1", ["B-6 free-unearned"]),
        ("mark a6", ["B-1 beyond-number"]),
        ("any bear", ["RH-13 wild-unearned"]),
        ("use 8 | free b1 c1 | any bear", []),  # nobody knows what card 8 gives
    ],
)
def test_a_free_hexagon_that_is_open_excuses_nothing_that_it_cannot_be_the_reason_for(
    steps: str, found: list[str]
) -> None:
    done = rounds("B", RICH, f"{MOUNTAINS} | {steps}")
    assert [text[2:] for text in texts(done)] == found


@pytest.mark.parametrize("steps", ["free b1 | {}", "{} | free b1"])
def test_what_a_card_earns_may_be_told_before_its_marks(steps: str) -> None:
    card, _, marks = MOUNTAINS.rpartition(" | ")
    done = rounds("B", RICH, f"{card} | {steps.format(marks)} | tally 9 8 9 9 9 2")
    assert (done.findings, done.blind) == ((), False)
    wrong = rounds("B", RICH, f"{card} | any bear | {marks} | free b1")
    assert texts(wrong) == ["2 RH-13 wild-unearned"]


@pytest.mark.parametrize("told", ["b7 d5 a4 b8", "b7 a4 b8", "d5 a4 b8", "b7 d5 b8", "b7 d5", ""])
def test_free_hexagons_of_a_chain_that_are_not_told_are_held_against_nobody(told: str) -> None:
    *before, last = CHAIN
    done = rounds("B", *before, f"{last} | free {told}" if told else last)
    assert not done.findings
    assert ("free" in done.logged.missing) == (told != "b7 d5 a4 b8")


def test_a_free_hexagon_that_no_chain_leads_to_is_found() -> None:
    *before, last = CHAIN
    assert texts(rounds("B", *before, f"{last} | free b7 d5 a4 c6")) == ["6 B-6 free-habitat"]


def test_an_animal_can_come_from_a_free_hexagon_that_is_not_told() -> None:
    """b3 is the second landmark of the mountains, which gives any animal."""
    before = (RICH, card(2, "forests 2", "b1 b2"), card(3, "rivers 5", "e1 e2 e3 e4 e5 | free c1"))
    done = rounds("B", *before, card(4, "mountains 4", "a1 a2 a3 a4 | any bear"))
    assert not done.findings
    assert done.logged.missing["free"] == (4,)


def test_what_marks_earn_beside_unknown_ones_is_not_known_in_the_same_round() -> None:
    """The elk of the second card is one of the sun area, of which the log says nothing."""
    done = rounds(
        "A",
        "0 | slots 7 9 5 3",
        start(elk=1, fox=1, nature=2),
        "2 | open prairies 1 cost 1 elk gives 0 | take nothing | card slot 1 | tally 0 0 1 0 0 2",
        "3 | open rivers 1 cost 1 elk gives 0 | take nothing | tally 0 0 1 0 0 2",
        "4 | open prairies 2 cost 1 fox gives 0 | take nothing"
        " | card slot 1 | use 7 | mark b3 | pick sun.3 | card slot 2 | mark a5",
    )
    assert not done.findings, texts(done)
    assert done.logged.missing["mark"] == (2,)


@pytest.mark.parametrize(
    "second",
    [
        # Two elks of the sun area, of which the log says nothing, could pay for the second card.
        "open forests 1 cost 2 elk gives 0 | take nothing | card slot 2 | use 7 | mark b5"
        " | card slot 1 | mark a2",
        # The second card was given up; the first one's pick is missing all the same.
        "open forests 1 cost 2 elk gives 0 | take nothing | card slot 2 | use 7 | mark b5"
        " | card slot 1 | use 11 fox | failed",
    ],
)
def test_a_choice_of_the_first_card_that_is_not_told_is_missing(second: str) -> None:
    setup = ("0 | slots 11 7 5 3", start(elk=2, nature=2), card(2, "rivers 1", "a5"))
    done = rounds(
        "A", *setup, "3 | open rivers 2 cost 1 elk gives 0 | take nothing", f"4 | {second}"
    )
    assert not done.findings, texts(done)
    assert done.logged.missing["pick"] == (4,)


M, P = "mountains 1", "prairies 1"


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ((M, "a1 | pick sun.1", M, "b1 | pick sun.2"), "2 A-4 pick-unearned"),
        # A round too early, and so not missing in its own.
        ((M, "a1 | pick sun.1", M, "b1"), "2 A-4 pick-unearned"),
        ((M, "a1", M, "b1 | leave sun", P, "a3 | pick sun.1"), "4 RH-13 pick-late"),
    ],
)
def test_a_pick_against_the_rules_takes_none_from_later_ones(
    steps: tuple[str, ...], found: str
) -> None:
    rest = (P, "b3 | pick sun.3") if "a3" in steps[-1] else (P, "a3", P, "b3 | pick sun.3")
    all_ = (*steps, *rest)
    cards = enumerate(zip(all_[::2], all_[1::2], strict=True), 2)
    done = rounds("A", RICH, *(card(n, of, marks) for n, (of, marks) in cards))
    assert texts(done) == [found]
    assert "pick" not in done.logged.missing
    assert {"sun.1", "sun.3"} <= {*done.end.picks} & {*taken_ids(done.end)}


def test_the_die_of_card_3_that_is_not_told_can_be_a_split_one() -> None:
    line = card(2, "rivers 2", "a5").replace("card slot 1", "card slot 1 | use 3 {}| any hawk")
    setup = ("0 | slots 3 7 5 9", RICH)
    assert not rounds("A", *setup, line.format("")).findings
    assert not rounds("A", *setup, line.format("salmon/hawk ")).findings
    assert texts(rounds("A", *setup, line.format("fox "))) == ["2 RH-13 wild-unearned"]


def test_marks_of_a_card_that_is_known_in_part_are_missing() -> None:
    """What the roll of card 11 was is not told, nor what was marked; a1 is marked before a2."""
    line = "2 | open mountains 1 cost 1 elk gives 0 | take nothing | card slot 1 | use 11"
    again = "3 | take nothing | card slot 2 | mark a2"
    done = rounds("B", "0 | slots 11 7 5 3", RICH, line, again)
    assert not done.findings, texts(done)
    assert done.logged.missing["mark"] == (2,)


# -- what was earned and left -------------------------------------------------------------------


def said(done: Any, sheet: str, language: str = "en") -> list[str]:
    return [message(note, find_sheet(sheet), locale(language)) for note in done.notes]


@pytest.mark.parametrize(
    ("tokens", "notes", "found"),
    [
        (5, 0, []),
        (4, 1, []),  # the token of b2
        (3, 1, []),  # the two of the card
        (2, 2, []),  # both
        (1, 0, ["2 RH-7 tally-differs"]),
        (6, 0, ["2 RH-7 tally-differs"]),
    ],
)
def test_what_came_by_itself_and_is_not_on_the_tally_was_left(
    tokens: int, notes: int, found: list[str]
) -> None:
    """Missed bonuses and declined tokens are no fault (RH-8, RH-13)."""
    done = rounds("B", RICH, card(2, "forests 2", f"b1 b2 | tally 9 8 9 9 9 {tokens}", 2))
    assert texts(done) == found
    assert len(done.notes) == notes
    assert (("b2", 0) in done.end.taken) == (tokens not in (2, 4))
    for language in ("en", "de"):
        assert "{" not in "".join(said(done, "B", language))


def test_animals_that_were_left_are_named() -> None:
    sun = f"{card(3, 'rivers 2', 'b5')} | pick sun.1 | tally 9 7 9 10 9 2"
    done = rounds("A", RICH, card(2, "rivers 1", "a5"), sun)
    assert not done.findings
    assert said(done, "A") == [
        "Round 3: Not on the Tally Sheet: 1 fox from sun.1 (the first box of the Sun area)."
        " That was earned and left, which is no fault."
    ]
    assert done.end.tally[NATURE] == 2
    assert "sun.1" in taken_ids(done.end)


def test_marks_that_a_log_does_not_tell_are_not_said_to_be_none() -> None:
    found = judged("A", RICH, card(2, M, "a1"), card(3, M, "b1"))
    assert found.report.total.as_marked is None
    text = dict(verdict(found, locale()))["unmarked"]
    assert text == "Marks not judged: the log leaves out too much to know them all."


# -- what is not legal of the leftovers ---------------------------------------------------------


def report(sheet: str, *lines: str, **more: Any) -> Report:
    return judged(sheet, *lines, **more).report


def judged(sheet: str, *lines: str, **more: Any) -> Judged:
    head = {"format": "cascadia-print/filled-sheet", "sheet": f"{sheet}@1", "log": list(lines)}
    source = parse_json(json.dumps(head | more), "a.json")
    [(found, _)] = judged_source(source, None, None, Wanted())
    return found


def leftovers(*lines: str) -> tuple[int | None, int | None]:
    """As marked and as legal, after a start with 21 on the Tally Sheet."""
    line = report("A", "1 | tally 4 4 4 4 3 2", *lines).lines[-1]
    assert line.up_to == line.as_legal
    assert [(e.points, e.legal) for e in line.receipt] == [(line.as_marked, line.as_legal)]
    return line.as_marked, line.as_legal


COSTLY = "2 | open rivers 5 cost 4 elk gives 0 | take nothing | card slot 1"


@pytest.mark.parametrize(
    ("line", "as_marked", "as_legal"),
    [
        (f"{DICE} wild | take 4 hawk", 5, 5),
        (f"{DICE} wild | take 9 hawk", 6, 5),  # 5 too many of 30
        (f"{DICE} wild | take 9 hawk | tally 4 4 4 8 3 2", 5, 5),  # they are not written down
        (f"{DICE} wild | take 4 hawk | take 5 salmon", 6, 5),
        (f"{DICE} wild | take 4 hawk 5 elk", 6, 5),
        (f"{DICE} wild | action two | take 3 hawk 1 salmon | tally 4 4 4 7 4 2", 5, 4),
        (f"{DICE} wild | reroll hawk hawk | take 5 hawk", 5, 5),
        (f"{DICE} wild | reroll elk elk | take 4 elk", 5, 4),
        (f"{COSTLY} | mark a5", 3, 3),
        (f"{COSTLY} | pay nothing | mark a5", 4, 3),
        (f"{COSTLY} | use 12 | pay 4 elk | mark a5", 3, 2),
        ("2 | take nothing | any elk | any elk | any elk | any elk", 5, 4),
    ],
)
def test_what_was_had_against_the_rules_is_no_legal_leftover(
    line: str, as_marked: int, as_legal: int
) -> None:
    assert leftovers(line) == (as_marked, as_legal)


def test_bonuses_that_the_sheet_does_not_show_as_taken_are_missed() -> None:
    """The log takes them, since nothing says that they were left: that is no fault either."""
    log = [RICH, card(2, "rivers 1", "a5"), f"{card(3, 'rivers 2', 'b5')} | pick sun.1"]
    whole = [*log, *(f"{n} | take nothing" for n in range(4, 21))]
    found = report("A", *whole, spaces={"a5": 1, "b5": 2}, taken=["sun.1"], picks=["sun.1"])
    assert found.verdict == "legal", found.findings
    assert [missed.at for missed in found.missed] == ["rivers-2"]
    wrong = report("A", *whole, spaces={"a5": 1, "b5": 2}, taken=["rivers-2", "sun.2"])
    assert {finding.at for finding in wrong.findings} == {"sun.1", "sun.2"}


def test_the_fewest_gifts_that_explain_a_tally_are_found_among_many() -> None:
    gifts = [Gift(NATURE, n, f"b{k}") for k, n in enumerate((1,) * 8 + (2,) * 8)]
    assert [gift.source for gift in not_taken(gifts, 4)] == ["b8", "b9"]
    assert sum(gift.n for gift in not_taken(gifts, 23)) == 23
    assert not_taken(gifts, 25) == not_taken(gifts, -1) == not_taken(gifts[8:], 3) == ()


def test_marks_of_the_first_card_that_are_not_told_may_pay_for_the_second() -> None:
    lines = (
        "1 | special wild | action down bear | tally ? 9 ? ? ? 1",
        "2 | open prairies 1 cost 1 elk gives 0 | take nothing | card slot 1 | {}tally ? 8 ? ? ? 1",
        "3 | open rivers 3 cost 4 elk gives 0 | take nothing"
        " | card slot 2 | use 7 | {}card slot 1 | use 10 | pay 1 elk | {}note",
    )

    def found(*marks: str) -> list[str]:
        pairs = zip(lines, ((), marks[:1], marks[1:]), strict=True)
        return texts(rounds("B", *(line.format(*some) for line, some in pairs)))

    assert found("", "", "") == []
    assert found("mark c1 | ", "mark c2 | ", "mark e1 e2 e3 | ") == ["3 RH-10 use-unpaid"]


def test_an_animal_that_is_taken_on_the_sheet_need_not_be_told_in_the_log() -> None:
    """Which animal the full row gave is not told; the sheet says that it was taken."""
    kinds = ("rivers", "forests", "mountains", "prairies", "wetlands")
    marks = ("a5", "a2", "a1", "a3", "a4")
    log = [card(n, f"{kind} 1", at) for n, kind, at in zip(range(2, 7), kinds, marks, strict=True)]
    rest = [f"{n} | take nothing" for n in range(7, 21)]
    spaces = dict.fromkeys(marks, 1)
    found = report("A", RICH, *log, *rest, spaces=spaces, taken=["row-1"])
    assert found.verdict == "legal", found.findings
    assert found.log is not None
    assert "animal" in found.log.missing
