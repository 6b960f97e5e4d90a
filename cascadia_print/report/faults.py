"""Faults of files for people and for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from cascadia_print.sheet.faults import Fault
from cascadia_print.sheet.locale import Locale

WIDTH = 72
"""Columns of the author's line that are shown; a longer one is cut around the fault."""


def fault_text(faults: Iterable[Fault], words: Locale, color: bool = False) -> str:
    """Each fault as "file:line:column: sentence", with the line and a caret below the place."""
    return "\n".join("\n".join(_block(fault, words, color)) for fault in faults)


def fault_object(fault: Fault, words: Locale) -> dict[str, Any]:
    """A fault for a JSON report; `line` and `column` are 0 for a file as a whole."""
    return {
        "id": fault.id,
        "file": fault.file,
        "line": fault.line,
        "column": fault.column,
        "length": fault.length,
        **({"field": fault.at} if fault.at else {}),
        "message": sentence(fault, words),
        "suggestion": fault.suggestion,
        "excerpt": _excerpt(fault)[0] if fault.line else "",
    }


def sentence(fault: Fault, words: Locale) -> str:
    """What is wrong and what was expected, without the suggestion."""
    id = fault.id
    if fault.values.get("found") == "array" and not {"array", "object"}.intersection(
        map(str, _items(fault.values.get("expected", ())))
    ):
        id += "-list"  # the kinds of single values that could stand here help nobody
    if id == "IN-not-one-of" and len(_items(fault.values.get("allowed", ()))) == 1:
        id += "-single"
    return words.text(f"faults.{id}", **_said(fault.values, words))


def _block(fault: Fault, words: Locale, color: bool) -> Iterable[str]:
    said = [sentence(fault, words)]
    known = fault.values.get("known")
    if fault.suggestion is not None:
        said.append(words.text("faults.did-you-mean", word=fault.suggestion))
    elif known:
        listed = (
            known if isinstance(known, str) else ", ".join(f"`{word}`" for word in _items(known))
        )
        said.append(words.text("faults.known", known=listed))
    place = f"{fault.file}:{fault.line}:{fault.column}" if fault.line else fault.file
    if fault.at:
        place = words.text("form.place", file=fault.file, field=fault.at)
    place, text = _visible(place), _visible(" ".join(said))
    bold, red, plain = ("\033[1m", "\033[31m", "\033[0m") if color else ("", "", "")
    yield f"{bold}{place}:{plain} {text}" if place else text
    if fault.line:
        line, before, under = _excerpt(fault)
        yield f"{fault.line:>5} | {line}".rstrip()
        yield f"      | {' ' * before}{red}^{'~' * (under - 1)}{plain}"


def _said(values: Mapping[str, object], words: Locale) -> dict[str, object]:
    """Values in the words of the language: kinds of values, forms of words, things of a sheet."""
    said = dict(values)
    if "expected" in values:
        kinds = [words.text(f"faults.kinds.{kind}") for kind in _items(values["expected"])]
        said["expected"] = words.text("faults.or").join(kinds)
    if "found" in values:
        shown = values.get("shown", "")
        said["found"] = words.text(f"faults.found.{values['found']}", shown=shown)
    for name in ("form", "what", "each"):
        key = f"faults.{name}.{values.get(name)}"
        if words.has(key):
            said[name] = words.text(key)
    if "allowed" in values:
        said["allowed"] = ", ".join(f"`{word}`" for word in _items(values["allowed"]))
    return said


def _items(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _excerpt(fault: Fault) -> tuple[str, int, int]:
    """The line made visible and cut, the columns before the fault, and those it takes."""
    at = fault.column - 1
    left = [_cell(char) for char in fault.excerpt[max(0, at - WIDTH) : at]]
    right = [_cell(char) for char in fault.excerpt[at : at + WIDTH]]
    start, end = len(left) < at, at + len(right) < len(fault.excerpt)
    if start or end or _width(left) + _width(right) > WIDTH:
        while _width(left) > WIDTH // 2:
            start = bool(left.pop(0)) or start
        while _width(left) + _width(right) > WIDTH:
            end = bool(right.pop()) or end
    head, tail = ("..." if start else ""), ("..." if end else "")
    under = max(1, _width(right[: fault.length]))
    return head + "".join(left + right) + tail, len(head) + _width(left), under


def _visible(text: str) -> str:
    return "".join(map(_cell, text))


def _cell(char: str) -> str:
    """A character as it may be shown: no tabs, and nothing that moves or hides other text."""
    if char == "\t":
        return "    "
    if char.isprintable() or char == " ":
        return char
    return char.encode("unicode_escape").decode()


def _width(cells: list[str]) -> int:
    """Columns of a terminal: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for cell in cells
        for c in cell
    )
