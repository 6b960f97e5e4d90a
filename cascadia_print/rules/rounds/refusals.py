"""Which moves are allowed in a position, and why others are not."""

from __future__ import annotations

from cascadia_print.rules.goal import PRINTED
from cascadia_print.rules.rounds import bags, costs, dice, paper
from cascadia_print.rules.rounds.bags import NATURE
from cascadia_print.rules.rounds.cards import agree
from cascadia_print.rules.rounds.game import discount, rerolled
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
    Refused,
    Reroll,
    Roll,
    Rolled,
    Take,
    Use,
    Wild,
)
from cascadia_print.rules.rounds.state import BEGINNERS, SLOTS, State
from cascadia_print.sheet.gameset import CompletionCard, Dice, HabitatCard
from cascadia_print.sheet.vocabulary import wildlife

TIER = 10
"""Cards of a tier that are in a game, two of each habitat (RH-9)."""


def refusal(state: State, move: Move) -> Refused | None:
    """Why a move is not allowed in a position; None when it is, or when that cannot be told."""
    state = paper.settled(state) if not isinstance(move, Mark) else state
    match move:
        case Roll():
            return _roll_refusal(state, move)
        case Reroll():
            return _reroll_refusal(state)
        case Rolled():
            return _rolled_refusal(state, move)
        case Act():
            return _act_refusal(state, move)
        case Take():
            return _take_refusal(state, move)
        case Complete():
            return _complete_refusal(state, move)
        case Use():
            return _use_refusal(state, move)
        case Pay():
            return _pay_refusal(state, move)
        case Fail():
            card = state.card if state.stage == "pay" else None
            # A roll that is not told leaves the card vague.
            rolled = card is not None and (card.rolled or card.vague)
            return None if rolled else Refused("RH-10", "fail-without-roll")
        case Mark():
            return paper.mark_refusal(state, move)
        case Free():
            return paper.free_refusal(state, move)
        case Pick():
            return paper.pick_refusal(state, move)
        case Wild():
            return paper.wild_refusal(state, move)
        case Leave():
            return None
        case Done():
            return unfinished(state)


def _roll_refusal(state: State, move: Roll) -> Refused | None:
    setting, faces = state.setting, state.setting.dice
    if state.round >= setting.rounds:
        return Refused("RH-2", "too-many-rounds", {"need": setting.rounds})
    if setting.family and move.special:
        return Refused("RH-14", "special-family", {"special": move.special})
    if move.central is not None and len(move.central) != setting.central:
        values = {"need": setting.central, "have": len(move.central)}
        return Refused("RH-3", "central-number", values)
    if move.own is not None and len(move.own) != dice.OWN:
        return Refused("RH-3", "own-number", {"need": dice.OWN, "have": len(move.own)})
    if faces:
        if move.central is not None and not dice.shown(move.central, faces):
            return Refused("RH-3", "central-faces", {"faces": " ".join(move.central)})
        if move.own is not None and (refused := _own_refusal(move.own, faces)):
            return refused
        if move.special and not dice.on(move.special, faces.special):
            return Refused("RH-5", "special-face", {"special": move.special})
    return card_refusal(state, state.round + 1, move.card) if move.card else None


def _own_refusal(own: tuple[str, ...], faces: Dice) -> Refused | None:
    """Why two different personal dice cannot show these faces (RH-0, RH-3)."""
    if dice.own_kinds(own, faces):
        return None
    values = {"faces": " ".join(own)}
    each = all(any(dice.on(face, die) for die in faces.personal.values()) for face in own)
    return (
        Refused("RH-0", "own-same-kind", values) if each else Refused("RH-3", "own-faces", values)
    )


def _reroll_refusal(state: State) -> Refused | None:
    if state.stage != "dice" or state.action is not None:
        return Refused("RH-5", "reroll-late")
    if state.special is not None and state.special != "reroll":
        return Refused("RH-5", "reroll-no-special", {"special": state.special})
    if state.rerolls >= dice.REROLLS:
        return Refused("RH-5", "reroll-third", {"need": dice.REROLLS})
    return None


def _rolled_refusal(state: State, move: Rolled) -> Refused | None:
    faces = state.setting.dice
    if not state.waiting:
        return Refused("RH-10", "rolled-nothing")
    if faces is None:
        return None
    if state.waiting == "reroll":
        own = rerolled(state, move)
        return _own_refusal(own, faces) if own else None
    possible = any(dice.on(move.faces[0], die) for die in faces.personal.values())
    return None if possible else Refused("RH-3", "own-faces", {"faces": " ".join(move.faces)})


