"""What is circled or crossed off: all that the entered marks earn, but for what is named."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cascadia_print.rules.earn import earn
from cascadia_print.rules.legal import closure
from cascadia_print.rules.marks import Filled, Value
from cascadia_print.rules.table import table
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import RECORDED, Gain, Sheet


@dataclass(frozen=True, slots=True)
class Record:
    """What is circled or crossed off if all is that marks and picks earn.

    gains: id -> all of its gains, for what gives points, animals, tokens or free hexagons, in
    printed order. parts: id -> the names of those that leave ink, "row-1.1", or the id itself
    where they have none of their own. said: picked boxes and chosen sides, and choices earned
    and not said. open: pools of which no box was named, though a pick was earned.
    """

    gains: Mapping[str, tuple[Gain, ...]]
    parts: Mapping[str, tuple[str, ...]]
    said: tuple[str, ...]
    open: tuple[str, ...]

    def without(self, left: Collection[str]) -> tuple[str, ...]:
        """The complete record, but for the ids and the parts that are named."""
        return (*self._rest(left), *self.said)

    def left(self, taken: Iterable[str]) -> tuple[str, ...]:
        """What a complete record leaves out, and with "+" what it has though it is not earned."""
        taken = set(taken)
        out = [
            id if not taken.intersection(parts) else part
            for id, parts in self.parts.items()
            if id not in taken
            for part in parts
            if part not in taken
        ]
        known = {*self.said, *self.names}
        return (*dict.fromkeys(out), *(f"+{id}" for id in sorted(taken - known)))

    @property
    def names(self) -> frozenset[str]:
        """All ids and parts."""
        return frozenset((*self.parts, *(name for names in self.parts.values() for name in names)))

    def _rest(self, left: Collection[str]) -> Iterator[str]:
        for id, parts in self.parts.items():
            kept = [part for part in parts if part not in left]
            if id not in left:
                yield from [id] if len(kept) == len(parts) else kept


def record(sheet: Sheet, marks: Mapping[str, Value], picks: Sequence[str]) -> Record:
    """What the marks as they stand on paper, allowed or not, earn with these picks."""
    earned = earn(sheet, closure(sheet, marks), marks, picks, lenient=True, all_taken=True)
    items = table(sheet).items
    gains = {
        id: item.offer.sides[0]
        for id, item in items.items()
        if id in earned.ids and id not in picks and not item.offer.choice and item.offer.sides
    }
    gains = {id: found for id, found in gains.items() if any(g.kind in RECORDED for g in found)}
    parts = {
        id: tuple(
            part for part, g in zip(items[id].parts, found, strict=False) if g.kind in RECORDED
        )
        for id, found in gains.items()
    }
    said = [word for word in picks if not word.endswith("=none")]
    unsaid = [choice.id for choice in earned.choices.values() if choice.unsaid]
    return Record(
        gains,
        {id: names or (id,) for id, names in parts.items()},
        (*said, *(id for id in unsaid if id in items)),
        tuple(id for id in unsaid if id not in items),
    )


def crossed(sheet: Sheet, filled: Filled) -> frozenset[str]:
    """What was named, and what follows: all that is earned where nothing is said of it, else the
    boxes that icons fill, which are their own record."""
    named = {id for id in (*filled.picks, *(filled.taken or ())) if not id.endswith("=none")}
    if filled.marks is None:
        return frozenset(named)
    earned = earn(
        sheet, closure(sheet, filled.marks), filled.marks, sorted(named), lenient=True
    ).ids
    items = table(sheet).items
    for id in earned:
        offer = items[id].offer
        recorded = any(gain.kind in RECORDED for side in offer.sides for gain in side)
        if offer.choice or (recorded and filled.taken is not None):
            continue
        if recorded or id not in sheet.space:
            named.add(id)
    return frozenset(named)


def recordable(sheet: Sheet) -> Iterator[str]:
    """All that could be circled or crossed off without a choice, in printed order."""
    for id, item in table(sheet).items.items():
        if not item.group and any(g.kind in RECORDED for side in item.offer.sides for g in side):
            yield id


def groups(sheet: Sheet, record: Record, words: Locale) -> Iterator[str]:
    """A line for each kind of place: the ids there, and what they give in words."""
    found: dict[str, dict[str, list[str]]] = {}
    for id, gains in record.gains.items():
        given = gain_words((gain for gain in gains if gain.kind in RECORDED), words)
        found.setdefault(place_name(sheet, id, words), {}).setdefault(given, []).append(id)
    for place, gives in found.items():
        parts = (
            words.text(
                f"fill.earned.{'each' if ids[1:] else 'one'}", ids=", ".join(ids), gains=given
            )
            for given, ids in gives.items()
        )
        yield f"{place}: {'; '.join(parts)}"


def place_name(sheet: Sheet, id: str, words: Locale) -> str:
    """Where something stands, in words."""
    bonus, box, area = sheet.bonus.get(id), sheet.boxes.get(id), id.partition(".")[0]
    apart = id in sheet.space and sheet.space[id].overflow
    kind = bonus.shape if bonus else "box" if box else "overflow" if apart else "space"
    name = area_name(sheet, area, words)
    return words.text(f"fill.place.{kind}", area=name, first=bonus.first if bonus else 0)


def area_name(sheet: Sheet, id: str, words: Locale) -> str:
    """The words for an area of the sheet; "" for anything else."""
    area = sheet.area.get(id)
    return (area.name.get(words.language) or area.name.get("en") or id) if area else ""


def gain_words(gains: Iterable[Gain], words: Locale) -> str:
    """Gains in words, those that are their own record as the sheet writes them."""
    return words.text("report.gains.all").join(_gain(gain, words) for gain in gains)


def _gain(gain: Gain, words: Locale) -> str:
    if gain.kind not in RECORDED:
        return gain.word
    if gain.kind == "hex" and gain.of != "any":
        return words.text("report.gains.hex", of=words.text(f"game.habitats.{gain.of}"))
    kind = {"animal": gain.of, "hex": "hex-any"}.get(gain.kind, gain.kind)
    return words.text(f"report.gains.{kind}", n=gain.n)
