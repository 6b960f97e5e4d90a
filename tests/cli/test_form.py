"""`render --form`, `read`, and `audit` of a form: what a person without any JSON does."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfWriter

from cascadia_print.entry.filled import read_filled
from cascadia_print.sheet.located import read_json
from cascadia_print.sheet.lookup import find_sheet
from tests import forms
from tests.cli.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "data" / "examples"


def filled_in(name: str) -> bytes:
    """An example as a form that was clicked and typed into."""
    [(sheet, filled)] = read_filled(read_json(EXAMPLES / f"{name}.json"), find_sheet)
    paper = find_sheet(sheet.ref)
    return forms.click(forms.blank(paper), forms.values_of(paper, filled))


def test_a_form_is_rendered_filled_in_read_and_audited(run: Run, tmp_path: Path) -> None:
    made = run("render", "A", "B", "--form", "--lang", "de")
    assert (made.code, made.err) == (0, "")
    assert made.out.split() == [
        *("out/a-zumwalt-prairie.form.pdf", *made.out.split()[1:3], "2", "Seiten"),
        *("out/b-okanagan.form.pdf", *made.out.split()[6:8], "2", "Seiten"),
    ]
    (tmp_path / "ana.pdf").write_bytes(filled_in("rulebook-a"))
    read = run("read", "ana.pdf", "-o", "ana.json")
    assert (read.code, read.out, read.err) == (0, "", "ana.json written.\n")
    direct, by_json = (run("audit", name, "--format", "json") for name in ("ana.pdf", "ana.json"))
    assert direct.code == by_json.code == 0
    one, two = direct.json["sheets"][0], by_json.json["sheets"][0]
    assert one.pop("file") == "ana.pdf"
    assert two.pop("file") == "ana.json"
    assert one == two
    assert one["total"] == {"claimed": 46, "as_marked": 46, "as_legal": 46, "up_to": 46}
    assert run("read", "ana.pdf").json == json.loads((tmp_path / "ana.json").read_text())


def test_findings_of_a_form_name_its_fields(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ben.pdf").write_bytes(filled_in("slips-a"))
    text = run("audit", "ben.pdf")
    assert text.code == 1
    assert "1. c3 · A-1 · ben.pdf, field spaces.c3" in text.out
    assert "3. leftovers · RH-12 · ben.pdf, field claims.leftovers" in text.out
    german = run("audit", "ben.pdf", "--lang", "de")
    assert "ben.pdf, Feld spaces.c3" in german.out
    findings = run("audit", "ben.pdf", "--format", "json").json["sheets"][0]["findings"]
    assert [(f["field"], f["line"], f["column"]) for f in findings] == [
        ("spaces.c3", None, None),
        ("picks.sun_10", None, None),
        ("claims.leftovers", None, None),
    ]


def test_forms_and_json_files_of_a_folder_are_audited_together(run: Run, tmp_path: Path) -> None:
    """Sheets printed and receipts drawn into the folder are no filled sheets; all else is told."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "ana.pdf").write_bytes(filled_in("rulebook-b"))
    (folder / "ben.json").write_bytes((EXAMPLES / "rulebook-b.json").read_bytes())
    assert run("render", "A", "-o", "games").code == 0
    assert run("audit", "games/ben.json", "--pdf", "games/ben.pdf").code == 0
    result = run("audit", "games", "--format", "jsonl")
    assert result.code == 0
    names = [Path(json.loads(line)["file"]).name for line in result.out.splitlines()]
    assert names == ["ana.pdf", "ben.json"]
    (folder / "letter.pdf").write_bytes(b"%PDF-1.4 of somebody else %%EOF")
    assert run("audit", "games").code == 4


@pytest.mark.parametrize("more", [["--copies", "2"], ["--up", "2"], ["--back", "same"]])
def test_a_form_is_not_imposed(run: Run, more: list[str]) -> None:
    for kind in (["--form"], ["--format", "html"]):
        result = run("render", "A", *kind, *more)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(" ".join(kind))


def test_what_json_cannot_say_is_told_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    pdf = forms.fill(forms.blank(find_sheet("A")), {"claims.row-1": "17?", "tally.elk": "two"})
    (tmp_path / "ana.pdf").write_bytes(pdf)
    read = run("read", "ana.pdf", "-o", "ana.json")
    assert (read.code, read.out) == (4, "")
    assert read.err.splitlines() == [
        "ana.pdf, field claims.row-1: “17?” stands here, where only a number can stand.",
        "ana.pdf, field tally.elk: “two” stands here, where only a number can stand.",
    ]
    assert not (tmp_path / "ana.json").exists()
    audit = run("audit", "ana.pdf")
    assert audit.code == 1
    assert "“17?” stands there, where only a number can stand." in audit.out


