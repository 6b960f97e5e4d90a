"""docs/print.md is run: each file and each command, in the order of the page."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from docs.press import FOLDER, PICTURES, picture
from tests.cli.conftest import Run, own, run
from tests.test_docs import blocks

__all__ = ["own", "run"]


def test_every_command_of_the_page_works(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASCADIA_PRINT_CONFIG", str(tmp_path / "config"))
    later: list[str] = []
    done = 0
    for todo, name, kind, text in blocks("print.md"):
        if todo == "file":
            (tmp_path / name).write_text(text, "utf-8")
        if kind:
            continue
        for line in text.splitlines():
            if "--printer" in line and todo != "run":
                later.append(line)  # told of before the printer is
                continue
            assert run(*shlex.split(line)[1:]).code == 0, line
            done += 1
    for line in later:
        assert run(*shlex.split(line)[1:]).code == 0, line
    assert done > 10
    assert (tmp_path / "letter.pdf").is_file()


def test_pictures_are_those_of_their_commands() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(PICTURES)
    from PIL import Image

    with Image.open(FOLDER / "calibration.png") as kept:
        assert kept.size == picture("calibration").size
