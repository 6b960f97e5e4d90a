"""Exit codes. They tell a caller apart what his file, his command and the program did wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cascadia_print.verdict import Report

NOTHING_WRONG = 0
FINDINGS = 1
USAGE = 2
CANNOT_TELL = 3
UNREADABLE = 4
OWN_FAULT = 70
INTERRUPTED = 130
PIPE_CLOSED = 141

_WORST_FIRST = (OWN_FAULT, USAGE, UNREADABLE, FINDINGS, CANNOT_TELL, NOTHING_WRONG)


def worst(codes: Iterable[int]) -> int:
    """The code that stands for several files: 70, 4, 1, 3, 0 in this order.

    What the system refuses besides (2) has nothing to do with one file, so it comes before these.
    """
    return min(codes, key=_WORST_FIRST.index, default=NOTHING_WRONG)


def of_report(report: Report, *, strict: bool = False) -> int:
    """1 for findings, 3 for open questions alone; missed points count only when `strict`."""
    kinds = {finding.kind for finding in report.findings}
    if kinds - {"cannot-tell"} or (strict and report.missed):
        return FINDINGS
    return CANNOT_TELL if kinds else NOTHING_WRONG
