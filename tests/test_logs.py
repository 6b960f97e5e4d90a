"""Logs as players write them: the rulebook's examples of a round, and eight whole games."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cascadia_print.cli.audit import Wanted, judged_source
from cascadia_print.entry.filled import read_filled
from cascadia_print.entry.log_file import read_log_file
from cascadia_print.entry.setting import setting_of
from cascadia_print.report.json import sheet_object
from cascadia_print.report.text import sheet_text
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.rounds.bags import NATURE
from cascadia_print.rules.rounds.end import completed
from cascadia_print.rules.rounds.replay import Replayed, replay
from cascadia_print.rules.table import table
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import wildlife
from cascadia_print.verdict import Report
from tests.cli.conftest import Run, own, run
from tests.test_forward_play import entered

__all__ = ["own", "run"]

LOGS = Path(__file__).parent / "logs"
FILES = sorted(LOGS.glob("*.log"))
GAMES = 8


def judged(file: Path) -> Report:
    [(found, _)] = judged_source(read_log_file(file), file.parent, None, Wanted(log=True))
    return found.report


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_a_whole_game_is_proved_by_its_log_alone(file: Path) -> None:
    report = judged(file)
    assert (report.verdict, report.level) == ("legal", "L4"), report.findings
    assert report.total.as_legal == report.total.as_marked
    assert report.log is not None
    assert [r.number for r in report.log.rounds] == list(range(1, 21))
    leftovers = report.lines[-1].as_legal or 0
    assert report.log.rounds[-1].score == (report.total.as_legal or 0) - leftovers
    assert len(file.read_text(encoding="utf-8").splitlines()) < 60


def kinds_of(sheet: Sheet, id: str) -> set[tuple[str, str]]:
    """(kind of place, kind of gain) of all that an id can give."""
    item = table(sheet).items[id]
    if id in sheet.bonus:
        place = sheet.bonus[id].shape
    elif id in sheet.boxes:
        place = f"box of {sheet.boxes[id].area}"
    else:
        place = "overflow" if sheet.space[id].overflow else "space"
    return {(place, gain.kind) for side in item.offer.sides for gain in side}


@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
def test_the_games_earn_every_kind_of_bonus_of_a_sheet(name: str) -> None:
    sheet = find_sheet(name)
    printed = {kind for id in table(sheet).items for kind in kinds_of(sheet, id)}
    files = [f for f in FILES if f.stem.startswith(name.lower())]
    assert len(files) == GAMES / 4
    earned = set()
    for file in files:
        data = read_log_file(file).data
        done, _ = replayed(data, sheet)
        for id in done.end.seen:
            given = {k for i, k in done.end.taken if i == id}
            for k, gain in enumerate(chosen(done, sheet, id)):
                if k in given or gain.kind in ("lane", "same", "pick"):
                    earned |= {kind for kind in kinds_of(sheet, id) if kind[1] == gain.kind}
    assert earned == printed


def chosen(done: Replayed, sheet: Sheet, id: str) -> tuple[Any, ...]:
    offer = table(sheet).items[id].offer
    if not offer.choice:
        return offer.sides[0] if offer.sides else ()
    sides = dict(zip(offer.side_words(), offer.sides, strict=True))
    return next(side for word, side in sides.items() if f"{id}={word}" in done.end.picks)


def test_the_games_use_every_completion_card_and_result_that_is_known() -> None:
    used, results, actions = set(), set(), set()
    for file in FILES:
        report = judged(file)
        assert report.log is not None
        for played in report.log.rounds:
            results.add(played.special)
            actions.add(played.action and played.action[0])
            used |= {n for card in played.cards for n, _ in card.used}
    assert used == {3, 5, 7, 9, 10, 11, 12}
    assert results == {"wild", "discount", "reroll", "any-three", "elk/fox", "hawk/bear"}
    assert actions == {None, "down", "up", "two"}


# -- rounds of the rulebooks ---------------------------------------------------------------------


def replayed(data: Mapping[str, Any], sheet: Sheet) -> tuple[Replayed, Filled]:
    source = parse_json(json.dumps(data), "game.json")
    [(sheet, filled)] = read_filled(source, lambda ref: sheet)
    assert not filled.wrong, filled.wrong
    assert filled.log is not None
    setting, wrong = setting_of(sheet, filled, filled.log)
    assert not wrong
    done = replay(setting, filled.log, filled)
    return done, completed(filled, done)


def rounds(name: str, *lines: str, **more: Any) -> Replayed:
    """The replay of a few rounds."""
    sheet = find_sheet(name)
    head = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": sheet.ref}
    return replayed(head | more | {"log": list(lines)}, sheet)[0]


def texts(done: Replayed) -> list[str]:
    return [f"{f.values['round']} {f.rule} {f.text.rpartition('.')[2]}" for f in done.findings]


HAWKS = "dice hawk salmon/hawk elk | special hawk/bear | own hawk salmon"


def test_collecting_as_the_rulebook_tells_it() -> None:
    """Hawk/bear counts as a hawk, all hawks as salmon: 3 hawks and 2 salmon make 5 salmon."""
    done = rounds("A", f"1 | {HAWKS} | action down hawk | take 5 salmon | tally 1 1 1 1 6 1")
    assert not done.findings
    # Without the token there are no five, and a split die is not both at once.
    assert texts(rounds("A", f"1 | {HAWKS} | take 5 salmon")) == ["1 RH-4 take-count"]
    assert not rounds("A", f"1 | {HAWKS} | take 4 hawk").findings
    assert texts(rounds("A", f"1 | {HAWKS} | take 5 hawk")) == ["1 RH-4 take-count"]


def start(**animals: int) -> str:
    """A first round of which only the Tally Sheet at its end is told."""
    rows = (*wildlife(), "nature")
    return "1 | tally " + " ".join(str(animals.get(row, 0)) for row in rows)


CARD = "open rivers 4 cost 4 hawk 1 elk gives 2"


def test_a_card_as_the_rulebook_tells_it() -> None:
    """Card 11 rolls a hawk, so no hawk is paid; the second river space gives a hawk and a fox."""
    first = "2 | open rivers 3 cost 1 salmon gives 0 | take nothing | card slot 1 | mark a5"
    setup = ("0 | slots 11 3 5 7", start(elk=1, salmon=1, nature=2), first)
    last = "| card rivers 4 slot 1 | use 11 hawk | mark b5 | pick sun.1 | tally 0 0 1 1 0 4"
    done = rounds("A", *setup, f"3 | {CARD} | take nothing {last}")
    assert not done.findings
    assert done.end.marks == {"a5": 3, "b5": 4}
    assert {("rivers-2", 0), ("sun.1", 0), ("sun.1", 1)} <= done.end.taken
    # Without the roll the card costs its hawks too, and they are not there.
    poor = rounds("A", *setup, f"3 | {CARD} | take nothing | card rivers 4 slot 1 | mark b5")
    assert texts(poor) == ["3 RH-8 pay-lacking"]


def test_a_completion_card_that_is_not_known_may_ask_for_a_die() -> None:
    """Cards 1, 2, 4, 6 and 8 are not known; of card 5 it is known that nothing is rolled."""
    card = (
        "open rivers 3 cost 1 salmon gives 0 | take nothing | card slot 1 | use {} hawk | mark a5"
    )
    for n, found in ((4, []), (5, ["2 RH-10 rolled-nothing"])):
        setup = (f"0 | slots {n} 3 9 7", start(salmon=1, nature=2))
        assert texts(rounds("A", *setup, f"2 | {card.format(n)}")) == found


@pytest.mark.parametrize(
    ("said", "dice", "cards"),
    [
        ("seed 1", "", ""),
        ("sets own-design", "own-design", "own-design"),
        ("sets dice own-design", "own-design", ""),
        ("sets cards own-design", "", "own-design"),
        ("sätze würfel own-design", "own-design", ""),
        ("sätze karten own-design", "", "own-design"),
    ],
)
def test_a_replay_names_the_sets_that_it_was_compared_with(
    said: str, dice: str, cards: str
) -> None:
    logged = rounds("A", f"0 | {said}", "1 | take nothing").logged
    assert (logged.dice, logged.cards) == (dice, cards)


def prairies(third: str, fourth: str) -> Replayed:
    """Eleven prairies are outlined, with one card twice; then a 4 is completed twice."""
    opened = "open prairies {} cost 1 fox gives 0 | take nothing"
    return rounds(
        "B",
        start(fox=9, nature=2),
        f"2 | {opened.format(5)} | card slot 1 | mark c1 c2 c3 c4 c5 | free c6",
        "3 | take nothing | card slot 2 | mark c7 c8 c9 c10 c11 | free e1",
        f"4 | {opened.format(4)} | card slot 1 | mark {third}",
        f"5 | take nothing | card slot 2 | mark {fourth}",
    )


def test_overflow_as_the_rulebook_tells_it() -> None:
    """With 1 hexagon left a prairie 4 fills it and 3 of the overflow row; the next goes there."""
    done = prairies("c12 f1 f2 f3 | any bear", "f4 f5 f6 f7 | free a1")
    assert not done.findings, done.findings
    assert done.end.tally[NATURE] == 3
    early = prairies("f1 f2 f3 f4", "c12 f5 f6 f7")
    assert texts(early)[0] == "4 B-2 overflow-closed"
    assert early.findings[0].at == "f1"


@pytest.mark.parametrize(
    ("card", "cost", "clauses", "slots", "found"),
    [
        # Card 5: forest 2 counts as forest 3, for 2 tokens.
        ("forests 2", "1 fox", "use 5 | mark b1 b2 b3", 5, ""),
        ("forests 2", "1 fox", "use 5 | mark b1 b2", 5, "B-1 too-few-marks"),
        ("forests 2", "1 fox", "mark b1 b2 b3", 5, "B-1 beyond-number"),
        # Card 9: 2 tokens with prairie 4, 1 with prairie 3.
        ("prairies 4", "1 fox", "use 9 | mark c1 c2 c3 c4 | free a1 | tally 9 9 8 9 9 4", 9, ""),
        (
            "prairies 3",
            "1 fox",
            "use 9 | mark c1 c2 c3 | tally 9 9 8 9 9 4",
            9,
            "RH-7 tally-differs",
        ),
        # Card 10: of 1 elk, 2 foxes and 2 hawks any two of the five are left to pay.
        ("rivers 1", "1 elk 2 fox 2 hawk", "use 10 | pay 1 elk 1 fox | mark e1", 10, ""),
        ("rivers 1", "1 elk 2 fox 2 hawk", "use 10 | pay 2 hawk | mark e1", 10, ""),
        (
            "rivers 1",
            "1 elk 2 fox 2 hawk",
            "use 10 | pay 1 fox | mark e1",
            10,
            "RH-10 pay-wrong-less",
        ),
        (
            "rivers 1",
            "1 elk 2 fox 2 hawk",
            "use 10 | pay 2 elk | mark e1",
            10,
            "RH-10 pay-wrong-less",
        ),
        # Card 12: 3 bears and 2 foxes become any eight.
        ("rivers 1", "3 bear 2 fox", "use 12 | pay 8 salmon | mark e1", 12, ""),
        ("rivers 1", "3 bear 2 fox", "use 12 | pay 7 salmon | mark e1", 12, "RH-10 pay-wrong-any"),
    ],
)
def test_completion_cards_as_the_rulebooks_tell_them(
    card: str, cost: str, clauses: str, slots: int, found: str
) -> None:
    done = rounds(
        "B",
        f"0 | slots {slots} 3 7 11",
        start(bear=9, elk=9, fox=9, hawk=9, salmon=9, nature=2),
        f"2 | open {card} cost {cost} gives 0 | take nothing | card slot 1 | {clauses}",
    )
    assert [text.partition(" ")[2] for text in texts(done)] == ([found] if found else [])


def test_a_completion_card_that_lies_elsewhere_is_not_used_at_a_slot_that_is_not_known() -> None:
    line = "2 | open rivers 1 cost 1 fox gives 0 | take nothing | card slot 1 | use 5 | mark e1 e2"
    before = start(fox=9, nature=2)
    assert not rounds("B", "0 | slots ? 3 9 7", before, line).findings
    elsewhere = rounds("B", "0 | slots ? 3 5 7", before, line)
    assert texts(elsewhere)[0] == "2 RH-10 use-lies-elsewhere"
    # What was used once at a slot lies there.
    again = "3 | take nothing | card slot 2 | use 5 | mark e3 e4"
    assert texts(rounds("B", before, line, again))[0] == "3 RH-10 use-lies-elsewhere"


def test_what_gives_by_itself_can_be_left() -> None:
    """A nature token in a hexagon, and the tokens of the card."""
    line = (
        "2 | open forests 2 cost 1 fox gives 1 | take nothing | card slot 1 | mark b1 b2{} | tally "
    )
    before = start(fox=9, nature=2)
    assert not rounds("B", before, line.format("") + "0 0 8 0 0 4").findings
    left = rounds("B", before, line.format(" | leave b2 tokens") + "0 0 8 0 0 2")
    assert not left.findings
    assert ("b2", 0) not in left.end.taken
    both = rounds("B", before, line.format(" | leave b2") + "0 0 8 0 0 4")
    assert texts(both) == ["2 RH-7 tally-differs"]


def test_card_7_lets_a_second_card_be_completed_and_card_3_gives_an_animal() -> None:
    opened = "open {} cost 1 fox gives 0 | take nothing"
    lines = (
        "0 | slots 7 3 5 9",
        start(fox=9, nature=2),
        f"2 | {opened.format('rivers 1')}",
        f"3 | {opened.format('forests 1')} | card slot 1 | use 7 | mark b1"
        " | card slot 2 | use 3 bear | mark e1 | tally 1 0 7 0 0 2",
    )
    assert not rounds("B", *lines).findings
    without = lines[3].replace("use 7 | ", "")
    assert texts(rounds("B", *lines[:3], without))[0] == "3 RH-8 second-card"


# -- rulings -------------------------------------------------------------------------------------


def stuck(letters: str, **rulings: str) -> Replayed:
    """On D a forest 4 costs only two animals: the rest finds none to write."""
    return rounds(
        "D",
        start(fox=9, nature=2),
        f"2 | open forests 4 cost 2 fox gives 0 | take nothing | card slot 1 | mark {letters}",
        language="en",
        rulings={k.replace("_", "-"): v for k, v in rulings.items()},
    )


def test_the_rest_that_the_cost_does_not_cover_is_a_ruling() -> None:
    assert not stuck("a5=F b5=F").findings
    assert texts(stuck("a5=F b5=F c5=F")) == ["2 D-1 letters-used"]
    assert texts(stuck("a5=F b5=F overflow.1")) == ["2 D-3 overflow-closed"]
    assert not stuck("a5=F b5=F overflow.1 overflow.2", stuck_rest="overflow").findings
    early = stuck("a5=F overflow.1 b5=F overflow.2", stuck_rest="overflow")
    assert texts(early) == ["2 D-3 overflow-early"]


def test_a_free_hexagon_of_a_full_row_goes_where_the_ruling_says() -> None:
    full = prairies("c12 f1 f2 f3 | any bear", "f4 f5 f6 f7 | free f8")
    assert not full.findings, full.findings


# -- variants, and what is not known -------------------------------------------------------------


def test_family_mode_has_its_own_action_and_no_special_die() -> None:
    roll = "1 | dice bear bear elk | own fox salmon"
    family = {"variant": ["family"]}
    assert not rounds("A", f"{roll} | take 2 bear", **family).findings
    assert not rounds("A", f"{roll} | action extra 2 | take 2 bear 1 elk 1 fox", **family).findings
    poor = rounds("A", f"{roll} | action extra 3 | take 2 bear 1 elk 1 fox 1 salmon", **family)
    assert texts(poor) == ["1 RH-6 action-unpaid"]
    free = rounds("A", f"{roll} | take 2 bear 1 elk", **family)
    assert texts(free) == ["1 RH-14 take-kinds-family"]


def test_the_learning_game_ends_after_ten_rounds() -> None:
    lines = [f"{n} | take nothing" for n in range(1, 12)]
    assert texts(rounds("A", *lines, variant=["learning"])) == ["11 RH-2 too-many-rounds"]
    assert not rounds("A", *lines).findings


def test_the_abundance_variant_starts_with_more() -> None:
    first = (
        "1 | dice bear elk elk | special wild | own fox salmon | take 1 bear | tally 4 3 3 3 3 4"
    )
    assert not rounds("A", first, variant=["abundance"]).findings
    assert texts(rounds("A", first)) == ["1 RH-7 tally-differs"]


def test_what_an_unknown_completion_card_does_is_not_judged() -> None:
    line = "2 | open rivers 1 cost 1 fox gives 0 | take nothing | card slot 1 | use 8 | mark e1 e2"
    done = rounds("B", start(fox=9, nature=2), line)
    assert not done.findings
    assert "effect" in done.logged.missing
    assert not done.logged.whole


def test_an_owners_set_says_what_his_cards_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game-set.yaml").write_text(
        "kind: game-set\nid: my-box\ncompletion_cards:\n"
        "  - {number: 8, side: bonus, gain: 2nature+fox}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("CASCADIA_PRINT_SHEETS", str(tmp_path))
    line = "2 | open rivers 1 cost 1 fox gives 0 | take nothing | card slot 1 | use 8 | mark e1"
    setup = ("0 | slots 8 3 5 7 | sets cards my-box", start(fox=9, nature=2))
    assert not rounds("B", *setup, f"{line} | tally 0 0 9 0 0 4").findings
    assert texts(rounds("B", *setup, f"{line} | tally 0 0 8 0 0 2")) == ["2 RH-7 tally-differs"]


# -- words ---------------------------------------------------------------------------------------


def test_german_words_are_understood() -> None:
    done = rounds(
        "A",
        "1 | würfel Bussard Lachs/Bussard Hirsch | spezial Joker | eigene Fuchs Lachs"
        " | aufgedeckt Fluss 3 kosten 2 Lachs gibt 0 | nimm 3 Lachs | karte platz 1 | markiere a5"
        " | tierbogen 1 1 1 1 2 2",
    )
    assert not done.findings
    assert done.end.marks == {"a5": 3}


def test_a_digit_that_is_wrong_in_one_tally_is_one_slip() -> None:
    """The next tally goes on from the right number, which is no slip; from another it is one."""
    lines = "1 | take 1 elk | tally 2 2 1 1 1 2", "2 | take 1 elk | tally {} 3 1 1 1 2"
    for bears, found in ((2, 1), (1, 1), (3, 2), (0, 2)):
        done = rounds("A", lines[0], lines[1].format(bears))
        assert texts(done) == [f"{n} RH-7 tally-differs" for n in (1, 2)][:found]


def test_animals_and_habitats_are_understood_in_one_and_several() -> None:
    usual = "1 | dice hawk fox fox | special wild | own elk fox | take 4 fox | open forests 1"
    for words in (("hawk", "foxes", "forest"), ("hawks", "fox", "Wälder"), ("x", "Füchse", "F")):
        hawk, fox, habitat = words
        line = usual.replace("4 fox", f"4 {fox}").replace("forests", habitat)
        line = line.replace("hawk", hawk) if hawk != "x" else line
        done, same = rounds("A", line), rounds("A", usual)
        assert (done.end.tally, done.findings) == (same.end.tally, same.findings)


@pytest.mark.parametrize(
    ("line", "text", "column"),
    [
        ("1 | dcie bear", "log.wrong.clause", 4),
        ("1 | dice bear elkk fox", "log.wrong.face", 14),
        ("1 | take salmon 5", "log.wrong.number-last", 16),
        ("1 | special wlid", "log.wrong.special", 12),
        ("1 | card meadow 3", "log.wrong.habitat", 9),
        ("1 | card rivers", "log.wrong.card", 9),
        ("1 | mark z9", "unknown-space", 9),
        ("1 | tally 1 2", "log.wrong.number-of", 4),
        ("1 | own fox bear | reroll elk", "log.wrong.number-of", 19),
        ("1 | take 1 elk | dice bear elk fox | dice fox fox fox", "log.wrong.twice", 37),
        ("dice bear", "log.wrong.before-rounds", 0),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(line: str, text: str, column: int) -> None:
    sheet = find_sheet("A")
    head = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": sheet.ref}
    filled = entered(head | {"log": [line]}, sheet)
    assert [(w.text, w.offset) for w in filled.wrong] == [(text, column)]


# -- reports -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [60, 80])
def test_the_table_has_a_row_for_each_round(language: str, width: int) -> None:
    [(found, _)] = judged_source(read_log_file(LOGS / "c-1.log"), LOGS, None, Wanted(log=True))
    words = locale(language)
    text = sheet_text(found, words, log=True, width=width)
    lines = text.split("\n")
    assert max(map(len, lines)) <= width
    at = next(k for k, line in enumerate(lines) if line == words.text("log.table.title"))
    numbers = [line.split()[0] for line in lines[at:] if line[:3].strip().isdecimal()]
    assert numbers == [str(n) for n in range(1, 21)]
    assert found.report.log is not None
    last = str(found.report.log.rounds[-1].score)
    row = next(line for line in lines[at:] if line.split()[:1] == ["20"])
    assert row.endswith(last)


def test_the_json_report_has_the_rounds() -> None:
    [(found, _)] = judged_source(read_log_file(LOGS / "a-1.log"), LOGS, None, Wanted(log=True))
    log = sheet_object(found, locale("en"))["log"]
    assert log["whole"]
    assert log["missing"] == {}
    assert len(log["rounds"]) == 20
    assert log["rounds"][-1]["score"] == found.report.log.rounds[-1].score  # type: ignore[union-attr]


# -- several players ----------------------------------------------------------------------------


def test_the_logs_of_one_table_tell_the_same_rolls(run: Run, tmp_path: Path) -> None:
    """Central dice and open cards are shared; which of two logs is wrong cannot be told."""
    line = "1 | dice bear elk fox | special wild | own {own} salmon | take 1 {own} | tally {tally}"
    ana = line.format(own="fox", tally="1 1 2 1 1 2").replace("take 1", "take 2")
    ben = line.format(own="hawk", tally="1 1 1 2 1 2")
    players = [
        {"player": name, "spaces": {}, "log": [log]} for name, log in (("Ana", ana), ("Ben", ben))
    ]
    players[0]["log"] = [ana.replace("1 1 2 1 1 2", "1 1 3 1 1 2")]
    game = {"format": "cascadia-print/game", "version": 1, "sheet": "A@1", "players": players}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    assert run("audit", file).code == 0
    players[1]["log"] = [ben.replace("bear elk fox", "bear elk elk")]
    file.write_text(json.dumps(game), encoding="utf-8")
    result = run("audit", file)
    assert result.code == 3
    assert "Ana's log has other central dice (bear, elk, fox, wild)" in " ".join(result.out.split())
    german = " ".join(run("audit", file, "--lang", "de").out.split())
    assert "Würfel (Bär, Hirsch, Fuchs, Joker) als dieses (Bär, Hirsch, Hirsch, Joker)." in german


@pytest.mark.parametrize(
    ("letters", "language", "found"),
    [
        # S is salmon in English only, V the hawk in German only; then H is settled too.
        ("a5=H b5=S", "", {"a5": "hawk", "b5": "salmon"}),
        ("a5=H b5=V", "", {"a5": "elk", "b5": "hawk"}),
        ("a5=H b5=F", "de", {"a5": "elk", "b5": "fox"}),
        ("a5=B b5=F", "", {"a5": "bear", "b5": "fox"}),
    ],
)
def test_letters_of_a_log_are_read_in_their_alphabet(
    letters: str, language: str, found: dict[str, str]
) -> None:
    cost = "1 bear 1 elk 1 fox 1 hawk 1 salmon"
    line = f"2 | open forests 2 cost {cost} gives 0 | take nothing | card slot 1 | mark {letters}"
    tally = start(bear=1, elk=1, fox=1, hawk=1, salmon=1, nature=2)
    done = rounds("D", tally, line, **({"language": language} if language else {}))
    assert not done.findings
    assert done.end.marks == found


def test_a_letter_that_could_be_either_animal_is_held_against_nobody() -> None:
    line = "2 | open forests 1 cost 1 hawk gives 0 | take nothing | card slot 1 | mark a5=H"
    done = rounds("D", start(hawk=1, nature=2), line)
    assert not done.findings
    assert "letter" in done.logged.missing


def test_a_mark_that_is_wrong_on_the_sheet_too_is_told_once_in_its_round(
    run: Run, tmp_path: Path
) -> None:
    """With what follows from it on the final picture."""
    roll = "dice elk elk elk | special reroll | own fox salmon"
    cards = [f"{n} | {roll} | take nothing" for n in range(1, 21)]
    cards[1] += " | open rivers 3 cost 1 fox gives 0 | card slot 1 | mark b5"
    log = ["0 | slots 9 10 11 12", *cards]
    data = {
        "format": "cascadia-print/filled-sheet",
        "sheet": "A@1",
        "columns": {"rivers": [None, 3]},
        "log": log,
    }
    file = tmp_path / "ana.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = run("audit", file, "--format", "json")
    (found,) = result.json["sheets"]
    assert [(f["rule"], f["at"]) for f in found["findings"]] == [("A-1", "b5")]
    assert found["findings"][0]["message"].startswith("Round 2: b5 is filled, but a5")
    assert (found["verdict"], found["level"]) == ("illegal", "L4")
    assert found["lines"][1]["as_legal"] == 0


# -- broken files --------------------------------------------------------------------------------

WORDS = (
    "dice special own reroll action take open card use pay failed mark free pick any leave tally"
    " slots sets down up two extra wild any-three tokens nothing bear salmon/hawk 5 0 99 a1 b2=H"
    " overflow.1 sun.1 landmark.rivers=3pt row-1.2 | 12 - rivers slot cost gives 2elk =x a1= ="
)


def broken(lines: list[str], rng: random.Random) -> list[str]:
    """The lines with a few words or signs changed."""
    known = WORDS.split()
    for _ in range(rng.choice((1, 2, 8))):
        n = rng.randrange(len(lines))
        words = lines[n].split(" ")
        k = rng.randrange(len(words))
        match rng.randrange(5):
            case 0:
                words[k] = rng.choice(known)
            case 1:
                words.insert(k, rng.choice(known))
            case 2:
                del words[k]
            case 3:
                words[k] = words[k][:1] + rng.choice("|=./x9ä\t-") + words[k][2:]
            case _:
                lines.insert(n, lines[rng.randrange(len(lines))])
        lines[n] = " ".join(words)
    return lines


def test_no_broken_log_is_a_fault_of_the_program(run: Run, tmp_path: Path) -> None:
    rng = random.Random(9)
    file = tmp_path / "game.log"
    for k in range(40):
        lines = FILES[k % len(FILES)].read_text(encoding="utf-8").splitlines()
        file.write_text("\n".join(broken(lines, rng)), encoding="utf-8")
        result = run("audit", file, "--log", "--why", "--lang", rng.choice(("en", "de")))
        assert result.code in (0, 1, 3, 4), (k, result.err)
        assert "{" not in result.out, (k, result.out)


def test_what_could_follow_from_a_line_that_cannot_be_read_is_no_fault_of_the_player() -> None:
    """A misspelt action explains animals that the dice do not show; so does a misspelt card."""
    sheet = find_sheet("A")
    line = "1 | dice hawk hawk elk | special wild | own fox fox | actoin down hawk | take 2 salmon"
    source = {"format": "cascadia-print/filled-sheet", "sheet": "A@1", "log": [line]}
    filled = entered(source, sheet)
    assert [w.text for w in filled.wrong] == ["log.wrong.clause"]
    assert filled.log is not None
    setting, _ = setting_of(sheet, filled, filled.log)
    done = replay(setting, filled.log, filled)
    assert not done.findings
    assert done.logged.missing["unread"] == (1,)
    read = line.replace("actoin down hawk", "action up fox")
    assert texts(rounds("A", read)) == ["1 RH-4 take-count"]


def test_card_5_makes_the_number_higher_wherever_the_log_names_it() -> None:
    line = "2 | open rivers 4 cost 1 elk gives 2 | take nothing | card slot 1 | {}"
    tally = start(elk=1, nature=2)
    for steps in ("use 5 | mark a5", "mark a5 | use 5"):
        done = rounds("A", tally, line.format(steps), completion_cards=[5])
        assert not done.findings
        assert done.end.marks == {"a5": 5}


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("A", "1 | take 1 elk | card slot 1 | mark a5"),
        ("D", "1 | take 1 elk | card rivers 1 slot 1 cost 1 elk | mark c4=H"),
        ("D", "1 | take 1 elk | card rivers 1 slot 1 cost 1 elk | mark c4"),
    ],
)
def test_a_number_or_letter_that_is_not_told_is_no_wrong_one(name: str, line: str) -> None:
    sheet = find_sheet(name)
    head = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": sheet.ref}
    source = parse_json(json.dumps(head | {"log": [line]}), "game.json")
    [(found, _)] = judged_source(source, None, None, Wanted())
    assert (found.report.verdict, found.report.findings) == ("legal", ())


def test_a_number_on_the_sheet_agrees_with_a_log_that_does_not_tell_it() -> None:
    sheet = find_sheet("A")
    line = "1 | take 1 elk | card slot 1 | mark a5"
    rest = [f"{n} | take 1 elk" for n in range(2, 21)]
    head = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": sheet.ref}
    data = head | {"spaces": {"a5": 4}, "log": [line, *rest]}
    [(found, _)] = judged_source(parse_json(json.dumps(data), "game.json"), None, None, Wanted())
    assert (found.report.verdict, found.report.findings) == ("legal", ())


def test_letters_that_are_not_told_use_up_the_cost_too() -> None:
    """Two animals are written, whichever: none is left for the third and fourth mark (D-1)."""
    line = "2 | open forests 4 cost 2 hawk gives 0 | take nothing | card slot 1 | mark {}"
    assert not rounds("D", start(hawk=2, nature=2), line.format("a5 b5")).findings
    one = rounds("D", start(hawk=2, nature=2), line.format("a5"))
    assert texts(one) == ["2 D-1 too-few-marks"]


def test_leftovers_that_the_log_does_not_end_with_are_not_legal() -> None:
    """Nor are nature tokens, which decide a tie."""
    sheet = find_sheet("B")
    head = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": sheet.ref}
    dice = "dice elk elk elk | special wild | own elk elk | take 6 elk"
    log = [f"{n} | {dice}" for n in range(1, 21)]
    end = {"bear": 1, "elk": 121, "fox": 1, "hawk": 1, "salmon": 1, "nature": 2}
    data = head | {"spaces": {}, "log": log, "tally": end | {"bear": 61, "nature": 9}}
    [(found, _)] = judged_source(parse_json(json.dumps(data), "game.json"), None, None, Wanted())
    report = found.report
    assert [f.at for f in report.findings] == ["bear", "nature"]
    assert (report.total.as_marked, report.total.as_legal, report.total.up_to) == (38, 25, 25)
    assert (report.lines[-1].as_legal, report.nature) == (25, 2)


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        # The roll is not told, only that it failed.
        ("B", "open rivers 1 cost 2 elk gives 0 | take nothing | card slot 1 | use 11 | failed"),
        # Without its cost nobody knows how many animals could be written.
        ("D", "take nothing | card rivers 4 slot 1 | mark c4=E d1=E"),
    ],
)
def test_what_follows_from_something_untold_is_not_judged(name: str, steps: str) -> None:
    done = rounds(name, start(elk=3, nature=2), f"2 | {steps}", language="en")
    assert not done.findings, texts(done)


def test_a_free_hexagon_told_later_in_the_round_excuses_nothing() -> None:
    line = (
        "2 | open mountains 5 cost 1 elk gives 0 | take nothing | card slot 1"
        " | mark a1 a2 a3 a4 a5 | any bear | free b1"
    )
    assert texts(rounds("B", start(elk=3, nature=2), line)) == ["2 RH-13 wild-unearned"]


def test_marks_beside_a_second_card_that_failed_earn_what_is_not_known(tmp_path: Path) -> None:
    """Without the first round the picture is not known, nor what the marks of the fifth earn."""
    lines = (LOGS / "d-2.log").read_text(encoding="utf-8").splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith(" 1 |"))
    file = tmp_path / "d.log"
    file.write_text("\n".join(lines[:first] + lines[first + 2 :]), encoding="utf-8")
    assert judged(file).findings == ()


def test_a_log_that_breaks_off_is_not_the_end_of_a_sheet_that_says_something() -> None:
    """Alone it is all that is known; beside marks, claims or circles of the end it is not."""
    sheet = find_sheet("B")
    head = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": sheet.ref}
    log = ["1 | dice elk elk elk | special wild | own elk elk | take 6 elk"]
    _, alone = replayed(head | {"log": log}, sheet)
    assert alone.marks == {}
    assert alone.tally is not None
    for said in ({"spaces": {"a1": True}}, {"taken": ["a2"]}, {"claims": {"mountains": 9}}):
        _, filled = replayed(head | said | {"log": log}, sheet)
        assert filled.tally is None
        assert filled.marks == said.get("spaces")


def test_what_a_log_says_was_left_is_left_on_a_sheet_with_the_same_marks() -> None:
    sheet = find_sheet("A")
    head = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": sheet.ref}
    first = "1 | open rivers 4 cost 1 elk gives 0 | take nothing | card slot 1 | mark a5"
    second = "2 | take 1 elk | card slot 2 | mark b5 | leave rivers-2.1 sun"
    log = [first, second, *(f"{n} | take nothing" for n in range(3, 21))]
    for marks, taken in (({"a5": 4, "b5": 4}, ()), ({"a5": 4}, None)):
        done, filled = replayed(head | {"spaces": marks, "log": log}, sheet)
        assert not done.findings
        assert filled.taken == taken
