"""What is known of the printed sheets, as checks that a sheet file states about itself.

Each kind of check is a function from the sheet and the fact's values to what was found; a fact
holds when nothing is found against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from cascadia_print.sheet import hexgrid
from cascadia_print.sheet.build import expand
from cascadia_print.sheet.model import Fact, Offer, Sheet, Space
from cascadia_print.sheet.sets import by_word
from cascadia_print.sheet.vocabulary import habitats


@dataclass(frozen=True, slots=True)
class Have:
    """What a sheet has instead of what a fact says.

    `text` names the sentence in the locale: "none" (nothing of the kind), "numbers", "places"
    (ids), "some" (only `n` of `of` places, not the `items`), "gains" (id, gain word), "sizes"
    (id, number), "lines" (id, line), "habitats" (several in a row or column, joined with ","),
    "missing" (what is not there), "regions", "order" (lines or lanes), "ways" ("order.right"),
    "terms" (kinds of term).
    """

    text: str
    items: tuple[object, ...] = ()
    n: int = 0
    of: int = 0


NONE = Have("none")

Against = Have | None
"""What stands against a fact; None where it holds."""


def against(sheet: Sheet, fact: Fact) -> Against:
    """What the sheet has instead of what the fact says; None when it holds.

    Raises KeyError for a check that is not in the schema.
    """
    return CHECKS[fact.check](sheet, fact.values)


def failing(sheet: Sheet) -> list[tuple[int, Fact, Have]]:
    """The facts of the sheet that do not hold: place in the file's list, fact, what was found."""
    found = ((k, fact, against(sheet, fact)) for k, fact in enumerate(sheet.facts))
    return [(k, fact, have) for k, fact, have in found if have is not None]


def _count(sheet: Sheet, values: Mapping[str, object]) -> Against:
    what = str(values["of"])
    found = _counts(sheet, what)
    if not found:
        return NONE
    return _have("numbers", dict.fromkeys(n for n in found if not _within(n, values)))


def _have(text: str, items: Iterable[object]) -> Against:
    """Nothing stands against a fact where there are no items."""
    found = tuple(items)
    return Have(text, found) if found else None


def _counts(sheet: Sheet, what: str) -> list[int]:
    grid = _grid(sheet)
    simple: dict[str, int] = {
        "spaces": len(grid),
        "rows": len({s.row for s in grid}),
        "columns": len({s.col for s in grid}),
        "regions": len({s.region for s in grid if s.region}),
        "starts": sum(s.start for s in grid),
        "blanks": sum(s.blank for s in grid),
        "splits": sum(len(s.habitats) > 1 for s in grid),
        "points on splits": sum(s.points or 0 for s in grid if len(s.habitats) > 1),
        "4-point-spaces": sum(s.points == 4 for s in grid),
    }
    if what in simple:
        return [simple[what]]
    if what in habitats():
        return [sum(what in s.habitats for s in grid)]
    if what in sheet.area:
        return [sum(b.area == what for b in sheet.boxes.values())]
    match what.split():
        case ["each", area, "lane"] if area in sheet.area:
            return [len(boxes) for boxes in sheet.area[area].lanes.values()]
        case ["full", area, "rows"] if area in sheet.area:
            return [sum((b.shape, b.of) == ("area-row", area) for b in sheet.bonuses)]
        case ["each", area, "column"] if area in sheet.area:
            return [len(boxes) for boxes in sheet.area[area].pools.values()]
    return []


def _within(n: int, values: Mapping[str, object]) -> bool:
    tests: dict[str, Callable[[int], bool]] = {
        "is": lambda want: n == want,
        "at-least": lambda want: n >= want,
        "at-most": lambda want: n <= want,
    }
    return all(test(int(str(values[key]))) for key, test in tests.items() if key in values)


def _gives(sheet: Sheet, values: Mapping[str, object]) -> Against:
    patterns = expand(str(values["of"]))
    offers = {id: o for id, o in sheet.offers.items() if any(fnmatchcase(id, p) for p in patterns)}
    gain = str(values["gain"])
    without = [id for id, offer in offers.items() if not _has(offer, gain)]
    need = int(str(values["at-least"])) if "at-least" in values else max(len(offers), 1)
    have = len(offers) - len(without)
    return None if have >= need else Have("some", tuple(without), have, len(offers))


