"""The compact text form of environments, games and score pads, read as what JSON would hold.

The result is a `Source` like that of a JSON file: whatever is checked and judged afterwards
knows the place of each word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cascadia_print.cascadia.entered import (
    ANIMALS,
    ENVIRONMENT,
    GAME,
    HABITATS,
    PAD,
    VARIANTS,
    animal_letters,
)
from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.locale import languages, locale
from cascadia_print.sheet.located import Source, read_text
from cascadia_print.sheet.located_text import FAULT_LIMIT, Place, Text
from cascadia_print.sheet.vocabulary import habitat_letters

SUFFIX = ".txt"

PAD_ROWS = (
    *(*ANIMALS, "wildlife"),
    *(row for habitat in HABITATS for row in (habitat, f"{habitat}-bonus")),
    *("habitats", "landmarks", "nature", "total"),
)
"""The rows of the score pad, corridor and bonus each on its own (CA-7)."""

_WORD = re.compile(r"[^\s#]\S*|(?<!\S)#.*")
_PLACE = re.compile(r"-?\d+,-?\d+")
_ALMOST = re.compile(r"\(?(-?\d+)[ ,.;:/]+(-?\d+)\)?(?= |$)")
_TOKEN = re.compile(r"([^\W\d_]+)(-?\d+,-?\d+)")
_NUMBERS = re.compile(r"-?\d{1,9}(\+\d{1,9})*")
_NATURE = re.compile(r"-?\d{1,9}")

_LOOKED_AT = 65536
"""So many bytes of a text are read to see whether it is of this kind."""

Word = re.Match[str]
Span = tuple[int, int]


def read(path: Path) -> Source:
    """Read a text file. Raises Unreadable with all faults at once."""
    return parse(read_text(path), str(path))


def parse(text: str, file: str) -> Source:
    """Read a text; `file` is the name for messages. Raises Unreadable."""
    if not text.strip("\ufeff \t\r\n"):
        raise Unreadable([Fault("IN-empty", file)])
    reader = _Reader(Text(file, text.removeprefix("\ufeff")))
    data, root = reader.run()
    if reader.faults:
        raise Unreadable(reader.faults)
    return Source(reader.text, data, lambda: root)


def ours(path: Path) -> bool:
    """Whether a text is of this kind, to find such files in a folder among others: its first line
    begins as one of ours, and a line with a tile, tokens or the names over a pad follows."""
    try:
        text = path.read_bytes()[:_LOOKED_AT].decode("utf-8-sig", "replace")
    except OSError:
        return False
    lines = [words for line in text.splitlines() if (words := _words(line))]
    first = [_meant(line[0]) for line in lines]
    laid = [bool(_PLACE.fullmatch(word) or _TOKEN.fullmatch(word)) for word in first]
    if not lines or not (laid[0] or first[0] in _KEYWORDS):
        return False
    return any(laid) or "pad" in first


def _words(line: str) -> list[str]:
    return [word for word in _WORD.findall(line) if not word.startswith("#")]


class _Node:
    """A block or a list that is still growing, with its place in the text."""

    def __init__(self, data: Any, place: Place) -> None:
        self.data, self.place = data, place

    def put(self, key: str | int, data: Any, span: Span, key_span: Span | None = None) -> _Node:
        """Set the value of a key, or add one to a list."""
        if isinstance(self.data, list):
            self.data.append(data)
        else:
            self.data[key] = data
        place = self.place.kids[key] = Place(*span)
        self.place.keys[str(key)] = Place(*(key_span or span))
        return _Node(data, place)

    def child(self, key: str, empty: Callable[[], Any], span: Span) -> _Node:
        """The block or list of that key, made where there is none yet."""
        if key not in self.data:
            return self.put(key, empty(), span)
        return self.at(key)

    def at(self, key: str | int) -> _Node:
        return _Node(self.data[key], self.place.kids[key])

    def take(self, other: _Node, key: str) -> None:
        """The value that another block has for a key."""
        self.data[key] = other.data[key]
        self.place.kids[key] = other.place.kids[key]
        self.place.keys[key] = other.place.keys[key]


class _Reader:
    """Goes through a text line by line. What stands before the first player holds for all."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self.head = _Node({}, Place(0, 1))
        self.players: list[_Node] = []
        self.columns: list[_Node] | None = None
        self.in_pad = False

    def run(self) -> tuple[dict[str, Any], Place]:
        for n, line in enumerate(self.text.lines, 1):
            start = self.text.index(n, 1)
            found = _WORD.finditer(self.text.text, start, start + len(line))
            words = [word for word in found if not word.group().startswith("#")]
            if words and len(self.faults) < FAULT_LIMIT:
                self._line(words)
        return self._whole()

    @property
    def here(self) -> _Node:
        return self.players[-1] if self.players else self.head

    # -- lines ---------------------------------------------------------------------------------

    def _line(self, words: list[Word]) -> None:
        first = _meant(words[0].group())
        if self.in_pad and first in PAD_ROWS:
            self._row(words)
        elif first in _KEYWORDS:
            self.in_pad = False
            _KEYWORDS[first](self, words)
        elif _PLACE.fullmatch(first):
            self._tile(words)
        elif _TOKEN.fullmatch(first):
            self._tokens(words)
        else:
            known = PAD_ROWS if self.in_pad else tuple(_KEYWORDS)
            meant = "" if self.in_pad else _place_meant(words)
            self._unknown("TX-line", words[0], known, meant)

    def _player(self, words: list[Word]) -> None:
        if not self.players:
            early = [
                key for key in ("tiles", "tokens", "nature", "claims") if key in self.head.data
            ]
            unread = any(fault.id == "TX-line" for fault in self.faults)
            if early and not unread:  # else that line may have named the first player
                at = self.head.place.keys[early[0]]
                self.faults.append(self.text.fault("TX-before-player", at.start, at.end))
        name, span = self._rest(words)
        node = _Node({"format": ENVIRONMENT}, Place(*_span(words[0])))
        node.put("player", name, span, _span(words[0]))
        self.players.append(node)

    def _cards(self, words: list[Word]) -> None:
        """`cards family`, `cards A` for all animals, or `cards bear A elk C`."""
        if "cards" in self.here.data and not isinstance(self.here.data["cards"], dict):
            self._fault("TX-twice", words[0], word="cards")
        elif len(words) == 2 and words[1].group() in VARIANTS:
            self._once(self.here, "cards", words[1].group(), words[1], words[0])
        else:
            node = self.here.child("cards", dict, _span(words[0]))
            if len(words) == 2 and len(words[1].group()) == 1:
                for animal in ANIMALS:
                    self._once(node, animal, words[1].group(), words[1])
                return
            for name, letter in self._pairs(words, ANIMALS):
                self._once(node, _meant(name.group()), letter.group(), letter, name)

    def _nature(self, words: list[Word]) -> None:
        if len(words) == 2 and _NATURE.fullmatch(words[1].group()):
            self._once(self.here, "nature", int(words[1].group()), words[1], words[0])
        else:
            self._fault("TX-number", words[-1], word=words[-1].group())

    def _landmarks(self, words: list[Word]) -> None:
        """The game is played with Landmarks, also where no landmark was placed."""
        if len(words) > 1:
            self._fault("TX-rest", words[1])
        self.here.child("landmarks", list, _span(words[0]))

    def _ruling(self, words: list[Word]) -> None:
        node = self.here.child("rulings", dict, _span(words[0]))
        for name, choice in self._pairs(words):
            self._once(node, name.group(), choice.group(), choice, name)

    def _claims(self, words: list[Word]) -> None:
        node = self.here.child("claims", dict, _span(words[0]))
        for name, word in self._pairs(words, PAD_ROWS):
            self._claim(node, _meant(name.group()), word, name)

    def _note(self, words: list[Word]) -> None:
        text, span = self._rest(words)
        before = self.here.data.get("note")
        self.here.put("note", f"{before} {text}" if before else text, span, _span(words[0]))

    def _tile(self, words: list[Word]) -> None:
        """Place, habitats or edges, animals shown, +token, !landmark: after the place in any
        order."""
        at = words[0].group()
        tiles = self.here.child("tiles", list, _span(words[0]))
        tile = tiles.put(len(tiles.data), {}, _span(words[0]))
        # A line says all that lies there, so without a token there is none.
        self.here.child("tokens", dict, _span(words[0]))
        tile.put("at", at, _span(words[0]))
        signed = [word for word in words[1:] if word.group()[0] in "+!"]
        for word in words[1:]:
            text = word.group().replace("/", "")
            if word in signed:
                continue
            if text.isalpha() and text.isupper():
                # Six letters are the edges, and so are five or seven: a slip of six.
                self._once(tile, "edges" if len(text) > 3 else "habitats", text, word)
            elif text.isalpha() and text.islower():
                if _small_habitats(text):
                    self._fault("TX-small", word, word=text, capital=text.upper())
                    continue
                if "shows" in tile.data:
                    self._fault("TX-shows-twice", word, word=word.group())
                    continue
                self._once(tile, "shows", text.upper(), word)
            else:
                self._fault("TX-tile", word, word=word.group())
        for word in signed:
            text, span = word.group()[1:], (word.start() + 1, word.end())
            if not text:
                self._fault("TX-tile", word, word=word.group())
            elif word.group()[0] == "+":
                self._token(at, text, span)
            else:
                self._landmark(at, text, span, tile.data)

    def _tokens(self, words: list[Word]) -> None:
        for word in words:
            if match := _TOKEN.fullmatch(word.group()):
                self._token(match[2], match[1], _span(word))
            else:
                self._fault("TX-token", word, word=word.group())

    def _token(self, at: str, animal: str, span: Span) -> None:
        """A token; several at one place become a list."""
        node = self.here.child("tokens", dict, span)
        name = animal_letters().get(animal.upper(), animal) if len(animal) == 1 else animal
        name = name.lower() if name.lower() in ANIMALS else name
        if at not in node.data:
            node.put(at, name, span)
            return
        if not isinstance(node.data[at], list):
            first, place = node.data[at], node.place.kids[at]
            node.put(at, [], (place.start, place.end)).put(0, first, (place.start, place.end))
        several = node.at(at)
        several.put(len(several.data), name, span)

    def _landmark(self, at: str, text: str, span: Span, tile: Mapping[str, str]) -> None:
        """`!F:L` or `!forests:L`, `!F` without a card, `!L` on a tile with one habitat."""
        habitat, colon, card = text.partition(":")
        shown = set(tile.get("habitats") or tile.get("edges") or "")
        if not colon and habitat not in (*habitat_letters(), *HABITATS) and len(shown) == 1:
            habitat, card = shown.pop(), habitat
        marks = self.here.child("landmarks", list, span)
        mark = marks.put(len(marks.data), {}, span)
        mark.put("habitat", habitat_letters().get(habitat, habitat), span)
        mark.put("at", at, span)
        if card:
            mark.put("card", card, (span[1] - len(card), span[1]))

    def _pad(self, words: list[Word]) -> None:
        """The names over the columns; with commas between them they may hold blanks."""
        if self.columns is not None:
            self._fault("TX-twice", words[0], word="pad")
            return
        self.in_pad, self.columns = True, []
        text, (start, end) = self._rest(words)
        pattern = re.compile(r"[^\s,](?:[^,]*[^\s,])?" if "," in text else r"\S+")
        for name in pattern.finditer(self.text.text, start, end) if text else ():
            node = _Node({}, Place(*_span(name)))
            node.put("player", name.group(), _span(name))
            node.put("claims", {}, _span(name))
            self.columns.append(node)
        if not self.columns:
            self._fault("TX-pad", words[0])

    def _row(self, words: list[Word]) -> None:
        """A row of the pad: a number for each player, "-" where nothing is written."""
        row, numbers, columns = _meant(words[0].group()), words[1:], self.columns or []
        if row in HABITATS and numbers and numbers[0].group().casefold() == "bonus":
            row, numbers = f"{row}-bonus", numbers[1:]
        for node, word in zip(columns, numbers, strict=False):
            if word.group() != "-":
                self._claim(node.at("claims"), row, word, words[0])
        have, need = len(numbers), len(columns)
        if have != need:
            # With too few it is not known whose number is missing.
            at = numbers[need] if have > need else words[-1]
            self._fault("TX-columns", at, word=row, have=have, need=need)

    def _claim(self, claims: _Node, row: str, word: Word, key: Word) -> None:
        """A number; of a habitat also corridor and bonus, in one word or in two rows."""
        text, habitat = word.group().replace("/", "+"), row.removesuffix("-bonus")
        if not _NUMBERS.fullmatch(text):
            self._fault("TX-number", word, word=word.group())
            return
        numbers = [int(n) for n in text.split("+")]
        if habitat != row:
            corridor = claims.data.get(habitat)
            if numbers[1:] or isinstance(corridor, list):
                self._fault("TX-bonus", word, row=habitat)
                return
            if corridor is None or row in claims.data:
                self._once(claims, row, numbers[0], word, key)
                return
            place = claims.place.kids[habitat]
            both = claims.put(habitat, [], (place.start, place.end), _span(key))
            both.put(0, corridor, (place.start, place.end))
            both.put(1, numbers[0], _span(word))
        elif numbers[1:]:
            node = self._once(claims, row, [], word, key)
            for n in numbers if node else ():
                node.put(len(node.data), n, _span(word))  # type: ignore[union-attr]
        else:
            self._once(claims, row, numbers[0], word, key)

    # -- parts of lines ------------------------------------------------------------------------

    def _pairs(
        self, words: Sequence[Word], known: Iterable[str] = ()
    ) -> Iterator[tuple[Word, Word]]:
        """Names, each with the word behind it."""
        names, rest = tuple(known), words[1:]
        if len(rest) % 2 or not rest:
            self._fault("TX-pairs", words[-1], word=words[0].group())
        for name, word in zip(rest[::2], rest[1::2], strict=False):
            if names and _meant(name.group()) not in names:
                self._unknown("TX-name", name, names)
            else:
                yield name, word

    def _once(
        self, node: _Node, key: str, value: Any, word: Word, key_word: Word | None = None
    ) -> _Node | None:
        if key in node.data:
            self._fault("TX-twice", word, word=key)
            return None
        return node.put(key, value, _span(word), _span(key_word or word))

    def _rest(self, words: Sequence[Word]) -> tuple[str, Span]:
        """All behind the keyword."""
        if len(words) == 1:
            return "", _span(words[0])
        span = (words[1].start(), words[-1].end())
        return self.text.text[span[0] : span[1]], span

    def _unknown(self, id: str, word: Word, known: Sequence[str], meant: str = "") -> None:
        better = meant or nearest(word.group(), known)
        fault = self.text.fault(
            id, *_span(word), suggestion=better, values={"word": word.group(), "known": known}
        )
        self.faults.append(fault)

    def _fault(self, id: str, at: Word, /, **values: object) -> None:
        self.faults.append(self.text.fault(id, *_span(at), values=values))

    # -- the whole -----------------------------------------------------------------------------

    def _whole(self) -> tuple[dict[str, Any], Place]:
        head, players = self.head, self.players
        if self.columns is not None and not players and not {"tiles", "tokens"} & {*head.data}:
            return self._of_several(PAD, self.columns)
        if self.columns is None and len(players) < 2:
            alone = players[0] if players else head
            for key in head.data if players else ():
                if key not in alone.data:
                    alone.take(head, key)
            return {"format": ENVIRONMENT, "version": 1, **alone.data}, alone.place
        for node in players:
            if "landmarks" in head.data and "landmarks" not in node.data:
                node.take(head, "landmarks")
        if not players:
            players = [_Node({"format": ENVIRONMENT, **head.data}, head.place)]
            self.head = _Node({}, Place(0, 1))
        return self._of_several(GAME, players)

    def _of_several(self, format: str, players: list[_Node]) -> tuple[dict[str, Any], Place]:
        root = _Node({"format": format, "version": 1}, Place(0, 1))
        for key in self.head.data:
            if key != "landmarks":
                root.take(self.head, key)
            elif format == PAD:
                root.put(
                    key, True, (self.head.place.kids[key].start, self.head.place.kids[key].end)
                )
        lists = {"players": players}
        if format == GAME and self.columns:
            lists["pad"] = self.columns
        for key, nodes in lists.items():
            listed = root.put(key, [], (0, 1))
            for k, node in enumerate(nodes):
                listed.put(k, node.data, (0, 1))
                listed.place.kids[k] = node.place
        return root.data, root.place


