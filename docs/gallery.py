"""Draws docs/gallery/ and writes docs/gallery.md: `python -m docs.gallery`."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from PIL import Image, ImageDraw

from cascadia_print import resources
from cascadia_print.cli import main as command
from cascadia_print.cli.paper import Wish, scene
from cascadia_print.drawing.measure import measure
from cascadia_print.drawing.papers import own
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.png import raster
from cascadia_print.sheet.lookup import load_printable, load_sheet, shipped

HERE = Path(__file__).parent
FOLDER = HERE / "gallery"
LANGUAGES = ("en", "de")
PAGES = {
    "tally": "en",
    "aid": "de",
    "rolling-hills": "en",
    "achievements": "en",
    "hiking": "de",
    "pad": "en",
    "pad-landmarks": "de",
    "cascadia": "en",
}
"""Page -> language of its picture."""
RECEIPTS = {
    "slips-a.json": (),
    "slips-c.json": ("--lang", "de"),
    "rulebook-d.json": (),
    "cascadia-game.txt": ("--line", "fox"),
}
"""Example -> options of its picture; of a game the first player is shown."""
WIDE, RECEIPT = 300, 800
"""The width of a page and of a receipt in dots."""
COLOURS = 32


def themes() -> list[str]:
    """The shipped themes, the default one first."""
    found = sorted(path.stem for path in (resources.root("data") / "themes").glob("*.yaml"))
    return sorted(found, key=lambda name: name != "color")


def names() -> list[str]:
    """The names of all pictures."""
    printed = [name for name, _, _ in (*_sheets(), *_pages())]
    return printed + [_receipt(name) for name in RECEIPTS]


def pictures() -> Iterator[tuple[str, Image.Image]]:
    """All pictures with their names."""
    for name, file, wish in (*_sheets(), *_pages()):
        drawn = scene(load_printable(file), wish)
        pdf = render_pdf([drawn], own(drawn))
        yield name, raster(pdf, WIDE / drawn.width * 72)
    for name, options in RECEIPTS.items():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "receipt.pdf"
            example = resources.root("data") / "examples" / name
            with redirect_stdout(io.StringIO()):
                command(["audit", str(example), *options, "--pdf", str(file)])
            yield _receipt(name), raster(file.read_bytes(), RECEIPT / 297 * 25.4)


def text() -> str:
    """The gallery as Markdown."""
    lines = ["# Gallery", "", "`make gallery` draws these pictures anew.", ""]
    for title, language, wish in _rows():
        if language == LANGUAGES[0]:
            lines += [f"## {title}", "", f"`cascadia-print render A B C D {_options(wish)}`", ""]
        lines += [_shown(f"{title}-{language}-{file.stem[0]}") for file in shipped()]
        lines += [""]
    lines += ["## Pages", "", f"`cascadia-print render {' '.join(PAGES)}`", ""]
    lines += [_shown(name) for name, _, _ in _pages()]
    lines += ["", "## Receipts", "", "`cascadia-print audit FILE --pdf receipt.pdf`", ""]
    lines += [_shown(_receipt(name)) + "\n" for name in RECEIPTS]
    return "\n".join([*lines, *_figures()]) + "\n"


def _rows() -> Iterator[tuple[str, str, Wish]]:
    """What is shown of the four sheets: a title, a language and how they are drawn."""
    for theme in themes():
        yield from ((theme, code, Wish(theme=theme, language=code)) for code in LANGUAGES)
    yield from (("large-print", code, Wish(large=True, language=code)) for code in LANGUAGES)


def _pages() -> Iterator[tuple[str, Path, Wish]]:
    for page, language in PAGES.items():
        file = resources.root("sheets") / "pages" / f"{page}.yaml"
        yield f"page-{page}-{language}", file, Wish(language=language)


def _sheets() -> Iterator[tuple[str, Path, Wish]]:
    for title, language, wish in _rows():
        for file in shipped():
            yield f"{title}-{language}-{file.stem[0]}", file, wish


def _options(wish: Wish) -> str:
    return "--large-print" if wish.large else f"--theme {wish.theme}"


def _receipt(example: str) -> str:
    return f"receipt-{Path(example).stem}"


def _shown(name: str) -> str:
    return f"![{name}](gallery/{name}.png)"


def _figures() -> Iterator[str]:
    """What `check --theme` measures, one theme a row."""
    sheets = [load_sheet(path) for path in shipped()]
    yield "## Figures\n"
    yield "As `cascadia-print check --theme NAME` tells them; of habitats the closest two by"
    yield "CIEDE2000 in normal sight and for protan, deutan and tritan eyes, and how far signs"
    yield "overlap in 1 bit.\n"
    heads = ("theme", "text", "borders", "normal", "protan", "deutan", "tritan", "1 bit", "ink")
    yield f"| {' | '.join((*heads, 'ink of color'))} |"
    yield f"|{' --- |' * (len(heads) + 1)}"
    for theme in themes():
        *plain, bit, ink, share = (m.value for m in measure(theme, sheets))
        cells = [*(f"{v:.1f}" for v in plain), f"{bit:.2f}", f"{ink:.1%}", f"{share:.0%}"]
        yield f"| {theme} | {' | '.join(cells)} |"


def _framed(image: Image.Image) -> Image.Image:
    """The picture with a fine line around it, in few colours."""
    ImageDraw.Draw(image).rectangle((0, 0, image.width - 1, image.height - 1), outline="#b0b0b0")
    return image.quantize(COLOURS, dither=Image.Dither.NONE)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, image in pictures():
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(
            FOLDER / f"{name}.png", optimize=True
        )
    (HERE / "gallery.md").write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
