"""However a command ends: words for a person, a code for a program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cascadia_print import __version__
from cascadia_print.cli import catalog
from cascadia_print.cli.files import Refused
from tests.cli.conftest import Run

COMMANDS = (
    "list", "info", "render", "blank", "fill", "audit", "check", "explain", "schema", "demo",
)  # fmt: skip


@pytest.mark.parametrize("arguments", [("--version",), ("--version", "list")])
def test_version(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments).out == f"cascadia-print {__version__}\n"


def test_help_names_every_command(run: Run) -> None:
    result = run()
    assert result.code == 0
    assert all(f"\n  {command} " in result.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example_that_is_one(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.code == 0
    assert f"  cascadia-print {command}" in result.out.split("Example")[1]
    assert max(map(len, result.out.splitlines())) <= 80


@pytest.mark.parametrize(
    "arguments", [("frobnicate",), ("audit",), ("list", "--no-such"), ("info",)]
)
def test_wrong_usage_is_2(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert "Usage: cascadia-print" in result.err
    assert result.out == ""


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (RuntimeError("wrong\nturn"), 70, "RuntimeError: wrong (test_run.py:"),
        (RecursionError(), 70, "RecursionError"),
        (Refused("foreign", file="x.pdf"), 2, "x.pdf was not written by cascadia-print"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_what_a_command_raises(
    run: Run, monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, said: str
) -> None:
    def fail() -> int:
        raise raised

    monkeypatch.setattr(catalog, "list_sheets", fail)
    result = run("list")
    assert result.code == code
    assert result.err.startswith("cascadia-print has a fault of its own: ") == (code == 70)
    assert said in result.err
    assert result.err.count("\n") == (1 if said else 0)


def test_fault_of_the_program_shows_more_on_request(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "list_sheets", lambda: 1 // 0)
    assert "Traceback" not in run("list").err
    monkeypatch.setenv("CASCADIA_PRINT_DEBUG", "1")
    assert "Traceback" in run("list").err


def process(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "cascadia_print", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | environment,
        cwd=Path(__file__).parents[2],
    )


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
def test_reader_that_has_seen_enough_is_no_fault() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "cascadia_print", "explain"],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"},
        cwd=Path(__file__).parents[2],
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_terminal_without_unicode() -> None:
    out, err = process("list", PYTHONIOENCODING="ascii").communicate()
    assert (err, b"**" in out) == (b"", True)
