"""Pages that are not scored: every one in every language, theme and print has room for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from cascadia_print import resources
from cascadia_print.drawing.blocks import Piece, stack
from cascadia_print.drawing.fit import ink
from cascadia_print.drawing.fonts import MissingGlyph
from cascadia_print.drawing.look import names as themes
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.scene import MM, Paint, Rect, Scene, Text, bounds, leaves
from cascadia_print.drawing.sides import balanced, flow, sides
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.drawing.svg import render_svg
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_yaml
from cascadia_print.sheet.lookup import load_printable
from cascadia_print.sheet.pages import Beside, Block, Page, Table, Tracks, build_page, places
from tests.drawing.test_page import clashes, holds, pieces

FOLDER = resources.root("sheets") / "pages"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))

PAGE = pytest.mark.parametrize("name", NAMES)
LARGE = pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
GERMAN = pytest.mark.parametrize("language", ["en", "de"])


def page(name: str) -> Page:
    found = load_printable(FOLDER / f"{name}.yaml")
    assert isinstance(found, Page)
    return found


@cache
def drawn(name: str, language: str, theme: str, large: bool) -> tuple[Scene, ...]:
    return sides(page(name), language=language, theme=theme, large=large)


@PAGE
@GERMAN
@LARGE
@pytest.mark.parametrize("theme", themes())
def test_all_is_inside_and_large_enough(name: str, language: str, theme: str, large: bool) -> None:
    for side in drawn(name, language, theme, large):
        assert [s for s in side.leaves() if not holds(side.inside, ink(s))] == []
        assert min(t.size for t in side.leaves() if isinstance(t, Text)) >= (14 if large else 6.5)


@PAGE
@GERMAN
@LARGE
@pytest.mark.parametrize("theme", ["color", "high-contrast"])
def test_no_text_stands_on_another_or_on_a_border(
    name: str, language: str, theme: str, large: bool
) -> None:
    for side in drawn(name, language, theme, large):
        assert clashes(side) == []
        assert [p.shape for p in pieces(side) if not holds(side.inside, p.box)] == []


@PAGE
@LARGE
def test_every_place_to_write_is_drawn_once_and_large_enough(name: str, large: bool) -> None:
    found = page(name)
    boxes = [
        group
        for side in drawn(name, "en", "color", large)
        for group in side.groups()
        if group.kind == "box"
    ]
    assert len({group.id for group in boxes}) == len(boxes)
    assert Counter(id_of(group.id, found) for group in boxes) == places(found)
    scale = 1.5 if large else 1
    for group, least in ((g, least_of(g.id, found)) for g in boxes):
        left, top, right, bottom = bounds(next(leaves(group.shapes)))
        wide, high = (right - left) / MM + 0.01, (bottom - top) / MM + 0.01
        assert wide >= least[0] * scale, group.id
        assert high >= least[1] * scale, group.id


def id_of(box: str, page: Page) -> str:
    """The row, list or line that a box belongs to."""
    return max((id for id in places(page) if box.startswith(f"{id}.")), key=len)


def least_of(box: str, page: Page) -> tuple[float, float]:
    """Least width and height in mm: what was asked for; a box to write in; one to tick off."""
    for block in flat(page.blocks):
        if isinstance(block, Tracks) and id_of(box, page) in {row.id for row in block.rows}:
            return block.size
        if isinstance(block, Table):
            for row in block.rows:
                if row.id == id_of(box, page):
                    cell = row.cells[int(box.removeprefix(f"{row.id}.").split(".")[0])]
                    return ((9, 7, 6)[cell.blanks - 1], 6.6) if cell.blanks else (3.5, 4.2)
    return (10, 4)


def flat(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, Beside):
            for part in block.parts:
                yield from flat(part.blocks)
        else:
            yield block


@PAGE
def test_ids_are_printed_on_request_where_there_is_room(name: str) -> None:
    (side,) = sides(page(name), ids=True)
    assert clashes(side) == []
    ids = {group.id for group in side.groups() if group.kind == "box"}
    shown = ids & set(texts(side))
    assert bool(shown) == bool(ids)
    assert not ids & set(texts(drawn(name, "en", "color", False)[0]))


@pytest.mark.parametrize("name", ["tally", "tally-abundance", "hiking", "pad", "pad-landmarks"])
@GERMAN
@LARGE
def test_what_is_written_on_is_one_side(name: str, language: str, large: bool) -> None:
    assert len(drawn(name, language, "color", large)) == 1


@GERMAN
def test_the_rows_of_a_small_pad_are_read_at_arms_length(language: str) -> None:
    (side,) = drawn("pad", language, "color", False)
    rows = [s for s in side.leaves() if isinstance(s, Text) and s.x < side.width / 2]
    assert min(t.size for t in rows if not footer(t)) >= 7.5


@PAGE
@GERMAN
def test_in_normal_print_each_page_is_one_side_and_full(name: str, language: str) -> None:
    """Nobody wants a page whose lower third is empty."""
    (side,) = drawn(name, language, "color", False)
    bottom = max(y2 for p in pieces(side) if not footer(p.shape) for y2 in [p.box[3]])
    assert bottom > side.inside[1] + 0.8 * (side.inside[3] - side.inside[1])


def footer(shape: object) -> bool:
    return isinstance(shape, Text) and shape.size == 6.5


@PAGE
@GERMAN
@LARGE
def test_sides_say_what_they_are(name: str, language: str, large: bool) -> None:
    sides_ = drawn(name, language, "color", large)
    for n, side in enumerate(sides_, 1):
        words = " ".join(t.text for t in side.leaves() if isinstance(t, Text))
        for part in (
            page(name).name[language],
            f"{name}@1",
            locale(language).text("page.unofficial"),
            locale(language).text("page.number", page=n, pages=len(sides_)),
        ):
            assert part in words
        size = tuple(round(v / MM, 1) for v in (side.width, side.height))
        small = {"quarter": (105, 148), "half": (148, 210), "full": (210, 279.4)}
        assert size == (small["full"] if large else small[page(name).size])
        assert side.language == language


# -- how blocks are stacked -----------------------------------------------------------------------


def piece(high: float, **values: Any) -> Piece:
    return Piece(high, lambda x, y, high: iter((Rect(x, y, 1, high, Paint()),)), **values)


def tops(pieces: list[Piece], high: float) -> list[tuple[float, float]]:
    """Top and height of each."""
    boxes = [shape for shape in stack(pieces, 0, 0, high) if isinstance(shape, Rect)]
    return [(round(box.y, 3), round(box.height, 3)) for box in boxes]


def test_room_makes_rows_alike_before_it_parts_blocks() -> None:
    rows = [piece(10, before=9, loose=9), piece(4, grow=20), piece(8, grow=1, before=2, loose=4)]
    assert tops(rows, 24) == [(0, 10), (10, 4), (16, 8)]
    assert tops(rows, 30) == [(0, 10), (10, 9), (21, 9)]
    assert tops(rows, 45) == [(0, 10), (10, 24), (36, 9)]
    assert tops(rows, 47) == [(0, 10), (10, 24), (38, 9)]
    assert tops(rows, 99) == [(0, 10), (10, 24), (40, 9)]


def heights(columns: Sequence[Sequence[Piece]]) -> list[list[float]]:
    return [[p.high for p in column] for column in columns]


def test_what_belongs_together_begins_a_new_column() -> None:
    pieces = [piece(5), piece(2, keep=True), piece(4), piece(1)]
    assert heights(flow(pieces, 12, 1)) == [[5, 2, 4, 1]]
    assert heights(flow(pieces, 10, 1)) == [[5], [2, 4, 1]]
    head = piece(3, keep=True)
    long = [head, *(piece(n, keep=True, head=head) for n in (4, 5, 6)), piece(1)]
    assert heights(flow([piece(2), *long], 10, 1)) == [[2, 3, 4], [3, 5], [3, 6, 1]]
    with pytest.raises(DoesNotFit):
        flow([piece(11)], 10, 1)


def test_a_break_begins_a_column_or_a_side() -> None:
    def parted(to: str) -> list[list[float]]:
        return heights(flow([piece(1), piece(0, ends=to), piece(2)], 10, 2))

    assert parted("column") == [[1], [2]]
    assert parted("side") == [[1], [], [2]]
    ends = piece(0, ends="side")
    assert heights(flow([ends, piece(1), ends, ends], 10, 1)) == [[1]]


def test_columns_are_about_equally_full() -> None:
    pieces = [piece(3) for _ in range(6)]
    assert heights(flow(pieces, 15, 2)) == [[3] * 5, [3]]
    assert heights(balanced(pieces, 15, 2)) == [[3] * 3, [3] * 3]
    assert heights(balanced(pieces[:2], 15, 2)) == [[3, 3]]


# -- what an author may do -------------------------------------------------------------------------

HEAD = "kind: page\nid: mine\nversion: 1\nname: {en: Mine}\n"


def mine(text: str, **options: Any) -> tuple[Scene, ...]:
    return sides(build_page(parse_yaml(HEAD + text, "mine.yaml")), **options)


def texts(scene: Scene) -> list[str]:
    return [t.text for t in scene.leaves() if isinstance(t, Text)]


def test_long_text_goes_on_on_further_sides_in_small_print() -> None:
    words = "wood and water " * 900
    sides_ = mine(f"blocks:\n  - list: [{', '.join([words[:900]] * 9)}]\n")
    assert len(sides_) == 2
    assert all("page 1 of 2" in " ".join(texts(s)) or "page 2 of 2" in texts(s) for s in sides_)
    assert all(clashes(side) == [] for side in sides_)


def test_a_table_that_goes_on_has_its_head_again() -> None:
    sides_ = mine("blocks:\n  - table: {widths: [1, 1], head: [Left, Right], empty: 40}\n")
    assert [texts(side).count("Left") for side in sides_] == [1] * len(sides_)
    assert len(sides_) == 2


@pytest.mark.parametrize(
    "text",
    [
        "blocks:\n  - table: {widths: [1, 40], rows: [{cells: [Extraordinarily, x]}]}\n",
        "blocks:\n  - boxes: {across: 20, rows: [{label: x, boxes: 20}]}\n",
        "blocks:\n  - space: 190\n  - beside:\n"
        "      - blocks: [{boxes: {across: 5, size: [8, 60], rows: [{label: x, boxes: 15}]}}]\n"
        "      - blocks: [{text: x}]\n",
    ],
)
def test_what_cannot_fit_is_refused(text: str) -> None:
    with pytest.raises(DoesNotFit):
        mine(text)


def test_large_print_has_larger_boxes() -> None:
    boxes = "{across: 16, size: [8, 7], rows: [{label: x, boxes: 16}]}"
    text = f"size: full\nblocks: [boxes: {boxes}]\n"
    assert mine(text)
    with pytest.raises(DoesNotFit) as caught:
        mine(text, large=True)
    assert round(caught.value.need / MM) == 16 * 12


def test_a_sign_that_the_font_lacks_is_named() -> None:
    with pytest.raises(MissingGlyph) as caught:
        mine("blocks:\n  - text: at 日\n")
    assert caught.value.sign == "日"


@pytest.mark.parametrize(("size", "count"), [("full", 2), ("half", 1)])
def test_columns_that_would_be_too_narrow_are_fewer(size: str, count: int) -> None:
    (side,) = mine(
        f"columns: 3\nsize: {size}\nblocks: [{{text: a}}, {{break: column}}, {{text: z}}]\n"
        if count > 1
        else f"columns: 3\nsize: {size}\nblocks: [{{text: a}}, {{text: z}}]\n"
    )
    a, z = (next(t for t in side.leaves() if isinstance(t, Text) and t.text == w) for w in "az")
    assert (a.x < z.x, a.y < z.y) == (count > 1, count == 1)


@pytest.mark.parametrize(("size", "lines"), [("full-wide", 1), ("half", 6)])
def test_parts_that_would_be_too_narrow_stand_below_each_other(size: str, lines: int) -> None:
    parts = ", ".join(f"{{blocks: [{{text: w{n}}}]}}" for n in range(6))
    (side,) = mine(f"size: {size}\nblocks:\n  - beside: [{parts}]\n")
    words = [t for t in side.leaves() if isinstance(t, Text) and t.text.startswith("w")]
    assert len({t.y for t in words}) == lines


def test_crossed_boxes_are_crossed_and_printed_ones_printed() -> None:
    (side,) = mine(
        "blocks:\n  - boxes:\n      across: 4\n"
        "      rows: [{id: a, label: x, boxes: 4, print: [7], crossed: 2}]\n"
    )
    kinds = [[type(s).__name__ for s in side.find("box", f"a.{n}").shapes] for n in (1, 2, 3)]
    assert kinds == [["Rect", "Text", "Line"], ["Rect", "Line"], ["Rect"]]


def test_the_same_page_gives_the_same_bytes_in_every_format() -> None:
    for language in ("en", "de"):
        one, other = (sides(page("cascadia"), language=language) for _ in range(2))
        assert render_pdf(one) == render_pdf(other)
        assert [render_svg(s) for s in one] == [render_svg(s) for s in other]
