"""`preview`: a sheet drawn again whenever one of its files is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import err, out, say, words
from cascadia_print.cli.paper import Kind, Wish, pictures, refusals, scenes
from cascadia_print.cli.run import show_faults
from cascadia_print.cli.sheets import sheet_file
from cascadia_print.sheet.build import build
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.lookup import chain, folders, kind
from cascadia_print.sheet.pages import build_page

PAUSE = 0.05
"""Seconds between two looks at the files."""

SCREEN = 72
"""Dots an inch of a PNG: enough to look at, and drawn in a blink."""

Stamp = tuple[int, int, int]
"""Time of change in ns, size, number of the file: a save by rename changes the last."""


def preview(sheet: Path, output: Path | None, *, once: bool, language: str, force: bool) -> int:
    """Draw the sheet now and at every change, until Ctrl-C; `once`: only now.

    Ends with 4 where the sheet cannot be read at the end of `once`. Raises Refused, Unreadable.
    """
    sheet = sheet_file(str(sheet))
    if sheet.is_dir():
        raise Unreadable([Fault("IN-folder", str(sheet))])
    target = output or Path("out") / f"{sheet.stem}.pdf"
    if target.suffix.lower() not in _KINDS:
        err(words().text("author.preview.kind", file=target, known=", ".join(_KINDS)))
        return exits.USAGE
    files.check(target, force=force)
    if once:
        return exits.NOTHING_WRONG if draw(sheet, target, language) else exits.UNREADABLE
    out(words().text("author.preview.watching", file=sheet))
    with suppress(KeyboardInterrupt):
        watch(sheet, lambda: draw(sheet, target, language))
    return exits.NOTHING_WRONG


_KINDS: Mapping[str, Kind] = {".pdf": "pdf", ".svg": "svg", ".png": "png"}


def watch(sheet: Path, changed: Callable[[], object], rounds: int | None = None) -> None:
    """Call `changed` at once and whenever a file has changed that the sheet can have been read of.

    These are the sheets of all places where it looks for what it extends, so that one which
    appears there is noticed too. `rounds`: stop after so many looks.
    """
    seen: Mapping[Path, Stamp] | None = None
    while rounds is None or rounds > 0:
        now = _stamps(sheet)
        if now != seen:
            seen = now
            changed()
        time.sleep(PAUSE)
        rounds = rounds and rounds - 1


def draw(sheet: Path, target: Path, language: str) -> bool:
    """Draw the sheet or page, or tell its faults and leave the last picture as it is.

    Of a page with several sides a picture shows the first.
    """
    start = time.perf_counter()
    try:
        thing = build_page(read_yaml(sheet)) if kind(sheet) == "page" else build(chain(sheet))
        with refusals(thing.ref):
            drawn = scenes(thing, Wish(language=language))
            form = _KINDS[target.suffix.lower()]
            data, *_ = pictures(drawn, form, dpi=SCREEN if form == "png" else None)
        files.write(target, data, force=True)
    except Unreadable as error:
        show_faults(error.faults)
    except files.Refused as error:
        err(say(f"refused.{error.reason}", **error.values))
    else:
        seconds = f"{time.perf_counter() - start:.2f}"
        out(words().text("author.preview.drawn", file=target, seconds=seconds))
        return True
    if target.exists():
        err(words().text("author.preview.kept", file=target))
    return False


def _stamps(sheet: Path) -> dict[Path, Stamp]:
    """The files by which a change is noticed. One that is gone for a moment is left out."""
    found = {}
    for path in (sheet, *(p for folder in folders(sheet.parent) for p in folder.glob("*.yaml"))):
        try:
            state = path.stat()
        except OSError:
            continue
        found[path] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return found
