"""`calibrate` and `printers`: a page that tells how a printer prints, and what is kept of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pypdf import PdfReader

from cascadia_print.drawing.calibration import crosses, fields
from cascadia_print.drawing.papers import Paper, paper
from cascadia_print.drawing.scene import MM
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def config(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configuration folder, not there yet."""
    folder = tmp_path_factory.mktemp("user") / "config"
    monkeypatch.setenv("CASCADIA_PRINT_CONFIG", str(folder))
    return folder


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("name", "wide"), [("a4", 210), ("letter", 215.9), ("a5", 148)])
def test_the_page(run: Run, tmp_path: Path, name: str, wide: float, language: str) -> None:
    done = run("calibrate", "--paper", name, "--lang", language, "-o", ".")
    assert (done.code, done.err) == (0, "")
    pages = PdfReader(tmp_path / f"calibrate-{name}.pdf").pages
    assert float(pages[0].mediabox.width) / MM == pytest.approx(wide, abs=0.01)
    assert float(pages[2].mediabox.height) / MM == pytest.approx(wide, abs=0.01)
    texts = [" ".join(page.extract_text().split()) for page in pages]
    assert len(texts) == 4
    for n, way in ((1, "portrait"), (3, "landscape")):
        assert "100 mm / 4 in" in texts[n - 1]
        command = f"cascadia-print calibrate --set NAME --paper {name} --{way} X,Y --scale S"
        assert command in texts[n]


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("upright", [True, False])
def test_fields_lie_under_crosses_and_under_none_when_turned_wrongly(
    flip: str, upright: bool
) -> None:
    a4 = paper("a4")
    sheet = a4 if upright else Paper("a4", a4.height, a4.width)
    wide, high = sheet.width, sheet.height
    sideways = (flip == "long") == upright
    through = [(wide - x, y) if sideways else (x, high - y) for x, y in fields(sheet, flip)]  # type: ignore[arg-type]
    assert through == [pytest.approx(p) for p in crosses(sheet)]
    other = [(wide - x, high - y) for x, y in through]
    for x, y in other:
        apart = [max(abs(x - a), abs(y - b)) for a, b in crosses(sheet)]
        assert min(apart) > 5.9 * MM


def test_an_offset_kept_is_used_and_brings_the_back_where_the_hole_was(
    run: Run, tmp_path: Path, config: Path
) -> None:
    done = run("calibrate", "--set", "office", "--landscape", "-0.5,2", "--scale", "98")
    assert (done.code, done.err) == (0, "")
    assert done.out == f"office with a4, long edge: kept in {config / 'printers.yaml'}\n"
    run("render", "tally:2", "--back", "hiking", "--printer", "office", "--one", "kept.pdf")
    kept = matrices(tmp_path / "kept.pdf")
    run("render", "tally:2", "--back", "hiking", "--back-offset", "-0.5,2", "--one", "said.pdf")
    said = matrices(tmp_path / "said.pdf")
    wide, high = 297 / 2 * MM, 210 / 2 * MM
    for n in (0, 1):
        for a, b in zip(kept[n], said[n], strict=True):
            assert a[0] == pytest.approx(b[0] / 0.98, abs=1e-3)
            # Drawn larger around the middle of the paper, and then moved.
            moved = (-0.5 * MM, -2 * MM) if n else (0, 0)
            for k, middle in ((4, wide), (5, high)):
                at = middle + (b[k] - moved[k - 4] - middle) / 0.98 + moved[k - 4]
                assert a[k] == pytest.approx(at, abs=0.02)


def matrices(file: Path) -> list[list[list[float]]]:
    """Where the sides stand on each page."""
    found = []
    for page in PdfReader(file).pages:
        contents = page.get_contents()
        assert contents is not None
        parts = contents.get_data().split(b" cm\n/FormXob.side")[:-1]
        found.append([[float(v) for v in part.split()[-6:]] for part in parts])
    return found


def test_printers_are_listed_and_their_file_is_named(run: Run, config: Path) -> None:
    assert "No printer is kept in" in run("printers").out
    run("calibrate", "--set", "office", "--portrait", "0.5,-1", "--scale", "99.4")
    run(
        "calibrate", "--set", "home", "--paper", "letter", "--duplex", "short", "--landscape", "0,1"
    )
    lines = run("printers").out.splitlines()
    assert [line.split() for line in lines[1:3]] == [
        ["home", "letter", "short", "-", "0,1", "-"],
        ["office", "a4", "long", "0.5,-1", "-", "99.4", "mm"],
    ]
    assert lines[3] == f"Kept in {config / 'printers.yaml'}"


def test_what_is_not_known_of_a_printer_is_told(run: Run, tmp_path: Path) -> None:
    run("calibrate", "--set", "office", "--portrait", "0.5,-1", "--scale", "99.4")
    done = run("render", "tally:2", "--back", "hiking", "--printer", "office")
    assert done.code == 0
    assert "has no offset for backs on a4 in landscape, turned over on the long edge" in done.err
    done = run("render", "tally:2", "--paper", "letter", "--printer", "office")
    assert (done.code, done.err) == (
        2,
        "Nothing is known of office with letter: cascadia-print calibrate --paper letter\n",
    )
    done = run("render", "tally:2", "--printer", "offic")
    assert (done.code, "Did you mean office?" in done.err) == (2, True)


def test_the_page_shows_whether_what_is_kept_is_right(run: Run, tmp_path: Path) -> None:
    run("calibrate", "-o", "plain")
    run("calibrate", "--set", "office", "--portrait", "3,-2")
    done = run("calibrate", "--printer", "office", "-o", "checked")
    assert done.code == 0
    plain, checked = (matrices(tmp_path / d / "calibrate-a4.pdf") for d in ("plain", "checked"))
    moved = [b - a for a, b in zip(plain[1][0], checked[1][0], strict=True)]
    assert moved == pytest.approx([0, 0, 0, 0, 3 * MM, 2 * MM], abs=0.02)
    assert plain[0] == checked[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--set", "a/b", "--scale", "99"), "A printer has a name of letters"),
        (("--set", "x"), "add --portrait X,Y"),
        (("--scale", "99"), "belong to --set NAME"),
        (("--set", "x", "--portrait", "1"), "--portrait takes two numbers"),
        (("--set", "x", "--scale", "70"), "--scale"),
        (("--set", "x", "--scale", "99", "--paper", "a9"), "Did you mean a4?"),
        (("--paper", "80x100"), "does not fit"),
        (("--printer", "office"), "There is no printer “office”"),
    ],
)
def test_what_cannot_be_is_refused(
    run: Run, tmp_path: Path, config: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = run("calibrate", *arguments)
    assert (done.code, said in done.err) == (2, True), done.err
    assert os.listdir(tmp_path) == []
    assert not config.exists()


def test_a_file_with_faults_is_left_as_it_is(run: Run, config: Path) -> None:
    config.mkdir()
    file = config / "printers.yaml"
    file.write_text("kind: printers\nprinters:\n  - {printer: a, paper: a4, duplex: lng}\n")
    before = file.read_bytes()
    for command in (("printers",), ("calibrate", "--set", "b", "--scale", "99")):
        done = run(*command)
        assert done.code == 4
        assert "printers.yaml:3:37: Expected one of `long`, `short`" in done.err
    assert file.read_bytes() == before