def test_a_program_that_writes_one_way_only_is_mentioned(run: Run, tmp_path: Path) -> None:
    pdf = forms.fill(forms.blank(find_sheet("B")), {"spaces.a1": True}, value=False)
    (tmp_path / "ana.pdf").write_bytes(pdf)
    read = run("read", "ana.pdf")
    assert read.json["spaces"] == {"a1": True}
    assert read.err.startswith("ana.pdf: 1 box is ticked by value or by appearance alone")


def test_an_unclear_box_is_code_3_and_named(run: Run, tmp_path: Path) -> None:
    pdf = forms.fill(forms.blank(find_sheet("B")), {"spaces.a1": True})
    pdf = forms.fill(pdf, {"spaces.a2": True}, value=False)
    (tmp_path / "ana.pdf").write_bytes(pdf)
    audit = run("audit", "ana.pdf")
    assert audit.code == 3
    assert "1. a2 · IN-form · ana.pdf, field spaces.a2" in audit.out
    read = run("read", "ana.pdf")
    assert (read.code, read.out) == (4, "")
    assert read.err.startswith("ana.pdf, field spaces.a2: This box is ticked in one way")


@pytest.mark.parametrize("command", ["read", "audit"])
def test_what_is_no_form_is_refused_with_code_4_and_words(
    run: Run, tmp_path: Path, command: str
) -> None:
    locked = PdfWriter(clone_from=io.BytesIO(forms.blank(find_sheet("A"))))
    locked.encrypt("secret", algorithm="RC4-128")
    (tmp_path / "locked.pdf").write_bytes(forms.saved(locked))
    (tmp_path / "cut.pdf").write_bytes(forms.blank(find_sheet("A"))[:20_000])
    deep = b"1 0 obj\n<< /Type /Catalog /AcroForm << /Fields " + b"[" * 9999 + b"]" * 9999
    tail = b" >> >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n"
    (tmp_path / "deep.pdf").write_bytes(b"%PDF-1.4\n" + deep + tail)
    run("render", "A", "-o", ".")
    for name, words in {
        "none.pdf": "There is no such file.",
        "locked.pdf": "protected",
        "cut.pdf": "damaged or not complete",
        "deep.pdf": "damaged or not complete",
        "a-zumwalt-prairie.pdf": "without --form",
    }.items():
        result = run(command, name)
        assert (result.code, result.out) == (4, "")
        assert result.err.startswith(f"{name}: ")
        assert words in result.err
        assert result.err.count("\n") == 1


def test_another_sheet_than_the_one_given_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ana.pdf").write_bytes(filled_in("rulebook-a"))
    run("new", "Fox Valley", "--from", "columns", "-o", "fox.yaml")
    result = run("audit", "ana.pdf", "--sheet", "fox.yaml")
    assert result.code == 4
    assert result.err.startswith("ana.pdf, field sheet: ")


def test_a_form_of_an_authors_sheet_is_found_beside_it(run: Run, tmp_path: Path) -> None:
    run("new", "Fox Valley", "--from", "columns", "-o", "fox.yaml")
    assert run("render", "fox.yaml", "--form", "-o", ".").code == 0
    assert run("read", "fox.form.pdf").code == 0


def test_a_form_that_somebody_filled_in_is_not_replaced(run: Run, tmp_path: Path) -> None:
    made = tmp_path / "out" / "a-zumwalt-prairie.form.pdf"
    assert run("render", "A", "--form").code == 0
    assert run("render", "A", "--form", "--theme", "grey").code == 0  # nobody has saved it yet
    for save in (forms.click, forms.fill):
        saved = save(forms.blank(find_sheet("A")), {"spaces.a1": "3"})
        made.write_bytes(saved)
        refused = run("render", "A", "--form")
        assert refused.code == 2
        assert "--force replaces it" in refused.err
        assert made.read_bytes() == saved
    added = forms.blank(find_sheet("A")) + b"\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n"
    made.write_bytes(added)
    assert "somebody filled in" in run("render", "A", "--form").err
    assert run("render", "A", "--form", "--force").code == 0


def test_form_is_a_pdf(run: Run) -> None:
    for more in (["--format", "svg"], ["--dpi", "100"]):
        result = run("render", "A", "--form", *more)
        assert result.code == 2
        assert result.err.startswith("--form makes a PDF")


def test_without_the_extra_it_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ana.pdf").write_bytes(b"%PDF-1.4")
    monkeypatch.setitem(sys.modules, "pypdf", None)
    for command in ("read", "audit"):
        result = run(command, "ana.pdf")
        assert (result.code, result.out) == (4, "")
        assert result.err.startswith("ana.pdf: ")
        assert 'pip install "cascadia_print[forms]"' in result.err


def test_pypdf_is_loaded_for_forms_only() -> None:
    code = (
        "import sys; from cascadia_print.cli import main; main(['audit', sys.argv[1]]);"
        "print('pypdf' in sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, EXAMPLES / "rulebook-a.json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stderr.splitlines()[-1] == "False"
