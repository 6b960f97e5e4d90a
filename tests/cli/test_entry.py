"""`blank` and `fill`."""

from __future__ import annotations

import io
import json
import sys
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


def test_fill_writes_what_is_audited(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(sheet: object, language: str, read: object, write: object) -> dict[str, object]:
        return {"format": "cascadia-print/filled-sheet", "version": 1, "sheet": "A@1"}

    monkeypatch.setattr(entry, "ask", asked)
    result = run("fill", "A", "-o", "ana.json")
    assert result.code == 0
    assert result.err == "ana.json written.\n"
    assert run("audit", "ana.json").code == 0


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
