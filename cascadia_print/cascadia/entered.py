"""What a file says of a finished game of Cascadia: frozen values, as entered.

None means "not said", which is neither empty nor zero. What cannot be becomes a finding, and
the rest is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from cascadia_print.cascadia.board import Hex, Tile
from cascadia_print.sheet.located import Path_, pointer
from cascadia_print.sheet.vocabulary import letters_of_habitats, wildlife_letters
from cascadia_print.verdict import Finding

ENVIRONMENT, GAME, PAD = (f"cascadia-print/{name}" for name in ("environment", "game", "pad"))
"""The formats of one player's environment, of a game of them, of a score pad."""
FILLED = "cascadia-print/filled-sheet"
"""The format of what is no file of Cascadia itself, whatever keys stand in it."""

_OURS = {"tokens", "tiles", "cards"}
"""Keys that no other file of this program has."""


def told_of(data: Any) -> bool:
    """Whether a file is about Cascadia itself: by its formats, or by keys where one is missing or
    misspelt."""
    if not isinstance(data, dict):
        return False
    format, players = data.get("format"), data.get("players")
    if format in (ENVIRONMENT, PAD, FILLED):
        return bool(format != FILLED)
    entries = [data, *(players if isinstance(players, list) else ())]
    entries = [entry for entry in entries if isinstance(entry, dict)]
    if format == GAME and any(entry.get("format") in (ENVIRONMENT, PAD) for entry in entries):
        return True
    return any(_OURS & entry.keys() for entry in entries) and not any(
        "sheet" in entry for entry in entries
    )


ANIMALS = ("bear", "salmon", "elk", "hawk", "fox")
"""In the order of the score pad (CA-7)."""
HABITATS = ("mountains", "forests", "prairies", "wetlands", "rivers")
"""In the order of the score pad (CA-7)."""
LINES = (*ANIMALS, "wildlife", *HABITATS, "habitats", "landmarks", "nature")
"""The rows of the score pad; each habitat is corridor and bonus together."""
SUMS: Mapping[str, tuple[str, ...]] = {
    "wildlife": ANIMALS,
    "habitats": HABITATS,
    "total": ("wildlife", "habitats", "landmarks", "nature"),
}
"""A sum -> the rows that it adds up."""
RULES: Mapping[str, str] = {
    **dict.fromkeys((*ANIMALS, "wildlife", "habitats", "total"), "CA-7"),
    **dict.fromkeys(HABITATS, "CA-4"),
    "landmarks": "LM-7",
    "nature": "CA-6",
}
"""A row -> the rule that it is written by."""

VARIANTS = ("family", "intermediate")
CARD_LETTERS = "ABCDEFG"
LANDMARK_LETTERS = "ABCDEFGHIJKL"


@cache
def letter_of(habitat: str) -> str:
    """mountains -> M."""
    return letters_of_habitats()[habitat]


@cache
def animal_letters() -> Mapping[str, str]:
    """Letter -> animal, as tiles and tokens are entered in every language."""
    return wildlife_letters("en")


@lru_cache(4096)
def place(at: Hex) -> str:
    """(0, -1) -> "0,-1"."""
    return f"{at[0]},{at[1]}"


Key = tuple[str | Hex, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile with the path to it in the file.

    told: its edges or habitats were said, and a finding tells that they cannot be.
    """

    tile: Tile
    path: Path_
    told: bool = False

    @property
    def pointer(self) -> str:
        """The JSON pointer of its place."""
        return pointer(self.path)


@dataclass(frozen=True, slots=True)
class Landmark:
    """A landmark token with the card that was taken for it, "" where that is not said."""

    habitat: str
    at: Hex
    card: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Environment:
    """One player's environment, or his column of the score pad where nothing else is said.

    tokens: place -> animals there, in the order of the file. landmarks: None in the base game.
    cards: animal -> letter or variant.
    claims: row -> the numbers written there; of a habitat corridor and bonus, or their sum.
    where: ("token", at), ("tile", at), ("claim", row), ("bonus", habitat) for one that is a row of
    its own, ("card", animal), and "nature", "tokens", "tiles" as ("tokens",) -> path in the file.
    """

    player: str = ""
    tokens: Mapping[Hex, tuple[str, ...]] | None = None
    tiles: tuple[Laid, ...] | None = None
    landmarks: tuple[Landmark, ...] | None = None
    cards: Mapping[str, str] = field(default_factory=dict)
    nature: int | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    wrong: tuple[Finding, ...] = ()
    where: Mapping[Key, Path_] = field(default_factory=dict)

    @property
    def laid(self) -> bool:
        """Whether it is said what lies there; else only the pad can be judged."""
        return self.tokens is not None or self.tiles is not None

    def at(self, *key: str | Hex) -> str:
        """The JSON pointer of what `where` knows; "" where nothing is said."""
        path = self.where.get(key)
        return "" if path is None else pointer(path)


@dataclass(frozen=True, slots=True)
class Game:
    """The players of one game; one alone plays solo. `landmarks`: with that expansion."""

    players: tuple[Environment, ...]
    landmarks: bool = False

    @property
    def most_tiles(self) -> int:
        """Tiles of a finished environment (CA-1)."""
        return 24 if self.landmarks else 23
