"""Makes the tables of docs/sheet-language.md anew: `python -m docs.language`.

The tables stand between `<!-- table: NAME -->` and `<!-- end -->` and come from the schema and
from the program's own tables; the text around them is written by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, get_args

from cascadia_print import resources
from cascadia_print.report.rules import rules
from cascadia_print.sheet import rich, sets
from cascadia_print.sheet.facts import CHECKS
from cascadia_print.sheet.lint import ERRORS
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.sheet.model import GainKind
from cascadia_print.sheet.vocabulary import habitat_letters, habitats, wildlife
from cascadia_print.sheet.words import Names, parse_cell, parse_offer
from docs.pictures import shown

FILE = Path(__file__).with_name("sheet-language.md")
TABLE = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Row = tuple[str, ...]


def made(text: str) -> str:
    """The text with all of its tables made anew. Raises KeyError for an unknown table."""

    def table(match: re.Match[str]) -> str:
        name = match[2]
        rows = list(TABLES[name]()) if name in TABLES else list(_keys(name))
        return f"{match[1]}{_table(rows)}{match[3]}"

    return TABLE.sub(table, text)


def _table(rows: list[Row]) -> str:
    head, *body = rows
    lines = [head, tuple("---" for _ in head), *body]
    cells = (tuple(cell.replace("|", "\\|") for cell in row) for row in lines)
    return "\n" + "\n".join(f"| {' | '.join(row)} |" for row in cells) + "\n\n"


# -- keys ---------------------------------------------------------------------------------------


def _schema(name: str = "sheet") -> dict[str, Any]:
    path = resources.root("data") / "schemas" / f"{name}.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _said(key: str) -> str:
    """Words of the reference. Raises KeyError where there are none yet."""
    key = f"author.language.{key}"
    if not locale().has(key):
        raise KeyError(key)
    return locale().text(key)


def _keys(name: str) -> Iterator[Row]:
    """The keys of a block: "sheet", one of the schema's definitions, or "spaces-overflow"; of a
    page "page", or one of its definitions as "page-table"."""
    block, *inner = name.split("-")
    schema = _schema("page" if block == "page" else "sheet")
    if block == "page" and inner:
        block, *inner = inner
    found = schema if block in ("sheet", "page") else schema["$defs"][block]
    for key in inner:
        found = found["properties"][key]
    always = _always(found) if name != "sheet" else {"kind", "id", "version"}
    yield ("key", "value", "meaning")
    for key, entry in found["properties"].items():
        if key == "$schema":
            continue
        meant = _resolved(schema, entry)
        needed = " *" if key in always else ""
        yield (f"`{key}`{needed}", _value(schema, meant), meant.get("description", ""))


def _always(block: Mapping[str, Any]) -> set[str]:
    return set(block.get("required", ()))


def _resolved(schema: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" not in entry:
        return dict(entry)
    name = entry["$ref"].rpartition("/")[2]
    return {**schema["$defs"][name], **entry, "name": name}


def _value(schema: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    if "enum" in entry:
        return ", ".join(f"`{word}`" for word in entry["enum"])
    kinds = entry.get("type", "")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    said = [_KINDS.get(entry.get("name", ""), "") or _kind(schema, entry, k) for k in kinds]
    return " or ".join(dict.fromkeys(said))


_KINDS = {
    "name": "text for each language",
    "text": "text for each language",
    "word": "gain word",
    "words": "words with blanks between",
    "line-ref": "id of a line",
    "rule": "rule id",
    "id": "id",
    "sheet-id": "id",
}


def _kind(schema: Mapping[str, Any], entry: Mapping[str, Any], kind: str) -> str:
    match kind:
        case "array":
            inner = _value(schema, _resolved(schema, entry.get("items", {})))
            return f"list of {inner}"
        case "object":
            name = entry.get("name")
            return f"[block](#{name})" if name else "block"
        case "integer" | "number":
            low, high = entry.get("minimum"), entry.get("maximum")
            if low is not None and high is not None:
                return f"number from {low} to {high}"
            return f"number from {low}" if low is not None else "number"
        case "boolean":
            return "true or false"
    return "text"


# -- words --------------------------------------------------------------------------------------


def _cells() -> Iterator[Row]:
    yield ("word", "meaning", "printed")
    for letter, habitat in habitat_letters().items():
        assert parse_cell(letter, Names()) is not None
        yield (f"`{letter}`", habitat, shown(f"cell {letter}"))
    for word in ("M/F", "*", ".", "O", "-", "F2", "F2+fox"):
        parse_cell(word, Names())
        yield (f"`{word}`", _said(f"cells.{word}"), shown(f"cell {word}"))


_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "points": ("3pt",),
    "animal": (*wildlife(), "2elk"),
    "wild": ("wild", "2wild"),
    "nature": ("nature", "2nature"),
    "hex": tuple(f"hex:{h}" for h in (*habitats(), "any")),
    "lane": ("landmark:rivers", "sun"),
    "same": ("same:*",),
    "pick": ("pick:nest",),
}


def _gains() -> Iterator[Row]:
    lanes = {"landmark:rivers": "landmark.rivers", "sun": "sky.sun"}
    names = Names(lanes, frozenset({"same"}), frozenset({"nest"}))
    yield ("word", "printed", "gives", "on paper")
    for kind in get_args(GainKind):
        for word in _EXAMPLES[kind]:
            assert parse_offer(word, names).sides[0][0].kind == kind
            meant = (_said(f"gains.{kind}"), _said(f"paper.{kind}"))
            yield (f"`{word}`", shown(f"gain {word}"), *meant)


def _signs() -> Iterator[Row]:
    yield ("sign", "stands for")
    for name, signs in _SIGNS.items():
        for sign in signs:
            ((atom,),) = rich.parse(f"[{sign}]", locale())
            assert isinstance(atom, rich.Sign)
        yield (", ".join(f"`[{sign}]`" for sign in signs), _said(f"signs.{name}"))


_SIGNS: Mapping[str, tuple[str, ...]] = {
    "animal": (*wildlife(), "wild"),
    "nature": ("nature", "2nature"),
    "points": ("3pt",),
    "hex": ("hex:any", "hex:forests"),
    "landmark": ("landmark:rivers",),
    "sky": ("sun", "rain"),
    "both": ("hawk+fox", "2elk|3pt"),
    "habitat": habitats(),
    "other": rich.SIGNS,
}


def _sets() -> Iterator[Row]:
    """Set words as they are found on sheet D, and what they are."""
    words = sets.by_word(find_sheet("D@1").spaces)
    yield ("word", "hexagons", "on sheet D")
    for word in _SETS:
        assert word in words
        yield (f"`{word}`", _said(f"sets.{word}"), shown(f"set {word}"))


_SETS = ("all", "row a", "row overflow", "column 3", "rivers", "habitat rivers", "region 7")


def _each() -> Iterator[Row]:
    yield ("`each`", "one bonus for each", "as", "its id", "names for patterns")
    for kind in _schema()["$defs"]["bonus"]["properties"]["each"]["enum"]:
        id, names = _PATTERNS[kind]
        yield (f"`{kind}`", _said(f"each.{kind}"), shown(f"each {kind}"), id, names)


_PATTERNS = {
    "row": ("`row-2`", "`{n}` `{row}` `{habitat}`"),
    "column": ("`column-2`, with `first: 4` and one habitat `rivers-4`", "`{n}` `{habitat}`"),
    "diamond": ("`a4-b5`", ""),
    "edge": ("`a6-a7`", ""),
    "habitat": ("`complete-rivers`", "`{habitat}`"),
    "region": ("`region-7`", "`{region}`"),
}


def _marking(key: str) -> Iterator[Row]:
    """The words of a key of `marking`, and the kinds of area."""
    yield (f"`{key}`", "means", "as")
    block = _schema()["$defs"]["area" if key == "kind" else "marking"]
    for word in block["properties"][key]["enum"]:
        name = f"{'area' if key == 'kind' else key} {word}"
        yield (f"`{word}`", _said(f"{key}.{word}"), shown(name))


def pictured() -> list[str]:
    """The names of all pictures that the tables show, as "cell M/F"."""
    found: list[str] = []
    for name in ("cells", "gains", "sets", "each", "write", "order", "kind"):
        for row in TABLES[name]():
            picture = next((cell for cell in row if cell.startswith("![")), "")
            if picture:
                group = {"cells": "cell", "gains": "gain", "sets": "set", "kind": "area"}
                word = re.sub(r"^!\[(.*)\]\(.*", r"\1", picture)
                found.append(f"{group.get(name, name)} {word}")
    return found


def _checks() -> Iterator[Row]:
    schema = _schema()["$defs"]["fact"]
    yield ("`check`", "keys", "holds when")
    for check in schema["properties"]["check"]["enum"]:
        assert check in CHECKS
        keys: list[str] = []
        for branch in schema["allOf"]:
            words = branch["if"]["properties"]["check"]
            if check in words.get("enum", [words.get("const")]):
                keys = [k for k in branch["then"]["propertyNames"]["enum"] if k not in _COMMON]
        meant = _said(f"checks.{check}")
        yield (f"`{check}`", " ".join(f"`{key}`" for key in keys), meant)


_COMMON = ("check", "rule")


def _lint() -> Iterator[Row]:
    yield ("finding", "kind", "about")
    for id, rule in rules().items():
        if id.startswith("LI-"):
            error = id in ERRORS or id == "LI-fact"
            yield (f"`{id}`", "error" if error else "warning", f"**{rule.title}.** {rule.text}")


TABLES: Mapping[str, Callable[[], Iterator[Row]]] = {
    "cells": _cells,
    "gains": _gains,
    "signs": _signs,
    "sets": _sets,
    "each": _each,
    "write": partial(_marking, "write"),
    "order": partial(_marking, "order"),
    "kind": partial(_marking, "kind"),
    "checks": _checks,
    "lint": _lint,
}


if __name__ == "__main__":
    FILE.write_text(made(FILE.read_text(encoding="utf-8")), encoding="utf-8")
