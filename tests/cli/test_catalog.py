"""`list`, `info`, `check`, `explain`, `schema`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.cli.facts import fact_in_words, have_in_words
from cascadia_print.sheet.facts import CHECKS, Have
from cascadia_print.sheet.lookup import load_sheet, shipped
from cascadia_print.sheet.model import Fact
from tests.cli.conftest import Run

A = resources.root("sheets") / "a-zumwalt-prairie.yaml"
EXAMPLE = resources.root("data") / "examples" / "rulebook-a.json"


def changed(folder: Path, old: str, new: str) -> Path:
    """Sheet A with one change, as a file of the user's own."""
    text = A.read_text(encoding="utf-8")
    assert old in text
    folder.mkdir(exist_ok=True)
    path = folder / "mine.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_list_has_shipped_and_own_sheets(run: Run, own: Path) -> None:
    changed(own, "id: A\n", "id: mine\n")
    result = run("list")
    ids = [line.split()[0] for line in result.out.splitlines() if line]
    assert (result.code, ids[:6]) == (0, ["Sheet", "mine@1", "A@1", "B@1", "C@1", "D@1"])
    assert set(ids[6:10]) == {"DIVIDE@1", "LAKE@1", "PINES@1", "WALK@1"}
    assert "Zumwalt Prairie      ★      20      a-zumwalt-prairie.yaml" in result.out
    assert "community/pocket-lake.yaml\n" in result.out


def test_list_goes_on_after_a_broken_sheet(run: Run, own: Path) -> None:
    path = changed(own, "id: A\n", "id: mine\nnonsense: 1\n")
    result = run("list")
    assert result.code == 4
    assert result.out.splitlines()[1].split() == ["mine@1", "?", str(path)]
    assert "D@1" in result.out
    assert result.err == (
        f"{path}:6: There is no key `nonsense` here. All of it: cascadia-print check {path}\n"
    )


def test_a_sheet_folder_that_is_none_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    for folder in ("nowhere", "file"):
        monkeypatch.setenv("CASCADIA_PRINT_SHEETS", folder)
        told = f"CASCADIA_PRINT_SHEETS is not a folder: {folder}."
        for command in (("list",), ("render", "A"), ("audit", EXAMPLE)):
            result = run(*command)
            assert (result.code, result.err.startswith(told)) == (0, True)


@pytest.mark.parametrize("ref", ["a", "a@1", "pines"])
def test_a_name_may_be_written_small(run: Run, ref: str) -> None:
    assert run("info", ref).out == run("info", ref.upper()).out


def test_a_small_name_that_is_another_sheet_is_that_one(run: Run, own: Path) -> None:
    changed(own, "id: A\n", "id: a\n")
    assert run("info", "a").out.startswith("a@1")
    assert run("info", "A").out.startswith("A@1")
    # Two that differ in case only: neither is guessed.
    changed(own, "id: A\n", "id: pinES\n")
    assert run("info", "Pines").code == 4


def test_names_of_files_and_sheets_are_never_obeyed(run: Run, own: Path) -> None:
    evil = "A\x1b[2J\u202eB"
    path = changed(own, "id: A\n", "id: mine\n")
    text = path.read_text(encoding="utf-8").replace("en: Zumwalt Prairie", f'en: "{ESCAPED}"')
    path.unlink()
    path = own / f"{evil}.yaml"
    path.write_text(text, encoding="utf-8")
    (own / f"{evil}2.yaml").write_text("id: broken\nversion: 1\n", encoding="utf-8")
    commands = (
        ("list",),
        ("info", "mine"),
        ("render", path, "-o", own / evil),
        ("render", path, "-o", own / evil),
        ("render", "A", "-o", path),
        ("check", path),
        ("blank", "A", "-o", path),
    )
    for command in commands:
        result = run(*command)
        assert result.code != 70
        assert "\x1b" not in result.out + result.err
        assert "\u202e" not in result.out + result.err
        assert "\\x1b[2J\\u202eB" in result.out + result.err


