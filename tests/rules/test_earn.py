"""Icons and picks that come two at once, more picks than boxes, choices that lead on."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print.rules.earn import Earned, earn
from cascadia_print.rules.legal import closure
from cascadia_print.sheet.lookup import load_sheet
from cascadia_print.sheet.model import Sheet

TWINS = """
kind: environment
id: TWINS
version: 1
name: {en: Twins}
marking: {write: outline, order: right}
spaces:
  stagger: none
  line: all
  rows: ["M+2path:up M+path:up M+2pick:store M+2pick:store M+path:up|pick:store"]
areas:
  - {id: path, kind: lanes, name: {en: Path}, lanes: {up: "1pt 2pt 4pt 8pt"}, line: all, rule: T-1}
  - {id: store, kind: pool, name: {en: Store}, boxes: "1pt 2pt 4pt", line: all, rule: T-2}
lines:
  - {id: all, label: {en: All}}
"""


@pytest.fixture
def twins(tmp_path: Path) -> Sheet:
    file = tmp_path / "twins.yaml"
    file.write_text(TWINS)
    return load_sheet(file)


@pytest.mark.parametrize(
    ("n", "boxes", "picks"),
    [(0, 0, 0), (1, 2, 0), (2, 3, 0), (3, 3, 2), (4, 3, 3)],  # three boxes can be picked, not four
)
def test_two_icons_open_two_boxes(n: int, boxes: int, picks: int, twins: Sheet) -> None:
    assert reached(earned(twins, n)) == (boxes, picks)


@pytest.mark.parametrize(
    ("sides", "boxes"), [((), 3), (("path:up",), 4), (("path:up", "pick:store"), 3)]
)
def test_a_side_counts_when_it_alone_was_chosen(
    sides: tuple[str, ...], boxes: int, twins: Sheet
) -> None:
    assert reached(earned(twins, 5, *(f"a5={side}" for side in sides)))[0] == boxes


def earned(sheet: Sheet, n: int, *picks: str) -> Earned:
    """What the first n hexagons earn."""
    marks = dict.fromkeys([f"a{k}" for k in range(1, n + 1)], True)
    return earn(sheet, closure(sheet, marks), marks, picks)


def reached(found: Earned) -> tuple[int, int]:
    """Boxes crossed off on the path, which are the first ones, and picks from the store."""
    boxes = sorted(i for i in found.ids if i.startswith("path."))
    assert boxes == [f"path.up.{k}" for k in range(1, len(boxes) + 1)]
    assert found.lanes.get("path.up", 0) == len(boxes)
    return len(boxes), found.choices["store"].capacity if "store" in found.choices else 0
