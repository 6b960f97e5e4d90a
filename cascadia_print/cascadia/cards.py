"""Scoring cards as data: kinds of pattern and their numbers, built in and from an owner's files.

Words of a file: `points` is a table as `1=4 2=11 4+=27` (`4+`: four or more, `?`: not known),
`shapes` are hexagons as `0,0 1,0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from cascadia_print import resources
from cascadia_print.cascadia.board import Hex, groups
from cascadia_print.cascadia.scored import Missing
from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.located import Path_, Source, hidden, read_own, read_yaml
from cascadia_print.sheet.lookup import user_folder
from cascadia_print.sheet.schema import check
from cascadia_print.sheet.vocabulary import habitats, wildlife

FILE = "cards.yaml"

_ENTRY = re.compile(r"(?:(\d{1,2})(\+)?|([a-z][a-z0-9-]*))=(\d{1,3}|\?)", re.ASCII)
_HEX = re.compile(r"(-?\d{1,2}),(-?\d{1,2})", re.ASCII)
_OPTIONS = ("size", "all-sizes", "least", "each", "each-beside", "each-on")
_WORDS = ("sight", "counted", "own")


@dataclass(frozen=True, slots=True)
class Table:
    """Points by number. Numbers that are not in it give 0; None stands for a number not known.

    From `above` on all numbers give what `above` gives; 0: there is no such end.
    """

    points: Mapping[int, int | None] = field(default_factory=dict)
    above: int = 0

    def at(self, n: int) -> int:
        """The points for `n`. Raises Missing where the card's number is not known."""
        value = self.points.get(self.above if self.above and n > self.above else n, 0)
        if value is None:
            raise Missing("numbers")
        return value

    @property
    def highest(self) -> int:
        """The largest number in the table, 0 for an empty one."""
        return max(self.points, default=0)


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of tokens in one of its rotations; points None: not known."""

    name: str
    hexes: tuple[Hex, ...]
    points: int | None


@dataclass(frozen=True, slots=True)
class Card:
    """A scoring card. `of` is the animal or habitat whose card it is.

    `table` is None where the card has no table at all. `numbers` and `words` are the other keys
    of its pattern; a number that is None is not known. `own`: from an owner's file.
    """

    kind: Literal["wildlife", "landmark"]
    of: str
    letter: str
    pattern: str
    table: Table | None = None
    shapes: tuple[Shape, ...] = ()
    numbers: Mapping[str, int | None] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    habitat: str = ""
    animal: str = ""
    text: Mapping[str, str] = field(default_factory=dict)
    derived: bool = False
    own: bool = False

    def number(self, key: str, default: int) -> int:
        """The number under `key`. Raises Missing where it is not known."""
        value = self.numbers.get(key, default)
        if value is None:
            raise Missing("numbers")
        return value

    def points(self, n: int) -> int:
        """What `n` of the things counted give, by the table or each. Raises Missing."""
        if self.table is not None:
            return self.table.at(n)
        if "each" not in self.numbers:
            raise Missing("numbers")
        return n * self.number("each", 0)


def cards(extra: Iterable[Path] = ()) -> Mapping[tuple[str, str], Card]:
    """The wildlife cards by animal and letter: those built in, then those of an owner's files.

    Raises Unreadable with all faults of these files.
    """
    return _all("wildlife", extra)


def landmark_cards(extra: Iterable[Path] = ()) -> Mapping[tuple[str, str], Card]:
    """The landmark cards by habitat and letter, as `cards`."""
    return _all("landmark", extra)


def card_files(near: Path) -> tuple[Path, ...]:
    """The owner's files that there are: beside `near` first, then in the user's own folder."""
    places = (near / FILE, user_folder() / FILE)
    return tuple(dict.fromkeys(path for path in places if path.is_file()))


@cache
def rulings() -> Mapping[str, tuple[str, ...]]:
    """Questions that the rules leave open -> the choices, the default first."""
    data = read_own(resources.root("data") / "cascadia-rulings.yaml")
    return {id: tuple(choices) for id, choices in data.items()}


def chosen(given: Mapping[str, str], ruling: str) -> str:
    """The choice of a ruling: the given one, else its default."""
    return given.get(ruling) or rulings()[ruling][0]


def _all(kind: str, extra: Iterable[Path]) -> Mapping[tuple[str, str], Card]:
    found = {key[1:]: card for key, card in _built_in().items() if key[0] == kind}
    faults: list[Fault] = []
    own: dict[tuple[str, str], Card] = {}
    for path in extra:
        try:
            read = _own(path, path.stat().st_mtime_ns if path.is_file() else 0)
        except Unreadable as error:
            faults += error.faults
        else:
            # A file that is nearer goes first.
            own = {key[1:]: card for key, card in read.items() if key[0] == kind} | own
    if faults:
        raise Unreadable(faults)
    return found | own


_Key = tuple[str, str, str]


@cache
def _built_in() -> Mapping[_Key, Card]:
    found: dict[_Key, Card] = {}
    for path in sorted((resources.root("data") / "cards").glob("*.yaml")):
        found |= _read(path, {}, own=False)
    return found


@cache
def _own(path: Path, modified: int) -> Mapping[_Key, Card]:
    # What is derived here gives way to what stands on a card.
    sure = {key: card for key, card in _built_in().items() if not card.derived}
    return _read(path, sure, own=True)


def _read(path: Path, taken: Mapping[_Key, Card], own: bool) -> dict[_Key, Card]:
    """The cards of a file by kind, animal or habitat, and letter. Raises Unreadable."""
    source = read_yaml(path)
    if faults := [*check(source, "cards"), *hidden(source)]:
        raise Unreadable([*faults, *_word_faults(source)])
    found: dict[_Key, Card] = {}
    for n, entry in enumerate(source.data["cards"]):
        place: Path_ = ("cards", n)
        whose = "animal" if entry["kind"] == "wildlife" else "habitat"
        try:
            card = _card(source, place, entry, own)
        except Unreadable as error:
            faults += error.faults
            continue
        every = habitats() if whose == "habitat" else wildlife()
        for of in every if entry[whose] == "any" else (entry[whose],):
            key = (card.kind, of, card.letter)
            if key in taken or key in found:
                id = "IN-card-built-in" if key in taken else "IN-card-twice"
                faults.append(source.fault(id, (*place, "letter"), word=f"{of} {card.letter}"))
                break
            found[key] = replace(card, of=of)
    if faults:
        raise Unreadable(faults)
    return found


def _word_faults(source: Source) -> list[Fault]:
    """What is wrong with the tables and shapes of a file whose structure is wrong too."""
    faults: list[Fault] = []
    entries = source.data.get("cards") if isinstance(source.data, dict) else None
    for n, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            shapes = entry.get("shapes")
            if isinstance(shapes, dict) and all(isinstance(x, str) for x in shapes.values()):
                _shapes(source, ("cards", n), shapes, faults)
            if isinstance(entry.get("points"), str):
                _table(source, ("cards", n), entry, faults)
    return faults


def _card(source: Source, place: Path_, entry: Mapping[str, Any], own: bool) -> Card:
    faults: list[Fault] = []
    shapes = _shapes(source, place, entry.get("shapes") or {}, faults)
    table, named = _table(source, place, entry, faults)
    if faults:
        raise Unreadable(faults)
    wild = entry["kind"] == "wildlife"
    return Card(
        entry["kind"],
        entry["animal" if wild else "habitat"],
        entry["letter"],
        entry["pattern"],
        table,
        tuple(Shape(name, hexes, named.get(name)) for name, hexes in shapes.items()),
        {key: entry[key] for key in _OPTIONS if key in entry},
        {key: entry[key] for key in _WORDS if key in entry},
        entry.get("habitat", ""),
        entry.get("animal", ""),
        entry.get("text") or {},
        entry.get("basis") == "derived",
        own,
    )


def _table(
    source: Source, place: Path_, entry: Mapping[str, Any], faults: list[Fault]
) -> tuple[Table | None, dict[str, int | None]]:
    """The table by number, and the points of named shapes; faults are added to the list."""
    text = entry.get("points")
    if text is None:
        return None, {}
    names = tuple(entry.get("shapes") or ())
    numbers: dict[int, int | None] = {}
    named: dict[str, int | None] = {}
    above = 0

    def fault(id: str, at: int, word: str, better: str | None = None) -> None:
        where = (*place, "points")
        faults.append(
            source.fault(id, where, offset=at, length=len(word), suggestion=better, word=word)
        )

    for word, at in _words(text):
        match = _ENTRY.fullmatch(word)
        if not match or bool(match[3]) != bool(names):
            fault("IN-points", at, word)
            continue
        value = None if match[4] == "?" else int(match[4])
        if match[3]:
            if match[3] not in names:
                fault("IN-points-shape", at, match[3], nearest(match[3], names))
                continue
            elif match[3] in named:
                fault("IN-points-twice", at, match[3])
            named[match[3]] = value
            continue
        n = int(match[1])
        if n in numbers:
            fault("IN-points-twice", at, match[1])
        elif n < max(numbers, default=0) or above:
            fault("IN-points-order", at, match[1])
        numbers[n] = value
        above = above or (n if match[2] else 0)
    if not numbers and not named and not faults:
        fault("IN-points", 0, text)
    for name in () if faults else names:
        if name not in named:
            faults.append(source.fault("IN-shape-points", (*place, "points"), word=name))
    return (None if names else Table(numbers, above)), named


def _shapes(
    source: Source, place: Path_, entry: Mapping[str, str], faults: list[Fault]
) -> dict[str, tuple[Hex, ...]]:
    found = {}
    for name, text in entry.items():
        where = (*place, "shapes", name)
        hexes: list[Hex] = []
        for word, at in _words(text):
            match = _HEX.fullmatch(word)
            here = (int(match[1]), int(match[2])) if match else None
            if here is None or here in hexes:
                id = "IN-shape-hex" if here is None else "IN-shape-twice"
                faults.append(source.fault(id, where, offset=at, length=len(word), word=word))
            else:
                hexes.append(here)
        if len(groups(hexes)) != 1 and not faults:
            faults.append(source.fault("IN-shape-apart", where, word=name))
        found[name] = tuple(hexes)
    return found


def _words(text: str) -> Iterator[tuple[str, int]]:
    for match in re.finditer(r"\S+", text):
        yield match[0], match.start()
