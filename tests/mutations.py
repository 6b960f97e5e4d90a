"""Faults put into legal games, one class a function: what a player gets wrong.

A mutation gets a legal game and a random generator and returns a `Mutant`, or None where it
cannot be applied (no diamond on the sheet, no full row in the game, ...).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from cascadia_print.sheet.model import Sheet, row_name
from tests.play import Game, Value, filled, with_picks
from tests.second_scorer import (
    TALLY,
    Score,
    is_reachable,
    may_be_marked,
    needs,
    of_habitat,
    on_map,
    outlined,
    reachable_part,
    score,
    touching,
)

Lines = dict[str, int | None]

ANY_MISSED = ("any",)
"""Whatever is missed is not what a mutant is about."""


@dataclass(frozen=True)
class Mutant:
    """A changed file and what is expected of it.

    `first`: the first finding, as "kind rule place"; "" for a change that breaks nothing.
    `legal`: the lines as legal, where they are known. `old`: the lines of the game, which lie
    between as legal and up to. `only`: no other finding is there. `missed`: what is missed.
    """

    data: dict[str, Any]
    first: str
    legal: Lines | None = None
    old: Lines | None = None
    only: bool = True
    missed: tuple[str, ...] = ()


Mutation = Callable[[Game, random.Random], Mutant | None]
MUTATIONS: dict[str, Mutation] = {}


def mutation(function: Mutation) -> Mutation:
    MUTATIONS[function.__name__.replace("_", "-")] = function
    return function


# -- tools --------------------------------------------------------------------------------------


def rule(sheet: Sheet, key: str) -> str:
    """The rule that the sheet cites for a check, else the generic one."""
    return sheet.rules.get(key, f"S-{key}")


def scored(game: Game) -> Score:
    return score(game.sheet, game.marks, game.picks, game.tally)


def with_mark(game: Game, id: str, value: Value | None = None) -> Game:
    usual: dict[str, Value] = {"number": 3, "wildlife": "fox", "outline": True}
    if value is None:
        value = True if game.sheet.space[id].overflow else usual[game.sheet.marking.write]
    return replace(game, marks={**game.marks, id: value})


def without(game: Game, *ids: str) -> Game:
    return replace(game, marks={i: v for i, v in game.marks.items() if i not in ids})


def added(game: Game, id: str, key: str) -> Mutant:
    """One mark more that was not allowed: nothing else changes in what is legal."""
    first = f"illegal {rule(game.sheet, key)} {id}"
    return Mutant(filled(with_mark(game, id)), first, legal=scored(game).lines)


def pick_one(rng: random.Random, choices: Iterable[str]) -> str | None:
    ordered = sorted(choices)
    return rng.choice(ordered) if ordered else None


def complete(game: Game) -> bool:
    """Whether some habitat is complete, so that the overflow row is open."""
    ink = outlined(game.sheet, game.marks)
    return any(of_habitat(game.sheet, h) <= ink for h in game.sheet.habitats)


def overflow(game: Game) -> tuple[str, ...]:
    return tuple(s.id for s in game.sheet.spaces if s.overflow)


def unreached(sheet: Sheet, marks: Iterable[str]) -> list[str]:
    """The marks that cannot have been made, in printed order."""
    made = outlined(sheet, reachable_part(sheet, marks))
    return [id for id in sheet.space if id in set(marks) - made]


# -- marks: order -------------------------------------------------------------------------------


@mutation
def gap(game: Game, rng: random.Random) -> Mutant | None:
    """A mark is missing between others of its column or row."""
    if game.sheet.marking.order not in ("down", "right"):
        return None
    holes = [id for id in game.marks if len(unreached(game.sheet, without(game, id).marks)) > 0]
    hole = pick_one(rng, (i for i in holes if not game.sheet.space[i].overflow))
    if hole is None:
        return None
    left = without(game, hole)
    place = unreached(game.sheet, left.marks)[0]
    if game.sheet.space[place].overflow:
        return None
    return Mutant(filled(left), f"illegal {rule(game.sheet, 'order')} {place}", only=False)


@mutation
def mark_beyond_a_gap(game: Game, rng: random.Random) -> Mutant | None:
    """A mark stands one place too far down or to the right."""
    sheet = game.sheet
    if sheet.marking.order not in ("down", "right"):
        return None
    open_ = [s.id for s in sheet.spaces if s.id not in game.marks and not s.overflow]
    id = pick_one(rng, (i for i in open_ if not may_be_marked(sheet, game.marks, i)))
    return id and added(game, id, "order")


@mutation
def isolated_hexagon(game: Game, rng: random.Random) -> Mutant | None:
    """A hexagon that touches nothing outlined."""
    sheet = game.sheet
    if sheet.marking.order != "touching":
        return None
    ink, around = outlined(sheet, game.marks), touching(sheet)
    far = {s.id for s in on_map(sheet) if s.habitats and not around[s.id] & ink} - ink
    id = pick_one(rng, far)
    return id and added(game, id, "order")


@mutation
def isolated_pair(game: Game, rng: random.Random) -> Mutant | None:
    """Two hexagons that touch each other and nothing else: one part, named by its first place."""
    sheet = game.sheet
    if sheet.marking.order != "touching":
        return None
    ink, around = outlined(sheet, game.marks), touching(sheet)
    far = {s.id for s in on_map(sheet) if s.habitats and not around[s.id] & ink} - ink
    pairs = {f"{a} {b}" for a in far for b in far & around[a]}
    found = pick_one(rng, pairs)
    if found is None:
        return None
    pair = sorted(found.split(), key=list(sheet.space).index)
    data = filled(with_mark(with_mark(game, pair[0]), pair[1]))
    first = f"illegal {rule(sheet, 'order')} {pair[0]}"
    return Mutant(data, first, legal=scored(game).lines)


@mutation
def part_cut_off(game: Game, rng: random.Random) -> Mutant | None:
    """The only link between a part of the map and the start is missing."""
    sheet = game.sheet
    if sheet.marking.order != "touching":
        return None
    links = [id for id in game.marks if unreached(sheet, without(game, id).marks)]
    link = pick_one(rng, links)
    if link is None:
        return None
    place = unreached(sheet, without(game, link).marks)[0]
    key = "overflow" if sheet.space[place].overflow else "order"
    first = f"illegal {rule(sheet, key)} {place}"
    return Mutant(filled(without(game, link)), first, only=False)


@mutation
def blank_hexagon(game: Game, rng: random.Random) -> Mutant | None:
    """A hexagon without habitat is outlined before its neighbours are."""
    ink = outlined(game.sheet, game.marks)
    id = pick_one(rng, (s.id for s in game.sheet.spaces if s.blank and s.id not in ink))
    return id and added(game, id, "blank")


@mutation
def closed_hexagon_marked(game: Game, rng: random.Random) -> Mutant | None:
    """Whoever writes down what is closed in breaks nothing."""
    closed = outlined(game.sheet, game.marks) - set(game.marks)
    id = pick_one(rng, (i for i in closed if not game.sheet.space[i].start))
    return id and Mutant(filled(with_mark(game, id)), "", legal=scored(game).lines)


@mutation
def overflow_without_a_complete_habitat(game: Game, rng: random.Random) -> Mutant | None:
    row = overflow(game)
    return added(game, row[0], "overflow") if row and not complete(game) else None


@mutation
def gap_in_overflow(game: Game, rng: random.Random) -> Mutant | None:
    left = [id for id in overflow(game) if id not in game.marks][1:]
    id = pick_one(rng, left)
    return added(game, id, "overflow") if id and complete(game) else None


@mutation
def some_marks_missing(game: Game, rng: random.Random) -> Mutant | None:
    """A third of the marks is missing: what is left is judged, or proved to be legal."""
    sheet = game.sheet
    ids = [id for id in game.marks if rng.random() < 0.33]
    left = replace(without(game, *ids), picks=())
    made = {i: left.marks[i] for i in game.marks if i in reachable_part(sheet, left.marks)}
    broken = unreached(sheet, left.marks)
    kept = replace(left, marks=made)
    if not broken:
        assert is_reachable(sheet, left.marks)
        witness = with_picks(kept, rng)
        return Mutant(filled(witness), "", legal=scored(witness).lines)
    key = "overflow" if sheet.space[broken[0]].overflow else "order"
    first = f"illegal {rule(sheet, key)} {broken[0]}"
    return Mutant(filled(left), first, legal=scored(kept).lines, only=False)


# -- marks: values ------------------------------------------------------------------------------


def _impossible(game: Game, rng: random.Random, value: object, cited: str) -> Mutant | None:
    """Another value in one filled space: it stays filled and counts 0."""
    id = pick_one(rng, (i for i in game.marks if not game.sheet.space[i].overflow))
    if id is None:
        return None
    data = filled(game)
    data["spaces"][id] = value
    return Mutant(data, f"illegal {cited} {id}", legal=scored(with_mark(game, id, 0)).lines)


def _impossible_number(value: object, key: str = "") -> Mutation:
    def change(game: Game, rng: random.Random) -> Mutant | None:
        if game.sheet.marking.write != "number":
            return None
        return _impossible(game, rng, value, key or rule(game.sheet, "value"))

    return change


MUTATIONS["number-zero"] = _impossible_number(0)
MUTATIONS["number-seven"] = _impossible_number(7)
MUTATIONS["number-below-zero"] = _impossible_number(-1)
MUTATIONS["number-with-a-fraction"] = _impossible_number(2.5, "IN-value")
MUTATIONS["number-as-text"] = _impossible_number("three", "IN-value")
MUTATIONS["true-for-a-number"] = _impossible_number(True, "IN-value")


@mutation
def letter_of_no_animal(game: Game, rng: random.Random) -> Mutant | None:
    if game.sheet.marking.write != "wildlife":
        return None
    return _impossible(game, rng, "X", rule(game.sheet, "value"))


@mutation
def letter_of_the_other_alphabet(game: Game, rng: random.Random) -> Mutant | None:
    if game.sheet.marking.write != "wildlife":
        return None
    other = "V" if game.language == "en" else "E"
    return _impossible(game, rng, other, rule(game.sheet, "value"))


@mutation
def number_for_an_outline(game: Game, rng: random.Random) -> Mutant | None:
    if game.sheet.marking.write != "outline":
        return None
    mutant = _impossible(game, rng, 1, "IN-value")
    return mutant and replace(mutant, legal=scored(game).lines)


@mutation
def split_hexagon_for_a_third_habitat(game: Game, rng: random.Random) -> Mutant | None:
    split = [s for s in game.sheet.spaces if len(s.habitats) > 1 and s.id in game.marks]
    if not split:
        return None
    space = rng.choice(split)
    data = filled(game)
    data["spaces"][space.id] = next(h for h in game.sheet.habitats if h not in space.habitats)
    first = f"illegal {rule(game.sheet, 'value')} {space.id}"
    return Mutant(data, first, legal=scored(game).lines)


@mutation
def open_hexagons_said(game: Game, rng: random.Random) -> Mutant | None:
    """`false` and null say that a hexagon is open; that breaks nothing."""
    data = filled(game)
    for s in game.sheet.spaces:
        if s.id not in game.marks and not s.start:
            data["spaces"][s.id] = rng.choice((False, None))
    return Mutant(data, "", legal=scored(game).lines)


# -- marks: entries -----------------------------------------------------------------------------


@mutation
def fifth_number_in_a_column(game: Game, rng: random.Random) -> Mutant | None:
    """A card whose habitat's column is full."""
    sheet = game.sheet
    if sheet.marking.order != "down" or sheet.stagger != "none":
        return None
    full = [h for h in sheet.habitats if of_habitat(sheet, h) <= set(game.marks)]
    habitat = pick_one(rng, full)
    if habitat is None or len({sheet.space[i].col for i in of_habitat(sheet, habitat)}) > 1:
        return None  # a habitat with several columns has no column of its name
    numbers = [game.marks[id] for id in sheet.habitats[habitat]]
    data = {**filled(game), "columns": {habitat: [*numbers, 3]}}
    return Mutant(data, f"illegal {rule(sheet, 'count')} {habitat}", legal=scored(game).lines)


