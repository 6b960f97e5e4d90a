"""The terminal: plain ASCII where it can show no more, colour only where it is wanted."""

from __future__ import annotations

import codecs
import os
import sys
import textwrap
import unicodedata
from typing import TextIO

from cascadia_print.sheet.locale import Locale, locale

_ASCII = {
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...",
    "·": "-", "→": "->", "×": "x", "✓": "+", "✗": "!", "★": "*", "≥": ">=", "≤": "<=",
}  # fmt: skip

_COLOURS = {"strong": "1", "good": "32", "bad": "31", "open": "33"}


def prepare() -> None:
    """Let no character stop a command: what a stream cannot encode is written in ASCII."""
    codecs.register_error("cascadia-plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="cascadia-plain")


def out(text: str) -> None:
    """Print a line of the answer."""
    _write(text, sys.stdout)


def err(text: str) -> None:
    """Print a line about what went wrong."""
    _write(text, sys.stderr)


def say(key: str, **values: object) -> str:
    """The words of the commands, from the section `cli` of the locale."""
    return words().text(f"cli.{key}", **values)


def words(language: str = "en") -> Locale:
    """The words of a language."""
    return locale(language)


def style(role: str, text: str) -> str:
    """The text in the colour of its role, if the terminal wants colour."""
    code = _COLOURS.get(role)
    if code is None or not text or not coloured(sys.stdout):
        return text
    return f"\x1b[{code}m{text}\x1b[0m"


def coloured(stream: TextIO) -> bool:
    """Whether a stream is a terminal that wants colour."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def wrapped(text: str, hang: int = 0) -> list[str]:
    """The text in lines of 80 columns; a no-break space holds its words together."""
    lines = textwrap.wrap(text, 80, subsequent_indent=" " * hang, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _write(text: str, stream: TextIO) -> None:
    stream.write(text + "\n")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end]
    return "".join(_ASCII.get(c) or _letter(c) for c in found), error.end


def _letter(character: str) -> str:
    """The letter without its accents, or a question mark."""
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"
