"""The compact words of the sheet language: gains (`3pt+wild`, `hex:any|3pt`) and cells.

word = choice ;  choice = all { "|" all } ;  all = gain { "+" gain }
cell = head [points] { "+" gain }
head = M F P W R | X/Y split | * start | . no habitat | O overflow ;  "-" nothing here
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cascadia_print.sheet.faults import Fault, nearest, rivals
from cascadia_print.sheet.located import Path_, Source
from cascadia_print.sheet.model import NOTHING, Gain, GainKind, Offer, Space
from cascadia_print.sheet.vocabulary import habitat_letters, habitats, letters_of_habitats, wildlife


class WordError(Exception):
    """A word that means nothing: which part of it (offset, length), why, and a better one.

    `more` are the errors of its other parts.
    """

    def __init__(
        self, id: str, offset: int, length: int, suggestion: str | None = None, **values: Any
    ) -> None:
        super().__init__(id)
        self.id, self.offset, self.length = id, offset, max(length, 1)
        self.suggestion, self.values = suggestion, values
        self.more: tuple[WordError, ...] = ()

    def faults(self, source: Source, path: Path_) -> Iterator[Fault]:
        """A fault for each part, in the text at `path` of a file."""
        for part in (self, *self.more):
            yield source.fault(
                part.id,
                path,
                offset=part.offset,
                length=part.length,
                suggestion=part.suggestion,
                **part.values,
            )


@dataclass(frozen=True, slots=True)
class Names:
    """What gain words may refer to: lanes by the word that names them, and pools.

    `lanes`: "landmark:rivers" or, for paired columns, "sun" -> "sky.sun". `same`: areas whose
    lanes are animals. `pools`: areas of kind pool.
    """

    lanes: Mapping[str, str] = field(default_factory=dict)
    same: frozenset[str] = frozenset()
    pools: frozenset[str] = frozenset()

    def known(self) -> tuple[str, ...]:
        """Every word without its number, for suggestions."""
        return (
            *("pt", "wild", "nature"),
            *wildlife(),
            *(f"hex:{h}" for h in (*habitats(), "any")),
            *self.lanes,
            *(f"{a}:*" for a in sorted(self.same)),
            *(f"pick:{p}" for p in sorted(self.pools)),
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the map: habitats (none, one, two), printed points, gains, start, overflow."""

    habitats: tuple[str, ...] = ()
    points: int | None = None
    offer: Offer = NOTHING
    start: bool = False
    overflow: bool = False


_GAIN = re.compile(r"(0|[1-9]\d{0,2})?([a-z][a-z-]*)(?::([a-z][a-z-]*|\*))?", re.ASCII)
_HEAD = re.compile(r"(\*|\.|O|[A-Z](?:/[A-Z])?)(0|[1-9]\d?)?(?=\+|$)", re.ASCII)


def parse_offer(word: str, names: Names, offset: int = 0) -> Offer:
    """The gains of `word`; `offset` is added to the place in errors.

    Raises WordError for the parts that are no gains.
    """
    errors: list[WordError] = []
    sides = []
    for text, start in _split(word, "|", offset):
        side = []
        for part, at in _split(text, "+", start):
            bare = part.strip()  # blanks between parts are one fault of the whole
            try:
                side.append(_gain(bare, names, at + part.find(bare)))
            except WordError as error:
                errors.append(error)
        sides.append(tuple(side))
    if errors:
        errors[0].more = tuple(errors[1:])
        raise errors[0]
    if (joined := "".join(word.split())) != word:
        raise WordError("IN-gain", offset, len(word), joined, word=word, also=())
    return Offer(tuple(sides))


