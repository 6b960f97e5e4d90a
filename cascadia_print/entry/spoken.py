"""What people call a bonus ("3 points", "any animal", "forests hexagon") → words of the language.

The names stand in `data/locales/<language>/transcribe.yaml`; English ones are always understood.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from cascadia_print.sheet.locale import Locale, locale
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import habitat_letters, habitats, wildlife
from cascadia_print.sheet.words import Names, parse_cell, parse_offer

NOTHING = "-"
"""Nothing is printed there."""

_PART = re.compile(r"(\d+)?\s*[x×*]?\s*(.*)", re.ASCII)
_PAIR = re.compile(r"([a-z0-9.-]+)\s*=\s*(.+)", re.ASCII)
_CELLS = re.compile(r"(?:[A-Z](?:/[A-Z])?\d?|[*.-])+", re.ASCII)
_CELL = re.compile(r"[A-Z](?:/[A-Z])?\d?|[*.-]", re.ASCII)


class NotSo(Exception):
    """A line that does not fit its question: a key of `transcribe.wrong` with values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


def names_of(sheet: Sheet) -> Names:
    """What gain words may refer to on a sheet."""
    lanes = {
        (lane if area.kind == "paired" else f"{area.id}:{lane}"): f"{area.id}.{lane}"
        for area in sheet.areas
        for lane in area.lanes
    }
    same = {a.id for a in sheet.areas if a.lanes and set(a.lanes) <= set(wildlife())}
    pools = {a.id for a in sheet.areas if a.kind == "pool"}
    return Names(lanes, frozenset(same), frozenset(pools))


def offer(typed: str, names: Names, words: Locale) -> str:
    """A gain word in its normal form, "-" for nothing. Raises WordError."""
    spoken = _tidy(typed)
    if spoken in ("", "0", ".", NOTHING) or spoken in _phrases(words, "nothing"):
        return NOTHING
    sides = re.split(rf"\s*\|\s*|\s+(?:{_either(words, 'or')})\s+", spoken)
    joined = rf"\s*[+&]\s*|\s+(?:{_either(words, 'and')})\s+"
    word = "|".join("+".join(_gain(p, names, words) for p in re.split(joined, s)) for s in sides)
    return parse_offer(word, names).word


def row(typed: str, ids: Sequence[str], names: Names, words: Locale) -> tuple[str, ...]:
    """A word for each of `ids`: all in printed order, or `place = word` for those that have one.

    A place is a number from the left, an id, or `all`. Raises WordError and NotSo.
    """
    spoken = typed.strip().lower()
    if spoken == NOTHING or spoken in _phrases(words, "nothing"):
        return (NOTHING,) * len(ids)
    parts = [part.strip() for part in spoken.split(",") if part.strip()]
    pairs = [_PAIR.fullmatch(part) for part in parts]
    if any(pairs):
        found = dict.fromkeys(ids, NOTHING)
        for part, pair in zip(parts, pairs, strict=True):
            if not pair:
                raise NotSo("pair", value=part)
            places = ids if pair[1] in _phrases(words, "all") else (_place(pair[1], ids),)
            found |= dict.fromkeys(places, offer(pair[2], names, words))
        return tuple(found.values())
    if len(parts) == 1 and len(ids) > 1:
        parts = spoken.split()
    if len(parts) != len(ids):
        raise NotSo("number-of-values", need=len(ids), have=len(parts), read=", ".join(parts))
    return tuple(offer(part, names, words) for part in parts)


def cells(typed: str, names: Names, words: Locale) -> tuple[str, ...]:
    """The hexagons of a row of the map, as `P1+landmark:mountains`; letters may be small.

    Without bonuses the blanks between may be left out: "WWRPFPP". Raises WordError and NotSo.
    """
    spoken = typed.replace(",", " ").strip()
    if _CELLS.fullmatch(spoken.upper()):
        found = _CELL.findall(spoken.upper())
    else:
        found = [_cell(word, names, words) for word in spoken.split()]
    for word in found:
        parse_cell(word, names)
    if not any(word != NOTHING for word in found):
        raise NotSo("no-hexagons")
    return tuple(found)


def order(typed: str, known: Sequence[str], words: Locale) -> tuple[str, ...]:
    """All of `known`, habitats or animals, in the order typed. Raises NotSo."""
    spoken = typed.replace(",", " ").lower().split()
    if len(spoken) == 1 and len(spoken[0]) == len(known):
        spoken = list(spoken[0])
    found = tuple(_one_of(word, known, words) for word in spoken)
    if sorted(found) != sorted(known):
        listed = ", ".join(_name(k, words) for k in known)
        raise NotSo("each-once", n=len(known), known=listed)
    return found


