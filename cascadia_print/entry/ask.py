"""The dialogue of `fill`: asking, going back, explaining and stopping, apart from the terminal."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from cascadia_print.entry.questions import Answers, Refused, filled, questions
from cascadia_print.sheet.locale import Locale, locale
from cascadia_print.sheet.model import Sheet


@dataclass(frozen=True, slots=True)
class Turn:
    """What the dialogue says next: a remark ("" for none), the question and its prompt."""

    remark: str
    question: str
    prompt: str


def ask(
    sheet: Sheet, language: str, read: Callable[[str], str], write: Callable[[str], None]
) -> dict[str, Any] | None:
    """Ask for a filled sheet in the words of `language`; the data of its JSON, see `text.dumps`.

    `read` shows a prompt and gives the line typed; EOFError stops. What was entered until then
    is returned if the player keeps it, else None.
    """
    talk = dialogue(sheet, locale(language))
    turn = next(talk)
    while True:
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
            data: dict[str, Any] | None = end.value
            return data


def dialogue(sheet: Sheet, words: Locale) -> Generator[Turn, str | None, dict[str, Any] | None]:
    """Says a turn and is sent the line typed, None at the end of input; returns the data."""
    answers: Answers = {}
    typed_before: dict[str, str] = {}
    refused = ("", "")
    back, quit, no = (words.text(f"fill.{key}") for key in ("back", "quit", "no"))
    remark = words.text("fill.intro", ref=sheet.ref, name=_name(sheet, words), back=back, quit=quit)
    while question := next(
        (q for q in questions(sheet, words, answers) if q.key not in answers), None
    ):
        *lines, last = question.text.split("\n")
        before = typed_before.get(question.key, "")
        shown = f"{last} [{before}] > " if before else f"{last} > "
        line = yield Turn(remark.rstrip("\n"), "\n".join(lines), shown)
        remark = ""
        typed = None if line is None else line.strip()
        word = (typed or "").lower()
        if typed is None or word in ("quit", quit):
            if not answers:
                return None
            line = yield Turn("", "", words.text("fill.keep", no=no) + " > ")
            word = (line or "").strip().lower()
            if word not in ("<", "back", back):
                return None if word.startswith(("n", no)) else filled(sheet, answers)
        elif word in ("<", "back", back):
            if answers:
                answers.popitem()
            else:
                remark = words.text("fill.first")
        elif word == "?":
            remark = question.help
        else:
            # Enter keeps what stood here before going back; "-" clears it.
            typed = typed or before
            said = "" if typed == "-" else typed
            try:
                answers[question.key] = question.read(said, (question.key, said) == refused)
                typed_before[question.key] = typed
            except Refused as error:
                remark = error.why
                if error.slip:
                    refused = (question.key, said)
                    remark += " " + words.text("fill.wrong.insist")
    return filled(sheet, answers)


def _name(sheet: Sheet, words: Locale) -> str:
    return sheet.name.get(words.language) or sheet.name.get("en") or sheet.id
