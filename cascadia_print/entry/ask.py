"""The dialogue of `fill`: asking, going back, explaining and stopping, apart from the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

from cascadia_print.entry.questions import (
    Answers,
    Question,
    Refused,
    filled,
    label,
    stands,
    typed,
)
from cascadia_print.entry.taken import recordable
from cascadia_print.sheet.locale import Locale, locale
from cascadia_print.sheet.model import Sheet


@dataclass(frozen=True, slots=True)
class Turn:
    """What the dialogue says next: a remark ("" for none), the question and its prompt."""

    remark: str
    question: str
    prompt: str


@dataclass(frozen=True, slots=True)
class End:
    """The data of the JSON, None if the player throws it away, and the last remark."""

    data: dict[str, Any] | None
    remark: str = ""


def ask(
    sheet: Sheet,
    language: str,
    read: Callable[[str], str],
    write: Callable[[str], None],
    answers: Answers | None = None,
) -> dict[str, Any] | None:
    """Ask for a filled sheet in the words of `language`; the data of its JSON, see `text.dumps`.

    `read` shows a prompt and gives the line typed; EOFError ends the input: what was entered
    until then is kept. `answers` were given before. Returns None if the player keeps nothing.
    """
    return drive(dialogue(sheet, locale(language), answers), read, write)


def drive(
    talk: Generator[Turn, str | None, End],
    read: Callable[[str], str],
    write: Callable[[str], None],
) -> dict[str, Any] | None:
    """Lead a dialogue to its end at a terminal; the data that it ends with."""
    turn = next(talk)
    while True:
        for text in (turn.remark, turn.question):
            if text:
                write(text)
        try:
            line: str | None = read(turn.prompt)
        except EOFError:
            line = None
            write("")
        try:
            turn = talk.send(line)
        except StopIteration as stop:
            end: End = stop.value
            if end.remark:
                write(end.remark)
            return end.data


def dialogue(
    sheet: Sheet, words: Locale, answers: Answers | None = None
) -> Generator[Turn, str | None, End]:
    """Says a turn and is sent the line typed, None at the end of input."""
    return (yield from _Dialogue(sheet, words, answers or {}).turns())


class _Dialogue:
    """`again`: keys of answers that are to be looked at again. `before`: key -> what was typed."""

    def __init__(self, sheet: Sheet, words: Locale, answers: Answers) -> None:
        self.sheet, self.words, self.answers = sheet, words, dict(answers)
        self.again: set[str] = set()
        self.before = {key: typed(sheet, words, answers, key) for key in answers}
        self.back, self.quit, self.no, help = (
            words.text(f"fill.{key}") for key in ("back", "quit", "no", "help")
        )
        self.explain = ("?", "help", help)

    def turns(self) -> Generator[Turn, str | None, End]:
        refused = ("", "")
        remark = self.words.text(
            "fill.intro",
            ref=self.sheet.ref,
            name=self.sheet.name.get(self.words.language) or self.sheet.name.get("en") or "",
            back=self.back,
            quit=self.quit,
        ).rstrip("\n")
        while True:
            last, question = stands(self.sheet, self.words, self.answers, self.again)
            *lines, prompt = question.text.split("\n")
            before = self.before.get(question.key, "")
            line = yield Turn(
                remark, "\n".join(lines), f"{prompt} [{before}] > " if before else f"{prompt} > "
            )
            remark = ""
            if line is None:
                return (
                    End(filled(self.sheet, self.answers), self.kept())
                    if self.answers
                    else End(None)
                )
            if any(_obeyed(c) for c in line):
                remark = self.words.text("fill.wrong.control")
                continue
            line = line.strip()
            word = line.lower()
            if word in ("quit", self.quit):
                if not self.answers:
                    return End(None)
                line = yield Turn(self.kept(), "", self.words.text("fill.keep", no=self.no) + " > ")
                word = (line or "").strip().lower()
                if word not in ("<", "back", self.back):
                    thrown = word.startswith(("n", self.no))
                    return End(None if thrown else filled(self.sheet, self.answers))
            elif word in ("<", "back", self.back):
                if last:
                    self.again.add(last.key)
                else:
                    remark = self.words.text("fill.first")
            elif word in self.explain:
                remark = question.help
            else:
                # Enter keeps what stood here before going back; "-" clears it.
                line = line or before
                said = "" if line == "-" else line
                try:
                    answer = question.read(said, (question.key, said) == refused)
                except Refused as error:
                    remark = error.why
                    if line == before:  # what stood there cannot be any more
                        del self.before[question.key]
                    if error.slip:
                        refused = (question.key, said)
                        remark += " " + self.words.text("fill.wrong.insist")
                    continue
                if question.key != "done":
                    self.keep(question.key, answer, line)
                elif answer is None:
                    return End(filled(self.sheet, self.answers))
                else:
                    self.again.add(answer)

    def keep(self, key: str, answer: Any, line: str) -> None:
        """Take an answer. If it is another than before, what rests on it is asked again."""
        kind = key.partition(":")[0]
        if key not in self.answers or self.answers[key] != answer:
            keys = list(self.answers)
            later = keys[keys.index(key) + 1 :] if key in keys else []
            if kind in ("row", "language", "pick"):
                for other in [k for k in later if k.startswith("pick:")] + ["taken"]:
                    self.answers.pop(other, None)
            if kind == "language":
                self.again.update(k for k in later if k.startswith("row:"))
        self.answers[key], self.before[key] = answer, line
        self.again.discard(key)

    def kept(self) -> str:
        """What was entered and what was not asked yet."""
        last, question = stands(self.sheet, self.words, self.answers)
        rest = ", ".join(self.unasked(question))
        if not rest:
            return self.words.text("fill.kept-all")
        return self.words.text("fill.kept", last=last.title if last else "-", rest=rest)

    def unasked(self, first: Question) -> Iterator[str]:
        """In words, what was not asked yet; `first` is the first of it."""
        keys = [key for key in self.all_keys() if key not in self.answers]
        rows = [key.partition(":")[2] for key in keys if key.startswith("row:")]
        if rows:
            yield self.words.text("fill.title.rows", n=len(rows), rows=", ".join(rows))
        if rows or first.key.startswith("pick:"):
            yield self.words.text("fill.title.picks")
        for key in ("taken", "tally"):
            if key in keys:
                yield self.words.text(f"fill.title.{key}")
        claims = [key.partition(":")[2] for key in keys if key.startswith("claim:")]
        if len(claims) > len(self.sheet.lines):
            yield self.words.text("fill.title.claims")
        else:
            yield from (label(self.sheet, self.words, line) for line in claims)

    def all_keys(self) -> Iterator[str]:
        """The keys of the questions that every sheet of this kind asks."""
        yield from (f"row:{row}" for row in self.sheet.rows)
        yield from ("taken", "tally") if any(recordable(self.sheet)) else ("tally",)
        yield from (f"claim:{line}" for line in (*self.sheet.line, "total"))


def _obeyed(character: str) -> bool:
    """Whether a terminal obeys a character instead of showing it: nothing that stands on paper.

    The joiners of some scripts are part of words.
    """
    kind = unicodedata.category(character)
    return (kind == "Cc" and character != "\t") or (
        kind == "Cf" and character not in "\u200c\u200d"
    )