@mutation
def row_of_the_map_too_long(game: Game, rng: random.Random) -> Mutant | None:
    data = filled(game, "map")
    if "map" not in data:
        return None
    row = rng.randrange(len(data["map"]))
    data["map"][row] += "."
    name = list(dict.fromkeys(row_name(s) for s in on_map(game.sheet)))[row]
    return Mutant(data, f"illegal IN-row {name}", legal=scored(game).lines)


@mutation
def count_past_the_end(game: Game, rng: random.Random) -> Mutant | None:
    """More outlined spaces are counted in the full overflow row than it has."""
    row = overflow(game)
    if not row or not set(row) <= set(game.marks):
        return None
    data = filled(without(game, *row))
    data["rows"] = {"overflow": len(row) + 1}
    return Mutant(data, "illegal IN-row overflow", legal=scored(game).lines)


@mutation
def unknown_space(game: Game, rng: random.Random) -> Mutant | None:
    data = filled(game)
    data["spaces"]["z9"] = 3
    return Mutant(data, "illegal IN-space z9", legal=scored(game).lines)


@mutation
def space_of_another_sheet(game: Game, rng: random.Random) -> Mutant | None:
    """i7 is a hexagon of sheet C, a12 one of sheet B."""
    id = next(i for i in ("i7", "a12") if i not in game.sheet.space)
    data = filled(game)
    data["spaces"][id] = True
    return Mutant(data, f"illegal IN-space {id}", legal=scored(game).lines)