ESCAPED = "A\\u001b[2J\\u202eB"


@pytest.mark.parametrize("path", shipped(), ids=lambda p: p.stem)
def test_info_of_shipped_sheets(run: Run, path: Path) -> None:
    result = run("info", path)
    assert result.code == 0
    assert "✓" in result.out
    assert "✗" not in result.out
    assert max(map(len, result.out.splitlines())) <= max(80, len(str(path)))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_fact_is_a_sentence_without_words_of_the_sheet_language(language: str) -> None:
    """Ids may stand for themselves; patterns, gain words and keys of the locale may not."""
    for path in shipped():
        sheet = load_sheet(path)
        for fact in sheet.facts:
            text = fact_in_words(fact, sheet, language=language)
            assert not re.search(r"[{}*\[\]|=_]|info\.|\d(pt|elk)|hex:|pick:|same:", text), text
    kinds = {fact.check for path in shipped() for fact in load_sheet(path).facts}
    assert kinds == set(CHECKS)


@pytest.mark.parametrize(
    ("have", "english", "german"),
    [
        (Have("none"), "none", "nichts davon"),
        (Have("numbers", (3, 4)), "3 and 4", "3 und 4"),
        (Have("places", ("b5",)), "b5", "b5"),
        (Have("some", ("b3",), 2, 3), "2 of 3, not b3", "2 von 3, nicht b3"),
        (Have("gains", (("b3", "2elk"),)), "b3: 2 elk", "b3: 2 Hirsch"),
        (Have("sizes", (("a1-b2", 3),)), "a1-b2: 3", "a1-b2: 3"),
        (Have("lines", (("landmark", "rivers"),)), "“Rivers”", "„Fluss“"),
        (Have("lines", (("landmark", ""),)), "landmark: no line", "landmark: keine Zeile"),
        (Have("habitats", ("forests,rivers",)), "forests/rivers", "Wald/Fluss"),
        (Have("missing", ("forests",)), "not forests", "nicht Wald"),
        (Have("regions", ("7",)), "not region 7", "nicht Region 7"),
        (Have("order", ("rivers", "sun")), "“Rivers” and sun", "„Fluss“ und Sonne"),
        (Have("ways", ("order.right",)), "from left to right", "von links nach rechts"),
        (Have("terms", ("leftovers",)), "leftovers", "Reste"),
    ],
    ids=lambda x: x.text if isinstance(x, Have) else "",
)
def test_what_stands_against_a_fact_in_words(have: Have, english: str, german: str) -> None:
    sheet = load_sheet(shipped()[1])
    for language, want in (("en", english), ("de", german)):
        text = have_in_words(have, sheet.facts[0], sheet, language)
        assert want in text
        assert "info." not in text


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_fact_about_no_place_of_a_sheet_has_no_pattern_in_it(language: str) -> None:
    """As on a copy whose lanes have one box only, or where a pattern is about all kinds."""
    sheet = load_sheet(shipped()[1])
    for pattern in ("landmark.*.7", "*", "[a-e]*"):
        text = fact_in_words(
            Fact("B-5", "gives", {"of": pattern, "gain": "wild"}), sheet, language=language
        )
        assert not re.search(r"[*\[\]{}]|subject", text), text


def test_facts_in_german(run: Run) -> None:
    text = " ".join(run("info", "B", "--lang", "de").out.split())
    assert "✓ B-7 die Zeile „Gebirge“ zählt die Zahl über dem letzten Sechseck von Reihe a" in text


def test_info_tells_the_rulings_of_a_sheet_and_those_of_all(run: Run) -> None:
    text = run("info", "C").out
    assert "\n- free-hex-kind: any | habitat (A free hexagon of a habitat)\n" in text
    assert "\n- game-length: 20 | 10 (Rounds of a game)\n" in text
    assert "- letters:" not in text
    german = run("info", "D", "--lang", "de").out
    assert "\n- letters: en | de (Buchstaben der Tiere)\n" in german


