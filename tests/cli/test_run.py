"""However a command ends: words for a person, a code for a program."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cascadia_print import __version__, resources
from cascadia_print.cli import catalog
from cascadia_print.cli.files import Refused
from cascadia_print.report.rules import rules
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


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_german_where_that_is_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    german = run(command, "--lang", "de", "--help").out
    assert german.startswith(f"Aufruf: cascadia-print {command} [OPTIONEN]")
    assert f"  cascadia-print {command}" in german.split("Beispiel")[1]
    assert max(map(len, german.splitlines())) <= 80
    said = {line.split("  ")[-1] for line in run(command, "-h").out.splitlines()}
    same = said & {line.split("  ")[-1] for line in german.splitlines()}
    assert not [x for x in same if " " in x and "cascadia-print" not in x and "<" not in x]
    monkeypatch.setenv("CASCADIA_PRINT_LANG", "de")
    assert run(command, "--help").out == german


@pytest.mark.parametrize(
    ("arguments", "english", "german"),
    [
        ("audit", "FILE... is missing.", "FILE... fehlt."),
        ("auditt", "There is no command 'auditt'. Did you mean 'audit'?",
         "Einen Befehl „auditt“ gibt es nicht. War 'audit' gemeint?"),
        ("list --x", "There is no option --x", "Eine Option --x gibt es nicht"),
        ("audit --sheets", "There is no option --sheets (perhaps --sheet)",
         "Eine Option --sheets gibt es nicht (vielleicht --sheet)"),
        ("render A --paper", "Option --paper needs a value.",
         "Die Option --paper braucht einen Wert."),
        ("render A --ids=3", "Option --ids takes no value.", "Die Option --ids nimmt keinen Wert."),
        ("render A --dpi x", "'--dpi': 'x' is no whole number.",
         "'--dpi': „x“ ist keine ganze Zahl."),
        ("render A --dpi 5", "'--dpi': a number from 36 to 1200 is needed; here stands 5.",
         "'--dpi': gebraucht wird eine Zahl von 36 bis 1200; hier steht 5."),
        ("hike -- -5", "'MARKS': a number of at least 0 is needed; here stands -5.",
         "'MARKS': gebraucht wird eine Zahl, die mindestens 0 ist; hier steht -5."),
        ("render A --margin x", "'--margin': 'x' is no number.", "'--margin': „x“ ist keine Zahl."),
        ("audit x --format y", "'--format': 'y' is not one of 'text', 'json', 'jsonl'.",
         "'--format': „y“ ist keines von 'text', 'json', 'jsonl'."),
        ("list x y", "More than the command takes: x y", "Mehr, als der Befehl nimmt: x y"),
    ],
)  # fmt: skip
def test_usage_errors_are_plain_words(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: str, english: str, german: str
) -> None:
    assert run(*arguments.split()).err.splitlines()[-1] == f"Error: {english}"
    monkeypatch.setenv("CASCADIA_PRINT_LANG", "de")
    assert run(*arguments.split()).err.splitlines()[-1] == f"Fehler: {german}"


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


def test_what_the_system_refuses_is_no_fault_of_the_program(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = resources.root("data") / "locales" / "en" / "cli.yaml"
    cases = [
        (PermissionError(13, "Permission denied", "/own"), 2, "/own: permission denied."),
        (PermissionError(13, "Permission denied", "/own/x.yaml"), 4, "/own/x.yaml: permission d"),
        (PermissionError(13, "Permission denied", str(data)), 2, f"of its own, {data}: permission"),
        (OSError(28, "No space left on device"), 2, "cannot be written: no space left on device."),
    ]
    for raised, code, said in cases:

        def fail(raised: BaseException = raised) -> int:
            raise raised

        monkeypatch.setattr(catalog, "list_sheets", fail)
        result = run("list")
        assert result.code == code
        assert said in result.err
        assert result.err.count("\n") == 1


def test_a_file_of_the_programs_own_that_cannot_be_read(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def locked(path: Path, *args: Any, **kwargs: Any) -> Any:
        if path.name == "en.yaml":
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", locked)
    rules.cache_clear()
    result = run("explain")
    monkeypatch.undo()
    rules.cache_clear()
    assert (result.code, "en.yaml: permission denied." in result.err) == (2, True)


def test_a_name_too_long_is_an_unreadable_file(run: Run) -> None:
    result = run("info", "x" * 300 + ".yaml")
    assert (result.code, "file name too long" in result.err) == (4, True)


def test_an_unreadable_file_does_not_stop_the_others(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = resources.root("sheets") / "b-okanagan.yaml"
    locked = Path("locked.yaml")
    (tmp_path / locked).write_text("id: B\n")
    access, opened = os.access, Path.open

    def open_(path: Path, *args: Any, **kwargs: Any) -> Any:
        if path.name == locked.name:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", open_)
    monkeypatch.setattr(os, "access", lambda p, *_, **k: "locked" not in str(p) and access(p, *_))
    result = run("check", locked, sheet)
    assert (result.code, f"{sheet}: ok" in result.out) == (4, True)
    example = resources.root("data") / "examples" / "rulebook-b.json"
    result = run("audit", locked, example)
    assert (result.code, "Okanagan" in result.out) == (4, True)
    assert f"Not ranked, as the file gave no sheet to judge: {locked}" in result.out
    result = run("audit", example, "--sheet", locked)
    assert (result.code, str(locked) in result.err, "Usage" in result.err) == (4, True, False)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device")
@pytest.mark.parametrize("command", ["--version", "--help", "list"])
def test_a_full_disk_is_told_once(command: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cascadia_print", command],
            stdout=full,
            stderr=subprocess.PIPE,
            env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"},
            cwd=Path(__file__).parents[2],
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        2,
        b"The answer cannot be written: no space left on device.\n",
    )


@pytest.mark.parametrize("stderr", ["closed", "full"])
def test_an_exit_code_is_the_same_where_nobody_can_be_told(
    run: Run, monkeypatch: pytest.MonkeyPatch, stderr: str
) -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(sys, "stderr", Full() if stderr == "full" else None)
    monkeypatch.setattr(sys, "stdin", None)
    asked = [("check", "no.yaml"), ("fill", "A"), ("transcribe", "A"), ("list", "--x")]
    assert [run(*arguments).code for arguments in asked] == [4, 130, 130, 2]


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("command", ["--version", "list"])
def test_a_closed_stdout_is_told(command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m cascadia_print {command} >&-', sys.executable],
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == b"The answer cannot be written: standard output is closed.\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_deleted_working_directory_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$1" && rmdir "$1" && "$0" -m cascadia_print render A'
    done = subprocess.run(
        ["sh", "-c", script, sys.executable, gone],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"The working directory is not there any more")
