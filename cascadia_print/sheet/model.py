"""What an environment sheet is, as small frozen values.

Everything downstream (rules, drawing, entry, reports) reads these and never the YAML again.
Ids are the printed ones. No coordinates in points or millimetres here: a space knows its row
and its place in the row only, `hexgrid` turns these into neighbours and positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

Text = Mapping[str, str]
"""A word in several languages: language code -> word."""

GainKind = Literal["points", "animal", "wild", "nature", "hex", "lane", "same", "pick"]

RECORDED = ("points", "animal", "wild", "nature", "hex")
"""Gains that a player circles or crosses off; for the others the next box is the record."""


@dataclass(frozen=True, slots=True)
class Gain:
    """One thing a bonus gives.

    `of` is the animal ("animal"), the habitat or "any" ("hex"), the lane as "area.lane"
    ("lane"), the area ("same": the lane of the animal that fills the set), the pool ("pick").
    `word` is the gain as an author writes it.
    """

    kind: GainKind
    n: int = 1
    of: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a place gives: one side, or several of which the player chooses one."""

    sides: tuple[tuple[Gain, ...], ...] = ()

    @property
    def word(self) -> str:
        """The gain word in its normal form, "" for nothing."""
        return "|".join("+".join(g.word for g in side) for side in self.sides)

    @property
    def choice(self) -> bool:
        return len(self.sides) > 1

    def side_words(self) -> tuple[str, ...]:
        return tuple("+".join(g.word for g in side) for side in self.sides)


NOTHING = Offer()


@dataclass(frozen=True, slots=True)
class Space:
    """One hexagon that can be marked.

    `row` and `col` are places in the grid from 0 (`col` counts gaps too); `number` counts the
    printed spaces of the row from 1. No habitat: it cannot be marked directly (C-4); two: split
    (C-2). `overflow` spaces stand in the overflow row. `points` are the printed ones.
    """

    id: str
    row: int
    col: int
    number: int
    habitats: tuple[str, ...] = ()
    points: int | None = None
    offer: Offer = NOTHING
    region: str = ""
    start: bool = False
    overflow: bool = False

    @property
    def blank(self) -> bool:
        return not self.habitats and not self.overflow and not self.start


BonusShape = Literal[
    "row", "column", "diamond", "edge", "habitat", "region", "spaces", "area-row", "area-lane"
]


@dataclass(frozen=True, slots=True)
class Bonus:
    """Gains earned when all of `needs` (space ids, or box ids of an area) are filled.

    `one_kind`: and all hold one wildlife type (D-6). `of` names the row, habitat, region,
    column, area or lane it belongs to; `first` is n for "the first n of a column", else 0.
    """

    id: str
    shape: BonusShape
    needs: tuple[str, ...]
    offer: Offer
    rule: str
    line: str = ""
    of: str = ""
    first: int = 0
    one_kind: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A box of an area. `lane` is the lane's id, or the column's number of a paired area."""

    id: str
    area: str
    lane: str
    number: int
    offer: Offer = NOTHING


@dataclass(frozen=True, slots=True)
class Area:
    """Boxes beside the hexagons.

    lanes: `lanes` maps a lane to its boxes, taken from the first on.
    pool: `pools` has one pool named after the area, boxes picked freely.
    paired: `lanes` hold boxes without gains; the n-th of each lane gives one pick from the
    n-th of `pools`, named "1", "2", ... (C-6).
    """

    id: str
    kind: Literal["lanes", "pool", "paired"]
    name: Text
    rule: str
    line: str
    lanes: Mapping[str, tuple[Box, ...]]
    pools: Mapping[str, tuple[Box, ...]]


@dataclass(frozen=True, slots=True)
class Term:
    """How a score line counts: written, heading, printed (over `spaces`), diverse, leftovers.

    `n` is the points of a habitat with all wildlife types (diverse, D-7) or the number of
    leftovers for one point (RH-12). `of` names a habitat where the term is about one.
    """

    kind: Literal["written", "heading", "printed", "diverse", "leftovers"]
    spaces: tuple[str, ...] = ()
    n: int = 0
    of: str = ""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score column, in printed order."""

    id: str
    label: Text
    rule: str
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Marking:
    """How hexagons are marked. `numbers` is the range that a written number can have.

    `overflow` is the id of the overflow row, "" without one. `overflow_opens`, `closed_counts`,
    `split_completes` and `split_scores` are what named rulings switch.
    """

    write: Literal["number", "outline", "wildlife"]
    order: Literal["down", "right", "touching", "any"]
    closes: bool = False
    overflow: str = ""
    numbers: tuple[int, int] = (1, 6)
    overflow_opens: Literal["complete", "always"] = "complete"
    closed_counts: bool = True
    split_completes: Literal["both", "named"] = "both"
    split_scores: Literal["named", "both"] = "named"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a value comes from: rulebook (with the rule), designed here, or an owner's copy."""

    source: Literal["rulebook", "designed", "owner"]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A known value of the printed sheet that the file is checked against."""

    rule: str
    check: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A named answer where the rulebooks differ or are silent; the default stands first.

    `of_rulebook`: language of a rulebook -> the choice that it makes.
    """

    id: str
    choices: tuple[str, ...]
    of_rulebook: Mapping[str, str] = field(default_factory=dict)

    def choice(self, rulebook: str) -> str:
        """What holds under a rulebook when nothing is said."""
        return self.of_rulebook.get(rulebook, self.choices[0])


