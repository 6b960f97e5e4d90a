"""Environments, games and score pads of Cascadia: read, judge, and what a picture needs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cascadia_print.cascadia import read, text
from cascadia_print.cascadia.cards import card_files, cards, landmark_cards
from cascadia_print.cascadia.entered import Environment, told_of
from cascadia_print.cascadia.judge import judge
from cascadia_print.cascadia.lines import Deck
from cascadia_print.report.judged import Judged
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import Source
from cascadia_print.sheet.model import Sheet

if TYPE_CHECKING:
    from cascadia_print.drawing.environment import Hexagon


def read_text(file: Path) -> Source:
    """A file in the compact text form. Raises Unreadable."""
    return text.read(file)


def receipts(
    file: Path, source: Source, sheet: Sheet | None = None
) -> Iterator[tuple[Judged, Environment]]:
    """Each player's report, with what lies before him.

    Raises Unreadable, also where a `sheet` to judge by was named: there is none here.
    """
    game = read.read(source)
    if sheet is not None:
        word = source.data["format"]
        raise Unreadable([source.fault("IN-other-sheet", ("format",), word=word, given=sheet.ref)])
    reports = judge(game, _deck(file.parent))
    for player, report in zip(game.players, reports, strict=True):
        yield Judged(None, report, source), player


@cache
def _deck(folder: Path) -> Deck:
    """The cards that are built in, and the owner's beside the files of a folder, read once."""
    files = card_files(folder)
    return Deck(cards(files), landmark_cards(files))


def hexagons(player: Environment) -> tuple[Hexagon, ...]:
    """What lies in each place, as it is drawn; of two things in one place the first."""
    from cascadia_print.drawing.environment import Hexagon

    found: dict[tuple[int, int], Hexagon] = {}
    for laid in player.tiles or ():
        tile = laid.tile
        found.setdefault(
            tile.at, Hexagon(tile.at, tile.habitats, tile.edges, tile.shows, tile.keystone)
        )
    for at, animals in (player.tokens or {}).items():
        found[at] = found.get(at, Hexagon(at)).holding(token=animals[0])
    for mark in player.landmarks or ():
        found[mark.at] = found.get(mark.at, Hexagon(mark.at)).holding(landmark=mark.habitat)
    return tuple(found[at] for at in sorted(found, key=lambda at: (at[1], at[0])))


def convert(file: Path, output: Path | None, *, force: bool) -> int:
    """A file of Cascadia in the other form: JSON from text, text from JSON.

    Raises Unreadable, and Refused for tiles without a word of tokens: a line of text says all that
    lies on its tile.
    """
    from cascadia_print.cascadia.write import as_json, as_text, lost
    from cascadia_print.cli import exits, files
    from cascadia_print.sheet.located import read_json

    from_text = file.suffix.lower() == text.SUFFIX
    if not from_text and file.suffix.lower() not in ("", ".json"):
        raise Unreadable([Fault("IN-not-cascadia", str(file))])
    source = text.read(file) if from_text else read_json(file)
    if _of_rolling_hills(source.data):
        raise Unreadable([Fault("IN-not-cascadia", str(file))])
    read.read(source)
    if not from_text and lost(source.data):
        raise files.Refused("no-tokens", file=file)
    written = as_json(source.data) if from_text else as_text(source.data)
    files.deliver(written, output, force=force)
    return exits.NOTHING_WRONG


def _of_rolling_hills(data: Any) -> bool:
    """Whether a file holds filled sheets, which have no other form."""
    from cascadia_print.entry.filled import GAME

    known = ("cascadia-print/filled-sheet", GAME)
    return isinstance(data, dict) and data.get("format") in known and not told_of(data)
