"""Sheets as they are named on the command line, and what is to be said about them."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cascadia_print.cli.console import err, say, words
from cascadia_print.cli.files import Refused
from cascadia_print.report.plain import printable
from cascadia_print.sheet.facts import failing
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.lookup import find_file, folders, index, load_printable, user_folder
from cascadia_print.sheet.model import Sheet

if TYPE_CHECKING:
    from cascadia_print.sheet.pages import Page

_WRITTEN = (".txt", ".log", ".pdf")
"""Ends of the names of files that hold what somebody has written, and no YAML or JSON."""


def sheet_file(ref: str) -> Path:
    """The file of "A", "A@1" or a path; "a" is A where no other sheet is written so.

    A word that is no sheet can still be the name of a file without an ending.

    Raises Unreadable for an unknown id or version, and for a file that is there to be judged.
    """
    path = Path(ref)
    if path.suffix.lower() in _WRITTEN and path.is_file():
        raise Unreadable([Fault("IN-no-sheet-file", ref, values={"word": path.suffix})])
    if path.suffix in (".yaml", ".yml", ".json") or len(path.parts) > 1:
        return path  # JSON is no sheet: its reader says so
    tell_folder()
    try:
        return find_file(ref)
    except Unreadable as error:
        id, at, version = ref.partition("@")
        ids = {known for folder in folders() for known, _, _ in index(folder)}
        meant = [known for known in ids if known.casefold() == id.casefold() and known != id]
        if id not in ids and len(meant) == 1:
            return find_file(meant[0] + at + version)
        if ref and path.exists():
            return path
        if (file := f"{ref}.yaml") and Path(file).is_file():
            raise Unreadable(replace(fault, suggestion=file) for fault in error.faults) from None
        raise


def environment(path: Path, option: str) -> Sheet:
    """The environment sheet of a file, for an option that pages to print do not have.

    Raises Unreadable, and Refused for a page.
    """
    found = load_printable(path)
    if not isinstance(found, Sheet):
        raise Refused("page-has-none", sheet=found.ref, option=option)
    return found


def tell_folder() -> None:
    """Tell on stderr if CASCADIA_PRINT_SHEETS names no folder: its sheets would just be missing."""
    named = os.environ.get("CASCADIA_PRINT_SHEETS")
    if named and not os.path.isdir(named):
        err(say("no-sheet-folder", folder=user_folder()))


def tell_facts(sheet: Sheet, file: Path) -> None:
    """Tell on stderr which known values of the printed sheet a sheet does not keep."""
    if rules := sorted({fact.rule or fact.check for _, fact, _ in failing(sheet)}):
        err(say("facts-broken", sheet=sheet.ref, rules=", ".join(rules), file=file))


def sheet_name(sheet: Sheet | Page) -> str:
    """The name in the language that is spoken, else in English, else the first that there is."""
    name = sheet.name.get(words().language) or sheet.name.get("en")
    return printable(name or next(iter(sheet.name.values()), ""))
