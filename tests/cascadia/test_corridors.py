"""Corridors against a plain flood fill that is written here anew (CA-4)."""

from __future__ import annotations

import os
from itertools import product
from random import Random

import pytest

from cascadia_print.cascadia.board import Board, Hex, Tile
from cascadia_print.cascadia.corridors import groupings, size, three_and_three, turned
from tests.cascadia.deal import game

MAPS = int(os.environ.get("CASCADIA_PRINT_CORRIDORS", "200"))
BESIDE = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
FACING = {"NE": "SW", "E": "W", "SE": "NW", "SW": "NE", "W": "E", "NW": "SE"}


def tile(at: Hex, edges: str, habitats: str = "") -> Tile:
    habitats = habitats or "".join(sorted(set(edges)))
    return Tile(at, habitats, edges or (habitats * 6 if len(habitats) == 1 else ""), "B")


def board(*tiles: Tile) -> Board:
    return {t.at: t for t in tiles}


def flooded(edges: dict[Hex, str], letter: str) -> int:
    """The largest corridor: paint over from tile to tile through pairs of equal edges."""
    colour = {at: n for n, at in enumerate(edges) if letter in edges[at]}
    changed = True
    while changed:
        changed = False
        for q, r in colour:
            for (name, (dq, dr)), edge in zip(BESIDE.items(), edges[q, r], strict=True):
                other = (q + dq, r + dr)
                if edge != letter or other not in colour:
                    continue
                if edges[other][list(BESIDE).index(FACING[name])] == letter:
                    low = min(colour[q, r], colour[other])
                    if {colour[q, r], colour[other]} != {low}:
                        colour[q, r] = colour[other] = low
                        changed = True
    return max(([*colour.values()].count(n) for n in colour.values()), default=0)


def test_random_maps() -> None:
    random = Random(4)
    for _ in range(MAPS):
        entry = game(random)
        edges = {
            (int(q), int(r)): t["edges"] for t in entry["tiles"] for q, r in [t["at"].split(",")]
        }
        assert len(edges) == 23
        lying = {at: tile(at, row) for at, row in edges.items()}
        for letter in "MFPWR":
            (grouping,) = groupings(lying, letter)
            assert size(grouping) == flooded(edges, letter), (edges, letter)
            assert sum(map(len, grouping)) == sum(letter in row for row in edges.values())


def test_rivers_to_forests_are_not_joined() -> None:
    """Disputed in public (45)."""
    two = board(tile((0, 0), "FRRRFF"), tile((1, 0), "RRRFFF"))
    assert size(groupings(two, "R")[0]) == 1
    assert size(groupings(two, "F")[0]) == 1
    other = board(tile((0, 0), "FRRRFF"), tile((1, 0), "FFFRRR"))
    assert size(groupings(other, "R")[0]) == 2
    assert size(groupings(other, "F")[0]) == 1


def test_a_tile_of_two_habitats_is_in_two_corridors() -> None:
    row = board(tile((0, 0), "MMMMMM"), tile((1, 0), "FFFMMM"), tile((2, 0), "FFFFFF"))
    assert [size(groupings(row, x)[0]) for x in "MF"] == [2, 2]
    assert groupings(row, "M")[0] == (((0, 0), (1, 0)),)
    assert groupings(row, "P") == ((),)


def test_a_lone_tile_is_a_corridor_of_1() -> None:
    assert size(groupings(board(tile((0, 0), "WWWWWW")), "W")[0]) == 1


@pytest.mark.parametrize("seed", range(12))
def test_tiles_without_edges_are_turned_in_all_ways(seed: int) -> None:
    """Exactly the sizes that a turn of the tiles can give, tried one by one."""
    random = Random(seed)
    known = {
        (int(q), int(r)): t["edges"]
        for t in game(random, turns=6)["tiles"]
        for q, r in [t["at"].split(",")]
    }
    open_ = random.sample([at for at, row in known.items() if len(set(row)) == 2], 3)
    lying = {
        at: tile(at, "" if at in open_ else row, "".join(set(row))) for at, row in known.items()
    }
    turns = [[known[at][k:] + known[at][:k] for k in range(6)] for at in open_]
    for letter in "MFPWR":
        sizes = {
            flooded({**known, **dict(zip(open_, way, strict=True))}, letter)
            for way in product(*turns)
        }
        assert {size(g) for g in groupings(lying, letter)} == sizes


@pytest.mark.parametrize("first", range(6))
def test_a_tile_can_be_turned_to_every_side(first: int) -> None:
    """Two forests that only one of the six turns joins: the sides between face away from others."""
    around = [*BESIDE.values()]
    two = (around[first], around[(first + 2) % 6])
    lying = board(tile((0, 0), "", "FW"), *(tile(at, "FFFFFF") for at in two))
    assert {size(g) for g in groupings(lying, "F")} == {1, 2, 3}


def test_very_many_open_tiles_are_bounded() -> None:
    row = {(q, 0): tile((q, 0), "", "FW") for q in range(12)}
    sizes = {size(g) for g in groupings(row, "F")}
    assert sizes == {1, 12}
    assert len(turned(row, "F")) == 12
    assert turned(row, "P") == ()


@pytest.mark.parametrize("seed", range(4))
def test_tiles_of_which_nothing_is_known(seed: int) -> None:
    """The least and the most of all that they can be, tried one by one."""
    random = Random(seed)
    known = {
        (int(q), int(r)): t["edges"]
        for t in game(random, turns=6)["tiles"]
        for q, r in [t["at"].split(",")]
    }
    open_ = random.sample([*known], 2)
    for letter in "MFPWR":
        faces = [
            "------",
            letter * 6,
            *((letter * 3 + "---")[k:] + (letter * 3 + "---")[:k] for k in range(6)),
        ]
        ways = [{**known, **dict(zip(open_, way, strict=True))} for way in product(faces, faces)]
        sizes = {flooded(way, letter) for way in ways}
        lying = {at: Tile(at, "", "", "B") if at in open_ else tile(at, known[at]) for at in known}
        for filler in ({}, {(q, 90): Tile((q, 90), "", "", "B") for q in range(0, 20, 2)}):
            found = groupings({**lying, **filler}, letter)
            assert (min(map(size, found)), max(map(size, found))) == (min(sizes), max(sizes))
            counts = {len(g) for g in found}
            assert max(counts) - min(counts) >= len(filler)


def test_an_open_tile_without_neighbours_leaves_nothing_open() -> None:
    apart = board(tile((0, 0), "", "FW"), tile((1, 0), "MMMMMM"), tile((5, 0), "FFFFFF"))
    assert {size(g) for g in groupings(apart, "F")} == {1}
    assert turned(apart, "F") == ()


def test_edges_of_tiles() -> None:
    good = ["FFFFFF", "FFFWWW", "WFFFWW", "WWFFFW", "FFWWWF"]
    bad = ["FWFWFW", "FFFFWW", "FFWWFW", "FFWWPP", "FFFFFW"]
    assert all(map(three_and_three, good))
    assert not any(map(three_and_three, bad))
