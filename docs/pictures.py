"""The small pictures of docs/sheet-language.md: `python -m docs.pictures` draws docs/words/ anew.

Each word is drawn by the program itself, on a sheet of a few hexagons or on one of A to D, and cut
out of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from cascadia_print.drawing.ids import text_bounds
from cascadia_print.drawing.page import page
from cascadia_print.drawing.pdf import number
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Group,
    Leaf,
    Paint,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
    bounds,
    leaves,
)
from cascadia_print.drawing.svg import group_id, render_svg
from cascadia_print.report.ink import ink
from cascadia_print.report.written import Written
from cascadia_print.rules.legal import legal_marks
from cascadia_print.sheet import sets
from cascadia_print.sheet.build import build
from cascadia_print.sheet.located import parse_yaml
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.sheet.model import Sheet

FOLDER = Path(__file__).with_name("words")
AROUND = 1.0 * MM
MAP = 0.45
"""The scale of a picture of a whole map."""
SET, NEXT, PAPER = "#35607f", "#f2b134", "#ffffff"
"""Hexagons of a set or marked ones, those that may be next, and all others."""

SAMPLE = """
kind: environment
id: SAMPLE
version: 1
name: {{en: Sample}}
marking: {{write: outline, order: touching}}
spaces:
  stagger: odd
  line: points
  rows:
    - "{row}"
    - "* M P W"
    - "M+sun F+rain R+landmark:rivers F+pick:nest"
    - "R+landmark:forests P+landmark:mountains W+landmark:prairies R+landmark:wetlands"
areas:
  - {{id: nest, kind: pool, boxes: "1pt", line: points}}
  - {{id: sky, kind: paired, lanes: [sun, rain], columns: ["1pt elk"], line: points}}
  - id: landmark
    kind: lanes
    lanes: {{mountains: ".", forests: ".", prairies: ".", wetlands: ".", rivers: "."}}
lines: [{{id: points, printed: all}}]
"""
"""A sheet whose first row is to be seen."""


def draw(name: str) -> str:
    """The picture of a word, "GROUP WORD", as SVG. Raises KeyError for one that has none."""
    group, _, word = name.partition(" ")
    return DRAWN[group](word)


def file(name: str) -> str:
    """The name of the file that holds the picture of a word."""
    signs = {"*": "start", ".": "blank", "-": "nothing", "M/F": "split"}
    group, _, word = name.partition(" ")
    return group_id(group, signs.get(word, word).replace("same:*", "same")) + ".svg"


def shown(name: str) -> str:
    """The picture of a word as Markdown."""
    return f"![{name.partition(' ')[2]}]({FOLDER.name}/{file(name)})"


# -- hexagons -----------------------------------------------------------------------------------


def _cell(word: str) -> str:
    """A hexagon as the word prints it; a gap between two others."""
    if word == "O":
        return _cut(_page("B@1"), _groups("B@1", "space", ("f1",)))
    if word in ("-", "*"):
        scene = _sample("F - F") if word == "-" else _sample("F M F")
        return _cut(scene, (scene.find("space", id) for id in (("a1", "a2"), ("b1",))[word == "*"]))
    scene = _sample(f"F {word} F")
    return _cut(scene, [scene.find("space", "a2")])


def _gain(word: str) -> str:
    """A hexagon that gives what the word says; lanes of animals are printed on sheet D."""
    if word == "same:*":
        return _cut(_page("D@1"), [*_areas("D@1", "lane", "same:"), *_areas("D@1", "box", "same.")])
    scene = _sample(f"F F+{word} F")
    return _cut(scene, [scene.find("space", "a2")])


@cache
def _sample(row: str) -> Scene:
    return page(build((parse_yaml(SAMPLE.format(row=row), "sample.yaml"),)))


@cache
def _page(ref: str) -> Scene:
    return page(find_sheet(ref))


def _groups(ref: str, kind: str, ids: Iterable[str]) -> Iterator[Group]:
    wanted = set(ids)
    return (g for g in _page(ref).groups() if g.kind == kind and g.id in wanted)


# -- maps ---------------------------------------------------------------------------------------


def _set(word: str) -> str:
    """The hexagons of a set on the map of sheet D."""
    sheet = find_sheet("D@1")
    return _map(sheet, dict.fromkeys(sets.by_word(sheet.spaces)[word], SET))


def _each(kind: str) -> str:
    """One set of the kind, on a sheet that has bonuses for such sets, and what is given there."""
    ref, id = _EACH[kind]
    sheet = find_sheet(ref)
    bonus = next(b for b in sheet.bonuses if b.id == id)
    return _map(sheet, dict.fromkeys(bonus.needs, SET), (("bonus", id),))


_EACH = {
    "row": ("A@1", "row-2"),
    "column": ("A@1", "forests-2"),
    "diamond": ("B@1", "b3-c4"),
    "edge": ("D@1", "d3-d4"),
    "habitat": ("C@1", "complete-rivers"),
    "region": ("D@1", "region-9"),
}


def _order(word: str) -> str:
    """What is marked, and what may be marked next."""
    ref, marks = _ORDER[word]
    sheet = find_sheet(ref)
    # On A a number is marked, on D an animal.
    value: object = {"A@1": 2, "D@1": "bear"}.get(ref, True)
    legal = legal_marks(sheet, dict.fromkeys(marks, value))  # type: ignore[arg-type]
    colours = dict.fromkeys(legal, NEXT) | dict.fromkeys(marks, SET)
    colours |= {s.id: SET for s in sheet.spaces if s.start}
    return _map(sheet, colours)


_ORDER = {
    "down": ("A@1", ("a1", "b1", "a3", "a5")),
    "right": ("B@1", ("a1", "a2", "a3", "c1", "c2", "d1")),
    "touching": ("C@1", ("d4", "e4", "e5", "f5")),
    "any": ("D@1", ("b3", "e5", "g2")),
}


def _write(word: str) -> str:
    """Three hexagons with a player's marks in them."""
    ref, marks = _WRITE[word]
    sheet = find_sheet(ref)
    scene = _page(ref)
    pen = ink(sheet, scene, Written(marks))
    return _cut(scene, [*_groups(ref, "space", marks), *pen])


