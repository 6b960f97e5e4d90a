"""Tiny sheets as a call log that is read: every shape of the page, in millimetres."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import (
    MM,
    Circle,
    Group,
    Line,
    Paint,
    Polygon,
    Rect,
    Scene,
    Text,
)
from cascadia_print.drawing.scene import (
    Path as Outline,
)
from cascadia_print.sheet.lookup import load_sheet

HERE = Path(__file__).parent
TINY = sorted((HERE / "sheets").glob("*.yaml"))
INK = Paint("#000000", "#000000", 0.5)


@pytest.mark.parametrize("file", TINY, ids=lambda file: file.stem)
def test_tiny_sheet_is_drawn_as_logged(file: Path) -> None:
    log = page(load_sheet(file)).log().splitlines()
    assert log == (HERE / "golden" / f"{file.stem}.txt").read_text("utf-8").splitlines()


def test_log_has_one_line_for_each_shape_and_group() -> None:
    scene = Scene(
        100 * MM,
        50 * MM,
        (
            Group(
                "space",
                "a1",
                (
                    Rect(1 * MM, 2 * MM, 3 * MM, 4 * MM, INK),
                    Text(5 * MM, 6 * MM, "M", 7, "#000000", bold=True, anchor="middle"),
                ),
            ),
            Circle(10 * MM, 10 * MM, 2 * MM, Paint("#ffffff")),
            Line(0, 0, 1 * MM, 2 * MM, Paint("", "#000000", 1)),
            Polygon(((0, 0), (2 * MM, 0), (0, 2 * MM)), INK),
            Outline((("M", (0, 0)), ("C", (0, 1 * MM, 1 * MM, 2 * MM, 3 * MM, 3 * MM))), INK),
        ),
    )
    assert scene.log().splitlines() == [
        "space a1",
        "  rect 1.0,2.0 3.0x4.0 filled stroke 0.5",
        '  text "M" 5.0,6.0 middle 7pt bold',
        "circle 8.0,8.0 4.0x4.0 filled",
        "line 0.0,0.0 to 1.0,2.0 stroke 1",
        "polygon(3) 0.0,0.0 2.0x2.0 filled stroke 0.5",
        "path 0.0,0.0 3.0x3.0 filled stroke 0.5",
    ]


def test_element_is_found_by_kind_and_id_at_any_depth() -> None:
    inner = Group("box", "row-1", ())
    scene = Scene(1, 1, (Group("part", "row-1", (inner,)),))
    assert scene.find("box", "row-1") is inner
    with pytest.raises(KeyError, match="line row-1"):
        scene.find("line", "row-1")
