"""`transcribe` from the first question to a sheet that is printed and judged."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader

from cascadia_print import resources
from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import Kind, Text, leaves
from cascadia_print.sheet.lookup import find_sheet, load_sheet
from tests.cli.conftest import Result, Run

Type = Callable[..., Result]
REST = ("=",) * 90
MARK = b"0.816 0 0.435 RG"
"""The colour of the frame around the asked place."""


@pytest.fixture
def typed(run: Run, monkeypatch: pytest.MonkeyPatch) -> Type:
    """Run `transcribe` with typed lines."""

    def command(letter: str, *lines: str, options: tuple[str, ...] = ()) -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return run("transcribe", letter, *options)

    return command


def pdf_text(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


SCRIPTS = {
    # wrong answers in between, then a stop; the second part goes on with it
    "A": (
        ["M F P P R", "M F P W R", "9", "12", "", "4", "1", "fox", "2", "stop"],
        ["hex", "1", "2, 2, 2, 2", "1, =, =", "=", "<", "5", "=", "1, 3, 1, 1, 1",
         "=, =", "2 elk", "=", "=", "bera", "nature+fox", "3 points", *REST],
    ),
    "B": (
        ["13 12", "12", "1 2 3 4 5 6 7 8 9 10 11 12", "1 2 3 4 5 7 9 11 13 15 17 20",
         "=", "3", "=", "=", "4=3pts, b9=2", "4 = 3 points, 3=elk, 7=2, 10=hex", "stop"],
        ["=", "=", "=", "2=4 points, 5=fox, 8=1, 10=any hexagon", "5=wolf", *REST],
    ),
    "C": (
        ["9", "middle", "right", "P1+landmark:m P1+sun M W1+lm:p W1 P1+hex:f P5+landmark:q",
         "p1+landmark:m p1+sun m w1+lm:p w1 p1+hex:f p5+landmark:r", "=", "stop"],
        [*("=",) * 6, "P4 W3 F2+rain F3 F4 W4 R4", "P4 W3 F2+rain F3 F4 W4 M4",
         "=", "=", "=", "=", "2", "2", *("=",) * 7, *("=",) * 8, "3 points", *REST],
    ),
    "D": (
        ["8", "right", "W W R P F P P5", "WWRPFPP", *("=",) * 7, "1 1 2 2 2 3", *("=",) * 7,
         "13 13 14 14 11 12 15 16", "stop"],
        [*("=",) * 6, *("=",) * 9, "=", "9 points and any animal", *("=",) * 13, "2",
         *("=",) * 7, "6 points, hex:any, 3pt, fox, 2", "6, hex, 3, hex, 2", *REST],
    ),
}  # fmt: skip
"""What an owner types whose printed sheet differs from ours in three values."""

CHANGED: dict[str, tuple[dict[str, tuple[Kind, str]], dict[str, int]]] = {
    # what is seen in print, and by how much the score lines of the rulebook's example change
    "A": (
        {"forests-2": ("bonus", "2"), "forests-4": ("bonus", "3"), "sun.7": ("box", "3")},
        {"bonus-1": 1, "bonus-2": 2 + 2},
    ),
    "B": (
        {"a4-b5": ("bonus", "3"), "c2-d3": ("bonus", "4"), "c8-d9": ("bonus", "1")},
        {"bonuses": 2 + 3 - 1},
    ),
    "C": (
        {"a7": ("space", "5"), "overflow.1": ("space", "2"), "sky.3.1": ("box", "3")},
        {"prairies": 3, "overflow": 1, "bonuses": 1},
    ),
    "D": (
        {"region-2": ("bonus", "9"), "overflow.1": ("space", "2"), "same.bear.1": ("box", "6")},
        {"regions": 1, "overflow": 1, "same-wildlife": 2},
    ),
}


PROVED = {
    "A": ("(forests-2)", "2pt+pick:sun", "3pt+pick:sun", "(sun.7)"),
    "B": ("3=elk, 4=3pt, 7=2pt, 10=hex:any", "2=4pt, 5=fox, 8=1pt, 10=hex:any"),
    "C": ("P5+landmark:rivers", "(overflow.1)", "(sky.3.1)"),
    "D": ("9pt+wild", "6pt hex:any 3pt hex:any 2pt"),
}


@pytest.mark.parametrize("letter", SCRIPTS)
def test_a_printed_sheet_is_copied_printed_and_judged(
    letter: str, typed: Type, run: Run, tmp_path: Path
) -> None:
    first, second = SCRIPTS[letter]
    sheet_file, picture = tmp_path / f"box-{letter.lower()}.yaml", f"box-{letter.lower()}.pdf"
    half = typed(letter, *first)
    assert (half.code, sheet_file.exists()) == (0, False)
    assert "goes on" in half.err
    whole = typed(letter, *second)
    assert whole.code == 0, whole.err
    assert not sheet_file.with_name(f"{sheet_file.name}.part").exists()
    assert run("check", sheet_file).code == 0

    sheet, ours = load_sheet(sheet_file), find_sheet(letter)
    assert sheet.ref == f"box-{letter}@1"
    places, lines = CHANGED[letter]
    scene = page(sheet)
    for id, (kind, text) in places.items():
        found = [s.text for s in leaves(scene.find(kind, id).shapes) if isinstance(s, Text)]
        assert text in found, id
        before = page(ours).find(kind, id)
        assert text not in [s.text for s in leaves(before.shapes) if isinstance(s, Text)], id
        assert sheet.provenance[id].source == "owner"
    proof = pdf_text(tmp_path / picture)
    assert all(word in proof for word in PROVED[letter])

    example = resources.root("data") / "examples" / f"rulebook-{letter.lower()}.json"
    data = json.loads(example.read_text(encoding="utf-8"))
    base = scores(run("audit", example, "--format", "json"))
    (tmp_path / "mine.json").write_text(json.dumps(data | {"sheet": sheet.ref}), encoding="utf-8")
    mine = scores(run("audit", "mine.json", "--sheet", sheet_file, "--format", "json"))
    assert {id: mine[id] - n for id, n in base.items() if mine[id] != n} == lines | {
        "total": sum(lines.values())
    }
    assert scores(run("audit", "mine.json", "--format", "json")) == mine  # found beside the file


def scores(result: Result) -> dict[str, int]:
    (sheet,) = result.json["sheets"]
    return {line["id"]: line["as_marked"] for line in sheet["lines"]} | {
        "total": sheet["total"]["as_marked"]
    }


def test_reports_say_that_lines_rest_on_the_owners_values(
    typed: Type, run: Run, filled: Callable[..., Path]
) -> None:
    typed("A", *REST)
    rows = {"map": ["33333", "33333", ".....", "....."], "picks": ["sun.7"]}
    report = run("audit", filled(sheet="box-A@1", **rows), "--format", "json").json["sheets"][0]
    basis = {line["id"]: line["basis"] for line in report["lines"]}
    assert basis["row-1"] == "rulebook"
    assert basis["row-2"] == basis["bonus-1"] == basis["bonus-2"] == "owner"
    assert report["total"]["basis"] == "owner" if "basis" in report["total"] else True
    ours = run("audit", filled(sheet="A@1", **rows), "--format", "json").json["sheets"][0]
    assert {line["id"]: line["basis"] for line in ours["lines"]}["row-2"] == "designed"
    assert "own layout" not in run("audit", filled(sheet="box-A@1", **rows)).out


def test_the_picture_marks_the_asked_place(typed: Type, tmp_path: Path) -> None:
    def frames(*lines: str) -> tuple[bytes, int]:
        typed("A", *lines)
        data = PdfReader(tmp_path / "box-a.pdf").pages[0]
        form = next(iter(data["/Resources"]["/XObject"].values()))  # type: ignore[index]
        content = form.get_object().get_data()
        (tmp_path / "box-a.yaml.part").unlink(missing_ok=True)
        return content, content.count(MARK)

    first, n = frames("M F P W R", "12", "1")
    assert n == 1
    second, n = frames("M F P W R", "12", "1", "4")
    assert n == 1
    assert first != second


def test_the_end_is_a_proof_without_marks(typed: Type, tmp_path: Path) -> None:
    result = typed("A", *REST)
    pages = PdfReader(tmp_path / "box-a.pdf").pages
    assert len(pages) > 1
    assert "forests-2" in pages[0].extract_text()
    assert "Proof: box-A@1" in pages[1].extract_text()
    assert "This copy is for you alone" in " ".join(pages[1].extract_text().split())
    form = next(iter(pages[0]["/Resources"]["/XObject"].values()))  # type: ignore[index]
    assert MARK not in form.get_object().get_data()
    for step in ("box-a.yaml written", "--resume", "render", "fill", "audit", "do not pass it on"):
        assert step in result.err


class PowerCut(io.StringIO):
    """Typed lines, after which everything ends at once."""

    def readline(self, *_: int) -> str:
        line = super().readline()
        if not line:
            raise MemoryError
        return line


def test_every_answer_is_kept_at_once(
    typed: Type, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", PowerCut("M F P W R\n12\n"))
    assert run("transcribe", "A").code == 70
    kept = json.loads((tmp_path / "box-a.yaml.part").read_text(encoding="utf-8"))
    assert kept["answers"] == {
        "columns": "mountains forests prairies wetlands rivers",
        "size:sun": "12",
    }
    assert "2 answers are there already" in typed("A", "1").err


def test_the_end_of_the_input_is_no_stop(typed: Type) -> None:
    assert typed("A", "M F P W R").code == 130
    assert typed("A", "stop").code == 0


def test_a_finished_copy_is_corrected_with_resume(typed: Type, tmp_path: Path) -> None:
    typed("A", *REST)
    before = (tmp_path / "box-a.yaml").read_text(encoding="utf-8")
    result = typed("A", *REST)
    assert (result.code, "--resume" in result.err) == (2, True)
    assert typed("A", "< row-3", "8", "=", options=("--resume",)).code == 0
    after = (tmp_path / "box-a.yaml").read_text(encoding="utf-8")
    assert after == before.replace("5pt+wild", "8pt+wild")
    assert typed("A", "< row-4", "9", "stop", options=("--resume",)).code == 0
    assert (tmp_path / "box-a.yaml").read_text(encoding="utf-8") == after
    assert typed("A", "=").code == 0
    assert load_sheet(tmp_path / "box-a.yaml").bonus["row-4"].offer.word == "9pt+wild"


def test_nothing_is_resumed_where_nothing_is(typed: Type) -> None:
    result = typed("A", options=("--resume",))
    assert (result.code, "nothing to go on with" in result.err) == (2, True)


def test_what_others_wrote_is_not_replaced(typed: Type, tmp_path: Path) -> None:
    foreign = tmp_path / "box-a.yaml"
    for name in ("box-a.yaml", "box-a.pdf"):
        (tmp_path / name).write_text("mine", encoding="utf-8")
        result = typed("A", *REST)
        assert (result.code, "was not written by" in result.err) == (2, True)
        assert (tmp_path / name).read_text(encoding="utf-8") == "mine"
        (tmp_path / name).unlink()
    foreign.write_text("mine", encoding="utf-8")
    assert typed("A", *REST, options=("--force",)).code == 0
    assert load_sheet(foreign).id == "box-A"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("not json", "holds no answers"),
        ('{"format": "cascadia-print/filled-sheet"}', "holds no answers"),
        ('{"format": "cascadia-print/transcription", "sheet": "box-B", "answers": {}}', "box-B"),
        ('{"format": "cascadia-print/transcription", "sheet": "box-A", "answers": []}', "holds no"),
    ],
)
def test_a_file_that_is_no_half_copy_is_left_alone(
    content: str, words: str, typed: Type, tmp_path: Path
) -> None:
    part = tmp_path / "box-a.yaml.part"
    part.write_text(content, encoding="utf-8")
    result = typed("A", *REST)
    assert (result.code, words in result.err) == (2, True)
    assert part.read_text(encoding="utf-8") == content


def test_a_half_copy_with_answers_that_mean_nothing_asks_them_again(
    typed: Type, tmp_path: Path
) -> None:
    answers = {"columns": "M M M", "size:sun": "many", "nowhere": "3pt", "stars": "2"}
    content = {"format": "cascadia-print/transcription", "version": 1, "sheet": "box-A"}
    part = tmp_path / "box-a.yaml.part"
    part.write_text(json.dumps(content | {"answers": answers}), encoding="utf-8")
    assert typed("A", "W M F P R", "11", *REST).code == 0
    sheet = load_sheet(tmp_path / "box-a.yaml")
    assert (sheet.stars, len(sheet.area["sun"].pools["sun"])) == (2, 11)
    assert sheet.space["a1"].habitats == ("wetlands",)


def test_a_fact_insisted_on_is_named_and_left_out(typed: Type, run: Run, tmp_path: Path) -> None:
    result = typed("A", "=", "=", "=", "< row-1", "4", "4", *REST)
    assert "Left out of the file, as the printed sheet is otherwise: A-5" in result.err
    text = (tmp_path / "box-a.yaml").read_text(encoding="utf-8")
    assert "# The printed sheet does not keep: A-5 row-1 gives 3 points" in text
    assert run("check", "box-a.yaml").code == 0


@pytest.mark.parametrize("letter", ["A", "C"])
def test_a_copy_like_ours_has_nothing_odd(letter: str, typed: Type, tmp_path: Path) -> None:
    result = typed(letter, *REST)
    assert "box-" in result.err
    assert "second look" not in result.err


def test_what_is_odd_on_a_copy_is_told_in_the_end(typed: Type, tmp_path: Path) -> None:
    """17 and 20 of the heading changed places: on no paper, but on that of a slip."""
    result = typed("B", "=", "1 2 3 4 5 7 9 11 13 15 20 17", *REST)
    assert result.code == 0
    assert "Worth a second look at the paper" in result.err
    assert "LI-heading" in result.err
    assert "LI-lane-short" not in result.err


def test_the_page_of_a_copy_is_no_layout_of_ours(typed: Type, tmp_path: Path) -> None:
    typed("A", *REST)
    text = " ".join(pdf_text(tmp_path / "box-a.pdf").split())
    assert "box-A@1 · an owner's own copy" in text
    assert "fan layout" not in text


def test_a_sheet_too_large_for_the_page_is_copied_without_a_picture(
    typed: Type, run: Run, tmp_path: Path
) -> None:
    heading = " ".join(map(str, range(1, 25)))
    result = typed("B", "24", heading, *("=",) * 3, "nothing", "1=fox", *("nothing",) * 9, *REST)
    assert "No picture" in result.err
    assert result.code == 0
    assert len(load_sheet(tmp_path / "box-b.yaml").heading) == 24
    assert "Proof" in pdf_text(tmp_path / "box-b.pdf")


def test_only_sheets_that_stand_for_printed_ones_are_copied(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    text = (Path(__file__).parents[1] / "sheets" / "meadow.yaml").read_text(encoding="utf-8")
    own.write_text(text, encoding="utf-8")
    result = run("transcribe", own)
    assert (result.code, "no printed sheet" in result.err) == (2, True)


def test_german(typed: Type, tmp_path: Path) -> None:
    result = typed("A", "Gebirge Wald Prärie Feuchtgebiet Fluss", "12", "1", "7 Punkte", "stopp",
                   options=("--lang", "de"))  # fmt: skip
    assert result.code == 0
    assert "nimmt keine an" in result.err
    assert "Derselbe Befehl geht weiter" in result.err
    kept = json.loads((tmp_path / "box-a.yaml.part").read_text(encoding="utf-8"))
    assert kept["answers"]["row-2"] == "7pt+wild"


def test_a_terminal_breaks_no_word(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stdin", Terminal("?\nstop\n"))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    said = run("transcribe", "A").out
    assert "A-1: each habitat has one column" in " ".join(said.split())
    assert max(map(len, said.splitlines())) <= 60