def _kinds(sheet: Sheet, values: Mapping[str, object]) -> Against:
    """Places that give something of another kind; an animal of any type is an animal."""
    patterns, allowed = expand(str(values["of"])), values["are"]
    assert isinstance(allowed, list)
    wrong = [
        (id, gain.word)
        for id, offer in sheet.offers.items()
        if any(fnmatchcase(id, p) for p in patterns)
        for side in offer.sides
        for gain in side
        if ("animal" if gain.kind == "wild" else gain.kind) not in allowed
    ]
    return _have("gains", wrong)


def _has(offer: Offer, gain: str) -> bool:
    if "|" in gain or "+" in gain:
        return gain == offer.word
    return any(g.word == gain for side in offer.sides for g in side)


def _columns_of_one_habitat(sheet: Sheet, values: Mapping[str, object]) -> Against:
    columns: dict[int, set[str]] = {}
    for s in _grid(sheet):
        columns.setdefault(s.col, set()).update(s.habitats)
    kinds = [next(iter(c)) for c in columns.values() if len(c) == 1]
    if len(kinds) == len(columns) == len(set(kinds)) == len(habitats()):
        return None
    return Have("habitats", tuple(",".join(sorted(c)) for c in columns.values()))


def _rows_of_habitats(sheet: Sheet, values: Mapping[str, object]) -> Against:
    rows: dict[int, set[str]] = {}
    for s in _grid(sheet):
        rows.setdefault(s.row, set()).update(("overflow",) if s.overflow else s.habitats)
    have = [",".join(sorted(kinds)) for _, kinds in sorted(rows.items())]
    return None if have == values["are"] else Have("habitats", tuple(have))


def _heading(sheet: Sheet, values: Mapping[str, object]) -> Against:
    need = values["has"]
    assert isinstance(need, list)
    return _have("missing", (n for n in need if n not in sheet.heading))


def _printed(sheet: Sheet, values: Mapping[str, object]) -> Against:
    have = sum(s.points or 0 for s in sheet.spaces if values["of"] in s.habitats)
    return None if have == values["is"] else Have("numbers", (have,))


def _blanks_can_close(sheet: Sheet, values: Mapping[str, object]) -> Against:
    """Six neighbours each and no two side by side, else a blank could never be closed (C-3)."""
    kinds = {(s.row, s.col): s for s in _grid(sheet)}
    for place, space in kinds.items():
        near = [kinds[p] for p in hexgrid.neighbours(place, sheet.stagger) if p in kinds]
        if space.blank and (len(near) < 6 or any(s.blank for s in near)):
            return Have("places", (space.id,))
    return None


def _habitats_touch_start(sheet: Sheet, values: Mapping[str, object]) -> Against:
    kinds = {(s.row, s.col): s for s in _grid(sheet)}
    near = {
        h
        for place, s in kinds.items()
        if s.start
        for p in hexgrid.neighbours(place, sheet.stagger)
        if p in kinds
        for h in kinds[p].habitats
    }
    return _have("missing", (h for h in sheet.habitats if h not in near))


def _regions_connected(sheet: Sheet, values: Mapping[str, object]) -> Against:
    regions: dict[str, list[hexgrid.Place]] = {}
    for s in _grid(sheet):
        if s.region:
            regions.setdefault(s.region, []).append((s.row, s.col))
    torn = (r for r, places in regions.items() if not hexgrid.connected(places, sheet.stagger))
    return _have("regions", torn)


def _pairs_on_vertical_edges(sheet: Sheet, values: Mapping[str, object]) -> Against:
    slanted = [
        b.id
        for b in sheet.bonuses
        if b.shape == "edge" and len({sheet.space[id].row for id in b.needs}) > 1
    ]
    return _have("places", slanted)


