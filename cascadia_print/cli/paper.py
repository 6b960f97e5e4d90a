"""`render`: sheets as PDF, SVG or PNG files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import err, meant, out, say, tell
from cascadia_print.cli.sheets import sheet_file, tell_facts
from cascadia_print.drawing import papers
from cascadia_print.drawing.fonts import MissingGlyph
from cascadia_print.drawing.impose import MATTERS, size_of
from cascadia_print.drawing.look import UnknownTheme
from cascadia_print.drawing.page import page
from cascadia_print.drawing.papers import Paper, UnknownPaper
from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.png import DPI, MissingExtra, render_png
from cascadia_print.drawing.scene import MM, Scene
from cascadia_print.drawing.sides import sides
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.drawing.svg import render_svg
from cascadia_print.sheet.lookup import load_printable
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.pages import Page

Kind = Literal["pdf", "svg", "png"]


@dataclass(frozen=True, slots=True)
class Wish:
    """How sheets are to be printed. A PDF without a paper is on A4, a picture on no paper."""

    kind: Kind = "pdf"
    paper: str = ""
    theme: str = "color"
    language: str = "en"
    ids: bool = False
    large: bool = False
    dpi: int | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """How paper is printed on, as it was asked for; None: not said. Lengths in millimetres."""

    copies: int | None = None
    up: str | None = None
    duplex: str | None = None
    back: str | None = None
    back_offset: str | None = None
    margin: float | None = None
    gutter: float | None = None
    bleed: float | None = None
    marks: str | None = None
    scale: str | None = None
    printer: str | None = None
    one: Path | None = None
    job: Path | None = None

    @property
    def given(self) -> bool:
        """Whether anything was asked for."""
        return any(getattr(self, f.name) is not None for f in fields(self))


_COPIES = re.compile(r"(.+):(\d{1,6})", re.DOTALL)
LISTED = 8
"""So many ids are named in a message."""
LIMIT = 9999
"""The most copies of a sheet."""


def split(ref: str) -> tuple[str, int | None]:
    """A sheet and how many of it: "A:16"; a file of that very name is a file. Raises Refused."""
    match = _COPIES.fullmatch(ref)
    if match is None or Path(ref).exists():
        return ref, None
    copies = int(match[2])
    if not 1 <= copies <= LIMIT:
        form = tell("print.form.copies")
        values = {"option": match[1], "form": form, "value": match[2]}
        raise files.Refused("print.refused.number-expected", **values)
    return match[1], copies


def asks_copies(refs: Sequence[str]) -> bool:
    """Whether a sheet is asked for as A:16."""
    return any(split(ref)[1] is not None for ref in refs)


def render(refs: Sequence[str], folder: Path, wish: Wish, *, force: bool = False) -> int:
    """One file for each sheet, named as its own; nothing is written before all are read."""
    if wish.dpi and wish.kind != "png":
        raise files.Refused("dpi-of-png")
    things = {path: load_printable(path) for path in map(sheet_file, refs)}
    places = targets(things, folder, wish.kind)
    for path, thing in things.items():
        if isinstance(thing, Sheet):
            tell_facts(thing, path)
        with refusals(thing.ref):
            drawn = scenes(thing, wish)
            tell_unnamed(drawn)
            made = pictures(drawn, wish.kind, paper=wish.paper, dpi=wish.dpi)
            if wish.kind == "pdf":
                sheet = papers.paper(wish.paper or "a4")
                near_edge(*_nearest(drawn, sheet), sheet.name)
        for target, data in zip(_numbered(places[path], len(made)), made, strict=True):
            files.write(target, data, force=force)
            pages = len(drawn) if wish.kind == "pdf" else 1
            out(say("rendered", file=target, size=size(len(data)), pages=pages))
    return exits.NOTHING_WRONG


def _nearest(drawn: Sequence[Scene], paper: Paper) -> tuple[str, float]:
    """Which side in the middle of a paper comes nearest to its edge, and how near, in points."""

    def near(scene: Scene) -> float:
        size = size_of(scene)
        return min(paper.width - size.inner_width, paper.height - size.inner_height) / 2

    side = min(drawn, key=near)
    return side.title, near(side)


def near_edge(sheet: str, near: float, paper: str) -> None:
    """Tell on stderr what comes within 6 mm of the paper's edge, or over it; `near` in points."""
    values = {"sheet": sheet, "paper": paper}
    if near < -0.05 * MM:
        err(tell("print.warn.edge-over", over=f"{-near / MM:.1f}", **values))
    elif near < MATTERS - 0.05 * MM:
        have, need = f"{near / MM:.1f}", f"{MATTERS / MM:g}"
        err(tell("print.warn.edge", have=have, need=need, **values))


