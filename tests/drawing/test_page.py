"""Pages as scenes: everything is there once, fits, and nothing stands on anything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from cascadia_print.drawing import look
from cascadia_print.drawing.fonts import MissingGlyph, font
from cascadia_print.drawing.icons import GRID, icon, names
from cascadia_print.drawing.ids import id_labels
from cascadia_print.drawing.look import UnknownTheme
from cascadia_print.drawing.look import names as theme_names
from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import (
    MM,
    Circle,
    Command,
    Group,
    Line,
    Paint,
    Point,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
    leaves,
)
from cascadia_print.drawing.scene import (
    Path as Outline,
)
from cascadia_print.drawing.signs import DoesNotFit, hexagon
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.lookup import load_sheet, shipped
from cascadia_print.sheet.model import Gain, Offer, Sheet
from cascadia_print.sheet.vocabulary import habitat_letters, habitats, wildlife_letters

Box = tuple[float, float, float, float]


# -- a ruler of its own: boxes of text by the font's metrics, outlines as polylines ----------


@dataclass(frozen=True)
class Piece:
    """A shape in painting order with the element that it belongs to."""

    shape: Shape
    owner: str
    box: Box
    """Around its ink."""


def pieces(scene: Scene) -> list[Piece]:
    def walk(shapes: tuple[Shape, ...], owner: str) -> Iterator[Piece]:
        for shape in shapes:
            if isinstance(shape, Group):
                name = f"{shape.kind} {shape.id}" if shape.kind != "part" else owner
                yield from walk(shape.shapes, owner or name)
            else:
                yield Piece(shape, owner, ink(shape))

    return list(walk(scene.shapes, ""))


def ink(shape: Shape) -> Box:
    if isinstance(shape, Text):
        font(shape.bold)
        wide = stringWidth(shape.text, "VeraBd" if shape.bold else "Vera", shape.size)
        left = shape.x - {"start": 0, "middle": 0.5, "end": 1}[shape.anchor] * wide
        fall = 0.21 if set(shape.text) & set("gjpqy,()/") else 0.0
        return (left, shape.y - 0.73 * shape.size, left + wide, shape.y + fall * shape.size)
    xs, ys = zip(*(p for line in outlines(shape) for p in line), strict=True)
    half = shape.paint.width / 2 if shape.paint.stroke else 0.0
    return (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)


def outlines(shape: Shape) -> list[list[Point]]:
    """The lines of a shape; curves by the points that span them."""
    match shape:
        case Rect(x, y, w, h):
            return [[(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]]
        case Circle(x, y, r):
            k = 0.7071 * r
            turn = [(r, 0), (k, k), (0, r), (-k, k), (-r, 0), (-k, -k), (0, -r), (k, -k), (r, 0)]
            return [[(x + a, y + b) for a, b in turn]]
        case Line(x1, y1, x2, y2):
            return [[(x1, y1), (x2, y2)]]
        case Polygon(points):
            return [[*points, points[0]]]
        case Outline(commands, _, x, y, scale):
            found: list[list[Point]] = []
            for name, args in commands:
                points = list(zip(args[::2], args[1::2], strict=True))
                placed = [(x + scale * a, y + scale * b) for a, b in points]
                if name == "M":
                    found.append(placed)
                else:
                    found[-1] += placed or found[-1][:1]
            return found
    raise AssertionError(shape)


def outline(shape: Shape) -> list[Point]:
    (line,) = outlines(shape)
    return line


@cache
def strokes(shape: Shape) -> list[tuple[Point, Point]]:
    return [side for line in outlines(shape) for side in pairwise(line)]


def meets(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def cuts(line: tuple[Point, Point], box: Box) -> bool:
    """Whether a line passes through a box, by halving it."""
    (x1, y1), (x2, y2) = line
    if not meets((min(x1, x2), min(y1, y2), max(x1, x2) + 1e-9, max(y1, y2) + 1e-9), box):
        return False
    if abs(x1 - x2) + abs(y1 - y2) < 0.05:
        return True
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    return cuts((line[0], middle), box) or cuts((middle, line[1]), box)


def covers(shape: Shape, point: Point) -> bool:
    """Whether the filled shape lies under or over a point."""
    if isinstance(shape, Text | Line) or not shape.paint.fill:
        return False
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in strokes(shape):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def clashes(scene: Scene) -> list[str]:
    """Texts that touch another text or a border that is seen, or that are painted over."""
    all_ = pieces(scene)
    found = []
    for k, piece in enumerate(all_):
        if not isinstance(piece.shape, Text):
            continue
        box, word = piece.box, piece.shape.text
        x1, y1, x2, y2 = box
        for n, other in enumerate(all_):
            if n == k or not meets(box, other.box):
                continue
            if isinstance(other.shape, Text):
                found.append(f"{word!r} ({piece.owner}) on {other.shape.text!r} ({other.owner})")
                continue
            if n > k:
                if covers(other.shape, ((x1 + x2) / 2, (y1 + y2) / 2)):
                    found.append(f"{word!r} ({piece.owner}) under {other.owner}")
                continue
            hidden = any(
                not isinstance(p.shape, Text | Line) and p.shape.paint.fill and holds(p.box, box)
                for p in all_[n + 1 : k]
            )
            half = other.shape.paint.width / 2 if other.shape.paint.stroke else 0.0
            near = (x1 - half, y1 - half, x2 + half, y2 + half)
            if not hidden and any(cuts(line, near) for line in strokes(other.shape)):
                found.append(f"{word!r} ({piece.owner}) on a border of {other.owner}")
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


# -- all sheets, both languages, with and without ids ----------------------------------------


LARGE = pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
GERMAN = pytest.mark.parametrize("language", ["en", "de"])
# The lines of the other themes are between those of these two.
BROAD = pytest.mark.parametrize("theme", ["color", "high-contrast"])


@GERMAN
@LARGE
@pytest.mark.parametrize(
    ("theme", "ids"), [("color", False), ("high-contrast", False), ("color", True)]
)
def test_nothing_overlaps_and_all_ink_is_inside(
    sheet: Sheet, language: str, large: bool, theme: str, ids: bool
) -> None:
    scene = page(sheet, language=language, theme=theme, ids=ids, large=large)
    assert clashes(scene) == []
    left, top, right, bottom = scene.inside
    size = (round((right - left) / MM, 3), round((bottom - top) / MM, 3))
    assert size == ((198, 267.4) if large else (127, 198))
    assert [p.owner or p.shape for p in pieces(scene) if not holds(scene.inside, p.box)] == []
    if ids:
        check_ids(scene)


def check_ids(scene: Scene) -> None:
    """Each element has its id, on one line or several, or the end of it, not in another element;
    or it is told. Hexagons have theirs whole."""
    groups = [
        g for g in scene.shapes if isinstance(g, Group) and g.kind in ("space", "bonus", "box")
    ]
    hexagons = {g.id for g in groups if g.kind == "space" and "." not in g.id}
    assert not hexagons & set(scene.unnamed)
    texts = iter([t for t in scene.find("part", "ids").shapes if isinstance(t, Text)])
    for group in groups:
        if group.id in scene.unnamed:
            continue
        lines = [next(texts)]
        while group.id.startswith(said := "".join(t.text for t in lines)) and said != group.id:
            lines.append(next(texts))
        assert said == group.id or (
            group.id not in hexagons and said == "." + group.id.rpartition(".")[2]
        )
        middle = (lines[0].x, lines[0].y - lines[0].size / 3)
        near = ("box",) if group.kind == "bonus" else ("box", "space")
        others = [g for g in groups if g is not group and g.kind in near]
        assert [g.id for g in others if covers(g.shapes[0], middle)] == []
    assert list(texts) == []


@GERMAN
@LARGE
@BROAD
def test_what_is_printed_in_a_box_or_hexagon_stays_in_it(
    sheet: Sheet, language: str, large: bool, theme: str
) -> None:
    scene = page(sheet, language=language, theme=theme, large=large)
    for group in scene.groups():
        if group.kind == "box" or (group.kind == "space" and "." in group.id):
            frame = ink(group.shapes[0])
            assert [s for s in group.shapes[1:] if not holds(frame, ink(s))] == [], group.id
        elif group.kind == "space":
            for text in group.shapes:
                if isinstance(text, Text):
                    x1, y1, x2, y2 = ink(text)
                    corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
                    assert all(covers(group.shapes[0], corner) for corner in corners), group.id


@GERMAN
@LARGE
def test_bonuses_between_hexagons_cover_nothing(sheet: Sheet, language: str, large: bool) -> None:
    scene = page(sheet, language=language, large=large)
    plates = [ink(scene.find("bonus", b.id).shapes[0]) for b in sheet.bonuses if b.shape == "edge"]
    numbers = {b.of for b in sheet.bonuses if b.shape == "region"}
    printed = [
        shape
        for group in scene.groups()
        if group.kind == "space"
        for shape in group.shapes
        if isinstance(shape, Text | Outline)
    ]
    printed += [s for s in scene.leaves() if isinstance(s, Text) and s.text in numbers]
    covered = [s for s in printed for mark in marks(s) if any(meets(p, mark) for p in plates)]
    assert covered == []


def marks(shape: Shape) -> list[Box]:
    """The box of a text or icon, and one for each sign of a pattern."""
    if isinstance(shape, Outline) and not shape.paint.fill:
        return [ink(replace(shape, commands=sign)) for sign in signs_of(shape)]
    return [ink(shape)]


def signs_of(shape: Outline) -> list[tuple[Command, ...]]:
    starts = [k for k, (name, _) in enumerate(shape.commands) if name == "M"]
    ends = [*starts[1:], len(shape.commands)]
    return [shape.commands[a:b] for a, b in zip(starts, ends, strict=True)]


def test_every_element_is_drawn_exactly_once(sheet: Sheet) -> None:
    drawn = Counter((g.kind, g.id) for g in page(sheet).groups() if g.kind != "part")
    due = [("space", s.id) for s in sheet.spaces]
    due += [("bonus", b.id) for b in sheet.bonuses]
    due += [("box", id) for id in sheet.boxes]
    due += [("line", line.id) for line in sheet.lines]
    due += [("heading", f"heading.{k}") for k in range(1, len(sheet.heading) + 1)]
    due += [
        ("lane", f"{a.id}:{lane}") for a in sheet.areas if a.kind == "lanes" for lane in a.lanes
    ]
    due += [("total", "total")]
    assert drawn == Counter(due)
    assert all(g.shapes for g in page(sheet).groups())


@GERMAN
@LARGE
@BROAD
def test_elements_stand_apart(sheet: Sheet, language: str, large: bool, theme: str) -> None:
    """Boxes, bonuses and score boxes touch neither each other nor hexagons (D-4 may)."""
    between = {b.id for b in sheet.bonuses if b.shape in ("edge", "diamond")}
    scene = page(sheet, language=language, large=large, theme=theme)
    apart = [
        p
        for p in pieces(scene)
        if p.owner.split(" ")[0] in ("bonus", "box", "line", "total")
        and p.owner.split(" ")[1] not in between
    ]
    touching = [
        (a.owner, b.owner)
        for a, b in combinations(apart, 2)
        if a.owner != b.owner and meets(a.box, b.box)
    ]
    assert touching == []
    hexagons = [g for g in scene.groups() if g.kind == "space"]
    sides = [(g.id, side) for g in hexagons for side in strokes(g.shapes[0])]
    assert [(p.owner, id) for p in apart for id, side in sides if cuts(side, p.box)] == []


@GERMAN
@LARGE
def test_there_is_room_to_write(sheet: Sheet, language: str, large: bool) -> None:
    scene = page(sheet, language=language, ids=True, large=large)
    least = 14.0 if large else 8.5 if sheet.marking.write == "outline" else 9.0
    for group in scene.groups():
        if group.kind == "space" and "." not in group.id:
            xs = [x for x, _ in outline(group.shapes[0])]
            assert (max(xs) - min(xs)) / MM >= least - 0.001, group.id
        if group.kind in ("line", "total"):
            box = group.shapes[0]
            assert isinstance(box, Rect)
            assert box.width >= 9 * MM, group.id
            assert box.height >= 7 * MM, group.id
    ids = {id(t) for g in scene.groups() if g.id == "ids" for t in g.shapes}
    sizes = {t.size for t in scene.leaves() if isinstance(t, Text) and id(t) not in ids}
    assert min(sizes) >= (14 if large else 6.5)


@LARGE
def test_icons_that_mean_something_are_four_millimetres(sheet: Sheet, large: bool) -> None:
    quiet = set(habitats())
    for name, size in icon_sizes(page(sheet, large=large).shapes):
        assert size / MM >= (2.1 if name in quiet or name == "sun" else 3.99), name


@GERMAN
def test_every_gain_is_drawn_with_what_tells_it_apart(sheet: Sheet, language: str) -> None:
    """Icons of all gains; animals, landmarks and habitats with their letter or name."""
    scene = page(sheet, language=language)
    letters = {name: letter for letter, name in wildlife_letters(language).items()}
    letters |= {name: letter for letter, name in habitat_letters().items()}
    words = locale(language).words("page.gains")
    places = [("space", s.id, s.offer) for s in sheet.spaces]
    places += [("bonus", b.id, b.offer) for b in sheet.bonuses]
    places += [("box", b.id, b.offer) for b in sheet.boxes.values()]
    for kind, id, offer in places:
        shapes = tuple(leaves(scene.find(kind, id).shapes))
        texts = {s.text for s in shapes if isinstance(s, Text)}
        for gain in (g for side in offer.sides for g in side):
            if gain.kind == "points":
                assert str(gain.n) in texts, id
                continue
            of = gain.of.partition(".")[2] if gain.kind == "lane" else gain.of
            land = of in habitats()
            name = f"landmark-{of}" if gain.kind == "lane" and land else of or gain.kind
            name = gain.kind if name == "any" else name
            if name in names():
                assert name in icons(shapes), id
            if gain.kind == "animal" or land:
                known = {letters[of], words.get(f"one.{of}"), words.get(f"many.{of}")}
                assert known & texts, id
            if gain.n > 1:
                assert str(gain.n) in texts, id


@pytest.mark.parametrize("theme", theme_names())
def test_text_and_borders_stand_out_from_their_ground(sheet: Sheet, theme: str) -> None:
    strewn = set(look.theme(theme).textures.values())
    all_ = pieces(page(sheet, theme=theme, ids=True))
    for k, piece in enumerate(all_):
        x1, y1, x2, y2 = piece.box
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        around = (*middle, *middle)
        under = [p for p in all_[:k] if holds(p.box, around) and covers(p.shape, middle)]
        ground = under[-1].shape.paint.fill if under else "#ffffff"
        if isinstance(piece.shape, Text):
            assert contrast(piece.shape.fill, ground) >= 4.5, piece
        elif piece.shape.paint.stroke:
            for beside in {ground, piece.shape.paint.fill or ground}:
                assert contrast(piece.shape.paint.stroke, beside) >= 3, piece
        elif isinstance(piece.shape, Outline) and piece.shape.paint.fill not in strewn:
            assert contrast(piece.shape.paint.fill, ground) >= 3, piece


@GERMAN
@LARGE
def test_score_boxes_stand_beside_what_they_score(language: str, large: bool) -> None:
    a, b = (page(load_sheet(path), language=language, large=large) for path in shipped()[:2])
    for scene, pairs in (
        (
            a,
            [("row-1", "space", "a1"), ("row-4", "space", "d5"), ("bonus-1", "bonus", "forests-2")],
        ),
        (b, [("mountains", "space", "a1"), ("overflow", "space", "f12")]),
    ):
        for line, kind, id in pairs:
            box, mark = (ink(scene.find(*x).shapes[0]) for x in (("line", line), (kind, id)))
            assert (box[1] + box[3]) / 2 == pytest.approx((mark[1] + mark[3]) / 2, abs=0.2)
            assert box[0] > mark[2]


def test_score_lines_follow_each_other_downwards_and_the_total_is_last(sheet: Sheet) -> None:
    scene = page(sheet)
    boxes = [scene.find("line", line.id).shapes[0] for line in sheet.lines]
    tops = [ink(box)[1] for box in (*boxes, scene.find("total", "total").shapes[0])]
    assert tops == sorted(tops)


@GERMAN
@pytest.mark.parametrize("file", shipped(), ids=lambda path: path.stem)
def test_areas_say_how_they_are_used_and_score_lines_have_whole_names(
    file: Path, language: str
) -> None:
    sheet = load_sheet(file)
    texts = [t.text for t in page(sheet, language=language).leaves() if isinstance(t, Text)]
    hints = set(locale(language).words("page.hint").values())
    assert sum(text in hints for text in texts) == len(sheet.areas)
    assert {locale(language).line(line) for line in sheet.lines} <= set(texts)


def test_each_side_of_a_choice_and_each_gain_is_drawn(sheet_a: Sheet) -> None:
    b = page(load_sheet(shipped()[1]))
    choice = b.find("bonus", "landmark.rivers").shapes
    assert [s.text for s in choice if isinstance(s, Text)] == ["or", "3"]
    assert any(isinstance(s, Circle) for s in choice)
    assert icons(choice) == ["hex"]
    row = page(sheet_a).find("bonus", "row-1").shapes
    assert [s.text for s in row if isinstance(s, Text)] == ["3"]
    assert icons(row) == ["wild"]


def icons(shapes: Iterable[Shape]) -> list[str]:
    """The names of the icons among shapes."""
    return [name for name, _ in icon_sizes(shapes)]


def icon_sizes(shapes: Iterable[Shape]) -> list[tuple[str, float]]:
    """The icons among shapes with the width of their grid in points."""
    drawn = {icon(name): name for name in names()}
    paths = [shape for shape in leaves(shapes) if isinstance(shape, Outline)]
    return [(drawn[p.commands], p.scale * GRID) for p in paths if p.commands in drawn]


def test_a_changed_gain_changes_its_place_and_nothing_else(sheet_a: Sheet) -> None:
    gain = Offer(((Gain("points", 7, "", "7pt"), Gain("wild", 1, "", "wild")),))
    bonuses = tuple(replace(b, offer=gain) if b.id == "row-1" else b for b in sheet_a.bonuses)
    before = {(g.kind, g.id): g for g in page(sheet_a).groups()}
    after = {(g.kind, g.id): g for g in page(replace(sheet_a, bonuses=bonuses)).groups()}
    assert [key for key in before if before[key] != after[key]] == [("bonus", "row-1")]
    assert "7" in {s.text for s in after["bonus", "row-1"].shapes if isinstance(s, Text)}


def test_options_change_the_page(sheet_a: Sheet) -> None:
    plain = page(sheet_a)
    others = [
        page(sheet_a, number=(2, 3)),
        page(sheet_a, language="de"),
        page(sheet_a, ids=True),
        page(sheet_a, large=True),
        *(page(sheet_a, theme=name) for name in theme_names() if name != "color"),
    ]
    assert all(a.shapes != b.shapes for a, b in combinations([plain, *others], 2))
    assert "page 2 of 3" in {t.text for t in others[0].leaves() if isinstance(t, Text)}


def test_ids_name_every_space_of_a() -> None:
    sheet = load_sheet(shipped()[0])
    found = {
        t.text for t in page(sheet, ids=True).find("part", "ids").shapes if isinstance(t, Text)
    }
    assert found >= {*sheet.space, *sheet.boxes, *sheet.bonus}


def test_an_id_without_room_is_told_and_never_put_into_another_box() -> None:
    paint = Paint("#ffffff", "#000000", 1.0)
    full = Group("space", "a1", (Polygon(hexagon(60, 60, 30), paint), Line(60, 46, 60, 74, paint)))
    lines = tuple(Line(x, 46, x, 74, paint) for x in range(46, 75, 3))
    boxes = [Group("box", f"x.{n}", (Rect(10, y, 100, 24, paint),)) for n, y in ((1, 20), (2, 76))]
    shapes = (replace(full, shapes=(*full.shapes, *lines)), *boxes)
    style = look.look("color", "en")
    labels, unnamed = id_labels(shapes, style, (0, 0, 120, 120))
    assert [t.text for t in labels.shapes if isinstance(t, Text)] == ["x.1", "x.2"]
    assert unnamed == ("a1",)
    assert id_labels(shapes[:1], style, (0, 0, 120, 120))[1] == ()


def test_how_to_mark_is_said_by_the_properties_of_the_marking() -> None:
    words = [
        " ".join(t.text for t in page(load_sheet(path)).leaves() if isinstance(t, Text))
        for path in shipped()
    ]
    assert "topmost open hexagon" in words[0]
    assert "number above its last marked hexagon" in words[1]
    assert "6 neighbours" in words[2]
    assert "6 neighbours" not in words[3]
    assert "Write animals of the card" in words[3]


# -- what cannot be drawn --------------------------------------------------------------------


def sheet_of(tmp_path: Path, cells: str, rows: int = 1, write: str = "number") -> Sheet:
    listed = "\n".join(f'    - "{cells}"' for _ in range(rows))
    file = tmp_path / "x.yaml"
    file.write_text(
        f"""kind: environment
