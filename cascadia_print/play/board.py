"""The sheet in the middle of a game as lines of text, and what is at a place."""

from __future__ import annotations

from collections.abc import Iterator

from cascadia_print.report.words import gains, game_word, listed
from cascadia_print.rules.rounds.paper import earned
from cascadia_print.rules.rounds.state import State
from cascadia_print.rules.table import table
from cascadia_print.sheet.hexgrid import shifted
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Area, Sheet, Space
from cascadia_print.sheet.vocabulary import letters_of_habitats, wildlife_letters


def board(state: State, words: Locale, language: str) -> list[str]:
    """Rows of hexagons, the overflow row and the areas. [ ] is filled, ' has a bonus."""
    sheet = state.setting.sheet
    found = earned(state).ids
    cells = {s.id: _cell(state, s, language) for s in sheet.spaces}
    wide = max(map(len, cells.values())) + 1
    half = " " * (wide // 2)
    lines = []
    for name, ids in sheet.rows.items():
        first = sheet.space[ids[0]]
        indent = half if not first.overflow and shifted(first.row, sheet.stagger) else ""
        line, at = "", 0
        for id in ids:
            gap = sheet.space[id].col - at
            line += " " * (wide * gap) + f"{cells[id]:<{wide}}"
            at = sheet.space[id].col + 1
        label = words.text("play.overflow-short") if first.overflow else name
        lines.append(f"{label[:8]:>8}  {indent}{line}".rstrip())
    for area in sheet.areas:
        lines += _area(area, state, found, words)
    return [*lines, words.text("play.signs")]


def _cell(state: State, space: Space, language: str) -> str:
    """The number in the row, then the habitat, or in brackets what stands there."""
    letters = letters_of_habitats()
    printed = "/".join(letters[h] for h in space.habitats)
    printed = printed or ("*" if space.start else "o" if space.overflow else ".")
    bonus = "'" if space.offer.sides else ""
    value = state.marks.get(space.id)
    number = f"{space.number}"
    if space.id not in state.filled:
        return f"{number}{printed}{bonus}"
    animals = {a: x for x, a in wildlife_letters(language).items()}
    if value is None or value is True:
        return f"{number}[{printed}]"
    return f"{number}[{animals.get(str(value)) or letters.get(str(value)) or value}]"


def _area(area: Area, state: State, found: frozenset[str], words: Locale) -> Iterator[str]:
    name = area.name.get(words.language) or area.name.get("en") or area.id
    marks = []
    for lane, boxes in area.lanes.items():
        n = sum(box.id in found for box in boxes)
        marks.append(f"{game_word(lane, words)} {n}/{len(boxes)}")
    if marks:
        yield f"{name}: {', '.join(marks)}"
    for pool, boxes in area.pools.items():
        taken = ["*" if b.id in state.picks else "" for b in boxes]
        parts = [gains(b.offer.word, words) + sign for b, sign in zip(boxes, taken, strict=True)]
        head = f"{name} {pool}" if area.kind == "paired" else name
        yield f"{head}: {' · '.join(parts)}"


def there(state: State, at: str, words: Locale) -> list[str]:
    """What is printed in a hexagon, and every bonus that waits for it, with what it has."""
    sheet = state.setting.sheet
    space = sheet.space[at]
    names = [game_word(h, words) for h in space.habitats]
    said = words.text(
        "play.there",
        at=at,
        habitats=listed(names, words, "or") if names else words.text(f"play.{_kind(space)}"),
        points=words.text("play.there-points", n=space.points) if space.points else "",
        gains=_gains(space.offer.word, words),
    )
    lines = [said]
    if at in state.filled:
        lines.append(words.text("play.there-filled", at=at))
    for id in table(sheet).watched.get(at, ()):
        if id != at:
            lines.append(_bonus(sheet, state, id, words))
    return lines


def _kind(space: Space) -> str:
    """The word for a hexagon without habitat."""
    return "overflow" if space.overflow else "start" if space.start else "blank"


def _bonus(sheet: Sheet, state: State, id: str, words: Locale) -> str:
    item = table(sheet).items[id]
    have = sum(need in state.filled for need in item.needs)
    return "  " + words.text(
        "play.there-bonus",
        id=id,
        have=have,
        need=len(item.needs),
        gains=gains(item.offer.word, words),
    )


def _gains(word: str, words: Locale) -> str:
    return words.text("play.there-gains", gains=gains(word, words)) if word else ""
