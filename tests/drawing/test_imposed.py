"""A print job as a reader of its PDF, and as a printer, sees it."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import StreamObject

from cascadia_print.drawing.impose import Flip, Placement, Press
from cascadia_print.drawing.imposed import Item, job, render_job
from cascadia_print.drawing.page import page
from cascadia_print.drawing.papers import Paper, paper
from cascadia_print.drawing.png import raster
from cascadia_print.drawing.scene import MM, Paint, Rect, Scene, Text
from cascadia_print.sheet.model import Sheet

ROOT = Path(__file__).parents[2]
INSIDE = (10.5 * MM, 6 * MM, 137.5 * MM, 204 * MM)


def card(title: str) -> Scene:
    """An A5 page with a black square near its top left corner and a page number."""
    shapes = (
        Rect(20 * MM, 20 * MM, 20 * MM, 20 * MM, Paint("#000000")),
        Text(137 * MM, 203 * MM, "page 1 of 1", 7, "#000000", anchor="end"),
    )
    return Scene(148 * MM, 210 * MM, shapes, title=title, subject="Cards", inside=INSIDE)


FRONT, BACK = card("Front"), card("Back")


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


def printed(copies: int, press: Press, back: Scene | None = BACK) -> PdfReader:
    return read(render_job(job([Item(FRONT, back, copies)], press)))


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(
    st.sampled_from(("a4", "letter", "a3", "legal")),
    st.sampled_from(("long", "short")),
    st.floats(-4, 4),
    st.floats(-4, 4),
    st.integers(1, 5),
)
def test_backs_are_printed_under_their_fronts(
    name: str, flip: Flip, right: float, down: float, copies: int
) -> None:
    offset = (right * MM, down * MM)
    press = Press(paper(name), flip=flip, offsets=(offset, offset))
    found: list[Placement] = []
    made = job([Item(FRONT, BACK, copies)], press)
    render_job(made, placed=lambda _, placement: found.append(placement))
    assert sorted(p.number for p in found) == list(range(1, 2 * copies + 1))
    for front in (p for p in found if p.scene is FRONT):
        back = next(p for p in found if p.number == front.number + 1)
        assert (back.scene is BACK, back.page) == (True, front.page + 1)
        sheet = made.faces[front.page - 1].layout.paper
        sideways = (flip == "long") == (sheet.height >= sheet.width)
        for corner in ((0.0, 0.0), (20 * MM, 50 * MM)):
            x, y = front.point(*corner)
            # Turned like the page of a book, what was left at its head is right at its head.
            at, up = back.point(FRONT.width - corner[0], corner[1])
            at, up = at - offset[0], up + offset[1]
            seen = (sheet.width - at, up) if sideways else (at, sheet.height - up)
            assert seen == pytest.approx((x, y), abs=1e-6)


@pytest.mark.parametrize(
    ("name", "flip", "size", "front", "back"),
    [
        ("a4", "long", (842, 595), (0.1, 0.14), (0.4, 0.86)),
        ("a4", "short", (842, 595), (0.1, 0.14), (0.1, 0.14)),
        ("letter", "long", (792, 612), (0.09, 0.15), (0.41, 0.85)),
    ],
)
def test_pixels(
    name: str,
    flip: Flip,
    size: tuple[int, int],
    front: tuple[float, float],
    back: tuple[float, float],
) -> None:
    """The square stands where it should on both sides, and nothing in the printer's rim."""
    data = render_job(job([Item(FRONT, BACK, 2)], Press(paper(name), flip=flip)))
    for number, place in ((0, front), (1, back)):
        image = raster(data, 36, grey=True, page=number)
        assert image.size == pytest.approx((size[0] / 2, size[1] / 2), abs=1)
        wide, high = image.size
        for x, dark in ((place[0], True), (place[0] + 0.5, True), (0.25, False)):
            assert (image.getpixel((int(wide * x), int(high * place[1]))) < 40) is dark
        rim = int(4 * MM / 2)
        for box in ((0, 0, wide, rim), (0, high - rim, wide, high), (0, 0, rim, high)):
            assert image.crop(box).getextrema()[0] > 250


@pytest.mark.parametrize(("name", "wide", "high"), [("a4", 297, 210), ("letter", 279.4, 215.9)])
def test_boxes(name: str, wide: float, high: float) -> None:
    first = printed(2, Press(paper(name), flip="long")).pages[0]
    for box in (first.mediabox, first.trimbox, first.bleedbox):
        made = (float(box.width) / MM, float(box.height) / MM)
        assert made == pytest.approx((wide, high), abs=0.01)
    shop = Press(Paper("shop", 170 * MM, 232 * MM), bleed=3 * MM)
    first = printed(1, shop, None).pages[0]
    sizes = [float(b.width) / MM for b in (first.mediabox, first.bleedbox, first.trimbox)]
    assert sizes == pytest.approx([170, 154, 148], abs=0.01)
    assert float(first.trimbox.left) / MM == pytest.approx(11, abs=0.01)


