"""Reading filled sheets that are written as Python data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.located import Source, parse_json
from cascadia_print.sheet.lookup import find_sheet, load_sheet
from cascadia_print.sheet.model import Sheet

Read = Callable[..., Filled]


def json_of(**data: Any) -> Source:
    """A filled sheet as a file would hold it, a key a line, by default of sheet A."""
    whole = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": "A@1"} | data
    return parse_json(json.dumps(whole, indent=1, ensure_ascii=False), "ana.json")


@pytest.fixture
def source() -> Callable[..., Source]:
    return json_of


@pytest.fixture
def read() -> Read:
    """Read one filled sheet."""

    def one(**data: Any) -> Filled:
        [(_, filled)] = read_filled(json_of(**data), find_sheet)
        return filled

    return one


@pytest.fixture
def ledger() -> Sheet:
    """A sheet of numbers up to 12 with an overflow row and choices of several gains."""
    return load_sheet(Path(__file__).parents[1] / "sheets" / "ledger.yaml")
