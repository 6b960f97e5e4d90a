"""The PDF as a reader of it sees it."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from cascadia_print.drawing.page import page
from cascadia_print.drawing.papers import UnknownPaper, own
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.scene import MM, Paint, Rect, Scene, Text
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.sheet.lookup import load_sheet, shipped
from cascadia_print.sheet.model import Sheet

ROOT = Path(__file__).parents[2]


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


@pytest.mark.parametrize("language", ["en", "de"])
def test_text_of_the_pdf_is_the_text_of_the_scene(sheet: Sheet, language: str) -> None:
    words = read(render_pdf([sheet], "a4", language=language)).pages[0].extract_text()
    scene = page(sheet, language=language)
    for text in scene.leaves():
        if isinstance(text, Text):
            assert text.text in words
    assert sheet.name[language] in words
    assert f"{sheet.id}@{sheet.version}" in words


def test_values_of_b_are_on_the_paper() -> None:
    words = read(render_pdf([load_sheet(shipped()[1])])).pages[0].extract_text()
    for part in ("Mountains", "Overflow", "Leftovers", "Total", "any animal", "Landmarks", "20"):
        assert part in words


def test_document_says_what_it_is_and_is_not_scaled(sheet_a: Sheet) -> None:
    pdf = read(render_pdf([sheet_a], language="de"))
    meta = pdf.metadata
    assert meta is not None
    assert (meta.creator, meta.author) == ("cascadia_print", "cascadia_print")
    assert meta.title == "Zumwalt Prairie (A@1)"
    assert meta.subject
    catalog = pdf.trailer["/Root"]
    assert catalog["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert catalog["/Lang"] == "de"


def test_fonts_are_embedded_subsets_of_bitstream_vera(sheet_a: Sheet) -> None:
    form = next(iter(read(render_pdf([sheet_a])).pages[0]["/Resources"]["/XObject"].values()))
    fonts = [f.get_object() for f in form.get_object()["/Resources"]["/Font"].values()]
    embedded = [f for f in fonts if "/FontDescriptor" in f]
    assert {f["/BaseFont"].split("+")[1] for f in embedded} == {
        "BitstreamVeraSans-Roman",
        "BitstreamVeraSans-Bold",
    }
    assert all("/FontFile2" in f["/FontDescriptor"] for f in embedded)


def test_side_is_a_form_placed_in_the_middle_of_the_paper(sheet_a: Sheet) -> None:
    first = read(render_pdf([sheet_a], "a4")).pages[0]
    form = next(iter(first["/Resources"]["/XObject"].values())).get_object()
    assert [float(v) / MM for v in form["/BBox"]] == pytest.approx([0, 0, 148, 210], abs=0.01)
    contents = first.get_contents()
    assert contents is not None
    placed = contents.get_data().split(b" cm\n/FormXob")[0].split()[-6:]
    middle = [1, 0, 0, 1, (210 - 148) / 2 * MM, (297 - 210) / 2 * MM]
    assert [float(v) for v in placed] == pytest.approx(middle, abs=0.001)


@pytest.mark.parametrize(
    ("paper", "size", "ruled"),
    [
        ("a4", (210, 297), True),
        ("letter", (215.9, 279.4), True),
        ("a5", (148, 210), True),
        ("half-letter", (139.7, 215.9), True),
        ("127x198", (127, 198), False),
    ],
)
def test_media_box_is_the_paper(
    sheet_a: Sheet, paper: str, size: tuple[float, float], ruled: bool
) -> None:
    first = read(render_pdf([sheet_a], paper)).pages[0]
    wide, high = float(first.mediabox.width) / MM, float(first.mediabox.height) / MM
    assert (wide, high) == pytest.approx(size, abs=0.01)
    assert ("100 mm / 4 in" in first.extract_text()) is ruled


@pytest.mark.parametrize("paper", ["a4", "letter", ""])
def test_large_print_has_its_rule_too_and_a_picture_none(sheet_a: Sheet, paper: str) -> None:
    side = page(sheet_a, large=bool(paper))
    first = read(render_pdf([side], paper or own(side))).pages[0]
    assert ("100 mm / 4 in" in first.extract_text()) is bool(paper)


def test_paper_that_is_too_small_or_unknown_is_refused(sheet_a: Sheet) -> None:
    with pytest.raises(DoesNotFit, match=r"on 126x198 does not fit: needs 127\.0 mm, has 126\.0"):
        render_pdf([sheet_a], "126x198")
    with pytest.raises(UnknownPaper):
        render_pdf([sheet_a], "a99")


def test_several_sheets_are_numbered_pages_of_one_file() -> None:
    pdf = read(render_pdf([load_sheet(path) for path in shipped()]))
    assert [f"page {n} of 4" in p.extract_text() for n, p in enumerate(pdf.pages, 1)] == [True] * 4


def test_any_scene_can_be_rendered() -> None:
    shapes = (Rect(1, 1, 20, 10, Paint("#ff0000")), Text(2, 9, "Hallo", 8, "#000000"))
    scene = Scene(30, 20, shapes, title="Card", inside=(0, 0, 30, 20))
    pdf = read(render_pdf([scene], "a5"))
    assert "Hallo" in pdf.pages[0].extract_text()
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Card"


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
@pytest.mark.parametrize("ids", [False, True], ids=["plain", "ids"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_one_sheet_is_at_most_60_kilobytes(
    sheet: Sheet, large: bool, ids: bool, language: str
) -> None:
    scene = page(sheet, language=language, ids=ids, large=large)
    assert len(render_pdf([scene])) <= 60_000


def test_large_print_fits_a4_and_letter_with_six_millimetres_around(sheet: Sheet) -> None:
    scene = page(sheet, large=True)
    left, top, right, bottom = scene.inside
    for paper, wide, high in (("a4", 210, 297), ("letter", 215.9, 279.4)):
        assert render_pdf([scene], paper)
        assert wide * MM - (right - left) >= 11.99 * MM
        assert high * MM - (bottom - top) >= 11.99 * MM


RENDER = """
import hashlib, sys
from cascadia_print.drawing.pdf import render_pdf
assert "reportlab" not in sys.modules
from cascadia_print.sheet.lookup import load_sheet, shipped
for path in shipped():
    print(hashlib.sha256(render_pdf([load_sheet(path)], ids=True)).hexdigest())
"""


def test_bytes_depend_on_neither_run_nor_hash_seed_nor_history(sheet_a: Sheet) -> None:
    import hashlib

    render_pdf([sheet_a], "letter", theme="blank")
    here = [
        hashlib.sha256(render_pdf([load_sheet(path)], ids=True)).hexdigest() for path in shipped()
    ]
    for seed in ("0", "7"):
        run = subprocess.run(
            [sys.executable, "-c", RENDER],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo", "PYTHONPATH": str(ROOT)},
        )
        assert run.stdout.split() == here
