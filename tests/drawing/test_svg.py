"""The SVG shows what the PDF shows: shape by shape, and as a picture."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from collections import Counter
from ctypes import c_float
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter
from pypdfium2 import raw

from cascadia_print.drawing.fonts import width
from cascadia_print.drawing.page import page
from cascadia_print.drawing.papers import own, paper
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.png import raster
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Circle,
    Group,
    Leaf,
    Line,
    Paint,
    Polygon,
    Rect,
    Scene,
    Text,
    around,
    bounds,
)
from cascadia_print.drawing.scene import (
    Path as Outline,
)
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.drawing.svg import MARK, render_svg
from cascadia_print.sheet.model import Sheet

ROOT = Path(__file__).parents[2]
NAME = "{http://www.w3.org/2000/svg}"
TAGS = {Rect: "rect", Circle: "circle", Line: "line", Polygon: "polygon", Outline: "path"}
BLACK = Paint("#000000")


def read(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(scene))


def drawn(root: ElementTree.Element) -> list[ElementTree.Element]:
    """What is painted, in painting order."""
    kinds = {f"{NAME}{tag}" for tag in (*TAGS.values(), "text")}
    return [element for element in root.iter() if element.tag in kinds]


def box(element: ElementTree.Element) -> Bounds:
    """The box around a shape as the file says it, read without the code that wrote it."""
    at = {k: float(v) for k, v in element.attrib.items() if re.fullmatch(r"-?[\d.]+", v)}
    match element.tag.removeprefix(NAME):
        case "rect":
            return (at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"])
        case "circle":
            return (at["cx"] - at["r"], at["cy"] - at["r"], at["cx"] + at["r"], at["cy"] + at["r"])
        case "line":
            return around([(at["x1"], at["y1"]), (at["x2"], at["y2"])])
        case "text":
            return (at["x"], at["y"], at["x"], at["y"])
    numbers = [float(v) for v in re.findall(r"-?[\d.]+", element.get("points") or element.get("d"))]
    x, y, scale = 0.0, 0.0, 1.0
    if move := element.get("transform"):
        x, y, scale = (float(v) for v in re.findall(r"-?[\d.]+", move))
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return around([(x + scale * a, y + scale * b) for a, b in pairs])


def colours(shape: Leaf) -> tuple[str, str]:
    if isinstance(shape, Text):
        return (shape.fill, "")
    return (shape.paint.fill, shape.paint.stroke)


@pytest.mark.parametrize("language", ["en", "de"])
def test_svg_holds_every_shape_of_the_scene_in_its_place(sheet: Sheet, language: str) -> None:
    scene = page(sheet, language=language, ids=True)
    shapes, elements = list(scene.leaves()), drawn(read(scene))
    assert len(shapes) == len(elements)
    for shape, element in zip(shapes, elements, strict=True):
        assert element.tag == NAME + TAGS.get(type(shape), "text")
        assert box(element) == pytest.approx(bounds(shape), abs=0.011)
        assert (element.get("fill", ""), element.get("stroke", "")) == colours(shape)
        if isinstance(shape, Text):
            assert element.text == shape.text


def path_box(path: pypdfium2.PdfObject, height: float) -> Bounds:
    """The box around the points of a path in a PDF, from the top left corner."""
    matrix, points = path.get_matrix(), []
    for k in range(raw.FPDFPath_CountSegments(path)):
        x, y = c_float(), c_float()
        raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(path, k), x, y)
        points.append(matrix.on_point(x.value, y.value))
    left, bottom, right, top = around(points)
    return (left, height - top, right, height - bottom)


def test_pdf_holds_every_shape_of_the_scene_in_its_place(sheet: Sheet) -> None:
    scene = page(sheet)
    document = pypdfium2.PdfDocument(render_pdf([scene], own(scene)))
    objects = list(document[0].get_objects(max_depth=3))
    paths = [o for o in objects if o.type == raw.FPDF_PAGEOBJ_PATH]
    shapes = [s for s in scene.leaves() if not isinstance(s, Text)]
    assert len(paths) == len(shapes)
    for path, shape in zip(paths, shapes, strict=True):
        assert path_box(path, scene.height) == pytest.approx(bounds(shape), abs=0.02)
    texts = [o for o in objects if o.type == raw.FPDF_PAGEOBJ_TEXT]
    assert len(texts) == sum(isinstance(s, Text) for s in scene.leaves())
    document.close()


def test_every_element_of_the_sheet_has_an_id_of_its_own(sheet: Sheet) -> None:
    scene = page(sheet, ids=True)
    root = read(scene)
    groups = [g for g in root.iter(f"{NAME}g")]
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert set(ids.values()) == {1}
    assert [(g.get("data-kind"), g.get("data-id")) for g in groups] == [
        (g.kind, g.id) for g in scene.groups()
    ]
    first = next(s.id for s in sheet.spaces)
    assert f"space-{first}" in ids
    assert all(re.fullmatch(r"[a-z]+-[\w.-]+", id) for id in ids if id not in ("title", "desc"))


def test_words_are_text_that_keeps_its_width(sheet_a: Sheet) -> None:
    scene = page(sheet_a, language="de")
    root = read(scene)
    assert root.get("lang") == "de"
    assert root.get("font-family", "").split(",")[0] == "'DejaVu Sans'"
    assert (root[0].text, root[1].text) == (scene.title, scene.subject)
    texts = [s for s in scene.leaves() if isinstance(s, Text)]
    for shape, element in zip(texts, root.iter(f"{NAME}text"), strict=True):
        long = width(shape.text, shape.size, shape.bold)
        assert float(element.get("textLength", "")) == pytest.approx(long, abs=0.01)
        assert (element.get("font-weight") == "bold") is shape.bold
        assert element.get("text-anchor", "start") == shape.anchor


def test_signs_of_xml_are_written_out() -> None:
    shapes = (Group("bonus", 'a"<&', (Text(2, 9, 'b"<&>', 8, "#000000"),)),)
    root = read(Scene(30, 20, shapes, title="<&>", subject='"&"'))
    (group,) = root.iter(f"{NAME}g")
    assert (group.get("data-id"), group[0].text) == ('a"<&', 'b"<&>')
    assert (root[0].text, root[1].text) == ("<&>", '"&"')
    assert group.get("id") == "bonus-a___"


def test_size_is_that_of_the_page_or_of_the_paper(sheet_a: Sheet) -> None:
    scene = page(sheet_a)
    assert (read(scene).get("width"), read(scene).get("height")) == ("148mm", "210mm")
    placed = ElementTree.fromstring(render_svg(scene, paper("a4")))
    assert (placed.get("width"), placed.get("height")) == ("210mm", "297mm")
    x, y, wide, high = (float(v) / MM for v in placed.get("viewBox", "").split())
    assert (x, y, wide, high) == pytest.approx((-31, -43.5, 210, 297), abs=0.01)
    with pytest.raises(DoesNotFit, match="on 126x198 does not fit"):
        render_svg(scene, paper("126x198"))


def test_file_says_whose_it_is_right_at_its_beginning(sheet_a: Sheet) -> None:
    assert render_svg(page(sheet_a)).splitlines()[1] == MARK


RENDER = """
import hashlib
from cascadia_print.drawing.page import page
from cascadia_print.drawing.svg import render_svg
from cascadia_print.sheet.lookup import load_sheet, shipped
for path in shipped():
    print(hashlib.sha256(render_svg(page(load_sheet(path))).encode()).hexdigest())
