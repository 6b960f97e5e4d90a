"""How long wildlife scoring takes: every card on random boards of 20 tokens, and the worst ones.

    python benchmarks/cascadia.py [N]

Times are of the processor, warm, for one card; the slowest board of N counts, as the best of three
runs. The worst boards are 20 elk (or 20 of one animal) that touch: close, loose, in strings, and
in full shapes.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # runs from a checkout

from cascadia_print.cascadia.board import Hex, neighbours
from cascadia_print.cascadia.cards import Card, cards
from cascadia_print.cascadia.scored import Scored
from cascadia_print.cascadia.wildlife import score

TOKENS = 20
USUAL, WORST = 20.0, 200.0
"""Limits in milliseconds."""

Tokens = dict[Hex, str]


def grown(rnd: random.Random, choose: Callable[[int], float]) -> list[Hex]:
    """Hexagons that touch, one after the other; `choose` weighs one by its neighbours taken."""
    taken = {(0, 0)}
    while len(taken) < TOKENS:
        edge = sorted({near for at in taken for near in neighbours(at)} - taken)
        weights = [choose(sum(near in taken for near in neighbours(at))) for at in edge]
        taken |= {*rnd.choices(edge, weights)}
    return sorted(taken)


WAYS: dict[str, Callable[[int], float]] = {
    "close": lambda n: 20.0**n,
    "loose": lambda n: 1.0,
    "strings": lambda n: 0.02**n,
}


def full() -> Iterator[list[Hex]]:
    """A disc of 19 and one more, and parallelograms."""
    disc = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    for more in ((3, 0), (1, 2), (-3, 1)):
        yield [*disc, more]
    for wide in (2, 4, 5, 10):
        yield [(q, r) for q in range(wide) for r in range(TOKENS // wide)]


def mixed(rnd: random.Random) -> Tokens:
    """A board with all animals, some of them common."""
    weights = [rnd.random() ** 3 for _ in range(5)]
    kinds = rnd.choices(("bear", "elk", "salmon", "hawk", "fox"), weights, k=TOKENS)
    return dict(zip(grown(rnd, rnd.choice([*WAYS.values()])), kinds, strict=True))


def milliseconds(tokens: Tokens, card: Card, ruling: str = "", choice: str = "") -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        found = score(tokens, card, {ruling: choice})
        times.append((time.process_time() - start) * 1000)
        if not isinstance(found, Scored):
            raise SystemExit(f"{card.of} {card.letter} cannot tell {sorted(tokens)}")
    return min(times)


def row(what: str, times: list[tuple[float, str]], limit: float) -> bool:
    worst, where = max(times)
    mean = sum(ms for ms, _ in times) / len(times)
    verdict = "ok" if worst <= limit else "over"
    print(f"{what:<26}{mean:>8.2f}{worst:>10.2f} ms  {where:<10} {verdict} (limit {limit:.0f} ms)")
    return worst <= limit


def main(arguments: list[str]) -> int:
    """Print mean and slowest; 1 if a limit is not kept."""
    n = int(arguments[0]) if arguments else 200
    print(f"{'':<26}{'mean':>8}{'slowest':>10}")
    boards = [mixed(random.Random(seed)) for seed in range(n)]
    good = []
    sums = [0.0] * n
    for (animal, letter), card in cards().items():
        if len(letter) == 1:
            times = [milliseconds(tokens, card) for tokens in boards]
            sums = [a + b for a, b in zip(sums, times, strict=True)]
            named = [(ms, f"board {seed}") for seed, ms in enumerate(times)]
            good.append(row(f"mixed, {animal} {letter}", named, USUAL))
    named = [(ms, f"board {seed}") for seed, ms in enumerate(sums)]
    good.append(row("mixed, all 20 cards", named, USUAL * 4))
    shapes = [("full", places) for places in full()]
    for name, way in WAYS.items():
        shapes += [(name, grown(random.Random(seed), way)) for seed in range(n)]
    for (animal, letter), card in cards().items():
        if len(letter) == 1:
            score_one = partial(milliseconds, card=card)
            named = [(score_one(dict.fromkeys(places, animal)), name) for name, places in shapes]
            good.append(row(f"20 alike, {animal} {letter}", named, WORST))
    rings = partial(
        milliseconds, card=cards()["elk", "D"], ruling="elk-ring-gaps", choice="contiguous"
    )
    named = [(rings(dict.fromkeys(places, "elk")), name) for name, places in shapes]
    good.append(row("20 alike, elk D, no gaps", named, WORST))
    return int(not all(good))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
