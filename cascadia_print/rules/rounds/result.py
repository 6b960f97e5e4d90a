"""What a position comes to: the points on the sheet, and what was circled and crossed off."""

from __future__ import annotations

from cascadia_print.rules.findings import in_print
from cascadia_print.rules.rounds import paper
from cascadia_print.rules.rounds.state import State
from cascadia_print.rules.score import Picture, score
from cascadia_print.rules.table import table
from cascadia_print.sheet.model import RECORDED


def points(state: State) -> int:
    """The points on the sheet in a position, without leftovers."""
    sheet = state.setting.sheet
    earned = paper.earned(state)
    taken = taken_ids(state)
    picture = Picture(state.filled, state.marks, earned, earned, frozenset(taken), True)
    return sum(score(sheet, picture).points.values())


def taken_ids(state: State) -> tuple[str, ...]:
    """What was circled or crossed off, as a filled sheet names it: ids, parts and sides."""
    items = table(state.setting.sheet).items
    found: list[str] = []
    for id in dict.fromkeys(id for id, _ in state.taken):
        item, own = items[id], {k for i, k in state.taken if i == id}
        if item.offer.choice:
            found += [p for p in state.picks if p.startswith(f"{id}=")]
        elif own >= {k for k, gain in enumerate(item.offer.sides[0]) if gain.kind in RECORDED}:
            found.append(id)
        else:
            found += [paper.part(id, k) for k in sorted(own)]
    return tuple(in_print(state.setting.sheet, {*found, *state.unearned}))
