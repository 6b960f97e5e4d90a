"""Sheets on sheets of paper as a PDF: each side is drawn once, whatever the number of copies."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cascadia_print.drawing.fonts import CAP, width
from cascadia_print.drawing.impose import (
    CannotPlace,
    Copy,
    Face,
    Layout,
    Matrix,
    Placement,
    Press,
    Size,
    Slot,
    matrix,
    nearest_edge,
    on_paper,
    plan,
    size_of,
    under,
)
from cascadia_print.drawing.marks import INK, LINE, TEXT, furniture, rule
from cascadia_print.drawing.packed import packed
from cascadia_print.drawing.pdf import OnPlaced, Pen, document, draw_once, number
from cascadia_print.drawing.scene import MM, Group, Line, Scene, Shape, Text
from cascadia_print.sheet.locale import Locale, locale

LEAST = 5.0
"""The least size of a page number in points, as for ids."""


@dataclass(frozen=True, slots=True)
class Item:
    """So many copies of a sheet with this front and, if any, this back."""

    front: Scene
    back: Scene | None = None
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Job:
    """What is printed on which faces of paper, and which side each of its numbers stands for."""

    sides: tuple[Scene, ...]
    faces: tuple[Face, ...]
    press: Press
    bookmarks: tuple[tuple[str, int], ...]
    """Title and face, from 0, of the first copy of each item."""

    @property
    def sheets(self) -> int:
        """Sheets of paper."""
        return self.faces[-1].sheet if self.faces else 0

    @property
    def scale(self) -> float:
        """The least scale at which a sheet is printed."""
        return min((face.layout.scale for face in self.faces), default=1.0)

    def least_text(self) -> float:
        """The smallest text as it is printed, in points; ids that were asked for aside."""
        scales: dict[int, float] = {}
        for face in self.faces:
            for placed in face.placed:
                scales[placed.side] = min(scales.get(placed.side, math.inf), face.layout.scale)
        sizes = (
            scale * text.size for n, scale in scales.items() for text in _read(self.sides[n].shapes)
        )
        return min(sizes, default=math.inf)

    def near(self) -> tuple[str, float]:
        """Which side comes nearest to the paper's edge, and how near, in points."""
        near = nearest_edge(self.faces, tuple(map(size_of, self.sides)), self.press)
        side = min(near, key=lambda n: near[n])
        return self.sides[side].title, near[side]


def job(items: Sequence[Item], press: Press) -> Job:
    """Place all copies of all items. Raises CannotPlace."""
    sides: list[Scene] = []
    places: dict[int, int] = {}

    def side(scene: Scene) -> int:
        if id(scene) not in places:
            places[id(scene)] = len(sides)
            sides.append(scene)
        return places[id(scene)]

    copies: list[Copy] = []
    titles: list[str] = []
    for n, item in enumerate(items):
        copy = Copy(side(item.front), None if item.back is None else side(item.back), n)
        names = [item.front.title] + ([item.back.title] if item.back else [])
        titles.append(" / ".join(dict.fromkeys(names)) + f" × {item.copies}")
        copies += [copy] * item.copies
    try:
        faces = plan(copies, tuple(map(size_of, sides)), press)
    except CannotPlace as error:
        error.title, error.behind = sides[error.side].title, sides[error.back].title
        raise
    at: dict[int, int] = {}
    for n, face in enumerate(faces):
        for placed in face.placed:
            at.setdefault(placed.item, n)
    return Job(tuple(sides), faces, press, tuple((t, at[k]) for k, t in enumerate(titles)))


def render_job(
    made: Job, *, language: str = "en", title: str = "", placed: OnPlaced | None = None
) -> bytes:
    """A PDF of a job, a page for each face of paper.

    `placed` is called as by `render_pdf`, once for each copy of a side. Raises MissingGlyph.
    """
    words = locale(language)
    buffer = io.BytesIO()
    titles = ", ".join(dict.fromkeys(scene.title for scene in made.sides))
    subject = made.sides[0].subject if made.sides else ""
    with document(buffer, language, title or titles, subject) as canvas:
        _prefer(canvas, made.press)
        _Writer(canvas, made, words, placed).write()
    return packed(buffer.getvalue())


