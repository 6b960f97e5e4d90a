"""The one reader of located data: YAML and JSON files as plain values that know their places."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from cascadia_print.sheet import located_json, located_yaml
from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.located_text import SIZE_LIMIT, Place, Text

_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters and those that turn the direction of writing."""

_FIRST = 64 * 1024
"""Bytes of a file that are read at once; more than nearly all files have."""

Path_ = tuple[str | int, ...]
"""Keys and list numbers (from 0) from the top of a file to a value."""


class Source:
    """A file that was read. `data` is made of dict, list, str, int, float, bool and None only.

    `places` gives the tree of positions; it is asked for when a message needs one.
    """

    def __init__(self, text: Text, data: Any, places: Callable[[], Place]) -> None:
        self._text = text
        self._places = places
        self.data = data

    @property
    def file(self) -> str:
        return self._text.file

    @property
    def text(self) -> str:
        return self._text.text

    def field(self, path: Path_) -> str:
        """The name of the field that holds the value at `path`; "" for a file without fields."""
        return ""

    @cached_property
    def _root(self) -> Place:
        return self._places()

    def position(
        self, path: Path_, *, key: bool = False, offset: int | None = None
    ) -> tuple[int, int]:
        """Line and column, from 1 and in characters, of the value at `path`.

        `key`: of its key. `offset`: of that character of the string, quotes not counted; a
        string with escapes or of several lines has its start only. A path that leads nowhere
        gives the place of the last value on the way.
        """
        return self._text.position(self._span(path, key, offset)[0])

    def fault(
        self,
        id: str,
        path: Path_,
        *,
        key: bool = False,
        offset: int | None = None,
        length: int | None = None,
        suggestion: str | None = None,
        **values: object,
    ) -> Fault:
        """A fault at the place that `position` gives.

        `length` in characters; by default the whole word, or one character with an `offset`.
        """
        start, end = self._span(path, key, offset)
        if length is not None:
            end = start + length
        return self._text.fault(id, start, end, suggestion=suggestion, values=values)

    def value(self, path: Path_) -> Any:
        """The value at `path`. Raises KeyError or IndexError if there is none."""
        return _at(self.data, path)

    def shown(self, path: Path_) -> str:
        """The value in the author's own characters, cut after 40; "" for lists and keys."""
        start, end = self._span(path, False, None)
        raw = self.text[start:end].splitlines()[:1]
        if not raw or isinstance(_at(self.data, path), dict | list):
            return ""
        return raw[0] if len(raw[0]) <= 40 else raw[0][:37] + "..."

    def span(self, path: Path_, *, key: bool = False) -> tuple[int, int]:
        """Start and end, in `text`, of the value at `path` or of its key; of a list or block
        only its first character."""
        return self._span(path, key, None)

    def _span(self, path: Path_, key: bool, offset: int | None) -> tuple[int, int]:
        place = self._root
        for n, step in enumerate(path):
            step = _step(place.kids, step)
            if key and n == len(path) - 1 and step in place.keys:
                place, value = place.keys[str(step)], step
                break
            if step not in place.kids:
                return place.start, place.start + 1
            place = place.kids[step]
        else:
            value = _at(self.data, path)
        if offset is None:
            # A bracket, or the first character of a block, stands for all that it holds.
            return place.start, place.start + 1 if place.kids else place.end
        raw = self.text[place.start : place.end]
        if raw == value:
            return place.start + offset, place.start + offset + 1
        if raw[1:-1] == value:
            return place.start + offset + 1, place.start + offset + 2
        return place.start, place.end


def _step(kids: dict[str | int, Any], step: str | int) -> str | int:
    """A list number that came as text, from a pointer, is a number again."""
    if isinstance(step, str) and step not in kids and step.isdecimal() and int(step) in kids:
        return int(step)
    return step


def _at(data: Any, path: Path_) -> Any:
    for step in path:
        data = data[int(step)] if isinstance(data, list) else data[step]
    return data


def hidden(source: Source) -> Iterator[Fault]:
    """Characters in texts that a terminal or a page would obey instead of showing them."""
    todo: list[tuple[Path_, Any]] = [((), source.data)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, dict | list):
            items = value.items() if isinstance(value, dict) else enumerate(value)
            todo += [((*path, step), inner) for step, inner in items]
        elif isinstance(value, str) and (match := _HIDDEN.search(value)):
            yield source.fault("IN-character", path, code=f"U+{ord(match[0]):04X}")


