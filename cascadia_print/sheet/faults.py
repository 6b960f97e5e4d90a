"""What is wrong with a file, as data: an id, a place and values, never a sentence.

The id is also the key of its sentence in `data/locales/<language>/faults.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault at one place of a file.

    `line` and `column` count from 1 in characters; line 0 means the file as a whole. `length`
    is the number of characters at fault, `excerpt` the whole line as the author wrote it.
    `values` fill the sentence; `suggestion` is what the author probably meant. `at` is the name
    of a form's field, which has no line.
    """

    id: str
    file: str
    line: int = 0
    column: int = 0
    length: int = 1
    excerpt: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    suggestion: str | None = None
    at: str = ""


class Unreadable(Exception):
    """A file that gives nothing to work with. `faults` holds all that is known, by position."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda f: (f.file, f.line, f.column)))
        super().__init__("; ".join(f"{f.file}:{f.line}:{f.column} {f.id}" for f in self.faults))


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that `word` is most likely a slip of, None if none is close.

    Counts letters added, left out, replaced and swapped with their neighbour: one in short
    words, up to three in long ones; no letter is a slip of another letter, but of its own small
    or large one. Of equally close choices the first wins.
    """
    size = len(word)
    if not 0 < size <= 60:
        return None
    best, limit = None, (1 if size <= 4 else 2 if size <= 8 else 3) + 1
    lower = word.casefold()
    for choice in choices:
        if choice == word or abs(len(choice) - size) >= limit:
            continue
        if size == len(choice) == 1 and lower != choice.casefold():
            continue
        steps = _slips(lower, choice.casefold())
        if steps < limit:
            best, limit = choice, steps
            if not steps:
                break
    return best


def rivals(word: str, best: str | None, choices: Iterable[str]) -> tuple[str, ...]:
    """Other choices that are as close to `word` as the `best` one: then nothing is certain."""
    if best is None:
        return ()
    steps = _slips(word.casefold(), best.casefold())
    others = dict.fromkeys(c for c in choices if c not in (word, best))
    return tuple(c for c in others if _slips(word.casefold(), c.casefold()) <= steps)


def _slips(a: str, b: str) -> int:
    """Optimal string alignment distance: an edit, or a swap of two neighbours, costs 1."""
    before: list[int] = []
    above = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, above = above, row
    return above[-1]
