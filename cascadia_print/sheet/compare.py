"""What differs between two sheets or two pages, place by place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any, Literal

from cascadia_print.sheet.model import Bonus, ScoreLine, Sheet, Space, Text
from cascadia_print.sheet.words import cell_head

What = Literal[
    "name", "stars", "marking", "hexagon", "heading", "bonus", "area", "box", "line", "order",
    "page", "block",
]  # fmt: skip


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


def compare_pages(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Difference]:
    """All differences of two pages, whose files hold these data; blocks in printed order.

    A block is called by its kind and how many of that kind stand above it: table-2.
    """
    heads = [{k: v for k, v in data.items() if k not in _NAMED} for data in (old, new)]
    found = list(_parted("", heads[0], heads[1]))
    ours, theirs = old["blocks"], new["blocks"]
    same = SequenceMatcher(None, list(map(str, ours)), list(map(str, theirs)), autojunk=False)
    for tag, i, end, j, stop in same.get_opcodes():
        pairs = zip_longest(range(i, end), range(j, stop)) if tag != "equal" else ()
        for a, b in pairs:
            before, after = None if a is None else ours[a], None if b is None else theirs[b]
            if before and after and [*before] == [*after]:
                found += _parted(
                    _called(ours, a), *(next(iter(x.values())) for x in (before, after))
                )
                continue
            if before:
                found.append(Difference(_called(ours, a), "block", _first(before), ""))
            if after:
                found.append(Difference(_called(theirs, b), "block", "", _first(after)))
    return found


_NUMBER = re.compile(r"[\d.]*")
_NAMED = ("kind", "id", "version", "blocks")
"""Keys of a page that are told otherwise, or are no part of what is printed."""


def _parted(at: str, old: Any, new: Any) -> Iterator[Difference]:
    """What differs between two trees, leaf by leaf."""
    a, b = dict(_leaves(old, at)), dict(_leaves(new, at))
    for key in dict.fromkeys((*a, *b)):
        if a.get(key) != b.get(key):
            what: What = "block" if at else "name" if key.startswith("name") else "page"
            yield Difference(key, what, a.get(key, ""), b.get(key, ""))


def _leaves(value: Any, at: str) -> Iterator[tuple[str, str]]:
    """The place of each word or number of a tree; what has an id is called by it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{at}.{key}" if at else key)
    elif isinstance(value, list):
        for n, inner in enumerate(value, 1):
            id = inner.get("id", n) if isinstance(inner, dict) else n
            yield from _leaves(inner, f"{at}.{id}")
    else:
        yield at, "" if value is None else str(value)


def _called(blocks: Sequence[Mapping[str, Any]], n: int) -> str:
    kind = next(iter(blocks[n]))
    return f"{kind}-{sum(kind in block for block in blocks[: n + 1])}"


def _first(block: Mapping[str, Any]) -> str:
    """The first words of a block, which may begin with numbers; its kind where it has none."""
    words = (word for _, word in _leaves(block, "") if not _NUMBER.fullmatch(word))
    return next(words, next(iter(block)))


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
