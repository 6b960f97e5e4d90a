"""Points of one picture: where on the sheet they stand and to which line they belong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache

from cascadia_print.rules.earn import Choice, Earned
from cascadia_print.rules.marks import Value
from cascadia_print.rules.table import Item, table
from cascadia_print.sheet.model import Offer, Sheet, Space, Term
from cascadia_print.sheet.vocabulary import wildlife

Spot = tuple[str, str]
"""(line, place)."""


@dataclass(frozen=True, slots=True)
class Scored:
    """points: what is certain, by line and place, sums: by line. spread: line -> what open choices
    can add."""

    points: Mapping[Spot, int]
    sums: Mapping[str, int]
    spread: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be scored.

    filled: filled spaces; values: their marks. earned: what they earn for certain, `best` what
    they earn where every open choice goes well. taken: ids circled or crossed off, None: all
    that is earned. ink: count what was written and circled, allowed or not.
    """

    filled: Set[str]
    values: Mapping[str, Value]
    earned: Earned
    best: Earned
    taken: Set[str] | None
    ink: bool


def score(sheet: Sheet, picture: Picture) -> Scored:
    """All points of the picture but the leftovers, which need the Tally Sheet."""
    points: Counter[Spot] = Counter()
    spread: Counter[str] = Counter()
    for line in sheet.lines:
        for term in line.terms:
            for at, low, high in _term(sheet, term, picture):
                points[line.id, at] += low
                spread[line.id] += high - low
    for item in table(sheet).items.values():
        if item.group or item.offer.choice:
            continue
        certain = _item_points(item, picture, picture.earned)
        if certain:
            points[item.line, item.id] += certain
        # What only an open choice could bring can be hoped for, not counted.
        spread[item.line] += _item_points(item, picture, picture.best) - certain
    for id, choice in picture.best.choices.items():
        sure = picture.earned.choices.get(id)
        for at, low in _choice_points(sheet, sure, picture):
            points[choice.line, at] += low
        spread[choice.line] += choice_range(sheet, choice, picture)[1]
        if sure:
            spread[choice.line] -= choice_range(sheet, sure, picture)[0]
    sums: Counter[str] = Counter()
    for (line_id, _), n in points.items():
        sums[line_id] += n
    return Scored(points, sums, {k: v for k, v in spread.items() if v})


def valid(sheet: Sheet, space: Space, value: Value) -> bool:
    """Whether a mark can stand in a space at all (A-1, C-2, D-2); a void one still fills it."""
    if space.overflow and sheet.marking.write != "outline" and value is True:
        return True
    if sheet.marking.write == "number":
        low, high = sheet.marking.numbers
        return type(value) is int and low <= value <= high
    if sheet.marking.write == "wildlife":
        return value in wildlife()
    return value is True or value in space.habitats


def offer_points(offer: Offer) -> tuple[int, int]:
    """The fewest and the most points among the sides of an offer."""
    sums = [sum(g.n for g in side if g.kind == "points") for side in offer.sides]
    return min(sums, default=0), max(sums, default=0)


@lru_cache(maxsize=4096)
def option_points(sheet: Sheet, option: str) -> int:
    """Points of a box or of a side written as "id=side"; a box with sides of its own gives none."""
    id, _, side = option.partition("=")
    if side == "none":
        return 0
    item = table(sheet).items[id]
    if side:
        k = item.offer.side_words().index(side)
        return sum(g.n for g in item.offer.sides[k] if g.kind == "points")
    return 0 if item.offer.choice else offer_points(item.offer)[0]


def opens_more(sheet: Sheet, option: str) -> bool:
    """Whether an option brings icons or picks, and so more than its own points."""
    offer = table(sheet).items[option.partition("=")[0]].offer
    return any(g.kind in ("lane", "same", "pick") for side in offer.sides for g in side)


