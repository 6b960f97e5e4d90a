"""The sheet as text to be read aloud: all that is printed, with headings, ids and no way out."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import Text
from cascadia_print.drawing.svg import render_svg
from cascadia_print.report.twin import as_html, as_text
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.lookup import find_sheet, load_sheet, shipped
from cascadia_print.sheet.model import Sheet

ROOT = Path(__file__).parents[2]
SHEETS = (
    *shipped(),
    *sorted((ROOT / "sheets" / "community").glob("*.yaml")),
    ROOT / "tests" / "sheets" / "meadow.yaml",
)


@pytest.fixture(params=SHEETS, ids=lambda path: path.stem)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return load_sheet(request.param)


class Reader(HTMLParser):
    """The tags of a page as a screen reader goes through them; nothing may be left open."""

    VOID = frozenset({"meta"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.levels: list[int] = []
        self.heads: list[int] = []
        self.cells: list[int] = []
        self.links: list[str] = []
        self.lang = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [v or "" for k, v in attrs if k in ("src", "href", "action", "data")]
        if tag == "html":
            self.lang = found["lang"] or ""
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag == "tr":
            self.cells.append(0)
        if tag in ("th", "td"):
            self.cells[-1] += 1
            if tag == "th":
                assert found["scope"] == ("col" if "thead" in self.open else "row")
                self.heads += [len(self.cells)] if "thead" in self.open else []
        if "id" in found:
            self.ids.append(found["id"] or "")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "de"])
def test_html_has_headings_tables_with_heads_and_nothing_from_outside(
    sheet: Sheet, language: str
) -> None:
    text = as_html(sheet, locale(language))
    found = Reader(text)
    assert found.open == []
    assert found.lang == language
    assert found.levels[0] == 1
    assert found.levels.count(1) == 1
    assert all(b <= a + 1 for a, b in zip(found.levels, found.levels[1:], strict=False))
    assert found.links == []
    assert not re.search(r"https?:|//|@import|url\(|<script", text)


def test_ids_are_those_of_the_paper_each_once(sheet: Sheet) -> None:
    """The elements of the drawn page that can be marked or hold a number, and no others."""
    svg = re.findall(r'<g id="((?:space|box|bonus|line|total)-[^"]+)"', render_svg(page(sheet)))
    found = Reader(as_html(sheet, locale()))
    assert sorted(found.ids) == sorted(svg)
    text = as_text(sheet, locale())
    for id in (*sheet.space, *sheet.bonus, *sheet.boxes):
        assert len(re.findall(rf"^{re.escape(id)}[.:] ", text, re.MULTILINE)) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_word_is_missing_and_nothing_is_left_unfilled(sheet: Sheet, language: str) -> None:
    for text in (as_text(sheet, locale(language)), as_html(sheet, locale(language))):
        assert not re.search(
            r"\{|\btwin\.|\bgame\.|\bfill\.|\bNone\b", text.replace("{c", "").split("</style>")[-1]
        )


def test_whatever_gives_something_says_what(sheet: Sheet) -> None:
    text = as_text(sheet, locale())
    for id, offer in [(s.id, s.offer) for s in sheet.spaces] + [
        (b.id, b.offer) for b in sheet.bonuses
    ]:
        [line] = re.findall(rf"^{re.escape(id)}[.:] .*", text, re.MULTILINE)
        said = re.search(r"Gives: |points?\.$|token\.$|kind\.$|hexagon", line)
        assert bool(said) == bool(offer.sides), line


def test_values_of_the_page_are_in_the_text() -> None:
    """Every number printed on B and C stands in the text too."""
    for ref in ("B", "C"):
        sheet = find_sheet(ref)
        text = as_text(sheet, locale())
        printed = {s.text for s in page(sheet).leaves() if isinstance(s, Text) and s.text.isdigit()}
        assert printed <= set(re.findall(r"\d+", text))


def test_lines_of_c() -> None:
    text = as_text(find_sheet("C"), locale())
    for line in (
        "Palouse, environment sheet C@1",
        "a1. Habitat: prairies. Points: 1. Gives: a box of Landmarks, mountains.",
        "d4. Habitat: rivers or mountains. Gives: 1 nature token.",
        "e4. Habitat: none, outlined from the start.",
        "Column 2, any of its boxes",
        "sky.2.2: 2 salmon.",
        "landmark.rivers.1: nothing of its own.",
        "Rivers: the points printed in the marked hexagons of rivers, plus circled points: "
        "complete habitat.",
        "[cascadia_print C@1]",
    ):
        assert line in text.splitlines(), line


def test_lines_of_a_b_and_d_in_german() -> None:
    a, b, d = (as_text(find_sheet(ref), locale("de")).splitlines() for ref in "ABD")
    assert "sun.10: 2 beliebige Tiere." in a
    assert (
        "row-1. Ort: der Bonus am rechten Ende der ersten Reihe. Braucht: a1 bis a5, alle gefüllt. "
        "Gibt: 3 Punkte und 1 beliebiges Tier. Wertungszeile: Landschaftsreihe 1."
    ) in a
    assert (
        "Von links nach rechts: 1, 2, 3, 4, 5, 7, 9, 11, 13, 15, 17, 20. Eine Reihe zählt die "
        "Zahl über ihrem letzten markierten Sechseck."
    ) in b
    assert (
        "one-kind-1. Ort: Region 1 in der Liste der Regionen, mit einer einzigen Tierart. Braucht: "
        "a1, a2, b1 bis b3, alle mit einer einzigen Tierart gefüllt. Gibt: ein Kästchen von "
        "Gleiche Tiere für das Tier, das alle Felder füllt."
    ) in d