def parse_cell(word: str, names: Names, offset: int = 0) -> Cell | None:
    """The cell that `word` describes, None for "-" (nothing stands there). Raises WordError."""
    if word == "-":
        return None
    head = _HEAD.match(word)
    if not head:
        raise WordError("IN-cell", offset, len(word), word=word, letters=_letters())
    kind, points = head.groups()
    offer = NOTHING
    if head.end() < len(word):
        offer = parse_offer(word[head.end() + 1 :], names, offset + head.end() + 1)
    value = int(points) if points is not None else None
    if kind in "*.O":
        if value is not None:
            raise WordError("IN-cell-points", offset + 1, len(points), head=kind)
        return Cell(offer=offer, start=kind == "*", overflow=kind == "O")
    for letter in kind.split("/"):
        if letter not in habitat_letters():
            at = offset + kind.index(letter)
            raise WordError("IN-cell", at, 1, word=letter, letters=_letters())
    found = tuple(habitat_letters()[letter] for letter in kind.split("/"))
    if len(set(found)) < len(found):
        raise WordError("IN-split-twice", offset, len(kind), word=kind)
    return Cell(found, value, offer)


def cell_head(space: Space) -> str:
    """A hexagon as it is written in `rows`, without points and gains."""
    letters = "/".join(letters_of_habitats()[habitat] for habitat in space.habitats)
    return letters or ("*" if space.start else "O" if space.overflow else ".")


def split_words(row: str) -> Iterator[tuple[str, int]]:
    """The blank-separated words of a row with their offsets."""
    for match in re.finditer(r"\S+", row):
        yield match.group(), match.start()


def _gain(word: str, names: Names, offset: int) -> Gain:
    match = _GAIN.fullmatch(word)
    if not match:
        raise _unknown(word, names, offset)
    count, name, of = match.groups()
    n = int(count) if count else 1
    kind: GainKind | None = None
    target = of or ""
    lane = f"{name}:{of}" if of else name
    if of is None and name == "pt" and count:
        kind = "points"
    elif of is None and name in wildlife():
        kind, target = "animal", name
    elif of is None and name in ("wild", "nature"):
        kind = "wild" if name == "wild" else "nature"
    elif name == "hex" and of in (*habitats(), "any"):
        kind = "hex"
    elif name == "pick" and of in names.pools:
        kind = "pick"
    elif of == "*" and name in names.same:
        kind, target = "same", name
    elif lane in names.lanes:
        kind, target = "lane", names.lanes[lane]
    if kind is None:
        raise _unknown(word, names, offset)
    if n == 0 or (count == "1" and kind != "points"):
        better = word[1:] if n else None
        raise WordError("IN-gain-number", offset, len(count), better, word=word)
    return Gain(kind, n, target, word)


_POINTS = re.compile(r"(\d+)\s*points?|(?:pts?|points?)\s*(\d+)")
"""Points as people write them: 3 points, pt3."""


def _unknown(word: str, names: Names, offset: int) -> WordError:
    if points := _POINTS.fullmatch(word.strip()):
        meant = f"{points[1] or points[2]}pt"
        return WordError("IN-gain", offset, len(word), meant, word=word, also=())
    number = re.match(r"\d*", word)
    digits = number.group() if number else ""
    better = nearest(word[len(digits) :], names.known())
    also = rivals(word[len(digits) :], better, names.known())
    if better is None and ":" in word:
        head = word[len(digits) :].split(":")[0]
        heads = sorted({k.split(":")[0] for k in names.known() if ":" in k})
        better = nearest(head, heads)
        also = rivals(head, better, heads)
        better = better and f"{better}:{word.split(':', 1)[1]}"
    of = [known for known in names.known() if known.endswith(f":{word}")]
    if better is None and word and of:  # rivers: hex:rivers, or landmark:rivers
        better, also = of[0], tuple(of[1:])
    suggestion = (digits if digits != "1" or better == "pt" else "") + better if better else None
    if suggestion == word:
        suggestion = None
    return WordError("IN-gain", offset, len(word), suggestion, word=word, also=also)


def _split(word: str, sign: str, offset: int) -> Iterator[tuple[str, int]]:
    for part in word.split(sign):
        yield part, offset
        offset += len(part) + 1


def _letters() -> str:
    return " ".join(habitat_letters())
