"""Animals as numbers in rank order, and the Tally Sheet: the same with nature tokens behind."""

from __future__ import annotations

from collections.abc import Iterable

from cascadia_print.sheet.vocabulary import wildlife

Bag = tuple[int, ...]
"""How many of each animal, in rank order (RH-1)."""

Tally = tuple[int | None, ...]
"""The rows of the Tally Sheet: the animals in rank order, then nature tokens; None: not known."""

NATURE = 5
"""The row of the nature tokens."""

NONE: Bag = (0, 0, 0, 0, 0)


def bag(animals: Iterable[str]) -> Bag:
    """Animals by name, each as often as it stands there. Raises KeyError for another word."""
    counts = dict.fromkeys(wildlife(), 0)
    for animal in animals:
        counts[animal] += 1
    return tuple(counts.values())


def of(counts: Iterable[tuple[str, int]]) -> Bag:
    """Pairs of animal and number as a bag."""
    found = dict(counts)
    return tuple(found.get(animal, 0) for animal in wildlife())


def both(one: Bag, other: Bag) -> Bag:
    """The animals of two bags."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def names(animals: Bag) -> tuple[str, ...]:
    """The animals of a bag by name, each as often as it is in it."""
    return tuple(a for a, n in zip(wildlife(), animals, strict=True) for _ in range(n))


def within(part: Bag, whole: Bag) -> bool:
    """Whether of no animal there are more in `part`."""
    return all(a <= b for a, b in zip(part, whole, strict=True))


def added(tally: Tally, animals: Bag, sign: int = 1) -> Tally:
    """The tally with animals more, or less; rows that are not known stay so."""
    changed = (
        None if row is None else row + sign * n for row, n in zip(tally, animals, strict=False)
    )
    return (*changed, tally[NATURE])


def with_nature(tally: Tally, n: int) -> Tally:
    """The tally with so many tokens more (or less)."""
    have = tally[NATURE]
    return (*tally[:NATURE], None if have is None else have + n)


def unknown_animals(tally: Tally) -> Tally:
    """The tally without knowledge of its animals."""
    return (*(None for _ in range(NATURE)), tally[NATURE])


def below(tally: Tally) -> tuple[int, ...]:
    """The rows that are below zero."""
    return tuple(k for k, n in enumerate(tally) if n is not None and n < 0)


def mended(tally: Tally) -> Tally:
    """The tally with rows that cannot be (below zero) not known."""
    return tuple(None if n is not None and n < 0 else n for n in tally)
