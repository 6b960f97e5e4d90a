"""Icons: their path reader, and what makes them readable at 4 mm on a printer without grey."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest
from PIL import Image

from cascadia_print.drawing.icons import BadIcon, icon, names, path_data, placed, read_icon
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.scene import Paint, Scene, bounds
from cascadia_print.sheet.vocabulary import habitats, wildlife
from docs.icons import one_bit, outlines, overlaps

SIGNS = {"nature", "sun", "rain", "star", "wild", "hex"}


def test_every_sign_of_a_sheet_has_an_icon() -> None:
    landmarks = {f"landmark-{name}" for name in habitats()}
    assert set(names()) == {*wildlife(), *habitats(), *landmarks, *SIGNS}


@pytest.mark.parametrize("name", names())
def test_icon_stays_on_its_grid_and_fills_it(name: str) -> None:
    xs, ys = zip(*(p for points in outlines(icon(name), 1) for p in points), strict=True)
    assert min(*xs, *ys) >= 0
    assert max(*xs, *ys) <= 24
    assert max(max(xs) - min(xs), max(ys) - min(ys)) >= 20
    assert (min(xs) + max(xs)) / 2 == pytest.approx(12, abs=0.8)
    assert (min(ys) + max(ys)) / 2 == pytest.approx(12, abs=0.8)


def test_no_two_icons_are_mistaken_for_each_other() -> None:
    assert [pair for pair in overlaps() if pair[0] > 0.6] == []


@pytest.mark.parametrize("name", names())
def test_no_bar_breaks_and_no_gap_closes_at_four_millimetres(name: str) -> None:
    assert parts(one_bit(name, 4)) == parts(one_bit(name, 12))


def parts(image: Image.Image) -> tuple[int, int]:
    """How many black pieces and how many white ones, the ground among them, an icon has.

    Printed dots are larger than pixels, so black touches across corners and white does not.
    """
    wide, high = image.width + 2, image.height + 2
    page = Image.new("L", (wide, high))
    page.paste(image, (1, 1))
    pixels, seen, found = page.tobytes(), bytearray(wide * high), {255: 0, 0: 0}
    straight = (1, -1, wide, -wide)
    near = {0: straight, 255: (*straight, wide + 1, wide - 1, 1 - wide, -1 - wide)}
    for start, colour in enumerate(pixels):
        if seen[start]:
            continue
        found[colour] += 1
        seen[start], todo = 1, [start]
        while todo:
            at = todo.pop()
            for step in near[colour]:
                to = at + step
                if 0 <= to < len(pixels) and not seen[to] and pixels[to] == colour:
                    seen[to] = 1
                    todo.append(to)
    return found[255], found[0]


def test_placed_icon_is_centred_and_scaled() -> None:
    path = placed("hex", 100, 50, 12, Paint("#000000"))
    left, top, right, bottom = bounds(path)
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((100, 50), abs=0.1)
    assert bottom - top == pytest.approx(11.4)
    assert path.paint == Paint("#000000")


def test_holes_stay_open_in_pdf() -> None:
    scene = Scene(60, 60, (placed("hex", 30, 30, 24, Paint("#000000")),), title="hex")
    streams = re.findall(rb"stream\r?\n(.*?)endstream", render_pdf([scene]), re.DOTALL)
    drawn = b"\n".join(zlib.decompressobj().decompress(stream) for stream in streams)
    assert re.search(rb"\bh\s+f\*\s", drawn)


def test_unknown_icon_names_the_known_ones() -> None:
    with pytest.raises(KeyError, match=r"no icon 'wolf' \(known: bear, elk, .*wild\)"):
        icon("wolf")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("M1 2 3 4Z", [("M", 1, 2), ("L", 3, 4), ("Z",)]),
        ("m1 2 3 4h-1v-2z", [("M", 1, 2), ("L", 4, 6), ("L", 3, 6), ("L", 3, 4), ("Z",)]),
        ("M1,2H5V9", [("M", 1, 2), ("L", 5, 2), ("L", 5, 9)]),
        ("M1 1Q4 4 7 1", [("M", 1, 1), ("C", 3, 3, 5, 3, 7, 1)]),
        (
            "M0 0c1 0 2 1 2 2s1 2 2 2",
            [("M", 0, 0), ("C", 1, 0, 2, 1, 2, 2), ("C", 2, 3, 3, 4, 4, 4)],
        ),
        ("M0 0S1 1 2 1s1 1 2 1", [("M", 0, 0), ("C", 0, 0, 1, 1, 2, 1), ("C", 3, 1, 3, 2, 4, 2)]),
        ("M2 2l.5-.5zm4 4", [("M", 2, 2), ("L", 2.5, 1.5), ("Z",), ("M", 6, 6)]),
    ],
)
def test_path_data_becomes_absolute_lines_and_cubics(
    data: str, expected: list[tuple[str, float]]
) -> None:
    assert [(name, *args) for name, args in path_data(data)] == expected


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {grid} 24">{inside}</svg>'
PATH = '<path fill-rule="{rule}" d="{d}"/>'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<svg", "no element found|unclosed token"),
        (SVG.format(grid=16, inside=""), 'viewBox="0 0 24 24"'),
        (SVG.format(grid=24, inside=""), "draws nothing"),
        (SVG.format(grid=24, inside="<circle r='3'/>"), "something else than <path"),
        (SVG.format(grid=24, inside=PATH.format(rule="nonzero", d="M1 1Z")), "not evenodd"),
        *(
            (SVG.format(grid=24, inside=PATH.format(rule="evenodd", d=d)), problem)
            for d, problem in [
                ("L1 1", "L where an outline has to begin with M"),
                ("M1 1ZL2 2", "L where an outline has to begin with M"),
                ("M1 1A2 2 0 0 0 3 3", "command 'A' is none of M L H V C S Q Z"),
                ("M1 1L2", "L with 1 numbers"),
                ("M1 1L", "L with 0 numbers"),
                ("M1 1Z5", "Z with 1 numbers"),
                ("M1 1L2 ?", "'2 \\?' is no row of numbers"),
                ("1 1L2 2", "command '' is none of"),
            ]
        ),
    ],
)
def test_file_that_cannot_be_drawn_says_what_is_wrong(
    tmp_path: Path, text: str, problem: str
) -> None:
    file = tmp_path / "odd.svg"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadIcon, match=rf"odd\.svg: .*({problem})"):
        read_icon(file)
