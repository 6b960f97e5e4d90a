"""Themes: the shipped ones keep habitats apart, an author's is a file that may say little."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

from cascadia_print.drawing.look import Theme, UnknownTheme, names, theme
from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import MM, Paint, Polygon
from cascadia_print.drawing.signs import hexagon
from cascadia_print.drawing.textures import MOTIFS, texture
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import habitats
from docs.icons import outlines

DOTS = 300 / 72


def one_bit(name: str) -> Image.Image:
    """A hexagon of 12 mm with nothing but its pattern, at 300 dpi without grey."""
    side = round(14 * MM * DOTS)
    image = Image.new("1", (side, side))
    path = texture(name, (0, 0), 12 * MM, (), Paint("", "#000000", 0.55))
    assert path
    for line in outlines(open_ends(path.commands), DOTS):
        points = [(x + side / 2, y + side / 2) for x, y in line]
        ImageDraw.Draw(image).line(points, fill=1, width=2)
    return image


def open_ends(commands: tuple[tuple[str, tuple[float, ...]], ...]) -> tuple:
    """The commands with a Z after each line, as the ruler for icons wants them."""
    found: list[tuple[str, tuple[float, ...]]] = []
    for command in commands:
        found += [("Z", ()), command] if command[0] == "M" and found else [command]
    return (*found, ("Z", ()))


def test_patterns_are_not_mistaken_for_each_other() -> None:
    drawn = {name: one_bit(name) for name in MOTIFS}
    for one, other in combinations(drawn, 2):
        both = ImageChops.logical_and(drawn[one], drawn[other]).histogram()[255]
        either = ImageChops.logical_or(drawn[one], drawn[other]).histogram()[255]
        assert 0 < both / either <= 0.6, (one, other)


@pytest.mark.parametrize("name", names())
def test_habitats_have_patterns_of_their_own(name: str) -> None:
    patterns = theme(name).patterns
    assert set(patterns) == set(habitats())
    assert len(set(patterns.values()) - {"none"}) == len(patterns)


def test_shipped_themes_are_what_is_promised() -> None:
    assert set(names()) == {"color", "ink-saver", "grey", "high-contrast", "blank"}
    for name in ("ink-saver", "blank", "high-contrast"):
        assert {*theme(name).grounds.values(), theme(name).panel} == {"#ffffff"}, name
    for name in ("grey", "ink-saver", "high-contrast", "blank"):
        assert all(c[1:3] == c[3:5] == c[5:] for c in colours(theme(name))), name


def colours(theme: Theme) -> list[str]:
    parts = [theme.grounds, theme.marks, theme.textures, theme.icons]
    found = [colour for part in parts for colour in part.values()]
    return [*found, theme.ink, theme.quiet, theme.border, theme.paper, theme.panel, theme.badge]


@pytest.mark.parametrize(("name", "least"), [("high-contrast", 1.2), ("ink-saver", 0.3)])
def test_lines_are_as_wide_as_a_theme_says(sheet: Sheet, name: str, least: float) -> None:
    """Broad lines are seen beside what a dry-erase pen draws over them."""
    space = next(s for s in sheet.spaces if s.habitats)
    shape = page(sheet, theme=name).find("space", space.id).shapes[0]
    assert isinstance(shape, Polygon)
    assert least <= shape.paint.width < least + 0.1


def test_patterns_stay_in_their_hexagon_and_off_what_is_taken() -> None:
    flat, x, y = 14 * MM, 100.0, 50.0
    taken = (90.0, 45.0, 112.0, 60.0)
    path = texture("waves", (x, y), flat, [taken], Paint("", "#000000", 0.5))
    assert path
    ends = [(path.x + a[-2], path.y + a[-1]) for _, a in path.commands]
    assert not [p for p in ends if taken[0] < p[0] < taken[2] and taken[1] < p[1] < taken[3]]
    corners = hexagon(x, y, flat)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        assert all((bx - ax) * (q - ay) > (by - ay) * (p - ax) for p, q in ends)
    left = texture("waves", (x, y), flat, (), Paint("", "#000000", 0.5), side=-1)
    assert left
    assert max(a[-2] for _, a in left.commands) < 0
    assert texture("waves", (x, y), flat, [(0, 0, 999, 999)], Paint("", "#000000", 0.5)) is None


def test_theme_of_an_author_says_only_what_differs(tmp_path: Path, sheet_a: Sheet) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text('grounds: {rivers: "#00ffff"}\npatterns: {rivers: none}\n', encoding="utf-8")
    mine = theme(file)
    assert mine.name == "mine"
    assert mine.grounds == {**theme().grounds, "rivers": "#00ffff"}
    assert (mine.ink, mine.marks) == (theme().ink, theme().marks)
    river, forest = (
        [page(sheet_a, theme=t).find("space", id).shapes for t in (str(file), "color")]
        for id in ("a5", "a2")
    )
    assert river[0][0].paint.fill == "#00ffff"
    assert len(river[0]) == len(river[1]) - 1
    assert forest[0] == forest[1]


def test_faults_of_an_authors_theme_are_told_all_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text('ink: red\ngrounds: {forest: "#ffffff"}\nstroke: 9\n', encoding="utf-8")
    with pytest.raises(Unreadable) as caught:
        theme(file)
    found = [(f.line, f.id, f.suggestion) for f in caught.value.faults]
    assert found == [
        (1, "IN-pattern", None),
        (2, "IN-unknown-key", "forests"),
        (3, "IN-too-large", None),
    ]
    with pytest.raises(Unreadable, match="IN-no-file"):
        theme(tmp_path / "none.yaml")
    with pytest.raises(UnknownTheme, match="did you mean grey"):
        theme("gray")
