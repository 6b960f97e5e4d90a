"""Formations: each token counts in one of them, split so that they give most (CA-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from cascadia_print.cascadia.board import EDGES, Hex, groups, step
from cascadia_print.cascadia.cards import Card, Table
from cascadia_print.cascadia.herds import pieces, split
from cascadia_print.cascadia.packing import Tokens, pack
from cascadia_print.cascadia.rings import all_rings, best_rings, growing
from cascadia_print.cascadia.scored import Missing, Part

Counts = Callable[[Iterable[Hex]], bool]
"""Whether these tokens may score on this card, as the tiles below them say."""

WAYS = EDGES[:3]
"""One of each two opposite directions."""

NAMED = ("single", "pair", "triangle", "diamond")
"""Shapes for which the program has words; those of an owner are called as he calls them."""


def lines(own: Sequence[Hex], card: Card, counts: Counts) -> list[Part]:
    """Straight lines through flat sides, points by length."""
    table = _table(card)
    tokens = frozenset(own)
    sets: dict[Tokens, int] = {}
    longest = len(own) if table.above else table.highest
    for start in own:
        for way in WAYS:
            line = [start]
            while line[-1] in tokens and len(line) <= longest:
                if counts(line):
                    sets[frozenset(line)] = table.at(len(line))
                line.append(step(line[-1], way))
    return [_part(sets[s], "line", s) for s in pack(sets)]


def shapes(own: Sequence[Hex], card: Card, counts: Counts) -> list[Part]:
    """The card's own shapes in any rotation, and no others."""
    tokens = frozenset(own)
    sets: dict[Tokens, int] = {}
    names: dict[Tokens, str] = {}
    for shape in card.shapes:
        for turned in rotations(shape.hexes):
            for at in own:
                here = frozenset(step(at, hexagon) for hexagon in turned)
                if here <= tokens and counts(here):
                    if shape.points is None:
                        raise Missing("numbers")
                    if shape.points >= sets.get(here, 0):
                        sets[here], names[here] = shape.points, shape.name
    return [_shape(names[s], sets[s], s) for s in pack(sets)]


def _shape(name: str, points: int, at: Tokens) -> Part:
    if name in NAMED:
        return _part(points, f"shape-{name}", at)
    return Part(points, "shape", tuple(sorted(at)), values={"name": name})


@cache
def rotations(shape: tuple[Hex, ...]) -> frozenset[tuple[Hex, ...]]:
    """A shape in all that it looks like when turned, each with its first hexagon at (0, 0)."""
    found = set()
    for _ in range(6):
        shape = tuple((-r, q + r) for q, r in shape)
        first = min(shape)
        found.add(tuple(sorted((q - first[0], r - first[1]) for q, r in shape)))
    return frozenset(found)


def rings(own: Sequence[Hex], card: Card, counts: Counts, gaps: str) -> list[Part]:
    """Tokens around one hexagon, whatever is on it; `gaps` is the choice of elk-ring-gaps."""
    table = _table(card)
    sets = all_rings(own, gaps == "contiguous")
    # Where tokens stand close together, there are too many sets for the usual search.
    if len(sets) > 10 * len(own) and gaps == "allowed" and not card.habitat and growing(table):
        best = best_rings(own, table)
    else:
        best = pack({s: table.at(len(s)) for s in sets if counts(s)})
    return [_part(table.at(len(s)), "ring", s, (sets[s],)) for s in best]


def herds(own: Sequence[Hex], card: Card, counts: Counts, larger: str) -> list[Part]:
    """Connected herds of any shape; `larger` is the choice of elk-herd-split.

    Raises Missing("search") for a large herd on a card that asks for a habitat.
    """
    table = _table(card)
    parts = []
    for herd in groups(own):
        if larger == "cap":
            parts.append(_part(table.at(len(herd)) if counts(herd) else 0, "herd", herd))
        elif card.habitat:
            sets = {s: table.at(len(s)) for s in pieces(herd, table.highest) if counts(s)}
            parts += [_part(sets[s], "herd", s) for s in pack(sets)]
        else:
            parts += [_part(table.at(len(s)), "herd", s) for s in split(herd, table)]
    return parts


def _table(card: Card) -> Table:
    if card.table is None:
        raise Missing("numbers")
    return card.table


def _part(points: int, what: str, at: Iterable[Hex], also: tuple[Hex, ...] = ()) -> Part:
    tokens = tuple(sorted(at))
    return Part(points, what, tokens, also, {"n": len(tokens)})
