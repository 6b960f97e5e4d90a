"""Pages: texts with signs, blocks, faults with their places, and what the shipped ones hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.goals import achievements, ranks
from cascadia_print.sheet.locale import languages, locale
from cascadia_print.sheet.located import parse_yaml, read_yaml
from cascadia_print.sheet.lookup import find_sheet, kind, load_printable, load_sheet
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.pages import (
    Beside,
    Block,
    Cell,
    Page,
    Rule,
    Table,
    Tracks,
    Write,
    build_page,
    missing,
    places,
)
from cascadia_print.sheet.rich import SIGNS, Letters, Sign, known, parse
from cascadia_print.sheet.vocabulary import habitats, wildlife
from cascadia_print.sheet.words import WordError

FOLDER = resources.root("sheets") / "pages"
PAGES = {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}
HEAD = "kind: page\nid: mine\nversion: 1\nname: {en: Mine, de: Meine}\nblocks:\n"


def page(name: str) -> Page:
    found = load_printable(PAGES[name])
    assert isinstance(found, Page)
    return found


def made(blocks: str) -> Page:
    return build_page(parse_yaml(HEAD + blocks, "mine.yaml"))


def faults(blocks: str, head: str = HEAD) -> list[tuple[int, int, str, str | None]]:
    with pytest.raises(Unreadable) as caught:
        build_page(parse_yaml(head + blocks, "mine.yaml"))
    return [(f.line, f.column, f.id, f.suggestion) for f in caught.value.faults]


def said(text: str, language: str = "en") -> str:
    """A text as it reads, signs in brackets."""
    return " ".join(
        "".join(a.text if isinstance(a, Letters) else f"[{a.word}]" for a in word)
        for word in parse(text, locale(language))
    )


# -- texts ----------------------------------------------------------------------------------------


def test_a_text_is_words_with_signs_and_bold_parts() -> None:
    assert parse("pay **2 or** 3[nature], then", locale()) == (
        (Letters("pay"),),
        (Letters("2", True),),
        (Letters("or", True),),
        (Letters("3"), parse("[nature]", locale())[0][0], Letters(",")),
        (Letters("then"),),
    )


def test_a_number_and_its_sign_stand_in_one_line() -> None:
    words = [
        "".join(getattr(a, "text", "*") for a in w) for w in parse("pay 2 [nature] for", locale())
    ]
    assert words == ["pay", "2\N{NO-BREAK SPACE}*", "for"]


def test_words_of_the_program_follow_the_language_and_begin_a_text_large() -> None:
    text = "[hawk] {game.wildlife.hawk} or {game.wildlife.hawk}"
    assert said(text) == "[hawk] Hawk or hawk"
    assert said(text, "de") == "[hawk] Bussard or Bussard"
    assert said("{page.legend.points}") == "Circle points"
    assert len(parse("{page.legend.points}", locale())) == 2


def test_brackets_can_be_said_and_no_break_spaces_hold() -> None:
    assert said("[[ and {{") == "[ and {"
    assert len(parse("1\N{NO-BREAK SPACE}point", locale())) == 1


def test_every_sign_is_read() -> None:
    words = [w for w in known() if w != "pt"] + ["3pt", "2elk", "hawk+fox", "2elk|3pt"]
    for word in words:
        ((atom,),) = parse(f"[{word}]", locale())
        assert isinstance(atom, Sign)
        assert atom.word == word
        assert bool(atom.offer.sides) == (word not in (*habitats(), *SIGNS))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a [baer]", [("IN-text-sign", 3, "bear")]),
        ("[monutains]", [("IN-text-sign", 1, "mountains")]),
        ("[pick:sun]", [("IN-text-sign", 1, None)]),
        ("{game.wildlife.baer}", [("IN-text-field", 1, "game.wildlife.bear")]),
        ("{nothing}", [("IN-text-field", 1, None)]),
        ("x [bear", [("IN-text-open", 2, None)]),
        ("x {y", [("IN-text-open", 2, None)]),
        ("[a] {b} [", [("IN-text-sign", 1, None), ("IN-text-field", 5, None)]),
    ],
)
def test_a_slip_in_a_text_has_its_place(
    text: str, found: list[tuple[str, int, str | None]]
) -> None:
    with pytest.raises(WordError) as caught:
        parse(text, locale())
    errors = (caught.value, *caught.value.more)
    assert [(e.id, e.offset, e.suggestion) for e in errors][: len(found)] == found


# -- files ----------------------------------------------------------------------------------------


def test_a_page_is_its_blocks() -> None:
    found = made(
        '  - table: {widths: [2, 1], rows: [{id: a, cells: ["[bear] x", _ _]}], empty: 2}\n'
        "  - boxes: {across: 5, rows: [{id: b, label: y, boxes: 7, print: [1, x], crossed: 2}]}\n"
        "  - beside: [{blocks: [{rule: thin}]}, {share: 2, blocks: [{write: {labels: [z]}}]}]\n"
    )
    table, tracks, beside = found.blocks
    assert isinstance(table, Table)
    assert [row.id for row in table.rows] == ["a", "row-1", "row-2"]
    assert table.rows[0].cells[1] == Cell(blanks=2)
    assert isinstance(tracks, Tracks)
    assert (tracks.size, tracks.rows[0].printed, tracks.rows[0].crossed) == ((8, 7), ("1", "x"), 2)
    assert isinstance(beside, Beside)
    assert [part.share for part in beside.parts] == [1, 2]
    assert beside.parts[0].blocks == (Rule(),)
    assert isinstance(beside.parts[1].blocks[0], Write)
    assert places(found) == {"a": 2, "row-1": 2, "row-2": 2, "b": 7, "line-1": 1}
    assert found.ref == "mine@1"


def test_a_text_without_a_language_is_the_same_in_all() -> None:
    (block,) = made('  - heading: "{game.wildlife.elk}"\n').blocks
    assert [block.text[code][0][0].text for code in ("en", "de")] == ["Elk", "Hirsch"]  # type: ignore[union-attr]


def test_all_faults_are_told_at_once_and_in_their_places() -> None:
    blocks = (
        '  - text: {en: "[baer] x", de: "{game.x}"}\n'
        "    list: [a]\n"
        "  - table: {widths: [1, 1], rows: [{id: a, cells: [x]}]}\n"
        "  - checks: {id: a, items: [x]}\n"
        "  - table: {widths: [1]}\n"
        "  - boxes: {across: 2, rows: [{label: x, boxes: 1, print: [1, 2], crossed: 3}]}\n"
        "  - write: {labels: [a, b], widths: [1]}\n"
        "  - table: {widths: [1], rows: [{cells: [{across: 2}]}]}\n"
        "  - beside: [{blocks: [{text: x}, {break: side}]}, {blocks: [{text: x}]}]\n"
    )
    assert faults(blocks) == [
        (6, 18, "IN-text-sign", "bear"),
        (6, 34, "IN-text-field", None),
        (7, 5, "IN-not-beside", None),
        (8, 51, "IN-cells", None),
        (9, 18, "IN-duplicate-id", None),
        (10, 12, "IN-missing-key", None),
        (11, 59, "IN-too-many-items", None),
        (11, 76, "IN-too-many-items", None),
        (12, 37, "IN-cells", None),
        (13, 42, "IN-missing-key", None),
        (14, 36, "IN-break", None),
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("kind: page", "kind: pgae", (1, 7, "IN-not-one-of", "page")),
        ("blocks:", "bloks:", (5, 1, "IN-unknown-key", "blocks")),
        ("version: 1", "version: 1\nsize: hlaf", (4, 7, "IN-not-one-of", "half")),
        ("version: 1", "version: 1\ncolumns: 9", (4, 10, "IN-too-large", None)),
    ],
)
def test_a_slip_at_the_head_of_a_file(
    old: str, new: str, fault: tuple[int, int, str, str | None]
) -> None:
    assert faults("  - text: x\n", HEAD.replace(old, new)) == [fault]


def test_what_a_file_is_decides_how_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(HEAD + "  - text: x\n", "utf-8")
    assert kind(file) == "page"
    assert isinstance(load_printable(file), Page)
    with pytest.raises(Unreadable) as caught:
        load_sheet(file)
    assert [(f.id, f.line, f.column) for f in caught.value.faults] == [("IN-page", 1, 7)]
    for text, word in (
        ("{kind: page}", "page"),
        ("kind: pagee\n", "page"),
        ("kind: environment\n", "environment"),
        ("id: x\n", "environment"),
    ):
        other = tmp_path / f"{len(text)}.yaml"
        other.write_text(text, "utf-8")
        assert kind(other) == word
    assert isinstance(load_printable(resources.root("sheets") / "b-okanagan.yaml"), Sheet)
    with pytest.raises(Unreadable, match="IN-page"):
        find_sheet("tally")


def test_a_language_left_out_is_found() -> None:
    source = parse_yaml(HEAD + "  - text: {en: x}\n  - list: [{en: a, de: b}, {de: c}]\n", "f")
    assert list(missing(source)) == [
        (("blocks", 0, "text"), ["de"]),
        (("blocks", 1, "list", 1), ["en"]),
    ]


# -- the pages that come with the program ----------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_all_words_and_is_found_by_its_name(name: str) -> None:
    found = page(name)
    assert list(missing(read_yaml(PAGES[name]))) == []
    assert set(found.name) == set(languages())
    assert (found.id, found.shipped) == (name, True)


def tables(blocks: tuple[Block, ...]) -> list[Table]:
    found = [b for b in blocks if isinstance(b, Table)]
    for block in blocks:
        if isinstance(block, Beside):
            found += [t for part in block.parts for t in tables(part.blocks)]
    return found


@pytest.mark.parametrize(
    ("name", "start"), [("tally", ["1", "2"]), ("tally-abundance", ["3", "4"])]
)
def test_a_tally_sheet_starts_with_what_the_game_gives(name: str, start: list[str]) -> None:
    """RH-7: rank order, then tokens; 1 of each animal and 2 tokens, or 2 more of each."""
    (tracks,) = (b for b in page(name).blocks if isinstance(b, Tracks))
    assert [row.id for row in tracks.rows] == [*wildlife(), "nature"]
    assert [row.printed for row in tracks.rows] == [*[(start[0],)] * 5, (start[1],)]
    assert min(row.boxes for row in tracks.rows) >= 24


def test_the_charts_have_every_achievement_and_every_rank_of_the_data() -> None:
    due = [id for goals in achievements().values() for id in goals]
    found = [row for table in tables(page("achievements").blocks) for row in table.rows]
    assert [row.id for row in found] == due
    for row in found:
        first = row.cells[0].text
        assert first is not None
        name = locale().text(f"achievements.names.{row.id}")
        assert said_of(first["en"]).lower() == name.lower()
        assert [cell.boxes for cell in row.cells[1:]] == [1] * 5
    (chart,) = tables(page("hiking").blocks)
    rows = chart.rows[1:]
    assert [(row.id, row.cells[1].first + row.cells[1].boxes - 1) for row in rows] == [
        (name, at) for at, name in ranks().items()
    ]
    assert {len(row.cells) for row in rows} == {6}


def said_of(text: tuple[tuple[Letters | Sign, ...], ...]) -> str:
    return " ".join("".join(getattr(a, "text", "") for a in word) for word in text)


def test_completion_cards_that_are_not_known_have_room_and_no_text() -> None:
    """RH-10: 1, 2, 4, 6 and 8 are not known."""
    (cards,) = tables(page("completion-cards").blocks)
    blank = [n for n, row in enumerate(cards.rows, 1) if row.cells[2].blanks]
    assert (len(cards.rows), blank) == (12, [1, 2, 4, 6, 8])


@pytest.mark.parametrize(("name", "players"), [("pad", 4), ("pad-landmarks", 6)])
def test_a_score_pad_has_the_rows_of_the_printed_one(name: str, players: int) -> None:
    """CA-7: the order of its rows; a corridor and a bonus for each habitat."""
    (pad,) = tables(page(name).blocks)
    rows = [row.id for row in pad.rows if not row.id.endswith("-bonus")]
    landmarks = ["landmarks"] if players == 6 else []
    assert rows == [
        *("player", "bear", "salmon", "elk", "hawk", "fox", "wildlife", *habitats(), "habitats"),
        *(*landmarks, "nature", "total"),
    ]
    assert all(len(row.cells) == players + 1 for row in pad.rows)
    assert [row.id for row in pad.rows if row.strong] == ["wildlife", "habitats", "total"]
    found = places(page(name))
    for habitat in habitats():
        assert found[habitat] + found.get(f"{habitat}-bonus", 0) == 2 * players


def test_the_reference_tells_the_numbers_of_the_rules() -> None:
    """CA-3, CA-8."""
    setup, majority, variants = tables(page("cascadia").blocks)
    rows = [[said_of(c.text["en"]) for c in row.cells[1:] if c.text] for row in setup.rows]
    assert rows == [
        ["43", "43", "63", "83", "–", "–"],
        ["44", "45", "66", "87", "108", "129"],
    ]
    assert len(majority.rows) == 3
    rows = [[said_of(c.text["en"]) for c in row.cells[1:] if c.text] for row in variants.rows]
    assert rows == [["2", "5", "9", "9"], ["0", "5", "8", "12"]]


@pytest.mark.parametrize("name", PAGES)
def test_numbers_are_the_same_in_both_languages(name: str) -> None:
    """A number that was changed in one language only is a slip."""

    def walk(data: object) -> None:
        if isinstance(data, dict) and data.keys() == {"en", "de"}:
            english, german = (re.findall(r"\d+|\[\w[\w:]*\]", str(data[c])) for c in ("en", "de"))
            assert sorted(english) == sorted(german), data
        elif isinstance(data, dict | list):
            for inner in data.values() if isinstance(data, dict) else data:
                walk(inner)

    walk(read_yaml(PAGES[name]).data)