def _prefer(canvas: Any, press: Press) -> None:
    """Ask for the right edge, and for the tray with this paper."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary

    edge = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}.get(press.flip)
    canvas.setViewerPreference("Duplex", edge or "Simplex")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    # reportlab does not know this one, and its own setter refuses it.
    preferences = canvas._doc.Catalog.ViewerPreferences
    PDFDictionary.__setitem__(preferences, "PickTrayByPDFSize", "true")


class _Writer:
    """Draws the faces of a job on a canvas."""

    def __init__(self, canvas: Any, made: Job, words: Locale, placed: OnPlaced | None) -> None:
        self.canvas, self.job, self.words, self.placed = canvas, made, words, placed
        self.total = sum(len(face.placed) for face in made.faces)
        split = [_split(scene) for scene in made.sides]
        self.plain = [scene for scene, _ in split]
        self.numbers = [text for _, text in split]
        self.papers: dict[tuple[int, bool], _Paper] = {}
        self.resources: Any = None

    def write(self) -> None:
        canvas, made = self.canvas, self.job
        for n, scene in enumerate(self.plain):
            draw_once(canvas, scene, f"side{n}")
        for face in made.faces:
            if _kind(face) not in self.papers:
                self.papers[_kind(face)] = self._paper(face, f"paper{len(self.papers)}")
        for n, face in enumerate(made.faces):
            for k, (title, at) in enumerate(made.bookmarks):
                if at == n:
                    canvas.bookmarkPage(f"item{k}")
                    canvas.addOutlineEntry(title, f"item{k}")
            paper = self.papers[_kind(face)]
            canvas.setPageSize(paper.size)
            self._face(face, paper, n + 1)
            canvas.showPage()
            self._finish(paper)

    def _paper(self, face: Face, name: str) -> _Paper:
        """What all faces of a kind have in common, its guides and rule drawn as one form."""
        press, layout = self.job.press, face.layout
        turned = layout
        if face.back:
            slots = tuple(under(s, layout.paper, press.flip) for s in layout.slots)
            turned = replace(layout, slots=slots)
        faces = [f for f in self.job.faces if f.layout is layout]
        longest = max(width(self._line(f), TEXT) for f in faces[-2:])
        sizes = [_oriented(size_of(self.job.sides[k]), layout) for k in _sides(faces)]
        largest = Size(
            layout.size.width,
            layout.size.height,
            max(s.inner_width for s in sizes) * layout.scale,
            max(s.inner_height for s in sizes) * layout.scale,
        )
        beside = furniture(turned, largest, press.marks, press.bleed, longest)
        scale = rule()
        size = (layout.paper.width, layout.paper.height)
        self.canvas.beginForm(name, 0, 0, *size)
        Pen(self.canvas, size[1]).draw(_moved(line, face, press) for line in beside.guides)
        if beside.rule and not face.back:
            at = matrix(beside.rule, scale.width, scale.height, face, press)
            self._literal(at)
            Pen(self.canvas, scale.height).draw(scale.shapes)
            self.canvas.addLiteral("Q")
        self.canvas.endForm()
        return _Paper(name, size, _boxes(turned, face, press), beside.words)

    def _finish(self, paper: _Paper) -> None:
        """Give the page just ended its boxes, and the resources that all pages share."""
        from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

        document = self.canvas._doc
        page = document.Pages.pages[-1]
        page.MediaBox, page.TrimBox, page.BleedBox = paper.boxes
        page.Trans = page.Rotate = None
        if self.placed:
            return  # whoever drew there has resources of his own
        if self.resources is None:
            names = [*(f"side{n}" for n in range(len(self.plain)))]
            names += [kind.name for kind in self.papers.values()]
            found = PDFResourceDictionary()
            found.basicFonts()
            found.XObject = document.xobjDict(names)
            self.resources = document.Reference(found)
        page.Resources = self.resources

    def _face(self, face: Face, paper: _Paper, page: int) -> None:
        canvas, made = self.canvas, self.job
        canvas.doForm(paper.name)
        for placed in face.placed:
            scene, found = self.plain[placed.side], self.numbers[placed.side]
            at = matrix(placed.slot, scene.width, scene.height, face, made.press, face.layout.scale)
            self._stamp(
                at,
                scene.height,
                f"side{placed.side}",
                self._numbered(found, placed.number, scene.language),
            )
            if self.placed:
                self.placed(canvas, Placement(made.sides[placed.side], at, page, placed.number))
        if paper.words:
            line = self._line(face)
            wide = width(line, TEXT)
            words = Text(0, (LINE + CAP * TEXT) / 2, line, TEXT, INK)
            self._stamp(matrix(paper.words, wide, LINE, face, made.press), LINE, "", words)

    def _literal(self, at: Matrix) -> None:
        self.canvas.addLiteral(f"q {' '.join(map(_number, at))} cm")

    def _stamp(self, at: Matrix, height: float, form: str, text: Text | None) -> None:
        """A form and a text, where a matrix has them; `height` is that of what they belong to."""
        self._literal(at)
        if form:
            self.canvas.doForm(form)
        if text:
            Pen(self.canvas, height).draw((text,))
        self.canvas.addLiteral("Q")

    def _numbered(self, found: tuple[Text, float] | None, at: int, language: str) -> Text | None:
        """The page's number in the job, smaller where the room is less than it needs."""
        if found is None:
            return None
        text, room = found
        words = locale(language).text("page.number", page=at, pages=self.total)
        size = min(text.size, max(LEAST, room / width(words, 1.0, text.bold)))
        return replace(text, text=words, size=size)

    def _line(self, face: Face) -> str:
        """What a sheet of paper is, and how it is to be printed."""
        press, words = self.job.press, self.words
        side = words.text(f"print.side.{'back' if face.back else 'front'}")
        paper = words.text(
            "print.sheet" + (".double" if press.flip else ".single"),
            paper=press.paper.name.capitalize(),
            n=face.sheet,
            m=self.job.sheets,
            side=side,
        )
        return f"{paper} · {self.how}"

    @cached_property
    def how(self) -> str:
        """How paper is to be printed on."""
        flip, how = self.job.press.flip, self.words.text("print.scale")
        return f"{how}, {self.words.text(f'print.flip.{flip}')}" if flip else how


