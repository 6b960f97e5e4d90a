"""What is known of a user's printers, in `printers.yaml` of his configuration folder.

The file is the user's: a change replaces single numbers or adds a line, and leaves the rest of it
as it stands, comments included.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cascadia_print import resources
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.located import Path_, Source, hidden, parse_yaml, read_yaml
from cascadia_print.sheet.schema import check

FILE = "printers.yaml"
Offset = tuple[float, float]


class CannotChange(Exception):
    """A file that is written so that a change would risk what stands in it; the line to add."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a printer prints on a paper that it turns over the `duplex` edge, lengths in millimetres.

    The offsets, to the right and down, bring backs under their fronts, on paper that stands
    upright and on paper that lies across. `scale` is what a rule of 100 mm measures. None: not
    known.
    """

    printer: str
    paper: str
    duplex: str
    portrait: Offset | None = None
    landscape: Offset | None = None
    scale: float | None = None


def config_folder() -> Path:
    """The user's configuration: CASCADIA_PRINT_CONFIG, else the platform's folder for it."""
    named = os.environ.get("CASCADIA_PRINT_CONFIG")
    return Path(named) if named else resources.own_folder("config")


def read_printers(path: Path) -> tuple[Calibration, ...]:
    """All calibrations of a file, none if there is no file. Raises Unreadable."""
    return tuple(_calibrations(_checked(read_yaml(path)))) if os.path.lexists(path) else ()


def with_calibration(text: str, new: Calibration, file: str = FILE) -> str:
    """The text of a file with a calibration put in: what it does not know stays as it was.

    Raises Unreadable for a text with faults, CannotChange.
    """
    if not text.strip():
        return f"kind: printers\nprinters:\n  - {_line(new)}\n"
    source = _checked(parse_yaml(text, file))
    entries = source.data["printers"]
    same = [k for k, e in enumerate(entries) if _key(e) == (new.printer, new.paper, new.duplex)]
    made = _replaced(source, ("printers", same[0]), new) if same else _added(source, new)
    wanted = [dict(e) for e in entries]
    if same:
        wanted[same[0]] |= _values(new)
    else:
        wanted.insert(0, {**dict(zip(_NAMES, _key_of(new), strict=True)), **_values(new)})
    try:
        after = parse_yaml(made, file).data
    except Unreadable:
        after = None
    if after != {**source.data, "printers": wanted}:
        raise CannotChange(_line(new))
    return made


_NAMES = ("printer", "paper", "duplex")


def _checked(source: Source) -> Source:
    if faults := check(source, "printers") or list(hidden(source)):
        raise Unreadable(faults)
    return source


def _key(entry: dict[str, Any]) -> tuple[str, str, str]:
    return (str(entry["printer"]), str(entry["paper"]).casefold(), entry["duplex"])


def _key_of(new: Calibration) -> tuple[str, str, str]:
    return (new.printer, new.paper, new.duplex)


def _calibrations(source: Source) -> Iterator[Calibration]:
    for entry in source.data["printers"]:
        upright, across = (_offset(entry.get(name)) for name in ("portrait", "landscape"))
        yield Calibration(*_key(entry), upright, across, entry.get("scale"))


def _offset(values: list[float] | None) -> Offset | None:
    return None if values is None else (float(values[0]), float(values[1]))


def _values(new: Calibration) -> dict[str, Any]:
    """What a calibration knows, as it stands in the file."""
    found: dict[str, Any] = {}
    for name in ("portrait", "landscape"):
        if (offset := getattr(new, name)) is not None:
            found[name] = [_plain(v) for v in offset]
    if new.scale is not None:
        found["scale"] = _plain(new.scale)
    return found


def _plain(value: float) -> float:
    return int(value) if float(value).is_integer() else round(value, 3)


def _written(value: Any) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


def _line(new: Calibration) -> str:
    names = {"printer": f'"{new.printer}"', "paper": new.paper, "duplex": new.duplex}
    pairs = {**names, **{k: _written(v) for k, v in _values(new).items()}}
    return "{" + ", ".join(f"{k}: {v}" for k, v in pairs.items()) + "}"


def _replaced(source: Source, path: Path_, new: Calibration) -> str:
    """The text with the numbers of one entry replaced, and with those that it lacked."""
    entry = source.value(path)
    edits: list[tuple[int, int, str]] = []
    for name, value in _values(new).items():
        if name not in entry:
            edits.append(_inserted(source, path, f"{name}: {_written(value)}"))
        elif isinstance(value, list):
            edits += [(*source.span((*path, name, k)), str(v)) for k, v in enumerate(value)]
        else:
            edits.append((*source.span((*path, name)), str(value)))
    text = source.text
    for start, end, word in sorted(edits, reverse=True):
        text = text[:start] + word + text[end:]
    return text


def _inserted(source: Source, path: Path_, pair: str) -> tuple[int, int, str]:
    """A pair before the first key of an entry, written as that entry is."""
    first = next(iter(source.value(path)))
    start = source.span((*path, first), key=True)[0]
    if source.text[:start].rstrip().endswith("{"):
        return start, start, f"{pair}, "
    column = start - (source.text.rfind("\n", 0, start) + 1)
    return start, start, f"{pair}{_end(source.text)}{' ' * column}"


def _end(text: str) -> str:
    """How lines end in this file."""
    return "\r\n" if "\r\n" in text else "\n"


def _added(source: Source, new: Calibration) -> str:
    """The text with a new entry at the head of the list."""
    text, start = source.text, source.span(("printers",))[0]
    if text[start : start + 1] == "[":
        rest = text[start + 1 :]
        comma = "" if rest.lstrip().startswith("]") else ", "
        return text[: start + 1] + _line(new) + comma + rest
    dash = text.rfind("-", 0, source.span(("printers", 0))[0])
    column = dash - (text.rfind("\n", 0, dash) + 1)
    return text[:dash] + f"- {_line(new)}{_end(text)}{' ' * column}" + text[dash:]