@mutation
def said_twice(game: Game, rng: random.Random) -> Mutant | None:
    """The map says that a space is filled, the list of spaces that it is open."""
    id = pick_one(rng, (i for i in game.marks if "." not in i))
    if id is None:
        return None
    data = {**filled(game, "map"), "spaces": {id: False}}
    return Mutant(data, f"illegal IN-conflict {id}", legal=scored(game).lines)


@mutation
def said_twice_alike(game: Game, rng: random.Random) -> Mutant | None:
    """The same said in two forms breaks nothing."""
    return Mutant({**filled(game, "map"), **filled(game)}, "", legal=scored(game).lines)


@mutation
def keys_in_another_order(game: Game, rng: random.Random) -> Mutant | None:
    data = {**filled(game, "map"), **filled(game)}
    turned = {k: dict(reversed(v.items())) if isinstance(v, dict) else v for k, v in data.items()}
    return Mutant(dict(reversed(turned.items())), "", legal=scored(game).lines)


# -- what was taken -----------------------------------------------------------------------------

RECORDED = ("points", "animal", "wild", "nature", "hex")
"""What is circled or crossed off where it is earned; for an icon of a lane the box is."""


def taken(game: Game) -> list[str]:
    """Everything earned, as the complete record of what was circled or crossed off."""
    return list(scored(game).earned)


