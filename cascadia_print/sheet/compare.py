"""What differs between two sheets, place by place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from cascadia_print.sheet.model import Bonus, ScoreLine, Sheet, Space, Text
from cascadia_print.sheet.words import cell_head

What = Literal[
    "name", "stars", "marking", "hexagon", "heading", "bonus", "area", "box", "line", "order"
]


@dataclass(frozen=True, slots=True)
class Difference:
    """A place whose value is another one; "" where a sheet has no such place."""

    at: str
    what: What
    old: str
    new: str


def compare(old: Sheet, new: Sheet) -> list[Difference]:
    """All differences in printed order, those of the second sheet's own places last."""
    found: list[Difference] = []
    for what, before, after in zip(_KINDS, _tables(old), _tables(new), strict=True):
        for at in dict.fromkeys((*before, *after)):
            a, b = before.get(at), after.get(at)
            if a != b:
                found.append(Difference(at, what, *_shown(a, b)))
    return found


def _shown(a: Parts | None, b: Parts | None) -> tuple[str, str]:
    """The parts that differ; of a place of one sheet the first that says anything."""
    if a is None or b is None:
        return next(filter(None, a or ()), ""), next(filter(None, b or ()), "")
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
    old, new = (" ".join(filter(None, side)) for side in zip(*pairs, strict=True))
    return old, new


def cell_word(space: Space) -> str:
    """A hexagon as it is written in `rows`; of a separate overflow row its gains only."""
    head = "" if "." in space.id else cell_head(space)
    points = "" if space.points is None else str(space.points)
    return "+".join(part for part in (head + points, space.offer.word) if part) or "."


_KINDS: tuple[What, ...] = (
    "name", "stars", "marking", "heading", "hexagon", "bonus", "area", "box", "line", "order",
)  # fmt: skip


Parts = tuple[str, ...]
"""What stands at a place, part by part, the most telling one first."""


def _tables(sheet: Sheet) -> Iterator[Mapping[str, Parts]]:
    """For each kind of thing the places of a sheet with what stands there."""
    yield {f"name.{language}": (word,) for language, word in sheet.name.items()}
    yield {"stars": (str(sheet.stars),)}
    yield _marking(sheet)
    yield {f"heading.{n}": (str(value),) for n, value in enumerate(sheet.heading, 1)}
    yield {s.id: (cell_word(s), s.region and f"region {s.region}") for s in sheet.spaces}
    yield {b.id: _bonus(b) for b in sheet.bonuses}
    yield {a.id: (a.kind, _names(a.name), _counts(a.line)) for a in sheet.areas}
    yield {b.id: (b.offer.word or ".",) for b in sheet.boxes.values()}
    yield {x.id: _line(x) for x in sheet.lines}
    yield {"lines": (" ".join(x.id for x in sheet.lines),)}


def _marking(sheet: Sheet) -> dict[str, Parts]:
    m = sheet.marking
    found = {
        "write": m.write,
        "order": m.order,
        "closes": "yes" if m.closes else "no",
        "overflow": m.overflow,
        "numbers": " ".join(map(str, m.numbers)) if m.write == "number" else "",
        "stagger": sheet.stagger,
    }
    return {key: (word,) for key, word in found.items() if word}


def _bonus(bonus: Bonus) -> Parts:
    kind = "one-kind" if bonus.one_kind else ""
    return (bonus.offer.word, f"({_ids(bonus.needs)})", kind, _counts(bonus.line))


def _line(line: ScoreLine) -> Parts:
    terms = [f"{t.kind} {t.n or t.of or _ids(t.spaces)}" for t in line.terms]
    return (", ".join(terms), _names(line.label))


def _names(text: Text) -> str:
    return ", ".join(f"{code}: {word}" for code, word in text.items())


def _counts(line: str) -> str:
    return f"line: {line}" if line else ""


def _ids(ids: tuple[str, ...]) -> str:
    return " ".join(ids) if len(ids) <= 4 else f"{ids[0]} … {ids[-1]}, {len(ids)}"
