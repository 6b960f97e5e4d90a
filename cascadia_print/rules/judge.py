"""A filled sheet → the report: three totals for each line, findings, missed points (L1, L2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from cascadia_print.rules import legal
from cascadia_print.rules.claims import Range, check_claims, claimed
from cascadia_print.rules.earn import Choice, Earned, earn
from cascadia_print.rules.marks import Filled, Value, Wrong
from cascadia_print.rules.score import (
    Picture,
    Scored,
    choice_range,
    circled,
    offer_points,
    open_choices,
    opens_more,
    option_points,
    score,
    took,
    valid,
)
from cascadia_print.rules.table import Item, table
from cascadia_print.sheet.model import Gain, ScoreLine, Sheet
from cascadia_print.sheet.vocabulary import wildlife
from cascadia_print.verdict import Basis, Event, Finding, Line, Missed, Report

RECORDED = ("points", "animal", "wild", "nature", "hex")
"""Gains that a player circles or crosses off; for the others the next box is the record."""

NUMBERS = ("IN-claim", "IN-tally")
"""Wrong entries about the player's numbers, which say nothing of his marks."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """One reading of the marks: the ink, the legal part of it, what is wrong and missed."""

    ink: Scored
    legal: Scored
    findings: tuple[Finding, ...]
    missed: tuple[Missed, ...]


def judge(sheet: Sheet, filled: Filled) -> Report:
    """The verdict on one filled sheet, at L2 when it has marks, else at L1."""
    wrong = [_wrong(w) for w in filled.wrong]
    if filled.marks is None:
        return _judge_claims(sheet, filled, wrong)
    readings = [_judge_marks(sheet, filled, filled.marks)]
    if filled.alternative is not None:
        readings.append(_judge_marks(sheet, filled, filled.alternative))
    first = readings[0]
    findings = [*wrong, *first.findings]
    lines = _lines(sheet, filled, first, readings)
    if differing := _differing(sheet, readings):
        values = {"letters": "H", "differ": ", ".join(differing)}
        findings.append(
            Finding(sheet.rule("value"), "cannot-tell", differing[0], "letters-both", values)
        )
    spans = {x.id: _span(x, readings) for x in lines}
    receipts = {x.id: x.receipt for x in lines}
    missed = [(m.at, m.points) for m in first.missed]
    findings += check_claims(sheet, filled, spans, receipts, missed)
    return _report(sheet, filled, lines, findings, first.missed)


# -- marks -------------------------------------------------------------------------------------


def _judge_marks(sheet: Sheet, filled: Filled, marks: Mapping[str, Value]) -> _Judged:
    marks = {s.id: marks[s.id] for s in sheet.spaces if s.id in marks}
    t = table(sheet)
    taken = None if filled.taken is None else frozenset(filled.taken)
    # A picked box and a chosen side are their own record, in whichever list they stand.
    said = {x for x in taken or () if "=" in x or (x in t.items and t.items[x].group)}
    picks = sorted({*filled.picks, *said})

    def picture(spaces: Set[str], ink: bool) -> Picture:
        values = marks if ink else {i: v for i, v in marks.items() if _sound(sheet, i, v)}
        full = taken is None
        sure = earn(sheet, spaces, values, picks, lenient=ink, all_taken=full)
        best = earn(sheet, spaces, values, picks, lenient=ink, generous=True, all_taken=full)
        return Picture(spaces, values, sure, best, taken, ink)

    ink = picture(legal.closure(sheet, marks), True)
    allowed = picture(legal.reachable(sheet, marks), False)
    roots = _mark_findings(sheet, marks, ink, allowed, filled)
    findings = roots + _taken_findings(sheet, filled, ink, allowed, roots)
    findings += _unsaid_findings(sheet, marks, allowed, filled)
    return _Judged(
        score(sheet, ink),
        score(sheet, allowed),
        tuple(_with_lost(sheet, findings, ink, allowed)),
        tuple(_missed(sheet, allowed)),
    )


def _sound(sheet: Sheet, id: str, value: Value) -> bool:
    return valid(sheet, sheet.space[id], value)


