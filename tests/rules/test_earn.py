"""Icons that come two at once, which no shipped sheet has."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print.rules.earn import earn
from cascadia_print.rules.legal import closure
from cascadia_print.sheet.lookup import load_sheet

TWINS = """
kind: environment
id: TWINS
version: 1
name: {en: Twins}
marking: {write: outline, order: right}
spaces:
  stagger: none
  line: all
  rows: ["M+2path:up M+path:up M+2pick:store M"]
areas:
  - {id: path, kind: lanes, name: {en: Path}, lanes: {up: "1pt 2pt 4pt 8pt"}, line: all, rule: T-1}
  - {id: store, kind: pool, name: {en: Store}, boxes: "1pt 2pt 4pt", line: all, rule: T-2}
lines:
  - {id: all, label: {en: All}}
"""


@pytest.mark.parametrize(
    ("n", "boxes", "picks"), [(0, 0, 0), (1, 2, 0), (2, 3, 0), (3, 3, 2), (4, 3, 2)]
)
def test_two_icons_open_two_boxes(n: int, boxes: int, picks: int, tmp_path: Path) -> None:
    file = tmp_path / "twins.yaml"
    file.write_text(TWINS)
    sheet = load_sheet(file)
    marks = dict.fromkeys([f"a{k}" for k in range(1, n + 1)], True)
    found = earn(sheet, closure(sheet, marks), marks)
    assert sorted(i for i in found.ids if i.startswith("path.")) == [
        f"path.up.{k}" for k in range(1, boxes + 1)
    ]
    assert found.lanes.get("path.up", 0) == boxes
    assert (found.choices["store"].capacity if picks else 0) == picks
