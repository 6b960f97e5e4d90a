"""Faults put into the log of a legal game: each is known by its class, its rule and its round."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from cascadia_print.entry.log_text import log_lines, setup_line
from cascadia_print.rules.rounds import paper
from cascadia_print.rules.rounds.dice import takings
from cascadia_print.rules.rounds.moves import (
    Act,
    Complete,
    Done,
    Free,
    Move,
    Pay,
    Pick,
    Take,
    Use,
)
from cascadia_print.rules.rounds.state import State
from cascadia_print.sheet.gameset import DESIGNED
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import wildlife
from tests.rounds_play import play

NATURE = 5


@dataclass(frozen=True)
class Record:
    """A game with its log: round -> its clauses."""

    sheet: Sheet
    end: State
    history: list[tuple[State, Move]]
    rounds: Mapping[int, tuple[str, ...]]

    def lines(self) -> list[str]:
        return [" | ".join((str(n), *clauses)) for n, clauses in self.rounds.items()]

    def moves(self, kind: type[Move]) -> Iterator[tuple[State, Move]]:
        """The moves of a kind with the positions before them."""
        return ((state, move) for state, move in self.history if isinstance(move, kind))

    def at(self, n: int, kind: type[Move]) -> State:
        """The position before the first move of a kind in a round."""
        return next(s for s, m in self.moves(kind) if s.round == n)

    def has(self, n: int, word: str) -> bool:
        return any(clause.split()[0] == word for clause in self.rounds[n])

    def put(self, n: int, clause: str, before: str = "tally") -> Record:
        """The log with a clause more in a round."""
        clauses = list(self.rounds[n])
        k = next(k for k, c in enumerate(clauses) if c.split()[0] == before)
        return replace(self, rounds={**self.rounds, n: (*clauses[:k], clause, *clauses[k:])})

    def change(self, n: int, word: str, clause: str) -> Record:
        """The log with the first clause of that word as another one."""
        clauses = list(self.rounds[n])
        k = next(k for k, c in enumerate(clauses) if c.split()[0] == word)
        clauses[k : k + 1] = [clause] if clause else []
        return replace(self, rounds={**self.rounds, n: tuple(clauses)})

    def clause(self, n: int, word: str) -> str:
        return next(c for c in self.rounds[n] if c.split()[0] == word)


@dataclass(frozen=True)
class Broken:
    """A log with a fault, and the round and the rule of it."""

    log: Record
    round: int
    rule: str


Mutation = Callable[[Record, random.Random], Iterator[Broken]]
MUTATIONS: dict[str, Mutation] = {}


def recorded(sheet: Sheet, seed: int) -> Record:
    end, history = play(sheet, seed)
    rounds: dict[int, tuple[str, ...]] = {}
    number = 0
    for line in [setup_line(end, DESIGNED), *log_lines(history, end)]:
        first, *clauses = [part.strip() for part in line.split("|")]
        number = int(first) if first else number
        rounds[number] = (*rounds.get(number, ()), *clauses)
    return Record(sheet, end, history, rounds)


def mutation(function: Mutation) -> Mutation:
    MUTATIONS[function.__name__.replace("_", "-")] = function
    return function


def _taken(n: int, animals: tuple[int, ...]) -> str:
    named = zip(wildlife(), animals, strict=True)
    return "take " + (" ".join(f"{k} {a}" for a, k in named if k) or "nothing")


def _family(log: Record) -> bool:
    return log.end.setting.family


# -- dice ----------------------------------------------------------------------------------------


def _counts(log: Record, change: int) -> Iterator[Broken]:
    for state, move in log.moves(Take):
        assert isinstance(move, Take)
        kinds = [k for k, n in enumerate(move.animals) if n]
        if len(kinds) != 1 or state.central is None or state.own is None:
            continue
        wrong = tuple(n + change * (k in kinds) for k, n in enumerate(move.animals))
        found = takings(state.central, state.special or "", state.own, state.action)
        if sum(wrong) and wrong not in found:
            rule = "RH-14" if _family(log) else "RH-4"
            yield Broken(log.change(state.round, "take", _taken(0, wrong)), state.round, rule)


@mutation
def one_animal_too_many(log: Record, rng: random.Random) -> Iterator[Broken]:
    yield from _counts(log, 1)


@mutation
def one_animal_too_few(log: Record, rng: random.Random) -> Iterator[Broken]:
    yield from _counts(log, -1)


@mutation
def two_kinds_without_paying(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, move in log.moves(Take):
        assert isinstance(move, Take)
        kinds = [k for k, n in enumerate(move.animals) if n]
        if len(kinds) != 1 or state.special == "any-three" or state.action or _family(log):
            continue
        more = rng.choice([k for k in range(5) if k not in kinds])
        wrong = tuple(n + (k == more) for k, n in enumerate(move.animals))
        yield Broken(log.change(state.round, "take", _taken(0, wrong)), state.round, "RH-6")


@mutation
def split_face_taken_twice(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Take):
        faces = (*(state.central or ()), *(state.own or ()))
        if "salmon/hawk" not in faces or state.special == "any-three" or state.action:
            continue
        hawk, salmon = faces.count("hawk") + 1, faces.count("salmon") + 1
        wrong = (0, 0, 0, hawk, salmon)
        if not _family(log):
            yield Broken(log.change(state.round, "take", _taken(0, wrong)), state.round, "RH-6")


def _idle(log: Record) -> Iterator[State]:
    """Positions before collecting in rounds without an action or a reroll."""
    for state, _ in log.moves(Take):
        n = state.round
        if not log.has(n, "action") and not log.has(n, "reroll"):
            yield state


@mutation
def action_not_paid(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state in _idle(log):
        have = state.tally[NATURE] or 0
        if have < 3 - (state.special == "discount") and not _family(log):
            yield Broken(log.put(state.round, "action two", "take"), state.round, "RH-6")


@mutation
def two_actions(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Act):
        clause = log.clause(state.round, "action")
        yield Broken(log.put(state.round, clause, "take"), state.round, "RH-6")


@mutation
def up_convert_bear(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state in _idle(log):
        if not _family(log):
            yield Broken(log.put(state.round, "action up bear", "take"), state.round, "RH-1")


@mutation
def down_convert_salmon(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state in _idle(log):
        if not _family(log):
            yield Broken(log.put(state.round, "action down salmon", "take"), state.round, "RH-1")


@mutation
def action_of_the_other_mode(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state in _idle(log):
        clause = "action two" if _family(log) else "action extra 1"
        yield Broken(log.put(state.round, clause, "take"), state.round, "RH-14")


@mutation
def reroll_without_the_result(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state in _idle(log):
        if state.special != "reroll":
            clause = "reroll " + " ".join(state.own or ())
            yield Broken(log.put(state.round, clause, "take"), state.round, "RH-5")


@mutation
def third_reroll(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state in _idle(log):
        if state.special == "reroll":
            broken, clause = log, "reroll " + " ".join(state.own or ())
            for _ in range(3):
                broken = broken.put(state.round, clause, "take")
            yield Broken(broken, state.round, "RH-5")


@mutation
def special_die_in_family_mode(log: Record, rng: random.Random) -> Iterator[Broken]:
    if _family(log):
        n = rng.choice(list(log.rounds)[1:])
        yield Broken(log.put(n, "special wild", "own"), n, "RH-14")


@mutation
def a_die_too_many(log: Record, rng: random.Random) -> Iterator[Broken]:
    for n in list(log.rounds)[1:]:
        yield Broken(log.change(n, "dice", log.clause(n, "dice") + " fox"), n, "RH-3")


@mutation
def two_personal_dice_of_one_kind(log: Record, rng: random.Random) -> Iterator[Broken]:
    for n in list(log.rounds)[1:]:
        if not log.has(n, "reroll"):
            yield Broken(log.change(n, "own", "own bear bear"), n, "RH-0")


@mutation
def faces_that_no_dice_have(log: Record, rng: random.Random) -> Iterator[Broken]:
    for n in list(log.rounds)[1:]:
        if not log.has(n, "reroll"):
            yield Broken(log.change(n, "own", "own elk bear/fox"), n, "RH-3")


# -- cards ---------------------------------------------------------------------------------------


@mutation
def card_not_face_up(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, move in log.moves(Complete):
        assert isinstance(move, Complete)
        if state.round < 4 and state.stage == "card":
            card = log.clause(state.round, "card").rpartition(" ")[0]
            clause = f"{card} {state.round + 1}"
            yield Broken(log.change(state.round, "card", clause), state.round, "RH-9")


@mutation
def slot_of_another_card(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, move in log.moves(Complete):
        assert isinstance(move, Complete)
        mine = state.lying(move.slot or 1)
        for slot in range(1, min(4, state.round) + 1):
            other = state.lying(slot)
            if state.stage == "card" and other and mine and other.habitat != mine.habitat:
                card = log.clause(state.round, "card").rpartition(" ")[0]
                broken = log.change(state.round, "card", f"{card} {slot}")
                yield Broken(broken, state.round, "RH-9")
                break


@mutation
def slot_five(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Complete):
        if state.stage == "card":
            card = log.clause(state.round, "card").rpartition(" ")[0]
            yield Broken(log.change(state.round, "card", f"{card} 5"), state.round, "RH-9")


@mutation
def second_card_without_7(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Done):
        if state.stage == "sheet" and not state.second and len(state.completed) == 1:
            slot = next(
                (s for s in range(1, min(4, state.round) + 1) if s not in state.completed), 0
            )
            if slot:
                rule = "RH-14" if _family(log) else "RH-8"
                yield Broken(log.put(state.round, f"card slot {slot}"), state.round, rule)


@mutation
def same_card_twice(log: Record, rng: random.Random) -> Iterator[Broken]:
    for n, clauses in log.rounds.items():
        cards = [k for k, c in enumerate(clauses) if c.split()[0] == "card"]
        if len(cards) == 2:
            again = (*clauses[: cards[1]], clauses[cards[0]], *clauses[cards[1] + 1 :])
            yield Broken(replace(log, rounds={**log.rounds, n: again}), n, "RH-10")


@mutation
def card_not_affordable(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Done):
        if state.stage != "card" or state.failed:
            continue
        for slot in range(1, min(4, state.round) + 1):
            card = state.lying(slot)
            have = dict(zip(wildlife(), state.tally, strict=False))
            if card and any((have[a] or 0) < n for a, n in card.cost or ()):
                yield Broken(log.put(state.round, f"card slot {slot}"), state.round, "RH-8")
                break


@mutation
def cost_not_paid(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, move in log.moves(Pay):
        assert isinstance(move, Pay)
        card = state.card
        if card and not card.used and move.animals and _first(log, state):
            k = rng.choice([k for k, n in enumerate(move.animals) if n])
            less = tuple(n - (j == k) for j, n in enumerate(move.animals))
            clause = _taken(0, less).replace("take", "pay")
            yield Broken(_after_card(log, state.round, clause), state.round, "RH-8")


def _first(log: Record, state: State) -> bool:
    """Whether a card is the one card of its round."""
    return [c.split()[0] for c in log.rounds[state.round]].count("card") == 1


def _after_card(log: Record, n: int, clause: str) -> Record:
    clauses = list(log.rounds[n])
    k = next(k for k, c in enumerate(clauses) if c.split()[0] == "card") + 1
    return replace(log, rounds={**log.rounds, n: (*clauses[:k], clause, *clauses[k:])})


@mutation
def any_animals_too_few(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, move in log.moves(Pay):
        assert isinstance(move, Pay)
        if state.card and state.card.used in ((10,), (12,)) and move.animals and sum(move.animals):
            if not log.has(state.round, "pay"):
                continue
            k = rng.choice([k for k, n in enumerate(move.animals) if n])
            less = tuple(n - (j == k) for j, n in enumerate(move.animals))
            clause = _taken(0, less).replace("take", "pay")
            yield Broken(log.change(state.round, "pay", clause), state.round, "RH-10")


@mutation
def completion_card_of_another_slot(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Pay):
        card, slots = state.card, log.end.setting.slots
        if card and card.slot and not card.used and _first(log, state):
            for number in slots:
                effect = log.end.setting.effects.get(number)
                other = number != slots[card.slot - 1]
                if (
                    other
                    and effect
                    and effect.side == "discount"
                    and not log.has(state.round, "use")
                ):
                    clause = f"use {number}"
                    yield Broken(_after_card(log, state.round, clause), state.round, "RH-10")


@mutation
def completion_card_not_in_play(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Pay):
        if state.card and not log.has(state.round, "use"):
            rule = "RH-14" if _family(log) else "RH-10"
            n = next(n for n in (9, 10, 11, 12, 5) if n not in log.end.setting.slots)
            yield Broken(_after_card(log, state.round, f"use {n}"), state.round, rule)


@mutation
def completion_card_twice(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Use):
        if _first(log, state):
            clause = log.clause(state.round, "use")
            k = log.rounds[state.round].index(clause)
            clauses = (*log.rounds[state.round][: k + 1], clause, *log.rounds[state.round][k + 1 :])
            broken = replace(log, rounds={**log.rounds, state.round: clauses})
            yield Broken(broken, state.round, "RH-10")


@mutation
def tokens_below_zero(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Pay):
        card = state.card
        if not card or not card.slot or card.used or not _first(log, state):
            continue
        number = log.end.setting.slots[card.slot - 1]
        nature = state.tally[NATURE] or 0
        gives = (card.card.nature if card.card else 0) or 0
        if number == 10 and nature < 2 and not log.has(state.round, "use"):
            yield Broken(_after_card(log, state.round, "use 10"), state.round, "RH-10")
        if number == 5 and nature + gives < 2 and not log.has(state.round, "use"):
            yield Broken(_after_card(log, state.round, "use 5"), state.round, "RH-10")


@mutation
def discount_after_paying(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Done):
        card = state.card
        if (
            state.stage != "sheet"
            or not card
            or not card.slot
            or card.used
            or not _first(log, state)
        ):
            continue
        number = log.end.setting.slots[card.slot - 1]
        if number in (10, 12) and log.has(state.round, "mark"):
            yield Broken(log.put(state.round, f"use {number}"), state.round, "RH-10")


@mutation
def given_up_without_a_roll(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Pay):
        if (
            state.card
            and not state.card.used
            and _first(log, state)
            and not log.has(state.round, "use")
        ):
            clauses = [c for c in log.rounds[state.round] if c.split()[0] in _KEPT]
            k = next(k for k, c in enumerate(clauses) if c.startswith("card")) + 1
            new = (*clauses[:k], "failed", *clauses[k:])
            broken = replace(log, rounds={**log.rounds, state.round: new})
            yield Broken(broken, state.round, "RH-10")


_KEPT = ("dice", "special", "own", "open", "reroll", "action", "take", "card", "tally")


@mutation
def another_card_after_giving_up(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Done):
        if state.failed and state.round > 1:
            slot = next(s for s in range(1, min(4, state.round) + 1) if s not in state.completed)
            yield Broken(log.put(state.round, f"card slot {slot}"), state.round, "RH-10")


@mutation
def third_card_of_a_habitat(log: Record, rng: random.Random) -> Iterator[Broken]:
    for n in range(3, len(log.rounds)):
        tier = range(1, n) if n <= 10 else range(11, n)
        clauses = [log.clause(k, "open") for k in tier]
        habitats = [c.split()[1] for c in clauses]
        twice = next((c for c in clauses if habitats.count(c.split()[1]) == 2), None)
        completed = any(log.has(k, "card") for k in range(n, min(n + 4, len(log.rounds))))
        if twice and twice.split()[1] != log.clause(n, "open").split()[1] and not completed:
            yield Broken(log.change(n, "open", twice), n, "RH-9")


@mutation
def card_that_the_set_does_not_have(log: Record, rng: random.Random) -> Iterator[Broken]:
    for n in list(log.rounds)[1:]:
        _, habitat, number, *_rest = log.clause(n, "open").split()
        changed = f"open {habitat} {int(number) % 5 + 1} cost 9 bear gives 0"
        yield Broken(log.change(n, "open", changed), n, "RH-9")


@mutation
def number_six_on_a_card(log: Record, rng: random.Random) -> Iterator[Broken]:
    for n in list(log.rounds)[1:]:
        _, habitat, _, *rest = log.clause(n, "open").split()
        changed = " ".join(("open", habitat, "6", *rest))
        yield Broken(log.change(n, "open", changed), n, "RH-8")


# -- the sheet -----------------------------------------------------------------------------------


def _marked(log: Record) -> Iterator[tuple[State, list[str]]]:
    """Rounds with one card and one clause of marks: the position before its end, the marks."""
    for state, _ in log.moves(Done):
        clauses = [c.split()[0] for c in log.rounds[state.round]]
        if state.stage == "sheet" and clauses.count("card") == 1 and clauses.count("mark") == 1:
            yield state, log.clause(state.round, "mark").split()[1:]


@mutation
def one_mark_too_many(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, marks in _marked(log):
        card = state.card
        if card is None or card.rest or card.card is None:
            continue
        more = paper.places(replace(state, card=replace(card, rest=1, letters=(9,) * 5)))
        if more and not log.sheet.space[more[0]].overflow:
            value = "=" + "BEFHS"[0] if log.sheet.marking.write == "wildlife" else ""
            clause = " ".join(("mark", *marks, more[0] + value))
            broken = log.change(state.round, "mark", clause)
            yield Broken(broken, state.round, log.sheet.rule("order"))


@mutation
def one_mark_too_few(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, marks in _marked(log):
        if state.card is None or state.card.rest or log.has(state.round, "free"):
            continue
        # What the mark itself earned would be wrong as well, and stand before.
        if any(log.has(state.round, word) for word in ("pick", "any", "leave")):
            continue
        if not marks[1:]:
            continue
        broken = log.change(state.round, "mark", " ".join(("mark", *marks[:-1])))
        yield Broken(broken, state.round, log.sheet.rule("order"))


@mutation
def mark_of_another_habitat(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, marks in _marked(log):
        card = state.card
        if card is None or card.card is None:
            continue
        for id in log.sheet.space:
            space = log.sheet.space[id]
            if (
                space.habitats
                and card.card.habitat not in space.habitats
                and id not in state.filled
            ):
                value = "=B" if log.sheet.marking.write == "wildlife" else ""
                clause = " ".join(("mark", id + value, *marks[1:]))
                broken = log.change(state.round, "mark", clause)
                yield Broken(broken, state.round, log.sheet.rule("order"))
                break


@mutation
def overflow_too_early(log: Record, rng: random.Random) -> Iterator[Broken]:
    row = log.sheet.overflow_row
    for state, marks in _marked(log):
        if row and state.card and not state.card.rest and row[0] not in state.filled:
            clause = " ".join(("mark", *marks[:-1], row[0]))
            broken = log.change(state.round, "mark", clause)
            yield Broken(broken, state.round, log.sheet.rule("overflow"))


@mutation
def letter_not_in_the_cost(log: Record, rng: random.Random) -> Iterator[Broken]:
    if log.sheet.marking.write != "wildlife":
        return
    for state, marks in _marked(log):
        card = state.card
        cost = dict(card.card.cost or ()) if card and card.card else {}
        strange = [a for a in wildlife() if a not in cost]
        if strange and "=" in marks[0]:
            letter = "BEFHS"[wildlife().index(rng.choice(strange))]
            clause = " ".join(("mark", f"{marks[0].partition('=')[0]}={letter}", *marks[1:]))
            yield Broken(log.change(state.round, "mark", clause), state.round, "D-1")


@mutation
def letter_too_often(log: Record, rng: random.Random) -> Iterator[Broken]:
    if log.sheet.marking.write != "wildlife":
        return
    for state, marks in _marked(log):
        card = state.card
        cost = dict(card.card.cost or ()) if card and card.card else {}
        for animal, n in cost.items():
            if all("=" in m for m in marks) and len(marks) > n:
                letter = "BEFHS"[wildlife().index(animal)]
                same = [f"{m.partition('=')[0]}={letter}" for m in marks]
                clause = " ".join(("mark", *same))
                yield Broken(log.change(state.round, "mark", clause), state.round, "D-1")
                break


@mutation
def free_hexagon_that_nothing_gave(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _marks in _marked(log):
        open_ = [choice for choice, _ in paper.open_choices(state)]
        may = paper.free_places(state, "any")
        if may and not state.owed and not open_:
            value = "=B" if log.sheet.marking.write == "wildlife" else ""
            value = "=3" if log.sheet.marking.write == "number" else value
            broken = log.put(state.round, f"free {may[0]}{value}")
            yield Broken(broken, state.round, log.sheet.rule("free"))


@mutation
def free_hexagon_on_a_mark(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, move in log.moves(Free):
        assert isinstance(move, Free)
        first, *more = log.clause(state.round, "free").split()[1:]
        marks = [at for at in state.marks if not log.sheet.space[at].overflow]
        if marks and first.partition("=")[0] == move.at:
            other = first.replace(move.at, rng.choice(marks))
            broken = log.change(state.round, "free", " ".join(("free", other, *more)))
            yield Broken(broken, state.round, log.sheet.rule("free"))


@mutation
def free_hexagon_a_round_late(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Free):
        n = state.round
        clause = log.clause(n, "free")
        owed = paper.settled(state).owed
        source = next((o.source for o in owed if o.kind == "hex"), "")
        more = any(log.has(n, word) for word in ("pick", "any"))  # what it may have earned
        after = log.rounds[n][log.rounds[n].index(clause) :]
        more |= any(c.startswith("mark") for c in after)  # what may touch it
        if len(clause.split()) != 2 or not source or more or n + 1 not in log.rounds:
            continue
        # The round itself says that it was left; the next one begins with it.
        broken = _untallied(log.change(n, "free", f"leave {source}"))
        clauses = broken.rounds[n + 1]
        k = next((k for k, c in enumerate(clauses) if c.startswith("card")), len(clauses))
        clauses = (*clauses[:k], clause, *clauses[k:])
        broken = replace(broken, rounds={**broken.rounds, n + 1: clauses})
        yield Broken(broken, n + 1, log.sheet.rule("free"))


def _untallied(log: Record) -> Record:
    """The log without tallies, which would tell that something is missing before."""
    rounds = {
        n: tuple(c for c in clauses if n == 0 or not c.startswith("tally"))
        for n, clauses in log.rounds.items()
    }
    return replace(log, rounds=rounds)


@mutation
def pick_that_nothing_gave(log: Record, rng: random.Random) -> Iterator[Broken]:
    boxes = [b.id for a in log.sheet.areas for pool in a.pools.values() for b in pool]
    for state, _marks in _marked(log):
        free = [b for b in boxes if b not in state.picks]
        group = [b.rpartition(".")[0] for b in free]
        open_ = {choice.id for choice, _ in paper.open_choices(state)}
        late = [b for b, g in zip(free, group, strict=True) if g not in open_]
        if late and not state.forfeited:
            broken = log.put(state.round, f"pick {late[0]}")
            yield Broken(broken, state.round, _area_rule(log.sheet, late[0]))


@mutation
def pick_made_twice(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, move in log.moves(Pick):
        assert isinstance(move, Pick)
        for later, _marks in _marked(log):
            if later.round > state.round:
                broken = log.put(later.round, f"pick {move.option}")
                yield Broken(broken, later.round, _area_rule(log.sheet, move.option))
                break


def _area_rule(sheet: Sheet, option: str) -> str:
    area = option.partition("=")[0].partition(".")[0]
    return sheet.area[area].rule


@mutation
def pick_a_round_late(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, move in log.moves(Pick):
        n = state.round
        assert isinstance(move, Pick)
        alone = log.clause(n, "pick") == f"pick {move.option}"
        alone &= [c.split()[0] for c in log.rounds[n]].count("pick") == 1
        if not alone or any(log.has(n, word) for word in ("any", "free", "leave")):
            continue
        if n + 1 not in log.rounds or log.has(n + 1, "card") or log.has(n + 1, "action"):
            continue
        at, side, _ = move.option.partition("=")
        group = at if side else at.rpartition(".")[0]
        broken = _untallied(log.change(n, "pick", f"leave {group}"))
        clauses = (*broken.rounds[n + 1], f"pick {move.option}")
        yield Broken(replace(broken, rounds={**broken.rounds, n + 1: clauses}), n + 1, "RH-13")


@mutation
def animal_that_nothing_gave(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _marks in _marked(log):
        open_ = [choice for choice, _ in paper.open_choices(state)]
        if not open_ and not state.owed:
            yield Broken(log.put(state.round, "any bear"), state.round, "RH-13")


@mutation
def mark_without_a_card(log: Record, rng: random.Random) -> Iterator[Broken]:
    for state, _move in log.moves(Done):
        if state.stage == "card":
            open_ = paper.free_places(state, "any")
            if open_:
                yield Broken(log.put(state.round, f"mark {open_[0]}"), state.round, "RH-8")


# -- the Tally Sheet and the whole ---------------------------------------------------------------


@mutation
def digit_of_a_tally(log: Record, rng: random.Random) -> Iterator[Broken]:
    for n in list(log.rounds)[1:]:
        word, *numbers = log.clause(n, "tally").split()
        k = rng.randrange(len(numbers))
        numbers[k] = str(int(numbers[k]) + rng.choice((1, 2)))
        yield Broken(log.change(n, "tally", " ".join((word, *numbers))), n, "RH-7")


@mutation
def tally_at_the_start(log: Record, rng: random.Random) -> Iterator[Broken]:
    yield Broken(log.change(0, "tally", "tally 5 1 1 1 1 2"), 0, "RH-7")


@mutation
def a_round_too_many(log: Record, rng: random.Random) -> Iterator[Broken]:
    n = max(log.rounds) + 1
    last = tuple(c for c in log.rounds[n - 1] if c.split()[0] in ("dice", "special", "own"))
    rounds = {**log.rounds, n: (*last, "take nothing")}
    yield Broken(replace(log, rounds=rounds), n, "RH-2")


@mutation
def completion_card_at_two_slots(log: Record, rng: random.Random) -> Iterator[Broken]:
    word, first, second, *others = log.clause(0, "slots").split()
    used = {move.card for _, move in log.moves(Use) if isinstance(move, Use)}
    if int(second) not in used:
        changed = " ".join((word, first, first, *others))
        yield Broken(log.change(0, "slots", changed), 0, "RH-10")