def _place_meant(words: Sequence[Word]) -> str:
    """The place that is meant where its comma is left out, or is another sign; "" for none."""
    match = _ALMOST.match(" ".join(word.group() for word in words[:2]))
    return f"{match[1]},{match[2]}" if match else ""


def _small_habitats(text: str) -> bool:
    """Whether small letters are those of habitats, and not all of them those of animals."""
    letters = {*text.upper()}
    return letters <= habitat_letters().keys() and not letters <= animal_letters().keys()


def _meant(word: str) -> str:
    """The word of this form that stands for one as it is printed, or said in another language."""
    return _said().get(word.casefold(), word)


@cache
def _said() -> Mapping[str, str]:
    """Small letters -> the word of this form."""
    known = {word: word for word in (*_KEYWORDS, *PAD_ROWS)}
    for language in languages():
        for word, names in locale(language).words("pad").items():
            known |= dict.fromkeys(names.split(", "), word)
    return known


def _span(word: Word) -> Span:
    return word.start(), word.end()


_KEYWORDS: Mapping[str, Callable[[_Reader, list[Word]], None]] = {
    "player": _Reader._player,
    "cards": _Reader._cards,
    "nature": _Reader._nature,
    "landmarks": _Reader._landmarks,
    "ruling": _Reader._ruling,
    "claims": _Reader._claims,
    "pad": _Reader._pad,
    "note": _Reader._note,
}
