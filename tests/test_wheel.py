"""The installed wheel works away from the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("hatchling")

ROOT = Path(__file__).parents[1]
FOLDERS = ("sheets", "data", "templates")

Command = Callable[..., "subprocess.CompletedProcess[str]"]


def python(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        **options,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    python("-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT, check=True)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The installed command, run in an empty folder. Its dependencies are those of the tests."""
    site = tmp_path_factory.mktemp("site")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    python(
        *("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"),
        *("--target", site, wheel),
        check=True,
    )
    environment = os.environ | {"PYTHONPATH": str(site)}

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        script = site / "bin" / "cascadia-print"
        return python(script, *arguments, cwd=elsewhere, env=environment)

    found = python(
        "-c", "import cascadia_print as c; print(c.__file__)", cwd=elsewhere, env=environment
    )
    assert Path(found.stdout.strip()).is_relative_to(site)
    return run


def test_wheel_holds_all_that_is_read(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    needed = {
        f"cascadia_print/_files/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert needed <= packed
    assert "cascadia_print/py.typed" in packed
    assert any(name.endswith("licenses/NOTICE") for name in packed)


def test_installed_command_prints_and_audits(command: Command, tmp_path: Path) -> None:
    printed = command("render", "A", "-o", tmp_path)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert (tmp_path / "a-zumwalt-prairie.pdf").read_bytes().startswith(b"%PDF-")
    example = ROOT / "data" / "examples" / "rulebook-a.json"
    moved = tmp_path / "ana.json"
    moved.write_bytes(example.read_bytes())
    audited = command("audit", moved)
    assert (audited.returncode, audited.stderr) == (0, "")
    assert "Total               46         46        46" in audited.stdout
