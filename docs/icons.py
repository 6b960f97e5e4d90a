"""Draws docs/icons.png and prints the figures of docs/icons.md: `python -m docs.icons`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from cascadia_print.drawing.icons import GRID, icon, names
from cascadia_print.drawing.scene import Command, Point
from cascadia_print.sheet.vocabulary import habitats, wildlife

DPI = 300
SMALL = 4.0
"""The size in millimetres at which icons are told apart."""
FINER = 8
"""Steps of a pixel by which its black share is counted."""


def outlines(commands: tuple[Command, ...], scale: float) -> Iterator[list[Point]]:
    """The outlines of an icon as polygons, curves in twelve steps."""
    points: list[Point] = []
    for letter, args in commands:
        ends = [(x * scale, y * scale) for x, y in zip(args[::2], args[1::2], strict=True)]
        if letter == "C":
            ends.insert(0, points[-1])
            for k in range(1, 13):
                t, u = k / 12, 1 - k / 12
                shares = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                x, y = (sum(f * p[i] for f, p in zip(shares, ends, strict=True)) for i in (0, 1))
                points.append((x, y))
        elif letter == "Z":
            yield points
            points = []
        else:
            points += ends


def shades(name: str, mm: float = SMALL) -> Image.Image:
    """An icon, its grid `mm` wide at 300 dpi, as a mask: 255 where it is black."""
    side = round(mm / 25.4 * DPI)
    mask = Image.new("1", (side * FINER, side * FINER))
    for points in outlines(icon(name), side * FINER / GRID):
        layer = Image.new("1", mask.size)
        ImageDraw.Draw(layer).polygon(points, fill=1)
        mask = ImageChops.logical_xor(mask, layer)
    return mask.convert("L").resize((side, side), Image.Resampling.BOX)


def one_bit(name: str, mm: float = SMALL) -> Image.Image:
    """An icon as a printer without grey prints it: black where half of a pixel or more is black."""
    return shades(name, mm).point(lambda share: 255 if share >= 128 else 0)


def overlaps() -> list[tuple[float, str, str]]:
    """All pairs of icons, worst first: intersection / union, centred by their bounding boxes."""
    room = round(SMALL / 25.4 * DPI)
    centred = {}
    for name in names():
        image = one_bit(name)
        image = image.crop(image.getbbox())
        centred[name] = Image.new("L", (room, room))
        centred[name].paste(image, ((room - image.width) // 2, (room - image.height) // 2))
    pairs = []
    for one, other in combinations(centred, 2):
        both = ImageChops.darker(centred[one], centred[other]).histogram()[255]
        either = ImageChops.lighter(centred[one], centred[other]).histogram()[255]
        pairs.append((both / either, one, other))
    return sorted(pairs, reverse=True)


def contact_sheet() -> Image.Image:
    """Every icon at 12, 6, 4 and 3 mm, the two smallest in 1 bit, and at 4 mm in white and grey."""
    landmarks = tuple(f"landmark-{name}" for name in habitats())
    rows = [wildlife(), habitats(), landmarks]
    rows.append(tuple(n for n in names() if not any(n in row for row in rows)))
    wide, high = 216, 236
    page = Image.new("L", (wide * max(map(len, rows)), high * len(rows)), 255)
    draw = ImageDraw.Draw(page)
    for j, row in enumerate(rows):
        for i, name in enumerate(row):
            x, y = i * wide + 10, j * high + 8
            page.paste(0, (x, y), shades(name, 12))
            page.paste(0, (x, y + 148), one_bit(name, 6))
            page.paste(0, (x + 78, y + 160), one_bit(name, 4))
            page.paste(0, (x + 130, y + 168), one_bit(name, 3))
            draw.rectangle((x + 148, y, x + 202, y + 54), fill=32)
            page.paste(255, (x + 152, y + 4), shades(name))
            draw.rectangle((x + 148, y + 60, x + 202, y + 114), fill=208)
            page.paste(96, (x + 152, y + 64), shades(name))
            draw.text((x + 78, y + 206), name, fill=64)
    return page


def main() -> None:
    contact_sheet().quantize(16).save(Path(__file__).with_suffix(".png"), optimize=True)
    print("| overlap | icons |\n| --- | --- |")
    for share, one, other in overlaps()[:10]:
        print(f"| {share:.2f} | {one}, {other} |")


if __name__ == "__main__":
    main()
