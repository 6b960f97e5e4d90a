"""A game in the middle of a round, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from cascadia_print.rules.earn import Earned
from cascadia_print.rules.goal import LEARNING_ROUNDS, USUAL_ROUNDS
from cascadia_print.rules.legal import closure
from cascadia_print.rules.marks import Value
from cascadia_print.rules.rounds.bags import Bag, Tally
from cascadia_print.rules.rounds.moves import Act
from cascadia_print.sheet.gameset import CompletionCard, Dice, HabitatCard
from cascadia_print.sheet.model import Sheet

SLOTS = 4
"""Habitat Cards that lie open at once (RH-9)."""

BEGINNERS = frozenset({1, 2, 3, 4})
"""The Completion Cards of family mode (RH-14)."""

Stage = Literal["start", "dice", "card", "pay", "sheet", "over"]


@dataclass(frozen=True, eq=False)
class Setting:
    """What holds for a whole game.

    `slots` are the Completion Cards from left to right, 0 where it is not known; `in_play` those
    of the game, None if not known. `effects`: Completion Cards by number, as far as they are
    known. `dice` and `habitat_cards` are those in use, None and () where it is not known which.
    """

    sheet: Sheet
    variant: tuple[str, ...] = ()
    slots: tuple[int, ...] = (0,) * SLOTS
    in_play: frozenset[int] | None = None
    effects: Mapping[int, CompletionCard] = field(default_factory=dict)
    dice: Dice | None = None
    habitat_cards: tuple[HabitatCard, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def family(self) -> bool:
        return "family" in self.variant

    @cached_property
    def rounds(self) -> int:
        usual = LEARNING_ROUNDS if "learning" in self.variant else USUAL_ROUNDS
        return int(self.rulings.get("game-length", usual))

    @cached_property
    def start(self) -> Tally:
        """The Tally Sheet at the start (RH-7): 1 of each animal and 2 tokens, or 3 and 4."""
        each, tokens = (3, 4) if "abundance" in self.variant else (1, 2)
        return (each,) * 5 + (tokens,)

    @cached_property
    def central(self) -> int:
        """How many central dice there are besides the special one."""
        return len(self.dice.central) if self.dice else 3

    @cached_property
    def frees_spill(self) -> bool:
        """Whether a free hexagon of a complete habitat goes to the overflow row."""
        usual = "overflow" if self.sheet.marking.order == "right" else "lost"
        return self.sheet.in_force.get("free-hex-overflow", usual) == "overflow"

    @cached_property
    def frees_any_kind(self) -> bool:
        """Whether the books differ in what a free hexagon may be (C-8): what either allows is."""
        return "free-hex-kind" in self.sheet.in_force


@dataclass(frozen=True, slots=True)
class Card:
    """The Habitat Card that is being completed.

    `number` is that on the card or one higher, `rest` how many marks are left of it, `letters`
    the animals that may still be written (D-1); None: not known. `used` are Completion Cards,
    `rolled` the face of card 11. `vague`: something about it is not known, so that marks and
    payment are not judged. `room`: a further mark was possible after the last one.
    """

    slot: int | None
    card: HabitatCard | None
    number: int | None
    rest: int | None = None
    letters: Bag | None = None
    used: tuple[int, ...] = ()
    rolled: str = ""
    vague: bool = False
    room: bool = False
    marks: int = 0


@dataclass(frozen=True, slots=True)
class Owed:
    """Something that a player may still take, given by the k-th gain of `source`, "" for a card.

    "hex": a free hexagon, `of` a habitat or "any". "wild": an animal, `of` "any" or two by name.
    """

    kind: Literal["hex", "wild"]
    of: str
    source: str
    k: int


@dataclass(frozen=True, kw_only=True)
class State:
    """A position in a game; `apply` makes the next one of it.

    turned: n -> the n-th Habitat Card that was turned over, as far as known. waiting: what is
    rolled next: "reroll", "free" or "gain". left: ids and parts that the player leaves in this
    round. taken: (id, k) for the k-th gain of each id that was taken. seen: what was earned and
    dealt with. slots: Completion Card by slot as it was used. forfeited: pool, or place of a choice
    -> how many choices were not made in their round. unearned: picks that nothing had earned, which
    gain nothing and take no choice from others. `settled` is False right after a
    mark, when what it earns has not been dealt with; `earned` is kept until the next mark or pick.
    """

    setting: Setting
    tally: Tally
    round: int = 0
    stage: Stage = "start"
    central: tuple[str, ...] | None = None
    special: str | None = None
    own: tuple[str, ...] | None = None
    rerolls: int = 0
    action: Act | None = None
    collected: Bag | None = None
    turned: Mapping[int, HabitatCard] = field(default_factory=dict)
    card: Card | None = None
    completed: tuple[int, ...] = ()
    cards: int = 0
    second: bool = False
    failed: bool = False
    waiting: str = ""
    waiting_dice: tuple[int, ...] = ()
    marks: Mapping[str, Value] = field(default_factory=dict)
    filled: frozenset[str] = frozenset()
    picks: tuple[str, ...] = ()
    unearned: frozenset[str] = frozenset()
    owed: tuple[Owed, ...] = ()
    left: frozenset[str] = frozenset()
    taken: frozenset[tuple[str, int]] = frozenset()
    seen: frozenset[str] = frozenset()
    slots: Mapping[int, int] = field(default_factory=dict)
    forfeited: Mapping[str, int] = field(default_factory=dict)
    settled: bool = True
    earned: Earned | None = None

    def but(self, **changes: Any) -> State:
        """The position with other values of these fields.

        As `dataclasses.replace`, which takes ten times as long for so many fields.
        """
        new = object.__new__(State)
        new.__dict__.update(self.__dict__, **changes)
        return new

    def lying(self, slot: int) -> HabitatCard | None:
        """The card in a slot, if it is known: it was turned over `slot - 1` rounds ago (RH-9)."""
        return self.turned.get(self.round - slot + 1)


def beginning(setting: Setting) -> State:
    """The position before the first round."""
    filled = closure(setting.sheet, ())
    return State(setting=setting, tally=setting.start, filled=filled)
