"""A text with its lines: from an index into it to line, column and fault."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property

from cascadia_print.sheet.faults import Fault

SIZE_LIMIT = 1024 * 1024
"""The largest file that is read, in bytes."""

DEPTH_LIMIT = 50
"""How deep lists and blocks of keys may be nested."""

NODE_LIMIT = 20_000
"""How many values a YAML file may hold, each alias counted as what it stands for."""

DIGIT_LIMIT = 15
"""The longest integer: sums of such numbers stay exact and printable everywhere."""

FAULT_LIMIT = 100
"""A reader gives up after so many faults in one file."""

_BREAK = re.compile(r"\r\n?|\n")


class Place:
    """Where a value stands: `start` and `end` index the text, both without anchors.

    `kids` holds the places of list items (by number) or of a mapping's values (by key),
    `keys` those of the keys.
    """

    __slots__ = ("end", "keys", "kids", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.kids: dict[str | int, Place] = {}
        self.keys: dict[str, Place] = {}


class Text:
    """The text of a file. Lines end at LF, CR LF or CR."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(m.end() for m in _BREAK.finditer(self.text))]

    @cached_property
    def lines(self) -> list[str]:
        """All lines without their ends."""
        return _BREAK.split(self.text)

    def position(self, index: int) -> tuple[int, int]:
        """Line and column, from 1, of the character at `index`."""
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1

    def index(self, line: int, column: int) -> int:
        """The index of the character at a line and column, from 1."""
        return self._starts[line - 1] + column - 1

    def fault(
        self,
        id: str,
        start: int,
        end: int | None = None,
        *,
        suggestion: str | None = None,
        values: Mapping[str, object] | None = None,
    ) -> Fault:
        """The fault of the characters from `start` to `end` (default: one), in its first line."""
        line, column = self.position(start)
        excerpt = self.lines[line - 1]
        length = max(1, min((end or start + 1) - start, len(excerpt) - column + 1))
        return Fault(id, self.file, line, column, length, excerpt, values or {}, suggestion)