def _act_refusal(state: State, move: Act) -> Refused | None:
    if state.stage != "dice":
        return Refused("RH-6", "action-late")
    if state.action is not None:
        return Refused("RH-6", "action-second")
    if state.setting.family != (move.kind == "extra"):
        return Refused("RH-14", "action-family" if state.setting.family else "extra-no-family")
    if (move.kind, move.of) in (("up", wildlife()[0]), ("down", wildlife()[-1])):
        return Refused("RH-1", f"no-{move.kind}", {"kinds": move.of})
    # A special die that is not known can make it cheaper.
    price = dice.price(move, "discount" if state.special is None else state.special)
    have = state.tally[NATURE]
    if have is not None and have < price:
        return Refused("RH-6", "action-unpaid", {"need": price, "have": have})
    return None


def _take_refusal(state: State, move: Take) -> Refused | None:
    if state.stage != "dice":
        return Refused("RH-4", "take-twice")
    if (found := takings(state)) is None or move.animals in found:
        return None
    return Refused(*_taken_wrongly(state, move))


def takings(state: State) -> frozenset[bags.Bag] | None:
    """All that may be collected; None if a die is not known. Of an unknown special, any will do."""
    if state.central is None or state.own is None:
        return None
    if state.special is not None:
        return dice.takings(state.central, state.special, state.own, state.action)
    return frozenset(
        taken
        for special in dice.SPECIALS
        for taken in dice.takings(state.central, special, state.own, state.action)
    )


def _taken_wrongly(state: State, move: Take) -> tuple[str, str, dict[str, object]]:
    """The rule, the sentence and its values: what the dice give of the animals taken."""
    found = takings(state) or frozenset()
    kinds = [k for k, n in enumerate(move.animals) if n]
    names = ", ".join(wildlife()[k] for k in kinds)
    family = state.setting.family
    if len(kinds) == 1:
        of = {taken[kinds[0]] for taken in found if sum(taken) == taken[kinds[0]]}
        counts = " / ".join(map(str, sorted(of - {0} or of)))
        values: dict[str, object] = {"have": sum(move.animals), "options": counts, "kinds": names}
        return "RH-14" if family else "RH-4", "take-count", values
    same = [t for t in found if all((t[k] > 0) == (k in kinds) for k in range(len(t)))]
    values = {"have": sum(move.animals), "kinds": names}
    if same:
        return "RH-14" if family else "RH-4", "take-counts", values
    return "RH-14" if family else "RH-6", "take-kinds-family" if family else "take-kinds", values


def _complete_refusal(state: State, move: Complete) -> Refused | None:
    setting = state.setting
    if state.failed:
        return Refused("RH-10", "card-after-failing")
    if state.stage not in ("card", "sheet"):
        return Refused("RH-8", "card-before-collecting")
    if (card := state.card) is not None:
        if unfinished_card := unfinished(state):
            return unfinished_card
        if not state.second:
            rule = "RH-14" if setting.family else "RH-8"
            return Refused(rule, "second-card-family" if setting.family else "second-card")
        if move.slot is not None and move.slot in state.completed:
            return Refused("RH-10", "same-card", {"slot": move.slot})
        if card.slot is None and move.slot is None and move.card and move.card == card.card:
            open_ = [state.lying(slot) for slot in range(1, min(SLOTS, state.round) + 1)]
            alike = sum(1 for lying in open_ if lying is None or agree(lying, move.card))
            if alike == 1:
                return Refused("RH-10", "same-card", {"slot": "?"})
    slot = move.slot
    if slot is not None and not 1 <= slot <= SLOTS:
        return Refused("RH-9", "no-such-slot", {"slot": slot, "max": SLOTS})
    if slot is not None and slot > state.round:
        values = {"slot": slot, "max": state.round, "n": state.round}
        return Refused("RH-9", "not-face-up", values)
    if move.card is None:
        return None
    if slot is None:
        return _nowhere(state, move.card)
    return card_refusal(state, state.round - slot + 1, move.card)


def _nowhere(state: State, card: HabitatCard) -> Refused | None:
    """Why a card lies in none of the slots, where all of these are known."""
    open_ = [state.lying(slot) for slot in range(1, min(SLOTS, state.round) + 1)]
    if all(open_) and not any(lying and agree(lying, card) for lying in open_):
        return Refused("RH-9", "card-not-open", _card_values(card))
    return None


