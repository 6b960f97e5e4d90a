"""The sheet during a round: marks of a card, free hexagons, what is earned and chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cascadia_print.rules import legal
from cascadia_print.rules.earn import Choice, Earned, earn
from cascadia_print.rules.goal import ANY
from cascadia_print.rules.marks import Value
from cascadia_print.rules.rounds import bags
from cascadia_print.rules.rounds.moves import Free, Leave, Mark, Pick, Refused, Wild
from cascadia_print.rules.rounds.state import Card, Owed, State
from cascadia_print.rules.score import valid
from cascadia_print.rules.table import table
from cascadia_print.sheet.model import RECORDED, Gain, Sheet
from cascadia_print.sheet.vocabulary import wildlife

TOKENS = "tokens"
"""What `Leave` calls the nature tokens of the Habitat Card."""


def earned(state: State) -> Earned:
    """All that the marks and picks of a position earn."""
    if state.earned is not None:
        return state.earned
    picks = [pick for pick in state.picks if pick not in state.unearned]
    return earn(state.setting.sheet, state.filled, state.marks, picks)


def settled(state: State) -> State:
    """The position after what its marks and picks newly earn was dealt with (RH-13)."""
    if state.settled:
        return state
    items = table(state.setting.sheet).items
    found = earned(state)
    state = state.but(settled=True, earned=found)
    for id in sorted(found.ids - state.seen, key=list(items).index):
        if (of := gains(state, id)) is None:
            continue
        state = state.but(seen=state.seen | {id})
        for k, gain in enumerate(of):
            state = given(state, gain, id, k)
    return state


def gains(state: State, id: str) -> tuple[Gain, ...] | None:
    """What an id gives; None for a choice that was not made."""
    offer = table(state.setting.sheet).items[id].offer
    if not offer.choice:
        return offer.sides[0] if offer.sides else ()
    side = next((p.partition("=")[2] for p in state.picks if p.startswith(f"{id}=")), "")
    words = offer.side_words()
    return offer.sides[words.index(side)] if side in words else None


def given(state: State, gain: Gain, source: str, k: int) -> State:
    """The position after a gain: points, animals and tokens are taken unless they are left."""
    if gain.kind in ("hex", "wild"):
        of = gain.of if gain.kind == "hex" else ANY
        owed = (Owed(gain.kind, of, source, k),) * gain.n
        return state.but(owed=(*state.owed, *owed))
    if gain.kind not in RECORDED or not state.left.isdisjoint((source, part(source, k))):
        return state
    tally = state.tally
    if gain.kind == "animal":
        tally = bags.added(tally, bags.of([(gain.of, gain.n)]))
    elif gain.kind == "nature":
        tally = bags.with_nature(tally, gain.n)
    return state.but(tally=tally, taken=_took(state, source, k))


def part(source: str, k: int) -> str:
    """What the k-th gain of a place is called where it gives several."""
    return f"{source}.{k + 1}"


def name(state: State, owed: Owed) -> str:
    """What something owed is called: its place, or a part of it where that gives several."""
    offer = table(state.setting.sheet).items[owed.source].offer
    several = not offer.choice and len(offer.sides[0]) > 1
    return part(owed.source, owed.k) if several else owed.source


def _took(state: State, source: str, k: int) -> frozenset[tuple[str, int]]:
    return state.taken | {(source, k)} if source else state.taken


def open_choices(state: State) -> Iterator[tuple[Choice, int]]:
    """Each choice that is open in this round, and how many times.

    One that was made before it was earned is not open any more.
    """
    for choice in earned(state).choices.values():
        early = len(state.unearned.intersection(choice.options))
        if (n := _left_of(state, choice) - early) > 0:
            yield choice, n


def _left_of(state: State, choice: Choice) -> int:
    return choice.capacity - len(choice.said) - state.forfeited.get(choice.id, 0)


# -- where marks can go ------------------------------------------------------------------------


def places(state: State) -> tuple[str, ...]:
    """Where the Habitat Card may be marked next, in printed order; () if its rest is lost."""
    card = state.card
    if card is None or card.card is None or not card.rest:
        return ()
    sheet, habitat = state.setting.sheet, card.card.habitat
    if _writes(sheet, card) and (found := _open(state, sheet.habitats.get(habitat, ()))):
        return found
    stuck = sheet.marking.overflow_opens == "always"
    if stuck or legal.is_complete(sheet, habitat, state.filled, state.marks):
        return _overflow(state)
    return ()


def _writes(sheet: Sheet, card: Card) -> bool:
    """Whether the cost leaves an animal to write, counting those whose letter is not told (D-1)."""
    if sheet.marking.write != "wildlife" or card.letters is None:
        return True
    cost = card.card.cost if card.card else None
    return any(card.letters) and (cost is None or card.marks < sum(n for _, n in cost))


def free_places(state: State, of: str) -> tuple[str, ...]:
    """Where a free hexagon of a habitat, or of any, may be placed (B-6, C-8, D-6)."""
    sheet = state.setting.sheet
    kinds = tuple(sheet.habitats) if of == ANY or state.setting.frees_any_kind else (of,)
    ids = dict.fromkeys(id for kind in kinds for id in sheet.habitats.get(kind, ()))
    found = _open(state, ids)
    shown = tuple(sheet.habitats) if of == ANY else (of,)
    full = any(legal.is_complete(sheet, kind, state.filled, state.marks) for kind in shown)
    if state.setting.frees_spill and full:
        found += _overflow(state)
    order = list(sheet.space)
    return tuple(sorted(found, key=order.index))


def _open(state: State, ids: tuple[str, ...] | dict[str, None]) -> tuple[str, ...]:
    sheet, space = state.setting.sheet, state.setting.sheet.space
    return tuple(
        id
        for id in ids
        if id not in state.filled
        and not space[id].overflow
        and legal.opens(sheet, space[id], state.filled, state.marks)
    )


def _overflow(state: State) -> tuple[str, ...]:
    left = (id for id in state.setting.sheet.overflow_row if id not in state.filled)
    return tuple(left)[:1]


def values(state: State, at: str, of: str) -> tuple[Value, ...]:
    """What may be written in a hexagon for a card or a free hexagon of a habitat (or any)."""
    sheet, card = state.setting.sheet, state.card
    space = sheet.space[at]
    if space.overflow or sheet.marking.write == "outline":
        if len(space.habitats) < 2:
            return (True,)
        return (of,) if of in space.habitats else space.habitats
    if sheet.marking.write == "number":
        low, high = sheet.marking.numbers
        free = card is None or not of
        return tuple(range(low, high + 1)) if free else (card.number or low,)  # type: ignore[union-attr]
    return wildlife()


# -- marks -------------------------------------------------------------------------------------


def mark_refusal(state: State, move: Mark) -> Refused | None:
    """Why a mark of the Habitat Card is not allowed."""
    sheet, card, at = state.setting.sheet, state.card, move.at
    order = sheet.rule("order")
    if card is None or state.stage != "sheet":
        return Refused("RH-8", "mark-without-card", {}, at)
    if card.card is None or card.vague:
        return _unopened(state, at)
    habitat, space = card.card.habitat, sheet.space[at]
    if _taken_up(state, at):
        return Refused(order, "already", {}, at)
    if space.habitats and habitat not in space.habitats:
        named = {"nearest": habitat, "habitats": ", ".join(space.habitats)}
        return Refused(order, "other-habitat", named, at)
    if card.rest == 0:
        need: dict[str, object] = {"nearest": habitat, "number": card.number}
        many = sheet.marking.write == "number"
        return Refused(order, "one-number" if many else "beyond-number", need, at)
    if refused := _unopened(state, at):
        return refused
    may = places(state)
    if space.overflow and at not in may:
        if may:
            return Refused(sheet.rule("overflow"), "overflow-early", {"open": may[0]}, at)
        stuck = {"nearest": habitat}
        return Refused(sheet.rule("overflow"), "overflow-stuck", stuck, at)
    return _value_refusal(state, move)


def _value_refusal(state: State, move: Mark) -> Refused | None:
    sheet, card, at = state.setting.sheet, state.card, move.at
    space = sheet.space[at]
    if card is None or space.overflow:
        return None
    if sheet.marking.write == "number":
        if move.value is True or card.number is None or move.value == card.number:
            return None
        need = {"value": move.value, "number": card.number}
        return Refused(sheet.rule("order"), "other-number", need, at)
    if sheet.marking.write == "outline":
        if move.value is True or card.card is None or move.value == card.card.habitat:
            return None
        wrong = {"value": move.value, "nearest": card.card.habitat}
        return Refused(sheet.rule("value"), "other-half", wrong, at)
    if move.value is True:
        return None
    if card.letters is None or move.value not in wildlife():
        return None
    if not any(card.letters):
        return Refused(sheet.rule("count"), "letters-used", {"n": card.marks}, at)
    if not card.letters[wildlife().index(str(move.value))]:
        cost = dict(card.card.cost or ()) if card.card else {}
        have = cost.get(str(move.value), 0)
        letter = {"kinds": move.value, "max": have}
        return Refused(
            sheet.rule("count"), "letter-too-often" if have else "letter-strange", letter, at
        )
    return None


def _taken_up(state: State, at: str) -> bool:
    """Whether a space is filled for good: one that was closed in may be outlined, for nothing."""
    space = state.setting.sheet.space[at]
    return at in state.filled and (at in state.marks or space.start or not space.habitats)


def _unopened(state: State, at: str) -> Refused | None:
    """Why a space is not open, by the rules of marking alone."""
    sheet = state.setting.sheet
    found = legal.reason(sheet, sheet.space[at], state.filled, state.marks)
    if found is None or (found.text == "already" and not _taken_up(state, at)):
        return None
    text = "already" if found.text == "already" else f"findings.{found.text}"
    return Refused(found.rule, text, {**found.values, "n": 1, "ids": at}, at)


def free_refusal(state: State, move: Free) -> Refused | None:
    """Why a free hexagon may not be placed there; on a settled position."""
    sheet, at = state.setting.sheet, move.at
    rule = sheet.rule("free")
    hexes = [owed for owed in state.owed if owed.kind == "hex"]
    if not hexes:
        return Refused(rule, "free-unearned", {}, at)
    if _taken_up(state, at):
        return Refused(rule, "already", {}, at)
    if refused := _unopened(state, at):
        return refused
    if matching(state, at) is None:
        space = sheet.space[at]
        kinds = dict.fromkeys(owed.of for owed in hexes)
        values = {"kinds": ", ".join(kinds), "habitats": ", ".join(space.habitats)}
        return Refused(rule, "free-overflow" if space.overflow else "free-habitat", values, at)
    space = sheet.space[at]
    if move.value is not True and not valid(sheet, space, move.value):
        return Refused(sheet.rule("value"), "free-value", {"value": move.value}, at)
    return None


def matching(state: State, at: str) -> Owed | None:
    """The free hexagon that a mark is: one of its own habitat first, then one of any."""
    hexes = [owed for owed in state.owed if owed.kind == "hex"]
    space = state.setting.sheet.space[at]
    for owed in sorted(hexes, key=lambda o: (o.of not in space.habitats, o.of != ANY)):
        if at in free_places(state, owed.of):
            return owed
    return None


def mark(state: State, move: Mark) -> State:
    """The position after a mark of the card; what it earns is dealt with later, by `settled`."""
    sheet, card = state.setting.sheet, state.card
    space = sheet.space[move.at]
    value = move.value
    if card is not None:
        if value is True and sheet.marking.write == "number" and not space.overflow:
            value = card.number or True
        if value is True and len(space.habitats) > 1 and card.card:
            value = card.card.habitat if card.card.habitat in space.habitats else True
        card = _used_up(sheet, card, space.overflow, value)
    state = _marked(state, move.at, value)
    if card is not None:
        state = state.but(card=card)
        state = state.but(card=replace(card, room=bool(places(state))))
    return state


def _used_up(sheet: Sheet, card: Card, overflow: bool, value: Value) -> Card:
    rest, letters = card.rest, card.letters
    if rest is not None:
        rest = 0 if sheet.marking.write == "number" and not overflow else max(0, rest - 1)
    if letters is not None and not overflow and value in wildlife():
        k = wildlife().index(str(value))
        letters = tuple(max(0, n - (j == k)) for j, n in enumerate(letters))
    return replace(card, rest=rest, letters=letters, marks=card.marks + 1)


def _marked(state: State, at: str, value: Value) -> State:
    filled = legal.closure(state.setting.sheet, {*state.filled, at})
    return state.but(marks={**state.marks, at: value}, filled=filled, settled=False, earned=None)


def free(state: State, move: Free) -> State:
    """The position after a free hexagon."""
    owed = matching(state, move.at) or next((o for o in state.owed if o.kind == "hex"), None)
    value = move.value
    space = state.setting.sheet.space[move.at]
    if value is True and owed and len(space.habitats) > 1 and owed.of in space.habitats:
        value = owed.of
    return _marked(_without(state, owed), move.at, value)


def _without(state: State, owed: Owed | None) -> State:
    """The position in which something owed was taken."""
    if owed is None:
        return state
    left = list(state.owed)
    left.remove(owed)
    return state.but(owed=tuple(left), taken=_took(state, owed.source, owed.k))


# -- choices -----------------------------------------------------------------------------------


def pick_refusal(state: State, move: Pick) -> Refused | None:
    """Why a box or a side may not be chosen now; on a settled position."""
    items = table(state.setting.sheet).items
    id = move.option.partition("=")[0]
    group = id if "=" in move.option else items[id].group
    rule = items[id].rule
    if move.option in state.picks or id in {p.partition("=")[0] for p in state.picks}:
        return Refused(rule, "pick-again", {}, move.option)
    choice = earned(state).choices.get(group)
    if choice is None or choice.capacity <= len(choice.said):
        return Refused(rule, "pick-unearned", {"capacity": choice.capacity if choice else 0}, group)
    if _left_of(state, choice) <= 0:
        return Refused("RH-13", "pick-late", {}, group)
    return None


def pick(state: State, move: Pick) -> State:
    """The position after a choice."""
    picks = (*state.picks, move.option)
    return settled(state.but(picks=picks, settled=False, earned=None))


def wild_refusal(state: State, move: Wild) -> Refused | None:
    """Why that animal may not be chosen now; on a settled position."""
    if _wild_of(state, move.animal):
        return None
    return Refused("RH-13", "wild-unearned", {"kinds": move.animal})


def _wild_of(state: State, animal: str) -> Owed | None:
    """What gives the choice of an animal: a split face of it first, then any animal."""
    wilds = [
        o for o in state.owed if o.kind == "wild" and (o.of == ANY or animal in o.of.split("/"))
    ]
    return min(wilds, key=lambda owed: owed.of == ANY, default=None)


def wild(state: State, move: Wild) -> State:
    """The position after "any animal" was chosen."""
    tally = bags.added(state.tally, bags.bag([move.animal]))
    return _without(state, _wild_of(state, move.animal)).but(tally=tally)


def leave(state: State, move: Leave) -> State:
    """The position after something was left: what is open there, and what comes in this round."""
    owed = tuple(o for o in state.owed if move.id not in (o.source, part(o.source, o.k)))
    forfeited = dict(state.forfeited)
    for choice, n in open_choices(state):
        if choice.id == move.id:
            forfeited[choice.id] = forfeited.get(choice.id, 0) + n
    return state.but(owed=owed, left=state.left | {move.id}, forfeited=forfeited)
