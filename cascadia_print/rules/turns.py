"""Playing towards a picture: cards, their marks, and free hexagons placed at once.

What leads to free hexagons that were crossed off is played first, keeping marks for these; the
rest is put into as few cards as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from copy import copy
from functools import cached_property

from cascadia_print.rules import legal
from cascadia_print.rules.goal import ANY, Free, Plan
from cascadia_print.rules.marks import Value
from cascadia_print.sheet.model import Gain
from cascadia_print.verdict import Step


class Stuck(Exception):
    """A crossed-off free hexagon, given by `source`, for which no mark is left."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.source = source


class Game:
    """One game played towards the picture of a plan.

    `largest` is the highest number of a card; `seed` varies what is otherwise equal, 0 for not, and
    at every other one how far cards go while crossed-off free hexagons are still to come;
    `any_kind` lets a free hexagon that finds no place be of another habitat than is shown.
    """

    def __init__(self, plan: Plan, largest: int, seed: int = 0, *, any_kind: bool = False) -> None:
        self.plan, self.sheet, self.t = plan, plan.sheet, plan.t
        self.largest, self.seed, self.any_kind = largest, seed, any_kind
        self.keeps = seed % 3 != 1
        self.strays = seed % 2 == 1
        self.filled: set[str] = set()
        self.made: dict[str, Value] = {}
        self.left = dict.fromkeys(plan.steps)
        self.of_kind: Counter[str] = Counter(k for ids in plan.kinds.values() for k in ids)
        self.lack = {id: len(item.needs) for id, item in self.t.items.items()}
        self.lanes: Counter[str] = Counter()
        self.picked: Counter[str] = Counter()
        self.earned: list[str] = []
        self.frees: list[Free] = []
        self.to_come = Counter(
            free.of for frees in plan.frees.values() for free in frees if free.needed
        )
        self.sources = set(plan.leads_to)
        self.steps: list[Step] = []
        self._fill(legal.closure(self.sheet, ()))

    def play(self) -> list[Step] | None:
        """The steps to the picture; None if a crossed-off free hexagon cannot be placed."""
        game = self
        try:
            game._use_frees()
            while game.left:
                game = game._after_a_card()
        except Stuck:
            return None
        return game.steps

    def _after_a_card(self) -> Game:
        """The game after the best card that leaves a place for each free hexagon it leads to."""
        way = self._way() if self.sources else {}
        stuck = Stuck("")
        for habitat in self._habitats(way):
            refused: frozenset[str] = frozenset()
            while True:
                game = self._copy() if self.sources else self
                marks = game._card(habitat, way, refused)
                if not marks:
                    break
                try:
                    game._use_frees()
                except Stuck as error:
                    stuck = error
                    # A card that ends sooner leaves marks; else it must not lead there yet.
                    leads = self.plan.leads_to[error.source]
                    last = max((k for k, mark in enumerate(marks) if mark in leads), default=-1)
                    refused |= {*marks[last + 1 :]} or leads.intersection(marks)
                else:
                    return game
        raise stuck

    def _copy(self) -> Game:
        made = copy(self)
        made.filled, made.made = set(self.filled), dict(self.made)
        made.left, made.lack = dict(self.left), dict(self.lack)
        made.of_kind, made.to_come = Counter(self.of_kind), Counter(self.to_come)
        made.lanes, made.picked = Counter(self.lanes), Counter(self.picked)
        made.sources, made.steps = set(self.sources), list(self.steps)
        made.earned, made.frees = [], list(self.frees)
        return made

    # -- filling

    def _mark(self, id: str) -> None:
        self.made[id] = self.plan.marks[id]
        self._fill((id,))
        near = self.t.near.get(id, ()) if self.sheet.marking.closes else ()
        work = [n for n in near if n not in self.filled]
        while work:
            here = work.pop()
            around = self.t.near[here]
            if here not in self.filled and len(around) == 6 and self.filled.issuperset(around):
                self._fill((here,))
                work += [n for n in around if n not in self.filled]

    def _fill(self, ids: Iterable[str]) -> None:
        for id in ids:
            self.filled.add(id)
            if id in self.left:
                del self.left[id]
                self.of_kind.subtract(self.plan.kinds[id])
            self._earn(id)

    def _earn(self, id: str) -> None:
        work = [id]
        while work:
            for item in self.t.watched.get(work.pop(), ()):
                self.lack[item] -= 1
                if self.lack[item] == 0 and item in self.plan.earned:
                    self.earned.append(item)
                    for free in self.plan.frees.get(item, ()):
                        self.frees.append(free)
                        self.to_come[free.of] -= free.needed
                    self.sources.discard(item)
                    for gain in self.plan.gains[item]:
                        work += self._boxes(item, gain)

    def _boxes(self, item: str, gain: Gain) -> Iterator[str]:
        if gain.kind == "pick":
            for _ in range(gain.n):
                yield from self._pick(gain.of)
        elif lane := self.plan.lane(item, gain):
            have = self.lanes[lane]
            self.lanes[lane] += gain.n
            for box in self.t.lanes.get(lane, ())[have : have + gain.n]:
                yield box
                for column, icons in self.t.columns.items():
                    if box in icons:
                        yield from self._pick(column)

    def _pick(self, group: str) -> Iterator[str]:
        said = self.plan.said[group]
        n = self.picked[group]
        self.picked[group] += 1
        yield from said[n : n + 1]

    # -- what may be marked

    def _open(self, ids: Iterable[str]) -> list[str]:
        """Those of the marks to make that may be made now, overflow spaces aside."""
        space, t = self.sheet.space, self.t
        if self.sheet.marking.order == "touching":
            filled = self.filled
            return [i for i in ids if not space[i].overflow and not filled.isdisjoint(t.near[i])]
        before = self.t.before
        return [
            i
            for i in ids
            if not space[i].overflow and (i not in before or before[i] in self.filled)
        ]

    def _of(self, kind: str) -> list[str]:
        kinds = self.plan.kinds
        return [i for i in self.left if kind == ANY or kind in kinds[i]]

    def _spare(self, ids: list[str], habitat: str) -> list[str]:
        """Those of the marks for a card that no free hexagon of another habitat waits for.

        A split hexagon can be the only mark left for one. Not every order heeds it: such a free
        hexagon may as well be lost by then.
        """
        if not (self.keeps and self.sources):
            return ids
        count, kinds = self.of_kind, self.plan.kinds
        need = self.to_come + Counter(free.of for free in self.frees if free.needed)
        return [i for i in ids if all(k == habitat or count[k] > need[k] for k in kinds[i])]

    def _spills(self, habitat: str) -> bool:
        """Whether the rest of a card of this habitat goes to the overflow row."""
        if self._complete(habitat):
            return True
        if self.sheet.marking.overflow_opens != "always":
            return False
        # The cost of a card may allow no more animals (D-1), wherever hexagons are open.
        return self.sheet.marking.write == "wildlife" or not self._place_for(habitat)

    def _complete(self, habitat: str) -> bool:
        return legal.is_complete(self.sheet, habitat, self.filled, self.made)

    def _place_for(self, habitat: str) -> bool:
        """Whether an open hexagon of a habitat may be marked, wanted in the end or not."""
        ids = self.sheet.habitats.get(habitat, ()) if habitat != ANY else self.sheet.space
        space = self.sheet.space
        blank = [i for i in ids if i not in self.filled and space[i].habitats]
        return bool(self._open(blank))

    def _overflow(self) -> str | None:
        """The next overflow space that is to be marked."""
        before = self.t.before
        for id in self.left:
            if self.sheet.space[id].overflow:
                return id if id not in before or before[id] in self.filled else None
        return None

    # -- cards

    def _card(self, habitat: str, way: Mapping[str, int], refused: Set[str]) -> list[str]:
        """Play a card of a habitat without the marks that are refused; what it marks."""
        marks: list[str] = []
        written = self.sheet.marking.write == "number"
        self.earned = []
        number = 0
        # A small card opens little, so that a free hexagon can still be lost.
        small = self.strays and bool(self.sources)
        largest = 1 + int(self._chance() * self.largest) if small else self.largest
        while len(marks) < largest:
            mark = self._next_of(habitat, way, refused, len(marks))
            if mark is None:
                break
            marks.append(mark)
            self._mark(mark)
            number += 1
            if written and not self.sheet.space[mark].overflow:
                number = int(self.plan.marks[mark])
                break
        if marks:
            self._step("card", habitat, number, marks)
        return marks

    def _step(
        self, kind: str, habitat: str, number: int, marks: Iterable[str], source: str = ""
    ) -> None:
        made = tuple((id, self.plan.marks[id]) for id in marks)
        step = Step(0, kind, habitat, number, made, source, tuple(self.earned))  # type: ignore[arg-type]
        self.steps.append(step)
        self.earned = []

    def _next_of(
        self, habitat: str, way: Mapping[str, int], refused: Set[str], n: int
    ) -> str | None:
        """The next mark of a card that has made `n`, None to stop."""
        marks = self._spare(self._of(habitat), habitat)
        ready = [i for i in self._open(marks) if i not in refused]
        if not ready:
            over = self._overflow()
            if over is None or over in refused or not self._spills(habitat):
                return None
            return over if not self.sources or over in way or not n else None
        if not self.sources:
            return max(ready, key=lambda i: self._opens_up(i) + 2 * self._chance())
        astray = 4 * self.strays
        mark = min(
            ready,
            key=lambda i: (
                way.get(i, 99) + astray * self._chance(),
                -self._opens_up(i),
                self._chance(),
            ),
        )
        keep = self.to_come[habitat] + (way.get(mark) != 0) * self.to_come[ANY]
        return mark if not n or self.of_kind[habitat] > keep else None

    def _habitats(self, way: Mapping[str, int]) -> list[str]:
        """Habitats of which a card can be marked, the best first."""
        found: list[tuple[tuple[float, ...], str]] = []
        for habitat in self.sheet.habitats:
            ids = self._spare(self._of(habitat), habitat)
            ready = self._open(ids)
            over = self._overflow() if self._spills(habitat) else None
            if not ready and not over:
                continue
            n = self._run(ids, ready) if ready else 0
            full = n >= self.largest or (n > 0 and n == len(ids))
            key: tuple[float, ...] = (full, min(n, self.largest), len(ids), self._chance())
            if self.sources:
                reach = [way.get(i, 99) for i in (*ready, *((over,) if over else ()))]
                spare = not ready or len(ids) > self.to_come[habitat]
                key = (spare, -min(reach), reach.count(0), *key)
            # Where a habitat need not be complete, it may have a place again later.
            key = (bool(over) and self.sheet.marking.overflow_opens == "always", *key)
            if self.seed:
                key = (key[0], *(k + 2 * self._chance() for k in key[1:]))
            found.append((key, habitat))
        return [habitat for _, habitat in sorted(found, key=lambda f: f[0], reverse=True)]

    def _run(self, ids: list[str], ready: list[str]) -> int:
        """How many marks of a habitat one could make in a row from those that are ready."""
        if self.sheet.marking.order == "any":
            return len(ids)
        done, work, wanted = set(ready), list(ready), set(ids)
        after = self._after
        while work:
            here = work.pop()
            new = [i for i in after.get(here, ()) if i in wanted and i not in done]
            done.update(new)
            work += new
        return len(done)

    @cached_property
    def _after(self) -> Mapping[str, tuple[str, ...]]:
        if self.sheet.marking.order == "touching":
            return self.t.near
        return {first: (id,) for id, first in self.t.before.items()}

    def _opens_up(self, id: str) -> int:
        """How many marks to make become possible by this one."""
        if self.sheet.marking.order != "touching":
            return 0
        near, filled = self.t.near, self.filled
        return sum(i in self.left and filled.isdisjoint(near[i]) for i in near.get(id, ()))

    def _chance(self) -> float:
        """The next of a series of numbers from 0 to 1 that the seed alone decides; 0 without."""
        if not self.seed:
            return 0
        self.seed = (self.seed * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.seed / 2**64

    def _way(self) -> dict[str, int]:
        """Marks to make -> steps to what leads to a crossed-off free hexagon, 0 for that itself."""
        wanted = {i for id in self.sources for i in self.plan.leads_to[id] if i in self.left}
        space = self.sheet.space
        if any(space[i].overflow for i in wanted) and not any(
            self._spills(h) for h in self.sheet.habitats
        ):
            lacks = [
                [i for i in ids if i in self.left]
                for h, ids in self.sheet.habitats.items()
                if self.plan.complete(h)
            ]
            wanted.update(sorted(lacks, key=len)[0] if lacks else ())
        way = dict.fromkeys(wanted, 0)
        if self.sheet.marking.order == "touching":
            edge = [i for i in wanted if not space[i].overflow]
            while edge:
                new = {n for i in edge for n in self.t.near[i] if n in self.left and n not in way}
                way |= dict.fromkeys(new, way[edge[0]] + 1)
                edge = sorted(new)
        return way

    # -- free hexagons

    def _use_frees(self) -> None:
        """Use what was earned, the most limited first, until nothing is left. Raises Stuck."""
        while self.frees:
            way = self._way() if self.sources else {}
            options = [(self._options(free), k) for k, free in enumerate(self.frees)]
            ready, k = min(options, key=lambda o: (not o[0], len(o[0]), o[1]))
            free = self.frees.pop(k)
            if not ready and free.needed and not self._lost(free):
                ready = self._open(self.left) if self.any_kind else []
                if not ready:
                    raise Stuck(free.source)
            marks = [min(ready, key=lambda i: self._cost(i, way))] if ready else []
            for mark in marks:
                self._mark(mark)
            if marks or free.needed:
                self._step("free", free.of, 1, marks, free.source)

    def _options(self, free: Free) -> list[str]:
        ready = self._open(self._of(free.of))
        if not ready and self.plan.to_overflow and (over := self._overflow()):
            kinds = self.sheet.habitats if free.of == ANY else (free.of,)
            if any(self._spills(h) for h in kinds):
                return [over]
        return ready

    def _cost(self, id: str, way: Mapping[str, int]) -> tuple[float, ...]:
        """Small for a mark that leads on and that no other free hexagon or card needs."""
        kinds = self.plan.kinds[id]
        keep = max((self.to_come[k] - self.of_kind[k] for k in kinds), default=-99)
        rest = min(((self.of_kind[k] - 1) % self.largest for k in kinds), default=0)
        return (keep >= 0, way.get(id, 99) if way else 0, rest, -self._opens_up(id), self._chance())

    def _lost(self, free: Free) -> bool:
        """Whether a free hexagon has no place: its habitat is complete, or nothing is open."""
        kinds = tuple(self.sheet.habitats) if free.of == ANY else (free.of,)
        if any(self._complete(h) for h in kinds):
            row = self.sheet.overflow_row
            return not self.plan.to_overflow or self.filled.issuperset(row)
        return not self._place_for(free.of)
