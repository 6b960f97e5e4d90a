"""The game as moves: what each does to a position.

`apply` is pure, as are `refusals.refusal`, which a replay asks of every step that a log records,
and `offers.legal_moves`, from which a player chooses.
"""

from __future__ import annotations

from dataclasses import replace

from cascadia_print.rules.rounds import bags, costs, dice, paper
from cascadia_print.rules.rounds.bags import NATURE
from cascadia_print.rules.rounds.cards import merged
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
    Roll,
    Rolled,
    Take,
    Use,
    Wild,
)
from cascadia_print.rules.rounds.state import Card, Owed, State
from cascadia_print.sheet.gameset import CompletionCard


def apply(state: State, move: Move) -> State:
    """The next position. It follows from the move alone: whether that is allowed is not asked.

    What is below zero afterwards is not known any more.
    """
    match move:
        case Mark():
            return paper.mark(state, move)
        case _:
            state = paper.settled(state)
    match move:
        case Roll():
            state = _rolled_dice(state, move)
        case Reroll():
            state = state.but(waiting="reroll", waiting_dice=move.dice, rerolls=state.rerolls + 1)
        case Rolled():
            state = _after_roll(state, move)
        case Act():
            tally = bags.with_nature(state.tally, -dice.price(move, state.special))
            if state.special is None and not move.full:
                tally = (*tally[:NATURE], None)
            state = state.but(action=move, tally=tally)
        case Take():
            tally = bags.added(state.tally, move.animals)
            state = state.but(stage="card", tally=tally, collected=move.animals)
        case Complete():
            state = begun(state, move)
        case Use():
            state = used(state, move)
        case Pay():
            state = _paid(state, move)
        case Fail():
            state = state.but(stage="card", card=None, failed=True)
        case Free():
            state = paper.settled(paper.free(state, move))
        case Pick():
            state = paper.pick(state, move)
        case Wild():
            state = paper.wild(state, move)
        case Leave():
            state = paper.leave(state, move)
        case Done():
            state = _round_over(state)
    return state.but(tally=bags.mended(state.tally)) if bags.below(state.tally) else state


def _rolled_dice(state: State, move: Roll) -> State:
    n = state.round + 1
    turned = {**state.turned, n: move.card} if move.card else state.turned
    return state.but(
        round=n,
        stage="dice",
        central=move.central,
        special="" if state.setting.family and move.special is None else move.special,
        own=move.own,
        turned=turned,
    )


def rerolled(state: State, move: Rolled) -> tuple[str, ...] | None:
    """All personal dice after a reroll."""
    if state.own is None:
        return None
    new = dict(zip(state.waiting_dice, move.faces, strict=False))
    return tuple(new.get(k, face) for k, face in enumerate(state.own))


def _after_roll(state: State, move: Rolled) -> State:
    kind, state = state.waiting, state.but(waiting="")
    if kind == "reroll":
        return state.but(own=rerolled(state.but(waiting=kind), move), waiting_dice=())
    if kind == "free" and state.card:
        return state.but(card=replace(state.card, rolled=move.faces[0]))
    if "/" not in move.faces[0]:
        return state.but(tally=bags.added(state.tally, bags.bag(move.faces)))
    owed = Owed("wild", move.faces[0], "", 0)
    return state.but(owed=(*state.owed, owed))


def begun(state: State, move: Complete) -> State:
    lying = state.lying(move.slot) if move.slot is not None else None
    card = merged(move.card, lying)
    turned = state.turned
    if card and move.slot is not None:
        turned = {**turned, state.round - move.slot + 1: card}
    cost = card.cost if card else None
    number = card.number if card else None
    letters = None
    if state.setting.sheet.marking.write == "wildlife" and cost is not None:
        letters = bags.of(cost)
    slots = () if move.slot is None else (move.slot,)
    return state.but(
        stage="pay",
        turned=turned,
        card=Card(move.slot, card, number, number, letters),
        completed=(*state.completed, *slots),
        second=False,
    )


def used(state: State, move: Use) -> State:
    card = state.card
    if card is None:
        return state
    effect = state.setting.effects.get(move.card)
    slots = state.slots if card.slot is None else {card.slot: move.card, **state.slots}
    card = replace(card, used=(*card.used, move.card), vague=card.vague or effect is None)
    state = state.but(card=card, slots=slots)
    if effect is None:
        return state.but(tally=(None,) * len(state.tally))
    if effect.higher and card.number is not None and card.rest is not None:
        card = replace(card, number=card.number + effect.higher, rest=card.rest + effect.higher)
        state = state.but(card=card)
        state = state.but(card=replace(card, room=bool(paper.places(state))))
    state = state.but(
        tally=bags.with_nature(state.tally, -effect.pay),
        second=state.second or effect.second,
        waiting=effect.roll or state.waiting,
    )
    for k, gain in enumerate(effect.gains(card.card.number if card.card else 0)):
        state = paper.given(state, gain, "", k)
    return state


def _paid(state: State, move: Pay) -> State:
    card = state.card
    if card is None:
        return state
    cost = card.card.cost if card.card else None
    paid = move.animals
    if paid is None and cost is not None and not card.vague:
        paid = costs.usual(cost, discount(state), card.rolled)
    tally = bags.unknown_animals(state.tally) if paid is None else bags.added(state.tally, paid, -1)
    nature = card.card.nature if card.card else None
    if paper.TOKENS not in state.left:
        tally = (*tally[:NATURE], None) if nature is None else bags.with_nature(tally, nature)
    state = state.but(tally=tally, stage="sheet", cards=state.cards + 1)
    return state.but(card=replace(card, room=bool(paper.places(state))))


def _round_over(state: State) -> State:
    forfeited = dict(state.forfeited)
    for choice, n in paper.open_choices(state):
        forfeited[choice.id] = forfeited.get(choice.id, 0) + n
    return state.but(
        stage="over" if state.round >= state.setting.rounds else "start",
        central=None,
        special=None,
        own=None,
        rerolls=0,
        action=None,
        collected=None,
        card=None,
        completed=(),
        second=False,
        failed=False,
        waiting="",
        waiting_dice=(),
        owed=(),
        left=frozenset(),
        forfeited=forfeited,
    )


def discount(state: State) -> CompletionCard | None:
    """The discount that was used for the card being completed."""
    used = state.card.used if state.card else ()
    cards = (state.setting.effects.get(n) for n in used)
    return next((card for card in cards if card and card.side == "discount"), None)
