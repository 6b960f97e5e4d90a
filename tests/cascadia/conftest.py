"""Environments from the compact text form, judged with the cards that are built in."""

from __future__ import annotations

from dataclasses import dataclass

from cascadia_print.cascadia import read, text
from cascadia_print.cascadia.cards import cards, landmark_cards
from cascadia_print.cascadia.judge import judge
from cascadia_print.cascadia.lines import Deck
from cascadia_print.sheet.located import Source, parse_json, path_of
from cascadia_print.verdict import Finding, Line, Report

STARTER = """
0,0   F       e
-1,1  MRRRMM  beh
0,1   WWPPPW  sf
"""
"""The starter of the forests."""


@dataclass(frozen=True)
class Judged:
    """A report with the file that it is about."""

    report: Report
    source: Source

    def __getitem__(self, line: str) -> Line:
        lines = {x.id: x for x in (*self.report.lines, self.report.total)}
        return lines[line]

    def numbers(self, line: str) -> tuple[int | None, int | None, int | None]:
        """As marked, as legal, up to."""
        x = self[line]
        return x.as_marked, x.as_legal, x.up_to

    @property
    def texts(self) -> list[str]:
        return [f.text for f in self.report.findings]

    def find(self, text: str) -> Finding:
        (finding,) = (f for f in self.report.findings if f.text == text)
        return finding

    def place(self, text: str) -> tuple[int, int]:
        """Line and column of a finding."""
        finding = self.find(text)
        assert finding.pointer, finding
        return self.source.position(path_of(finding.pointer), offset=finding.offset)


def judged(written: str, deck: Deck | None = None) -> list[Judged]:
    source = text.parse(written, "test.txt")
    reports = judge(read.read(source), deck or Deck(cards(), landmark_cards()))
    return [Judged(report, source) for report in reports]


def from_json(written: str) -> Judged:
    """The report on the only player of a JSON text."""
    source = parse_json(written, "test.json")
    (report,) = judge(read.read(source), Deck(cards(), landmark_cards()))
    return Judged(report, source)


def alone(written: str, deck: Deck | None = None) -> Judged:
    """The report on a solo game."""
    (found,) = judged(written, deck)
    return found