def offers(sheet: Sheet) -> dict[str, tuple[str, str]]:
    """What can be circled or crossed off: id -> what kind of place it is, and its rule."""
    found: dict[str, tuple[str, Any, str]] = {}
    for s in sheet.spaces:
        cited = sheet.rules.get("icon", "S-icon")
        if s.overflow:
            cited = sheet.rules.get("overflow-bonus", cited)
        found[s.id] = ("overflow" if s.overflow else "icon", s.offer, cited)
    for box in sheet.boxes.values():
        kind = "box" if sheet.area[box.area].kind == "lanes" else "pool"
        found[box.id] = (kind, box.offer, sheet.area[box.area].rule)
    for bonus in sheet.bonuses:
        found[bonus.id] = (bonus.shape, bonus.offer, bonus.rule)
    return {
        id: (kind, cited)
        for id, (kind, offer, cited) in found.items()
        if kind == "pool" or any(g.kind in RECORDED for side in offer.sides for g in side)
    }


def _unearned(kind: str, lack: int | None = None) -> Mutation:
    """One place of a kind too many is circled; `lack`: how many of its spaces are open."""

    def change(game: Game, rng: random.Random) -> Mutant | None:
        sheet, second = game.sheet, scored(game)
        ink = outlined(sheet, game.marks)
        ids = {id for id, (k, _) in offers(sheet).items() if k == kind} - set(second.earned)
        if lack is not None:
            ids = {id for id in ids if len(needs(sheet, sheet.bonus[id]) - ink) == lack}
        id = pick_one(rng, ids)
        if id is None:
            return None
        data = {**filled(game), "taken": [*taken(game), id]}
        return Mutant(data, f"illegal {offers(sheet)[id][1]} {id}", legal=second.lines)

    return change


