"""Writing files: beside the target and renamed, and never over what is not ours."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

_HEADER = frozenset({"$schema", "format", "version", "sheet", "language"})
"""What stands in a filled sheet before anybody has filled it."""


class Refused(Exception):
    """A file that cannot or must not be written: the key of the reason and its values."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


def check(path: Path, *, force: bool) -> None:
    """Raise Refused if a file stands at `path` that must not be replaced."""
    if force or not os.path.lexists(path):
        return
    if not path.is_file():
        raise Refused("not-a-file", file=path)
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
    """Write `data`, in one step for whoever reads the file. Raises Refused."""
    check(path, force=force)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(data)
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise Refused("unwritable", file=path, why=reason(error)) from None


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
