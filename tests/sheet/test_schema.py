"""Structure: what the schemas accept, and one located fault for each slip."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cascadia_print import resources
from cascadia_print.sheet import located_yaml
from cascadia_print.sheet.build import build
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import Source, parse_json, parse_yaml, read_json, read_yaml
from cascadia_print.sheet.schema import check

FILES = Path(__file__).parents[1] / "faults"
SHEETS = sorted(resources.root("sheets").glob("*.yaml"))


def faults(path: Path) -> list[Fault]:
    """All faults of reading and of structure."""
    try:
        source = read_yaml(path) if path.suffix == ".yaml" else read_json(path)
    except Unreadable as error:
        return list(error.faults)
    return check(source, schema_of(source))


def schema_of(source: Source) -> str:
    if source.file.endswith(".yaml"):
        return "sheet"
    game = isinstance(source.data, dict) and source.data.get("format") == "cascadia-print/game"
    return "game" if game else "filled-sheet"


def cases(folder: str, *endings: str) -> list[Path]:
    found = [p for p in sorted((FILES / folder).iterdir()) if p.suffix in endings]
    assert found
    return found


def brief(found: list[Fault]) -> list[str]:
    return [f"{f.line}:{f.column} {f.id} {f.suggestion or ''}".rstrip() for f in found]


@pytest.mark.parametrize("path", cases("negative", ".yaml", ".json"), ids=lambda p: p.name)
def test_a_slip_is_found_at_its_place(path: Path):
    expected = path.with_name(path.name + ".expected").read_text(encoding="utf-8")
    assert brief(faults(path)) == expected.splitlines()


@pytest.mark.parametrize("path", cases("positive", ".yaml", ".json"), ids=lambda p: p.name)
def test_what_is_right_has_no_fault(path: Path):
    assert faults(path) == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda p: p.name)
def test_the_sheets_of_the_project_have_no_fault(path: Path):
    assert faults(path) == []


@pytest.mark.parametrize("path", cases("negative", ".yaml"), ids=lambda p: p.name)
def test_both_yaml_parsers_give_the_same_faults(path: Path, monkeypatch: pytest.MonkeyPatch):
    import yaml

    quick = faults(path)
    monkeypatch.setattr(
        located_yaml, "_events", lambda text: yaml.parse(text, Loader=yaml.SafeLoader)
    )
    assert faults(path) == quick


def keys(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for step, value in items:
        if isinstance(data, dict):
            yield (*path, step)
        if isinstance(value, dict | list):
            yield from keys(value, (*path, step))


def misspelt(key: str) -> str:
    """Two letters in the middle swapped; a letter doubled where that changes nothing."""
    at = (len(key) - 1) // 2
    swapped = key[:at] + key[at + 1] + key[at] + key[at + 2 :]
    return swapped if swapped != key else key[:at] + key[at] + key[at:]


def all_faults(text: str) -> list[Fault]:
    """What structure, words and references find, the sheet built under each of its choices."""
    source = parse_yaml(text, "sheet.yaml")
    found = check(source, "sheet")
    if found:
        return found
    choices = [
        {ruling["id"]: choice["id"]}
        for ruling in source.data.get("rulings", [])
        for choice in ruling["choices"]
    ]
    for choice in ({}, *choices):
        try:
            build((source,), choice)
        except Unreadable as error:
            found += [fault for fault in error.faults if fault not in found]
    return found


@pytest.mark.parametrize("path", SHEETS, ids=lambda p: p.name)
def test_each_misspelt_key_is_one_fault_with_the_right_suggestion(path: Path):
    text = path.read_text(encoding="utf-8")
    source = parse_yaml(text, "sheet.yaml")
    lines = text.splitlines(keepends=True)
    right = total = 0
    for place in keys(source.data):
        key = str(place[-1])
        line, column = source.position(place, key=True)
        row = lines[line - 1]
        at = column if row[column - 1] == '"' else column - 1
        assert row[at:].startswith(key)
        changed = row[:at] + misspelt(key) + row[at + len(key) :]
        slip = "".join([*lines[: line - 1], changed, *lines[line:]])
        found = all_faults(slip)
        assert [(f.line, f.column) for f in found] == [(line, column)], key
        total += 1
        right += found[0].suggestion == key
    assert total > 60
    assert right >= 0.95 * total


def filled(**entries: Any) -> list[str]:
    text = json.dumps({"format": "cascadia-print/filled-sheet"} | entries)
    return [
        f"{f.id} {f.suggestion or ''}".rstrip()
        for f in check(parse_json(text, "f"), "filled-sheet")
    ]


def test_true_is_no_number_and_a_decimal_no_integer():
    assert filled(tally={"bear": True}) == ["IN-type"]
    assert filled(tally={"bear": 2.0}) == ["IN-type 2"]
    assert filled(claims={"total": [1, False]}) == ["IN-type"]
    assert filled(version=True) == ["IN-type"]


def test_marks_of_any_scalar_are_left_to_the_sheet():
    assert filled(spaces={"a1": 2.5, "zz": "X", "a2": True, "a3": None}, rows={"a": "five"}) == []
    assert filled(columns={"forests": [3, 2.5, "x"]}) == []
    assert filled(spaces={"a1": [3]}) == ["IN-type"]


def test_a_player_has_at_most_200_characters():
    assert filled(player="x" * 200) == []
    assert filled(player="x" * 201) == ["IN-too-long"]


def test_faults_of_a_block_with_an_unknown_key_are_still_told():
    text = "kind: environment\nid: T\nauthor: me\nchange: {a1: F}\n"
    found = check(parse_yaml(text, "f"), "sheet")
    assert [(f.id, f.values["word"]) for f in found] == [
        ("IN-missing-key", "version"),
        ("IN-missing-key", "extends"),
        ("IN-unknown-key", "author"),
    ]
    assert "rules" in found[-1].values["known"]


def test_of_two_near_keys_the_missing_one_is_suggested():
    text = Path(FILES / "positive" / "tiny.yaml").read_text(encoding="utf-8")
    slip = text.replace("check: count, of: rows, is: 2", "check: diverse, os: 3")
    (fault,) = check(parse_yaml(slip, "f"), "sheet")
    assert (fault.id, fault.suggestion) == ("IN-unknown-key", "is")


def test_a_value_is_shown_as_the_author_wrote_it():
    (fault,) = check(
        parse_json('{"format": "cascadia-print/filled-sheet", "map": 0.50}', "f"), "filled-sheet"
    )
    assert (fault.values["expected"], fault.values["found"], fault.values["shown"]) == (
        ("array",),
        "number",
        "0.50",
    )


@pytest.mark.parametrize("name", ["sheet", "filled-sheet", "game"])
def test_schemas_are_schemas(name: str):
    import jsonschema

    path = resources.root("data") / "schemas" / f"{name}.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert "oneOf" not in path.read_text(encoding="utf-8")
    assert schema["title"]
    assert schema["description"]
