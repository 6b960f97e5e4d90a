"""YAML: the parser's events become plain values and places, without recursion.

Only what an author means at first sight is read: blocks, lists, text, true, false, null and
decimal numbers (YAML 1.2). The syntax errors are worded by us, alike for both parsers of PyYAML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.located_text import (
    DEPTH_LIMIT,
    DIGIT_LIMIT,
    FAULT_LIMIT,
    NODE_LIMIT,
    Place,
    Text,
)

_UNSEEN = re.compile(  # the parsers refuse most of these, and take some for line breaks
    r"[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_TAB = re.compile(r"(?:^|(?<=\r))(?:[^\t\n\r#]|(?<=\S)#)*(\t)", re.MULTILINE)
_INDENT = re.compile(r"(?:^|(?<=\r)) *([\xa0\u2000-\u200b\u202f\u3000])", re.MULTILINE)
"""What looks like a blank before a line, and is none."""
_DIRECTIVE = re.compile(r"(?:^|(?<=\r))%", re.MULTILINE)
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*\s+)*")
_FLOW = tuple(",[]{}")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")


def parse(text: Text) -> tuple[Any, Place]:
    """The data of a YAML text and the places of its values.

    Raises Unreadable with all faults up to the first that the parser cannot get over.
    """
    if unseen := [*_found(_UNSEEN, text.text), *_found(_INDENT, text.text)]:
        raise Unreadable(
            text.fault("IN-character", m.end() - 1, values={"code": f"U+{ord(m[0][-1]):04X}"})
            for m in unseen
        )
    if tabs := _found(_TAB, text.text):
        raise Unreadable(text.fault("IN-syntax-tab", m.start(1)) for m in tabs)
    if directives := _found(_DIRECTIVE, text.text):
        raise Unreadable(text.fault("IN-directive", m.start()) for m in directives)
    reader = _Reader(text)
    reader.read()
    if reader.faults:
        raise Unreadable(reader.faults)
    return reader.data, reader.root


def _found(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    return list(islice(pattern.finditer(text), FAULT_LIMIT))


def _events(text: str) -> Iterator[Any]:
    import yaml

    return yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


class _Stop(Exception):
    """The rest of the file is not worth reading."""


class _NoKey:
    """Stands for a key that was refused: its value is read and dropped."""


@dataclass(slots=True)
class _Open:
    """A list or a block of keys that is being read. `before`: values read before it."""

    data: Any
    place: Place
    anchor: str | None
    before: int
    flow: bool
    key: Any = None
    has_key: bool = False


@dataclass(frozen=True, slots=True)
class _Anchored:
    data: Any
    place: Place
    size: int


class _Reader:
    def __init__(self, text: Text) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self.data: Any = None
        self.root = Place(0, 0)
        self.stack: list[_Open] = []
        self.anchors: dict[str, _Anchored | None] = {}  # None: not complete yet
        self.count = 0

    def read(self) -> None:
        import yaml

        documents = 0
        try:
            for event in _events(self.text.text):
                match type(event).__name__:
                    case "ScalarEvent":
                        self._scalar(event)
                    case "MappingStartEvent":
                        self._open(event, {})
                    case "SequenceStartEvent":
                        self._open(event, [])
                    case "MappingEndEvent" | "SequenceEndEvent":
                        self._close(event)
                    case "AliasEvent":
                        self._alias(event)
                    case "DocumentStartEvent":
                        documents += 1
                        if documents > 1:
                            self._stop("IN-documents", event.start_mark.index, 3)
        except yaml.YAMLError as error:
            self.faults.append(_explain(self.text, error))
        except _Stop:
            pass

    def _fault(
        self, id: str, start: int, length: int, suggestion: str | None = None, **values: object
    ) -> None:
        self.faults.append(
            self.text.fault(id, start, start + length, suggestion=suggestion, values=values)
        )
        if len(self.faults) >= FAULT_LIMIT:
            raise _Stop

    def _stop(self, id: str, start: int, length: int, **values: Any) -> None:
        self._fault(id, start, length, **values)
        raise _Stop

    def _visit(self, start: int, nodes: int = 1) -> None:
        self.count += nodes
        if self.count > NODE_LIMIT:
            self._stop("IN-too-many", start, 1, limit=NODE_LIMIT)

    def _begin(self, event: Any) -> Place:
        """The place of a value without its anchor; tags are refused."""
        start, end = event.start_mark.index, event.end_mark.index
        self._visit(start)
        if event.tag is not None:
            self._fault("IN-tag", self.text.text.index("!", start), 1)
        if event.anchor is not None or event.tag is not None:
            found = _PROPERTIES.match(self.text.text, start)
            start = min(found.end() if found else start, end)
        return Place(start, end)

    def _scalar(self, event: Any) -> None:
        place = self._begin(event)
        value: Any = event.value
        plain = not event.style
        if plain and self.stack and self.stack[-1].flow:
            self._check_plain(place)
        if plain and event.tag is None:
            value = self._resolve(value, place)
        if event.anchor is not None:
            self.anchors[event.anchor] = _Anchored(value, place, 1)
        self._add(value, place, merge=plain and value == "<<")

    def _check_plain(self, place: Place) -> None:
        """Inside brackets one parser refuses a `?` in bare text, the other a `:` before a bracket
        or a comma: so both are faults."""
        text = self.text.text
        if (mark := text.find("?", place.start, place.end)) >= 0:
            self._stop("IN-syntax-character", mark, 1, character="?")
        if text[place.end : place.end + 1] == ":" and text[place.end + 1 : place.end + 2] in _FLOW:
            self._stop("IN-syntax-colon-blank", place.end, 1)

    def _resolve(self, word: str, place: Place) -> Any:
        if word in _WORDS:
            return _WORDS[word]
        length = place.end - place.start
        if _INTEGER.fullmatch(word):
            if len(word.lstrip("+-")) <= DIGIT_LIMIT:
                return int(word)
            self._fault("IN-number-too-long", place.start, length, limit=DIGIT_LIMIT)
        elif _FLOAT.fullmatch(word):
            number = float(word)
            if abs(number) != float("inf"):
                return number
            self._fault("IN-number-too-large", place.start, length, word=word)
        return word

    def _open(self, event: Any, data: Any) -> None:
        place = self._begin(event)
        if len(self.stack) >= DEPTH_LIMIT:
            self._stop("IN-too-deep", place.start, 1, limit=DEPTH_LIMIT)
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        self.stack.append(_Open(data, place, event.anchor, self.count - 1, event.flow_style))

    def _close(self, event: Any) -> None:
        done = self.stack.pop()
        done.place.end = event.end_mark.index
        if done.anchor is not None:
            size = self.count - done.before
            self.anchors[done.anchor] = _Anchored(done.data, done.place, size)
        self._add(done.data, done.place)

    def _alias(self, event: Any) -> None:
        name, start = event.anchor, event.start_mark.index
        length = event.end_mark.index - start
        place = Place(start, start + length)
        target = self.anchors.get(name)
        if target is None:
            meant = nearest(name, self.anchors)
            id = "IN-alias-loop" if name in self.anchors else "IN-alias"
            self._fault(id, start, length, meant and f"*{meant}", name=name)
            target = _Anchored(None, place, 1)
        self._visit(start, target.size)
        place.kids, place.keys = target.place.kids, target.place.keys
        self._add(target.data, place)

    def _add(self, value: Any, place: Place, merge: bool = False) -> None:
        if not self.stack:
            self.data, self.root = value, place
            return
        top = self.stack[-1]
        if isinstance(top.data, list):
            top.place.kids[len(top.data)] = place
            top.data.append(value)
        elif not top.has_key:
            top.key, top.has_key = self._key(value, place, top.place, merge), True
        else:
            if top.key is not _NoKey:
                top.place.kids[top.key] = place
                top.data[top.key] = value
            top.has_key = False

    def _key(self, value: Any, place: Place, parent: Place, merge: bool) -> Any:
        length = place.end - place.start
        if merge:
            self._fault("IN-merge-key", place.start, length)
        elif not isinstance(value, str):
            raw = self.text.text[place.start : place.end]
            simple = not isinstance(value, dict | list) and bool(raw)
            suggestion = f'"{raw}"' if simple else None
            self._fault("IN-key", place.start, length if simple else 1, suggestion)
        elif value in parent.keys:
            line = self.text.position(parent.keys[value].start)[0]
            self._fault("IN-duplicate-key", place.start, length, word=value, line=line)
        else:
            parent.keys[value] = place
            return value
        return _NoKey


_QUOTED = re.compile(
    r"""(?:(?<=[\s\[{,:])|\A)(?:("(?:[^"\\]|\\.)*")|('(?:[^']|'')*')|\#[^\r\n]*)""", re.DOTALL
)
_BRACKET = re.compile(
    _QUOTED.pattern + r"|(?P<bracket>(?:(?<=[\s\[{,:])|\A)[\[{]|[\]}])", re.DOTALL
)
_KEY_START = re.compile(r"""[ \-]*("[^"]*"|'[^']*'|[^\s"'\[{#][^:#]*?)\s*""")
_CLOSE = {"{": "}", "[": "]"}


def _explain(text: Text, error: Any) -> Fault:
    """What a syntax error of either parser means, in our words and at the place of its cause.

    The two parsers agree about positions and differ in wording, so only the words that they
    have in common count here.
    """
    problem = str(getattr(error, "problem", "") or "")
    context = str(getattr(error, "context", "") or "")
    mark = getattr(error, "problem_mark", None)
    at = min(mark.index, len(text.text)) if mark else 0
    start = getattr(error, "context_mark", None)
    begin = start.index if start else at
    char = text.text[at : at + 1]

    def fault(id: str, index: int, **values: object) -> Fault:
        return text.fault(id, index, values=values)

    if "quoted scalar" in context:
        if "end of stream" in problem or "separator" in problem:
            return fault("IN-syntax-quote", begin, quote=text.text[begin])
        slash = text.text.rfind("\\", begin, at + 1)
        escape = text.text[slash : slash + 2]
        return text.fault("IN-syntax-escape", slash, slash + 2, values={"escape": escape})
    if open_quote := _quote_left_open(text, at):
        return fault("IN-syntax-quote", open_quote[0], quote=open_quote[1])
    if "mapping values" in problem:
        return _stray_colon(text, at)
    opened = _open_brackets(text, at)
    if "nesting depth" in problem:
        return fault("IN-too-deep", (opened[DEPTH_LIMIT:] or [at])[0], limit=DEPTH_LIMIT)
    if opened and not text.text[at:].strip():
        return _flow(text, opened[-1], at)
    if "simple key" in context:
        return _no_colon(text, begin)
    if char == "?" and "flow" in context:
        return fault("IN-syntax-character", at, character=char)
    if "flow sequence" in context or "flow mapping" in context:
        return _flow(text, begin, at)
    if "document start" in problem and re.search(r"^\.\.\.", text.text[:at], re.MULTILINE):
        return fault("IN-documents", at)
    if char and char in "]}":
        return fault("IN-syntax-stray", at, character=char)
    if any(x in problem for x in ("document start", "block end", "expected key", "'-' indicator")):
        before = text.text[_line_start(text, at) : at].rstrip()
        if before.endswith(('"', "'", "]", "}")):
            return text.fault("IN-syntax-text", at, _line_end(text, at))
        return fault("IN-syntax-key" if char == ":" else "IN-syntax-indent", at)
    if "flow node" in context:
        return fault("IN-syntax-value", at)
    if "tag" in context or "tag" in problem:
        return fault("IN-tag", begin)
    if "block scalar" in context:
        return text.fault("IN-syntax-text", at, _line_end(text, at))
    if "sequence entries" in problem:
        return fault("IN-syntax-dash", at)
    if "alias" in context or "anchor" in context:
        return fault("IN-syntax-character", begin, character=text.text[begin])
    if char == ":":
        return fault("IN-syntax-colon-blank", at)
    if char.strip():
        return fault("IN-syntax-character", at, character=char)
    return fault("IN-syntax", at)


def _quote_left_open(text: Text, at: int) -> tuple[int, str] | None:
    """A string over several lines that ends in the line of the error lacks its own end."""
    line = _line_start(text, at)
    for found in _QUOTED.finditer(text.text, 0, at):
        if found.start() < line < found.end() and not found[0].startswith("#"):
            return found.start(), found[0][0]
    return None


def _open_brackets(text: Text, end: int) -> list[int]:
    """The brackets that are still open there, the outermost first."""
    opened: list[int] = []
    for found in _BRACKET.finditer(text.text, 0, end):
        bracket = found["bracket"]
        if bracket in _CLOSE:
            opened.append(found.start("bracket"))
        elif bracket and opened and bracket == _CLOSE[text.text[opened[-1]]]:
            opened.pop()
    return opened


def _stray_colon(text: Text, at: int) -> Fault:
    """A colon where none may stand: a line above lacks its own, is less indented, or text
    holds a colon."""
    number = text.position(at)[0]
    start = _line_start(text, at)
    line = text.lines[number - 1]
    key = _KEY_START.fullmatch(line[: at - start])
    if not key:
        end = _line_end(text, at)
        return text.fault("IN-syntax-colon-in-text", at, end)
    above = number - 1
    while above and not text.lines[above - 1].split("#")[0].strip():
        above -= 1
    if above:
        before = text.lines[above - 1]
        if not re.search(r":(\s|$)", before):
            index = _line_start(text, start - 1)
            for _ in range(number - 1 - above):
                index = _line_start(text, index - 1)
            index += len(before) - len(before.lstrip(" -"))
            return _no_colon(text, index)
    return text.fault("IN-syntax-indent", start + key.start(1))


def _no_colon(text: Text, begin: int) -> Fault:
    """A line that lacks its colon, or only the blank behind it."""
    end = _line_end(text, begin)
    if found := re.match(r"[\w-]+:(?=\S)", text.text[begin:end]):
        return text.fault("IN-syntax-colon-blank", begin + found.end() - 1, begin + found.end())
    return text.fault("IN-syntax-colon", begin, end)


def _flow(text: Text, begin: int, at: int) -> Fault:
    """Inside brackets: one that is never closed, closed by another kind, or a comma missing."""
    bracket = text.text[begin]
    close = _CLOSE.get(bracket, "")
    char = text.text[at : at + 1]
    line = text.position(begin)[0]
    values = {"bracket": bracket, "close": close, "line": line}
    first, here = (text.lines[text.position(i)[0] - 1] for i in (begin, at))
    later = text.position(at)[0] > line and _indent(here) <= _indent(first)
    if char and char in "]}":
        return text.fault("IN-syntax-mismatch", at, values=values)
    if not text.text[at:].strip() or later:
        return text.fault("IN-syntax-bracket", begin, values=values)
    id = "IN-syntax-comma-or-quotes" if char == ":" else "IN-syntax-comma"
    return text.fault(id, at, values=values)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _line_start(text: Text, at: int) -> int:
    return at - text.position(at)[1] + 1


def _line_end(text: Text, at: int) -> int:
    """The end of the words in this line, without blanks and comment."""
    line, column = text.position(at)
    rest = re.split(r"\s+#", text.lines[line - 1][column - 1 :])[0].rstrip()
    return at + max(1, len(rest))