def numbers(typed: str, least: int, most: int, count: tuple[int, ...]) -> tuple[int, ...]:
    """Whole numbers from `least` to `most`, as many as one of `count` says. Raises NotSo."""
    found = re.split(r"[\s,]+", typed.strip())
    if not all(re.fullmatch(r"\d{1,3}", x) and least <= int(x) <= most for x in found):
        raise NotSo("number", least=least, most=most)
    if len(found) not in count:
        raise NotSo("how-many-numbers", need=" / ".join(map(str, count)), have=len(found))
    return tuple(map(int, found))


def _tidy(typed: str) -> str:
    return re.sub(r"[−–—]", "-", " ".join(typed.lower().split()))


def _gain(part: str, names: Names, words: Locale) -> str:
    """One gain; what is not understood stays as it is, so that the reader can say what is near."""
    number, rest = _PART.fullmatch(part.strip()).groups()  # type: ignore[union-attr]
    tokens = [t for t in re.split(r"[\s:_]+", rest) if t and t not in _phrases(words, "fillers")]
    word = _named(" ".join(tokens), names, words) if tokens else "pt"
    if not word:
        return part.replace(" ", "")
    count = number or ""
    return f"{count or 1}pt" if word == "pt" else f"{'' if count == '1' else count}{word}"


def _named(phrase: str, names: Names, words: Locale) -> str:
    """The gain without its number, "" for a phrase that names none."""
    plain = _stem(phrase, words, ("pt", "wild", "nature", "hex", "sun", "rain", *wildlife()))
    if plain in ("sun", "rain"):
        return plain if plain in names.lanes else f"pick:{plain}" if plain in names.pools else ""
    if plain:
        return "hex:any" if plain == "hex" else plain
    tokens = phrase.split()
    for k in range(1, len(tokens)):
        for kind, of in ((tokens[:k], tokens[k:]), (tokens[k:], tokens[:k])):
            stem = _stem(" ".join(kind), words, ("hex", "landmark", "pick"))
            where = _stem(" ".join(of), words, (*habitats(), "wild", "sun"))
            if stem == "hex" and where:
                return f"hex:{'any' if where == 'wild' else where}"
            if stem == "pick" and where in names.pools:
                return f"pick:{where}"
            if stem and f"{stem}:{where}" in names.lanes:
                return f"{stem}:{where}"
    return ""


def _stem(phrase: str, words: Locale, allowed: Sequence[str]) -> str:
    return next((s for s in _table(words).get(phrase, ()) if s in allowed), "")


def _one_of(word: str, known: Sequence[str], words: Locale) -> str:
    if found := _stem(word, words, known):
        return found
    starts = [k for k in known if _name(k, words).lower().startswith(word) or k.startswith(word)]
    if len(starts) == 1:
        return starts[0]
    raise NotSo("no-name", value=word, known=", ".join(_name(k, words) for k in known))


def _name(word: str, words: Locale) -> str:
    section = "habitats" if word in habitats() else "wildlife"
    return words.text(f"game.{section}.{word}")


def _place(word: str, ids: Sequence[str]) -> str:
    if word.isdecimal() and len(word) < 5 and 1 <= int(word) <= len(ids):
        return ids[int(word) - 1]
    turned = "-".join(reversed(word.split("-")))
    for id in ids:
        if word == id or turned == id:
            return id
    raise NotSo("no-place", value=word, first=ids[0], last=ids[-1])


def _cell(word: str, names: Names, words: Locale) -> str:
    head, plus, gains = word.partition("+")
    head = head.upper() if head != "o" else head
    if not plus:
        return head
    found = offer(gains, names, words)
    return head if found == NOTHING else f"{head}+{found}"


@cache
def _table(words: Locale) -> Mapping[str, tuple[str, ...]]:
    """Phrase -> the words that it may stand for."""
    found: dict[str, list[str]] = {}
    for language in (words, locale("en")):
        for stem, phrases in language.words("transcribe.names").items():
            for phrase in phrases.split(", "):
                found.setdefault(phrase, []).append(stem)
    for letter, habitat in habitat_letters().items():
        found.setdefault(letter.lower(), []).append(habitat)
    for word in (*habitats(), *wildlife()):
        found.setdefault(word, []).append(word)
    return {phrase: tuple(stems) for phrase, stems in found.items()}


@cache
def _phrases(words: Locale, key: str) -> frozenset[str]:
    both = (language.text(f"transcribe.{key}") for language in (words, locale("en")))
    return frozenset(phrase for text in both for phrase in text.split(", "))


def _either(words: Locale, key: str) -> str:
    return "|".join(sorted(map(re.escape, _phrases(words, key))))