def choice_range(sheet: Sheet, choice: Choice, picture: Picture) -> tuple[int, int]:
    """The fewest and the most points that a choice gives on the picture."""
    said = sorted(option_points(sheet, o) for o in circled(choice, picture.taken))
    surplus = len(choice.said) - choice.capacity
    if surplus > 0 and not picture.ink:
        sure = max(0, len(said) - surplus)
        return sum(said[:sure]), sum(said[max(0, len(said) - choice.capacity) :])
    low = high = sum(said)
    if open_choices(choice, picture.taken):
        left = sorted(option_points(sheet, o) for o in choice.options if o not in choice.said)
        low += sum(left[: choice.unsaid])
        high += sum(left[len(left) - choice.unsaid :])
    return low, high


def circled(choice: Choice, taken: Set[str] | None) -> tuple[str, ...]:
    """The options that the player named and, where his record is complete, circled."""
    if taken is None:
        return choice.said
    return tuple(o for o in choice.said if o in taken or ("=" in o and choice.id in taken))


def open_choices(choice: Choice, taken: Set[str] | None) -> int:
    """How many choices were made on paper, as far as is known, but not said in the file.

    With a complete record of what was taken, a choice that is not in it was left (RH-13).
    """
    return choice.unsaid if taken is None or choice.id in taken else 0


def took(item: Item, taken: Set[str] | None) -> tuple[int, ...]:
    """The gains of an item that were taken, as places in its one side."""
    if taken is None or item.id in taken:
        return tuple(range(len(item.offer.sides[0])))
    return tuple(k for k, part in enumerate(item.parts) if part in taken)


def _item_points(item: Item, picture: Picture, earned: Earned) -> int:
    counts = picture.ink and picture.taken is not None
    if not counts and item.id not in earned.ids:
        return 0
    gains = item.offer.sides[0] if item.offer.sides else ()
    if not any(g.kind == "points" for g in gains):
        return 0
    return sum(gains[k].n for k in took(item, picture.taken) if gains[k].kind == "points")


def _choice_points(
    sheet: Sheet, choice: Choice | None, picture: Picture
) -> Iterator[tuple[str, int]]:
    """The certain points of a choice, each at the option that gives them."""
    if choice is None:
        return
    given = sorted(circled(choice, picture.taken), key=lambda o: (option_points(sheet, o), o))
    if not picture.ink:
        given = given[: max(0, len(given) - max(0, len(choice.said) - choice.capacity))]
    for option in given:
        if n := option_points(sheet, option):
            yield option.partition("=")[0], n
    rest = choice_range(sheet, choice, picture)[0] - sum(option_points(sheet, o) for o in given)
    if rest:
        yield choice.id, rest


def _term(sheet: Sheet, term: Term, picture: Picture) -> Iterator[tuple[str, int, int]]:
    """(place, certain points, possible points) of a term."""
    filled, values = picture.filled, picture.values
    if term.kind == "written":
        for id in term.spaces:
            value = values.get(id)
            if id not in filled or type(value) is not int or value < 0:
                continue
            if picture.ink or valid(sheet, sheet.space[id], value):
                yield id, value, value
    elif term.kind == "heading":
        outlined = [id for id in term.spaces if id in filled]
        if outlined:
            last = max(outlined, key=lambda id: sheet.space[id].col)
            n = sheet.heading[sheet.space[last].col]
            yield last, n, n
    elif term.kind == "printed":
        for id in term.spaces:
            space = sheet.space[id]
            if space.points and id in filled:
                if not sheet.marking.closed_counts and id not in values:
                    continue
                shared = len(space.habitats) > 1 and sheet.marking.split_scores == "named"
                if not shared or not term.of or values.get(id) == term.of:
                    yield id, space.points, space.points
                elif values.get(id) not in space.habitats:
                    yield id, 0, space.points
    elif term.kind == "diverse":
        for habitat, ids in sheet.habitats.items():
            if {values.get(id) for id in ids if id in filled} >= set(wildlife()):
                yield habitat, term.n, term.n
