"""`render` with copies, backs, papers and jobs."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfReader

from cascadia_print import resources
from cascadia_print.drawing.scene import MM
from tests.cli.conftest import Run

A = "a-zumwalt-prairie.pdf"


@pytest.fixture(autouse=True)
def config(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty configuration folder."""
    folder = tmp_path_factory.mktemp("config")
    monkeypatch.setenv("CASCADIA_PRINT_CONFIG", str(folder))
    return folder


def words(file: Path) -> list[str]:
    """What stands on each page."""
    document = pypdfium2.PdfDocument(file)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def size(page: Any) -> tuple[float, float]:
    return round(float(page.mediabox.width) / MM, 1), round(float(page.mediabox.height) / MM, 1)


@pytest.mark.parametrize(
    ("paper", "wide", "high"), [("a4", 297.0, 210.0), ("letter", 279.4, 215.9)]
)
def test_sixteen_copies_with_the_tally_sheet_on_the_back(
    run: Run, tmp_path: Path, paper: str, wide: float, high: float
) -> None:
    wish = ("--copies", 16, "--back", "tally", "--duplex", "long", "--paper", paper)
    done = run("render", "A", *wish, "-o", ".")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(f"16 pages  16 copies, 2 on a side of {paper}, 8 sheets of paper\n")
    pages = PdfReader(tmp_path / A).pages
    assert {size(page) for page in pages} == {(wide, high)}
    texts = words(tmp_path / A)
    for n, text in enumerate(texts):
        assert text.count("Zumwalt Prairie") == (0 if n % 2 else 2)
        assert text.count("Tally Sheet") == (2 if n % 2 else 0)
    for n in range(1, 33):
        assert sum(text.count(f"page {n} of 32") for text in texts) == 1


def test_sixty_four_double_sided_sheets_are_a_small_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "box.yaml").write_text(
        "kind: job\nup: 1\nback: tally\nsheets:\n  - {sheet: A, copies: 64}\n"
    )
    assert run("render", "--job", "box.yaml", "-o", ".").code == 0
    file = tmp_path / "box.pdf"
    assert file.stat().st_size <= 130 * 1024
    assert len(PdfReader(file).pages) == 128


def test_sheets_in_one_file_share_their_paper(run: Run, tmp_path: Path) -> None:
    assert run("render", "A:3", "b:2", "--one", "box.pdf").code == 0
    assert os.listdir(tmp_path) == ["box.pdf"]
    texts = words(tmp_path / "box.pdf")
    assert [t.count("Zumwalt Prairie") for t in texts] == [2, 1, 0]
    assert [t.count("Okanagan") for t in texts] == [0, 1, 1]
    # Without --one each sheet has a file of its own.
    run("render", "A:3", "B", "-o", ".", "--copies", "2")
    assert len(PdfReader(tmp_path / A).pages) == 2
    assert len(PdfReader(tmp_path / "b-okanagan.pdf").pages) == 1


def test_paper_that_is_turned_over_has_the_sheet_on_both_sides(run: Run, tmp_path: Path) -> None:
    run("render", "A:2", "--duplex", "short", "-o", ".")
    texts = words(tmp_path / A)
    assert [t.count("Zumwalt Prairie") for t in texts] == [2, 2]


def test_one_copy_stands_alone_and_several_as_many_as_fit(run: Run, tmp_path: Path) -> None:
    run("render", "A", "--back", "B", "-o", ".")
    assert size(PdfReader(tmp_path / A).pages[0]) == (210, 297)
    run("render", "A", "--back", "B", "--up", "auto", "-o", ".")
    assert size(PdfReader(tmp_path / A).pages[0]) == (297, 210)


BASE = ("render", "tally", "--copies", "3", "--back", "hiking", "-o", ".")


