"""What the auditor says, as frozen values. Knows nothing of files, sheets or drawing.

Sentences are not kept here: a finding carries a rule id, the name of a sentence and the
numbers for it, and `report` puts them into words of a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Basis = Literal["rulebook", "designed", "owner"]
FindingKind = Literal["illegal", "claim", "cannot-tell", "note"]
Verdict = Literal["legal", "illegal", "cannot-tell"]
Claims = Literal["right", "wrong", "none"]
Level = Literal["L0", "L1", "L2", "L3", "L4"]


@dataclass(frozen=True, slots=True)
class Event:
    """Points at one place of the sheet, on one score line.

    `state` is "legal" (on the ink and allowed) or "marked" (on the ink, not or not wholly
    allowed). `points` are those of the ink, `legal` those of the legal picture. `what` names the
    sentence that says what was counted, filled by `values`; "" where `at` says it. Of several
    places `at` has all with blanks between, `also` those that mattered besides.
    """

    line: str
    at: str
    points: int
    legal: int
    rule: str = ""
    state: Literal["legal", "marked"] = "legal"
    what: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    also: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One score line with its totals; None is "not known" or, for `claimed`, "not written"."""

    id: str
    rule: str
    claimed: int | None = None
    as_marked: int | None = None
    as_legal: int | None = None
    up_to: int | None = None
    basis: Basis = "rulebook"
    receipt: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken constraint, wrong claim or open question; a note is no fault.

    `at` is the id as printed, `text` names the sentence in the locale and `values` fills it.
    `pointer` is a JSON pointer into the player's file; `offset` counts characters from the
    first one of the string it points to. `consequences` follow from this finding alone.
    """

    rule: str
    kind: FindingKind
    at: str
    text: str
    values: Mapping[str, object] = field(default_factory=dict)
    pointer: str = ""
    offset: int = 0
    consequences: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Missed:
    """Something earned and left untaken: no accusation (RH-13). `gains` are gain words."""

    rule: str
    at: str
    line: str
    points: int
    gains: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an order of play: a Habitat Card, or a free hexagon right after it.

    `habitat` is that of the card, or what a free hexagon may show ("any"); `number` is the
    card's, 1 for a free hexagon. `marks` are (space, value) in the order in which they are made;
    none for a free hexagon that is lost. `source` is the id that gave the free hexagon. `earned`
    are the ids that the step earns.
    """

    round: int
    kind: Literal["card", "free"]
    habitat: str
    number: int
    marks: tuple[tuple[str, int | str | bool], ...] = ()
    source: str = ""
    earned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One condition of a scenario, or an achievement: `reached` is None if it cannot be told.

    `what` is "sheet", "cards", "points", the id of an achievement, or "goal", worded by `text`.
    """

    what: str
    reached: bool | None
    need: int | str
    have: int | str
    text: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A sheet held against a scenario."""

    id: str
    name: Mapping[str, str]
    parts: tuple[Part, ...]

    @property
    def reached(self) -> bool | None:
        found = {part.reached for part in self.parts}
        return False if False in found else None if None in found else True


@dataclass(frozen=True, slots=True)
class Carded:
    """A Habitat Card as it was completed, or tried: what is known of it, and what it brought.

    `used` are Completion Cards with the face rolled for them, "" for none. `marks` are (space,
    value) of the card, `frees` those of free hexagons.
    """

    slot: int | None = None
    habitat: str = ""
    number: int | None = None
    used: tuple[tuple[int, str], ...] = ()
    paid: tuple[int, ...] | None = None
    marks: tuple[tuple[str, int | str | bool], ...] = ()
    frees: tuple[tuple[str, int | str | bool], ...] = ()
    chosen: tuple[str, ...] = ()
    failed: bool = False


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round of a log: None where the log does not say. Bags are numbers in rank order.

    `own` are the personal dice after rerolls. `action` is its kind and what it is of. `tally` is
    the Tally Sheet at the end, `score` the points on the sheet then, without leftovers. `legal`:
    nothing was found wrong in it.
    """

    number: int
    central: tuple[str, ...] | None = None
    special: str | None = None
    own: tuple[str, ...] | None = None
    action: tuple[str, str] | None = None
    collected: tuple[int, ...] | None = None
    cards: tuple[Carded, ...] = ()
    tally: tuple[int | None, ...] = ()
    score: int | None = None
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Logged:
    """What a replay of a log proved. `missing`: what it does not say -> the rounds.

    `whole`: nothing is missing, so that all of the game was judged (L4). `dice` and `cards`: the
    sets that it was compared with, "" where it is not said which were used.
    """

    rounds: tuple[RoundPlayed, ...]
    missing: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    whole: bool = True
    dice: str = ""
    cards: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one filled sheet.

    `recorded`: the file says what was circled and crossed off, else all that was earned counts
    as taken. `unsaid`: spaces that the file names with null; they count as open.
    `order` is an order of play that leads to its picture, empty where none was built. `notes`
    tell what one rulebook allows and the other does not, and what has to be known besides.
    `achievements` are the ids of those reached; None for a sheet that has none. `scenario` is
    what the sheet was held against, if it was. `log` is what the replay of its log proved.
    """

    sheet: str
    player: str
    verdict: Verdict
    claims: Claims
    level: Level
    lines: tuple[Line, ...]
    total: Line
    findings: tuple[Finding, ...] = ()
    missed: tuple[Missed, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)
    nature: int | None = None
    recorded: bool = False
    unsaid: tuple[str, ...] = ()
    order: tuple[Step, ...] = ()
    notes: tuple[Finding, ...] = ()
    achievements: tuple[str, ...] | None = None
    scenario: Played | None = None
    log: Logged | None = None
