"""Running a command inside the test."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cascadia_print.cli import main


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the user's own sheets, empty."""
    return tmp_path_factory.mktemp("own")


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, own: Path
) -> Run:
    """Run a command in an empty folder, with no sheets of the user's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CASCADIA_PRINT_SHEETS", str(own))
    for name in ("DEBUG", "LANG"):
        monkeypatch.delenv(f"CASCADIA_PRINT_{name}", raising=False)

    def command(*arguments: str | Path) -> Result:
        code = main([str(a) for a in arguments])
        return Result(code, *capsys.readouterr())

    return command


@pytest.fixture
def filled(tmp_path: Path) -> Callable[..., Path]:
    """Write a filled sheet A and give its file."""

    def write(name: str = "ana.json", **content: Any) -> Path:
        data = {
            "format": "cascadia-print/filled-sheet",
            "version": 1,
            "sheet": "A@1",
            "player": "Ana",
            "map": ["3....", ".....", ".....", "....."],
            "tally": {"bear": 1, "elk": 1, "fox": 1, "hawk": 1, "salmon": 1, "nature": 2},
        }
        path = tmp_path / name
        path.write_text(json.dumps(data | content), encoding="utf-8")
        return path

    return write
