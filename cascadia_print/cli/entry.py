"""`blank` and `fill`: the JSON of a filled sheet, empty or typed in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import err, fitted, out, quoted, say, terminal, words
from cascadia_print.cli.sheets import sheet_file
from cascadia_print.entry.ask import ask
from cascadia_print.entry.blank import blank as blank_text
from cascadia_print.entry.questions import Answers, stands
from cascadia_print.entry.resume import answers_of
from cascadia_print.entry.text import dumps
from cascadia_print.report.plain import NO_BREAK, printable
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.located import read_json
from cascadia_print.sheet.lookup import load_sheet
from cascadia_print.sheet.model import Sheet


def blank(ref: str, output: Path | None, *, force: bool) -> int:
    """Write or print the JSON of a sheet that nobody has filled in."""
    files.deliver(blank_text(load_sheet(sheet_file(ref))), output, force=force)
    return exits.NOTHING_WRONG


def fill(ref: str, output: Path | None, *, force: bool) -> int:
    """Ask for a filled sheet, or for the rest of one; write or print its JSON."""
    sheet = load_sheet(sheet_file(ref))
    talk = reach_player()
    answers = None if force or output is None else _resumed(sheet, output, talk)
    force = force or answers is not None
    if output:
        files.check(output, force=force)  # before the questions, not after an hour of answers
    data = ask(sheet, words().language, talk.read, talk.write, answers)
    if data is None:
        return exits.INTERRUPTED
    files.deliver(dumps(data), output, force=force, typed=True)
    if output and answers_of(sheet, words(), data):
        err(say("go-on", command=f"cascadia-print fill {quoted(ref)} -o {quoted(output)}"))
    return exits.NOTHING_WRONG


@dataclass(frozen=True, slots=True)
class Talk:
    """How the dialogue reaches the player: a line for a prompt (EOFError: no more), and words."""

    line: Callable[[str], str]
    out: Callable[[str], None]

    def read(self, prompt: str) -> str:
        """Only the last line is the prompt of the reader, so that it can be edited."""
        *above, last = fitted(prompt.rstrip().removesuffix(" >") + f"{NO_BREAK}>")
        for text in above:
            self.out(text)
        return self.line(f"{last} ")

    def write(self, text: str) -> None:
        self.out("\n".join(fitted(text)))


def reach_player() -> Talk:
    """The terminal, if there is one; else the questions do not stand in the stream of the JSON."""
    return _at_terminal() if terminal(sys.stdin, sys.stdout) else Talk(read_line, err)


def _at_terminal() -> Talk:
    """A player at a terminal, with arrow keys where the system knows line editing."""
    with suppress(ImportError):
        import_module("readline")
    return Talk(_line_or_quit, out)


def _resumed(sheet: Sheet, path: Path, talk: Talk) -> Answers | None:
    """The answers that a half-filled sheet of `fill` holds, if the player wants to go on with it.

    None where there is no such sheet. Raises Refused where he does not.
    """
    if not path.is_file():
        return None
    text = words()
    try:
        answers = answers_of(sheet, text, read_json(path).data)
    except Unreadable:
        return None
    if answers is None:
        return None
    last, _ = stands(sheet, text, answers)
    player = answers.get("player", "")
    question = text.text(
        "fill.go-on" if player else "fill.go-on-nobody",
        file=printable(str(path)),
        player=printable(player),
        last=last.title if last else "",
        yes=text.text("fill.yes"),
    )
    try:
        said = talk.read(f"{question} > ").strip().lower()
    except EOFError:
        said = text.text("fill.no")
    if said and said[0] not in ("y", text.text("fill.yes")[0]):
        raise files.Refused("filled", file=path)
    return answers


def _line_or_quit(prompt: str) -> str:
    """At a terminal the end of input asks whether to stop."""
    try:
        return typed_line(prompt)
    except EOFError:
        out("")
        return "quit"


def typed_line(prompt: str) -> str:
    """A line from a terminal. Ctrl-C stops as the end of input does, so that nothing is lost."""
    try:
        return input(prompt)
    except KeyboardInterrupt:
        raise EOFError from None


def read_line(prompt: str) -> str:
    """A line from a file or a pipe."""
    err(prompt, end="")
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise EOFError
    return line.rstrip("\r\n")
