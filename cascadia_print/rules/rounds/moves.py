"""What can happen in a game: rolls, which nobody decides, and the player's moves.

A move is plain data; `game.apply` says what it does, `game.refusal` whether it is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from cascadia_print.rules.marks import Value
from cascadia_print.rules.rounds.bags import Bag
from cascadia_print.sheet.gameset import HabitatCard


@dataclass(frozen=True, slots=True)
class Roll:
    """A round begins: all dice, and the Habitat Card that is turned over. None: not recorded.

    Faces are animals, or two as "salmon/hawk"; `special` is one of the six results, "" where
    there is no special die (RH-3, RH-5, RH-9).
    """

    central: tuple[str, ...] | None = None
    special: str | None = None
    own: tuple[str, ...] | None = None
    card: HabitatCard | None = None


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll these personal dice (places from 0) again (RH-5); what they show comes as `Rolled`."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    """What dice show that a move asked for: those of a reroll, or the one of a card."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """The dice action (RH-6): "down" or "up" all of an animal, "two" kinds; in family mode "extra":
    `n` animals from other dice (RH-14). `full`: the discount of the special die is not used."""

    kind: Literal["down", "up", "two", "extra"]
    of: str = ""
    n: int = 0
    full: bool = False


@dataclass(frozen=True, slots=True)
class Take:
    """Collect animals (RH-4)."""

    animals: Bag


@dataclass(frozen=True, slots=True)
class Complete:
    """Begin to complete the Habitat Card in a slot (RH-8). None: not recorded."""

    slot: int | None
    card: HabitatCard | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """Use the Completion Card of the slot (RH-10)."""

    card: int


@dataclass(frozen=True, slots=True)
class Pay:
    """Pay the Habitat Card. None: its cost just as it is; it cannot be told where that is open."""

    animals: Bag | None = None


@dataclass(frozen=True, slots=True)
class Fail:
    """Give the card up after a roll for it (RH-10, card 11)."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark of the Habitat Card on the sheet."""

    at: str
    value: Value = True


@dataclass(frozen=True, slots=True)
class Free:
    """The mark of a free hexagon."""

    at: str
    value: Value = True


@dataclass(frozen=True, slots=True)
class Pick:
    """A box or a side that the sheet lets the player choose: "sun.3", "landmark.rivers=3pt"."""

    option: str


@dataclass(frozen=True, slots=True)
class Wild:
    """The animal that "any animal" is."""

    animal: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave something: an id or a part ("row-1.2"), a pool, or "tokens" of the Habitat Card.

    What gives points, animals or tokens by itself is left before it is earned in the round.
    """

    id: str


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more: the round ends. What is open is left."""


Move = (
    Roll | Reroll | Rolled | Act | Take | Complete | Use | Pay | Fail
    | Mark | Free | Pick | Wild | Leave | Done
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a move is not allowed: the rule, the name of the sentence, its values, and the place on
    the sheet, if it is about one."""

    rule: str
    text: str
    values: Mapping[str, object] = field(default_factory=dict)
    at: str = ""
