"""The most that disjoint sets of tokens give together: exact, or no answer at all.

Used where each token may count in one set only: elk formations, pairs of hawks and of foxes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from cascadia_print.cascadia.board import Hex
from cascadia_print.cascadia.scored import Missing

LIMIT = 50_000
"""Situations that are looked at before a search gives up. Boards of 24 tokens need far fewer."""

LARGEST = 60
"""More tokens that hang together are not even begun with."""

Tokens = frozenset[Hex]


def pack(sets: Mapping[Tokens, int]) -> list[Tokens]:
    """Disjoint sets of the greatest sum, sorted; `sets` gives the points of each (0 or more).

    Raises Missing("search") where that cannot be found in reasonable time.
    """
    chosen: list[Tokens] = []
    for part in apart(sets):
        chosen += _pack_part({tokens: sets[tokens] for tokens in part}) if part[1:] else part
    return sorted(chosen, key=sorted)


def _pack_part(sets: Mapping[Tokens, int]) -> list[Tokens]:
    order = _order(sets)
    if len(order) > LARGEST:
        raise Missing("search")
    bit = {token: 1 << n for n, token in enumerate(order)}
    # By their first token in the order: who takes that one needs no look at other sets.
    starting: dict[int, list[tuple[int, int]]] = {mark: [] for mark in bit.values()}
    back: dict[int, Tokens] = {}
    for tokens in sorted(sets, key=lambda s: (-sets[s] / len(s), sorted(s))):
        mask = sum(bit[token] for token in tokens)
        back[mask] = tokens
        starting[mask & -mask].append((mask, sets[tokens]))
    reach = {low: reduce(or_, (mask for mask, _ in found), low) for low, found in starting.items()}
    usable: dict[int, list[tuple[int, int]]] = {}
    hope = _hope(len(order), sets)
    known: dict[int, int] = {0: 0}
    picks: dict[int, int] = {}

    def best(free: int) -> int:
        low = free & -free
        near = free & reach[low]
        if near not in usable:
            # Leaving the token out comes last: most often a set of its own gives as much.
            usable[near] = [s for s in starting[low] if s[0] & near == s[0]] + [(low, 0)]
        top, pick = -1, 0
        for mask, points in usable[near]:
            left = free ^ mask
            if points + hope[left.bit_count()] > top:
                points += known[left] if left in known else best(left)
                if points > top:
                    top, pick = points, mask
        known[free], picks[free] = top, pick
        if len(known) > LIMIT:
            raise Missing("search")
        return top

    free = (1 << len(order)) - 1
    best(free)
    chosen = []
    while free:
        chosen.append(picks[free])
        free ^= picks[free]
    return [back[mask] for mask in chosen if mask in back]


def _hope(n: int, sets: Mapping[Tokens, int]) -> list[int]:
    """No more than this can be had from so many tokens: as if sets lay anywhere."""
    by_size: dict[int, int] = {}
    for tokens, points in sets.items():
        by_size[len(tokens)] = max(points, by_size.get(len(tokens), 0))
    hope = [0]
    for k in range(1, n + 1):
        hope.append(max(hope[-1], *(p + hope[k - s] for s, p in by_size.items() if s <= k), 0))
    return hope


def _order(sets: Collection[Tokens]) -> Sequence[Hex]:
    """The tokens in the direction in which the sets reach least far; so the search stays small."""
    tokens = sorted(frozenset().union(*sets))
    if len(tokens) < 10:
        return tokens  # small in any order

    def reach(order: Sequence[Hex]) -> int:
        at = {token: n for n, token in enumerate(order)}
        return sum((max(x) - min(x)) ** 2 for x in ([at[t] for t in s] for s in sets))

    ways = (
        tokens,
        sorted(tokens, key=lambda t: (t[1], t[0])),
        sorted(tokens, key=lambda t: (t[0] + t[1], t[0])),
    )
    return min(ways, key=reach)


def apart(sets: Iterable[Tokens]) -> list[list[Tokens]]:
    """The sets in parts that have no token in common."""
    parts: list[tuple[set[Hex], list[Tokens]]] = []
    for some in sets:
        tokens, together = set(some), [some]
        others = []
        for part in parts:
            if part[0].isdisjoint(some):
                others.append(part)
            else:
                tokens |= part[0]
                together += part[1]
        parts = [*others, (tokens, together)]
    return [together for _, together in parts]
