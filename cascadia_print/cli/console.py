"""The terminal: plain ASCII where it can show no more, colour only where it is wanted."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import textwrap
import unicodedata
from contextlib import suppress
from typing import TextIO

from cascadia_print.report.plain import NO_BREAK, WIDTH, printable
from cascadia_print.sheet.locale import Locale, locale

_ASCII = {
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...",
    "·": "-", "→": "->", "×": "x", "✓": "+", "✗": "!", "★": "*", "≥": ">=", "≤": "<=",
}  # fmt: skip

_COLOURS = {"strong": "1", "good": "32", "bad": "31", "open": "33"}


NARROWEST = 60
"""Columns that a report needs for its table."""


class _Spoken:
    """The language of this run's answers."""

    language = "en"


def prepare() -> None:
    """Start in English, and let no character stop a command.

    What a stream cannot encode is written in ASCII, what cannot be decoded is kept as it came.
    """
    speak("en")
    codecs.register_error("cascadia-plain", _plain)
    streams = ((sys.stdin, "surrogateescape"), (sys.stdout, "cascadia-plain"))
    for stream, errors in (*streams, (sys.stderr, "cascadia-plain")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def speak(language: str) -> None:
    """Answer in this language from here on."""
    _Spoken.language = language


def spoken() -> str:
    """The language of the answers."""
    return _Spoken.language


def out(text: str) -> None:
    """Print a line of the answer."""
    sys.stdout.write(text + "\n")


def err(text: str, end: str = "\n") -> None:
    """Print a line about what went wrong; where stderr is closed or full, there is nobody to tell.

    What is not told must not end a command otherwise than it would.
    """
    if sys.stderr is not None:
        try:
            sys.stderr.write(text + end)
            sys.stderr.flush()
        except OSError:
            silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """What is left in the buffer of a stream must not fail once more at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(key: str, **values: object) -> str:
    """The words of the commands, from the section `cli` of the locale.

    Names that came from files and the command line are written out where a terminal would obey.
    """
    return tell(f"cli.{key}", **values)


def tell(key: str, **values: object) -> str:
    """The same from any section: "print.done"."""
    shown = {k: v if isinstance(v, int) else printable(str(v)) for k, v in values.items()}
    return words().text(key, **shown)


def meant(nearest: str | None) -> str:
    """ " Did you mean A?", to stand behind a sentence; "" where nothing is near."""
    return " " + say("did-you-mean", nearest=nearest) if nearest else ""


def words(language: str = "") -> Locale:
    """The words of a language, by default of the one that is spoken."""
    return locale(language or _Spoken.language)


def quoted(word: object) -> str:
    """A name as it is typed in a command: in quotes where it has a blank."""
    return f'"{word}"' if " " in str(word) else str(word)


def style(role: str, text: str) -> str:
    """The text in the colour of its role, if the terminal wants colour."""
    code = _COLOURS.get(role)
    if code is None or not text or not coloured(sys.stdout):
        return text
    return f"\x1b[{code}m{text}\x1b[0m"


def coloured(stream: TextIO) -> bool:
    """Whether a stream is a terminal that wants colour."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and terminal(stream)


def terminal(*streams: TextIO | None) -> bool:
    """Whether all these streams are terminals; one that is closed is none."""
    return all(stream is not None and stream.isatty() for stream in streams)


def width() -> int:
    """Columns for a report: those of the terminal, but 60 at least and 80 at most."""
    if not terminal(sys.stdout):
        return WIDTH
    return min(WIDTH, max(NARROWEST, shutil.get_terminal_size().columns))


def wrapped(text: str, hang: int = 0) -> list[str]:
    """The text in lines of a report; a no-break space holds its words together."""
    lines = textwrap.wrap(text, width(), subsequent_indent=" " * hang, break_on_hyphens=False)
    return [line.replace(NO_BREAK, " ") for line in lines]


def fitted(text: str) -> list[str]:
    """The lines of a text, those wider than the terminal wrapped below their own beginning."""
    columns = max(20, shutil.get_terminal_size().columns)
    found = []
    for line in text.split("\n"):
        hang = " " * (len(line) - len(line.lstrip()) + 2) if line.startswith(" ") else ""
        found += textwrap.wrap(
            line, columns, subsequent_indent=hang, break_on_hyphens=False, drop_whitespace=True
        ) or [""]
    return [line.replace(NO_BREAK, " ") for line in found]


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end]
    return "".join(_ASCII.get(c) or _letter(c) for c in found), error.end


def _letter(character: str) -> str:
    """The letter without its accents, or a question mark."""
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"
