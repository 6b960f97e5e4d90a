"""Located data of a sheet file → a frozen `Sheet`, or all of its faults at once.

The structure (keys, types, enums) has been checked by the schema before; here words are read
and everything is checked that refers to something else in the file.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from cascadia_print.sheet import sets
from cascadia_print.sheet.crosscheck import check_counts, check_marking
from cascadia_print.sheet.faults import Fault, Unreadable, nearest, rivals
from cascadia_print.sheet.located import Source
from cascadia_print.sheet.model import (
    NOTHING,
    Area,
    Bonus,
    Box,
    Fact,
    Marking,
    Offer,
    Provenance,
    Ruling,
    ScoreLine,
    Sheet,
    Space,
    Term,
    row_letters,
)
from cascadia_print.sheet.sets import SpaceSet
from cascadia_print.sheet.vocabulary import habitats, wildlife
from cascadia_print.sheet.words import (
    Cell,
    Names,
    WordError,
    parse_cell,
    parse_offer,
    split_words,
)

Path = tuple[str | int, ...]

MAX_SPACES = 2000
"""More hexagons than any paper holds: a larger sheet is refused."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands: file, path in it, and for a word of a row the characters in it."""

    source: Source
    path: Path
    offset: int | None = None
    length: int | None = None


@dataclass(frozen=True, slots=True)
class Built:
    """A sheet that still knows its files: `chain` as for `build`, `places` by printed id."""

    sheet: Sheet
    chain: tuple[Source, ...]
    places: Mapping[str, _Place]

    def fault(self, where: Path | str, id: str, **values: Any) -> Fault:
        """A fault at a printed id, or at a path of the complete file, where it was written."""
        root = self.chain[-1]
        place = _Place(root, where) if isinstance(where, tuple) else self.places[where]
        return place.source.fault(
            id, place.path, offset=place.offset, length=place.length, **values
        )


def build(chain: tuple[Source, ...], rulings: Mapping[str, str] | None = None) -> Sheet:
    """The sheet of `chain`: the file itself, then what it extends, the complete one last.

    `rulings` names choices of the sheet's rulings; each is a small change of the sheet. Raises
    Unreadable with every fault found.
    """
    return build_located(chain, rulings).sheet


def build_located(chain: tuple[Source, ...], rulings: Mapping[str, str] | None = None) -> Built:
    """As `build`, with the places of what was read."""
    builder = _Builder(chain, rulings or {})
    sheet = builder.sheet()
    if builder.moved:
        base = _Builder(chain[1:], {})
        base.sheet()
        builder.check_ids(base)
    if builder.faults:
        raise Unreadable(builder.faults)
    return Built(sheet, chain, builder.places)


_OTHER_QUOTES = ("“", "”", "„", "«", "»", "‘", "’")
"""What a word processor makes of straight quotes."""

WORDS = (
    "IN-syntax-quotes",
    "IN-cell",
    "IN-cell-points",
    "IN-split-twice",
    "IN-gain",
    "IN-gain-number",
    "IN-region",
)
"""Faults of a word by itself, whatever stands around it."""


def word_faults(source: Source) -> list[Fault]:
    """Words that cannot be read, in a file whose structure is at fault too.

    What else such a file seems to lack may only follow from its structure, and is not told.
    """
    faults: list[Fault] = []
    with suppress(KeyError, TypeError, ValueError, AttributeError, IndexError):
        builder = _Builder((source,), {})
        faults = builder.faults
        usual = {"marking": {"write": "outline", "order": "any"}, "lines": []}
        builder.data = usual | source.data
        builder.sheet()
    return [fault for fault in faults if fault.id in WORDS]


