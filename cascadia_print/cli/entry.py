"""`blank` and `fill`: the JSON of a filled sheet, empty or typed in."""

from __future__ import annotations

import sys
from pathlib import Path

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import err, out, say
from cascadia_print.cli.sheets import sheet_file
from cascadia_print.entry.ask import ask
from cascadia_print.entry.blank import blank as blank_text
from cascadia_print.entry.text import dumps
from cascadia_print.sheet.lookup import load_sheet


def blank(ref: str, output: Path | None, *, force: bool) -> int:
    """Write or print the JSON of a sheet that nobody has filled in."""
    _deliver(blank_text(load_sheet(sheet_file(ref))), output, force=force)
    return exits.NOTHING_WRONG


def fill(ref: str, output: Path | None, *, force: bool) -> int:
    """Ask for a filled sheet; write or print its JSON."""
    sheet = load_sheet(sheet_file(ref))
    if output:
        files.check(output, force=force)  # before the questions, not after an hour of answers
    # The JSON may be piped on: then the questions must not stand in the same stream.
    seen = sys.stdin.isatty() and sys.stdout.isatty()
    data = ask(sheet, "en", typed_line if seen else read_line, out if seen else err)
    if data is None:
        return exits.INTERRUPTED
    _deliver(dumps(data), output, force=force)
    return exits.NOTHING_WRONG


def _deliver(text: str, output: Path | None, *, force: bool) -> None:
    if output is None:
        out(text.rstrip("\n"))
        return
    # A terminal can hand over bytes that are no text; they become question marks.
    files.write(output, text.encode("utf-8", "replace"), force=force)
    err(say("written", file=output))


def typed_line(prompt: str) -> str:
    """A line from a terminal. Ctrl-C stops as the end of input does, so that nothing is lost."""
    try:
        return input(prompt)
    except KeyboardInterrupt:
        raise EOFError from None


def read_line(prompt: str) -> str:
    """A line from a file or a pipe."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")
