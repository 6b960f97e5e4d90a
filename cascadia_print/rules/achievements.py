"""What of its goals a sheet has reached, by its legal picture."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from cascadia_print.rules.earn import Choice
from cascadia_print.rules.goal import Plan, hexagons, limits_of
from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.goals import Goal, Scenario, achievements
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import rulings
from cascadia_print.verdict import Event, Line, Part, Report

Range = tuple[int, int]

UNKNOWN = 10**6
"""More than any sheet gives: what cannot be known may be that much."""


def achieved(
    sheet: Sheet, filled: Filled, report: Report, *, scenario: bool = False
) -> tuple[str, ...] | None:
    """Ids of the achievements reached for certain; None where none count.

    A sheet has none, or a `scenario` is played and the ruling `achievements` says no. What the
    file leaves open ("cannot tell") is not among them.
    """
    goals = achievements().get(sheet.id)
    if goals is None or (scenario and counting(filled) == "no"):
        return None
    case = _Case(sheet, filled, report)
    return tuple(id for id, goal in goals.items() if _part(goal, case).reached)


def counting(filled: Filled) -> str:
    """Whether achievements count where a scenario is played: "yes" or "no"."""
    (ruling,) = (r for r in rulings() if r.id == "achievements")
    return filled.rulings.get(ruling.id, ruling.choice(filled.rulebook))


def against_scenario(
    scenario: Scenario, sheet: Sheet, filled: Filled, report: Report
) -> tuple[Part, ...]:
    """Each condition of a scenario: the sheet, the Completion Cards, the goals, the points."""
    case = _Case(sheet, filled, report)
    cards = filled.completion_cards
    same = None if cards is None else set(cards) == set(scenario.cards)
    parts = [Part("sheet", sheet.id == scenario.sheet, scenario.sheet, sheet.id)]
    if scenario.cards:
        parts.append(Part("cards", same, _listed(scenario.cards), _listed(cards or ())))
    parts += [_part(goal, case) for goal in scenario.goals]
    if scenario.points:
        parts.append(_part(Goal("points", "total", scenario.points, id="points"), case))
    return tuple(parts)


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


class _Case:
    """A judged sheet, with what several goals look up."""

    def __init__(self, sheet: Sheet, filled: Filled, report: Report) -> None:
        self.sheet, self.filled, self.report = sheet, filled, report

    @cached_property
    def plan(self) -> Plan:
        return Plan(self.sheet, self.filled, limits_of(self.filled))


def _part(goal: Goal, case: _Case) -> Part:
    if goal.instead and case.sheet.in_force.get(goal.ruling) == goal.choice:
        return _part(goal.instead, case)
    (low, high), all_of_it = _measure(goal, case)
    need = goal.n or all_of_it
    # What a sheet does not have cannot be reached on it.
    reached = 0 < need <= low
    open_ = 0 < need <= high and not reached
    return Part(goal.id or "goal", None if open_ else reached, need, low, goal.text)


def _measure(goal: Goal, case: _Case) -> tuple[Range, int]:
    """What there is for certain and at best, and how much there could be on the sheet."""
    sheet = case.sheet
    if goal.test == "points":
        return _points(goal, sheet, case.report), 0
    if case.filled.marks is None:
        return (0, UNKNOWN), UNKNOWN
    plan = case.plan
    match goal.test:
        case "full":
            if goal.of == "habitats":
                done = sum(plan.complete(habitat, sure=True) for habitat in sheet.habitats)
                return (done, sum(map(plan.complete, sheet.habitats))), len(sheet.habitats)
            sets = _sets(sheet, goal.of)
            n = sum(plan.final.issuperset(ids) for ids in sets)
            return (n, n), len(sets)
        case "boxes" | "each-lane":
            return _boxes(goal, plan)
        case "picked":
            return _picked(goal.of, plan)
        case "outlined":
            spaces = [s.id for s in sheet.spaces if s.points == int(goal.of)]
            n = len(plan.final.intersection(spaces))
            return (n, n), len(spaces)
    n = sum(len(frees) for frees in plan.frees.values())
    offers = [item.offer for item in plan.t.items.values()]
    return (n, n), sum(max(map(hexagons, offer.sides), default=0) for offer in offers)


# -- points ------------------------------------------------------------------------------------


def _points(goal: Goal, sheet: Sheet, report: Report) -> Range:
    lines = {line.id: line for line in report.lines}
    match goal.of:
        case "total":
            ranges = [_range(line) for line in report.lines]
            return sum(low for low, _ in ranges), sum(high for _, high in ranges)
        case "line" | "every-line":
            ranges = [_range(lines[id]) for id in goal.lines if id in lines] or [(0, 0)]
            which = max if goal.of == "line" else min
            return which(low for low, _ in ranges), which(high for _, high in ranges)
    if report.level in ("L0", "L1"):  # without marks it is not known what makes a number
        return 0, UNKNOWN
    if goal.of in ("column", "column-numbers"):
        best = max((_column(c, goal, sheet, report) for c in _columns(sheet)), default=0)
        return best, best
    rows = {b.id for b in sheet.bonuses if b.shape == "row"}
    without = rows if goal.of == "circled-without-rows" else set()
    low = high = 0
    for line in report.lines:
        certain = sum(e.legal for e in line.receipt if _circled(e, sheet) and e.at not in without)
        spread = (line.up_to or 0) - (line.as_legal or 0)
        low, high = low + certain, high + certain + spread
    return low, high


def _range(line: Line) -> Range:
    if line.as_legal is None:
        return 0, UNKNOWN
    return line.as_legal, line.as_legal if line.up_to is None else line.up_to


def _circled(event: Event, sheet: Sheet) -> bool:
    """Whether points stand on the paper as a bonus and are not counted by the line itself."""
    terms = sheet.line[event.line].terms
    counted = any(event.at in term.spaces or term.kind == "diverse" for term in terms)
    return event.at != "tally" and not (counted and not event.rule)


def _columns(sheet: Sheet) -> list[int]:
    return (
        sorted({s.col for s in sheet.spaces if not s.overflow}) if sheet.stagger == "none" else []
    )


def _column(column: int, goal: Goal, sheet: Sheet, report: Report) -> int:
    places = {s.id for s in sheet.spaces if s.col == column and not s.overflow}
    if goal.of == "column":
        places |= {b.id for b in sheet.bonuses if b.shape == "column" and b.of == str(column)}
    return sum(e.legal for line in report.lines for e in line.receipt if e.at in places)


# -- spaces and boxes --------------------------------------------------------------------------


def _sets(sheet: Sheet, word: str) -> list[tuple[str, ...]]:
    if word == "overflow":
        return [sheet.overflow_row] if sheet.overflow_row else []
    if word == "columns":
        spaces = [s for s in sheet.spaces if not s.overflow]
        return [tuple(s.id for s in spaces if s.col == c) for c in _columns(sheet)]
    rows = sheet.rows.values()
    return [ids for ids in rows if not any(sheet.space[i].overflow for i in ids)]


def _boxes(goal: Goal, plan: Plan) -> tuple[Range, int]:
    lanes = {
        id: len(boxes)
        for id, boxes in plan.t.lanes.items()
        if id == goal.of or id.startswith(f"{goal.of}.")
    }
    together = min if goal.test == "each-lane" else sum
    low, high = (
        together([min(earned.lanes.get(id, 0), n) for id, n in lanes.items()] or [0])
        for earned in (plan.sure, plan.best)
    )
    return (low, high), together([*lanes.values()] or [0])


def _picked(area: str, plan: Plan) -> tuple[Range, int]:
    """Bonuses chosen from an area, as many as its columns have icons at most."""
    if area not in plan.sheet.area:
        return (0, 0), 0
    found = []
    for earned in (plan.sure, plan.best):
        choices = [c for c in earned.choices.values() if plan.t.group_area.get(c.id) == area]
        found.append(sum(_chosen(choice, plan) for choice in choices))
    boxes = plan.sheet.area[area]
    most = sum(map(len, boxes.lanes.values())) or sum(map(len, boxes.pools.values()))
    return (found[0], found[1]), most


def _chosen(choice: Choice, plan: Plan) -> int:
    """How many of a choice were taken: what is not said to be left counts as taken."""
    if plan.taken is None and not choice.declined:
        return choice.capacity
    said = [o for o in choice.said if plan.taken is None or o in plan.taken]
    return min(len(said), choice.capacity)