for _kind in ("row", "column", "diamond", "edge", "habitat", "region"):
    MUTATIONS[f"{_kind}-bonus-with-one-open"] = _unearned(_kind, lack=1)
for _kind in ("area-row", "area-lane", "icon", "overflow", "box"):
    MUTATIONS[f"{_kind}-without-right"] = _unearned(_kind)


@mutation
def same_wildlife_with_one_stranger(game: Game, rng: random.Random) -> Mutant | None:
    """One animal of a region of one kind is another, but its box stays crossed off."""
    sheet, second = game.sheet, scored(game)
    lanes = [
        b
        for b in sheet.bonuses
        if b.one_kind and any(g.kind == "same" for side in b.offer.sides for g in side)
    ]
    done = [b for b in lanes if needs(sheet, b) <= set(game.marks)]
    rng.shuffle(done)
    for bonus in done:
        ids = sorted(needs(sheet, bonus))
        kinds = {game.marks[id] for id in ids}
        if len(kinds) > 1:
            continue
        (kind,) = kinds
        stranger = "bear" if kind != "bear" else "elk"
        changed = with_mark(game, rng.choice(ids), stranger)
        lost = set(second.earned) - set(scored(changed).earned)
        boxes = [id for id in sheet.boxes if id in lost and f".{kind}." in id]
        if len(lost) == len(boxes) == 1:
            record = [id for id in taken(changed)] + boxes
            first = f"illegal {offers(sheet)[boxes[0]][1]} {boxes[0]}"
            return Mutant({**filled(changed), "taken": record}, first, legal=scored(changed).lines)
    return None


@mutation
def bonus_twice(game: Game, rng: random.Random) -> Mutant | None:
    id = pick_one(rng, taken(game))
    if id is None:
        return None
    first = f"illegal {offers(game.sheet)[id][1]} {id}"
    return Mutant({**filled(game), "taken": [*taken(game), id]}, first, legal=scored(game).lines)


@mutation
def bonus_that_is_not_printed(game: Game, rng: random.Random) -> Mutant | None:
    data = {**filled(game), "taken": [*taken(game), "row-99"]}
    return Mutant(data, "illegal IN-taken row-99", legal=scored(game).lines)


@mutation
def bonus_left(game: Game, rng: random.Random) -> Mutant | None:
    """Something earned is not circled: missed, and nothing is broken."""
    second = scored(game)
    id = pick_one(rng, second.earned)
    if id is None:
        return None
    data = {**filled(game), "taken": [i for i in taken(game) if i != id]}
    missed = f"{offers(game.sheet)[id][1]} {id} {second.earned[id]}"
    return Mutant(data, "", missed=(missed,))


@mutation
def everything_circled(game: Game, rng: random.Random) -> Mutant | None:
    return Mutant({**filled(game), "taken": taken(game)}, "", legal=scored(game).lines)


# -- picks --------------------------------------------------------------------------------------


def pools(sheet: Sheet) -> dict[str, tuple[list[str], str]]:
    """Pool as printed -> its boxes and the rule of its area."""
    found: dict[str, tuple[list[str], str]] = {}
    for area in sheet.areas:
        for boxes in area.pools.values():
            for box in boxes:
                name = box.id.rpartition(".")[0]
                found.setdefault(name, ([], area.rule))[0].append(box.id)
    return found


def _pick_too_many(least: int, most: int) -> Mutation:
    """One box more than earned is picked from a pool that gave `least` to `most` picks."""

    def change(game: Game, rng: random.Random) -> Mutant | None:
        for pool, (boxes, cited) in sorted(pools(game.sheet).items()):
            n = len(set(boxes) & set(game.picks))
            box = pick_one(rng, set(boxes) - set(game.picks))
            refused = f"{pool}=none" in game.picks
            if least <= n <= most and box and not refused:
                data = filled(replace(game, picks=(*game.picks, box)))
                first = f"illegal {cited} {pool}"
                return Mutant(data, first, old=scored(game).lines, only=False)
        return None

    return change


