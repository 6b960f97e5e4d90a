"""An order of play that leads to the final picture (level L3), and the counts of a variant.

A construction, not a search: only where it leads nowhere are other orders tried, a fixed number
of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cascadia_print.rules.findings import taken_at
from cascadia_print.rules.goal import ANY, PRINTED, Plan, limits_of
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.turns import Game
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Finding, Line, Report, Step

TRIES = 40
"""How many other orders are tried before nothing can be told."""


def declared(filled: Filled) -> bool:
    """Whether a file says how the game was played, so that its counts can be judged."""
    said = bool(filled.variant) or filled.completion_cards is not None
    return said or "game-length" in filled.rulings


def prove(sheet: Sheet, filled: Filled, report: Report) -> Report:
    """The report lifted from L2 to L3, with the order of play, or with what speaks against it.

    A report without marks or with illegal ones is returned as it is. What is broken: RH-2 (more
    cards than the rounds allow), RH-10 (a 6 without Completion Card 5), RH-14 (family mode), the
    rule of a free hexagon that no mark can be. Where no order is found and none is excluded, the
    finding is of kind "cannot-tell" (RH-2).
    """
    if report.level != "L2" or report.verdict == "illegal" or filled.marks is None:
        return report
    # Letters that both alphabets know may be read in either (D-2): one order is enough.
    readings = [filled]
    if filled.alternative is not None:
        readings.append(filled.alternative)
    limits = limits_of(filled)
    report = replace(report, rulings={**report.rulings, "game-length": str(limits.rounds)})
    against: list[tuple[Finding, ...]] = []
    for reading in readings:
        plan = Plan(sheet, reading, limits)
        found = (*_sixes(plan), *_excluded(plan))
        against.append(found)
        if not found and (order := _order(plan)) is not None:
            return replace(report, level="L3", order=order, notes=tuple(_other_kinds(plan, order)))
    if all(against):
        findings, verdict = against[0], "illegal"
    else:
        values = {"rounds": limits.rounds, "tries": TRIES}
        findings, verdict = (
            (Finding("RH-2", "cannot-tell", "", "order-unknown", values),),
            "cannot-tell",
        )
    made = replace(report, verdict=verdict, findings=(*findings, *report.findings))  # type: ignore[arg-type]
    return _void(sheet, made, _numbers(findings))


def witness(sheet: Sheet, filled: Filled) -> tuple[Step, ...] | None:
    """An order of play for a picture that is legal at L2; None if none was found."""
    if filled.marks is None:
        return None
    return _order(Plan(sheet, filled, limits_of(filled)))


# -- what speaks against it -------------------------------------------------------------------


def _sixes(plan: Plan) -> Iterator[Finding]:
    """Numbers that no card in play can have. Other cards than the usual ones are not known."""
    marking, limits = plan.sheet.marking, plan.limits
    if marking.write != "number" or marking.numbers[1] != PRINTED + 1:
        return
    for id, value in plan.marks.items():
        if type(value) is int and value > limits.largest:
            rule, text = ("RH-14", "six-family") if limits.family else ("RH-10", "six-card")
            place = plan.filled.where.get(id, ("", 0))
            yield Finding(rule, "illegal", id, text, {"value": value}, *place)


def _excluded(plan: Plan) -> Iterator[Finding]:
    """What no order of play can bring about, whatever it is."""
    limits = plan.limits
    least = plan.least_cards()
    if least > limits.cards:
        text, rule = "too-many-cards", "RH-2"
        if limits.family and least <= 2 * limits.rounds - 1:
            text, rule = "second-card-family", "RH-14"
        values = {
            "need": least,
            "max": limits.cards,
            "rounds": limits.rounds,
            "marks": len(plan.steps),
            "largest": limits.largest,
        }
        yield Finding(rule, "illegal", "", text, values)
    for free in plan.without_mark():
        item = plan.t.items[free.source]
        place = taken_at(plan.sheet, plan.filled, free.source)
        rule = plan.sheet.rules.get("free", item.rule)
        yield Finding(rule, "illegal", free.source, "free-nowhere", {"nearest": free.of}, *place)


def _other_kinds(plan: Plan, order: Iterable[Step]) -> Iterator[Finding]:
    """Free hexagons of another habitat than is shown, where the table plays that they match."""
    if plan.sheet.in_force.get("free-hex-kind") != "habitat":
        return
    for step in order:
        for id, _ in step.marks if step.kind == "free" and step.habitat != ANY else ():
            space = plan.sheet.space[id]
            if space.overflow or step.habitat in plan.kinds[id]:
                continue
            values = {"nearest": step.habitat, "source": step.source}
            values["habitats"] = " / ".join(space.habitats)
            place = plan.filled.where.get(id, ("", 0))
            rule = plan.sheet.rules.get("free", plan.t.items[step.source].rule)
            yield Finding(rule, "note", id, "free-of-another-kind", values, *place)


def _void(sheet: Sheet, report: Report, void: Mapping[str, int]) -> Report:
    """The report with numbers that cannot be counted 0, as a 7 is; `void`: space -> number."""
    lines, less = [], 0
    for line in report.lines:
        written = {i for t in sheet.line[line.id].terms if t.kind == "written" for i in t.spaces}
        lost = {id: n for id, n in void.items() if id in written}
        receipt = tuple(
            replace(e, legal=e.legal - lost[e.at], state="marked") if e.at in lost else e
            for e in line.receipt
        )
        lines.append(replace(_less(line, sum(lost.values())), receipt=receipt))
        less += sum(lost.values())
    return replace(report, lines=tuple(lines), total=_less(report.total, less))


def _numbers(findings: Iterable[Finding]) -> dict[str, int]:
    """The numbers that findings are about, by their spaces."""
    return {f.at: v for f in findings if type(v := f.values.get("value")) is int}


def _less(line: Line, n: int) -> Line:
    return replace(line, as_legal=_minus(line.as_legal, n), up_to=_minus(line.up_to, n))


def _minus(number: int | None, less: int) -> int | None:
    return None if number is None else number - less


# -- the order ---------------------------------------------------------------------------------


def _order(plan: Plan) -> tuple[Step, ...] | None:
    """The order with the fewest cards of those that are tried, with rounds; None without one."""
    limits = plan.limits
    best: list[Step] | None = None
    usual = TRIES + 2
    for attempt in range(usual + plan.any_kind * TRIES // 2):
        largest = PRINTED if attempt == 0 else limits.largest
        # One habitat for another is allowed by one rulebook only (C-8), so it comes last.
        any_kind = attempt >= usual
        steps = Game(plan, largest, max(0, attempt - 1), any_kind=any_kind).play()
        if steps is not None and (best is None or _cards(steps) < _cards(best)):
            best = steps
        if best is not None and _cards(best) <= (limits.rounds if attempt < 2 else limits.cards):
            break
    if best is None or _cards(best) > limits.cards:
        return None
    return tuple(_with_rounds(best, limits.rounds))


def _cards(steps: Iterable[Step]) -> int:
    return sum(step.kind == "card" for step in steps)


def _with_rounds(steps: list[Step], rounds: int) -> Iterator[Step]:
    """The cards in the last rounds, when most animals are there; two in a round if they must."""
    cards = _cards(steps)
    singles = max(0, 2 * rounds - cards) if cards > rounds else cards
    n = 0
    for step in steps:
        n += step.kind == "card"
        if cards <= rounds:
            number = rounds - cards + n
        else:
            number = n if n <= singles else singles + (n - singles + 1) // 2
        yield replace(step, round=max(1, number))