def test_every_option_changes_something(run: Run, tmp_path: Path, config: Path) -> None:
    (config / "printers.yaml").write_text(
        "kind: printers\nprinters:\n"
        "  - {printer: x, paper: a4, duplex: long, landscape: [1, 2], scale: 99}\n"
    )
    made = {}
    options = (
        (), ("--copies", "4"), ("--up", "1"), ("--duplex", "short"), ("--back", "same"),
        ("--back", "none"), ("--back-offset", "0.5,-1"), ("--paper", "letter"),
        ("--paper", "320x230"), ("--margin", "4"), ("--gutter", "5"), ("--marks", "none"),
        ("--marks", "crop"), ("--bleed", "2"), ("--up", "1", "--scale", "fit"), ("--printer", "x"),
        ("--theme", "grey"), ("--lang", "de"), ("--large-print",),
    )  # fmt: skip
    for more in options:
        done = run(*BASE, *more)
        assert done.code == 0, (more, done.err)
        made[more] = (tmp_path / "tally.pdf").read_bytes()
    same = {("--margin", "4")}  # a margin changes what fits, and this one nothing
    for more in options[1:]:
        assert (made[more] == made[()]) == (more in same), more
    assert made["--up", "1"] != made["--up", "1", "--scale", "fit"]
    assert run(*BASE, "--margin", "10").code == 0
    assert size(PdfReader(tmp_path / "tally.pdf").pages[0]) == (210, 297)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--margin", "106"), "A margin of 106 mm leaves nothing of a4, which is 210.0 mm wide."),
        (("--margin", "60"), "Zumwalt Prairie (A@1) does not fit on a4: with its margins it needs"),
        (
            ("--up", "4"),
            "4 of Zumwalt Prairie (A@1) do not fit on a4 at 100 %; these numbers do: 1, 2.",
        ),
        (("--paper", "lettr"), "Did you mean letter?"),
        (("--paper", "50x50"), "the paper has 50.0 mm. --scale fit"),
        (("--up", "0"), "--up takes a number from 1 to 64, or auto; here stands “0”."),
        (("--up", "many"), "here stands “many”"),
        (("--scale", "half"), "--scale takes fit or 100%; here stands “half”."),
        (("--back-offset", "1"), "such as 0.5,-1; here stands “1”."),
        (("--margin", "nan"), "--margin takes a length in millimetres"),
        (("--back", "none", "--duplex", "long"), "Leave one of both out."),
        (("--back", "none", "--back-offset", "1,1"), "Add --back or --duplex."),
        (("--format", "svg"), "leave --format out"),
        (("--one", "box.yaml"), "--one takes a file that ends in .pdf; here stands “box.yaml”."),
        (("--printer", "office"), "None is there yet: cascadia-print calibrate"),
        (("--copies", "0"), "--copies"),
        (("--copies", "10000"), "--copies takes a number from 1 to 9999"),
        (("--marks", "corners"), "corners"),
        (("--job", "job.yaml"), "Name either sheets, or a job with --job: not both."),
        (("--back", "tallly"), "tally"),
    ],
)
def test_what_cannot_be_is_one_clear_error_and_writes_nothing(
    run: Run, tmp_path: Path, more: tuple[str, ...], said: str
) -> None:
    done = run("render", "A", "--copies", "2", "--back", "B", *more)
    assert done.code in (2, 4)
    assert said in done.err
    assert "Traceback" not in done.err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_score_pad_stands_four_times_on_a_side_at_true_size(
    run: Run, tmp_path: Path, paper: str, lang: str
) -> None:
    for up in ("4", "auto"):
        done = run("render", "pad:4", "--up", up, "--paper", paper, "--lang", lang, "-o", ".")
        assert (done.code, done.err) == (0, "")
        (page,) = PdfReader(tmp_path / "pad.pdf").pages
        # Neither made smaller nor turned.
        places = re.findall(rb"q ([\d. -]+) cm\s/\S+ Do", page.get_contents().get_data())
        assert [p.split()[:4] for p in places] == [[b"1", b"0", b"0", b"1"]] * 4
    (text,) = words(tmp_path / "pad.pdf")
    assert text.count("Wertungsblock" if lang == "de" else "Score Pad") == 4


@pytest.mark.parametrize("ref", ["A:0", "A:10000", "A:99999"])
def test_copies_that_cannot_be(run: Run, ref: str) -> None:
    done = run("render", ref)
    assert (done.code, "from 1 to 9999" in done.err) == (2, True)


