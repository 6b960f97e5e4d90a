"""Writing files: beside the target and renamed, and never over what is not ours."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from cascadia_print.cli.console import err, out, say

_HEADER = frozenset({"$schema", "format", "version", "sheet", "language"})
"""What stands in a filled sheet before anybody has filled it."""


class Refused(Exception):
    """A file that cannot or must not be written: the key of the reason and its values."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


def check(path: Path, *, force: bool) -> None:
    """Raise Refused if a file stands at `path` that must not be replaced, or none ever can.

    A folder or a device is not replaced by `force` either.
    """
    if not os.path.lexists(path):
        above = next((p for p in path.absolute().parents if os.path.lexists(p)), path.parent)
        if not os.access(above, os.W_OK) or not above.is_dir():
            why = errno.EACCES if above.is_dir() else errno.ENOTDIR
            raise Refused("unwritable", file=path, why=os.strerror(why).lower())
        return
    if not path.is_file() and (path.exists() or not force):
        raise Refused("not-a-file", file=path)
    if force:
        return
    try:
        old = path.read_bytes()
    except OSError as error:
        raise Refused("unreadable-target", file=path, why=reason(error)) from None
    if _our_picture(old):
        if b"/AcroForm" in old and not _as_made(old):
            raise Refused("filled", file=path)
        return
    filled = _our_json(old)
    if filled is None:
        raise Refused("foreign", file=path)
    if any(_entered(value) for key, value in filled.items() if key not in _HEADER):
        raise Refused("filled", file=path)


def write(path: Path, data: bytes, *, force: bool) -> None:
    """Write `data`, in one step for whoever reads the file. Raises Refused.

    What a link points to is replaced, and the link stays; the new file may be read by whom the
    old one could.
    """
    check(path, force=force)
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".cascadia-print-{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(data)
            with suppress(OSError):  # there is none, or a system without rights
                shutil.copymode(target, beside)
            os.replace(beside, target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise Refused("unwritable", file=path, why=reason(error)) from None


def deliver(text: str, output: Path | None, *, force: bool, typed: bool = False) -> None:
    """Write a text and say so, or print it where no file is named. Raises Refused.

    `typed`: it is printed, too, where it cannot be written, so that no answer is lost.
    """
    if output is None:
        out(text.rstrip("\n"))
        return
    try:
        # A terminal can hand over bytes that are no text; they become question marks.
        write(output, text.encode("utf-8", "replace"), force=force)
    except Refused:
        if typed:
            out(text.rstrip("\n"))
        raise
    err(say("written", file=output))


_PICTURES = {
    b"%PDF-": b"/Creator (cascadia_print",
    b"<?xml": b"<!-- cascadia_print:",
    b"\x89PNG": b"Software\0cascadia_print",
    b"<!DOCTYPE html>": b'name="generator" content="cascadia_print"',
}
"""How a kind of file begins, and the mark of ours."""


_TEXT = re.compile(rb"\n\[cascadia_print [^\n]+\]\n\Z")
"""How a text of ours ends."""


def _our_picture(data: bytes) -> bool:
    return bool(_TEXT.search(data[-200:])) or any(
        data.startswith(head) and mark in data for head, mark in _PICTURES.items()
    )


def printed(path: Path) -> bool:
    """Whether a PDF is a page of ours without fields: a sheet to print, or a receipt."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    return _PICTURES[b"%PDF-"] in data and b"/AcroForm" not in data


def _as_made(form: bytes) -> bool:
    """Whether no program has saved a form since it was made: what is filled in is either added at
    its end, or it is written anew without the comment that reportlab puts at the beginning."""
    return b"ReportLab" in form[:120] and form.count(b"startxref") == 1


def _our_json(data: bytes) -> dict[str, object] | None:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if isinstance(found, dict) and str(found.get("format", "")).startswith("cascadia-print/"):
        return found
    return None


def _entered(value: object) -> bool:
    """Whether somebody wrote something: an empty form holds null, "" and empty lists only."""
    if isinstance(value, dict):
        return any(_entered(v) for v in value.values())
    if isinstance(value, list):
        return any(_entered(v) for v in value)
    return value is not None and value != "" and value is not False


def reason(error: OSError) -> str:
    """What the system says of a refusal."""
    return (error.strerror or type(error).__name__).lower()
