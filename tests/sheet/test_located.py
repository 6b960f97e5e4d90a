"""Reading YAML and JSON as plain values that know their places, and nothing that crashes."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cascadia_print import resources
from cascadia_print.sheet import located_json, located_yaml
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import (
    Source,
    parse_json,
    parse_yaml,
    path_of,
    pointer,
    read_json,
    read_yaml,
)
from cascadia_print.sheet.located_text import SIZE_LIMIT

PARSERS = [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)]
SHEETS = sorted(resources.root("sheets").glob("*.yaml"))


@pytest.fixture(params=PARSERS, ids=["python", "c"])
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        located_yaml, "_events", lambda text: yaml.parse(text, Loader=request.param)
    )


def faults(read: Any, *args: Any) -> tuple[Fault, ...]:
    with pytest.raises(Unreadable) as caught:
        read(*args)
    return caught.value.faults


def ids(read: Any, *args: Any) -> list[str]:
    return [fault.id for fault in faults(read, *args)]


@pytest.mark.usefixtures("_parser")
@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("7", 7),
        ("-7", -7),
        ("0", 0),
        ("2.5", 2.5),
        ("3.0", 3.0),
        ("1e3", 1000.0),
        *(
            (word, word)
            for word in ("no", "on", "yes", "off", "True", "NULL", "012", "0x1F", "0o7", "1:20")
        ),
        *((word, word) for word in ("1_000", "=", ".inf", "2024-01-02")),
        ("1pt+wild", "1pt+wild"),
        ("hex:any|3pt", "hex:any|3pt"),
        ('"7"', "7"),
        ("'null'", "null"),
    ],
)
def test_yaml_scalars_are_what_they_look_like(word: str, value: object):
    found = parse_yaml(f"a: {word}\n", "f").data["a"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.usefixtures("_parser")
@pytest.mark.parametrize("path", SHEETS, ids=lambda p: p.name)
def test_yaml_gives_what_another_reader_gives(path: Path):
    class Words(yaml.SafeLoader):
        """The standard loader with numbers and text only."""

    Words.yaml_implicit_resolvers = {
        first: [(tag, how) for tag, how in found if tag.endswith(("int", "float"))]
        for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    text = path.read_text(encoding="utf-8")
    assert read_yaml(path).data == yaml.load(text, Loader=Words)


@pytest.mark.usefixtures("_parser")
def test_yaml_aliases_repeat_and_keep_both_places():
    source = parse_yaml("a: &x {b: [1, 2]}\nc: *x\n", "f")
    assert source.data == {"a": {"b": [1, 2]}, "c": {"b": [1, 2]}}
    assert source.position(("c",)) == (2, 4)
    assert source.position(("c", "b", 1)) == source.position(("a", "b", 1)) == (1, 15)


@pytest.mark.usefixtures("_parser")
def test_yaml_tells_all_faults_up_to_the_one_it_cannot_get_over():
    text = "a: 1\na: 2\n3: x\n<<: {b: 1}\nc: !tag x\nd: *e\nf: [1\n"
    assert ids(parse_yaml, text, "f") == [
        "IN-duplicate-key",
        "IN-key",
        "IN-merge-key",
        "IN-tag",
        "IN-alias",
        "IN-syntax-bracket",
    ]


def test_a_path_leads_to_line_and_column():
    source = parse_yaml('a:\n  - "M F+fox"\n  - {b: ü, "c": 3}\n', "f")
    assert source.position(("a", 0)) == (2, 5)
    assert source.position(("a", 0), offset=0) == (2, 6)
    assert source.position(("a", 0), offset=2) == (2, 8)
    assert source.position(("a", 1, "c")) == (3, 17)
    assert source.position(("a", 1, "c"), key=True) == (3, 12)
    assert source.position(("a", 1, "missing")) == (3, 5)
    assert source.position(path_of("/a/1/b")) == (3, 9)
    json_source = parse_json('{"a": ["M F+fox",\n {"b": "ü", "c": 3}]}', "f")
    assert json_source.position(("a", 0), offset=2) == (1, 11)
    assert json_source.position(("a", 1, "c"), key=True) == (2, 13)


def test_an_offset_counts_only_in_a_plain_string_of_one_line():
    assert parse_yaml('a: "x\\ty z"\n', "f").position(("a",), offset=4) == (1, 4)
    assert parse_yaml("a: |\n  x\n  y\n", "f").position(("a",), offset=2) == (1, 4)
    assert parse_yaml("a: &n  x y\n", "f").position(("a",), offset=2) == (1, 10)
    assert parse_json('{"a": "\\u0041b"}', "f").position(("a",), offset=1) == (1, 7)
    assert parse_json('{"a": 123}', "f").position(("a",), offset=1) == (1, 7)


def test_a_fault_covers_the_whole_word():
    source = parse_yaml('a: "M F+fox"\nb: [1]\n', "f.yaml")
    fault = source.fault("IN-x", ("a",), suggestion="y", word="z")
    assert (fault.column, fault.length, fault.excerpt) == (4, 9, 'a: "M F+fox"')
    assert (fault.file, fault.suggestion, fault.values) == ("f.yaml", "y", {"word": "z"})
    assert source.fault("IN-x", ("a",), offset=2, length=5).length == 5
    assert source.fault("IN-x", ("b",)).length == 1


def test_pointers_are_escaped():
    path = ("a/b", "c~d", 3, "")
    assert pointer(path) == "/a~1b/c~0d/3/"
    assert path_of(pointer(path)) == ("a/b", "c~d", "3", "")
    assert path_of("") == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_ends_of_lines_count_once(end: str):
    assert parse_yaml(f"a: 1{end}b: 2{end}", "f").position(("b",)) == (2, 4)
    assert parse_json(f'{{"a": 1,{end}"b": 2}}', "f").position(("b",)) == (2, 6)


def test_a_byte_order_mark_is_skipped():
    assert parse_yaml("\ufeffa: 1", "f").position(("a",)) == (1, 4)
    assert parse_json('\ufeff{"a": 1}', "f").position(("a",)) == (1, 7)


def test_a_good_json_file_is_not_tokenized(monkeypatch: pytest.MonkeyPatch):
    def refused(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(located_json, "_Scan", refused)
    assert parse_json('{"a": [1, 2.5, "\\u00e4", null, true]}', "f").data == {
        "a": [1, 2.5, "ä", None, True]
    }


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("[1e400]", "IN-number-too-large"),
        ("[" + "7" * 5000 + "]", "IN-number-too-long"),
        ("[" * 100_000, "IN-too-deep"),
        ("[" * 51 + "]" * 51, "IN-too-deep"),
        ('{"a":' * 900 + "1" + "}" * 900, "IN-too-deep"),
        ('["]",' * 60 + "1" + "]" * 60, "IN-too-deep"),
        ('"\\ud800"', "IN-half-character"),
        ('"\\udc00\\ud800"', "IN-half-character"),
        ('{"a": 1, "\\u0061": 2}', "IN-duplicate-key"),
        ("[NaN]", "IN-not-a-number"),
        ("  ", "IN-empty"),
    ],
    ids=lambda value: value[:12],
)
def test_hostile_json_is_a_fault(text: str, id: str):
    assert ids(parse_json, text, "f") == [id]


def test_json_that_only_looks_hostile_is_read():
    assert parse_json('["\\ud83d\\ude00", "\\\\ud800"]', "f").data == ["😀", "\\ud800"]
    deep = "[" * 50 + "]" * 50
    assert parse_json(deep, "f").data == json.loads(deep)
    assert parse_json("[" + ",".join(["[]"] * 100) + "]", "f").data == [[]] * 100
    assert parse_json('["' + "[" * 100 + '"]', "f").data == ["[" * 100]


@pytest.mark.usefixtures("_parser")
@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("[" * 20_000, "IN-too-deep"),
        ("{a: " * 20_000, "IN-too-deep"),
        ("- " * 20_000, "IN-too-deep"),
        ('["x":' * 2_000, "IN-too-deep"),
        ("- a\n" * 30_000, "IN-too-many"),
        ("x" * (SIZE_LIMIT + 1), "IN-too-big"),
        ("a: 1\n%x\n", "IN-directive"),
        ("a: \x00\n", "IN-character"),
        ("a: \ud800\n", "IN-character"),
        ("a: " + "7" * 5000, "IN-number-too-long"),
        ("a: &b [*b]", "IN-alias-loop"),
    ],
    ids=lambda value: value[:12],
)
def test_hostile_yaml_is_a_fault(text: str, id: str):
    assert ids(parse_yaml, text, "f") == [id]


LAUGHS = "a0: &a0 [x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40)
)


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (parse_yaml, LAUGHS),
        (parse_yaml, "a: " + "x" * 10_000_000),
        (parse_yaml, "a: [" + "[], " * 200_000),
        (parse_yaml, "? " * 300_000),
        (parse_yaml, '"' * 1_000_000),
        (parse_yaml, "- 'a\n" * 100_000),
        (parse_yaml, "\t\n" * 300_000),
        (parse_json, "[" + "," * 1_000_000),
        (parse_json, '{"a":' * 200_000),
        (parse_json, '"' + "\\x" * 300_000),
        (parse_json, "/*" * 500_000),
        (parse_json, "'" * 1_000_000),
        (parse_json, '["' + "x" * 3_000_000 + '"]'),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else value.__name__,
)
def test_nothing_hangs(parse: Any, text: str):
    start = time.process_time()
    faults(parse, text, "f")
    assert time.process_time() - start < 2


def test_a_path_that_is_no_file(tmp_path: Path):
    for read in (read_yaml, read_json):
        (missing,) = faults(read, tmp_path / "none.yaml")
        assert (missing.id, missing.line) == ("IN-no-file", 0)
        assert ids(read, tmp_path) == ["IN-folder"]
        assert ids(read, tmp_path / "nul\0") == ["IN-no-access"]


def test_a_file_that_is_too_big_or_no_text(tmp_path: Path):
    file = tmp_path / "x"
    file.write_bytes(b"x" * (SIZE_LIMIT + 1))
    (big,) = faults(read_json, file)
    assert (big.id, big.values["limit"], big.line) == ("IN-too-big", 1, 0)
    file.write_bytes("a: ä\nb: ".encode() + b"\xff\n")
    (wrong,) = faults(read_yaml, file)
    assert (wrong.id, wrong.line, wrong.column) == ("IN-encoding", 2, 4)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**14), 10**14)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda kids: st.lists(kids, max_size=4) | st.dictionaries(st.text(), kids, max_size=4),
    max_leaves=20,
)


def places(source: Source, data: Any, path: tuple[str | int, ...] = ()) -> None:
    """The place of each value holds exactly that value."""
    line, column = source.position(path)
    start = sum(len(x) for x in source.text.splitlines(keepends=True)[: line - 1]) + column - 1
    assert json.JSONDecoder().raw_decode(source.text, start)[0] == data
    for step, kid in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(kid, dict | list):
            places(source, kid, (*path, step))


@given(JSON, st.sampled_from([None, 1]), st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_json_is_read_as_the_standard_reader_does(data: Any, indent: int | None, ascii: bool):
    text = json.dumps(data, indent=indent, ensure_ascii=ascii)
    source = parse_json(text, "f")
    assert source.data == json.loads(text)
    if isinstance(data, dict | list) and ascii:
        places(source, data)


def refusal(parse: Any, text: str) -> tuple[Fault, ...]:
    """The faults of a text, none if it can be read."""
    try:
        parse(text, "f")
    except Unreadable as error:
        return error.faults
    return ()


SNIPPETS = st.sampled_from(
    [
        *"{}[],:\"'\\&*!|>%@`?#-\n ~\t",
        ": ",
        "- ",
        "\n  ",
        "a",
        "b: c",
        "true",
        "1",
        "NaN",
        "---\n",
        "// x\n",
    ]
)


@given(st.lists(SNIPPETS, max_size=30).map("".join))
@settings(max_examples=300, deadline=None)
def test_no_text_crashes_a_reader(text: str):
    for parse in (parse_yaml, parse_json):
        if not (found := refusal(parse, text)):
            parse(text, "f").position(("a", 0))
        assert all(f.line <= len(text) for f in found)


@given(st.integers(0, 3), st.data())
@settings(max_examples=150, deadline=None)
def test_json_with_one_slip_is_refused_by_both_or_none(which: int, data: st.DataObject):
    text = '{"a": [1, -2.5, "x\\n", null],\n "b": {"c": true}}'
    at = data.draw(st.integers(0, len(text) - 1))
    snippet = data.draw(SNIPPETS)
    slip = [text[:at] + text[at + 1 :], text[:at] + snippet + text[at:], text[:at], text[at:]][
        which
    ]
    try:
        standard = json.loads(slip)
    except ValueError:
        assert refusal(parse_json, slip)
    else:
        found = {fault.id for fault in refusal(parse_json, slip)}
        assert found <= {"IN-not-a-number", "IN-duplicate-key"}
        assert found or parse_json(slip, "f").data == standard