def test_info_tells_contents_sources_facts_and_what_to_compare(run: Run) -> None:
    text = run("info", "A").out
    assert "20 spaces: Mountains 4, Forests 4, Prairies 4, Wetlands 4 and Rivers 4." in text
    said = " ".join(text.split())
    assert (
        "✓ A-7 at least 3 of the bonuses for the first 2 hexagons of a column give 1 point" in said
    )
    assert "all give a pick from “Sun area” ✓" in said
    assert "✓ A-1   the sheet has exactly 4 rows\n" in text
    compare = text.split("To compare")[1]
    assert "row-2 4pt+wild" in compare
    assert "row-1 3pt+wild" not in compare


def test_info_of_an_authors_sheet_compares_it_with_no_box(run: Run) -> None:
    run("new", "mine", "--from", "columns")
    text = run("info", "mine.yaml").out
    assert "of our own design" in text
    assert "box" not in text.split("Where the values come from")[1]


def test_info_shows_a_fact_that_does_not_hold(run: Run, tmp_path: Path) -> None:
    path = changed(tmp_path, "[3pt+wild", "[2pt+wild")
    (line,) = [x for x in run("info", path).out.splitlines() if x.startswith("✗")]
    assert "row-1 gives 3 points (here:" in line


def test_check_of_a_good_sheet(run: Run) -> None:
    result = run("check", A)
    assert (result.code, result.out) == (0, f"{A}: ok (A@1)\n")


