"""What is asked of an owner, place by place in the order in which the eye meets a printed sheet.

First the structure (how many, in which order, the map), then every value, from the top left to
the bottom right. A question knows where it is in words, which ids it is about, and how to read
what is typed; the dialogue in `transcribe` puts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from cascadia_print.entry import spoken
from cascadia_print.entry.owned import SIDES, Copy, Origin
from cascadia_print.entry.spoken import NOTHING, NotSo
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Area, Space, row_letters
from cascadia_print.sheet.spots import Spots
from cascadia_print.sheet.vocabulary import habitat_letters, habitats, letters_of_habitats
from cascadia_print.sheet.words import Names, parse_cell, parse_offer

Read = Callable[[str], str]

LARGEST = 26
"""The most rows, columns or boxes of a kind: more than any paper holds."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `read` makes the answer of a line; it raises NotSo or WordError.

    `at`: the printed ids asked for; an answer has a word for each, with blanks between. `near`:
    what stands around them, where they are not drawn. `shown`: what the sheet has that the copy
    starts from, "" for nothing comparable. `given`: the answer that is known without asking,
    and `rule`, where it stands. Answers typed with commas go on to the next of one `series`.
    `part`: what of the sheet a picture shows: "grid", "regions", "overflow" or an area.
    """

    key: str
    text: str
    help: str
    read: Read
    at: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    shown: str = ""
    given: str = ""
    rule: str = ""
    series: str = ""
    part: str = ""
    structure: bool = False


@dataclass(frozen=True, slots=True)
class _Between:
    """Bonuses between the hexagons of a row, or between it and the next."""

    key: str
    ids: Sequence[str]
    near: Sequence[str]
    values: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Places:
    """The questions about a sheet, in the words of a language."""

    origin: Origin
    words: Locale

    @cached_property
    def spots(self) -> Spots:
        return Spots(self.words)

    # -- words --------------------------------------------------------------------------------

    def say(self, key: str, **values: object) -> str:
        return self.words.text(f"transcribe.{key}", **values).rstrip("\n")

    def nth(self, n: int) -> str:
        return self.spots.nth(n)

    def name(self, word: str) -> str:
        return self.spots.name(word)

    def area(self, area: Area) -> str:
        return self.spots.area(area)

    def shown(self, question: Question, answer: str) -> str:
        """An answer as it may be typed: of a row that is mostly empty only what is there."""
        found = answer.split()
        empty = found.count(NOTHING)
        if question.structure or len(found) == 1 or 2 * empty <= len(found):
            return self.say(f"shift.{answer}") if question.key == "shift" else answer
        short = len(found) <= LARGEST
        places = range(1, len(found) + 1) if short else question.at
        listed = [f"{p}={w}" for p, w in zip(places, found, strict=True) if w != NOTHING]
        return ", ".join(listed) or self.say("nothing").split(", ")[0]

    # -- structure ----------------------------------------------------------------------------

    def structure(self, said: Mapping[str, str]) -> Iterator[Question]:
        """What decides which places there are. `said` grows with the answers while it runs."""

        def copy() -> Copy:
            return Copy(self.origin, dict(said), {})

        shape = self.origin.shape
        if shape == "columns":
            shown = " ".join(habitat_letters()[x] for x in self.origin.rows[0])
            yield self.ask_order("columns", "columns", shown, [s.id for s in copy().grid])
        elif shape == "rows":
            yield self.lengths(copy())
            if self.origin.sheet.heading:
                yield self.heading(copy())
        else:
            yield from self.map(copy)
        if any("." in s.id for s in self.origin.sheet.spaces):
            yield self.size("overflow", copy(), len(self.origin.sheet.rows["overflow"]), "overflow")
        for area in self.origin.sheet.areas:
            yield from self.area_sizes(area, copy)

    def asked(
        self, key: str, name: str, read: Read, values: Mapping[str, Any], **more: Any
    ) -> Question:
        help = (
            self.say(f"{name}.help", **values) if self.words.has(f"transcribe.{name}.help") else ""
        )
        return Question(key, self.say(f"{name}.ask", **values), help, read, **more)

    def ask_order(
        self, key: str, name: str, shown: str, at: Sequence[str], **values: Any
    ) -> Question:
        known = shown.split()
        read = partial(self.read_order, known)
        example = " ".join(self.letter(word) for word in known)
        listed = ", ".join(f"{self.letter(word)} {self.name(word)}" for word in sorted(known))
        if not set(known) <= set(habitats()):
            listed = ", ".join(map(self.name, sorted(known)))
        return self.asked(
            key,
            name,
            read,
            {**values, "known": listed, "example": example},
            at=tuple(at),
            shown=shown,
            structure=True,
            part=str(values.get("part", "grid")),
        )

    def letter(self, word: str) -> str:
        return letters_of_habitats().get(word) or self.name(word)

    def read_order(self, known: Sequence[str], typed: str) -> str:
        return " ".join(spoken.order(typed, known, self.words))

    def lengths(self, copy: Copy) -> Question:
        rows = [
            self.name("overflow" if row[0] == "O" else habitat_letters()[row[0][0]])
            for row in self.origin.rows
        ]
        shown = " ".join(str(len(row)) for row in self.origin.rows)

        def read(typed: str) -> str:
            found = spoken.numbers(typed, 2, LARGEST, (1, len(rows)))
            return " ".join(map(str, found * (len(rows) // len(found))))

        return self.asked(
            "lengths",
            "lengths",
            read,
            {"n": len(rows), "rows": ", ".join(rows)},
            at=tuple(s.id for s in copy.grid),
            shown=shown,
            structure=True,
            part="grid",
        )

    def heading(self, copy: Copy) -> Question:
        def read(typed: str) -> str:
            return " ".join(map(str, spoken.numbers(typed, 0, 999, (copy.columns,))))

        fits = len(self.origin.sheet.heading) == copy.columns
        ids = tuple(f"heading.{n + 1}" for n in range(copy.columns))
        return self.asked(
            "heading",
            "heading",
            read,
            {"n": copy.columns},
            at=ids,
            structure=True,
            part="grid",
            shown=" ".join(map(str, self.origin.sheet.heading)) if fits else "",
        )

    def map(self, copy: Callable[[], Copy]) -> Iterator[Question]:
        def whole(least: int, most: int) -> Read:
            return lambda typed: str(spoken.numbers(typed, least, most, (1,))[0])

        everything = tuple(s.id for s in copy().grid)
        yield self.asked(
            "rows",
            "rows",
            whole(1, LARGEST),
            {},
            at=everything,
            shown=str(len(self.origin.rows)),
            structure=True,
            part="grid",
        )
        if self.origin.sheet.stagger != "none" and copy().row_count > 1:
            yield self.asked(
                "shift",
                "shift",
                self.read_shift,
                {},
                at=everything,
                structure=True,
                part="grid",
                shown=next(s for s, x in SIDES.items() if x == self.origin.sheet.stagger),
            )
        for r in range(copy().row_count):
            yield self.map_row(copy(), r)
        if self.origin.regions:
            for r in range(len(copy().heads)):
                yield self.region_row(copy(), r)

    def read_shift(self, typed: str) -> str:
        word = typed.strip().lower()
        for side in SIDES:
            own = self.say(f"shift.{side}")
            if word in (side, own, side[0], own[0]):
                return side
        raise NotSo("shift", right=self.say("shift.right"), left=self.say("shift.left"))

    def map_row(self, copy: Copy, r: int) -> Question:
        name, rows = row_letters(r), self.origin.rows
        icons = any(s.offer.sides for s in self.origin.grid)
        kind = "outlined" if self.origin.sheet.marking.write == "outline" else "plain"
        example = self.say(f"map.example-{kind}")
        return self.asked(
            f"map:{name}",
            "map",
            self.read_cells,
            {
                "row": name,
                "n": self.nth(r + 1),
                "of": copy.row_count,
                "example": example,
                "more": self.say("map.icons") if icons else "",
            },
            at=self.row_ids(copy, r),
            structure=True,
            part="grid",
            shown=" ".join(rows[r]) if r < len(rows) else "",
        )

    def read_cells(self, typed: str) -> str:
        """The hexagons of a row, of the kinds that there are on this sheet."""
        found = spoken.cells(typed, self.origin.names, self.words)
        sheet = self.origin.sheet
        printed = any(term.kind == "printed" for line in sheet.lines for term in line.terms)
        for word in found:
            cell = parse_cell(word, self.origin.names)
            if cell and cell.points is not None and not printed:
                raise NotSo("no-points", value=word)
            if cell and (cell.start or len(cell.habitats) > 1) and sheet.marking.write != "outline":
                raise NotSo("no-such-hexagon", value=word)
        return " ".join(found)

    def row_ids(self, copy: Copy, r: int) -> tuple[str, ...]:
        return tuple(s.id for s in copy.grid if s.row == r)

    def region_row(self, copy: Copy, r: int) -> Question:
        row = copy.heads[r]
        before = self.origin.regions[r] if r < len(self.origin.regions) else ()
        count = sum(word != NOTHING for word in row)

        def read(typed: str) -> str:
            bare = [x for x in typed.replace(",", " ").split() if x != NOTHING]
            numbers = list(map(str, spoken.numbers(" ".join(bare), 1, 99, (count,))))
            return " ".join(NOTHING if word == NOTHING else numbers.pop(0) for word in row)

        return self.asked(
            f"regions:{row_letters(r)}",
            "regions",
            read,
            {"row": row_letters(r), "n": self.nth(r + 1), "count": count, "cells": " ".join(row)},
            at=self.row_ids(copy, r),
            structure=True,
            part="regions",
            shown=" ".join(before) if len(before) == len(row) else "",
        )

    def size(self, name: str, copy: Copy, shown: int, part: str, **values: Any) -> Question:
        def read(typed: str) -> str:
            return str(spoken.numbers(typed, 1, 2 * LARGEST, (1,))[0])

        at = copy.overflow
        if name != "overflow":
            at = tuple(id for ids in copy.pools(self.origin.sheet.area[name]) for id in ids)
        kind = "overflow" if name == "overflow" else self.origin.sheet.area[name].kind
        return self.asked(
            f"size:{name}",
            f"size.{kind}",
            read,
            values,
            at=at,
            shown=str(shown),
            structure=True,
            part=part,
        )

    def area_sizes(self, area: Area, copy: Callable[[], Copy]) -> Iterator[Question]:
        name = self.area(area)
        if area.kind == "pool":
            yield self.size(area.id, copy(), len(area.pools[area.id]), area.id, area=name)
        elif area.kind == "paired":
            fixed = self.origin.size(area.id, "column")
            yield self.size(area.id, copy(), len(area.pools), area.id, area=name, n=fixed)
        else:
            heads = [f"{area.id}:{lane}" for lane in area.lanes]
            shown = " ".join(area.lanes)
            yield self.ask_order(f"order:{area.id}", "order", shown, heads, area=name, part=area.id)
            if not self.origin.size(area.id, "lane"):
                yield self.lane_sizes(area, copy())

    def lane_sizes(self, area: Area, copy: Copy) -> Question:
        lanes = copy.lanes(area)

        def read(typed: str) -> str:
            return " ".join(map(str, spoken.numbers(typed, 1, LARGEST, (1, len(lanes)))))

        sizes = [str(len(area.lanes[lane])) for lane in lanes]
        return self.asked(
            f"size:{area.id}",
            "size.lanes",
            read,
            {"area": self.area(area), "n": len(lanes), "lanes": ", ".join(map(self.name, lanes))},
            at=tuple(id for ids in lanes.values() for id in ids),
            structure=True,
            part=area.id,
            shown=sizes[0] if len(set(sizes)) == 1 else " ".join(sizes),
        )

    # -- values -------------------------------------------------------------------------------

    def values(self, copy: Copy) -> Iterator[Question]:
        """What is printed at each place. The structure is complete."""
        yield self.stars()
        icons = any(s.offer.sides for s in self.origin.grid)
        below = self.below(copy)
        for r, spaces in enumerate(copy.rows):
            if spaces and icons:
                yield self.icons(copy, r, spaces)
            for group in below.get(r, ()):
                yield self.row(group.key, group.ids, group.near, "grid", group.values)
            yield from self.row_ends(copy, r)
        yield from self.others(copy)
        if copy.overflow:
            for n, id in enumerate(copy.overflow, 1):
                yield self.value(id, "overflow", "overflow", {"n": self.nth(n)})
        for area in self.origin.sheet.areas:
            yield from self.in_area(copy, area)

    def stars(self) -> Question:
        def read(typed: str) -> str:
            plain = typed.strip()
            count = str(len(plain)) if plain and not plain.strip("*★") else plain
            return str(spoken.numbers(count, 1, 3, (1,))[0])

        return self.asked(
            "stars", "stars", read, {}, at=("stars",), shown=str(self.origin.sheet.stars)
        )

    def value(
        self,
        id: str,
        name: str,
        part: str,
        values: Mapping[str, Any],
        series: str = "",
        near: tuple[str, ...] = (),
    ) -> Question:
        """A single place."""
        always, known = self.origin.always(id), self.origin.known(id)
        shown = self.origin.words.get(id, "")
        place = self.spots.at(name, **values)
        place = place[:1].upper() + place[1:]
        if self.words.has(f"transcribe.at.{name}"):
            place = self.say(f"at.{name}", place=place)
        text = f"{place} ({id})"
        if always and not known:
            rule = next(f.rule for f in self.origin.sheet.facts if f.values.get("gain") in always)
            beside = " + ".join(map(self.stands, always))
            text += "\n" + self.say("beside", always=beside, rule=rule)
        return Question(
            id,
            text,
            self.say("word.help"),
            partial(self.read_word, always),
            at=(id,),
            near=near,
            shown=shown,
            given=shown if known else "",
            rule=known,
            series=series or name,
            part=part,
        )

    def stands(self, gain: str) -> str:
        """A gain that a rule puts at a place, in words where there are some."""
        key = f"transcribe.stands.{_kind(gain, self.origin.names)}"
        return self.words.text(key) if self.words.has(key) else gain

    def read_word(self, always: Sequence[str], typed: str) -> str:
        """A gain word, with what a rule puts there added where nothing of its kind is said."""
        names = self.origin.names
        word = spoken.offer(typed, names, self.words)
        if "|" in word or any("|" in gain for gain in always):
            return word
        said = [] if word == NOTHING else word.split("+")
        kinds = {_kind(gain, names) for gain in said}
        return "+".join([*said, *(x for x in always if _kind(x, names) not in kinds)]) or NOTHING

    def row(
        self,
        key: str,
        ids: Sequence[str],
        near: Sequence[str],
        part: str,
        values: Mapping[str, Any],
        given: str = "",
        name: str = "",
    ) -> Question:
        """Several places at once."""
        known = {self.origin.known(id) for id in ids}
        rule = known.pop() if len(known) == 1 else ""
        all_there = all(id in self.origin.words for id in ids)
        shown = " ".join(self.origin.words.get(id, NOTHING) for id in ids)
        text = self.say(f"at.{name or key.partition(':')[0]}", **values)
        how = "row.how" if len(ids) <= LARGEST else "row.how-few"
        text += "\n" + self.say(how, n=len(ids), first=ids[0])

        def read(typed: str) -> str:
            return " ".join(spoken.row(typed, ids, self.origin.names, self.words))

        return Question(
            key,
            text,
            self.say("row.help", n=len(ids)),
            read,
            at=tuple(ids),
            near=tuple(near),
            shown=shown if all_there else "",
            part=part,
            given=given or (shown if rule and all_there else ""),
            rule=rule,
        )

    def icons(self, copy: Copy, r: int, spaces: Sequence[Space]) -> Question:
        """The bonuses in the hexagons of a row; known if they were typed with the map."""
        heads = {s.id: copy.heads[r][s.col] for s in spaces}
        typed = copy.said.get(f"map:{row_letters(r)}", "")
        given = ""
        if "+" in typed:
            cells = [word.partition("+")[2] for word in typed.split() if word != NOTHING]
            given = " ".join(word or NOTHING for word in cells)
        ids = tuple(heads)
        return self.row(
            f"icons:{row_letters(r)}",
            ids,
            ids,
            "grid",
            {
                "n": self.nth(r + 1),
                "row": row_letters(r),
                "first": ids[0],
                "last": ids[-1],
                "cells": " ".join(heads.values()),
                "what": self.kind(spaces),
            },
            given=given,
        )

    def kind(self, spaces: Sequence[Space]) -> str:
        """The habitat of a row, in brackets, where it has one."""
        kinds = {("overflow",) if s.overflow else s.habitats for s in spaces}
        single = kinds.pop() if len(kinds) == 1 else ()
        return self.say("of-kind", name=self.name(single[0])) if len(single) == 1 else ""

    def below(self, copy: Copy) -> Mapping[int, list[_Between]]:
        """Bonuses between hexagons, by the row that they stand in or under."""
        found: dict[int, list[_Between]] = {}
        slanted: list[str] = []
        row_of = {s.id: s.row for s in copy.grid}
        for entry in self.origin.data.get("bonuses", ()):
            each = entry.get("each")
            if each not in ("diamond", "edge"):
                continue
            groups: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
            for id, of in copy.sets(entry):
                if each == "edge" and row_of[of.spaces[0]] != row_of[of.spaces[1]]:
                    slanted.append(id)
                else:
                    groups.setdefault(row_of[of.spaces[0]], []).append((id, of.spaces))
            for r, sets in groups.items():
                ids = [id for id, _ in sets]
                near = list(dict.fromkeys(x for _, spaces in sets for x in spaces))
                values = {
                    "row": row_letters(r),
                    "n": self.nth(r + 1),
                    "m": self.nth(r + 2),
                    "first": ids[0],
                    "last": ids[-1],
                }
                key = f"{'gap' if each == 'diamond' else 'pairs'}:{row_letters(r)}"
                found.setdefault(r, []).append(_Between(key, ids, near, values))
        if slanted:
            last, all_ids = len(copy.rows) - 1, [s.id for s in copy.grid]
            values = {"first": slanted[0]}
            found.setdefault(last, []).append(_Between("slanted", slanted, all_ids, values))
        return found

    def row_ends(self, copy: Copy, r: int) -> Iterator[Question]:
        """The bonus at the end of a row, then those right under its hexagons."""
        row_of = {s.id: s for s in copy.grid}
        entries = list(enumerate(self.origin.data.get("bonuses", ())))
        for k, entry in [
            (k, e) for each in ("row", "column") for k, e in entries if e.get("each") == each
        ]:
            for id, of in copy.sets(entry):
                last = row_of[of.spaces[-1]]
                if last.row != r:
                    continue
                values = {"n": self.nth(r + 1)}
                if entry["each"] == "column":
                    column = self.spots.column(str(of.names.get("habitat", "")), last.col)
                    values = {"n": self.nth(len(of.spaces)), "column": column}
                series = f"rows-{k}" if entry["each"] == "row" else f"columns-{k}-{r}"
                yield self.value(id, entry["each"], "grid", values, series, of.spaces)

    def others(self, copy: Copy) -> Iterator[Question]:
        """Regions, habitats, and sets of hexagons that are named."""
        for entry in self.origin.data.get("bonuses", ()):
            each = entry.get("each")
            if each is None:
                yield self.value(entry["id"], "set", "grid", {"of": entry["of"]})
            elif each in ("region", "habitat"):
                for id, of in copy.sets(entry):
                    values = {"region": of.of, "habitat": self.name(of.of)}
                    part = "regions-list" if each == "region" else "grid"
                    yield self.value(id, each, part, values, near=of.spaces)

    def in_area(self, copy: Copy, area: Area) -> Iterator[Question]:
        name = self.area(area)
        if area.kind == "lanes":
            yield from self.in_lanes(copy, area, name)
            return
        for c, ids in enumerate(copy.pools(area), 1):
            for n, id in enumerate(ids, 1):
                values = {"area": name, "n": self.nth(n), "column": self.nth(c), "of": len(ids)}
                yield self.value(id, area.kind, area.id, values, f"{area.id}-{c}")

    def in_lanes(self, copy: Copy, area: Area, name: str) -> Iterator[Question]:
        """Row by row across the lanes, each with the bonus at its right end; then the lanes."""
        lanes = copy.lanes(area)
        for n in range(1, max(map(len, lanes.values())) + 1):
            ids = [ids[n - 1] for ids in lanes.values() if len(ids) >= n]
            listed = ", ".join(self.name(id.split(".")[1]) for id in ids)
            values = {"area": name, "n": self.nth(n), "lanes": listed}
            yield self.row(f"{area.id}.boxes:{n}", ids, ids, area.id, values, name="boxes")
            id = f"{area.id}.row-{n}"
            yield self.value(id, "area-row", area.id, values, f"{area.id}-rows", tuple(ids))
        ends = [f"{area.id}.{lane}" for lane in lanes]
        listed = ", ".join(map(self.name, lanes))
        last = [ids[-1] for ids in lanes.values()]
        yield self.row(
            f"{area.id}.lanes",
            ends,
            last,
            area.id,
            {"area": name, "lanes": listed},
            name="area-lanes",
        )


def _kind(gain: str, names: Names) -> str:
    """The kind of a single gain; an animal of any type is an animal."""
    kind = parse_offer(gain, names).sides[0][0].kind
    return "animal" if kind == "wild" else kind
