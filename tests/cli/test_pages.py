"""Commands and pages: what is printed, and what is told that it cannot be scored."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pypdf import PdfReader

from cascadia_print import resources
from cascadia_print.cli.preview import draw
from cascadia_print.sheet.lookup import load_printable
from cascadia_print.sheet.pages import Page
from tests.cli.conftest import Run

TALLY = resources.root("sheets") / "pages" / "tally.yaml"
NOT_SCORED = "This is a page to print, such as a Tally Sheet: nothing on it is scored."


def mine(text: str, name: str = "mine.yaml") -> Path:
    head = "kind: page\nid: mine\nversion: 1\nname: {en: Mine, de: Meine}\nblocks:\n"
    Path(name).write_text(head + text, "utf-8")
    return Path(name)


def test_pages_are_printed_beside_sheets(run: Run, tmp_path: Path) -> None:
    result = run("render", "A", "tally", "AID@1", "-o", ".", "--lang", "de")
    assert (result.code, result.err) == (0, "")
    names = ["a-zumwalt-prairie.pdf", "tally.pdf", "aid.pdf"]
    assert [line.split()[0] for line in result.out.splitlines()] == names
    text = PdfReader(tmp_path / "tally.pdf").pages[0].extract_text()
    assert "Tierbogen" in text
    assert "Bussard" in text


@pytest.mark.parametrize(("format", "names"), [("svg", 2), ("png", 2), ("pdf", 1)])
def test_several_sides_are_pages_of_one_pdf_or_pictures_with_numbers(
    run: Run, tmp_path: Path, format: str, names: int
) -> None:
    mine("  - text: one\n  - break: side\n  - text: two\n")
    result = run("render", "mine.yaml", "-o", "out", "--format", format)
    assert result.code == 0
    files = sorted(os.listdir(tmp_path / "out"))
    assert files == ["mine-1." + format, "mine-2." + format][:names] if names > 1 else ["mine.pdf"]
    if format == "pdf":
        pages = PdfReader(tmp_path / "out" / "mine.pdf").pages
        assert ["one" in p.extract_text() for p in pages] == [True, False]
        assert result.out.endswith("2 pages\n")


def test_pages_are_a_list_of_their_own(run: Run, own: Path) -> None:
    mine("  - text: x\n", str(own / "mine.yaml"))
    lines = run("list").out.splitlines()
    head = lines.index("")
    assert lines[head + 1].split() == ["Page", "Name", "Size", "File"]
    pages = [line.split()[0] for line in lines[head + 2 :]]
    assert pages[0] == "mine@1"
    assert pages[1:] == sorted(f"{path.stem}@1" for path in TALLY.parent.glob("*.yaml"))
    assert not [line for line in lines[:head] if "tally" in line]


def test_info_tells_what_can_be_written_in(run: Run) -> None:
    out = run("info", "tally", "--lang", "de").out
    assert "tally@1 · Tierbogen" in out
    assert "halbes Blatt" in out
    assert "bear 24" in out
    assert "nature 24" in out


@pytest.mark.parametrize(
    "command",
    [
        ("blank", "tally"),
        ("fill", "tally"),
        ("transcribe", "tally"),
        ("audit", TALLY),
        ("audit", "ana.json"),
        ("audit", "ana.json", "--sheet", TALLY),
        ("diff", "A", "tally"),
        ("check", "over.yaml"),
    ],
)
def test_what_cannot_be_scored_says_so(run: Run, command: tuple[str, ...]) -> None:
    data = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": "tally@1"}
    Path("ana.json").write_text(json.dumps(data), "utf-8")
    over = "kind: environment\nid: x\nversion: 1\nextends: tally\nchange: {a1: M}\n"
    Path("over.yaml").write_text(over, "utf-8")
    result = run(*command)
    assert result.code == 4
    assert NOT_SCORED in result.err
    assert "Traceback" not in result.err


def test_a_filled_sheet_that_names_a_page_has_the_fault_in_itself(run: Run) -> None:
    text = '{"format": "cascadia-print/filled-sheet", "version": 1,\n "sheet": "tally@1"}'
    Path("ana.json").write_text(text, "utf-8")
    assert run("audit", "ana.json").err.startswith(f"ana.json:2:11: {NOT_SCORED}")


def test_check_finds_words_left_out_and_what_does_not_fit(run: Run) -> None:
    mine("  - text: {en: only English}\n  - table: {widths: [1, 60], rows: [{cells: [wide, x]}]}\n")
    result = run("check", "mine.yaml")
    assert result.code == 1
    assert "mine.yaml:6:11: LI-label (warning): text has no words in: de." in result.out
    assert "mine.yaml:6:3: LI-fit: Does not fit on the page (en): wide needs" in result.out
    mine("  - text: 日\n")
    assert "LI-glyph: The font has no sign “日”" in run("check", "mine.yaml").out


def test_check_tells_every_fault_and_mends_words(run: Run) -> None:
    mine('  - text: "[baer] {game.wildlife.elc}"\n  - lst: [a]\n')
    result = run("check", "mine.yaml")
    assert result.code == 4
    assert "mine.yaml:7:5: There is no key `lst` here. Did you mean `list`?" in result.err
    result = run("check", "mine.yaml", "--fix")
    assert result.code == 0
    assert (
        Path("mine.yaml")
        .read_text("utf-8")
        .endswith('  - text: "[bear] {game.wildlife.elk}"\n  - list: [a]\n')
    )


def test_a_page_that_cannot_be_printed_is_refused(run: Run, tmp_path: Path) -> None:
    mine("  - boxes: {across: 40, rows: [{label: x, boxes: 40}]}\n")
    result = run("render", "mine.yaml", "-o", "out")
    assert result.code == 2
    assert "mine@1 cannot be printed: x does not fit" in result.err
    assert not (tmp_path / "out").exists()


def test_preview_draws_pages_and_keeps_the_last_good_picture(run: Run, tmp_path: Path) -> None:
    sheet, target = mine("  - text: x\n"), tmp_path / "out.pdf"
    assert draw(sheet, target, "en")
    first = target.read_bytes()
    mine("  - text: '[baer]'\n")
    assert not draw(sheet, target, "en")
    assert target.read_bytes() == first
    mine("  - text: y\n")
    assert draw(sheet, target, "en")
    assert "y" in PdfReader(target).pages[0].extract_text()


def test_a_starter_of_a_page_prints_as_it_is(run: Run, tmp_path: Path) -> None:
    result = run("new", "Trip Log", "--from", "page")
    assert (result.code, result.err) == (0, "")
    assert "fill" not in result.out
    text = Path("Trip-Log.yaml").read_text("utf-8")
    assert text.splitlines()[0].endswith("/page.schema.json")
    checked = run("check", "Trip-Log.yaml")
    assert (checked.code, checked.out) == (0, "Trip-Log.yaml: ok (Trip-Log@1)\n")
    page = load_printable(tmp_path / "Trip-Log.yaml")
    assert isinstance(page, Page)
    assert page.name == {"en": "Trip Log", "de": "Trip Log"}
    for more in ((), ("--lang", "de", "--large-print")):
        assert run("render", "Trip-Log.yaml", "-o", ".", *more).code == 0
        reader = PdfReader("Trip-Log.pdf")
        assert len(reader.pages) == 1
        assert "Trip-Log@1" in reader.pages[0].extract_text()


def test_the_schema_of_pages_is_told(run: Run) -> None:
    assert json.loads(run("schema", "page").out)["$id"] == "page.schema.json"
