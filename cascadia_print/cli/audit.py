"""`audit`: read, judge, report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from cascadia_print.cli import exits
from cascadia_print.cli.console import err, out, style, width, words
from cascadia_print.cli.run import show_faults, trouble
from cascadia_print.cli.sheets import tell_folder
from cascadia_print.cli.written import written
from cascadia_print.entry.filled import read_filled
from cascadia_print.report.judged import Judged
from cascadia_print.report.written import Written
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
    pdf: Path | None = None,
    svg: Path | None = None,
    force: bool = False,
) -> int:
    """Judge every file; one that cannot be read does not stop the others.

    `pdf` and `svg` are files for pictures of the receipts. Raises Refused.
    """
    tell_folder()
    judged: list[Judged] = []
    inked: list[Written] = []
    faults: list[Fault] = []
    codes: list[int] = []
    failed: list[str] = []
    try:
        sheet = load_sheet(sheet_file) if sheet_file else None
    except Unreadable as error:
        faults, codes, files = [*error.faults], [exits.UNREADABLE], []
    for file in files:
        try:
            found = list(_receipts(file, sheet))
        except Unreadable as error:
            faults += error.faults
            codes.append(exits.UNREADABLE)
            failed.append(str(file))
        except Exception as error:
            codes.append(trouble(error))
            failed.append(str(file))
        else:
            judged += [j for j, _ in found]
            inked += [ink for _, ink in found]
            codes += [exits.of_report(j.report, strict=strict) for j, _ in found]
    if as_json:
        from cascadia_print.report.json import audit_object

        out(json.dumps(audit_object(judged, faults, words()), indent=2))
    else:
        from cascadia_print.report.text import audit_text

        if judged:
            text = audit_text(judged, words(), why=why, style=style, width=width(), failed=failed)
            out(text.rstrip("\n"))
        if faults:
            show_faults(faults)
    if judged and (pdf or svg):
        from cascadia_print.cli.receipt import draw

        for line in draw(judged, inked, words(), pdf=pdf, svg=svg, force=force):
            (err if as_json else out)(line)
    return exits.worst(codes)


def read_and_judge(file: Path, sheet: Sheet | None = None) -> list[Judged]:
    """The judged sheets of one file, several for a game. Raises Unreadable."""
    return [judged for judged, _ in _receipts(file, sheet)]


def _receipts(file: Path, sheet: Sheet | None) -> Iterator[tuple[Judged, Written]]:
    source = read_json(file)
    for used, filled in read_filled(source, lambda ref: find_sheet(ref, file.parent), sheet):
        yield Judged(used, judge(used, filled), source), written(used, filled)
