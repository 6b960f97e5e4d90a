"""`render` with copies, backs and paper: sheets imposed on sheets of paper, and print jobs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import err, meant, out, tell
from cascadia_print.cli.files import Refused
from cascadia_print.cli.paper import (
    LIMIT,
    Order,
    Wish,
    near_edge,
    refusals,
    scenes,
    size,
    split,
    targets,
    tell_unnamed,
)
from cascadia_print.cli.sheets import sheet_file, tell_facts
from cascadia_print.drawing import look, papers
from cascadia_print.drawing.impose import MATTERS, CannotPlace, Flip, Marks, Press, has_rim
from cascadia_print.drawing.imposed import Item, Job, job, render_job
from cascadia_print.drawing.scene import MM, Scene
from cascadia_print.sheet.faults import Fault, nearest
from cascadia_print.sheet.job import NONE, SAME, Entry, read_job
from cascadia_print.sheet.locale import languages
from cascadia_print.sheet.located import Source
from cascadia_print.sheet.lookup import load_printable
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.printers import FILE as PRINTERS
from cascadia_print.sheet.printers import config_folder, read_printers

LEAST_TEXT = 6.5
"""Points; smaller text is told."""
_FLIPS: dict[str, Flip] = {"long": "long", "short": "short"}
_MARKS: dict[str, Marks] = {"cut": "cut", "crop": "crop", "none": "none"}


@dataclass(frozen=True, slots=True)
class _Work:
    """One file to write: what stands on paper, and how."""

    target: Path
    entries: tuple[Entry, ...]
    order: Order
    wish: Wish
    title: str = ""
    back: Path | str | None = None


def render(
    refs: Sequence[str],
    folder: Path,
    order: Order,
    wish: Wish,
    given: frozenset[str],
    *,
    force: bool = False,
) -> int:
    """One file for each sheet, or one for all; nothing is written before all is drawn.

    `given` are the options of how sheets are drawn that were said, and not left as they are.
    Raises Refused and Unreadable.
    """
    if wish.kind != "pdf":
        raise Refused("print.refused.pdf-only")
    if wish.dpi:
        raise Refused("dpi-of-png")
    if bool(refs) == (order.job is not None):
        raise Refused("print.refused." + ("job-and-sheets" if refs else "no-sheets"))
    if order.one and order.one.suffix.casefold() != ".pdf":
        raise _no_form("--one", "one", str(order.one))
    works = (
        [_of_job(folder, order, wish, given)] if order.job else _of_refs(refs, folder, order, wish)
    )
    made = []
    for work in works:
        press = _press(work)
        drawn = _job(work, press)
        with _naming(work, press):
            data = render_job(drawn, language=work.wish.language, title=work.title)
        files.check(work.target, force=force)
        made.append((work, press, drawn, data))
    for work, press, drawn, data in made:
        _warn(drawn, press, work)
        files.write(work.target, data, force=force)
        _done(work, press, drawn, len(data))
    return exits.NOTHING_WRONG


# -- what is asked for ---------------------------------------------------------------------------


def _of_refs(refs: Sequence[str], folder: Path, order: Order, wish: Wish) -> list[_Work]:
    entries = []
    for ref in refs:
        name, copies = split(ref)
        entries.append(Entry(sheet_file(name), copies))
    back = order.back
    if back is not None and back not in (SAME, NONE):
        file: Path | str | None = sheet_file(back)
    else:
        file = back
    if order.one:
        return [_Work(order.one, tuple(entries), order, wish, back=file)]
    places = targets(dict.fromkeys(e.sheet for e in entries), folder, "pdf")
    return [
        _Work(target, tuple(e for e in entries if e.sheet == path), order, wish, back=file)
        for path, target in places.items()
    ]


def _of_job(folder: Path, order: Order, wish: Wish, given: frozenset[str]) -> _Work:
    """What a job file asks for, where the command line does not say otherwise."""
    path = order.job
    assert path
    found = read_job(path, _faulty)
    keys = found.keys
    offset = keys.get("back-offset")
    said = Order(
        keys.get("copies"),
        str(keys["up"]) if "up" in keys else None,
        keys.get("duplex"),
        None,
        f"{offset[0]},{offset[1]}" if offset else None,
        *(keys.get(key) for key in ("margin", "gutter", "bleed", "marks", "scale", "printer")),
    )
    merged = replace(
        order,
        **{
            f.name: getattr(said, f.name)
            for f in fields(said)
            if getattr(order, f.name) is None and f.name not in ("job", "one", "back")
        },
    )
    back = found.back
    entries = found.entries
    if order.back is not None:
        back = order.back if order.back in (SAME, NONE) else sheet_file(order.back)
        entries = tuple(replace(entry, back=None) for entry in entries)
    wish = _wished(replace(wish, paper=wish.paper or keys.get("paper", "")), keys, given)
    entries = tuple(
        replace(e, wish={k: v for k, v in e.wish.items() if k not in given}) for e in entries
    )
    target = order.one or folder / f"{path.stem}.pdf"
    return _Work(target, entries, merged, wish, keys.get("title", ""), back)


def _wished(wish: Wish, keys: Mapping[str, Any], given: frozenset[str] = frozenset()) -> Wish:
    """How a sheet is drawn, by the keys of a file that the command line does not name."""
    found = {key: value for key, value in keys.items() if key not in given}
    return replace(
        wish,
        theme=found.get("theme", wish.theme),
        language=found.get("lang", wish.language),
        large=found["large-print"] == "yes" if "large-print" in found else wish.large,
        ids=found["ids"] == "yes" if "ids" in found else wish.ids,
    )


def _faulty(source: Source) -> list[Fault]:
    """Names in a job file that no paper, theme or language has."""
    faults = []
    blocks = [((), source.data), *((("sheets", k), e) for k, e in enumerate(source.data["sheets"]))]
    for path, block in blocks:
        for key, known in (("theme", look.names()), ("lang", languages())):
            word = block.get(key)
            if isinstance(word, str) and word not in known:
                faults.append(_unknown(source, (*path, key), word, known))
    word = source.data.get("paper")
    if isinstance(word, str):
        try:
            papers.paper(word)
        except papers.UnknownPaper as error:
            faults.append(_unknown(source, ("paper",), word, error.known))
    return faults


def _unknown(source: Source, path: tuple[str | int, ...], word: str, known: Sequence[str]) -> Fault:
    better = nearest(word, known)
    return source.fault(
        "IN-not-one-of",
        path,
        suggestion=better,
        allowed=tuple(known),
        found="string",
        shown=source.shown(path),
    )


# -- how paper is printed on ---------------------------------------------------------------------


def _press(work: _Work) -> Press:
    """The numbers of an order. Raises Refused."""
    order, paper = work.order, work.wish.paper or "a4"
    backs = _backs(work)
    if not backs and order.duplex:
        raise Refused("print.refused.back-none")
    if not backs and order.back_offset:
        raise Refused("print.refused.same-back-offset")
    with refusals(""):
        press = Press(papers.paper(paper))
    if order.copies is not None and not 1 <= order.copies <= LIMIT:
        raise _no_form("--copies", "copies", f"{order.copies}")
    for name in ("margin", "gutter", "bleed"):
        length = getattr(order, name)
        if length is not None and not 0 <= length <= 1000:  # nan is neither
            raise _no_form(f"--{name}", "length", f"{length:g}")
    up = order.up or ("auto" if _copies(work) > 1 else "1")
    if up != "auto" and not (re.fullmatch("[1-9][0-9]?", up) and int(up) <= 64):
        raise _no_form("--up", "up", up)
    scale = order.scale or "100%"
    if scale not in ("fit", "100%", "100"):
        raise _no_form("--scale", "scale", scale)
    margin = MATTERS if order.margin is None else order.margin * MM
    press = replace(
        press,
        up=0 if up == "auto" else int(up),
        flip=_FLIPS[order.duplex or "long"] if backs else "",
        margin=margin,
        gutter=(order.gutter or 0) * MM,
        bleed=(order.bleed or 0) * MM,
        marks=_MARKS[order.marks or "cut"],
        fit=scale == "fit",
    )
    if order.printer:
        press = calibrated(press, order.printer)
    if order.back_offset:
        x, y = offset("--back-offset", order.back_offset)
        press = replace(press, offsets=((x * MM, y * MM),) * 2)
    return press


def _copies(work: _Work) -> int:
    return sum(entry.copies or work.order.copies or 1 for entry in work.entries)


def _backs(work: _Work) -> bool:
    """Whether anything stands on a back."""
    return any(_back_of(entry, work) not in (None, NONE) for entry in work.entries)


def _back_of(entry: Entry, work: _Work) -> Path | str | None:
    """The back of an entry; paper that is turned over has the same sheet on both sides."""
    back = entry.back if entry.back is not None else work.back
    return SAME if back is None and work.order.duplex else back


def offset(option: str, text: str) -> tuple[float, float]:
    """Two numbers in millimetres, "0.5,-1". Raises Refused."""
    match = re.fullmatch(r"\s*([+-]?\d+(?:\.\d+)?)\s*[,;]\s*([+-]?\d+(?:\.\d+)?)\s*", text)
    if match is None or max(abs(float(v)) for v in match.groups()) > 50:
        raise _no_form(option, "offset", text)
    return float(match[1]), float(match[2])


def calibrated(press: Press, name: str) -> Press:
    """A press with what is kept of a printer. Raises Refused, Unreadable."""
    file = config_folder() / PRINTERS
    known = read_printers(file)
    names = list(dict.fromkeys(c.printer for c in known))
    if name not in names:
        hint = tell("print.refused.known-printers", known=", ".join(names))
        hint += meant(nearest(name, names))
        hint = hint if names else tell("print.refused.no-printers")
        raise Refused("print.refused.unknown-printer", value=name, file=file, known=hint)
    mine = [c for c in known if c.printer == name and c.paper == press.paper.name]
    if not mine:
        raise Refused("print.refused.printer-paper", printer=name, paper=press.paper.name)
    exact = next((c for c in mine if c.duplex == press.flip), None)
    scale = next((c.scale for c in (exact, *mine) if c and c.scale), None)
    if scale is None:
        err(tell("print.warn.stretch", printer=name, paper=press.paper.name))
    offsets = (_points(exact.portrait), _points(exact.landscape)) if exact else press.offsets
    return replace(press, offsets=offsets, stretch=100 / scale if scale else 1.0)


def _points(offset: tuple[float, float] | None) -> tuple[float, float]:
    return (offset[0] * MM, offset[1] * MM) if offset else (0.0, 0.0)


# -- what is drawn -------------------------------------------------------------------------------


def _job(work: _Work, press: Press) -> Job:
    """All sheets drawn, each once for each way to draw it, and placed."""
    drawn: dict[tuple[Path, Wish], tuple[Scene, ...]] = {}

    def sides(path: Path, wish: Wish) -> tuple[Scene, ...]:
        if (path, wish) not in drawn:
            thing = load_printable(path)
            if isinstance(thing, Sheet):
                tell_facts(thing, path)
            with refusals(thing.ref):
                drawn[path, wish] = scenes(thing, wish)
            tell_unnamed(drawn[path, wish])
        return drawn[path, wish]

    items: list[Item] = []
    for entry in work.entries:
        wish = _wished(work.wish, entry.wish)
        back = _back_of(entry, work)
        fronts = sides(entry.sheet, wish)
        behind = sides(back, wish) if isinstance(back, Path) else ()
        copies = entry.copies or work.order.copies or 1
        items += (Item(a, b, copies) for a, b in _pairs(fronts, behind, back == SAME))
        if len(behind) > len(fronts):
            values = {"back": behind[0].title, "n": len(behind), "sheet": fronts[0].title}
            err(tell("print.warn.rest", **values))
    with _naming(work, press):
        return job(items, press)


def _pairs(
    fronts: Sequence[Scene], behind: Sequence[Scene], same: bool
) -> Iterator[tuple[Scene, Scene | None]]:
    """Fronts with their backs, each of several sides once.

    A page that is its own back has two sides on one sheet, and so has the rest of a back that has
    more sides than its front.
    """
    if same and len(fronts) > 1:
        yield from _leaves(fronts)
    elif same or len(behind) == 1:
        for front in fronts:
            yield front, front if same else behind[0]
    else:
        yield from zip_longest(fronts, behind[: len(fronts)])
        yield from _leaves(behind[len(fronts) :])


def _leaves(sides: Sequence[Scene]) -> Iterator[tuple[Scene, Scene | None]]:
    """Sides in their order on both sides of sheets."""
    return zip_longest(sides[::2], sides[1::2])


@contextmanager
def _naming(work: _Work, press: Press) -> Iterator[None]:
    """Turn sheets that have no room into Refused."""
    try:
        with refusals(work.entries[0].sheet.stem):
            yield
    except CannotPlace as error:
        raise Refused(
            f"print.refused.{error.reason}",
            sheet=error.title,
            paper=press.paper.name,
            margin=f"{press.margin / MM:g}",
            need=f"{error.need / MM:.1f}",
            have=f"{error.have / MM:.1f}",
            up=press.up or 1,
            back=error.behind,
            fits=", ".join(map(str, error.fits)),
        ) from None


def _warn(made: Job, press: Press, work: _Work) -> None:
    """Tell on stderr what will not come out well."""
    paper = press.paper.name
    near_edge(*made.near(), paper)
    if press.marks == "crop" and not all(has_rim(face.layout, press) for face in made.faces):
        err(tell("print.warn.crop", sheet=made.sides[0].title, paper=paper))
    if made.scale < 0.995:
        text = made.least_text()
        key = "small" if text > LEAST_TEXT - 0.05 else "tiny"
        values = {"text": f"{text:.1f}", "least": f"{LEAST_TEXT:g}"}
        err(tell(f"print.warn.{key}", scale=f"{made.scale * 100:.0f}", **values))
    printer = work.order.printer
    if not printer or work.order.back_offset or not press.flip:
        return
    mine = [
        c
        for c in read_printers(config_folder() / PRINTERS)
        if (c.printer, c.paper, c.duplex) == (printer, paper, press.flip)
    ]
    for way in sorted({"landscape" if f.layout.across else "portrait" for f in made.faces}):
        if not any(getattr(c, way) for c in mine):
            words = {"way": tell(f"print.way.{way}"), "duplex": tell(f"print.edge.{press.flip}")}
            err(tell("print.warn.offset", printer=printer, paper=paper, **words))


def _done(work: _Work, press: Press, made: Job, length: int) -> None:
    out(
        tell(
            "print.done",
            file=work.target,
            size=size(length),
            pages=len(made.faces),
            copies=_copies(work),
            up=max(len(face.layout.slots) for face in made.faces),
            paper=press.paper.name,
            sheets=made.sheets,
        )
    )


def _no_form(option: str, form: str, value: str) -> Refused:
    return Refused(
        "print.refused.number-expected",
        option=option,
        form=tell(f"print.form.{form}"),
        value=value,
    )
