"""Print jobs as files: which sheets, how many of each, and how paper is printed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import Path_, Source, hidden, read_yaml
from cascadia_print.sheet.lookup import find_file
from cascadia_print.sheet.schema import check

SAME, NONE = "same", "none"
"""Backs that name no sheet: the front once more, and nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """So many copies of a sheet. What is None is as in the rest of the job.

    `back` is a file, SAME or NONE; `wish` are how the sheet is drawn, by the keys of the file.
    """

    sheet: Path
    copies: int | None = None
    back: Path | str | None = None
    wish: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JobFile:
    """A job: its entries, and the other keys of the file as they stand there."""

    entries: tuple[Entry, ...]
    keys: Mapping[str, Any]
    back: Path | str | None = None


WISHES = ("theme", "lang", "large-print", "ids")
"""Keys that say how a sheet is drawn."""


def read_job(path: Path, faulty: Callable[[Source], list[Fault]] = lambda source: []) -> JobFile:
    """The job of a YAML file; sheets are looked for beside it first, by their id.

    `faulty` tells the faults of values that are known elsewhere, such as names of papers. Raises
    Unreadable with all faults of the file.
    """
    source = read_yaml(path)
    faults = check(source, "job") or list(hidden(source))
    if faults and not _has_entries(source.data):
        raise Unreadable(faults)
    data: dict[str, Any] = source.data
    faults += faulty(source)

    def found(place: Path_) -> Path:
        word = source.value(place)
        if not isinstance(word, str):
            return path  # a fault that is known
        try:
            return find_file(word, path.parent)
        except Unreadable as error:
            fault = error.faults[0]
            values = dict[str, Any](fault.values)
            faults.append(source.fault(fault.id, place, suggestion=fault.suggestion, **values))
            return Path(word)

    def back(block: Mapping[str, Any], place: Path_) -> Path | str | None:
        word = block.get("back")
        return found((*place, "back")) if word not in (None, SAME, NONE) else word

    entries = tuple(
        Entry(
            found(("sheets", k, "sheet")) if "sheet" in entry else path,
            entry.get("copies"),
            back(entry, ("sheets", k)),
            {key: entry[key] for key in WISHES if key in entry},
        )
        for k, entry in enumerate(data["sheets"])
    )
    common = back(data, ())
    if faults:
        raise Unreadable(faults)
    keys = {k: v for k, v in data.items() if k not in ("kind", "sheets", "back", "$schema")}
    return JobFile(entries, keys, common)


def _has_entries(data: object) -> bool:
    """Whether the names in a job with faults can be looked at too."""
    entries = data.get("sheets") if isinstance(data, dict) else None
    return isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
