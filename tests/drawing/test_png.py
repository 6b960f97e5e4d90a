"""PNG: the PDF as a picture."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image

from cascadia_print.drawing.papers import Paper
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.png import MissingExtra, raster, render_png
from cascadia_print.drawing.scene import Paint, Rect, Scene

INCH = Scene(72, 72, (Rect(0, 0, 36, 72, Paint("#ff0000")), Rect(36, 0, 36, 36, Paint("#202020"))))
PDF = render_pdf([INCH], Paper("inch", 72, 72))


@pytest.mark.parametrize("dpi", [72, 150, 300])
def test_picture_has_the_dots_and_colours_of_the_page(dpi: int) -> None:
    image = Image.open(io.BytesIO(render_png(PDF, dpi)))
    assert image.size == (dpi, dpi)
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)
    middle = [(0.25, 0.5), (0.75, 0.25), (0.75, 0.75)]
    dots = [image.getpixel((int(x * dpi), int(y * dpi))) for x, y in middle]
    assert dots == [(255, 0, 0), (32, 32, 32), (255, 255, 255)]


def test_picture_says_whose_it_is_and_is_the_same_again() -> None:
    data = render_png(PDF)
    assert Image.open(io.BytesIO(data)).info["Software"] == "cascadia_print"
    assert render_png(PDF) == data


def test_page_is_chosen() -> None:
    other = Scene(72, 72, (Rect(0, 0, 72, 72, Paint("#0000ff")),))
    pdf = render_pdf([INCH, other], Paper("inch", 72, 72))
    assert raster(pdf, 72, 1).getpixel((5, 5)) == (0, 0, 255)
    assert raster(pdf, 72, 1, grey=True).mode == "L"


@pytest.mark.parametrize("package", ["pypdfium2", "PIL"])
def test_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    for name in [m for m in sys.modules if m.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"{package} is missing: .*cascadia_print\[png\]") as e:
        render_png(PDF)
    assert (e.value.package, e.value.extra) == (package, "png")
