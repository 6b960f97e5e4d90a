"""A form that was filled in on a screen → the JSON of a filled sheet, and what stands on it.

Text: the value counts; its appearance is only a picture of it. A check box has a value and an
appearance, and not every program writes both. Where they agree, or one is missing, there is no
question. Where they differ, see `Form.of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from cascadia_print.entry.acroform import Entry, read_entries
from cascadia_print.entry.blank import header
from cascadia_print.entry.filled import Find, named_sheet, read_filled
from cascadia_print.entry.inked import short
from cascadia_print.rules.judge import OPEN
from cascadia_print.rules.marks import Filled, Wrong
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.fields import (
    FACTS,
    FORMAT,
    VERSION,
    Field,
    fields,
    is_record,
    name,
    tally_rows,
)
from cascadia_print.sheet.located import Path_, Source, hidden
from cascadia_print.sheet.located_text import Place, Text
from cascadia_print.sheet.model import RECORDED, Sheet

_SUM = re.compile(r"\d{1,6}(?:\s*\+\s*\d{1,6})*", re.ASCII)
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
LISTED = 5
"""So many fields are named in a message."""


class FormSource(Source):
    """A form as the source of its data: places are fields, by the paths of the JSON."""

    def __init__(self, file: str, data: Any) -> None:
        super().__init__(Text(file, ""), data, lambda: Place(0, 0))

    def field(self, path: Path_) -> str:
        key, *rest = (str(step) for step in path) if path else ("",)
        if rest and key in ("picks", "taken") and rest[0].isdecimal():
            rest = [str(self.data[key][int(rest[0])])]
        return name(key, rest[0] if rest else "")

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
        """A fault at the field of a path; there are no lines."""
        at = self.field(path)
        return Fault(id, self.file, values=values, suggestion=suggestion, at=at)


@dataclass(frozen=True)
class Form:
    """A filled form of a known sheet. `entries` hold every field of that sheet, once."""

    file: str
    sheet: Sheet
    language: str
    entries: Mapping[str, Entry]

    @cached_property
    def unsure(self) -> tuple[Field, ...]:
        """Check boxes of which it cannot be told whether they are ticked.

        A form is made with every box off by value and by appearance. If no box of the file is on
        by both, and those on by one of the two are all on by the same one, then a program that
        writes only that one has filled it in, and they are ticked. In any other file a box that
        is on by one of the two may have been ticked or unticked, and cannot be told.
        """
        split = [f for f in self._boxes if self._by(f, shown=True) != self._by(f, shown=False)]
        if not split:
            return ()
        both = any(self._by(f, shown=True) and self._by(f, shown=False) for f in self._boxes)
        ways = {self._by(f, shown=True) for f in split}
        return tuple(split) if both or len(ways) > 1 else ()

    @property
    def one_way(self) -> int:
        """How many boxes are ticked by value or by appearance alone, and certain."""
        split = [f for f in self._boxes if self._by(f, shown=True) != self._by(f, shown=False)]
        return 0 if self.unsure else len(split)

    @cached_property
    def _boxes(self) -> tuple[Field, ...]:
        return tuple(f for f in fields(self.sheet).values() if f.check)

    def _by(self, field: Field, *, shown: bool) -> bool:
        """Whether a box is ticked by its appearance or by its value; what is missing agrees."""
        entry = self.entries[field.name]
        one, other = (entry.shown, entry.value) if shown else (entry.value, entry.shown)
        return bool(other if one is None else one)

    def ticked(self, *, shown: bool) -> frozenset[str]:
        """Names of the ticked boxes, what is unsure by its appearance or by its value."""
        return frozenset(
            f.name
            for f in self._boxes
            if self._by(f, shown=shown) or (not self.unsure and self._by(f, shown=not shown))
        )

    def data(self, *, shown: bool = True) -> dict[str, Any]:
        """The JSON of the filled sheet. What cannot be read as a number is left out."""
        ticked = self.ticked(shown=shown)
        data = header(self.sheet)
        for key in ("player", "date"):
            data[key] = self.text(key) or None
        if self.sheet.marking.write == "wildlife":
            data["language"] = self.language
        if spaces := dict(self._spaces(ticked)):
            data["spaces"] = spaces
        known = fields(self.sheet).values()
        if picks := [f.id for f in known if f.key == "picks" and f.name in ticked]:
            data["picks"] = picks
        if any(f.name in ticked and self._says(f) for f in known if f.key == "taken"):
            data["taken"] = [*self._taken(ticked), *picks]
        tally = {row: self._number(name("tally", row)) for row in tally_rows()}
        if any(n is not None for n in tally.values()):
            data["tally"] = tally
        said = {x: self._sum(name("claims", x)) for x in (*self.sheet.line, "total")}
        if claims := {line: numbers for line, numbers in said.items() if numbers is not None}:
            data["claims"] = claims
        return data

    def text(self, name: str) -> str:
        """What is written in a field, without blanks around it."""
        return self.entries[name].text.strip()

    def _spaces(self, ticked: frozenset[str]) -> Iterator[tuple[str, object]]:
        number = self.sheet.marking.write == "number"
        halves: dict[str, list[str]] = {}
        for field in fields(self.sheet).values():
            if field.key != "spaces":
                continue
            if field.half >= 0:
                halves.setdefault(field.at, [])
                if field.name in ticked:
                    halves[field.at].append(field.id.partition("=")[2])
            elif field.check:
                if field.name in ticked:
                    yield field.id, True
            elif text := self.text(field.name):
                yield field.id, int(text) if number and _NUMBER.fullmatch(text) else text
        for id, said in halves.items():
            if said:
                yield id, said[0] if len(said) == 1 else True

    def _says(self, field: Field) -> bool:
        """Whether a field is about something that is recorded, and no empty box."""
        if field.gain is not None:
            return True
        sides = self.sheet.boxes[field.at].offer.sides
        return any(gain.kind in RECORDED for side in sides for gain in side)

    def _taken(self, ticked: frozenset[str]) -> Iterator[str]:
        """All that is circled or crossed off but for choices, an element as a whole if it is."""
        parts: dict[tuple[str, str], list[Field]] = {}
        for space in self.sheet.spaces:
            used = name("spaces", space.id) in ticked
            if used and is_record(space) and space.offer.sides:
                yield space.id
        for field in fields(self.sheet).values():
            if field.key == "taken":
                parts.setdefault((field.place, field.at), []).append(field)
        for (_, at), of in parts.items():
            kept = [f.id for f in of if f.name in ticked]
            yield from [at] if len(kept) == len(of) else kept

    def _number(self, name: str) -> int | None:
        text = self.text(name)
        return int(text) if _NUMBER.fullmatch(text) else None

    def _sum(self, name: str) -> int | list[int] | None:
        text = self.text(name)
        if not _SUM.fullmatch(text):
            return None
        numbers = [int(part) for part in text.split("+")]
        return numbers[0] if len(numbers) == 1 else numbers

    def wrong(self) -> Iterator[Wrong]:
        """What is written where only a number can stand, and what cannot be told."""
        for field in fields(self.sheet).values():
            entry, at = self.entries[field.name], f"/{field.key}/{field.id}"
            if entry.drawn:
                yield Wrong("form-drawn", field.at, at, rule=OPEN)
            text = self.text(field.name)
            form = {"claims": _SUM, "tally": _NUMBER}.get(field.key)
            if form and text and not form.fullmatch(text):
                rule = f"IN-{field.key.removesuffix('s')}"
                yield Wrong("form-number", field.at, at, {"value": short(text)}, rule=rule)
        for field in self.unsure:
            yield Wrong("form-unsure", field.at, f"/{field.key}/{field.id}", rule=OPEN)


def read_form(path: Path, find: Find, sheet: Sheet | None = None) -> Form:
    """The form in a PDF. `find` and `sheet` as for `read_filled`.

    Raises Unreadable for a PDF that cannot be read, is no form of ours or of another version,
    whose sheet is not known or not `sheet`, and whose fields are not those of its sheet.
    """
    entries, file = read_entries(path), str(path)
    said = {fact: entries[fact].text for fact in FACTS if fact in entries}
    if said.get("format") != FORMAT:
        raise Unreadable([Fault("IN-form-foreign", file)])
    if said.get("version") != VERSION:
        version = {"version": short(said.get("version", ""))}
        raise Unreadable([Fault("IN-form-version", file, values=version)])
    source = FormSource(file, {"sheet": said.get("sheet")})
    found = named_sheet(source, (), source.data, find, sheet)
    known = {**dict.fromkeys(FACTS, False), **{f.name: f.check for f in fields(found).values()}}
    kinds = {name: entry.check for name, entry in entries.items() if entry.times == 1}
    lost = [name for name, check in known.items() if kinds.get(name) is not check]
    more = [name for name in entries if name not in known]
    if lost or more:
        listed = [", ".join(map(short, names[:LISTED])) or "-" for names in (lost, more)]
        values: dict[str, object] = {"sheet": found.ref, "n": len(lost), "m": len(more)}
        values |= {"lost": listed[0], "more": listed[1]}
        raise Unreadable([Fault("IN-form-fields", file, values=values)])
    return Form(file, found, said["language"], entries)


def filled_form(form: Form) -> tuple[FormSource, Sheet, Filled]:
    """What stands on a form, with what is wrong with it. Raises Unreadable as `read_filled`."""
    source, sheet, filled = _read(form, shown=True)
    if form.unsure:
        other = _read(form, shown=False)[2]
        marked = filled.marks is not None or other.marks is not None
        marks = [f.marks or {} if marked else None for f in (filled, other)]
        other = replace(other, marks=marks[1])
        filled = replace(filled, marks=marks[0], alternative=other)
    return source, sheet, replace(filled, wrong=(*filled.wrong, *form.wrong()))


def _read(form: Form, *, shown: bool) -> tuple[FormSource, Sheet, Filled]:
    source = FormSource(form.file, form.data(shown=shown))
    if faults := list(hidden(source)):
        raise Unreadable(faults)
    find: Callable[[str], Sheet] = lambda _: form.sheet  # noqa: E731
    [(sheet, filled)] = read_filled(source, find)
    return source, sheet, filled


def unclear(form: Form) -> tuple[Fault, ...]:
    """What a JSON file cannot say of a form: see `Form.wrong`."""
    return tuple(
        Fault(
            f"IN-{wrong.text}",
            form.file,
            values=wrong.values,
            at=name(*wrong.pointer[1:].split("/", 1)),
        )
        for wrong in form.wrong()
    )
