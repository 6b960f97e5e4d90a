"""Where sheets are found: by id, never by a path that a file names.

The order is the folder of the file that asks, the user's own sheet folder, the package, and in
it the sheets of the community and the pages.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cascadia_print import resources
from cascadia_print.sheet.build import build, word_faults
from cascadia_print.sheet.faults import Fault, Unreadable, nearest, rivals
from cascadia_print.sheet.located import Source, hidden, read_yaml
from cascadia_print.sheet.located_text import DIGIT_LIMIT
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.schema import check

if TYPE_CHECKING:
    from cascadia_print.sheet.pages import Page

KINDS = ("environment", "page", "cards", "game-set", "scenarios")
"""What a file can describe: a sheet that is scored, a page that is not, or what is in a box."""

_ID = re.compile(r"(id|version):[ \t]*['\"]?([A-Za-z0-9-]+)")
_KIND = re.compile(r"kind:[ \t]*['\"]?([\w-]+)")
_HEAD_LINES = 1000


def load_sheet(path: Path) -> Sheet:
    """The sheet of a file, complete and checked.

    Raises Unreadable with all faults of the file (and of the files it extends).
    """
    return _load(path, _modified(path), frozenset())


def load_printable(path: Path) -> Sheet | Page:
    """The sheet or the page of a file, by its `kind`. Raises Unreadable with all its faults."""
    if kind(path) != "page":
        return load_sheet(path)
    return _page(path, _modified(path))


def kind(path: Path) -> str:
    """The kind that a file gives itself, a slip of the pen put right; environment if it gives none.

    Raises Unreadable for a file that is no YAML at all.
    """
    said = _kind(path, _modified(path)) or read_yaml(path).data
    word = str(said.get("kind")) if isinstance(said, dict) else str(said)
    return word if word in KINDS else nearest(word, KINDS) or KINDS[0]


@cache
def _page(path: Path, modified: int) -> Page:
    from cascadia_print.sheet.pages import build_page

    page = build_page(read_yaml(path))
    return replace(page, file=str(path), shipped=_ours(path))


def _ours(path: Path) -> bool:
    return resources.root("sheets").resolve() in path.resolve().parents


def load_with_rulings(path: Path) -> Sheet:
    """The sheet of a file, after every choice of its rulings has been built once too.

    Raises Unreadable with all faults, also those of a choice that nobody has made yet.
    """
    sheet = load_sheet(path)
    faults: list[Fault] = []
    for ruling in sheet.rulings:
        for choice in ruling.choices[1:]:
            try:
                under(sheet, {ruling.id: choice})
            except Unreadable as error:
                # The values of a fault may be lists, so that faults cannot be kept in a set.
                faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise Unreadable(faults)
    return sheet


def under(sheet: Sheet, rulings: Mapping[str, str]) -> Sheet:
    """The sheet as it is under these choices of its rulings; those not named keep their default.

    Raises Unreadable if its file has changed in the meantime and no longer can be read.
    """
    changed = {id: choice for id, choice in rulings.items() if sheet.in_force.get(id) != choice}
    if not changed:
        return sheet
    path = Path(sheet.file)
    return _load(path, _modified(path), frozenset({**sheet.in_force, **changed}.items()))


@cache
def _load(path: Path, modified: int, rulings: frozenset[tuple[str, str]]) -> Sheet:
    sheet = build(chain(path), dict(rulings))
    return replace(sheet, file=str(path), shipped=_ours(path))


def _modified(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


def find_sheet(ref: str, near: Path | None = None) -> Sheet:
    """The sheet "A" (its newest version) or "A@1", looked for beside `near` first.

    Raises Unreadable for an unknown id or version, and for two files with one id in one place.
    """
    return load_sheet(find_file(ref, near, pages=False))


def find_file(ref: str, near: Path | None = None, *, pages: bool = True) -> Path:
    """The file of a sheet; errors as `find_sheet`. `pages`: whether one may be meant."""
    id, _, version = ref.partition("@")
    versions: set[int] = set()
    for folder in folders(near):
        found = [(v, path) for i, v, path in index(folder) if i == id]
        versions |= {v for v, _ in found}
        wanted = [x for x in found if not version or str(x[0]) == version]
        newest = [path for v, path in wanted if v == max(v for v, _ in wanted)]
        if len(newest) > 1:
            names = ", ".join(str(p) for p in sorted(newest))
            raise _unreadable("IN-two-sheets", ref, folder=str(folder), files=names)
        if newest:
            return newest[0]
    if versions:
        listed = ", ".join(f"{id}@{v}" for v in sorted(versions))
        raise _unreadable("IN-unknown-version", ref, known=listed)
    there = (entry for folder in folders(near) for entry in index(folder))
    known = sorted({i for i, _, path in there if pages or _kind(path, _modified(path)) != "page"})
    better = nearest(id, known)
    raise _unreadable(
        "IN-unknown-sheet",
        ref,
        known=", ".join(known),
        suggestion=better,
        also=rivals(id, better, known),
    )


def folders(near: Path | None = None) -> tuple[Path, ...]:
    """The places where sheets are looked for, in order, each once."""
    places = [near] if near else []
    ours = resources.root("sheets")
    places += [user_folder(), ours, ours / "community", ours / "pages"]
    return tuple(dict.fromkeys(p for p in places if _is_folder(p)))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a folder above it that we may not look into
        return False


def user_folder() -> Path:
    """The user's own sheets: CASCADIA_PRINT_SHEETS, else the platform's data folder."""
    named = os.environ.get("CASCADIA_PRINT_SHEETS")
    return Path(named) if named else resources.own_folder("data") / "sheets"


def shipped() -> tuple[Path, ...]:
    """The files of the four sheets of the game that come with the package."""
    return tuple(sorted(resources.root("sheets").glob("*.yaml")))


def index(folder: Path) -> list[tuple[str, int, Path]]:
    """(id, version, file) of the sheets in a folder, without reading the whole of them.

    What cannot be read is passed over: it may be somebody else's.
    """
    try:
        paths = _yaml_files(folder, folder.stat().st_mtime_ns)
        heads = [(_head(path, path.stat().st_mtime_ns), path) for path in paths]
    except OSError:
        return []
    return [(*head, path) for head, path in heads if head]


@cache
def _yaml_files(folder: Path, modified: int) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob("*.yaml")))


@cache
def _head(path: Path, modified: int) -> tuple[str, int] | None:
    """The id and the version that a file gives itself; None for what is no sheet."""
    keys: dict[str, str] = {}
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            for line in itertools.islice(lines, _HEAD_LINES):
                if match := _ID.match(line):
                    keys.setdefault(match[1], match[2])
                if len(keys) == 2:
                    break
    except OSError:
        return None
    version = keys.get("version", "")
    number = version.isdecimal() and len(version) <= DIGIT_LIMIT
    return (keys["id"], int(version)) if "id" in keys and number else None


@cache
def _kind(path: Path, modified: int) -> str:
    """The word of the line `kind: WORD`, "" where there is none."""
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            found = map(_KIND.match, itertools.islice(lines, _HEAD_LINES))
            return next((match[1] for match in found if match), "")
    except (OSError, ValueError):
        return ""


def chain(path: Path, seen: tuple[Path, ...] = ()) -> tuple[Source, ...]:
    """The file, then what it extends; `seen` are those that led to it.

    Raises Unreadable, also for a sheet that extends itself.
    """
    source = read_yaml(path)
    if isinstance(source.data, dict) and source.data.get("kind") == "page":
        if _ours(path):  # asked for by its name, which tells more than where it lies
            raise Unreadable([Fault("IN-page", "{id}@{version}".format(**source.data))])
        raise Unreadable([source.fault("IN-page", ("kind",))])
    if faults := check(source, "sheet"):
        raise Unreadable([*faults, *word_faults(source)])
    if faults := list(hidden(source)):
        raise Unreadable(faults)
    base = source.data.get("extends")
    if base is None:
        return (source,)
    seen = (*seen, path.resolve())
    try:
        file = find_file(base, path.parent, pages=False)
    except Unreadable as error:
        fault = error.faults[0]
        raise Unreadable(
            (
                source.fault(
                    fault.id,
                    ("extends",),
                    length=len(base),
                    suggestion=fault.suggestion,
                    **dict[str, Any](fault.values),
                ),
            )
        ) from None
    if file.resolve() in seen:
        raise Unreadable((source.fault("IN-extends-itself", ("extends",), word=base),))
    return (source, *chain(file, seen))


def _unreadable(id: str, ref: str, suggestion: str | None = None, **values: object) -> Unreadable:
    return Unreadable(
        (
            Fault(
                id=id,
                file="",
                line=0,
                column=0,
                length=1,
                excerpt="",
                values={"word": ref, **values},
                suggestion=suggestion,
            ),
        )
    )
