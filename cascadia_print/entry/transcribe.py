"""The dialogue of `transcribe`: an owner copies his printed sheet, place by place.

A pure state machine: it says a turn, is sent the line typed, and knows neither files nor
terminal. What was said is a `State` of plain texts, which is all that must be kept to go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field

from cascadia_print.entry.owned import Copy, Origin, broken
from cascadia_print.entry.places import Places, Question
from cascadia_print.entry.sketch import hexagons, sketch
from cascadia_print.entry.spoken import NotSo
from cascadia_print.sheet.facts import Have
from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.locale import Locale, locale
from cascadia_print.sheet.model import Fact, Sheet
from cascadia_print.sheet.vocabulary import letters_of_habitats
from cascadia_print.sheet.words import WordError


@dataclass(frozen=True)
class State:
    """`answers`: question key -> words of the sheet language, as they were given.

    `insisted`: keys of facts that the printed sheet does not keep, by its owner's word.
    """

    answers: Mapping[str, str] = field(default_factory=dict)
    insisted: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Telling:
    """Words for what other rooms know: a fault, a fact with what stands against it, a rule."""

    fault: Callable[[Fault], str]
    fact: Callable[[Fact, Have], str]
    have: Callable[[Fact, Have], str]
    rule: Callable[[str], str]


@dataclass(frozen=True)
class Turn:
    """What is said next. `sheet`: as far as it is said, None while it is none; `at`, `near`:
    the printed ids asked for, and what stands around them."""

    remark: str
    question: str
    prompt: str
    state: State
    sheet: Sheet | None = None
    at: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """A line of the proof: where, what is printed there, and who says so: owner or a rule."""

    place: str
    word: str
    source: str


@dataclass(frozen=True)
class Outcome:
    """How it ended: `finished`, or stopped by a word, else the input came to its end."""

    state: State
    finished: bool
    stopped: bool
    copy: Copy
    proof: tuple[Entry, ...]


def transcribe(
    origin: Origin,
    language: str,
    read: Callable[[str], str],
    write: Callable[[str], None],
    *,
    telling: Telling,
    state: State,
    show: Callable[[Turn], None],
    file: str,
) -> Outcome:
    """Ask until all is said or the owner stops. `read` and `write` as for `fill`.

    `show` is called with each turn before its question is read: to keep the state, and to draw
    the place. `file` is the name of the file that will be written.
    """
    talk = Talk(origin, locale(language), telling, state, file).run()
    turn = next(talk)
    while True:
        show(turn)
        for text in (turn.remark, turn.question):
            if text:
                write(text)
        try:
            typed: str | None = read(turn.prompt)
        except EOFError:
            typed = None
            write("")
        try:
            turn = talk.send(typed)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome


def reopened(origin: Origin) -> State:
    """A finished copy as the answers that made it, to be corrected; facts are as in its file."""
    places = Places(origin, locale("en"))
    state = _replay(places, {})
    return State({q.key: q.shown for q in state.questions if q.shown and not q.given})


@dataclass(frozen=True)
class Replay:
    """All questions in order, the valid answers, and the copy that they make."""

    questions: tuple[Question, ...]
    answers: Mapping[str, str]
    copy: Copy

    @property
    def mapped(self) -> bool:
        """Whether no row of a map is missing, so that what is counted on it can be judged."""
        rows = (q.key for q in self.questions if q.structure)
        map_keys = [k for k in rows if k.startswith(("map:", "regions:", "rows", "shift"))]
        return all(key in self.answers for key in map_keys)


def _replay(places: Places, answers: Mapping[str, str]) -> Replay:
    """The questions that follow from the answers; one that no longer fits is none."""
    questions: dict[str, Question] = {}
    valid: dict[str, str] = {}
    said: dict[str, str] = {}
    for question in places.structure(said):
        questions[question.key] = question
        if answer := _valid(question, answers):
            valid[question.key] = said[question.key] = answer
    copy = Copy(places.origin, said, {})
    words: dict[str, str] = {}
    for question in places.values(copy):
        questions[question.key] = question
        if answer := _valid(question, answers):
            valid[question.key] = answer
            words |= zip(question.at, answer.split(), strict=True)
    return Replay(tuple(questions.values()), valid, Copy(places.origin, said, words))


def _valid(question: Question, answers: Mapping[str, str]) -> str:
    try:
        return question.read(answers[question.key])
    except (KeyError, NotSo, WordError):
        return question.given


class Talk:
    """One conversation."""

    def __init__(
        self, origin: Origin, words: Locale, telling: Telling, state: State, file: str
    ) -> None:
        self.origin, self.words, self.telling, self.file = origin, words, telling, file
        self.places = Places(origin, words)
        self.answers = dict(state.answers)
        self.insisted = set(state.insisted)
        self.opened: set[str] = set()
        self.skipped: set[str] = set()
        self.refused: tuple[tuple[str, str], ...] = ()
        self.rejected: dict[str, str] = {}
        self.confirming = False
        self.asked = ""

    @property
    def state(self) -> State:
        return State(dict(self.answers), frozenset(self.insisted))

    def say(self, key: str, **values: object) -> str:
        return self.words.text(f"transcribe.{key}", **values).rstrip("\n")

    def own(self, key: str) -> tuple[str, ...]:
        """A word of command in the language and in English."""
        return (self.say(key), locale("en").text(f"transcribe.{key}"))

    # -- the conversation -----------------------------------------------------------------------

    def run(self) -> Generator[Turn, str | None, Outcome]:
        self.now = _replay(self.places, self.answers)
        self.doubts, self.faults, self.sheet = self.judged(self.now)
        remark = self.intro()
        while True:
            question = self.next()
            typed = yield self.turn(question, remark)
            remark = ""
            line = "" if typed is None else typed.strip()
            if typed is None or line.lower() in ("stop", "quit", *self.own("stop")):
                return self.outcome(finished=False, stopped=typed is not None)
            if (place := self.back(line)) is not None:
                remark = self.go_back(question, place)
            elif line == "?":
                remark = self.helped(question)
            elif question is None:
                remark = self.confirm(line)
                if not remark:
                    return self.outcome(finished=True, stopped=False)
            elif not line:
                remark = self.skip(question)
            else:
                remark = self.answer(question, line)

    def intro(self) -> str:
        name = self.origin.sheet.name
        places = [q.key for q in self.now.questions if q.series]
        text = self.say(
            "intro",
            ref=self.origin.sheet.ref,
            name=name.get(self.words.language) or name.get("en") or self.origin.sheet.id,
            back=self.say("back"),
            stop=self.say("stop"),
            example=places[0] if places else self.now.questions[0].key,
            file=self.file,
        )
        count = sum(q.key in self.answers for q in self.now.questions)
        return f"{text}\n{self.say('resumed', n=count)}" if count else text

    def next(self) -> Question | None:
        """A place that was gone back to, else the first open one; those left come at the end."""
        for question in self.now.questions:
            if question.key in self.opened:
                return question
        open = [q for q in self.now.questions if q.key not in self.now.answers]
        fresh = [q for q in open if q.key not in self.skipped]
        if open and not fresh:
            self.skipped.clear()
            fresh = open
        return fresh[0] if fresh else None

    def turn(self, question: Question | None, remark: str) -> Turn:
        if question is None:
            count = len(self.now.questions)
            text = self.say("done", n=count, file=self.file, back=self.say("back"))
            return Turn(remark, "\n" + text, "> ", self.state, self.sheet)
        n, total = self.now.questions.index(question) + 1, len(self.now.questions)
        again, self.asked = self.asked == question.key, question.key
        lines = [f"({n}/{total}) {question.text.partition(chr(10))[0] if again else question.text}"]
        if not again and (picture := self.sketch(question)):
            lines.append(picture)
        who, shown = self.shown(question)
        if shown:
            shown = self.places.shown(question, shown)
            lines.append(self.say(f"shown.{who}", shown=shown, rule=question.rule))
        return Turn(
            remark,
            "\n" + "\n".join(lines),
            "> ",
            self.state,
            self.sheet,
            question.at,
            question.near,
        )

    def sketch(self, question: Question) -> str:
        """The part asked about; rows of a map are drawn after each answer instead."""
        if not question.part or question.key.startswith(("map:", "regions:", "rows", "shift")):
            return ""
        letters = letters_of_habitats()
        areas = self.origin.sheet.areas
        names = {x: letters.get(x) or self.places.name(x) for a in areas for x in a.lanes}
        # Where all hexagons are asked about, a mark on each would say nothing.
        whole = question.part == "grid" and question.structure and question.key != "heading"
        return sketch(self.now.copy, question.part, () if whole else question.at, names)

    def shown(self, question: Question) -> tuple[str, str]:
        """What "=" stands for, and whose it is: yours, rulebook, or ours."""
        mine = self.rejected.get(question.key) or self.answers.get(question.key)
        if mine:
            return "yours", mine
        return ("rulebook", question.given) if question.rule else ("ours", question.shown)

    # -- commands -------------------------------------------------------------------------------

    def back(self, line: str) -> str | None:
        """The place to go back to, "" for the last question, None for no such command."""
        words = "|".join(map(re.escape, ("back", *self.own("back"))))
        found = re.fullmatch(rf"(?:<|(?:{words})(?=\s|$))\s*(.*)", line, re.IGNORECASE)
        return found[1].strip().lower() if found else None

    def go_back(self, question: Question | None, place: str) -> str:
        questions = self.now.questions
        if place:
            found = self.find(place)
            if found is None:
                known = [*(q.key for q in questions), *(id for q in questions for id in q.at)]
                near = nearest(place, dict.fromkeys(known))
                hint = " " + self.say("did-you-mean", word=near) if near else ""
                return self.say("wrong.no-such-place", value=place) + hint
        else:
            end = questions.index(question) if question else len(questions)
            before = [
                q for q in questions[:end] if q.key in self.answers and q.key not in self.opened
            ]
            if not before:
                return self.say("first")
            found = before[-1]
        self.opened = {found.key} if place else self.opened | {found.key}
        return ""

    def find(self, place: str) -> Question | None:
        """The question of a key, a printed id, or the letter of a row."""
        whole = ("columns", "lengths", "rows", "shift")
        tests: tuple[Callable[[Question], bool], ...] = (
            lambda q: q.key == place,
            lambda q: not q.structure and place in q.at,
            lambda q: q.key not in whole and place in q.at,
            lambda q: q.key.endswith(f":{place}"),
        )
        for test in tests:
            for question in self.now.questions:
                if test(question):
                    return question
        return None

    def helped(self, question: Question | None) -> str:
        general = self.say("help", stop=self.say("stop"), back=self.say("back"))
        return f"{question.help}\n{general}" if question and question.help else general

    def skip(self, question: Question) -> str:
        """Enter says nothing: the place stays open and is asked again at the end."""
        if question.key in self.opened:
            self.opened.discard(question.key)
            return self.say("unchanged")
        if question.structure:
            return self.say("needed", stop=self.say("stop"))
        self.skipped.add(question.key)
        open = [q.key for q in self.now.questions if q.key not in self.now.answers]
        if set(open) - self.skipped:
            return self.say("left-open")
        return self.say("still-open", n=len(open))

    def confirm(self, line: str) -> str:
        """ "" if all is said and may be written, else why not."""
        if line.lower() not in ("=", *self.own("finish")):
            return self.say("wrong.done")
        if self.faults:
            return "\n".join(map(self.telling.fault, self.faults))
        doubts = {key: why for key, why in self.doubts.items() if key not in self.insisted}
        if doubts and not self.confirming:
            self.confirming = True
            return "\n".join([*doubts.values(), self.say("insist-all")])
        self.insisted |= doubts.keys()
        return ""

    # -- answers --------------------------------------------------------------------------------

    def answer(self, question: Question, line: str) -> str:
        """Keep an answer, or say why it cannot be."""
        self.confirming = False
        try:
            given = self.given(question, line)
        except NotSo as error:
            return self.say(f"wrong.{error.key}", **error.values)
        except WordError as error:
            fault = Fault(error.id, "", values=error.values, suggestion=error.suggestion)
            return self.telling.fault(fault)
        answers = self.answers | given
        for key, word in given.items():
            if key.startswith("map:") and "+" in word:
                # What was typed with the row now says more than an older answer about it.
                answers.pop(key.replace("map:", "icons:"), None)
        then = _replay(self.places, answers)
        doubts, faults, sheet = self.judged(then)
        if faults:
            self.rejected |= given
            return "\n".join(map(self.telling.fault, faults))
        new = {k: why for k, why in doubts.items() if k not in {*self.doubts, *self.insisted}}
        said = tuple(given.items())
        if new and self.refused != said:
            self.refused = said
            self.rejected |= given
            return "\n".join([*new.values(), self.say("insist", back=self.say("back"))])
        self.insisted |= new.keys()
        self.insisted &= doubts.keys()
        self.answers, self.now, self.doubts, self.sheet = answers, then, doubts, sheet
        self.faults = []
        self.refused = ()
        for key in given:
            self.opened.discard(key)
            self.rejected.pop(key, None)
        return self.heard(question, given)

    def given(self, question: Question, line: str) -> dict[str, str]:
        """Question key -> answer. Several values go on to the next places of the series.

        Raises NotSo and WordError.
        """
        parts = [line]
        series = [q for q in self.now.questions if q.series == question.series]
        following = series[series.index(question) :] if question.series else [question]
        if question.series and "," in line:
            parts = [part.strip() for part in line.split(",") if part.strip()]
        elif question.series and line != "=":
            blanks = line.split()
            try:
                question.read(line)
            except (NotSo, WordError):
                if len(blanks) > 1 and all(map(self.reads(question), blanks)):
                    parts = blanks
        if len(parts) > len(following):
            raise NotSo("too-many-values", need=len(following), have=len(parts))
        return {q.key: self.one(q, part) for q, part in zip(following, parts, strict=False)}

    def one(self, question: Question, part: str) -> str:
        if part != "=":
            return question.read(part)
        _, shown = self.shown(question)
        if not shown:
            raise NotSo("nothing-shown")
        return question.read(shown)

    def reads(self, question: Question) -> Callable[[str], bool]:
        def readable(word: str) -> bool:
            try:
                self.one(question, word)
            except (NotSo, WordError):
                return False
            return True

        return readable

    def heard(self, question: Question, given: Mapping[str, str]) -> str:
        """How an answer was understood; a row of the map is drawn."""
        if question.key.startswith(("map:", "regions:")):
            kind = question.key.partition(":")[0]
            copy = self.now.copy
            rows = (
                copy.regions
                if kind == "regions"
                else [
                    [word.partition("+")[0] + "'" * ("+" in word) for word in row]
                    for row in copy.cells
                ]
            )
            keys = [q.key for q in self.now.questions if q.key.startswith(f"{kind}:")]
            said = [r for r, key in enumerate(keys) if key in self.now.answers]
            shown = [rows[r] if r in said else () for r in range(max(said) + 1)]
            return hexagons(shown, copy.stagger)
        by_key = {q.key: q for q in self.now.questions}
        heard = (f"{k}: {self.places.shown(by_key[k], w)}" for k, w in given.items())
        return "  " + "; ".join(heard)

    def judged(self, replay: Replay) -> tuple[dict[str, str], Sequence[Fault], Sheet | None]:
        """Facts of the printed sheet that do not hold, in words; faults; the sheet if it is one."""
        try:
            sheet = replay.copy.sheet()
        except Unreadable as error:
            return {}, error.faults if replay.mapped else (), None
        open = {id for q in replay.questions if q.key not in replay.answers for id in q.at}
        found = broken(replay.copy, sheet, frozenset(open), replay.mapped)
        return {key: self.doubt(*why) for key, why in found.items()}, (), sheet

    def doubt(self, fact: Fact, against: Have) -> str:
        says, have = self.telling.fact(fact, against), self.telling.have(fact, against)
        if against.text == "none":
            says = self.say("none-there")
        elif fact.check == "kinds":
            kinds = ", ".join(self.say(f"kinds.{kind}") for kind in _listed(fact.values["are"]))
            says = self.say("only", kinds=kinds, have=have)
        elif fact.check == "gives":
            n, gain = fact.values.get("at-least"), fact.values["gain"]
            of = str(fact.values["of"])
            key = "at-least" if n else "each" if "*" in of or "{" in of else "one"
            says = self.say(key, n=n, gain=gain, of=of, have=have)
        return self.say("doubt", rule=fact.rule, fact=says, text=self.telling.rule(fact.rule))

    def outcome(self, *, finished: bool, stopped: bool) -> Outcome:
        proof = tuple(map(self.entry, self.now.questions))
        return Outcome(self.state, finished, stopped, self.now.copy, proof)

    def entry(self, question: Question) -> Entry:
        """A question as a line of the proof: only the place, and its answer."""
        place = question.text.partition("\n")[0]
        if question.structure:
            place = re.split(r"\?|:| \(", place)[0]
        word = self.now.answers.get(question.key, "")
        said = question.key in self.answers
        return Entry(
            place, self.places.shown(question, word) if word else "", "" if said else question.rule
        )


def _listed(value: object) -> Sequence[str]:
    return [str(x) for x in value] if isinstance(value, list) else []
