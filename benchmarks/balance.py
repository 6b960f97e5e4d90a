"""How a sheet scores when it is played: random and greedy games, for designers.

    python benchmarks/balance.py A sheets/community/*.yaml --cards 10 12 14

A card has a habitat and a number from 1 to 5 (weights 2 4 5 4 2, mean 3.0); on sheets that take
animals it costs two kinds, as many as its number or up to two more. A random player takes one card
and marks at random; a greedy one takes the best of three cards of the same number, mark by mark.
Leftovers are set to 2 points where a line counts them; gained animals buy no cards.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import mean, pstdev, quantiles

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # runs from a checkout, installed or not

from cascadia_print.cli.sheets import sheet_file  # noqa: E402
from cascadia_print.rules import legal  # noqa: E402
from cascadia_print.rules.earn import Earned, earn  # noqa: E402
from cascadia_print.rules.marks import Value  # noqa: E402
from cascadia_print.rules.score import Picture, score  # noqa: E402
from cascadia_print.rules.table import Item, table  # noqa: E402
from cascadia_print.sheet.lookup import load_sheet  # noqa: E402
from cascadia_print.sheet.model import Offer, Sheet  # noqa: E402
from cascadia_print.sheet.vocabulary import habitats, wildlife  # noqa: E402

NUMBERS, WEIGHTS = (1, 2, 3, 4, 5), (2, 4, 5, 4, 2)
LEFTOVERS = 2
WORTH = {"animal": 0.5, "wild": 0.6, "nature": 0.5, "hex": 1.6, "lane": 1.0, "same": 1.5}
"""What a greedy player thinks a gain to be worth, in points; a pick: as its best box."""


@dataclass(frozen=True)
class Card:
    habitat: str
    number: int
    cost: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """A picture in the making. `used`: gained hexagons that were marked, by the item's id."""

    sheet: Sheet
    marks: dict[str, Value] = field(default_factory=dict)
    picks: tuple[str, ...] = ()
    used: frozenset[str] = frozenset()
    lost: int = 0
    free: int = 0

    def earned(self) -> tuple[frozenset[str], Earned]:
        filled = legal.reachable(self.sheet, self.marks)
        return filled, earn(self.sheet, filled, self.marks, self.picks)

    def points(self) -> int:
        filled, found = self.earned()
        picture = Picture(filled, self.marks, found, found, None, False)
        total = sum(score(self.sheet, picture).points.values())
        counts = any(t.kind == "leftovers" for line in self.sheet.lines for t in line.terms)
        return total + (LEFTOVERS if counts else 0)


def play(sheet: Sheet, rng: random.Random, cards: int, greedy: bool) -> Game:
    """One game with so many cards."""
    game = Game(sheet)
    for _ in range(cards):
        number = rng.choices(NUMBERS, WEIGHTS)[0]
        kinds = rng.sample(habitats(), 3 if greedy else 1)
        ends = [_complete(game, _card(sheet, h, number, rng), rng, greedy) for h in kinds]
        game = max(ends, key=_value) if greedy else ends[0]
    return game


def _card(sheet: Sheet, habitat: str, number: int, rng: random.Random) -> Card:
    if sheet.marking.write != "wildlife":
        return Card(habitat, number)
    first, second = rng.sample(wildlife(), 2)
    total = number + rng.randint(0, 2)
    share = rng.randint(1, total - 1) if total > 1 else 1
    return Card(habitat, number, (first,) * share + (second,) * (total - share))


def _complete(game: Game, card: Card, rng: random.Random, greedy: bool) -> Game:
    """The game after the card was marked, and all that it gave."""
    if game.sheet.marking.write == "number":
        game = _mark(game, [card.habitat], card.number, (), rng, greedy)
    else:
        cost = list(card.cost)
        for _ in range(card.number):
            before = game.marks
            game = _mark(game, [card.habitat], True, tuple(cost), rng, greedy)
            for id in game.marks.keys() - before.keys():
                if game.marks[id] in cost:
                    cost.remove(str(game.marks[id]))
    return _gifts(game, rng, greedy)


def _gifts(game: Game, rng: random.Random, greedy: bool) -> Game:
    """Choices made and free hexagons marked, until nothing is left to take."""
    while True:
        game = _choose(game, rng, greedy)
        _, found = game.earned()
        items = table(game.sheet).items
        new = [id for id in items if id in found.ids - game.used and _hexes(game, items[id])]
        if not new:
            return game
        of = _hexes(game, items[new[0]])[0]
        kinds = list(habitats()) if of == "any" else [of]
        game = replace(game, used=game.used | {new[0]}, free=game.free + 1)
        value: Value = 3 if game.sheet.marking.write == "number" else True
        game = _mark(game, kinds, value, wildlife(), rng, greedy)


