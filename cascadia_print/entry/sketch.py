"""A sheet as a few lines of plain text: the part that is asked about, the asked places in [ ]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from cascadia_print.entry.owned import Copy
from cascadia_print.entry.spoken import NOTHING
from cascadia_print.sheet.hexgrid import shifted
from cascadia_print.sheet.model import Area, row_letters

OPEN = "?"
"""Not answered yet."""
EMPTY = "."
"""Answered: nothing is printed there."""
WIDTH = 80


def sketch(copy: Copy, part: str, asked: Iterable[str], names: Mapping[str, str]) -> str:
    """The lines of a part: "grid", "regions", "overflow", "regions-list" or an area's id.

    `names`: the words for lanes. "" for a part without a picture.
    """
    marks = frozenset(asked)
    if part == "grid":
        return "\n".join(_grid(copy, marks))
    if part == "regions":
        return hexagons(copy.regions, copy.stagger)
    if part == "overflow":
        return "\n".join(_listed(copy, copy.overflow, marks))
    if part == "regions-list":
        entries = [e for e in copy.origin.data["bonuses"] if e.get("each") == "region"]
        return "\n".join(_listed(copy, [id for id, _ in copy.sets(entries[0])], marks))
    area = copy.origin.sheet.area.get(part)
    return "\n".join(_area(copy, area, marks, names)) if area else ""


def hexagons(rows: Sequence[Sequence[str]], stagger: str) -> str:
    """Rows of words as they stand in hexagons."""
    wide = _wide(rows)
    lines = []
    for r, row in enumerate(rows):
        line = _Line(f"{row_letters(r):>2} ")
        for c, word in enumerate(row):
            line.put(_x(r, c, wide, stagger), _shown(word), wide)
        lines.append(str(line))
    return "\n".join(lines)


class _Line:
    """A line that grows to the right."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    def put(self, x: int, text: str, wide: int) -> None:
        """`text` in the middle of `wide` columns from `x` on."""
        self.text = f"{self.text:<{x}}{text:^{wide}}"

    def __str__(self) -> str:
        return self.text.rstrip()


def _grid(copy: Copy, marks: frozenset[str]) -> Iterator[str]:
    ids = {(s.row, s.col): s.id for s in copy.grid}
    under = _under(copy)
    wide = max(_wide(copy.heads), 6 if under else 0)
    if copy.heading:
        line = _Line()
        for c, value in enumerate(copy.heading):
            line.put(3 + c * wide, _marked(str(value), f"heading.{c + 1}" in marks), wide)
        yield str(line)
    asked = {r for (r, _), id in ids.items() if id in marks}
    asked |= {r for r, lines in under.items() for line in lines for _, id in line if id in marks}
    asked |= {r for r in range(len(copy.heads)) if marks & {*_row_ids(copy, r)}}
    for r, row in enumerate(copy.heads):
        if asked and not min(asked) - 1 <= r <= max(asked) + 1:
            continue
        line = _Line(f"{row_letters(r):>2} ")
        for c, word in enumerate(row):
            id = ids.get((r, c), "")
            text = _shown(word) + ("'" if copy.words.get(id, NOTHING) != NOTHING else "")
            x = _x(r, c, wide, copy.stagger)
            line.put(x, _marked(text, id in marks), wide)
        for id in _row_ids(copy, r):
            line.text += f"  {_marked(_said(copy, id), id in marks)}"
        yield str(line)
        for places in under.get(r, ()):
            line = _Line()
            for column, id in places:
                text = _brief(copy, id)[: wide - 2]
                line.put(3 + round(column * wide), _marked(text, id in marks), wide)
            yield str(line)


