"""A second scorer of wildlife tokens, written from the rules and slow on purpose.

It shares no code and no data with `cascadia_print/cascadia`: places are cube coordinates here,
tables stand below, and whatever may be split is split in every way there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import combinations

Place = tuple[int, int]
Some = frozenset[Place]

BEARS_A = [0, 4, 11, 19, 27]
BEARS_C = [0, 2, 5, 8]
BEARS_D = [0, 0, 5, 8, 13]
ELK_A = [0, 2, 5, 9, 13]
ELK_C = [0, 2, 4, 7, 10, 14, 18, 23, 28]
ELK_D = [0, 2, 5, 8, 12, 16, 21]
SALMON = {
    "A": [0, 2, 5, 8, 12, 16, 20, 25],
    "B": [0, 2, 4, 9, 11, 17],
    "C": [0, 0, 0, 10, 12, 15],
}
HAWKS_A = [0, 2, 5, 8, 11, 14, 18, 22, 26]
HAWKS_B = [0, 0, 5, 9, 12, 16, 20, 24, 28]
HAWKS_D = [0, 4, 7, 9, 9]
FOX_B = [0, 3, 5, 7, 7]
FOX_D = [0, 5, 7, 9, 11]
FAMILY = [0, 2, 5, 9]
INTERMEDIATE = [0, 0, 5, 8, 12]


def capped(table: list[int], n: int) -> int:
    return table[min(n, len(table) - 1)]


def exact(table: list[int], n: int) -> int:
    return table[n] if n < len(table) else 0


@cache
def apart(a: Place, b: Place) -> int:
    """Steps from one place to the other."""
    x, z = b[0] - a[0], b[1] - a[1]
    return max(abs(x), abs(z), abs(x + z))


@lru_cache(100_000)
def connected(some: Some) -> bool:
    return len(islands(some)) == 1


@lru_cache(20_000)
def islands(some: Some) -> list[Some]:
    """Groups that touch: at first each place alone, then merged as long as two touch."""
    found = [frozenset([place]) for place in some]
    merged = True
    while merged:
        merged = False
        for a, b in combinations(found, 2):
            if any(apart(x, y) == 1 for x in a for y in b):
                found = [group for group in found if group not in (a, b)] + [a | b]
                merged = True
                break
    return found


# Bears and the variants


def bears(own: Some, letter: str) -> int:
    sizes = [len(group) for group in islands(own)]
    if letter == "A":
        return capped(BEARS_A, sizes.count(2))
    if letter == "B":
        return 10 * sizes.count(3)
    if letter == "C":
        bonus = 3 if {1, 2, 3} <= set(sizes) else 0
        return bonus + sum(exact(BEARS_C, n) for n in sizes)
    return sum(exact(BEARS_D, n) for n in sizes)


# Elk


@lru_cache(100_000)
def is_line(some: Some) -> bool:
    """Whether the two that are farthest apart are so by all the others, on an axis."""
    a, b = min(some), max(some)
    n = len(some) - 1
    straight = b[0] == a[0] or b[1] == a[1] or a[0] + a[1] == b[0] + b[1]
    return straight and apart(a, b) == n and all(apart(a, x) + apart(x, b) == n for x in some)


@lru_cache(100_000)
def is_shape(some: Some) -> bool:
    """One, two that touch, three that all touch, or four of which but one pair touches."""
    touching = sum(apart(a, b) == 1 for a, b in combinations(some, 2))
    return (len(some), touching) in ((1, 0), (2, 1), (3, 3), (4, 5))


@lru_cache(100_000)
def is_ring(some: Some) -> bool:
    return bool(middles(some))


@lru_cache(100_000)
def is_closed_ring(some: Some) -> bool:
    """A ring whose elk stand side by side."""
    return is_ring(some) and connected(some)


def middles(some: Some) -> list[Place]:
    q, r = next(iter(some))
    near = [(q + x, r + z) for x in (-1, 0, 1) for z in (-1, 0, 1) if abs(x + z) < 2]
    return [m for m in near if all(apart(m, x) == 1 for x in some)]


def elk(own: Some, letter: str, ring: str = "allowed", split: str = "split") -> int:
    if letter == "C" and split == "cap":
        return sum(capped(ELK_C, len(group)) for group in islands(own))
    rule: dict[str, tuple[Callable[[Some], bool], list[int], int]] = {
        "A": (is_line, ELK_A, 3),
        "B": (is_shape, [0, 2, 5, 9, 13], 2),
        "C": (connected, ELK_C, 7),
        "D": (is_ring if ring == "allowed" else is_closed_ring, ELK_D, 2),
    }
    good, table, reach = rule[letter]

    @cache
    def best(left: Some) -> int:
        if not left:
            return 0
        if letter == "C" and len(together := islands(left)) > 1:
            return sum(best(group) for group in together)
        first = min(left)
        near = [x for x in left if x != first and apart(first, x) <= reach]
        sets = grown(first, near, len(table) - 1, good, letter == "C")
        most = 0
        for some in sorted(sets, key=len, reverse=True):
            most = max(most, table[len(some)] + best(left - some))
            if most == ceiling(len(left)):
                break
        return most

    @cache
    def ceiling(n: int) -> int:
        """As if elk could be put together at will: nothing gives more."""
        return max(
            (table[k] + ceiling(n - k) for k in range(1, min(n, len(table) - 1) + 1)), default=0
        )

    together = islands(own) if letter != "D" else [own]
    return sum(best(group) for group in together)


def grown(
    first: Place, near: list[Place], most: int, fits: Callable[[Some], bool], touching: bool
) -> Iterator[Some]:
    """All sets of `first` and others near it that fit."""
    if touching and len(near) > 9:
        layer = {frozenset([first])}
        for _ in range(most):
            yield from layer
            layer = {
                s | {x}
                for s in layer
                for x in near
                if x not in s and any(apart(x, y) == 1 for y in s)
            }
        return
    for n in range(most):
        for others in combinations(near, n):
            some = frozenset([first, *others])
            if fits(some):
                yield some


# Salmon


def salmon(tokens: dict[Place, str], letter: str, branch: str = "strict") -> int:
    own = frozenset(p for p, animal in tokens.items() if animal == "salmon")
    crowded = frozenset(p for p in own if sum(apart(p, x) == 1 for x in own) >= 3)
    if branch == "designer":
        own, crowded = own - crowded, frozenset()
    points = 0
    for run in islands(own):
        if run & crowded:
            continue
        if letter != "D":
            points += capped(SALMON[letter], len(run))
        elif len(run) >= 3:
            beside = [
                p
                for p, animal in tokens.items()
                if animal != "salmon" and min(apart(p, x) for x in run) == 1
            ]
            points += len(run) + len(beside)
    return points


# Hawks


def between(a: Place, b: Place) -> list[Place] | None:
    """The places strictly between two on one axis, None if they are on none."""
    n = apart(a, b)
    x, z = b[0] - a[0], b[1] - a[1]
    if n == 0 or 0 not in (x, z, x + z):
        return None
    return [(a[0] + x * k // n, a[1] + z * k // n) for k in range(1, n)]


def hawks(tokens: dict[Place, str], letter: str) -> int:
    own = sorted(p for p, animal in tokens.items() if animal == "hawk")
    lonely = [p for p in own if all(apart(p, x) != 1 for x in own)]
    sights = {}
    for a, b in combinations(own, 2):
        inside = between(a, b)
        if inside and not any(tokens.get(p) == "hawk" for p in inside):
            sights[a, b] = len({tokens[p] for p in inside if p in tokens})
    if letter == "A":
        return capped(HAWKS_A, len(lonely))
    if letter == "B":
        return capped(HAWKS_B, sum(any(p in pair for pair in sights) for p in lonely))
    if letter == "C":
        return 3 * len(sights)
    return pairs({pair: HAWKS_D[n] for pair, n in sights.items()})


def pairs(worth: dict[tuple[Place, Place], int]) -> int:
    """The best of all ways to choose pairs that share no place."""
    worth = {pair: points for pair, points in worth.items() if points}

    @cache
    def best(left: Some) -> int:
        usable = [pair for pair in worth if left.issuperset(pair)]
        if not usable:
            return 0
        first = usable[0][0]
        ways = [best(left - {first})]
        ways += [worth[p] + best(left - set(p)) for p in usable if first in p]
        return max(ways)

    return best(frozenset(place for pair in worth for place in pair))


# Foxes


def foxes(tokens: dict[Place, str], letter: str) -> int:
    own = sorted(p for p, animal in tokens.items() if animal == "fox")

    def around(*some: Place) -> list[str]:
        return [
            animal
            for p, animal in tokens.items()
            if p not in some and min(apart(p, x) for x in some) == 1
        ]

    def often(*some: Place) -> int:
        near = around(*some)
        return sum(near.count(kind) >= 2 for kind in ("bear", "elk", "hawk", "salmon"))

    if letter == "A":
        return sum(len(set(around(p))) for p in own)
    if letter == "B":
        return sum(FOX_B[often(p)] for p in own)
    if letter == "C":
        kinds = ("bear", "elk", "hawk", "salmon")
        return sum(max(around(p).count(kind) for kind in kinds) for p in own)
    return pairs({(a, b): FOX_D[often(a, b)] for a, b in combinations(own, 2) if apart(a, b) == 1})


def score(
    tokens: dict[Place, str],
    animal: str,
    letter: str,
    branch: str = "strict",
    ring: str = "allowed",
    split: str = "split",
) -> int:
    """The points of one animal under one card and these rulings."""
    own = frozenset(p for p, kind in tokens.items() if kind == animal)
    if letter == "family":
        return sum(capped(FAMILY, len(group)) for group in islands(own))
    if letter == "intermediate":
        return sum(capped(INTERMEDIATE, len(group)) for group in islands(own))
    if animal == "bear":
        return bears(own, letter)
    if animal == "elk":
        return elk(own, letter, ring, split)
    if animal == "salmon":
        return salmon(tokens, letter, branch)
    return hawks(tokens, letter) if animal == "hawk" else foxes(tokens, letter)


def shapes(most: int) -> list[Some]:
    """All connected shapes of up to so many places, moved to one spot, but not turned."""
    found: list[Some] = []
    layer = {frozenset([(0, 0)])}
    for _ in range(most):
        found += layer
        bigger = set()
        for shape in layer:
            for q, r in shape:
                for x, z in ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)):
                    if (q + x, r + z) not in shape:
                        bigger.add(shape | {(q + x, r + z)})
        layer = {moved(shape) for shape in bigger}
    return found


def moved(shape: Some) -> Some:
    q, r = min(x for x, _ in shape), min(z for _, z in shape)
    return frozenset((x - q, z - r) for x, z in shape)
