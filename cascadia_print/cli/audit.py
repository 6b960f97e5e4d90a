"""`audit`: read, judge, report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from cascadia_print.cli import exits
from cascadia_print.cli.console import out, style, words
from cascadia_print.cli.run import own_fault, show_faults
from cascadia_print.entry.filled import read_filled
from cascadia_print.report.judged import Judged
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import read_json
from cascadia_print.sheet.lookup import find_sheet, load_sheet
from cascadia_print.sheet.model import Sheet


def audit(
    files: Sequence[Path],
    sheet_file: Path | None,
    *,
    as_json: bool,
    why: bool,
    strict: bool,
) -> int:
    """Judge every file; one that cannot be read does not stop the others."""
    judged: list[Judged] = []
    faults: list[Fault] = []
    codes: list[int] = []
    try:
        sheet = load_sheet(sheet_file) if sheet_file else None
    except Unreadable as error:
        faults, codes, files = [*error.faults], [exits.UNREADABLE], []
    for file in files:
        try:
            found = read_and_judge(file, sheet)
        except Unreadable as error:
            faults += error.faults
            codes.append(exits.UNREADABLE)
        except Exception as error:
            codes.append(own_fault(error))
        else:
            judged += found
            codes += [exits.of_report(j.report, strict=strict) for j in found]
    if as_json:
        from cascadia_print.report.json import audit_object

        out(json.dumps(audit_object(judged, faults, words()), indent=2))
    else:
        from cascadia_print.report.text import audit_text

        if judged:
            out(audit_text(judged, words(), why=why, style=style).rstrip("\n"))
        if faults:
            show_faults(faults)
    return exits.worst(codes)


def read_and_judge(file: Path, sheet: Sheet | None = None) -> list[Judged]:
    """The judged sheets of one file, several for a game. Raises Unreadable."""
    source = read_json(file)
    pairs = read_filled(source, lambda ref: find_sheet(ref, file.parent), sheet)
    return [Judged(used, judge(used, filled), source) for used, filled in pairs]
