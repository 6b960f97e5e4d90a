"""What the server says to a filled sheet or a game: the audit of that file, and what to draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cascadia_print.cascadia.entered import told_of
from cascadia_print.entry.filled import GAME, read_filled
from cascadia_print.entry.replayed import replayed
from cascadia_print.entry.taken import crossed, record
from cascadia_print.entry.tapped import data_of, state
from cascadia_print.entry.text import dumps, dumps_game
from cascadia_print.report.ink import drawn_by
from cascadia_print.report.json import audit_object
from cascadia_print.report.judged import Judged
from cascadia_print.rules.earn import Earned, earn
from cascadia_print.rules.legal import closure
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.party import same_sheet
from cascadia_print.rules.table import table
from cascadia_print.rules.whole import whole_report
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.located import Source, parse_json
from cascadia_print.sheet.model import RECORDED, Sheet
from cascadia_print.web import environment
from cascadia_print.web.shelf import Shelf
from cascadia_print.web.told import ranked, told

HEAD = ("date", "note")
"""What is said once for all players of a game."""


@dataclass(frozen=True, slots=True)
class _Player:
    """A player's sheet, its verdict and the data it was read from.

    said: what the file says of it. filled: what is known of it, also by the log of the game.
    """

    sheet: Sheet
    said: Filled
    filled: Filled
    judged: Judged
    data: Mapping[str, Any]


def audit(text: str, shelf: Shelf, words: Locale, file: str) -> dict[str, Any]:
    """The answer to the text of a filled sheet, a game, or what lies on a table of Cascadia.

    Raises Unreadable.
    """
    if environment.written(text, file):
        return environment.audit(environment.parse(text, file), shelf, words)
    source = parse_json(text, file)
    if told_of(source.data):
        return environment.audit(source, shelf, words)
    players = list(_judged(source, shelf))
    table = _head(source.data) if source.data["format"] == GAME else {}
    return _answer(players, words) | {"table": table, "text": text}


def tapped(text: str, shelf: Shelf, words: Locale, file: str) -> dict[str, Any]:
    """The answer to the states of a page: `{"players": [state, …]}` with what HEAD names.

    It is that to the file which the states make, and has its text. Raises Unreadable.
    """
    source = parse_json(text, file)
    players = [_data(state, shelf, file) for state in _states(source)]
    return audit(dumps_game(players, _head(source.data)), shelf, words, file)


def _head(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: data[key] for key in HEAD if data.get(key) is not None}


def _states(source: Source) -> Iterator[Mapping[str, Any]]:
    """The states of the players, each an object with a sheet."""
    data = source.data
    players = data.get("players") if isinstance(data, dict) else None
    if not isinstance(players, list) or not players:
        path = ("players",) if players is not None else ()
        raise Unreadable([source.fault("IN-missing-key", path, word="players")])
    faults: list[Fault] = []
    for k, player in enumerate(players):
        if not isinstance(player, dict) or not isinstance(player.get("sheet"), str):
            faults.append(source.fault("IN-missing-key", ("players", k), word="sheet"))
            continue
        for key in ("left", "more"):
            ids = player.get(key)
            if ids is not None and not (
                isinstance(ids, list) and all(isinstance(id, str) for id in ids)
            ):
                place = ("players", k, key)
                faults.append(
                    source.fault("IN-type", place, expected=("array",), found="object", shown="")
                )
    if faults:
        raise Unreadable(faults)
    yield from players


def _data(state: Mapping[str, Any], shelf: Shelf, file: str) -> dict[str, Any]:
    """The filled sheet that a state tells of, with the record of its circles if there is one."""
    data = data_of(shelf.find(state["sheet"]), state)
    ((sheet, filled),) = read_filled(parse_json(dumps(data), file), shelf.find)
    return data_of(sheet, state, filled)


def _judged(source: Source, shelf: Shelf) -> Iterator[_Player]:
    pairs = read_filled(source, shelf.find)
    known = [replayed(sheet, filled) for sheet, filled in pairs]
    reports = [
        whole_report(sheet, filled, logged=logged)
        for (sheet, _), (filled, logged) in zip(pairs, known, strict=True)
    ]
    data = source.data
    game = isinstance(data, dict) and data.get("format") == GAME
    if game:
        reports = same_sheet(reports)
    each = data["players"] if game else [data]
    for (sheet, read), (filled, _), report, of in zip(pairs, known, reports, each, strict=True):
        yield _Player(sheet, read, filled, Judged(sheet, report, source), of)


def _answer(players: Sequence[_Player], words: Locale) -> dict[str, Any]:
    judged = [player.judged for player in players]
    return {
        "report": audit_object(judged, (), words),
        "players": [_player(player, words) for player in players],
        **ranked(judged, words),
    }


def _player(player: _Player, words: Locale) -> dict[str, Any]:
    """What the page shows of a player besides the report.

    `drawn`: the rings and crosses on the paper. `earned`: what the marks and picks earn.
    `record`: of that, what leaves ink. `taken`: what does. `choices`: what is to be chosen.
    `logged`: what the file leaves to the log of its game.
    """
    sheet, filled, judged = player.sheet, player.filled, player.judged
    found: dict[str, Any] = {
        "state": state(sheet, player.data, player.said),
        "drawn": [*drawn_by(sheet, crossed(sheet, filled))],
        **told(judged, words),
        "logged": {
            "marks": {} if filled.marks is None else dict(filled.marks),
            "tally": dict(filled.tally or {}),
        },
        "earned": [],
        "record": [],
        "closed": [],
        "choices": {},
    }
    if filled.marks is None:
        return found
    spaces = closure(sheet, filled.marks)
    picks = sorted({*filled.picks, *(i for i in filled.taken or () if _chosen(sheet, i))})
    earned = earn(sheet, spaces, filled.marks, picks, lenient=True, all_taken=True)
    return found | {
        "earned": [id for id in table(sheet).items if id in earned.ids] + _boxes(sheet, earned),
        "record": [
            id
            for id, gains in record(sheet, filled.marks, picks).gains.items()
            if any(gain.kind in RECORDED for gain in gains)
        ],
        "closed": [s.id for s in sheet.spaces if s.id in spaces and s.id not in filled.marks],
        "choices": {
            id: {"capacity": choice.capacity, "said": list(choice.said), "none": choice.declined}
            for id, choice in earned.choices.items()
        },
    }


def _chosen(sheet: Sheet, id: str) -> bool:
    items = table(sheet).items
    return "=" in id or (id in items and bool(items[id].group))


def _boxes(sheet: Sheet, earned: Earned) -> list[str]:
    """Boxes that icons have reached and that give nothing themselves."""
    lanes = table(sheet).lanes
    reached = (box for lane, n in earned.lanes.items() for box in lanes.get(lane, ())[:n])
    return [box for box in reached if box not in earned.ids]
