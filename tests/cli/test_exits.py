"""Which code stands for several files, and for a report."""

from __future__ import annotations

import pytest

from cascadia_print.cli.exits import of_report, worst
from cascadia_print.verdict import Finding, FindingKind, Line, Missed, Report


@pytest.mark.parametrize(
    ("codes", "expected"),
    [((), 0), ((0, 3), 3), ((3, 1, 0), 1), ((1, 4, 3), 4), ((4, 70, 1), 70), ((4, 2, 1), 2)],
)
def test_worst_of_several_files(codes: tuple[int, ...], expected: int) -> None:
    assert worst(codes) == expected


def report(*kinds: FindingKind, missed: bool = False) -> Report:
    return Report(
        sheet="A@1",
        player="",
        verdict="legal",
        claims="none",
        level="L2",
        lines=(),
        total=Line("total", "A-6"),
        findings=tuple(Finding("A-1", kind, "a1", "gap") for kind in kinds),
        missed=(Missed("A-5", "row-1", "row-1", 3),) if missed else (),
    )


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (report(), 0),
        (report("illegal"), 1),
        (report("claim"), 1),
        (report("cannot-tell"), 3),
        (report("cannot-tell", "claim"), 1),
        (report(missed=True), 0),
    ],
)
def test_code_of_a_report(made: Report, expected: int) -> None:
    assert of_report(made) == expected


def test_missed_points_count_when_strict() -> None:
    assert of_report(report(missed=True), strict=True) == 1
    assert of_report(report("cannot-tell", missed=True), strict=True) == 1
    assert of_report(report("cannot-tell"), strict=True) == 3
