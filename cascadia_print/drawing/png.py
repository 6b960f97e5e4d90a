"""PNG pictures, made from the PDF by the rasteriser of the extra `png` (pypdfium2 and Pillow)."""

from __future__ import annotations

import io
from typing import Any

from cascadia_print.drawing.pdf import CREATOR

DPI = 150


class MissingExtra(ImportError):
    """A package that is installed with an extra only: `package`, and the name of the `extra`."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is missing: pip install 'cascadia_print[{extra}]'")
        self.package, self.extra = package, extra


def render_png(pdf: bytes, dpi: int = DPI, page: int = 0) -> bytes:
    """A page of a PDF as a PNG of `dpi` dots an inch. Raises MissingExtra."""
    image = raster(pdf, dpi, page)
    from PIL.PngImagePlugin import PngInfo

    ours = PngInfo()
    ours.add_text("Software", CREATOR)
    buffer = io.BytesIO()
    # Level 3 makes such pictures as small as level 9 does, in a sixth of the time.
    image.save(buffer, "PNG", compress_level=3, dpi=(dpi, dpi), pnginfo=ours)
    return buffer.getvalue()


def raster(pdf: bytes, dpi: float, page: int = 0, *, grey: bool = False) -> Any:
    """A page of a PDF as a Pillow image, "RGB" or, `grey`, "L". Raises MissingExtra."""
    try:
        import PIL.Image  # noqa: F401 - what pypdfium2 needs for to_pil
        import pypdfium2
    except ImportError as error:
        raise MissingExtra(str(error.name).partition(".")[0], "png") from None
    document = pypdfium2.PdfDocument(pdf)
    try:
        image = document[page].render(scale=dpi / 72, grayscale=grey).to_pil()
    finally:
        document.close()
    return image.convert("L" if grey else "RGB")
