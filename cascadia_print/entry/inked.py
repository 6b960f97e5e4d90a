"""The marks of a filled sheet in their four forms: `map`, `columns`, `rows`, `spaces`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cascadia_print.rules.marks import Value, Wrong
from cascadia_print.sheet.faults import nearest
from cascadia_print.sheet.located import pointer
from cascadia_print.sheet.model import Sheet, Space, row_name
from cascadia_print.sheet.vocabulary import (
    habitat_letters,
    habitats,
    wildlife,
    wildlife_letters,
)

Path = tuple[str | int, ...]
"""Keys and list numbers from the top of a file to a value."""

SUGGESTIONS = 100
"""So many wrong ids get a "did you mean"; a file with more is no slip of the pen."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the file says of one space: as it stands there, False for open."""

    space: str
    value: object
    pointer: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """The marks with their places, and what is wrong with them, in one alphabet.

    `where` also has the spaces that are said to be open.
    """

    language: str
    marks: Mapping[str, Value]
    where: Mapping[str, tuple[str, int]]
    wrong: tuple[Wrong, ...]


@dataclass(frozen=True, slots=True)
class _Unknown:
    """A space, row or column that the sheet does not have."""

    id: str
    pointer: str
    known: Iterable[str]


@dataclass(frozen=True, slots=True)
class _Problem:
    """Why a value cannot stand in a space."""

    text: str
    rule: str
    values: Mapping[str, object] = field(default_factory=dict)


def said(sheet: Sheet, data: Mapping[str, Any], path: Path) -> Iterator[Said | Wrong]:
    """All that `data`, which stands at `path`, says of spaces, whatever the order of its keys."""
    unknown = 0
    for key, form in _FORMS.items():
        entries = data.get(key)
        if entries is None:
            continue
        if isinstance(entries, dict):
            entries = dict(sorted(entries.items()))
        for entry in form(sheet, entries, (*path, key)):
            if isinstance(entry, _Unknown):
                unknown += 1
                better = nearest(entry.id, entry.known) if unknown <= SUGGESTIONS else None
                values = {"value": short(entry.id), "nearest": better}
                yield Wrong(
                    "unknown-space", short(entry.id), entry.pointer, values, rule="IN-space"
                )
            else:
                yield entry


def is_marked(data: Mapping[str, Any]) -> bool:
    """Whether the file speaks of marks at all, if only to say that there are none.

    An entry that is null says nothing, and so does a form in which all entries are null.
    """
    return any(_speaks(data.get(form)) for form in _FORMS)


def _speaks(entries: Any) -> bool:
    if isinstance(entries, dict):
        return not entries or any(value is not None for value in entries.values())
    return entries is not None


def read(sheet: Sheet, entries: tuple[Said | Wrong, ...], language: str) -> Reading:
    """The marks as Values; letters for animals are read as those of `language` (D-2).

    Of a space said twice the first counts as ink, in the order of the forms and of their keys. A
    value that cannot stand in its space stays as written. Both are reported, in printed order.
    """
    letters = wildlife_letters(language)
    found: dict[str, Value] = {}
    where: dict[str, tuple[str, int]] = {}
    wrong: dict[tuple[str, str, int], Wrong] = {}
    for entry in entries:
        if isinstance(entry, Wrong):
            wrong[entry.text, entry.pointer, entry.offset] = entry
            continue
        id, at, offset = entry.space, entry.pointer, entry.offset
        value, problem = _value(sheet, sheet.space[id], entry.value, letters)
        if id not in found:
            found[id], where[id] = value, (at, offset)
            if problem:
                fault = Wrong(problem.text, id, at, problem.values, offset, problem.rule)
                wrong[problem.text, at, offset] = fault
        elif not _same(found[id], value, sheet.space[id]):
            values = {"first": _shown(found[id]), "second": _shown(value)}
            fault = Wrong("said-twice", id, at, values, offset, "IN-conflict")
            wrong.setdefault(("said-twice", at, 0), fault)
    place = {id: k for k, id in enumerate(sheet.space)}
    return Reading(
        language,
        {id: found[id] for id in sheet.space if found.get(id, False) is not False},
        {id: where[id] for id in sheet.space if id in where},
        tuple(sorted(wrong.values(), key=lambda w: (place.get(w.at, -1), w.pointer, w.offset))),
    )