def _mark_findings(
    sheet: Sheet, marks: Mapping[str, Value], ink: Picture, allowed: Picture, filled: Filled
) -> list[Finding]:
    """Marks outside the largest legal part, one finding for each gap, island or blank hexagon."""
    stray = [id for id in marks if id not in allowed.filled]
    if not stray:
        return []
    roots: list[Finding] = []
    followers: list[tuple[tuple[str, ...], Finding]] = []
    # What is closed or opened by marks that are themselves not allowed only follows from these.
    drawn = legal.closure(sheet, (id for id in marks if not sheet.space[id].blank))
    for group in _groups(sheet, stray):
        reason = legal.reason(sheet, sheet.space[group[0]], allowed.filled, marks)
        if reason is None:  # pragma: no cover - a stray mark always has a reason
            continue
        pointer, offset = filled.where.get(group[0], ("", 0))
        values = {**reason.values, "n": len(group), "ids": ", ".join(group)}
        if reason.text == "overflow-closed":
            values["lacking"] = reason.values["n"]
        finding = Finding(reason.rule, "illegal", group[0], reason.text, values, pointer, offset)
        if reason.text == "blank" and group[0] in drawn:
            followers.append((table(sheet).near[group[0]], finding))
        elif reason.text == "overflow-closed" and legal.overflow_open(sheet, ink.filled, marks):
            followers.append(((), finding))
        elif reason.text == "cut-off" and (bridge := _bridge(sheet, group, stray, allowed.filled)):
            followers.append((bridge, finding))
        else:
            roots.append(finding)
    for near, finding in followers:
        cause = next((r for r in roots if r.at in near), roots[0] if roots else None)
        if cause is None:
            roots.append(finding)
        else:
            k = roots.index(cause)
            roots[k] = replace(cause, consequences=(*cause.consequences, finding))
    return roots


def _groups(sheet: Sheet, stray: Sequence[str]) -> list[list[str]]:
    """Stray marks that break a rule together: a run after a gap, an island, the overflow."""
    t = table(sheet)
    left = dict.fromkeys(stray)
    groups = []
    for id in stray:
        if id not in left:
            continue
        del left[id]
        group, edge = [id], [id]
        while edge:
            here = edge.pop()
            space = sheet.space[here]
            if space.blank:
                near: Iterable[str] = ()
            elif space.overflow or sheet.marking.order in ("down", "right"):
                near = [i for i in left if t.before.get(i) == here]
            else:
                near = [i for i in t.near[here] if i in left and not sheet.space[i].blank]
            for other in near:
                del left[other]
                group.append(other)
                edge.append(other)
        groups.append(sorted(group, key=lambda i: _order(sheet)[i]))
    return groups


def _bridge(
    sheet: Sheet, group: Sequence[str], stray: Sequence[str], filled: Set[str]
) -> tuple[str, ...]:
    """Blank hexagons, wrongly outlined, through which an island touches the legal part."""
    near = table(sheet).near
    return tuple(
        b
        for b in stray
        if sheet.space[b].blank
        and any(b in near[i] for i in group)
        and any(i in filled for i in near[b])
    )


# -- what was taken ----------------------------------------------------------------------------


def _taken_findings(
    sheet: Sheet, filled: Filled, ink: Picture, allowed: Picture, roots: list[Finding]
) -> list[Finding]:
    """Circles and crosses without their trigger, and more picks than were earned."""
    t = table(sheet)
    findings: list[Finding] = []
    for id in _printed(sheet, filled.taken or ()):
        item = _item(t.items, id)
        if item is None or item.group or "=" in id or item.id in allowed.earned.ids:
            continue
        if item.id not in ink.earned.ids:
            findings.append(_unearned(sheet, item, ink, filled))
    for choice in ink.best.choices.values():
        n = len(choice.said)
        if n <= choice.capacity:
            continue
        pointer, offset = filled.where.get(
            f"pick:{choice.said[-1]}", filled.where.get(f"taken:{choice.said[-1]}", ("/picks", 0))
        )
        item = t.items.get(choice.id)
        if item and not choice.capacity:
            findings.append(_unearned(sheet, item, ink, filled))
            continue
        text = "both-sides" if item else "over-picked"
        values = {
            "capacity": choice.capacity,
            "n": n,
            "picks": ", ".join(choice.said),
            "sides": " / ".join(o.partition("=")[2] for o in choice.said),
        }
        findings.append(Finding(choice.rule, "illegal", choice.id, text, values, pointer, offset))
    return findings


