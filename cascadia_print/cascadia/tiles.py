"""The tiles of the base game and its starters: which tiles there are, and how often (CA-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from cascadia_print import resources
from cascadia_print.cascadia.board import Board, Hex, Tile
from cascadia_print.sheet.located import read_own

Face = tuple[str, str]
"""What tells a tile apart: the letters of its habitats and of its animals, both sorted."""

TRIO: tuple[Hex, ...] = ((0, 0), (-1, 1), (0, 1))
"""A starter: the keystone, the tile below it at the left, that at the right."""


@dataclass(frozen=True, slots=True)
class Starter:
    """Three tiles that lie as one piece; edges are those of the piece as it is printed."""

    name: str
    edges: tuple[str, ...]
    shows: tuple[str, ...]

    @property
    def faces(self) -> tuple[Face, ...]:
        return tuple(
            ("".join(sorted(set(e))), "".join(sorted(s)))
            for e, s in zip(self.edges, self.shows, strict=True)
        )


def face(tile: Tile) -> Face:
    """What the tile looks like, however its letters are ordered."""
    return _face(tile.habitats, tile.shows)


@cache
def _face(habitats: str, shows: str) -> Face:
    return "".join(sorted(habitats)), "".join(sorted(shows))


@cache
def counts() -> Mapping[Face, int]:
    """How often each of the 85 tiles exists; those of the starters are not among them."""
    words = ((h, shows) for h, row in _data()["tiles"].items() for shows in row.split())
    return Counter(_face(h, shows) for h, shows in words)


@cache
def how_often(habitats: str, shows: str) -> int:
    """How often a tile with these letters exists, those of the starters included."""
    looks = _face(habitats, shows)
    return counts().get(looks, 0) + sum(s.faces.count(looks) for s in starters().values())


def shown_on(habitats: str) -> tuple[str, ...]:
    """The animals of each tile with these habitats, those of the starters included."""
    looks = _face(habitats, "")[0]
    faces = (*counts(), *(face for s in starters().values() for face in s.faces))
    return tuple(sorted({shows for letters, shows in faces if letters == looks}))


@cache
def starters() -> Mapping[str, Starter]:
    """The five starters by the habitat of their keystone."""
    return {
        name: Starter(name, tuple(t["edges"] for t in trio), tuple(t["shows"] for t in trio))
        for name, trio in _data()["starters"].items()
    }


@cache
def starter_faces() -> Mapping[Face, str]:
    """The tiles that only a starter has -> that starter."""
    return {f: s.name for s in starters().values() for f in s.faces[1:]}


def lying(board: Board, starter: Starter) -> tuple[Hex, ...]:
    """The places of a starter that lies whole on the board, turned in any way; () if it does not.

    Edges that are not known may be right.
    """
    for at, tile in board.items():
        if face(tile) != starter.faces[1]:
            continue
        for turn in range(6):
            places = _turned(at, turn)
            if all(
                place in board and _same(board[place], f, _rotated(e, turn))
                for place, f, e in zip(places, starter.faces, starter.edges, strict=True)
            ):
                return places
    return ()


def kinds(board: Board) -> Mapping[str, Hex]:
    """The starters of which a tile is there that no other has, with the place of the first."""
    found: dict[str, Hex] = {}
    for at, tile in board.items():
        if name := starter_faces().get(face(tile)):
            found.setdefault(name, at)
    return found


def _same(tile: Tile, wanted: Face, edges: str) -> bool:
    return face(tile) == wanted and tile.edges in ("", edges)


def _rotated(edges: str, turn: int) -> str:
    """The edges of a tile that was turned clockwise by so many sides."""
    return edges[-turn:] + edges[:-turn] if turn else edges


def _turned(left: Hex, turn: int) -> tuple[Hex, ...]:
    """The places of a starter turned clockwise whose second tile lies at `left`."""
    q0, r0 = TRIO[1]
    places = []
    for q, r in TRIO:
        q, r = q - q0, r - r0
        for _ in range(turn):
            q, r = -r, q + r
        places.append((left[0] + q, left[1] + r))
    return tuple(places)


@cache
def _data() -> Mapping[str, Mapping[str, Any]]:
    data: Mapping[str, Mapping[str, Any]] = read_own(resources.root("data") / "tiles.yaml")
    return data
