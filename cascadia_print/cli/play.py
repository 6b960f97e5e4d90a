"""`play`: a game alone in the terminal, and its audit at the end."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cascadia_print.cli import exits, files
from cascadia_print.cli.audit import UnknownScenario, Wanted, find_scenario, judged_source
from cascadia_print.cli.console import err, out, style, width, words
from cascadia_print.cli.entry import Talk, reach_player
from cascadia_print.cli.sheets import sheet_file
from cascadia_print.entry.ask import drive
from cascadia_print.entry.filled import read_filled
from cascadia_print.entry.setting import setting_of
from cascadia_print.entry.text import dumps
from cascadia_print.play.dealer import Dealer, completion_slots
from cascadia_print.play.solo import Game
from cascadia_print.play.solo import solo as dialogue
from cascadia_print.report.plain import printable
from cascadia_print.report.text import audit_text
from cascadia_print.rules.rounds.replay import replay
from cascadia_print.rules.rounds.state import BEGINNERS, SLOTS, Setting, beginning
from cascadia_print.sheet.faults import Unreadable, nearest
from cascadia_print.sheet.gameset import (
    CompletionCard,
    GameSet,
    completion_cards,
    find_set,
    set_ids,
)
from cascadia_print.sheet.goals import Scenario, achievements
from cascadia_print.sheet.located import parse_json, read_json
from cascadia_print.sheet.lookup import load_sheet
from cascadia_print.sheet.model import Sheet

SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Wish:
    """How to play: the seed, the name, variants, Completion Cards as typed, set and scenario."""

    seed: int | None = None
    player: str = ""
    variant: tuple[str, ...] = ()
    cards: str = ""
    made_of: str = "own-design"
    scenario: str = ""


class NoGame(Exception):
    """A game that cannot be played like this; the argument is the sentence that says why."""


def play(ref: str, output: Path | None, wish: Wish, *, solo: bool, force: bool) -> int:
    """Play, write the JSON of the sheet with its log, and print the audit of a finished game."""
    if not solo:
        err(_text("alone"))
        return exits.USAGE
    sheet = load_sheet(sheet_file(ref))
    talk = reach_player()
    near = output.parent if output else Path()
    try:
        scenario = find_scenario(wish.scenario, near) if wish.scenario else None
        game = None if force or output is None else _resumed(sheet, output, talk)
        force = force or game is not None
        if output:
            files.check(output, force=force)
        game = game or _new(sheet, wish, scenario, near)
    except (NoGame, UnknownScenario) as error:
        err(str(error))
        return exits.USAGE
    return _played(game, talk, output, scenario, near, force=force)


def _played(
    game: Game,
    talk: Talk,
    output: Path | None,
    scenario: Scenario | None,
    near: Path,
    *,
    force: bool,
) -> int:
    data = drive(dialogue(game, words()), talk.read, talk.write)
    if data is None:
        return exits.INTERRUPTED
    text = dumps(data)
    if output:
        files.deliver(text, output, force=force, typed=True)
    if not _over(data, game):
        return exits.INTERRUPTED
    if not output:
        out(text.rstrip("\n"))
    source = parse_json(text, str(output or ""))
    judged = [j for j, _ in judged_source(source, near, None, Wanted(log=True), scenario)]
    out("\n" + audit_text(judged, words(), log=True, style=style, width=width()).rstrip("\n"))
    total = judged[0].report.total.as_legal or 0
    for goal in game.goals:
        key = "threshold" if total >= goal else "threshold-missed"
        out(_text(f"did.{key}", n=goal, lack=goal - total))
    return exits.of_report(judged[0].report)


def _over(data: dict[str, Any], game: Game) -> bool:
    """Whether the last round has been played."""
    numbers = [int(m[0]) for line in data["log"] if (m := re.match(r"\s*\d+", line))]
    return max(numbers) >= game.dealer.setting.rounds


def _text(key: str, **values: object) -> str:
    return words().text(f"play.{key}", **values)


# -- a new game --------------------------------------------------------------------------------


def _new(sheet: Sheet, wish: Wish, scenario: Scenario | None, near: Path) -> Game:
    """A game before its first round. Raises NoGame."""
    seed = random.SystemRandom().randrange(SEEDS) if wish.seed is None else wish.seed
    made_of = _set(wish.made_of, near)
    effects = {**completion_cards(), **(made_of.completion_cards or {})}
    family = "family" in wish.variant
    known = {n: card for n, card in effects.items() if n in BEGINNERS or not family}
    slots = _slots(wish.cards, known) if wish.cards else None
    if slots is None and scenario and len(scenario.cards) == SLOTS:
        slots = tuple(n if n in effects else 0 for n in scenario.cards)
    if slots is None:
        slots = completion_slots(effects, family, seed)
    in_play = scenario.cards if scenario and not wish.cards else ()
    setting = Setting(
        sheet,
        wish.variant,
        slots,
        frozenset(in_play or (n for n in slots if n)),
        effects,
        made_of.dice,
        made_of.habitat_cards,
        sheet.in_force,
    )
    goals = (scenario.points,) if scenario and scenario.points else _thresholds(sheet)
    start = beginning(setting)
    return Game(Dealer(setting, seed), made_of, start, (), wish.player, goals)


def _set(id: str, near: Path) -> GameSet:
    found = find_set(id, near)
    if found is None:
        better = nearest(id, set_ids(near))
        hint = f" {words().text('log.wrong.set-fix', nearest=better)}" if better else ""
        raise NoGame(words().text("log.wrong.set", value=printable(id)) + hint)
    if not found.dice or not found.habitat_cards:
        part = "dice" if not found.dice else "habitat_cards"
        raise NoGame(_text("no-cards", id=id, part=part))
    return found


def _slots(typed: str, effects: Mapping[int, CompletionCard]) -> tuple[int, ...]:
    """Four Completion Cards as typed. Raises NoGame."""
    found = re.split(r"[\s,]+", typed.strip())
    numbers = tuple(int(x) for x in found if re.fullmatch("[0-9]{1,4}", x))
    if len(found) != SLOTS or len(set(numbers)) != SLOTS:
        raise NoGame(_text("four"))
    for n in numbers:
        if n not in effects:
            known = ", ".join(map(str, sorted(effects)))
            raise NoGame(_text("no-slots", n=n, known=known))
    return numbers


def _thresholds(sheet: Sheet) -> tuple[int, ...]:
    """The totals that the achievements of a sheet ask for."""
    goals = achievements().get(sheet.id, {}).values()
    return tuple(goal.n for goal in goals if (goal.test, goal.of) == ("points", "total"))


# -- going on ----------------------------------------------------------------------------------


def _resumed(sheet: Sheet, path: Path, talk: Talk) -> Game | None:
    """The unfinished game of a file, if the player wants to go on with it; None without one.

    Raises Refused where he does not, NoGame where it cannot be gone on with.
    """
    if not path.is_file():
        return None
    try:
        source = read_json(path)
        ((_, filled),) = read_filled(source, lambda ref: sheet, sheet)
    except (Unreadable, ValueError):
        return None
    log = filled.log
    if log is None or log.seed is None:
        return None
    setting, wrong = setting_of(sheet, filled, log, path.parent)
    done = replay(setting, log, filled)
    last = done.end.round
    if last >= setting.rounds:
        return None
    name = printable(filled.player)
    key = "going" if name else "going-nameless"
    yes = words().text("fill.yes")
    try:
        said = talk.read(_text(key, file=printable(str(path)), player=name, round=last, yes=yes))
    except EOFError:
        said = "n"
    if said.strip() and said.strip().lower()[0] not in ("y", yes[0]):
        raise files.Refused("filled", file=path)
    if wrong or filled.wrong or done.findings or set(done.logged.missing) - {"rounds"}:
        raise NoGame(_text("broken", file=printable(str(path))))
    made_of = _set(log.dice, path.parent)
    dealer = Dealer(replace(setting, dice=made_of.dice), log.seed)
    return Game(dealer, made_of, done.end, done.history, filled.player, _thresholds(sheet))
