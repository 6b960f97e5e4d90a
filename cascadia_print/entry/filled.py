"""A filled sheet or a game in JSON → each player's sheet with what stands on it.

The schema is the only check of structure. What refers to the sheet is checked here: a wrong
entry becomes a `Wrong`, and the rest is read on; only a file that names no known sheet is
refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cascadia_print.entry import chosen, inked
from cascadia_print.entry.inked import Path
from cascadia_print.entry.text import GAME as GAME
from cascadia_print.rules.marks import Filled, Wrong
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import Source, pointer
from cascadia_print.sheet.lookup import under
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.schema import check
from cascadia_print.sheet.vocabulary import letter_languages, wildlife_letters

if TYPE_CHECKING:
    from cascadia_print.rules.rounds.log import Log

Find = Callable[[str], Sheet]


def read_filled(
    source: Source, find: Find, sheet: Sheet | None = None
) -> tuple[tuple[Sheet, Filled], ...]:
    """The sheet and the entries of each player, in the order of the file.

    `find` gives the sheet of a reference as "A@1"; it is never a path. `sheet`, if given, must
    be the one that the file names. Raises Unreadable, with all faults at once, for a file that
    does not follow its schema, an unknown sheet or version, and another sheet than `sheet`.
    """
    data = source.data
    game = isinstance(data, dict) and data.get("format") == GAME
    if faults := check(source, "game" if game else "filled-sheet"):
        raise Unreadable(faults)
    players = [(("players", k), p) for k, p in enumerate(data["players"])] if game else [((), data)]
    found: list[tuple[Sheet, Filled]] = []
    faults = []
    for path, player in players:
        try:
            paper = named_sheet(source, path, player, find, sheet)
        except Unreadable as error:
            faults += [fault for fault in error.faults if fault not in faults]
        else:
            found.append(_filled(paper, player, path))
    if faults:
        raise Unreadable(faults)
    return tuple(found)


def named_sheet(
    source: Source, path: Path, player: Mapping[str, Any], find: Find, sheet: Sheet | None
) -> Sheet:
    """The sheet that a player (or the table) names. Raises Unreadable, located in the JSON."""
    own = player.get("sheet")
    place = ("sheet",) if own is None else (*path, "sheet")
    ref = source.data.get("sheet") if own is None else own
    if sheet is not None:
        if ref in (None, sheet.id, sheet.ref):
            return sheet
        raise Unreadable([source.fault("IN-other-sheet", place, word=ref, given=sheet.ref)])
    if ref is None:
        id = "IN-log-sheet" if source.file.endswith(".log") else "IN-missing-key"
        raise Unreadable([source.fault(id, path, word="sheet")])
    try:
        return find(ref)
    except Unreadable as error:
        raise Unreadable(_here(source, place, fault) for fault in error.faults) from None


def _here(source: Source, place: Path, fault: Fault) -> Fault:
    """A fault of the reference stands in this file, one of the sheet's own file stays there."""
    if fault.file and fault.id != "IN-page":
        return fault
    return replace(source.fault(fault.id, place), values=fault.values, suggestion=fault.suggestion)


def _filled(paper: Sheet, data: Mapping[str, Any], path: Path) -> tuple[Sheet, Filled]:
    """The sheet under the rulings of the file, and what stands on it."""
    rulebook = data.get("rules") or data.get("language") or "en"
    named = chosen.Named(paper, data, path)
    rulings = named.rulings()
    by_rulebook = {ruling.id: ruling.choice(rulebook) for ruling in paper.rulings}
    named.sheet = sheet = under(paper, by_rulebook | rulings)
    readings = _readings(sheet, data, path)
    first = readings[0]
    other = next((r for r in readings[1:] if r.marks != first.marks), None)
    picks, taken, claims, tally = named.picks(), named.taken(), named.claims(), named.tally()
    cards = data.get("completion_cards")
    spaces = data.get("spaces") or {}
    marked = inked.is_marked(data)
    unsaid = (id for id in sheet.space if spaces.get(id, "") is None and id not in first.where)
    said = data.get("language") or (data.get("rulings") or {}).get("letters")
    settled = said or (marked and other is None)
    log, misread = _log(sheet, data, path, first.language if settled else "")
    filled = Filled(
        sheet=sheet.ref,
        player=data.get("player") or "",
        marks=first.marks if marked else None,
        letters=first.language,
        picks=picks,
        taken=taken,
        unsaid=tuple(unsaid) if marked else (),
        tally=tally,
        claims=claims,
        language=data.get("language") or "",
        rulebook=rulebook,
        rulings=rulings,
        variant=tuple(data.get("variant") or ()),
        completion_cards=None if cards is None else tuple(cards),
        wrong=(*first.wrong, *named.wrong, *misread),
        where={**first.where, **named.where},
        log=log,
    )
    if other:
        alternative = replace(filled, marks=other.marks, letters=other.language)
        filled = replace(filled, alternative=alternative)
    return sheet, filled


def _log(
    sheet: Sheet, data: Mapping[str, Any], path: Path, language: str
) -> tuple[Log | None, tuple[Wrong, ...]]:
    """The log of the game and what cannot be read in it; None without one."""
    if data.get("log") is None:
        return None, ()
    from cascadia_print.entry.logged import read_log

    return read_log(sheet, data["log"], pointer((*path, "log")), language)


def _readings(sheet: Sheet, data: Mapping[str, Any], path: Path) -> list[inked.Reading]:
    """The marks in the alphabet that the file names, else in those that know all of it (D-2).

    Where none does, in all of them; what is wrong in one only is then an open question.
    """
    entries = tuple(inked.said(sheet, data, path))
    known = letter_languages() if sheet.marking.write == "wildlife" else ("en",)
    said = ((data.get("rulings") or {}).get("letters"), data.get("language"))
    named = [language for language in said if language in known]
    readings = [inked.read(sheet, entries, language) for language in named[:1] or known]
    slips = [{_slip(wrong) for wrong in reading.wrong} for reading in readings]
    common = set.intersection(*slips)
    whole = [reading for reading, found in zip(readings, slips, strict=True) if found == common]
    if whole:
        return whole
    # A letter that no alphabet knows may be one of any.
    letters = tuple(dict.fromkeys(x for language in known for x in wildlife_letters(language)))
    return [
        replace(
            reading,
            wrong=tuple(
                replace(wrong, values={**wrong.values, "letters": letters})
                for wrong in reading.wrong
                if _slip(wrong) in common
            ),
        )
        for reading in readings
    ]


def _slip(wrong: Wrong) -> tuple[str, str, int]:
    return wrong.text, wrong.pointer, wrong.offset
