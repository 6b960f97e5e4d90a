"""A game alone: played to the end by a player who types at random what he is offered."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from cascadia_print.cli.audit import Wanted, judged_source
from cascadia_print.entry.text import dumps
from cascadia_print.play.dealer import Dealer, completion_slots
from cascadia_print.play.solo import Game, solo
from cascadia_print.rules.rounds.state import Setting, beginning
from cascadia_print.sheet.gameset import DESIGNED, completion_cards, find_set
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet


def game(name: str, seed: int, *variant: str) -> Game:
    made_of = find_set(DESIGNED)
    assert made_of is not None
    sheet = find_sheet(name)
    slots = completion_slots(completion_cards(), "family" in variant, seed)
    in_play = frozenset(n for n in slots if n)
    setting = Setting(
        sheet, variant, slots, in_play, completion_cards(), made_of.dice, made_of.habitat_cards
    )
    return Game(Dealer(setting, seed), made_of, beginning(setting), (), "Ana", (40,))


def bot(listed: str, asked: str, rng: random.Random) -> str:
    """An answer that a player could type."""
    numbers = [int(n) for n in re.findall(r"^ *(\d+) {2}", listed, re.MULTILINE)]
    places = re.search(r"(?:Open|Offen): ([\w. ]+)", asked)
    if places:
        at = rng.choice(places[1].split())
        letters = re.search(r"(?:of|Wahl:) (.*?)\. (?:Open|Offen)", asked)
        names = re.findall(r"[1-9]\d* (\w+)", letters[1]) if letters else []
        if "=" in asked and not names:
            names = ["fox" if "Open" in asked else "Fuchs"]
        return f"{at}={rng.choice(names)}" if names else at
    return str(rng.choice(numbers)) if numbers else ""


def played(start: Game, language: str, seed: int, undo: float = 0) -> dict[str, Any]:
    rng = random.Random(seed)
    talk = solo(start, locale(language))
    turn = next(talk)
    for _ in range(5000):
        answer = "undo" if rng.random() < undo else bot(turn.question, turn.prompt, rng)
        try:
            turn = talk.send(answer)
        except StopIteration as stop:
            return dict(stop.value.data or {})
    raise AssertionError(f"no end: {turn}")


@pytest.mark.parametrize(
    ("name", "language", "variant"),
    [
        ("A", "en", ()),
        ("B", "de", ("abundance",)),
        ("C", "en", ("learning",)),
        ("D", "de", ()),
        ("D", "en", ("family",)),
    ],
)
def test_a_game_ends_with_a_sheet_that_its_log_proves(
    name: str, language: str, variant: tuple[str, ...]
) -> None:
    data = played(game(name, 3, *variant), language, 3)
    source = parse_json(dumps(data), "ana.json")
    [(judged, _)] = judged_source(source, Path(), None, Wanted(log=True))
    report = judged.report
    assert (report.verdict, report.level) == ("legal", "L4"), report.findings
    assert report.log is not None
    assert report.log.whole
    assert json.loads(dumps(data)) == data


def test_what_is_taken_back_leaves_no_trace() -> None:
    """Undone choices are no part of the game; the dice fall the same again."""
    start = game("C", 11, "learning")
    data = played(start, "en", 4, undo=0.15)
    source = parse_json(dumps(data), "ana.json")
    [(judged, _)] = judged_source(source, Path(), None, Wanted())
    assert (judged.report.verdict, judged.report.level) == ("legal", "L4")
    straight = played(start, "en", 5)
    assert rolls(data) == rolls(straight)


def rolls(data: dict[str, Any]) -> list[str]:
    """The first clauses of each round, which nobody decides."""
    return [line.partition(" gives")[0] for line in data["log"][1:] if "| dice" in line]


def test_open_places_are_choices_with_numbers_where_they_are_few() -> None:
    """A free hexagon can be left, too, by its number."""
    talk = solo(game("B", 5, "family"), locale("en"))
    turn, answer = next(talk), "1"
    while "free hexagon" not in turn.prompt:
        turn = talk.send(answer)
    places = re.search(r"Open: ([\w ]+);", turn.prompt)
    assert places
    listed = re.findall(r"^ *(\d+)  (.+)$", turn.question, re.MULTILINE)
    assert [label for _, label in listed] == [*places[1].split(), "leave it"]
    assert "free hexagon" not in talk.send(listed[-1][0]).prompt


def test_the_sheet_is_shown_in_the_language_of_the_game() -> None:
    talk = solo(game("C", 2), locale("de"))
    next(talk)
    told = talk.send("plan").remark
    assert "Überlauf  1o" in told
    assert "Sonne 0/5, Regen 0/5" in told
    assert "1 Punkt · 1 Hirsch · 1 Zapfen" in told


def test_animals_are_understood_in_one_and_several() -> None:
    for language, words in (("en", "99 foxes"), ("de", "99 Füchse")):
        talk = solo(game("A", 2), locale(language))
        next(talk)
        remark = talk.send(words).remark
        assert "RH-4" in remark, remark


def test_animals_to_be_written_are_counted_in_words() -> None:
    rng, talk = random.Random(3), solo(game("D", 3), locale("de"))
    turn, asked = next(talk), []
    while len(asked) < 3:
        turn = talk.send(bot(turn.question, turn.prompt, rng))
        asked += re.findall(r" zur Wahl: (.*?)\. Offen", turn.prompt)
    assert any(re.search(r"[2-9] (Hirsche|Füchse|Bären|Bussarde|Lachse)", text) for text in asked)
