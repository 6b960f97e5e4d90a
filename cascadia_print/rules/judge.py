"""A filled sheet → the report: three totals for each line, findings, missed points (L1, L2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import cast

from cascadia_print.rules import legal
from cascadia_print.rules.claims import Range, check_claims, claimed
from cascadia_print.rules.earn import Earned, earn
from cascadia_print.rules.findings import Case, findings, missed, printed_order, unsaid_splits
from cascadia_print.rules.marks import Filled, Value, Wrong
from cascadia_print.rules.score import Picture, Scored, score, valid
from cascadia_print.rules.table import table
from cascadia_print.sheet.model import ScoreLine, Sheet, Term
from cascadia_print.sheet.vocabulary import letter_languages, wildlife, wildlife_letters
from cascadia_print.verdict import Basis, Event, Finding, Level, Line, Missed, Report, Verdict

NUMBERS = ("IN-claim", "IN-tally")
"""Wrong entries about the player's numbers, which say nothing of his marks."""
OPEN = "IN-form"
"""What a form does not say clearly."""


def judge(sheet: Sheet, filled: Filled) -> Report:
    """The verdict on one filled sheet: at L2 when it has marks, at L1 by its numbers alone."""
    wrong = [_wrong(w) for w in filled.wrong]
    if filled.marks is None:
        return _judge_claims(sheet, filled, wrong)
    cases = [_case(sheet, filled, filled.marks)]
    if filled.alternative is not None:
        cases.append(_case(sheet, filled.alternative, filled.alternative.marks or {}))
    found, left = _agreed(sheet, filled, cases)
    if sheet.marking.split_completes == "named":
        # Overflow of a habitat that may be complete is not certain.
        cases.append(_case(sheet, filled, filled.marks, sure=True))
    lines = [_line(sheet, filled, line, cases) for line in sheet.lines]
    spans = {line.id: _span(line, cases) for line in lines}
    receipts = {line.id: line.receipt for line in lines}
    total = _total(sheet, filled, lines, cases)
    best = None if total.as_marked is None else _best_total(cases, spans)
    found = [*wrong, *found]
    found += check_claims(sheet, filled, spans, best, receipts, left)
    return _report(sheet, filled, lines, total, found, left)


def _case(sheet: Sheet, filled: Filled, said: Mapping[str, Value], *, sure: bool = False) -> Case:
    marks = {s.id: said[s.id] for s in sheet.spaces if s.id in said}
    taken = None if filled.taken is None else frozenset(filled.taken)
    picks = tuple(sorted({*filled.picks, *table(sheet).chosen(taken)}))

    def picture(spaces: Set[str], ink: bool) -> Picture:
        sound = {i: v for i, v in marks.items() if ink or valid(sheet, sheet.space[i], v)}

        def earned(generous: bool) -> Earned:
            full = taken is None
            return earn(sheet, spaces, sound, picks, lenient=ink, generous=generous, all_taken=full)

        least = earned(False)
        settled = sheet.marking.split_completes == "both" and all(
            len(c.said) == c.capacity or c.declined for c in least.choices.values()
        )
        return Picture(spaces, sound, least, least if settled else earned(True), taken, ink)

    ink = picture(legal.closure(sheet, marks), True)
    allowed = picture(legal.reachable(sheet, marks, sure=sure), False)
    return Case(sheet, filled, marks, picks, ink, allowed, score(sheet, ink), score(sheet, allowed))


def _agreed(
    sheet: Sheet, filled: Filled, cases: Sequence[Case]
) -> tuple[list[Finding], list[Missed]]:
    """Findings and missed points that hold in every reading.

    Where they or the lines differ, that is one open question: which language it was (D-2). Of a
    form's boxes that are not clear each is told by itself.
    """
    found, left = findings(cases[0]), missed(cases[0])
    if len(cases) == 1:
        return found, left
    other_found, other_left = findings(cases[1]), missed(cases[1])
    differ = [line.id for line in sheet.lines if len({_sums(c, line.id) for c in cases}) > 1]
    one, two = ({(f.rule, f.at, f.text) for f in x} for x in (found, other_found))
    mine, theirs = ({(m.rule, m.at) for m in x} for x in (left, other_left))
    differ += [at for _, at, _ in sorted(one ^ two)] + [at for _, at in sorted(mine ^ theirs)]
    agreed = [f for f in found if (f.rule, f.at, f.text) in two]
    if differ and cases[0].filled.letters != cases[1].filled.letters:
        only = _known_to_one(cases)
        letters = ", ".join(only or _ambiguous())
        text = "letters-mixed" if only else "letters-both"
        values = {"letters": letters, "n": len(only), "differ": ", ".join(dict.fromkeys(differ))}
        rule, at = sheet.rule("value"), differ[0]
        agreed.append(Finding(rule, "cannot-tell", at, text, values))
    return agreed, [m for m in left if (m.rule, m.at) in theirs]


