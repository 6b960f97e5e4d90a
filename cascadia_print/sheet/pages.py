"""Pages: printed sheets that are read or written on and not scored, as small frozen values.

A page is a size and a list of blocks, one below the other. `build_page` makes it of a file.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from cascadia_print.sheet import rich
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.locale import languages, locale
from cascadia_print.sheet.located import Path_, Source, hidden
from cascadia_print.sheet.model import Text
from cascadia_print.sheet.rich import Rich
from cascadia_print.sheet.schema import check
from cascadia_print.sheet.words import WordError

Said = Mapping[str, Rich]
"""A text in several languages: language code -> its words."""


@dataclass(frozen=True, slots=True)
class Heading:
    text: Said


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`note`: on a ground of its own."""

    text: Said
    note: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """`id` is that of the boxes of a list to tick off: `id.1`, `id.2` …"""

    kind: Literal["list", "steps", "checks"]
    texts: tuple[Said, ...]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """Words, or `blanks` to write in, or `boxes` to cross off, so many `across` each other.

    The boxes are numbered from `first` on, 0: not at all.
    """

    text: Said | None = None
    blanks: int = 0
    boxes: int = 0
    across: int = 1
    first: int = 0

    @property
    def marked(self) -> bool:
        """Whether something is written or crossed off here."""
        return bool(self.blanks or self.boxes)


@dataclass(frozen=True, slots=True)
class Row:
    """`strong`: a sum, in bold and in boxes with a broader border."""

    id: str
    cells: tuple[Cell, ...]
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """`widths`: a share for each column. `grid`: cells with lines around them, else boxes.

    `id` is that of the boxes of its head, "" where it has none.
    """

    id: str
    widths: tuple[float, ...]
    head: tuple[Cell, ...]
    rows: tuple[Row, ...]
    grid: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """A row of boxes: `printed` stands in the first ones, `crossed` of them are crossed off."""

    id: str
    label: Said
    boxes: int
    printed: tuple[str, ...] = ()
    crossed: int = 0


@dataclass(frozen=True, slots=True)
class Tracks:
    """Rows of boxes of at least `size` (mm), `across` of them in a line."""

    rows: tuple[Track, ...]
    across: int
    size: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Icons:
    """Large signs side by side with their words below, and a sign between them."""

    signs: tuple[Said, ...]
    between: Said | None = None


