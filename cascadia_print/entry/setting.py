"""What a game of a filled sheet is played with: cards, dice, variant, from its file and its log."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cascadia_print.entry.logged import RULE
from cascadia_print.rules.goal import CARDS_IN_PLAY
from cascadia_print.rules.marks import Filled, Wrong
from cascadia_print.rules.rounds.log import Log
from cascadia_print.rules.rounds.state import SLOTS, Setting
from cascadia_print.sheet.faults import nearest
from cascadia_print.sheet.gameset import GameSet, completion_cards, find_set, set_ids
from cascadia_print.sheet.model import Sheet


def setting_of(
    sheet: Sheet, filled: Filled, log: Log, near: Path | None = None
) -> tuple[Setting, tuple[Wrong, ...]]:
    """The setting, and what is wrong with the sets that the log names.

    An owner's sets are looked for beside `near`. Raises Unreadable for a set with faults.
    """
    wrong: list[Wrong] = []
    found: dict[str, GameSet | None] = {}
    for part, id in (("dice", log.dice), ("cards", log.cards)):
        found[part] = find_set(id, near) if id else None
        if id and found[part] is None and not any(w.values["value"] == id for w in wrong):
            at, offset = log.place(part)
            values = {"value": id, "nearest": nearest(id, set_ids(near)), "round": 0}
            wrong.append(Wrong("log.wrong.set", "log.0", at, values, offset, RULE))
    dice, cards = found["dice"], found["cards"]
    effects = dict(completion_cards())
    if cards and cards.completion_cards:
        effects |= cards.completion_cards
    # Where a file names fewer than are in play, the others are not known.
    in_play = frozenset(filled.completion_cards or ())
    setting = Setting(
        sheet,
        filled.variant,
        log.slots or (0,) * SLOTS,
        None if len(in_play) < CARDS_IN_PLAY else in_play,
        effects,
        dice.dice if dice else None,
        cards.habitat_cards if cards else (),
        {**filled.rulings, **sheet.in_force},
    )
    return setting, tuple(wrong)


def with_wrong(filled: Filled, wrong: tuple[Wrong, ...]) -> Filled:
    """The filled sheet with further wrong entries."""
    return replace(filled, wrong=(*filled.wrong, *wrong)) if wrong else filled