def _under(copy: Copy) -> Mapping[int, list[list[tuple[float, str]]]]:
    """Row -> lines below it, each with bonuses and their places in hexagons from the left."""
    found: dict[int, list[list[tuple[float, str]]]] = {}
    place = {s.id: s for s in copy.grid}
    for entry in copy.origin.data.get("bonuses", ()):
        lines: dict[int, list[tuple[float, str]]] = {}
        if entry.get("each") not in ("column", "diamond", "edge"):
            continue
        for id, of in copy.sets(entry):
            spaces = [place[x] for x in of.spaces]
            if entry["each"] == "edge" and spaces[0].row != spaces[1].row:
                continue
            column = entry["each"] == "column"
            half = 0.5 if shifted(spaces[0].row, copy.stagger) else 0
            x = spaces[-1].col if column else half + (spaces[0].col + spaces[1].col) / 2
            lines.setdefault(spaces[-1 if column else 0].row, []).append((x, id))
        for r, line in lines.items():
            found.setdefault(r, []).append(line)
    return found


def _row_ids(copy: Copy, r: int) -> Iterator[str]:
    for entry in copy.origin.data.get("bonuses", ()):
        if entry.get("each") == "row":
            letter = row_letters(r)
            yield from (id for id, of in copy.sets(entry) if of.of == letter)


def _area(copy: Copy, area: Area, marks: frozenset[str], names: Mapping[str, str]) -> Iterator[str]:
    if area.kind == "pool":
        yield from _listed(copy, copy.pools(area)[0], marks)
        return
    if area.kind == "paired":
        columns = copy.pools(area)
        heads = [str(n) for n in range(1, len(columns) + 1)]
        yield from _table(copy, heads, columns, marks, lambda n: "")
        return
    lanes = copy.lanes(area)
    heads = [names.get(lane, lane) for lane in lanes]
    heads = [_marked(h, f"{area.id}:{x}" in marks) for h, x in zip(heads, lanes, strict=True)]
    columns = tuple((*ids, f"{area.id}.{lane}") for lane, ids in lanes.items())
    deep = max(map(len, lanes.values()))

    def end(n: int) -> str:
        id = f"{area.id}.row-{n + 1}"
        return f"> {_marked(_said(copy, id), id in marks)}" if n < deep else ""

    # Lanes that end early leave room, so that the bonuses of full lanes stand in one line.
    padded = [(*c[:-1], *("",) * (deep + 1 - len(c)), c[-1]) for c in columns]
    yield from _table(copy, heads, padded, marks, end)


def _table(
    copy: Copy,
    heads: Sequence[str],
    columns: Sequence[Sequence[str]],
    marks: frozenset[str],
    end: Callable[[int], str],
) -> Iterator[str]:
    texts = [[_marked(_said(copy, id), id in marks) if id else "" for id in c] for c in columns]
    wide = max(len(t) for c in (*texts, heads) for t in c) + 1
    yield "  " + "".join(f"{h:^{wide}}" for h in heads).rstrip()
    for n in range(len(texts[0])):
        row = "  " + "".join(f"{c[n]:^{wide}}" for c in texts)
        yield f"{row} {end(n)}".rstrip()


def _listed(copy: Copy, ids: Sequence[str], marks: frozenset[str]) -> Iterator[str]:
    line = " "
    for n, id in enumerate(ids, 1):
        entry = f" {n} {_marked(_said(copy, id), id in marks)} "
        if len(line) + len(entry) > WIDTH:
            yield line.rstrip()
            line = " "
        line += entry
    yield line.rstrip()


def _said(copy: Copy, id: str) -> str:
    word = copy.words.get(id, OPEN)
    return EMPTY if word == NOTHING else word


def _brief(copy: Copy, id: str) -> str:
    """What is said at an id, less what a rule puts there anyway."""
    always = copy.origin.always(id)
    gains = _said(copy, id).split("+")
    return "+".join(gain for gain in gains if gain not in always) or EMPTY


def _marked(text: str, asked: bool) -> str:
    return f"[{text}]" if asked else text


def _shown(word: str) -> str:
    return "" if word == NOTHING else word


def _wide(rows: Sequence[Sequence[str]]) -> int:
    """Columns of a hexagon; even, so that half of one can be shifted."""
    wide = max(len(word) for row in rows for word in row) + 3
    return wide + wide % 2


def _x(row: int, col: int, wide: int, stagger: str) -> int:
    return 3 + col * wide + (wide // 2 if shifted(row, stagger) else 0)
