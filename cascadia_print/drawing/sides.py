"""A page as printed sides: its blocks run through columns and sides, in the largest text that
needs no further side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from cascadia_print import resources
from cascadia_print.drawing.blocks import Piece, Setter, stack, total
from cascadia_print.drawing.frame import Band
from cascadia_print.drawing.ids import id_labels
from cascadia_print.drawing.look import DEFAULT, Look, look
from cascadia_print.drawing.scene import MM, Bounds, Point, Scene, Shape
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.drawing.sizes import EDGE, extent
from cascadia_print.sheet.located import read_own
from cascadia_print.sheet.pages import Page

LEAST = 20
"""The least width of a column of text, in sizes of its text."""
STEP = 0.25
"""By how many points sizes of text differ."""

Column = Sequence[Piece]


def sides(
    page: Page,
    *,
    language: str = "en",
    theme: str | Path = DEFAULT,
    ids: bool = False,
    large: bool = False,
) -> tuple[Scene, ...]:
    """The sides of a page, mostly one; sizes by `templates/pages/page.yaml`.

    `ids` adds the ids of boxes in small print where there is room.
    Raises DoesNotFit, UnknownTheme, MissingGlyph, and Unreadable for an author's theme with faults.
    """
    frame = _frame(large)
    layout = Layout(page, look(theme, language, large), {**frame, **frame["sizes"][page.size]}, ids)
    return tuple(layout.scenes())


@cache
def _frame(large: bool) -> Mapping[str, Any]:
    name = "page-large" if large else "page"
    data: Mapping[str, Any] = read_own(resources.root("templates") / "pages" / f"{name}.yaml")
    return data


@dataclass(frozen=True)
class Layout:
    """A page in a look and the frame of its size."""

    page: Page
    look: Look
    frame: Mapping[str, Any]
    ids: bool = False

    @cached_property
    def paper(self) -> Point:
        """Width and height of a side in points."""
        return extent(self.frame)[0]

    @cached_property
    def inside(self) -> Bounds:
        """What a home printer reaches, on any of the papers that the size is made for."""
        return extent(self.frame)[1]

    def band(self, name: str, number: tuple[int, int] = (1, 1)) -> Band:
        """Header or footer of a side."""
        left, _, right, _ = self.inside
        values = {
            "title": self.look.of(self.page.name, self.page.id),
            "about": self.look.of(self.page.about, ""),
            "ref": self.page.ref,
            "page": number[0],
            "pages": number[1],
        }
        return Band(self.frame[name], values, self.look, right - left - 2 * EDGE)

    @property
    def score(self) -> float:
        """The least height of boxes that are written in."""
        return self.frame["score"] * MM if "score" in self.frame else self.look.size.score

    @cached_property
    def content(self) -> Bounds:
        """Where the blocks stand."""
        left, top, right, bottom = self.inside
        above, below = self.band("header").height(), self.band("footer").height()
        over, under = (length * MM for length in self.frame["gaps"])
        return (left + EDGE, top + EDGE + above + over, right - EDGE, bottom - below - under)

    @cached_property
    def columns(self) -> tuple[float, list[Column], int]:
        """The size of text, the columns of all sides, and how many of them a side has."""
        least, most = self.frame["text"]
        most = max(least, min(most, self.page.text or most))
        need = self._sides(least)
        low, high = 0, int((most - least) / STEP)
        while low < high:
            middle = (low + high + 1) // 2
            try:
                fits = self._sides(least + middle * STEP) <= need
            except DoesNotFit:
                fits = False
            low, high = (middle, high) if fits else (low, middle - 1)
        size = least + low * STEP
        pieces, high_, count = self._set(size)
        return size, balanced(pieces, high_, count), count

    def _sides(self, size: float) -> int:
        """How many sides are needed in a size of text. Raises DoesNotFit."""
        pieces, high, count = self._set(size)
        return -(-len(flow(pieces, high, count)) // count)

    def _set(self, size: float) -> tuple[list[Piece], float, int]:
        """All pieces in a size of text, the height of columns, and how many of them a side has."""
        left, top, right, bottom = self.content
        setter = Setter(self.look, size, self.frame["boxes"], self.score)
        gap = 2 * size
        count = max(1, min(self.page.columns, int((right - left + gap) / (LEAST * size + gap))))
        wide = (right - left - gap * (count - 1)) / count
        return setter.pieces(self.page.blocks, wide), bottom - top, count

    def scenes(self) -> Iterator[Scene]:
        """All sides."""
        size, columns, count = self.columns
        pages = -(-len(columns) // count)
        for n in range(pages):
            yield self._scene(columns[n * count : (n + 1) * count], size, count, (n + 1, pages))

    def _scene(
        self, columns: Sequence[Column], size: float, count: int, number: tuple[int, int]
    ) -> Scene:
        left, top, right, bottom = self.content
        footer = self.band("footer", number)
        shapes: list[Shape] = [*self.band("header").draw(left, self.inside[1] + EDGE)]
        gap = 2 * size
        wide = (right - left - gap * (count - 1)) / count
        for k, column in enumerate(columns):
            shapes += stack(column, left + k * (wide + gap), top, bottom - top)
        shapes += footer.draw(left, self.inside[3] - footer.height())
        unnamed: tuple[str, ...] = ()
        if self.ids:
            labels, unnamed = id_labels(shapes, self.look, self.inside)
            shapes.append(labels)
        return Scene(
            width=self.paper[0],
            height=self.paper[1],
            shapes=tuple(shapes),
            title=f"{self.look.of(self.page.name, self.page.id)} ({self.page.ref})",
            subject=self.look.say("page-subject"),
            language=self.look.language,
            inside=self.inside,
            unnamed=unnamed,
        )


def balanced(pieces: Sequence[Piece], high: float, columns: int) -> list[Column]:
    """As `flow`, with columns about equally full. Raises DoesNotFit."""
    best = flow(pieces, high, columns)
    low = max(p.high for p in pieces)
    while len(best) > 1 and high - low > MM:
        middle = (low + high) / 2
        try:
            found = flow(pieces, middle, columns)
        except DoesNotFit:
            found = []
        if found and len(found) <= len(best):
            best, high = found, middle
        else:
            low = middle
    return best


def flow(pieces: Sequence[Piece], high: float, columns: int) -> list[Column]:
    """The pieces in columns of a height, so many of them a side. Raises DoesNotFit.

    What has to stay together begins a new column if it fits into one, else it is broken.
    """
    found: list[list[Piece]] = [[]]
    for group in _groups(pieces):
        if end := group[0].ends:
            if not found[0]:
                continue  # nothing to end yet
            found.append([])
            while end == "side" and (len(found) - 1) % columns:
                found.append([])
            continue
        if found[-1] and total([*found[-1], *group]) > high + 0.01 >= total(group) + 0.01:
            found.append([])
        for piece in group:
            if found[-1] and total([*found[-1], piece]) > high + 0.01:
                found.append([piece.head] if piece.head else [])
            if total([*found[-1], piece]) > high + 0.01:
                raise DoesNotFit("page", total([*found[-1], piece]), high)
            found[-1].append(piece)
    while len(found) > 1 and not found[-1]:
        found.pop()
    return list(found)


def _groups(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces in runs that stay together."""
    group: list[Piece] = []
    for piece in pieces:
        group.append(piece)
        if not piece.keep:
            yield group
            group = []
    if group:
        yield group
