"""Scenes as a PDF. The same scenes give the same bytes: no clock, no random ids."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import IO, Any

from cascadia_print.drawing import papers
from cascadia_print.drawing.fonts import NAMES, font, width
from cascadia_print.drawing.impose import (
    Face,
    Layout,
    Placement,
    Press,
    Slot,
    matrix,
    size_of,
)
from cascadia_print.drawing.marks import furniture, rule
from cascadia_print.drawing.page import page
from cascadia_print.drawing.papers import Paper
from cascadia_print.drawing.scene import (
    Circle,
    Command,
    Group,
    Line,
    Paint,
    Path,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
)
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.sheet.model import Sheet

CREATOR = "cascadia_print"

OnPlaced = Callable[[Any, Placement], None]
"""Draws more on a page of reportlab's canvas, such as form fields over a side."""


def render_pdf(
    sheets: Sequence[Sheet | Scene],
    paper: str | Paper = "a4",
    *,
    language: str = "en",
    theme: str = "color",
    ids: bool = False,
    placed: OnPlaced | None = None,
) -> bytes:
    """A PDF with one side for each sheet or scene, centred on the paper at 100 %.

    `placed` is called with reportlab's canvas and where a side stands, after that side is drawn
    and before its page ends.

    Raises UnknownPaper, UnknownTheme, MissingGlyph, and DoesNotFit for a sheet too large for
    the page or a page too large for the paper.
    """
    sheet_of_paper = papers.paper(paper) if isinstance(paper, str) else paper
    scenes = [
        s
        if isinstance(s, Scene)
        else page(s, language=language, theme=theme, ids=ids, number=(n, len(sheets)))
        for n, s in enumerate(sheets, 1)
    ]
    buffer = io.BytesIO()
    subject = scenes[0].subject if scenes else ""
    with document(buffer, language, ", ".join(s.title for s in scenes), subject) as canvas:
        canvas.setPageSize((sheet_of_paper.width, sheet_of_paper.height))
        for n, scene in enumerate(scenes, 1):
            place(canvas, scene, n, sheet_of_paper, placed)
    return buffer.getvalue()


@contextmanager
def document(buffer: IO[bytes], language: str, title: str, subject: str) -> Iterator[Any]:
    """A reportlab canvas, which is saved at the end; viewers are asked not to scale it."""
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    was = rl_config.useA85
    rl_config.useA85 = 0  # Streams as bytes: a fifth smaller than as ASCII.
    try:
        canvas = Canvas(buffer, pageCompression=1, invariant=1, lang=language)
        canvas.setCreator(CREATOR)
        canvas.setProducer(CREATOR)
        canvas.setAuthor(CREATOR)
        canvas.setTitle(title)
        canvas.setSubject(subject)
        canvas.setViewerPreference("PrintScaling", "None")
        for bold in NAMES:
            font(bold)
        yield canvas
        canvas.save()
    finally:
        rl_config.useA85 = was


def draw_once(canvas: Any, scene: Scene, name: str) -> None:
    """Draw a scene as a form, which costs next to nothing wherever it is shown."""
    canvas.beginForm(name, 0, 0, scene.width, scene.height)
    Pen(canvas, scene.height).draw(scene.shapes)
    canvas.endForm()


def place(canvas: Any, scene: Scene, number: int, sheet: Paper, placed: OnPlaced | None) -> None:
    """Draws a scene once as a form and places it in the middle of the paper."""
    left, top, right, bottom = scene.inside
    for need, have in ((right - left, sheet.width), (bottom - top, sheet.height)):
        if need > have:
            raise DoesNotFit(scene.title, need, have, sheet.name)
    draw_once(canvas, scene, f"side{number}")
    x, y = (sheet.width - scene.width) / 2, (sheet.height - scene.height) / 2
    canvas.saveState()
    canvas.translate(x, y)
    canvas.doForm(f"side{number}")
    canvas.restoreState()
    if sheet.name:
        _ruler(canvas, scene, sheet)
    if placed:
        placed(canvas, Placement(scene, (1, 0, 0, 1, x, y), number, number))
    canvas.showPage()


def _ruler(canvas: Any, scene: Scene, paper: Paper) -> None:
    """The rule by which scaling shows, where a scene in the middle of the paper leaves room."""
    x, y = (paper.width - scene.width) / 2, (paper.height - scene.height) / 2
    slot = Slot(x, y, scene.width, scene.height)
    layout = Layout(paper, (slot,), size_of(scene))
    room, drawn = furniture(layout, layout.size, "none", 0.0, math.inf).rule, rule()
    if room:
        at = matrix(room, drawn.width, drawn.height, Face(layout, (), 1), Press(paper))
        canvas.saveState()
        canvas.transform(*at)
        Pen(canvas, drawn.height).draw(drawn.shapes)
        canvas.restoreState()