def _unearned(sheet: Sheet, item: Item, ink: Picture, filled: Filled) -> Finding:
    where = filled.where
    place = next(
        (where[k] for k in where if k.split(":")[0] in ("taken", "pick") and _names(k, item.id)),
        ("/taken", 0),
    )
    box = sheet.boxes.get(item.id)
    if box and box.lane:
        have = ink.earned.lanes.get(f"{box.area}.{box.lane}", 0)
        values: dict[str, object] = {"need": box.number, "have": have, "lane": box.lane}
        return Finding(item.rule, "illegal", item.id, "unearned-box", values, *place)
    boxes = {b for b in item.needs if b in sheet.boxes}
    if boxes:
        filled_ids: Set[str] = {b for b in boxes if _box_filled(sheet, b, ink.earned)}
    else:
        filled_ids = ink.filled
    missing = [i for i in item.needs if i not in filled_ids]
    if item.one_kind and not missing:
        kinds = sorted({str(ink.values.get(i)) for i in item.needs})
        return Finding(
            item.rule, "illegal", item.id, "unearned-one-kind", {"kinds": ", ".join(kinds)}, *place
        )
    values = {
        "need": len(item.needs),
        "have": len(item.needs) - len(missing),
        "open": ", ".join(missing[:3]),
    }
    return Finding(item.rule, "illegal", item.id, "unearned", values, *place)


def _box_filled(sheet: Sheet, id: str, earned: Earned) -> bool:
    box = sheet.boxes[id]
    return earned.lanes.get(f"{box.area}.{box.lane}", 0) >= box.number


def _with_lost(
    sheet: Sheet, findings: Sequence[Finding], ink: Picture, allowed: Picture
) -> list[Finding]:
    """Bonuses earned on the ink only, nested under the finding that takes them away."""
    found = list(findings)
    t = table(sheet)
    roots = [k for k, f in enumerate(found) if f.kind == "illegal" and f.at in sheet.space]
    if not roots:
        return found
    for id in _printed(sheet, ink.earned.ids - allowed.earned.ids):
        item = t.items[id]
        if item.group:  # a pick too many is a finding of its own
            continue
        if ink.taken is not None and not any(_base(t.items, x) == id for x in ink.taken):
            continue
        n = offer_points(item.offer)[1]
        if not n:
            continue
        near = [
            k for k in roots if set(str(found[k].values.get("ids")).split(", ")) & {*item.needs}
        ]
        k = near[0] if near else roots[0]
        lost = Finding(item.rule, "illegal", id, "lost", {"points": n})
        found[k] = replace(found[k], consequences=(*found[k].consequences, lost))
    for choice in allowed.earned.choices.values():
        before = ink.best.choices.get(choice.id)
        if before and choice.capacity < len(choice.said) <= before.capacity:
            values = {"capacity": choice.capacity, "n": len(choice.said)}
            lost = Finding(choice.rule, "illegal", choice.id, "lost-picks", values)
            k = roots[0]
            found[k] = replace(found[k], consequences=(*found[k].consequences, lost))
    return found


# -- open questions and missed points ----------------------------------------------------------


def _unsaid_findings(
    sheet: Sheet, marks: Mapping[str, Value], allowed: Picture, filled: Filled
) -> list[Finding]:
    findings = []
    for choice in allowed.best.choices.values():
        n = open_choices(choice, allowed.taken)
        low, high = choice_range(sheet, choice, allowed)
        more = any(opens_more(sheet, o) for o in choice.options if o not in choice.said)
        if n and (low < high or more):
            values = {
                "n": n,
                "low": low,
                "high": high,
                "line": choice.line,
                "options": ", ".join(o for o in choice.options if o not in choice.said),
            }
            text = "unsaid-opens" if more else "unsaid"
            findings.append(Finding(choice.rule, "cannot-tell", choice.id, text, values))
    split_lines = {t.of for x in sheet.lines for t in x.terms if t.kind == "printed"}
    for id in allowed.filled:
        space = sheet.space[id]
        unsaid = allowed.values.get(id) not in space.habitats
        if len(space.habitats) > 1 and space.points and unsaid and split_lines & {*space.habitats}:
            pointer, offset = filled.where.get(id, ("", 0))
            values = {"habitats": " / ".join(space.habitats), "points": space.points}
            findings.append(
                Finding(
                    sheet.rule("value"), "cannot-tell", id, "split-unsaid", values, pointer, offset
                )
            )
    return sorted(findings, key=lambda f: _order(sheet).get(f.at, 0))


def _missed(sheet: Sheet, allowed: Picture) -> list[Missed]:
    """Earned and, as far as the player's record says, left (RH-13)."""
    found = []
    for id, item in table(sheet).items.items():
        if id not in allowed.earned.ids or item.group or item.offer.choice:
            continue
        if not item.offer.sides:
            continue
        gains = item.offer.sides[0]
        left: list[Gain] = [
            g
            for k, g in enumerate(gains)
            if k not in took(item, allowed.taken) and g.kind in RECORDED
        ]
        if left:
            n = sum(g.n for g in left if g.kind == "points")
            found.append(Missed(item.rule, id, item.line, n, "+".join(g.word for g in left)))
    for choice in allowed.earned.choices.values():
        for option in choice.said[: choice.capacity]:
            if option not in circled(choice, allowed.taken):
                at, _, word = option.partition("=")
                word = word or table(sheet).items[at].offer.word
                points = option_points(sheet, option)
                found.append(Missed(choice.rule, at, choice.line, points, word))
        n = choice.capacity - len(choice.said)
        if n <= 0 or open_choices(choice, allowed.taken):
            continue
        found.append(_missed_choice(sheet, choice, n))
    return sorted(found, key=lambda m: _order(sheet).get(m.at, 0))