def _same(first: Value, second: Value, space: Space) -> bool:
    """`True` is not 1; a start space is outlined, whether its mark is drawn or not."""
    return (type(first), first) == (type(second), second) or (
        space.start and isinstance(first, bool) and isinstance(second, bool)
    )


def _shown(value: Value) -> str:
    return {True: "x", False: "."}[value] if isinstance(value, bool) else short(str(value))


def _written(raw: object) -> object:
    """A value as the file writes it."""
    return (
        str(raw).lower() if isinstance(raw, bool) else short(raw) if isinstance(raw, str) else raw
    )


def mark(sheet: Sheet, word: str) -> object:
    """What a word in a row stands for: False for ".", a number where numbers are written."""
    if word == ".":
        return False
    number = sheet.marking.write == "number" and word.isascii() and word.isdigit()
    return int(word) if number else word


def apart(sheet: Sheet, row: str) -> bool:
    """Whether a row is an overflow row beside the grid, not one of it."""
    return "." in sheet.rows[row][0]


def short(word: str) -> str:
    """What a file calls something, cut to what a message can show."""
    return word if len(word) <= 40 else word[:39] + "…"


# -- the four forms ----------------------------------------------------------------------------

_Entries = Iterator[Said | Wrong | _Unknown]


def _map(sheet: Sheet, rows: list[str], path: Path) -> _Entries:
    grid = {name: ids for name, ids in sheet.rows.items() if not apart(sheet, name)}
    for k, (text, (name, ids)) in enumerate(zip(rows, grid.items(), strict=False)):
        at = pointer((*path, k))
        for offset, (char, id) in enumerate(zip(text, ids, strict=False)):
            if char == "." or char.isalnum():
                yield Said(id, mark(sheet, char), at, offset)
            else:
                yield Wrong("map-character", id, at, {"value": char}, offset, "IN-value")
        if len(text) != len(ids):
            length = "row-too-long" if len(text) > len(ids) else "row-too-short"
            values = {"n": len(text), "max": len(ids)}
            offset = min(len(ids), max(0, len(text) - 1))
            yield Wrong(length, name, at, values, offset, "IN-row")
    if len(rows) != len(grid):
        at = pointer((*path, len(grid)) if len(rows) > len(grid) else path)
        yield Wrong("map-rows", "map", at, {"n": len(rows), "max": len(grid)}, 0, "IN-row")


def _spaces(sheet: Sheet, spaces: Mapping[str, object], path: Path) -> _Entries:
    for id, value in spaces.items():
        at = pointer((*path, id))
        if id not in sheet.space:
            yield _Unknown(id, at, sheet.space)
        elif value is not None:
            yield Said(id, False if value == "." else value, at)


def _columns(sheet: Sheet, columns: Mapping[str, Any], path: Path) -> _Entries:
    known = _column_names(sheet)
    for key, values in columns.items():
        at = pointer((*path, key))
        if key not in known:
            yield _Unknown(key, at, known)
        elif values is not None:
            ids = known[key]
            for k, value in enumerate(values[: len(ids)]):
                if value is not None:
                    said = False if value == "." else value
                    yield Said(ids[k], said, pointer((*path, key, k)))
            for id in ids[len(values) :]:
                yield Said(id, False, at)
            if len(values) > len(ids):
                number = sheet.marking.write == "number"
                rule = sheet.rules.get("count", "S-count") if number else "IN-row"
                yield Wrong(
                    "too-many" if number else "row-too-long",
                    key,
                    pointer((*path, key, len(ids))),
                    {"n": len(values), "max": len(ids)},
                    rule=rule,
                )


