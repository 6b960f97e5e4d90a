"""Two sheets, place by place."""

from __future__ import annotations

import pytest

from cascadia_print.sheet.build import build
from cascadia_print.sheet.compare import compare, compare_pages
from cascadia_print.sheet.located import parse_yaml
from cascadia_print.sheet.lookup import load_sheet, shipped
from cascadia_print.sheet.model import Sheet

A, B, C, D = (load_sheet(p) for p in shipped())
TEXTS = {s.id: p.read_text("utf-8") for s, p in zip((A, B, C, D), shipped(), strict=True)}


def changed(id: str, old: str, new: str) -> Sheet:
    assert old in TEXTS[id]
    return build((parse_yaml(TEXTS[id].replace(old, new, 1), "x.yaml"),))


AREA = [("sun", "area", "en: Sun area, de: Sonnenbereich", "en: Sun, de: Sonnenbereich")]
LABEL = [("bonus-1", "line", "en: Bonus row 1, de: Bonusreihe 1", "en: Bonuses, de: Bonusreihe 1")]
COUNTED = [(f"{h}-2", "bonus", "line: bonus-1", "line: bonus-2") for h in A.habitats]


@pytest.mark.parametrize("sheet", [A, B, C, D], ids=lambda s: s.id)
def test_a_sheet_differs_from_itself_in_nothing(sheet: Sheet) -> None:
    assert compare(sheet, sheet) == []


@pytest.mark.parametrize(
    ("base", "old", "new", "found"),
    [
        (A, "stars: 1", "stars: 2", [("stars", "stars", "1", "2")]),
        (A, "en: Zumwalt", "en: Zum", [("name.en", "name", "Zumwalt Prairie", "Zum Prairie")]),
        (A, "order: down", "order: any", [("order", "marking", "down", "any")]),
        (A, "bear 2elk", "bear 3elk", [("sun.3", "box", "2elk", "3elk")]),
        (A, "4pt+wild, 5pt", "4pt, 5pt", [("row-2", "bonus", "4pt+wild", "4pt")]),
        (A, "{en: Sun area,", "{en: Sun,", AREA),
        (A, "line: bonus-1,", "line: bonus-2,", COUNTED),
        (A, "leftovers: 5", "leftovers: 4", [("leftovers", "line", "leftovers 5", "leftovers 4")]),
        (A, "{en: Bonus row 1,", "{en: Bonuses,", LABEL),
        (B, "17, 20]", "18, 20]", [("heading.11", "heading", "17", "18")]),
        (C, "W+bear R3", "W+bear R4", [("g7", "hexagon", "R3", "R4")]),
        (C, "closes: yes", "closes: no", [("closes", "marking", "yes", "no")]),
        (C, "F/P+hex:mountains", "F/P+elk", [("e3", "hexagon", "F/P+hex:mountains", "F/P+elk")]),
        (D, "d3-d4: hawk", "d3-d4: nature", [("d3-d4", "bonus", "hawk", "nature")]),
        (D, "      a4-a5: landmark:forests\n", "", [("a4-a5", "bonus", "landmark:forests", "")]),
        (D, "hex:any 3pt 3pt", "hex:any 3pt 3pt 4pt", [("overflow.9", "hexagon", "", "4pt")]),
    ],
)  # fmt: skip
def test_only_what_differs_is_told(
    base: Sheet, old: str, new: str, found: list[tuple[str, str, str, str]]
) -> None:
    said = compare(base, changed(base.id, old, new))
    assert [(d.at, d.what, d.old, d.new) for d in said] == found


PAGE = """
name: {en: Log}
size: half
blocks:
  - heading: {en: Goals}
  - list: [one, two]
  - table: {widths: [1, 1], rows: [{id: fox, cells: [Fox, _]}, {id: elk, cells: [Elk, _]}]}
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("", "", []),
        ("en: Log", "en: Lag", [("name.en", "name", "Log", "Lag")]),
        ("half", "full", [("size", "page", "half", "full")]),
        ("two]", "three, four]", [("list-1.2", "block", "two", "three"),
                                  ("list-1.3", "block", "", "four")]),
        ("[Elk, _]", "[Elk, _ _]", [("table-1.rows.elk.cells.2", "block", "_", "_ _")]),
        ("  - heading: {en: Goals}\n", "", [("heading-1", "block", "Goals", "")]),
        ("  - list", "  - list: [new]\n  - list", [("list-1", "block", "", "new")]),
        ("  - list", "  - rule:\n  - list", [("rule-1", "block", "", "rule")]),
        ("list: [one", "steps: [one", [("list-1", "block", "one", ""),
                                       ("steps-1", "block", "", "one")]),
    ],
)  # fmt: skip
def test_of_two_pages_what_differs_is_told(
    old: str, new: str, found: list[tuple[str, str, str, str]]
) -> None:
    data = [parse_yaml(text, "x.yaml").data for text in (PAGE, PAGE.replace(old, new, 1))]
    assert [(d.at, d.what, d.old, d.new) for d in compare_pages(*data)] == found
    back = [(d.at, d.what, d.new, d.old) for d in compare_pages(*reversed(data))]
    assert sorted(back) == sorted(found)


def test_both_directions_tell_the_same_places() -> None:
    there = {(d.at, d.what, d.old, d.new) for d in compare(A, B)}
    back = {(d.at, d.what, d.new, d.old) for d in compare(B, A)}
    assert there == back
    assert ("a6", "hexagon", "", "M") in there


def test_a_region_and_the_order_of_lines() -> None:
    moved = changed("D", '"1 1 2 2 2 3 3"', '"1 1 1 2 2 3 3"')
    said = {d.at: (d.old, d.new) for d in compare(D, moved)}
    assert said["a3"] == ("region 2", "region 1")
    assert said["region-1"] == ("(a1 … b3, 5)", "(a1 … b3, 6)")
    first = "  - {id: mountains, heading: row a, rule: B-7}\n"
    second = "  - {id: forests, heading: row b, rule: B-7}\n"
    (order,) = compare(B, changed("B", first + second, second + first))
    assert (order.at, order.what) == ("lines", "order")
    assert order.new.startswith("forests mountains")
