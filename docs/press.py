"""Draws the pictures of docs/print/: `python -m docs.press`."""

from __future__ import annotations

import io
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from PIL import Image

from cascadia_print.cli import main as command
from cascadia_print.drawing.png import raster

FOLDER = Path(__file__).parent / "print"
WIDE = 900
"""The width of a picture in dots."""
ROOM = 12
COLOURS = 128
PICTURES = {
    "a4": ("render", "A", "--copies", "16", "--back", "tally", "--duplex", "long"),
    "letter": ("render", "A", "B", "--back", "aid", "--duplex", "short", "--paper", "letter"),
    "pad": ("render", "pad:4", "pad-landmarks:2", "--up", "auto"),
    "calibration": ("calibrate", "--paper", "a5"),
}
"""Name -> the command whose first two pages are shown."""


def picture(name: str) -> Image.Image:
    """The first front and its back, side by side on a grey ground."""
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        one = ["--one", f"{folder}/x.pdf"] if PICTURES[name][0] == "render" else ["-o", folder]
        assert command([*PICTURES[name], *one]) == 0
        (file,) = Path(folder).glob("*.pdf")
        data = file.read_bytes()
    first, second = (raster(data, 100, page) for page in (0, 1))
    wide, high = first.width + second.width, max(first.height, second.height)
    ground = Image.new("RGB", (wide + 3 * ROOM, high + 2 * ROOM), "#b8b8b8")
    ground.paste(first, (ROOM, ROOM))
    ground.paste(second, (first.width + 2 * ROOM, ROOM))
    ground.thumbnail((WIDE, WIDE), Image.Resampling.LANCZOS)
    return ground.quantize(COLOURS, dither=Image.Dither.NONE)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        picture(name).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
