"""A second opinion on the score of a legal sheet, written from the rules alone.

It looks at everything again and again until nothing changes, and shares no code with
`cascadia_print.rules` nor with the hexagon geometry of `cascadia_print.sheet`: what it takes from
a `Sheet` are the printed things (spaces, gains, ids); which spaces a bonus needs is read off its
place. Slow on purpose: only what is printed is kept, as a sheet never changes. `score` is for
legal sheets, `three_totals` for any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from cascadia_print.sheet.model import Area, Bonus, Gain, Offer, Sheet, Space, Term

ANIMALS = ("bear", "elk", "fox", "hawk", "salmon")
TALLY = (*ANIMALS, "nature")

Marks = Mapping[str, object]
Lines = dict[str, int | None]
Totals = dict[str, tuple[int | None, int | None, int | None]]


@dataclass(frozen=True)
class Score:
    """Lines and total (None: not known without a tally), and what was earned.

    `earned`: everything that could be circled or crossed off, id -> its points.
    `open_pools`: pool -> picks earned and not yet said. `open_choices`: bonuses whose side is
    not said. `boxes`: boxes reached, also those that give nothing.
    """

    lines: Lines
    total: int | None
    earned: dict[str, int]
    open_pools: dict[str, int]
    open_choices: dict[str, tuple[str, ...]]
    boxes: frozenset[str]


# -- geometry -----------------------------------------------------------------------------------


@cache
def on_map(sheet: Sheet) -> tuple[Space, ...]:
    """The hexagons of the grid; a separate overflow row is no part of it."""
    return tuple(s for s in sheet.spaces if "." not in s.id)


def axial(row: int, col: int, stagger: str) -> tuple[int, int]:
    """Coordinates in which the six neighbours of a hexagon are the same for every row.

    Counted in half hexagons, so that a shifted row needs no fraction.
    """
    first_row_is_odd = row % 2 == 0
    shifted = (stagger == "odd" and first_row_is_odd) or (
        stagger == "even" and not first_row_is_odd
    )
    halves = 2 * col + (1 if shifted else 0)
    return halves - row, row


@cache
def touching(sheet: Sheet) -> dict[str, set[str]]:
    """Each hexagon of the map with those that touch it."""
    where = {axial(s.row, s.col, sheet.stagger): s.id for s in on_map(sheet)}
    found = {}
    for (q, r), id in where.items():
        around = [(q + 2, r), (q - 2, r), (q, r + 1), (q - 2, r + 1), (q + 2, r - 1), (q, r - 1)]
        found[id] = {where[place] for place in around if place in where}
    return found


def in_row(sheet: Sheet, space: Space) -> list[str]:
    same = [s for s in sheet.spaces if s.row == space.row and ("." in s.id) == ("." in space.id)]
    return [s.id for s in sorted(same, key=lambda s: s.col)]


def in_column(sheet: Sheet, space: Space) -> list[str]:
    same = [s for s in on_map(sheet) if s.col == space.col]
    return [s.id for s in sorted(same, key=lambda s: s.row)]


@cache
def of_habitat(sheet: Sheet, habitat: str) -> frozenset[str]:
    return frozenset(s.id for s in on_map(sheet) if habitat in s.habitats)


# -- marking ------------------------------------------------------------------------------------


def outlined(sheet: Sheet, marked: Iterable[str]) -> set[str]:
    """What counts as filled: the marks, the start, and what is closed in (C-3)."""
    found = set(marked) | _starts(sheet)
    around = _inside(sheet) if sheet.marking.closes else {}
    changed = bool(around)
    while changed:
        closed = {id for id, near in around.items() if near <= found} - found
        found |= closed
        changed = bool(closed)
    return found


@cache
def _starts(sheet: Sheet) -> frozenset[str]:
    return frozenset(s.id for s in sheet.spaces if s.start)


@cache
def _inside(sheet: Sheet) -> dict[str, set[str]]:
    """The hexagons with six neighbours, and these."""
    return {id: near for id, near in touching(sheet).items() if len(near) == 6}


def may_be_marked(sheet: Sheet, marked: Iterable[str], id: str) -> bool:
    """Whether `id` is the next step of somebody whose sheet holds `marked`."""
    return _may(sheet, outlined(sheet, marked), id)


def _may(sheet: Sheet, filled: set[str], id: str) -> bool:
    space = sheet.space[id]
    if id in filled:
        return False
    if space.overflow:
        row = in_row(sheet, space)
        habitats = {h for s in on_map(sheet) for h in s.habitats}
        complete = any(of_habitat(sheet, h) <= filled for h in habitats)
        return complete and set(row[: row.index(id)]) <= filled
    if not space.habitats:
        return False
    order = sheet.marking.order
    if order == "down":
        column = in_column(sheet, space)
        return set(column[: column.index(id)]) <= filled
    if order == "right":
        row = in_row(sheet, space)
        return set(row[: row.index(id)]) <= filled
    if order == "touching":
        return bool(touching(sheet)[id] & filled)
    return True


def reachable_part(sheet: Sheet, marks: Iterable[str]) -> set[str]:
    """Which of `marks` can be made one after the other, trying all of them again and again."""
    left, made = set(marks), set[str]()
    filled = outlined(sheet, made)
    changed = True
    while changed:
        changed = False
        for id in sorted(left - filled):
            if _may(sheet, filled, id):
                made.add(id)
                filled = outlined(sheet, filled | {id})
                changed = True
    return made


def is_reachable(sheet: Sheet, marks: Iterable[str]) -> bool:
    """Whether a picture can be made from the blank sheet by marks that are allowed."""
    wanted = set(marks)
    return wanted <= outlined(sheet, reachable_part(sheet, wanted))


def reachable_pictures(sheet: Sheet, most: int | None = None) -> set[frozenset[str]]:
    """All sets of marks that can be made from the blank sheet, of `most` marks at most.

    For sheets of a few hexagons only: it walks through all of them.
    """
    found = {frozenset[str]()}
    newest = set(found)
    while newest and (most is None or len(next(iter(newest))) < most):
        newest = {
            picture | {s.id}
            for picture in newest
            for s in sheet.spaces
            if may_be_marked(sheet, picture, s.id)
        }
        found |= newest
    return found


# -- what is earned -----------------------------------------------------------------------------


def needs(sheet: Sheet, bonus: Bonus) -> frozenset[str]:
    """The hexagons that a bonus asks for, read off its printed place."""
    return _needs(sheet, bonus.id)


@cache
def _needs(sheet: Sheet, id: str) -> frozenset[str]:
    return frozenset(_at(sheet, sheet.bonus[id]))


def _at(sheet: Sheet, bonus: Bonus) -> Iterable[str]:
    spaces = on_map(sheet)
    if bonus.shape == "row":
        return {s.id for s in spaces if s.id.rstrip("0123456789") == bonus.of}
    if bonus.shape == "column":
        column = in_column(sheet, next(s for s in spaces if s.col == int(bonus.of)))
        return column[: bonus.first] if bonus.first else column
    if bonus.shape == "habitat":
        return of_habitat(sheet, bonus.of)
    if bonus.shape == "region":
        return {s.id for s in spaces if s.region == bonus.of}
    if bonus.shape == "edge":
        first, second = bonus.id.split("-")
        assert second in touching(sheet)[first], f"{bonus.id} is no edge"
        return {first, second}
    if bonus.shape == "diamond":
        first, last = (sheet.space[i] for i in bonus.id.split("-"))
        assert (last.row, last.col) == (first.row + 1, first.col + 1), f"{bonus.id} is no diamond"
        corners = {(first.row, first.col), (first.row, last.col), (last.row, first.col)}
        corners.add((last.row, last.col))
        return {s.id for s in spaces if (s.row, s.col) in corners}
    return bonus.needs


def kinds_in(marks: Marks, spaces: Iterable[str]) -> set[object]:
    return {marks.get(id) for id in spaces}


def gives(offer: Offer, id: str, picks: Iterable[str]) -> tuple[Gain, ...]:
    """The gains at a place: of a choice those of the side that was said, or of all sides said."""
    if len(offer.sides) == 1:
        return offer.sides[0]
    said = [side for side in offer.sides if f"{id}={'+'.join(g.word for g in side)}" in picks]
    return tuple(gain for side in said for gain in side)


@cache
def _places(sheet: Sheet) -> dict[str, tuple[Offer, str]]:
    """Everything that can give something: id -> what it offers, and its score line."""
    found: dict[str, tuple[Offer, str]] = {}
    for s in sheet.spaces:
        line = sheet.overflow_line if "." in s.id else sheet.spaces_line
        found[s.id] = (s.offer, line)
    for area in sheet.areas:
        for group in (*area.lanes.values(), *area.pools.values()):
            for box in group:
                found[box.id] = (box.offer, area.line)
    for bonus in sheet.bonuses:
        found[bonus.id] = (bonus.offer, bonus.line)
    return found


def _animal(gain_holder: str, sheet: Sheet, marks: Marks) -> str:
    """The one animal of the set whose bonus gives a box of the same animal (D-6)."""
    (kind,) = kinds_in(marks, needs(sheet, sheet.bonus[gain_holder]))
    return str(kind)


def _boxes_from_lanes(
    sheet: Sheet, marks: Marks, earned: set[str], picks: Iterable[str]
) -> set[str]:
    """Boxes reached by icons: the n-th icon of a kind reaches the n-th box of its lane."""
    icons: dict[str, int] = {}
    places = _places(sheet)
    for id in earned:
        for gain in gives(places[id][0], id, picks):
            if gain.kind == "lane":
                icons[gain.of] = icons.get(gain.of, 0) + gain.n
            if gain.kind == "same":
                lane = f"{gain.of}.{_animal(id, sheet, marks)}"
                icons[lane] = icons.get(lane, 0) + gain.n
    return {
        box.id
        for area in sheet.areas
        for lane, boxes in area.lanes.items()
        for k, box in enumerate(boxes, 1)
        if k <= icons.get(f"{area.id}.{lane}", 0)
    }


def _pool_name(area: Area, pool: str) -> str:
    return area.id if area.kind == "pool" else f"{area.id}.{pool}"


def _picks_earned(sheet: Sheet, earned: set[str], picks: Iterable[str]) -> dict[str, int]:
    """How many boxes of each pool may be picked: printed name of the pool -> number."""
    places = _places(sheet)
    found: dict[str, int] = {}
    for area in sheet.areas:
        for pool in area.pools:
            if area.kind == "paired":
                # One pick for each icon of this column that is crossed off (C-6).
                n = sum(1 for lane in area.lanes if f"{area.id}.{lane}.{pool}" in earned)
            else:
                n = sum(
                    gain.n
                    for id in earned
                    for gain in gives(places[id][0], id, picks)
                    if gain.kind == "pick" and gain.of == pool
                )
            found[_pool_name(area, pool)] = n
    return found


def _earned(
    sheet: Sheet, marks: Marks, filled: set[str], picks: tuple[str, ...], capped: bool = True
) -> set[str]:
    """Everything earned, until nothing changes. Not `capped`: all that was picked counts."""
    on_the_map = {s.id for s in sheet.spaces if s.id in filled}
    for bonus in sheet.bonuses:
        if bonus.shape in ("area-row", "area-lane"):
            continue
        wanted = needs(sheet, bonus)
        if wanted <= filled and (not bonus.one_kind or len(kinds_in(marks, wanted)) == 1):
            on_the_map.add(bonus.id)
    earned: set[str] = set()
    while True:
        now = set(on_the_map)
        now |= _boxes_from_lanes(sheet, marks, earned, picks)
        allowed = _picks_earned(sheet, earned, picks)
        for area in sheet.areas:
            for pool, boxes in area.pools.items():
                said = {b.id for b in boxes if b.id in picks}
                if len(said) <= allowed[_pool_name(area, pool)] or not capped:
                    now |= said
            for bonus in sheet.bonuses:
                if bonus.shape == "area-row" and bonus.of == area.id:
                    n = int(bonus.id.rpartition("-")[2])
                    row = {b[n - 1].id for b in area.lanes.values() if len(b) >= n}
                    if row <= now:
                        now.add(bonus.id)
                if bonus.shape == "area-lane" and bonus.of == area.id:
                    lane = area.lanes[bonus.id.partition(".")[2]]
                    if {b.id for b in lane} <= now:
                        now.add(bonus.id)
        if now == earned:
            return earned
        earned = now


# -- the score ----------------------------------------------------------------------------------


def _term(
    sheet: Sheet,
    term: Term,
    filled: set[str],
    marks: Marks,
    tally: Mapping[str, int | None] | None,
) -> int | None:
    kind, spaces, n = term.kind, term.spaces, term.n
    mine = [sheet.space[id] for id in spaces if id in filled]
    if kind == "written":
        return sum(int(str(marks[s.id])) for s in mine)
    if kind == "heading":
        return sheet.heading[max(s.col for s in mine)] if mine else 0
    if kind == "printed":
        return sum(s.points or 0 for s in mine)
    if kind == "diverse":
        habitats = {h for s in on_map(sheet) for h in s.habitats}
        return sum(
            n for h in habitats if set(ANIMALS) <= kinds_in(marks, of_habitat(sheet, h) & filled)
        )
    assert kind == "leftovers", kind
    left = [tally.get(word) if tally else None for word in TALLY]
    return None if None in left else sum(number or 0 for number in left) // n


def _lines(
    sheet: Sheet,
    marks: Marks,
    filled: set[str],
    circled: Iterable[str],
    picks: tuple[str, ...],
    tally: Mapping[str, int | None] | None = None,
) -> Lines:
    """The score lines of what is filled and circled."""
    places = _places(sheet)
    lines: Lines = {}
    for line in sheet.lines:
        numbers = [_term(sheet, term, filled, marks, tally) for term in line.terms]
        numbers += [_points(places[id][0], id, picks) for id in circled if places[id][1] == line.id]
        known = [n for n in numbers if n is not None]
        lines[line.id] = sum(known) if len(known) == len(numbers) else None
    return lines


def _points(offer: Offer, id: str, picks: Iterable[str]) -> int:
    return sum(g.n for g in gives(offer, id, picks) if g.kind == "points")


def _open_pools(sheet: Sheet, earned: set[str], picks: tuple[str, ...]) -> dict[str, int]:
    found = {}
    for pool, n in _picks_earned(sheet, earned, picks).items():
        said = [p for p in picks if p.rpartition(".")[0] == pool and p in earned]
        if n > len(said) and f"{pool}=none" not in picks:
            found[pool] = n - len(said)
    return found


def _open_choices(
    sheet: Sheet, earned: set[str], picks: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    places = _places(sheet)
    return {
        id: places[id][0].side_words()
        for id in earned
        if len(places[id][0].sides) > 1
        and not gives(places[id][0], id, picks)
        and f"{id}=none" not in picks
    }


def score(
    sheet: Sheet,
    marks: Marks,
    picks: Iterable[str] = (),
    tally: Mapping[str, int | None] | None = None,
    *,
    halfway: bool = False,
) -> Score:
    """The score of a legal sheet on which everything earned was taken.

    `marks`: space id -> what stands there. Raises AssertionError for a sheet that cannot be;
    `halfway` through a game that is looked at in the end, it is not asked, and no line is scored.
    """
    picks = tuple(picks)
    assert halfway or is_reachable(sheet, marks), "the marks cannot have been made by the rules"
    filled = outlined(sheet, marks)
    earned = _earned(sheet, marks, filled, picks)
    places = _places(sheet)
    lines = {} if halfway else _lines(sheet, marks, filled, earned, picks, tally)
    known = [value for value in lines.values() if value is not None]
    # An icon of a lane or a sun is recorded by the box that it leads to, so it is not listed.
    pooled = {b.id for area in sheet.areas for boxes in area.pools.values() for b in boxes}
    recorded = ("points", "animal", "wild", "nature", "hex")
    return Score(
        lines=lines,
        total=sum(known) if len(known) == len(lines) else None,
        earned={
            id: _points(places[id][0], id, picks)
            for id in sorted(earned)
            if id in pooled or any(g.kind in recorded for side in places[id][0].sides for g in side)
        },
        open_pools=_open_pools(sheet, earned, picks),
        open_choices=_open_choices(sheet, earned, picks),
        boxes=frozenset(id for id in earned if id in sheet.boxes),
    )


# -- a sheet with faults ------------------------------------------------------------------------


def _resolved(
    sheet: Sheet, marks: Marks, filled: set[str], picks: tuple[str, ...], capped: bool
) -> Iterator[tuple[str, ...]]:
    """All picks that can have been meant: as many as were earned, and one side of a choice.

    Not `capped`: what was picked stays, however much it is.
    """
    earned = _earned(sheet, marks, filled, picks, capped)
    places = _places(sheet)
    allowed = _picks_earned(sheet, earned, picks)
    open_pools = _open_pools(sheet, earned, picks)
    groups = {_pool_name(a, p): boxes for a in sheet.areas for p, boxes in a.pools.items()}
    branches: list[tuple[str, ...]] | None = None
    for id in sorted(earned):
        words = places[id][0].side_words()
        said = [f"{id}={word}" for word in words if f"{id}={word}" in picks]
        if len(said) > 1 and capped:
            branches = [tuple(p for p in picks if p not in said or p == keep) for keep in said]
            break
    for pool, boxes in groups.items():
        chosen = [b.id for b in boxes if b.id in picks]
        if branches is None and capped and len(chosen) > allowed[pool]:
            rest = tuple(p for p in picks if p not in chosen)
            branches = [(*rest, *kept) for kept in combinations(chosen, allowed[pool])]
        if branches is None and pool in open_pools:
            left = [b.id for b in boxes if b.id not in picks]
            n = min(open_pools[pool], len(left))
            branches = [(*picks, *new) for new in combinations(left, n)] if n else None
    if branches is None:
        for id, words in sorted(_open_choices(sheet, earned, picks).items()):
            branches = [(*picks, f"{id}={word}") for word in words]
            break
    if branches is None:
        yield picks
    for branch in branches or ():
        yield from _resolved(sheet, marks, filled, branch, capped)


def resolutions(
    sheet: Sheet, marks: Marks, picks: Iterable[str]
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """All picks that can have been meant, on the ink and on what of it is legal."""
    picks = tuple(dict.fromkeys(picks))
    ink = outlined(sheet, marks)
    legal = outlined(sheet, reachable_part(sheet, marks))
    return (
        list(_resolved(sheet, marks, ink, picks, capped=False)),
        list(_resolved(sheet, marks, legal, picks, capped=True)),
    )


def three_totals(sheet: Sheet, marks: Marks, picks: Iterable[str] = ()) -> Totals:
    """As marked, as legal and up to of each line, for any marks of possible values and any picks.

    As marked and as legal are the worst of all picks that can have been meant, up to the best.
    """
    picks = tuple(picks)
    ink = outlined(sheet, marks)
    legal = outlined(sheet, reachable_part(sheet, marks))
    named = {pick.partition("=")[0] for pick in picks if not pick.endswith("=none")}
    on_ink, by_rules = resolutions(sheet, marks, picks)
    inked, lawful = [], []
    for meant in on_ink:
        circled = _earned(sheet, marks, ink, meant, capped=False) | named
        inked.append(_lines(sheet, marks, ink, circled, meant))
    for meant in by_rules:
        lawful.append(_lines(sheet, marks, legal, _earned(sheet, marks, legal, meant), meant))
    return {
        line.id: (
            _pick(min, inked, line.id),
            _pick(min, lawful, line.id),
            _pick(max, lawful, line.id),
        )
        for line in sheet.lines
    }


def totals_of_taken(
    sheet: Sheet, marks: Marks, picks: Iterable[str], taken: Iterable[str]
) -> Totals:
    """The same where the record of what was taken is given and the picks leave nothing open."""
    picks, circled = tuple(picks), set(taken)
    ink = outlined(sheet, marks)
    legal = outlined(sheet, reachable_part(sheet, marks))
    inked = _lines(sheet, marks, ink, circled, picks)
    lawful = _lines(sheet, marks, legal, circled & _earned(sheet, marks, legal, picks), picks)
    return {id: (inked[id], lawful[id], lawful[id]) for id in inked}


def _pick(which: Callable[..., int], found: list[Lines], id: str) -> int | None:
    values = [n for lines in found if (n := lines[id]) is not None]
    return which(values) if len(values) == len(found) else None
