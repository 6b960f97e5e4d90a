"""What an order of play has to reach: the final picture, its free hexagons, the counts (L3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cascadia_print.rules import legal
from cascadia_print.rules.earn import Earned, earn
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.score import took
from cascadia_print.rules.table import Item, table
from cascadia_print.sheet.model import Gain, Sheet

USUAL_ROUNDS = 20
LEARNING_ROUNDS = 10
"""RH-2."""

PRINTED = 5
"""The largest number on a Habitat Card; Completion Card 5 makes it one higher (RH-8, RH-10)."""

CARDS_IN_PLAY = 4
"""Completion Cards, one for each slot (RH-0)."""

ANY = "any"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a variant and the Completion Cards in play allow.

    `largest` number of a card, `cards` in all rounds; `why` a second card in a round is out.
    """

    rounds: int
    largest: int
    cards: int
    family: bool


def limits_of(filled: Filled) -> Limits:
    """The limits of the declared variant; of unknown Completion Cards all are possible.

    Where a file names fewer than are in play, the others are not known.
    """
    rounds = LEARNING_ROUNDS if "learning" in filled.variant else USUAL_ROUNDS
    rounds = int(filled.rulings.get("game-length", rounds))
    family = "family" in filled.variant
    cards = () if family else filled.completion_cards
    unknown = not family and len({*(cards or ())}) < CARDS_IN_PLAY
    higher = unknown or 5 in (cards or ())
    second = unknown or 7 in (cards or ())
    # In round 1 only one card lies open (RH-9).
    most = 2 * rounds - 1 if second else rounds
    return Limits(rounds, PRINTED + higher, most, family)


@dataclass(frozen=True, slots=True)
class Free:
    """A free hexagon: what it may show, the id that gives it, whether it was crossed off."""

    of: str
    source: str
    needed: bool


