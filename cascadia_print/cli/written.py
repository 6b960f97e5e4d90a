"""What a player wrote, as the picture of a receipt draws it."""

from __future__ import annotations

from cascadia_print.entry.taken import crossed
from cascadia_print.report.written import Written
from cascadia_print.rules.marks import Filled, Value
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import wildlife_letters


def written(sheet: Sheet, filled: Filled) -> Written:
    """The marks as signs, and the ids of what is circled or crossed off."""
    letters = {animal: letter for letter, animal in wildlife_letters(filled.letters).items()}
    marks = {id: _sign(value, letters) for id, value in (filled.marks or {}).items()}
    return Written(marks, crossed(sheet, filled))


def _sign(value: Value, letters: dict[str, str]) -> str:
    if value is True:
        return ""
    return letters.get(str(value), str(value))
