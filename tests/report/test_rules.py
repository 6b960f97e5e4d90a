"""The texts of the rules."""

from __future__ import annotations

import pytest

from cascadia_print import resources
from cascadia_print.cascadia.cards import rulings as cascadia_rulings
from cascadia_print.report.rules import rules
from cascadia_print.sheet import vocabulary
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.lookup import load_sheet, shipped

NUMBERS = {
    **{"RH": range(18), "A": range(1, 8), "B": range(1, 8), "C": range(1, 11), "D": range(1, 9)},
    **{"CA": [*range(1, 9), *range(10, 23)], "LM": range(1, 8)},
}
SOURCES = {"both", "en", "de", "derived", "ruling", "own", "cascadia", "landmarks"}
LEVELS = {"L0", "L1", "L2", "L3", "L4", "sheet", "none"}


def test_every_rule_of_the_game_is_told() -> None:
    ids = {f"{book}-{n}" for book, numbers in NUMBERS.items() for n in numbers}
    own = {id for id in rules() if id.startswith(("S-", "IN-", "LI-"))}
    rulings = {ruling.id for path in shipped() for ruling in load_sheet(path).rulings}
    rulings |= {ruling.id for ruling in vocabulary.rulings()} | {"letters", *cascadia_rulings()}
    assert set(rules()) - own == ids | rulings


@pytest.mark.parametrize("language", ["en", "de"])
def test_rules_are_complete(language: str) -> None:
    for rule in rules(language).values():
        assert rule.title, rule
        assert rule.text.endswith("."), rule
        assert rule.source in SOURCES, rule
        assert rule.level in LEVELS, rule


def test_german_tells_every_rule() -> None:
    folder = resources.root("data") / "rules"
    german = read_yaml(folder / "de.yaml").data
    assert list(german) == list(rules())
    assert all(set(entry) == {"title", "text"} for entry in german.values())


def test_unknown_language_is_told_in_english() -> None:
    assert rules("xx")["A-5"] == rules("en")["A-5"]


@pytest.mark.parametrize("path", shipped(), ids=lambda p: p.stem)
def test_sheets_cite_rules_that_exist(path: object) -> None:
    sheet = load_sheet(path)  # type: ignore[arg-type]
    cited = {
        *sheet.rules.values(),
        *(b.rule for b in sheet.bonuses),
        *(a.rule for a in sheet.areas),
    }
    cited |= {line.rule for line in sheet.lines} | {fact.rule for fact in sheet.facts}
    cited |= {p.rule for p in sheet.provenance.values() if p.rule}
    assert cited <= set(rules())