def _rows(sheet: Sheet, rows: Mapping[str, object], path: Path) -> _Entries:
    known = row_names(sheet)
    for key, n in rows.items():
        at = pointer((*path, key))
        if key not in known:
            yield _Unknown(key, at, known)
        elif isinstance(n, bool) or not isinstance(n, int | None):
            yield Wrong("not-a-count", key, at, {"value": _written(n)}, rule="IN-value")
        elif n and sheet.marking.write != "outline" and not sheet.space[known[key][0]].overflow:
            yield Wrong("nothing-to-count", key, at, rule="IN-value")
        elif n is not None and n < 0:
            values = {"value": n, "low": 0, "high": len(known[key])}
            yield Wrong("number-range", key, at, values, rule="IN-value")
        elif n is not None:
            ids = known[key]
            for k, id in enumerate(ids):
                yield Said(id, k < n, at)
            if n > len(ids):
                yield Wrong("row-too-long", key, at, {"n": n, "max": len(ids)}, rule="IN-row")


_FORMS: Mapping[str, Callable[[Sheet, Any, Path], _Entries]] = {
    "map": _map,
    "columns": _columns,
    "rows": _rows,
    "spaces": _spaces,
}


def row_names(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """Rows by letter, by habitat where a row has one of its own, and "overflow"."""
    names = dict(sheet.rows)
    for habitat, ids in sheet.habitats.items():
        if ids == sheet.rows[row_name(sheet.space[ids[0]])]:
            names[habitat] = ids
    if sheet.marking.overflow:
        names["overflow"] = sheet.overflow_row
    return names


def _column_names(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """Columns by number, and by habitat where a column has one of its own; none if staggered."""
    if sheet.stagger != "none":
        return {}
    places: dict[int, list[str]] = {}
    for s in sheet.spaces:
        if not apart(sheet, row_name(s)):
            places.setdefault(s.col, []).append(s.id)
    columns = [tuple(places[col]) for col in sorted(places)]
    names = {str(n): ids for n, ids in enumerate(columns, 1)}
    return names | {h: ids for h, ids in sheet.habitats.items() if ids in columns}


# -- one value ---------------------------------------------------------------------------------


def _value(
    sheet: Sheet, space: Space, raw: object, letters: Mapping[str, str]
) -> tuple[Value, _Problem | None]:
    """The Value of an entry, and why it cannot stand there; False is an open space."""
    if raw is False:
        return False, None
    word = raw.lower() if isinstance(raw, str) else None
    outlined = raw is True or word == "x"
    write = sheet.marking.write
    if space.overflow and outlined:
        return True, None
    ink: Value = raw if isinstance(raw, bool | int | str) else str(raw)
    if write == "number":
        return ink, _number_problem(sheet, raw)
    if write == "outline" or space.overflow:
        return (True, None) if outlined else _outline(sheet, space, ink, word)
    animal = letters.get(word.upper(), word) if word else None
    if animal in wildlife():
        return animal, None
    rule = sheet.rules.get("value", "S-value")
    return ink, _Problem(
        "letter-unknown", rule, {"value": _written(raw), "letters": tuple(letters)}
    )


def _number_problem(sheet: Sheet, raw: object) -> _Problem | None:
    low, high = sheet.marking.numbers
    if isinstance(raw, str) and raw.isascii() and raw.isdigit():
        values = {"value": _written(raw), "low": low, "high": high}
        return _Problem("quoted-number", "IN-value", values)
    if isinstance(raw, bool) or not isinstance(raw, int):
        return _Problem("not-a-number", "IN-value", {"value": _written(raw)})
    if low <= raw <= high:
        return None
    rule = sheet.rules.get("value", "S-value")
    return _Problem("number-range", rule, {"value": raw, "low": low, "high": high})


def _outline(
    sheet: Sheet, space: Space, ink: Value, word: str | None
) -> tuple[Value, _Problem | None]:
    habitat = habitat_letters().get(word.upper(), word) if word else None
    if habitat in space.habitats:
        return habitat if len(space.habitats) > 1 else True, None
    if habitat in habitats() and space.habitats:
        values = {"value": _written(ink), "habitats": space.habitats}
        return ink, _Problem("habitat-not-here", sheet.rules.get("value", "S-value"), values)
    return ink, _Problem("not-an-outline", "IN-value", {"value": _written(ink)})
