"""The four forms of marks, what each value becomes, and what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.marks import Filled, Wrong
from cascadia_print.sheet.located import Source, parse_json, path_of
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.sheet.model import Sheet

Read = Callable[..., Filled]

A_MAP = ["23...", ".4...", ".....", "....."]


def the_wrong(filled: Filled) -> Wrong:
    [wrong] = filled.wrong
    return wrong


def spread(row: int, text: str, sheet: str = "A") -> list[str]:
    """An open map with one row filled in."""
    lengths = {"A": [5] * 4, "B": [12] * 6, "C": [7, 8] * 4 + [7], "D": [7, 8] * 4}[sheet]
    return [text if k == row else "." * n for k, n in enumerate(lengths)]


E_MAP = spread(0, "E......", "D")


@pytest.mark.parametrize(
    "marks",
    [
        {"map": ["23...", ".4...", ".....", "....."]},
        {"spaces": {"a1": 2, "a2": 3, "b2": 4, "d5": None, "d4": False, "d3": "."}},
        {"columns": {"mountains": [2], "forests": [3, 4]}},
        {"columns": {"1": [2, None, ".", False], "2": [3, 4]}},
        {"columns": {"2": [3, 4]}, "spaces": {"a1": 2}, "map": None, "rows": {"c": 0}},
    ],
    ids=["map", "spaces", "columns", "columns by number", "mixed"],
)
def test_forms_say_the_same_numbers(read: Read, marks: dict[str, Any]) -> None:
    assert read(**marks).marks == {"a1": 2, "a2": 3, "b2": 4}
    assert read(**marks).wrong == ()


@pytest.mark.parametrize(
    "marks",
    [
        {"map": ["xx..........", *["............"] * 4, "x..........."]},
        {"spaces": {"a1": True, "a2": "x", "f1": "X"}},
        {"rows": {"mountains": 2, "overflow": 1}},
        {"rows": {"a": 2, "f": 1, "rivers": None}},
        {"columns": {"1": [True, False, None, ".", False, "x"], "2": ["M"]}},
    ],
    ids=["map", "spaces", "rows", "rows by letter", "columns"],
)
def test_forms_say_the_same_outlines(read: Read, marks: dict[str, Any]) -> None:
    filled = read(sheet="B@1", **marks)
    assert filled.marks == {"a1": True, "a2": True, "f1": True}
    assert filled.wrong == ()


def test_a_split_space_keeps_the_habitat_it_was_outlined_for(read: Read) -> None:
    drawn = read(sheet="C@1", map=spread(3, "..xR...w", "C")).marks
    assert drawn == {"d3": True, "d4": "rivers", "d8": True}
    spaces = {"b5": "mountains", "c5": "p", "h4": True}
    named = {"b5": "mountains", "c5": "prairies", "h4": True}
    assert read(sheet="C@1", spaces=spaces).marks == named


def test_an_overflow_row_beside_the_map_stands_in_rows_or_spaces(read: Read) -> None:
    assert read(sheet="D@1", rows={"overflow": 2}).marks == {
        "overflow.1": True,
        "overflow.2": True,
    }
    assert read(sheet="C@1", spaces={"overflow.1": "x"}).marks == {"overflow.1": True}


def test_the_order_of_the_file_does_not_matter(read: Read) -> None:
    data: dict[str, Any] = {
        "spaces": {"d5": 1, "a3": 8, "z8": 1, "a2": 4, "a1": True, "z9": 2},
        "columns": {"forests": [3, 9], "fo": [1], "rivers": [1, None, None, 1, 2]},
        "tally": {"elk": -1, "bear": -2},
        "claims": {"total": 3, "row-2": 1, "q": 2, "k": 2},
        "rulings": {"z": "y", "a": "b"},
    }
    turned = {key: dict(reversed(value.items())) for key, value in reversed(data.items())}
    filled = read(**data)
    assert list(filled.marks or {}) == ["a1", "a2", "a3", "a5", "b2", "d5"]
    assert len(filled.wrong) == 14
    assert repr(read(**turned).wrong) == repr(filled.wrong)
    assert repr(read(**turned).marks) == repr(filled.marks)


@pytest.mark.parametrize("marks", [{}, {"map": None, "spaces": None, "rows": None}])
def test_no_marks_are_not_an_empty_sheet(read: Read, marks: dict[str, Any]) -> None:
    assert read(**marks, claims={"total": 3}).marks is None
    assert read(spaces={}).marks == {}
    assert read(spaces={"a1": None}).marks is None
    assert read(spaces={"a1": False}).marks == {}


def test_null_beside_marks_counts_as_open_and_is_remembered(read: Read) -> None:
    assert read(spaces={"a1": 3, "a2": None}).unsaid == ("a2",)


# -- wildlife ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "letters", "animals"),
    [
        ("en", "BEFHS", ["bear", "elk", "fox", "hawk", "salmon"]),
        ("de", "BHFVL", ["bear", "elk", "fox", "hawk", "salmon"]),
        ("de", "bhfvl", ["bear", "elk", "fox", "hawk", "salmon"]),
    ],
)
def test_letters_are_read_in_their_language(
    read: Read, language: str, letters: str, animals: list[str]
) -> None:
    spaces = {f"a{k}": letter for k, letter in enumerate(letters, 1)} | {"a6": animals[1]}
    filled = read(sheet="D@1", language=language, spaces=spaces)
    assert list((filled.marks or {}).values()) == [*animals, animals[1]]
    assert filled.letters == language


def test_a_ruling_names_the_alphabet_before_the_language(read: Read) -> None:
    filled = read(sheet="D@1", language="en", rulings={"letters": "de"}, spaces={"a1": "H"})
    assert filled.marks == {"a1": "elk"}


@pytest.mark.parametrize(
    ("letters", "language", "marks", "alternative"),
    [
        ("BES", "en", ["bear", "elk", "salmon"], None),
        ("HVL", "de", ["elk", "hawk", "salmon"], None),
        ("BFH", "en", ["bear", "fox", "hawk"], ["bear", "fox", "elk"]),
        ("BFB", "en", ["bear", "fox", "bear"], None),
    ],
    ids=["only English", "only German", "both, and H differs", "both alike"],
)
def test_without_a_language_the_alphabet_that_knows_the_letters_is_taken(
    read: Read, letters: str, language: str, marks: list[str], alternative: list[str] | None
) -> None:
    filled = read(sheet="D@1", spaces={f"a{k}": x for k, x in enumerate(letters, 1)})
    assert list((filled.marks or {}).values()) == marks
    assert (filled.alternative and list(filled.alternative.marks.values())) == alternative
    assert (filled.letters, filled.wrong) == (language, ())


def test_if_no_alphabet_knows_all_letters_none_is_accused_by_the_other(read: Read) -> None:
    """E is no letter in German, V and L are none in English; X is none in either."""
    filled = read(sheet="D@1", map=["VVHHLEX", *["." * n for n in (8, 7, 8, 7, 8, 7, 8)]])
    assert the_wrong(filled).at == "a7"
    assert the_wrong(filled).values["letters"] == ("B", "E", "F", "H", "S", "V", "L")
    readings = (filled.marks or {}), (filled.alternative.marks if filled.alternative else {})
    assert [marks["a1"] for marks in readings] == ["V", "hawk"]
    assert [marks["a6"] for marks in readings] == ["elk", "E"]


# -- what is wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "marks", "expected"),
    [
        ("A", {"spaces": {"a1": 7}}, "number-range A-1 a1 /spaces/a1 0"),
        ("A", {"spaces": {"a1": 0}}, "number-range A-1 a1 /spaces/a1 0"),
        ("A", {"spaces": {"a1": -1}}, "number-range A-1 a1 /spaces/a1 0"),
        ("A", {"map": spread(1, ".9...")}, "number-range A-1 b2 /map/1 1"),
        ("A", {"columns": {"forests": [1, 7]}}, "number-range A-1 b2 /columns/forests/1 0"),
        ("A", {"spaces": {"a1": 2.5}}, "not-a-number IN-value a1 /spaces/a1 0"),
        ("A", {"spaces": {"a1": 3.0}}, "not-a-number IN-value a1 /spaces/a1 0"),
        ("A", {"spaces": {"a1": "3"}}, "quoted-number IN-value a1 /spaces/a1 0"),
        ("A", {"columns": {"2": ["12"]}}, "quoted-number IN-value a2 /columns/2/0 0"),
        ("A", {"spaces": {"a1": "3x"}}, "not-a-number IN-value a1 /spaces/a1 0"),
        ("A", {"spaces": {"a1": True}}, "not-a-number IN-value a1 /spaces/a1 0"),
        ("A", {"map": spread(0, "..x..")}, "not-a-number IN-value a3 /map/0 2"),
        ("A", {"map": spread(0, "٣....")}, "not-a-number IN-value a1 /map/0 0"),
        ("A", {"rows": {"b": 3}}, "nothing-to-count IN-value b /rows/b 0"),
        ("A", {"map": spread(2, "..-..")}, "map-character IN-value c3 /map/2 2"),
        ("A", {"columns": {"2": [1, 2, 3, 4, 5]}}, "too-many A-2 2 /columns/2/4 0"),
        ("A", {"columns": {"forest": [1]}}, "unknown-space IN-space forest /columns/forest 0"),
        ("A", {"columns": {"6": [1]}}, "unknown-space IN-space 6 /columns/6 0"),
        ("A", {"spaces": {"z9": 3}}, "unknown-space IN-space z9 /spaces/z9 0"),
        ("A", {"spaces": {"a/~": 3}}, "unknown-space IN-space a/~ /spaces/a~1~0 0"),
        ("A", {"rows": {"overflow": 1}}, "unknown-space IN-space overflow /rows/overflow 0"),
        ("A", {"map": [".....", "....."]}, "map-rows IN-row map /map 0"),
        ("A", {"map": [*spread(0, "....."), "1...."]}, "map-rows IN-row map /map/4 0"),
        ("A", {"map": spread(1, "......1")}, "row-too-long IN-row b /map/1 5"),
        ("A", {"map": spread(1, "...")}, "row-too-short IN-row b /map/1 2"),
        ("B", {"rows": {"rivers": 13}}, "row-too-long IN-row rivers /rows/rivers 0"),
        ("B", {"rows": {"rivers": -1}}, "number-range IN-value rivers /rows/rivers 0"),
        ("B", {"rows": {"rivers": True}}, "not-a-count IN-value rivers /rows/rivers 0"),
        ("B", {"rows": {"rivers": 2.0}}, "not-a-count IN-value rivers /rows/rivers 0"),
        ("B", {"columns": {"1": [True] * 7}}, "row-too-long IN-row 1 /columns/1/6 0"),
        ("B", {"columns": {"rivers": [True]}}, "unknown-space IN-space rivers /columns/rivers 0"),
        ("B", {"spaces": {"a1": 1}}, "not-an-outline IN-value a1 /spaces/a1 0"),
        ("B", {"spaces": {"f1": "M"}}, "not-an-outline IN-value f1 /spaces/f1 0"),
        ("B", {"spaces": {"a1": "W"}}, "habitat-not-here B-1 a1 /spaces/a1 0"),
        ("C", {"spaces": {"d4": "forests"}}, "habitat-not-here C-2 d4 /spaces/d4 0"),
        ("C", {"spaces": {"b6": "P"}}, "not-an-outline IN-value b6 /spaces/b6 0"),
        ("C", {"columns": {"1": [True]}}, "unknown-space IN-space 1 /columns/1 0"),
        ("D", {"spaces": {"a1": "X"}}, "letter-unknown D-2 a1 /spaces/a1 0"),
        ("D", {"spaces": {"a1": 3}}, "letter-unknown D-2 a1 /spaces/a1 0"),
        ("D", {"spaces": {"a1": True}}, "letter-unknown D-2 a1 /spaces/a1 0"),
        ("D", {"map": spread(7, ".......X", "D")}, "letter-unknown D-2 h8 /map/7 7"),
        ("D", {"map": spread(7, "........", "D"), "spaces": {"overflow.1": "B"}},
         "not-an-outline IN-value overflow.1 /spaces/overflow.1 0"),
    ],
)  # fmt: skip
def test_a_wrong_mark_is_reported_where_it_stands(
    read: Read, sheet: str, marks: dict[str, Any], expected: str
) -> None:
    wrong = the_wrong(read(sheet=f"{sheet}@1", language="en", **marks))
    place = f"{wrong.pointer} {wrong.offset}"
    assert f"{wrong.text} {wrong.rule} {wrong.at} {place}" == expected


@pytest.mark.parametrize(
    ("sheet", "marks", "values"),
    [
        ("A", {"spaces": {"a1": 7}}, {"value": 7, "low": 1, "high": 6}),
        ("A", {"spaces": {"a1": True}}, {"value": "true"}),
        ("A", {"spaces": {"a1": 2.5}}, {"value": 2.5}),
        ("A", {"map": spread(2, "..-..")}, {"value": "-"}),
        ("A", {"columns": {"2": [1, 2, 3, 4, 5]}}, {"n": 5, "max": 4}),
        ("A", {"columns": {"forest": [1]}}, {"value": "forest", "nearest": "forests"}),
        ("A", {"spaces": {"A1": 3}}, {"value": "A1", "nearest": "a1"}),
        ("A", {"spaces": {"z9": 3}}, {"value": "z9", "nearest": None}),
        ("A", {"map": [".....", "....."]}, {"n": 2, "max": 4}),
        ("A", {"map": spread(1, "......1")}, {"n": 7, "max": 5}),
        ("B", {"rows": {"rivers": -1}}, {"value": -1, "low": 0, "high": 12}),
        ("B", {"rows": {"river": 1}}, {"value": "river", "nearest": "rivers"}),
        ("C", {"spaces": {"d4": "F"}}, {"value": "F", "habitats": ("rivers", "mountains")}),
        ("D", {"spaces": {"a1": "X"}}, {"value": "X", "letters": tuple("BEFHS")}),
    ],
)
def test_what_a_message_on_a_wrong_mark_needs(
    read: Read, sheet: str, marks: dict[str, Any], values: dict[str, object]
) -> None:
    assert the_wrong(read(sheet=f"{sheet}@1", language="en", **marks)).values == values


def test_a_wrong_value_stays_as_ink(read: Read) -> None:
    spaces = {"a1": 7, "a2": "x", "a3": 2.5, "a4": True}
    assert read(spaces=spaces).marks == {"a1": 7, "a2": "x", "a3": "2.5", "a4": True}
    assert read(sheet="B@1", spaces={"a1": 1}).marks == {"a1": 1}
    assert type((read(sheet="B@1", spaces={"a1": 1}).marks or {})["a1"]) is int


def test_what_is_past_the_end_is_dropped_and_the_rest_kept(read: Read) -> None:
    assert read(map=["111112", *[".....", ".....", "....."], "1...."]).marks == {
        f"a{k}": 1 for k in range(1, 6)
    }
    assert read(columns={"forests": [1, 2, 3, 4, 5]}).marks == {
        "a2": 1,
        "b2": 2,
        "c2": 3,
        "d2": 4,
    }
    assert len(read(sheet="B@1", rows={"rivers": 99}).marks or {}) == 12


@pytest.mark.parametrize(
    ("sheet", "marks", "at", "pointer", "first", "second"),
    [
        ("A", {"map": A_MAP, "spaces": {"a1": 4}}, "a1", "/spaces/a1", "2", "4"),
        ("A", {"spaces": {"a1": 4}, "map": A_MAP}, "a1", "/spaces/a1", "2", "4"),
        ("A", {"map": A_MAP, "columns": {"1": [2, 5]}}, "b1", "/columns/1/1", ".", "5"),
        ("A", {"columns": {"mountains": [2]}, "spaces": {"b1": 5}}, "b1", "/spaces/b1", ".", "5"),
        ("A", {"spaces": {"a1": 1}, "columns": {"1": [True]}}, "a1", "/spaces/a1", "x", "1"),
        ("B", {"rows": {"a": 2}, "spaces": {"a9": True}}, "a9", "/spaces/a9", ".", "x"),
        ("B", {"rows": {"mountains": 2, "a": 5}}, "a3", "/rows/mountains", "x", "."),
        ("D", {"spaces": {"a1": "H"}, "map": E_MAP}, "a1", "/spaces/a1", "elk", "hawk"),
    ],
)  # fmt: skip
def test_a_space_said_twice_keeps_the_form_that_is_read_first(
    read: Read,
    sheet: str,
    marks: dict[str, Any],
    at: str,
    pointer: str,
    first: str,
    second: str,
) -> None:
    filled = read(sheet=f"{sheet}@1", language="en", **marks)
    wrong = [w for w in filled.wrong if w.text == "said-twice"]
    assert [(w.rule, w.at, w.pointer) for w in wrong] == [("IN-conflict", at, pointer)]
    assert wrong[0].values == {"first": first, "second": second}
    shown = (filled.marks or {}).get(at, ".")
    assert ("x" if shown is True else str(shown)) == first


def test_saying_the_same_twice_is_no_conflict(read: Read) -> None:
    filled = read(map=A_MAP, columns={"forests": [3, 4]}, spaces={"a1": 2, "a2": 3, "c1": None})
    assert filled.wrong == ()
    english = read(sheet="D@1", language="en", spaces={"a1": "E"}, map=E_MAP)
    assert english.wrong == ()


def test_a_drawn_and_an_undrawn_start_are_the_same(read: Read) -> None:
    filled = read(sheet="C@1", map=spread(4, "...x...", "C"), spaces={"e4": False})
    assert filled.wrong == ()


def test_a_conflict_in_one_alphabet_speaks_for_the_other(read: Read) -> None:
    # H and elk are the same animal in German only.
    filled = read(sheet="D@1", map=spread(0, "H......", "D"), spaces={"a1": "elk"})
    assert (filled.letters, filled.marks, filled.wrong) == ("de", {"a1": "elk"}, ())


def test_places_lead_to_the_characters_in_the_file(source: Callable[..., Source]) -> None:
    file = source(
        sheet="D@1", language="en", map=spread(1, "..EX....", "D"), rows={"overflow": 3}, note="ü"
    )
    [(_, filled)] = read_filled(file, find_sheet)
    lines = file.text.splitlines()
    for id, sign in (("b3", "E"), ("b4", "X"), ("overflow.3", "3")):
        pointer, offset = filled.where[id]
        line, column = file.position(path_of(pointer), offset=offset)
        assert lines[line - 1][column - 1] == sign
    wrong = the_wrong(filled)
    line, column = file.position(path_of(wrong.pointer), offset=wrong.offset)
    assert lines[line - 1][column - 1] == "X"


def test_numbers_above_nine_and_an_overflow_of_a_number_sheet(ledger: Sheet) -> None:
    text = json.dumps(
        {
            "format": "cascadia-print/filled-sheet",
            "sheet": "LEDGER@1",
            "columns": {"mountains": [12, 10]},
            "rows": {"overflow": 1},
            "spaces": {"a2": 13, "spare.1": 4},
        }
    )
    [(_, filled)] = read_filled(parse_json(text, "x.json"), lambda _: ledger)
    overflow = ledger.overflow_row
    assert filled.marks == {"a1": 12, "b1": 10, "a2": 13, overflow[0]: True}
    assert [(w.text, w.rule) for w in filled.wrong] == [
        ("unknown-space", "IN-space"),
        ("number-range", "S-value"),
    ]


def test_only_the_first_hundred_unknown_spaces_get_a_suggestion(read: Read) -> None:
    spaces = {f"{row}{n}": True for row in "jklmnopqrstuvwxyz" for n in range(1, 8)}
    better = [w.values["nearest"] for w in read(sheet="C@1", spaces=spaces).wrong]
    assert len(better) == 119
    assert None not in better[:100]
    assert set(better[100:]) == {None}


def test_a_long_word_is_cut_in_messages(read: Read) -> None:
    wrong = the_wrong(read(spaces={"a1": "y" * 100_000}))
    assert len(str(wrong.values["value"])) == 40
    wrong = the_wrong(read(spaces={"y" * 100_000: 1}))
    assert len(wrong.at) == 40
