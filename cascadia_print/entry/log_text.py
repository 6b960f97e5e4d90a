"""Moves as the lines of a log: what `logged` reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from cascadia_print.rules.rounds import costs
from cascadia_print.rules.rounds.bags import Bag, Tally
from cascadia_print.rules.rounds.game import discount
from cascadia_print.rules.rounds.moves import (
    Act,
    Complete,
    Fail,
    Free,
    Leave,
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
from cascadia_print.sheet.gameset import HabitatCard
from cascadia_print.sheet.vocabulary import letters_of_habitats, wildlife, wildlife_letters

History = Sequence[tuple[State, Move]]
"""Each move with the position before it."""


def setup_line(state: State, sets: str = "", seed: int | None = None) -> str:
    """Line 0: the Completion Cards by slot, the set of dice and cards, the Tally Sheet."""
    slots = " ".join(str(n) if n else "?" for n in state.setting.slots)
    parts = ["0", f"slots {slots}"]
    if sets:
        parts.append(f"sets {sets}")
    parts.append(f"tally {_tally(state.setting.start)}")
    if seed is not None:
        parts.append(f"seed {seed}")
    return " | ".join(parts)


def log_lines(history: History, end: State, language: str = "en") -> list[str]:
    """The rounds of a history in one or two lines each, with the Tally Sheet at their ends."""
    lines: list[str] = []
    for number, steps in groupby(history, lambda step: _round(*step)):
        moves = list(steps)
        after = history.index(moves[-1]) + 1
        last = history[after][0] if after < len(history) else end
        lines += _lines(number, moves, last, language)
    return lines


def _round(state: State, move: Move) -> int:
    return state.round + isinstance(move, Roll)


def _lines(number: int, steps: History, end: State, language: str) -> Iterator[str]:
    clauses = list(_clauses(steps, language))
    head = [c for c in clauses if c.split()[0] in _HEAD]
    rest = [c for c in clauses if c not in head]
    ended = end.stage in ("start", "over")
    tally = [f"tally {_tally(end.tally)}"] if ended else []
    yield f"{number:>2} | " + " | ".join(head if rest else head + tally)
    if rest:
        yield "   | " + " | ".join(rest + tally)


_HEAD = ("dice", "special", "own", "open", "reroll", "action", "take")


def _clauses(steps: History, language: str) -> Iterator[str]:
    before = ""
    marks: list[str] = []
    for k, (state, move) in enumerate(steps):
        if isinstance(move, Rolled) and state.waiting != "reroll":
            continue
        word = _LISTS.get(type(move), "")
        if marks and word != before:
            yield f"{before} {' '.join(marks)}"
            marks = []
        before = word
        if word:
            marks.append(_listed(state, move, language))
        elif isinstance(move, Use):
            following = [m for _, m in steps[k + 1 : k + 2] if isinstance(m, Rolled)]
            yield " ".join((f"use {move.card}", *(m.faces[0] for m in following)))
        else:
            yield from _clause(state, move)
    if marks:
        yield f"{before} {' '.join(marks)}"


_LISTS: dict[type, str] = {
    Mark: "mark", Free: "free", Pick: "pick", Wild: "any", Leave: "leave",
}  # fmt: skip
"""Moves that stand together in one clause."""


def _listed(state: State, move: Move, language: str) -> str:
    match move:
        case Mark() | Free():
            return move.at + _value(state, move, language)
        case Pick():
            return move.option
        case Wild():
            return move.animal
        case Leave():
            return move.id
    raise TypeError(move)


def _value(state: State, move: Mark | Free, language: str) -> str:
    write = state.setting.sheet.marking.write
    space = state.setting.sheet.space[move.at]
    if move.value is True or space.overflow or (isinstance(move, Mark) and write != "wildlife"):
        return ""
    if move.value in wildlife():
        letters = {animal: x for x, animal in wildlife_letters(language).items()}
        return f"={letters[str(move.value)]}"
    return f"={letters_of_habitats().get(str(move.value), move.value)}"


def _clause(state: State, move: Move) -> Iterator[str]:
    match move:
        case Roll():
            if move.central:
                yield f"dice {' '.join(move.central)}"
            if move.special:
                yield f"special {move.special}"
            if move.own:
                yield f"own {' '.join(move.own)}"
            if move.card:
                yield f"open {_card(move.card)}"
        case Rolled() if state.waiting == "reroll" and state.own:
            new = dict(zip(state.waiting_dice, move.faces, strict=True))
            yield f"reroll {' '.join(new.get(k, face) for k, face in enumerate(state.own))}"
        case Act():
            of = {"two": "", "extra": str(move.n)}.get(move.kind, move.of)
            words = ("action", move.kind, of, "full" if move.full else "")
            yield " ".join(filter(None, words))
        case Take():
            yield f"take {animals(move.animals)}"
        case Complete():
            card = state.lying(move.slot) if move.slot else move.card
            name = f" {card.habitat} {card.number}" if card else ""
            yield f"card{name} slot {move.slot}"
        case Pay():
            if move.animals is not None and not _usual(state, move):
                yield f"pay {animals(move.animals)}"
        case Fail():
            yield "failed"


def _usual(state: State, move: Pay) -> bool:
    card = state.card
    if card is None or card.card is None or card.card.cost is None:
        return False
    return costs.usual(card.card.cost, discount(state), card.rolled) == move.animals


def animals(counts: Bag) -> str:
    """A bag in words: "2 elk 1 fox"."""
    found = (f"{n} {a}" for a, n in zip(wildlife(), counts, strict=True) if n)
    return " ".join(found) or "nothing"


def _card(card: HabitatCard) -> str:
    cost = f" cost {' '.join(f'{n} {a}' for a, n in card.cost)}" if card.cost else ""
    gives = f" gives {card.nature}" if card.nature is not None else ""
    return f"{card.habitat} {card.number}{cost}{gives}"


def _tally(tally: Tally) -> str:
    return " ".join("?" if n is None else str(n) for n in tally)
