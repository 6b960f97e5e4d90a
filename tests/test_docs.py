"""The documentation is run: each command, file and change of a page, in the order of the page."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from cascadia_print.sheet.gameset import read_set
from cascadia_print.sheet.located import parse_yaml
from docs import language, pictures
from tests.cli.conftest import Run, own, run

__all__ = ["own", "run"]

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"(?:<!-- (\w+): (\S+) -->\n)?```(\w*)\n(.*?)```\n", re.DOTALL)


def blocks(page: str) -> Iterator[tuple[str, str, str, str]]:
    """(what to do, with which file, kind of block, text)."""
    for match in BLOCK.finditer((DOCS / page).read_text("utf-8")):
        yield match[1] or "", match[2] or "", match[3], match[4]


def change(file: Path, diff: str) -> None:
    lines = diff.splitlines()
    old, new = ("\n".join(x[1:] for x in lines if x[:1] == sign) for sign in "-+")
    text = file.read_text("utf-8")
    assert old in text, (file, old)
    file.write_text(text.replace(old, new, 1), "utf-8")


def answers(text: str) -> Iterator[tuple[str, list[str]]]:
    for part in re.split(r"^\$ cascadia-print ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        yield command, lines


def matches(said: list[str], shown: list[str]) -> bool:
    """Whether the lines are those shown: `...` stands for any lines, or the rest of one."""
    parts = [
        "(?:.*\n)*" if s == "..." else re.escape(s).replace(r"\.\.\.", ".*") + "\n" for s in shown
    ]
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in said)) is not None


def test_the_tutorial_is_what_happens(run: Run, tmp_path: Path) -> None:
    done = 0
    for todo, name, kind, text in blocks("make-a-sheet.md"):
        if todo == "file":
            (tmp_path / name).write_text(text, "utf-8")
        elif todo == "change":
            change(tmp_path / name, text)
        elif kind == "console":
            for command, shown in answers(text):
                result = run(*shlex.split(command))
                said = (result.out + result.err).splitlines()
                assert matches(said, shown), (command, said, shown)
                done += 1
    assert done > 10
    page = PdfReader(tmp_path / "out" / "Fox-Valley.pdf").pages[0].extract_text()
    assert "Fox Valley" in page
    assert len(PdfReader(tmp_path / "changes.pdf").pages) == 1


def test_the_page_about_logs_is_what_happens(run: Run, tmp_path: Path) -> None:
    shown_commands = 0
    for todo, name, kind, text in blocks("round-log.md"):
        if todo == "file":
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif todo == "change":
            change(tmp_path / name, text)
        elif kind == "console":
            for command, shown in answers(text):
                result = run(*shlex.split(command))
                assert matches(result.out.splitlines(), shown), (command, result.out)
                shown_commands += 1
    assert shown_commands == 2
    assert read_set(tmp_path / "game-set.yaml").id == "my-box"


def test_commands_that_are_only_shown_exist(run: Run) -> None:
    shown = [t for _, _, kind, t in blocks("make-a-sheet.md") if not kind]
    commands = [line.split() for text in shown for line in text.splitlines()]
    assert {words[1] for words in commands if words[0] == "cascadia-print"} == {"preview", "diff"}
    for words in commands:
        if words[0] == "cascadia-print":
            options = run(words[1], "--help").out
            assert all(w in options for w in words if w.startswith("--"))
        else:
            assert (DOCS.parent / words[1]).is_file()


def test_the_tables_of_the_reference_are_those_of_the_program() -> None:
    text = language.FILE.read_text("utf-8")
    assert language.made(text) == text, "make docs"


def test_the_pictures_of_the_reference_are_what_is_drawn() -> None:
    names = language.pictured()
    assert {f.name for f in pictures.FOLDER.iterdir()} == {pictures.file(name) for name in names}
    for name in names:
        stored = (pictures.FOLDER / pictures.file(name)).read_text("utf-8")
        assert stored == pictures.draw(name), f"{name}: make docs"


def test_the_reference_names_every_block_of_the_schema() -> None:
    text = language.FILE.read_text("utf-8")
    blocks = {n for n, d in language._schema()["$defs"].items() if d.get("type") == "object"}
    tables = set(re.findall(r"<!-- table: ([\w-]+) -->", text))
    assert blocks - {"text"} <= tables
    of_pages = {n for n, d in language._schema("page")["$defs"].items() if "properties" in d}
    assert {f"page-{name}" for name in of_pages - {"name", "text"}} | {"page"} <= tables
    assert set(language.TABLES) <= tables
    headings = {h.lower() for h in re.findall(r"^## (\w+)$", text, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= headings | {"change"}


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda p: p.stem)
def test_yaml_in_the_documentation_is_read(page: Path) -> None:
    for _, _, kind, text in blocks(page.name):
        if kind == "yaml":
            parse_yaml(text, page.name)
    for target in re.findall(r"\]\(([\w./-]+\.\w+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target
