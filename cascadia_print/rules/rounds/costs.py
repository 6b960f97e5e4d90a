"""Paying a Habitat Card: what its cost can be, with a Completion Card too (RH-8, RH-10)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from cascadia_print.rules.rounds import bags
from cascadia_print.rules.rounds.bags import NATURE, Bag, Tally
from cascadia_print.sheet.gameset import CompletionCard, Cost
from cascadia_print.sheet.vocabulary import wildlife


def fits(cost: Cost, paid: Bag, discount: CompletionCard | None, rolled: str) -> bool:
    """Whether these animals pay for the card."""
    full = bags.of(cost)
    if discount is None:
        return paid == full
    if discount.any_more is not None:
        return sum(paid) == sum(full) + discount.any_more
    if discount.less:
        return bags.within(paid, full) and sum(paid) == max(0, sum(full) - discount.less)
    if discount.roll == "free" and rolled:
        return any(
            all(
                have <= need if animal == spared else have == need
                for animal, have, need in zip(wildlife(), paid, full, strict=True)
            )
            for spared in rolled.split("/")
        )
    return paid == full


def usual(cost: Cost, discount: CompletionCard | None, rolled: str) -> Bag | None:
    """The one payment that is meant when nothing is said; None where several can be."""
    full = bags.of(cost)
    if discount is None:
        return full
    if discount.any_more is not None:
        return None
    if discount.less:
        if sum(full) <= discount.less:
            return bags.NONE
        kinds = [k for k, n in enumerate(full) if n]
        if len(kinds) == 1:
            left = sum(full) - discount.less
            return tuple(left if k == kinds[0] else 0 for k in range(len(full)))
        return None
    if discount.roll == "free" and rolled:
        # A split face is read as the animal of which the card asks for more.
        most = max(rolled.split("/"), key=lambda animal: full[wildlife().index(animal)])
        return tuple(0 if a == most else n for a, n in zip(wildlife(), full, strict=True))
    return full


def total(cost: Cost, discount: CompletionCard | None, rolled: str) -> int:
    """How many animals are to be paid."""
    full = bags.of(cost)
    if discount is None:
        return sum(full)
    if discount.any_more is not None:
        return sum(full) + discount.any_more
    spared = 0
    if discount.roll == "free" and rolled:
        spared = max(full[wildlife().index(animal)] for animal in rolled.split("/"))
    return max(0, sum(full) - discount.less - spared)


def payments(
    cost: Cost, tally: Tally, discount: CompletionCard | None, rolled: str
) -> Iterator[Bag]:
    """Every payment that the tally allows, the fewest of rare animals first."""
    if (one := usual(cost, discount, rolled)) is not None:
        if _has(tally, one):
            yield one
        return
    assert discount is not None  # without one there is one payment
    full = bags.of(cost)
    most = full if discount.any_more is None else tuple(n or 0 for n in tally[:NATURE])
    total = sum(full) + (discount.any_more if discount.any_more is not None else -discount.less)
    ranges = (range(min(n, total, _known(row)) + 1) for n, row in zip(most, tally, strict=False))
    for paid in product(*ranges):
        if sum(paid) == total:
            yield paid


def _has(tally: Tally, animals: Bag) -> bool:
    return all(row is None or row >= n for row, n in zip(tally, animals, strict=False))


def _known(row: int | None) -> int:
    return 99 if row is None else row
