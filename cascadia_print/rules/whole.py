"""Everything that is told of one filled sheet: verdict, order of play, achievements, scenario."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cascadia_print.rules.achievements import achieved, against_scenario, counting
from cascadia_print.rules.judge import judge
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.order import declared, prove
from cascadia_print.sheet.goals import Scenario
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Played, Report

if TYPE_CHECKING:
    from cascadia_print.rules.rounds.replay import Replayed


def in_play(filled: Filled, scenario: Scenario | None) -> Filled:
    """The filled sheet with the Completion Cards that a scenario puts in play."""
    if scenario and scenario.cards and filled.completion_cards is None:
        return replace(filled, completion_cards=scenario.cards)
    return filled


def whole_report(
    sheet: Sheet,
    filled: Filled,
    *,
    proved: bool = False,
    scenario: Scenario | None = None,
    logged: tuple[Filled, Replayed] | None = None,
) -> Report:
    """The whole report on one sheet; L3 where it is asked for or the file says how it was played.

    `logged`: L4, by the replay of the game's log, with the sheet as it was before what it left to
    its log was completed.
    """
    filled = in_play(filled, scenario)
    report = judge(sheet, filled)
    replayed = logged is not None and logged[1].logged.whole and not logged[1].findings
    if (proved or declared(filled)) and not replayed:
        report = prove(sheet, filled, report)
    if logged:
        from cascadia_print.rules.rounds.end import with_log

        report = with_log(sheet, logged[0], report, logged[1])
    reached = achieved(sheet, filled, report, scenario=scenario is not None)
    report = replace(report, achievements=reached)
    if scenario is None:
        return report
    parts = against_scenario(scenario, sheet, filled, report)
    rulings = {**report.rulings, "achievements": counting(filled)}
    played = Played(scenario.id, scenario.name, parts)
    return replace(report, scenario=played, rulings=rulings)
