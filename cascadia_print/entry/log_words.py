"""The words of a log: animals, habitats, numbers and clauses, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from cascadia_print.entry.inked import SUGGESTIONS, short
from cascadia_print.rules.marks import Wrong
from cascadia_print.rules.rounds import bags
from cascadia_print.rules.rounds.dice import SPECIALS
from cascadia_print.sheet.faults import nearest
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.vocabulary import (
    habitat_letters,
    habitats,
    letter_languages,
    wildlife,
    wildlife_letters,
)

LANGUAGES = ("en", "de")
"""The languages whose words a log may use, together."""

NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_LETTER = re.compile(r"=([A-Za-z])(?![A-Za-z])", re.ASCII)
_COUNTED = re.compile(r"(\d{1,3})[x×*]?(\D.*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line and its place in it."""

    text: str
    at: int


class NotSo(Exception):
    """A clause that cannot be read: the sentence, the place in the line, its values."""

    def __init__(self, text: str, offset: int, **values: object) -> None:
        super().__init__(text)
        self.text, self.offset, self.values = text, offset, values


class WordReader:
    """Reads single words; `wrong` is what could not be read so far."""

    wrong: list[Wrong]

    def special(self, word: Word) -> str:
        found = meaning(word.text, ("wild", "discount", "rerolls", "any-three"))
        if found:
            return "reroll" if found == "rerolls" else found
        try:
            face = self.face(word)
        except NotSo:
            face = ""
        back = "/".join(reversed(face.split("/")))
        result = next((x for x in (face, back) if x in SPECIALS), None)
        if result is None:
            raise NotSo("log.wrong.special", word.at, value=short(word.text), known=SPECIALS)
        return result

    def face(self, word: Word) -> str:
        parts = word.text.split("/")
        if len(parts) > 2:
            raise NotSo("log.wrong.face", word.at, value=short(word.text), nearest=None)
        return "/".join(self.animal(Word(part, word.at)) for part in parts)

    def animal(self, word: Word) -> str:
        found = named().get(word.text.lower())
        if found in wildlife():
            return str(found)
        known = [name for name, stem in named().items() if stem in wildlife()]
        raise NotSo(
            "log.wrong.face", word.at, value=short(word.text), nearest=self.near(word.text, known)
        )

    def habitat(self, word: Word) -> str:
        letters = habitat_letters()
        if word.text.upper() in letters:
            return letters[word.text.upper()]
        found = named().get(word.text.lower())
        if found in habitats():
            return str(found)
        known = [name for name, stem in named().items() if stem in habitats()]
        raise NotSo(
            "log.wrong.habitat",
            word.at,
            value=short(word.text),
            nearest=self.near(word.text, known),
        )

    def bag(self, words: Sequence[Word]) -> bags.Bag:
        """Animals with their numbers before them: 5 salmon, 2elk, fox."""
        if len(words) == 1 and meaning(words[0].text, ("nothing",)):
            return bags.NONE
        found: list[str] = []
        count: int | None = None
        for word in words:
            match = _COUNTED.fullmatch(word.text)
            if match and not match[2]:
                if count is not None:
                    raise NotSo("log.wrong.two-numbers", word.at, value=word.text)
                count = int(match[1])
                continue
            if match and count is None:
                count, name = int(match[1]), match[2]
            else:
                name = word.text
            found += [self.animal(Word(name, word.at))] * (1 if count is None else count)
            count = None
        if count is not None:
            raise NotSo("log.wrong.number-last", words[-1].at, value=words[-1].text)
        return bags.bag(found)

    def number(self, word: Word) -> int:
        if not NUMBER.fullmatch(word.text):
            raise NotSo("log.wrong.number", word.at, value=short(word.text))
        return int(word.text)

    def meant(self, word: Word, stems: Iterable[str], text: str) -> str:
        stems = tuple(stems)
        if found := meaning(word.text, stems):
            return found
        known = [phrase for phrase, of in _phrases() if of in stems]
        raise NotSo(text, word.at, value=short(word.text), nearest=self.near(word.text, known))

    def near(self, word: str, known: Iterable[str]) -> str | None:
        return nearest(word, known) if len(self.wrong) < SUGGESTIONS else None


def alphabet(lines: Sequence[object]) -> Mapping[str, str]:
    """The alphabet of a log that does not say it; "" for a letter that could be either animal."""
    used = {m[1].upper() for line in lines for m in _LETTER.finditer(str(line))}
    alphabets = [wildlife_letters(language) for language in letter_languages()]
    fitting = [letters for letters in alphabets if used <= letters.keys()]
    if len(fitting) == 1:
        return fitting[0]
    found: dict[str, str] = {}
    for letters in fitting or alphabets:
        for letter, animal in letters.items():
            found[letter] = animal if found.get(letter, animal) == animal else ""
    return found


@cache
def _phrases() -> tuple[tuple[str, str], ...]:
    """(phrase, stem) in all languages."""
    return tuple(
        (phrase, stem)
        for language in LANGUAGES
        for stem, phrases in locale(language).words("log.words").items()
        for phrase in phrases.split(", ")
    )


def meaning(word: str, stems: Sequence[str]) -> str:
    """Which of these a word of any language stands for; "" for none."""
    return next((stem for stem in _stems().get(word.lower(), ()) if stem in stems), "")


@cache
def _stems() -> Mapping[str, tuple[str, ...]]:
    """Phrase -> what it can stand for."""
    found: dict[str, tuple[str, ...]] = {}
    for phrase, stem in _phrases():
        found[phrase] = (*found.get(phrase, ()), stem)
    return found


@cache
def named() -> Mapping[str, str]:
    """Names of animals and habitats in all languages, one and several, in small letters."""
    found: dict[str, str] = {}
    for language in reversed(LANGUAGES):
        for stem, names in locale(language).words("log.names").items():
            found.update(dict.fromkeys(names.lower().split(", "), stem))
        for section in ("wildlife", "habitats"):
            for stem, name in locale(language).words(f"game.{section}").items():
                found[name.lower()] = stem
    return found | {stem: stem for stem in (*wildlife(), *habitats())}
