"""The JSON of a sheet that nobody has filled in yet."""

from __future__ import annotations

from typing import Any

from cascadia_print.entry.text import dumps
from cascadia_print.sheet.fields import tally_rows
from cascadia_print.sheet.model import Sheet

SCHEMA = "filled-sheet.schema.json"


def header(sheet: Sheet) -> dict[str, Any]:
    """The keys that every filled sheet starts with."""
    return {
        "$schema": SCHEMA,
        "format": "cascadia-print/filled-sheet",
        "version": 1,
        "sheet": sheet.ref,
    }


def blank(sheet: Sheet) -> str:
    """JSON text with every key in printed order and null, to be filled in by hand.

    Null says nothing, neither that a hexagon is open nor that a line is 0.
    """
    data = header(sheet) | {"player": None, "date": None}
    if sheet.marking.write == "wildlife":
        data["language"] = None
    return dumps(
        data
        | {
            "spaces": dict.fromkeys(sheet.space),
            "picks": None,
            "taken": None,
            "tally": dict.fromkeys(tally_rows()),
            "claims": dict.fromkeys((*sheet.line, "total")),
        }
    )
