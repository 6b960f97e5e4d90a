"""`serve`: the tap page for some sheets, on this machine or in its network."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import coloured, out, words
from cascadia_print.cli.paper import refusals
from cascadia_print.cli.sheets import sheet_file, tell_facts
from cascadia_print.drawing.page import page
from cascadia_print.sheet.lookup import load_sheet, shipped
from cascadia_print.sheet.model import Sheet


def serve(refs: Sequence[str], *, port: int, lan: bool, language: str) -> int:
    """Show these sheets, or the four of the game and the table of Cascadia, until Ctrl-C.

    Raises Refused, Unreadable.
    """
    try:
        from cascadia_print.web import start
        from cascadia_print.web.shelf import CASCADIA, Shelf
    except ImportError as error:
        package = str(error.name).partition(".")[0]
        if package == "cascadia_print":
            raise
        raise files.Refused("no-extra", package=package, extra="web") from None
    sheets = [ref for ref in refs if ref.lower() != CASCADIA]
    found = _sheets(sheets) if sheets or not refs else []
    shelf = Shelf(found, cascadia=not refs or len(sheets) < len(refs))
    try:
        door = start.open_door(port, lan=lan)
    except start.NoNetwork:
        raise files.Refused("no-network") from None
    except OSError as error:
        raise files.Refused("no-port", port=port, why=files.reason(error)) from None
    with door.socket:
        out(words().text("web.terminal.address", address=door.address))
        if lan:
            if _can_show(qr := start.qr_code(door.address, coloured=coloured(sys.stdout))):
                out(qr)
            out(words().text("web.terminal.lan"))
        out(words().text("web.terminal.stop"))
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            start.server(door, shelf, language).run(sockets=[door.socket])
    return exits.NOTHING_WRONG


def _sheets(refs: Sequence[str]) -> list[Sheet]:
    """The sheets, each drawn once, so that one that cannot be is told of before anybody calls."""
    found: dict[str, Sheet] = {}
    for path in dict.fromkeys(map(sheet_file, refs) if refs else shipped()):
        sheet = load_sheet(path)
        tell_facts(sheet, path)
        if sheet.ref in found:
            raise files.Refused(
                "one-ref", sheet=sheet.ref, first=found[sheet.ref].file, second=path
            )
        with refusals(sheet.ref):
            page(sheet)
        found[sheet.ref] = sheet
    return [*found.values()]


def _can_show(text: str) -> bool:
    """Whether the terminal knows the signs of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
