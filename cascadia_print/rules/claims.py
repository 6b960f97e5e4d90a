"""The player's own numbers against the arithmetic of the ink (level L1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Event, Finding

Range = tuple[int, int]


def claimed(filled: Filled, line: str) -> int | None:
    """The number written for a line (the sum of its parts), None where nothing is written."""
    parts = filled.claims.get(line)
    return None if parts is None else sum(parts)


def check_claims(
    sheet: Sheet,
    filled: Filled,
    right: Mapping[str, Range | None],
    receipts: Mapping[str, Sequence[Event]],
    others: Iterable[tuple[str, int]] = (),
) -> list[Finding]:
    """Findings of kind "claim": each wrong line, and the total if it is wrong by itself.

    right: line -> the range in which its number may lie, None when it is not known. receipts:
    the events of a line; others: (place, points) of missed bonuses, to explain a difference.
    """
    wrong: dict[str, tuple[int, Range]] = {}
    for line in sheet.lines:
        said, span = claimed(filled, line.id), right[line.id]
        if said is not None and span is not None and not span[0] <= said <= span[1]:
            wrong[line.id] = (said, span)
    findings = []
    done: set[str] = set()
    for id in wrong:
        if id in done:
            continue
        other = _swapped(id, wrong)
        if other:
            done.add(other)
            findings.append(_swap(sheet, filled, id, other, wrong))
        else:
            findings.append(_line(sheet, filled, id, *wrong[id], receipts[id], others))
    return _total(sheet, filled, right, wrong, findings)


def _line(
    sheet: Sheet,
    filled: Filled,
    id: str,
    said: int,
    span: Range,
    receipt: Sequence[Event],
    others: Iterable[tuple[str, int]],
) -> Finding:
    right = span[1] if said > span[1] else span[0]
    off = said - right
    values: dict[str, object] = {"claimed": said, "right": right, "difference": abs(off)}
    # A difference that is just one bonus names what was probably forgotten or counted twice.
    bonuses = {e.at: e.points for e in receipt if e.rule and e.at not in (*sheet.space, "tally")}
    likely = [at for at, n in bonuses.items() if n == abs(off)] if off < 0 else []
    if off > 0:
        likely = [at for at, n in (*others, *bonuses.items()) if n == off]
    text = "claim-line-more" if off > 0 else "claim-line-less"
    if len(likely) == 1:
        values["bonus"] = likely[0]
        text += "-bonus"
    return _claim(sheet.line[id].rule, id, text, values, filled)


def _swapped(id: str, wrong: Mapping[str, tuple[int, Range]]) -> str:
    said, (low, high) = wrong[id]
    for other, (value, span) in wrong.items():
        if other != id and low <= value <= high and span[0] <= said <= span[1]:
            return other
    return ""


def _swap(
    sheet: Sheet, filled: Filled, id: str, other: str, wrong: Mapping[str, tuple[int, Range]]
) -> Finding:
    values = {"other": other, "claimed": wrong[id][0], "right": wrong[other][0]}
    return _claim(sheet.line[id].rule, id, "claim-swapped", values, filled)


def _total(
    sheet: Sheet,
    filled: Filled,
    right: Mapping[str, Range | None],
    wrong: Mapping[str, tuple[int, Range]],
    findings: list[Finding],
) -> list[Finding]:
    said = claimed(filled, "total")
    if said is None:
        return findings
    rule = sheet.lines[0].rule
    written = [claimed(filled, line.id) for line in sheet.lines]
    spans = [span for span in right.values() if span is not None]
    known = len(spans) == len(right)
    low, high = sum(s[0] for s in spans), sum(s[1] for s in spans)
    if known and low <= said <= high:
        return findings
    numbers = [n for n in written if n is not None]
    summed = len(numbers) == len(written)
    if known and (summed or wrong):
        # The lines' own errors explain the total when they make up its whole difference.
        errors = [n - (s[1] if n > s[1] else s[0]) for n, s in wrong.values()]
        off = said - (high if said > high else low)
        if wrong and off == sum(errors):
            nested = _claim(
                rule, "total", "claim-total-follows", {"claimed": said, "right": low}, filled
            )
            first = findings[0]
            findings[0] = Finding(
                first.rule,
                first.kind,
                first.at,
                first.text,
                first.values,
                first.pointer,
                first.offset,
                (*first.consequences, nested),
            )
            return findings
    if known:
        values = {"claimed": said, "right": low, "difference": abs(said - low)}
        return [*findings, _claim(rule, "total", "claim-total", values, filled)]
    if summed and said != sum(numbers):
        values = {"claimed": said, "right": sum(numbers), "difference": abs(said - sum(numbers))}
        return [*findings, _claim(rule, "total", "claim-sum", values, filled)]
    return findings


def _claim(rule: str, at: str, text: str, values: Mapping[str, object], filled: Filled) -> Finding:
    pointer, offset = filled.where.get(f"claim:{at}", ("", 0))
    return Finding(rule, "claim", at, text, values, pointer, offset)