id: X
version: 1
name: {{en: X}}
marking: {{write: {write}, order: any}}
rules: {{order: S-order}}
spaces:
  stagger: odd
  rows:
{listed}
lines:
  - {{id: rivers, {"written" if write == "number" else "printed"}: all, rule: S-line}}
""",
        encoding="utf-8",
    )
    return load_sheet(file)


@pytest.mark.parametrize(("write", "fits", "least"), [("number", 13, 9), ("outline", 14, 8.5)])
def test_as_many_columns_as_hexagons_to_write_in(
    tmp_path: Path, write: str, fits: int, least: float
) -> None:
    scene = page(sheet_of(tmp_path, "R " * fits, write=write))
    xs = [x for x, _ in outline(scene.find("space", f"a{fits}").shapes[0])]
    assert (max(xs) - min(xs)) / MM >= least - 0.001
    with pytest.raises(DoesNotFit) as error:
        page(sheet_of(tmp_path, "R " * (fits + 1), write=write))
    assert error.value.need == pytest.approx((fits + 1) * least * MM)
    assert error.value.have < 127 * MM


def test_too_many_rows_are_refused(tmp_path: Path) -> None:
    assert page(sheet_of(tmp_path, "R", rows=12)).find("space", "l1")
    with pytest.raises(DoesNotFit, match=r"height of the sheet does not fit: needs .* mm, has"):
        page(sheet_of(tmp_path, "R", rows=30))


def test_a_sign_that_the_font_lacks_is_named(sheet_a: Sheet) -> None:
    with pytest.raises(MissingGlyph, match=r"U\+96EA") as error:
        page(replace(sheet_a, name={"en": "雪 Prairie"}))
    assert error.value.sign == "雪"


def test_unknown_theme_is_refused_with_a_suggestion(sheet_a: Sheet) -> None:
    with pytest.raises(UnknownTheme, match="did you mean color") as error:
        page(sheet_a, theme="colour")
    assert error.value.suggestion == "color"
