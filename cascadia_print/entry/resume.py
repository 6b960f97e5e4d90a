"""A half-filled sheet that `fill` wrote → the answers that made it, to go on where it stopped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cascadia_print.entry import inked
from cascadia_print.entry.questions import Answers, Refused, filled, sign, stands
from cascadia_print.sheet.fields import tally_rows
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Sheet


def answers_of(sheet: Sheet, words: Locale, data: Any) -> Answers | None:
    """The answers behind the data of a filled sheet, in the order of the questions.

    None for a sheet that is complete, and for what `fill` did not write just so (another sheet,
    keys or forms that it never writes): going on must lose nothing.
    """
    try:
        answers = _answers(sheet, words, data)
        same = bool(answers) and filled(sheet, answers) == data
    except (AttributeError, KeyError, TypeError, Refused):  # of a kind that fill never writes
        return None
    return answers if same and stands(sheet, words, answers)[1].key != "done" else None


def _answers(sheet: Sheet, words: Locale, data: Mapping[str, Any]) -> Answers:
    cells: dict[str, object] = {}
    for entry in inked.said(sheet, data, ()):
        if isinstance(entry, inked.Said):
            cells[entry.space] = entry.value
    answers: Answers = {}
    while True:
        _, question = stands(sheet, words, answers)
        if question.key == "taken" and data.get("taken") is not None:
            answers["taken"] = tuple(data["taken"])
            continue
        typed = _typed(sheet, words, data, cells, question.key)
        if typed is None:
            return answers
        answers[question.key] = question.read(typed, True)


def _typed(
    sheet: Sheet, words: Locale, data: Mapping[str, Any], cells: Mapping[str, object], key: str
) -> str | None:
    """What was typed for a question; None where it was not asked."""
    kind, _, name = key.partition(":")
    if kind == "row":
        said = [cells.get(id) for id in sheet.rows[name]]
        return None if None in said else " ".join(map(sign, said))
    if kind == "pick":
        whole = [word for word in data.get("picks") or () if _group(word) == name]
        named = [word for word in whole if word != f"{name}=none"]
        if not whole:
            return "" if "taken" in data else None
        return " ".join(named) or words.text("fill.none")
    if kind == "claim":
        numbers = data.get("claims", {}).get(name, -1)
        numbers = [numbers] if isinstance(numbers, int) else numbers
        return None if numbers == [-1] else "+".join(map(str, numbers or ()))
    if key not in data:
        return None
    if kind == "tally" and data["tally"]:
        return " ".join("-" if n is None else str(n) for n in map(data["tally"].get, tally_rows()))
    return data[key] or ""


def _group(pick: str) -> str:
    """The choice that a pick word answers: its pool, or the place of its sides."""
    id, side, _ = pick.partition("=")
    return id if side else id.rpartition(".")[0]
