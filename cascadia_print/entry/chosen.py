"""What a filled sheet names besides marks: picks, what was taken, claims, tally, rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cascadia_print.entry.inked import SUGGESTIONS, Path, short
from cascadia_print.rules.marks import Wrong
from cascadia_print.rules.table import table
from cascadia_print.sheet.faults import nearest
from cascadia_print.sheet.located import pointer
from cascadia_print.sheet.model import Offer, Sheet
from cascadia_print.sheet.vocabulary import letter_languages, rulings


@dataclass(frozen=True, slots=True)
class Id:
    """An id as the rules know it, and the rule behind it."""

    id: str
    rule: str


class NotOne(Exception):
    """An id that names nothing of the kind: the sentence, what was meant or can be meant, and
    the options of a choice of which none is named."""

    def __init__(
        self,
        text: str,
        meant: str | None = None,
        known: Iterable[str] = (),
        options: tuple[str, ...] = (),
    ) -> None:
        super().__init__(text)
        self.text, self.meant, self.known, self.options = text, meant, known, options


class Named:
    """What the player's `data` at `path` names; `where` and `wrong` are gathered on the way."""

    def __init__(self, sheet: Sheet, data: Mapping[str, Any], path: Path) -> None:
        self.sheet, self.data, self.path = sheet, data, path
        self.ids = Ids(sheet)
        self.where: dict[str, tuple[str, int]] = {}
        self.wrong: list[Wrong] = []

    def picks(self) -> tuple[str, ...]:
        """The picks, each once: "sun.2", "landmark.rivers=3pt", "sun=none"."""
        return tuple(self._ids("picks", "pick", self.ids.pick))

    def taken(self) -> tuple[str, ...] | None:
        """What is circled or crossed off, each once: "row-1", "rivers-2.1", "b2", "sun.3"."""
        if self.data.get("taken") is None:
            return None
        found = list(self._ids("taken", "taken", self.ids.taken))
        for id in tuple(found):
            whole = id.rpartition(".")[0]
            if whole in found and self.ids.gives(id) is None:
                # A part of what is named as a whole.
                found.remove(id)
                at = self.where.pop(f"taken:{id}")[0]
                self._add("taken-twice", id, at, self.ids.rule(whole))
        return tuple(found)

    def claims(self) -> dict[str, tuple[int, ...]]:
        """The numbers written for each line; a line without any is left out."""
        known = (*self.sheet.line, "total")
        found: dict[str, tuple[int, ...]] = {}
        for line, written, at in self._entries("claims"):
            if line not in known:
                self._unknown("unknown-claim", line, at, "IN-claim", line, known)
            elif written is not None and written != []:
                found[line] = tuple(written) if isinstance(written, list) else (written,)
                self.where[f"claim:{line}"] = (at, 0)
        return found

    def tally(self) -> dict[str, int | None] | None:
        """The Tally Sheet; a number that cannot be is not known."""
        if self.data.get("tally") is None:
            return None
        found: dict[str, int | None] = {}
        for name, n, at in self._entries("tally"):
            possible = n is None or n >= 0
            found[name] = n if possible else None
            self.where[f"tally:{name}"] = (at, 0)
            if not possible:
                self._add("negative-tally", name, at, "IN-tally", value=n)
        return found

    def rulings(self) -> dict[str, str]:
        """The answers to questions that the books leave open, where the sheet asks them."""
        known = {ruling.id: ruling.choices for ruling in (*self.sheet.rulings, *rulings())}
        if self.sheet.marking.write == "wildlife":
            known["letters"] = letter_languages()
        found: dict[str, str] = {}
        for id, choice, at in self._entries("rulings"):
            if choice is None:
                continue
            if id not in known:
                self._unknown("rule-unknown", id, at, "IN-rule", id, known)
            elif choice not in known[id]:
                values = {"value": short(choice), "choices": tuple(known[id])}
                self._add("choice-unknown", id, at, "IN-rule", **values)
            else:
                found[id] = choice
        return found

    def _entries(self, key: str) -> Iterator[tuple[str, Any, str]]:
        # Sorted, so that the order of the file cannot matter.
        for name, value in sorted((self.data.get(key) or {}).items()):
            yield name, value, pointer((*self.path, key, name))

    def _ids(self, key: str, kind: str, read: Callable[[str], Id]) -> Iterator[str]:
        for k, word in enumerate(self.data.get(key) or ()):
            at = pointer((*self.path, key, k))
            try:
                named = read(word)
            except NotOne as error:
                better = error.meant or self._nearest(word, error.known)
                shown = short(word)
                if not word:
                    self._add("empty-id", key, at, f"IN-{kind}", n=k + 1)
                    continue
                values = {"options": error.options} if error.options else {"nearest": better}
                self._add(error.text, shown, at, f"IN-{kind}", value=shown, **values)
                continue
            if f"{kind}:{named.id}" in self.where:
                self._add(f"{kind}-twice", named.id, at, named.rule)
            else:
                self.where[f"{kind}:{named.id}"] = (at, 0)
                yield named.id

    def _add(self, text: str, id: str, at: str, rule: str, **values: object) -> None:
        self.wrong.append(Wrong(text, id, at, values, rule=rule))

    def _unknown(
        self, text: str, id: str, at: str, rule: str, value: str, known: Iterable[str]
    ) -> None:
        better = self._nearest(value, known)
        self._add(text, short(id), at, rule, value=short(value), nearest=better)

    def _nearest(self, word: str, known: Iterable[str]) -> str | None:
        return nearest(word, known) if len(self.wrong) < SUGGESTIONS else None


