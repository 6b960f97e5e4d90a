"""The table of Cascadia for the page: what can be laid, and the audit of what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cascadia_print.cascadia import text as compact
from cascadia_print.cascadia.cards import card_files, cards, landmark_cards, rulings
from cascadia_print.cascadia.entered import (
    ANIMALS,
    CARD_LETTERS,
    ENVIRONMENT,
    GAME,
    HABITATS,
    LANDMARK_LETTERS,
    LINES,
    SUMS,
    VARIANTS,
    Game,
    letter_of,
)
from cascadia_print.cascadia.judge import judge
from cascadia_print.cascadia.lines import Deck
from cascadia_print.cascadia.read import read
from cascadia_print.cascadia.tiles import counts, starters
from cascadia_print.cascadia.write import as_json, as_text
from cascadia_print.drawing.icons import icon
from cascadia_print.drawing.look import theme
from cascadia_print.drawing.scene import Command
from cascadia_print.report import said
from cascadia_print.report import words as say
from cascadia_print.report.json import audit_object
from cascadia_print.report.judged import Judged
from cascadia_print.report.rules import rules
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.located import Source
from cascadia_print.web.shelf import CASCADIA, Shelf
from cascadia_print.web.told import ranked, told

HEAD = ("date", "cards", "rulings", "note")
"""What is said once for all players of a game."""

_ENGLISH = "BESHF"
"""The letters of animals as tiles have them in every language."""


def table_object(words: Locale) -> dict[str, Any]:
    """All that the page needs to lay tiles and tokens: icons and colours, tiles, cards, rows."""
    colours, of = theme(), rules(words.language)
    return {
        "ref": CASCADIA,
        "kind": "environment",
        "format": ENVIRONMENT,
        "game": GAME,
        "title": words.text("cascadia.title.cascadia"),
        "spaces": [],
        "offers": [],
        "groups": {},
        "lines": [{"id": id, "label": say.line_label(id, None, words)} for id in (*LINES, "total")],
        "sums": [*SUMS],
        "animals": [*ANIMALS],
        "habitats": {
            letter_of(habitat): {
                "id": habitat,
                "name": words.text(f"game.habitats.{habitat}"),
                "ground": colours.grounds[habitat],
                "mark": colours.marks[habitat],
                "icon": _path(icon(habitat)),
                "landmark": _path(icon(f"landmark-{habitat}")),
            }
            for habitat in HABITATS
        },
        "colours": {
            **{"ink": colours.ink, "quiet": colours.quiet, "border": colours.border},
            **{"paper": colours.paper, "blank": colours.grounds["blank"]},
            "nature": colours.icons["nature"],
        },
        "tiles": _tiles(),
        "starters": [
            {"habitat": s.name, "edges": list(s.edges), "shows": list(s.shows)}
            for s in starters().values()
        ],
        "cards": list(CARD_LETTERS),
        "variants": list(VARIANTS),
        "landmark-cards": list(LANDMARK_LETTERS),
        "rulings": [
            {"id": id, "choices": list(choices), "title": of[id].title, "text": of[id].text}
            for id, choices in rulings().items()
            if choices[1:]
        ],
    }


def _tiles() -> dict[str, list[str]]:
    """Habitats as letters, sorted -> the animals of each tile that exists, most first."""
    faces = {*counts(), *(face for s in starters().values() for face in s.faces)}
    found: dict[str, list[str]] = {}
    for habitats, shows in faces:
        ordered = "".join(sorted(shows, key=_ENGLISH.index))
        found.setdefault(habitats, []).append(ordered)
    return {
        habitats: sorted(every, key=lambda shows: (-len(shows), [*map(_ENGLISH.index, shows)]))
        for habitats, every in sorted(found.items())
    }


def _path(commands: tuple[Command, ...]) -> str:
    return "".join(name + " ".join(f"{v:.2f}" for v in args) for name, args in commands)


# -- what was tapped, or read from a file ---------------------------------------------------------


def written(text: str, file: str) -> bool:
    """Whether a file is in the compact text form: by its name, unless it is JSON all the same."""
    return file.lower().endswith(compact.SUFFIX) and not text.lstrip("\ufeff \t\r\n").startswith(
        "{"
    )


def parse(text: str, file: str) -> Source:
    """Read the compact text form. Raises Unreadable."""
    return compact.parse(text, file)


def audit(source: Source, shelf: Shelf, words: Locale) -> dict[str, Any]:
    """The answer to an environment, a game of them or a score pad. Raises Unreadable.

    `players` have the state of the page, `table` what holds for all; `text` is the file that
    the page saves, `compact` the same in the text form.
    """
    shelf.check(CASCADIA)
    files = card_files(Path())
    game = read(source)
    reports = judge(game, Deck(cards(files), landmark_cards(files)))
    judged = [Judged(None, report, source) for report in reports]
    table, states = _states(source.data, game)
    return {
        "report": audit_object(judged, (), words),
        "players": [
            {"state": state, **told(j, words), **_more(j, words), "choices": {}}
            for state, j in zip(states, judged, strict=True)
        ],
        "table": table,
        **ranked(judged, words),
        "text": as_json(source.data),
        "compact": as_text(source.data),
    }


def _more(judged: Judged, words: Locale) -> dict[str, Any]:
    """The notes, and what is sure already where the total is not known: "31 + ?"."""
    report = judged.report
    notes = [say.message(note, None, words) for note in report.notes]
    found: dict[str, Any] = {"basis": [*notes, *filter(None, [said.rulings(judged, words)])]}
    rows = [row.as_legal for row in report.lines if row.id not in SUMS]
    known = [n for n in rows if n is not None]
    if len(known) < len(rows) and report.level not in ("L0", "L1"):
        found["shown"] = f"{sum(known)} + {words.text('report.unknown')}"
    return found


def _states(data: Mapping[str, Any], game: Game) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What holds for all, and what each player has as the page keeps it.

    The numbers of a score pad go to the player they are of, also to one who has nothing else;
    where he has another number for the row, or is not there, they stay in the pad.
    """
    format = data["format"]
    table = {key: data[key] for key in HEAD if data.get(key) is not None}
    if format == ENVIRONMENT:
        players = [{k: v for k, v in data.items() if k not in table}]
    else:
        players = [dict(player) for player in data["players"]]
        players += [{"player": player.player} for player in game.players[len(players) :]]
    pad = []
    for column in (data.get("pad") or ()) if format == GAME else ():
        claims = dict(column["claims"] or {})
        names = [player.get("player") or "" for player in players]
        name = column["player"] or ""
        if names.count(name) == 1:
            player = players[names.index(name)]
            mine = dict(player.get("claims") or {})
            for line in [line for line in claims if mine.get(line) in (None, claims[line])]:
                mine[line] = claims.pop(line)
            player["claims"] = mine
        if claims:
            pad.append({"player": name, "claims": claims})
    if pad:
        table["pad"] = pad
    for player in players:
        player["format"] = ENVIRONMENT
        if game.landmarks and player.get("landmarks") is None:
            player["landmarks"] = []
    return table, [{"sheet": CASCADIA, **_plain(player)} for player in players]


def _plain(player: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of a player, without what says nothing."""
    return {
        key: said
        for key, said in player.items()
        if said is not None and key not in ("$schema", "version")
    }