def _known_to_one(cases: Sequence[Case]) -> list[str]:
    """Letters on the sheet that stand for an animal in one reading only."""
    one, two = (case.marks for case in cases)
    known = set(wildlife())
    pairs = [(one[id], two[id]) for id in one if (one[id] in known) != (two[id] in known)]
    return sorted({str(b if a in known else a).upper() for a, b in pairs})


def _ambiguous() -> list[str]:
    """Letters that stand for different animals in different languages."""
    readings: dict[str, set[str]] = {}
    for language in letter_languages():
        for letter, animal in wildlife_letters(language).items():
            readings.setdefault(letter, set()).add(animal)
    return sorted(letter for letter, animals in readings.items() if len(animals) > 1)


def _wrong(wrong: Wrong) -> Finding:
    kind = "claim" if wrong.rule in NUMBERS else "cannot-tell" if wrong.rule == OPEN else "illegal"
    where = (wrong.pointer, wrong.offset)
    return Finding(wrong.rule, kind, wrong.at, wrong.text, wrong.values, *where)  # type: ignore[arg-type]


# -- lines -------------------------------------------------------------------------------------


def _line(sheet: Sheet, filled: Filled, line: ScoreLine, cases: Sequence[Case]) -> Line:
    said = claimed(filled, line.id)
    if each := _leftovers(line):
        return _leftover_line(sheet, filled, line, each, said)
    # Of several readings the one that gives least is certain; its marks are the receipt.
    case = min(cases, key=lambda c: (_sum(c.by_rules, line.id), _sum(c.on_ink, line.id)))
    most = max(_sum(c.by_rules, line.id) + c.by_rules.spread.get(line.id, 0) for c in cases)
    order = printed_order(sheet)
    spots = {
        at
        for scored in (case.on_ink, case.by_rules)
        for (x, at), n in scored.points.items()
        if x == line.id and n
    }
    receipt = tuple(
        _event(case, line, at) for at in sorted(spots, key=lambda at: order.get(at, len(order)))
    )
    marked, sure = _sum(case.on_ink, line.id), _sum(case.by_rules, line.id)
    basis = _basis(sheet, [i for case in cases for i in _entered(case, line)])
    return Line(line.id, line.rule, said, marked, sure, most, basis, receipt)


def _event(case: Case, line: ScoreLine, at: str) -> Event:
    marked = case.on_ink.points.get((line.id, at), 0)
    sure = case.by_rules.points.get((line.id, at), 0)
    item = table(case.sheet).items.get(at)
    counted = any(at in term.spaces for term in line.terms)
    rule = item.rule if item and not counted else ""
    return Event(line.id, at, marked, sure, rule, "legal" if marked == sure else "marked")


def _entered(case: Case, line: ScoreLine) -> list[str]:
    """Ids of all values that entered a line: its filled spaces, bonuses and open options."""
    found = [i for term in line.terms for i in _of_term(case, term)]
    if any(term.kind == "diverse" for term in line.terms):
        found.append(line.id)
    counted = {i for term in line.terms for i in term.spaces}
    found += [at for x, at in case.on_ink.points if x == line.id and at not in counted]
    for choice in case.ink.best.choices.values():
        if choice.line == line.id:
            found += [option.partition("=")[0] for option in choice.options]
    return found


def _of_term(case: Case, term: Term) -> list[str]:
    filled = [i for i in term.spaces if i in case.ink.filled]
    if term.kind == "heading":
        columns = [case.sheet.space[i].col + 1 for i in filled]
        return [f"heading.{max(columns)}"] if columns else []
    if term.kind == "diverse":
        return [i for ids in case.sheet.habitats.values() for i in ids if i in case.ink.filled]
    return filled


def _basis(sheet: Sheet, ids: Iterable[str]) -> Basis:
    kinds = {sheet.provenance[i].source for i in ids if i in sheet.provenance}
    return "designed" if "designed" in kinds else "owner" if "owner" in kinds else "rulebook"


def _leftovers(line: ScoreLine) -> int:
    return next((term.n for term in line.terms if term.kind == "leftovers"), 0)


def _leftover_line(
    sheet: Sheet, filled: Filled, line: ScoreLine, each: int, said: int | None
) -> Line:
    """All animals and nature tokens left, divided by `each`, rounded down (RH-12)."""
    rows = [(filled.tally or {}).get(name) for name in (*wildlife(), "nature")]
    left = [n for n in rows if n is not None]
    if len(left) < len(rows):
        return Line(line.id, line.rule, said)
    n = sum(left) // each
    basis = _basis(sheet, [line.id])
    return Line(
        line.id, line.rule, said, n, n, n, basis, (Event(line.id, "tally", n, n, line.rule),)
    )