def test_a_back_that_is_larger_and_a_sheet_of_two(run: Run, tmp_path: Path) -> None:
    (tmp_path / "box.yaml").write_text(
        "kind: job\npaper: 140x215\nsheets:\n"
        "  - {sheet: A, back: B}\n  - {sheet: B, large-print: yes}\n"
    )
    done = run("render", "--job", "box.yaml")
    # The sheet that has no room is named, and not the first of the job.
    assert "Okanagan (B@1) does not fit on 140x215" in done.err
    assert os.listdir(tmp_path) == ["box.yaml"]


def test_what_comes_near_the_edge_is_told(run: Run, tmp_path: Path) -> None:
    done = run("render", "A", "--paper", "130x200", "--margin", "1", "--up", "1")
    assert done.code == 0
    assert done.err == (
        "Zumwalt Prairie (A@1) comes within 1.0 mm of the edge of 130x200; "
        "many printers leave 6 mm white.\n"
    )
    done = run("render", "A:2", "--back", "B", "--back-offset", "0,8")
    assert "Okanagan (B@1) reaches 2.0 mm over the edge of a4." in done.err
    done = run("render", "tally", "--paper", "130x200")
    assert done.err.startswith("Tally Sheet (tally@1) comes within 1.0 mm of the edge of 130x200;")
    done = run("render", "A", "--paper", "100x100", "--lang", "de")
    assert done.err.startswith("Zumwalt Prairie (A@1) passt nicht auf 100x100: Es braucht 127.0")
    done = run("render", "A:2", "--up", "2", "--marks", "crop")
    assert done.err.startswith("a4 has no room for all crop marks around Zumwalt Prairie (A@1).")
    done = run("render", "A:4", "--up", "4", "--scale", "fit")
    assert done.err == (
        "At 70 % boxes and text are smaller than they are made for; "
        "the smallest text has 4.6 pt; below 6.5 pt it is hard to read.\n"
    )
    done = run("render", "A:2", "--up", "2", "--scale", "fit", "--large-print", "--lang", "de")
    assert done.err.endswith("; die kleinste Schrift hat 9.9 pt.\n")


def test_a_foreign_file_is_kept_and_none_of_the_others_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "b-okanagan.pdf").write_text("my notes")
    done = run("render", "A", "B", "--copies", "2", "-o", ".")
    assert (done.code, "--force" in done.err) == (2, True)
    assert os.listdir(tmp_path) == ["b-okanagan.pdf"]
    (tmp_path / "out").write_text("a file")
    assert run("render", "A", "--copies", "2").code == 2


JOB = """kind: job
title: For four players
paper: letter
duplex: short
back: tally
marks: none
back-offset: [0.2, -1]
sheets:
  - {sheet: A, copies: 3}
  - {sheet: b, copies: 2, back: none, lang: de}
"""


def test_a_job_file_is_what_the_command_line_says(run: Run, tmp_path: Path) -> None:
    (tmp_path / "box.yaml").write_text(JOB.replace("sheet: b", "sheet: B"))
    done = run("render", "--job", "box.yaml", "-o", ".")
    assert (done.code, done.err) == (0, "")
    pdf = PdfReader(tmp_path / "box.pdf")
    assert pdf.metadata is not None
    assert pdf.metadata.title == "For four players"
    assert size(pdf.pages[0]) == (279.4, 215.9)
    texts = words(tmp_path / "box.pdf")
    assert [t.count("Tally Sheet") for t in texts] == [0, 2, 0, 1, 0, 0]
    assert "Seite 7 von 8" in texts[2]
    wish = ("--paper", "letter", "--duplex", "short", "--back", "tally", "--marks", "none")
    run("render", "A:3", *wish, "--back-offset", "0.2,-1", "--one", "a.pdf")
    job = JOB.replace("title: For four players\n", "").partition("  - {sheet: b")[0]
    (tmp_path / "a-job.yaml").write_text(job)
    run("render", "--job", "a-job.yaml", "-o", ".")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "a-job.pdf").read_bytes()


def test_the_command_line_goes_before_the_job(run: Run, tmp_path: Path) -> None:
    (tmp_path / "box.yaml").write_text(JOB.replace("sheet: b", "sheet: B"))
    wish = ("--paper", "a4", "--back", "aid", "--lang", "en", "--duplex", "long")
    run("render", "--job", "box.yaml", *wish, "--one", "x.pdf")
    pdf = PdfReader(tmp_path / "x.pdf")
    assert size(pdf.pages[0]) == (297, 210)
    texts = words(tmp_path / "x.pdf")
    assert [t.count("Player Aid") for t in texts] == [0, 2, 0, 2, 0, 1]
    assert "Seite" not in " ".join(texts)
    assert pdf.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"


