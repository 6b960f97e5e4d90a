"""A printed sheet as far as its owner has copied it, and the sheet file that comes of it.

`Copy` holds what was said; what was not said yet is as on the sheet of this project that it
starts from. Nothing is kept of that sheet but its rules, areas and score lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property, lru_cache
from typing import Any

from cascadia_print.entry.spoken import NOTHING, names_of
from cascadia_print.sheet import sets
from cascadia_print.sheet.build import build, expand
from cascadia_print.sheet.facts import Have, against
from cascadia_print.sheet.located import parse_yaml
from cascadia_print.sheet.model import Area, Fact, Sheet, Space, row_letters
from cascadia_print.sheet.vocabulary import letters_of_habitats
from cascadia_print.sheet.words import Cell, Names, parse_cell

OF_OUR_DESIGN = frozenset({"habitats-touch-start", "pairs-on-vertical-edges"})
"""Facts that help to design a sheet and stand in no rulebook: a printed one may be otherwise."""

SIDES = {"right": "odd", "left": "even"}
"""Where the first row begins, from the second -> the word for it in a sheet file."""

Shape = str
"""How the hexagons are asked for: "columns" (one habitat each), "rows" (same), or "map"."""


@dataclass(frozen=True, eq=False)
class Origin:
    """The sheet that a copy starts from: its file's data and what was made of it."""

    data: Mapping[str, Any]
    sheet: Sheet

    @cached_property
    def names(self) -> Names:
        return names_of(self.sheet)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Printed id -> gain word, "-" where nothing is printed but could be."""
        nothing = dict.fromkeys(Copy(self, {}, {}).ids(), NOTHING)
        return nothing | {id: offer.word or NOTHING for id, offer in self.sheet.offers.items()}

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The words of the hexagons, row by row."""
        return tuple(tuple(text.split()) for text in self.data["spaces"]["rows"])

    @cached_property
    def regions(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(text.split()) for text in self.data["spaces"].get("regions", ()))

    @cached_property
    def grid(self) -> tuple[Space, ...]:
        return tuple(s for s in self.sheet.spaces if "." not in s.id)

    @cached_property
    def shape(self) -> Shape:
        """A staggered sheet is a map; else columns or rows may each be of one habitat."""
        kinds = {"columns": _kinds(self.grid, "col"), "rows": _kinds(self.grid, "row")}
        if self.sheet.stagger == "none":
            for shape, found in kinds.items():
                if all(len(kind) == 1 for kind in found):
                    return shape
        return "map"

    def known(self, id: str) -> str:
        """The rule by which the rulebooks give this value, "" for none."""
        found = self.sheet.provenance.get(id)
        return found.rule if found and found.source == "rulebook" else ""

    def size(self, area: str, what: str) -> int:
        """The number of boxes in each lane or column that a rule fixes, 0 for none."""
        for fact in self.sheet.facts:
            if fact.values.get("of") == f"each {area} {what}" and "is" in fact.values:
                return int(str(fact.values["is"]))
        return 0

    def always(self, id: str) -> tuple[str, ...]:
        """The gains that a rule puts at a place, whatever else is printed there."""
        return tuple(
            str(fact.values["gain"])
            for fact in self.sheet.facts
            if fact.check == "gives" and "at-least" not in fact.values
            if any(fnmatchcase(id, p) for p in expand(str(fact.values["of"])))
        )


