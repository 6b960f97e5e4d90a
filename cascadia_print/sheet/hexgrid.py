"""Neighbourhoods of pointy-top hexagons in rows, without any unit of length.

A place is (row, col), both from 0. With `stagger` "odd" or "even" those rows, counted from 1,
are shifted right by half a hexagon; with "none" hexagons stand in columns and touch only at
the left and right.
"""

from __future__ import annotations

from collections.abc import Iterable

Place = tuple[int, int]


def shifted(row: int, stagger: str) -> bool:
    """Whether `row` is moved right by half a hexagon."""
    return stagger == ("odd" if row % 2 == 0 else "even")


def neighbours(place: Place, stagger: str) -> tuple[Place, ...]:
    """The six places that share an edge with `place` (two in a grid that is not staggered)."""
    row, col = place
    beside = ((row, col - 1), (row, col + 1))
    if stagger == "none":
        return beside
    left = col if shifted(row, stagger) else col - 1
    return (*beside, *((r, c) for r in (row - 1, row + 1) for c in (left, left + 1)))


def connected(places: Iterable[Place], stagger: str) -> bool:
    """Whether the places hang together through shared edges."""
    return len(groups(places, stagger)) <= 1


def groups(places: Iterable[Place], stagger: str) -> list[list[Place]]:
    """The connected groups of places, each in the order of the grid."""
    left = set(places)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        left.remove(start)
        group, edge = [start], [start]
        while edge:
            for near in neighbours(edge.pop(), stagger):
                if near in left:
                    left.remove(near)
                    group.append(near)
                    edge.append(near)
        found.append(sorted(group))
    return found