class Plan:
    """The final picture: the marks to make and the free hexagons it gives."""

    def __init__(self, sheet: Sheet, filled: Filled, limits: Limits) -> None:
        self.sheet, self.filled, self.limits, self.t = sheet, filled, limits, table(sheet)
        given = filled.marks or {}
        self.marks = {s.id: given[s.id] for s in sheet.spaces if s.id in given}
        self.final = legal.reachable(sheet, self.marks)
        self.steps = tuple(
            id for id in self.marks if not (sheet.space[id].blank or sheet.space[id].start)
        )
        self.kinds = {id: self._kinds(id) for id in self.steps}
        # Where the rulebooks differ in what a free hexagon may be (C-8), what either allows is.
        self.any_kind = "free-hex-kind" in sheet.in_force
        usual = "overflow" if sheet.marking.order == "right" else "lost"
        self.to_overflow = sheet.in_force.get("free-hex-overflow", usual) == "overflow"

    def _kinds(self, id: str) -> tuple[str, ...]:
        habitats, value = self.sheet.space[id].habitats, self.marks[id]
        return (str(value),) if value in habitats and len(habitats) > 1 else habitats

    @cached_property
    def taken(self) -> frozenset[str] | None:
        return None if self.filled.taken is None else frozenset(self.filled.taken)

    @cached_property
    def picks(self) -> frozenset[str]:
        return frozenset((*self.t.chosen(self.taken), *self.filled.picks))

    @cached_property
    def sure(self) -> Earned:
        """What is earned for certain."""
        return self._earn(False)

    @cached_property
    def best(self) -> Earned:
        """What is earned where every open choice goes well."""
        return self._earn(True)

    def _earn(self, generous: bool) -> Earned:
        return earn(
            self.sheet,
            self.final,
            self.marks,
            self.picks,
            generous=generous,
            all_taken=self.taken is None,
        )

    @cached_property
    def earned(self) -> frozenset[str]:
        """All that is earned in the end. What has all it needs on the way is earned then."""
        return self.sure.ids

    @cached_property
    def gains(self) -> Mapping[str, tuple[Gain, ...]]:
        """What each earned item gives: its one side, or the side that was chosen."""
        return {id: self._gains(self.t.items[id]) for id in self.t.items if id in self.earned}

    def _gains(self, item: Item) -> tuple[Gain, ...]:
        if not item.offer.choice:
            return item.offer.sides[0] if item.offer.sides else ()
        sides = zip(item.offer.side_words(), item.offer.sides, strict=True)
        named = [side for word, side in sides if f"{item.id}={word}" in self.picks]
        return named[0] if len(named) == 1 else ()

    @cached_property
    def frees(self) -> Mapping[str, tuple[Free, ...]]:
        """The free hexagons of each earned item that can have been used."""
        found: dict[str, tuple[Free, ...]] = {}
        for id, gains in self.gains.items():
            used = [g for k, g in enumerate(gains) if g.kind == "hex" and self._used(id, k)]
            if used:
                needed = self.taken is not None
                found[id] = tuple(Free(g.of, id, needed) for g in used for _ in range(g.n))
        return found

    def _used(self, id: str, k: int) -> bool:
        """Whether the k-th gain of an item was taken, as far as the record says."""
        item = self.t.items[id]
        if self.taken is None:
            return True
        if item.offer.choice:
            return id in self.taken or any(x.startswith(f"{id}=") for x in self.taken)
        return k in took(item, self.taken)

    @cached_property
    def said(self) -> Mapping[str, tuple[str, ...]]:
        """Picked boxes of each pool, those with a free hexagon first: their order is not known."""
        return {
            group: tuple(
                sorted((b for b in boxes if b in self.earned), key=lambda b: b not in self.frees)
            )
            for group, boxes in self.t.groups.items()
        }

    @cached_property
    def givers(self) -> Mapping[str, tuple[str, ...]]:
        """Box -> the earned items whose icons or picks can lead to it."""
        found: dict[str, list[str]] = {}
        for id, gains in self.gains.items():
            for gain in gains:
                for box in self._boxes(id, gain):
                    found.setdefault(box, []).append(id)
        for column, icons in self.t.columns.items():
            for box in self.t.groups[column]:
                found.setdefault(box, []).extend(i for i in icons if i in self.earned)
        return {box: tuple(ids) for box, ids in found.items()}

    def _boxes(self, id: str, gain: Gain) -> tuple[str, ...]:
        if gain.kind == "pick":
            return self.t.groups[gain.of]
        return self.t.lanes.get(self.lane(id, gain), ())

    def lane(self, id: str, gain: Gain) -> str:
        """The lane that a gain gives an icon of, "" for none."""
        if gain.kind == "same":
            return f"{gain.of}.{self.marks.get(self.t.items[id].needs[0])}"
        return gain.of if gain.kind == "lane" else ""

    @cached_property
    def leads_to(self) -> Mapping[str, frozenset[str]]:
        """Item with a crossed-off free hexagon -> the spaces that can lead to it."""
        return {id: self._spaces_for(id) for id, frees in self.frees.items() if frees[0].needed}

    def _spaces_for(self, id: str) -> frozenset[str]:
        spaces: set[str] = set()
        seen, work = {id}, [id]
        while work:
            for need in self.t.items[work.pop()].needs:
                if need in self.sheet.space:
                    spaces.add(need)
                else:
                    new = [i for i in self.givers.get(need, ()) if i not in seen]
                    seen.update(new)
                    work += new
        for space in tuple(spaces):
            while (space := self.t.before.get(space, "")) and space not in spaces:
                spaces.add(space)
        return frozenset(spaces)

    def complete(self, habitat: str, *, sure: bool = False) -> bool:
        """Whether a habitat is complete in the end, or can be."""
        return legal.is_complete(self.sheet, habitat, self.final, self.marks, sure=sure)

    def least_cards(self) -> int:
        """No order has fewer cards: every free hexagon that can have been used is a mark less."""
        free = sum(
            gain.n
            for id in self.best.ids
            for gain in self.gains.get(id)
            or max(self.t.items[id].offer.sides, key=hexagons, default=())
            if gain.kind == "hex"
        )
        near = self.t.near
        closed = {i for i in self.t.closable if all(n in self.final for n in near[i])}
        marks = [id for id in self.steps if id not in closed]
        if self.sheet.marking.write == "number":
            written = [id for id in marks if not self.sheet.space[id].overflow]
            return max(0, len(written) - free)
        return max(0, -(-(len(marks) - free) // self.limits.largest))

    def without_mark(self) -> Iterator[Free]:
        """Crossed-off free hexagons that no mark of the picture can be, wherever it was made.

        Where marks must touch, a free hexagon may find no place; elsewhere an open habitat has one.
        """
        if self.sheet.marking.order == "touching":
            return
        counts = Counter(kind for kinds in self.kinds.values() for kind in kinds)
        for frees in self.frees.values():
            for free in frees:
                if not free.needed or free.of == ANY or self.complete(free.of):
                    continue
                counts[free.of] -= 1
                if counts[free.of] < 0:
                    yield free


def hexagons(side: Iterable[Gain]) -> int:
    """How many free hexagons a side gives."""
    return sum(gain.n for gain in side if gain.kind == "hex")
