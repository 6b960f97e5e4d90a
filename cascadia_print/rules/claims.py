"""The player's own numbers against the arithmetic of the ink (level L1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.model import ScoreLine, Sheet
from cascadia_print.verdict import Event, Finding, Missed

Range = tuple[int, int]


def claimed(filled: Filled, line: str) -> int | None:
    """The number written for a line (the sum of its parts), None where nothing is written."""
    parts = filled.claims.get(line)
    return None if parts is None else sum(parts)


def check_claims(
    sheet: Sheet,
    filled: Filled,
    right: Mapping[str, Range | None],
    total: Range | None,
    receipts: Mapping[str, Sequence[Event]],
    missed: Sequence[Missed] = (),
) -> list[Finding]:
    """Findings of kind "claim": each wrong line, and the total if it is wrong by itself.

    A number that no marks could make is wrong without any.

    right: line -> the range in which its number may lie, None when it is not known; total: that
    of the total. receipts and missed: what may explain a difference.
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
            left = [(m.at, m.points) for m in missed if m.line == id]
            findings.append(_line(sheet, filled, id, *wrong[id], receipts[id], left))
    for line in sheet.lines:
        said, least = claimed(filled, line.id), _least(sheet, line)
        if said is not None and said < least and line.id not in wrong:
            values = {"claimed": said, "least": least}
            findings.append(_claim(sheet, line.id, "claim-below", values, filled))
    return _total(sheet, filled, right, total, wrong, findings)


def _least(sheet: Sheet, line: ScoreLine) -> int:
    """Less than this no line makes: a heading is the only value that may be below 0."""
    heading = any(term.kind == "heading" for term in line.terms)
    return min(0, *sheet.heading) if heading and sheet.heading else 0


def _line(
    sheet: Sheet,
    filled: Filled,
    id: str,
    said: int,
    span: Range,
    receipt: Sequence[Event],
    missed: Iterable[tuple[str, int]],
) -> Finding:
    right = span[1] if said > span[1] else span[0]
    off = said - right
    values: dict[str, object] = {"claimed": said, "right": right, "difference": abs(off)}
    if span[0] < span[1]:
        values |= {"low": span[0], "high": span[1]}
        return _claim(sheet, id, "claim-line-range", values, filled)
    if said == sum(e.legal for e in receipt):
        return _claim(sheet, id, "claim-line-legal", values, filled)
    # A difference that is just one bonus names what was probably forgotten or counted twice.
    bonuses = {e.at: e.points for e in receipt if e.rule and e.at not in (*sheet.space, "tally")}
    likely = [at for at, n in bonuses.items() if n == abs(off)] if off < 0 else []
    if off > 0:
        likely = [at for at, n in (*missed, *bonuses.items()) if n == off]
    more, less = "claim-line-more", "claim-line-less"
    if any(term.kind == "leftovers" for term in sheet.line[id].terms):
        more, less = "claim-leftovers-more", "claim-leftovers-less"
    text = more if off > 0 else less
    if len(likely) == 1:
        values["bonus"] = likely[0]
        text += "-bonus"
    return _claim(sheet, id, text, values, filled)


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
    return _claim(sheet, id, "claim-swapped", values, filled)


def _total(
    sheet: Sheet,
    filled: Filled,
    right: Mapping[str, Range | None],
    total: Range | None,
    wrong: Mapping[str, tuple[int, Range]],
    findings: list[Finding],
) -> list[Finding]:
    """The total: off by the lines' own errors (nested under these), or wrong by itself."""
    said = claimed(filled, "total")
    if said is None:
        return findings
    written = [claimed(filled, line.id) for line in sheet.lines]
    numbers = [n for n in written if n is not None]
    summed = sum(numbers) if len(numbers) == len(written) else None
    values: dict[str, object] = {"claimed": said}
    if total is not None and not total[0] <= said <= total[1]:
        nearest = total[1] if said > total[1] else total[0]
        errors = sum(n - (s[1] if n > s[1] else s[0]) for n, s in wrong.values())
        values |= {"right": nearest, "difference": abs(said - nearest)}
        values |= {"low": total[0], "high": total[1]}
        wide = total[0] < total[1]
        if wrong and said in (nearest + errors, summed):
            text = "claim-total-follows-range" if wide else "claim-total-follows"
            nested = _claim(sheet, "total", text, values, filled)
            first = findings[0]
            return [
                replace(first, consequences=(*first.consequences, nested)),
                *findings[1:],
            ]
        text = "claim-total-range" if wide else "claim-total"
        return [*findings, _claim(sheet, "total", text, values, filled)]
    if findings:
        return findings
    # Each line as it is written, else as its marks have it: the total has to be their sum.
    spans = [
        right[x.id] if n is None else (n, n) for x, n in zip(sheet.lines, written, strict=True)
    ]
    low = sum(
        _least(sheet, x) if s is None else s[0] for x, s in zip(sheet.lines, spans, strict=True)
    )
    high = None if None in spans else sum(s[1] for s in spans if s)
    if low <= said and (high is None or said <= high):
        return findings
    nearest = low if said < low or high is None else high
    values |= {"right": nearest, "difference": abs(said - nearest)}
    text = "claim-sum" if summed is not None else "claim-sum-rest"
    if low != high:
        text = "claim-sum-least" if said < low else "claim-sum-most"
    return [*findings, _claim(sheet, "total", text, values, filled)]


def _claim(
    sheet: Sheet, at: str, text: str, values: Mapping[str, object], filled: Filled
) -> Finding:
    rule = sheet.line[at].rule if at in sheet.line else sheet.lines[0].rule
    where = filled.where.get(f"claim:{at}", ("", 0))
    return Finding(rule, "claim", at, text, values, *where)
