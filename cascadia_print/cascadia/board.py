"""Hexagons of an environment and the tiles on them.

Coordinates are axial, (q, r): pointy-top hexagons, r grows downwards. Nothing has a unit of
length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Hex = tuple[int, int]

EDGES: tuple[Hex, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Steps to the six neighbours in the order in which a tile's edges are written: NE E SE SW W NW."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: its place, letters of its habitats, of its six edges (as `EDGES`) and of the
    animals it shows. `habitats` and `edges` are "" where they are not known."""

    at: Hex
    habitats: str
    edges: str
    shows: str
    keystone: bool = False


NONE = "-"
"""The habitats of a tile that counts for no corridor."""

Board = Mapping[Hex, Tile]
"""The tiles by their places."""


def step(at: Hex, way: Hex, n: int = 1) -> Hex:
    """The hexagon `n` steps away."""
    return at[0] + n * way[0], at[1] + n * way[1]


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six hexagons around, in the order of `EDGES`."""
    q, r = at
    return (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1)


def groups(places: Iterable[Hex]) -> list[tuple[Hex, ...]]:
    """The connected groups, each sorted, by their first hexagon."""
    left = set(places)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        left.remove(start)
        group, edge = [start], [start]
        while edge:
            for near in neighbours(edge.pop()):
                if near in left:
                    left.remove(near)
                    group.append(near)
                    edge.append(near)
        found.append(tuple(sorted(group)))
    return found
