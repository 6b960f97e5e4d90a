"""Words of a language: sections, values, plurals, and what is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.sheet.locale import Locale, locale
from cascadia_print.sheet.located import read_yaml

FOLDER = resources.root("data") / "locales"


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Locale:
    """German words that lack some of the English ones."""
    for language, text in {
        "en": 'a: "{n:point|points} of {who}"\nb: {c: "only English", d: "{{x}}"}\ne: 7\n',
        "de": 'a: "{n:Punkt|Punkte} von {who}"\nb: {d: "deutsch"}\n',
    }.items():
        folder = tmp_path / "locales" / language
        folder.mkdir(parents=True)
        (folder / "part.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(resources, "root", lambda kind: tmp_path)
    return Locale("de", Locale("en"))


def test_values_and_plurals(words: Locale):
    assert words.text("part.a", n=1, who="Ana") == "1 Punkt von Ana"
    assert words.text("part.a", n=3, who="{n}") == "3 Punkte von {n}"
    assert words.text("part.a", n=0, who=2) == "0 Punkte von 2"


def test_a_value_not_given_leaves_its_name(words: Locale):
    assert words.text("part.a", n=1) == "1 Punkt von {who}"


def test_what_is_missing_is_said_in_english_and_else_by_its_key(words: Locale):
    assert words.text("part.b.c") == "only English"
    assert words.text("part.e") == "7"
    assert words.text("part.nothing", n=1) == "part.nothing"
    assert words.text("none.a") == "none.a"
    assert words.has("part.b.c")
    assert not words.has("part.b")


def test_all_words_of_a_part(words: Locale):
    assert words.words("part.b") == {"c": "only English", "d": "deutsch"}
    assert set(words.words("part")) == {"a", "b.c", "b.d", "e"}


def test_braces(words: Locale):
    assert Locale("en").text("part.b.d") == "{x}"


@pytest.mark.parametrize("language", ["xx", "../en", "", "english"])
def test_an_unknown_language_is_english(language: str):
    assert locale(language).text("faults.IN-empty") == locale("en").text("faults.IN-empty")


def test_a_language_is_read_once():
    assert locale("de") is locale("de")
    assert locale("de").text("faults.IN-empty") == "Diese Datei ist leer."


def fields(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


def test_german_has_the_same_sentences_with_the_same_values():
    def sentences(language: str) -> dict[str, set[str]]:
        own = Locale(language).words("faults")
        return {key: fields(text) for key, text in own.items()}

    assert sentences("de") == sentences("en")


@pytest.mark.parametrize(
    "path", sorted(FOLDER.rglob("*.yaml")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_all_words_are_text(path: Path):
    def check(data: object, where: str) -> None:
        assert isinstance(data, str | dict), where
        if isinstance(data, dict):
            for key, value in data.items():
                check(value, f"{where}.{key}")

    check(read_yaml(path).data, path.stem)
