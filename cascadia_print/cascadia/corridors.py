"""Corridors: groups of tiles that are joined through edges of one habitat (CA-4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from math import prod

from cascadia_print.cascadia.board import Board, Hex, Tile, neighbours

Grouping = tuple[tuple[Hex, ...], ...]
"""All corridors of a habitat, the largest first; of equal ones that with the first tile."""

READINGS = 300
"""So many ways to turn tiles whose edges are not known are tried one by one."""
LARGEST = 40
"""On more tiles than this, which no player has, ways are bounded only."""


def groupings(board: Board, letter: str) -> tuple[Grouping, ...]:
    """The corridors of the habitat with this letter, in every way that the board can be read.

    That is one way where all edges are known. Tiles of two habitats without edges are turned in
    all six ways; if these are too many, or a tile is cut in another way, as those of three habitats
    and the keystones of Landmarks, the first grouping joins no such tile and the last joins each on
    all sides, so that they bound what can be. A tile whose habitats are not known has this one or
    not.
    """
    tiles = {at: tile for at, tile in board.items() if letter in tile.habitats or not tile.habitats}
    shown = {at: _sides(tile.edges, letter) for at, tile in tiles.items() if tile.edges}
    open_ = [at for at in tiles if at not in shown]
    if not open_:
        return (_grouping(shown),)
    choices = {at: _turns(tiles, at) for at in open_}
    if prod(map(len, choices.values())) > READINGS or len(tiles) > LARGEST:
        apart: dict[Hex, frozenset[int]] = dict.fromkeys(open_, frozenset())
        joined = {at: _around(tiles, at) for at in open_}
        known = [at for at in open_ if tiles[at].habitats]
        ways = [{at: way[at] for at in of} for way in (apart, joined) for of in (known, open_)]
    else:
        picked = product(*choices.values())
        ways = [
            {at: x for at, x in zip(open_, sides, strict=True) if x is not None} for sides in picked
        ]
    return tuple(dict.fromkeys(_grouping({**shown, **way}) for way in ways))


def size(grouping: Grouping) -> int:
    """The tiles of the largest corridor; 0 where there is none."""
    return len(grouping[0]) if grouping else 0


def turned(board: Board, letter: str) -> tuple[Hex, ...]:
    """The tiles without edges that can join a corridor of this habitat."""
    tiles = {at: tile for at, tile in board.items() if letter in tile.habitats or not tile.habitats}
    return tuple(
        at
        for at, tile in tiles.items()
        if not tile.edges and (_around(tiles, at) or not tile.habitats)
    )


@cache
def three_and_three(edges: str) -> bool:
    """Whether the edges are those of a tile of the base game: all alike, or three neighbouring
    ones of each of two habitats."""
    return any(edges[k:] + edges[:k] == edges[k] * 3 + edges[k - 3] * 3 for k in range(6))


@cache
def _sides(edges: str, letter: str) -> frozenset[int]:
    return frozenset(k for k, edge in enumerate(edges) if edge == letter)


def _around(tiles: Mapping[Hex, Tile], at: Hex) -> frozenset[int]:
    """The ways in which a neighbour has the habitat."""
    return frozenset(k for k, near in enumerate(neighbours(at)) if near in tiles)


def _turns(tiles: Mapping[Hex, Tile], at: Hex) -> list[frozenset[int] | None]:
    """What a tile without edges can show to neighbours that have the habitat, each once; None
    where it may not have it itself."""
    around = _around(tiles, at)
    if not tiles[at].habitats:
        return [None, *dict.fromkeys((frozenset[int](), around))]
    if len(tiles[at].habitats) != 2 or tiles[at].keystone:
        return [frozenset[int](), around] if around else [around]
    halves = ({k, (k + 1) % 6, (k + 2) % 6} for k in range(6))
    return list(dict.fromkeys(around & half for half in halves))


def _grouping(shown: Mapping[Hex, frozenset[int]]) -> Grouping:
    """Tiles joined through edges that show the habitat on both sides."""
    left = set(shown)
    found = []
    while left:
        group = [left.pop()]
        for at in group:  # which grows on the way
            around = neighbours(at)
            for k in shown[at]:
                near = around[k]
                if near in left and (k + 3) % 6 in shown[near]:
                    left.remove(near)
                    group.append(near)
        found.append(tuple(sorted(group)))
    return tuple(sorted(found, key=lambda group: (-len(group), group)))