def _missed_choice(sheet: Sheet, choice: Choice, n: int) -> Missed:
    rest = [o for o in choice.options if o not in choice.said]
    points = sorted((option_points(sheet, o) for o in rest), reverse=True)
    sides = "|".join(o.partition("=")[2] for o in rest if "=" in o)
    pool = f"pick:{choice.id}" if n == 1 else f"{n}pick:{choice.id}"
    return Missed(choice.rule, choice.id, choice.line, sum(points[:n]), sides or pool)


# -- lines and the report ----------------------------------------------------------------------


def _lines(sheet: Sheet, filled: Filled, first: _Judged, readings: Sequence[_Judged]) -> list[Line]:
    lines = []
    for line in sheet.lines:
        said = claimed(filled, line.id)
        if leftovers := _leftovers(line):
            lines.append(_leftover_line(sheet, filled, line, leftovers, said))
            continue
        spots = {at for x, at in (*first.ink.points, *first.legal.points) if x == line.id}
        receipt = tuple(
            _event(sheet, line.id, at, first)
            for at in sorted(spots, key=lambda at: _order(sheet).get(at, len(_order(sheet))))
            if first.ink.points.get((line.id, at), 0) or first.legal.points.get((line.id, at), 0)
        )
        marked = min(_sum(r.ink, line.id) for r in readings)
        sure = min(_sum(r.legal, line.id) for r in readings)
        most = max(_sum(r.legal, line.id) + r.legal.spread.get(line.id, 0) for r in readings)
        basis = _basis(e.basis for e in receipt)
        lines.append(Line(line.id, line.rule, said, marked, sure, most, basis, receipt))
    return lines


def _event(sheet: Sheet, line: str, at: str, judged: _Judged) -> Event:
    marked = judged.ink.points.get((line, at), 0)
    sure = judged.legal.points.get((line, at), 0)
    item = table(sheet).items.get(at)
    cited = item.rule if item and not _counts_itself(sheet, line, at) else ""
    state = "legal" if marked == sure else "marked"
    return Event(line, at, marked, sure, cited, state, _event_basis(sheet, line, at))  # type: ignore[arg-type]


def _counts_itself(sheet: Sheet, line: str, at: str) -> bool:
    """Whether a space is counted by a term of the line and not for a bonus printed in it."""
    return any(at in term.spaces for term in sheet.line[line].terms)


def _event_basis(sheet: Sheet, line: str, at: str) -> Basis:
    ids = [at]
    for term in sheet.line[line].terms:
        if term.kind == "heading" and at in term.spaces:
            ids = [f"heading.{sheet.space[at].col + 1}"]
        elif term.kind == "diverse" and at in sheet.habitats:
            ids = [line, *sheet.habitats[at]]
    known = (sheet.provenance[i].source for i in ids if i in sheet.provenance)
    return _basis(known)


def _basis(found: Iterable[Basis]) -> Basis:
    kinds = set(found)
    return "designed" if "designed" in kinds else "owner" if "owner" in kinds else "rulebook"


def _leftovers(line: ScoreLine) -> int:
    return next((term.n for term in line.terms if term.kind == "leftovers"), 0)


def _leftover_line(
    sheet: Sheet, filled: Filled, line: ScoreLine, each: int, said: int | None
) -> Line:
    """All animals and nature tokens left, divided by `each`, rounded down (RH-12)."""
    rows = [(filled.tally or {}).get(name) for name in (*wildlife(), "nature")]
    left = [n for n in rows if n is not None]
    if len(left) < len(rows):
        return Line(line.id, line.rule, said)
    n = sum(left) // each
    event = Event(line.id, "tally", n, n, line.rule)
    return Line(line.id, line.rule, said, n, n, n, "rulebook", (event,))


