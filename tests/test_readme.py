"""What the README shows is what the program does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cascadia_print.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```\n(.*?)```", README, re.DOTALL)
COMMANDS = sorted(
    {
        line.partition("#")[0].strip()
        for block in BLOCKS
        for line in block.splitlines()
        if line.startswith("cascadia-print ")
    }
)
SHOWN = re.findall(r"<!-- report: cascadia-print (.*?) -->\n\n```\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("command", COMMANDS)
def test_command_exists_with_its_options(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """--help answers before anything is done, and only if all before it is known."""
    assert main([*shlex.split(command)[1:], "--help"]) == 0
    options = set(re.findall(r"(?<!\S)--?[a-z]+", command))
    assert options <= set(re.findall(r"--?[a-z]+", capsys.readouterr().out))


@pytest.mark.parametrize(("command", "report"), SHOWN)
def test_shown_report_is_what_is_printed(
    command: str, report: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    main(shlex.split(command))
    assert capsys.readouterr().out == report


def test_a_report_is_shown() -> None:
    assert SHOWN
