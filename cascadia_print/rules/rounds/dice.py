"""Collecting wildlife: what dice can be read as, and what may be taken for which action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product

from cascadia_print.rules.rounds.bags import NONE, Bag, bag
from cascadia_print.rules.rounds.moves import Act
from cascadia_print.sheet.gameset import Dice
from cascadia_print.sheet.vocabulary import wildlife

ANY_THREE = 3
SPECIALS = ("wild", "discount", "reroll", "any-three", "elk/fox", "hawk/bear")
"""The results of the special die (RH-5)."""

COSTS = {"down": 1, "up": 2, "two": 3}
"""Nature tokens for a dice action (RH-6)."""

REROLLS = 2
"""RH-5."""

OWN = 2
"""Personal dice (RH-3)."""


def price(action: Act, special: str | None) -> int:
    """Tokens for a dice action; a discount on the special die can make it one cheaper (RH-5)."""
    if action.kind == "extra":
        return action.n
    return COSTS[action.kind] - (special == "discount" and not action.full)


def converted(animal: str, action: Act | None) -> str:
    """The animal that a face counts as after the dice action (RH-1, RH-6)."""
    if action is None or action.of != animal:
        return animal
    order = wildlife()
    place = order.index(animal) + {"down": 1, "up": -1}[action.kind]
    return order[place] if 0 <= place < len(order) else animal


def readings(face: str, action: Act | None) -> tuple[str, ...]:
    """The animals that a die can count as: a split face is one of its two, never both (RH-3)."""
    return tuple(dict.fromkeys(converted(animal, action) for animal in face.split("/")))


@lru_cache(maxsize=4096)
def takings(
    central: tuple[str, ...], special: str, own: tuple[str, ...], action: Act | None
) -> frozenset[Bag]:
    """Everything that may be collected with these dice and this action, nothing included.

    All dice of one kind (RH-4), of two or with further dice as far as the action goes (RH-6,
    RH-14), or any three (RH-5). The special die is used or not; split dice count as either.
    """
    dice = (*central, *own)
    found = {NONE}
    for pool in _pools(dice, special, action):
        found.update(bag(taken) for taken in _kinds(pool, action))
        if action and action.kind == "extra":
            found.update(bag(taken) for taken in _extra(pool, action.n))
    if special == "wild":
        found |= {
            tuple(n + (k == more) for k, n in enumerate(taken))
            for taken in found
            for more in range(len(NONE))
            if taken[more]
        }
    if special == "any-three":
        for three in combinations(dice, ANY_THREE):
            found.update(bag(t) for t in product(*(readings(face, action) for face in three)))
    return frozenset(found)


def _pools(dice: Sequence[str], special: str, action: Act | None) -> Iterator[tuple[str, ...]]:
    """The animals on the table in each way to read them, without and with the special die."""
    ways = list(product(*(readings(face, action) for face in dice)))
    yield from ways
    if "/" in special:
        for animal in readings(special, action):
            yield from ((*way, animal) for way in ways)


def _kinds(pool: tuple[str, ...], action: Act | None) -> Iterator[tuple[str, ...]]:
    most = 2 if action is not None and action.kind == "two" else 1
    for n in range(1, most + 1):
        for kinds in combinations(wildlife(), n):
            yield tuple(animal for animal in pool if animal in kinds)


def _extra(pool: tuple[str, ...], n: int) -> Iterator[tuple[str, ...]]:
    for kind in wildlife():
        same = tuple(animal for animal in pool if animal == kind)
        others = [animal for animal in pool if animal != kind]
        for more in combinations(others, min(n, len(others))):
            yield (*same, *more)


def shown(faces: Iterable[str], dice: Dice) -> bool:
    """Whether central dice of the set can show these faces, each die one of them."""
    return _matches(tuple(faces), dice.central)


def own_kinds(faces: Iterable[str], dice: Dice) -> tuple[tuple[str, ...], ...]:
    """The pairs of different personal dice that can show these faces, in their order (RH-0)."""
    faces = tuple(faces)
    return tuple(
        kinds
        for kinds in permutations(dice.personal, len(faces))
        if all(on(face, dice.personal[kind]) for face, kind in zip(faces, kinds, strict=True))
    )


def on(face: str, die: Iterable[str]) -> bool:
    """Whether a die has a face; the animals of a split one may be named in any order."""
    return sorted(face.split("/")) in (sorted(other.split("/")) for other in die)


def _matches(faces: tuple[str, ...], dice: Sequence[Sequence[str]]) -> bool:
    return len(faces) == len(dice) and any(
        all(on(face, die) for face, die in zip(faces, order, strict=True))
        for order in permutations(dice)
    )