@pytest.mark.parametrize(
    ("flip", "said"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")]
)
def test_the_file_asks_for_true_size_and_the_right_edge(flip: Flip, said: str) -> None:
    pdf = printed(3, Press(paper("a4"), flip=flip))
    catalog = pdf.trailer["/Root"]
    wishes = catalog["/ViewerPreferences"]
    assert (wishes["/PrintScaling"], wishes["/Duplex"]) == ("/None", said)
    assert wishes["/PickTrayByPDFSize"] == True  # noqa: E712
    assert catalog["/Lang"] == "en"
    assert pdf.metadata is not None
    assert (pdf.metadata.title, pdf.metadata.subject) == ("Front, Back", "Cards")
    assert pdf.metadata.creator == "cascadia_print"
    one_sided = printed(1, Press(paper("a4")), None).trailer["/Root"]["/ViewerPreferences"]
    assert one_sided["/Duplex"] == "/Simplex"


def test_bookmarks_lead_to_the_first_copy_of_each_sheet() -> None:
    items = [Item(FRONT, BACK, 3), Item(BACK, None, 2), Item(FRONT, None, 2)]
    pdf = read(render_job(job(items, Press(paper("a4"), flip="long"))))
    marks = [(m.title, pdf.get_destination_page_number(m)) for m in pdf.outline]
    assert marks == [("Front / Back × 3", 0), ("Back × 2", 2), ("Front × 2", 4)]


def test_every_page_has_its_number_once_and_every_paper_says_what_it_is() -> None:
    pdf = printed(3, Press(paper("a4"), flip="long"))
    texts = [p.extract_text() for p in pdf.pages]
    assert len(texts) == 4
    assert "page 1 of 1" not in " ".join(texts)
    for n in range(1, 7):
        assert " ".join(texts).count(f"page {n} of 6") == 1
    for n, side in ((0, "sheet of paper 1 of 2, front"), (3, "sheet of paper 2 of 2, back")):
        assert f"A4 · {side} · print at 100 %" in texts[n]


@pytest.mark.parametrize("name", ["a4", "letter", "a5", "half-letter", "a3", "tabloid"])
@pytest.mark.parametrize("up", [0, 1])
def test_a_rule_stands_on_each_sheet_of_paper_once(name: str, up: int) -> None:
    pdf = printed(9, Press(paper(name), up=up, flip="long"))
    texts = [p.extract_text() for p in pdf.pages]
    assert [t.count("100 mm / 4 in") for t in texts] == [1, 0] * (len(texts) // 2)


def test_guides_stand_on_both_faces_and_only_where_they_are_wanted() -> None:
    found = {}
    for marks in ("cut", "crop", "none"):
        made = job([Item(FRONT, BACK, 1)], Press(paper("a4"), up=1, marks=marks, flip="long"))
        found[marks] = [raster(render_job(made), 72, grey=True, page=n) for n in (0, 1)]
    corner = (60, 95, 90, 126)  # outside the sheet's top left corner, at 72 dots an inch
    for n in (0, 1):
        assert found["none"][n].crop(corner).getextrema()[0] > 250
        assert found["cut"][n].crop(corner).getextrema()[0] < 250
        assert found["crop"][n].crop(corner).getextrema()[0] < 250
    assert found["cut"][0] != found["crop"][0]


def test_a_side_is_drawn_once(sheet_a: Sheet) -> None:
    scene = page(sheet_a)
    few, many = (
        render_job(job([Item(scene, scene, n)], Press(paper("a4"), up=1, flip="long")))
        for n in (1, 64)
    )
    assert len(read(many).pages) == 128
    assert (len(many) - len(few)) / 63 < 900
    forms = [
        o for o in map(read(many).get_object, range(1, 20))
        if isinstance(o, StreamObject) and o.get("/Subtype") == "/Form"
    ]  # fmt: skip
    assert len(forms) == 3  # the side, and what stands beside it on fronts and on backs


RENDER = """
import hashlib
from cascadia_print.drawing.impose import Press
from cascadia_print.drawing.imposed import Item, job, render_job
from cascadia_print.drawing.page import page
from cascadia_print.drawing.papers import paper
from cascadia_print.sheet.lookup import load_sheet, shipped
a, b = (page(load_sheet(path)) for path in shipped()[:2])
made = job([Item(a, b, 3), Item(b, a, 2)], Press(paper("letter"), flip="short"))
print(hashlib.sha256(render_job(made)).hexdigest())
"""


def test_the_same_job_gives_the_same_bytes() -> None:
    seen = set()
    for seed in ("0", "7"):
        run = subprocess.run(
            [sys.executable, "-c", RENDER],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo", "PYTHONPATH": str(ROOT)},
        )
        seen.add(run.stdout)
    assert len(seen) == 1
    assert hashlib.sha256(b"").hexdigest() not in seen


def test_a_scale_of_the_printer_is_undone_around_the_middle() -> None:
    found: list[Placement] = []
    press = Press(paper("a4"), up=1, stretch=1.01)
    render_job(job([Item(FRONT)], press), placed=lambda _, p: found.append(p))
    middle = found[0].point(FRONT.width / 2, FRONT.height / 2)
    assert middle == pytest.approx((105 * MM, 148.5 * MM))
    left, bottom, right, top = found[0].box((0, 0, FRONT.width, FRONT.height))
    assert (right - left, top - bottom) == pytest.approx((148 * 1.01 * MM, 210 * 1.01 * MM))


def test_nothing_of_ours_stands_on_sheets_for_a_print_shop() -> None:
    for marks, stands in (("cut", True), ("crop", False)):
        press = Press(paper("a4"), up=2, marks=marks)  # type: ignore[arg-type]
        text = printed(2, press, None).pages[0].extract_text()
        assert ("print at 100 %" in text, "100 mm / 4 in" in text) == (stands, stands)
