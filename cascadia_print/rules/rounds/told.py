"""What a log tells, for the report: its rounds as rows, and what it does not say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cascadia_print.rules.rounds.moves import (
    Act,
    Complete,
    Fail,
    Free,
    Mark,
    Move,
    Pay,
    Pick,
    Roll,
    Rolled,
    Take,
    Use,
    Wild,
)
from cascadia_print.rules.rounds.state import State
from cascadia_print.verdict import Carded, Logged, RoundPlayed


class Told:
    """Rows and missing parts, as a replay goes on; `cards` are those of the round so far."""

    def __init__(self) -> None:
        self.round = 0
        self.cards: list[Carded] = []
        self._rounds: list[RoundPlayed] = []
        self._missing: dict[str, list[int]] = {}

    def logged(self) -> Logged:
        missing = {part: tuple(rounds) for part, rounds in self._missing.items()}
        return Logged(tuple(self._rounds), missing, not missing)

    def absent(self, part: str, rounds: Iterable[int] = ()) -> None:
        """Something is missing, in this round if no others are named."""
        found = self._missing.setdefault(part, [])
        found += [n for n in rounds or (self.round,) if n not in found]

    def note(self, state: State, move: Move) -> None:
        """A move, before it is made."""
        match move:
            case Roll():
                self.row = RoundPlayed(self.round, move.central, move.special, move.own)
                self.cards = []
                for part, value in (("dice", move.central), ("own", move.own)):
                    if value is None:
                        self.absent(part)
                if move.special is None and not state.setting.family:
                    self.absent("special")
            case Act():
                of = move.of or (str(move.n) if move.n else "")
                self.row = replace(self.row, action=(move.kind, of))
            case Take():
                self.row = replace(self.row, collected=move.animals)
            case Complete():
                card = move.card or (state.lying(move.slot) if move.slot else None)
                habitat, number = (card.habitat, card.number) if card else ("", None)
                self.cards.append(Carded(move.slot, habitat, number))
                if card is None:
                    self.absent("card")
                if move.slot is None:
                    self.absent("slot")
            case Use():
                self._change(used=(*self._last.used, (move.card, "")))
                if move.card not in state.setting.effects:
                    self.absent("effect")
            case Rolled() if self._last.used and state.waiting != "reroll":
                *others, (n, _) = self._last.used
                self._change(used=(*others, (n, move.faces[0])))
            case Pay():
                self._change(paid=move.animals)
            case Fail():
                self._change(failed=True)
            case Mark():
                self._change(marks=(*self._last.marks, (move.at, move.value)))
            case Free():
                self._change(frees=(*self._last.frees, (move.at, move.value)))
            case Pick():
                self._change(chosen=(*self._last.chosen, move.option))
            case Wild():
                self._change(chosen=(*self._last.chosen, move.animal))

    def over(self, state: State, score: int | None, legal: bool) -> None:
        """The round ends in this position."""
        own = state.own if self.row.own is not None else None
        row = replace(self.row, own=own, cards=tuple(self.cards), tally=state.tally)
        self._rounds.append(replace(row, score=score, legal=legal))

    @property
    def _last(self) -> Carded:
        return self.cards[-1] if self.cards else Carded()

    def _change(self, **changes: object) -> None:
        if not self.cards:
            self.cards.append(Carded())
        self.cards[-1] = replace(self.cards[-1], **changes)  # type: ignore[arg-type]
