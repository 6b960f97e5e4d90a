"""Forms: every place has its field, exactly there, and any program can fill it in."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from itertools import combinations

import pytest
from pypdf import PdfReader

from cascadia_print.cli.form import form
from cascadia_print.cli.paper import Wish
from cascadia_print.drawing.form import fillable, tally_page
from cascadia_print.drawing.page import page
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.scene import MM, Input, Scene
from cascadia_print.drawing.spots import extent
from cascadia_print.drawing.svg import render_svg
from cascadia_print.entry.chosen import Ids
from cascadia_print.report.places import tips
from cascadia_print.sheet.fields import FACTS, fields
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.lookup import find_sheet, load_sheet
from cascadia_print.sheet.model import Sheet
from cascadia_print.web.drawn import sheet_object
from tests import forms
from tests.drawing.conftest import HERE, SHEETS

COMMUNITY = sorted((HERE.parents[1] / "sheets" / "community").glob("*.yaml"))


@pytest.fixture(scope="module", params=(*SHEETS, *COMMUNITY), ids=lambda path: path.stem)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return load_sheet(request.param)


@lru_cache
def scenes(sheet: Sheet, language: str = "en", *, large: bool = False) -> tuple[Scene, Scene]:
    said = tips(sheet, locale(language))
    first = page(sheet, language=language, large=large, number=(1, 2))
    return fillable(first, sheet, said), tally_page(sheet, said, language=language, large=large)


def overlap(one: Input, other: Input) -> bool:
    a, b = one.box, other.box
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_no_two_fields_of_a_page_overlap_and_each_can_be_hit(sheet: Sheet, large: bool) -> None:
    for scene in scenes(sheet, large=large):
        seen = [i for i in scene.inputs if i.name not in FACTS]
        assert [(a.name, b.name) for a, b in combinations(seen, 2) if overlap(a, b)] == []
        for field in seen:
            left, top, right, bottom = field.box
            assert min(right - left, bottom - top) >= 2.1 * MM, field.name
            assert scene.inside[0] - 1 <= left < right <= scene.inside[2] + 1, field.name
            assert scene.inside[1] <= top < bottom <= scene.inside[3], field.name


def test_a_field_stands_on_what_is_printed_for_it(sheet: Sheet) -> None:
    first, _ = scenes(sheet)
    for name, field in fields(sheet).items():
        if field.place in ("sign", "tally"):
            continue
        box = next(i.box for i in first.inputs if i.name == name)
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        left, top, right, bottom = extent(first.find(field.place, field.at))
        assert (left < x < right, top < y < bottom) == (True, True), name


def test_ids_of_form_picture_tap_page_and_json_are_one_set(sheet: Sheet) -> None:
    """What the sheet knows, what is drawn, what form and page ask and what a file can name."""
    svg = set(re.findall(r'<g id="(space|box|line|total)-([^"]+)"', render_svg(page(sheet))))
    first, second = scenes(sheet)
    names = [i.name for i in (*first.inputs, *second.inputs)]
    asked = fields(sheet)
    assert sorted(names) == sorted([*FACTS, *asked])
    for kind, drawn in (("space", sheet.space), ("box", sheet.boxes), ("line", sheet.line)):
        assert {id for k, id in svg if k == kind} == set(drawn)
        printed = set(drawn) - {s.id for s in sheet.spaces if s.start and kind == "space"}
        assert {f.at for f in asked.values() if f.place == kind} == printed
    tapped = sheet_object(sheet, locale())
    assert [space["id"] for space in tapped["spaces"]] == list(sheet.space)
    assert [line["id"] for line in tapped["lines"]] == [*sheet.line, "total"]
    offers = {offer["id"] for offer in tapped["offers"]}
    assert {f.at for f in asked.values() if f.key in ("taken", "picks")} <= offers
    json = Ids(sheet)
    for field in asked.values():
        if field.key == "taken":
            assert json.taken(field.id).id == field.id
        elif field.key == "picks":
            assert json.pick(field.id).id == field.id
        elif field.key == "spaces":
            assert field.id.partition("=")[0] in sheet.space
    forced = {word for word in json.pick_words if not word.endswith("=none")}
    assert {f.id for f in asked.values() if f.key == "picks"} == forced


def test_one_goes_through_the_fields_in_the_order_of_the_sheet() -> None:
    found = list(forms.nodes(PdfReader(io.BytesIO(forms.blank(find_sheet("A"))))))
    assert found[: len(FACTS) + 4] == [*FACTS, "player", "date", "spaces.a1", "spaces.a2"]
    assert found.index("spaces.d5") < found.index("taken.row-1_1") < found.index("picks.sun_1")
    assert found.index("picks.sun_12") < found.index("claims.row-1") < found.index("claims.total")
    assert found[-6:] == [f"tally.{n}" for n in ("bear", "elk", "fox", "hawk", "salmon", "nature")]
    b = list(forms.nodes(PdfReader(io.BytesIO(forms.blank(find_sheet("B"))))))
    assert b.index("taken.a3-b4") < b.index("taken.landmark_rivers_1")
    assert b.index("taken.e10-f11") < b.index("taken.landmark_row-1")
    pages = PdfReader(io.BytesIO(forms.blank(find_sheet("A")))).pages
    assert [p["/Tabs"] for p in pages] == ["/W", "/W"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_fields_are_texts_and_check_boxes_that_a_screen_reader_names(language: str) -> None:
    sheet = find_sheet("C")
    said = tips(sheet, locale(language))
    for name, node in forms.nodes(
        PdfReader(io.BytesIO(forms.blank(sheet, language=language)))
    ).items():
        if name in FACTS:
            assert (node["/F"], node["/Ff"]) == (2, 1)
            continue
        assert node["/TU"] == said[name]
        assert node["/F"] == 4
        if fields(sheet)[name].check:
            assert (node["/FT"], node["/V"], node["/AS"]) == ("/Btn", "/Off", "/Off")
            assert "/Ff" not in node  # neither a radio button nor a button to push
            assert set(node["/AP"]["/N"]) == {"/Yes", "/Off"}
        else:
            assert (node["/FT"], node["/V"]) == ("/Tx", "")
            assert node["/MaxLen"] == fields(sheet)[name].longest
        assert "/BG" not in node.get("/MK", {})


def test_a_form_says_what_it_is() -> None:
    found = forms.nodes(PdfReader(io.BytesIO(forms.blank(find_sheet("D"), language="de"))))
    said = [found[fact]["/V"] for fact in FACTS]
    assert said == ["cascadia-print/form", "1", "D@1", "de"]


def test_words_of_a_field() -> None:
    en, de = (tips(find_sheet("C"), locale(language)) for language in ("en", "de"))
    assert en["spaces.a1"] == "a1, prairies: outlined"
    assert de["spaces.a1"] == "a1, Prärie: umrandet"
    assert en["spaces.b7"] == "b7, prairies: outlined"
    assert en["spaces.b6"] == "b6, no habitat: outlined"
    assert en["spaces.d4=rivers"] == "d4: outlined for rivers; with the other half, for either"
    where = "the bonus for a complete habitat: rivers"
    assert en["taken.complete-rivers"] == f"complete-rivers: 4 points, circled; {where}"
    where = "Sun and rain: the second of 4 bonuses in the first column"
    assert en["picks.sky_1_2"] == f"sky.1.2: 1 elk, chosen; {where}"
    assert en["taken.sky_sun_1"] == "sky.sun.1: crossed off; Sun and rain: the first box of sun"
    assert de["tally.nature"] == "Auf dem Tierbogen übrig: Zapfen"
    assert de["claims.total"] == "Summe: die Zahl, die du notiert hast"


def test_a_form_is_small(sheet: Sheet) -> None:
    assert len(forms.blank(sheet)) < 160 * 1024


def test_same_form_same_bytes() -> None:
    sheet = load_sheet(COMMUNITY[-1])
    assert form(sheet, Wish()) == form(sheet, Wish())


def test_the_documentation_names_fields_that_there_are() -> None:
    text = (HERE.parents[1] / "docs" / "form.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:player|date|(?:spaces|taken|picks|claims|tally)\.[^`]+))`", text))
    known = {name for ref in "ABCD" for name in fields(find_sheet(ref))}
    assert len(named) > 12
    assert named <= known
    assert set(FACTS) <= set(re.findall(r"`(\w+)`", text))


def test_a_sheet_without_fields_has_no_form(sheet_a: Sheet) -> None:
    pdf = PdfReader(io.BytesIO(render_pdf([sheet_a])))
    assert "/AcroForm" not in pdf.trailer["/Root"]
    assert "/Tabs" not in pdf.pages[0]


def test_every_field_of_every_sheet_is_read_the_same_by_two_readers(sheet: Sheet) -> None:
    """Filled in field by field, and by clicks and keys in a browser's engine."""
    wanted, empty = forms.every(sheet), forms.blank(sheet)
    for pdf in (forms.fill(empty, wanted), forms.click(empty, wanted)):
        for read in (forms.by_pypdf, forms.by_pdfium):
            got = read(pdf)
            assert {name: got.get(name) for name in wanted} == wanted
            assert set(got) == set(wanted)


@pytest.mark.parametrize("sheet", SHEETS[1:4:2], ids=lambda path: path.stem)
def test_a_ticked_box_shows_ink_and_an_empty_form_looks_as_the_page(sheet: object) -> None:
    """By the picture: fields have no ground, and a mark is drawn where it was clicked."""
    import pypdfium2

    drawn = load_sheet(sheet)  # type: ignore[arg-type]

    def picture(pdf: bytes, fields: bool) -> bytes:
        document = pypdfium2.PdfDocument(pdf)
        document.init_forms()
        return bytes(document[0].render(scale=0.5, may_draw_forms=fields).buffer)

    empty = forms.blank(drawn)
    ticked = forms.fill(empty, {n: True for n, f in fields(drawn).items() if f.check})
    assert picture(empty, True) == picture(empty, False)
    assert picture(ticked, True) != picture(empty, True)
