"""The text of a log as a file of its own → a located filled sheet that holds it.

    sheet: A@1
    player: Ana
    0 | slots 3 5 9 12
    1 | dice bear elk salmon | special wild | own fox hawk | take 2 salmon

Above the rounds stand keys of a filled sheet, one a line; `tally`, `variant` and the like as words
with blanks between them. A line with # is a remark.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.located import Source, read_text
from cascadia_print.sheet.located_text import Place, Text

_KEY = re.compile(r"\s*([a-z_]+)\s*:\s*(.*?)\s*$", re.ASCII)
_ROUND = re.compile(r"\s*(\d|\|)", re.ASCII)

TEXTS = ("sheet", "player", "date", "language", "rules", "note")
LISTS = ("variant", "picks", "taken")
NUMBERS = ("completion_cards",)
PAIRS = ("rulings", "tally", "claims")
KEYS = (*TEXTS, *LISTS, *NUMBERS, *PAIRS)


def read_log_file(path: Path) -> Source:
    """The file as the data of a filled sheet with a log. Raises Unreadable with all faults."""
    text = Text(str(path), read_text(path).removeprefix("\ufeff"))
    if not text.text.strip():
        raise Unreadable([Fault("IN-empty", str(path))])
    data: dict[str, Any] = {"format": "cascadia-print/filled-sheet", "version": 1}
    root = Place(0, len(text.text))
    log = Place(0, len(text.text))
    lines: list[str] = []
    faults: list[Fault] = []
    start = 0
    for line in text.text.splitlines(keepends=True):
        plain = line.rstrip("\r\n")
        end = start + len(plain)
        key = None if lines or _ROUND.match(plain) else _KEY.match(plain)
        if key:
            faults += _head(text, data, root, key, start)
        elif plain.strip() and not plain.lstrip().startswith("#"):
            log.kids[len(lines)] = Place(start, end)
            lines.append(plain)
        start += len(line)
    if faults:
        raise Unreadable(faults)
    data["log"] = lines
    root.kids["log"] = log
    return Source(text, data, lambda: root)


def _head(
    text: Text, data: dict[str, Any], root: Place, match: re.Match[str], at: int
) -> list[Fault]:
    """Read a line above the rounds; its faults."""
    key, value = match.groups()
    start, end = at + match.start(2), at + match.end(2)
    if key not in KEYS:
        first = at + match.start(1)
        return [
            text.fault(
                "IN-unknown-key",
                first,
                first + len(key),
                suggestion=nearest(key, KEYS),
                values={"word": key, "known": KEYS},
            )
        ]
    root.keys[key] = Place(at + match.start(1), at + match.end(1))
    root.kids[key] = Place(start, max(end, start + 1))
    data[key], kids = _value(key, value, start)
    root.kids[key].kids.update(kids)
    return []


def _value(key: str, value: str, start: int) -> tuple[Any, list[tuple[str | int, Place]]]:
    words = [(m[0], start + m.start()) for m in re.finditer(r"[^\s,]+", value)]
    places = [Place(at, at + len(word)) for word, at in words]
    if key in TEXTS:
        return value, []
    if key in PAIRS:
        pairs = [word.partition("=") for word, _ in words]
        found = {name: _number(said) for name, _, said in pairs}
        return found, [(name, place) for (name, _, _), place in zip(pairs, places, strict=True)]
    items = [_number(word) if key in NUMBERS else word for word, _ in words]
    return items, list(enumerate(places))


def _number(word: str) -> Any:
    return int(word) if re.fullmatch(r"-?\d{1,6}", word, re.ASCII) else word