@dataclass(frozen=True, eq=False)
class Copy:
    """`said`: structure by the keys of its questions; `words`: printed id -> gain word."""

    origin: Origin
    said: Mapping[str, str]
    words: Mapping[str, str]

    def word(self, id: str) -> str:
        """What is printed at an id, as said or else as on the sheet that it starts from."""
        return self.words.get(id) or self.origin.words.get(id, NOTHING)

    # -- structure ----------------------------------------------------------------------------

    @cached_property
    def stagger(self) -> str:
        side = self.said.get("shift", "")
        return SIDES[side] if side else self.origin.sheet.stagger

    @cached_property
    def heads(self) -> tuple[tuple[str, ...], ...]:
        """The hexagons without what is printed in them besides points, row by row."""
        return tuple(tuple(word.partition("+")[0] for word in row) for row in self.cells)

    @cached_property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The hexagons as in the answers, row by row; a row not said is as on the origin."""
        rows, letters = self.origin.rows, letters_of_habitats()
        if self.origin.shape == "columns":
            columns = [letters[h] for h in self.said.get("columns", "").split()]
            return (tuple(columns),) * len(rows) if columns else rows
        if self.origin.shape == "rows":
            lengths = [int(n) for n in self.said.get("lengths", "").split()]
            if not lengths:
                return rows
            return tuple((r[0][0],) * n for r, n in zip(rows, lengths, strict=True))
        found = []
        for r in range(self.row_count):
            answer = self.said.get(f"map:{row_letters(r)}", "")
            if answer or r < len(rows):
                found.append(tuple(answer.split()) or rows[r])
        return tuple(found)

    @property
    def row_count(self) -> int:
        return int(self.said.get("rows", len(self.origin.rows)))

    @cached_property
    def regions(self) -> tuple[tuple[str, ...], ...]:
        """The region of each hexagon, "-" where it is not known; no rows on other sheets."""
        if not self.origin.regions:
            return ()
        found = []
        for r, row in enumerate(self.heads):
            answer = self.said.get(f"regions:{row_letters(r)}", "").split()
            before = self.origin.regions[r] if r < len(self.origin.regions) else ()
            fitting = [x for x in (answer, before) if len(x) == len(row)]
            found.append(tuple(fitting[0]) if fitting else (NOTHING,) * len(row))
        return tuple(found)

    @cached_property
    def grid(self) -> tuple[Space, ...]:
        """The hexagons with their ids, habitats, printed points and regions."""
        found = []
        for r, row in enumerate(self.heads):
            number = 0
            for c, word in enumerate(row):
                cell = _head(word)
                if cell is None:
                    continue
                number += 1
                region = self.regions[r][c] if self.regions else ""
                found.append(
                    Space(
                        f"{row_letters(r)}{number}",
                        r,
                        c,
                        number,
                        cell.habitats,
                        cell.points,
                        start=cell.start,
                        overflow=cell.overflow,
                        region="" if region == NOTHING else region,
                    )
                )
        return tuple(found)

    @cached_property
    def rows(self) -> tuple[tuple[Space, ...], ...]:
        """The hexagons row by row."""
        return tuple(
            tuple(s for s in self.grid if s.row == r) for r in range(1 + self.grid[-1].row)
        )

    @property
    def columns(self) -> int:
        return max(len(row) for row in self.heads)

    @cached_property
    def heading(self) -> tuple[int, ...]:
        """A value for each column; a column more than on the origin repeats the last one."""
        before = self.origin.sheet.heading
        if not before:
            return ()
        if answer := tuple(map(int, self.said.get("heading", "").split())):
            before = answer
        return (before + before[-1:] * self.columns)[: self.columns]

    @cached_property
    def overflow(self) -> tuple[str, ...]:
        """The ids of a separate overflow row."""
        count = sum("." in s.id for s in self.origin.sheet.spaces)
        return tuple(f"overflow.{n + 1}" for n in range(self.count("overflow", count)))

    def count(self, name: str, default: int) -> int:
        return int(self.said.get(f"size:{name}", default))

    def lanes(self, area: Area) -> Mapping[str, tuple[str, ...]]:
        """The box ids of the lanes of an area, lanes and boxes in printed order."""
        order = self.said.get(f"order:{area.id}", "").split() or list(area.lanes)
        sizes = [int(n) for n in self.said.get(f"size:{area.id}", "").split()]
        if not sizes:
            sizes = [len(area.lanes[lane]) for lane in order]
        if len(sizes) == 1:
            sizes *= len(order)
        return {
            lane: tuple(f"{area.id}.{lane}.{n + 1}" for n in range(size))
            for lane, size in zip(order, sizes, strict=True)
        }

    def pools(self, area: Area) -> tuple[tuple[str, ...], ...]:
        """The box ids of a pool, or of each column of a paired area."""
        if area.kind == "pool":
            count = self.count(area.id, len(area.pools[area.id]))
            return (tuple(f"{area.id}.{n + 1}" for n in range(count)),)
        deep = self.origin.size(area.id, "column") or max(map(len, area.pools.values()))
        columns = range(1, self.count(area.id, len(area.pools)) + 1)
        return tuple(tuple(f"{area.id}.{c}.{n + 1}" for n in range(deep)) for c in columns)

    def sets(self, entry: Mapping[str, Any]) -> list[tuple[str, sets.SpaceSet]]:
        """The sets of spaces that a bonus entry of the file stands for, each with its id."""
        found = sets.each(entry["each"], self.grid, self.stagger, entry.get("first", 0))
        pattern = entry.get("id")
        return [(pattern.format_map(f.names) if pattern else f.id, f) for f in found]

    # -- the sheet ----------------------------------------------------------------------------

    def sheet(self, leave: frozenset[str] = frozenset()) -> Sheet:
        """The sheet as far as it is said. Raises Unreadable where it is none.

        Its structure is that of `data` and needs no check.
        """
        return _built(text(self.data(leave)), f"{box_id(self.origin)}.yaml")

    def data(self, leave: frozenset[str] = frozenset()) -> dict[str, Any]:
        """The data of the sheet file. `leave`: facts that the printed sheet does not keep."""
        before = self.origin.data
        data: dict[str, Any] = {
            "kind": before["kind"],
            "id": box_id(self.origin),
            "version": 1,
            "name": before["name"],
            "stars": int(self.words.get("stars") or before.get("stars", 1)),
        }
        data |= {key: before[key] for key in ("marking", "rules") if key in before}
        data["spaces"] = self._spaces()
        data["bonuses"] = [self._bonus(entry) for entry in before.get("bonuses", ())]
        data["areas"] = [self._area(entry) for entry in before.get("areas", ())]
        data["lines"] = before["lines"]
        data["rulings"] = [ruling for ruling in before.get("rulings", ()) if self._fits(ruling)]
        data["facts"] = [
            fact
            for fact, read in zip(before["facts"], self.origin.sheet.facts, strict=True)
            if fact["check"] not in OF_OUR_DESIGN and fact_key(read) not in leave
        ]
        data["provenance"] = {"default": "owner", "ids": self._provenance()}
        return {key: value for key, value in data.items() if value not in ([], {})}

    def _fits(self, ruling: Mapping[str, Any]) -> bool:
        """Whether the choices of a ruling change what is still printed as on the origin."""
        changed = {id for choice in ruling["choices"] for id in choice.get("change", {})}
        known = self.origin.words
        return all(self.word(id) == known[id] for id in changed if id in known)

    def _spaces(self) -> dict[str, Any]:
        before = self.origin.data["spaces"]
        ids = {(s.row, s.col): s.id for s in self.grid}
        rows = [
            " ".join(self._cell(word, ids.get((r, c))) for c, word in enumerate(row))
            for r, row in enumerate(self.heads)
        ]
        found: dict[str, Any] = {"stagger": self.stagger}
        if self.heading:
            found["heading"] = list(self.heading)
        found["rows"] = rows
        if self.regions:
            found["regions"] = [" ".join(row) for row in self.regions]
        if "overflow" in before:
            row = " ".join(map(self.word, self.overflow))
            found["overflow"] = before["overflow"] | {"row": row}
        return found | {key: before[key] for key in ("line",) if key in before}

    def _cell(self, head: str, id: str | None) -> str:
        word = self.word(id) if id else NOTHING
        return head if word == NOTHING else f"{head}+{word}"

    def _bonus(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        if "each" not in entry:
            return {**entry, "gain": self.word(entry["id"])}
        found = self.sets(entry)
        words = [self.word(id) for id, _ in found]
        if "gain" in entry and set(words) == {entry["gain"]}:
            return dict(entry)
        kept = {k: v for k, v in entry.items() if k not in ("gain", "gains", "map", "at")}
        tail = {key: kept.pop(key) for key in ("line", "rule") if key in kept}
        if entry["each"] == "diamond":
            at = {f.place: word for (_, f), word in zip(found, words, strict=True)}
            gaps, places = len(self.heads) - 1, self.columns - 1
            kept["map"] = [
                " ".join(at.get((r, c), NOTHING) for c in range(places)) for r in range(gaps)
            ]
        elif entry["each"] == "edge":
            given = zip(found, words, strict=True)
            kept["at"] = {id: word for (id, _), word in given if word != NOTHING}
        elif len(set(words)) == 1:
            kept["gain"] = words[0]
        else:
            kept["gains"] = words
        return kept | tail

    def _area(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        area = self.origin.sheet.area[entry["id"]]
        made = {k: v for k, v in entry.items() if k not in ("rows", "lane", "line", "rule")}
        tail = {key: entry[key] for key in ("line", "rule") if key in entry}
        if area.kind == "pool":
            return made | {"boxes": self._boxes(self.pools(area)[0])} | tail
        if area.kind == "paired":
            return made | {"columns": [self._boxes(ids) for ids in self.pools(area)]} | tail
        lanes = self.lanes(area)
        made["lanes"] = {lane: self._boxes(ids) for lane, ids in lanes.items()}
        rows = [self.word(f"{area.id}.row-{n + 1}") for n in range(max(map(len, lanes.values())))]
        if set(rows) != {NOTHING}:
            made["rows"] = rows
        ends = {lane: self.word(f"{area.id}.{lane}") for lane in lanes}
        given = {lane: word for lane, word in ends.items() if word != NOTHING}
        if given:
            same = len(given) == len(ends) and len(set(ends.values())) == 1
            made["lane"] = next(iter(given.values())) if same else given
        return made | tail

    def _boxes(self, ids: Iterable[str]) -> str:
        return " ".join("." if (word := self.word(id)) == NOTHING else word for id in ids)

    def _provenance(self) -> dict[str, str]:
        """What the rulebooks give, unless the printed sheet says otherwise."""
        before = self.origin.data["provenance"]["ids"]
        ids = [*self.ids(), *(line["id"] for line in self.origin.data["lines"])]
        given = {
            pattern: source
            for pattern, source in before.items()
            if source.startswith("rulebook")
            and any(fnmatchcase(id, p) for id in ids for p in expand(pattern))
        }
        others = {
            id: "owner"
            for id in ids
            if self.origin.known(id) and self.word(id) != self.origin.words.get(id, NOTHING)
        }
        return given | others

    def ids(self) -> Iterator[str]:
        """Every printed id of the copy."""
        yield from (s.id for s in self.grid)
        yield from self.overflow
        for entry in self.origin.data.get("bonuses", ()):
            yield from [id for id, _ in self.sets(entry)] if "each" in entry else [entry["id"]]
        for area in self.origin.sheet.areas:
            if area.kind != "lanes":
                yield from (id for ids in self.pools(area) for id in ids)
                continue
            lanes = self.lanes(area)
            yield from (id for ids in lanes.values() for id in ids)
            deep = max(map(len, lanes.values()))
            yield from (f"{area.id}.row-{n + 1}" for n in range(deep))
            yield from (f"{area.id}.{lane}" for lane in lanes)


def box_id(origin: Origin) -> str:
    """The id that is kept free for an owner's copy: "box-A"."""
    return f"box-{origin.sheet.id.removeprefix('box-')}"


