"""`render --format txt|html`: sheets as linear text, to be read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import out, say
from cascadia_print.cli.paper import targets
from cascadia_print.cli.sheets import environment, sheet_file, tell_facts
from cascadia_print.report.twin import as_html, as_text
from cascadia_print.sheet.locale import locale


def render(
    refs: Sequence[str],
    folder: Path,
    kind: str,
    language: str,
    *,
    drawn: bool = False,
    force: bool = False,
) -> int:
    """One file for each sheet. `drawn`: something was asked for that only a picture has.

    Raises Refused.
    """
    if drawn:
        raise files.Refused("twin-plain", kind=kind)
    if not refs:
        raise files.Refused("print.refused.no-sheets")
    sheets = {path: environment(path, f"--format {kind}") for path in map(sheet_file, refs)}
    found = targets(sheets, folder, kind)
    write = as_html if kind == "html" else as_text
    for path, sheet in sheets.items():
        tell_facts(sheet, path)
        data = write(sheet, locale(language)).encode()
        files.write(found[path], data, force=force)
        out(say("written", file=found[path]))
    return exits.NOTHING_WRONG
