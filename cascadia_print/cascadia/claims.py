"""The player's own numbers against what the rows make (CA-7): each error once, where it began."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cascadia_print.cascadia.entered import HABITATS, LINES, RULES, SUMS, Environment
from cascadia_print.cascadia.majority import Range
from cascadia_print.verdict import Event, Finding

Rows = Mapping[str, Range | None]
"""Row -> the range in which its number may lie; None where that is not known."""


def check_claims(
    env: Environment, right: Rows, parts: Mapping[str, tuple[Event, ...]]
) -> list[Finding]:
    """Findings of kind "claim": wrong rows, and sums that are wrong by themselves.

    A sum that is off only because of its rows is nested under the first of them. `parts` are the
    receipts of the rows.
    """
    said = {line: sum(numbers) for line, numbers in env.claims.items()}
    off = {
        line: gap for line in (*LINES, "total") if (gap := _gap(said.get(line), right.get(line)))
    }
    findings: list[Finding] = []
    done: set[str] = set()
    for line in off:
        if line in SUMS or line in done:
            continue
        if other := _swapped(line, said, right, off):
            done.add(other)
            values = {"other": other, "claimed": said[line], "right": said[other]}
            findings.append(_claim(env, line, "claim-swapped", values))
        else:
            findings.append(_row(env, line, said[line], off[line], parts.get(line, ())))
    blamed = {f.at: n for n, f in enumerate(findings)}
    for line, rows in SUMS.items():
        for finding, under in _sum(env, line, rows, said, right, off):
            first = next((blamed[r] for r in _below(rows) if under and r in blamed), None)
            if first is None:
                blamed[line] = len(findings)
                findings.append(finding)
            else:
                nested = (*findings[first].consequences, finding)
                findings[first] = replace(findings[first], consequences=nested)
    return findings


def _below(rows: tuple[str, ...]) -> Iterator[str]:
    for row in rows:
        yield row
        yield from SUMS.get(row, ())


def _gap(said: int | None, right: Range | None) -> int:
    """By how much a number lies outside its range."""
    if said is None or right is None:
        return 0
    low, high = right
    return max(0, said - high) + min(0, said - low)


def _swapped(line: str, said: Mapping[str, int], right: Rows, off: Mapping[str, int]) -> str:
    """The row that has this row's number, and whose number stands here."""
    for other in off:
        fits = not _gap(said[line], right[other]) and not _gap(said[other], right[line])
        if fits and other != line and other not in SUMS:
            return other
    return ""


def _row(env: Environment, line: str, said: int, gap: int, parts: tuple[Event, ...]) -> Finding:
    values: dict[str, object] = {"claimed": said, "right": said - gap, "difference": abs(gap)}
    written = env.claims[line]
    bonus = sum(e.points for e in parts if e.rule == "CA-5")
    if line in HABITATS and len(written) == 2:
        # Corridor and bonus were written apart: only what is wrong of them is told.
        values |= {"corridor": said - gap - bonus, "bonus": bonus}
        values |= {"said": written[0], "said_bonus": written[1]}
        if written[1] - bonus == gap:
            found = _claim(env, line, "claim-bonus", values, "CA-5")
            return replace(found, pointer=env.at("bonus", line) or f"{found.pointer}/1")
        if written[0] - (said - gap - bonus) == gap:
            return _claim(env, line, "claim-corridor", values)
    elif line in HABITATS and bonus and gap == -bonus:
        return _claim(env, line, "claim-no-bonus", {**values, "bonus": bonus}, "CA-5")
    return _claim(env, line, "claim-more" if gap > 0 else "claim-less", values)


def _sum(
    env: Environment,
    line: str,
    rows: tuple[str, ...],
    said: Mapping[str, int],
    right: Rows,
    off: Mapping[str, int],
) -> Iterator[tuple[Finding, bool]]:
    """What is wrong with a sum, and whether it follows from a row that is wrong."""
    if line not in said:
        return
    written = [said[row] for row in rows if row in said]
    known = [row for row in rows if row in right]
    added = sum(written) if len(written) >= len(known) else None
    values: dict[str, object] = {"claimed": said[line]}
    if gap := off.get(line, 0):
        values |= {"right": said[line] - gap, "difference": abs(gap)}
        errors = sum(off.get(row, 0) for row in rows)
        follows = gap == errors or said[line] == added
        yield _claim(env, line, "claim-sum-follows" if follows else "claim-sum", values), follows
    elif added is not None and said[line] != added and not any(off.get(row) for row in rows):
        values |= {"right": added, "difference": abs(said[line] - added)}
        yield _claim(env, line, "claim-added", values), False


def _claim(
    env: Environment, line: str, text: str, values: Mapping[str, object], rule: str = ""
) -> Finding:
    pointer = env.at("claim", line)
    return Finding(rule or RULES[line], "claim", line, text, values, pointer)