def pointer(path: Path_) -> str:
    """A path as JSON pointer (RFC 6901): ("spaces", "c3") -> "/spaces/c3"."""
    plain = "/".join(["", *map(str, path)])
    if "~" not in plain and plain.count("/") == len(path):
        return plain
    return "".join("/" + str(s).replace("~", "~0").replace("/", "~1") for s in path)


def path_of(pointer: str) -> Path_:
    """The path of a JSON pointer; list numbers stay text, which `Source` understands."""
    return tuple(s.replace("~1", "/").replace("~0", "~") for s in pointer.split("/")[1:])


def read_yaml(path: Path) -> Source:
    """Read a YAML file. Raises Unreadable with all faults that can be known at once."""
    return parse_yaml(read_text(path), str(path))


def read_own(path: Path) -> Any:
    """The data of a YAML file that comes with the program. Its faults are the program's own.

    Raises RuntimeError, so that nobody is told that his file is unreadable.
    """
    try:
        return read_yaml(path).data
    except Unreadable as error:
        raise RuntimeError(str(error)) from error


def read_json(path: Path) -> Source:
    """Read a JSON file. Raises Unreadable with all faults that can be known at once."""
    return parse_json(read_text(path), str(path))


def parse_yaml(text: str, file: str) -> Source:
    """Read YAML text; `file` is the name for messages. Raises Unreadable."""
    source = _text(text, file)
    data, root = located_yaml.parse(source)
    if data is None:
        raise Unreadable([Fault("IN-empty", file)])
    return Source(source, data, lambda: root)


def parse_json(text: str, file: str) -> Source:
    """Read JSON text; `file` is the name for messages. Raises Unreadable."""
    source = _text(text, file)
    return Source(source, located_json.parse(source), lambda: located_json.places(source))


def _text(text: str, file: str) -> Text:
    if len(text) > SIZE_LIMIT:
        raise Unreadable([_too_big(file)])
    source = Text(file, text.removeprefix("\ufeff"))
    if not source.text.strip():
        raise Unreadable([Fault("IN-empty", file)])
    return source


def read_bytes(path: Path, limit: int = SIZE_LIMIT) -> bytes:
    """The bytes of a file of at most `limit` bytes. Raises Unreadable."""
    file = str(path)
    try:
        with path.open("rb") as stream:
            raw = stream.read(_FIRST)
            if len(raw) == _FIRST:  # room for the limit is made only for what may need it
                raw += stream.read(limit + 1 - _FIRST)
    except FileNotFoundError:
        raise Unreadable([Fault("IN-no-file", file, suggestion=_meant(path))]) from None
    except IsADirectoryError:
        raise Unreadable([Fault("IN-folder", file)]) from None
    except (OSError, ValueError):
        # Windows says "permission denied" for a folder; a NUL in a name is a ValueError.
        id = "IN-folder" if os.path.isdir(path) else "IN-no-access"
        raise Unreadable([Fault(id, file)]) from None
    if len(raw) > limit:
        raise Unreadable([_too_big(file, limit)])
    return raw


def _meant(path: Path) -> str | None:
    """A file beside it whose name is nearly the same, or goes on with the ending left out."""
    try:
        names = sorted(entry.name for entry in path.parent.iterdir())
    except OSError:
        return None
    longer = [name for name in names if name.startswith(f"{path.name}.")]
    better = longer[0] if len(longer) == 1 else nearest(path.name, names)
    return str(path.with_name(better)) if better else None


def read_text(path: Path) -> str:
    """The text of a file. Raises Unreadable if it cannot be had, is too big or no UTF-8."""
    return decoded(read_bytes(path), str(path))


def decoded(raw: bytes, file: str) -> str:
    """The bytes of a file as text; `file` is the name for messages. Raises Unreadable."""
    if len(raw) > SIZE_LIMIT:
        raise Unreadable([_too_big(file)])
    try:
        if 0 in raw[:2]:  # UTF-16 without a mark, which is UTF-8 with a NUL before each letter
            raise Unreadable([Text(file, raw.decode(errors="replace")).fault("IN-encoding", 0)])
        return raw.decode()
    except UnicodeDecodeError as error:
        good = len(raw[: error.start].decode())
        text = Text(file, raw.decode(errors="replace"))
        raise Unreadable([text.fault("IN-encoding", good)]) from None


def _too_big(file: str, limit: int = SIZE_LIMIT) -> Fault:
    return Fault("IN-too-big", file, values={"limit": limit // 1024 // 1024})
