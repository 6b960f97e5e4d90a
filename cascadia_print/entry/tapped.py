"""A filled sheet as the tap page keeps it: the marks by space, and how circles differ from all
that is earned, so that they stay right while marks come and go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cascadia_print.entry.blank import header
from cascadia_print.entry.taken import record
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.table import table
from cascadia_print.sheet.model import Sheet

State = dict[str, Any]
"""The keys of a filled sheet, its marks all in `spaces` (None: the file has none) and `taken`
told by three keys. `recorded`: the paper's circles and crosses are told completely. `left`: what
is earned and not circled, ids and parts ("row-1.2"). `more`: what is circled and not earned."""

DEVIATIONS = ("recorded", "left", "more")

_ORDER = (
    *("player", "date", "language", "rules", "rulings", "variant", "completion_cards", "spaces"),
    *("picks", "taken", "tally", "claims", "log", "note"),
)


def state(sheet: Sheet, data: Mapping[str, Any], filled: Filled) -> State:
    """The state of a filled sheet that was read. A mark that has no space of its own is lost."""
    found = {key: data[key] for key in _ORDER if data.get(key) is not None}
    found |= {"sheet": sheet.ref, "spaces": None, "picks": list(_picks(sheet, data, filled))}
    found |= {"recorded": filled.taken is not None, "left": [], "more": []}
    if filled.marks is not None:
        found["spaces"] = {**filled.marks, **dict.fromkeys(filled.unsaid)}
    if (taken := found.pop("taken", None)) is not None:
        earned = record(sheet, filled.marks or {}, found["picks"])
        differs = earned.left(taken)
        found["left"] = [id for id in differs if not id.startswith("+")]
        found["left"] += [id for id in earned.said if id not in taken]
        found["more"] = [id[1:] for id in differs if id.startswith("+")]
    return found


def data_of(sheet: Sheet, state: Mapping[str, Any], filled: Filled | None = None) -> dict[str, Any]:
    """The data of the filled sheet of a state, without `taken` where all that is earned is.

    `filled` is what was read of the data once before, without circles; a state that tells of
    those needs it. `sheet` is the one under the rulings of the state.
    """
    said = {k: v for k, v in state.items() if k not in DEVIATIONS and v not in (None, [], {}, "")}
    if isinstance(spaces := state.get("spaces"), dict):
        said["spaces"] = {id: spaces[id] for id in (*sheet.space, *spaces) if id in spaces}
    left, more = state.get("left") or (), state.get("more") or ()
    if filled and (state.get("recorded") or left or more):
        earned = record(sheet, filled.marks or {}, filled.picks)
        taken = [id for id in earned.without(left) if id not in left]
        said["taken"] = list(_joined(sheet, taken, more))
    known = {key: said.pop(key) for key in _ORDER if key in said}
    return {**header(sheet), **known, **said}


def _picks(sheet: Sheet, data: Mapping[str, Any], filled: Filled) -> Iterable[str]:
    """The picks as written, and boxes and sides that are named as circled only."""
    return dict.fromkeys((*(data.get("picks") or ()), *table(sheet).chosen(filled.taken)))


def _joined(sheet: Sheet, taken: Iterable[str], more: Iterable[str]) -> Iterator[str]:
    """All ids once: no part of a gain beside the whole of it."""
    ids = dict.fromkeys((*taken, *more))
    for id in ids:
        whole, _, part = id.rpartition(".")
        inner = part.isdecimal() and id not in sheet.boxes and id not in sheet.space
        if not (inner and whole in ids):
            yield id