def fact_key(fact: Fact) -> str:
    """A name for a fact that stays the same: "A-7 gives {habitat}-2 1pt"."""
    named = (fact.values.get(key, "") for key in ("line", "kind", "of", "gain"))
    return " ".join(str(part) for part in (fact.rule, fact.check, *named) if part)


def broken(
    copy: Copy, sheet: Sheet, open: frozenset[str], whole: bool
) -> dict[str, tuple[Fact, Have]]:
    """Facts of the printed sheet that do not hold, by key, with what stands there instead.

    `open`: ids without an answer; a fact that counts some of them is not judged yet. `whole`:
    the map is complete, and what is counted on it can be judged.
    """
    found = {}
    for fact in copy.origin.sheet.facts:
        if fact.check in OF_OUR_DESIGN or not (whole or fact.check in ("gives", "kinds")):
            continue
        if fact.check == "heading" and "heading" not in copy.said:
            continue
        if "at-least" in fact.values and fact.check == "gives":
            patterns = expand(str(fact.values["of"]))
            if any(fnmatchcase(id, p) for id in open for p in patterns):
                continue
        have = against(sheet, fact)
        if have is not None:
            found[fact_key(fact)] = (fact, have)
    return found


@lru_cache(maxsize=4)
def _built(text: str, file: str) -> Sheet:
    """The sheet of a text. Where nothing was changed it is the same object, drawn once."""
    return build((parse_yaml(text, file),))