"""


def test_bytes_do_not_depend_on_the_hash_seed() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", RENDER],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        ).stdout.split()
        for seed in ("0", "7")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0]) == 4


def test_even_odd_holes_and_placed_paths_look_alike_in_both() -> None:
    ring = (
        *(("M", (0, 0)), ("L", (10, 0)), ("L", (10, 10)), ("L", (0, 10)), ("Z", ())),
        *(("M", (3, 3)), ("L", (7, 3)), ("L", (7, 7)), ("L", (3, 7)), ("Z", ())),
    )
    scene = Scene(60, 60, (Outline(ring, BLACK, 10, 20, 2.5),), inside=(0, 0, 60, 60))
    (element,) = drawn(read(scene))
    assert element.get("fill-rule") == "evenodd"
    assert element.get("transform") == "translate(10 20) scale(2.5000)"


@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert (librsvg2-bin) missing")
def test_pdf_and_svg_look_alike(sheet: Sheet) -> None:
    scene = page(sheet)
    pdf = raster(render_pdf([scene], own(scene)), 96)
    size = ("--width", str(pdf.width), "--height", str(pdf.height))
    done = subprocess.run(
        ["rsvg-convert", *size, "--background-color", "white"],
        input=render_svg(scene).encode(),
        capture_output=True,
        check=True,
    )
    svg = Image.open(io.BytesIO(done.stdout)).convert("RGB")
    # The rasterisers and fonts differ by a fraction of a dot along every edge.
    soft = [i.filter(ImageFilter.GaussianBlur(2)) for i in (pdf, svg)]
    away = ImageChops.difference(*soft).convert("L")
    assert max(k for k, n in enumerate(away.histogram()) if n) < 70
    assert sum(k * n for k, n in enumerate(away.histogram())) / (away.width * away.height) < 2