def _hexes(game: Game, item: Item) -> list[str]:
    sides = dict(zip(item.offer.side_words(), item.offer.sides, strict=True))
    named = [s for w, s in sides.items() if len(sides) == 1 or f"{item.id}={w}" in game.picks]
    return [g.of for side in named for g in side if g.kind == "hex"]


def _mark(
    game: Game,
    kinds: Sequence[str],
    value: Value,
    cost: tuple[str, ...],
    rng: random.Random,
    greedy: bool,
) -> Game:
    """One more mark for one of the habitats, in the overflow row if they are complete."""
    sheet = game.sheet
    options: list[Game] = []
    offered = [sheet.space[id] for id in legal.legal_marks(sheet, game.marks)]
    places = [s for s in offered if set(s.habitats) & set(kinds)]
    if not places and any(sheet.habitats.get(h, ("",))[0] in game.marks for h in kinds):
        open_ = any(i not in game.marks for h in kinds for i in sheet.habitats.get(h, ()))
        places = [] if open_ else [s for s in offered if s.overflow]
    for space in places:
        values: list[Value] = [value]
        if space.overflow:
            values = [True]
        elif sheet.marking.write == "wildlife":
            values = [*dict.fromkeys(cost)]
        elif len(space.habitats) > 1:
            values = [next(h for h in space.habitats if h in kinds)]
        options += [replace(game, marks=game.marks | {space.id: v}) for v in values]
    if not options:
        return replace(game, lost=game.lost + 1)
    return max(options, key=_value) if greedy else rng.choice(options)


def _choose(game: Game, rng: random.Random, greedy: bool) -> Game:
    while True:
        _, found = game.earned()
        choice = next((c for c in found.choices.values() if c.unsaid), None)
        if choice is None:
            return game
        left = [o for o in choice.options if o not in game.picks]
        options = [replace(game, picks=(*game.picks, o)) for o in left]
        options = options or [replace(game, picks=(*game.picks, f"{choice.id}=none"))]
        game = max(options, key=_value) if greedy else rng.choice(options)


def _value(game: Game) -> float:
    """Points, what else was gained, and half of what is begun."""
    filled, found = game.earned()
    value = game.points() - 0.8 * game.lost
    boxes = {b for c in found.choices.values() for b in c.said}
    for id, item in table(game.sheet).items.items():
        if id in found.ids:
            value += _worth(game.sheet, item.offer, points=False)
        elif len(item.needs) > 1:
            have = [n for n in item.needs if n in filled or n in boxes]
            if item.one_kind and len({game.marks.get(n) for n in have}) > 1:
                continue
            value += 0.6 * _worth(game.sheet, item.offer) * (len(have) / len(item.needs)) ** 2
    return value


def _worth(sheet: Sheet, offer: Offer, points: bool = True) -> float:
    def side(gains: Sequence[object]) -> Iterator[float]:
        for g in gains:
            kind, n, of = (getattr(g, name) for name in ("kind", "n", "of"))
            if kind == "points":
                yield float(n) if points else 0.0
            elif kind == "pick":
                pools = sheet.area[of].pools.values()
                yield n * max(_worth(sheet, b.offer) for pool in pools for b in pool) * 0.7
            else:
                yield n * WORTH[kind]

    return max((sum(side(s)) for s in offer.sides), default=0.0)


def row(sheet: Sheet, who: str, cards: int, games: int) -> str:
    """One line about so many games."""
    greedy = who == "greedy"
    played = [play(sheet, random.Random(f"{sheet.ref} {n}"), cards, greedy) for n in range(games)]
    totals = [g.points() for g in played]
    low, middle, high = (quantiles(totals, n=10, method="inclusive")[k] for k in (0, 4, 8))
    counts = " ".join(f"{mean(x):5.1f}" for x in _counts(played))
    return (
        f"{sheet.ref:<10} {who:<7} {cards:>3} {mean(totals):6.1f} {pstdev(totals):5.1f} "
        f"{low:5.0f} {middle:4.0f} {high:4.0f}  {counts}"
    )


def _counts(played: Sequence[Game]) -> Iterator[list[int]]:
    yield [len(g.marks) for g in played]
    yield [g.free for g in played]
    yield [g.lost for g in played]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sheets", nargs="+")
    parser.add_argument("--cards", nargs="+", type=int, default=[10, 12, 14])
    parser.add_argument("--games", type=int, default=40)
    options = parser.parse_args()
    print("sheet      player  cards  mean    sd   10%  50%  90%  marks  free  lost")
    for ref in options.sheets:
        sheet = load_sheet(sheet_file(ref))
        for who in ("random", "greedy"):
            for cards in options.cards:
                print(row(sheet, who, cards, options.games), flush=True)


if __name__ == "__main__":
    main()