def _diverse(sheet: Sheet, values: Mapping[str, object]) -> Against:
    have = [t.n for line in sheet.lines for t in line.terms if t.kind == "diverse"]
    return None if have == [values["is"]] else _have("numbers", have) or NONE


def _lines(sheet: Sheet, values: Mapping[str, object]) -> Against:
    have = [line.id for line in sheet.lines]
    return None if have == values["are"] else Have("order", tuple(have))


def _marking(sheet: Sheet, values: Mapping[str, object]) -> Against:
    m = sheet.marking
    have = {"write": m.write, "order": m.order, "closes": "yes" if m.closes else "no"}
    wrong = (f"{key}.{have[key]}" for key in have if key in values and values[key] != have[key])
    return _have("ways", wrong)


def _leftovers(sheet: Sheet, values: Mapping[str, object]) -> Against:
    have = [t.n for line in sheet.lines for t in line.terms if t.kind == "leftovers"]
    return None if have == [values["is"]] else _have("numbers", have) or NONE


def _needs(sheet: Sheet, values: Mapping[str, object]) -> Against:
    """How many spaces or boxes the bonuses of a pattern ask for, and whether of one kind."""
    bonuses = [b for b in sheet.bonuses if _matches(b.id, str(values["of"]))]
    wrong = [
        (b.id, len(b.needs))
        for b in bonuses
        if ("is" in values and len(b.needs) != values["is"])
        or b.one_kind != (values.get("holds") == "one-kind")
    ]
    return _have("sizes", wrong) or (None if bonuses else NONE)


def _points_go_to(sheet: Sheet, values: Mapping[str, object]) -> Against:
    """The line of what a pattern of bonuses, areas or boxes gives, {habitat} its own."""
    lines = {b.id: b.line for b in sheet.bonuses} | {a.id: a.line for a in sheet.areas}
    lines |= {"overflow": sheet.overflow_line}
    wrong: list[tuple[str, str]] = []
    found = False
    for habitat in habitats():
        pattern = str(values["of"]).replace("{habitat}", habitat)
        line = str(values["line"]).replace("{habitat}", habitat)
        for id, have in lines.items():
            if fnmatchcase(id, pattern):
                found = True
                wrong += [(id, have)] if have != line else []
    return _have("lines", dict.fromkeys(wrong)) or (None if found else NONE)


def _line_counts(sheet: Sheet, values: Mapping[str, object]) -> Against:
    """What a score line counts: a kind of term over a set of spaces."""
    line = sheet.line.get(str(values["line"]))
    sets = by_word(sheet.spaces)
    need = (str(values["kind"]), sets.get(str(values["of"])))
    have = [(t.kind, t.spaces) for t in line.terms] if line else []
    return None if have == [need] else _have("terms", (kind for kind, _ in have)) or NONE


def _lanes(sheet: Sheet, values: Mapping[str, object]) -> Against:
    area = sheet.area.get(str(values["of"]))
    have = list(area.lanes) if area else []
    return None if have == values["are"] else _have("order", have) or NONE


def _matches(id: str, pattern: str) -> bool:
    return any(fnmatchcase(id, p) for p in expand(pattern))


def _grid(sheet: Sheet) -> list[Space]:
    return [s for s in sheet.spaces if "." not in s.id]


CHECKS: Mapping[str, Callable[[Sheet, Mapping[str, object]], Against]] = {
    "count": _count,
    "columns-of-one-habitat": _columns_of_one_habitat,
    "rows-of-habitats": _rows_of_habitats,
    "gives": _gives,
    "kinds": _kinds,
    "heading": _heading,
    "printed": _printed,
    "blanks-can-close": _blanks_can_close,
    "habitats-touch-start": _habitats_touch_start,
    "regions-connected": _regions_connected,
    "pairs-on-vertical-edges": _pairs_on_vertical_edges,
    "diverse": _diverse,
    "lines": _lines,
    "marking": _marking,
    "leftovers": _leftovers,
    "needs": _needs,
    "points-go-to": _points_go_to,
    "line-counts": _line_counts,
    "lanes": _lanes,
}
"""Check word of a fact -> what it looks for."""
