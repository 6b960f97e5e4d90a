"""What is legal on a sheet file and still no good design: things that never happen, words left out.

A finding is a `Fault` with an id of its own (`LI-…`), at the place in the file that it is about.
Drawing and marking are not known here: what can be marked is given, what does not fit is found
by `drawing.fit` and only put into its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import pairwise, permutations
from typing import Any

from cascadia_print.sheet.build import Built
from cascadia_print.sheet.facts import against
from cascadia_print.sheet.faults import Fault
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.model import Area, Fact, Gain, Offer, Sheet, Space, Text
from cascadia_print.sheet.vocabulary import habitats

Where = tuple[str | int, ...] | str
Found = tuple[Where, str, dict[str, Any]]
"""Path in the file or printed id, id of the finding, values."""

ERRORS = frozenset(
    {"LI-unmarkable", "LI-unearnable", "LI-lane-long", "LI-fit", "LI-margin", "LI-glyph"}
)
"""Findings that a sheet must not have; the others are warnings, which a comment can explain."""

_SHOWN = 8
"""How many places a finding lists."""


def lint(built: Built, markable: Set[str], drawn: Iterable[Found] = ()) -> list[Fault]:
    """All findings about a sheet, by position.

    `markable`: the spaces that can be filled at all, as the marking rules have it. `drawn`:
    what the drawing has found.
    """
    sheet = built.sheet
    found = [
        *_unmarkable(sheet, markable),
        *_habitats(sheet),
        *_never_earned(sheet, markable),
        *_choices(sheet),
        *_heading(sheet),
        *_labels(sheet),
        *_unused(sheet, built.chain[-1].data),
        *drawn,
    ]
    faults: dict[tuple[str, int, int, str], Fault] = {}
    for where, id, values in found:
        fault = built.fault(_in_file(built, where), id, **values)
        faults.setdefault(_key(fault), fault)  # one place, one message
    return sorted(faults.values(), key=_key)


def _in_file(built: Built, where: Where) -> Where:
    """The path in the file: lines that only another ruling brings stand in the file too."""
    if not isinstance(where, tuple) or where[0] != "lines":
        return where
    ids = [line["id"] for line in built.chain[-1].data["lines"]]
    return ("lines", ids.index(built.sheet.lines[int(where[1])].id), *where[2:])


def explained(built: Built, fault: Fault) -> bool:
    """Whether a comment names this warning: `# LI-heading: why`.

    It stands in the line of the warning or right above it, or so with a block around it.
    """
    source = next(s for s in built.chain if s.file == fault.file)
    lines = source.text.splitlines()[: fault.line]
    deep, near, above = len(lines[-1]), [], False
    for line in reversed(lines):
        comment = line.lstrip().startswith("#")
        if comment and above:
            near.append(line)
        elif not comment:
            indent = len(line) - len(line.lstrip())
            above = bool(line.strip()) and indent < deep
            if above:
                near.append(line)
                deep = indent
    return any(re.search(rf"#.*\b{fault.id}\b", line) for line in near)


def _key(fault: Fault) -> tuple[str, int, int, str]:
    return (fault.file, fault.line, fault.column, fault.id)


# -- marking --------------------------------------------------------------------------------------


def _unmarkable(sheet: Sheet, markable: Set[str]) -> Iterator[Found]:
    """One finding for each cause, at the first space that has it."""
    causes: dict[str, list[str]] = {}
    for s in sheet.spaces:
        if s.id not in markable:
            causes.setdefault(_cause(sheet, s), []).append(s.id)
    for cause, ids in causes.items():
        yield ids[0], "LI-unmarkable", {"cause": cause, "n": len(ids), "places": _listed(ids)}


def _cause(sheet: Sheet, space: Space) -> str:
    if space.overflow:
        return "overflow"
    if space.blank:
        return "closure" if sheet.marking.closes else "blank"
    return "touching" if sheet.marking.order == "touching" else "order"


def _habitats(sheet: Sheet) -> Iterator[Found]:
    rows = ("spaces", "rows")
    if missing := [h for h in habitats() if h not in sheet.habitats]:
        yield rows, "LI-no-habitat", {"habitats": missing}
    if sheet.marking.order == "touching":
        cut_off = against(sheet, Fact("", "habitats-touch-start", {}))
        if cut_off:
            first = sheet.habitats[str(cut_off.items[0])][0]
            yield first, "LI-start", {"habitats": list(cut_off.items)}
    torn = against(sheet, Fact("", "regions-connected", {}))
    if torn and sheet.stagger != "none":
        yield ("spaces", "regions"), "LI-region", {"regions": ", ".join(map(str, torn.items))}


# -- what can be earned ---------------------------------------------------------------------------


class _Best:
    """All that can be earned on the best of games: every side of a choice, every pick."""

    def __init__(self, sheet: Sheet, markable: Set[str]) -> None:
        self.sheet = sheet
        self.filled = set(markable)
        self.icons: Counter[str] = Counter()
        self.picks: Counter[str] = Counter()
        self.same: set[str] = set()
        items: list[tuple[str, tuple[str, ...], Offer]] = [
            *((s.id, (s.id,), s.offer) for s in sheet.spaces),
            *((b.id, b.needs, b.offer) for b in sheet.bonuses),
            *((b.id, (b.id,), b.offer) for b in sheet.boxes.values()),
        ]
        self.earned: set[str] = set()
        while ready := [x for x in items if x[0] not in self.earned and self.filled >= {*x[1]}]:
            for id, _, offer in ready:
                self.earned.add(id)
                self.take(offer)
            self.open_boxes()

    def take(self, offer: Offer) -> None:
        for word, n in _most(offer).items():
            kind, of = word
            if kind == "lane":
                self.icons[of] += n
            elif kind == "pick":
                self.picks[of] += n
            elif kind == "same":
                self.same.add(of)
                for lane in self.sheet.area[of].lanes:
                    self.icons[f"{of}.{lane}"] += n

    def open_boxes(self) -> None:
        for area in self.sheet.areas:
            for lane, boxes in area.lanes.items():
                self.filled |= {b.id for b in boxes[: self.icons[f"{area.id}.{lane}"]]}
            for name, pool in area.pools.items():
                icons = {f"{area.id}.{lane}.{name}" for lane in area.lanes}
                if icons & self.filled or self.picks[area.id]:
                    self.filled |= {b.id for b in pool}


def _most(offer: Offer) -> Mapping[tuple[str, str], int]:
    """The most that any side gives of each kind."""
    most: Counter[tuple[str, str]] = Counter()
    for side in offer.sides:
        most |= _counted(side)
    return most


def _never_earned(sheet: Sheet, markable: Set[str]) -> Iterator[Found]:
    best = _Best(sheet, markable)
    told: set[str] = set()
    for k, area in enumerate(sheet.areas):
        for where, id, values in _area(area, k, best):
            told |= {b.id for b in sheet.boxes.values() if b.area == area.id}
            yield where, id, values
    for bonus in sheet.bonuses:
        # What a lane without icons takes with it is told with the lane.
        if bonus.id not in best.earned and not told & set(bonus.needs):
            lack = [id for id in bonus.needs if id not in best.filled]
            yield bonus.id, "LI-unearnable", {"at": bonus.id, "places": _listed(lack)}


def _area(area: Area, k: int, best: _Best) -> Iterator[Found]:
    """Lanes and pools beside what leads to them."""
    icons = {lane: best.icons[f"{area.id}.{lane}"] for lane in area.lanes}
    if not any(icons.values()) and not best.picks[area.id]:
        yield ("areas", k, "id"), "LI-unused", {"what": "area", "word": area.id}
        return
    for lane, boxes in area.lanes.items():
        have, need = icons[lane], len(boxes)
        where: Where = ("areas", k, "lanes")
        if area.kind == "lanes":
            where = ("areas", k, "lanes", lane)
        values = {"word": lane, "area": area.id, "icons": have, "boxes": need}
        if have < need:
            yield where, "LI-lane-long", values
        elif have > need and area.id not in best.same:
            yield where, "LI-lane-short", values
    for name, pool in area.pools.items():
        paired = area.kind == "paired"
        have = len(area.lanes) if paired else best.picks[area.id]
        if have > len(pool):
            place: Where = ("areas", k, "boxes")
            if paired:
                place = ("areas", k, "columns", int(name) - 1)
            values = {"word": name, "area": area.id, "icons": have, "boxes": len(pool)}
            yield place, "LI-lane-short", values


# -- values ---------------------------------------------------------------------------------------


def _choices(sheet: Sheet) -> Iterator[Found]:
    offers = [(s.id, s.offer) for s in sheet.spaces]
    offers += [(b.id, b.offer) for b in sheet.bonuses]
    offers += [(b.id, b.offer) for b in sheet.boxes.values()]
    for id, offer in offers:
        words = dict(zip(offer.side_words(), offer.sides, strict=True))
        for worse, better in permutations(words, 2):
            if _covers(words[better], words[worse]):
                yield id, "LI-choice", {"at": id, "word": worse, "better": better}
                break
        if len(words) < len(offer.sides):
            word = offer.side_words()[0]
            yield id, "LI-choice", {"at": id, "word": word, "better": word}


def _covers(big: Iterable[Gain], small: Iterable[Gain]) -> bool:
    """Whether one side gives at least all that the other gives; any animal stands for each."""
    have, need = _counted(big), _counted(small)
    short, spare = need - have, have - need
    for kind, any_ in (("animal", ("wild", "")), ("hex", ("hex", "any"))):
        wanted = [key for key in short if key[0] == kind and key != any_]
        if sum(short[key] for key in wanted) <= spare[any_]:
            spare[any_] -= sum(short.pop(key) for key in wanted)
    return not short


def _counted(side: Iterable[Gain]) -> Counter[tuple[str, str]]:
    counted: Counter[tuple[str, str]] = Counter()
    for gain in side:
        counted[gain.kind, gain.of] += gain.n
    return counted


def _heading(sheet: Sheet) -> Iterator[Found]:
    falls = [(k, f"{a} {b}") for k, (a, b) in enumerate(pairwise(sheet.heading), 2) if b < a]
    if falls:
        values = {"falls": ", ".join(fall for _, fall in falls)}
        yield f"heading.{falls[0][0]}", "LI-heading", values


# -- words and references -------------------------------------------------------------------------


def _named(id: str) -> bool:
    """Whether the program has a name for a line or a habitat."""
    return any(locale().has(f"game.{section}.{id}") for section in ("lines", "habitats"))


def _labels(sheet: Sheet) -> Iterator[Found]:
    """Every text in each language that any text of the sheet has."""
    texts: list[tuple[tuple[str | int, ...], str, Text]] = [(("name",), sheet.id, sheet.name)]
    texts += [(("areas", k, "name"), a.id, a.name) for k, a in enumerate(sheet.areas)]
    texts += [(("lines", k, "label"), x.id, x.label) for k, x in enumerate(sheet.lines)]
    languages = dict.fromkeys(code for _, _, text in texts for code in text)
    for path, id, text in texts:
        if path[0] == "lines" and not text and _named(id):
            continue
        missing = [code for code in languages if code not in text]
        if missing:
            yield path, "LI-label", {"word": id, "languages": missing}


def _unused(sheet: Sheet, data: Mapping[str, Any]) -> Iterator[Found]:
    counted = {sheet.spaces_line, sheet.overflow_line, *(a.line for a in sheet.areas)}
    counted |= {b.line for b in sheet.bonuses}
    for k, line in enumerate(sheet.lines):
        if not line.terms and line.id not in counted:
            yield ("lines", k, "id"), "LI-unused", {"what": "line", "word": line.id}
    needed = {
        "blank": any(s.blank for s in sheet.spaces),
        "closure": sheet.marking.closes,
        "overflow": bool(sheet.overflow_row),
        "icon": any(s.offer.sides for s in sheet.spaces),
    }
    for check in sheet.rules:
        if not needed.get(check, True):
            yield ("rules", check), "LI-unused", {"what": "rule", "word": check}
    sets = [b.get("each") or b.get("of") for b in data.get("bonuses", [])]
    sets += [x.get(kind) for x in data["lines"] for kind in ("written", "heading", "printed")]
    if "regions" in data["spaces"] and not any(str(s).startswith("region") for s in sets):
        yield ("spaces", "regions"), "LI-unused", {"what": "regions", "word": "regions"}
    if sheet.heading and not any(t.kind == "heading" for x in sheet.lines for t in x.terms):
        yield ("spaces", "heading"), "LI-unused", {"what": "heading", "word": "heading"}


def _listed(ids: list[str]) -> str:
    return ", ".join(ids[:_SHOWN]) + (" …" if len(ids) > _SHOWN else "")
