"""The quick yes: never where the library says no, and always for what is right."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from cascadia_print import resources
from cascadia_print.sheet import schema
from cascadia_print.sheet.located import read_json, read_yaml
from cascadia_print.sheet.quick import follows

SHEETS = sorted(resources.root("sheets").rglob("*.yaml"))
FILLED = sorted((resources.root("data") / "examples").glob("*.json"))
ODD: tuple[Any, ...] = (None, True, False, 0, 1, 3.0, -1, "", "x", "A@1", [], {}, ["x"], {"x": 1})


def schema_of(path: Path) -> str:
    return "page" if path.parent.name == "pages" else "sheet"


def sources() -> list[tuple[str, Any]]:
    return [(schema_of(path), read_yaml(path).data) for path in SHEETS] + [
        ("filled-sheet", read_json(path).data) for path in FILLED
    ]


@pytest.mark.parametrize("path", [*SHEETS, *FILLED], ids=lambda p: p.name)
def test_what_is_right_needs_no_library(path: Path):
    yaml = path.suffix == ".yaml"
    data = (read_yaml if yaml else read_json)(path).data
    assert follows(data, schema_of(path) if yaml else "filled-sheet", schema._schema)


def places(data: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    if isinstance(data, dict | list):
        steps = list(data) if isinstance(data, dict) else range(len(data))
        for step in steps:
            found += [(data, step), *places(data[step])]
    return found


@pytest.mark.parametrize("seed", range(6))
def test_it_agrees_with_the_library_on_what_was_changed(seed: int):
    rng = random.Random(seed)
    refused = 0
    for name, right in sources():
        for _ in range(12):
            data = copy.deepcopy(right)
            holder, step = rng.choice(places(data))
            match rng.randrange(3):
                case 0:
                    holder[step] = rng.choice(ODD)
                case 1:
                    del holder[step]
                case _ if isinstance(holder, dict):
                    holder[f"{step}x"] = holder.pop(step)
                case _:
                    holder.append(rng.choice(ODD))
            valid = schema._validator(name).is_valid(data)
            assert follows(data, name, schema._schema) == valid, json.dumps(data)
            refused += not valid
    assert refused > 30


def test_an_unknown_keyword_is_never_followed():
    assert not follows(3, "odd", lambda name: {"multipleOf": 3})


def test_keys_that_belong_to_another_kind_of_file_are_refused():
    overlay = {
        "kind": "environment",
        "id": "X",
        "version": 1,
        "extends": "A",
        "change": {"a1": "M"},
    }
    assert follows(overlay, "sheet", schema._schema)
    assert not follows(overlay | {"stagger": "none"}, "sheet", schema._schema)
    assert not follows(overlay | {"facts": []}, "sheet", schema._schema)
