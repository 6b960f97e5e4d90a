"""The fields of a PDF as they stand in the file, read with pypdf (extra `forms`).

A file may hold anything: whatever pypdf makes of it becomes plain values here, or a fault.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import read_bytes

LIMIT = 16 * 1024 * 1024
"""The largest PDF that is read, in bytes: a filled form has a quarter of a megabyte."""
NODES = 5000
"""So many fields and widgets are looked at; our largest form has 200."""
TEXT = 5000
"""The longest text of a field that is read."""

_SHOWN = re.compile(rb"(\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>)\s*\]?\s*T[jJ]")
"""Text that is shown in an appearance, as far as it is written plainly."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a file says of one field.

    text: the value of a text field. value, shown: whether a check box is ticked by its value and
    by its appearance; None for what the file leaves out. drawn: the text field has no value, but
    its appearance shows text. times: in how many fields of that name it was found.
    """

    check: bool = False
    text: str = ""
    value: bool | None = None
    shown: bool | None = None
    drawn: bool = False
    times: int = 1


def read_entries(path: Path) -> Mapping[str, Entry]:
    """All fields of a PDF by their whole names.

    Raises Unreadable for what is no PDF, damaged, protected, too big or without fields, and
    ImportError where pypdf is missing.
    """
    import pypdf

    raw, file = read_bytes(path, LIMIT), str(path)
    if not is_pdf(raw):
        raise Unreadable([Fault("IN-form-no-pdf", file)])
    _, end, rest = raw.rpartition(b"%%EOF")
    if not end or b" obj" in rest:
        # What was cut off may be what was filled in last: an older state must not stand for it.
        raise Unreadable([Fault("IN-form-broken", file)])
    try:
        with _quiet():
            reader = pypdf.PdfReader(io.BytesIO(raw))
            locked = reader.is_encrypted
            found = {} if locked else _entries(reader)
            ours = not locked and not found and "cascadia_print" in str(reader.metadata)
    except Exception:
        # Whatever pypdf stumbles over, the file is the cause.
        raise Unreadable([Fault("IN-form-broken", file)]) from None
    if locked:
        raise Unreadable([Fault("IN-form-locked", file)])
    if not found:
        raise Unreadable([Fault("IN-form-flat" if ours else "IN-form-none", file)])
    return found


def is_pdf(raw: bytes) -> bool:
    """Whether a file begins as a PDF does; some have a little before it."""
    return b"%PDF-" in raw[:1024]


def _entries(reader: Any) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for name, node, kids in _terminals(reader):
        entry = _entry(node, kids)
        times = found[name].times + 1 if name in found else 1
        found[name] = Entry(entry.check, entry.text, entry.value, entry.shown, entry.drawn, times)
    return found


def _terminals(reader: Any) -> Iterator[tuple[str, Any, list[Any]]]:
    """Fields without fields below them: whole name, dictionary, dictionaries of widgets below."""
    root = _dict(reader.trailer.get("/Root"))
    if "/Pages" not in root:
        raise ValueError("no pages")
    form = _dict(root.get("/AcroForm"))
    todo: list[tuple[Any, str, dict[str, Any]]]
    todo = [(ref, "", {}) for ref in reversed(_list(form.get("/Fields")))]
    seen = 0
    while todo:
        ref, above, inherited = todo.pop()
        seen += 1
        if seen > NODES:
            raise ValueError("too many fields")
        own = _dict(ref)
        node = {**inherited, **{k: own.get(k) for k in own if k not in ("/Kids", "/Parent")}}
        part = _text(own.get("/T"))
        name = f"{above}.{part}" if above and part else above or part
        kids = _list(own.get("/Kids"))
        below = [kid for kid in kids if "/T" in _dict(kid)]
        if below:
            kept = {k: node[k] for k in ("/FT", "/V", "/Ff") if k in node}
            todo += [(kid, name, kept) for kid in reversed(below)]
        elif name:
            yield name, node, [_dict(kid) for kid in kids]


def _entry(node: Mapping[str, Any], kids: list[Any]) -> Entry:
    value = _value(node.get("/V"))
    if node.get("/FT") == "/Btn":
        states = [s for w in (node, *kids) if (s := _value(w.get("/AS"))) is not None]
        return Entry(
            check=True,
            value=None if value is None else _on(value),
            shown=any(map(_on, states)) if states else None,
        )
    text = _text(value)
    return Entry(text=text, drawn=not text.strip() and any(map(_draws, (node, *kids))))


def _on(state: object) -> bool:
    """Whether a state is that of a ticked box; some programs write it as text."""
    return str(state).lstrip("/") not in ("Off", "")


def _draws(widget: Mapping[str, Any]) -> bool:
    """Whether the appearance of a text field shows text."""
    stream = _value(_dict(widget.get("/AP")).get("/N"))
    data = stream.get_data() if hasattr(stream, "get_data") else b""
    return any(text[1:-1].strip() for text in _SHOWN.findall(data[: 10 * TEXT]))


def _text(value: Any) -> str:
    value = _value(value)
    if hasattr(value, "get_data"):  # long texts may be streams
        value = value.get_data().decode("utf-8", "replace")
    elif isinstance(value, bytes):
        value = value.decode("latin-1")
    return value[:TEXT] if isinstance(value, str) else ""


def _value(value: Any) -> Any:
    """What a reference leads to; None for the null of a PDF, which means "not there"."""
    found = value.get_object() if hasattr(value, "get_object") else value
    return None if type(found).__name__ == "NullObject" else found


def _dict(value: Any) -> Any:
    value = _value(value)
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    value = _value(value)
    return list(value) if isinstance(value, list) else []


@contextmanager
def _quiet() -> Iterator[None]:
    """pypdf tells its log of every flaw of a file: what matters of it is told by a fault."""
    log = logging.getLogger("pypdf")
    was = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(was)
