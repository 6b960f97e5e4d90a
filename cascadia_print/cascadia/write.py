"""Environments, games and pads as files: JSON with a tile a line, and the compact text form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cascadia_print.cascadia.entered import GAME, PAD, animal_letters
from cascadia_print.cascadia.text import PAD_ROWS
from cascadia_print.sheet.vocabulary import letters_of_habitats


def as_json(data: Mapping[str, Any]) -> str:
    """JSON text that people can edit: a line for each key, each tile and each landmark."""
    return (
        _block("{}", (f"{_plain(key)}: {_value(key, data[key], '  ')}" for key in data), "") + "\n"
    )


def as_text(data: Mapping[str, Any]) -> str:
    """The compact text form of what follows its schema; what says nothing is left out."""
    lines = [*_head(data)]
    if data["format"] == PAD:
        lines += ["landmarks"] if data.get("landmarks") else []
        lines += _pad(data["players"])
    elif data["format"] == GAME:
        for player in data["players"]:
            lines += ["", *_player(player)]
        if data.get("pad"):
            lines += ["", *_pad(data["pad"])]
    else:
        lines = [*_player(data)]
    return "\n".join(lines).strip("\n") + "\n"


def lost(data: Mapping[str, Any]) -> bool:
    """Whether the text form would say more: that no tokens lie where none are spoken of."""
    players = data["players"] if data["format"] == GAME else [data]
    return any(p.get("tiles") is not None and p.get("tokens") is None for p in players)


def _player(data: Mapping[str, Any]) -> Iterator[str]:
    yield f"player {data.get('player') or ''}".rstrip()
    yield from _head(data)
    if data.get("nature") is not None:
        yield f"nature {data['nature']}"
    tokens = {at: _several(said) for at, said in (data.get("tokens") or {}).items() if said}
    marks = list(data.get("landmarks") or ())
    if data.get("landmarks") is not None:
        yield "landmarks"
    rows = []
    for tile in data.get("tiles") or ():
        at = tile["at"]
        edges = tile.get("edges") or ""
        habitats = tile.get("habitats") or ""
        words = [edges[:1] if len({*edges}) == 1 else edges or habitats]
        if edges and habitats and {*edges} != {*habitats}:
            words = [f"{habitats} {edges}"]
        words.append((tile.get("shows") or "").lower())
        words.append(" ".join(f"+{_animal(a)}" for a in tokens.pop(at, ())))
        words += [_mark(mark) for mark in marks if mark["at"] == at]
        marks = [mark for mark in marks if mark["at"] != at]
        rows.append((at, *words))
    for mark in marks:
        rows.append((mark["at"], _mark(mark)))
    widths = [max((len(row[k]) for row in rows if len(row) > k), default=0) for k in range(5)]
    for row in rows:
        cells = (f"{word:<{widths[min(k, 4)]}}" for k, word in enumerate(row))
        yield "  ".join(cells).rstrip()
    loose = [f"{_animal(a)}{at}" for at, animals in tokens.items() for a in animals]
    for k in range(0, len(loose), 10):
        yield " ".join(loose[k : k + 10])
    for line, said in (data.get("claims") or {}).items():
        if said is not None:
            yield f"claims {line} {_number(said)}"


def _head(data: Mapping[str, Any]) -> Iterator[str]:
    cards = data.get("cards")
    if isinstance(cards, str):
        yield f"cards {cards}"
    elif cards:
        yield "cards " + " ".join(f"{animal} {card}" for animal, card in cards.items() if card)
    for ruling, choice in (data.get("rulings") or {}).items():
        if choice:
            yield f"ruling {ruling} {choice}"
    if data.get("note"):
        yield f"note {' '.join(data['note'].split())}"


def _pad(columns: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    found = list(columns)
    yield "pad " + ", ".join(column.get("player") or "?" for column in found)
    for row in PAD_ROWS:
        numbers = [(column["claims"] or {}).get(row) for column in found]
        if any(n is not None for n in numbers):
            yield f"{row} " + " ".join("-" if n is None else _number(n) for n in numbers)


def _number(said: Any) -> str:
    return "+".join(map(str, _several(said)))


def _several(said: Any) -> list[Any]:
    return said if isinstance(said, list) else [said]


def _animal(name: str) -> str:
    letters = {animal: letter.lower() for letter, animal in animal_letters().items()}
    return letters.get(name, name)


def _mark(mark: Mapping[str, Any]) -> str:
    letters = letters_of_habitats()
    card = mark.get("card")
    return f"!{letters.get(mark['habitat'], mark['habitat'])}" + (f":{card}" if card else "")


def _value(key: str, value: Any, indent: str) -> str:
    if key in ("players", "pad") and value:
        return _block("[]", (_entry(x, indent + "  ") for x in value), indent)
    if key in ("tiles", "landmarks") and isinstance(value, list) and value:
        return _block("[]", map(_plain, value), indent)
    return _plain(value)


def _entry(data: Mapping[str, Any], indent: str) -> str:
    lines = (f"{_plain(key)}: {_value(key, data[key], indent + '  ')}" for key in data)
    return _block("{}", lines, indent)


def _block(brackets: str, lines: Iterable[str], indent: str) -> str:
    inner = f",\n{indent}  ".join(lines)
    return f"{brackets[0]}\n{indent}  {inner}\n{indent}{brackets[1]}"


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
