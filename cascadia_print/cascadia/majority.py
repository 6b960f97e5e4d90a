"""The bonus for the largest corridor of a habitat (CA-5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

Range = tuple[int, int]
"""The least and the most that a number can be."""

SOLO = 7
"""From this size on, a corridor has a bonus in a solo game."""
COMBINATIONS = 2000


def bonuses(sizes: Sequence[int]) -> tuple[int, ...]:
    """The bonus of each player, by the sizes of all players' corridors of one habitat."""
    if len(sizes) == 1:
        return (2 if sizes[0] >= SOLO else 0,)
    ranked = sorted(set(sizes), reverse=True)
    first = sizes.count(ranked[0])
    if not ranked[0]:
        return (0,) * len(sizes)
    if len(sizes) == 2:
        best, second = (2, 0) if first == 1 else (1, 0)
    else:
        best = {1: 3, 2: 2}.get(first, 1)
        alone = first == 1 and sizes.count(ranked[1]) == 1
        second = 1 if alone else 0
    return tuple(best if n == ranked[0] else second if n == ranked[1] else 0 for n in sizes)


def most(players: int) -> int:
    """The largest bonus that there is."""
    return 3 if players > 2 else 2


def ranges(sizes: Sequence[Range]) -> tuple[tuple[Range, Range], ...]:
    """For each player the range of the bonus, and that of corridor and bonus together."""
    if all(low == high for low, high in sizes):
        exact = bonuses([low for low, _ in sizes])
        return tuple(((b, b), (n + b, n + b)) for b, (n, _) in zip(exact, sizes, strict=True))
    if len(sizes) == 1:  # a larger corridor never has less
        (low, high), (least, top) = sizes[0], (bonuses([n])[0] for n in sizes[0])
        return (((least, top), (low + least, high + top)),)
    if prod(high - low + 1 for low, high in sizes) > COMBINATIONS:
        top = most(len(sizes))
        return tuple(((0, top), (low, high + top)) for low, high in sizes)
    found: list[tuple[set[int], set[int]]] = [(set(), set()) for _ in sizes]
    for case in product(*(range(low, high + 1) for low, high in sizes)):
        for (alone, both), n, bonus in zip(found, case, bonuses(case), strict=True):
            alone.add(bonus)
            both.add(n + bonus)
    return tuple(((min(a), max(a)), (min(b), max(b))) for a, b in found)
