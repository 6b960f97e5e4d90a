"""docs/cascadia.md is what happens."""

from __future__ import annotations

import shlex
from pathlib import Path

from tests.cli.conftest import Run, own, run
from tests.test_docs import answers, blocks, matches

__all__ = ["own", "run"]

PAGE = "cascadia.md"


def test_the_page_is_what_happens(run: Run, tmp_path: Path) -> None:
    done = 0
    for todo, name, kind, text in blocks(PAGE):
        if todo == "file":
            (tmp_path / name).write_text(text, "utf-8")
        elif kind == "console":
            for command, shown in answers(text):
                result = run(*shlex.split(command))
                said = (result.out + result.err).splitlines()
                assert matches(said, shown), (command, said, shown)
                done += 1
    assert done == 3


def test_commands_that_are_only_shown_exist(run: Run) -> None:
    shown = [t for _, _, kind, t in blocks(PAGE) if not kind]
    commands = [line.split() for text in shown for line in text.splitlines()]
    assert {words[1] for words in commands} == {"audit", "convert"}
    for words in commands:
        options = run(words[1], "--help").out
        assert all(w in options for w in words if w.startswith("--"))
