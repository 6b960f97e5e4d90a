"""The walk-through for owners is what the program does."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from cascadia_print.cli import main

TEXT = (Path(__file__).parents[1] / "docs" / "match-your-box.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^cascadia-print .*", TEXT, re.MULTILINE)
[(SESSION_COMMAND, SESSION)] = re.findall(
    r"<!-- session: (.*?) -->\n\n```\n(.*?)```", TEXT, re.DOTALL
)
[DOUBT] = re.findall(r"```\n(A-5 says.*?)```", TEXT, re.DOTALL)


def transcript(typed: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What is seen in a terminal, where typed lines stand behind the prompts."""
    main(shlex.split(SESSION_COMMAND))
    parts = capsys.readouterr().err.split("\n> ")
    lines = [*(f"\n> {line}\n" for line in typed), "\n> "]
    return "".join(a + b for a, b in zip(parts, lines, strict=False))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CASCADIA_PRINT_SHEETS", str(tmp_path / "own"))


def test_the_session_that_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = re.findall(r"^> (.*)$", SESSION, re.MULTILINE)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed) + "\n"))
    assert SESSION in transcript(typed, capsys)


def test_the_doubt_that_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("=\n=\n=\n< row-1\n4\n"))
    main(shlex.split(SESSION_COMMAND))
    assert DOUBT in capsys.readouterr().err


def test_the_walk_through_from_the_first_question_to_a_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    start, resume, *use = COMMANDS
    typed = [*re.findall(r"^> (.*)$", SESSION, re.MULTILINE), *"=" * 40]
    scripts = {
        start: typed,
        resume: ["< forests-2", "3", "="],
        use[1]: ["Ana", "12345", *[""] * 13],
    }
    for command in COMMANDS:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(scripts.get(command, [])) + "\n"))
        assert main(shlex.split(command)[1:]) == 0, command
    out = capsys.readouterr().out
    assert "box-a.yaml: ok (box-A@1)" in out
    assert "box-A@1" in out
    assert Path("out/box-a.pdf").exists()


def test_it_says_that_no_copy_is_shipped_or_accepted() -> None:
    words = " ".join(TEXT.split())
    assert "No transcription of a printed sheet comes with this program" in words
    assert "the project accepts none" in words
