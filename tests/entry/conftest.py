"""Reading filled sheets that are written as Python data."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cascadia_print.entry.filled import read_filled
from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.build import build
from cascadia_print.sheet.located import Source, parse_json, parse_yaml
from cascadia_print.sheet.lookup import find_sheet
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
    text = """
kind: environment
id: LEDGER
version: 1
name: {en: Ledger}
marking: {write: number, order: down, overflow: overflow, numbers: [1, 12]}
spaces:
  stagger: none
  rows: ["M F+nature|2elk+fox", "M F"]
  overflow: {row: "1pt nature", line: sums, rule: L-1}
  line: sums
bonuses:
  - {each: row, gain: pick:store, line: sums, rule: L-2}
areas:
  - {id: store, kind: pool, name: {en: Store}, boxes: "1pt|elk 2pt", line: sums, rule: L-3}
  - {id: path, kind: lanes, name: {en: Path}, lanes: {up: ". 1pt"}, line: sums, rule: L-4}
lines:
  - {id: sums, label: {en: Sums}, written: all, rule: L-5}
  - {id: leftovers, leftovers: 5, rule: RH-12}
rulings:
  - {id: late, default: never, choices: [never, always]}
"""
    return build((parse_yaml(text, "ledger.yaml"),))
