"""What the page says of every judged player, whatever was tapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any

from cascadia_print.report import said
from cascadia_print.report.judged import Judged, final, ranking, uncertain
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
        "missed": [said.missed_title(judged, words), said.missed_note(judged, words)],
        "achievements": [
            words.text(f"achievements.names.{id}") for id in judged.report.achievements or ()
        ],
    }


def ranked(judged: Sequence[Judged], words: Locale) -> dict[str, Any]:
    """The ranking, and why it is not one of all; who has no name is called as on the page."""
    names = [j.report.player or words.text("web.player.of", n=k) for k, j in enumerate(judged, 1)]
    named = [
        replace(j, report=replace(j.report, player=name))
        for name, j in zip(names, judged, strict=True)
    ]
    return {
        "ranking": [asdict(rank) for rank in ranking(named)],
        "unranked": _unranked(named, words),
    }


def _unranked(judged: Sequence[Judged], words: Locale) -> str:
    """Why several players have no ranking, or not all of them; "" where all have one."""
    if len(judged) < 2:
        return ""
    sheets = dict.fromkeys(j.report.sheet for j in judged)
    if len(sheets) > 1:
        return words.text("report.unranked-sheets", sheets=", ".join(sheets))
    vague = uncertain(judged)
    left = vague or [j for j in judged if final(j) is None]
    known = "web.ranking.tally" if judged[0].sheet else "report.unranked"
    key = "report.unranked-open" if vague else known
    return words.text(key, players=", ".join(j.report.player for j in left)) if left else ""


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
