"""The end of a log beside the filled sheet, and the report with both (L4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cascadia_print.rules.findings import in_print
from cascadia_print.rules.marks import Filled, Value
from cascadia_print.rules.rounds.bags import NATURE
from cascadia_print.rules.rounds.replay import Replayed
from cascadia_print.rules.rounds.result import taken_ids
from cascadia_print.rules.rounds.tallies import not_taken
from cascadia_print.rules.score import took, valid
from cascadia_print.rules.table import table
from cascadia_print.sheet.fields import tally_rows
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Finding, Report

RULE = "IN-log"
TALLY = "RH-7"


def completed(filled: Filled, done: Replayed) -> Filled:
    """The filled sheet with what it does not say itself, from the end of its log.

    A mark whose number or letter the log does not tell (True) is no wrong one: then the marks
    stay unsaid. Of a sheet that says something itself, a log that breaks off is not the end.
    """
    said = (filled.marks, filled.taken, filled.tally, filled.picks or None, filled.claims or None)
    if "rounds" in done.logged.missing and any(part is not None for part in said):
        return filled
    end = done.end
    changes: dict[str, object] = {}
    sheet = end.setting.sheet
    told = all(v is not True or valid(sheet, sheet.space[id], v) for id, v in end.marks.items())
    if told and not done.blind and (filled.marks is None or _as_logged(filled, done)):
        if filled.marks is None:
            changes["marks"] = dict(end.marks)
        if not filled.picks:
            changes["picks"] = end.picks
        if filled.taken is None:
            changes["taken"] = taken_ids(end)
    if filled.tally is None and None not in end.tally:
        changes["tally"] = dict(zip(tally_rows(), end.tally, strict=True))
    return replace(filled, **changes) if changes else filled  # type: ignore[arg-type]


def _as_logged(filled: Filled, done: Replayed) -> bool:
    """Whether a sheet has the marks at the end of a log without faults, and leaves it to that what
    was taken."""
    end = done.end
    alike = (filled.marks or {}).keys() == end.marks.keys() and not done.findings
    return alike and filled.taken is None and set(filled.picks) in (set(), set(end.picks))


def with_log(sheet: Sheet, filled: Filled, report: Report, done: Replayed) -> Report:
    """The report on a sheet with what the replay of its log found and proved.

    `filled` is the sheet as the file has it. A fault of the marks that the replay found in its
    round is told there, with what follows from it.
    """
    replayed = {(f.rule, f.at) for f in done.findings}
    again = [f for f in report.findings if f.kind == "illegal" and (f.rule, f.at) in replayed]
    kept = [f for f in report.findings if f not in again]
    found = (
        *(_with_consequences(f, again) for f in done.findings),
        *differences(sheet, filled, done),
    )
    findings = (*found, *kept)
    kinds = {f.kind for f in findings}
    verdict = next((k for k in ("illegal", "cannot-tell") if k in kinds), report.verdict)
    if "illegal" not in kinds and verdict == "illegal":
        verdict = "legal"
    claims = "wrong" if "claim" in kinds else report.claims
    level = "L4" if done.logged.whole and report.level in ("L2", "L3") else report.level
    notes = (*report.notes, *done.notes)
    rulings = {**report.rulings, "game-length": str(done.end.setting.rounds)}
    return replace(
        _held(sheet, filled, report, done),
        findings=findings,
        verdict=verdict,
        claims=claims,
        level=level,
        log=done.logged,
        notes=notes,
        rulings=rulings,
    )


def _held(sheet: Sheet, filled: Filled, report: Report, done: Replayed) -> Report:
    """The report with no more leftovers for certain than the log ends with (RH-12).

    What was had against the rules is none. So are the nature tokens that decide a tie (RH-11).
    """
    rows = {} if "rounds" in done.logged.missing else _other_rows(filled, done)
    tally = completed(filled, done).tally
    each = {line.id: t.n for line in sheet.lines for t in line.terms if t.kind == "leftovers"}
    if tally is None or not (rows or any(done.extra)) or not each:
        return report
    left = max(0, sum(n or 0 for n in {**tally, **rows}.values()) - sum(done.extra))
    lines, less = [], 0
    for line in report.lines:
        if line.id in each and line.as_legal is not None:
            sure = min(line.as_legal, left // each[line.id])
            less += line.as_legal - sure
            receipt = tuple(
                replace(e, legal=sure, state="legal" if sure == e.points else "marked")
                for e in line.receipt
            )
            line = replace(line, as_legal=sure, up_to=sure, receipt=receipt)
        lines.append(line)
    total = report.total
    if total.as_legal is not None and total.up_to is not None:
        total = replace(total, as_legal=total.as_legal - less, up_to=total.up_to - less)
    nature = report.nature
    if nature is not None:
        nature = max(0, min(nature, rows.get("nature", nature)) - done.extra[NATURE])
    return replace(report, lines=tuple(lines), total=total, nature=nature)


def _with_consequences(finding: Finding, again: Sequence[Finding]) -> Finding:
    """A finding of the replay with what the final picture shows to follow from it."""
    more = [
        c for f in again if (f.rule, f.at) == (finding.rule, finding.at) for c in f.consequences
    ]
    return replace(finding, consequences=(*finding.consequences, *more))


def differences(sheet: Sheet, filled: Filled, done: Replayed) -> Iterator[Finding]:
    """Where the sheet and the Tally Sheet of the file are not those at the end of the log."""
    if "rounds" in done.logged.missing:
        return
    if not done.blind and filled.marks is not None:
        yield from _marks(sheet, filled, done)
        if not {"animal", "free", "letter", "pick"} & done.logged.missing.keys():
            yield from _chosen(sheet, filled, done)
    yield from _tally(filled, done)


def _marks(sheet: Sheet, filled: Filled, done: Replayed) -> Iterator[Finding]:
    said: Mapping[str, Value] = filled.marks or {}
    end = done.end
    more = [id for id in sheet.space if id in said and id not in end.filled]
    told = {*said, *filled.unsaid}
    less = [id for id in sheet.space if id in end.marks and id not in told]
    other = [
        id
        for id in sheet.space
        if id in said and id in end.marks and not _same(said[id], end.marks[id])
    ]
    for text, ids in (("mark-not-logged", more), ("mark-not-there", less), ("mark-other", other)):
        if ids:
            first = ids[0]
            values = {
                "n": len(ids),
                "ids": ", ".join(ids),
                "value": said.get(first, ""),
                "logged": end.marks.get(first, ""),
            }
            place = filled.where.get(first, ("/log", 0))
            yield Finding(RULE, "illegal", first, f"log.found.{text}", values, *place)


def _same(said: Value, logged: Value) -> bool:
    """Whether two marks agree; one that does not say what stands there (True) is any of them."""
    return said == logged or said is True or logged is True


def _chosen(sheet: Sheet, filled: Filled, done: Replayed) -> Iterator[Finding]:
    """Picks and what was taken, as far as the file says them."""
    items = table(sheet).items
    logged = set(taken_ids(done.end))
    if filled.taken is not None:
        taken = frozenset(filled.taken)
        mine = {(id, k) for id, k in done.end.taken if not items[id].offer.choice}
        theirs = {
            (id, k)
            for id, item in items.items()
            if not item.offer.choice and item.offer.sides
            for k in took(item, taken)
            if item.offer.sides[0][k].kind not in ("lane", "same", "pick")
        }
        more = in_print(sheet, (id for id, _ in theirs - mine if id not in done.end.unearned))
        # What came by itself and is not taken was missed; only what was chosen is another one.
        less = in_print(sheet, (id for id, _ in mine - theirs if id in done.end.picks))
    elif filled.picks:
        said = {p for p in filled.picks if not p.endswith("=none")}
        own = {p for p in done.end.picks if "=" in p or p in logged or items[p].group}
        more, less = in_print(sheet, said - own), in_print(sheet, own - said)
    else:
        return
    for text, ids in (("taken-not-logged", more), ("taken-not-there", less)):
        if ids:
            values = {"n": len(ids), "ids": ", ".join(ids)}
            keys = (f"taken:{ids[0]}", f"pick:{ids[0]}")
            place = next((filled.where[k] for k in keys if k in filled.where), ("/log", 0))
            yield Finding(RULE, "illegal", ids[0], f"log.found.{text}", values, *place)


def _tally(filled: Filled, done: Replayed) -> Iterator[Finding]:
    for row, have in _other_rows(filled, done).items():
        values = {"need": have, "have": (filled.tally or {}).get(row), "kinds": row}
        place = filled.where.get(f"tally:{row}", ("/log", 0))
        yield Finding(TALLY, "claim", row, "log.found.tally-at-end", values, *place)


def _other_rows(filled: Filled, done: Replayed) -> dict[str, int]:
    """The rows of the file's Tally Sheet that the log contradicts, with what it ends with.

    A row with less that something came to by itself, and was left, is none.
    """
    said = filled.tally or {}
    found = {}
    for k, (row, n) in enumerate(zip(tally_rows(), done.end.tally, strict=True)):
        have = said.get(row)
        if n is None or have in (None, n):
            continue
        gifts = [gift for gift in done.gifts if gift.row == k]
        if not not_taken(gifts, n - have):
            found[row] = n
    return found
