"""What a theme is worth: the figures on colours and pages whose figures are known."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from cascadia_print import resources
from cascadia_print.drawing import measure as measuring
from cascadia_print.drawing.look import UnknownTheme
from cascadia_print.drawing.measure import (
    OVERLAP,
    SIGHTS,
    Measure,
    contrast,
    darkness,
    difference,
    measure,
    overlaps,
)
from cascadia_print.drawing.page import page
from cascadia_print.drawing.png import MissingExtra
from cascadia_print.drawing.scene import (
    Group,
    Line,
    Paint,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
)
from cascadia_print.drawing.signs import hexagon
from cascadia_print.sheet.lookup import load_sheet, shipped
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import habitats

THEMES = sorted(path.stem for path in (resources.root("data") / "themes").glob("*.yaml"))
BLACK = Paint("#000000")


def found(measures: tuple[Measure, ...]) -> dict[str, Measure]:
    return {m.id: m for m in measures}


# -- colours -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#000000", 21.0),
        ("#767676", "#ffffff", 4.54),
        ("#777777", "#ffffff", 4.48),
        ("#123456", "#123456", 1.0),
    ],
)
def test_contrast_is_that_of_wcag(one: str, other: str, value: float) -> None:
    assert contrast(one, other) == pytest.approx(value, abs=0.005)


def test_difference_is_ciede2000() -> None:
    assert difference("#000000", "#ffffff") == pytest.approx(100, abs=0.01)
    assert difference("#00ff00", "#00ff00") == 0
    # From the tables of other tools: pure red and pure green, blue and yellow.
    assert difference("#ff0000", "#00ff00") == pytest.approx(86.6, abs=0.1)
    assert difference("#0000ff", "#ffff00") == pytest.approx(103.4, abs=0.1)


@pytest.mark.parametrize(
    ("sight", "one", "other"),
    [
        ("protan", "#a04040", "#5c5c40"),
        ("deutan", "#b04040", "#7a6a38"),
        ("tritan", "#6080c0", "#509090"),
    ],
)
def test_colours_that_an_eye_confuses_come_closer(sight: str, one: str, other: str) -> None:
    assert difference(one, other, sight) < 0.55 * difference(one, other)
    # Grey is grey for everybody.
    assert difference("#404040", "#909090", sight) == pytest.approx(
        difference("#404040", "#909090"), abs=0.5
    )


# -- pages ---------------------------------------------------------------------------------------


def sheet_of(*shapes: Shape) -> Scene:
    """A page of one inch."""
    return Scene(72, 72, shapes, title="inch", inside=(0, 0, 72, 72))


def test_darkness_is_the_share_of_black() -> None:
    half = sheet_of(Rect(0, 0, 36, 72, BLACK))
    assert darkness([sheet_of()]) == 0
    assert darkness([half]) == pytest.approx(0.5, abs=0.002)
    assert darkness([half, sheet_of()]) == pytest.approx(0.25, abs=0.002)
    assert darkness([sheet_of(Rect(0, 0, 72, 72, Paint("#808080")))]) == pytest.approx(
        127 / 255, abs=0.002
    )


Drawn = Callable[..., dict[str, Measure]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, sheet_a: Sheet) -> Drawn:
    """The figures of a page that is drawn by hand, on the grounds of `color`."""

    def figures(*shapes: Shape, name: str = "color", plain: Scene | None = None) -> Any:
        full = page(sheet_a)
        scene = Scene(full.width, full.height, (*full.shapes, *shapes), inside=full.inside)

        def made(_: Sheet, theme: str = "color") -> Scene:
            return plain if plain and theme == "color" else scene

        monkeypatch.setattr(measuring, "page", made)
        return found(measure(name, [sheet_a]))

    return figures


def test_worst_text_is_found_with_its_place(drawn: Drawn) -> None:
    before = drawn()["text"]
    assert before.verdict == "ok"
    ground = Rect(40, 40, 30, 20, Paint("#808080"))
    text = drawn(ground, Text(42, 55, "grey", 9, "#505050"))["text"]
    assert text == Measure("text", text.value, 4.5, "fails", "“grey” A@1")
    assert text.value == pytest.approx(contrast("#505050", "#808080"), abs=0.001)
    # What lies under a part of it counts too.
    stripe = Line(50, 40, 50, 60, Paint("", "#505050", 3))
    assert drawn(stripe, Text(42, 55, "grey", 9, "#505050"))["text"].value == 1


@pytest.mark.parametrize("kind", ["space", "box", "bonus", "line", "total"])
def test_worst_border_is_found_with_its_place(drawn: Drawn, kind: Any) -> None:
    assert drawn()["border"].verdict == "ok"
    pale = Rect(40, 40, 30, 20, Paint("#ffffff", "#b0b0b0", 1))
    border = drawn(Group(kind, "pale", (pale,)))["border"]
    assert (border.verdict, border.where) == ("fails", f"{kind} pale A@1")
    assert border.value == pytest.approx(contrast("#b0b0b0", "#ffffff"))
    dark = Rect(40, 40, 30, 20, Paint("#505050", "#707070", 1))
    assert drawn(Group(kind, "dark", (dark,)))["border"].value < 2
    plain = Rect(40, 40, 30, 20, Paint("#ffffff", "#b0b0b0", 1))
    assert drawn(plain)["border"].verdict == "ok"


def test_ink_is_compared_with_color(
    drawn: Drawn, monkeypatch: pytest.MonkeyPatch, sheet_a: Sheet
) -> None:
    black = Rect(0, 0, 400, 500, BLACK)
    thin = drawn()
    assert (thin["ink-share"].value, thin["ink-share"].verdict) == (1.0, "")
    full = drawn(black)["ink"].value
    assert full > 0.7
    base = sheet_of(black)
    monkeypatch.setattr(measuring, "SAVING", {"blank": 0.4})
    share = drawn(name="blank", plain=base)["ink-share"]
    assert (share.bar, share.verdict) == (0.4, "ok")
    assert share.value == pytest.approx(thin["ink"].value / darkness([base]), rel=0.01)
    assert drawn(name="blank", plain=page(sheet_a))["ink-share"].verdict == "fails"


def hexes(sheet: Sheet, signs: dict[str, tuple[Shape, ...]], colour: str = "#ffffff") -> Scene:
    """The first hexagon of each habitat of A with a sign around 0, 0."""
    groups = []
    for k, habitat in enumerate(habitats()):
        x, y, id = 40.0 + 60 * k, 60.0, f"a{k + 1}"
        assert sheet.space[id].habitats == (habitat,)
        tile = Polygon(hexagon(x, y, 40), Paint(colour, "#000000", 1))
        moved = [
            Rect(s.x + x, s.y + y, s.width, s.height, s.paint)
            for s in signs.get(habitat, ())
            if isinstance(s, Rect)
        ]
        groups.append(Group("space", id, (tile, *moved)))
    return Scene(400, 120, tuple(groups), title="hexes", inside=(0, 0, 400, 120))


def test_overlap_of_signs_in_one_bit(sheet_a: Sheet) -> None:
    wide, tall, square = (
        Rect(-8, -2, 16, 4, BLACK),
        Rect(-2, -8, 4, 16, BLACK),
        Rect(0, 0, 4, 4, BLACK),
    )
    pale = Rect(-8, -2, 16, 4, Paint("#c0c0c0"))
    signs = {"mountains": (wide,), "forests": (tall,), "prairies": (square,), "wetlands": (pale,)}
    shares = overlaps([hexes(sheet_a, signs)], [sheet_a])
    # Centred, a bar of 16 x 4 and one of 4 x 16 share 4 x 4 of 112.
    assert shares["mountains", "forests"] == pytest.approx(16 / 112, abs=0.02)
    assert shares["mountains", "prairies"] == pytest.approx(16 / 64, abs=0.02)
    assert shares["mountains", "wetlands"] == 0
    # Pale grey prints as nothing, and two empty hexagons are the same.
    assert shares["wetlands", "rivers"] == 1


def test_worst_sheet_counts_and_the_border_does_not(sheet_a: Sheet) -> None:
    same = {habitat: (Rect(-3, -3, 6, 6, BLACK),) for habitat in habitats()}
    empty = hexes(sheet_a, {})
    assert set(overlaps([empty], [sheet_a]).values()) == {1.0}
    other = {**same, "rivers": (Rect(-8, -1, 16, 2, BLACK),)}
    apart = hexes(sheet_a, other)
    assert overlaps([apart], [sheet_a])["forests", "rivers"] < 0.4
    assert overlaps([empty, apart], [sheet_a] * 2)["forests", "rivers"] == 1


def test_close_grounds_pass_only_if_their_signs_differ(
    monkeypatch: pytest.MonkeyPatch, sheet_a: Sheet
) -> None:
    grounds = dict.fromkeys(habitats(), "#ffffff")
    signs = dict.fromkeys(((a, b) for a in habitats() for b in habitats() if a < b), 0.2)
    figures = list(measuring._apart(grounds, signs))
    assert [m.id for m in figures] == [f"apart-{sight}" for sight in SIGHTS]
    assert {(m.value, m.verdict) for m in figures} == {(0.0, "signs")}
    signs["forests", "mountains"] = OVERLAP + 0.01
    assert {m.verdict for m in measuring._apart(grounds, signs)} == {"fails"}
    grounds["mountains"] = "#404040"
    assert {m.verdict for m in measuring._apart(grounds, signs)} == {"signs"}


def test_missing_library_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "coloraide", None)
    with pytest.raises(MissingExtra) as error:
        contrast("#000000", "#ffffff")
    assert (error.value.package, error.value.extra) == ("coloraide", "measure")


# -- the shipped themes --------------------------------------------------------------------------


@pytest.mark.parametrize("name", THEMES)
def test_shipped_theme_reaches_its_bars(name: str) -> None:
    figures = measure(name, [load_sheet(path) for path in shipped()])
    assert [m.id for m in figures if m.verdict == "fails"] == []


def test_unknown_theme(sheet_a: Sheet) -> None:
    with pytest.raises(UnknownTheme):
        measure("none", [sheet_a])
