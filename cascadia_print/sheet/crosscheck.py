"""Checks between the parts of a sheet that has been read: properties that need each other, and
points that belong to no line or to two.

Yields (path in the file or printed id, fault id, values).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cascadia_print.sheet.model import Offer, Sheet, row_name
from cascadia_print.sheet.words import cell_head

Found = tuple[tuple[str | int, ...] | str, str, dict[str, Any]]


def check_counts(sheet: Sheet) -> Iterator[Found]:
    """Points that are in no line or in two."""
    yield from _counted(sheet)
    yield from _once(sheet)
    yield from _gains_without_line(sheet)


def check_marking(sheet: Sheet) -> Iterator[Found]:
    """Properties of the marking that need each other, and overflow rows without their name."""
    yield from _overflow(sheet)
    m = sheet.marking
    if m.order == "touching":
        if sheet.stagger == "none":
            yield _needs(("marking", "order"), "order: touching", "stagger: odd")
        if not any(s.start for s in sheet.spaces):
            yield _needs(("marking", "order"), "order: touching", "*")
    if m.order == "down" and sheet.stagger != "none":
        yield _needs(("marking", "order"), "order: down", "stagger: none")
    if m.closes and m.write != "outline":
        yield _needs(("marking", "closes"), "closes: yes", "write: outline")
    if m.closes and sheet.stagger == "none":
        yield _needs(("marking", "closes"), "closes: yes", "stagger: odd")
    low, high = m.numbers
    if low > high:
        yield ("marking", "numbers"), "IN-numbers", {"low": low, "high": high}
    for s in sheet.spaces:
        if m.write != "outline" and (s.start or len(s.habitats) > 1):
            yield _needs(s.id, cell_head(s), "write: outline")
    for k, line in enumerate(sheet.lines):
        for term in line.terms:
            write = {"written": "number", "diverse": "wildlife"}.get(term.kind, m.write)
            if write != m.write:
                yield _needs(("lines", k, term.kind), term.kind, f"write: {write}")
            if term.kind == "heading" and not sheet.heading:
                yield _needs(("lines", k, term.kind), "heading", "spaces: heading")


def _overflow(sheet: Sheet) -> Iterator[Found]:
    named = sheet.marking.overflow
    rows = dict.fromkeys(row_name(s) for s in sheet.spaces if s.overflow)
    if named and named not in rows:
        yield ("marking", "overflow"), "IN-no-overflow-row", {"word": named}
    for row in rows:
        if row != named:
            yield ("marking",), "IN-overflow-unnamed", {"row": row}
        for id in sheet.rows[row]:
            if not sheet.space[id].overflow:
                yield id, "IN-overflow-mixed", {"row": row}


def _counted(sheet: Sheet) -> Iterator[Found]:
    """Written numbers, printed points and headed rows: each in exactly one line."""
    counted: dict[tuple[str, str], dict[str, str]] = {}
    for k, line in enumerate(sheet.lines):
        for term in line.terms:
            for id in term.spaces:
                lines = counted.setdefault((term.kind, id), {})
                # A split space may stand in the line of each of its habitats, once in each.
                if lines and (not term.of or term.of in lines or "" in lines):
                    other = next(iter(lines.values()))
                    yield ("lines", k, term.kind), "IN-two-lines", {"word": id, "other": other}
                    break
                lines[term.of] = line.id
    lost = []
    for s in sheet.spaces:
        kinds = ["printed"] if s.points else []
        kinds += ["written"] if sheet.marking.write == "number" and not s.overflow else []
        if any((kind, s.id) not in counted for kind in kinds):
            lost.append((row_name(s), s.id))
    yield from _lost(lost)


def _once(sheet: Sheet) -> Iterator[Found]:
    """Leftovers and diversity count once, and the leftovers on a line of their own."""
    seen: dict[str, str] = {}
    targets = {sheet.spaces_line, sheet.overflow_line}
    targets |= {b.line for b in sheet.bonuses} | {a.line for a in sheet.areas}
    for k, line in enumerate(sheet.lines):
        kinds = [term.kind for term in line.terms]
        for kind in ("diverse", "leftovers"):
            if kind not in kinds:
                continue
            if kind in seen:
                yield ("lines", k, kind), "IN-two-lines", {"word": kind, "other": seen[kind]}
            seen[kind] = line.id
        if "leftovers" in kinds and (len(kinds) > 1 or line.id in targets):
            yield ("lines", k, "leftovers"), "IN-leftovers-alone", {"word": line.id}


def _gains_without_line(sheet: Sheet) -> Iterator[Found]:
    lost = []
    for s in sheet.spaces:
        line = sheet.overflow_line if "." in s.id else sheet.spaces_line
        if gives_points(s.offer) and not line:
            lost.append((row_name(s), s.id))
    for bonus in sheet.bonuses:
        if gives_points(bonus.offer) and not bonus.line:
            lost.append((bonus.id, bonus.id))
    for box in sheet.boxes.values():
        if gives_points(box.offer) and not sheet.area[box.area].line:
            lost.append((f"{box.area}.{box.lane}", box.id))
    yield from _lost(lost)


def _lost(places: Iterable[tuple[str, str]]) -> Iterator[Found]:
    """Places whose points no line counts, given with the row or lane that they stand in: a fault
    for each of these."""
    found: dict[str, list[str]] = {}
    for row, id in places:
        found.setdefault(row, []).append(id)
    for ids in found.values():
        yield ids[0], "IN-no-line", {"word": ", ".join(ids)}


def gives_points(offer: Offer) -> bool:
    """Whether any side of the offer has points."""
    return any(g.kind == "points" for side in offer.sides for g in side)


def _needs(where: tuple[str | int, ...] | str, what: str, need: str) -> Found:
    return where, "IN-needs", {"what": what, "need": need}
