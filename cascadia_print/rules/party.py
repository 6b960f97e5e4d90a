"""What is judged of several players of one game together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from cascadia_print.verdict import Finding, Report


def same_sheet(reports: Sequence[Report]) -> list[Report]:
    """The reports, with a finding (RH-16) for each player of a game on another sheet than most.

    Where as many play on one as on another, the sheet of the player named first counts.
    """
    counts = Counter(report.sheet for report in reports)
    if len(counts) < 2:
        return list(reports)
    usual = counts.most_common(1)[0][0]
    return [
        report if report.sheet == usual else _on_another(report, usual, k)
        for k, report in enumerate(reports)
    ]


def _on_another(report: Report, usual: str, k: int) -> Report:
    player = report.player or str(k + 1)
    values = {"player": player, "have": report.sheet, "need": usual}
    finding = Finding("RH-16", "illegal", report.sheet, "mixed-sheets", values, f"/players/{k}")
    return replace(report, verdict="illegal", findings=(finding, *report.findings))
