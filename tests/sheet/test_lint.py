"""What a designer is told about a sheet that can be read: one slip, one finding, at its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.cli.check import findings
from cascadia_print.report.rules import rules
from cascadia_print.sheet.build import build_located
from cascadia_print.sheet.lint import ERRORS
from cascadia_print.sheet.located import parse_yaml
from cascadia_print.sheet.lookup import chain, shipped

STARTERS = sorted((resources.root("templates") / "sheets").glob("[cmr]*.yaml"))
COMMUNITY = sorted((resources.root("sheets") / "community").glob("*.yaml"))
COMPLETE = [*shipped(), *COMMUNITY, *(p for p in STARTERS if not p.stem.startswith("rivers"))]

COLUMNS = """\
kind: environment
id: T
version: 1
name: {en: Tiny, de: Klein}
marking: {write: number, order: down}
spaces:
  rows:
    - "M F P W R"
    - "M F P W R"
bonuses:
  - {each: column, first: 2, gain: pick:sun}
areas:
  - {id: sun, kind: pool, name: {en: Sun, de: Sonne}, boxes: "bear elk fox 2fox 1pt", line: numbers}
lines:
  - {id: numbers, label: {en: Numbers, de: Zahlen}, written: all}
"""

MAP = """\
kind: environment
id: T
version: 1
name: {en: Tiny, de: Klein}
marking: {write: outline, order: touching, closes: yes, overflow: overflow}
spaces:
  stagger: odd
  rows:
    - "M1 F1 P1"
    - "M1 M1 P1+stone:red R1"
    - "W1 * R/F+stone:red"
    - "M1 F1+stone:blue . R1"
    - "W1 P1+stone:blue F1"
  overflow: {row: "1pt 2pt", line: rest}
bonuses:
  - {each: habitat, gain: 2pt|bear, line: rest}
areas:
  - id: stone
    kind: lanes
    name: {en: Stones, de: Steine}
    lanes:
      red: "1pt 2pt"
      blue: "bear ."
    rows: [1pt, hex:any]
    lane: 2pt
    line: rest
lines:
  - {id: points, label: {en: Points, de: Punkte}, printed: all}
  - {id: rest, label: {en: Rest, de: Rest}}