@dataclass(frozen=True, eq=False)
class Sheet:
    """An environment sheet, complete and checked.

    `in_force` has the choice of each ruling by which it was built. Compared and hashed as the
    one object it is, so that what is derived from it can be kept.
    """

    id: str
    version: int
    name: Text
    stars: int
    marking: Marking
    rules: Mapping[str, str]
    stagger: Literal["none", "odd", "even"]
    spaces: tuple[Space, ...]
    heading: tuple[int, ...]
    bonuses: tuple[Bonus, ...]
    areas: tuple[Area, ...]
    lines: tuple[ScoreLine, ...]
    facts: tuple[Fact, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    in_force: Mapping[str, str] = field(default_factory=dict)
    provenance: Mapping[str, Provenance] = field(default_factory=dict)
    spaces_line: str = ""
    overflow_line: str = ""
    file: str = ""
    shipped: bool = False

    @property
    def ref(self) -> str:
        """The name printed on the paper and written in filled sheets, as "A@1"."""
        return f"{self.id}@{self.version}"

    @cached_property
    def copied(self) -> bool:
        """Whether an owner copied his printed sheet: nothing on it is of another's design."""
        sources = {p.source for p in self.provenance.values()}
        return "owner" in sources and "designed" not in sources

    def rule(self, check: str) -> str:
        """The rule that the sheet cites for a check, or the generic one of authors' sheets."""
        return self.rules.get(check, f"S-{check}")

    @cached_property
    def space(self) -> Mapping[str, Space]:
        """Spaces by id, in printed order."""
        return {s.id: s for s in self.spaces}

    @cached_property
    def boxes(self) -> Mapping[str, Box]:
        """Boxes of all areas by id, in printed order."""
        return {
            b.id: b
            for area in self.areas
            for group in (*area.lanes.values(), *area.pools.values())
            for b in group
        }

    def parts(self, id: str, offer: Offer) -> tuple[str, ...]:
        """What the gains of a place are called one by one, the second one "row-1.2".

        Empty where there is but one, where a side is chosen, and where the names are those of
        boxes, as "landmark.rivers.1" is the first box of the lane before it is part of its bonus.
        """
        gains = offer.sides[0] if len(offer.sides) == 1 else ()
        names = tuple(f"{id}.{k}" for k in range(1, len(gains) + 1))
        return names if len(names) > 1 and self.boxes.keys().isdisjoint(names) else ()

    @cached_property
    def bonus(self) -> Mapping[str, Bonus]:
        """Bonuses by id."""
        return {b.id: b for b in self.bonuses}

    @cached_property
    def offers(self) -> Mapping[str, Offer]:
        """What is given at each space, bonus and box, by id."""
        found = {s.id: s.offer for s in self.spaces} | {b.id: b.offer for b in self.bonuses}
        return found | {b.id: b.offer for b in self.boxes.values()}

    @cached_property
    def area(self) -> Mapping[str, Area]:
        """Areas by id."""
        return {a.id: a for a in self.areas}

    @cached_property
    def line(self) -> Mapping[str, ScoreLine]:
        """Score lines by id."""
        return {x.id: x for x in self.lines}

    @cached_property
    def habitats(self) -> Mapping[str, tuple[str, ...]]:
        """Habitat -> ids of its spaces (a split space is in both), habitats in printed order."""
        found: dict[str, list[str]] = {}
        for s in self.spaces:
            for h in s.habitats:
                found.setdefault(h, []).append(s.id)
        return {h: tuple(ids) for h, ids in found.items()}

    @cached_property
    def rows(self) -> Mapping[str, tuple[str, ...]]:
        """Row name ("a", "b", ... and a separate overflow row's name) -> ids of its spaces."""
        found: dict[str, list[str]] = {}
        for s in self.spaces:
            found.setdefault(row_name(s), []).append(s.id)
        return {r: tuple(ids) for r, ids in found.items()}

    @cached_property
    def overflow_row(self) -> tuple[str, ...]:
        """Ids of the overflow spaces from the left."""
        return tuple(s.id for s in self.spaces if s.overflow)


def row_letters(index: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa, 27 -> ab."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def row_name(space: Space) -> str:
    """The row part of a space's id: "c3" -> "c", "overflow.4" -> "overflow"."""
    return space.id.split(".")[0] if "." in space.id else space.id.rstrip("0123456789")