def card_refusal(state: State, n: int, card: HabitatCard) -> Refused | None:
    """Why a card cannot be the n-th one that was turned over (RH-9)."""
    known = state.turned.get(n)
    if known is not None and not agree(known, card):
        values = {**_card_values(card), "other": f"{known.habitat} {known.number}"}
        return Refused("RH-9", "card-changed", {**values, "turned": n})
    if not 1 <= card.number <= PRINTED:
        return Refused("RH-8", "card-number", {**_card_values(card), "max": PRINTED})
    cards = state.setting.habitat_cards
    if cards and not any(_is_card(printed, card, n) for printed in cards):
        return Refused("RH-9", "card-unknown", {**_card_values(card), "tier": _tier(n)})
    if known is None:
        tier = range(1, TIER + 1) if n <= TIER else range(TIER + 1, 2 * TIER + 1)
        same = [k for k in tier if k in state.turned and state.turned[k].habitat == card.habitat]
        if len(same) >= 2:
            return Refused("RH-9", "third-of-habitat", {**_card_values(card), "tier": _tier(n)})
    return None


def _tier(n: int) -> int:
    return 1 if n <= TIER else 2


def _is_card(printed: HabitatCard, card: HabitatCard, n: int) -> bool:
    return agree(printed, card) and printed.tier == _tier(n)


def _card_values(card: HabitatCard) -> dict[str, object]:
    return {"nearest": card.habitat, "number": card.number}


def _use_refusal(state: State, move: Use) -> Refused | None:
    setting, card, n = state.setting, state.card, move.card
    if card is None or state.stage not in ("pay", "sheet"):
        return Refused("RH-10", "use-without-card", {"card": n})
    if setting.family and n not in BEGINNERS:
        return Refused("RH-14", "use-family", {"card": n})
    if setting.in_play is not None and n not in setting.in_play:
        return Refused("RH-10", "use-not-in-play", {"card": n})
    if card.used:
        return Refused("RH-10", "use-twice", {"card": n})
    if card.slot is not None:
        there = setting.slots[card.slot - 1] or state.slots.get(card.slot, 0)
        if there and there != n:
            values = {"card": n, "slot": card.slot, "other": there}
            return Refused("RH-10", "use-other-slot", values)
        elsewhere = [slot for slot, other in _slots(state).items() if other == n]
        if elsewhere and card.slot not in elsewhere:
            values = {"card": n, "slot": card.slot, "other_slot": elsewhere[0]}
            return Refused("RH-10", "use-lies-elsewhere", values)
    elif all(setting.slots) and n not in setting.slots:
        return Refused("RH-10", "use-not-in-play", {"card": n})
    effect = setting.effects.get(n)
    if effect is None:
        return None
    if effect.side == "discount" and state.stage != "pay":
        return Refused("RH-10", "discount-late", {"card": n})
    if effect.second and state.second:
        return Refused("RH-10", "second-twice", {"card": n})
    have = state.tally[NATURE]
    if have is not None and have < effect.pay:
        return Refused("RH-10", "use-unpaid", {"card": n, "need": effect.pay, "have": have})
    return None


def _slots(state: State) -> dict[int, int]:
    known = {slot: n for slot, n in enumerate(state.setting.slots, 1) if n}
    return {**state.slots, **known}


def _pay_refusal(state: State, move: Pay) -> Refused | None:
    card = state.card
    if card is None or state.stage != "pay":
        return Refused("RH-8", "pay-without-card")
    if card.card is None or card.card.cost is None or card.vague:
        return None
    cut = discount(state)
    paid = costs.usual(card.card.cost, cut, card.rolled) if move.animals is None else move.animals
    if paid is None:
        return None
    if not costs.fits(card.card.cost, paid, cut, card.rolled):
        need = bags.of(card.card.cost)
        values = {"need": sum(need), "have": sum(paid), "cost": need, "paid": paid}
        if cut is None:
            return Refused("RH-8", "pay-wrong", values)
        values |= {"card": cut.number, "less": cut.less, "more": cut.any_more or 0}
        return Refused("RH-10", f"pay-wrong-{_sort(cut)}", values)
    if low := bags.below(bags.added(state.tally, paid, -1)):
        k = low[0]
        values = {"need": paid[k], "have": state.tally[k], "kinds": wildlife()[k]}
        return Refused("RH-8", "pay-lacking", values)
    return None


def _sort(cut: CompletionCard) -> str:
    return "any" if cut.any_more is not None else "less" if cut.less else "free"


def unfinished(state: State) -> Refused | None:
    """Why the card is not complete yet: marks that could have been made (B-1, C-1, D-1)."""
    card, sheet = state.card, state.setting.sheet
    if card is None or card.vague or card.card is None or not card.room or not card.rest:
        return None
    if state.stage != "sheet":
        return None
    if sheet.marking.write == "wildlife" and card.letters is None and card.marks:
        return None  # the animals that may be written are those of the cost, not known here (D-1)
    if not (may := paper.places(state)):
        return None
    values = {"need": card.number, "have": card.marks, "open": may[0], "nearest": card.card.habitat}
    numbers = sheet.marking.write == "number"
    return Refused(sheet.rule("order"), "number-unwritten" if numbers else "too-few-marks", values)