@dataclass(frozen=True, slots=True)
class Write:
    """Words with a line to write on, side by side in shares of the width; `lines` more below."""

    labels: tuple[Said, ...]
    widths: tuple[float, ...]
    lines: int = 0
    id: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks that stand beside others, in a `share` of the width."""

    share: float
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


@dataclass(frozen=True, slots=True)
class Space:
    """Room of so many millimetres."""

    high: float


@dataclass(frozen=True, slots=True)
class Break:
    """What follows begins a new column, or a new side."""

    to: Literal["column", "side"]


Block = Heading | Paragraph | Items | Table | Tracks | Icons | Write | Beside | Rule | Space | Break


@dataclass(frozen=True, eq=False)
class Page:
    """A printed page, complete and checked.

    `columns`: through how many its blocks run at most; `text`: its largest size of text in points,
    0: as large as there is room.
    """

    id: str
    version: int
    name: Text
    about: Text
    size: str
    columns: int
    text: float
    blocks: tuple[Block, ...]
    file: str = ""
    shipped: bool = False

    @property
    def ref(self) -> str:
        """The name printed on the paper, as "tally@1"."""
        return f"{self.id}@{self.version}"


def build_page(source: Source) -> Page:
    """The page of a file. Raises Unreadable with every fault found."""
    if faults := check(source, "page"):
        raise Unreadable(faults)
    builder = _Builder(source)
    page = builder.page()
    if builder.faults:
        raise Unreadable(builder.faults)
    return page


def places(page: Page) -> Mapping[str, int]:
    """Id of each row, list or line on the page -> how many places to mark or write in it has."""
    return dict(_places(page.blocks))


def _places(blocks: Iterable[Block]) -> Iterator[tuple[str, int]]:
    for block in blocks:
        match block:
            case Beside(parts):
                for part in parts:
                    yield from _places(part.blocks)
            case Items("checks", texts, id):
                yield id, len(texts)
            case Table(id, _, head, rows):
                named = [(id, head), *((row.id, row.cells) for row in rows)]
                yield from ((id, n) for id, cells in named if (n := sum(map(_marks, cells))))
            case Tracks(rows):
                yield from ((row.id, row.boxes) for row in rows)
            case Write(labels, _, lines, id):
                yield id, len(labels) + lines


def _marks(cell: Cell) -> int:
    return cell.blanks + cell.boxes


def missing(source: Source) -> Iterator[tuple[Path_, list[str]]]:
    """Texts that lack a language which others have, with the languages that they lack."""
    texts = list(_texts(source.data, ()))
    spoken = dict.fromkeys(code for _, text in texts for code in text)
    for path, text in texts:
        if lacking := [code for code in spoken if code not in text]:
            yield path, lacking


def _texts(data: Any, path: Path_) -> Iterator[tuple[Path_, Mapping[str, str]]]:
    if isinstance(data, dict) and data and data.keys() <= set(languages()):
        yield path, data
    elif isinstance(data, dict | list):
        items = data.items() if isinstance(data, dict) else enumerate(data)
        for step, inner in items:
            yield from _texts(inner, (*path, step))


class _Builder:
    """Reads what the schema has passed; all faults of words are gathered."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults: list[Fault] = list(hidden(source))
        self.ids: set[str] = set()

    def page(self) -> Page:
        data = self.source.data
        about = data.get("about", "")
        return Page(
            id=data["id"],
            version=data["version"],
            name=data["name"],
            about=about if isinstance(about, dict) else dict.fromkeys(languages(), about),
            size=data.get("size", "half"),
            columns=data.get("columns", 1),
            text=float(data.get("text", 0)),
            blocks=self.blocks(("blocks",)),
        )

    def blocks(self, path: Path_) -> tuple[Block, ...]:
        found = []
        for n, data in enumerate(self.source.value(path)):
            first, *others = data
            self.faults += [
                self.source.fault("IN-not-beside", (*path, n, k), key=True, word=k, other=first)
                for k in others
            ]
            found.append(getattr(self, "_" + first)((*path, n, first)))
        return tuple(found)

    def text(self, path: Path_) -> Said:
        """A text for each language, or one for all of them."""
        value = self.source.value(path)
        if isinstance(value, dict):
            return {code: self.words((*path, code), code) for code in value}
        before = len(self.faults)
        said = {}
        for code in languages():
            said[code] = self.words(path, code)
            if len(self.faults) > before:
                break  # the same again in the next language
        return said

    def words(self, path: Path_, language: str) -> Rich:
        try:
            return rich.parse(str(self.source.value(path)), locale(language))
        except WordError as error:
            self.faults += error.faults(self.source, path)
            return ()

    def texts(self, path: Path_) -> tuple[Said, ...]:
        return tuple(self.text((*path, n)) for n in range(len(self.source.value(path))))

    def id(self, path: Path_, otherwise: str) -> str:
        """The id of what stands at a path, unlike all others of the page."""
        id = self.source.value(path).get("id")
        if id is None:
            return self.made_up(otherwise)
        if id in self.ids:
            self.faults.append(self.source.fault("IN-duplicate-id", (*path, "id"), word=id))
        self.ids.add(id)
        return str(id)

    def made_up(self, word: str) -> str:
        """The next free id of a kind: row-1, row-2."""
        id = next(id for n in itertools.count(1) if (id := f"{word}-{n}") not in self.ids)
        self.ids.add(id)
        return id

    # -- one method a kind of block, by its key ------------------------------------------------

    def _heading(self, path: Path_) -> Block:
        return Heading(self.text(path))

    def _text(self, path: Path_) -> Block:
        return Paragraph(self.text(path))

    def _note(self, path: Path_) -> Block:
        return Paragraph(self.text(path), note=True)

    def _list(self, path: Path_) -> Block:
        return Items("list", self.texts(path))

    def _steps(self, path: Path_) -> Block:
        return Items("steps", self.texts(path))

    def _checks(self, path: Path_) -> Block:
        return Items("checks", self.texts((*path, "items")), self.id(path, "check"))

    def _table(self, path: Path_) -> Block:
        data = self.source.value(path)
        widths = tuple(float(share) for share in data["widths"])
        head = self.cells((*path, "head"), len(widths)) if "head" in data else ()
        rows = [self.row((*path, "rows", n), len(widths)) for n in range(len(data.get("rows", ())))]
        blank = tuple(Cell(blanks=1) for _ in widths)
        rows += [Row(self.made_up("row"), blank) for _ in range(data.get("empty", 0))]
        id = self.made_up("head") if any(cell.marked for cell in head) else ""
        if not rows:
            self.faults.append(self.source.fault("IN-missing-key", path, word="rows"))
        return Table(id, widths, head, tuple(rows), data.get("lines") == "grid")

    def row(self, path: Path_, columns: int) -> Row:
        data = self.source.value(path)
        cells = self.cells((*path, "cells"), columns)
        return Row(self.id(path, "row"), cells, data.get("strong", False))

    def cells(self, path: Path_, columns: int) -> tuple[Cell, ...]:
        found = tuple(self.cell((*path, n)) for n in range(len(self.source.value(path))))
        if len(found) != columns:
            self.faults.append(self.source.fault("IN-cells", path, need=columns, have=len(found)))
        return found

    def cell(self, path: Path_) -> Cell:
        value = self.source.value(path)
        if isinstance(value, dict) and "boxes" in value:
            boxes: int = value["boxes"]
            return Cell(boxes=boxes, across=value.get("across", boxes), first=value.get("from", 0))
        if isinstance(value, dict) and value.keys() & {"across", "from"}:
            self.faults.append(self.source.fault("IN-missing-key", path, word="boxes"))
            return Cell()
        if isinstance(value, str) and value and not value.replace("_", "").strip():
            return Cell(blanks=len(value.split()))
        return Cell(text=self.text(path))

    def _boxes(self, path: Path_) -> Block:
        data = self.source.value(path)
        size = data.get("size", (8, 7))
        rows = tuple(self.track((*path, "rows", n)) for n in range(len(data["rows"])))
        return Tracks(rows, data["across"], (float(size[0]), float(size[1])))

    def track(self, path: Path_) -> Track:
        data = self.source.value(path)
        printed = tuple(str(word) for word in data.get("print", ()))
        for word, n in (("print", len(printed)), ("crossed", data.get("crossed", 0))):
            if n > data["boxes"]:
                self.faults.append(
                    self.source.fault(
                        "IN-too-many-items", (*path, word), have=n, limit=data["boxes"]
                    )
                )
        return Track(
            self.id(path, "row"),
            self.text((*path, "label")),
            data["boxes"],
            printed,
            data.get("crossed", 0),
        )

    def _icons(self, path: Path_) -> Block:
        between = self.text((*path, "between")) if "between" in self.source.value(path) else None
        return Icons(self.texts((*path, "signs")), between)

    def _write(self, path: Path_) -> Block:
        data = self.source.value(path)
        labels = self.texts((*path, "labels"))
        widths = tuple(float(share) for share in data.get("widths", [1] * len(labels)))
        if len(widths) != len(labels):
            self.faults.append(
                self.source.fault("IN-cells", (*path, "widths"), need=len(labels), have=len(widths))
            )
        return Write(labels, widths, data.get("lines", 0), self.id(path, "line"))

    def _beside(self, path: Path_) -> Block:
        parts = []
        for n, part in enumerate(self.source.value(path)):
            blocks = self.blocks((*path, n, "blocks"))
            for k, block in enumerate(blocks):
                if isinstance(block, Break):
                    place = (*path, n, "blocks", k, "break")
                    fault = self.source.fault
                    self.faults.append(fault("IN-break", place, key=True))
            parts.append(Part(float(part.get("share", 1)), blocks))
        return Beside(tuple(parts))

    def _rule(self, path: Path_) -> Block:
        return Rule()

    def _space(self, path: Path_) -> Block:
        return Space(float(self.source.value(path)))

    def _break(self, path: Path_) -> Block:
        return Break(self.source.value(path))
