"""`blank` and `fill`."""

from __future__ import annotations

import io
import json
import os
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cascadia_print.cli import entry
from tests.cli.conftest import Run


def test_an_untouched_blank_is_no_fault_and_no_empty_sheet(run: Run, tmp_path: Path) -> None:
    for letter in "ABCD":
        assert run("blank", letter, "-o", "blank.json").code == 0
        result = run("audit", "blank.json", "--format", "json")
        (sheet,) = result.json["sheets"]
        assert (result.code, sheet["claims"]) == (0, "none")
        assert {line["as_marked"] for line in sheet["lines"]} == {None}
    assert run("blank", "D").out == (tmp_path / "blank.json").read_text()


def test_filled_sheet_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ana.json"
    run("blank", "A", "-o", path)
    path.write_text(path.read_text().replace('"a1": null', '"a1": 3'))
    before = path.read_text()
    for command in ("blank", "fill"):
        result = run(command, "A", "-o", path)
        assert (result.code, "--force" in result.err) == (2, True)
    assert path.read_text() == before
    assert run("blank", "A", "-o", path, "--force").code == 0


@pytest.fixture
def type_(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Pipe lines into the command that comes next."""

    def lines(*typed: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))

    return lines


Type = Callable[..., None]


def test_fill_writes_what_is_audited(run: Run, type_: Type) -> None:
    type_("Ana", "23423", *[""] * 15)
    result = run("fill", "A", "-o", "ana.json")
    assert result.code == 0
    assert result.err.endswith("ana.json written.\n")
    assert "goes on from here" not in result.err
    (sheet,) = run("audit", "ana.json", "--format", "json").json["sheets"]
    assert sheet["lines"][0]["as_marked"] == 17


def test_fill_goes_on_where_it_stopped(run: Run, type_: Type, tmp_path: Path) -> None:
    type_("Ana", "23423", ".341.")
    result = run("fill", "A", "-o", "ana.json")
    assert result.code == 0
    assert "Entered up to: row b. Not asked: 2 rows (c, d), what was" in " ".join(
        result.err.split()
    )
    assert result.err.endswith("cascadia-print fill A -o ana.json goes on from here.\n")
    type_("", ".535.", ".1...", *[""] * 12)
    result = run("fill", "A", "-o", "ana.json")
    assert "ana.json holds Ana's sheet up to: row b. Go on? [yes] > " in result.err
    assert "Row b" not in result.err
    data = json.loads((tmp_path / "ana.json").read_text())
    assert data["map"] == ["23423", ".341.", ".535.", ".1..."]
    # Now it is complete, and stays as it is.
    before = (tmp_path / "ana.json").read_text()
    type_("", "")
    result = run("fill", "A", "-o", "ana.json")
    assert (result.code, "--force" in result.err) == (2, True)
    assert (tmp_path / "ana.json").read_text() == before


@pytest.mark.parametrize("answer", [("n",), ("what?",), ()])
def test_fill_that_must_not_go_on_leaves_the_file(
    run: Run, type_: Type, tmp_path: Path, answer: tuple[str, ...]
) -> None:
    type_("", "23423")
    run("fill", "A", "-o", "x.json")
    before = (tmp_path / "x.json").read_text()
    type_(*answer)
    result = run("fill", "A", "-o", "x.json")
    assert "x.json holds a sheet up to: row a. Go on?" in result.err
    assert (result.code, "--force" in result.err) == (2, True)
    assert (tmp_path / "x.json").read_text() == before
    type_("Ben")
    assert run("fill", "A", "-o", "x.json", "--force").code == 0
    assert json.loads((tmp_path / "x.json").read_text())["player"] == "Ben"


def test_fill_of_another_sheet_does_not_go_on(run: Run, type_: Type) -> None:
    type_("Ana", "23423")
    run("fill", "A", "-o", "ana.json")
    type_("", "1")
    result = run("fill", "B", "-o", "ana.json")
    assert (result.code, "Go on?" in result.err, "--force" in result.err) == (2, False, True)


def test_fill_in_german(run: Run, type_: Type) -> None:
    type_("Ana", "23423", "hilfe")
    result = run("fill", "A", "-o", "ana.json", "--lang", "de")
    assert "Reihe b (b1…b5), 2 von 4 von oben" in result.err
    assert "Die Zahlen von links nach rechts" in result.err
    assert "ana.json geschrieben." in result.err
    type_("")
    result = run("fill", "A", "-o", "ana.json", "--lang", "de")
    assert "enthält den Plan von Ana bis: Reihe a. Weitermachen? [ja] > " in result.err


def test_fill_without_any_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run("fill", "A").code == 130


def test_fill_wraps_to_the_terminal(run: Run, type_: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    type_("Ana", "xxxxxxx", *["x" * 8, "x" * 7] * 4, "8", *[""] * 9)
    result = run("fill", "C", "-o", "ana.json")
    asked = result.err.partition("ana.json written")[0].replace(" > ", " > \n")
    assert max(map(len, asked.splitlines())) <= 42
    assert "\n    " in asked  # what belongs to a line of a list stands below it


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_fill_at_a_terminal_has_line_editing(tmp_path: Path) -> None:
    import pty

    pytest.importorskip("readline")
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cascadia_print", "fill", "A", "-o", tmp_path / "ana.json"],
        stdin=child,
        stdout=child,
        stderr=child,
        env={**os.environ, "TERM": "xterm", "PYTHONPATH": str(Path(entry.__file__).parents[2])},
    )
    os.close(child)
    seen = b""

    def typed(keys: bytes, prompt: bytes) -> None:
        nonlocal seen
        while prompt not in seen:
            assert select.select([parent], [], [], 20)[0], seen
            seen += os.read(parent, 4096)
        seen = b""
        os.write(parent, keys)

    typed(b"Aa\x1b[Dn\r", b"Player > ")  # one to the left before the n
    typed(b"\x04", b"as 1 6 . 1 6 > ")
    typed(b"\r", b"go on > ")
    assert process.wait(20) == 0
    os.close(parent)
    assert json.loads((tmp_path / "ana.json").read_text())["player"] == "Ana"


def test_fill_keeps_questions_and_json_apart(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ana\n23423\n.341.\n"))
    result = run("fill", "A")
    assert "Traceback" not in result.err
    assert result.err
    assert not result.out or json.loads(result.out)["sheet"] == "A@1"


def test_fill_that_is_given_up_writes_nothing(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(entry, "ask", lambda *_: None)
    assert run("fill", "A", "-o", "ana.json").code == 130
    assert not (tmp_path / "ana.json").exists()