MUTATIONS["pick-without-right"] = _pick_too_many(0, 0)
MUTATIONS["pick-too-many"] = _pick_too_many(1, 99)
MUTATIONS["third-pick"] = _pick_too_many(2, 2)


@mutation
def pick_twice(game: Game, rng: random.Random) -> Mutant | None:
    box = pick_one(rng, (p for p in game.picks if "=" not in p))
    if box is None:
        return None
    data = filled(replace(game, picks=(*game.picks, box)))
    cited = pools(game.sheet)[box.rpartition(".")[0]][1]
    return Mutant(data, f"illegal {cited} {box}", legal=scored(game).lines)


@mutation
def pick_of_no_box(game: Game, rng: random.Random) -> Mutant | None:
    data = filled(replace(game, picks=(*game.picks, "sun.99")))
    return Mutant(data, "illegal IN-pick sun.99", legal=scored(game).lines)


@mutation
def both_sides_of_a_choice(game: Game, rng: random.Random) -> Mutant | None:
    said = pick_one(rng, (p for p in game.picks if "=" in p and not p.endswith("=none")))
    if said is None:
        return None
    id = said.partition("=")[0]
    places = {**game.sheet.space, **game.sheet.bonus, **game.sheet.boxes}
    sides = [f"{id}={word}" for word in places[id].offer.side_words()]
    data = filled(replace(game, picks=(*game.picks, *(s for s in sides if s != said))))
    first = f"illegal {offers(game.sheet)[id][1]} {id}"
    return Mutant(data, first, old=scored(game).lines)


@mutation
def choice_without_right(game: Game, rng: random.Random) -> Mutant | None:
    second = scored(game)
    choices = [b for b in game.sheet.bonuses if b.offer.choice and b.id not in second.earned]
    if not choices:
        return None
    bonus = rng.choice(choices)
    pick = f"{bonus.id}={rng.choice(bonus.offer.side_words())}"
    data = filled(replace(game, picks=(*game.picks, pick)))
    return Mutant(data, f"illegal {bonus.rule} {bonus.id}", legal=second.lines)


@mutation
def pick_not_said(game: Game, rng: random.Random) -> Mutant | None:
    """One pick is missing: cannot tell if a line depends on it, else nothing is open."""
    pick = pick_one(rng, (p for p in game.picks if not p.endswith("=none")))
    if pick is None:
        return None
    changed = replace(game, picks=tuple(p for p in game.picks if p != pick))
    data, place = filled(changed), pick.partition("=")[0]
    if "=" in pick:
        first = f"cannot-tell {offers(game.sheet)[place][1]} {place}"
        return Mutant(data, first, old=scored(game).lines)
    pool = pick.rpartition(".")[0]
    boxes, cited = pools(game.sheet)[pool]
    left = [game.sheet.boxes[b].offer.sides[0] for b in boxes if b not in changed.picks]
    if any(g.kind in ("lane", "pick") for side in left for g in side):
        return None
    worth = sorted(sum(g.n for g in side if g.kind == "points") for side in left)
    matters = worth[0] != worth[-1]
    return Mutant(data, f"cannot-tell {cited} {pool}" if matters else "", old=scored(game).lines)


# -- the counts of a game -----------------------------------------------------------------------

BEGINNERS = [1, 2, 3, 4]
"""Completion Cards without 5 and 7."""


def _low(game: Game) -> Game:
    """The game without a 6."""
    marks = {i: 5 if type(v) is int and v > 5 else v for i, v in game.marks.items()}
    return replace(game, marks=marks)


def _six(cited: str, **said: object) -> Mutation:
    """A number is a 6 where no card in play can be that high."""

    def change(game: Game, rng: random.Random) -> Mutant | None:
        if game.sheet.marking.numbers != (1, 6) or game.sheet.marking.write != "number":
            return None
        id = pick_one(rng, game.marks)
        if id is None:
            return None
        high = with_mark(_low(game), id, 6)
        first = f"illegal {cited} {id}"
        return Mutant(filled(high) | said, first, legal=scored(with_mark(high, id, 0)).lines)

    return change


