"""Random finished games of Cascadia as their rules allow them, told as a file tells them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from cascadia_print import resources
from cascadia_print.cascadia.board import Hex, neighbours
from cascadia_print.cascadia.tiles import TRIO, starters
from cascadia_print.sheet.located import read_own

ANIMALS = {"B": "bear", "E": "elk", "S": "salmon", "H": "hawk", "F": "fox"}
CARDS = "ABCD"


def tiles() -> list[tuple[str, str]]:
    """The 85 tiles, each as its habitats and its animals."""
    rows = read_own(resources.root("data") / "tiles.yaml")["tiles"]
    return [(habitats, shows) for habitats, row in rows.items() for shows in row.split()]


def game(random: Random, players: int = 1, turns: int = 20) -> dict[str, Any]:
    """A game file; of one player an environment."""
    bag, names = tiles(), ["Ana", "Ben", "Cem", "Dora", "Eli", "Fay"][:players]
    random.shuffle(bag)
    tokens = [a for a in ANIMALS for _ in range(20)]
    random.shuffle(tokens)
    begins = random.sample(sorted(starters()), min(players, 5)) * 2
    cards = {animal: random.choice(CARDS) for animal in ANIMALS.values()}
    entries = [
        {
            "format": "cascadia-print/environment",
            "player": name,
            **environment(random, begins[k], [bag.pop() for _ in range(turns)], tokens),
        }
        for k, name in enumerate(names)
    ]
    if players == 1:
        return {**entries[0], "cards": cards}
    return {"format": "cascadia-print/game", "cards": cards, "players": entries}


def environment(
    random: Random, starter: str, drawn: list[tuple[str, str]], tokens: list[str]
) -> dict[str, Any]:
    """A starter with the tiles drawn, and tokens where they may lie."""
    laid: dict[Hex, dict[str, str]] = {}
    begin = starters()[starter]
    for at, edges, shows in zip(TRIO, begin.edges, begin.shows, strict=True):
        laid[at] = {"at": f"{at[0]},{at[1]}", "edges": edges, "shows": shows}
    for habitats, shows in drawn:
        free = sorted({n for at in laid for n in neighbours(at)} - laid.keys())
        # Near the middle, as people do.
        free.sort(
            key=lambda at: max(abs(at[0]), abs(at[1]), abs(at[0] + at[1])) + 2 * random.random()
        )
        at = free[0]
        edges = habitats * 6 if len(habitats) == 1 else habitats[0] * 3 + habitats[1] * 3
        turn = random.randrange(6)
        laid[at] = {"at": f"{at[0]},{at[1]}", "edges": edges[turn:] + edges[:turn], "shows": shows}
    lying: dict[str, str] = {}
    keystones = 0
    for _ in drawn:
        token = tokens.pop()
        good = [t for t in laid.values() if token in t["shows"] and t["at"] not in lying]
        if good:
            tile = random.choice(good)
            lying[tile["at"]] = ANIMALS[token]
            keystones += len(tile["shows"]) == 1
    return {"tokens": lying, "tiles": list(laid.values()), "nature": random.randint(0, keystones)}


def boards(seed: int, n: int) -> Iterator[Mapping[str, Any]]:
    random = Random(seed)
    for _ in range(n):
        yield game(random)
