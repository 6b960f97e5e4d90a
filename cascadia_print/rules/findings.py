"""What is wrong with the marks and what was taken, what cannot be told, and what was missed.

One broken constraint is one finding; what only follows from it is nested under it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from cascadia_print.rules import legal
from cascadia_print.rules.earn import Choice, Earned, earn
from cascadia_print.rules.legal import completes
from cascadia_print.rules.marks import Filled, Value
from cascadia_print.rules.score import (
    Picture,
    Scored,
    choice_range,
    circled,
    open_choices,
    opens_more,
    option_points,
    took,
    valid,
)
from cascadia_print.rules.table import Item, table
from cascadia_print.sheet.model import RECORDED, Sheet
from cascadia_print.sheet.vocabulary import habitats, wildlife_letters
from cascadia_print.verdict import Finding, Missed


@dataclass(frozen=True, slots=True)
class Case:
    """One reading of a filled sheet: its marks in printed order, the ink and the legal part."""

    sheet: Sheet
    filled: Filled
    marks: Mapping[str, Value]
    picks: tuple[str, ...]
    ink: Picture
    allowed: Picture
    on_ink: Scored
    by_rules: Scored


@dataclass(frozen=True, slots=True)
class _Root:
    """A finding on marks with the spaces that broke the rule together."""

    finding: Finding
    ids: tuple[str, ...]


def findings(case: Case) -> list[Finding]:
    """All findings on marks, on what was taken, and open questions, in printed order of each."""
    roots = _with_lost(case, _stray_marks(case))
    return [
        *_void_values(case),
        *(root.finding for root in roots),
        *_unearned(case),
        *_over_picked(case),
        *_unsaid(case),
        *_unsaid_splits(case),
        *_unsaid_complete(case),
    ]


# -- marks -------------------------------------------------------------------------------------


def _void_values(case: Case) -> Iterator[Finding]:
    """Values that cannot stand in their space (A-1, C-2, D-2), unless the entry told them."""
    told = {wrong.at for wrong in case.filled.wrong}
    for id, value in case.marks.items():
        space = case.sheet.space[id]
        if id in told or valid(case.sheet, space, value):
            continue
        rule, text = case.sheet.rule("value"), "letter-unknown"
        low, high = case.sheet.marking.numbers
        letters = ", ".join(wildlife_letters(case.filled.letters))
        if case.sheet.marking.write == "number":
            text = "number-range" if type(value) is int else "not-a-number"
        elif case.sheet.marking.write == "outline" or space.overflow:
            text = "habitat-not-here" if value in habitats() else "not-an-outline"
        values = {
            "value": value,
            "low": low,
            "high": high,
            "letters": letters,
            "habitats": ", ".join(space.habitats),
        }
        yield Finding(rule, "illegal", id, text, values, *_where(case, id))


def _stray_marks(case: Case) -> list[_Root]:
    """Marks outside the largest legal part, one finding for each gap, island or blank hexagon."""
    sheet, marks, filled = case.sheet, case.marks, case.allowed.filled
    stray = [id for id in marks if id not in filled]
    if not stray:
        return []
    roots: list[_Root] = []
    followers: list[tuple[tuple[str, ...], _Root]] = []
    # What is closed or opened by marks that are themselves not allowed only follows from these.
    drawn = legal.closure(sheet, (id for id in marks if not sheet.space[id].blank))
    for group in _groups(case, stray):
        at = group[0]
        reason = legal.reason(sheet, sheet.space[at], filled, marks)
        assert reason is not None, at  # a stray mark always has a reason
        values = {**reason.values, "n": len(group), "ids": ", ".join(group)}
        root = _Root(
            Finding(reason.rule, "illegal", at, reason.text, values, *_where(case, at)), group
        )
        if reason.text == "blank" and at in drawn:
            followers.append((table(sheet).near[at], root))
        elif reason.text == "overflow-closed" and _opened_by_ink(case):
            followers.append(((), root))
        elif reason.text == "cut-off" and (bridge := _bridge(case, group, stray)):
            followers.append((bridge, root))
        else:
            roots.append(root)
    for near, root in followers:
        cause = next((r for r in roots if {*r.ids} & {*near}), roots[0] if roots else None)
        if cause is None:
            roots.append(root)
        else:
            ids = (*cause.ids, *root.ids)
            roots[roots.index(cause)] = _Root(_nest(cause.finding, root.finding), ids)
    return roots


def _opened_by_ink(case: Case) -> bool:
    return legal.overflow_open(case.sheet, case.ink.filled, case.marks)


def _groups(case: Case, stray: Sequence[str]) -> list[tuple[str, ...]]:
    """Stray marks that break a rule together: a run after a gap, an island, a closed overflow."""
    sheet, t = case.sheet, table(case.sheet)
    shut = not legal.overflow_open(sheet, case.allowed.filled, case.marks)
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
            near: Iterable[str] = ()
            if space.overflow and shut:
                near = [i for i in left if sheet.space[i].overflow]
            elif space.overflow or sheet.marking.order in ("down", "right"):
                near = [i for i in left if t.before.get(i) == here]
            elif not space.blank:
                near = [i for i in t.near[here] if i in left and not sheet.space[i].blank]
            for other in near:
                del left[other]
                group.append(other)
                edge.append(other)
        groups.append(tuple(in_print(sheet, group)))
    return groups


def _bridge(case: Case, group: Sequence[str], stray: Sequence[str]) -> tuple[str, ...]:
    """Blank hexagons, wrongly outlined, through which an island touches the legal part."""
    near = table(case.sheet).near
    return tuple(
        b
        for b in stray
        if case.sheet.space[b].blank
        and any(b in near[i] for i in group)
        and any(i in case.allowed.filled for i in near[b])
    )


# -- consequences ------------------------------------------------------------------------------


def _with_lost(case: Case, roots: list[_Root]) -> list[_Root]:
    """What is earned on the ink only, nested under the finding whose marks brought it.

    What would be earned without any of them is lost for another reason, told by itself.
    """
    lost = [*_lost_bonuses(case), *_lost_picks(case)]
    if not roots or not lost:
        return roots
    without = [_earned_without(case, root.ids) for root in roots]
    rest = _earned_without(case, {id for root in roots for id in root.ids})
    found = list(roots)
    for consequence in lost:
        if not _still(rest, consequence):
            causes = (k for k, rest in enumerate(without) if not _still(rest, consequence))
            k = next(causes, 0)
            found[k] = replace(found[k], finding=_nest(found[k].finding, consequence))
    return found


def _lost_bonuses(case: Case) -> Iterator[Finding]:
    t, taken = table(case.sheet), case.ink.taken
    named = {t.whole(id) for id in taken or ()}
    for id in in_print(case.sheet, case.ink.earned.ids - case.allowed.earned.ids):
        item = t.items[id]
        if item.group or (taken is not None and id not in named):
            continue
        spot = (item.line, id)
        n = case.on_ink.points.get(spot, 0) - case.by_rules.points.get(spot, 0)
        if n > 0:
            yield Finding(item.rule, "illegal", id, "lost", {"points": n})
        elif taken is not None:
            text = "lost-gain" if item.offer.sides else "lost-box"
            yield Finding(item.rule, "illegal", id, text, {"gains": item.offer.word})


def _lost_picks(case: Case) -> Iterator[Finding]:
    for choice in case.allowed.earned.choices.values():
        before = case.ink.best.choices.get(choice.id)
        side = choice.id in table(case.sheet).items
        if not side and before and choice.capacity < len(choice.said) <= before.capacity:
            values = {"capacity": choice.capacity, "n": len(choice.said)}
            text = "lost-picks" if choice.capacity else "lost-all-picks"
            yield Finding(choice.rule, "illegal", choice.id, text, values)


def _earned_without(case: Case, ids: Collection[str]) -> Earned:
    """What the ink earns without these marks."""
    marks = {id: value for id, value in case.marks.items() if id not in ids}
    spaces = legal.closure(case.sheet, marks)
    return earn(case.sheet, spaces, marks, case.picks, lenient=True)


def _still(earned: Earned, consequence: Finding) -> bool:
    choice = earned.choices.get(consequence.at)
    if consequence.text in ("lost-picks", "lost-all-picks"):
        return choice is not None and choice.capacity >= len(choice.said)
    return consequence.at in earned.ids


def _nest(finding: Finding, consequence: Finding) -> Finding:
    return replace(finding, consequences=(*finding.consequences, consequence))


# -- what was taken ----------------------------------------------------------------------------


def _unearned(case: Case) -> Iterator[Finding]:
    """Circles and crosses without their trigger, also not on the ink."""
    t = table(case.sheet)
    # A habitat that may be complete, as far as is said of its split spaces, accuses nobody.
    open_ = {id for id in case.ink.best.ids if t.items[id].completes}
    whole = (t.whole(id) for id in case.filled.taken or () if "=" not in id)
    for id in in_print(case.sheet, whole):
        item = t.items.get(id)
        choice = case.ink.best.choices.get(id)
        if id in case.ink.earned.ids or id in open_:
            continue
        if item and not item.group and choice is None:
            yield _no_trigger(case, item)


def _over_picked(case: Case) -> Iterator[Finding]:
    """More picks than were earned on the ink, or both sides of a choice: a capacity."""
    items = table(case.sheet).items
    for choice in case.ink.best.choices.values():
        n = len(choice.said)
        if n <= choice.capacity:
            continue
        item = items.get(choice.id)
        if item and not choice.capacity:
            yield _no_trigger(case, item)
            continue
        text = "both-sides" if item else "over-picked" if choice.capacity else "unearned-picks"
        values = {
            "capacity": choice.capacity,
            "n": n,
            "picks": ", ".join(choice.said),
            "sides": " / ".join(o.partition("=")[2] for o in choice.said),
        }
        last = choice.said[-1]
        place = case.filled.where.get(f"pick:{last}") or case.filled.where.get(f"taken:{last}")
        place = place or ("/picks", 0)
        yield Finding(choice.rule, "illegal", choice.id, text, values, *place)


def _no_trigger(case: Case, item: Item) -> Finding:
    """The finding on something taken although its set is not filled: need, have, what is open."""
    place = taken_at(case.sheet, case.filled, item.id)
    earned = case.ink.earned
    box = case.sheet.boxes.get(item.id)
    if box and box.lane:
        have = earned.lanes.get(f"{box.area}.{box.lane}", 0)
        values: dict[str, object] = {"need": box.number, "have": have, "lane": box.lane}
        return Finding(item.rule, "illegal", item.id, "unearned-box", values, *place)
    open_ids = [id for id in item.needs if not _is_filled(case, id)]
    if item.one_kind and not open_ids:
        # What stands for no animal is shown as the file has it: true, not a word of the program.
        kinds = sorted({str(case.ink.values[i]).replace("True", "true") for i in item.needs})
        values = {"kinds": ", ".join(kinds)}
        return Finding(item.rule, "illegal", item.id, "unearned-one-kind", values, *place)
    text = "unearned"
    if item.completes and not open_ids:
        # All is outlined, but by the rulings of the sheet not all of it counts for the habitat.
        marks = case.ink.values
        open_ids = [i for i in item.needs if not completes(case.sheet, i, item.completes, marks)]
        text = "unearned-habitat"
    values = {
        "need": len(item.needs),
        "have": len(item.needs) - len(open_ids),
        "open": ", ".join(open_ids),
    }
    return Finding(item.rule, "illegal", item.id, text, values, *place)


def _is_filled(case: Case, id: str) -> bool:
    box = case.sheet.boxes.get(id)
    if box is None:
        return id in case.ink.filled
    return case.ink.earned.lanes.get(f"{box.area}.{box.lane}", 0) >= box.number


# -- open questions and missed points ----------------------------------------------------------


def _unsaid(case: Case) -> Iterator[Finding]:
    """Choices that were earned, not said, and that could change a line."""
    found = []
    for choice in case.allowed.best.choices.values():
        n = open_choices(choice, case.allowed.taken)
        low, high = choice_range(case.sheet, choice, case.allowed)
        rest = [o for o in choice.options if o not in choice.said]
        more = any(opens_more(case.sheet, o) for o in rest)
        if n and (low < high or more):
            values = {
                "n": n,
                "low": low,
                "high": high,
                "line": choice.line,
                "options": ", ".join(rest),
            }
            text = "unsaid-opens" if more else "unsaid"
            found.append(Finding(choice.rule, "cannot-tell", choice.id, text, values))
    order = printed_order(case.sheet)
    yield from sorted(found, key=lambda f: order.get(f.at, 0))


def _unsaid_splits(case: Case) -> Iterator[Finding]:
    for id in unsaid_splits(case.sheet, case.allowed):
        space = case.sheet.space[id]
        values = {"habitats": " / ".join(space.habitats), "points": space.points}
        rule = case.sheet.rule("value")
        yield Finding(rule, "cannot-tell", id, "split-unsaid", values, *_where(case, id))


def _unsaid_complete(case: Case) -> Iterator[Finding]:
    """Habitats that are complete if split spaces of which it is not said were meant for them."""
    sheet, picture = case.sheet, case.allowed
    for id in in_print(sheet, picture.best.ids - picture.earned.ids):
        item = table(sheet).items[id]
        ids = [i for i in item.needs if item.completes and picture.values.get(i) is True]
        splits = [i for i in ids if len(sheet.space[i].habitats) > 1]
        if splits:
            values = {"nearest": item.completes, "ids": ", ".join(splits), "n": len(splits)}
            yield Finding(item.rule, "cannot-tell", id, "complete-unsaid", values)


def unsaid_splits(sheet: Sheet, picture: Picture) -> list[str]:
    """Filled split spaces with points whose habitat is not said, where habitats have lines."""
    if sheet.marking.split_scores == "both":
        return []
    lines = {t.of for x in sheet.lines for t in x.terms if t.kind == "printed"}
    return [
        s.id
        for s in sheet.spaces
        if s.id in picture.filled
        and s.points
        and len(lines & {*s.habitats}) > 1
        and picture.values.get(s.id) not in s.habitats
    ]


def missed(case: Case) -> list[Missed]:
    """Earned and, as far as the player's record says, left (RH-13)."""
    picture = case.allowed
    found = []
    for id, item in table(case.sheet).items.items():
        if id not in picture.earned.ids or item.group or item.offer.choice:
            continue
        gains = item.offer.sides[0] if item.offer.sides else ()
        have = took(item, picture.taken) if gains else ()
        left = [g for k, g in enumerate(gains) if k not in have and g.kind in RECORDED]
        if left:
            n = sum(g.n for g in left if g.kind == "points")
            found.append(Missed(item.rule, id, item.line, n, "+".join(g.word for g in left)))
    for choice in picture.earned.choices.values():
        if len(choice.said) <= choice.capacity:
            found += _missed_options(case, choice)
    order = printed_order(case.sheet)
    return sorted(found, key=lambda m: order.get(m.at, 0))