@dataclass(frozen=True, slots=True)
class _Paper:
    """A kind of face: the form with what stands beside the sheets, and room for its words.

    `boxes` are those of the paper, of the trimmed sheets and of their bleed, as PDF has them.
    """

    name: str
    size: tuple[float, float]
    boxes: tuple[str, str, str]
    words: Slot | None


def _kind(face: Face) -> tuple[int, bool]:
    return id(face.layout), face.back


def _sides(faces: Iterable[Face]) -> set[int]:
    return {placed.side for face in faces for placed in face.placed}


def _oriented(size: Size, layout: Layout) -> Size:
    """A size as it stands in a slot that is not turned."""
    same = (size.height >= size.width) == (layout.size.height >= layout.size.width)
    return size if same else size.turned()


def _boxes(layout: Layout, face: Face, press: Press) -> tuple[str, str, str]:
    left, top, right, bottom = layout.trim
    left, top = on_paper((left, top), face, press)
    right, bottom = on_paper((right, bottom), face, press)
    wide, high = layout.paper.width, layout.paper.height

    def box(more: float) -> str:
        low, up = max(0.0, high - bottom - more), min(high, high - top + more)
        values = (max(0.0, left - more), low, min(wide, right + more), up)
        return f"[{' '.join(f'{v:.3f}'.rstrip('0').rstrip('.') for v in values)}]"

    media = f"[0 0 {wide:.4f} {high:.4f}]"
    return media, box(0.0), box(press.bleed * press.stretch)


def _moved(line: Line, face: Face, press: Press) -> Line:
    first = on_paper((line.x1, line.y1), face, press)
    last = on_paper((line.x2, line.y2), face, press)
    return Line(*first, *last, line.paint)


def _number(value: float) -> str:
    """A number of a matrix: four decimals for the scale."""
    return number(value) if abs(value) > 10 else f"{value:.4f}".rstrip("0").rstrip(".")


def _read(shapes: Iterable[Shape]) -> Iterator[Text]:
    """All texts but ids in small print."""
    for shape in shapes:
        if isinstance(shape, Group) and (shape.kind, shape.id) != ("part", "ids"):
            yield from _read(shape.shapes)
        elif isinstance(shape, Text):
            yield shape


# -- page numbers --------------------------------------------------------------------------------


def _split(scene: Scene) -> tuple[Scene, tuple[Text, float] | None]:
    """A scene without its page number, and that number as text that ends where it ended.

    The number is the only thing that differs from copy to copy. With it comes its room, to the
    text at its left.
    """
    pattern = locale(scene.language).words("page")["number"]
    wanted = re.compile(re.sub(r"\\{\w+\\}", r"\\d+", re.escape(pattern)))
    texts = [s for s in scene.leaves() if isinstance(s, Text)]
    found = next((s for s in reversed(texts) if wanted.fullmatch(s.text)), None)
    if found is None:
        return scene, None
    end = _right(found)
    before = (_right(s) for s in texts if abs(s.y - found.y) < found.size and _right(s) < end)
    rest = tuple(_without(scene.shapes, found))
    room = end - max(before, default=0.0) - MM
    return replace(scene, shapes=rest), (replace(found, x=end, anchor="end"), room)


def _right(text: Text) -> float:
    share = {"start": 1.0, "middle": 0.5, "end": 0.0}[text.anchor]
    return text.x + share * width(text.text, text.size, text.bold)


def _without(shapes: Iterable[Shape], text: Text) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield replace(shape, shapes=tuple(_without(shape.shapes, text)))
        elif shape is not text:
            yield shape
