"""The audit as one JSON object, an interface that other programs read.

Field order, ids and kinds are stable; new fields may be added. `RULES` rises when a verdict on
an unchanged file may change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cascadia_print.report import faults as fault_report
from cascadia_print.report import said
from cascadia_print.report import words as say
from cascadia_print.report.judged import Judged, ranking
from cascadia_print.sheet.faults import Fault
from cascadia_print.sheet.locale import Locale
from cascadia_print.verdict import Event, Finding, Line, Logged, Played, Step

FORMAT = "cascadia-print/audit"
VERSION = 1
RULES = 1


def audit_object(
    judged: Sequence[Judged], faults: Sequence[Fault], words: Locale
) -> dict[str, Any]:
    """All reports, the ranking, and the faults of the files that gave no sheet to judge."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": RULES,
        "sheets": [sheet_object(j, words) for j in judged],
        "ranking": [
            {"place": r.place, "player": r.player, "total": r.total, "nature": r.nature}
            for r in ranking(judged)
        ],
        "faults": [fault_report.fault_object(fault, words) for fault in faults],
    }


def sheet_object(judged: Judged, words: Locale) -> dict[str, Any]:
    """One report. Totals that are not known, and claims not written, are null."""
    report = judged.report
    return {
        "file": judged.file,
        "player": report.player,
        "sheet": report.sheet,
        "verdict": report.verdict,
        "claims": report.claims,
        "level": report.level,
        "lines": [
            {
                "id": line.id,
                "label": say.line_label(line.id, judged.sheet, words),
                "basis": line.basis,
                **_totals(line),
                "receipt": [_event(e, words) for e in line.receipt],
            }
            for line in report.lines
        ],
        "total": _totals(report.total),
        "findings": [_finding(f, judged, words) for f in report.findings],
        "missed": [
            {
                "rule": m.rule,
                "at": m.at,
                "points": m.points,
                "message": say.missed_message(m, judged.sheet, words),
            }
            for m in report.missed
        ],
        "rulings": dict(sorted(report.rulings.items())),
        # None: not judged, neither reached nor missed.
        "achievements": None if report.achievements is None else list(report.achievements),
        "order": [_step(step) for step in report.order] if report.level == "L3" else None,
        "scenario": report.scenario and _scenario(report.scenario, words),
        "notes": [_finding(note, judged, words) for note in report.notes],
        "log": report.log and _log(report.log),
    }


def line_objects(
    judged: Sequence[Judged], faults: Sequence[Fault], words: Locale
) -> Iterator[dict[str, Any]]:
    """One object for each sheet of a file, and for each of its faults, to stand alone in a line."""
    head = {"format": FORMAT, "version": VERSION, "rules": RULES}
    for j in judged:
        yield head | sheet_object(j, words)
    for fault in faults:
        yield head | {"file": fault.file, "fault": fault_report.fault_object(fault, words)}


def _step(step: Step) -> dict[str, Any]:
    return {
        "round": step.round,
        "kind": step.kind,
        "habitat": step.habitat,
        "number": step.number,
        "marks": [{"at": at, "value": value} for at, value in step.marks],
        "source": step.source or None,
        "earned": list(step.earned),
    }


def _log(log: Logged) -> dict[str, Any]:
    """The rounds of a log as they were replayed; animals as numbers in rank order."""
    return {
        "whole": log.whole,
        "missing": {part: list(rounds) for part, rounds in log.missing.items()},
        "rounds": [
            {
                "round": r.number,
                "central": r.central,
                "special": r.special,
                "own": r.own,
                "action": r.action,
                "collected": r.collected,
                "cards": [
                    {
                        "slot": c.slot,
                        "habitat": c.habitat or None,
                        "number": c.number,
                        "used": [{"card": n, "rolled": face or None} for n, face in c.used],
                        "paid": c.paid,
                        "marks": [{"at": at, "value": value} for at, value in c.marks],
                        "free": [{"at": at, "value": value} for at, value in c.frees],
                        "chosen": c.chosen,
                        "failed": c.failed,
                    }
                    for c in r.cards
                ],
                "tally": r.tally,
                "score": r.score,
                "legal": r.legal,
            }
            for r in log.rounds
        ],
        "dice": log.dice or None,
        "cards": log.cards or None,
    }


def _scenario(played: Played, words: Locale) -> dict[str, Any]:
    return {
        "id": played.id,
        "reached": played.reached,
        "parts": [
            {
                "what": part.what,
                "reached": part.reached,
                "need": part.need,
                "have": part.have,
                "message": say.part_message(part, words),
            }
            for part in played.parts
        ],
    }


def _totals(line: Line) -> dict[str, int | None]:
    return {
        "claimed": line.claimed,
        "as_marked": line.as_marked,
        "as_legal": line.as_legal,
        "up_to": line.up_to,
    }


def _event(event: Event, words: Locale) -> dict[str, Any]:
    found: dict[str, Any] = {"at": event.at, "points": event.points}
    if event.what:
        found["what"] = said.counted(event, words, places=False)
    if event.also:
        found["also"] = event.also
    if event.rule:
        found["rule"] = event.rule
    if event.legal != event.points:
        found["legal"] = event.legal
    return found


def _finding(finding: Finding, judged: Judged, words: Locale) -> dict[str, Any]:
    line, column = judged.position(finding) or (None, None)
    field = judged.field(finding)
    return {
        "rule": finding.rule,
        "kind": finding.kind,
        "at": finding.at,
        "pointer": finding.pointer,
        "line": line,
        "column": column,
        **({"field": field} if field else {}),
        "message": say.message(finding, judged.sheet, words),
        "would_be_legal": say.would_be_legal(finding, judged.sheet, words),
        "consequences": [_finding(f, judged, words) for f in finding.consequences],
    }
