"""What is judged of several players of one game together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cascadia_print.verdict import Finding, Report, RoundPlayed


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
    values = {"player": report.player, "number": k + 1, "have": report.sheet, "need": usual}
    finding = Finding("RH-16", "illegal", report.sheet, "mixed-sheets", values, f"/players/{k}")
    return replace(report, verdict="illegal", findings=(finding, *report.findings))


def same_rolls(reports: Sequence[Report]) -> list[Report]:
    """The reports, with an open question for each round that two logs of a game tell otherwise.

    Central dice, the special die and the cards that lie open are the same for all (RH-3, RH-9);
    which of two logs is wrong cannot be told. The logs that stand first are compared with.
    """
    known: dict[tuple[str, int], tuple[str, int]] = {}
    found = []
    for k, report in enumerate(reports):
        findings = []
        for played in report.log.rounds if report.log else ():
            for (rule, text), n, said in _shared(played):
                other, first = known.setdefault((text, n), (said, k))
                if other != said:
                    player = {"player": reports[first].player, "number": first + 1}
                    values = {**player, "have": said, "need": other, "round": played.number}
                    at, place = f"log.{played.number}", f"/players/{k}/log"
                    findings.append(
                        Finding(rule, "cannot-tell", at, f"log.found.{text}", values, place)
                    )
        found.append(_asked(report, findings))
    return found


def _shared(played: RoundPlayed) -> Iterator[tuple[tuple[str, str], int, str]]:
    """What all players of a round see: the rule and the sentence, which one, and what it is."""
    if played.central is not None and played.special is not None:
        dice = sorted("/".join(sorted(face.split("/"))) for face in played.central)
        yield ("RH-3", "table-dice"), played.number, " ".join((*dice, played.special)).strip()
    for card in played.cards:
        if card.slot and card.number:
            turned = played.number - card.slot + 1
            yield ("RH-9", "table-card"), turned, f"{card.habitat} {card.number}"


def _asked(report: Report, findings: list[Finding]) -> Report:
    if not findings:
        return report
    verdict = "illegal" if report.verdict == "illegal" else "cannot-tell"
    return replace(report, verdict=verdict, findings=(*report.findings, *findings))  # type: ignore[arg-type]
