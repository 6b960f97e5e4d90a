"""Faults as values, the word nearest to a slip, and how faults are shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.report.faults import fault_object, fault_text, sentence
from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_yaml, read_json, read_yaml
from cascadia_print.sheet.schema import check

FILES = Path(__file__).parents[1] / "faults" / "negative"


@pytest.mark.parametrize(
    ("word", "choices", "best"),
    [
        ("makring", ["marking", "name"], "marking"),
        ("Marking", ["marking"], "marking"),
        ("di", ["id", "is"], "id"),
        ("lnaes", ["lane", "lanes"], "lanes"),
        ("leftover", ["leftovers", "overflow"], "leftovers"),
        ("gians", ["gain", "gains"], "gains"),
        ("xyz", ["rows", "lines"], None),
        ("row", ["at", "of"], None),
        ("same", ["same"], None),
        ("ab", ["ac", "ad"], "ac"),
        ("x" * 5000, ["x" * 5001], None),
        ("", ["a"], None),
        ("F", ["A", "B"], None),
        ("f", ["A", "F"], "F"),
    ],
)
def test_nearest(word: str, choices: list[str], best: str | None):
    assert nearest(word, choices) == best


def test_unreadable_holds_faults_by_position():
    faults = [Fault("IN-b", "f", 2, 1), Fault("IN-a", "f", 1, 9), Fault("IN-c", "f", 1, 2)]
    assert [f.id for f in Unreadable(faults).faults] == ["IN-c", "IN-a", "IN-b"]


def shown(fault: Fault) -> list[str]:
    return fault_text([fault], locale()).splitlines()


def test_a_fault_is_told_with_its_line_and_a_caret():
    (fault,) = check(
        parse_yaml("kind: environment\nid: T\nversion: 1\nextnds: A\nchange: {a1: F}\n", "t.yaml"),
        "sheet",
    )
    assert shown(fault) == [
        "t.yaml:4:1: There is no key `extnds` here. Did you mean `extends`?",
        "    4 | extnds: A",
        "      | ^~~~~~",
    ]


def test_a_file_as_a_whole_has_no_line():
    assert shown(Fault("IN-no-file", "a.json")) == ["a.json: There is no such file."]


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        (("integer", "string"), "A list stands here, where one single value is meant."),
        (("string",), "A list stands here, where one single value is meant."),
        (("object",), "Expected a block of keys"),
    ],
)
def test_a_list_where_one_value_is_meant_names_no_kinds(
    expected: tuple[str, ...], said: str
) -> None:
    fault = Fault("IN-type", "a.json", values={"expected": expected, "found": "array"})
    assert said in fault_text([fault], locale())


def test_what_is_possible_is_told_where_nothing_is_near():
    fault = Fault("IN-unknown-key", "f", 1, 1, 1, "x", {"word": "x", "known": ("a", "b")})
    assert shown(fault)[0].endswith("here. Possible here: `a`, `b`.")


@pytest.mark.parametrize(
    ("line", "column", "length", "before", "under"),
    [
        ("a: bear", 4, 4, 3, 4),
        ("\ta: bear", 5, 4, 7, 4),
        ("日本: bear", 5, 4, 6, 4),
        ("e\u0301: bear", 5, 4, 3, 4),
        ("a: 日本", 4, 2, 3, 4),
        ("a\x1b[31m: x", 9, 1, 11, 1),
        ("a: x", 5, 1, 4, 1),
    ],
)
def test_the_caret_stays_in_its_place(line: str, column: int, length: int, before: int, under: int):
    caret = shown(Fault("IN-syntax", "f", 1, column, length, line))[2].split("| ", 1)[1]
    assert caret == " " * before + "^" + "~" * (under - 1)


@pytest.mark.parametrize("column", [1, 30, 5000, 9990, 10_000])
def test_a_long_line_is_cut_around_the_caret(column: int):
    line = "".join(chr(ord("a") + n % 26) for n in range(10_000))
    _, text, caret = shown(Fault("IN-syntax", "f", 1, column, 500, line))
    assert len(text) <= 86
    assert len(caret) <= 86
    assert text[caret.index("^")] == line[column - 1]


def test_nothing_invisible_reaches_a_terminal():
    fault = Fault("IN-unknown-key", "a\x1b.yaml", 1, 1, 1, "\x1b\u202e\ud800x", {"word": "\x07\n"})
    text = fault_text([fault], locale())
    assert all(char.isprintable() or char == "\n" for char in text)
    assert len(text.splitlines()) == 3
    assert r"\x1b\u202e\ud800x" in text


def test_a_fault_for_programs():
    fault = Fault("IN-missing-key", "f", 2, 3, 1, "  x", {"word": "id"}, "y")
    assert fault_object(fault, locale()) == {
        "id": "IN-missing-key",
        "file": "f",
        "line": 2,
        "column": 3,
        "length": 1,
        "message": "The key `id` is missing here.",
        "suggestion": "y",
        "excerpt": "  x",
    }
    json.dumps(fault_object(Fault("IN-empty", "f"), locale()))


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_sentence_gets_the_values_that_it_needs(language: str):
    for path in sorted(FILES.iterdir()):
        if path.suffix not in (".yaml", ".json"):
            continue
        try:
            source = read_yaml(path) if path.suffix == ".yaml" else read_json(path)
            faults = check(source, "sheet" if path.suffix == ".yaml" else "filled-sheet")
        except Unreadable as error:
            faults = list(error.faults)
        for fault in faults:
            text = sentence(fault, locale(language))
            assert text != f"faults.{fault.id}"
            assert not re.search(r"\{\w+\}", text.replace("{habitat}", "")), (path.name, text)


def test_each_fault_of_the_program_has_a_sentence():
    package = resources.root("data").parent / "cascadia_print"
    files = [*(package / "sheet").glob("*.py"), package / "entry" / "filled.py"]
    ids = {id for f in files for id in re.findall(r'"(IN-[a-z-]+)"', f.read_text("utf-8"))}
    assert len(ids) > 60
    assert sorted(id for id in ids if not locale().has(f"faults.{id}")) == []
