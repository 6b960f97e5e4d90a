"""Dice, Habitat Cards and Completion Cards, as read from files of kind `game-set`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from cascadia_print import resources
from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.located import Path_, Source, read_yaml
from cascadia_print.sheet.lookup import user_folder
from cascadia_print.sheet.model import Gain, Text
from cascadia_print.sheet.schema import check
from cascadia_print.sheet.vocabulary import wildlife
from cascadia_print.sheet.words import Names, WordError, parse_offer

DESIGNED = "own-design"
"""The set that `play` uses unless told otherwise."""

OWNERS_FILE = "game-set.yaml"
"""Where an owner writes the dice and cards of his box: beside a log, or in his own folder."""

Cost = tuple[tuple[str, int], ...]
"""(animal, number), in rank order, no animal twice."""


@dataclass(frozen=True, slots=True)
class HabitatCard:
    """A Habitat Card (RH-8). None: not known. `tier` 0 where it is not known."""

    habitat: str
    number: int
    cost: Cost | None = None
    nature: int | None = None
    tier: int = 0


@dataclass(frozen=True, slots=True)
class CompletionCard:
    """What a Completion Card does (RH-10); the words are those of `data/completion.yaml`."""

    number: int
    side: Literal["discount", "bonus"]
    pay: int = 0
    less: int = 0
    any_more: int | None = None
    roll: Literal["", "gain", "free"] = ""
    higher: int = 0
    second: bool = False
    gain: tuple[Gain, ...] = ()
    high: int = 99
    gain_high: tuple[Gain, ...] = ()

    def gains(self, number: int) -> tuple[Gain, ...]:
        """What it gives with a Habitat Card of that number."""
        return self.gain_high if number >= self.high else self.gain


@dataclass(frozen=True, slots=True)
class Dice:
    """The faces of each die; a face is an animal or two as "salmon/hawk" (RH-3, RH-5)."""

    central: tuple[tuple[str, ...], ...]
    special: tuple[str, ...]
    personal: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class GameSet:
    """A set by its id. None: the file says nothing of that part."""

    id: str
    name: Text
    designed: bool = False
    dice: Dice | None = None
    habitat_cards: tuple[HabitatCard, ...] = ()
    completion_cards: Mapping[int, CompletionCard] | None = None


@cache
def completion_cards() -> Mapping[int, CompletionCard]:
    """The Completion Cards that the rulebooks describe, by number."""
    found = read_set(resources.root("data") / "completion.yaml").completion_cards
    return found or {}


def find_set(id: str, near: Path | None = None) -> GameSet | None:
    """The set of that id: of an owner beside `near` or in his folder, else our own; or None.

    Raises Unreadable for a file with faults.
    """
    found: GameSet | None = None
    for path in _files(near):
        part = read_set(path)
        if part.id == id:
            found = part if found is None else _joined(found, part)
    return found


def set_ids(near: Path | None = None) -> tuple[str, ...]:
    """The ids of all sets there are. Raises Unreadable."""
    return tuple(dict.fromkeys(read_set(path).id for path in _files(near)))


def _files(near: Path | None) -> Iterator[Path]:
    places = [user_folder()] if near is None else [near, user_folder()]
    owners = dict.fromkeys(folder / OWNERS_FILE for folder in places)
    yield from (path for path in owners if path.is_file())
    yield from (resources.root("data") / name for name in ("dice.yaml", "cards.yaml"))


def _joined(first: GameSet, other: GameSet) -> GameSet:
    return replace(
        first,
        dice=first.dice or other.dice,
        habitat_cards=first.habitat_cards or other.habitat_cards,
        completion_cards=first.completion_cards or other.completion_cards,
    )


def read_set(path: Path) -> GameSet:
    """The set of a file. Raises Unreadable with all its faults."""
    return _read(path, path.stat().st_mtime_ns if path.is_file() else 0)


@cache
def _read(path: Path, modified: int) -> GameSet:
    source = read_yaml(path)
    if faults := check(source, "game-set"):
        raise Unreadable(faults)
    reader = _Reader(source)
    data = source.data
    found = GameSet(
        data["id"],
        data.get("name") or {},
        data.get("designed") == "yes",
        reader.dice(data["dice"]) if "dice" in data else None,
        tuple(
            reader.habitat_card(card, ("habitat_cards", k))
            for k, card in enumerate(data.get("habitat_cards", ()))
        ),
        {
            card["number"]: reader.completion_card(card, ("completion_cards", k))
            for k, card in enumerate(data["completion_cards"])
        }
        if "completion_cards" in data
        else None,
    )
    if reader.faults:
        raise Unreadable(reader.faults)
    return found


class _Reader:
    """Reads the words of a file that follows its schema; `faults` are gathered on the way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Fault] = []

    def dice(self, data: Mapping[str, Any]) -> Dice:
        central = tuple(
            self.faces(text, ("dice", "central", k)) for k, text in enumerate(data["central"])
        )
        personal = {
            die["id"]: self.faces(die["faces"], ("dice", "personal", k, "faces"))
            for k, die in enumerate(data["personal"])
        }
        return Dice(central, tuple(data["special"]), personal)

    def faces(self, text: str, path: Path_) -> tuple[str, ...]:
        found = tuple(text.split())
        for face in found:
            for animal in face.split("/"):
                if animal not in wildlife():
                    better = nearest(animal, wildlife())
                    self.faults.append(
                        self.source.fault(
                            "IN-face",
                            path,
                            offset=text.index(face),
                            length=len(face),
                            suggestion=better,
                            word=face,
                            known=wildlife(),
                        )
                    )
                    break
        return found

    def habitat_card(self, data: Mapping[str, Any], path: Path_) -> HabitatCard:
        gains = self.gains(data["cost"], (*path, "cost"), ("animal",))
        cost: dict[str, int] = {}
        for gain in gains:
            cost[gain.of] = cost.get(gain.of, 0) + gain.n
        return HabitatCard(
            data["habitat"],
            data["number"],
            tuple((animal, cost[animal]) for animal in wildlife() if animal in cost),
            data.get("nature") or 0,
            data["tier"],
        )

    def completion_card(self, data: Mapping[str, Any], path: Path_) -> CompletionCard:
        kinds = ("animal", "wild", "nature", "hex")
        return CompletionCard(
            data["number"],
            data["side"],
            data.get("pay") or 0,
            data.get("less") or 0,
            data.get("any"),
            data.get("roll", ""),
            data.get("higher") or 0,
            data.get("second") == "yes",
            self.gains(data.get("gain", ""), (*path, "gain"), kinds),
            data.get("high") or 99,
            self.gains(data.get("gain-high", ""), (*path, "gain-high"), kinds),
        )

    def gains(self, word: str, path: Path_, kinds: tuple[str, ...]) -> tuple[Gain, ...]:
        """The gains of a word without choices, of these kinds only."""
        if not word:
            return ()
        try:
            offer = parse_offer(word, Names())
        except WordError as error:
            self.faults += error.faults(self.source, path)
            return ()
        if offer.choice or any(gain.kind not in kinds for gain in offer.sides[0]):
            self.faults.append(
                self.source.fault("IN-set-gain", path, word=word, known=", ".join(kinds))
            )
            return ()
        return offer.sides[0]
