"""Rings: tokens around one hexagon, each token in one ring, so that they give most (elk D)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from cascadia_print.cascadia.board import Hex, neighbours
from cascadia_print.cascadia.cards import Table
from cascadia_print.cascadia.packing import LARGEST, LIMIT, Tokens, apart
from cascadia_print.cascadia.scored import Missing

Chain = tuple[int, "Chain"] | None
"""Rings as masks, from the largest on."""


def middles(own: Sequence[Hex]) -> dict[Hex, Tokens]:
    """Every hexagon with tokens around it, and these tokens."""
    tokens = frozenset(own)
    return {
        middle: tokens & {*neighbours(middle)}
        for middle in sorted({near for at in own for near in neighbours(at)})
    }


def all_rings(own: Sequence[Hex], contiguous: bool) -> dict[Tokens, Hex]:
    """All sets of tokens that are around one hexagon, and the first such hexagon."""
    found: dict[Tokens, Hex] = {}
    for middle, around in middles(own).items():
        for n in range(1, len(around) + 1):
            for some in map(frozenset, combinations(sorted(around), n)):
                if not contiguous or _arc(some, middle):
                    found.setdefault(some, middle)
    return found


def _arc(some: Tokens, middle: Hex) -> bool:
    """Whether the hexagons around the middle stand side by side."""
    there = [at in some for at in neighbours(middle)]
    return sum(a and not b for a, b in zip(there, there[1:] + there[:1], strict=True)) <= 1


def growing(table: Table) -> bool:
    """Whether all is known and each further token adds at least as much as the one before."""
    if None in table.points.values():
        return False
    more = [table.at(n) - table.at(n - 1) for n in range(1, 7)]
    return more == sorted(more) and table.at(0) == 0 <= more[0]


def best_rings(own: Sequence[Hex], table: Table) -> list[Tokens]:
    """The split into rings that gives most, for a growing table and rings with gaps.

    Raises Missing("search") where it cannot be found in reasonable time.
    """
    found: list[Tokens] = []
    for part in apart(middles(own).values()):
        found += _best_rings(sorted(frozenset().union(*part)), table)
    return sorted(found, key=sorted)


def _best_rings(order: Sequence[Hex], table: Table) -> list[Tokens]:
    """The best split of tokens that hang together.

    A token that is moved into a ring as large as its own or larger then loses nothing. So there
    is a best split whose largest ring takes all that is around its middle, the next one all that
    is left around its own, and so on: only those are searched.
    """
    if len(order) > LARGEST:
        raise Missing("search")
    bit = {token: 1 << n for n, token in enumerate(order)}
    rings = sorted({sum(bit[at] for at in around) for around in middles(order).values()})
    gives = [table.at(n) for n in range(7)]
    share = [0, *(60 * gives[n] // n for n in range(1, 7))]  # of one token, in sixtieths
    # hope[cap][n]: no more than this can be had from n tokens in rings of at most `cap`.
    hope = [[0] * (len(order) + 1) for _ in gives]
    for cap in range(1, 7):
        for n in range(1, len(order) + 1):
            hope[cap][n] = max(gives[k] + hope[cap][n - k] for k in range(1, min(cap, n) + 1))
    known: dict[tuple[int, int], tuple[int, Chain, bool]] = {}
    looked = 0

    def best(free: int, cap: int, need: int) -> tuple[int, Chain]:
        """The most from the free tokens in rings of at most `cap`; if that is not above `need`,
        no more than `need`."""
        nonlocal looked
        looked += 1
        if looked > LIMIT // 2:
            raise Missing("search")
        if not free:
            return 0, None
        sizes: dict[int, int] = {}
        within = [0] * 7  # tokens that can still be in a ring of that size
        for ring in rings:
            if part := ring & free:
                n = part.bit_count()
                within[min(n, cap)] |= part
                # A larger ring than the one before can be left out: it would have come first.
                if n <= cap:
                    sizes[part] = n
        most, left = 0, free
        for n in range(cap, 0, -1):
            most += share[n] * (within[n] & left).bit_count()
            left &= ~within[n]
        if not sizes or most <= 60 * need:
            return need, None
        cap, count = max(sizes.values()), free.bit_count()
        if (free, cap) in known:
            value, chain, exact = known[free, cap]
            if exact or value <= need:
                return value, chain
        top, found = need, None
        for part, n in sorted(sizes.items(), key=lambda entry: -entry[1]):
            if gives[n] + hope[n][count - n] <= top:
                break  # smaller rings promise even less
            value, chain = best(free ^ part, n, top - gives[n])
            if gives[n] + value > top:
                top, found = gives[n] + value, (part, chain)
        known[free, cap] = top, found, found is not None
        return top, found

    _, chain = best((1 << len(order)) - 1, 6, -1)
    chosen = []
    while chain is not None:
        part, chain = chain
        chosen.append(frozenset(at for at in order if bit[at] & part))
    return chosen
