"""The players of one table side by side: a row for each score line, a column for each player."""

from __future__ import annotations

from collections.abc import Sequence

from cascadia_print.report import words as say
from cascadia_print.report.judged import Judged, solos
from cascadia_print.sheet.locale import Locale
from cascadia_print.verdict import Line


def together(judged: Sequence[Judged], words: Locale) -> list[list[str]]:
    """What counts of each player, heads first and the total last; [] for no table of players.

    That is what is allowed, or the numbers written where nothing else is known. A corridor and its
    bonus stand apart as on the score pad, "7+2" (CA-7).
    """
    if len(judged) < 2 or len({j.report.sheet for j in judged}) > 1 or solos(judged):
        return []
    rows: dict[str, list[str]] = {}
    for n, j in enumerate(judged):
        for line in (*j.report.lines, j.report.total):
            label = say.line_label(line.id, j.sheet, words)
            cells = rows.setdefault(label, [""] * len(judged))
            cells[n] = _cell(line, j.report.level in ("L0", "L1"), words)
    total = words.text("report.total")
    rows[total] = rows.pop(total)  # last, also where a line is not everybody's
    names = [j.report.player or words.text("report.nobody") for j in judged]
    return [
        [words.text("report.together"), *names],
        *([label, *row] for label, row in rows.items()),
    ]


def _cell(line: Line, written: bool, words: Locale) -> str:
    """A number, a range, or corridor and bonus."""
    low, high = (line.as_marked,) * 2 if written else (line.as_legal, line.up_to)
    if low is None:
        return words.text("report.unknown")
    if high not in (None, low):
        return f"{low}–{high}"
    bonus = sum(part.legal for part in line.receipt if part.rule == "CA-5")
    return f"{low - bonus}+{bonus}" if bonus and line.as_marked == low else str(low)
