"""`demo`: all of it once, and what is seen."""

from __future__ import annotations

from pathlib import Path

from cascadia_print import resources
from cascadia_print.cli import exits
from cascadia_print.cli.audit import read_and_judge
from cascadia_print.cli.console import out, say, style, width, words, wrapped
from cascadia_print.cli.paper import Wish, render
from cascadia_print.report.text import audit_text, sheet_text

EXAMPLES = ("rulebook-a", "rulebook-b", "rulebook-c", "rulebook-d")
SLIPS = "slips-a"


def demo(folder: Path, language: str = "en") -> int:
    """Print the four sheets into `folder`, audit the examples, tell what is seen."""
    examples = resources.root("data") / "examples"
    _title("title")
    render(["A", "B", "C", "D"], folder, Wish(language=language))
    _told("printed")

    _title("examples")
    for name in EXAMPLES:
        (judged,) = read_and_judge(examples / f"{name}.json")
        out("\n" + sheet_text(judged, words(), style=style, width=width()))
    out("")
    _told("totals")

    _title("slips")
    out(
        "\n"
        + audit_text(
            read_and_judge(examples / f"{SLIPS}.json"),
            words(),
            why=True,
            style=style,
            width=width(),
        )
    )
    _told("closing")
    _told("next")
    return exits.NOTHING_WRONG


def _title(key: str) -> None:
    text = say(f"demo.{key}")
    out("\n" + style("strong", f"{text}\n{'=' * len(text)}"))


def _told(key: str) -> None:
    out("\n".join(wrapped(say(f"demo.{key}"))))
