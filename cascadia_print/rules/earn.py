"""What a picture earns, to a fixed point: icons open boxes, full sets give bonuses.

Earned is a function of marks and picks alone, never of what was crossed off: a forgotten cross
must not turn a rightly circled bonus into an accusation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from cascadia_print.rules.legal import completes
from cascadia_print.rules.marks import Value
from cascadia_print.rules.table import Item, table
from cascadia_print.sheet.model import Gain, Sheet
from cascadia_print.sheet.vocabulary import wildlife


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a picture gives: `capacity` of the `options`, written as in `picks`.

    `said` are the options that the player named, in printed order; `declined` is "none" said.
    """

    id: str
    capacity: int
    options: tuple[str, ...]
    said: tuple[str, ...]
    declined: bool
    rule: str
    line: str

    @property
    def unsaid(self) -> int:
        """How many choices were earned and not said."""
        return 0 if self.declined else max(0, self.capacity - len(self.said))


@dataclass(frozen=True, slots=True)
class Earned:
    """ids: the spaces with gains, boxes and bonuses that are earned, picked boxes among them.
    lanes: lane -> icons found. choices: pools, paired columns and sides, by id, also those
    that were picked without any capacity."""

    ids: frozenset[str]
    lanes: Mapping[str, int]
    choices: Mapping[str, Choice]


def earn(
    sheet: Sheet,
    filled: Set[str],
    values: Mapping[str, Value],
    picks: Iterable[str] = (),
    *,
    lenient: bool = False,
    generous: bool = False,
    all_taken: bool = False,
) -> Earned:
    """What the filled spaces with their values, and the picks, earn.

    Where more is picked than earned it cannot be known which pick is wrong. Strictly, none of
    those gives anything here; `lenient`, all do (the ink). `generous` applies every option that
    an open choice could still have (the best case). `all_taken`: all that is earned counts as
    taken, so that a pool with a pick for each of its boxes leaves nothing to say.
    """
    run = _Run(sheet, filled, values, frozenset(picks), lenient, generous, all_taken)
    return run.result()


class _Run:
    """One worklist: an id that is filled tells the items that wait for it."""

    def __init__(
        self,
        sheet: Sheet,
        filled: Set[str],
        values: Mapping[str, Value],
        picks: frozenset[str],
        lenient: bool,
        generous: bool,
        all_taken: bool,
    ) -> None:
        t = table(sheet)
        self.sheet, self.t, self.values, self.picks = sheet, t, values, picks
        self.lenient, self.generous, self.all_taken = lenient, generous, all_taken
        self.open = {id: len(item.needs) for id, item in t.items.items()}
        self.earned: set[str] = set()
        self.lanes: Counter[str] = Counter()
        self.capacity: Counter[str] = Counter()
        self.boxes: set[str] = set()
        self.work = [id for id in filled if id in t.watched]
        if lenient:
            for group in t.groups:
                self.pick(group)

    def result(self) -> Earned:
        while self.work:
            for id in self.t.watched.get(self.work.pop(), ()):
                self.open[id] -= 1
                if self.open[id] == 0:
                    self.earn(self.t.items[id])
        return Earned(frozenset(self.earned), self.lanes, self.choices())

    def earn(self, item: Item) -> None:
        if item.one_kind and len({self.values.get(id) for id in item.needs}) > 1:
            return
        if item.one_kind and self.values.get(item.needs[0]) not in wildlife():
            return
        if item.completes and not all(
            completes(self.sheet, id, item.completes, self.values, sure=not self.generous)
            for id in item.needs
        ):
            return
        self.earned.add(item.id)
        for side in self.sides(item):
            for gain in side:
                self.gain(item, gain)

    def sides(self, item: Item) -> list[tuple[Gain, ...]]:
        """The sides of an offer that give something: the one, or those that the player named."""
        if not item.offer.choice:
            return list(item.offer.sides)
        sides = dict(zip(item.offer.side_words(), item.offer.sides, strict=True))
        named = [side for word, side in sides.items() if f"{item.id}={word}" in self.picks]
        if len(named) == 1 or self.lenient:
            return named
        return list(sides.values()) if self.generous else []

    def gain(self, item: Item, gain: Gain) -> None:
        if gain.kind == "lane":
            self.icons(gain.of, gain.n)
        elif gain.kind == "same":
            self.icons(f"{gain.of}.{self.values[item.needs[0]]}", gain.n)
        elif gain.kind == "pick":
            self.capacity[gain.of] += gain.n
            self.pick(gain.of)

    def icons(self, lane: str, n: int) -> None:
        boxes = self.t.lanes.get(lane, ())
        have = self.lanes[lane]
        self.lanes[lane] += n
        for box in boxes[have : have + n]:
            self.fill(box)
            for column, icons in self.t.columns.items():
                if box in icons:
                    self.capacity[column] += 1
                    self.pick(column)

    def pick(self, group: str) -> None:
        """Fill the picked boxes of a group as far as they are earned."""
        boxes = self.t.groups[group]
        said = self.said(group)
        if self.lenient or len(said) <= self.capacity[group]:
            for box in said:
                self.fill(box)
        if self.generous and self.capacity[group] and len(said) != self.capacity[group]:
            for box in said if len(said) > self.capacity[group] else boxes:
                self.fill(box)

    def said(self, group: str) -> tuple[str, ...]:
        """The boxes of a group that are picked, all of them where there is no choice left."""
        boxes = self.t.groups[group]
        declined = f"{group}=none" in self.picks
        if self.all_taken and not declined and self.capacity[group] >= len(boxes):
            return boxes
        return tuple(b for b in boxes if b in self.picks)

    def fill(self, box: str) -> None:
        if box not in self.boxes:
            self.boxes.add(box)
            self.work.append(box)

    def choices(self) -> dict[str, Choice]:
        found = {}
        for group, boxes in self.t.groups.items():
            said = self.said(group)
            capacity = min(self.capacity[group], len(boxes))
            declined = f"{group}=none" in self.picks
            if said or capacity or declined:
                first = self.t.items[boxes[0]]
                found[group] = Choice(
                    group, capacity, boxes, said, declined, first.rule, first.line
                )
        for id, item in self.t.items.items():
            if item.offer.choice:
                options = tuple(f"{id}={word}" for word in item.offer.side_words())
                said = tuple(o for o in options if o in self.picks)
                declined = f"{id}=none" in self.picks
                if declined and said:  # "left" and a side at once
                    said = (*said, f"{id}=none")
                capacity = int(id in self.earned)
                if said or capacity:
                    found[id] = Choice(id, capacity, options, said, declined, item.rule, item.line)
        return found