@cache
def _head(word: str) -> Cell | None:
    return parse_cell(word, Names())


def _kinds(grid: Sequence[Space], axis: str) -> list[set[tuple[str, ...]]]:
    found: dict[int, set[tuple[str, ...]]] = {}
    for space in grid:
        found.setdefault(getattr(space, axis), set()).add(space.habitats)
    return list(found.values())


# -- text ------------------------------------------------------------------------------------------

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9-]*", re.ASCII)
WIDTH = 96


def text(data: Mapping[str, Any], comment: Sequence[str] = ()) -> str:
    """A sheet file as people write it: rows of the sheet as rows of text."""
    blocks = ["".join(f"# {line}\n" for line in comment)] if comment else []
    blocks += ["".join(_entry(key, value, "")) for key, value in data.items()]
    return "".join(blocks)


def _entry(key: str, value: Any, indent: str) -> Iterator[str]:
    short = f"{indent}{_scalar(key)}: {_flow(value)}\n"
    rows = isinstance(value, list) and any(isinstance(v, dict) or " " in str(v) for v in value)
    deep = isinstance(value, dict) and any(isinstance(v, dict | list) for v in value.values())
    if not rows and not deep and len(short) <= WIDTH:
        yield short
    elif isinstance(value, dict):
        yield f"{indent}{_scalar(key)}:\n"
        for name, inner in value.items():
            yield from _entry(name, inner, indent + "  ")
    elif isinstance(value, list):
        yield f"{indent}{_scalar(key)}:\n"
        for item in value:
            yield from _item(item, indent + "  ")
    else:
        yield short


def _item(item: Any, indent: str) -> Iterator[str]:
    short = f"{indent}- {_flow(item)}\n"
    if len(short) <= WIDTH or not isinstance(item, dict):
        yield short
        return
    lines = "".join(
        part for key, value in item.items() for part in _entry(key, value, indent + "  ")
    )
    yield f"{indent}- {lines.removeprefix(indent + '  ')}"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    plain = isinstance(value, str) and _PLAIN.fullmatch(value)
    if plain and value not in ("true", "false", "null"):
        return str(value)
    return json.dumps(value, ensure_ascii=False)