def _span(line: Line, cases: Sequence[Case]) -> Range | None:
    """Where the number of a line may lie by the ink; None where it is not known."""
    if line.as_marked is None:
        return None
    known = [_sum(c.on_ink, line.id) for c in cases]
    if not any(known):
        known = [line.as_marked]  # the leftovers stand on the Tally Sheet, not on the ink
    high = max(n + c.on_ink.spread.get(line.id, 0) for n, c in zip(known, cases, strict=False))
    return min(known), high


def _best_total(cases: Sequence[Case], spans: Mapping[str, Range | None]) -> Range:
    """The range of the total by the ink."""
    low = sum(span[0] for span in spans.values() if span)
    high = sum(span[1] for span in spans.values() if span)
    return low, high - max(_counted_twice(c.sheet, c.ink) for c in cases)


def _counted_twice(sheet: Sheet, picture: Picture) -> int:
    """Points of split spaces that two lines could count, and only one of them can."""
    return sum(sheet.space[id].points or 0 for id in unsaid_splits(sheet, picture))


# -- the report --------------------------------------------------------------------------------


def _report(
    sheet: Sheet,
    filled: Filled,
    lines: Sequence[Line],
    total: Line,
    found: Sequence[Finding],
    left: Sequence[Missed],
) -> Report:
    kinds = {f.kind for f in found}
    said = any(claimed(filled, x) is not None for x in (*sheet.line, "total"))
    rulings = {**filled.rulings, **sheet.in_force}
    if sheet.marking.write == "wildlife" and filled.marks is not None:
        other = filled.alternative or filled
        rulings["letters"] = filled.letters if other.letters == filled.letters else "unknown"
    counted = any(n is not None for n in (filled.tally or {}).values())
    level: Level = "L2" if filled.marks is not None else "L1" if said or counted else "L0"
    verdict = next((k for k in ("illegal", "cannot-tell") if k in kinds), "legal")
    return Report(
        sheet=sheet.ref,
        player=filled.player,
        verdict=cast(Verdict, verdict),
        claims="wrong" if "claim" in kinds else "right" if said else "none",
        level=level,
        lines=tuple(lines),
        total=total,
        findings=tuple(found),
        missed=tuple(left),
        rulings=rulings,
        nature=(filled.tally or {}).get("nature"),
        recorded=filled.taken is not None,
        unsaid=filled.unsaid,
    )


def _total(sheet: Sheet, filled: Filled, lines: Sequence[Line], cases: Sequence[Case] = ()) -> Line:
    def whole(numbers: Iterable[int | None]) -> int | None:
        known = list(numbers)
        return None if None in known else sum(n for n in known if n is not None)

    most = whole(x.up_to for x in lines)
    if most is not None:
        most -= max((_counted_twice(sheet, c.allowed) for c in cases), default=0)
    bases = {x.basis for x in lines}
    return Line(
        "total",
        sheet.lines[0].rule,
        claimed(filled, "total"),
        whole(x.as_marked for x in lines),
        whole(x.as_legal for x in lines),
        most,
        "designed" if "designed" in bases else "owner" if "owner" in bases else "rulebook",
    )


def _judge_claims(sheet: Sheet, filled: Filled, wrong: Sequence[Finding]) -> Report:
    """Numbers without marks: their sum and the leftovers are all that can be judged (L1)."""
    lines = []
    for line in sheet.lines:
        said = claimed(filled, line.id)
        found = Line(line.id, line.rule, said, said)
        if each := _leftovers(line):
            counted = _leftover_line(sheet, filled, line, each, said)
            found = found if counted.as_marked is None else counted
        lines.append(found)
    spans: dict[str, Range | None] = {
        x.id: None if x.as_marked is None else (x.as_marked, x.as_marked) for x in lines
    }
    total = _total(sheet, filled, lines)
    best = None if total.as_marked is None else (total.as_marked, total.as_marked)
    receipts = {x.id: x.receipt for x in lines}
    findings = [*wrong]
    for name in ("picks", "taken"):
        if getattr(filled, name):
            values = {"n": len(getattr(filled, name))}
            findings.append(
                Finding("IN-space", "cannot-tell", name, "no-marks", values, f"/{name}")
            )
    findings += check_claims(sheet, filled, spans, best, receipts)
    return _report(sheet, filled, lines, total, findings, ())


def _sums(case: Case, line: str) -> tuple[int, int, int]:
    return _sum(case.on_ink, line), _sum(case.by_rules, line), case.by_rules.spread.get(line, 0)


def _sum(scored: Scored, line: str) -> int:
    return scored.sums.get(line, 0)
