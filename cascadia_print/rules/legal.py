"""Which hexagons may be marked: order, touching, closure (C-3), overflow, the largest legal part.

A picture is the set of filled spaces. Marking rules only ever open spaces, so the largest part
of a picture that can be reached from the blank sheet is unique.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field

from cascadia_print.rules.marks import Value
from cascadia_print.rules.table import Table, table
from cascadia_print.sheet.model import Sheet, Space


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a space may not be marked now: the rule, the name of the sentence, its values."""

    rule: str
    text: str
    at: str
    values: Mapping[str, object] = field(default_factory=dict)


def closure(sheet: Sheet, marked: Iterable[str]) -> frozenset[str]:
    """The filled spaces of a picture: the marked ones, the start, and all that is closed (C-3)."""
    filled = set(marked) | {s.id for s in sheet.spaces if s.start}
    t = table(sheet)
    _close(t, filled, t.closable)
    return frozenset(filled)


def reachable(sheet: Sheet, marks: Mapping[str, Value], *, sure: bool = False) -> frozenset[str]:
    """The largest part of the marks that can be reached step by step, start and closed included;
    or what is `sure` to be reached, whatever split spaces were outlined for."""
    t = table(sheet)
    filled = set(closure(sheet, ()))
    left = [sheet.space[id] for id in marks if id not in filled]
    while left:
        # Marks that come in the order in which they were made need one pass.
        before = len(filled)
        for space in left:
            if opens(sheet, space, filled, marks, sure=sure):
                filled.add(space.id)
        if len(filled) == before:
            break
        _close(t, filled, t.closable)
        left = [s for s in left if s.id not in filled]
    return frozenset(filled)


def opens(
    sheet: Sheet,
    space: Space,
    filled: Set[str],
    marks: Mapping[str, Value],
    *,
    sure: bool = False,
) -> bool:
    """Whether an open space may be marked on a legal picture."""
    t = table(sheet)
    if space.overflow:
        before = t.before.get(space.id)
        follows = before is None or before in filled
        return follows and overflow_open(sheet, filled, marks, sure=sure)
    if space.blank:
        return False
    if sheet.marking.order == "touching":
        return any(id in filled for id in t.near[space.id])
    before = t.before.get(space.id)
    return before is None or before in filled


def overflow_open(
    sheet: Sheet, filled: Set[str], marks: Mapping[str, Value], *, sure: bool = False
) -> bool:
    """Whether some habitat is complete, so that the overflow row may be marked (B-2, C-5, D-3).

    The ruling `stuck-rest` can open it from the start.
    """
    return sheet.marking.overflow_opens == "always" or any(
        is_complete(sheet, habitat, filled, marks, sure=sure) for habitat in sheet.habitats
    )


def completes(
    sheet: Sheet, id: str, habitat: str, marks: Mapping[str, Value], *, sure: bool = False
) -> bool:
    """Whether a filled space counts for completing a habitat, or can count for it.

    By the rulings `closure-scores` (a space that was only closed) and `split-completes` (a split
    space that was outlined for its other habitat). A split space of which that is not said can
    count for either, and is `sure` to count for none.
    """
    if id not in marks:
        return sheet.marking.closed_counts
    split = len(sheet.space[id].habitats) > 1
    if not split or sheet.marking.split_completes == "both":
        return True
    return marks[id] == habitat or (marks[id] is True and not sure)


def is_complete(
    sheet: Sheet,
    habitat: str,
    filled: Set[str],
    marks: Mapping[str, Value],
    *,
    sure: bool = False,
) -> bool:
    """Whether a habitat of the sheet is complete, under its rulings, or can be."""
    ids = sheet.habitats.get(habitat, ())
    return bool(ids) and all(
        id in filled and completes(sheet, id, habitat, marks, sure=sure) for id in ids
    )


def legal_marks(sheet: Sheet, marks: Mapping[str, Value]) -> tuple[str, ...]:
    """The spaces that may be marked next on a legal picture, in printed order."""
    filled = reachable(sheet, marks)
    return tuple(
        s.id for s in sheet.spaces if s.id not in filled and opens(sheet, s, filled, marks)
    )


def why_not(sheet: Sheet, marks: Mapping[str, Value], space: str) -> Reason | None:
    """Why `space` may not be marked next; None when it may. Raises KeyError for no space."""
    return reason(sheet, sheet.space[space], reachable(sheet, marks), marks)


def reason(
    sheet: Sheet, space: Space, filled: Set[str], marks: Mapping[str, Value]
) -> Reason | None:
    """The first unmet set that keeps `space` closed on a legal picture."""
    t = table(sheet)
    if space.id in filled:
        return Reason(sheet.rule("order"), "already", space.id)
    if opens(sheet, space, filled, marks):
        return None
    if space.overflow and not overflow_open(sheet, filled, marks):
        habitat, lack = _nearest_complete(sheet, filled, marks)
        values = {"nearest": habitat, "lack": ", ".join(lack), "lacking": len(lack)}
        return Reason(sheet.rule("overflow"), "overflow-closed", space.id, values)
    if space.blank:
        have = sum(id in filled for id in t.near[space.id])
        return Reason(sheet.rule("blank"), "blank", space.id, {"have": have, "need": 6})
    if not space.overflow and sheet.marking.order == "touching":
        near = [id for id in t.near[space.id] if id not in marks]
        return Reason(sheet.rule("order"), "cut-off", space.id, {"near": tuple(near)})
    # The first space of this gap: what is marked behind it belongs to another.
    first = t.before[space.id]
    while (before := t.before.get(first)) and before not in filled and before not in marks:
        first = before
    text = "overflow-gap" if space.overflow else "gap"
    check = "overflow" if space.overflow else "order"
    values = {"open": first, "order": sheet.marking.order}
    return Reason(sheet.rule(check), text, space.id, values)


def _close(t: Table, filled: set[str], closable: Iterable[str]) -> None:
    while found := [
        id for id in closable if id not in filled and all(n in filled for n in t.near[id])
    ]:
        filled.update(found)


def _nearest_complete(
    sheet: Sheet, filled: Set[str], marks: Mapping[str, Value]
) -> tuple[str, list[str]]:
    """The habitat that lacks the fewest spaces, and those spaces.

    As it is drawn; where one is complete in this way, by marks that are not allowed, without these.
    """

    def lacks(there: Set[str]) -> dict[str, list[str]]:
        return {
            h: [i for i in ids if i not in there or not completes(sheet, i, h, marks)]
            for h, ids in sheet.habitats.items()
        }

    found = lacks({*filled, *marks})
    if not all(found.values()):
        found = lacks(filled)
    habitat = min(found, key=lambda h: len(found[h]), default="")
    return habitat, found.get(habitat, [])
