"""The log of a game as a player wrote it down: moves with their places in the file."""

from __future__ import annotations

from dataclasses import dataclass

from cascadia_print.rules.rounds.bags import Tally
from cascadia_print.rules.rounds.moves import Move

Place = tuple[str, int]
"""JSON pointer and offset, as in `Filled.where`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened."""

    move: Move
    place: Place


@dataclass(frozen=True, slots=True)
class Round:
    """A round: rolls first, then collecting, then cards and marks in their order.

    `tally` is what the Tally Sheet showed at its end, None if it does not say. `unread`: something
    in it could not be read, so that it is known in part only.
    """

    number: int
    place: Place
    entries: tuple[Entry, ...]
    tally: Tally | None = None
    tally_place: Place = ("", 0)
    unread: bool = False


@dataclass(frozen=True, slots=True)
class Log:
    """`slots`: the Completion Cards from left to right, 0 for one not named. `dice` and `cards`:
    the sets that were played with, "" if it is not said. `start`: the Tally Sheet at the start.
    `seed`: with which `play` rolled the dice."""

    rounds: tuple[Round, ...]
    slots: tuple[int, ...] | None = None
    dice: str = ""
    cards: str = ""
    start: Tally | None = None
    seed: int | None = None
    places: tuple[tuple[str, Place], ...] = ()

    def place(self, name: str) -> Place:
        """Where "slots", "dice", "cards" or "start" was said."""
        return dict(self.places).get(name, ("/log", 0))
