"""A filled sheet and the log of its game: what is known of both together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.model import Sheet

if TYPE_CHECKING:
    from cascadia_print.rules.rounds.replay import Replayed


def replayed(
    sheet: Sheet, filled: Filled, near: Path | None = None, *, scores: bool = False
) -> tuple[Filled, tuple[Filled, Replayed] | None]:
    """The sheet with what it leaves to its log, and, for `whole_report`, the replay of that.

    Sets of dice and cards that the log names are looked for beside `near`. `scores`: also after
    each round. Raises Unreadable for a set with faults.
    """
    if filled.log is None:
        return filled, None
    from cascadia_print.entry.setting import setting_of, with_wrong
    from cascadia_print.rules.rounds.end import completed
    from cascadia_print.rules.rounds.replay import replay

    setting, wrong = setting_of(sheet, filled, filled.log, near)
    done = replay(setting, filled.log, filled, scores=scores)
    return completed(with_wrong(filled, wrong), done), (filled, done)
