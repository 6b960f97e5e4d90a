"""`play` on the command line, with what a player types piped in."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cascadia_print import resources
from tests.cli.conftest import Run

SHEETS = resources.root("sheets")
LOGS = Path(__file__).parents[1] / "logs"
GAME = ("play", "A", "--solo", "--seed", "7", "--variant", "learning", "--player", "Ana")


@pytest.fixture
def type_(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def lines(*typed: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))

    return lines


Type = Callable[..., None]


def test_a_game_from_start_to_end_is_proved_and_a_digit_changed_in_it_is_found(
    run: Run, type_: Type, tmp_path: Path
) -> None:
    """On sheet A every choice has a number, so the first one is always an answer."""
    type_(*["1"] * 200)
    result = run(*GAME, "-o", "ana.json")
    assert result.code == 0, result.err
    assert "Seed 7" in result.err
    assert "Level L4" in result.out
    assert "The game, round by round" in result.out
    assert re.search(r"^40 points: (reached|\d+ short)\.$", result.out, re.MULTILINE)
    file = tmp_path / "ana.json"
    assert run("audit", file, "--strict").code == 0
    text = file.read_text(encoding="utf-8")
    n, line = next(
        (n, line)
        for n, line in enumerate(text.split("\n"), 1)
        if '"  5 |' in line or '" 5 |' in line
    )
    taken = re.search(r"take (\d) ", line)
    assert taken
    changed = line.replace(taken[0], f"take {int(taken[1]) + 2} ")
    file.write_text(text.replace(line, changed), encoding="utf-8")
    broken = run("audit", file)
    assert broken.code == 1
    column = line.index("take") + 1
    assert f"1. log.5 · RH-4 · {file}:{n}:{column}" in " ".join(broken.out.split())
    assert "Round 5:" in broken.out


def test_a_game_is_gone_on_with_where_it_was_stopped(run: Run, type_: Type, tmp_path: Path) -> None:
    type_(*["1"] * 200)
    run(*GAME, "-o", "whole.json")
    type_(*["1"] * 14)
    stopped = run(*GAME, "-o", "parts.json")
    assert stopped.code != 0
    kept = re.search(r"end of round (\d+)", stopped.err)
    assert kept
    assert int(kept[1]) > 1
    partial = run("audit", "parts.json")
    assert "replayed as far as it goes" in " ".join(partial.out.split())
    assert partial.code == 0
    type_("no")
    assert run(*GAME, "-o", "parts.json").code == 2
    type_("y", *["1"] * 200)
    assert run("play", "A", "--solo", "-o", "parts.json").code == 0
    whole, parts = (json.loads((tmp_path / f"{n}.json").read_text()) for n in ("whole", "parts"))
    assert parts == whole
    # A finished game is a filled sheet like any other.
    assert run(*GAME, "-o", "parts.json").code == 2


def test_a_log_that_was_changed_is_not_gone_on_with(run: Run, type_: Type, tmp_path: Path) -> None:
    type_(*["1"] * 14)
    run(*GAME, "-o", "ana.json")
    file = tmp_path / "ana.json"
    data = json.loads(file.read_text())
    data["log"][1] = data["log"][1].replace("take ", "take 9 bear ")
    file.write_text(json.dumps(data))
    type_("y", *["1"] * 200)
    result = run(*GAME, "-o", "ana.json")
    assert result.code == 2
    assert "its log was changed" in result.err


def test_undo_help_and_the_sheet_are_at_hand(run: Run, type_: Type) -> None:
    type_("?", "sheet", "what a1", "what z9", "1", "undo", "undo", "99", "quit")
    result = run(*GAME)
    told = " ".join(result.err.split())
    assert "takes back the last choice" in told
    assert "a  1M 2F 3P 4W 5R" in result.err
    assert "mountains-2 (0 of 2): 1 point and a pick from sun" in result.err
    assert "“z9” is no place on this sheet" in result.err
    assert "Taken back." in result.err
    assert "There is nothing to take back." in told
    assert "“99” is none of the choices" in told
    assert result.out == ""


def test_an_animal_without_a_number_is_all_of_it(run: Run, type_: Type) -> None:
    """Two foxes are rolled: "fox" takes both, as no dice allow one of them."""
    type_("fox", "quit")
    told = run(*GAME).err
    assert "take 2 fox" in told
    assert "collected" not in told


def test_it_speaks_german(run: Run, type_: Type) -> None:
    type_(*["1"] * 200)
    result = run(*GAME, "--lang", "de")
    assert result.code == 0, result.err
    assert "Runde 1 von 10" in result.err
    assert "Die Partie, Runde für Runde" in result.out
    assert "{" not in result.err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("play", "A"), "add --solo"),
        ((*GAME, "--set", "own-desing"), "Did you mean own-design?"),
        ((*GAME, "--cards", "3,5,9"), "four different Completion Cards"),
        ((*GAME, "--cards", "3,5,9,8"), "Completion Card 8 is not known"),
        ((*GAME, "--scenario", "first-walk"), "scenarios.yaml"),
    ],
)
def test_what_cannot_be_played_is_told(run: Run, options: tuple[str, ...], told: str) -> None:
    result = run(*options)
    assert result.code == 2
    assert told in result.err


def test_an_owners_set_with_faults_is_told_with_its_places(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game-set.yaml").write_text(
        "kind: game-set\nid: my-box\ndice:\n  central: [bear elk foxx, elk, fox]\n"
        "  special: [wild]\n  personal: [{id: one, faces: bear}, {id: two, faces: elk}]\n"
        "habitat_cards:\n  - {tier: 1, habitat: rivers, number: 3, cost: 2salmon+nature}\n",
        encoding="utf-8",
    )
    result = run("play", "A", "--solo", "--set", "my-box")
    assert result.code == 4
    assert "game-set.yaml:4:22: `foxx` is no face of a die." in result.err
    assert re.search(r"game-set.yaml:8:\d+: `2salmon\+nature` cannot stand here.", result.err)


def test_a_log_file_is_audited_alone_and_in_a_folder(run: Run, tmp_path: Path) -> None:
    shutil.copy(LOGS / "a-1.log", tmp_path)
    shutil.copy(LOGS / "a-2.log", tmp_path)
    one = run("audit", "a-1.log", "--log")
    assert one.code == 0
    assert "Level L4" in one.out
    both = run("audit", tmp_path)
    assert both.code == 0
    assert "Ranking" in both.out


def test_faults_of_a_log_file_have_places(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "ana.log"
    file.write_text("shet: A@1\nplayer: Ana\n1 | take 1 elk\n", encoding="utf-8")
    result = run("audit", file)
    assert result.code == 4
    assert f"{file}:1:1: There is no key `shet` here. Did you mean `sheet`?" in result.err
    file.write_text("sheet: A@1\n1 | take 1 elk\n2 | tike 1 fox\n", encoding="utf-8")
    result = run("audit", file)
    assert result.code == 1
    assert f"1. log.2 · IN-log · {file}:3:5" in " ".join(result.out.split())
    assert "\n   Did you mean take?" in result.out, "what was meant is not called legal"
    file.write_text("player: Ana\n1 | take 1 elk\n", encoding="utf-8")
    result = run("audit", file)
    assert f"{file}:1:1: Which sheet was played?" in result.err
    assert run("audit", file, "--sheet", SHEETS / "a-zumwalt-prairie.yaml").code == 0
    file.write_text("", encoding="utf-8")
    assert run("audit", file).code == 4


def test_a_scenario_says_which_cards_and_how_many_points(
    run: Run, type_: Type, tmp_path: Path
) -> None:
    """Of its Completion Cards only those are offered whose effect is known."""
    shutil.copy(resources.root("templates") / "scenarios.yaml", tmp_path)
    type_(*["1"] * 300)
    result = run("play", "A", "--solo", "--seed", "3", "--scenario", "first-walk", "-o", "ana.json")
    assert "Points to reach: 40." in result.err
    assert "card 3, bonus: roll a personal die, gain the animal" in " ".join(result.err.split())
    assert "First walk" in result.out
    data = json.loads((tmp_path / "ana.json").read_text())
    assert data["completion_cards"] == [3, 1, 2, 4]
    assert data["log"][0].startswith("0 | slots ? ? 3 ?")
    assert result.code == 0
