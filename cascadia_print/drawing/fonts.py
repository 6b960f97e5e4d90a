"""Bitstream Vera, which comes with reportlab: its files and the widths of its signs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

NAMES = {False: "Vera", True: "VeraBd"}
CAP = 0.729
"""Height of capitals and digits, as a share of the size."""
RISE = 0.76
"""Height of the tallest letters."""
FALL = 0.236
"""Depth of g, j, p, q, y below the baseline."""
DEEP = frozenset("gjpqyQ,;()|/@")
"""Signs that reach below the baseline."""


class MissingGlyph(ValueError):
    """A text holds a sign that the font cannot draw; `sign` is that sign."""

    def __init__(self, sign: str, text: str) -> None:
        super().__init__(f"the font has no sign {sign!r} (U+{ord(sign):04X}) for {text!r}")
        self.sign = sign


@cache
def font(bold: bool) -> Any:
    """The font as reportlab knows it, registered for use in a PDF."""
    import reportlab
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    file = Path(reportlab.__file__).parent / "fonts" / f"{NAMES[bold]}.ttf"
    # A file holds the signs that it uses, not all of ASCII, and not the font's texts about itself.
    loaded = TTFont(NAMES[bold], str(file), asciiReadable=0)
    del loaded.face.table["name"]
    registerFont(loaded)
    return loaded


@cache
def width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text in points. Raises MissingGlyph."""
    face = font(bold).face
    total = 0.0
    for sign in text:
        if ord(sign) not in face.charToGlyph:
            raise MissingGlyph(sign, text)
        total += face.charWidths[ord(sign)]
    return total * size / 1000


def fall(text: str, size: float) -> float:
    """How far a text reaches below its baseline, in points."""
    return FALL * size if set(text) & DEEP else 0.0


def wrap(text: str, size: float, limit: float, bold: bool = False) -> tuple[str, ...]:
    """The lines of a text of at most `limit` points each; a longer word stands alone."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size, bold) <= limit:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)
