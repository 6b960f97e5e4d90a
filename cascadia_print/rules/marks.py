"""What a player put on paper, as frozen values: the input of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cascadia_print.rules.rounds.log import Log

Value = int | str | bool
"""A mark: a number, a wildlife type, a habitat (split space), or True for an outline.

Whatever cannot be one of these on the sheet at hand stays as it was written: the ink is there,
the value is void.
"""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong entry in a readable file: it becomes a finding, and the rest is judged.

    `text` names the sentence, `values` fills it; `rule` is "IN-…" for a plain slip of the file.
    """

    text: str
    at: str
    pointer: str
    values: Mapping[str, object] = field(default_factory=dict)
    offset: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Filled:
    """One filled sheet. None means "not said", which is neither empty nor zero.

    marks: space id -> value; None when the file holds no marks at all (judged at L1).
    unsaid: spaces that the file names with null, which count as open.
    picks: box ids ("sun.2"), sides ("landmark.rivers=3pt") or refusals ("sun=none").
    taken: ids of all that is circled or crossed off; None: all that is earned.
    tally: animal or "nature" -> number. claims: line id or "total" -> the numbers written.
    letters: the language by which letters for animals were read. alternative: the same file in
    its other reading: by the other alphabet, where both know all letters and read them
    differently (D-2), or with boxes ticked by value instead of by appearance.
    where: id -> (JSON pointer, offset) of the mark, of a pick ("pick:" + id), of what was taken
    ("taken:" + id), a claim ("claim:" + line), a tally entry ("tally:" + name).
    log: the rounds of the game, as far as they were written down.
    """

    sheet: str
    player: str = ""
    marks: Mapping[str, Value] | None = None
    alternative: Filled | None = None
    letters: str = "en"
    picks: tuple[str, ...] = ()
    taken: tuple[str, ...] | None = None
    unsaid: tuple[str, ...] = ()
    tally: Mapping[str, int | None] | None = None
    claims: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    language: str = ""
    rulebook: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    variant: tuple[str, ...] = ()
    completion_cards: tuple[int, ...] | None = None
    wrong: tuple[Wrong, ...] = ()
    where: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    log: Log | None = None
