"""Misspelt words of a sheet file, replaced in place where only one word can be meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cascadia_print.cli import files
from cascadia_print.cli.own import OWN
from cascadia_print.sheet.build import build
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.located_text import Text
from cascadia_print.sheet.lookup import chain, kind
from cascadia_print.sheet.pages import build_page

_SPELLING = frozenset(
    {"IN-unknown-key", "IN-unknown-id", "IN-unknown-sheet", "IN-not-one-of", "IN-gain"}
    | {"IN-text-sign", "IN-text-field"}
)
"""Faults that a slip of the pen makes. A suggestion of another kind is left to the author."""

_ROUNDS = 10
"""A word put right can uncover the next; more rounds than a slip needs are a circle."""


@dataclass(frozen=True, slots=True)
class Change:
    """A word that was replaced."""

    file: str
    line: int
    column: int
    old: str
    new: str


def fix(file: Path) -> list[Change]:
    """Replace the misspelt words of a file and say what was changed; the rest stays, byte by byte.

    Raises Refused where the file cannot be written.
    """
    changes: list[Change] = []
    before: set[str] = set()
    text = ""
    for _ in range(_ROUNDS):
        found = _faults(file)
        if not found:
            break
        raw = file.read_bytes().decode()
        text = raw.removeprefix("\ufeff")
        fixed, made = _replaced(Text(str(file), text), found)
        if not made or fixed in before:
            break
        before.add(text)
        changes += made
        files.write(file, (raw[: len(raw) - len(text)] + fixed).encode(), force=True)
    return sorted(changes, key=lambda change: (change.line, change.column))


def _faults(file: Path) -> Sequence[Fault]:
    try:
        of = kind(file)
        if of == "page":
            build_page(read_yaml(file))
        elif of in OWN:
            OWN[of](file)
        else:
            build(chain(file))
    except Unreadable as error:
        return [f for f in error.faults if f.file == str(file) and _one_word(f)]
    return ()


def _one_word(fault: Fault) -> bool:
    """Whether exactly one word can be meant."""
    return bool(fault.suggestion) and fault.id in _SPELLING and not fault.values.get("also")


def _replaced(text: Text, faults: Sequence[Fault]) -> tuple[str, list[Change]]:
    fixed, changes = text.text, []
    for fault in reversed(faults):
        start = text.index(fault.line, fault.column)
        old = text.text[start : start + fault.length]
        word = str(fault.values.get("word", fault.values.get("shown", "")))
        quote = old[:1] if old[:1] in ('"', "'") and old[:1] == old[-1:] else ""
        if old.strip(quote or " ") != word.strip("\"'"):
            continue  # not written as one plain word
        new = f"{quote}{fault.suggestion}{quote}"
        fixed = fixed[:start] + new + fixed[start + fault.length :]
        changes.append(Change(fault.file, fault.line, fault.column, old, new))
    return fixed, changes[::-1]
