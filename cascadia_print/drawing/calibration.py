"""A page that tells how far a printer moves backs: crosses on the front, fields under them.

A pin through a cross leaves its hole in the field on the back, where numbers tell by how much
backs have to be moved so that they come under their fronts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cascadia_print.drawing.fonts import CAP, wrap
from cascadia_print.drawing.impose import (
    PRINTABLE,
    Face,
    Flip,
    Layout,
    Placed,
    Press,
    Size,
    Slot,
    flips_sideways,
    papers_of,
)
from cascadia_print.drawing.imposed import Job
from cascadia_print.drawing.marks import rule
from cascadia_print.drawing.papers import Paper
from cascadia_print.drawing.scene import MM, Circle, Line, Paint, Point, Scene, Shape, Text, moved
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.sheet.locale import Locale

INK, FAINT = "#161616", "#7a7a7a"
REACH = 6
"""Millimetres from the middle of a field to its rim."""
ARM = 8 * MM
LEFT = 20 * MM
TEXT, HEAD = 9.0, 14.0
LEADING = 1.4
LEAST = (105 * MM, 148 * MM)
"""The least paper that has room for all of it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page is to say: paper and edge, the printer whose values are checked, or ""."""

    paper: Paper
    flip: Flip
    printer: str = ""


def calibration(asked: Asked, press: Press, words: Locale) -> Job:
    """Two sheets of paper, upright and across, each with a front and a back.

    Raises DoesNotFit for a paper that is too small, MissingGlyph.
    """
    short, long = sorted((asked.paper.width, asked.paper.height))
    for need, have in zip(LEAST, (short, long), strict=True):
        if have < need:
            raise DoesNotFit(words.text("print.calibration.page"), need, have, asked.paper.name)
    sides: list[Scene] = []
    faces: list[Face] = []
    for sheet, paper in enumerate(papers_of(asked.paper), 1):
        slot = Slot(0, 0, paper.width, paper.height)
        edges = 2 * PRINTABLE
        size = Size(paper.width, paper.height, paper.width - edges, paper.height - edges)
        layout = Layout(paper, (slot,), size)
        for back, scene in enumerate((_front(paper, asked, words), _back(paper, asked, words))):
            sides.append(scene)
            placed = (Placed(len(sides) - 1, slot, len(sides)),)
            faces.append(Face(layout, placed, sheet, back=bool(back)))
    marks = tuple((side.title, n) for n, side in enumerate(sides))
    return Job(tuple(sides), tuple(faces), press, marks)


def crosses(paper: Paper) -> tuple[Point, Point]:
    """The places of the two crosses; turned by half a turn they do not fall on each other."""
    return (28 * MM, 38 * MM), (paper.width - 28 * MM, paper.height - 44 * MM)


def fields(paper: Paper, flip: Flip) -> tuple[Point, ...]:
    """The middles of the fields: under the crosses, seen from the back."""
    wide, high = paper.width, paper.height
    if flips_sideways(paper, flip):
        return tuple((wide - x, y) for x, y in crosses(paper))
    return tuple((x, high - y) for x, y in crosses(paper))


def _front(paper: Paper, asked: Asked, words: Locale) -> Scene:
    shapes = list(_head("front", paper, asked, words))
    for n, (x, y) in enumerate(crosses(paper), 1):
        shapes += _cross(x, y, str(n), paper)
    names = _names(paper, asked, words)
    lines = [words.text(f"print.calibration.step-{n}", **names) for n in (1, 2, 3, 4)]
    bottom = paper.height - 26 * MM
    shapes += _paragraphs(lines, paper, bottom - 36 * MM)
    shapes += moved(rule().shapes, LEFT, bottom)
    return _scene("front", paper, asked, words, shapes)


def _back(paper: Paper, asked: Asked, words: Locale) -> Scene:
    shapes = list(_head("back", paper, asked, words))
    for n, (x, y) in enumerate(fields(paper, asked.flip), 1):
        shapes += _field(x, y, str(n))
    names = _names(paper, asked, words)
    lines = [words.text(f"print.calibration.read-{n}", **names) for n in (1, 2, 3, 4)]
    shapes += _paragraphs(
        [*lines, _command(paper, asked)], paper, paper.height - 54 * MM, last=True
    )
    return _scene("back", paper, asked, words, shapes)


def _names(paper: Paper, asked: Asked, words: Locale) -> dict[str, str]:
    way = "landscape" if paper.width > paper.height else "portrait"
    other = "short" if asked.flip == "long" else "long"
    return {
        "paper": asked.paper.name.capitalize(),
        "way": words.text(f"print.way.{way}"),
        "edge": words.text(f"print.edge.{asked.flip}"),
        "other": other,
        "printer": asked.printer,
    }


def _command(paper: Paper, asked: Asked) -> str:
    """What keeps the values read on this page."""
    way = "landscape" if paper.width > paper.height else "portrait"
    edge = " --duplex short" if asked.flip == "short" else ""
    name = asked.printer or "NAME"
    command = f"cascadia-print calibrate --set {name} --paper {asked.paper.name}"
    return f"{command}{edge} --{way} X,Y --scale S"


def _scene(side: str, paper: Paper, asked: Asked, words: Locale, shapes: Sequence[Shape]) -> Scene:
    names = _names(paper, asked, words)
    return Scene(
        paper.width,
        paper.height,
        tuple(shapes),
        title=words.text(f"print.calibration.{side}", **names),
        subject=words.text("print.calibration.subject"),
        language=words.language,
        inside=(PRINTABLE, PRINTABLE, paper.width - PRINTABLE, paper.height - PRINTABLE),
    )


def _head(side: str, paper: Paper, asked: Asked, words: Locale) -> Iterator[Shape]:
    names = _names(paper, asked, words)
    yield Text(LEFT, 20 * MM, words.text(f"print.calibration.{side}", **names), HEAD, INK, True)
    if asked.printer:
        text = words.text("print.calibration.checks", **names)
        yield Text(LEFT, 25.5 * MM, text, TEXT, INK)


def _paragraphs(
    texts: Sequence[str], paper: Paper, bottom: float, last: bool = False
) -> Iterator[Shape]:
    """Paragraphs in the middle of the page, as large as they fit; the last one perhaps bold."""
    wide, top = paper.width - 2 * LEFT, 52 * MM
    bold = [last and text is texts[-1] for text in texts]
    for size in (TEXT, 8.5, 8.0, 7.5, 7.0, 6.5):
        parts = [wrap(t, size, wide, b) for t, b in zip(texts, bold, strict=True)]
        high = sum(len(lines) * size * LEADING + 1.6 * MM for lines in parts)
        if top + high <= bottom:
            break
    else:
        raise DoesNotFit(texts[0], high, bottom - top)
    y = top
    for strong, lines in zip(bold, parts, strict=True):
        for line in lines:
            y += size * LEADING
            yield Text(LEFT, y, line, size, INK, strong)
        y += 1.6 * MM


def _cross(x: float, y: float, name: str, paper: Paper) -> Iterator[Shape]:
    """A cross with an open middle, and guides at the rim for who folds instead."""
    fine = Paint("", INK, 0.3)
    yield Circle(x, y, 2.5 * MM, fine)
    yield Line(x - ARM, y, x + ARM, y, fine)
    yield Line(x, y - ARM, x, y + ARM, fine)
    yield Text(x + 3.2 * MM, y - 2.2 * MM, name, TEXT, INK, True)
    wide, high, near, far = paper.width, paper.height, 8.5 * MM, 13 * MM
    for a, b in ((near, far), (high - far, high - near)):
        yield Line(x, a, x, b, fine)
    for a, b in ((near, far), (wide - far, wide - near)):
        yield Line(a, y, b, y, fine)
    yield Text(x + 1 * MM, far, name, 6.5, FAINT)
    yield Text(near, y - 0.8 * MM, name, 6.5, FAINT)


def _field(x: float, y: float, name: str) -> Iterator[Shape]:
    """Lines one millimetre apart in both directions, numbered by what they mean for backs."""
    rim = REACH * MM
    for k in range(-REACH, REACH + 1):
        strong = 0.7 if k == 0 else 0.4 if k % 5 == 0 else 0.15
        paint = Paint("", INK if k % 5 == 0 else FAINT, strong)
        more = 1.2 * MM if k % 5 == 0 else 0.0
        at = k * MM
        yield Line(x + at, y - rim - more, x + at, y + rim, paint)
        yield Line(x - rim - more, y + at, x + rim, y + at, paint)
        if k % 5 == 0:
            label = f"{k:+d}" if k else "0"
            yield Text(x + at, y - rim - 1.8 * MM, label, 6.5, INK, anchor="middle")
            yield Text(x - rim - 1.8 * MM, y + at + CAP * 3.25, label, 6.5, INK, anchor="end")
    yield Text(x + rim + 1.5 * MM, y - rim - 1.8 * MM, "X", 8, INK, True)
    yield Text(x - rim - 1.8 * MM, y + rim + 3.2 * MM, "Y", 8, INK, True, "end")
    yield Text(x + rim + 1.5 * MM, y + rim, name, TEXT, INK, True)