def tell_unnamed(drawn: Sequence[Scene]) -> None:
    """Tell on stderr which ids were asked for and have no room."""
    for side in drawn:
        if ids := side.unnamed:
            listed = ", ".join((*ids[:LISTED], *("…" for _ in ids[LISTED : LISTED + 1])))
            err(tell("print.warn.unnamed", sheet=side.title, n=len(ids), ids=listed))


def _numbered(target: Path, count: int) -> list[Path]:
    """A name for each of several pictures: aid-1.svg, aid-2.svg."""
    if count == 1:
        return [target]
    return [target.with_stem(f"{target.stem}-{n}") for n in range(1, count + 1)]


_FILES = (".pdf", ".svg", ".png", ".txt", ".html")
"""Ends of names by which nobody means a folder."""


def targets(paths: Iterable[Path], folder: Path, kind: str) -> dict[Path, Path]:
    """Where each sheet is written to. Raises Refused for two in one place, and for no folder."""
    if folder.exists() and not folder.is_dir():
        raise files.Refused("not-a-folder", file=folder)
    if folder.suffix.lower() in _FILES and not folder.exists():
        raise files.Refused("named-as-file", file=folder)
    found: dict[Path, Path] = {}
    for path in paths:
        target = folder / f"{path.stem}.{kind}"
        for other, taken in found.items():
            # Many file systems know no difference between small and capital letters.
            same = str(taken).casefold() == str(target).casefold()
            if same and other.resolve() != path.resolve():
                raise files.Refused("one-target", file=target, first=other, second=path)
        found[path] = target
    return found


def pictures(
    drawn: Sequence[Scene], kind: Kind, *, paper: str = "", dpi: int | None = None
) -> list[bytes]:
    """All sides in one PDF, or a picture for each of them. Raises what `refusals` has words for."""
    if kind == "pdf":
        return [render_pdf(drawn, paper or "a4", language=drawn[0].language)]
    return [_picture(side, kind, paper, dpi) for side in drawn]


def _picture(drawn: Scene, kind: Kind, paper: str, dpi: int | None) -> bytes:
    placed = papers.paper(paper) if paper else None
    if kind == "svg":
        return render_svg(drawn, placed).encode()
    pdf = render_pdf([drawn], placed or papers.own(drawn), language=drawn.language)
    return render_png(pdf, dpi or DPI)


@contextmanager
def refusals(ref: str) -> Iterator[None]:
    """Turn what drawing the sheet `ref` raises into Refused."""
    try:
        yield
    except (UnknownPaper, UnknownTheme) as error:
        reason = "unknown-paper" if isinstance(error, UnknownPaper) else "unknown-theme"
        known, hint = ", ".join(error.known), meant(error.suggestion)
        raise files.Refused(reason, value=error.name, known=known, hint=hint) from None
    except DoesNotFit as error:
        raise files.Refused(
            "print.refused.paper" if error.paper else "does-not-fit",
            sheet=ref,
            what=error.what,
            paper=error.paper,
            need=f"{error.need / MM:.1f}",
            have=f"{max(error.have, 0) / MM:.1f}",
        ) from None
    except MissingGlyph as error:
        raise files.Refused("no-glyph", sheet=ref, sign=error.sign) from None
    except MissingExtra as error:
        raise files.Refused("no-extra", package=error.package, extra=error.extra) from None


def scene(thing: Sheet | Page, wish: Wish) -> Scene:
    """The first side of a sheet or page as it is wished; `scenes` has them all."""
    return scenes(thing, wish)[0]


def scenes(thing: Sheet | Page, wish: Wish) -> tuple[Scene, ...]:
    """All sides of a sheet (one) or page. Raises what `refusals` puts into words."""
    language, theme, ids, large = wish.language, wish.theme, wish.ids, wish.large
    if isinstance(thing, Page):
        return sides(thing, language=language, theme=theme, ids=ids, large=large)
    return (page(thing, language=language, theme=theme, ids=ids, large=large),)


def size(n: int) -> str:
    """A number of bytes in words."""
    return f"{n / 1024:.1f} KB"
