"""A filled sheet as JSON text that people can read and edit: a row of the paper is a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

GAME = "cascadia-print/game"


def dumps(data: Mapping[str, Any]) -> str:
    """JSON with a line for each key, each row of `map`, `spaces` and `log`, and each claim."""
    return _block("{}", (f"{_plain(key)}: {_value(key, data[key])}" for key in data), "") + "\n"


def dumps_game(players: Sequence[Mapping[str, Any]], said: Mapping[str, Any]) -> str:
    """One player's sheet, several as a game; with what is `said` of all of them, as a date."""
    if len(players) == 1:
        (player,) = players
        return dumps({**player, **{key: said[key] for key in said if key not in player}})
    sheets = (dumps(player).rstrip().replace("\n", "\n    ") for player in players)
    told = {"format": GAME, "version": 1, **said}
    head = (_pair(told, key) for key in told)
    return _block("{}", (*head, f'"players": {_block("[]", sheets, "  ")}'), "") + "\n"


def _value(key: str, value: Any) -> str:
    if key in ("map", "log") and value:
        return _block("[]", map(_plain, value), "  ")
    if key == "claims" and value:
        return _block("{}", (_pair(value, line) for line in value), "  ")
    if key == "spaces" and value:
        rows = (ids for _, ids in groupby(value, _row))
        return _block("{}", (", ".join(_pair(value, id) for id in ids) for ids in rows), "  ")
    return _plain(value)


def _block(brackets: str, lines: Iterable[str], indent: str) -> str:
    inner = f",\n{indent}  ".join(lines)
    return f"{brackets[0]}\n{indent}  {inner}\n{indent}{brackets[1]}"


def _pair(data: Mapping[str, Any], key: str) -> str:
    return f"{_plain(key)}: {_plain(data[key])}"


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _row(id: str) -> str:
    return id.rstrip("0123456789")
