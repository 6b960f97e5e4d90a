"""What is said about findings, missed bonuses, gains and score lines, in a language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.spots import Spots
from cascadia_print.sheet.vocabulary import habitats, wildlife
from cascadia_print.verdict import Finding, Missed, Part

LISTED = 8
"""The longest list that is written out."""

_GAIN = re.compile(r"(\d*)([a-z-]+)(?::(.+))?")
_PICKS = re.compile(r"(\d*)pick:([^+|]+)")


def message(finding: Finding, sheet: Sheet | None, words: Locale) -> str:
    """The sentence of a finding; without a sheet it is about Cascadia itself."""
    key = _key(finding, sheet)
    if finding.values.get("n", 1) != 1 and words.has(f"{key}-several"):
        key += "-several"
    elif finding.values.get("need") == 1 and words.has(f"{key}-one"):
        key += "-one"
    text = words.text(key, **{**_values(finding, sheet, words), **_places(finding, sheet, words)})
    n = finding.values.get("round")
    return words.text("log.in-round", n=n, text=text) if n else text


def _key(finding: Finding, sheet: Sheet | None) -> str:
    """Where a sentence stands; those about a log have a section of their own."""
    if finding.text.startswith("log."):
        return finding.text
    return f"findings.{finding.text}" if sheet else f"cascadia.findings.{finding.text}"


def would_be_legal(finding: Finding, sheet: Sheet | None, words: Locale) -> str | None:
    """What would have been legal; None when there is nothing to say."""
    key = f"{_key(finding, sheet)}-fix"
    # A suggestion that was not found leaves nothing to suggest.
    if not words.has(key) or finding.values.get("nearest", "") is None:
        return None
    return words.text(key, **_values(finding, sheet, words))


def missed_message(missed: Missed, sheet: Sheet | None, words: Locale) -> str:
    """The sentence for something earned and left; without a sheet in Cascadia itself."""
    if sheet is None:
        return words.text(f"cascadia.missed.{missed.gains}", at=game_word(missed.at, words))
    at = place(missed.at, sheet, words)
    if picks := _PICKS.fullmatch(missed.gains):
        n, of = int(picks[1] or 1), place(picks[2], sheet, words)
        key = f"findings.missed-pick{'' if missed.points else '-none'}"
        return words.text(key, n=n, of=of, points=missed.points)
    return words.text("findings.missed", at=at, gains=gains(missed.gains, words))


def place(id: str, sheet: Sheet, words: Locale) -> str:
    """An id as printed and, where that is no hexagon, in words where it stands, or what it is."""
    word = game_word(id, words)
    where = Spots(words).of(sheet, id) or ("" if word.startswith(id) else word)
    return words.text("places.id", id=id, where=where) if where else id


def in_language(text: Mapping[str, str], words: Locale) -> str:
    """Words that a file gives in several languages."""
    return text.get(words.language) or text.get("en") or next(iter(text.values()), "")


def part_message(part: Part, words: Locale) -> str:
    """A condition of a scenario in words."""
    if part.text:
        return in_language(part.text, words)
    key = "names" if words.has(f"achievements.names.{part.what}") else "scenario"
    return words.text(f"achievements.{key}.{part.what}", need=part.need)


def gains(word: str, words: Locale) -> str:
    """A gain word in plain words: "3pt+wild" -> "3 points and 1 animal of any kind"."""
    sides = (
        words.text("report.gains.all").join(_gain(*g, words) for g in _gains(side))
        for side in word.split("|")
    )
    return words.text("report.gains.choice").join(sides)


def line_label(id: str, sheet: Sheet | None, words: Locale) -> str:
    """The words for a score line: the sheet's own, else those of the locale."""
    if id == "total":
        return words.text("report.total")
    if sheet is None:
        return words.text(key) if words.has(key := f"cascadia.lines.{id}") else words.name(id)
    return words.line(sheet.line[id]) if id in sheet.line else words.name(id)


def listed(items: Sequence[str], words: Locale, join: str = "and") -> str:
    """ "a, b and c" in the words of the language; `join` is "and" or "or"."""
    if len(items) > LISTED:
        more = words.text("report.list.more", n=len(items) - LISTED + 1)
        items = [*items[: LISTED - 1], more]
    *first, last = items or ("",)
    if not first:
        return last
    return words.text(f"report.list.{join}", first=", ".join(first), last=last)


def _gains(word: str) -> list[tuple[int, str, str]]:
    """The gains of all sides of a word: number, name, and what it is of."""
    found = [_GAIN.fullmatch(part) for part in re.split(r"[|+]", word) if part]
    return [(int(m[1] or 1), m[2], m[3] or "") for m in found if m]


def _gain(n: int, name: str, of: str, words: Locale) -> str:
    if name in ("wild", "nature", "pick", "same", "landmark", *wildlife()):
        kind = name
    elif name == "hex":
        kind = "hex-any" if of == "any" else "hex"
    elif name == "pt":
        kind = "points"
    else:
        kind, of = "lane", f"{name}:{of}" if of else name
    return words.text(f"report.gains.{kind}", n=n, of=game_word(of, words))


