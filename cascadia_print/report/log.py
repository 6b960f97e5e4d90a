"""The rounds of a log as a table of text: dice, what was taken, card and marks, tally, score."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from cascadia_print.report.words import face, game_word
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.vocabulary import wildlife, wildlife_letters
from cascadia_print.verdict import Carded, Logged, RoundPlayed

GAP = 2
LEAST = 24
"""Columns for cards and marks with which the tally stands beside them; else it is left out."""

NARROWEST = 12

Value = int | str | bool


def log_rows(log: Logged, words: Locale, width: int) -> Iterator[list[str]]:
    """The lines of the head, then those of each round."""
    table = _Table(words)
    columns = [table.heads(), *map(table.cells, log.rounds)]
    widths = [max(map(len, (row[k] for row in columns))) for k in range(len(columns[0]))]
    widths[1], widths[2] = min(widths[1], 15), min(widths[2], 11)
    shown = list(range(len(widths)))
    if _room(widths, shown, width) < LEAST:
        shown.remove(4)
    widths[3] = max(NARROWEST, min(widths[3], _room(widths, shown, width)))
    for row in columns:
        yield list(_lines([row[k] for k in shown], [widths[k] for k in shown]))


def _room(widths: Sequence[int], shown: Sequence[int], width: int) -> int:
    """Columns left for cards and marks."""
    return width - sum(widths[k] + GAP for k in shown if k != 3)


def _lines(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """A row with each cell wrapped in its column; the first and the last stand at the right."""
    cells = [textwrap.wrap(cell, w, break_on_hyphens=False) or [""] for cell, w in
             zip(row, widths, strict=True)]  # fmt: skip
    for n in range(max(map(len, cells))):
        parts = []
        for k, (cell, w) in enumerate(zip(cells, widths, strict=True)):
            text = cell[n] if n < len(cell) else ""
            parts.append(f"{text:>{w}}" if k in (0, len(cells) - 1) else f"{text:<{w}}")
        yield (" " * GAP).join(parts).rstrip()


class _Table:
    def __init__(self, words: Locale) -> None:
        self.words = words
        letters = wildlife_letters(words.language) or wildlife_letters("en")
        self.letters = {animal: letter for letter, animal in letters.items()}

    def heads(self) -> list[str]:
        names = ("round", "dice", "took", "card", "tally", "score")
        return [self.text(name) for name in names]

    def cells(self, played: RoundPlayed) -> list[str]:
        fault = "" if played.legal else self.text("fault")
        score = self.text("unknown") if played.score is None else str(played.score)
        return [
            f"{fault}{played.number}",
            self.dice(played),
            self.taken(played),
            "; ".join(self.card(card) for card in played.cards) or self.text("none"),
            " ".join("?" if n is None else str(n) for n in played.tally),
            score,
        ]

    def text(self, key: str, **values: object) -> str:
        return self.words.text(f"log.table.{key}", **values)

    def face(self, name: str) -> str:
        return "/".join(self.letters.get(animal, animal) for animal in name.split("/"))

    def dice(self, played: RoundPlayed) -> str:
        unknown = self.text("unknown")
        parts = [
            unknown if faces is None else " ".join(map(self.face, faces))
            for faces in (played.central, played.own)
        ]
        if played.special is None:
            parts.append(unknown)
        elif played.special:
            split = "/" in played.special
            parts.append(self.face(played.special) if split else self.special(played.special))
        return " · ".join(parts)

    def special(self, result: str) -> str:
        return self.text(f"special.{result}")

    def taken(self, played: RoundPlayed) -> str:
        if played.collected is None:
            return self.text("unknown")
        named = zip(wildlife(), played.collected, strict=True)
        found = " ".join(f"{n}{self.letters[a]}" for a, n in named if n) or self.text("none")
        if played.action is None:
            return found
        kind, of = played.action
        action = self.words.text(f"log.actions.{kind}", of=game_word(of, self.words))
        return f"{found} ({action})"

    def card(self, card: Carded) -> str:
        number = self.text("unknown") if card.number is None else card.number
        habitat = game_word(card.habitat, self.words) if card.habitat else self.text("unknown")
        key = "slot" if card.slot else "no-slot"
        parts = [self.text(key, habitat=habitat, number=number, slot=card.slot)]
        for n, rolled in card.used:
            key = "use-rolled" if rolled else "use"
            parts.append(self.text(key, card=n, face=face(rolled, self.words)))
        if card.failed:
            parts.append(self.text("failed"))
        if card.marks:
            parts.append(" ".join(self.mark(*mark, card) for mark in card.marks))
        if card.frees:
            ids = " ".join(self.mark(*mark, card) for mark in card.frees)
            parts.append(self.text("free", ids=ids))
        if card.chosen:
            ids = " ".join(game_word(x, self.words) for x in card.chosen)
            parts.append(self.text("chosen", ids=ids))
        return ", ".join(parts)

    def mark(self, at: str, value: Value, card: Carded) -> str:
        """A place, with what is written there unless the card says it."""
        if value is True or value in (card.number, card.habitat):
            return at
        return f"{at}={self.letters.get(str(value)) or game_word(value, self.words)}"
