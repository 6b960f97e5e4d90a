"""Sentences: every finding that the rules can make has its words, in every language."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.entry.filled import read_filled
from cascadia_print.report import words as say
from cascadia_print.report.rules import rules
from cascadia_print.resources import root
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json, read_yaml
from cascadia_print.sheet.lookup import find_sheet, load_sheet, shipped
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Finding, Missed, Report

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "de")
UNFILLED = re.compile(r"\{\w+\}|\[\]|\(\)|None")


@cache
def reports() -> list[tuple[Sheet, Report]]:
    """What is said about all golden sheets."""
    found = []
    for path in sorted((ROOT / "tests" / "golden").glob("[a-d]/*.yaml")):
        filled = read_yaml(path).data["filled"]
        data = {"format": "cascadia-print/filled-sheet", "version": 1, **filled}
        pairs = read_filled(parse_json(json.dumps(data), path.name), find_sheet)
        found += [(sheet, judge(sheet, marks)) for sheet, marks in pairs]
    return found


def findings(report: Report) -> Iterator[Finding]:
    todo = list(report.findings)
    while todo:
        finding = todo.pop()
        yield finding
        todo += finding.consequences


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_is_a_whole_sentence(language: str) -> None:
    words = locale(language)
    for sheet, report in reports():
        for finding in findings(report):
            for text in (
                say.message(finding, sheet, words),
                say.would_be_legal(finding, sheet, words) or ".",
            ):
                assert not text.startswith("findings."), finding
                assert not UNFILLED.search(text), (text, finding)
        for missed in report.missed:
            text = say.missed_message(missed, sheet, words)
            assert not UNFILLED.search(text), (text, missed)


def test_every_finding_cites_a_rule_that_is_explained() -> None:
    for _, report in reports():
        for finding in findings(report):
            assert finding.rule in rules(), finding


def texts_in_code() -> set[str]:
    """Words in `rules/` and `entry/` that name a sentence for findings."""
    known = set(locale().words("findings"))
    return {
        node.value
        for room in ("rules", "entry")
        for path in (ROOT / "cascadia_print" / room).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known
    }


def test_no_sentence_is_left_over() -> None:
    used = texts_in_code() | {"missed", "missed-pick", "missed-pick-none"}
    used |= {f"{text}-bonus" for text in used} | {"taken-twice", "pick-twice"}
    left = {
        key
        for key in locale().words("findings")
        if re.sub(r"-(fix|several|one)$", "", re.sub(r"-fix$", "", key)) not in used
        and key.removesuffix("-fix") not in used
    }
    assert left == set()


@pytest.mark.parametrize("section", ["findings", "report", "cli", "places"])
def test_german_says_all_that_english_says(section: str) -> None:
    def read(language: str) -> dict[str, object]:
        folder = resources.root("data") / "locales" / language
        return dict(flat(read_yaml(folder / f"{section}.yaml").data))

    english, german = read("en"), read("de")
    assert list(german) == list(english)
    names = re.compile(r"\{(\w+)")
    for key, text in german.items():
        # A translation may leave a value out, but cannot know one of its own.
        assert set(names.findall(str(text))) <= set(names.findall(str(english[key]))), key


def flat(data: dict[str, object], start: str = "") -> Iterator[tuple[str, object]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from flat(value, f"{start}{key}.")
        else:
            yield f"{start}{key}", value


@pytest.mark.parametrize(
    ("word", "english"),
    [
        ("3pt+wild", "3 points and 1 animal of any kind"),
        ("1pt", "1 point"),
        ("hex:any|3pt", "a free hexagon (any) or 3 points"),
        ("hawk+fox", "1 hawk and 1 fox"),
        ("2nature", "2 nature tokens"),
        ("2bear+fox", "2 bears and 1 fox"),
        ("landmark:rivers", "a landmark (rivers)"),
    ],
)
def test_gains_in_words(word: str, english: str) -> None:
    assert say.gains(word, locale()) == english


@pytest.mark.parametrize(
    ("items", "text"),
    [
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (list("abcdefghi"), "a, b, c, d, e, f, g and 2 more"),
    ],
)
def test_lists(items: list[str], text: str) -> None:
    assert say.listed(items, locale()) == text


def test_suggestion_that_was_not_found_is_not_made() -> None:
    sheet = find_sheet("A")
    far = Finding("IN-space", "illegal", "z9", "unknown-space", {"value": "z9", "nearest": None})
    near = Finding("IN-space", "illegal", "a6", "unknown-space", {"value": "a6", "nearest": "a5"})
    assert say.would_be_legal(far, sheet, locale()) is None
    assert say.would_be_legal(near, sheet, locale()) == "Did you mean a5?"


@pytest.mark.parametrize(
    ("sheet", "id", "english", "german"),
    [
        ("A", "c3", "", ""),
        ("A", "forests", "", "Wald"),
        ("A", "row-2", "the bonus at the right end of the second row",
         "der Bonus am rechten Ende der zweiten Reihe"),
        ("A", "rivers-4", "the bonus under the fourth hexagon of the rivers column",
         "der Bonus unter dem vierten Sechseck der Spalte Fluss"),
        ("A", "sun", "Sun area", "Sonnenbereich"),
        ("A", "sun.12", "the twelfth box of the Sun area", "Sonnenbereich: im zwölften Kästchen"),
        ("B", "a4-b5", "the bonus between a4, a5, b4, b5", "der Bonus zwischen a4, a5, b4, b5"),
        ("B", "landmark.row-2", "Landmarks: the bonus at the right end of the second row",
         "Landmarken: der Bonus am rechten Ende der zweiten Reihe"),
        ("B", "landmark.rivers", "Landmarks: the bonus at the end of rivers",
         "Landmarken: der Bonus am Ende von Fluss"),
        ("B", "landmark.rivers.2", "Landmarks: the second box of rivers",
         "Landmarken: im zweiten Kästchen von Fluss"),
        ("C", "sky.3", "Sun and rain: the third column", "Sonne und Regen: in der dritten Spalte"),
        ("C", "sky.3.2", "Sun and rain: the second of 4 bonuses in the third column",
         "Sonne und Regen: an der zweiten Stelle von 4 in der dritten Spalte"),
        ("C", "sky.rain.5", "Sun and rain: the fifth box of rain",
         "Sonne und Regen: im fünften Kästchen von Regen"),
        ("C", "complete-rivers", "the bonus for a complete habitat: rivers",
         "der Bonus für eine vollständige Landschaft: Fluss"),
        ("D", "a6-a7", "the bonus between a6, a7", "der Bonus zwischen a6, a7"),
        ("D", "region-7", "region 7 in the list of regions", "Region 7 in der Liste der Regionen"),
        ("D", "one-kind-7", "region 7 in the list of regions, filled with one kind of animal",
         "Region 7 in der Liste der Regionen, mit einer einzigen Tierart"),
        ("PINES", "floor-3", "the bonus under the second hexagon of the third column",
         "der Bonus unter dem zweiten Sechseck der dritten Spalte"),
    ],
    ids=lambda x: x if x and " " not in x else "",
)  # fmt: skip
def test_places_in_words(sheet: str, id: str, english: str, german: str) -> None:
    for language, where in (("en", english), ("de", german)):
        text = say.place(id, find_sheet(sheet), locale(language))
        assert text == (f"{id} ({where})" if where else id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_of_a_shipped_sheet_but_a_hexagon_is_told_in_words(language: str) -> None:
    for path in (*shipped(), *sorted((root("sheets") / "community").glob("*.yaml"))):
        sheet, words = load_sheet(path), locale(language)
        pools = [f"{a.id}.{name}" for a in sheet.areas for name in a.pools if a.kind == "paired"]
        for id in (*sheet.bonus, *sheet.boxes, *sheet.area, *pools):
            text = say.place(id, sheet, words)
            assert text.startswith(f"{id} (")
            assert not UNFILLED.search(text.removeprefix(id)), text
            assert "places." not in text


def test_a_finding_names_the_place_once_with_its_words() -> None:
    """The claim about the line row-1 is not about the bonus of that id."""
    sheet, words = find_sheet("A"), locale()
    values = {"need": 5, "have": 4, "open": "e1"}
    bonus = Finding("A-5", "illegal", "row-1", "unearned", values)
    assert say.message(bonus, sheet, words).startswith("row-1 (the bonus at the right end of")
    assert say.would_be_legal(bonus, sheet, words) == "Fill e1 first, or leave row-1 as it is."
    values = {"claimed": 20, "right": 17, "difference": 3, "bonus": "row-1"}
    claim = Finding("A-6", "claim", "row-1", "claim-line-more-bonus", values)
    text = say.message(claim, sheet, words)
    assert text.startswith("Habitat row 1: 20 is written")
    assert "what row-1 (the bonus at the right end of the first row) gives" in text


def test_one_and_several_marks_are_told_apart() -> None:
    sheet = find_sheet("A")
    values = {"open": "a1", "n": 2, "ids": "b1, c1"}
    gap = Finding("A-1", "illegal", "b1", "gap", values)
    assert say.message(gap, sheet, locale()).startswith("b1 and c1 are filled, but a1")


def test_the_receipt_of_every_line_adds_up() -> None:
    for _, report in reports():
        for line in report.lines if report.level == "L2" else ():
            if line.as_marked is not None:
                assert sum(e.points for e in line.receipt) == line.as_marked, line
                assert sum(e.legal for e in line.receipt) == line.as_legal, line


@pytest.mark.parametrize(
    ("values", "english", "german"),
    [
        ({"have": 3, "need": 2, "kinds": "bear"}, "3 bears; by", "3 Bären; nach"),
        ({"have": 1, "need": 2, "kinds": "fox"}, "1 fox; by", "1 Fuchs; nach"),
        ({"have": 1, "need": 0, "kinds": "nature"}, "1 nature token; by", "1 Zapfen; nach"),
    ],
)
def test_animals_have_a_plural(values: dict[str, object], english: str, german: str) -> None:
    finding = Finding("RH-7", "illegal", "log.1", "log.found.tally-differs", values)
    for language, said in (("en", english), ("de", german)):
        assert said in say.message(finding, find_sheet("A"), locale(language))


@pytest.mark.parametrize(
    ("text", "values", "german"),
    [
        ("own-faces", {"faces": "bear salmon/hawk"}, "„Bär, Lachs/Bussard“"),
        ("card-changed", {"other": "rivers 4", "nearest": "forests"}, "Fluss 4"),
        ("table-card", {"have": "rivers 4", "need": "forests 2"}, "(Wald 2) als dieses (Fluss 4)"),
    ],
)
def test_dice_and_cards_are_told_in_words(text: str, values: dict[str, str], german: str) -> None:
    finding = Finding("RH-9", "illegal", "log.1", f"log.found.{text}", values)
    assert german in say.message(finding, find_sheet("A"), locale("de"))


def test_the_sides_of_a_choice_are_told_in_words() -> None:
    values = {"capacity": 1, "n": 2, "sides": "hex:any / 3pt"}
    both = Finding("B-5", "illegal", "landmark.rivers", "both-sides", values)
    said = "a free hexagon (any) or 3 points"
    assert f"gives {said}, and more than one" in say.message(both, find_sheet("B"), locale())
    assert say.would_be_legal(both, find_sheet("B"), locale()) == f"Either {said}."


def test_a_player_without_a_name_is_numbered() -> None:
    values = {"player": "", "number": 2, "have": "B@1", "need": "A@1"}
    mixed = Finding("RH-16", "illegal", "B@1", "mixed-sheets", values)
    assert say.message(mixed, find_sheet("B"), locale()).startswith("Player 2 plays on B@1")


def test_missed_pick_names_its_pool() -> None:
    missed = Missed("A-4", "sun", "bonus-2", 3, "2pick:sun")
    text = say.missed_message(missed, find_sheet("A"), locale())
    assert text.startswith("2 picks from sun (Sun area) earned and left")


def test_a_bonus_that_needs_one_place_names_it() -> None:
    values = {"need": 1, "have": 0, "open": "a6"}
    icon = Finding("C-7", "illegal", "a6", "unearned", values)
    text = say.message(icon, find_sheet("C"), locale())
    assert text == "a6 is circled or crossed off, but not earned: a6 is open."


def test_lines_that_differ_have_their_labels() -> None:
    values = {"letters": "H", "differ": "regions, same-wildlife"}
    finding = Finding("D-2", "cannot-tell", "regions", "letters-both", values)
    text = say.message(finding, find_sheet("D"), locale())
    assert text.endswith("It matters for Regions and Same wildlife.")
