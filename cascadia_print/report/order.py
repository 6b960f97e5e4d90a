"""An order of play in words: round by round, each card with its marks and what it earns."""

from __future__ import annotations

from collections.abc import Iterator

from cascadia_print.report.words import game_word
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Step


def order_rows(order: tuple[Step, ...], sheet: Sheet, words: Locale) -> Iterator[tuple[str, str]]:
    """(round, step) for each step; the round is "" where the step before has the same."""
    before = 0
    for step in order:
        name = words.text("order.round", n=step.round) if step.round != before else ""
        before = step.round
        yield name, " ".join(_sentences(step, sheet, words))


def _sentences(step: Step, sheet: Sheet, words: Locale) -> Iterator[str]:
    any_kind = words.text("order.any")
    habitat = any_kind if step.habitat == "any" else game_word(step.habitat, words)
    marks = ", ".join(_mark(at, value, step, sheet, words) for at, value in step.marks)
    key = "card" if step.kind == "card" else "free" if step.marks else "free-lost"
    values = {"habitat": habitat, "of": habitat, "number": step.number, "source": step.source}
    yield words.text(f"order.{key}", marks=marks, **values) + "."
    if step.earned:
        yield words.text("order.earned", ids=", ".join(step.earned))


def _mark(at: str, value: object, step: Step, sheet: Sheet, words: Locale) -> str:
    """A place, with what is written there unless the card says it already."""
    number = sheet.marking.write == "number" and step.kind == "card"
    if value is True or number or value == step.habitat:
        return at
    shown = game_word(value, words)
    return words.text("order.value", at=at, value=shown).replace(" ", "\N{NO-BREAK SPACE}")
