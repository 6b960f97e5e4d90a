"""What a player wrote, as the picture of a receipt draws it."""

from __future__ import annotations

from cascadia_print.report.written import Written
from cascadia_print.rules.earn import earn
from cascadia_print.rules.legal import closure
from cascadia_print.rules.marks import Filled, Value
from cascadia_print.rules.table import table
from cascadia_print.sheet.model import RECORDED, Sheet
from cascadia_print.sheet.vocabulary import wildlife_letters


def written(sheet: Sheet, filled: Filled) -> Written:
    """The marks as signs, and the ids of what is circled or crossed off."""
    letters = {animal: letter for letter, animal in wildlife_letters(filled.letters).items()}
    marks = {id: _sign(value, letters) for id, value in (filled.marks or {}).items()}
    return Written(marks, _crossed(sheet, filled))


def _sign(value: Value, letters: dict[str, str]) -> str:
    if value is True:
        return ""
    return letters.get(str(value), str(value))


def _crossed(sheet: Sheet, filled: Filled) -> frozenset[str]:
    """What was named, and what follows: all that is earned where nothing is said of it, else the
    boxes that icons fill, which are their own record."""
    named = {id for id in (*filled.picks, *(filled.taken or ())) if not id.endswith("=none")}
    if filled.marks is None:
        return frozenset(named)
    earned = earn(
        sheet, closure(sheet, filled.marks), filled.marks, sorted(named), lenient=True
    ).ids
    items = table(sheet).items
    for id in earned:
        offer = items[id].offer
        recorded = any(gain.kind in RECORDED for side in offer.sides for gain in side)
        if offer.choice or (recorded and filled.taken is not None):
            continue
        if recorded or id not in sheet.space:
            named.add(id)
    return frozenset(named)