rules: {closure: T-1, blank: T-2}
"""


REGIONS = "  regions: [1 1 2, 1 2 2 3, 1 1 3, 1 3 3 3, 3 1 3]\n"


def found(text: str, *pairs: tuple[str, str]) -> list[tuple[str, str]]:
    """Findings left open: the id, and what stands in the file from its place on."""
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    built = build_located((parse_yaml(text, "tiny.yaml"),))
    lines = text.splitlines()
    return [
        (f.rule, lines[f.line - 1][f.column - 1 :])
        for f in findings(built)
        if f.severity != "explained"
    ]


@pytest.mark.parametrize("path", COMPLETE, ids=lambda p: p.stem)
def test_sheets_that_come_with_the_program_have_no_finding_left_open(path: Path) -> None:
    open_ = [f for f in findings(build_located(chain(path))) if f.severity != "explained"]
    assert open_ == []


@pytest.mark.parametrize("text", [COLUMNS, MAP], ids=["columns", "map"])
def test_the_sheets_of_this_file_are_sound(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "old", "new", "id", "place"),
    [
        # a hexagon without habitat, with and without closing, and all that waits for it
        (COLUMNS, '"M F P W R"', '". F P W R"', "LI-unmarkable", ". F P"),
        (MAP, ". R1", "R1 .", "LI-unmarkable", '."'),
        (MAP, "closes: yes, ", "", "LI-unmarkable", ". R1"),
        # habitats without hexagons, habitats that cannot start, regions in pieces
        (COLUMNS, 'W R"\n    - "M F P W R"', 'W"\n    - "M F P W"', "LI-no-habitat", '- "M'),
        (MAP, "R/F", "F", "LI-start", 'R1"'),
        (MAP, "  overflow:", REGIONS + "  overflow:", "LI-region", "[1"),
        # lanes and their icons, areas without icons
        (MAP, '"bear ."', '"bear . ."', "LI-lane-long", '"bear . ."'),
        (MAP, '"bear ."', '"bear"', "LI-lane-short", '"bear"'),
        (COLUMNS, "bear elk fox 2fox 1pt", "bear elk fox 1pt", "LI-lane-short", '"bear'),
        (COLUMNS, "gain: pick:sun", "gain: bear", "LI-unused", "sun, kind"),
        # choices
        (MAP, "2pt|bear", "2pt|3pt", "LI-choice", "2pt|3pt"),
        (MAP, "2pt|bear", "bear|wild", "LI-choice", "bear|wild"),
        (MAP, "2pt|bear", "elk+2pt|2pt", "LI-choice", "elk+2pt"),
        (MAP, "2pt|bear", "hex:forests|hex:any", "LI-choice", "hex:forests"),
        (MAP, "2pt|bear", "elk|elk", "LI-choice", "elk|elk"),
        # words
        (COLUMNS, "{en: Sun, de: Sonne}", "{en: Sun}", "LI-label", "{en: Sun}"),
        (COLUMNS, ", label: {en: Numbers, de: Zahlen}", "", "LI-label", "{id: numbers"),
        # what nothing refers to
        (COLUMNS, "lines:", "lines:\n  - {id: bonuses}", "LI-unused", "bonuses}"),
        (COLUMNS, "bonuses:", "rules: {closure: T-1}\nbonuses:", "LI-unused", "T-1"),
        (COLUMNS, "  rows:", "  heading: [1, 2, 3, 4, 5]\n  rows:", "LI-unused", "[1, 2"),
        (COLUMNS, "  rows:", "  regions: [1 1 1 1 1, 1 1 1 1 1]\n  rows:", "LI-unused", "[1 1"),
        # facts
        (COLUMNS, "bonuses:", "facts: [{check: diverse, is: 3}]\nbonuses:", "LI-fact", "{check"),
    ],
)  # fmt: skip
def test_one_slip_is_one_finding_at_its_place(
    text: str, old: str, new: str, id: str, place: str
) -> None:
    said = found(text, (old, new))
    assert {f[0] for f in said} >= {id}
    assert next(where for rule, where in said if rule == id).startswith(place)
    # a hexagon less in a column or region takes its bonus along
    assert {f[0] for f in said} <= {id, "LI-unearnable", "LI-lane-short", "LI-unused"}


def test_a_choice_is_one_where_each_side_is_better_for_somebody() -> None:
    for word in ("2pt|bear", "bear|elk", "2elk|wild", "hex:any|3pt", "elk+1pt|2pt"):
        assert found(MAP, ("2pt|bear", word)) == []


def test_a_bonus_that_waits_for_what_can_never_be_filled() -> None:
    far = "  - {id: far, of: [b1, b2], gain: bear}\nareas:"
    said = found(COLUMNS, ('R"\n    - "M F', 'R"\n    - ". F'), ("areas:", far))
    assert ("LI-unmarkable", '. F P W R"') in said
    assert ("LI-unearnable", "bear}") in said


def test_a_heading_that_falls_is_told_where_it_falls() -> None:
    said = found(
        COLUMNS,
        ("written: all", "written: all, heading: row a"),
        ("  rows:", "  heading: [1, 3, 2, 4, 5]\n  rows:"),
    )
    assert said == [("LI-heading", "2, 4, 5]")]


def test_what_does_not_fit_is_told_with_its_place() -> None:
    wide = found(COLUMNS, ('"M F P W R"', '"' + "M F P W R " * 3 + '"'))
    assert ("LI-fit", '- "' + "M F P W R " * 3 + '"') in wide
    assert ("LI-glyph", "{en: Бор, de: Klein}") in found(COLUMNS, ("en: Tiny", "en: Бор"))


def test_a_comment_explains_a_warning_and_no_error() -> None:
    def explained(old: str, new: str) -> bool:
        return found(MAP, ('"bear ."', '"bear"'), (old, new)) == []

    assert explained("      blue:", "      # LI-lane-short: so meant\n      blue:")
    assert explained('"bear"', '"bear"   # LI-lane-short')
    assert explained("  - id: stone", "  # LI-lane-short: so meant\n  - id: stone")
    assert explained("areas:", "# LI-lane-short: so meant\nareas:")
    assert not explained("lines:", "# LI-lane-short: elsewhere\nlines:")
    assert not explained("      red:", "      # LI-lane-short: elsewhere\n      red:")
    assert not explained("      blue:", "      # LI-lane: another\n      blue:")
    long = found(MAP, ('"bear ."', '"bear . ."   # LI-lane-long: no excuse'))
    assert [f[0] for f in long] == ["LI-lane-long"]


def test_a_finding_in_an_overlay_stands_where_the_value_was_changed() -> None:
    text = "kind: environment\nid: M\nversion: 1\nextends: T\nchange: {stone.blue: 1pt|2pt}\n"
    built = build_located((parse_yaml(text, "mine.yaml"), parse_yaml(MAP, "tiny.yaml")))
    assert [(f.rule, f.file, f.line, f.column) for f in findings(built)] == [
        ("LI-choice", "mine.yaml", 5, 22)
    ]


def test_every_finding_is_explained_in_both_languages() -> None:
    source = (resources.root("data").parent / "cascadia_print").rglob("*.py")
    ids = {i for path in source for i in re.findall(r'"(LI-[a-z-]+)"', path.read_text("utf-8"))}
    assert len(ids) > 12
    assert ids >= ERRORS
    for language in ("en", "de"):
        assert ids == {id for id in rules(language) if id.startswith("LI-")}
