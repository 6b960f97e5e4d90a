"""One judged sheet with what a report needs to speak of it, and the ranking of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cascadia_print.sheet.located import Source, path_of
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Finding, Report


@dataclass(frozen=True, slots=True)
class Judged:
    """A report, the sheet it is about and the file that was read.

    `sheet` is None for Cascadia itself, which is scored without a sheet.
    """

    sheet: Sheet | None
    report: Report
    source: Source

    @property
    def file(self) -> str:
        return self.source.file

    def position(self, finding: Finding) -> tuple[int, int] | None:
        """Line and column (from 1) of what a finding is about; None if it has no such place."""
        if not finding.pointer or self.field(finding):
            return None
        return self.source.position(path_of(finding.pointer), offset=finding.offset)

    def field(self, finding: Finding) -> str:
        """The field of a form that a finding is about; "" where there is none."""
        return self.source.field(path_of(finding.pointer)) if finding.pointer else ""


@dataclass(frozen=True, slots=True)
class Rank:
    """A place in the final order; players with the same result share it."""

    place: int
    player: str
    total: int
    nature: int | None


def uncertain(judged: Sequence[Judged]) -> list[Judged]:
    """The players whose total lies in a range."""
    found = [j for j in judged if j.report.total.as_legal is not None]
    return [j for j in found if j.report.total.up_to != j.report.total.as_legal]


def solos(judged: Sequence[Judged]) -> bool:
    """Whether environments of several files are here, each of which was judged as a solo game."""
    return any(j.sheet is None for j in judged) and len({id(j.source) for j in judged}) > 1


def final(judged: Judged) -> int | None:
    """The total by which a player is ranked; that of a score pad is by its numbers alone."""
    report = judged.report
    by_numbers = judged.sheet is None and report.level == "L1"
    return report.total.as_marked if by_numbers else report.total.as_legal


def ranking(judged: Sequence[Judged]) -> tuple[Rank, ...]:
    """Players by legal total, then by nature tokens (RH-11, CA-6); places as in 1, 1, 3.

    Whoever has no known total is left out. All players of a game use the same sheet (RH-16), so
    files of different sheets give no ranking; nor do totals that an open choice could still
    raise, beside others.
    """
    if len({j.report.sheet for j in judged}) > 1 or (len(judged) > 1 and uncertain(judged)):
        return ()
    if solos(judged):
        return ()
    known = [
        (total, j.report.nature, j.report.player) for j in judged if (total := final(j)) is not None
    ]
    results = [(total, -1 if nature is None else nature) for total, nature, _ in known]
    ranks = [
        Rank(1 + sum(other > result for other in results), player, total, nature)
        for result, (total, nature, player) in zip(results, known, strict=True)
    ]
    return tuple(sorted(ranks, key=lambda rank: rank.place))