class Ids:
    """The ids of a sheet that picks and circles can name."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def pick(self, word: str) -> Id:
        """A box of a pool, "ID=side" for a choice, "ID=none" for a choice that was left."""
        id, said, side = word.partition("=")
        offer = self.gives(id)
        if not said and id in self.pool_boxes:
            return Id(id, self.rule(id))
        if side == "none" and (id in self.pools or (offer and offer.choice)):
            return Id(word, self.rule(id))
        if not said and (options := self.options(id)):
            raise NotOne("unsaid-pick", options=options)
        if offer and offer.choice:
            return self.side(offer, id, side, "unknown-pick")
        if offer and id not in self.pool_boxes:
            raise NotOne("not-a-choice")
        raise NotOne("unknown-pick", known=self.pick_words)

    def options(self, id: str) -> tuple[str, ...]:
        """What can be picked of a choice; nothing for what is none."""
        offer, boxes = self.gives(id), table(self.sheet).groups.get(id, ())
        sides = offer.side_words() if offer and offer.choice else ()
        return (*boxes, *(f"{id}={word}" for word in sides))

    def taken(self, word: str) -> Id:
        """What gives something: its id, "id.k" for the k-th of its gains, "id=side" of a choice."""
        id, said, side = word.partition("=")
        offer = self.gives(id)
        if said and offer and offer.choice:
            return self.side(offer, id, side, "unknown-taken")
        if not said and offer and (offer.sides or id in self.sheet.boxes):
            return Id(id, self.rule(id))
        whole = id.rpartition(".")[0]
        offer = self.gives(whole)
        if not said and offer and (parts := self.sheet.parts(whole, offer)):
            if id in parts:
                return Id(id, self.rule(whole))
            raise NotOne("unknown-taken", whole)
        raise NotOne("unknown-taken", known=self.taken_words)

    def side(self, offer: Offer, id: str, side: str, text: str) -> Id:
        """The side of a choice as the sheet words it; the order of its gains is free."""
        words = offer.side_words()
        gains = sorted(side.split("+"))
        for word in words:
            if sorted(word.split("+")) == gains:
                return Id(f"{id}={word}", self.rule(id))
        raise NotOne(text, f"{id}={nearest(side, words) or words[0]}")

    def gives(self, id: str) -> Offer | None:
        """What stands at an id; None if there is no such place."""
        return self.sheet.offers.get(id)

    def rule(self, id: str) -> str:
        """The rule of a place that gives something, or of a pool or paired column."""
        t = table(self.sheet)
        return t.items[t.groups[id][0] if id in t.groups else id].rule

    @cached_property
    def pools(self) -> tuple[str, ...]:
        """Pools, and columns of paired areas."""
        return tuple(table(self.sheet).groups)

    @cached_property
    def pool_boxes(self) -> frozenset[str]:
        return frozenset(id for boxes in table(self.sheet).groups.values() for id in boxes)

    @cached_property
    def pick_words(self) -> tuple[str, ...]:
        sheet = self.sheet
        offers = {id: sheet.offers[id] for id in (*sheet.bonus, *sheet.boxes, *sheet.space)}
        choices = {id: offer.side_words() for id, offer in offers.items() if offer.choice}
        return (
            *(id for id in sheet.boxes if id in self.pool_boxes),
            *(f"{id}={word}" for id, words in choices.items() for word in words),
            *(f"{id}=none" for id in (*self.pools, *choices)),
        )

    @cached_property
    def taken_words(self) -> tuple[str, ...]:
        icons = (space.id for space in self.sheet.spaces if space.offer.sides)
        return (*self.sheet.bonus, *self.sheet.boxes, *icons)
