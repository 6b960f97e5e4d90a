"""Sheets to draw: the four shipped ones, a fifth that mixes what none of them mixes, tiny ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print.sheet.lookup import load_sheet, shipped
from cascadia_print.sheet.model import Sheet

HERE = Path(__file__).parent
SHEETS = (*shipped(), HERE.parent / "sheets" / "meadow.yaml")


@pytest.fixture(params=SHEETS, ids=lambda path: path.stem)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return load_sheet(request.param)


@pytest.fixture
def sheet_a() -> Sheet:
    return load_sheet(shipped()[0])