class _Builder:
    """Reads one chain; gathers faults and goes on with a stand-in value."""

    def __init__(self, chain: tuple[Source, ...], rulings: Mapping[str, str]) -> None:
        self.chain = chain
        self.root = chain[-1]
        self.data: dict[str, Any] = self.root.data
        self.faults: list[Fault] = []
        self.changes: dict[str, tuple[Any, _Place]] = {}
        for source in reversed(chain[:-1]):
            for key, value in source.data.get("change", {}).items():
                self.changes[key] = value, _Place(source, ("change", key))
        self.rulings = self.read_rulings()
        self.in_force = {r.id: rulings.get(r.id, r.choices[0]) for r in self.rulings}
        self.read_choices()
        self.unused = {id: place for id, (_, place) in self.changes.items()}
        self.places: dict[str, _Place] = {}
        self.spaces: dict[str, Space] = {}
        self.cells: dict[tuple[int, int], str] = {}
        self.bonuses: dict[str, Bonus] = {}
        self.areas: dict[str, Area] = {}
        self.lines: dict[str, ScoreLine] = {}
        self.line_at: dict[str, int] = {}
        self.moved: dict[str, _Place] = {}  # cells whose habitat a change replaces
        self.reported: list[object] = []
        self.unread = False  # a cell without its habitat: sets and their names may be wrong
        self.meant: dict[str, str] = {}

    # -- faults -----------------------------------------------------------------------------

    def fault(
        self,
        place: _Place,
        id: str,
        *,
        key: bool = False,
        suggestion: str | None = None,
        **values: Any,
    ) -> None:
        found = place.source.fault(
            id,
            place.path,
            key=key,
            offset=place.offset,
            length=place.length,
            suggestion=suggestion,
            **values,
        )
        if found not in self.faults:
            self.faults.append(found)

    def at(self, *path: str | int) -> _Place:
        return _Place(self.root, path)

    def unknown(
        self, place: _Place, what: str, word: str, known: Iterable[str], key: bool = False
    ) -> None:
        known = sorted({*known})
        listed = ", ".join(known) if len(known) <= 12 else ""
        # "b" for "row b", unless it may as well be another thing
        named = [k for k in known if " " in k and k.split()[-1] == word]
        better = named[0] if len(named) == 1 else nearest(word, known)
        self.fault(
            place,
            "IN-unknown-id",
            key=key,
            suggestion=better,
            what=what,
            word=word,
            known=listed,
            also=rivals(word, better, known),
        )

    def shape(self, place: _Place, have: int, need: int, row: str = "") -> None:
        self.fault(place, "IN-shape-row" if row else "IN-shape", have=have, need=need, row=row)

    # -- values that a change can replace ------------------------------------------------------

    def changed(self, id: str, value: Any, place: _Place) -> tuple[Any, _Place]:
        """The value of `id` and its place, from the last change that names it."""
        if id in self.places and not self.unread:
            block = place.source.value(place.path[:-1])
            said = isinstance(block, dict) and block.get("id") == id
            self.fault(
                self.at(*place.path[:-1], "id") if said else place, "IN-duplicate-id", word=id
            )
        found = self.changes.get(id, (value, place))
        self.places[id] = found[1]  # what is wrong with a change stands where it is made
        self.unused.pop(id, None)
        return found

    def offer(self, id: str, word: str, place: _Place) -> Offer:
        """The gains printed at `id`, nothing for "-" and "."."""
        word, place = self.changed(id, word, place)
        if word in ("-", "."):
            return NOTHING
        if not isinstance(word, str):
            self.fault(place, "IN-word-expected", word=word)
            return NOTHING
        try:
            return parse_offer(word, self.names, place.offset or 0)
        except WordError as error:
            self.word_fault(place, error)
            return NOTHING

    def word_fault(self, place: _Place, error: WordError) -> None:
        found = error.faults(place.source, place.path)
        self.faults += (fault for fault in found if fault not in self.faults)

    def words(self, text: str, *path: str | int) -> list[tuple[str, _Place]]:
        if text[:1] in _OTHER_QUOTES and text[-1:] in _OTHER_QUOTES:
            self.fault(self.at(*path), "IN-syntax-quotes", suggestion=f'"{text[1:-1]}"')
            text = f" {text[1:-1]} "
        return [
            (word, _Place(self.root, path, offset, len(word))) for word, offset in split_words(text)
        ]

    # -- the parts --------------------------------------------------------------------------

    def sheet(self) -> Sheet:
        data = self.data
        self.names = self.read_names()
        self.read_spaces()
        self.read_regions()
        heading = self.read_heading()
        marking = self.read_marking()
        self.read_areas()
        self.read_bonuses()
        self.read_lines()
        spaces_line = self.line_ref(data["spaces"].get("line", ""), "spaces", "line")
        overflow = data["spaces"].get("overflow", {})
        overflow_line = self.line_ref(overflow.get("line", ""), "spaces", "overflow", "line")
        rules = dict(data.get("rules", {}))
        if "rule" in overflow:
            rules["overflow-bonus"] = overflow["rule"]
        sheet = Sheet(
            id=self.chain[0].data["id"],
            version=self.chain[0].data["version"],
            name=self.first("name"),
            stars=self.first("stars", 1),
            marking=marking,
            rules=rules,
            stagger=data["spaces"].get("stagger", "none"),
            spaces=tuple(self.spaces.values()),
            heading=heading,
            bonuses=tuple(self.bonuses.values()),
            areas=tuple(self.areas.values()),
            lines=tuple(self.lines.values()),
            facts=self.read_facts(),
            rulings=self.rulings,
            in_force=self.in_force,
            spaces_line=spaces_line,
            overflow_line=overflow_line,
        )
        found = check_marking(sheet)
        if not self.faults:
            # A word that could not be read would be missed again in every count.
            found = itertools.chain(found, check_counts(sheet))
        for where, id, values in found:
            self.fault(self.place_of(where), id, **values)
        provenance = self.read_provenance(sheet)
        for id, place in self.unused.items():
            self.unknown(place, "place", id, self.places, key=True)
        return replace(sheet, provenance=provenance)

    def place_of(self, where: str | Path) -> _Place:
        """Where a printed id or a part of the sheet stands in the file."""
        if isinstance(where, str):
            return self.places[where]
        if where[0] == "lines" and len(where) > 1:
            line = list(self.lines)[int(where[1])]
            where = ("lines", self.line_at[line], *where[2:])
        return self.at(*where)

    def first(self, key: str, default: Any = None) -> Any:
        """The nearest file of the chain that says `key`."""
        for source in self.chain:
            if key in source.data:
                return source.data[key]
        return default

    def read_names(self) -> Names:
        lanes: dict[str, str] = {}
        same, pools = set(), set()
        for k, area in enumerate(self.data.get("areas", [])):
            # The words that mean a misspelt lane are right: one fault is one message.
            named = [self.meant_lane(k, x, area["lanes"]) for x in area.get("lanes", ())]
            for lane in named:
                word = lane if area["kind"] == "paired" else f"{area['id']}:{lane}"
                if word in lanes:
                    self.fault(self.at("areas", k, "lanes"), "IN-duplicate-id", word=word)
                lanes[word] = f"{area['id']}.{lane}"
            if area["kind"] == "pool":
                pools.add(area["id"])
            elif area["kind"] == "lanes" and {*named} <= {*wildlife()}:
                same.add(area["id"])
        return Names(lanes, frozenset(same), frozenset(pools))

    def meant_lane(self, k: int, lane: str, lanes: Iterable[str]) -> str:
        """A lane may have any name, but one letter off a habitat or an animal it is a slip."""
        usual = (*habitats(), *wildlife())
        meant = None if lane in usual else nearest(lane, usual)
        if meant is None or meant in lanes or isinstance(lanes, list):
            return lane
        self.unknown(self.at("areas", k, "lanes", lane), "lane", lane, [meant], key=True)
        self.meant[lane] = meant
        return meant

    def read_spaces(self) -> None:
        rows = self.data["spaces"]["rows"]
        count = 0
        for r, text in enumerate(rows):
            number = 0
            for c, (word, place) in enumerate(self.words(text, "spaces", "rows", r)):
                count += 1
                if count > MAX_SPACES:
                    self.fault(place, "IN-too-many-spaces", limit=MAX_SPACES)
                    return
                if word == "-":
                    continue
                number += 1
                id = f"{row_letters(r)}{number}"
                cell = self.cell(id, word, place)
                self.cells[r, c] = id
                self.spaces[id] = Space(
                    id,
                    r,
                    c,
                    number,
                    cell.habitats,
                    cell.points,
                    cell.offer,
                    start=cell.start,
                    overflow=cell.overflow,
                )
        overflow = self.data["spaces"].get("overflow")
        if overflow:
            row = self.words(overflow["row"], "spaces", "overflow", "row")
            for k, (word, place) in enumerate(row, 1):
                id = f"overflow.{k}"
                offer = self.offer(id, word, place)
                self.spaces[id] = Space(id, len(rows), k - 1, k, offer=offer, overflow=True)

    def check_ids(self, base: _Builder) -> None:
        """A change replaces what is printed at an id; no other id may come or go by it."""
        inside = [fault for fault in self.faults if fault.file != self.root.file]
        if base.faults or (len(inside) == len(self.faults) and {*base.places} == {*self.places}):
            return
        self.faults = inside
        for id, place in self.moved.items():
            self.fault(place, "IN-change-ids", word=id)

    def cell(self, id: str, word: str, place: _Place) -> Cell:
        usual = word
        word, place = self.changed(id, word, place)
        if word != usual and str(word).partition("+")[0].rstrip("0123456789") != (
            usual.partition("+")[0].rstrip("0123456789")
        ):
            self.moved[id] = place
        try:
            cell = parse_cell(str(word), self.names, place.offset or 0)
        except WordError as error:
            self.word_fault(place, error)
            self.unread = True
            return Cell()
        if cell is None:
            self.fault(place, "IN-change-shape", word=id)
            return Cell()
        return cell

    def read_regions(self) -> None:
        rows = self.data["spaces"].get("regions")
        if rows is None:
            return
        cells = self.data["spaces"]["rows"]
        if len(rows) != len(cells):
            self.shape(self.at("spaces", "regions"), len(rows), len(cells))
        for r, text in enumerate(rows[: len(cells)]):
            words = self.words(text, "spaces", "regions", r)
            need = len(cells[r].split())
            if len(words) != need:
                self.shape(self.at("spaces", "regions", r), len(words), need, row_letters(r))
            for c, (word, place) in enumerate(words):
                id = self.cells.get((r, c))
                if id and word != "-":
                    if not re.fullmatch(r"[0-9a-z]+", word):
                        self.fault(place, "IN-region", word=word)
                    self.spaces[id] = replace(self.spaces[id], region=word)

    def read_heading(self) -> tuple[int, ...]:
        values = self.data["spaces"].get("heading", [])
        columns = 1 + max((c for _, c in self.cells), default=-1)
        if values and len(values) != columns:
            self.fault(self.at("spaces", "heading"), "IN-heading", have=len(values), need=columns)
        found = []
        for k, value in enumerate(values):
            value, place = self.changed(f"heading.{k + 1}", value, self.at("spaces", "heading", k))
            if not isinstance(value, int) or isinstance(value, bool):
                self.fault(place, "IN-number-expected", word=value)
                value = 0
            found.append(value)
        return tuple(found)

    def read_marking(self) -> Marking:
        data = self.data["marking"]
        low, high = data.get("numbers", (1, 6))
        return Marking(
            write=data["write"],
            order=data["order"],
            closes=data.get("closes", "no") == "yes",
            overflow=data.get("overflow", ""),
            numbers=(low, high),
            overflow_opens=self.switch("overflow-opens", "complete", "always"),
            closed_counts=self.switch("closed-counts", "yes", "no") == "yes",
            split_completes=self.switch("split-completes", "both", "named"),
            split_scores=self.switch("split-scores", "named", "both"),
        )

    def switch(self, name: str, *choices: str) -> Any:
        """A property of the marking that only rulings set, the usual choice first."""
        value, place = self.changed(f"marking.{name}", choices[0], self.at("marking"))
        if value not in choices:
            self.unknown(place, "choice", str(value), choices)
        return value

    def read_areas(self) -> None:
        for k, data in enumerate(self.data.get("areas", [])):
            id, path = data["id"], ("areas", k)
            if id in self.areas or id in self.spaces:
                self.fault(self.at(*path, "id"), "IN-duplicate-id", word=id)
                continue
            lanes: dict[str, tuple[Box, ...]] = {}
            pools: dict[str, tuple[Box, ...]] = {}
            if data["kind"] == "lanes":
                for written, text in data["lanes"].items():
                    lane = self.meant.get(written, written)
                    lanes[lane] = self.boxes(id, lane, text, *path, "lanes", written)
            elif data["kind"] == "pool":
                pools[id] = self.boxes(id, "", data["boxes"], *path, "boxes")
            else:
                for n, text in enumerate(data["columns"], 1):
                    pools[str(n)] = self.boxes(id, str(n), text, *path, "columns", n - 1)
                for lane in data["lanes"]:
                    lanes[lane] = tuple(
                        Box(f"{id}.{lane}.{n}", id, lane, n) for n in range(1, len(pools) + 1)
                    )
            word, place = self.changed(f"{id}.line", data.get("line", ""), self.at(*path, "line"))
            line = self.line_ref(word, *place.path)
            area = Area(
                id,
                data["kind"],
                data.get("name", {}),
                data.get("rule", "S-area"),
                line,
                lanes,
                pools,
            )
            self.areas[id] = area
            self.read_area_bonuses(area, data, path)

    def boxes(self, area: str, lane: str, text: str, *path: str | int) -> tuple[Box, ...]:
        found = []
        for n, (word, place) in enumerate(self.words(text, *path), 1):
            id = f"{area}.{lane}.{n}" if lane else f"{area}.{n}"
            found.append(Box(id, area, lane, n, self.offer(id, word, place)))
        return tuple(found)

    def read_area_bonuses(self, area: Area, data: Mapping[str, Any], path: Path) -> None:
        rows = data.get("rows", [])
        longest = max((len(boxes) for boxes in area.lanes.values()), default=0)
        if len(rows) > longest:
            self.fault(self.at(*path, "rows"), "IN-area-rows", have=len(rows), need=longest)
        for n, word in enumerate(rows[:longest], 1):
            needs = tuple(b[n - 1].id for b in area.lanes.values() if len(b) >= n)
            self.add_bonus(
                f"{area.id}.row-{n}",
                "area-row",
                needs,
                word,
                self.at(*path, "rows", n - 1),
                area.rule,
                area.line,
                of=area.id,
            )
        for lane, (word, place) in self.lane_words(area, data, path).items():
            self.add_bonus(
                f"{area.id}.{lane}",
                "area-lane",
                tuple(b.id for b in area.lanes[lane]),
                word,
                place,
                area.rule,
                area.line,
                of=area.id,
            )

    def lane_words(
        self, area: Area, data: Mapping[str, Any], path: Path
    ) -> dict[str, tuple[str, _Place]]:
        """What each full lane gives: the same word for all, or lane by lane."""
        said = data.get("lane", {})
        if not isinstance(said, dict):
            return {lane: (said, self.at(*path, "lane")) for lane in area.lanes}
        for lane in said.keys() - area.lanes.keys():
            self.unknown(self.at(*path, "lane", lane), "lane", lane, area.lanes, key=True)
        # A lane without a word is read too: a change may put one there.
        return {lane: (said.get(lane, "-"), self.at(*path, "lane", lane)) for lane in area.lanes}

    def add_bonus(
        self,
        id: str,
        shape: Any,
        needs: tuple[str, ...],
        word: str,
        place: _Place,
        rule: str,
        line: str,
        **more: Any,
    ) -> None:
        offer = self.offer(id, word, place)
        if offer.sides:
            self.bonuses[id] = Bonus(id, shape, needs, offer, rule, line, **more)

    def read_bonuses(self) -> None:
        for k, data in enumerate(self.data.get("bonuses", [])):
            rule = data.get("rule", "S-bonus")
            each = data.get("each")
            one_kind = "holds" in data
            if one_kind and self.data["marking"]["write"] != "wildlife":
                self.fault(
                    self.at("bonuses", k, "holds"), "IN-needs", what="holds", need="wildlife"
                )
            if each is None:
                spaces = self.space_set(data["of"], "bonuses", k, "of")
                line = self.line_ref(data.get("line", ""), "bonuses", k, "line")
                self.add_bonus(
                    data["id"],
                    "spaces",
                    spaces,
                    data["gain"],
                    self.at("bonuses", k, "gain"),
                    rule,
                    line,
                    one_kind=one_kind,
                )
                continue
            for found, word, place in self.gains(data, self.sets(each, data.get("first", 0), k), k):
                id = self.pattern(data.get("id"), found, k, "id") or found.id
                line = self.pattern(data.get("line"), found, k, "line")
                self.line_ref(line, "bonuses", k, "line")
                self.add_bonus(
                    id,
                    each,
                    found.spaces,
                    word,
                    place,
                    rule,
                    line,
                    of=found.of,
                    first=data.get("first", 0),
                    one_kind=one_kind,
                )

    def pattern(self, text: str | None, found: SpaceSet, k: int, key: str) -> str:
        """An id or line pattern with its {names} filled in; "" without one."""

        def fill(match: re.Match[str]) -> str:
            if match[1] not in found.names:
                unknown.append(match[1])
            return str(found.names.get(match[1], ""))

        unknown: list[str] = []
        filled = re.sub(r"\{(\w*)\}", fill, text or "")
        if unknown and not self.unread and found.names not in self.reported:
            self.reported.append(found.names)
            known = " ".join("{" + n + "}" for n in found.names)
            self.fault(self.at("bonuses", k, key), "IN-pattern-name", word=text, known=known)
        return "" if unknown else filled

    def gains(
        self, data: Mapping[str, Any], sets: list[SpaceSet], k: int
    ) -> Iterator[tuple[SpaceSet, str, _Place]]:
        """Each set of a bonus entry that has a gain, with its word and place."""
        if "gain" in data:
            for found in sets:
                yield found, data["gain"], self.at("bonuses", k, "gain")
        elif "gains" in data:
            words = data["gains"]
            if sets and len(words) != len(sets):
                self.fault(
                    self.at("bonuses", k, "gains"),
                    "IN-gains-number",
                    have=len(words),
                    need=len(sets),
                    each=data["each"],
                )
            for n, (found, word) in enumerate(zip(sets, words, strict=False)):
                yield found, word, self.at("bonuses", k, "gains", n)
        elif "map" in data:
            yield from self.mapped(data["map"], sets, k)
        else:
            # Places without a gain are read too: a change may put one there.
            for found in sets:
                yield found, data["at"].get(found.id, "-"), self.at("bonuses", k, "at", found.id)
            by_id = {found.id for found in sets}
            for id in data["at"].keys() - by_id:
                self.unknown(self.at("bonuses", k, "at", id), data["each"], id, by_id, key=True)

    def mapped(
        self, rows: list[str], sets: list[SpaceSet], k: int
    ) -> Iterator[tuple[SpaceSet, str, _Place]]:
        """Gap by gap between the rows; the n-th word stands between columns n and n + 1."""
        by_place = {found.place: found for found in sets}
        gaps, places = (max(x) for x in zip(*self.cells, strict=True))
        if len(rows) != gaps:
            self.shape(self.at("bonuses", k, "map"), len(rows), gaps)
        for r, text in enumerate(rows[:gaps]):
            words = self.words(text, "bonuses", k, "map", r)
            if len(words) != places:
                self.shape(self.at("bonuses", k, "map", r), len(words), places, str(r + 1))
            for c, (word, place) in enumerate(words[:places]):
                if (r, c) in by_place:
                    yield by_place[r, c], word, place
                elif word != "-":
                    self.fault(place, "IN-no-diamond", word=word)

    # -- sets of spaces ---------------------------------------------------------------------

    def sets(self, each: str, first: int, k: int) -> list[SpaceSet]:
        stagger = self.data["spaces"].get("stagger", "none")
        if each == "diamond" and stagger != "none":
            self.fault(self.at("bonuses", k, "each"), "IN-needs", what=each, need="stagger: none")
            return []
        found = sets.each(each, self.grid(), stagger, first)
        if not found and first and (lines := sets.each(each, self.grid(), stagger)):
            longest, place = max(len(x.spaces) for x in lines), self.at("bonuses", k, "first")
            self.fault(place, "IN-too-large", limit=longest, shown=str(first))
        elif not found:
            self.fault(self.at("bonuses", k, "each"), "IN-no-sets", each=each)
        return found

    def space_set(self, word: str | list[str], *path: str | int) -> tuple[str, ...]:
        """The spaces of a list of ids or of a set word."""
        if isinstance(word, list):
            for n, id in enumerate(word):
                if id not in self.spaces:
                    self.unknown(self.at(*path, n), "space", id, self.spaces)
            return tuple(id for id in word if id in self.spaces)
        words = sets.by_word(tuple(self.spaces.values()))
        if word not in words:
            self.unknown(self.at(*path), "set", word, words)
        return words.get(word, ())

    def grid(self) -> list[Space]:
        return [s for s in self.spaces.values() if "." not in s.id]

    # -- lines, facts, provenance ------------------------------------------------------------

    def lines_in_force(self) -> list[tuple[int, dict[str, Any]]]:
        """The score lines, without those that only another choice of a ruling brings."""
        return [
            (k, data)
            for k, data in enumerate(self.data["lines"])
            if all(self.in_force.get(r, c) == c for r, c in data.get("only", {}).items())
        ]

    def check_only(self) -> None:
        known = {r.id: r.choices for r in self.rulings}
        for k, data in enumerate(self.data["lines"]):
            for id, choice in data.get("only", {}).items():
                place = self.at("lines", k, "only", id)
                if id not in known:
                    self.unknown(place, "ruling", id, known, key=True)
                elif choice not in known[id]:
                    self.unknown(place, "choice", choice, known[id])

    def line_ref(self, line: str, *path: str | int) -> str:
        known = [data["id"] for _, data in self.lines_in_force()]
        if line and line not in known:
            self.unknown(self.at(*path), "line", line, known)
            return ""
        return line

    def read_lines(self) -> None:
        self.check_only()
        for k, data in self.lines_in_force():
            id, terms = data["id"], []
            if id in self.lines or id == "total":
                fault = "IN-reserved-id" if id == "total" else "IN-duplicate-id"
                self.fault(self.at("lines", k, "id"), fault, word=id)
                continue
            self.line_at[id] = k
            for kind in ("written", "heading", "printed"):
                if kind in data:
                    spaces = self.space_set(data[kind], "lines", k, kind)
                    of = data[kind] if data[kind] in habitats() else ""
                    terms.append(Term(kind, spaces, of=of))
            if "diverse" in data:
                terms.append(Term("diverse", n=data["diverse"]))
            if "leftovers" in data:
                terms.append(Term("leftovers", n=data["leftovers"]))
            self.lines[id] = ScoreLine(
                id, data.get("label", {}), data.get("rule", "S-line"), tuple(terms)
            )

    def read_facts(self) -> tuple[Fact, ...]:
        return tuple(
            Fact(
                fact.get("rule", ""),
                fact["check"],
                {k: v for k, v in fact.items() if k not in ("rule", "check")},
            )
            for fact in self.data.get("facts", [])
        )

    def read_rulings(self) -> tuple[Ruling, ...]:
        found = []
        for k, data in enumerate(self.data.get("rulings", [])):
            choices = tuple(choice["id"] for choice in data["choices"])
            by_rulebook = data.get("rulebook", {})
            for language, choice in by_rulebook.items():
                if choice not in choices:
                    self.unknown(
                        self.at("rulings", k, "rulebook", language), "choice", choice, choices
                    )
            found.append(Ruling(data["id"], choices, by_rulebook))
        return tuple(found)

    def read_choices(self) -> None:
        """The changes that the choices in force mean."""
        for k, data in enumerate(self.data.get("rulings", [])):
            for c, choice in enumerate(data["choices"]):
                if choice["id"] == self.in_force[data["id"]]:
                    for key, value in choice.get("change", {}).items():
                        place = self.at("rulings", k, "choices", c, "change", key)
                        self.changes[key] = value, place

    def read_provenance(self, sheet: Sheet) -> Mapping[str, Provenance]:
        """Every printed id with its source; of a chain, the nearest file that speaks of it."""
        headings = (f"heading.{k}" for k in range(1, len(sheet.heading) + 1))
        ids = [*sheet.space, *headings, *sheet.bonus, *sheet.boxes, *sheet.line, "stars"]
        found: dict[str, Provenance] = {}
        for source in reversed(self.chain):
            data = source.data.get("provenance", {})
            default = _provenance(data.get("default", "designed"))
            mine = ids if source is self.root else [i for i in ids if i in source.data["change"]]
            found |= dict.fromkeys(mine, default)
            for pattern, word in data.get("ids", {}).items():
                tests = expand(pattern)
                matched = [i for i in ids if any(fnmatchcase(i, p) for p in tests)]
                found |= dict.fromkeys(matched, _provenance(word))
                if not matched:
                    place = _Place(source, ("provenance", "ids", pattern))
                    self.unknown(place, "place", pattern, ids, key=True)
        return found


def expand(pattern: str) -> list[str]:
    """A pattern over ids with {habitat} written out; * and [..] are left to fnmatch."""
    if "{habitat}" not in pattern:
        return [pattern]
    return [pattern.replace("{habitat}", h) for h in habitats()]


def _provenance(word: str) -> Provenance:
    source, _, rule = word.partition(" ")
    return Provenance(source, rule)  # type: ignore[arg-type]
