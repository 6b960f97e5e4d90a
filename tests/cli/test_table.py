"""A table of players, scenarios, ranks, the order of play, and many files at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cascadia_print import resources
from cascadia_print.verdict import Part, Played
from tests.cli.conftest import Run

Filled = Callable[..., Path]

EXAMPLES = resources.root("data") / "examples"
WORDS = "      - text: {en: 12 points from bonuses, de: 12 Punkte aus Boni}\n      "
SCENARIOS = resources.root("templates") / "scenarios.yaml"


def player(name: str, sheet: str = "A@1", **more: Any) -> dict[str, Any]:
    return {"player": name, "sheet": sheet, "spaces": {}} | more


def game(folder: Path, *players: dict[str, Any]) -> Path:
    file = folder / "game.json"
    file.write_text(json.dumps({"format": "cascadia-print/game", "players": players}))
    return file


# -- the table ----------------------------------------------------------------------------------


def test_whoever_plays_on_another_sheet_is_named(run: Run, tmp_path: Path) -> None:
    table = game(tmp_path, player("Ana"), player("Ben", "B@1"), player("Cy"))
    result = run("audit", table, "--format", "json")
    found = {s["player"]: s["findings"] for s in result.json["sheets"]}
    assert (found["Ana"], found["Cy"], result.code) == ([], [], 1)
    (finding,) = found["Ben"]
    assert (finding["rule"], finding["kind"], finding["pointer"]) == (
        "RH-16",
        "illegal",
        "/players/1",
    )
    assert "Ben plays on B@1, others at this table on A@1." in finding["message"]
    assert result.json["ranking"] == []


def test_the_first_player_counts_where_two_differ_and_one_sheet_is_no_finding(
    run: Run, tmp_path: Path
) -> None:
    result = run("audit", game(tmp_path, player("Ana", "C@1"), player("Ben")), "--format", "json")
    assert [len(s["findings"]) for s in result.json["sheets"]] == [0, 1]
    result = run("audit", game(tmp_path, player("Ana"), player("Ben")), "--format", "json")
    assert result.code == 0


def test_files_of_different_games_may_have_different_sheets(run: Run) -> None:
    examples = [EXAMPLES / f"rulebook-{letter}.json" for letter in "ab"]
    assert run("audit", *examples).code == 0


# -- the order of play --------------------------------------------------------------------------


def test_the_order_of_play_is_shown_when_it_is_asked_for(run: Run, filled: Filled) -> None:
    path = filled(map=["63...", ".4...", ".....", "....."], picks=["sun.7"])
    text = run("audit", path, "--prove")
    assert text.code == 0
    assert text.out.split("An order of play that leads here\n")[1].startswith(
        "The game itself may have been played in another.\n"
        "Round 18  forests 3: a2.\n"
        "Round 19  mountains 6: a1.\n"
        "Round 20  forests 4: b2. Earns forests-2, sun.7.\n"
    )
    assert "Level L3" in text.out
    plain = run("audit", path)
    assert "Level L2" in plain.out
    assert "Round" not in plain.out
    (sheet,) = run("audit", path, "--prove", "--format", "json").json["sheets"]
    assert sheet["level"] == "L3"
    assert sheet["order"][2] == {
        "round": 20,
        "kind": "card",
        "habitat": "forests",
        "number": 4,
        "marks": [{"at": "b2", "value": 4}],
        "source": None,
        "earned": ["forests-2", "sun.7"],
    }
    (sheet,) = run("audit", path, "--format", "json").json["sheets"]
    assert (sheet["level"], sheet["order"]) == ("L2", None)


def test_what_a_file_declares_is_judged_without_asking(run: Run, filled: Filled) -> None:
    result = run("audit", filled(map=["6....", ".....", ".....", "....."], variant=["family"]))
    assert result.code == 1
    assert "1. a1 · RH-14 ·" in result.out
    assert "in family mode no card has a higher number than 5" in result.out


def test_an_order_that_nobody_asked_for_is_not_printed(run: Run, filled: Filled) -> None:
    out = run("audit", filled(variant=["family"])).out
    assert "Level L3" in out
    assert "Round" not in out


def test_a_free_hexagon_stands_under_its_card_and_an_animal_beside_its_place(run: Run) -> None:
    out = run("audit", EXAMPLES / "rulebook-d.json", "--prove").out
    assert "\n          free hexagon (any) of same.elk.1: " in out
    assert "Round 12  forests 5: a5 hawk, " in out
    assert all(len(line) <= 80 for line in out.splitlines())
    german = run("audit", EXAMPLES / "rulebook-d.json", "--prove", "--lang", "de").out
    assert "Zusatz-Sechseck (beliebig) von same.elk.1: " in german


def test_an_order_or_a_log_that_is_not_there_is_told(run: Run, filled: Filled) -> None:
    gap = filled(map=["3....", ".....", "2....", "....."])
    title, why = "\nAn order of play that leads here\n", "None is built, as not all of the marks"
    assert title + why in run("audit", gap, "--prove").out
    alone = filled(map=None, claims={"row-1": 3})
    assert (
        f"{title}None is built, as the marks are not known." in run("audit", alone, "--prove").out
    )
    assert "holds no log of the game." in run("audit", alone, "--log").out
    # An open question about the order is a finding, and Cascadia itself has neither.
    for flag in ("--prove", "--log"):
        out = run("audit", EXAMPLES / "cascadia-game.txt", flag).out
        assert title not in out
        assert "round by round" not in out


def test_nothing_marked_is_nothing_to_be_played(run: Run, filled: Filled) -> None:
    out = run("audit", filled(map=["....."] * 4), "--prove").out
    assert "Nothing was marked" in out
    (sheet,) = run("audit", filled(map=["....."] * 4), "--prove", "--format", "json").json["sheets"]
    assert (sheet["level"], sheet["order"]) == ("L3", [])


# -- achievements and scenarios -----------------------------------------------------------------


def test_achievements_are_in_both_reports(run: Run) -> None:
    example = EXAMPLES / "rulebook-b.json"
    assert "\nAchievements: 70 points, 10 landmarks.\n" in run("audit", example).out
    assert "Herausforderungen: 70 Punkte" in run("audit", example, "--lang", "de").out
    (sheet,) = run("audit", example, "--format", "json").json["sheets"]
    assert sheet["achievements"] == ["ach-b-70", "ach-b-landmarks-10"]


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    file = tmp_path / "scenarios.yaml"
    file.write_text(SCENARIOS.read_text(encoding="utf-8"), encoding="utf-8")
    return file


def test_a_scenario_is_held_against_a_sheet(run: Run, filled: Filled, scenarios: Path) -> None:
    rows = ["5555.", "5555.", "5555.", "5555."]
    picks = ["sun.7", "sun.8", "sun.9", "sun.1", "sun.2", "sun.3", "sun.4", "sun.5"]
    done = filled(map=rows, picks=picks)
    result = run("audit", done, "--scenario", "first-walk")
    assert result.code == 0
    assert (
        "\nScenario First walk: reached.\n"
        "✓ played on sheet A\n"
        "✓ Completion Cards 1, 2, 3, 4\n"
        "✓ 2 full columns\n"
        "✓ 12 points from bonuses\n"
        "✓ 40 points\n"
    ) in result.out
    # The scenario says which Completion Cards are in play.
    six = filled(map=["6....", ".....", ".....", "....."])
    result = run("audit", six, "--scenario", "first-walk")
    assert "Completion Card 5" in result.out
    assert "\nScenario First walk: not reached.\n" in result.out
    assert "✗ 2 full columns (here: 0)" in result.out
    others = filled(map=rows, picks=picks, completion_cards=[5, 6, 7, 8])
    (sheet,) = run("audit", others, "--scenario", "first-walk", "--format", "json").json["sheets"]
    assert (sheet["scenario"]["id"], sheet["scenario"]["reached"]) == ("first-walk", False)
    assert [p["reached"] for p in sheet["scenario"]["parts"]] == [True, False, True, True, True]
    assert sheet["scenario"]["parts"][1]["have"] == "5, 6, 7, 8"


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        ({}, "no"),
        ({"language": "de"}, "yes"),
        ({"rules": "en", "language": "de"}, "no"),
        ({"rulings": {"achievements": "yes"}}, "yes"),
        ({"language": "de", "rulings": {"achievements": "no"}}, "no"),
    ],
)
def test_achievements_count_in_a_scenario_or_not(
    run: Run, filled: Filled, scenarios: Path, said: dict[str, Any], choice: str
) -> None:
    path = filled(map=["11...", "11...", "11...", "11..."], picks=["sun=none"], **said)
    alone, played = (
        run("audit", path, "--format", "json", *more).json["sheets"][0]
        for more in ((), ("--scenario", "first-walk"))
    )
    assert alone["achievements"] == ["ach-a-columns-2"]
    assert played["achievements"] == (alone["achievements"] if choice == "yes" else None)
    assert played["rulings"]["achievements"] == choice
    text = run("audit", path, "--scenario", "first-walk").out
    assert ("\nAchievements: 2 full columns." in text) == (choice == "yes")
    assert ("not counted where a scenario is played" in text) == (choice == "no")


def test_a_scenario_that_depends_on_an_open_choice(
    run: Run, filled: Filled, scenarios: Path
) -> None:
    """Four columns of four 5 are 80 and 8 points, with 8 suns that the file does not say."""
    path = filled(map=["5555.", "5555.", "5555.", "5555."])
    assert "Scenario First walk: cannot tell." in run("audit", path, "--scenario", "first-walk").out


def test_of_numbers_alone_it_cannot_be_told_what_made_them(
    run: Run, filled: Filled, scenarios: Path
) -> None:
    text = scenarios.read_text(encoding="utf-8")
    text = text.replace("    goals:\n", "    goals:\n      - achievement: ach-a-column-17\n")
    scenarios.write_text(text, encoding="utf-8")
    out = run("audit", filled(map=None, claims={"bonus-1": 5}), "--scenario", "first-walk").out
    assert "\nScenario First walk: cannot tell.\n" in out
    assert "? 12 points from bonuses (here: 0)\n" in out
    assert "? 17 points in one column (here: 0)\n" in out


def test_a_scenario_of_another_sheet_is_not_reached(
    run: Run, filled: Filled, scenarios: Path
) -> None:
    text = scenarios.read_text(encoding="utf-8").replace("sheet: A", "sheet: C")
    text = text.replace("achievement: ach-a-columns-2", "achievement: ach-c-sky")
    scenarios.write_text(text, encoding="utf-8")
    result = run("audit", filled(), "--scenario", "first-walk")
    assert result.code == 0
    assert "✗ played on sheet C (here: A)\n" in result.out
    assert "✗ all sun and rain bonuses (here: 0)\n" in result.out


def test_one_missed_part_is_enough() -> None:
    parts = {True: Part("cards", True, 1, 1), False: Part("sheet", False, "A", "B")}
    parts |= {None: Part("points", None, 40, 39)}
    for found, want in (
        ((True, True), True),
        ((True, None), None),
        ((None, False, True), False),
    ):
        assert Played("x", {}, tuple(parts[part] for part in found)).reached is want


def test_scenarios_of_the_user_folder_and_none(
    run: Run, filled: Filled, scenarios: Path, own: Path
) -> None:
    unknown = run("audit", filled(), "--scenario", "second-walk")
    assert unknown.code == 2
    assert f"There is no scenario “second-walk” in {scenarios}" in unknown.err
    assert "There are: first-walk." in unknown.err
    scenarios.rename(own / "scenarios.yaml")
    assert run("audit", filled(), "--scenario", "first-walk").code == 0
    (own / "scenarios.yaml").unlink()
    missing = run("audit", filled(), "--scenario", "first-walk")
    assert missing.code == 2
    assert f"in {scenarios.parent} nor in {own}. Copy templates/scenarios.yaml" in missing.err


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("ach-a-columns-2", "ach-a-column-2", "Did you mean `ach-a-columns-2`?"),
        ("points: circled", "pints: circled", "Did you mean `points`?"),
        ("points: circled", "points: all", "all"),
        ("        points: circled\n", "", "A goal asks for one thing"),
        ("points: circled", "points: circled\n        outlined: 4", "A goal asks for one thing"),
        (WORDS + "  ", "      - ", "The key `text` is missing"),
    ],
)
def test_a_fault_of_a_scenario_file_is_told_with_its_place(
    run: Run, filled: Filled, scenarios: Path, old: str, new: str, fault: str
) -> None:
    text = scenarios.read_text(encoding="utf-8")
    assert old in text
    scenarios.write_text(text.replace(old, new), encoding="utf-8")
    result = run("audit", filled(), "--scenario", "first-walk")
    assert result.code == 4
    assert f"{scenarios}:1" in result.err
    assert fault in result.err


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        (0, "0 marks: no name yet; Beginner at 10."),
        (1, "1 mark: no name yet; Beginner at 10."),
        (9, "9 marks: no name yet; Beginner at 10."),
        (10, "10 marks: Beginner; Wanderer at 20."),
        (23, "23 marks: Wanderer; Traveler at 30."),
        (30, "30 marks: Traveler; Explorer at 40."),
        (49, "49 marks: Explorer; Discoverer at 50."),
        (50, "50 marks: Discoverer, the last name there is."),
    ],
)
def test_ranks_of_the_hiking_chart(run: Run, marks: int, words: str) -> None:
    result = run("hike", str(marks))
    assert (result.code, result.out) == (0, words + "\n")


def test_no_marks_below_zero(run: Run) -> None:
    assert run("hike", "--", "-1").code == 2


# -- many files ---------------------------------------------------------------------------------


def test_one_object_a_line(run: Run, filled: Filled, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    table = game(tmp_path, player("Cy"), player("Di"))
    result = run("audit", filled(), bad, table, "--format", "jsonl")
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert [line.get("player") for line in lines] == ["Ana", None, "Cy", "Di"]
    assert all(line["format"] == "cascadia-print/audit" for line in lines)
    assert (lines[1]["file"], lines[1]["fault"]["file"]) == (str(bad), str(bad))
    whole = run("audit", filled(), "--format", "json").json["sheets"][0]
    head = ("format", "version", "rules")
    assert {k: v for k, v in lines[0].items() if k not in head} == whole
    assert (result.code, result.err) == (4, "")


def test_a_folder_stands_for_its_files_in_order(run: Run, filled: Filled, tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    for name in ("c", "a", "b"):
        filled(f"games/{name}.json", player=name)
    (games / "notes.txt").write_text("not a sheet")
    (games / "deeper").mkdir()
    filled("games/deeper/d.json", player="d")
    sheets = run("audit", games, "--format", "json").json["sheets"]
    assert [sheet["player"] for sheet in sheets] == ["a", "b", "c"]
    empty = tmp_path / "empty"
    empty.mkdir()
    result = run("audit", empty, games)
    assert result.code == 4
    assert f"{empty}: There is no filled sheet" in result.err
    assert "a · A@1" in result.out


def test_a_bar_is_shown_for_many_files_on_a_terminal_only(
    run: Run, filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [filled(f"{n:02}.json") for n in range(20)]
    assert run("audit", *files).err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run("audit", *files[1:]).err == ""
    shown = run("audit", *files)
    assert "Auditing" in shown.err
    assert "100%" in shown.err
    assert "Auditing" not in shown.out
