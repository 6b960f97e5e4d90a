"""The lines of a round log → `Log`. What cannot be read becomes a `Wrong`, and the rest is read.

    7 | dice bear elk salmon/hawk | special wild | own fox hawk | take 3 hawk
      | card rivers 4 slot 2 cost 4 hawk 1 elk gives 2 | use 11 hawk | mark e1 e2 e3 e4

A line is a round's number and clauses, each begun by a word of `data/locales/*/log.yaml`; a line
without a number goes on with the round above.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from cascadia_print.entry.chosen import Ids, NotOne
from cascadia_print.entry.inked import short
from cascadia_print.entry.log_words import NUMBER, NotSo, Word, WordReader, alphabet, meaning, named
from cascadia_print.rules.marks import Value, Wrong
from cascadia_print.rules.rounds import bags
from cascadia_print.rules.rounds.bags import Tally
from cascadia_print.rules.rounds.dice import OWN
from cascadia_print.rules.rounds.log import Entry, Log, Place, Round
from cascadia_print.rules.rounds.moves import (
    Act,
    Complete,
    Fail,
    Free,
    Leave,
    Mark,
    Move,
    Pay,
    Pick,
    Reroll,
    Roll,
    Rolled,
    Take,
    Use,
    Wild,
)
from cascadia_print.rules.rounds.state import SLOTS
from cascadia_print.sheet.gameset import HabitatCard
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.vocabulary import habitat_letters, wildlife, wildlife_letters

RULE = "IN-log"

_WORD = re.compile(r"[^\s,|]+")
_ROUND = re.compile(r"\s*(\d{1,6})[.:]?(?=\s|\||$)", re.ASCII)

CLAUSES = (
    "dice", "special", "own", "reroll", "action", "take", "open", "card", "use", "pay", "failed",
    "mark", "free", "pick", "any", "leave", "tally", "slots", "sets", "seed", "note",
)  # fmt: skip
ONCE = ("dice", "special", "own", "open", "tally")
"""Clauses that a round has once."""


@dataclass
class _Draft:
    """What was read of a round so far."""

    number: int
    place: Place
    said: dict[str, object] = field(default_factory=dict)
    roll_place: Place | None = None
    rerolls: list[tuple[tuple[str, ...], Place]] = field(default_factory=list)
    collecting: list[Entry] = field(default_factory=list)
    steps: list[Entry] = field(default_factory=list)
    tally_place: Place = ("", 0)
    unread: bool = False

    def finished(self) -> Round:
        central, special, own = (self.said.get(key) for key in ("dice", "special", "own"))
        entries = []
        if self.roll_place:
            roll = Roll(central, special, own, self.said.get("open"))  # type: ignore[arg-type]
            entries.append(Entry(roll, self.roll_place))
        entries += list(self._rerolled(cast("tuple[str, ...] | None", own)))
        entries += [*self.collecting, *self.steps]
        tally = cast("Tally | None", self.said.get("tally"))
        return Round(self.number, self.place, tuple(entries), tally, self.tally_place, self.unread)

    def _rerolled(self, own: tuple[str, ...] | None) -> Iterator[Entry]:
        """Each reroll as the dice whose face changed, or all of them."""
        for faces, place in self.rerolls:
            before = own or ()
            pairs = list(zip(before, faces, strict=False))
            changed = tuple(k for k, (old, new) in enumerate(pairs) if old != new)
            changed = changed or tuple(range(len(faces)))
            yield Entry(Reroll(changed), place)
            yield Entry(Rolled(tuple(faces[k] for k in changed)), place)
            own = faces


def read_log(
    sheet: Sheet, lines: Sequence[object], pointer: str, language: str
) -> tuple[Log, tuple[Wrong, ...]]:
    """The log of these lines, which stand at `pointer` in the file; letters as in `language`.

    Without one ("") they are read in the alphabet that knows all of them; where that is not one,
    a letter that stands for different animals says nothing (D-2).
    """
    reader = _Reader(sheet, alphabet(lines) if not language else wildlife_letters(language))
    for k, line in enumerate(lines):
        reader.line(str(line), f"{pointer}/{k}")
    return reader.log(), tuple(reader.wrong)


class _Reader(WordReader):
    def __init__(self, sheet: Sheet, letters: Mapping[str, str]) -> None:
        self.sheet, self.ids = sheet, Ids(sheet)
        self.letters = letters
        self.rounds: list[_Draft] = []
        self.setup: dict[str, object] = {}
        self.setup_places: dict[str, Place] = {}
        self.wrong: list[Wrong] = []
        self.pointer = ""
        self.clauses: dict[str, Callable[[list[Word], _Draft, Place], None]] = {
            "reroll": self.reroll,
            "action": self.action,
            "take": self.take,
            "card": self.card,
            "use": self.use,
            "pay": self.pay,
            "failed": self.failed,
            "mark": self.mark,
            "free": self.free,
            "pick": self.pick,
            "any": self.any,
            "leave": self.leave,
        }

    def log(self) -> Log:
        said = self.setup
        return Log(
            tuple(draft.finished() for draft in self.rounds),
            cast("tuple[int, ...] | None", said.get("slots")),
            cast(str, said.get("dice", "")),
            cast(str, said.get("cards", "")),
            cast("Tally | None", said.get("start")),
            cast("int | None", said.get("seed")),
            tuple(self.setup_places.items()),
        )

    def line(self, text: str, pointer: str) -> None:
        self.pointer = pointer
        if text.lstrip().startswith("#") or not text.strip():
            return
        start = 0
        draft = self.rounds[-1] if self.rounds else None
        if match := _ROUND.match(text):
            number, start = int(match[1]), match.end()
            if number == 0:
                draft = None
            elif draft is None or number > draft.number:
                draft = _Draft(number, (pointer, match.start(1)))
                self.rounds.append(draft)
            elif number < draft.number:
                values = {"n": number, "before": draft.number}
                self.add("log.wrong.round-order", match.start(1), values)
                return
        for words in _clauses(text, start):
            try:
                self.clause(words, draft)
            except NotSo as error:
                self.add(error.text, error.offset, error.values)
                if draft:
                    draft.unread = True

    def add(self, text: str, offset: int, values: Mapping[str, object]) -> None:
        number = self.rounds[-1].number if self.rounds else 0
        told = {**values, "round": number}
        self.wrong.append(Wrong(text, f"log.{number}", self.pointer, told, offset, RULE))

    def clause(self, words: list[Word], draft: _Draft | None) -> None:
        first, *rest = words
        name = self.meant(first, CLAUSES, "log.wrong.clause")
        place = (self.pointer, first.at)
        if name == "note":
            return
        if draft is None:
            self.set_up(name, first, rest, place)
            return
        if name in ("slots", "sets", "seed"):
            raise NotSo("log.wrong.setup-only", first.at, value=first.text)
        if name in ONCE:
            if name in draft.said:
                raise NotSo("log.wrong.twice", first.at, value=first.text)
            draft.said[name] = self.once(name, first, rest)
            if name == "tally":
                draft.tally_place = place
            else:
                draft.roll_place = draft.roll_place or place
            return
        if name != "failed" and not rest:
            raise NotSo("log.wrong.empty", first.at, value=first.text)
        self.clauses[name](rest, draft, place)

    def set_up(self, name: str, first: Word, rest: list[Word], place: Place) -> None:
        """A clause of line 0: what holds for the whole game."""
        if name not in ("slots", "sets", "seed", "tally"):
            raise NotSo("log.wrong.before-rounds", first.at, value=first.text)
        if name == "slots":
            if len(rest) != SLOTS:
                raise NotSo(
                    "log.wrong.number-of", first.at, need=SLOTS, have=len(rest), value=first.text
                )
            self.setup[name] = tuple(0 if w.text == "?" else self.number(w) for w in rest)
            self.setup_places[name] = place
        elif name == "sets":
            part = ""
            for word in rest:
                stem = meaning(word.text, ("dice", "card"))
                if stem and not part:
                    part = "dice" if stem == "dice" else "cards"
                    continue
                for key in (part,) if part else ("dice", "cards"):
                    self.setup[key] = word.text
                    self.setup_places[key] = (self.pointer, word.at)
                part = ""
        elif name == "seed":
            self.setup[name] = self.number(rest[0]) if rest else None
        else:
            self.setup["start"] = self.tally(first, rest)
            self.setup_places["start"] = place

    # -- the clauses

    def once(self, name: str, first: Word, rest: list[Word]) -> object:
        if name == "tally":
            return self.tally(first, rest)
        if not rest:
            raise NotSo("log.wrong.empty", first.at, value=first.text)
        if name == "open":
            return self.habitat_card(rest)[1]
        if name == "special":
            return self.special(rest[0])
        return tuple(map(self.face, rest))

    def tally(self, first: Word, rest: list[Word]) -> Tally:
        need = len(wildlife()) + 1
        if len(rest) != need:
            raise NotSo(
                "log.wrong.number-of", first.at, need=need, have=len(rest), value=first.text
            )
        return tuple(None if w.text in "?-" else self.number(w) for w in rest)

    def reroll(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        if len(rest) != OWN:
            # Of one face alone it cannot be told which die it is.
            word = Word("reroll", place[1])
            raise NotSo("log.wrong.number-of", word.at, need=OWN, have=len(rest), value=word.text)
        draft.rerolls.append((tuple(map(self.face, rest)), place))

    def action(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        kind = self.meant(rest[0], ("down", "up", "two", "extra"), "log.wrong.action")
        full = bool(meaning(rest[-1].text, ("full",)))
        if kind == "two":
            move = Act("two", full=full)
        elif len(rest) < 2:
            raise NotSo("log.wrong.empty", rest[0].at, value=rest[0].text)
        elif kind == "extra":
            move = Act("extra", "", self.number(rest[1]))
        else:
            move = Act(cast(Literal["down", "up"], kind), self.animal(rest[1]), full=full)
        draft.collecting.append(Entry(move, place))

    def take(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        # Animals of one collecting, or paying, may stand in several clauses.
        if draft.collecting and isinstance(first := draft.collecting[-1].move, Take):
            animals = bags.both(first.animals, self.bag(rest))
            draft.collecting[-1] = replace(draft.collecting[-1], move=Take(animals))
        else:
            draft.collecting.append(Entry(Take(self.bag(rest)), place))

    def card(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        slot, card = self.habitat_card(rest)
        draft.steps.append(Entry(Complete(slot, card), place))

    def use(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        draft.steps.append(Entry(Use(self.number(rest[0])), place))
        if len(rest) > 1:
            rolled = Rolled((self.face(rest[1]),))
            draft.steps.append(Entry(rolled, (self.pointer, rest[1].at)))

    def pay(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        first = draft.steps[-1].move if draft.steps else None
        if isinstance(first, Pay) and first.animals is not None:
            animals = bags.both(first.animals, self.bag(rest))
            draft.steps[-1] = replace(draft.steps[-1], move=Pay(animals))
        else:
            draft.steps.append(Entry(Pay(self.bag(rest)), place))

    def failed(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        draft.steps.append(Entry(Fail(), place))

    def mark(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        draft.steps += [Entry(Mark(*self.space(w)), (self.pointer, w.at)) for w in rest]

    def free(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        draft.steps += [Entry(Free(*self.space(w)), (self.pointer, w.at)) for w in rest]

    def pick(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        for word in rest:
            id = self.id(word, self.ids.pick)
            at, _, side = id.partition("=")
            move: Move = Leave(at) if side == "none" else Pick(id)
            draft.steps.append(Entry(move, (self.pointer, word.at)))

    def any(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        for animal in bags.names(self.bag(rest)):
            draft.steps.append(Entry(Wild(animal), place))

    def leave(self, rest: list[Word], draft: _Draft, place: Place) -> None:
        for word in rest:
            if meaning(word.text, ("tokens",)):
                id = "tokens"
            elif word.text in self.ids.pools:
                id = word.text
            else:
                id = self.id(word, self.ids.taken)
            draft.steps.append(Entry(Leave(id), (self.pointer, word.at)))

    # -- words

    def habitat_card(self, rest: list[Word]) -> tuple[int | None, HabitatCard | None]:
        """The slot and the card, as far as they are said."""
        slot: int | None = None
        nature: int | None = None
        cost: list[Word] | None = None
        head: list[Word] = []
        words = iter(rest)
        for word in words:
            match meaning(word.text, ("slot", "cost", "gives")):
                case "slot":
                    slot = self.number(self.after(words, word))
                case "gives":
                    nature = self.number(self.after(words, word))
                case "cost":
                    cost = []
                case _ if meaning(word.text, ("tokens",)):
                    continue
                case _:
                    (head if cost is None else cost).append(word)
        if not head:
            return slot, None
        habitat = self.habitat(head[0])
        if len(head) != 2:
            raise NotSo("log.wrong.card", head[-1].at, value=head[-1].text)
        price = None
        if cost is not None:
            counts = self.bag(cost)
            price = tuple((a, n) for a, n in zip(wildlife(), counts, strict=True) if n)
        return slot, HabitatCard(habitat, self.number(head[1]), price, nature)

    def after(self, words: Iterator[Word], before: Word) -> Word:
        word = next(words, None)
        if word is None:
            raise NotSo("log.wrong.empty", before.at, value=before.text)
        return word

    def space(self, word: Word) -> tuple[str, Value]:
        id, said, value = word.text.partition("=")
        id = id.lower()
        if id not in self.sheet.space:
            raise NotSo(
                "unknown-space", word.at, value=short(id), nearest=self.near(id, self.sheet.space)
            )
        if not said:
            return id, True
        if NUMBER.fullmatch(value):
            return id, int(value)
        upper = value.upper()
        if self.sheet.marking.write == "wildlife" and upper in self.letters:
            return id, self.letters[upper] or True
        if self.sheet.marking.write == "outline" and upper in habitat_letters():
            return id, habitat_letters()[upper]
        known = named()
        if value.lower() in known:
            return id, known[value.lower()]
        raise NotSo("log.wrong.value", word.at, value=short(value), space=id)

    def id(self, word: Word, read: Callable[[str], object]) -> str:
        try:
            return str(read(word.text).id)  # type: ignore[attr-defined]
        except NotOne as error:
            better = error.meant or self.near(word.text, error.known)
            raise NotSo(error.text, word.at, value=short(word.text), nearest=better) from None


def _clauses(text: str, start: int) -> Iterator[list[Word]]:
    at = start
    for part in text[start:].split("|"):
        words = [Word(m[0], at + m.start()) for m in _WORD.finditer(part)]
        at += len(part) + 1
        if words and words[0].text.endswith(":"):
            words[0] = Word(words[0].text.rstrip(":"), words[0].at)
        if words:
            yield words
