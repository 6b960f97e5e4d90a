"""Plain text for people: what every terminal can show, and how wide a report is."""

from __future__ import annotations

WIDTH = 80
NO_BREAK = "\N{NO-BREAK SPACE}"


def printable(text: str) -> str:
    """The text with all that a terminal would obey or cannot show written out, as \\x1b."""
    return "".join(
        c if c.isprintable() or c == NO_BREAK else c.encode("unicode_escape").decode() for c in text
    )
