"""`render`: one PDF a sheet, named as its file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from cascadia_print import resources
from cascadia_print.drawing.page import page
from cascadia_print.sheet.lookup import load_sheet, shipped
from tests.cli.conftest import Run

NAMES = ("a-zumwalt-prairie", "b-okanagan", "c-palouse", "d-craters-of-the-moon")


def test_one_file_a_sheet_and_one_line_a_file(run: Run, tmp_path: Path) -> None:
    result = run("render", "A", "B@1", "C", "D", "-o", "made/here")
    folder = tmp_path / "made" / "here"
    assert result.code == 0
    assert sorted(os.listdir(folder)) == [f"{name}.pdf" for name in NAMES]
    lines = result.out.splitlines()
    assert [Path(line.split()[0]).stem for line in lines] == list(NAMES)
    assert all(line.endswith("1 page") for line in lines)


def test_again_gives_the_same_bytes(run: Run, tmp_path: Path) -> None:
    run("render", "A", "-o", "out")
    first = (tmp_path / "out" / f"{NAMES[0]}.pdf").read_bytes()
    assert run("render", "A", "-o", "out").code == 0
    assert (tmp_path / "out" / f"{NAMES[0]}.pdf").read_bytes() == first


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper(run: Run, tmp_path: Path, paper: str, size: tuple[int, int]) -> None:
    run("render", "A", "-o", ".", "--paper", paper)
    box = PdfReader(tmp_path / f"{NAMES[0]}.pdf").pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


def test_ids_are_printed_on_request(run: Run, tmp_path: Path) -> None:
    def words() -> set[str]:
        return set(PdfReader(tmp_path / f"{NAMES[0]}.pdf").pages[0].extract_text().split())

    run("render", "A", "-o", ".")
    assert "c3" not in words()
    run("render", "A", "-o", ".", "--ids")
    assert "c3" in words()


def test_ids_that_have_no_room_are_told(run: Run) -> None:
    unnamed = page(load_sheet(shipped()[3]), ids=True).unnamed
    assert unnamed
    told = f"there is no room for {len(unnamed)} ids ({', '.join(unnamed[:8])}, …).\n"
    assert run("render", "A", "D", "--ids").err == f"Craters of the Moon (D@1): {told}"
    assert run("render", "A", "D:2", "--ids").err == f"Craters of the Moon (D@1): {told}"


def test_unknown_paper(run: Run, tmp_path: Path) -> None:
    result = run("render", "A", "--paper", "a9")
    assert result.code == 2
    assert "There is no paper “a9”. There are: a4, letter" in result.err
    assert os.listdir(tmp_path) == []


def test_unknown_sheet_prints_none_of_the_others(run: Run, tmp_path: Path) -> None:
    result = run("render", "A", "Z", "-o", "out")
    assert result.code == 4
    assert "`Z`" in result.err
    assert os.listdir(tmp_path) == []


def test_foreign_file_is_kept(run: Run, tmp_path: Path) -> None:
    target = tmp_path / f"{NAMES[0]}.pdf"
    target.write_text("my own notes")
    result = run("render", "A", "-o", ".")
    assert result.code == 2
    assert "--force" in result.err
    assert target.read_text() == "my own notes"
    assert run("render", "A", "-o", ".", "--force").code == 0
    assert target.read_bytes().startswith(b"%PDF-")


def test_unwritable_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    result = run("render", "A", "-o", "out")
    assert (result.code, result.err) == (
        2,
        "out is a file. -o takes the folder to write into.\n",
    )
    result = run("render", "A", "-o", "sheet.pdf")
    assert (result.code, "--one sheet.pdf" in result.err) == (2, True)
    assert not (tmp_path / "sheet.pdf").exists()
    result = run("render", "A", "-o", "out/below")
    assert (result.code, "cannot be written" in result.err) == (2, True)


@pytest.mark.parametrize("name", [f"{NAMES[0]}.yaml", f"{NAMES[0].upper()}.yaml"])
def test_two_sheets_for_one_file_write_none(run: Run, tmp_path: Path, name: str) -> None:
    shipped = resources.root("sheets") / f"{NAMES[0]}.yaml"
    other = tmp_path / "other" / name
    other.parent.mkdir()
    other.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    result = run("render", "B", "A", f"other/{name}", "-o", "made")
    assert result.code == 2
    assert f"{shipped} and other/{name} would both be written to made" in result.err
    assert not (tmp_path / "made").exists()
    # The same file twice is one sheet.
    assert run("render", "A", shipped, "-o", "made").code == 0


def test_sheet_that_does_not_keep_what_is_known_is_printed_with_a_warning(
    run: Run, tmp_path: Path
) -> None:
    text = (resources.root("sheets") / f"{NAMES[0]}.yaml").read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("[3pt+wild", "[2pt+wild"), encoding="utf-8")
    result = run("render", "mine.yaml")
    assert result.code == 0
    assert result.err == (
        "A@1 does not keep all that is known of the printed sheet (A-5): "
        "cascadia-print check mine.yaml\n"
    )
    assert run("render", "A").err == ""


@pytest.mark.parametrize(
    ("kind", "head"), [("pdf", b"%PDF-"), ("svg", b"<?xml"), ("png", b"\x89PNG")]
)
def test_kind_of_file(run: Run, tmp_path: Path, kind: str, head: bytes) -> None:
    assert run("render", "A", "-o", ".", "--format", kind).code == 0
    assert os.listdir(tmp_path) == [f"{NAMES[0]}.{kind}"]
    first = (tmp_path / f"{NAMES[0]}.{kind}").read_bytes()
    assert first.startswith(head)
    # Our own file may be replaced, by the same bytes, and nobody else's.
    assert run("render", "A", "-o", ".", "--format", kind).code == 0
    assert (tmp_path / f"{NAMES[0]}.{kind}").read_bytes() == first
    (tmp_path / f"{NAMES[0]}.{kind}").write_bytes(head + b" somebody else's")
    assert run("render", "A", "-o", ".", "--format", kind).code == 2


def test_picture_is_of_the_sheet_or_of_a_paper(run: Run, tmp_path: Path) -> None:
    sizes = []
    for more in ((), ("--dpi", 72), ("--dpi", 72, "--paper", "letter")):
        run("render", "A", "-o", ".", "--format", "png", *more)
        with Image.open(tmp_path / f"{NAMES[0]}.png") as image:
            sizes.append(image.size)
    assert sizes == [(875, 1241), (420, 596), (612, 792)]


@pytest.mark.parametrize(
    ("more", "found"), [(("--lang", "de"), "Name"), (("--theme", "blank"), "#161616")]
)
def test_option_changes_the_sheet(
    run: Run, tmp_path: Path, more: tuple[str, ...], found: str
) -> None:
    made = []
    for options in ((), more):
        run("render", "A", "-o", ".", "--format", "svg", *options)
        made.append((tmp_path / f"{NAMES[0]}.svg").read_text(encoding="utf-8"))
    assert made[0] != made[1]
    assert found in made[1]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--theme", "colour"), "ink-saver. Did you mean color?"),
        (("--lang", "xx"), "There are no words in “xx”. There are: de, en."),
        (("--dpi", "300"), "--dpi is about PNG"),
        (("--format", "svg", "--paper", "a9"), "There is no paper “a9”"),
        (("--format", "png", "--dpi", "9"), "from 36 to 1200"),
        (("--format", "gif"), "gif"),
    ],
)
def test_option_that_cannot_be_is_refused(
    run: Run, tmp_path: Path, more: tuple[str, ...], said: str
) -> None:
    result = run("render", "A", "-o", "out", *more)
    assert result.code == 2
    assert said in result.err
    assert os.listdir(tmp_path) == []


def test_missing_extra_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    result = run("render", "A", "-o", "out", "--format", "png")
    assert result.code == 2
    assert 'pip install "cascadia_print[png]"' in result.err
    assert os.listdir(tmp_path) == []


def test_large_print_fills_a_page(run: Run, tmp_path: Path) -> None:
    sizes = []
    for more in ((), ("--large-print",)):
        run("render", "A", "-o", ".", "--format", "png", "--dpi", 36, *more)
        with Image.open(tmp_path / f"{NAMES[0]}.png") as image:
            sizes.append(image.size)
    assert sizes[1][0] > 1.3 * sizes[0][0]


def test_theme_of_an_author_is_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text('ink: "#102030"\n', encoding="utf-8")
    assert run("render", "A", "-o", ".", "--format", "svg", "--theme", "mine.yaml").code == 0
    assert "#102030" in (tmp_path / f"{NAMES[0]}.svg").read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("ink: dark\n", encoding="utf-8")
    result = run("render", "A", "-o", ".", "--format", "svg", "--theme", "mine.yaml")
    assert result.code == 4
    assert "mine.yaml:1:6" in result.err
