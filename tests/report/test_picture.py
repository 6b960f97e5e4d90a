"""The picture of a receipt: the player's ink, findings in their places, the list beside it."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cascadia_print import resources
from cascadia_print.cli.written import written
from cascadia_print.drawing.ids import text_bounds
from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Circle,
    Group,
    Leaf,
    Line,
    Polygon,
    Rect,
    Scene,
    Text,
    around,
    bounds,
    leaves,
)
from cascadia_print.entry.filled import read_filled
from cascadia_print.report import picture as drawing
from cascadia_print.report import said
from cascadia_print.report import words as say
from cascadia_print.report.hand import strokes
from cascadia_print.report.hand import written as by_hand
from cascadia_print.report.ink import FAULT, PEN, right
from cascadia_print.report.judged import Judged
from cascadia_print.report.picture import MISSED, picture
from cascadia_print.report.written import Written
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json, read_yaml
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.sheet.vocabulary import letter_languages, wildlife_letters
from cascadia_print.verdict import Line as Scored
from tests.drawing.test_page import contrast

EXAMPLES = resources.root("data") / "examples"
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("[a-d]/*.yaml"))
BLANK = {
    "A@1": {"map": ["....."] * 4},
    "B@1": {"rows": {"mountains": 0}},
    "C@1": {"rows": {"overflow": 0}},
    "D@1": {"rows": {"overflow": 0}},
}


@pytest.fixture(autouse=True)
def _one_page_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "page", PAGE)


PAGE = cache(page)


def receipt(sheet: str = "A@1", **data: Any) -> tuple[Judged, Written]:
    """A filled sheet, judged, with its ink."""
    filled = {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": sheet, **data}
    source = parse_json(json.dumps(filled), "ana.json")
    ((used, read),) = read_filled(source, find_sheet)
    return Judged(used, judge(used, read), source), written(used, read)


def example(name: str, **changes: Any) -> tuple[Judged, Written]:
    data = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8")) | changes
    return receipt(**{k: v for k, v in data.items() if k not in ("$schema", "format", "version")})


def drawn(found: tuple[Judged, Written], language: str = "en") -> tuple[Scene, ...]:
    return picture(*found, locale(language))


def part(scene: Scene, name: str) -> list[Leaf]:
    return list(leaves(scene.find("part", name).shapes))


def texts(shapes: list[Leaf]) -> list[str]:
    return [s.text for s in shapes if isinstance(s, Text)]


def inside(shape: Leaf, box: Bounds, by: float = 0.0) -> bool:
    x1, y1, x2, y2 = bounds(shape)
    left, top, right_, bottom = box
    return left - by <= x1 and top - by <= y1 and x2 <= right_ + by and y2 <= bottom + by


def place(scene: Scene, kind: Any, id: str) -> Bounds:
    return bounds(next(leaves(scene.find(kind, id).shapes)))


# -- the player's ink ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["slips-a", "rulebook-a", "slips-d", "rulebook-d"])
def test_number_or_letter_stands_in_its_hexagon_and_in_no_other(name: str) -> None:
    judged, has = example(name)
    scene = drawn((judged, has))[0]
    signs = [s for s in part(scene, "ink") if not isinstance(s, Line | Rect | Text)]
    for space in judged.sheet.spaces:
        if "." in space.id:
            continue
        box = place(scene, "space", space.id)
        here = [s for s in signs if inside(s, box) and bounds(s)[3] - bounds(s)[1] > 2.5 * MM]
        assert bool(here) is bool(has.marks.get(space.id)), space.id


@pytest.mark.parametrize("name", ["slips-b", "rulebook-b", "slips-c", "rulebook-c"])
def test_outlined_hexagon_has_a_thick_line_along_its_edge(name: str) -> None:
    judged, has = example(name)
    scene = drawn((judged, has))[0]
    lines = [bounds(s) for s in part(scene, "ink") if isinstance(s, Polygon)]
    for space in judged.sheet.spaces:
        if "." in space.id or space.start:
            continue
        box = place(scene, "space", space.id)
        near = [x for x in lines if x == pytest.approx(box, abs=MM)]
        assert len(near) == int(space.id in has.marks), space.id


def test_overflow_row_apart_is_outlined_too() -> None:
    scene = drawn(example("slips-c"))[0]
    boxes = [bounds(s) for s in part(scene, "ink") if isinstance(s, Rect)]
    assert boxes == [place(scene, "space", f"overflow.{n}") for n in (1, 2, 3)]


def test_named_habitat_of_a_split_hexagon_has_its_letter_ringed() -> None:
    sheet = find_sheet("C")
    split = next(s for s in sheet.spaces if len(s.habitats) == 2)
    for habitat in split.habitats:
        found = receipt("C@1", spaces={split.id: habitat})
        scene = drawn(found)[0]
        rings = [s for s in part(scene, "ink") if isinstance(s, Circle) and s.paint.stroke]
        letter = {"mountains": "M", "forests": "F", "prairies": "P", "wetlands": "W"}.get(
            habitat, "R"
        )
        text = next(
            t
            for t in leaves(scene.find("space", split.id).shapes)
            if isinstance(t, Text) and t.text == letter
        )
        (ring,) = [r for r in rings if inside(text, bounds(r))]
        assert abs(ring.x - text.x) < 0.1


def test_points_are_ringed_and_boxes_crossed() -> None:
    data = {"map": ["11...", "11...", ".....", "....."]}
    scene = drawn(receipt(**data, picks=["sun.1", "sun.7"], taken=["mountains-2", "forests-2.1"]))[
        0
    ]
    rings = [s for s in part(scene, "ink") if isinstance(s, Circle) and s.paint.stroke]
    lines = [s for s in part(scene, "ink") if isinstance(s, Line)]

    def circle(kind: Any, id: str) -> Circle:
        return next(
            s
            for s in leaves(scene.find(kind, id).shapes)
            if isinstance(s, Circle) and s.radius > 2 * MM
        )

    due = [circle("bonus", "mountains-2"), circle("bonus", "forests-2"), circle("box", "sun.7")]
    assert [(r.x, r.y) for r in rings] == [(c.x, c.y) for c in due]
    assert all(r.radius > c.radius for r, c in zip(rings, due, strict=True))
    # mountains-2 as a whole with its sun; of forests-2 the point alone.
    suns = [s for s in leaves(scene.find("bonus", "mountains-2").shapes) if isinstance(s, Rect)]
    crossed = [bounds(suns[0]), place(scene, "box", "sun.1")]
    assert len(lines) == 4
    assert [inside(line, box) for line, box in zip(lines[::2], crossed, strict=True)] == [True] * 2


def test_box_of_a_lane_is_no_part_of_the_bonus_of_its_lane() -> None:
    sheet = find_sheet("D")
    area = sheet.area["landmark"]
    boxes = [b.id for b in area.lanes["rivers"]]
    scene = drawn(receipt("D@1", map=[], taken=[boxes[0], boxes[1]]))[0]
    circle = next(
        s for s in leaves(scene.find("bonus", "landmark.rivers").shapes) if isinstance(s, Circle)
    )
    rings = [s for s in part(scene, "ink") if isinstance(s, Circle) and s.paint.stroke]
    assert (circle.x, circle.y) not in [(r.x, r.y) for r in rings]


def test_chosen_side_is_marked_alone() -> None:
    sheet = find_sheet("B")
    id, offer = next((b.id, b.offer) for b in sheet.bonuses if b.offer.choice)
    points = next(w for w in offer.side_words() if w.endswith("pt"))
    other = next(w for w in offer.side_words() if w != points)
    marked = {}
    for word in (points, other):
        scene = drawn(receipt("B@1", **BLANK["B@1"], picks=[f"{id}={word}"]))[0]
        ink = part(scene, "ink")
        marked[word] = (
            sum(isinstance(s, Circle) and bool(s.paint.stroke) for s in ink),
            sum(isinstance(s, Line) for s in ink),
        )
    assert marked == {points: (1, 0), other: (0, 2)}


def test_all_that_is_earned_is_marked_where_nothing_is_said_of_it() -> None:
    row = {"map": ["11111", ".....", ".....", "....."]}
    assert receipt(**row)[1].crossed == {"row-1"}
    assert receipt(**row, taken=[])[1].crossed == frozenset()


def test_icons_fill_their_boxes_even_if_the_player_names_what_he_took() -> None:
    _, has = example("slips-c", taken=[])
    assert {"sky.sun.1", "landmark.rivers.1"} <= has.crossed
    assert not {"landmark.rivers.2", "landmark.rivers"} & has.crossed


def rule_of_the_name(scene: Scene) -> Line:
    shapes = list(scene.leaves())
    label = next(k for k, s in enumerate(shapes) if isinstance(s, Text) and s.text == "Player")
    return next(s for s in shapes[label:] if isinstance(s, Line))


def test_name_stands_on_its_line_whatever_its_letters() -> None:
    for name, shown in (("Ana", "Ana"), ("Łukasz Żółw 李", "Łukasz Zółw ?")):
        scene = drawn(receipt(**BLANK["A@1"], player=name))[0]
        (text,) = [s for s in part(scene, "ink") if isinstance(s, Text)]
        assert (text.text, text.fill) == (shown, PEN)
        rule = rule_of_the_name(scene)
        assert rule.x1 < text.x < rule.x2
        assert rule.y1 - 2 < text.y < rule.y1


def test_long_name_stays_on_its_line() -> None:
    scene = drawn(receipt(**BLANK["A@1"], player="M" * 60))[0]
    (text,) = [s for s in part(scene, "ink") if isinstance(s, Text)]
    assert text_bounds(text)[2] <= rule_of_the_name(scene).x2


# -- the hand ------------------------------------------------------------------------------------


def test_every_letter_and_digit_that_is_written_has_strokes() -> None:
    letters = {letter for code in letter_languages() for letter in wildlife_letters(code)}
    assert {*"0123456789", *letters} <= set(strokes())


@pytest.mark.parametrize(("text", "wide"), [("7", 30), ("100", 30), ("100", 8), ("2.5?", 12)])
def test_what_is_written_keeps_to_its_room(text: str, wide: float) -> None:
    shapes = list(by_hand(text, 50, 40, 12, wide, PEN))
    boxes = [text_bounds(s) if isinstance(s, Text) else bounds(s) for s in shapes]
    left, top, right_, bottom = around([p for b in boxes for p in (b[:2], b[2:])])
    assert right_ - left <= wide + 2.8
    assert bottom - top <= 12 * 1.1
    assert (left + right_) / 2 == pytest.approx(50, abs=1.2)
    assert (top + bottom) / 2 == pytest.approx(40, abs=0.8)


# -- subtotals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["slips-a", "slips-b", "slips-c", "slips-d", "rulebook-a"])
def test_right_number_stands_beside_a_claim_that_differs(name: str) -> None:
    judged, has = example(name)
    scene = drawn((judged, has))[0]
    shapes = part(scene, "subtotals")
    for line in (*judged.report.lines, judged.report.total):
        box = place(scene, "total" if line.id == "total" else "line", line.id)
        here = [s for s in shapes if inside(s, box)]
        number, same = right(line)
        assert texts(here) == ([] if same else [number])
        pen = [bounds(s) for s in here if not isinstance(s, Text) and s.paint.stroke == PEN]
        assert len(pen) == len(str(line.claimed))
        frames = [bounds(s) for s in here if isinstance(s, Rect)]
        assert len(frames) == int(not same)
        if frames:
            assert max(x2 for _, _, x2, _ in pen) < frames[0][0]
            strikes = [s for s in here if isinstance(s, Line) and s.paint.stroke == FAULT]
            assert len(strikes) == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (Scored("x", "", 9, 9, 9, 9), ("9", True)),
        (Scored("x", "", 9, 9, 4, 4), ("4", False)),
        (Scored("x", "", 9, 9, 4, 10), ("4–10", True)),
        (Scored("x", "", 3, 9, 4, 10), ("4–10", False)),
        (Scored("x", "", 9, 8, None, None), ("8", False)),
        (Scored("x", "", 9), ("", True)),
        (Scored("x", "", None, 4, 4, 4), ("4", False)),
    ],
)
def test_right_number(line: Scored, said: tuple[str, bool]) -> None:
    assert right(line) == said


def test_number_that_nobody_wrote_is_given_in_print() -> None:
    scene = drawn(receipt(map=["3....", ".....", ".....", "....."]))[0]
    shapes = [s for s in part(scene, "subtotals") if inside(s, place(scene, "line", "row-1"))]
    assert texts(shapes) == ["3"]
    assert [s for s in shapes if not isinstance(s, Text) and s.paint.stroke == PEN] == []


def test_a_number_that_cannot_be_checked_is_not_crossed_out() -> None:
    made = receipt(map=["3....", ".....", ".....", "....."], tally=None, claims={"total": 9})
    scene = drawn(made)[0]
    shapes = [s for s in part(scene, "subtotals") if inside(s, place(scene, "total", "total"))]
    assert shapes
    assert not [s for s in shapes if not isinstance(s, Text) and s.paint.stroke == FAULT]


# -- findings ------------------------------------------------------------------------------------


def badges(scene: Scene) -> list[tuple[str, Bounds]]:
    """The texts of badges with the badges themselves."""
    shapes = part(scene, "findings")
    return [
        (t.text, bounds(before))
        for before, t in pairwise(shapes)
        if isinstance(t, Text) and not isinstance(before, Text)
    ]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["slips-a", "slips-b", "slips-c", "slips-d"])
def test_each_finding_has_its_number_in_place_and_in_the_list(name: str, language: str) -> None:
    judged, has = example(name)
    pages = drawn((judged, has), language)
    words = locale(language)
    numbers = [text for text, _ in badges(pages[0])]
    beside = [s for p in pages for s in p.leaves() if isinstance(s, Text) and s.x > 148 * MM]
    beside += [s for p in pages[1:] for s in p.leaves() if isinstance(s, Text)]
    told = " ".join(s.text for s in beside)
    for n, finding in enumerate(judged.report.findings, 1):
        follows = finding.consequences
        assert numbers.count(str(n)) == 1 + len(follows)
        for f in (finding, *follows):
            assert say.message(f, judged.sheet, words) in told
            assert f.rule in told
        assert [s.text for s in beside].count(str(n)) >= 1 + len(follows)
    for k, missed in enumerate(judged.report.missed):
        flag = f"{'abcdef'[k]} +{missed.points}"
        assert flag in numbers
        assert flag in [s.text for s in beside]
        assert say.missed_message(missed, judged.sheet, words) in told


def test_badge_stands_at_what_it_is_about() -> None:
    scene = drawn(example("slips-a"))[0]
    where = dict(reversed(badges(scene)))
    near = place(scene, "space", "c3")
    x, y = where["1"][0], where["1"][1]
    assert near[0] - 5 * MM < x < near[2] + 5 * MM
    assert near[1] - 5 * MM < y < near[3] + 5 * MM
    line = place(scene, "line", "leftovers")
    assert line[1] - 6 * MM < where["3"][1] < line[3] + 6 * MM


def test_wrong_hexagons_are_encircled_all_of_them() -> None:
    scene = drawn(example("slips-b"))[0]
    red = [s for s in part(scene, "findings") if isinstance(s, Polygon) and s.paint.stroke == FAULT]
    assert [bounds(s) for s in red] == [
        pytest.approx(place(scene, "space", id), abs=MM) for id in ("f1", "f2")
    ]


@pytest.mark.parametrize("name", ["slips-a", "slips-b", "slips-c", "slips-d"])
def test_badges_keep_off_each_other(name: str) -> None:
    found = [box for _, box in badges(drawn(example(name))[0])]
    for k, a in enumerate(found):
        for b in found[:k]:
            assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])


def test_signs_are_told_apart_without_colour() -> None:
    for colour in (PEN, FAULT, MISSED):
        assert contrast(colour, "#ffffff") >= 4.5
    question = {"map": ["11...", "11...", ".....", "....."]}
    scene = drawn(receipt(**question))[0]
    discs = [s for s in part(scene, "findings") if isinstance(s, Circle) and s.paint.stroke]
    assert [s.paint.fill for s in discs] == ["#ffffff"]
    scene = drawn(example("slips-a"))[0]
    fills = [s.paint.fill for s in part(scene, "findings") if isinstance(s, Circle)]
    assert fills.count(FAULT) == 3


# -- the list ------------------------------------------------------------------------------------


def many() -> tuple[Judged, Written]:
    """More findings than a page has room for."""
    return receipt(map=["9....", "12345", "98765", "....."], spaces={f"z{n}": 1 for n in range(40)})


def test_list_that_is_too_long_goes_on_over_pages_and_loses_nothing() -> None:
    judged, has = many()
    pages = drawn((judged, has))
    assert len(pages) > 2
    told = " ".join(s.text for p in pages for s in p.leaves() if isinstance(s, Text))
    for finding in judged.report.findings:
        assert say.message(finding, judged.sheet, locale("en")) in told
    for scene in pages:
        assert (scene.width, scene.height) == (297 * MM, 210 * MM)
        ink = [text_bounds(s) if isinstance(s, Text) else bounds(s) for s in scene.leaves()]
        assert all(b[2] < scene.width - 5 * MM and b[3] < scene.height - 5 * MM for b in ink)


def test_picture_says_all_that_the_text_says_of_the_whole_sheet() -> None:
    judged, has = example("slips-d")
    told = " ".join(texts(list(drawn((judged, has))[0].leaves())))
    words = locale("en")
    sentences = [*said.basis(judged, words), *(text for _, text in said.verdict(judged, words))]
    for sentence in (said.title(judged, words), said.rulings(judged, words), *sentences):
        assert sentence in told


def test_numbers_are_opened_where_there_is_room_for_all_of_them() -> None:
    for name, fits in (("rulebook-a", True), ("slips-b", False)):
        judged, has = example(name)
        pages = drawn((judged, has))
        told = " ".join(" ".join(texts(list(p.leaves()))) for p in pages).split()
        for receipt_ in said.receipts(judged, locale("en")):
            assert (" ".join(receipt_.split()) in " ".join(told)) is fits, receipt_
        assert len(pages) == 1


def test_picture_without_pages_grows() -> None:
    judged, has = many()
    (scene,) = picture(judged, has, locale("en"), paged=False)
    assert scene.height > 210 * MM
    told = " ".join(texts(list(scene.leaves())))
    assert all(say.message(f, judged.sheet, locale("en")) in told for f in judged.report.findings)
    (short,) = picture(*example("rulebook-a"), locale("en"), paged=False)
    assert short.height == pytest.approx(210 * MM, abs=0.01)


def test_table_gives_all_totals() -> None:
    judged, has = example("slips-a")
    scene = drawn((judged, has))[0]
    words = [s for s in scene.leaves() if isinstance(s, Text) and s.x > 149 * MM]
    for line in judged.report.lines:
        label = say.line_label(line.id, judged.sheet, locale("en"))
        base = next(s.y for s in words if s.text == label)
        row = [s.text for s in words if s.y == base][1:]
        assert row == [str(v) for v in (line.claimed, line.as_marked, line.as_legal, line.up_to)]


@pytest.mark.parametrize("sheet", BLANK)
def test_empty_sheet_without_claims_has_no_ink(sheet: str) -> None:
    scene = drawn(receipt(sheet, **BLANK[sheet]))[0]
    assert part(scene, "ink") == []
    assert part(scene, "findings") == []


@pytest.mark.parametrize("file", GOLDEN, ids=lambda f: f"{f.parent.name}-{f.stem}")
def test_any_report_can_be_drawn(file: Path) -> None:
    judged, has = receipt(**read_yaml(file).data["filled"])
    pages = drawn((judged, has), "de")
    titles = [s for s in pages[0].leaves() if isinstance(s, Text)]
    assert all("{" not in s.text for s in titles)
    numbers = {text for text, _ in badges(pages[0])}
    placed = [f for f in judged.report.findings if f.at in judged.sheet.space]
    for finding in placed:
        assert str(judged.report.findings.index(finding) + 1) in numbers
    inside_ = (0, 0, pages[0].width, pages[0].height)
    assert all(inside(s, inside_) for s in part(pages[0], "findings"))
    assert isinstance(pages[0].find("part", "ink"), Group)
