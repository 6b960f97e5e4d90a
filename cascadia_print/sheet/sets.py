"""Named sets of spaces: what a bonus asks for, and what a score line counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cascadia_print.sheet import hexgrid
from cascadia_print.sheet.model import Space, row_letters
from cascadia_print.sheet.vocabulary import habitats


@dataclass(frozen=True, slots=True)
class SpaceSet:
    """A set with the id that its bonus has by default; `names` fill id and line patterns.

    `of` is the row, column, habitat or region; `place` is the first space's place in the grid.
    """

    id: str
    spaces: tuple[str, ...]
    names: Mapping[str, object]
    of: str = ""
    place: hexgrid.Place = (0, 0)


def each(kind: str, spaces: Sequence[Space], stagger: str, first: int = 0) -> list[SpaceSet]:
    """All sets of a kind on the grid, in printed order. `first`: only the first n of a column."""
    grid = {(s.row, s.col): s for s in spaces}
    match kind:
        case "row" | "column":
            return _lines(kind, spaces, first)
        case "diamond":
            return _diamonds(grid) if stagger == "none" else []
        case "edge":
            return _edges(grid, stagger)
        case "habitat":
            return _named("complete", "habitat", _by_habitat(spaces))
    return _named("region", "region", _by_region(spaces))


def by_word(spaces: Sequence[Space]) -> dict[str, tuple[str, ...]]:
    """Set word -> ids: "row a", "column 3", "rivers", "habitat rivers", "region 7", "all"."""
    found: dict[str, list[str]] = {}
    for s in spaces:
        apart = "." in s.id
        words = [f"row {'overflow' if apart else row_letters(s.row)}"]
        if not apart:
            words += ["all", f"column {s.col + 1}", *s.habitats]
            words += [f"habitat {h}" for h in s.habitats]
            words += [f"region {s.region}"] if s.region else []
        for word in words:
            found.setdefault(word, []).append(s.id)
    return {word: tuple(ids) for word, ids in found.items()}


def _lines(kind: str, spaces: Sequence[Space], first: int) -> list[SpaceSet]:
    lines: dict[int, list[Space]] = {}
    for s in spaces:
        lines.setdefault(s.row if kind == "row" else s.col, []).append(s)
    found = []
    for n, index in enumerate(sorted(lines), 1):
        names: dict[str, object] = {"n": n}
        if kind == "row":
            names["row"] = row_letters(index)
        kinds = {h for s in lines[index] for h in s.habitats}
        habitat = kinds.pop() if len(kinds) == 1 else ""
        if habitat:
            names["habitat"] = habitat
        members = lines[index][: first or None]
        id = f"{habitat}-{first}" if first and habitat else f"{kind}-{n}"
        of = row_letters(index) if kind == "row" else str(index)
        # A line shorter than `first` has no such set.
        if len(members) >= first:
            found.append(SpaceSet(id, tuple(s.id for s in members), names, of))
    return found


def _diamonds(grid: Mapping[hexgrid.Place, Space]) -> list[SpaceSet]:
    found = []
    for r, c in grid:
        corners = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
        ids = tuple(grid[p].id for p in corners if p in grid)
        if len(ids) == 4:
            found.append(SpaceSet(f"{ids[0]}-{ids[3]}", ids, {}, place=(r, c)))
    return found


def _edges(grid: Mapping[hexgrid.Place, Space], stagger: str) -> list[SpaceSet]:
    return [
        SpaceSet(f"{grid[p].id}-{grid[near].id}", (grid[p].id, grid[near].id), {})
        for p in grid
        for near in sorted(hexgrid.neighbours(p, stagger))
        if near > p and near in grid
    ]


def _named(prefix: str, name: str, groups: Mapping[str, list[str]]) -> list[SpaceSet]:
    return [
        SpaceSet(f"{prefix}-{key}", tuple(ids), {name: key}, key) for key, ids in groups.items()
    ]


def _by_habitat(spaces: Sequence[Space]) -> dict[str, list[str]]:
    groups = {h: [s.id for s in spaces if h in s.habitats] for h in habitats()}
    return {h: ids for h, ids in groups.items() if ids}


def _by_region(spaces: Sequence[Space]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for s in spaces:
        if s.region:
            groups.setdefault(s.region, []).append(s.id)
    return dict(sorted(groups.items(), key=lambda item: _natural(item[0])))


def _natural(text: str) -> tuple[int, int, str]:
    number = text.lstrip("0")
    return (0, len(number), number) if text.isdigit() else (1, 0, text)
