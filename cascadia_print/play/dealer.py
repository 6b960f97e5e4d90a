"""Dice and cards of a game played alone: all that chance does follows from the seed.

What is rolled in a round depends on the seed, the round and the kind of roll only. So a game that
is gone on with, or in which a step is taken back, rolls the same again.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cascadia_print.rules.rounds.moves import Roll, Rolled
from cascadia_print.rules.rounds.state import BEGINNERS, SLOTS, Setting, State
from cascadia_print.sheet.gameset import CompletionCard, HabitatCard
from cascadia_print.sheet.vocabulary import habitats

OF_A_KIND = 2
"""Cards of each habitat and tier in a game (RH-9)."""


def completion_slots(
    effects: Mapping[int, CompletionCard], family: bool, seed: int
) -> tuple[int, ...]:
    """Four Completion Cards by slot, of those whose effect is known; 0 where there are too few."""
    known = sorted(n for n in effects if n in BEGINNERS or not family)
    drawn = random.Random(f"{seed} slots").sample(known, min(SLOTS, len(known)))
    return (*drawn, *(0,) * (SLOTS - len(drawn)))


@dataclass(frozen=True)
class Dealer:
    """Rolls and turns over for one game; its setting has dice and Habitat Cards."""

    setting: Setting
    seed: int

    @cached_property
    def pile(self) -> tuple[HabitatCard, ...]:
        """The Habitat Cards in the order in which they are turned over, tier I on top (RH-9)."""
        rng = random.Random(f"{self.seed} pile")
        pile: list[HabitatCard] = []
        for tier in (1, 2):
            cards: list[HabitatCard] = []
            for habitat in habitats():
                of = [
                    c for c in self.setting.habitat_cards if (c.tier, c.habitat) == (tier, habitat)
                ]
                cards += rng.sample(of, min(OF_A_KIND, len(of)))
            rng.shuffle(cards)
            pile += cards
        return tuple(pile)

    @cached_property
    def kinds(self) -> tuple[tuple[str, ...], ...]:
        """The faces of the two personal dice, which are of two kinds (RH-0)."""
        dice = self.setting.dice
        return tuple(dice.personal.values())[:2] if dice else ()

    def roll(self, n: int) -> Roll:
        """The dice of a round, and the card that is turned over."""
        rng = random.Random(f"{self.seed} round {n}")
        dice = self.setting.dice
        if dice is None:
            raise ValueError("a game needs dice")
        central = tuple(rng.choice(die) for die in dice.central)
        special = rng.choice(dice.special)
        own = tuple(rng.choice(die) for die in self.kinds)
        card = self.pile[n - 1] if n <= len(self.pile) else None
        return Roll(central, "" if self.setting.family else special, own, card)

    def again(self, state: State) -> Rolled:
        """What the personal dice show that are rolled again."""
        rng = random.Random(f"{self.seed} reroll {state.round} {state.rerolls}")
        faces = [rng.choice(die) for die in self.kinds]
        return Rolled(tuple(faces[k] for k in state.waiting_dice))

    def for_card(self, state: State, die: int) -> Rolled:
        """What a personal die shows that is rolled for a Completion Card."""
        used = len(state.completed)
        return Rolled(
            (random.Random(f"{self.seed} card {state.round} {used} {die}").choice(self.kinds[die]),)
        )