def test_check_speaks_german(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "my.yaml"
    sheet.write_text("kind: environment\nid: MY\nversion: 1\nextends: A\nchange: {z9: F}\n")
    told = run("check", sheet, "--lang", "de").err
    assert "Die gedruckte Stelle `z9` gibt es auf diesem Plan nicht." in told


def test_check_tells_a_fact_from_a_fault(run: Run, tmp_path: Path) -> None:
    fact = changed(tmp_path, "[3pt+wild", "[2pt+wild")
    before = fact.read_text(encoding="utf-8").partition("{check: gives, of: row-1")[0]
    line = before.count("\n") + 1
    result = run("check", fact)
    assert result.code == 1
    assert result.out.startswith(f"{fact}:{line}:5: A-5: row-1 gives 3 points")
    fault = changed(tmp_path / "other", "stars: 1", "strs: 1")
    result = run("check", fact, fault, A, "--format", "json")
    assert result.code == 4
    assert [f["sheet"] for f in result.json["files"]] == ["A@1", None, "A@1"]
    assert [f["rule"] for f in result.json["findings"]] == ["A-5"]
    assert [f["suggestion"] for f in result.json["faults"]] == ["stars"]


def test_explain(run: Run) -> None:
    result = run("explain", "a-5")
    assert result.code == 0
    assert result.out.startswith("A-5 · Row bonuses\n")
    assert result.out.endswith("Both rulebooks · decided from the final picture (L2)\n")


@pytest.mark.parametrize("id", ["S-order", "IN-space", "IN-duplicate-key"])
def test_explain_answers_what_a_message_cites(run: Run, id: str) -> None:
    result = run("explain", id)
    assert result.code == 0
    assert result.out.startswith(id)
    assert "{" not in result.out


def test_explain_in_german(run: Run) -> None:
    assert run("explain", "A-5", "--lang", "de").out.startswith("A-5 · Reihenboni\n")


def test_explain_an_unknown_rule(run: Run) -> None:
    result = run("explain", "RH-122")
    assert result.code == 2
    assert "There is no rule “RH-122”.\nDid you mean RH-12?" in result.err


def test_explain_lists_all(run: Run) -> None:
    lines = run("explain").out.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["RH-0", "RH-1"]
    assert any(line.startswith("D-8 ") for line in lines)


def test_schema(run: Run) -> None:
    names = run("schema").out.split()
    assert {"sheet", "filled-sheet", "game"} <= set(names)
    for name in names:
        assert "$schema" in json.loads(run("schema", name).out)
    result = run("schema", "shet")
    assert result.code == 2
    assert f"There are: {', '.join(names)}" in result.err


@pytest.mark.parametrize(
    "command",
    [("explain", "A-5"), ("info", "A"), ("audit", EXAMPLE), ("fill", "A"), ("render", "A")],
)
def test_an_unknown_language_is_refused_by_every_command(
    run: Run, command: tuple[str, ...]
) -> None:
    result = run(*command, "--lang", "ed")
    assert (result.code, result.out) == (2, "")
    assert "“ed”. There are: de, en. Did you mean de?" in result.err


def test_a_language_is_spoken_until_the_command_ends(run: Run, tmp_path: Path) -> None:
    result = run("audit", tmp_path / "none.json", "--lang", "de")
    assert result.err.endswith("none.json: Diese Datei gibt es nicht.\n")
    assert "Eine Regel „X-1“ gibt es nicht." in run("explain", "X-1", "--lang", "de").err
    assert run("list").out.startswith("Sheet")
    assert "There is no rule “X-1”." in run("explain", "X-1").err
    assert "Sonnenbereich: 12 Kästchen" in run("info", "A", "--lang", "de").out


def test_the_language_of_the_environment_is_spoken_where_no_option_names_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASCADIA_PRINT_LANG", "de")
    assert run("list").out.startswith("Plan ")
    for command in (("check", "none.yaml"), ("convert", "none.json"), ("audit", "none.json")):
        assert run(*command).err == f"{command[1]}: Diese Datei gibt es nicht.\n"
    assert run("new", "X", "--from", "x").err.startswith("Eine Vorlage „x“ gibt es nicht.")
    assert run("render", "pad", "--format", "svg").out.endswith("  1 Seite\n")
    for command in (("blank", "X"), ("schema", "X")):
        assert " gibt es nicht" in run(*command).err
    assert run("list", "--lang", "en").out.startswith("Sheet")
    monkeypatch.setenv("CASCADIA_PRINT_LANG", "xx")
    assert run("list").code == 2


@pytest.mark.parametrize("command", [("render",), ("fill",), ("diff", "A")])
def test_a_file_to_be_judged_is_no_sheet(run: Run, command: tuple[str, ...]) -> None:
    Path("game.txt").write_text("player Ana\n", "utf-8")
    said = run(*command, "game.txt")
    assert (said.code, said.err.count("\n")) == (4, 1)
    assert said.err.startswith("game.txt: This file (`.txt`) is no sheet file.")
    assert "There is no sheet `none.txt`" in run(*command, "none.txt").err


def test_a_single_letter_is_no_slip_of_another(run: Run) -> None:
    said = run("info", "Z").err
    assert "Possible here: A, B, C, D" in said
    assert "Did you mean" not in said


def test_a_file_that_was_meant_is_named(run: Run, tmp_path: Path) -> None:
    sheet = changed(tmp_path, "id: A", "id: MINE")
    sheet.rename(tmp_path / "mine")
    assert "(MINE@1)" in run("check", "mine").out
    (tmp_path / "mine").rename(tmp_path / "mine.yaml")
    for command, word in (("info", "mine"), ("check", "mine.yml"), ("audit", "main.yaml")):
        assert "Did you mean `mine.yaml`?" in run(command, word).err
    assert "Did you mean" not in run("info", "").err
    assert "(A@1)" in run("check", "A").out
    assert "This is a folder." in run("preview", ".").err


@pytest.mark.parametrize("code", ["de_DE.UTF-8", "german", "DE"])
def test_a_language_that_was_meant_is_named(run: Run, code: str) -> None:
    better = run("list", "--lang", code).err.partition("Did you mean ")[2]
    assert better == ("de?\n" if code != "german" else "")
