"""What a log does not tell, as the reason why a step of it looks wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cascadia_print.rules.rounds import paper
from cascadia_print.rules.rounds.game import apply
from cascadia_print.rules.rounds.moves import Free, Move, Pick
from cascadia_print.rules.rounds.refusals import refusal
from cascadia_print.rules.rounds.state import Owed, State

LIMIT = 400
"""Positions that are looked at; beyond them it cannot be told."""


def open_frees(state: State) -> list[Owed]:
    """The free hexagons that are open in a settled position, have a place, and were not left."""
    hexes = (o for o in state.owed if o.kind == "hex" and not left(state, o))
    return [o for o in hexes if paper.free_places(state, o.of)]


def left(state: State, owed: Owed) -> bool:
    """Whether the log says that something was left."""
    return not state.left.isdisjoint((owed.source, paper.part(owed.source, owed.k)))


def reason(state: State, move: Move, told: Sequence[tuple[State, Move]]) -> frozenset[str]:
    """What would make a refused step a legal one, had it been told; nothing if it is wrong anyhow.

    "free" stands for free hexagons that are open, "pick" for choices that were earned: they are
    made in every way, now or between the moves of the round so far, which are `told`.
    """
    seen: set[object] = set()
    moves = [move]
    for k in range(len(told), -1, -1):
        position = state if k == len(told) else told[k][0]
        if found := _reason(paper.settled(position), moves, seen):
            return found
        moves = [told[k - 1][1], *moves]
    return frozenset()


def _reason(start: State, moves: Sequence[Move], seen: set[object]) -> frozenset[str]:
    front: list[tuple[State, frozenset[str]]] = [(start, frozenset())]
    while front:
        ahead = []
        for position, parts in front:
            for part, step in _steps(position):
                after = paper.settled(apply(position, step))
                picture = len(moves), frozenset(after.marks.items()), frozenset(after.picks)
                if picture in seen:
                    continue
                seen.add(picture)
                found = parts | {part}
                if len(seen) > LIMIT or _allowed(after, moves):
                    return found
                ahead.append((after, found))
        front = ahead
    return frozenset()


def _allowed(state: State, moves: Iterable[Move]) -> bool:
    for move in moves:
        if refusal(state, move) is not None:
            return False
        state = apply(state, move)
    return True


def _steps(state: State) -> Iterator[tuple[str, Move]]:
    for of in dict.fromkeys(owed.of for owed in open_frees(state)):
        for at in paper.free_places(state, of):
            values = paper.values(state, at, "")
            if state.setting.sheet.marking.write == "number":
                values = values[:1]  # which number stands there earns nothing else
            yield from (("free", Free(at, value)) for value in values)
    for choice, _ in paper.open_choices(state):
        if choice.id not in state.left:
            picks = (Pick(option) for option in choice.options)
            yield from (("pick", pick) for pick in picks if refusal(state, pick) is None)
