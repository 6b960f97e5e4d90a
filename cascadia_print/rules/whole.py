"""Everything that is told of one filled sheet: verdict, order of play, achievements, scenario."""

from __future__ import annotations

from dataclasses import replace

from cascadia_print.rules.achievements import achieved, against_scenario, counting
from cascadia_print.rules.judge import judge
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.order import declared, prove
from cascadia_print.sheet.goals import Scenario
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Played, Report


def whole_report(
    sheet: Sheet, filled: Filled, *, proved: bool = False, scenario: Scenario | None = None
) -> Report:
    """The whole report on one sheet; L3 where it is asked for or the file says how it was played.

    A scenario says which Completion Cards are in play.
    """
    if scenario and scenario.cards and filled.completion_cards is None:
        filled = replace(filled, completion_cards=scenario.cards)
    report = judge(sheet, filled)
    if proved or declared(filled):
        report = prove(sheet, filled, report)
    reached = achieved(sheet, filled, report, scenario=scenario is not None)
    report = replace(report, achievements=reached)
    if scenario is None:
        return report
    parts = against_scenario(scenario, sheet, filled, report)
    rulings = {**report.rulings, "achievements": counting(filled)}
    played = Played(scenario.id, scenario.name, parts)
    return replace(report, scenario=played, rulings=rulings)
