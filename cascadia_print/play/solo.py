"""The dialogue of a game alone: what is shown, asked and understood, round by round.

Every choice offered is one of `legal_moves`. What leaves no choice is done and told. A step is
taken back by going back to the position before it; dice then fall the same again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cascadia_print.entry.ask import End, Turn
from cascadia_print.entry.blank import header
from cascadia_print.entry.log_text import log_lines, setup_line
from cascadia_print.entry.log_words import named
from cascadia_print.play.board import board, there
from cascadia_print.play.dealer import Dealer
from cascadia_print.report.words import bag, face, gains, game_word, message, number_of, special
from cascadia_print.rules.rounds import bags, dice, paper
from cascadia_print.rules.rounds.bags import NATURE, Bag
from cascadia_print.rules.rounds.game import apply
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
    Reroll,
    Rolled,
    Take,
    Use,
    Wild,
)
from cascadia_print.rules.rounds.offers import legal_moves
from cascadia_print.rules.rounds.refusals import refusal
from cascadia_print.rules.rounds.result import points, taken_ids
from cascadia_print.rules.rounds.state import SLOTS, State, beginning
from cascadia_print.rules.table import table
from cascadia_print.sheet.faults import nearest
from cascadia_print.sheet.fields import tally_rows
from cascadia_print.sheet.gameset import GameSet, HabitatCard
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.located_text import DIGIT_LIMIT
from cascadia_print.sheet.vocabulary import habitat_letters, wildlife, wildlife_letters
from cascadia_print.verdict import Finding

SHOWN = 6
"""Ways to pay that are listed; any other can be typed."""
LISTED = 8
"""So many open places have numbers; of more, the place is typed."""

_LETTER = re.compile(r"([a-z]+\.?\d+)\s*=\s*([a-z]+)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Game:
    """A game that is being played: who with what, and all moves so far with the positions
    before them. `goals`: points to reach."""

    dealer: Dealer
    made_of: GameSet
    state: State
    history: tuple[tuple[State, Move], ...] = ()
    player: str = ""
    goals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """A position to come back to: its place in the history, and bonus cards that were declined."""

    at: int
    declined: frozenset[tuple[int, int]]


@dataclass
class _Question:
    """A question with its choices. `default`: what Enter does; `typed` reads anything else."""

    text: str
    options: list[tuple[str, tuple[Move, ...]]] = field(default_factory=list)
    default: tuple[Move, ...] | None = None
    typed: Callable[[str], tuple[Move, ...]] | None = None
    declines: tuple[int, int] | None = None


class _NotUnderstood(Exception):
    """A line that is no answer; the argument is the sentence that says so."""


def solo(game: Game, words: Locale) -> Generator[Turn, str | None, End]:
    """Play to the end, or until the player stops; ends with the data of the filled sheet.

    Says a turn and is sent the line typed, None at the end of input.
    """
    return (yield from _Solo(game, words).turns())


def saved(game: Game, language: str) -> dict[str, Any]:
    """The data of a filled sheet with the rounds that are finished, to go on with."""
    history = list(game.history)
    while history and not isinstance(history[-1][1], Done):
        history.pop()
    state = apply(*history[-1]) if history else beginning(game.dealer.setting)
    sheet, setting = state.setting.sheet, state.setting
    data: dict[str, Any] = header(sheet) | {"player": game.player or None}
    if sheet.marking.write == "wildlife":
        data["language"] = language
    if setting.variant:
        data["variant"] = list(setting.variant)
    slots = [n for n in setting.slots if n]
    if cards := [*slots, *sorted((setting.in_play or frozenset()) - {*slots})]:
        data["completion_cards"] = cards
    letters = {a: x for x, a in wildlife_letters(language).items()}
    data["spaces"] = {
        s.id: letters.get(str(state.marks[s.id]), state.marks[s.id])
        for s in sheet.spaces
        if s.id in state.marks
    }
    data["picks"] = list(state.picks)
    data["taken"] = list(taken_ids(state))
    data["tally"] = dict(zip(tally_rows(), state.tally, strict=True))
    line = setup_line(state, game.made_of.id, game.dealer.seed)
    data["log"] = [line, *log_lines(history, state, language)]
    return data


class _Solo:
    def __init__(self, game: Game, words: Locale) -> None:
        self.game, self.words, self.dealer = game, words, game.dealer
        self.state = game.state
        self.history = list(game.history)
        self.steps: list[_Step] = []
        self.declined: frozenset[tuple[int, int]] = frozenset()
        self.told: list[str] = []
        self.sheet = game.state.setting.sheet
        known = wildlife_letters(words.language)
        self.letters = known or wildlife_letters("en")
        self.language = words.language if known else "en"
        self.shown = 0

    def text(self, key: str, **values: object) -> str:
        return self.words.text(f"play.{key}", **values)

    # -- the dialogue

    def turns(self) -> Generator[Turn, str | None, End]:
        self.told.append(self.intro())
        while True:
            question = self.next_question()
            if question is None:
                self.told += self.ending()
                return End(self.data(), "\n".join(self.told))
            while True:
                remark, self.told = "\n".join(self.told), []
                line = yield Turn(remark, self.listed(question), f"{question.text} > ")
                word = "" if line is None else " ".join(line.split())
                if line is None or self.is_command(word, "quit"):
                    return self.stopped()
                if self.is_command(word, "undo") or word == "<":
                    if self.undo():
                        break
                elif not self.command(word):
                    try:
                        moves = self.answer(question, word)
                    except _NotUnderstood as error:
                        self.told.append(str(error))
                        continue
                    self.steps.append(_Step(len(self.history), self.declined))
                    if question.declines and not moves:
                        self.declined |= {question.declines}
                    for move in moves:
                        self.do(move)
                    break

    def intro(self) -> str:
        made_of, language = self.game.made_of, self.words.language
        name = made_of.name.get(language) or made_of.name.get("en") or made_of.id
        sets = self.text("designed") if made_of.designed else self.text("set", name=name)
        names = {key: self.word(key) for key in ("undo", "sheet", "what", "help", "quit")}
        title = self.sheet.name.get(language) or self.sheet.name.get("en") or ""
        lines = self.text(
            "intro", ref=self.sheet.ref, name=title, seed=self.dealer.seed, sets=sets, **names
        ).rstrip("\n")
        if self.game.goals:
            listed = " · ".join(map(str, self.game.goals))
            lines += "\n" + self.text("goals", points=listed)
        lines = "\n".join([lines, *self.helpers()])
        if self.state.round:
            lines += "\n" + self.text("resumed", round=self.state.round + 1)
        return lines

    def helpers(self) -> list[str]:
        """The Completion Cards by slot, with what they do (RH-10)."""
        slots = enumerate(self.state.setting.slots, 1)
        return [self.text("helper", slot=s, n=n, effect=self.effect(n)) for s, n in slots if n]

    def word(self, key: str) -> str:
        return self.text(f"commands.{key}")

    def is_command(self, word: str, key: str) -> bool:
        return word.lower() in (key, self.word(key))

    def command(self, word: str) -> bool:
        """Do what asks for no answer; whether it was that."""
        first, _, rest = word.partition(" ")
        if word == "?" or self.is_command(word, "help"):
            names = {key: self.word(key) for key in ("undo", "sheet", "cards", "what", "quit")}
            self.told.append(self.text("explain", **names).rstrip("\n"))
        elif self.is_command(word, "sheet"):
            self.told += board(paper.settled(self.state), self.words, self.language)
        elif self.is_command(word, "cards"):
            self.told += [*self.table(), *self.helpers()]
        elif first == "?" or self.is_command(first, "what"):
            try:
                at = self.place(rest)
            except _NotUnderstood as error:
                example = next(iter(self.sheet.space))
                missing = self.text("wrong.what", what=self.word("what"), example=example)
                self.told.append(str(error) if rest else missing)
            else:
                self.told += there(paper.settled(self.state), at, self.words)
        else:
            return False
        return True

    def listed(self, question: _Question) -> str:
        """The choices with their numbers."""
        return "\n".join(f" {k:>2}  {label}" for k, (label, _) in enumerate(question.options, 1))

    def answer(self, question: _Question, word: str) -> tuple[Move, ...]:
        if not word and question.default is not None:
            return question.default
        if word.isdecimal() and len(word) < 4 and 1 <= int(word) <= len(question.options):
            return question.options[int(word) - 1][1]
        for label, moves in question.options:
            if word and word.casefold() == label.casefold():
                return moves
        if question.typed and word:
            return question.typed(word)
        key = "choice" if word else "empty" if question.options else "no-place"
        raise _NotUnderstood(self.text(f"wrong.{key}", value=word, n=len(question.options)))

    def undo(self) -> bool:
        if not self.steps:
            self.told.append(self.text("did.nothing-to-undo"))
            return False
        step = self.steps.pop()
        self.state = self.history[step.at][0] if step.at < len(self.history) else self.state
        del self.history[step.at :]
        self.declined = step.declined
        self.told = [self.text("did.undone"), *self.heading()]
        return True

    def stopped(self) -> End:
        finished = sum(isinstance(move, Done) for _, move in self.history)
        if not finished:
            return End(None, self.text("did.kept-nothing"))
        return End(self.data(), self.text("did.kept", n=finished, next=finished + 1))

    def data(self) -> dict[str, Any]:
        game = replace(self.game, state=self.state, history=tuple(self.history))
        return saved(game, self.language)

    def ending(self) -> list[str]:
        score = points(paper.settled(self.state))
        return [self.text("did.over", score=score)]

    # -- going on

    def do(self, move: Move) -> None:
        before = self.state
        self.history.append((before, move))
        self.state = apply(before, move)
        after = paper.settled(self.state)
        new = [id for id in after.seen if id not in paper.settled(before).seen]
        if isinstance(move, Rolled) and before.waiting != "reroll":
            self.told.append(self.text("did.rolled", face=face(move.faces[0], self.words)))
        if new:
            earned = ", ".join(map(self.earned, sorted(new, key=self.printed)))
            self.told.append(self.text("did.earned", ids=earned))

    def earned(self, id: str) -> str:
        """An id with what it gives, as "rivers-2 (1 point)"; a box of an area may give nothing."""
        item = table(self.sheet).items.get(id)
        word = item.offer.word if item else ""
        return f"{id} ({gains(word, self.words)})" if word else id

    def printed(self, id: str) -> int:
        items = [*self.sheet.space, *self.sheet.bonus, *self.sheet.boxes]
        return items.index(id) if id in items else len(items)

    def next_question(self) -> _Question | None:
        """Go on through all that leaves no choice; None at the end of the game."""
        while True:
            state = self.state
            if state.stage == "over":
                return None
            if state.stage == "start":
                self.do(self.dealer.roll(state.round + 1))
                self.told += self.heading()
                continue
            if state.waiting == "reroll":
                self.do(self.dealer.again(state))
                own = " ".join(face(f, self.words) for f in self.state.own or ())
                self.told.append(self.text("did.again", own=own))
                continue
            if state.waiting:
                return self.which_die()
            question = self.choice(legal_moves(state))
            if question is not None:
                return question

    def choice(self, moves: Sequence[Move]) -> _Question | None:
        """The question for these moves, or None after what leaves no choice was done."""
        stage = self.state.stage
        if stage == "dice":
            return self.collecting(moves)
        if stage == "card":
            if any(isinstance(m, Complete) for m in moves):
                return self.completing(moves)
            if not self.state.failed:
                self.told.append(self.text("did.no-card"))
            self.do(Done())
            return None
        if stage == "pay":
            return self.paying(moves)
        return self.marking(moves)

    # -- what is shown

    def heading(self) -> list[str]:
        """The round, the Tally Sheet, the dice and the cards."""
        state, words = paper.settled(self.state), self.words
        if state.stage == "start" or not state.round:
            return []
        of = state.setting.rounds
        score = points(state)
        rows = zip(wildlife(), state.tally, strict=False)
        animals = "  ".join(f"{game_word(a, words)} {n}" for a, n in rows)
        own = "  ".join(face(f, words) for f in state.own or ())
        result = special(state.special, words) if state.special else ""
        return [
            "",
            self.text("round", n=state.round, of=of, score=score),
            self.text("tally", animals=animals, nature=state.tally[NATURE]),
            self.text(
                "dice",
                central="  ".join(face(f, words) for f in state.central or ()),
                own=own,
                special=self.text("special", result=result) if result else "",
            ),
            *self.table(),
        ]

    def table(self) -> list[str]:
        """The cards that lie open, the newest first."""
        found = []
        for slot in range(1, min(SLOTS, self.state.round) + 1):
            if card := self.state.lying(slot):
                found.append("  " + self.card("card", slot, card))
        return found

    def card(self, key: str, slot: int, card: HabitatCard) -> str:
        n = self.state.setting.slots[slot - 1]
        helps = self.text("completion", n=n) if n else ""
        return self.text(
            key,
            slot=slot,
            habitat=game_word(card.habitat, self.words),
            number=card.number,
            cost=bag(bags.of(card.cost or ()), self.words),
            nature=self.text("nature", n=card.nature) if card.nature else "",
            completion=helps,
        )

    def effect(self, n: int) -> str:
        known = self.words.has(f"play.effect.{n}")
        return self.text(f"effect.{n if known else 'other'}")

    # -- questions

    def collecting(self, moves: Sequence[Move]) -> _Question:
        takes = [m for m in moves if isinstance(m, Take)]
        best = [
            m
            for m in takes
            if sum(m.animals)
            and not any(o != m and bags.within(m.animals, o.animals) for o in takes)
        ] or takes
        best.sort(key=lambda m: (-sum(m.animals), [-n for n in m.animals]))
        found = _Question(self.text("ask.dice"))
        for take in best:
            label = self.text("choice.take", bag=bag(take.animals, self.words))
            found.options.append((label, (take,)))
        for move in moves:
            if isinstance(move, Act) and self.matters(move):
                found.options.append((self.action(move), (move,)))
            elif isinstance(move, Reroll):
                own = self.state.own or ()
                faces = ", ".join(face(own[k], self.words) for k in move.dice)
                found.options.append((self.text("choice.reroll", dice=faces), (move,)))

        def typed(word: str) -> tuple[Move, ...]:
            move = Take(self.bag(word, found))
            if not re.search(r"\d", word):  # "fox": all foxes that there are
                kinds = {*bags.names(move.animals)}
                same = [m for m in best if {*bags.names(m.animals)} == kinds]
                move = same[0] if len(same) == 1 else move
            if refused := refusal(self.state, move):
                raise _NotUnderstood(self.why(refused))
            return (move,)

        found.typed = typed
        return found

    def matters(self, move: Act) -> bool:
        """Whether a dice action changes what there is to take."""
        if move.kind in ("two", "extra"):
            return True
        state = self.state
        faces = (*(state.central or ()), *(state.own or ()))
        faces += (state.special,) if state.special and "/" in state.special else ()
        return any(move.of in f.split("/") for f in faces)

    def action(self, move: Act) -> str:
        cost = dice.price(move, self.state.special)
        to = dice.converted(move.of, move) if move.of else ""
        values = {"of": game_word(move.of, self.words), "to": game_word(to, self.words)}
        if move.kind == "extra":
            return self.words.text("play.choice.extra", n=move.n)
        return self.text(f"choice.{move.kind}", n=cost, **values)

    def which_die(self) -> _Question:
        found = _Question(self.text("ask.die"))
        for k, kind in enumerate(self.dealer.kinds):
            faces = ", ".join(face(f, self.words) for f in kind)
            label = self.text("choice.die", n=k + 1, faces=faces)
            found.options.append((label, (self.dealer.for_card(self.state, k),)))
        return found

    def completing(self, moves: Sequence[Move]) -> _Question:
        found = _Question(self.text("ask.card"), default=(Done(),))
        for move in moves:
            if isinstance(move, Complete) and move.slot:
                card = self.state.lying(move.slot)
                if card:
                    label = self.card("choice.complete", move.slot, card)
                    found.options.append((label, (move,)))
        return found

    def paying(self, moves: Sequence[Move]) -> _Question | None:
        card = self.state.card
        pays = [m for m in moves if isinstance(m, Pay) and m.animals is not None]
        others = [m for m in moves if not isinstance(m, Pay)]
        if len(pays) == 1 and not others:
            self.do(pays[0])
            self.nowhere()
            return None
        if all(isinstance(m, Fail) for m in moves):
            self.told.append(self.text("did.given-up"))
            self.do(Fail())
            return None
        pays.sort(key=lambda m: self.worth(m.animals or bags.NONE))
        habitat = game_word(card.card.habitat, self.words) if card and card.card else ""
        number = card.card.number if card and card.card else 0
        many = len(pays) > 1
        example = bag(pays[0].animals or bags.NONE, self.words) if pays else ""
        n = sum(pays[0].animals or ()) if pays else 0
        found = _Question(
            self.text(
                "ask.pay-many" if many else "ask.pay",
                habitat=habitat,
                number=number,
                n=n,
                example=example,
            )
        )
        for pay in pays[:SHOWN]:
            label = self.text("choice.pay", bag=bag(pay.animals or bags.NONE, self.words))
            found.options.append((label, (pay,)))
        if many:
            found.default = (pays[0],)
        for move in others:
            if isinstance(move, Use):
                label = self.text("choice.use", n=move.card, effect=self.effect(move.card))
                found.options.append((label, (move,)))
            elif isinstance(move, Fail):
                found.options.append((self.text("choice.fail"), (move,)))

        def typed(word: str) -> tuple[Move, ...]:
            move = Pay(self.bag(word, found))
            if refused := refusal(self.state, move):
                raise _NotUnderstood(self.why(refused))
            return (move,)

        found.typed = typed
        return found

    def worth(self, animals: Bag) -> tuple[int, ...]:
        """Small for a payment of animals of which there are many, and that are common."""
        left = [(have or 0) - n for have, n in zip(self.state.tally, animals, strict=False)]
        rank = sum(n * (len(animals) - k) for k, n in enumerate(animals))
        return rank - min(left), rank

    def marking(self, moves: Sequence[Move]) -> _Question | None:
        card = self.state.card
        for move in moves:
            if isinstance(move, Use) and card and card.slot:
                mine = (self.state.round, card.slot)
                if mine not in self.declined:
                    return self.bonus(move, mine)
        marks = [m for m in moves if isinstance(m, Mark)]
        if marks:
            return self.marks(marks)
        if picks := [m for m in moves if isinstance(m, Pick)]:
            return self.picking(picks)
        if wilds := [m for m in moves if isinstance(m, Wild)]:
            found = _Question(self.text("ask.any"))
            found.options = [(game_word(m.animal, self.words), (m,)) for m in wilds]
            return found
        if frees := [m for m in moves if isinstance(m, Free)]:
            return self.free(frees)
        if any(isinstance(m, Complete) for m in moves):
            return self.completing(moves)
        self.do(Done())
        return None

    def bonus(self, move: Use, mine: tuple[int, int]) -> _Question:
        effect = self.effect(move.card)
        yes = self.word("yes")
        found = _Question(
            self.text("ask.bonus", n=move.card, yes=yes),
            [(self.text("choice.use", n=move.card, effect=effect), (move,))],
            (),
            declines=mine,
        )

        def typed(word: str) -> tuple[Move, ...]:
            if word.casefold() in (yes, yes[0], "y", "yes"):
                return (move,)
            if word.casefold() in ("n", "no", self.word("none")):
                return ()
            raise _NotUnderstood(self.text("wrong.choice", value=word, n=1))

        found.typed = typed
        return found

    def nowhere(self) -> None:
        """Tell that the card that was paid marks nothing."""
        card = self.state.card
        if card and card.card and not paper.places(self.state):
            habitat = game_word(card.card.habitat, self.words)
            self.told.append(self.text("did.nowhere", habitat=habitat))

    def marks(self, marks: Sequence[Mark]) -> _Question | None:
        places = list(dict.fromkeys(m.at for m in marks))
        of = {at: [m for m in marks if m.at == at] for at in places}
        if len(places) == 1 and len(of[places[0]]) == 1:
            self.do(marks[0])
            self.told.append(self.text("did.marked", ids=self.mark(marks[0])))
            return None
        card = self.state.card
        habitat = game_word(card.card.habitat, self.words) if card and card.card else ""
        key = "letter" if any(len(o) > 1 for o in of.values()) else "mark"
        kinds = list(dict.fromkeys(str(m.value) for m in of[places[0]]))
        counts = dict(zip(wildlife(), card.letters or (), strict=False)) if card else {}
        letters = ", ".join(
            number_of(counts[a], a, self.words) if a in counts else game_word(a, self.words)
            for a in kinds
        )
        number = card.number if card else 0
        known_letters = {a: x for x, a in self.letters.items()}
        example = f"{places[0]}={known_letters.get(kinds[0], kinds[0])}"
        rest = min(card.rest or 0, sum(card.letters)) if card and card.letters else None
        found = _Question(
            self.text(
                f"ask.{key}",
                n=rest if rest is not None else card.rest if card else 0,
                habitat=habitat,
                number=number,
                places=" ".join(places),
                letters=letters,
                example=example,
            )
        )
        if key == "mark" and len(marks) <= LISTED:
            found.options = [(m.at, (m,)) for m in marks]
        found.typed = lambda word: self.typed_marks(word, Mark)
        return found

    def mark(self, move: Mark | Free) -> str:
        letters = {a: x for x, a in self.letters.items()}
        letter = letters.get(str(move.value))
        return f"{move.at}={letter}" if letter else move.at

    def free(self, frees: Sequence[Free]) -> _Question:
        owed = next(o for o in paper.settled(self.state).owed if o.kind == "hex")
        of = self.words.text("order.any") if owed.of == "any" else game_word(owed.of, self.words)
        places = list(dict.fromkeys(m.at for m in frees))
        letter = any(m.value in wildlife() for m in frees)
        example = f"{places[0]}={next(iter(self.letters))}"
        found = _Question(
            self.text(
                "ask.free-letter" if letter else "ask.free",
                of=of,
                places=" ".join(places),
                leave=self.word("leave"),
                example=example,
            )
        )

        leave = Leave(paper.name(paper.settled(self.state), owed))
        if len(frees) == len(places) <= LISTED:
            found.options = [(m.at, (m,)) for m in frees]
            found.options.append((self.text("choice.leave"), (leave,)))

        def typed(word: str) -> tuple[Move, ...]:
            if self.is_command(word, "leave"):
                return (leave,)
            return self.typed_marks(word, Free)

        found.typed = typed
        return found

    def picking(self, picks: Sequence[Pick]) -> _Question:
        state = paper.settled(self.state)
        choice, n = next(iter(paper.open_choices(state)))
        mine = [p for p in picks if p.option in choice.options]
        area = self.sheet.area.get(choice.id.partition(".")[0])
        name = (area.name.get(self.words.language) or area.id) if area else choice.id
        label = name if choice.id == (area.id if area else "") else f"{name} ({choice.id})"
        found = _Question(self.text("ask.pick", at=label, n=n))
        for pick in mine:
            id, _, side = pick.option.partition("=")
            word = side or self.sheet.boxes[id].offer.word
            found.options.append((gains(word, self.words), (pick,)))
        found.options.append((self.text("choice.leave"), (Leave(choice.id),)))
        return found

    # -- what was typed

    def typed_marks(self, word: str, kind: type[Mark] | type[Free]) -> tuple[Move, ...]:
        """Places with their values, checked one after the other."""
        word = _LETTER.sub(r"\1=\2", word.replace(",", " "))
        state = self.state
        moves: list[Move] = []
        for part in word.split():
            at, _, said = part.partition("=")
            move = kind(self.place(at), self.value(self.place(at), said, state, kind))
            if refused := refusal(state, move):
                raise _NotUnderstood(self.why(refused))
            moves.append(move)
            state = apply(state, move)
        return tuple(moves)

    def value(self, at: str, said: str, state: State, kind: type[Mark] | type[Free]) -> Any:
        habitat = state.card.card.habitat if state.card and state.card.card else ""
        possible = paper.values(state, at, habitat if kind is Mark else "")
        if not said:
            left = wildlife()
            if possible == left and kind is Mark and state.card and state.card.letters:
                left = tuple(a for a, n in zip(left, state.card.letters, strict=True) if n)
                if len(left) == 1:
                    return left[0]
            if len(possible) == 1 or True in possible:
                return possible[0]
            if self.sheet.marking.write == "outline":
                return True
            example = f"{at}={next(x for x, a in self.letters.items() if a in left)}"
            raise _NotUnderstood(self.text("wrong.letter", value=at, example=example))
        if said.isdecimal():
            return int(said[:DIGIT_LIMIT])
        upper = said.upper()
        if upper in self.letters and self.sheet.marking.write == "wildlife":
            return self.letters[upper]
        if upper in habitat_letters():
            return habitat_letters()[upper]
        return self.animal(said)

    def place(self, word: str) -> str:
        at = word.lower()
        if at in self.sheet.space:
            return at
        better = nearest(at, self.sheet.space) if len(at) > 1 else None
        hint = f" {self.words.text('faults.did-you-mean', word=better)}" if better else ""
        raise _NotUnderstood(self.text("wrong.place", value=word, better=hint))

    def bag(self, word: str, question: _Question) -> Bag:
        """Animals as "3 salmon 1 fox", or letters "3s f"."""
        found: list[str] = []
        count = 1
        skipped = (self.words.text("report.list.and", first="", last="").strip(), "and", "take")
        for part in re.findall(r"\d+|[^\W\d]+", word):
            if part.isdecimal():
                count = min(int(part[:DIGIT_LIMIT]), 99)
            elif part.casefold() not in skipped:
                found += [self.animal(part)] * count
                count = 1
        if not found:
            raise _NotUnderstood(self.text("wrong.choice", value=word, n=len(question.options)))
        return bags.bag(found)

    def animal(self, word: str) -> str:
        if word.upper() in self.letters and len(word) == 1:
            return self.letters[word.upper()]
        if (found := named().get(word.lower())) in wildlife():
            return str(found)
        raise _NotUnderstood(self.words.text("log.wrong.face", value=word))

    def why(self, refused: Refused) -> str:
        text = refused.text.removeprefix("findings.")
        name = text if "." in refused.text else f"log.found.{text}"
        at = refused.at or ""
        finding = Finding(refused.rule, "illegal", at, name, refused.values)
        return f"{message(finding, self.sheet, self.words)} ({refused.rule})"
