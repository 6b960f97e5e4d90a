"""What a player may do in a position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cascadia_print.rules.goal import ANY
from cascadia_print.rules.rounds import costs, paper
from cascadia_print.rules.rounds.bags import NATURE
from cascadia_print.rules.rounds.dice import OWN
from cascadia_print.rules.rounds.game import begun, discount, used
from cascadia_print.rules.rounds.moves import (
    Act,
    Complete,
    Done,
    Fail,
    Free,
    Leave,
    Mark,
    Move,
    Pay,
    Pick,
    Reroll,
    Rolled,
    Take,
    Use,
    Wild,
)
from cascadia_print.rules.rounds.refusals import refusal, takings
from cascadia_print.rules.rounds.state import SLOTS, State
from cascadia_print.sheet.gameset import HabitatCard
from cascadia_print.sheet.vocabulary import wildlife


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every move that a player may make now; of what nobody decides (rolls), every result.

    What is fixed gives no choice: points, animals and tokens are taken, and only what is chosen
    can be left. () before a round, when dice of an unknown set are rolled, and at the end.
    """
    state = paper.settled(state)
    return tuple(move for move in _moves(state) if refusal(state, move) is None)


def _moves(state: State) -> Iterator[Move]:
    if state.waiting:
        yield from _rolls(state)
    elif state.stage == "dice":
        yield from _dice_moves(state)
    elif state.stage == "card":
        yield from _card_moves(state)
        yield Done()
    elif state.stage == "pay":
        yield from _pay_moves(state)
    elif state.stage == "sheet":
        yield from _sheet_moves(state)


def _rolls(state: State) -> Iterator[Move]:
    faces = state.setting.dice
    sides = dict.fromkeys(
        face for die in faces.personal.values() for face in die
    ) if faces else dict.fromkeys(wildlife())  # fmt: skip
    if len(state.waiting_dice) == OWN:
        yield from (Rolled((one, other)) for one in sides for other in sides)
    else:
        yield from (Rolled((face,)) for face in sides)


def _dice_moves(state: State) -> Iterator[Move]:
    for n in (1, OWN):
        yield from (Reroll(dice) for dice in combinations(range(OWN), n))
    animals = wildlife()
    if state.setting.family:
        most = state.tally[NATURE] or 0
        yield from (Act("extra", "", n) for n in range(1, min(most, 4) + 1))
    else:
        yield from (Act(kind, of) for kind in ("down", "up") for of in animals)
        yield Act("two")
    yield from (Take(animals) for animals in sorted(takings(state) or ()))


def _card_moves(state: State) -> Iterator[Move]:
    for slot in range(1, SLOTS + 1):
        card = state.lying(slot)
        if card and card.cost is not None and _payable(state, slot, card):
            yield Complete(slot)


def _payable(state: State, slot: int, card: HabitatCard) -> bool:
    """Whether a card may be completed, or tried with a roll."""
    tried = begun(state, Complete(slot))
    return next(_payments(tried), None) is not None or _helps(tried)


def _helps(state: State) -> bool:
    """Whether there is a discount at the slot that lets the card be paid, or be rolled for."""
    number = state.setting.slots[state.card.slot - 1] if state.card and state.card.slot else 0
    effect = state.setting.effects.get(number)
    if not effect or effect.side != "discount" or refusal(state, Use(number)) is not None:
        return False
    after = used(state, Use(number))
    return bool(after.waiting) or next(_payments(after), None) is not None


def _payments(state: State) -> Iterator[Pay]:
    card = state.card
    if card and card.card and card.card.cost is not None:
        found = costs.payments(card.card.cost, state.tally, discount(state), card.rolled)
        yield from (Pay(paid) for paid in found)


def _pay_moves(state: State) -> Iterator[Move]:
    card = state.card
    if card is None or card.slot is None:
        return
    if _helps(state):
        yield Use(state.setting.slots[card.slot - 1])
    yield from _payments(state)
    yield Fail()


def _sheet_moves(state: State) -> Iterator[Move]:
    card = state.card
    if card is None:
        return
    number = state.setting.slots[card.slot - 1] if card.slot else 0
    effect = state.setting.effects.get(number)
    if effect and effect.side == "bonus" and not card.marks:
        yield Use(number)
    habitat = card.card.habitat if card.card else ""
    for at in paper.places(state):
        for value in paper.values(state, at, habitat):
            yield Mark(at, value)
    kinds = [owed for owed in state.owed if owed.kind == "hex"]
    free = dict.fromkeys(at for owed in kinds for at in paper.free_places(state, owed.of))
    for at in free:
        yield from (Free(at, value) for value in paper.values(state, at, ""))
    wilds = [owed for owed in state.owed if owed.kind == "wild"]
    if wilds:
        split = wilds[0].of.split("/") if wilds[0].of != ANY else wildlife()
        yield from (Wild(animal) for animal in split)
    choices = list(paper.open_choices(state))
    for choice, _ in choices:
        yield from (Pick(option) for option in choice.options)
    owed = (paper.name(state, o) for o in (*kinds, *wilds) if o.source)
    yield from (Leave(id) for id in dict.fromkeys((*(c.id for c, _ in choices), *owed)))
    if wilds or choices or free:
        return
    if state.second:
        yield from _card_moves(state)
    yield Done()
