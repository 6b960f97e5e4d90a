"""Legal games played forward at random: marks that may be made, picks that were earned.

The same sheet and seed give the same game. What may be marked is asked of `legal_marks`; what
was earned is asked of the second scorer.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cascadia_print.rules.legal import legal_marks
from cascadia_print.sheet.model import Sheet, Space, row_name
from tests.second_scorer import ANIMALS, TALLY, of_habitat, outlined, score

Value = int | str | bool

ALPHABETS = {
    "en": dict(zip(ANIMALS, "BEFHS", strict=True)),
    "de": dict(zip(ANIMALS, "BHFVL", strict=True)),
}
HABITAT_LETTERS = {
    "mountains": "M",
    "forests": "F",
    "prairies": "P",
    "wetlands": "W",
    "rivers": "R",
}


@dataclass(frozen=True)
class Game:
    """A filled sheet as the rules see it; `marks` in the order in which they were made."""

    sheet: Sheet
    marks: Mapping[str, Value]
    picks: tuple[str, ...] = ()
    tally: Mapping[str, int] | None = None
    language: str = "en"


def play(sheet: Sheet, seed: int) -> Game:
    """One game: short, of usual length, or until nothing can be marked any more."""
    rng = random.Random(f"{sheet.ref} {seed}")
    length = rng.choice((rng.randint(0, 10), rng.randint(10, 50), len(sheet.spaces)))
    greedy = rng.random()
    marks: dict[str, Value] = {}
    while len(marks) < length and (offered := legal_marks(sheet, marks)):
        id = rng.choice(offered)
        if rng.random() < greedy:
            id = max(
                rng.sample(offered, min(4, len(offered))), key=lambda i: _near(sheet, marks, i)
            )
        marks[id] = _value(sheet, sheet.space[id], rng, greedy)
    tally = {word: rng.randint(0, 5) for word in TALLY} if rng.random() < 0.8 else None
    game = Game(sheet, marks, (), tally, rng.choice(("en", "de")))
    return with_picks(game, rng)


def with_picks(game: Game, rng: random.Random) -> Game:
    """The game with every earned choice made, at random; what it leads to is chosen as well."""
    while True:
        earned = score(game.sheet, game.marks, game.picks)
        new: list[str] = []
        for pool, n in sorted(earned.open_pools.items()):
            boxes = [b for b in game.sheet.boxes if b.rpartition(".")[0] == pool]
            left = [b for b in boxes if b not in game.picks and b not in earned.boxes]
            new += rng.sample(left, min(n, len(left))) or [f"{pool}=none"]
        for id, sides in sorted(earned.open_choices.items()):
            new.append(f"{id}={rng.choice(sides)}")
        if not new:
            return game
        game = replace(game, picks=(*game.picks, *new))


def scribble(game: Game, rng: random.Random) -> Game:
    """The game after somebody took away marks and picks at random and put in others."""
    sheet, marks, picks = game.sheet, dict(game.marks), list(game.picks)
    share = rng.choice((0, 0, 0.05, 0.3))
    marks = {id: value for id, value in marks.items() if rng.random() >= share}
    for space in rng.choices(sheet.spaces, k=rng.choice((0, 0, 1, 3, 10))):
        if space.id not in marks and not space.start:
            marks[space.id] = True if space.blank else _value(sheet, space, rng, 0.5)
    for _ in range(rng.choice((0, 0, 1, 2))):
        if picks:
            picks.pop(rng.randrange(len(picks)))
    boxes = [b.id for a in sheet.areas for pool in a.pools.values() for b in pool]
    sides = [f"{b.id}={w}" for b in sheet.bonuses if b.offer.choice for w in b.offer.side_words()]
    for _ in range(rng.choice((0, 0, 0, 1, 2)) if boxes or sides else 0):
        picks.append(rng.choice(boxes + sides))
    return Game(sheet, marks, tuple(dict.fromkeys(picks)), None, game.language)


def _near(sheet: Sheet, marks: Mapping[str, Value], id: str) -> int:
    """How much of the sets that `id` belongs to is filled, so that games earn something."""
    return max(
        (sum(n in marks for n in b.needs) for b in sheet.bonuses if id in b.needs), default=0
    )


def _value(sheet: Sheet, space: Space, rng: random.Random, greedy: float) -> Value:
    if sheet.marking.write == "number" and not space.overflow:
        return rng.randint(*sheet.marking.numbers)
    if sheet.marking.write == "wildlife" and not space.overflow:
        # One animal for a region, most of the time, else no region would be of one kind.
        usual = ANIMALS[int(space.region or 0) % 5] if rng.random() < greedy else ""
        return usual or rng.choice(ANIMALS)
    return rng.choice((True, *space.habitats)) if len(space.habitats) > 1 else True


# -- as a player's file -------------------------------------------------------------------------


def filled(game: Game, form: str = "spaces") -> dict[str, Any]:
    """The game as the data of a filled sheet, its marks as `spaces`, `map`, `rows` or `columns`.

    Marks that a form cannot hold stand in `rows` (an overflow row) or `spaces`.
    """
    data: dict[str, Any] = {
        "format": "cascadia-print/filled-sheet",
        "version": 1,
        "sheet": game.sheet.ref,
        "picks": list(game.picks),
    }
    if game.sheet.marking.write == "wildlife":
        data["language"] = game.language
    if game.tally is not None:
        data["tally"] = dict(game.tally)
    return data | FORMS[form](game)


def written(game: Game, id: str) -> Value:
    """A mark as the player writes it: animals in the letters of his language."""
    return ALPHABETS[game.language].get(game.marks[id], game.marks[id])  # type: ignore[arg-type]


def _spaces(game: Game) -> dict[str, Any]:
    return {"spaces": {id: written(game, id) for id in game.marks}}


def _map(game: Game) -> dict[str, Any]:
    lines: dict[str, str] = {}
    for s in game.sheet.spaces:
        if "." not in s.id:
            mark = written(game, s.id) if s.id in game.marks else "."
            char = "x" if mark is True else HABITAT_LETTERS.get(str(mark), str(mark))
            lines[row_name(s)] = lines.get(row_name(s), "") + char
    aside = [id for id in game.marks if "." in id]
    return {"map": list(lines.values())} | ({"rows": {"overflow": len(aside)}} if aside else {})


def _rows(game: Game) -> dict[str, Any]:
    """Rows that hold outlines from the left only are counted, the rest is listed."""
    counts: dict[str, int] = {}
    for name, ids in game.sheet.rows.items():
        outlines = [game.marks.get(id) is True for id in ids]  # `is`: a written 1 equals True
        n = sum(id in game.marks for id in ids)
        if n and all(outlines[:n]):
            counts[name] = n
    counted = {id for name in counts for id in game.sheet.rows[name]}
    spaces = {id: written(game, id) for id in game.marks if id not in counted}
    return {"rows": counts, "spaces": spaces}


def _columns(game: Game) -> dict[str, Any]:
    columns: dict[int, list[str]] = {}
    for s in game.sheet.spaces:
        if "." not in s.id:
            columns.setdefault(s.col, []).append(s.id)
    return {
        "columns": {
            str(n): [written(game, id) if id in game.marks else None for id in columns[col]]
            for n, col in enumerate(sorted(columns), 1)
        }
    }


FORMS = {"spaces": _spaces, "map": _map, "rows": _rows, "columns": _columns}


# -- in rounds ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """A game as it was played, card by card, with a complete record of what was taken."""

    game: Game
    taken: tuple[str, ...]
    cards: int

    def data(self) -> dict[str, Any]:
        """The file of the player."""
        return filled(self.game) | {"taken": list(self.taken)}


def play_rounds(
    sheet: Sheet, seed: int, rounds: int = 20, largest: int = 5, skips: bool = True
) -> Table:
    """A game by its rounds: a card, its marks, what they earn, free hexagons placed at once."""
    return _Rounds(sheet, random.Random(f"rounds {sheet.ref} {seed}"), largest).play(rounds, skips)


class _Rounds:
    def __init__(self, sheet: Sheet, rng: random.Random, largest: int) -> None:
        self.sheet, self.rng, self.largest = sheet, rng, largest
        self.marks: dict[str, Value] = {}
        self.picks: list[str] = []
        self.taken: list[str] = []
        self.seen: set[str] = set()
        self.left: set[str] = set()
        self.cards = 0
        self.plans = rng.random()
        self.takes = rng.choice((0.5, 0.9, 1, 1))

    def play(self, rounds: int, skips: bool) -> Table:
        active = self.rng.choice((0.3, 0.7, 1)) if skips else 1
        for _ in range(rounds):
            if self.rng.random() < active:
                before = len(self.marks)
                self.card(self.rng.choice(list(self.sheet.habitats)))
                self.cards += len(self.marks) > before
                self.bonuses()
        game = Game(self.sheet, dict(self.marks), tuple(self.picks), None, "en")
        return Table(game, tuple(self.taken), self.cards)

    def card(self, habitat: str) -> None:
        number = self.rng.randint(1, self.largest)
        if self.sheet.marking.write == "number":
            ids = self.offered(habitat)
            if ids:
                self.marks[ids[0]] = number
            return
        for _ in range(number):
            if not self.mark(habitat, True):
                return

    def offered(self, habitat: str) -> list[str]:
        legal = legal_marks(self.sheet, self.marks)
        return [i for i in legal if habitat in self.sheet.space[i].habitats]

    def mark(self, habitat: str, spills: bool) -> bool:
        """One more hexagon of a habitat, else of the overflow row if that is complete."""
        ids = self.offered(habitat)
        if ids:
            id = self.rng.choice(ids)
            if self.rng.random() < self.plans:
                some = self.rng.sample(ids, min(4, len(ids)))
                id = max(some, key=lambda i: _near(self.sheet, self.marks, i))
            value = _value(self.sheet, self.sheet.space[id], self.rng, self.plans)
            split = len(self.sheet.space[id].habitats) > 1
            self.marks[id] = habitat if split and value is not True else value
            return True
        filled = outlined(self.sheet, self.marks)
        complete = of_habitat(self.sheet, habitat) <= filled
        row = [s.id for s in self.sheet.spaces if s.overflow and s.id not in self.marks]
        if complete and spills and row:
            self.marks[row[0]] = True
            return True
        return False

    def bonuses(self) -> None:
        while True:
            earned = score(self.sheet, self.marks, self.picks, halfway=True)
            new = [id for id in earned.earned if id not in self.seen]
            self.seen.update(new)
            for pool, n in earned.open_pools.items():
                boxes = [b for b in self.sheet.boxes if b.rpartition(".")[0] == pool]
                free = [b for b in boxes if b not in self.picks and b not in earned.boxes]
                for box in self.rng.sample(free, min(n - (pool in self.left), len(free))):
                    if self.rng.random() < self.takes:
                        self.picks.append(box)
                        new.append(box)
            for id, sides in earned.open_choices.items():
                if id in new and self.rng.random() < self.takes:
                    self.picks.append(f"{id}={self.rng.choice(sides)}")
            if not new:
                return
            for id in new:
                self.take(id)

    def take(self, id: str) -> None:
        places = {**self.sheet.space, **self.sheet.boxes, **self.sheet.bonus}
        offer = places[id].offer
        said = [p.partition("=")[2] for p in self.picks if p.startswith(f"{id}=")]
        if offer.choice and not said:
            return
        side = offer.sides[offer.side_words().index(said[0])] if said else offer.sides[0]
        picked = id in self.picks or said
        if id in self.taken or not (picked or self.rng.random() < self.takes):
            return
        self.taken.append(id)
        self.seen.add(id)
        for gain in side:
            for _ in range(gain.n if gain.kind == "hex" else 0):
                self.free(gain.of)

    def free(self, of: str) -> None:
        habitats = list(self.sheet.habitats) if of == "any" else [of]
        ready = [h for h in habitats if self.offered(h)]
        spills = self.sheet.marking.order == "right"
        self.mark(self.rng.choice(ready or habitats), spills)
