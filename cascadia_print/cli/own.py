"""What an owner wrote down of a box that is no sheet: cards, dice, scenarios."""

from __future__ import annotations

from pathlib import Path

from cascadia_print.sheet.gameset import read_set
from cascadia_print.sheet.goals import read_scenarios


def _cards(file: Path) -> str:
    """The scoring cards of an owner's file: "bear G, landmark G". Raises Unreadable."""
    from cascadia_print.cascadia.cards import cards, landmark_cards

    own = [card for card in cards([file]).values() if card.own]
    names = [f"{card.of} {card.letter}" for card in own]
    marks = {card.letter for card in landmark_cards([file]).values() if card.own}
    return ", ".join([*names, *(f"landmark {letter}" for letter in sorted(marks))])


def _set(file: Path) -> str:
    """The id of an owner's set of dice and cards. Raises Unreadable."""
    return read_set(file).id


def _scenarios(file: Path) -> str:
    """The ids of an owner's scenarios. Raises Unreadable."""
    return ", ".join(read_scenarios(file))


OWN = {"cards": _cards, "game-set": _set, "scenarios": _scenarios}
"""Kind of file that is no sheet -> what it holds, in short."""