MUTATIONS["six-in-family-mode"] = _six("RH-14", variant=["family"])
MUTATIONS["six-without-completion-card-5"] = _six("RH-10", completion_cards=BEGINNERS)


def _too_many(cited: str, **said: object) -> Mutation:
    """More than ten cards are needed for what stands there, whatever free hexagons did."""

    def change(game: Game, rng: random.Random) -> Mutant | None:
        sheet, low = game.sheet, _low(game)
        places = (*sheet.spaces, *sheet.bonuses, *sheet.boxes.values())
        sides = [side for place in places for side in place.offer.sides]
        free = sum(g.n for side in sides for g in side if g.kind == "hex")
        each = 1 if sheet.marking.write == "number" else 5
        ink = outlined(sheet, low.marks)
        closed = sum(near <= ink for near in touching(sheet).values() if sheet.marking.closes)
        if (len(low.marks) - free - closed) / each <= 10:
            return None
        return Mutant(filled(low) | said, f"illegal {cited} ", legal=scored(low).lines)

    return change


MUTATIONS["too-many-cards-for-ten-rounds"] = _too_many(
    "RH-2", variant=["learning"], completion_cards=BEGINNERS
)


@mutation
def two_cards_a_round_in_family_mode(game: Game, rng: random.Random) -> Mutant | None:
    """11 to 19 numbers in 10 rounds; more would be too many in any game."""
    if game.sheet.marking.write != "number" or len(game.marks) > 19:
        return None
    return _too_many("RH-14", variant=["learning", "family"])(game, rng)


@mutation
def free_hexagon_without_a_mark(game: Game, rng: random.Random) -> Mutant | None:
    """A free hexagon is crossed off, but no hexagon of its habitat is outlined."""
    sheet = game.sheet
    if sheet.marking.order != "right":
        return None
    gains = [(s.id, g.of) for s in sheet.spaces for side in s.offer.sides for g in side]
    free = [(id, of) for id, of in gains if of in sheet.habitats and id in game.marks]
    for id, habitat in rng.sample(free, len(free)):
        gone = {*sheet.habitats[habitat], *overflow(game)}
        less = with_picks(replace(without(game, *gone), picks=()), rng)
        if id in less.marks:
            data = filled(less) | {"taken": [id], "variant": ["abundance"]}
            return Mutant(data, f"illegal {rule(sheet, 'free')} {id}", missed=ANY_MISSED)
    return None


@mutation
def usual_game_declared(game: Game, rng: random.Random) -> Mutant | None:
    """Completion Cards named and 20 rounds: every legal picture without a 6 has an order."""
    low = _low(game)
    data = filled(low) | {"completion_cards": BEGINNERS}
    return Mutant(data, "", legal=scored(low).lines)


# -- what is written as score -------------------------------------------------------------------


def claimed(game: Game) -> tuple[dict[str, Any], dict[str, int]] | None:
    """The file with every subtotal and the total rightly written; None without a tally."""
    second = scored(game)
    if second.total is None:
        return None
    claims = {id: n for id, n in second.lines.items() if n is not None} | {"total": second.total}
    return {**filled(game), "claims": claims}, dict(claims)


def _claim(
    change: Callable[[Game, dict[str, int], random.Random], str | None], alone: bool = True
) -> Mutation:
    """`change` alters the written numbers in place and says where the first fault is."""

    def mutate(game: Game, rng: random.Random) -> Mutant | None:
        found = claimed(game)
        if found is None:
            return None
        data, claims = found
        place = change(game, claims, rng)
        if place is None:
            return None
        rules = {line.id: line.rule for line in game.sheet.lines}
        cited = rules.get(place, game.sheet.lines[0].rule)
        first = f"claim {cited} {place}" if place else ""
        return Mutant({**data, "claims": claims}, first, legal=scored(game).lines, only=alone)

    return mutate


def claim(function: Callable[[Game, dict[str, int], random.Random], str | None]) -> None:
    name = function.__name__.replace("_", "-")
    MUTATIONS[name] = _claim(function, alone=name != "subtotal-wrong-and-total-right")


@claim
def score_right(game: Game, claims: dict[str, int], rng: random.Random) -> str | None:
    return ""


