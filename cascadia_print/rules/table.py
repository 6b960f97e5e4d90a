"""What the rules look up again and again, worked out once a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from cascadia_print.sheet import hexgrid
from cascadia_print.sheet.model import Offer, Sheet


@dataclass(frozen=True, slots=True)
class Item:
    """Anything that gives something: a space's icons, a box, a bonus.

    `needs` are the ids that must be filled, `group` the pool or paired column it is picked from,
    `completes` the habitat that it asks to be complete, `parts` the names of its single gains.
    """

    id: str
    needs: tuple[str, ...]
    offer: Offer
    rule: str
    line: str
    one_kind: bool = False
    group: str = ""
    completes: str = ""
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """before: the space that must be filled first. near: neighbours. closable: spaces with six
    neighbours. items: by id in printed order. watched: id -> items that need it. lanes: lane ->
    its box ids. groups: pool or paired column -> its box ids. columns: paired column -> the two
    icon boxes that give a pick each."""

    before: Mapping[str, str]
    near: Mapping[str, tuple[str, ...]]
    closable: tuple[str, ...]
    items: Mapping[str, Item]
    watched: Mapping[str, tuple[str, ...]]
    lanes: Mapping[str, tuple[str, ...]]
    groups: Mapping[str, tuple[str, ...]]
    columns: Mapping[str, tuple[str, ...]]
    group_area: Mapping[str, str]

    def chosen(self, taken: Iterable[str] | None) -> tuple[str, ...]:
        """Boxes and sides that were circled: they were chosen, in whichever list they stand."""
        items = self.items
        return tuple(x for x in taken or () if "=" in x or (x in items and items[x].group))

    def whole(self, id: str) -> str:
        """The id of what was taken: "mountains-2.1" is a part of mountains-2."""
        id = id.partition("=")[0]
        return id if id in self.items else id.rpartition(".")[0]


@lru_cache(maxsize=128)
def table(sheet: Sheet) -> Table:
    """The look-ups of a sheet."""
    items = {
        item.id: replace(item, parts=sheet.parts(item.id, item.offer)) for item in _items(sheet)
    }
    watched: dict[str, list[str]] = {}
    for item in items.values():
        for id in item.needs:
            watched.setdefault(id, []).append(item.id)
    near = _near(sheet)
    lanes, groups, columns, group_area = {}, {}, {}, {}
    for area in sheet.areas:
        for lane, boxes in area.lanes.items():
            lanes[f"{area.id}.{lane}"] = tuple(b.id for b in boxes)
        for name, boxes in area.pools.items():
            group = area.id if area.kind == "pool" else f"{area.id}.{name}"
            groups[group] = tuple(b.id for b in boxes)
            group_area[group] = area.id
            if area.kind == "paired":
                columns[group] = tuple(f"{area.id}.{lane}.{name}" for lane in area.lanes)
    return Table(
        before=_before(sheet),
        near=near,
        closable=tuple(
            s.id for s in sheet.spaces if sheet.marking.closes and len(near.get(s.id, ())) == 6
        ),
        items=items,
        watched={id: tuple(found) for id, found in watched.items()},
        lanes=lanes,
        groups=groups,
        columns=columns,
        group_area=group_area,
    )


def _items(sheet: Sheet) -> list[Item]:
    found = []
    for s in sheet.spaces:
        if s.offer.sides:
            apart = s.overflow and "." in s.id
            cited = sheet.rules.get("overflow-bonus") if apart else None
            line = sheet.overflow_line if apart else sheet.spaces_line
            found.append(Item(s.id, (s.id,), s.offer, cited or sheet.rule("icon"), line))
    for b in sheet.bonuses:
        habitat = b.of if b.shape == "habitat" else ""
        found.append(Item(b.id, b.needs, b.offer, b.rule, b.line, b.one_kind, completes=habitat))
    for area in sheet.areas:
        for boxes in area.lanes.values():
            found += [Item(x.id, (x.id,), x.offer, area.rule, area.line) for x in boxes]
        for name, boxes in area.pools.items():
            group = area.id if area.kind == "pool" else f"{area.id}.{name}"
            for x in boxes:
                found.append(Item(x.id, (x.id,), x.offer, area.rule, area.line, group=group))
    return found


def _before(sheet: Sheet) -> dict[str, str]:
    found: dict[str, str] = {}
    last: dict[tuple[str, int], str] = {}
    for s in sheet.spaces:
        if s.overflow:
            line = ("overflow", 0)
        elif sheet.marking.order == "down":
            line = ("column", s.col)
        elif sheet.marking.order == "right":
            line = ("row", s.row)
        else:
            continue
        if line in last:
            found[s.id] = last[line]
        last[line] = s.id
    return found


def _near(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    # The overflow row stands apart, even where it is drawn below the grid: it touches nothing.
    grid = {(s.row, s.col): s.id for s in sheet.spaces if not s.overflow}
    return {
        id: tuple(grid[p] for p in hexgrid.neighbours(place, sheet.stagger) if p in grid)
        for place, id in grid.items()
    }
