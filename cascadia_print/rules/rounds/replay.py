"""A log, played again step by step (level L4).

Each step is judged by the moves of the game; the first that breaks a rule is named, and the
replay goes on from what was written. What the log does not say is not judged, and named as
missing; nothing that could follow from it is held against the player.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cascadia_print.rules.earn import earn
from cascadia_print.rules.findings import in_print
from cascadia_print.rules.goal import ANY
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.rounds import bags, paper
from cascadia_print.rules.rounds.bags import NATURE
from cascadia_print.rules.rounds.game import apply
from cascadia_print.rules.rounds.log import Entry, Log, Place, Round
from cascadia_print.rules.rounds.moves import (
    Act,
    Complete,
    Done,
    Fail,
    Free,
    Leave,
    Mark,
    Move,
    Pay,
    Pick,
    Refused,
    Roll,
    Rolled,
    Take,
    Use,
    Wild,
)
from cascadia_print.rules.rounds.refusals import refusal
from cascadia_print.rules.rounds.state import Setting, State, beginning
from cascadia_print.rules.score import Picture, score, valid
from cascadia_print.rules.table import table
from cascadia_print.sheet.model import RECORDED
from cascadia_print.sheet.vocabulary import wildlife
from cascadia_print.verdict import Carded, Finding, Logged, RoundPlayed

SHEET_MOVES = (Mark, Free, Pick, Wild, Leave)


@dataclass(frozen=True, slots=True)
class Replayed:
    """The end of a log, what was found on the way, and what it did not say.

    `blind`: marks are missing, so that the picture at the end is not known. `history`: each move
    with the position before it.
    """

    end: State
    findings: tuple[Finding, ...]
    logged: Logged
    blind: bool
    history: tuple[tuple[State, Move], ...] = ()
    notes: tuple[Finding, ...] = ()


def replay(setting: Setting, log: Log, filled: Filled, *, scores: bool = False) -> Replayed:
    """Play a log again. Marks that it names without their value have that of the filled sheet.

    `scores`: count the points on the sheet after each round, too.
    """
    return _Replay(setting, log, filled, scores).run()


class _Replay:
    def __init__(self, setting: Setting, log: Log, filled: Filled, scores: bool) -> None:
        self.scores = scores
        self.setting, self.log, self.given = setting, log, filled.marks or {}
        self.state = beginning(setting)
        if log.start is not None:
            self.state = self.state.but(tally=log.start)
        self.findings: list[Finding] = []
        self.missing: dict[str, list[int]] = {}
        self.rounds: list[RoundPlayed] = []
        self.blind = self.unread = self.vague = False
        self.frees = 0
        self.off: dict[int, int] = {}
        """By how much rows of the last Tally Sheet were more than the log makes them."""
        self.round = 0
        self.place: Place = ("/log", 0)
        self.history: list[tuple[State, Move]] = []
        self.notes: list[Finding] = []

    def run(self) -> Replayed:
        self.setup()
        for entry in self.log.rounds:
            self.play(entry)
        last = self.log.rounds[-1].number if self.log.rounds else 0
        if last < self.setting.rounds:
            self.absent("rounds", range(last + 1, self.setting.rounds + 1))
        missing = {part: tuple(rounds) for part, rounds in self.missing.items()}
        logged = Logged(tuple(self.rounds), missing, not missing)
        return Replayed(
            paper.settled(self.state),
            tuple(self.findings),
            logged,
            self.blind,
            tuple(self.history),
            tuple(self.notes),
        )

    def setup(self) -> None:
        """What stands in line 0: the Tally Sheet at the start (RH-7), the Completion Cards."""
        log, setting = self.log, self.setting
        if log.start is not None and log.start != setting.start:
            values = {"need": _shown(setting.start), "have": _shown(log.start)}
            self.found(Refused("RH-7", "start-tally", values), log.place("start"))
        if log.slots is None:
            return
        named = [n for n in log.slots if n]
        strange = [n for n in named if setting.in_play is not None and n not in setting.in_play]
        if strange:
            refused = Refused("RH-10", "use-not-in-play", {"card": strange[0]})
            self.found(refused, log.place("slots"))
        if len(set(named)) < len(named):
            twice = next(n for n in named if named.count(n) > 1)
            self.found(Refused("RH-10", "slot-twice", {"card": twice}), log.place("slots"))
        if setting.family and any(n > 4 for n in named):
            late = next(n for n in named if n > 4)
            self.found(Refused("RH-14", "use-family", {"card": late}), log.place("slots"))

    # -- a round

    def play(self, entry: Round) -> None:
        gap = range(self.state.round + 1, entry.number)
        if gap:
            self.absent("rounds", gap)
            self.unsure()
            self.state = self.state.but(round=entry.number - 1)
        self.round, self.place = entry.number, entry.place
        before = len(self.findings)
        self.unread = entry.unread
        if entry.unread:
            self.absent("unread", [entry.number])
        entries = list(entry.entries)
        if not entries or not isinstance(entries[0].move, Roll):
            entries.insert(0, Entry(Roll(), entry.place))
        self.left(entries)
        steps = self.as_written(entries)
        self.frees = sum(isinstance(step.move, Free) for step in steps)
        for step in steps:
            self.frees -= isinstance(step.move, Free)
            self.ready(step)
            self.step(step)
        self.collected()
        self.paid(None)
        self.ended()
        if entry.unread or (self.blind and self.cards):
            # Marks that are not known earn what is not known.
            self.unsure()
        elif self.vague and self.cards:
            self.state = self.state.but(tally=(None,) * len(self.state.tally))
        self.said(entry, before)
        self.row(before)
        self.history.append((self.state, Done()))
        self.state = apply(self.state, Done())

    def as_written(self, entries: Iterable[Entry]) -> list[Entry]:
        """The steps, a card that makes the number higher before the number is written.

        On a sheet of numbers one is written for both, so that a log may name them in any order.
        """
        found: list[Entry] = []
        for entry in entries:
            move, at = entry.move, len(found)
            effect = self.setting.effects.get(move.card) if isinstance(move, Use) else None
            if effect and effect.higher and self.setting.sheet.marking.write == "number":
                while at and isinstance(found[at - 1].move, SHEET_MOVES):
                    at -= 1
            found.insert(at, entry)
        return found

    def left(self, entries: Iterable[Entry]) -> None:
        """What gives by itself is left from the beginning of the round, wherever it says so."""
        ids = {e.move.id for e in entries if isinstance(e.move, Leave)}
        self.leaves = frozenset(ids)

    def ready(self, step: Entry) -> None:
        """Go through what a log need not say before this step."""
        move, state = step.move, self.state
        if state.waiting and not isinstance(move, Rolled):
            self.unrolled()
        if isinstance(move, (Complete, Use, Pay, Fail, *SHEET_MOVES)):
            self.collected()
        if isinstance(move, (Complete, *SHEET_MOVES)):
            self.paid(move)
        if isinstance(move, Use) and self.state.stage == "pay":
            effect = self.setting.effects.get(move.card)
            if effect is None or effect.side == "bonus":
                self.paid(move)

    def unrolled(self) -> None:
        """A card or a reroll asked for a die, and the log does not say what it showed."""
        state = self.state.but(waiting="", waiting_dice=())
        self.absent("roll", [self.round])
        if self.state.waiting == "gain":
            state = state.but(tally=bags.unknown_animals(state.tally))
        elif self.state.waiting == "reroll":
            state = state.but(own=None)
        elif state.card:
            state = state.but(card=replace(state.card, vague=True))
        self.state = state

    def collected(self) -> None:
        """A round whose log does not say what was taken."""
        if self.state.stage == "dice":
            self.absent("take", [self.round])
            tally = bags.unknown_animals(self.state.tally)
            self.state = self.state.but(stage="card", tally=tally)

    def paid(self, move: Move | None) -> None:
        """Pay as the card says, where the log does not say how it was paid."""
        state = self.state
        if state.stage != "pay":
            return
        if state.waiting:
            self.unrolled()
        card = self.state.card
        if card and (card.card is None or card.card.cost is None) and not card.vague:
            self.absent("cost", [self.round])
        elif card and card.card and card.card.nature is None:
            self.absent("tokens", [self.round])
        self.step(Entry(Pay(), self.card_place))

    def step(self, entry: Entry) -> None:
        move = self.valued(entry.move)
        if not isinstance(move, Mark):
            self.state = paper.settled(self.state)
        refused = refusal(self.state, move)
        if refused and not self.forgiven(move, refused):
            self.found(refused, entry.place)
            if refused.text in ("not-face-up", "no-such-slot") and isinstance(move, Complete):
                move = replace(move, slot=None)
        if isinstance(move, Free) and not refused:
            self.other_kind(move, entry.place)
        if isinstance(move, Complete):
            self.card_place = entry.place
        self.note(move)
        self.history.append((self.state, move))
        self.state = apply(self.state, move)
        if isinstance(move, Mark | Free):
            self.unlettered(move)
        if isinstance(move, Roll):
            self.state = self.state.but(left=self.leaves)
        if isinstance(move, Pay) and self.state.tally[0] is None and move.animals is None:
            self.unclear_payment()

    def unclear_payment(self) -> None:
        card = self.state.card
        if card and card.card and card.card.cost is not None and not card.vague:
            self.absent("pay", [self.round])

    def forgiven(self, move: Move, refused: Refused) -> bool:
        """Whether a refusal could follow from what the log does not say, or cannot be read."""
        if self.unread:
            return True
        short = refused.text in ("too-few-marks", "number-unwritten")
        if self.blind and (short or isinstance(move, SHEET_MOVES)):
            return True
        card = self.state.card
        earned = ("free-unearned", "wild-unearned", "pick-unearned")
        if self.vague and refused.text in earned:
            return True
        waits = refused.text in earned
        if (short or waits) and card and not card.marks and paper.places(self.state):
            self.unmarked()
            return True
        if (short or isinstance(move, SHEET_MOVES)) and self.free_untold():
            self.absent("free", [self.round])
            self.unsure()
            return True
        if refused.text in ("free-unearned", "wild-unearned"):
            # It can come from a choice that was made and not written down.
            kinds = ("hex", "wild")
            items = table(self.setting.sheet).items
            return any(
                gain.kind in kinds
                for choice, _ in paper.open_choices(self.state)
                for option in choice.options
                for side in items[option.partition("=")[0]].offer.sides
                for gain in side
            )
        return False

    def free_untold(self) -> bool:
        """Whether a free hexagon is open that the rest of the round says nothing of."""
        state = paper.settled(self.state)
        owed = [
            o
            for o in state.owed
            if o.kind == "hex"
            and state.left.isdisjoint((o.source, paper.part(o.source, o.k)))
            and paper.free_places(state, o.of)
        ]
        return len(owed) > self.frees

    def other_kind(self, move: Free, place: Place) -> None:
        """A free hexagon of another habitat than shown, where the table plays that they match."""
        sheet = self.setting.sheet
        owed = paper.matching(paper.settled(self.state), move.at)
        space = sheet.space[move.at]
        if sheet.in_force.get("free-hex-kind") != "habitat" or owed is None or space.overflow:
            return
        if owed.of != ANY and owed.of not in space.habitats:
            values = {
                "nearest": owed.of,
                "source": owed.source,
                "habitats": " / ".join(space.habitats),
                "round": self.round,
            }
            rule, text = sheet.rule("free"), "free-of-another-kind"
            self.notes.append(Finding(rule, "note", move.at, text, values, *place))

    def valued(self, move: Move) -> Move:
        """A mark with its value, which stands on the filled sheet: marks never change."""
        if not isinstance(move, Mark | Free) or move.value is not True:
            return move
        sheet = self.setting.sheet
        space = sheet.space[move.at]
        value = self.given.get(move.at, True)
        numbers = isinstance(move, Mark) and sheet.marking.write == "number"
        if space.overflow or numbers or not valid(sheet, space, value):
            value = True
        return replace(move, value=value)

    def unlettered(self, move: Mark | Free) -> None:
        """An animal was written, and the log does not say which."""
        sheet = self.setting.sheet
        overflow = sheet.space[move.at].overflow
        if sheet.marking.write == "wildlife" and move.value is True and not overflow:
            self.absent("letter", [self.round])
            self.vague = True  # regions of one animal may be full, or not

    def ended(self) -> None:
        """What the round leaves open: marks still to be made, choices that were not told."""
        state = self.state = paper.settled(self.state)
        if state.waiting:
            self.unrolled()
        refused = refusal(self.state, Done())
        if refused and not self.forgiven(Done(), refused):
            self.found(refused, self.card_place)
        state = self.state
        owed = [
            o for o in state.owed if state.left.isdisjoint((o.source, paper.part(o.source, o.k)))
        ]
        if any(o.kind == "wild" for o in owed):
            self.absent("animal", [self.round])
            self.state = self.state.but(tally=bags.unknown_animals(self.state.tally))
        if any(o.kind == "hex" and paper.free_places(state, o.of) for o in owed):
            self.absent("free", [self.round])
            self.unsure()
        choices = [c for c, _ in paper.open_choices(state) if c.id not in state.left]
        if choices:
            self.absent("pick", [self.round])
            self.unsure()

    def unmarked(self) -> None:
        """A card was completed, and the log does not say what it marked."""
        self.absent("mark", [self.round])
        self.unsure()

    def said(self, entry: Round, before: int) -> None:
        """The Tally Sheet as the log has it at the end of the round.

        Where the round broke a rule, that its tally is another one only follows. A row that was
        wrong and comes back to what the log makes of it is no second slip.
        """
        if entry.tally is None:
            return
        pairs = list(zip(self.state.tally, entry.tally, strict=True))
        wrong = [
            k for k, (own, said) in enumerate(pairs) if None not in (own, said) and own != said
        ]
        back = self.off
        self.off = {k: (pairs[k][1] or 0) - (pairs[k][0] or 0) for k in wrong}
        wrong = [k for k in wrong if self.off[k] != -back.get(k, 0)]
        self.off = {k: self.off[k] for k in wrong}
        if wrong:
            k = wrong[0]
            values = {"need": pairs[k][0], "have": pairs[k][1], "kinds": _row(k)}
            self.found(Refused("RH-7", "tally-differs", values), entry.tally_place, before)
        tally = tuple(own if said is None else said for own, said in pairs)
        self.state = self.state.but(tally=tally)

    # -- what is known

    def unsure(self) -> None:
        """From here on neither the picture nor the Tally Sheet is known."""
        self.blind = True
        self.state = self.state.but(tally=(None,) * len(self.state.tally))

    def absent(self, part: str, rounds: Iterable[int]) -> None:
        found = self.missing.setdefault(part, [])
        found += [n for n in rounds if n not in found]

    def found(self, refused: Refused, place: Place, before: int | None = None) -> None:
        text = refused.text if "." in refused.text else f"log.found.{refused.text}"
        text = text.removeprefix("findings.")
        values = {**refused.values, "round": self.round}
        at = refused.at or f"log.{self.round}"
        finding = Finding(refused.rule, "illegal", at, text, values, *place)
        if before is not None and len(self.findings) > before:
            cause = self.findings[-1]
            cause = replace(cause, consequences=(*cause.consequences, finding))
            self.findings[-1] = cause
        else:
            self.findings.append(finding)

    # -- the report's rows

    def note(self, move: Move) -> None:
        match move:
            case Roll():
                self.kept = RoundPlayed(self.round, move.central, move.special, move.own)
                self.cards: list[Carded] = []
                self.card_place = self.place
                for part, value in (("dice", move.central), ("own", move.own)):
                    if value is None:
                        self.absent(part, [self.round])
                if move.special is None and not self.setting.family:
                    self.absent("special", [self.round])
            case Act():
                of = move.of or (str(move.n) if move.n else "")
                self.kept = replace(self.kept, action=(move.kind, of))
            case Take():
                self.kept = replace(self.kept, collected=move.animals)
            case Complete():
                card = move.card or (self.state.lying(move.slot) if move.slot else None)
                habitat, number = (card.habitat, card.number) if card else ("", None)
                self.cards.append(Carded(move.slot, habitat, number))
                if card is None:
                    self.absent("card", [self.round])
                if move.slot is None:
                    self.absent("slot", [self.round])
            case Use():
                self.carded(used=(*self.last.used, (move.card, "")))
                if move.card not in self.setting.effects:
                    self.absent("effect", [self.round])
            case Rolled() if self.last.used and self.state.waiting != "reroll":
                *others, (n, _) = self.last.used
                self.carded(used=(*others, (n, move.faces[0])))
            case Pay():
                self.carded(paid=move.animals)
            case Fail():
                self.carded(failed=True)
            case Mark():
                self.carded(marks=(*self.last.marks, (move.at, move.value)))
            case Free():
                self.carded(frees=(*self.last.frees, (move.at, move.value)))
            case Pick():
                self.carded(chosen=(*self.last.chosen, move.option))
            case Wild():
                self.carded(chosen=(*self.last.chosen, move.animal))

    @property
    def last(self) -> Carded:
        return self.cards[-1] if self.cards else Carded()

    def carded(self, **changes: object) -> None:
        if not self.cards:
            self.cards.append(Carded())
        self.cards[-1] = replace(self.cards[-1], **changes)  # type: ignore[arg-type]

    def row(self, before: int) -> None:
        own = self.state.own if self.kept.own is not None else None
        self.rounds.append(
            replace(
                self.kept,
                own=own,
                cards=tuple(self.cards),
                tally=self.state.tally,
                score=points(self.state)
                if self.scores and not (self.blind or self.vague)
                else None,
                legal=len(self.findings) == before,
            )
        )


def points(state: State) -> int:
    """The points on the sheet in a position, without leftovers."""
    sheet = state.setting.sheet
    earned = earn(sheet, state.filled, state.marks, state.picks)
    taken = taken_ids(state)
    picture = Picture(state.filled, state.marks, earned, earned, frozenset(taken), True)
    return sum(score(sheet, picture).points.values())


def taken_ids(state: State) -> tuple[str, ...]:
    """What was circled or crossed off, as a filled sheet names it: ids, parts and sides."""
    items = table(state.setting.sheet).items
    found: list[str] = []
    for id in dict.fromkeys(id for id, _ in state.taken):
        item, own = items[id], {k for i, k in state.taken if i == id}
        if item.offer.choice:
            found += [p for p in state.picks if p.startswith(f"{id}=")]
        elif own >= {k for k, gain in enumerate(item.offer.sides[0]) if gain.kind in RECORDED}:
            found.append(id)
        else:
            found += [paper.part(id, k) for k in sorted(own)]
    return tuple(in_print(state.setting.sheet, found))


def _shown(tally: bags.Tally) -> str:
    return " ".join("?" if n is None else str(n) for n in tally)


def _row(k: int) -> str:
    return wildlife()[k] if k < NATURE else "nature"
