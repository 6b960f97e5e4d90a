"""JSON: the standard parser where all is well, a tokenizer of our own for places and faults."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.located_text import DEPTH_LIMIT, DIGIT_LIMIT, FAULT_LIMIT, Place, Text


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate key")
    return found


def _float(digits: str) -> float:
    number = float(digits)
    if abs(number) == float("inf"):
        raise ValueError("too large")
    return number


def _int(digits: str) -> int:
    if len(digits.lstrip("-")) > DIGIT_LIMIT:
        raise ValueError("too large")
    return int(digits)


def _constant(word: str) -> NoReturn:
    raise ValueError(word)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_float=_float, parse_int=_int, parse_constant=_constant
)
_SURROGATE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")


def parse(text: Text) -> Any:
    """The data of a JSON text. Raises Unreadable with the places of all faults found."""
    raw, data = text.text, None
    try:
        data = _DECODER.decode(raw)
        plain = raw.isascii() and "\\" not in raw  # told at once, as nearly all files are
        if (plain or not _SURROGATE.search(raw)) and not _deep(raw, data):
            return data
        failed = False
    except (ValueError, RecursionError):
        failed = True
    scan = _Scan(text)
    scan.run()
    if failed and not scan.faults:
        scan.faults.append(text.fault("IN-syntax", 0))
    if scan.faults:
        raise Unreadable(scan.faults)
    return data


def places(text: Text) -> Place:
    """The places of a JSON text that `parse` has accepted."""
    return _Scan(text).run()


def _deep(raw: str, data: Any) -> bool:
    if raw.count("[") + raw.count("{") <= DEPTH_LIMIT:
        return False
    level = [data]
    for _ in range(DEPTH_LIMIT):
        level = [
            kid
            for value in level
            if isinstance(value, dict | list)
            for kid in (value.values() if isinstance(value, dict) else value)
        ]
    return any(isinstance(value, dict | list) for value in level)


_SPACE = re.compile(r"[ \t\n\r]*")
_HIDDEN = re.compile(r"[\s\x00\x7f\u00ad\u200b-\u200f\u2060\ufeff]")
"""A character that looks like a blank or like nothing, and may not stand between values."""
_COMMENT = re.compile(r"//[^\n\r]*|#[^\n\r]*|/\*(?s:.*?)(?:\*/|\Z)")
_GOOD = re.compile(r'(?:[^"\\\x00-\x1f\ud800-\udfff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_NUMBERLIKE = re.compile(r"[-+.]*[0-9][-+.\w]*|[-+.]+\w*")
_WORD = re.compile(r"[^\W\d][\w$.-]*")
_OTHER_QUOTES = re.compile(r"'[^'\n\r]*'|[“”„«»‘’‚`][^“”«»‘’`\n\r]*[“”«»‘’`]")
_CLOSE = {"{": "}", "[": "]"}
_LITERALS = ("true", "false", "null")
_LITERAL = re.compile(r"(?:true|false|null)\b")
_HALF = re.compile(  # other escapes and whole pairs match first, six characters left are a half
    r"\\[^u]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)
_MEANT = {"none": "null", "nil": "null", "undefined": "null", "yes": "true", "no": "false"}


class _Stop(Exception):
    """What follows a fault cannot be understood."""


class _Scan:
    """Reads JSON text without recursion, notes places, and goes on behind a fault if it can."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.raw = text.text
        self.at = 0
        self.faults: list[Fault] = []
        self.root = Place(0, 0)
        self.stack: list[Place] = []
        self.opened = False
        self.key: str | None = None

    def run(self) -> Place:
        try:
            self._value()
            alone = not self.stack
            while self.stack:
                self._member()
            if self._skip():
                if alone:  # what follows makes no sense of this value, nor of itself
                    self.faults.clear()
                    self._stop("IN-syntax-braces", self.root.start)
                self._fault("IN-syntax-rest", self.at)
        except _Stop:
            pass
        return self.root

    def _fault(
        self,
        id: str,
        start: int,
        end: int | None = None,
        suggestion: str | None = None,
        **values: object,
    ) -> None:
        self.faults.append(self.text.fault(id, start, end, suggestion=suggestion, values=values))
        if len(self.faults) >= FAULT_LIMIT:
            raise _Stop

    def _stop(self, id: str, start: int, **values: Any) -> NoReturn:
        self._fault(id, start, **values)
        raise _Stop

    def _take(self, pattern: re.Pattern[str]) -> str:
        """The characters here that fit, "" for none; the scan goes on behind them."""
        found = pattern.match(self.raw, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found[0]

    def _skip(self) -> str:
        """Skip blanks (and comments, which are faults); the character that follows."""
        while True:
            self._take(_SPACE)
            start = self.at
            if self._take(_COMMENT):
                self._fault("IN-syntax-comment", start, self.at)
            elif hidden := self._take(_HIDDEN):
                self._fault("IN-character", start, self.at, code=f"U+{ord(hidden):04X}")
            else:
                return self.raw[start : start + 1]

    def _member(self) -> None:
        """Inside a list or a block of keys: its end, or the next value."""
        start = self.stack[-1].start
        bracket = self.raw[start]
        close = _CLOSE[bracket]
        char = self._skip()
        first, self.opened = self.opened, False
        if not char:
            self._stop("IN-syntax-bracket", start, bracket=bracket, close=close)
        if char in "]}":
            if char != close:
                line = self.text.position(start)[0]
                self._stop("IN-syntax-mismatch", self.at, bracket=bracket, close=close, line=line)
            self.at += 1
            self.stack.pop().end = self.at
            return
        if char == "," and not first:
            comma = self.at
            self.at += 1
            after = self._skip()
            if after == close:
                self._fault("IN-syntax-trailing-comma", comma, close=close)
            if after in (close, ""):
                return
        elif not first:
            if char not in '"-0123456789[{' and not _LITERAL.match(self.raw, self.at):
                self._stop("IN-syntax-after-value", self.at, close=close)
            self._fault("IN-syntax-comma", self.at, close=close)
        if bracket == "{":
            self._read_key()
        self._value()

    def _read_key(self) -> None:
        parent = self.stack[-1]
        char = self._skip()
        start = self.at
        if char == '"':
            key = self._string()
        elif char and (word := self._take(_WORD) or self._take(_NUMBERLIKE)):
            key = word
            self._fault("IN-syntax-key-quotes", start, self.at, suggestion=f'"{word}"')
        elif char and (word := self._take(_OTHER_QUOTES)):
            key = word[1:-1]
            self._fault("IN-syntax-quotes", start, self.at, suggestion=f'"{key}"')
        else:
            self._stop("IN-syntax-key", start)
        if key in parent.keys:
            line = self.text.position(parent.keys[key].start)[0]
            self._fault("IN-duplicate-key", start, self.at, word=key, line=line)
        parent.keys.setdefault(key, Place(start, self.at))
        self.key = key
        if self._skip() == ":":
            self.at += 1
        else:
            self._fault("IN-syntax-after-key", self.at, word=key)
            if self.raw[self.at : self.at + 1] in ("=", ",", "}", "]", ""):
                raise _Stop

    def _value(self) -> None:
        char = self._skip()
        start = self.at
        place = Place(start, start)
        if self.stack:
            parent = self.stack[-1]
            parent.kids[len(parent.kids) if self.key is None else self.key] = place
        else:
            self.root = place
        self.key = None
        if char and char in _CLOSE:
            self.at += 1
            self.opened = True
            self.stack.append(place)
            if len(self.stack) > DEPTH_LIMIT:
                self._stop("IN-too-deep", start, limit=DEPTH_LIMIT)
        elif char == '"':
            self._string()
        elif char in ",]}":  # or nothing: then the open bracket is the fault
            if char or not self.stack:
                self._fault("IN-syntax-value", start)
        elif word := self._take(_NUMBERLIKE):
            self._check_number(word, start)
        elif word := self._take(_WORD):
            self._check_word(word, start)
        elif word := self._take(_OTHER_QUOTES):
            self._fault("IN-syntax-quotes", start, self.at, suggestion=f'"{word[1:-1]}"')
        else:
            self._stop("IN-syntax-character", start, character=char)
        place.end = self.at

    def _check_number(self, word: str, start: int) -> None:
        if word.lstrip("+-").casefold() in ("nan", "infinity", "inf"):
            self._fault("IN-not-a-number", start, self.at, word=word)
        elif not _NUMBER.fullmatch(word):
            plain = word.replace("_", "").lstrip("+").lstrip("0") or "0"
            better = plain if _NUMBER.fullmatch(plain) else None
            self._fault("IN-syntax-number", start, self.at, better, word=word)
        elif word.lstrip("-").isdecimal():
            if len(word.lstrip("-")) > DIGIT_LIMIT:
                self._fault("IN-number-too-long", start, self.at, limit=DIGIT_LIMIT)
        elif abs(float(word)) == float("inf"):
            self._fault("IN-number-too-large", start, self.at, word=word)

    def _check_word(self, word: str, start: int) -> None:
        if word in _LITERALS:
            return
        if word.casefold() in ("nan", "infinity", "inf"):
            self._fault("IN-not-a-number", start, self.at, word=word)
            return
        meant = _MEANT.get(word.casefold()) or nearest(word, _LITERALS)
        self._fault("IN-syntax-word", start, self.at, meant or f'"{word}"', word=word)

    def _string(self) -> str:
        """The string that starts here, as far as its escapes are right."""
        start = self.at
        good = True
        self.at += 1
        while True:
            self._take(_GOOD)
            char = self.raw[self.at : self.at + 1]
            if char == '"':
                self.at += 1
                break
            if not char or char in "\n\r" or self.raw[self.at :] == "\\":
                self._stop("IN-syntax-quote", start, quote='"')
            good = False
            if char == "\\":
                escape = self.raw[self.at : self.at + 2]
                self._fault("IN-syntax-escape", self.at, self.at + 2, escape=escape)
                self.at += len(escape)
            else:
                self._fault("IN-character", self.at, code=f"U+{ord(char):04X}")
                self.at += 1
        raw = self.raw[start : self.at]
        if not good:
            return raw[1:-1]
        text: str = json.loads(raw)
        if _SURROGATE.search(raw) and any("\ud800" <= c <= "\udfff" for c in text):
            half = next(m for m in _HALF.finditer(raw) if len(m[0]) == 6)
            self._fault("IN-half-character", start + half.start(), start + half.end())
        return text
