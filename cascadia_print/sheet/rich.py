"""Texts of pages: words with signs between them, bold parts and words of the program.

    text = "Pay **2** [nature], then take {game.wildlife.bear}"

`[sign]` is an icon: a gain word (`bear`, `2nature`, `3pt`, `hex:any`, `landmark:rivers`), a
habitat, or one of `SIGNS`; `[[` is a bracket. `{section.name}` is a sentence of the locale, `{{`
a brace; as the first word of a text it begins with a capital letter. Two stars begin and end what
is bold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cascadia_print.sheet.faults import nearest
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import NOTHING, Offer
from cascadia_print.sheet.vocabulary import habitats
from cascadia_print.sheet.words import Names, WordError, parse_offer

SIGNS = ("arrow", "box", "star")
"""Signs that are neither a gain nor a habitat."""

_LANES = {"sun": "sky.sun", "rain": "sky.rain"}
_PART = re.compile(r"\*\*|\[\[|\{\{|\[([^\]]*)\]|\{([^}]*)\}|[ \t\r\n]+|[\[{]")


@dataclass(frozen=True, slots=True)
class Letters:
    """Letters without a blank; a no-break space among them is drawn as a blank."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """An icon: what a gain `word` gives, or a habitat or other sign by its name."""

    word: str
    offer: Offer = NOTHING


Word = tuple[Letters | Sign, ...]
"""What a line is not broken in."""

Rich = tuple[Word, ...]


def names() -> Names:
    """What signs may refer to besides animals, tokens, points and free hexagons."""
    landmarks = {f"landmark:{habitat}": f"landmark.{habitat}" for habitat in habitats()}
    return Names({**_LANES, **landmarks})


def known() -> tuple[str, ...]:
    """Every sign without its number, for suggestions."""
    return (*names().known(), *habitats(), *SIGNS)


def parse(text: str, words: Locale) -> Rich:
    """The words of a text in one language. Raises WordError with all that is wrong."""
    reader = _Reader(words)
    for part, offset, match in _parts(text):
        reader.take(part, offset, match)
    reader.end()
    if reader.errors:
        reader.errors[0].more = tuple(reader.errors[1:])
        raise reader.errors[0]
    return tuple(_joined(reader.rich))


def _joined(words: Iterable[Word]) -> list[Word]:
    """The words, a number and the sign behind it in one: they stand in one line."""
    found: list[Word] = []
    for word in words:
        last = found[-1][-1] if found else None
        if isinstance(word[0], Sign) and isinstance(last, Letters) and last.text.isdecimal():
            number = Letters(last.text + "\N{NO-BREAK SPACE}", last.bold)
            found[-1] = (*found[-1][:-1], number, *word)
        else:
            found.append(word)
    return found


def _parts(text: str) -> Iterator[tuple[str, int, re.Match[str] | None]]:
    """Plain letters (without a match) and what stands between them, with their offsets."""
    at = 0
    for match in _PART.finditer(text):
        if match.start() > at:
            yield text[at : match.start()], at, None
        yield match[0], match.start(), match
        at = match.end()
    if at < len(text):
        yield text[at:], at, None


class _Reader:
    def __init__(self, words: Locale) -> None:
        self.words = words
        self.rich: list[Word] = []
        self.word: list[Letters | Sign] = []
        self.bold = False
        self.errors: list[WordError] = []

    def take(self, part: str, offset: int, match: re.Match[str] | None) -> None:
        if match is None:
            self.letters(part)
        elif part == "**":
            self.bold = not self.bold
        elif part in ("[[", "{{"):
            self.letters(part[0])
        elif match[1] is not None:
            self.sign(match[1], offset + 1)
        elif match[2] is not None:
            self.field(match[2], offset + 1)
        elif part.isspace():
            self.end()
        else:
            self.errors.append(WordError("IN-text-open", offset, 1, word=part))

    def letters(self, text: str) -> None:
        self.word.append(Letters(text, self.bold))

    def sign(self, word: str, offset: int) -> None:
        if word in habitats() or word in SIGNS:
            self.word.append(Sign(word))
            return
        try:
            self.word.append(Sign(word, parse_offer(word, names(), offset)))
        except WordError as error:
            better = error.suggestion or nearest(word, known())
            self.errors.append(
                WordError("IN-text-sign", offset, len(word), better, word=word, known=known())
            )

    def field(self, key: str, offset: int) -> None:
        if not self.words.has(key):
            section = key.partition(".")[0]
            near = [f"{section}.{name}" for name in self.words.words(section)]
            better = nearest(key, near)
            self.errors.append(WordError("IN-text-field", offset, len(key), better, word=key))
            return
        said = self.words.text(key)
        if not any(isinstance(atom, Letters) for word in (*self.rich, self.word) for atom in word):
            said = said[:1].upper() + said[1:]
        for n, piece in enumerate(re.split(r"[ \t\r\n]+", said)):
            if n:
                self.end()
            if piece:
                self.letters(piece)

    def end(self) -> None:
        if self.word:
            self.rich.append(tuple(self.word))
        self.word = []
