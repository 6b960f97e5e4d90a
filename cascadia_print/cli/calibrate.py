"""`calibrate` and `printers`: how a printer prints, told by a page and kept by its name."""

from __future__ import annotations

import os
import re
from pathlib import Path

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import out, style, tell, words
from cascadia_print.cli.files import Refused
from cascadia_print.sheet.printers import (
    FILE,
    Calibration,
    CannotChange,
    Offset,
    config_folder,
    read_printers,
    with_calibration,
)

_NAME = re.compile(r"\w[\w .-]{0,59}")


def print_page(
    paper: str, duplex: str, printer: str, folder: Path, language: str, *, force: bool
) -> int:
    """Write the calibration pages of a paper. Raises Refused, Unreadable."""
    from cascadia_print.cli.paper import refusals, size
    from cascadia_print.cli.press import calibrated
    from cascadia_print.drawing import papers
    from cascadia_print.drawing.calibration import Asked, calibration
    from cascadia_print.drawing.impose import Press
    from cascadia_print.drawing.imposed import render_job

    with refusals(tell("print.calibration.page")):
        sheet = papers.paper(paper)
        press = Press(sheet, flip="short" if duplex == "short" else "long", marks="none")
        press = calibrated(press, printer) if printer else press
        made = calibration(Asked(sheet, press.flip, printer), press, words(language))
        data = render_job(made, language=language)
    target = folder / f"calibrate-{sheet.name}.pdf"
    files.write(target, data, force=force)
    out(tell("cli.rendered", file=target, size=size(len(data)), pages=len(made.faces)))
    return exits.NOTHING_WRONG


def keep(
    name: str,
    paper: str,
    duplex: str,
    portrait: str | None,
    landscape: str | None,
    scale: float | None,
) -> int:
    """Write what a page told into `printers.yaml`. Raises Refused, Unreadable."""
    from cascadia_print.cli.paper import refusals
    from cascadia_print.cli.press import offset
    from cascadia_print.drawing import papers

    if not _NAME.fullmatch(name):
        raise Refused("print.refused.printer-name", value=name)
    if portrait is None and landscape is None and scale is None:
        raise Refused("print.refused.nothing-to-set")
    with refusals(""):
        sheet = papers.paper(paper)
    upright = offset("--portrait", portrait) if portrait else None
    across = offset("--landscape", landscape) if landscape else None
    new = Calibration(name, sheet.name, duplex, upright, across, scale)
    file = config_folder() / FILE
    before = _read(file)
    text = before.decode().removeprefix("\ufeff")
    try:
        made = with_calibration(text, new, str(file))
    except CannotChange as error:
        raise Refused("print.refused.printers-by-hand", file=file, line=error) from None
    if _read(file) != before:
        raise Refused("print.refused.printers-changed", file=file)
    files.write(file, made.encode(), force=True)
    edge = tell(f"print.edge.{duplex}")
    out(tell("print.printers.kept", printer=name, paper=sheet.name, edge=edge, file=file))
    return exits.NOTHING_WRONG


def list_printers() -> int:
    """A table of all printers. Raises Unreadable."""
    file = config_folder() / FILE
    known = read_printers(file)
    if not known:
        out(tell("print.printers.none", file=file))
        return exits.NOTHING_WRONG
    columns = ("printer", "paper", "duplex", "portrait", "landscape", "scale")
    rows = [tuple(tell(f"print.printers.heads.{c}") for c in columns)]
    for c in known:
        offsets = (_shown(o) for o in (c.portrait, c.landscape))
        scale = "-" if c.scale is None else f"{c.scale:g} mm"
        rows.append((c.printer, c.paper, tell(f"print.edge.{c.duplex}"), *offsets, scale))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for n, row in enumerate(rows):
        line = "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip()
        out(style("strong", line) if n == 0 else line)
    out(tell("print.printers.where", file=file))
    return exits.NOTHING_WRONG


def _shown(offset: Offset | None) -> str:
    return "-" if offset is None else f"{offset[0]:g},{offset[1]:g}"


def _read(file: Path) -> bytes:
    """The bytes of a file, none if there is no file. Raises Unreadable for what is no text."""
    if not os.path.lexists(file):
        return b""
    read_printers(file)  # tells all that is wrong with it
    return file.read_bytes()
