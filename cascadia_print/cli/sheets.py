"""Sheets as they are named on the command line."""

from __future__ import annotations

from pathlib import Path

from cascadia_print.sheet.lookup import find_file
from cascadia_print.sheet.model import Sheet


def sheet_file(ref: str) -> Path:
    """The file of "A", "A@1" or a path. Raises Unreadable for an unknown id or version."""
    path = Path(ref)
    if path.suffix in (".yaml", ".yml") or len(path.parts) > 1:
        return path
    return find_file(ref)


def sheet_name(sheet: Sheet) -> str:
    """The English name, or the first that there is."""
    return sheet.name.get("en") or next(iter(sheet.name.values()), "")
