"""A filled form says what the JSON says: values, boxes that programs tick in their own ways."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, NullObject, StreamObject, TextStringObject

from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.entry.acroform import Entry, read_entries
from cascadia_print.entry.filled import read_filled
from cascadia_print.entry.form import Form, filled_form, read_form
from cascadia_print.rules.judge import judge
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.fields import fields
from cascadia_print.sheet.located import read_json
from cascadia_print.sheet.lookup import find_sheet, load_sheet
from tests import forms

ROOT = Path(__file__).parents[2]
COMMUNITY = ROOT / "sheets" / "community"
EXAMPLES = sorted((ROOT / "data" / "examples").glob("*.json")) + sorted(COMMUNITY.glob("*.json"))

Read = Callable[..., Form]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """The form of a sheet with values in it, or the bytes of a PDF of it.

    Values become what is read of a PDF that has them, which other tests prove.
    """

    def one(ref: str, said: forms.Values | bytes, **how: bool) -> Form:
        own = load_sheet(ROOT / "tests" / "sheets" / f"{ref}.yaml") if ref.islower() else None
        sheet = own or find_sheet(ref)
        if isinstance(said, bytes):
            (tmp_path / "ana.pdf").write_bytes(said)
            return read_form(tmp_path / "ana.pdf", lambda _: sheet)
        entries = {}
        for name, field in fields(sheet).items():
            value = said.get(name, False)
            value, shown = (how.get(k, True) and bool(value) for k in ("value", "appearance"))
            text = str(said.get(name, ""))
            entries[name] = Entry(True, "", value, shown) if field.check else Entry(text=text)
        return Form("ana.pdf", sheet, "en", entries)

    return one


def unticked(form: Form, name: str, how: str) -> Form:
    """The form with a box that is off by value ("/V") or appearance ("/AS"), or lacks it."""
    key = {"/V": "value", "/AS": "shown"}[how.removeprefix("-")]
    entry = replace(form.entries[name], **{key: None if how.startswith("-") else False})
    return replace(form, entries={**form.entries, name: entry})


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda path: path.stem)
def test_a_form_is_judged_as_the_json_with_the_same_marks(file: Path, read: Read) -> None:
    """Clicked and typed in from the JSON; the report is the same but for its places."""
    sheet = find_sheet(json.loads(file.read_text(encoding="utf-8"))["sheet"])
    [(under, filled)] = read_filled(read_json(file), lambda _: sheet)
    assert forms.expressible(sheet, filled)
    form = read(sheet.ref, forms.click(forms.blank(sheet), forms.values_of(sheet, filled)))
    _, used, again = filled_form(form)
    one, two = judge(under, filled), judge(used, again)
    for part in ("player", "verdict", "claims", "level", "lines", "total", "missed", "recorded"):
        assert getattr(one, part) == getattr(two, part), part
    said = [[(f.rule, f.kind, f.at, f.text, f.values) for f in r.findings] for r in (one, two)]
    assert said[0] == said[1]


def test_every_field_becomes_the_entry_of_its_name(read: Read) -> None:
    """What is in the form and what is in the JSON, for all fields of a sheet of each kind."""
    for ref in ("A", "B", "C", "D"):
        sheet = find_sheet(ref)
        data = read(ref, forms.every(sheet)).data()
        for name, field in fields(sheet).items():
            if field.key in ("player", "date"):
                assert data[field.key]
            elif field.key == "spaces":
                id = field.id.partition("=")[0]
                assert data["spaces"][id] == (True if field.check else data["spaces"][id]), name
            elif field.key in ("picks", "taken"):
                assert {field.id, field.at} & {*data[field.key]}, name
            else:
                assert field.id in data[field.key], name
        assert set(data["spaces"]) == {s.id for s in sheet.spaces if not s.start}


def test_an_empty_form_says_nothing(read: Read) -> None:
    data = read("A", {}).data()
    assert data["player"] is None
    assert not {"spaces", "picks", "taken", "tally", "claims"} & set(data)
    _, _, filled = filled_form(read("A", {}))
    assert (filled.marks, filled.taken, filled.tally, filled.claims) == (None, None, None, {})


def test_numbers_letters_sums_and_blanks(read: Read) -> None:
    values = {
        "spaces.a1": " 3 ",
        "spaces.a2": "x",
        "claims.row-1": "17",
        "claims.bonus-1": "1+1 + 2",
        "tally.bear": "0",
    }
    data = read("A", values).data()
    assert data["spaces"] == {"a1": 3, "a2": "x"}
    assert data["claims"] == {"row-1": 17, "bonus-1": [1, 1, 2]}
    assert data["tally"] == {
        "bear": 0, "elk": None, "fox": None, "hawk": None, "salmon": None, "nature": None,
    }  # fmt: skip
    letters = read("D", {"spaces.a1": "b"}).data()
    assert (letters["language"], letters["spaces"]) == ("en", {"a1": "b"})


@pytest.mark.parametrize(
    ("field", "text", "rule"),
    [("claims.row-1", "17?", "IN-claim"), ("claims.total", "1+", "IN-claim"),
     ("tally.bear", "-1", "IN-tally"), ("tally.elk", "2.5", "IN-tally")],
)  # fmt: skip
def test_what_is_no_number_is_a_finding_and_the_rest_is_judged(
    read: Read, field: str, text: str, rule: str
) -> None:
    source, sheet, filled = filled_form(read("A", {field: text, "spaces.a1": "3"}))
    report = judge(sheet, filled)
    [finding] = [f for f in report.findings if f.text == "form-number"]
    assert (finding.rule, finding.kind, finding.values["value"]) == (rule, "claim", text)
    assert source.field(tuple(finding.pointer[1:].split("/"))) == field
    assert report.lines[0].as_marked == 3


def test_halves_of_a_split_hexagon(read: Read) -> None:
    """One half: outlined for its habitat; both: for one of them, not known which."""
    for ticked, value in (
        (["rivers"], "rivers"), (["mountains"], "mountains"), (["rivers", "mountains"], True),
    ):  # fmt: skip
        values = {f"spaces.d4={habitat}": True for habitat in ticked}
        assert read("C", values).data()["spaces"] == {"d4": value}


def test_a_record_is_complete_as_soon_as_something_is_circled_or_crossed_off(read: Read) -> None:
    """Choices and boxes with nothing in them say nothing of what was circled."""

    def of(*names: str) -> Any:
        return read("B", dict.fromkeys(names, True)).data().get("taken")

    assert of("spaces.a1", "picks.landmark_rivers=3pt") is None
    assert of("taken.landmark_rivers_1") is None
    assert of("taken.a4-b5") == ["a4-b5"]
    assert of("taken.landmark_rivers_2", "taken.landmark_rivers_1") == [
        "landmark.rivers.1", "landmark.rivers.2",
    ]  # fmt: skip
    assert of("taken.a4", "picks.landmark_rivers=3pt") == ["a4", "landmark.rivers=3pt"]


def test_parts_of_a_bonus_that_are_all_taken_are_the_bonus(read: Read) -> None:
    whole = read("A", {"taken.row-1_1": True, "taken.row-1_2": True, "taken.row-2_2": True})
    assert whole.data()["taken"] == ["row-1", "row-2.2"]


def test_a_used_space_of_the_overflow_row_is_its_own_record(read: Read) -> None:
    alone = read("C", {"spaces.overflow_1": True}).data()
    assert (alone["spaces"], alone.get("taken")) == ({"overflow.1": True}, None)
    both = read("C", {"spaces.overflow_1": True, "taken.complete-rivers": True}).data()
    assert both["taken"] == ["overflow.1", "complete-rivers"]


def test_picks_and_sides_of_an_authors_sheet(read: Read) -> None:
    data = read("meadow", {"picks.nest_2": True, "picks.a4=bear": True})
    assert data.data()["picks"] == ["a4=bear", "nest.2"]


# -- value and appearance ------------------------------------------------------------------------

MARKS = {"spaces.a1": True, "spaces.a2": True, "taken.a4-b5": True}


@pytest.mark.parametrize("how", [{"appearance": False}, {"value": False}], ids=["value", "look"])
def test_a_program_that_writes_one_of_the_two_only(read: Read, how: dict[str, bool]) -> None:
    """All boxes on in the same one way, none in both: they were ticked in an empty form."""
    form = read("B", MARKS, **how)
    assert form.unsure == ()
    assert form.one_way == 3
    assert form.data() == read("B", MARKS).data()
    assert read("B", MARKS).one_way == 0


@pytest.mark.parametrize(("off", "marks"), [("/AS", {"a1"}), ("/V", {"a1", "a2"})])
def test_boxes_that_differ_beside_boxes_that_agree_cannot_be_told(
    read: Read, off: str, marks: set[str]
) -> None:
    """Ticked by one program, or unticked by another that writes one of the two only."""
    form = unticked(read("B", {"spaces.a1": True, "spaces.a2": True}), "spaces.a2", off)
    assert [f.name for f in form.unsure] == ["spaces.a2"]
    assert form.one_way == 0
    source, sheet, filled = filled_form(form)
    assert set(filled.marks or {}) == marks
    report = judge(sheet, filled)
    [finding] = report.findings
    assert (finding.kind, finding.at, finding.text) == ("cannot-tell", "a2", "form-unsure")
    assert source.field(tuple(finding.pointer[1:].split("/"))) == "spaces.a2"
    row = report.lines[0]
    assert (row.as_legal, row.up_to) == (1, 2)
    assert report.verdict == "cannot-tell"


def test_boxes_that_differ_in_both_ways_cannot_be_told(read: Read) -> None:
    form = read("B", {"spaces.a1": True, "spaces.b1": True})
    form = unticked(unticked(form, "spaces.a1", "/V"), "spaces.b1", "/AS")
    assert {f.name for f in form.unsure} == {"spaces.a1", "spaces.b1"}


def test_an_unsure_circle_makes_its_points_a_range_and_no_false_accusation(read: Read) -> None:
    marks = {f"spaces.{row}{n}": True for row in "ab" for n in range(1, 6)}
    marks |= {"taken.b2": True, "taken.a4-b5": True, "claims.bonuses": "1"}
    _, sheet, filled = filled_form(unticked(read("B", marks), "taken.a4-b5", "/V"))
    report = judge(sheet, filled)
    line = next(x for x in report.lines if x.id == "bonuses")
    assert (line.as_legal, line.up_to) == (0, 1)
    assert {f.kind for f in report.findings} == {"cannot-tell"}


def test_an_unsure_mark_alone_is_still_a_question(read: Read) -> None:
    """Whether there are marks at all is part of it; a choice was ticked for certain."""
    values = {"spaces.a1": True, "picks.landmark_rivers=3pt": True}
    for off in ("/V", "/AS"):
        _, sheet, filled = filled_form(unticked(read("B", values), "spaces.a1", off))
        row = judge(sheet, filled).lines[0]
        assert (row.as_legal, row.up_to) == (0, 1)


@pytest.mark.parametrize("gone", ["-/V", "-/AS"])
def test_what_is_missing_agrees_with_what_is_there(read: Read, gone: str) -> None:
    form = unticked(read("B", MARKS), "spaces.a2", gone)
    assert (form.unsure, form.one_way) == ((), 0)
    assert form.data()["spaces"] == {"a1": True, "a2": True}
    off = unticked(read("B", MARKS), "spaces.a3", gone)
    assert "a3" not in off.data()["spaces"]


def test_value_appearance_and_what_lacks_them_are_read_from_the_file(tmp_path: Path) -> None:
    file, lake = tmp_path / "x.pdf", find_sheet("LAKE")
    on = dict.fromkeys(["taken.region-4", "taken.region-2_1", "taken.region-2_2"], True)
    pdf = forms.fill(forms.fill(forms.blank(lake), on), {"taken.region-1_1": True}, value=False)
    gone = {"taken.region-2_1": {"/V": NullObject()}, "taken.region-2_2": {"/AS": None}}
    file.write_bytes(forms.change(pdf, gone))
    found = read_entries(file)
    said = {
        n: (found[n].value, found[n].shown) for n in (*on, "taken.region-1_1", "taken.region-1_2")
    }
    assert list(said.values()) == [
        (True, True), (None, True), (True, None), (False, True), (False, False),
    ]  # fmt: skip


def test_a_state_of_another_name_or_kind_is_ticked(read: Read) -> None:
    for state in (NameObject("/On"), TextStringObject("Yes")):
        changed = {"taken.region-4": {"/V": state, "/AS": state}}
        pdf = forms.change(forms.blank(find_sheet("LAKE")), changed)
        assert read("LAKE", pdf).data()["taken"] == ["region-4"]


def test_the_value_of_a_text_counts_and_a_drawing_alone_cannot_be_told(read: Read) -> None:
    empty = forms.blank(find_sheet("LAKE"))

    def with_picture(text: bytes, values: forms.Values) -> Form:
        writer = PdfWriter(clone_from=io.BytesIO(forms.fill(empty, values)))
        stream = StreamObject()
        stream.set_data(b"/Tx BMC q BT /Helv 12 Tf (" + text + b") Tj ET Q EMC")
        node = forms.nodes(writer)["spaces.a1"]
        node[NameObject("/AP")] = DictionaryObject({NameObject("/N"): writer._add_object(stream)})
        return read("LAKE", forms.saved(writer))

    stale = with_picture(b"5", {"spaces.a1": "3"})
    assert stale.data()["spaces"] == {"a1": 3}
    assert list(stale.wrong()) == []
    assert list(with_picture(b"  ", {}).wrong()) == []
    _, sheet, filled = filled_form(with_picture(b"5", {"spaces.a2": "3"}))
    [finding] = [f for f in judge(sheet, filled).findings if f.text == "form-drawn"]
    assert (finding.kind, finding.at) == ("cannot-tell", "a1")


# -- what is no form -----------------------------------------------------------------------------


def refused(file: Path, data: bytes | None = None) -> str:
    """The id of the fault of a file."""
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(Unreadable) as caught:
        read_form(file, find_sheet)
    [fault] = caught.value.faults
    assert fault.file == str(file)
    return fault.id


def test_each_thing_that_is_no_form_has_its_message(tmp_path: Path) -> None:
    sheet = find_sheet("LAKE")
    form, plain, file = forms.blank(sheet), render_pdf([sheet]), tmp_path / "x.pdf"
    assert refused(tmp_path / "none.pdf") == "IN-no-file"
    assert refused(tmp_path) == "IN-folder"
    assert refused(file, b"") == "IN-form-no-pdf"
    assert refused(file, b'{"format": "cascadia-print/filled-sheet"}') == "IN-form-no-pdf"
    assert refused(file, form[: len(form) // 2]) == "IN-form-broken"
    # Filled in, saved at the end of the file, and cut there: the empty form is not what was meant.
    assert refused(file, form + b"\n9 0 obj\n<< /V (12") == "IN-form-broken"
    assert refused(file, b"%PDF-1.4\nnothing\n%%EOF") == "IN-form-broken"
    assert refused(file, plain) == "IN-form-flat"
    other = PdfWriter()
    other.add_blank_page(100, 100)
    assert refused(file, forms.saved(other)) == "IN-form-none"
    locked = PdfWriter(clone_from=io.BytesIO(form))
    locked.encrypt("secret", algorithm="RC4-128")
    assert refused(file, forms.saved(locked)) == "IN-form-locked"
    assert refused(file, b"%PDF-" + bytes(17 * 1024 * 1024)) == "IN-too-big"
    said = {"format": {"/V": TextStringObject("tax/return")}}
    assert refused(file, forms.change(form, said)) == "IN-form-foreign"
    said = {"version": {"/V": TextStringObject("2")}}
    assert refused(file, forms.change(form, said)) == "IN-form-version"
    for ref, id in (("LAKE@9", "IN-unknown-version"), ("NOPE@1", "IN-unknown-sheet")):
        said = {"sheet": {"/V": TextStringObject(ref)}}
        assert refused(file, forms.change(form, said)) == id
    said = {"sheet": {"/V": TextStringObject("B@1")}}
    assert refused(file, forms.change(form, said)) == "IN-form-fields"


def test_a_flattened_form_is_told_from_one_without_fields(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=io.BytesIO(forms.blank(find_sheet("LAKE"))))
    del writer.root_object["/AcroForm"]
    for page in writer.pages:
        del page["/Annots"]
    writer.add_metadata({"/Producer": "printed by something"})
    assert refused(tmp_path / "x.pdf", forms.saved(writer)) == "IN-form-flat"


def test_fields_that_are_lost_unknown_or_twice_are_named(tmp_path: Path) -> None:
    form, file = forms.blank(find_sheet("LAKE")), tmp_path / "x.pdf"

    def fault(changes: Any) -> dict[str, Any]:
        file.write_bytes(forms.change(form, changes))
        with pytest.raises(Unreadable) as caught:
            read_form(file, find_sheet)
        [found] = caught.value.faults
        assert found.id == "IN-form-fields"
        return dict(found.values)

    renamed = fault({"spaces.a1": {"/T": TextStringObject("z9")}})
    assert (renamed["lost"], renamed["more"]) == ("spaces.a1", "spaces.z9")
    twice = fault({"spaces.a1": {"/T": TextStringObject("a2")}})
    assert twice["lost"] == "spaces.a1, spaces.a2"
    other = fault({"spaces.a1": {"/FT": NameObject("/Btn")}})
    assert other["lost"] == "spaces.a1"


def test_faults_of_the_json_are_told_by_field(tmp_path: Path) -> None:
    file = tmp_path / "x.pdf"
    said = {"player": "A" * 300, "date": "1.\u202e12."}
    for field, text in said.items():
        file.write_bytes(forms.fill(forms.blank(find_sheet("LAKE")), {field: text}))
        with pytest.raises(Unreadable) as caught:
            filled_form(read_form(file, find_sheet))
        assert [fault.at for fault in caught.value.faults] == [field]


def test_a_field_that_holds_itself_is_no_endless_loop(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=io.BytesIO(forms.blank(find_sheet("LAKE"))))
    root = writer.root_object["/AcroForm"]["/Fields"]  # type: ignore[index]
    spaces = next(f for f in root if f.get_object()["/T"] == "spaces")
    spaces.get_object()["/Kids"].append(spaces)
    assert refused(tmp_path / "x.pdf", forms.saved(writer)) == "IN-form-broken"


def test_entries_survive_a_form_that_is_saved_again(tmp_path: Path) -> None:
    """pypdf and PDFium write the file in other ways; nothing of a field changes."""
    lake = find_sheet("LAKE")
    wanted, file = forms.every(lake), tmp_path / "x.pdf"
    pdf = forms.click(forms.fill(forms.blank(lake), wanted), {})
    file.write_bytes(pdf)
    found = read_entries(file)
    for name, value in wanted.items():
        entry = found[name]
        assert (entry.text or (entry.value and entry.shown)) == value
    assert len(PdfReader(io.BytesIO(pdf)).pages) == 2