def _report(
    sheet: Sheet,
    filled: Filled,
    lines: Sequence[Line],
    findings: Sequence[Finding],
    missed: Sequence[Missed],
) -> Report:
    kinds = {f.kind for f in findings}
    verdict = "illegal" if "illegal" in kinds else "legal"
    if verdict == "legal" and "cannot-tell" in kinds:
        verdict = "cannot-tell"
    said = any(claimed(filled, x) is not None for x in (*sheet.line, "total"))
    rulings = {**filled.rulings, **sheet.in_force}
    if sheet.marking.write == "wildlife" and filled.marks is not None:
        rulings["letters"] = "en or de" if filled.alternative is not None else filled.letters
    return Report(
        sheet=sheet.ref,
        player=filled.player,
        verdict=verdict,  # type: ignore[arg-type]
        claims="wrong" if "claim" in kinds else "right" if said else "none",
        level="L1" if filled.marks is None else "L2",
        lines=tuple(lines),
        total=_total(sheet, filled, lines),
        findings=tuple(findings),
        missed=tuple(missed),
        rulings=rulings,
        nature=(filled.tally or {}).get("nature"),
    )


def _total(sheet: Sheet, filled: Filled, lines: Sequence[Line]) -> Line:
    def whole(numbers: Iterable[int | None]) -> int | None:
        known = list(numbers)
        return None if None in known else sum(n for n in known if n is not None)

    return Line(
        "total",
        sheet.lines[0].rule,
        claimed(filled, "total"),
        whole(x.as_marked for x in lines),
        whole(x.as_legal for x in lines),
        whole(x.up_to for x in lines),
        _basis(x.basis for x in lines),
    )


def _judge_claims(sheet: Sheet, filled: Filled, wrong: Sequence[Finding]) -> Report:
    """Numbers without marks: their sum and the leftovers are all that can be judged (L1)."""
    lines = []
    for line in sheet.lines:
        said = claimed(filled, line.id)
        if leftovers := _leftovers(line):
            found = _leftover_line(sheet, filled, line, leftovers, said)
            lines.append(found if found.as_marked is not None else replace(found, as_marked=said))
        else:
            lines.append(Line(line.id, line.rule, said, said))
    spans: dict[str, Range | None] = {
        x.id: None if x.as_marked is None else (x.as_marked, x.as_marked) for x in lines
    }
    receipts = {x.id: x.receipt for x in lines}
    findings = [*wrong, *check_claims(sheet, filled, spans, receipts)]
    return _report(sheet, filled, lines, findings, ())


def _wrong(wrong: Wrong) -> Finding:
    return Finding(
        wrong.rule,
        "claim" if wrong.rule in NUMBERS else "illegal",
        wrong.at,
        wrong.text,
        wrong.values,
        wrong.pointer,
        wrong.offset,
    )


def _differing(sheet: Sheet, readings: Sequence[_Judged]) -> list[str]:
    """Lines that come out differently when the letters are read in the other language."""

    def numbers(r: _Judged, line: str) -> tuple[int, int, int]:
        return _sum(r.ink, line), _sum(r.legal, line), r.legal.spread.get(line, 0)

    return [x.id for x in sheet.lines if len({numbers(r, x.id) for r in readings}) > 1]


def _span(line: Line, readings: Sequence[_Judged]) -> Range | None:
    if line.as_marked is None:
        return None
    if line.receipt and line.receipt[0].at == "tally":
        return line.as_marked, line.as_marked
    return line.as_marked, max(
        _sum(r.ink, line.id) + r.ink.spread.get(line.id, 0) for r in readings
    )


def _sum(scored: Scored, line: str) -> int:
    return sum(n for (x, _), n in scored.points.items() if x == line)


@lru_cache(maxsize=128)
def _order(sheet: Sheet) -> Mapping[str, int]:
    """Place of every id in printed order: spaces, bonuses, boxes, areas, lines."""
    ids: list[str] = [*sheet.space, *sheet.bonus, *sheet.habitats]
    for area in sheet.areas:
        ids += [area.id, *(f"{area.id}.{name}" for name in area.pools)]
    ids += [*sheet.boxes, *sheet.line]
    return {id: k for k, id in enumerate(dict.fromkeys(ids))}


def _printed(sheet: Sheet, ids: Iterable[str]) -> list[str]:
    order = _order(sheet)
    return sorted(dict.fromkeys(ids), key=lambda id: (order.get(id, len(order)), id))


def _item(items: Mapping[str, Item], id: str) -> Item | None:
    return items.get(_base(items, id))


def _base(items: Mapping[str, Item], id: str) -> str:
    """The id of what was taken: "mountains-2.1" is a part of mountains-2."""
    id = id.partition("=")[0]
    return id if id in items else id.rpartition(".")[0]


def _names(key: str, id: str) -> bool:
    said = key.partition(":")[2].partition("=")[0]
    return said == id or said.rpartition(".")[0] == id