def number_of(n: int, kind: str, words: Locale) -> str:
    """Animals of one kind, or nature tokens, with their number: "1 bear", "3 bears"."""
    return words.text(f"report.gains.{kind}", n=n)


_LISTS = frozenset(
    {"choices", "differ", "habitats", "ids", "kinds", "known", "lack", "letters", "near", "open"}
    | {"options", "picks", "places", "players", "sides"}
)
"""Values that are several, as a tuple or in one string."""

_GAME_WORDS = frozenset({"habitats", "kinds", "lane", "logged", "nearest", "options"})
"""Values that may name a habitat or an animal."""


_ROLLED = {"log.found.table-dice": ("have", "need")}
"""Sentences that name dice as they fell, with the values that do, beside "faces"."""
_CARDS = {"log.found.table-card": ("have", "need"), "log.found.card-changed": ("other",)}
"""Sentences that name Habitat Cards, as "rivers 4"."""


def _values(finding: Finding, sheet: Sheet | None, words: Locale) -> Mapping[str, object]:
    """What fills the sentence of a finding, in words: of "ids" also "ids_or", of "line" also
    "line_label", of "have" with one kind of animals also "have_kinds"."""
    values: dict[str, object] = {"at": finding.at, **finding.values}
    for key, value in finding.values.items():
        if key in _LISTS:
            named = [_named(key, part, sheet, words) for part in _several(value)]
            values |= {key: listed(named, words), f"{key}_or": listed(named, words, "or")}
        elif key in ("cost", "paid") and isinstance(value, tuple):
            values[key] = bag(value, words)
        elif isinstance(value, str):
            values[key] = _named(key, value, sheet, words)
    kinds = _several(finding.values.get("kinds", ()))
    for key in ("have", "need"):
        n = finding.values.get(key)
        if isinstance(n, int) and len(kinds) == 1 and kinds[0] in (*wildlife(), "nature"):
            values[f"{key}_kinds"] = number_of(n, kinds[0], words)
    if values.get("player") == "":
        values["player"] = words.text("report.numbered", n=finding.values["number"])
    for key in {"faces", *_ROLLED.get(finding.text, ())} & finding.values.keys():
        values[key] = ", ".join(_rolled(x, words) for x in str(values[key]).split())
    for key in _CARDS.get(finding.text, ()):
        values[key] = " ".join(game_word(x, words) for x in str(values[key]).split())
    values["at_word"] = game_word(finding.at, words)
    values["label"] = line_label(finding.at, sheet, words)
    for key in ("other", "line"):
        values[f"{key}_label"] = line_label(str(values.get(key, "")), sheet, words)
    return values


def _named(key: str, value: str, sheet: Sheet | None, words: Locale) -> str:
    """A value in the words of the language, as far as its key says that it has some."""
    if key in _GAME_WORDS:
        return game_word(value, words)
    if key in ("gains", "sides"):
        return gains(value, words)
    if key == "special":
        return special(value, words)
    return line_label(value, sheet, words) if key == "differ" else value


def _places(finding: Finding, sheet: Sheet | None, words: Locale) -> dict[str, str]:
    """The values that are single places, with the words for them; Cascadia's are hexagons.

    A claim is about a score line, whose id may be that of a bonus too.
    """
    if sheet is None:
        return {}
    keys = [key for key in ("bonus", "source", "open") if finding.values.get(key)]
    values = {key: place(str(finding.values[key]), sheet, words) for key in keys}
    found = {key: text for key, text in values.items() if text != finding.values[key]}
    return found if finding.kind == "claim" else found | {"at": place(finding.at, sheet, words)}


def _several(value: object) -> list[str]:
    """The parts of a value that is a list, or one string as "a1, a2" or "bear / elk"."""
    if isinstance(value, (list, tuple)):
        return [str(v) for v in value]
    return re.split(r", | / ", str(value))


def bag(animals: Sequence[int], words: Locale) -> str:
    """Animals given as numbers in rank order: "2 bears and 1 fox"."""
    found = [number_of(n, a, words) for a, n in zip(wildlife(), animals, strict=False) if n]
    return listed(found, words) if found else words.text("log.bag-empty")


def special(result: str, words: Locale) -> str:
    """A result of the special die in words."""
    key = f"log.special.{result}"
    return words.text(key) if words.has(key) else face(result, words)


def _rolled(name: str, words: Locale) -> str:
    """What a die shows, also the special one, in a word."""
    key = f"log.table.special.{name}"
    return words.text(key) if words.has(key) else face(name, words)


def face(name: str, words: Locale) -> str:
    """A face of a die in words: "salmon/hawk"."""
    return "/".join(game_word(animal, words) for animal in name.split("/"))


def game_word(value: object, words: Locale) -> str:
    """A habitat, an animal, sun, rain or "nature" in the words of the language; anything else as it
    is."""
    if value == "nature":
        return words.text("log.nature")
    if words.has(lane := f"places.lanes.{value}"):
        return words.text(lane)
    for section, known in (("habitats", habitats()), ("wildlife", wildlife())):
        if value in known:
            return words.text(f"game.{section}.{value}")
    return str(value)
