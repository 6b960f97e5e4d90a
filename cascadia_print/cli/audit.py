"""`audit`: read, judge, report."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from cascadia_print.cascadia.entered import told_of
from cascadia_print.cli import exits
from cascadia_print.cli.console import err, out, say, style, terminal, width, words
from cascadia_print.cli.files import Refused, printed
from cascadia_print.cli.run import show_faults, trouble
from cascadia_print.cli.sheets import tell_folder
from cascadia_print.cli.written import written
from cascadia_print.entry.filled import GAME, read_filled
from cascadia_print.entry.replayed import replayed
from cascadia_print.report.judged import Judged
from cascadia_print.report.written import Written
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.party import same_rolls, same_sheet
from cascadia_print.rules.whole import in_play, whole_report
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.goals import Scenario, read_scenarios, scenario_files
from cascadia_print.sheet.located import Source, read_json, read_yaml
from cascadia_print.sheet.lookup import find_sheet, kind, load_sheet, user_folder
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Report

if TYPE_CHECKING:
    from cascadia_print.cascadia.entered import Environment

Inked: TypeAlias = "Written | Environment"
"""What is drawn of a judged file: marks on a sheet, or what lies before a player."""

MANY = 20
"""From so many files on, a terminal shows how far it is."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of an audit besides the verdict: the order of play, a scenario by its id, the
    row of the score pad that a picture of an environment shows, the rounds of a log."""

    prove: bool = False
    scenario: str = ""
    line: str = ""
    log: bool = False


LOG_SUFFIX = ".log"
"""Ends the name of a file that holds the log of a game as text."""


class UnknownScenario(Exception):
    """A scenario that no file has; the argument is the sentence that says so."""


def audit(
    paths: Sequence[Path],
    sheet_file: Path | None,
    *,
    format: str,
    why: bool,
    strict: bool,
    wanted: Wanted | None = None,
    pdf: Path | None = None,
    svg: Path | None = None,
    force: bool = False,
) -> int:
    """Judge every file, and those in every folder; a bad one does not stop the others.

    `format` is "text", "json" or "jsonl". `pdf` and `svg` are files for pictures of the receipts.
    Raises Refused.
    """
    wish = wanted or Wanted()
    if format != "text":
        wish = replace(wish, log=True)  # for programs, the score after each round too
    if wish.line and not (pdf or svg):
        raise Refused("row-without-picture")
    if wish.line:
        from cascadia_print.cli.receipt import row_named

        row_named(wish.line, words())  # before a long report, not below it
    tell_folder()
    judged: list[Judged] = []
    inked: list[Inked] = []
    faults: list[Fault] = []
    codes: list[int] = []
    failed: list[str] = []
    sheet = None
    try:
        sheet = load_sheet(sheet_file) if sheet_file else None
    except Unreadable as error:
        faults, codes, paths = [*error.faults], [exits.UNREADABLE], []
    if format == "jsonl":
        _lines([], faults)
    with _progress([file for path in paths for file in _files(path)]) as files:
        for file in files:
            try:
                found, wrong, code = _judged_file(file, sheet, wish)
            except UnknownScenario as error:
                err(str(error))
                return exits.USAGE
            reports = [j for j, _ in found]
            codes += [code, *(exits.of_report(j.report, strict=strict) for j in reports)]
            if code:
                failed.append(str(file))
            if format == "jsonl":
                _lines(reports, wrong)
                if not pdf and not svg:
                    continue  # told, and not needed any more: thousands are not kept
            judged += reports
            inked += [ink for _, ink in found]
            faults += wrong
    if format == "json":
        from cascadia_print.report.json import audit_object

        out(json.dumps(audit_object(judged, faults, words()), indent=2))
    elif format == "text":
        _text(judged, faults, failed, wish, why)
    if judged and (pdf or svg):
        from cascadia_print.cli.receipt import draw

        where = {"pdf": pdf, "svg": svg}
        for line in draw(judged, inked, words(), **where, line=wish.line, why=why, force=force):
            (out if format == "text" else err)(line)
    return exits.worst(codes)


def _text(
    judged: Sequence[Judged],
    faults: Sequence[Fault],
    failed: Sequence[str],
    wish: Wanted,
    why: bool,
) -> None:
    """Print the reports, and on stderr what could not be read."""
    if judged:
        from cascadia_print.report.text import audit_text

        flags = {"why": why, "order": wish.prove, "log": wish.log}
        text = audit_text(judged, words(), **flags, style=style, width=width(), failed=failed)
        out(text.rstrip("\n"))
    if faults:
        show_faults(faults)


def _judged_file(
    file: Path, sheet: Sheet | None, wish: Wanted
) -> tuple[list[tuple[Judged, Inked]], Sequence[Fault], int]:
    """What came of a file: its judged sheets, or faults and the exit code for having none.

    Raises UnknownScenario.
    """
    try:
        return list(_receipts(file, sheet, wish)), (), exits.NOTHING_WRONG
    except Unreadable as error:
        return [], error.faults, exits.UNREADABLE
    except UnknownScenario:
        raise
    except Exception as error:
        return [], (), trouble(error)


def read_and_judge(
    file: Path, sheet: Sheet | None = None, wanted: Wanted | None = None
) -> list[Judged]:
    """The judged sheets of one file, several for a game. Raises Unreadable, UnknownScenario."""
    return [judged for judged, _ in _receipts(file, sheet, wanted or Wanted())]


def _receipts(file: Path, sheet: Sheet | None, wanted: Wanted) -> Iterator[tuple[Judged, Inked]]:
    if os.path.isdir(file):
        raise Unreadable([Fault("IN-no-filled-sheet", str(file))])
    if file.suffix.lower() in (".yaml", ".yml"):
        if kind(file) == "page":
            load_sheet(file)  # which tells that there is nothing to score
        said = read_yaml(file).data
        if isinstance(said, dict) and "kind" in said:
            raise Unreadable([Fault("IN-sheet-file", str(file))])
    if file.suffix.lower() == ".txt":
        from cascadia_print.cli import cascadia

        yield from cascadia.receipts(file, cascadia.read_text(file), sheet)
        return
    scenario = find_scenario(wanted.scenario, file.parent) if wanted.scenario else None
    if file.suffix.lower() == ".pdf":
        from cascadia_print.cli.form import form_in
        from cascadia_print.entry.form import filled_form

        form, used, said = filled_form(form_in(file, sheet))
        filled, report = _judge(used, said, wanted, scenario, file.parent)
        yield Judged(used, report, form), written(used, filled)
        return
    source = _read(file)
    if told_of(source.data):
        from cascadia_print.cli import cascadia

        yield from cascadia.receipts(file, source, sheet)
        return
    yield from judged_source(source, file.parent, sheet, wanted, scenario)


def judged_source(
    source: Source,
    near: Path,
    sheet: Sheet | None = None,
    wanted: Wanted | None = None,
    scenario: Scenario | None = None,
) -> Iterator[tuple[Judged, Inked]]:
    """The judged sheets of what was read, with what is written on them. Raises Unreadable."""
    wish = wanted or Wanted()
    pairs = read_filled(source, lambda ref: find_sheet(ref, near), sheet)
    found = [_judge(used, filled, wish, scenario, near) for used, filled in pairs]
    # What a file leaves to its log is drawn, too.
    pairs = tuple((used, filled) for (used, _), (filled, _) in zip(pairs, found, strict=True))
    reports = [report for _, report in found]
    if isinstance(source.data, dict) and source.data.get("format") == GAME:
        reports = same_rolls(same_sheet(reports))
    for (used, filled), report in zip(pairs, reports, strict=True):
        yield Judged(used, report, source), written(used, filled)


def _read(file: Path) -> Source:
    """A filled sheet or a game, as JSON, or the text of a log."""
    if file.suffix == LOG_SUFFIX:
        from cascadia_print.entry.log_file import read_log_file

        return read_log_file(file)
    return read_json(file)


def _judge(
    sheet: Sheet, filled: Filled, wanted: Wanted, scenario: Scenario | None, near: Path
) -> tuple[Filled, Report]:
    """What is known of one sheet, also by the log of its game, and the whole report on it."""
    filled = in_play(filled, scenario)
    known, logged = replayed(sheet, filled, near, scores=wanted.log)
    return known, whole_report(sheet, known, proved=wanted.prove, scenario=scenario, logged=logged)


def find_scenario(id: str, folder: Path) -> Scenario:
    """The scenario `id`, looked for beside the file first."""
    known: list[str] = []
    files = scenario_files(folder)
    for path in files:
        scenarios = read_scenarios(path)
        if id in scenarios:
            return scenarios[id]
        known += scenarios
    if not files:
        raise UnknownScenario(
            words().text(
                "achievements.scenario.no-file", file=folder.resolve(), folder=user_folder()
            )
        )
    listed = {"files": ", ".join(map(str, files)), "known": ", ".join(known)}
    raise UnknownScenario(words().text("achievements.scenario.unknown", value=id, **listed))


def _files(path: Path) -> list[Path]:
    """The JSON files, logs, forms and texts of Cascadia in a folder, in the order of their names;
    else the path. A PDF without fields, and any other text, is passed over."""
    if not os.path.isdir(path):  # of a name that the system refuses it says no
        return [path]
    sheets = [file for file in path.iterdir() if file.suffix in (".json", LOG_SUFFIX)]
    forms = [file for file in path.glob("*.pdf") if not printed(file)]
    texts = [*path.glob("*.txt")]
    if texts:
        from cascadia_print.cascadia.text import ours

        texts = [file for file in texts if ours(file)]
    return sorted([*sheets, *forms, *texts]) or [path]


def _lines(judged: Sequence[Judged], faults: Sequence[Fault]) -> None:
    from cascadia_print.report.json import line_objects

    for line in line_objects(judged, faults, words()):
        out(json.dumps(line))


@contextmanager
def _progress(files: Sequence[Path]) -> Iterator[Any]:
    """The files, with a bar on stderr while they are gone through, if somebody looks on."""
    if len(files) < MANY or not terminal(sys.stderr):
        yield files
        return
    import typer

    with typer.progressbar(files, label=say("auditing"), file=sys.stderr) as bar:
        yield bar
