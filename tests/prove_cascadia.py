"""Wildlife scoring against the second scorer on random boards: `make prove-cascadia N=100000`.

    python -m tests.prove_cascadia [N [FIRST]]

The boards FIRST (0) to N are compared, so that several can share the work. Every board of 3 to 21
tokens is scored under every card and every choice of the rulings. The same seeds give the same
boards everywhere; those that differ are printed.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

from cascadia_print.cascadia.cards import cards
from cascadia_print.cascadia.scored import Scored
from cascadia_print.cascadia.wildlife import score
from tests import second_cascadia as second

ANIMALS = ("bear", "elk", "salmon", "hawk", "fox")
Board = dict[tuple[int, int], str]

CARDS = cards()
CASES: tuple[tuple[str, str, dict[str, str]], ...] = (
    *((animal, letter, {}) for animal, letter in CARDS if len(letter) > 1 or letter in "ABCD"),
    *(("salmon", letter, {"branch": "designer"}) for letter in "ABCD"),
    ("elk", "C", {"split": "cap"}),
    ("elk", "D", {"ring": "contiguous"}),
)
"""Every card, and every choice of a ruling that is not the default."""

RULING = {"branch": "salmon-branch", "split": "elk-herd-split", "ring": "elk-ring-gaps"}


def board(seed: int) -> Board:
    """A random board of 3 to 21 tokens; some animals are common on it and others rare, and it is
    scattered or close."""
    rnd = random.Random(seed)
    n = rnd.randint(3, 21)
    weights = [rnd.random() ** 3 for _ in ANIMALS]
    room = round(n * rnd.choice((1, 1.2, 1.6, 2.5)))
    there = {(0, 0)}
    while len(there) < room:
        q, r = rnd.choice(sorted(there))
        x, z = rnd.choice(((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)))
        there.add((q + x, r + z))
    places = rnd.sample(sorted(there), n)
    return dict(zip(places, rnd.choices(ANIMALS, weights, k=n), strict=True))


def differences(tokens: Board) -> Iterator[str]:
    """Where the two scorers disagree, and where the first gives no number."""
    for animal, letter, rulings in CASES:
        if animal not in tokens.values():
            continue
        mine = score(tokens, CARDS[animal, letter], {RULING[k]: v for k, v in rulings.items()})
        points = mine.points if isinstance(mine, Scored) else None
        other = second.score(tokens, animal, letter, **rulings)
        if points != other:
            yield f"{animal} {letter} {rulings or ''} {points}, by the second scorer {other}"


def main(arguments: list[str]) -> int:
    """Compare the boards; 1 if any differs."""
    n = int(arguments[0]) if arguments else 2000
    first = int(arguments[1]) if len(arguments) > 1 else 0
    wrong, scores, start = 0, 0, time.perf_counter()
    for seed in range(first, n):
        tokens = board(seed)
        scores += sum(animal in tokens.values() for animal, _, _ in CASES)
        for difference in differences(tokens):
            wrong += 1
            print(f"board {seed}: {difference}", flush=True)
        if (seed + 1) % 5000 == 0:
            print(f"{seed + 1} boards: {wrong} differences", flush=True)
    shapes = second.shapes(6)
    for shape in shapes:
        for animal in ANIMALS:
            for difference in differences(dict.fromkeys(shape, animal)):
                wrong += 1
                print(f"{sorted(shape)}: {difference}", flush=True)
    print(
        f"{n - first} boards, {scores} scores, {len(shapes)} shapes: {wrong} differences"
        f" ({time.perf_counter() - start:.0f} s)"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
