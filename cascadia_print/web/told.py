"""What the page says of every judged player, whatever was tapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cascadia_print.report import said
from cascadia_print.report.judged import Judged, ranking, uncertain
from cascadia_print.sheet.locale import Locale


def told(judged: Judged, words: Locale) -> dict[str, Any]:
    """The total and the sentences about a player."""
    *_, total = said.table(judged, words)
    return {
        "total": {"label": total[0], "points": judged.report.total.as_legal},
        "shown": _shown(judged, total, words),
        "said": list(_said(judged, words)),
        "basis": [*said.basis(judged, words), *filter(None, [said.rulings(judged, words)])],
        "receipts": [*said.receipts(judged, words)],
        "achievements": [
            words.text(f"achievements.names.{id}") for id in judged.report.achievements or ()
        ],
    }


def unranked(judged: Sequence[Judged], words: Locale) -> str:
    """Why several players have no ranking; "" where they have one."""
    nobody = words.text("report.nobody")
    sheets = dict.fromkeys(j.report.sheet for j in judged)
    if len(sheets) > 1:
        return words.text("report.unranked-sheets", sheets=", ".join(sheets))
    if len(judged) > 1 and (vague := uncertain(judged)):
        names = ", ".join(j.report.player or nobody for j in vague)
        return words.text("report.unranked-open", players=names)
    left = [j.report.player or nobody for j in judged if j.report.total.as_legal is None]
    if len(judged) > 1 and left:
        key = "web.ranking.tally" if judged[0].sheet else "report.unranked"
        return words.text(key, players=", ".join(left))
    return "" if ranking(judged) or len(judged) < 2 else nobody


def _said(judged: Judged, words: Locale) -> Iterator[str]:
    """The verdict in sentences. What the page says in its own place is left out."""
    elsewhere = words.text("report.all-taken")
    return (text for _, text in said.verdict(judged, words) if text != elsewhere)


def _shown(judged: Judged, total: Sequence[str], words: Locale) -> str:
    """The total as a player wants to see it: what the rules allow, a range if it is open."""
    heads, *_ = said.table(judged, words)
    by_head = dict(zip(heads, total, strict=True))
    columns = ("as_legal", "up_to", "as_marked")
    legal, most, marked = (by_head.get(words.text(f"report.columns.{c}")) for c in columns)
    if legal is None:
        return marked or words.text("report.unknown")
    return legal if most in (None, legal) else f"{legal}–{most}"
