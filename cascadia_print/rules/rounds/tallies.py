"""The Tally Sheets that a log shows, beside what its moves make of them (RH-7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cascadia_print.rules.rounds import bags, costs, paper
from cascadia_print.rules.rounds.bags import NATURE, Bag, Tally
from cascadia_print.rules.rounds.dice import price
from cascadia_print.rules.rounds.game import discount
from cascadia_print.rules.rounds.moves import (
    Act,
    Complete,
    Free,
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
from cascadia_print.rules.rounds.refusals import takings
from cascadia_print.rules.rounds.state import State
from cascadia_print.sheet.fields import tally_rows

DISCOUNT = "special die"
"""What gives a token that was not paid for a dice action (RH-5); no id has a space."""


@dataclass(frozen=True, slots=True)
class Gift:
    """What came by itself, and may have been left: so many of a row, given by the k-th gain of an
    id of the sheet; "" for the tokens of a Habitat Card, `DISCOUNT` for one that was not paid."""

    row: int
    n: int
    source: str = ""
    k: int = 0


class Tallies:
    """Goes along with a replay.

    `gifts` are those since their row was last told. `extra`: what stands in each row and was had
    against the rules.
    """

    def __init__(self) -> None:
        self.gifts: list[Gift] = []
        self.extra = [0] * (NATURE + 1)
        self._off: dict[int, int] = {}
        self._lawful: dict[str, object] = {}
        self._unlawful = self._uncut = False

    def move(self, before: State, move: Move, after: State, *, broken: bool) -> None:
        """A move was made; `broken`: against the rules.

        Dice after a reroll or an action against the rules are counted as they were before, a card
        paid with a Completion Card used against them as without it.
        """
        match move:
            case Roll():
                self._lawful = {}
            case Reroll() if broken:
                self._lawful.setdefault("own", before.own)
            case Act() if broken:
                self._lawful.setdefault("action", before.action)
            case Act() if price(move, before.special) < price(move, ""):
                self.gifts.append(Gift(NATURE, 1, DISCOUNT))
            case Take() if broken or self._lawful:
                dice = takings(before.but(**self._lawful))
                found = dice if before.stage == "dice" else frozenset({bags.NONE})
                if found is not None:
                    self._had(_beyond(move.animals, found))
            case Complete():
                self._uncut, self._unlawful = False, broken
            case Pay():
                self._paid(before, move, broken)
            case Use() if broken:
                self._uncut = self._uncut or discount(before) is None
        gives = (Use, Mark, Free, Pick, Wild) if broken else ()
        if isinstance(move, gives) or (self._uncut and isinstance(move, Rolled)):
            self._had(_more(paper.settled(before).tally, paper.settled(after).tally))

    def came(self, before: frozenset[tuple[str, int]], state: State) -> None:
        """Animals and tokens that the sheet gave by itself since so much was taken."""
        for id, k in sorted(state.taken - before):
            gain = (paper.gains(state, id) or ())[k]
            row = gain.of if gain.kind == "animal" else gain.kind
            if row in tally_rows():
                self.gifts.append(Gift(tally_rows().index(row), gain.n, id, k))

    def _paid(self, state: State, move: Pay, broken: bool) -> None:
        card = state.card.card if state.card else None
        if state.card is None or card is None:
            return
        if card.nature and paper.TOKENS not in state.left:
            if self._unlawful:
                self.extra[NATURE] += card.nature
            else:
                self.gifts.append(Gift(NATURE, card.nature))
        if card.cost is None or not (broken or self._uncut):
            return
        used, rolled = discount(state), state.card.rolled
        paid = costs.usual(card.cost, used, rolled) if move.animals is None else move.animals
        if paid is not None:
            need = costs.total(card.cost, None if self._uncut else used, rolled)
            self._had(_lacking(paid, bags.of(card.cost), need))

    def _had(self, rows: Iterable[int]) -> None:
        """Animals and tokens were taken, or not paid, against the rules."""
        for k, n in enumerate(rows):
            self.extra[k] += n

    def told(self, own: Tally, said: Tally, broken: bool) -> tuple[list[int], list[Gift]]:
        """A Tally Sheet in the log: the rows that are wrong, and the gifts that it shows were left.

        A row that was wrong and comes back to what the log makes of it is no second slip. `broken`:
        something in the round was against the rules, so that a row that differs only follows.
        """
        back, self._off = self._off, {}
        wrong: list[int] = []
        left: list[Gift] = []
        for k, (mine, there) in enumerate(zip(own, said, strict=True)):
            if there is None:
                continue
            gifts = [gift for gift in self.gifts if gift.row == k]
            self.gifts = [gift for gift in self.gifts if gift.row != k]
            if mine is None or mine == there:
                continue
            change = there - mine
            if change == -back.get(k, 0):
                self._less(k, change)
            elif not broken and (found := not_taken(gifts, -change)):
                left += found
            else:
                wrong.append(k)
                self._off[k] = change
                self._less(k, change)
                if not broken:
                    self.extra[k] += max(0, change)
        return wrong, left

    def _less(self, k: int, change: int) -> None:
        self.extra[k] = max(0, self.extra[k] + min(0, change))


def not_taken(gifts: Iterable[Gift], n: int) -> tuple[Gift, ...]:
    """The fewest gifts that make n together; () if none do."""
    found: dict[int, tuple[Gift, ...]] = {0: ()}
    for gift in gifts:
        for total, mix in tuple(found.items()):
            new = total + gift.n
            if new <= n and (new not in found or len(mix) + 1 < len(found[new])):
                found[new] = (*mix, gift)
    return found.get(n, ())


def _lacking(paid: Bag, cost: Bag, total: int) -> Bag:
    """What is missing of a payment of `total` animals, as animals that were kept.

    Those of the cost first; where it is open which ones, the most common.
    """
    short = max(0, total - sum(paid))
    kept = []
    for have, need in zip(paid, cost, strict=True):
        less = min(short, max(0, need - have))
        kept.append(less)
        short -= less
    return (*kept[:-1], kept[-1] + short)


def _more(before: Tally, after: Tally) -> Iterator[int]:
    """By how much each row grew, as far as it is known."""
    for old, new in zip(before, after, strict=True):
        yield 0 if old is None or new is None else max(0, new - old)


def _beyond(taken: Bag, found: Iterable[Bag]) -> Bag:
    """What is too much of the animals taken, by that way of taking which allows most of them."""
    shared = (tuple(map(min, taken, other)) for other in found)
    most = max(shared, key=sum, default=bags.NONE)
    return tuple(n - allowed for n, allowed in zip(taken, most, strict=True))