_WRITE = {
    "number": ("A@1", {"a1": "2", "a2": "5", "a3": "3"}),
    "outline": ("B@1", {"a1": "", "a2": "", "a3": ""}),
    "wildlife": ("D@1", {"a1": "F", "a2": "B", "a3": "S"}),
}


def _area(kind: str) -> str:
    """An area of the kind as it is printed."""
    ref, start = {
        "pool": ("A@1", "sun."),
        "lanes": ("B@1", "landmark."),
        "paired": ("C@1", "sky."),
    }[kind]
    lanes = _areas(ref, "lane", start.replace(".", ":"))
    return _cut(_page(ref), [*lanes, *_areas(ref, "box", start)], scale=0.8)


def _areas(ref: str, kind: str, start: str) -> list[Group]:
    return [g for g in _page(ref).groups() if g.kind == kind and g.id.startswith(start)]


def _map(sheet: Sheet, colours: Mapping[str, str], more: Iterable[tuple[str, str]] = ()) -> str:
    scene = page(sheet)
    spaces: list[Shape] = []
    for group in scene.groups():
        if group.kind == "space":
            outline = group.shapes[0]
            assert isinstance(outline, Polygon | Rect)  # a hexagon, or a box of an overflow row
            paint = Paint(colours.get(group.id, PAPER), "#7a7a7a", 0.8)
            spaces.append(replace(outline, paint=paint))
    extra = [g for g in scene.groups() if (g.kind, g.id) in set(more)]
    return _cut(scene, [*spaces, *extra], scale=MAP)


# -- cutting out --------------------------------------------------------------------------------


def _cut(scene: Scene, shapes: Iterable[Shape], scale: float = 1.0) -> str:
    """These shapes of a page as a picture that holds nothing else."""
    kept = tuple(shapes)
    boxes = [_box(leaf) for leaf in leaves(kept)]
    left, top = (min(b[k] for b in boxes) - AROUND for k in (0, 1))
    wide, high = (max(b[k + 2] for b in boxes) + AROUND - at for k, at in ((0, left), (1, top)))
    view = " ".join(number(v) for v in (left, top, wide, high))
    size = f'width="{number(wide * scale)}pt" height="{number(high * scale)}pt"'
    svg = render_svg(replace(scene, shapes=kept, subject=""))
    return re.sub(r'width="\S+mm" height="\S+mm" viewBox="[^"]*"', f'{size} viewBox="{view}"', svg)


def _box(leaf: Leaf) -> Bounds:
    return text_bounds(leaf) if isinstance(leaf, Text) else bounds(leaf)


DRAWN: Mapping[str, Callable[[str], str]] = {
    "cell": _cell,
    "gain": _gain,
    "set": _set,
    "each": _each,
    "order": _order,
    "write": _write,
    "area": _area,
}


def main() -> None:
    from docs import language

    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.svg"):
        old.unlink()
    for name in language.pictured():
        (FOLDER / file(name)).write_text(draw(name), encoding="utf-8")


if __name__ == "__main__":
    main()
