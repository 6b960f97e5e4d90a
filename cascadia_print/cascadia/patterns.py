"""Patterns in which tokens may count more than once: groups, runs, sight, neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from cascadia_print.cascadia.board import NONE, Board, Hex, Tile, groups, neighbours, step
from cascadia_print.cascadia.cards import Card
from cascadia_print.cascadia.packing import Tokens, pack
from cascadia_print.cascadia.scored import Missing, Part
from cascadia_print.sheet.vocabulary import habitat_letters


@dataclass(frozen=True)
class Case:
    """One animal to score: its tokens, sorted, all tokens, its card, and the tiles if known."""

    animal: str
    own: tuple[Hex, ...]
    tokens: Mapping[Hex, str]
    card: Card
    board: Board | None

    def tile(self, at: Hex) -> Tile:
        """The tile under a token. Raises Missing where it is not known."""
        tile = None if self.board is None else self.board.get(at)
        if tile is None:
            raise Missing("tiles")
        return tile

    def on(self, at: Hex) -> bool:
        """Whether the tile there is at least partly of the card's habitat. Raises Missing."""
        habitats = self.tile(at).habitats
        if not habitats:
            raise Missing("edges")
        return any(habitat_letters().get(x) == self.card.habitat for x in habitats)

    def counts(self, some: Iterable[Hex]) -> bool:
        """Whether tokens may score together: one on the card's habitat, if it names one.

        Raises Missing where that hangs on tiles that are not known.
        """
        if not self.card.habitat:
            return True
        board, places = self.board or {}, list(some)
        known = [at for at in places if at in board and board[at].habitats]
        return any(map(self.on, known)) or any(map(self.on, places))

    def beside(self, some: Sequence[Hex]) -> list[Hex]:
        """The hexagons with tokens around some hexagons, each once, sorted."""
        return sorted(
            {near for at in some for near in neighbours(at)} & self.tokens.keys() - set(some)
        )

    @cached_property
    def sights(self) -> list[tuple[Hex, Hex, tuple[Hex, ...]]]:
        """All lines of sight (CA-13): two tokens of the animal and the hexagons between them."""
        return list(_sights(self.own))


