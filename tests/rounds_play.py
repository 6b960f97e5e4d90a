"""Whole games played forward by moves, at random, with the log of each: seeded.

Rolls and cards come from the set of our own design. The player is a random one who likes to
complete cards and to fill sets; what he may do is asked of `legal_moves`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from cascadia_print.rules.rounds.game import apply
from cascadia_print.rules.rounds.moves import (
    Done,
    Leave,
    Move,
    Roll,
    Take,
)
from cascadia_print.rules.rounds.offers import legal_moves
from cascadia_print.rules.rounds.state import Setting, State, beginning
from cascadia_print.sheet.gameset import DESIGNED, HabitatCard, completion_cards, find_set
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import habitats

KNOWN = (3, 5, 7, 9, 10, 11, 12)
VARIANTS = ((), (), (), ("abundance",), ("learning",), ("family",))


def setting(sheet: Sheet, rng: random.Random) -> Setting:
    variant = rng.choice(VARIANTS)
    slots = tuple(rng.sample((1, 2, 3, 4) if variant == ("family",) else KNOWN, 4))
    own = find_set(DESIGNED)
    assert own is not None
    return Setting(
        sheet,
        variant,
        slots,
        frozenset(slots),
        completion_cards(),
        own.dice,
        own.habitat_cards,
    )


def deck(setting: Setting, rng: random.Random) -> list[HabitatCard]:
    """The 20 cards of a game, tier I on top (RH-9)."""
    pile: list[HabitatCard] = []
    for tier in (1, 2):
        cards: list[HabitatCard] = []
        for habitat in habitats():
            three = [c for c in setting.habitat_cards if c.tier == tier and c.habitat == habitat]
            cards += rng.sample(three, 2)
        rng.shuffle(cards)
        pile += cards
    return pile


def roll(setting: Setting, card: HabitatCard, rng: random.Random) -> Roll:
    dice = setting.dice
    assert dice is not None
    kinds = list(dice.personal.values())[:2]
    return Roll(
        tuple(rng.choice(die) for die in dice.central),
        "" if setting.family else rng.choice(dice.special),
        tuple(rng.choice(die) for die in kinds),
        card,
    )


def play(sheet: Sheet, seed: int) -> tuple[State, list[tuple[State, Move]]]:
    """A game: its end, and each move with the position before it."""
    rng = random.Random(f"moves {sheet.ref} {seed}")
    keen = rng.choice((0.3, 0.9, 1))
    table = setting(sheet, rng)
    pile = deck(table, rng)
    state = beginning(table)
    history: list[tuple[State, Move]] = []
    while state.stage != "over":
        if state.stage == "start":
            move: Move = roll(table, pile[state.round], rng)
        else:
            move = choose(state, legal_moves(state), keen, rng)
        history.append((state, move))
        state = apply(state, move)
    return state, history


def choose(state: State, moves: Sequence[Move], keen: float, rng: random.Random) -> Move:
    assert moves, f"round {state.round}, {state.stage}"
    if state.stage == "dice" and not state.waiting:
        takes = [m for m in moves if isinstance(m, Take)]
        others = [m for m in moves if not isinstance(m, Take)]
        if others and rng.random() < 0.25:
            return rng.choice(others)
        if rng.random() < keen:
            most = max(sum(m.animals) for m in takes)
            takes = [m for m in takes if sum(m.animals) == most]
        return rng.choice(takes)
    if rng.random() < keen:
        better = [m for m in moves if not isinstance(m, Done | Leave)]
        return rng.choice(better or moves)
    return rng.choice(moves)