class Pen:
    """Draws shapes as PDF operators of two decimals; a state is set only where it changes."""

    def __init__(self, canvas: Any, height: float) -> None:
        self.canvas, self.height = canvas, height
        self.state: dict[str, object] = {}

    def draw(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            match shape:
                case Group(_, _, inner):
                    self.draw(inner)
                case Text():
                    self.text(shape)
                case Rect(x, y, wide, high, paint, 0.0):
                    corner = (x, self.height - y - high)
                    self.put(" ".join(map(number, (*corner, wide, high))) + " re", paint)
                case Rect(x, y, wide, high, paint, radius):
                    self.path(_rounded(x, y, wide, high, radius), paint)
                case Circle(x, y, radius, paint):
                    box = (x - radius, y - radius, 2 * radius, 2 * radius)
                    self.path(_rounded(*box, radius), paint)
                case Line(x1, y1, x2, y2, paint):
                    self.path((("M", (x1, y1)), ("L", (x2, y2))), paint)
                case Polygon(points, paint):
                    first, *rest = points
                    self.path((("M", first), *(("L", p) for p in rest), ("Z", ())), paint)
                case Path():
                    self.placed(shape)

    def path(self, commands: Iterable[Command], paint: Paint) -> None:
        parts = []
        for name, args in commands:
            parts += [number(self.height - v if k % 2 else v) for k, v in enumerate(args)]
            parts.append(_OPERATORS[name])
        self.put(" ".join(parts), paint)

    def placed(self, path: Path) -> None:
        """A path in units of its own: the same icon is the same text again, which packs well."""
        scale, x = f"{path.scale:.4f}", number(path.x)
        parts = [f"q {scale} 0 0 -{scale} {x} {number(self.height - path.y)} cm"]
        for name, args in path.commands:
            parts += [number(v) for v in args]
            parts.append(_OPERATORS[name])
        self.put(" ".join(parts), path.paint, "*", " Q")

    def put(self, path: str, paint: Paint, rule: str = "", end: str = "") -> None:
        """A path with its painting operator, after the state that it needs; rule "*": even-odd."""
        if paint.fill:
            self.set("fill", _rgb(paint.fill, "rg"))
        if paint.stroke:
            self.set("stroke", _rgb(paint.stroke, "RG"))
            self.set("width", f"{number(paint.width)} w")
        fill = ("B" if paint.stroke else "f") + rule
        self.canvas.addLiteral(f"{path} {fill if paint.fill else 'S'}{end}")

    def set(self, name: str, operator: str) -> None:
        if self.state.get(name) != operator:
            self.state[name] = operator
            self.canvas.addLiteral(operator)

    def text(self, text: Text) -> None:
        """A text in the subsets of the font that hold its signs, mostly in one."""
        self.set("fill", _rgb(text.fill, "rg"))
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
        x = text.x - share * width(text.text, text.size, text.bold)
        face, document = font(text.bold), self.canvas._doc
        parts = [f"BT {number(x)} {number(self.height - text.y)} Td"]
        for subset, signs in face.splitString(text.text, document):
            name = face.getSubsetInternalName(subset, document)
            state = f"{name} {number(text.size)} Tf"
            if self.state.get("font") != state:
                self.state["font"] = state
                parts.append(state)
            parts.append(f"({self.canvas._escape(signs)}) Tj")
        self.canvas.addLiteral(" ".join((*parts, "ET")))


_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


@lru_cache(1 << 16)
def number(value: float) -> str:
    """A number of two decimals, as short as it can be written; icons repeat theirs."""
    # The sum takes the sign from -0.0, which is the same to whoever remembers results.
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".")


@cache
def _rgb(colour: str, operator: str) -> str:
    parts = [f"{int(colour[k : k + 2], 16) / 255:.3f}" for k in (1, 3, 5)]
    return f"{' '.join(p.rstrip('0').rstrip('.') for p in parts)} {operator}"


def _rounded(x: float, y: float, wide: float, high: float, radius: float) -> Iterator[Command]:
    """The outline of a rectangle with round corners; with the largest radius a circle."""
    right, bottom, k = x + wide, y + high, radius * 0.4477
    yield ("M", (x + radius, y))
    yield ("L", (right - radius, y))
    yield ("C", (right - k, y, right, y + k, right, y + radius))
    yield ("L", (right, bottom - radius))
    yield ("C", (right, bottom - k, right - k, bottom, right - radius, bottom))
    yield ("L", (x + radius, bottom))
    yield ("C", (x + k, bottom, x, bottom - k, x, bottom - radius))
    yield ("L", (x, y + radius))
    yield ("C", (x, y + k, x + k, y, x + radius, y))
    yield ("Z", ())
