"""`transcribe`: an owner copies the printed sheet of his own box."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import err, fitted, out, quoted, say, terminal, words
from cascadia_print.cli.entry import read_line, typed_line
from cascadia_print.cli.facts import fact_in_words, have_in_words
from cascadia_print.cli.sheets import sheet_file
from cascadia_print.drawing.fonts import MissingGlyph
from cascadia_print.drawing.scene import Scene
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.entry.owned import Origin, box_id, fact_key, text
from cascadia_print.entry.transcribe import Outcome, State, Telling, Turn, reopened, transcribe
from cascadia_print.report.faults import fault_text
from cascadia_print.report.rules import rules
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.lookup import load_sheet, user_folder
from cascadia_print.sheet.model import Sheet

FORMAT = "cascadia-print/transcription"


def copy(ref: str, output: Path | None, *, resume: bool, force: bool, language: str) -> int:
    """Ask for a printed sheet; write its file, and a picture that ends as the proof."""
    path = sheet_file(ref)
    origin = Origin(read_yaml(path).data, load_sheet(path))
    if not origin.data.get("facts"):
        raise files.Refused("no-printed-sheet", sheet=origin.sheet.ref)
    target = output or Path(f"{box_id(origin).lower()}.yaml")
    files.check(target, force=True)
    kept, picture = target.with_name(f"{target.name}.part"), target.with_suffix(".pdf")
    origin, state = _start(origin, target, kept, resume=resume, force=force)
    files.check(picture, force=force)
    shown = _Shown(picture, kept, origin, language, force=force)
    seen = terminal(sys.stdin, sys.stdout)
    outcome = transcribe(
        origin,
        language,
        typed_line if seen else read_line,
        _wrapped if seen else err,
        telling=_telling(origin.sheet, language),
        state=state,
        show=shown.turn,
        file=str(target),
    )
    if not outcome.finished:
        _keep(kept, origin, outcome.state)
        err(_say(language, "ended.stopped", file=kept, **_counts(outcome)))
        return exits.NOTHING_WRONG if outcome.stopped else exits.INTERRUPTED
    _finish(outcome, origin, target, picture, language, _wrapped if seen else err)
    kept.unlink(missing_ok=True)
    return exits.NOTHING_WRONG


def _wrapped(text: str) -> None:
    """A turn as a terminal shows it, its words whole."""
    out("\n".join(fitted(text)))


def _say(language: str, key: str, **values: object) -> str:
    return words(language).text(f"transcribe.{key}", **values).rstrip("\n")


def _counts(outcome: Outcome) -> dict[str, int]:
    return {"n": sum(bool(e.word) for e in outcome.proof), "of": len(outcome.proof)}


# -- where it starts -------------------------------------------------------------------------------


def _start(
    origin: Origin, target: Path, kept: Path, *, resume: bool, force: bool
) -> tuple[Origin, State]:
    """What is asked anew, gone on with, or corrected. Raises Refused and Unreadable."""
    if kept.exists():
        return origin, _kept(kept, origin)
    if target.exists() and not force:
        if not _ours(target, origin):
            raise files.Refused("foreign", file=target)
        if not resume:
            raise files.Refused("transcribed", file=target)
        mine = Origin(read_yaml(target).data, load_sheet(target))
        return mine, reopened(mine)
    if resume:
        raise files.Refused("nothing-to-resume", file=kept)
    return origin, State()


def _ours(target: Path, origin: Origin) -> bool:
    """Whether a file is a copy of this sheet that an owner has made."""
    try:
        sheet = load_sheet(target)
    except Unreadable:
        return False
    return sheet.id == box_id(origin)


def _keep(kept: Path, origin: Origin, state: State) -> None:
    data = {
        "format": FORMAT,
        "version": 1,
        "sheet": box_id(origin),
        "answers": dict(state.answers),
        "insisted": sorted(state.insisted),
    }
    text_ = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    files.write(kept, text_.encode("utf-8", "replace"), force=True)


def _kept(kept: Path, origin: Origin) -> State:
    """The answers of a file that was stopped in. Raises Refused for any other file."""
    try:
        data: Any = json.loads(kept.read_bytes())
    except (OSError, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise files.Refused("no-transcription", file=kept)
    if data.get("sheet") != box_id(origin):
        raise files.Refused("other-transcription", file=kept, sheet=data.get("sheet"))
    answers, insisted = data.get("answers"), data.get("insisted", [])
    if not isinstance(answers, dict) or not isinstance(insisted, list):
        raise files.Refused("no-transcription", file=kept)
    return State(
        {str(key): str(value) for key, value in answers.items()}, frozenset(map(str, insisted))
    )


# -- what is shown ---------------------------------------------------------------------------------


def _telling(sheet: Sheet, language: str) -> Telling:
    def rule(id: str) -> str:
        found = rules(language).get(id)
        return found.text if found else ""

    return Telling(
        # The file of the fault is not written yet: only its sentence says something.
        fault=lambda fault: fault_text([replace(fault, file="", line=0)], words(language)),
        fact=lambda fact, have: fact_in_words(fact, sheet, have, language),
        have=lambda fact, have: have_in_words(have, fact, sheet, language),
        rule=rule,
    )


class _Shown:
    """Keeps each turn: the answers beside the target, and the picture with the asked place."""

    def __init__(
        self, picture: Path, kept: Path, origin: Origin, language: str, *, force: bool
    ) -> None:
        self.picture, self.kept, self.origin = picture, kept, origin
        self.language, self.force = language, force
        self.state = State()
        self.drawn: tuple[Sheet | None, tuple[str, ...]] = (None, ())
        self.scene: Scene | None = None
        self.silent = False

    def turn(self, turn: Turn) -> None:
        if turn.state != self.state:
            self.state = turn.state
            _keep(self.kept, self.origin, turn.state)
        if turn.sheet is None or (turn.sheet, turn.at) == self.drawn:
            return
        try:
            from cascadia_print.drawing.marked import marked
            from cascadia_print.drawing.page import page
            from cascadia_print.drawing.pdf import render_pdf

            if self.scene is None or turn.sheet is not self.drawn[0]:
                self.scene = page(turn.sheet, language=self.language, ids=True)
            self.drawn = (turn.sheet, turn.at)
            scene = marked(self.scene, turn.at, turn.near)
            data = render_pdf([scene], language=self.language)
            files.write(self.picture, data, force=self.force)
        except (DoesNotFit, MissingGlyph, files.Refused) as error:
            if not self.silent:
                err(_say(self.language, "no-picture", why=_why(error)))
            self.silent = True


def _why(error: Exception) -> str:
    if isinstance(error, files.Refused):
        return say(f"refused.{error.reason}", **error.values)
    return str(error)


# -- how it ends -----------------------------------------------------------------------------------


def _finish(
    outcome: Outcome,
    origin: Origin,
    target: Path,
    picture: Path,
    language: str,
    tell: Callable[[str], None],
) -> None:
    copy, leave = outcome.copy, outcome.state.insisted
    sheet = copy.sheet(leave)
    comment = _say(language, "comment", sheet=sheet.id.removeprefix("box-")).splitlines()
    left_out = sorted(
        f"{fact.rule} {fact_in_words(fact, origin.sheet, language=language)}"
        for fact in origin.sheet.facts
        if fact_key(fact) in leave
    )
    comment += [_say(language, "comment-left-out", fact=fact) for fact in left_out]
    files.write(target, text(copy.data(leave), comment).encode(), force=True)
    tell(_say(language, "ended.written", file=target, ref=sheet.ref))
    if left_out:
        tell(_say(language, "ended.left-out", facts="; ".join(left_out)))
    if odd := _odd(target, origin):
        tell(_say(language, "ended.odd"))
        for message in odd:
            tell(f"  {message}")
    try:
        files.write(picture, _proof(outcome, sheet, language), force=True)
        tell(_say(language, "ended.picture", file=picture))
    except (DoesNotFit, MissingGlyph, files.Refused) as error:
        tell(_say(language, "no-picture", why=_why(error)))
    tell(_say(language, "ended.correct"))
    tell(_say(language, "ended.next", file=quoted(target), folder=user_folder()))


def _odd(target: Path, origin: Origin) -> list[str]:
    """What a designer would look at on the copy and not on the layout that it was asked by."""
    from cascadia_print.cli.check import findings
    from cascadia_print.sheet.build import build_located
    from cascadia_print.sheet.lookup import chain

    usual, found = (
        [f"{f.rule}: {f.message}" for f in findings(build_located(chain(file)))]
        for file in (Path(origin.sheet.file), target)
    )
    return [message for message in found if message not in usual]


def _proof(outcome: Outcome, sheet: Sheet, language: str) -> bytes:
    """The page with ids, then all values by place."""
    from cascadia_print.drawing.marked import listing
    from cascadia_print.drawing.page import page
    from cascadia_print.drawing.pdf import render_pdf

    entries = [
        (
            entry.place,
            entry.word
            + (" " + _say(language, "proof.rulebook", rule=entry.source) if entry.source else ""),
        )
        for entry in outcome.proof
    ]
    title = _say(language, "proof.title", ref=sheet.ref)
    pages: list[Scene] = list(listing(title, _say(language, "proof.intro"), entries, language))
    try:
        pages.insert(0, page(sheet, language=language, ids=True))
    except DoesNotFit as error:
        err(_say(language, "no-picture", why=str(error)))
    return render_pdf(pages, language=language)