def test_faults_of_a_job_are_told_all_at_once_where_they_stand(run: Run, tmp_path: Path) -> None:
    (tmp_path / "box.yaml").write_text(
        "kind: job\npaper: a44\ntheme: colour\nback: talli\nsheets:\n"
        "  - {sheet: A, copies: 0, lang: fr}\n  - {sheet: Z9}\n  - {sheet: [A], back: 7}\n"
    )
    done = run("render", "--job", "box.yaml")
    assert done.code == 4
    for place in ("2:8", "3:8", "4:7", "6:24", "6:33", "7:13", "8:13", "8:24"):
        assert f"box.yaml:{place}: " in done.err
    for better in ("Did you mean `a4`?", "Did you mean `color`?", "Did you mean `tally`?"):
        assert better in done.err
    assert os.listdir(tmp_path) == ["box.yaml"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("duplex: short", "duplex: log", "box.yaml:4:9: Expected one of `long`, `short`"),
        ("duplex: short", "duplx: short", "box.yaml:4:1: There is no key `duplx` here."),
        ("copies: 3", "copies: 0", "`0` is too small"),
        ("copies: 3", "copies: three", "Expected a whole number"),
        ("[0.2, -1]", "[0.5]", "Too few: 1 here, at least 2 needed."),
        ("marks: none", "up: some", "Expected `auto`"),
        ("marks: none", "up: 99", "`99` is too large"),
        ("kind: job", "kind: jab", "Did you mean `job`?"),
    ],
)
def test_a_job_with_a_slip(run: Run, tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "box.yaml").write_text(JOB.replace(old, new))
    done = run("render", "--job", "box.yaml")
    assert done.code == 4
    assert said in done.err
    assert os.listdir(tmp_path) == ["box.yaml"]


def test_a_sign_that_the_font_lacks_is_named(run: Run, tmp_path: Path, own: Path) -> None:
    text = (resources.root("sheets") / "a-zumwalt-prairie.yaml").read_text(encoding="utf-8")
    text = text.replace("id: A", "id: M").replace("en: Zumwalt Prairie", "en: Snow \u2603")
    (own / "mine.yaml").write_text(text, encoding="utf-8")
    done = run("render", "M", "--copies", "2")
    assert done.code == 2
    assert done.err == "M@1 cannot be printed: the font has no sign “\u2603”.\n"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("sheet", "back", "fronts", "backs"),
    [
        ("A", "aid", "Aa", "a-"),  # what is left of the back stands on sheets of its own
        ("aid", "A", "aa", "AA"),
        ("aid", "rolling-hills", "aa", "rr"),
    ],
)
def test_no_side_of_a_back_is_lost(
    run: Run, tmp_path: Path, sheet: str, back: str, fronts: str, backs: str
) -> None:
    done = run("render", sheet, "--back", back, "--large-print", "--one", "x.pdf")
    assert done.code == 0
    assert ("Player Aid (aid@1) has 2 sides" in done.err) == (sheet == "A")
    found = []
    for text in words(tmp_path / "x.pdf"):
        named = re.search(r"(?:layout|page) ([\w-]+)@1", text)
        found.append(named[1][0] if named else "-")
    assert found[::2] == list(fronts)
    assert found[1::2] == list(backs)
    sides = re.findall(r"page (\d+) of (\d+)", " ".join(words(tmp_path / "x.pdf")))
    assert sides == [(str(n + 1), str(len(sides))) for n in range(len(sides))]


def test_a_page_of_several_sides_stands_on_both_sides_of_its_paper(
    run: Run, tmp_path: Path
) -> None:
    run("render", "rolling-hills", "--duplex", "long", "--lang", "de", "--large-print", "-o", ".")
    texts = words(tmp_path / "rolling-hills.pdf")
    assert len(texts) % 2 == 0
    for n in range(1, len(texts)):
        assert f"Seite {n} von" in texts[n - 1]
