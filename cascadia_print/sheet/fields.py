"""The fields of a sheet to be filled in on a screen: one for each thing a player can put on paper.

Names are the keys and ids of the JSON of a filled sheet, joined by a dot: `spaces.a1`,
`taken.row-1`, `picks.sun_3`, `tally.bear`, `claims.total`, `player`. A dot within an id is
written `_`, which no id holds, because in a form a dot divides a name from what it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cascadia_print.sheet.model import RECORDED, Offer, Sheet, Space
from cascadia_print.sheet.vocabulary import wildlife

Key = Literal["player", "date", "spaces", "taken", "picks", "tally", "claims"]
Place = Literal["sign", "space", "bonus", "box", "tally", "line", "total"]

FORMAT = "cascadia-print/form"
VERSION = "1"
FACTS = ("format", "version", "sheet", "language")
"""Hidden fields, by which a form says what it is."""

LONGEST = {"player": 60, "date": 30, "tally": 3, "claims": 60}
"""The most signs of a text; a claim may be a sum, as 1+1+2."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field.

    `key` and `id` say what it stands for in the JSON; `place` and `at` name the printed element
    that it belongs to. `gain`: side and number (from 0) of the gain in what that element gives;
    None for the element as a whole. `half`: 0 or 1 for the halves of a split hexagon, else -1.
    `longest`: the most signs of a text, 0 for a check box.
    """

    key: Key
    id: str
    place: Place
    at: str
    longest: int = 0
    gain: tuple[int, int] | None = None
    half: int = -1

    @property
    def name(self) -> str:
        """The whole name in the form."""
        return name(self.key, self.id)

    @property
    def check(self) -> bool:
        """Whether it is ticked, else text is written in it."""
        return not self.longest


def name(key: str, id: str = "") -> str:
    """The name of the field for an id under a key of the JSON."""
    return f"{key}.{id.replace('.', '_')}" if id else key


def is_record(space: Space) -> bool:
    """Whether the mark in a space is also the record of what it gives: in an overflow row beside
    the hexagons nothing is drawn but the circle or the cross."""
    return space.overflow and "." in space.id and not space.offer.choice


def tally_rows() -> tuple[str, ...]:
    """The rows of the Tally Sheet from the top (RH-7)."""
    return (*wildlife(), "nature")


@lru_cache(maxsize=64)
def fields(sheet: Sheet) -> Mapping[str, Field]:
    """All fields by name, in the order in which one goes through them: name and date, hexagons,
    what is circled or crossed off, score lines, Tally Sheet."""
    found = [*_head(), *_marks(sheet), *_gains(sheet), *_claims(sheet), *_tally()]
    return {field.name: field for field in found}


def _head() -> Iterator[Field]:
    yield Field("player", "", "sign", "player", LONGEST["player"])
    yield Field("date", "", "sign", "date", LONGEST["date"])


def _marks(sheet: Sheet) -> Iterator[Field]:
    """What is written in or drawn around each space; nothing at the start, which is outlined."""
    write = sheet.marking.write
    longest = {"number": max(2, len(str(sheet.marking.numbers[1]))), "wildlife": 1}.get(write, 0)
    for space in sheet.spaces:
        if space.start:
            continue
        if longest and not space.overflow:
            yield Field("spaces", space.id, "space", space.id, longest)
        elif len(space.habitats) == 2:
            for half, habitat in enumerate(space.habitats):
                yield Field("spaces", f"{space.id}={habitat}", "space", space.id, half=half)
        else:
            yield Field("spaces", space.id, "space", space.id)


def _gains(sheet: Sheet) -> Iterator[Field]:
    for space in sheet.spaces:
        if not is_record(space):
            yield from _offer(sheet, "space", space.id, space.offer)
    for bonus in sheet.bonuses:
        yield from _offer(sheet, "bonus", bonus.id, bonus.offer)
    pools = {b.id for a in sheet.areas for boxes in a.pools.values() for b in boxes}
    for box in sheet.boxes.values():
        key: Key = "picks" if box.id in pools else "taken"
        if box.id in pools or not box.offer.choice:
            yield Field(key, box.id, "box", box.id)
        yield from _sides("box", box.id, box.offer)


def _offer(sheet: Sheet, place: Place, id: str, offer: Offer) -> Iterator[Field]:
    """What is circled or crossed off outside the boxes, each gain by itself if it has a name."""
    if offer.choice:
        yield from _sides(place, id, offer)
        return
    parts = sheet.parts(id, offer)
    for side in offer.sides:
        kept = [k for k, gain in enumerate(side) if gain.kind in RECORDED]
        for k in kept if parts else kept[:1]:
            yield Field("taken", parts[k] if len(kept) > 1 else id, place, id, gain=(0, k))


def _sides(place: Place, id: str, offer: Offer) -> Iterator[Field]:
    """The sides of a choice."""
    if offer.choice:
        for k, word in enumerate(offer.side_words()):
            yield Field("picks", f"{id}={word}", place, id, gain=(k, -1))


def _claims(sheet: Sheet) -> Iterator[Field]:
    for line in sheet.lines:
        yield Field("claims", line.id, "line", line.id, LONGEST["claims"])
    yield Field("claims", "total", "total", "total", LONGEST["claims"])


def _tally() -> Iterator[Field]:
    for row in tally_rows():
        yield Field("tally", row, "tally", row, LONGEST["tally"])