@claim
def subtotal_wrong_and_total_with_it(
    game: Game, claims: dict[str, int], rng: random.Random
) -> str | None:
    line = rng.choice([line.id for line in game.sheet.lines])
    off = rng.choice((1, 2, 5))
    claims[line] += off
    claims["total"] += off
    return line


@claim
def subtotal_wrong_and_total_right(
    game: Game, claims: dict[str, int], rng: random.Random
) -> str | None:
    first, second = sorted(rng.sample(range(len(game.sheet.lines)), 2))
    claims[game.sheet.lines[first].id] += 7
    claims[game.sheet.lines[second].id] -= 7
    return None if claims[game.sheet.lines[second].id] < 0 else game.sheet.lines[first].id


@claim
def subtotals_in_each_others_places(
    game: Game, claims: dict[str, int], rng: random.Random
) -> str | None:
    first, second = sorted(rng.sample(range(len(game.sheet.lines)), 2))
    a, b = game.sheet.lines[first].id, game.sheet.lines[second].id
    claims[a], claims[b] = claims[b], claims[a]
    return a if claims[a] != claims[b] else None


@claim
def total_wrong(game: Game, claims: dict[str, int], rng: random.Random) -> str | None:
    claims["total"] += rng.choice((-1, 1, 10))
    return "total" if claims["total"] >= 0 else None


def leftovers_written(per: Callable[[dict[str, int], int], int]) -> Mutation:
    """The leftovers are reckoned wrongly by `per`, and the total follows."""

    def change(game: Game, claims: dict[str, int], rng: random.Random) -> str | None:
        tally = dict(game.tally or {})
        n = next(t.n for line in game.sheet.lines for t in line.terms if t.kind == "leftovers")
        wrong = per(tally, n)
        if wrong == claims["leftovers"]:
            return None
        claims["total"] += wrong - claims["leftovers"]
        claims["leftovers"] = wrong
        return "leftovers"

    return _claim(change)


MUTATIONS["leftovers-rounded-up"] = leftovers_written(lambda t, n: -(-sum(t.values()) // n))
MUTATIONS["leftovers-by-kind"] = leftovers_written(lambda t, n: sum(v // n for v in t.values()))
MUTATIONS["leftovers-without-tokens"] = leftovers_written(
    lambda t, n: (sum(t.values()) - t["nature"]) // n
)


@mutation
def leftovers_forgotten_in_the_total(game: Game, rng: random.Random) -> Mutant | None:
    found = claimed(game)
    if found is None or not found[1]["leftovers"]:
        return None
    data, claims = found
    claims["total"] -= claims["leftovers"]
    first = f"claim {game.sheet.lines[0].rule} total"
    return Mutant({**data, "claims": claims}, first, legal=scored(game).lines)


@mutation
def only_some_subtotals_written(game: Game, rng: random.Random) -> Mutant | None:
    """Subtotals that are not written, or null, are not wrong."""
    found = claimed(game)
    if found is None:
        return None
    data, claims = found
    some: dict[str, int | None] = {}
    for id, n in claims.items():
        if (chance := rng.random()) < 0.7:
            some[id] = n if chance < 0.4 else None
    return Mutant({**data, "claims": some}, "", legal=scored(game).lines)


@mutation
def unknown_line_claimed(game: Game, rng: random.Random) -> Mutant | None:
    data = {**filled(game), "claims": {"row-99": 3}}
    return Mutant(data, "claim IN-claim row-99", legal=scored(game).lines)


@mutation
def tally_below_zero(game: Game, rng: random.Random) -> Mutant | None:
    word = rng.choice(TALLY)
    data = filled(replace(game, tally={**dict.fromkeys(TALLY, 1), word: -1}))
    legal = score(game.sheet, game.marks, game.picks).lines
    return Mutant(data, f"claim IN-tally {word}", legal=legal)


@mutation
def tally_incomplete(game: Game, rng: random.Random) -> Mutant | None:
    """One row of the Tally Sheet is not said: the leftovers are not known, nothing is broken."""
    word = rng.choice(TALLY)
    data = filled(replace(game, tally={w: 1 for w in TALLY if w != word}))
    return Mutant(data, "", legal=score(game.sheet, game.marks, game.picks).lines)
