"""A log, played again step by step (level L4).

Each step is judged by the moves of the game; the first that breaks a rule is named, and the
replay goes on from what was written. What the log does not say is not judged, and named as
missing; nothing that could follow from it is held against the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cascadia_print.rules.goal import ANY
from cascadia_print.rules.marks import Filled
from cascadia_print.rules.rounds import bags, costs, paper, untold
from cascadia_print.rules.rounds.bags import NATURE
from cascadia_print.rules.rounds.game import apply, discount
from cascadia_print.rules.rounds.log import Entry, Log, Place, Round
from cascadia_print.rules.rounds.moves import (
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
    Use,
    Wild,
)
from cascadia_print.rules.rounds.refusals import refusal
from cascadia_print.rules.rounds.result import points
from cascadia_print.rules.rounds.state import BEGINNERS, Setting, State, beginning
from cascadia_print.rules.rounds.tallies import DISCOUNT, Gift, Tallies
from cascadia_print.rules.rounds.told import Told
from cascadia_print.rules.score import valid
from cascadia_print.rules.table import table
from cascadia_print.sheet.fields import tally_rows
from cascadia_print.verdict import Finding, Logged

SHEET_MOVES = (Mark, Free, Pick, Wild, Leave)
EARNED = ("free-unearned", "wild-unearned", "pick-unearned")
SHORT = ("too-few-marks", "number-unwritten")
WRONG_ANYHOW = frozenset(
    {"already", "beyond-number", "free-value", "letter-strange", "letter-too-often", "letters-used"}
    | {"mark-without-card", "one-number", "other-habitat", "other-half", "other-number"}
    | {"pick-again", "pick-late"}
)
"""Faults of a mark or a choice that nothing untold in the round can be the reason for."""

NOT_OF_THE_SHEET = {"": ("RH-8", "tokens-left"), DISCOUNT: ("RH-5", "discount-left")}
"""The rule and the sentence of gifts that no id of the sheet gives."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The end of a log, what was found on the way, and what it did not say.

    `blind`: marks are missing, so that the picture at the end is not known. `history`: each move
    with the position before it. `extra`: what stands in the rows of the Tally Sheet and was had
    against the rules. `gifts`: what came by itself since its row was last told.
    """

    end: State
    findings: tuple[Finding, ...]
    logged: Logged
    blind: bool
    history: tuple[tuple[State, Move], ...] = ()
    notes: tuple[Finding, ...] = ()
    extra: tuple[int, ...] = (0,) * (NATURE + 1)
    gifts: tuple[Gift, ...] = ()


def replay(setting: Setting, log: Log, filled: Filled, *, scores: bool = False) -> Replayed:
    """Play a log again. Marks that it names without their value have that of the filled sheet.

    `scores`: count the points on the sheet after each round, too.
    """
    done = _Replay(setting, log, filled, scores).run()
    dice = log.dice if setting.dice else ""
    cards = log.cards if setting.habitat_cards else ""
    return replace(done, logged=replace(done.logged, dice=dice, cards=cards))


class _Replay:
    def __init__(self, setting: Setting, log: Log, filled: Filled, scores: bool) -> None:
        self.setting, self.log, self.filled, self.scores = setting, log, filled, scores
        self.state = beginning(setting)
        if log.start is not None:
            self.state = self.state.but(tally=log.start)
        self.findings: list[Finding] = []
        self.notes: list[Finding] = []
        self.history: list[tuple[State, Move]] = []
        self.told, self.tallies = Told(), Tallies()
        self.absent = self.told.absent
        self.blind = self.unread = self.vague = False
        self.card_place: Place = ("/log", 0)
        self.begun = 0
        """Where the round begins in the history."""

    def run(self) -> Replayed:
        self.setup()
        for entry in self.log.rounds:
            self.play(entry)
        last = self.log.rounds[-1].number if self.log.rounds else 0
        if last < self.setting.rounds:
            self.absent("rounds", range(last + 1, self.setting.rounds + 1))
        return Replayed(
            paper.settled(self.state),
            tuple(self.findings),
            self.told.logged(),
            self.blind,
            tuple(self.history),
            tuple(self.notes),
            tuple(self.tallies.extra),
            tuple(self.tallies.gifts),
        )

    def setup(self) -> None:
        """What stands in line 0: the Tally Sheet at the start (RH-7), the Completion Cards."""
        log, setting = self.log, self.setting
        start = log.start or setting.start
        if any(said not in (None, n) for said, n in zip(start, setting.start, strict=True)):
            values = {"need": _shown(setting.start), "have": _shown(start)}
            self.found(Refused("RH-7", "start-tally", values), log.place("start"))
        named = [n for n in log.slots or () if n]
        strange = [n for n in named if setting.in_play is not None and n not in setting.in_play]
        if strange:
            refused = Refused("RH-10", "use-not-in-play", {"card": strange[0]})
            self.found(refused, log.place("slots"))
        if len(set(named)) < len(named):
            twice = next(n for n in named if named.count(n) > 1)
            self.found(Refused("RH-10", "slot-twice", {"card": twice}), log.place("slots"))
        if setting.family and any(n not in BEGINNERS for n in named):
            late = next(n for n in named if n not in BEGINNERS)
            self.found(Refused("RH-14", "use-family", {"card": late}), log.place("slots"))

    # -- a round

    def play(self, entry: Round) -> None:
        gap = range(self.state.round + 1, entry.number)
        if gap:
            self.absent("rounds", gap)
            self.unsure()
            self.state = self.state.but(round=entry.number - 1)
        self.told.round = entry.number
        self.card_place = entry.place
        before, taken = len(self.findings), self.state.taken
        self.unread = entry.unread
        if entry.unread:
            self.absent("unread")
        entries = list(entry.entries)
        if not entries or not isinstance(entries[0].move, Roll):
            entries.insert(0, Entry(Roll(), entry.place))
        # What gives by itself is left from the beginning of the round, wherever it says so.
        self.leaves = frozenset(e.move.id for e in entries if isinstance(e.move, Leave))
        waiting = self.as_written(entries)
        while waiting:
            step = waiting.pop(self.next(waiting))
            self.ready(step)
            self.step(step)
        self.collected()
        self.paid()
        self.ended()
        self.tallies.came(taken, self.state)
        if entry.unread:
            self.unsure()
        elif (self.blind or self.vague) and self.told.cards:
            self.unclear()
        self.said(entry, before)
        score = None
        if self.scores and not (self.blind or self.vague):
            score = points(self.state)
        self.told.over(self.state, score, legal=len(self.findings) == before)
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

    def next(self, steps: Sequence[Entry]) -> int:
        """The step that comes next: what a card earns may be told before that which earns it."""
        for k, step in enumerate(steps):
            if k and isinstance(step.move, Complete):
                break
            if not self.early(step.move):
                return k
        return 0

    def early(self, move: Move) -> bool:
        """Whether a move needs something that nothing has earned yet."""
        if not isinstance(move, Free | Pick | Wild):
            return False
        refused = refusal(self.state, move)
        return refused is not None and refused.text in EARNED

    def ready(self, step: Entry) -> None:
        """Go through what a log need not say before this step."""
        move, state = step.move, self.state
        if state.waiting and not isinstance(move, Rolled):
            self.unrolled()
        if isinstance(move, (Complete, Use, Pay, Fail, *SHEET_MOVES)):
            self.collected()
        if isinstance(move, (Complete, *SHEET_MOVES)):
            self.paid()
        if isinstance(move, Complete):
            self.marked()
        unknown = self.state.stage == "sheet" and (self.blind or self.vague)
        if isinstance(move, Complete | Use) and (unknown or self.open()):
            self.unclear()  # what is open, or came with marks that are not told, could help to pay
        if isinstance(move, Use) and self.state.stage == "pay":
            effect = self.setting.effects.get(move.card)
            if effect is None or effect.side == "bonus":
                self.paid()

    def unrolled(self) -> None:
        """A card or a reroll asked for a die, and the log does not say what it showed."""
        state = self.state.but(waiting="", waiting_dice=())
        self.absent("roll")
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
            self.absent("take")
            tally = bags.unknown_animals(self.state.tally)
            self.state = self.state.but(stage="card", tally=tally)

    def paid(self) -> None:
        """Pay as the card says, where the log does not say how it was paid."""
        if self.state.stage != "pay":
            return
        if self.state.waiting:
            self.unrolled()
        card = self.state.card
        if card and (card.card is None or card.card.cost is None) and not card.vague:
            self.absent("cost")
        elif card and card.card and card.card.nature is None:
            self.absent("tokens")
        if _unclear_payment(self.state):
            self.absent("pay")
        self.step(Entry(Pay(), self.card_place))

    def step(self, entry: Entry) -> None:
        move = self.valued(entry.move)
        if not isinstance(move, Mark):
            self.state = paper.settled(self.state)
        refused = refusal(self.state, move)
        if refused and self.forgiven(move, refused):
            refused = None
        if refused:
            self.found(refused, entry.place)
            if refused.text in ("not-face-up", "no-such-slot") and isinstance(move, Complete):
                move = replace(move, slot=None)
            if isinstance(move, Pick):
                self.state = _told_once(self.state, move, refused)
        if isinstance(move, Free) and not refused:
            self.other_kind(move, entry.place)
        if isinstance(move, Complete):
            self.card_place = entry.place
        self.told.note(self.state, move)
        self.history.append((self.state, move))
        before, self.state = self.state, apply(self.state, move)
        self.tallies.move(before, move, self.state, broken=refused is not None)
        if isinstance(move, Mark | Free):
            self.unlettered(move)
        if isinstance(move, SHEET_MOVES) and (self.blind or self.vague):
            self.unclear()  # beside marks that are not known it earns what is not known
        if isinstance(move, Roll):
            self.state, self.begun = self.state.but(left=self.leaves), len(self.history)

    def forgiven(self, move: Move, refused: Refused) -> bool:
        """Whether a refusal could follow from what the log does not say, or cannot be read."""
        if self.unread:
            return True
        card = self.state.card
        if refused.text == "rolled-nothing" and card and card.vague:
            return True  # the Completion Card that was used is not known, and may ask for it
        short, unearned = refused.text in SHORT, refused.text in EARNED
        if not (short or isinstance(move, SHEET_MOVES)):
            return False
        if self.blind or (unearned and (self.vague or self.unknown_card())):
            return True
        if (short or unearned) and card and not card.marks and paper.places(self.state):
            self.unmarked()
            return True
        if refused.text in WRONG_ANYHOW:
            return False
        parts = untold.reason(self.state, move, self.history[self.begun :])
        if "free" in parts:
            self.absent("free")
            self.unsure()
        # A choice that stays open is told as missing at the end of the round.
        return bool(parts)

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
                "round": self.told.round,
            }
            rule, text = sheet.rule("free"), "free-of-another-kind"
            self.notes.append(Finding(rule, "note", move.at, text, values, *place))

    def valued(self, move: Move) -> Move:
        """A mark with its value, which stands on the filled sheet: marks never change."""
        if not isinstance(move, Mark | Free) or move.value is not True:
            return move
        sheet = self.setting.sheet
        space = sheet.space[move.at]
        value = (self.filled.marks or {}).get(move.at, True)
        numbers = isinstance(move, Mark) and sheet.marking.write == "number"
        if space.overflow or numbers or not valid(sheet, space, value):
            value = True
        return replace(move, value=value)

    def unlettered(self, move: Mark | Free) -> None:
        """An animal was written, and the log does not say which."""
        sheet = self.setting.sheet
        overflow = sheet.space[move.at].overflow
        if sheet.marking.write == "wildlife" and move.value is True and not overflow:
            self.absent("letter")
            self.vague = True  # regions of one animal may be full, or not

    def ended(self) -> None:
        """What the round leaves open: marks still to be made, choices that were not told."""
        self.state = paper.settled(self.state)
        if self.state.waiting:
            self.unrolled()
        self.marked()
        refused = refusal(self.state, Done())
        if refused and not self.forgiven(Done(), refused):
            self.found(refused, self.card_place)
        parts = self.open()
        for part in parts:
            self.absent(part)
        if parts == ["animal"]:
            self.state = self.state.but(tally=bags.unknown_animals(self.state.tally))
        elif parts:
            self.unsure()

    def open(self) -> list[str]:
        """What was earned and is open still, though nothing says that it was left."""
        state = paper.settled(self.state)
        parts = {
            "animal": any(o.kind == "wild" and not untold.left(state, o) for o in state.owed),
            "free": untold.open_frees(state),
            "pick": any(c.id not in state.left for c, _ in paper.open_choices(state)),
        }
        return [part for part, found in parts.items() if found]

    def marked(self) -> None:
        """A card of which not enough is known to tell what it should have marked."""
        card = self.state.card
        if card is None or self.state.stage != "sheet" or card.marks:
            return
        if card.vague or card.card is None:
            self.unmarked()

    def unmarked(self) -> None:
        """A card was completed, and the log does not say what it marked."""
        self.absent("mark")
        self.unsure()

    def said(self, entry: Round, before: int) -> None:
        """The Tally Sheet as the log has it at the end of the round.

        Where the round broke a rule, that its tally is another one only follows. What came by
        itself and is not on it was left, which is no fault (RH-13).
        """
        if entry.tally is None:
            return
        own = self.state.tally
        wrong, left = self.tallies.told(own, entry.tally, len(self.findings) > before)
        if wrong:
            k = wrong[0]
            values = {"need": own[k], "have": entry.tally[k], "kinds": tally_rows()[k]}
            self.found(Refused("RH-7", "tally-differs", values), entry.tally_place, before)
        for gift in left:
            self.missed(gift, entry.tally_place)
        pairs = zip(own, entry.tally, strict=True)
        tally = tuple(mine if said is None else said for mine, said in pairs)
        self.state = self.state.but(tally=tally)

    def missed(self, gift: Gift, place: Place) -> None:
        """A gift that the Tally Sheet does not show."""
        n = self.told.round
        kind = tally_rows()[gift.row]
        values = {"have": gift.n, "kinds": kind, "source": gift.source, "round": n}
        item = table(self.setting.sheet).items.get(gift.source)
        rule, text = NOT_OF_THE_SHEET.get(gift.source, ("RH-13", "gift-left"))
        at = gift.source if item else f"log.{n}"
        self.notes.append(Finding(rule, "note", at, f"log.found.{text}", values, *place))
        # What was chosen stays taken, even if a part of it was left.
        if item and not (item.group or item.offer.choice or self.filled.taken is not None):
            taken = self.state.taken - {(gift.source, gift.k)}
            self.state = self.state.but(taken=taken)

    # -- what is known

    def unknown_card(self) -> bool:
        """Whether a Completion Card was used in the round of which nobody knows what it gave."""
        used = ((n, face) for card in self.told.cards for n, face in card.used)
        effects = self.setting.effects
        return any(n not in effects or (effects[n].roll == "gain" and not face) for n, face in used)

    def unsure(self) -> None:
        """From here on neither the picture nor the Tally Sheet is known."""
        self.blind = True
        self.unclear()

    def unclear(self) -> None:
        """From here on the Tally Sheet is not known."""
        self.state = self.state.but(tally=(None,) * len(self.state.tally))

    def found(self, refused: Refused, place: Place, before: int | None = None) -> None:
        text = refused.text if "." in refused.text else f"log.found.{refused.text}"
        text = text.removeprefix("findings.")
        values = {**refused.values, "round": self.told.round}
        at = refused.at or f"log.{self.told.round}"
        finding = Finding(refused.rule, "illegal", at, text, values, *place)
        if before is not None and len(self.findings) > before:
            cause = self.findings[-1]
            cause = replace(cause, consequences=(*cause.consequences, finding))
            self.findings[-1] = cause
        else:
            self.findings.append(finding)


def _told_once(state: State, move: Pick, refused: Refused) -> State:
    """The position before a pick against the rules, in which it takes no choice from later ones."""
    if refused.text == "pick-unearned":
        return state.but(unearned=state.unearned | {move.option})
    if refused.text == "pick-late":
        late = state.forfeited[refused.at] - 1
        return state.but(forfeited={**state.forfeited, refused.at: late})
    return state


def _unclear_payment(state: State) -> bool:
    """Whether a card that is known can be paid in several ways."""
    card = state.card
    if card is None or card.card is None or card.card.cost is None or card.vague:
        return False
    return costs.usual(card.card.cost, discount(state), card.rolled) is None


def _shown(tally: bags.Tally) -> str:
    return " ".join("?" if n is None else str(n) for n in tally)