def _sights(own: Sequence[Hex]) -> Iterator[tuple[Hex, Hex, tuple[Hex, ...]]]:
    lanes: tuple[dict[int, list[Hex]], ...] = ({}, {}, {})
    for q, r in own:
        for lane, key in zip(lanes, (q, r, q + r), strict=True):
            lane.setdefault(key, []).append((q, r))
    for lane in lanes:
        for line in lane.values():
            for a, b in pairwise(line):  # sorted, so in the order of the line
                n = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
                if n > 1:
                    way = ((b[0] - a[0]) // n, (b[1] - a[1]) // n)
                    yield a, b, tuple(step(a, way, k) for k in range(1, n))


def group_sizes(case: Case) -> list[Part]:
    """Each connected group by its size, and a bonus for having all sizes (CA-10)."""
    card, parts, sizes = case.card, [], set()
    for group in groups(case.own):
        points = card.points(len(group)) if case.counts(group) else 0
        parts.append(Part(points, "group", group, values={"n": len(group)}))
        if case.counts(group):
            sizes.add(len(group))
    if "all-sizes" in card.numbers and card.table is not None and sizes >= {*card.table.points}:
        of = tuple(at for p in parts if p.values["n"] in card.table.points for at in p.at)
        parts.append(Part(card.number("all-sizes", 0), "all-sizes", tuple(sorted(of))))
    return parts


def group_count(case: Case) -> list[Part]:
    """How many groups of exactly one size there are; the others give nothing (CA-10)."""
    size = case.card.number("size", 1)
    found = groups(case.own)
    good = [group for group in found if len(group) == size and case.counts(group)]
    parts = []
    if good:
        at = tuple(token for group in good for token in group)
        values = {"n": len(good), "size": size}
        parts.append(Part(case.card.points(len(good)), "group-count", at, values=values))
    return parts + [
        Part(0, "group", group, values={"n": len(group)}) for group in found if group not in good
    ]


def runs(case: Case, branch: str) -> list[Part]:
    """Runs: groups in which none has more than two neighbours; `branch` is salmon-branch."""
    own, parts = set(case.own), []
    branches = tuple(at for at in case.own if sum(n in own for n in neighbours(at)) > 2)
    if branch == "designer" and branches:
        own -= {*branches}
        parts.append(Part(0, "branch", branches, values={"n": len(branches)}))
    for run in groups(own):
        if not {*branches}.isdisjoint(run):
            spoilt = tuple(at for at in branches if at in run)
            parts.append(Part(0, "branched", run, spoilt, {"n": len(run)}))
        else:
            parts.append(_run(case, run))
    return parts


def _run(case: Case, run: tuple[Hex, ...]) -> Part:
    card, n = case.card, len(run)
    if n < card.number("least", 1):
        return Part(0, "run", run, values={"n": n})
    points = card.points(n)
    also: tuple[Hex, ...] = ()
    if "each-beside" in card.numbers:
        also = tuple(at for at in case.beside(run) if case.tokens[at] != case.animal)
        points += card.number("each-beside", 0) * len(also)
    if "each-on" in card.numbers:
        on = tuple(at for at in run if case.on(at))
        points += card.number("each-on", 0) * len(on)
        return Part(points, "run-on", run, on, {"n": n, "more": len(on), "habitat": card.habitat})
    if "each-beside" in card.numbers:
        return Part(points, "run-beside", run, also, {"n": n, "more": len(also)})
    return Part(points, "run", run, values={"n": n})


def alone(case: Case) -> list[Part]:
    """Tokens with none of their kind beside them, by their number; some must see another."""
    own = set(case.own)
    good = [at for at in case.own if own.isdisjoint(neighbours(at))]
    touching = tuple(at for at in case.own if at not in good)
    blind: tuple[Hex, ...] = ()
    if case.card.words.get("sight"):
        seeing = {at for a, b, _ in case.sights for at in (a, b)}
        blind = tuple(at for at in good if at not in seeing)
        good = [at for at in good if at in seeing]
    points = case.card.points(len(good)) if good else 0
    what = "alone-seeing" if case.card.words.get("sight") else "alone"
    parts = [Part(points, what, tuple(good), values={"n": len(good)})] if good else []
    if touching:
        parts.append(Part(0, "touching", touching, values={"n": len(touching)}))
    if blind:
        parts.append(Part(0, "blind", blind, values={"n": len(blind)}))
    return parts


def sight_lines(case: Case) -> list[Part]:
    """Every line of sight, for itself or by what is between."""
    parts = []
    for a, b, between in case.sights:
        n = _between(case, between)
        points = case.card.points(1 if n is None else n)
        parts.append(_sight(case, a, b, between, n, points))
    return parts + _left(case, parts, "unseen")


def sight_pairs(case: Case) -> list[Part]:
    """Pairs in line of sight, each token in one at most, by what is between (CA-14)."""
    parts: dict[Tokens, Part] = {}
    for a, b, between in case.sights:
        n = _between(case, between)
        if points := case.card.points(n or 0):
            parts[frozenset((a, b))] = _sight(case, a, b, between, n, points)
    best = _best(parts)
    return best + _left(case, best, "unpaired")


def _best(parts: Mapping[Tokens, Part]) -> list[Part]:
    """Those parts that give most when each token counts in one of them only."""
    return [parts[some] for some in pack({some: part.points for some, part in parts.items()})]


def _between(case: Case, between: Sequence[Hex]) -> int | None:
    """How much of what the card counts is between, None if it counts nothing there."""
    counted = case.card.words.get("counted")
    if counted is None:
        return None
    there = [case.tokens[at] for at in between if at in case.tokens]
    if counted == "kinds":
        return len(set(there))
    if counted == "habitats":
        if case.board is None:
            raise Missing("tiles")
        tiles = [case.board[at] for at in between if at in case.board]
        if not all(tile.habitats for tile in tiles):
            raise Missing("edges")
        return len({x for tile in tiles for x in tile.habitats} - {NONE})
    return there.count(counted)


def _sight(
    case: Case, a: Hex, b: Hex, between: tuple[Hex, ...], n: int | None, points: int
) -> Part:
    if n is None:
        return Part(points, "sight", (a, b), between)
    counted = case.card.words["counted"]
    if counted in ("kinds", "habitats"):
        return Part(points, f"sight-{counted}", (a, b), between, {"n": n})
    return Part(points, "sight-animals", (a, b), between, {"n": n, "animal": counted})


def _left(case: Case, parts: Sequence[Part], what: str) -> list[Part]:
    """The tokens that are in none of the parts."""
    used = {at for part in parts for at in part.at}
    rest = tuple(at for at in case.own if at not in used)
    return [Part(0, what, rest, values={"n": len(rest)})] if rest else []


def beside(case: Case) -> list[Part]:
    """Each token for itself, by what is beside it."""
    counted = case.card.words["counted"]
    parts = []
    for at in case.own:
        also: tuple[Hex, ...] = ()
        if counted == "habitats":
            n = len(_touching(case, at))
        else:
            near = case.beside((at,))
            kinds = Counter(case.tokens[x] for x in near)
            if counted != "all-kinds":
                del kinds[case.animal]
            if counted == "most":
                good = {kind for kind, _ in kinds.most_common(1)}
                n = sum(kinds[kind] for kind in good)
            else:
                least = case.card.number("least", 1)
                good = {kind for kind, k in kinds.items() if k >= least}
                n = len(good)
            also = tuple(x for x in near if case.tokens[x] in good)
        parts.append(Part(case.card.points(n), f"beside-{counted}", (at,), also, {"n": n}))
    return parts


def _touching(case: Case, at: Hex) -> set[str]:
    """The habitats of the edges that touch the tile at a place. Raises Missing."""
    own = case.tile(at).habitats if case.card.words["own"] == "left-out" else NONE
    if not own:
        raise Missing("edges")
    assert case.board is not None
    found = set()
    for n, near in enumerate(neighbours(at)):
        if near in case.board:
            tile = case.board[near]
            edges = tile.edges or (tile.habitats * 6 if len(tile.habitats) == 1 else "")
            if not edges:
                raise Missing("edges")
            found.add(edges[(n + 3) % 6])
    return found - {NONE, *own}


def beside_pairs(case: Case) -> list[Part]:
    """Pairs side by side, each token in one at most, by the other kinds around (CA-14)."""
    own, least = set(case.own), case.card.number("least", 1)
    parts: dict[Tokens, Part] = {}
    for a in case.own:
        for b in neighbours(a):
            if b > a and b in own:
                near = [at for at in case.beside((a, b)) if case.tokens[at] != case.animal]
                kinds = Counter(case.tokens[at] for at in near)
                good = {kind for kind, k in kinds.items() if k >= least}
                if points := case.card.points(len(good)):
                    also = tuple(at for at in near if case.tokens[at] in good)
                    parts[frozenset((a, b))] = Part(
                        points, "beside-pair", (a, b), also, {"n": len(good)}
                    )
    best = _best(parts)
    return best + _left(case, best, "unpaired")
