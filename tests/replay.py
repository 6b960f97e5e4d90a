"""An order of play, played again with the second scorer: every step is one that may be made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cascadia_print.rules.legal import why_not
from cascadia_print.rules.marks import Filled, Value
from cascadia_print.sheet.model import Gain, Sheet
from cascadia_print.verdict import Step
from tests.second_scorer import gives, is_reachable, may_be_marked, of_habitat, outlined, score


def replay(
    sheet: Sheet,
    filled: Filled,
    order: Sequence[Step],
    *,
    rounds: int,
    largest: int,
    second: bool,
    other_kinds: bool = False,
) -> None:
    """Raises AssertionError where the order breaks a rule or does not end in the final picture.

    `other_kinds`: a free hexagon need not be of the habitat that it shows (C-8).
    """
    marks = dict(filled.marks or {})
    made: dict[str, Value] = {}
    used: list[str] = []
    boxes = {b.id for a in sheet.areas for pool in a.pools.values() for b in pool}
    said = {*filled.picks, *(t for t in filled.taken or () if "=" in t or t in boxes)}
    sides = tuple(p for p in said if "=" in p)
    picked: list[str] = []
    cards = [step for step in order if step.kind == "card"]
    played = [step.round for step in cards]
    assert played == sorted(played)
    assert all(1 <= n <= rounds for n in played)
    assert all(played.count(n) <= (2 if second and n > 1 else 1) for n in played)
    for step in order:
        if step.kind == "free":
            now = free_hexagons(sheet, made, (*sides, *picked))
            assert now.get(step.source), f"{step} was not earned"
            used.append(step.source)
        elif sheet.marking.write == "number" and not sheet.space[step.marks[0][0]].overflow:
            assert [step.number] == [value for _, value in step.marks]
        else:
            assert len(step.marks) == step.number
        assert 1 <= step.number <= largest
        for id, value in step.marks:
            assert marks[id] == value
            assert why_not(sheet, made, id) is None, f"{step}: {id}"
            assert may_be_marked(sheet, made, id), f"{step}: {id}"
            space = sheet.space[id]
            if space.overflow:
                kinds = list(sheet.habitats) if step.habitat == "any" else [step.habitat]
                ink = outlined(sheet, made)
                opened = sheet.marking.overflow_opens == "always"
                assert opened or any(of_habitat(sheet, h) <= ink for h in kinds), step
            elif step.habitat != "any":
                named = value in space.habitats and len(space.habitats) > 1
                matches = step.habitat in ([value] if named else space.habitats)
                assert matches or (other_kinds and step.kind == "free"), step
            made[id] = value
        if new := [id for id in step.earned if id in boxes]:
            picked += new
            assert set(picked) <= said
            earned = score(sheet, made, (*sides, *picked), halfway=True).boxes
            assert set(picked) <= earned, f"{step}: more picks than were earned"
        if step.kind == "free" and not step.marks:
            lost(sheet, made, step.habitat)
    assert outlined(sheet, made) == outlined(sheet, marks)
    assert is_reachable(sheet, marks)
    if filled.taken is not None:
        given = [id for id, gains in free_hexagons(sheet, marks, said).items() for _ in gains]
        crossed = {t.partition("=")[0] for t in filled.taken}
        assert sorted(used) == sorted(id for id in given if id in crossed)


def free_hexagons(
    sheet: Sheet, marks: dict[str, Value], picks: Iterable[str]
) -> dict[str, list[Gain]]:
    """The free hexagons of all that is earned on a picture."""
    places = {**sheet.space, **sheet.boxes, **sheet.bonus}
    picks, found = tuple(picks), {}
    for id in score(sheet, marks, picks, halfway=True).earned:
        gains = [g for g in gives(places[id].offer, id, picks) if g.kind == "hex"]
        found[id] = [g for g in gains for _ in range(g.n)]
    return found


def lost(sheet: Sheet, made: dict[str, Value], of: str) -> None:
    """A free hexagon is lost only where there is no room for it."""
    ink = outlined(sheet, made)
    habitats = list(sheet.habitats) if of == "any" else [of]
    row = {s.id for s in sheet.spaces if s.overflow}
    complete = any(of_habitat(sheet, h) <= ink for h in habitats)
    open_ = [i for h in habitats for i in of_habitat(sheet, h) if may_be_marked(sheet, made, i)]
    full = sheet.marking.order != "right" or row <= ink
    assert (complete and full) or not open_, f"there is room for {of}"