def _missed_options(case: Case, choice: Choice) -> Iterator[Missed]:
    """Options named but not circled, and choices that nobody made."""
    sheet, taken = case.sheet, case.allowed.taken
    for option in choice.said:
        if option not in circled(choice, taken):
            at, _, side = option.partition("=")
            word = side or table(sheet).items[at].offer.word
            yield Missed(choice.rule, at, choice.line, option_points(sheet, option), word)
    n = choice.capacity - len(choice.said)
    if n <= 0 or open_choices(choice, taken):
        return
    rest = [o for o in choice.options if o not in choice.said]
    points = sorted((option_points(sheet, o) for o in rest), reverse=True)
    sides = "|".join(o.partition("=")[2] for o in rest if "=" in o)
    pool = f"pick:{choice.id}" if n == 1 else f"{n}pick:{choice.id}"
    yield Missed(choice.rule, choice.id, choice.line, sum(points[:n]), sides or pool)


# -- ids ---------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def printed_order(sheet: Sheet) -> Mapping[str, int]:
    """Place of every id in printed order: spaces, bonuses, habitats, areas, boxes, lines."""
    ids: list[str] = [*sheet.space, *sheet.bonus, *sheet.habitats]
    for area in sheet.areas:
        ids += [area.id, *(f"{area.id}.{name}" for name in area.pools)]
    ids += [*sheet.boxes, *sheet.line]
    return {id: k for k, id in enumerate(dict.fromkeys(ids))}


def in_print(sheet: Sheet, ids: Iterable[str]) -> list[str]:
    """Ids in printed order, each once."""
    order = printed_order(sheet)
    return sorted(dict.fromkeys(ids), key=lambda id: (order.get(id, len(order)), id))


def taken_at(sheet: Sheet, filled: Filled, id: str) -> tuple[str, int]:
    """Where the file says that `id`, a part or a side of it was taken or picked."""
    whole = table(sheet).whole
    named = (key for key in filled.where if key.startswith(("taken:", "pick:")))
    found = (key for key in named if whole(key.partition(":")[2]) == id)
    return filled.where.get(next(found, ""), ("/taken", 0))


def _where(case: Case, id: str) -> tuple[str, int]:
    return case.filled.where.get(id, ("", 0))
