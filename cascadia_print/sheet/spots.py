"""Where a printed id stands, in words: "landmark.row-2" is a bonus at the end of a row of boxes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Area, Bonus, Sheet


@dataclass(frozen=True, eq=False)
class Spots:
    """The words for places, in a language."""

    words: Locale

    @cached_property
    def ordinals(self) -> tuple[str, ...]:
        return tuple(self.words.text("places.ordinals").split())

    def nth(self, n: int) -> str:
        """ "second" as it stands after an article."""
        named = n <= len(self.ordinals)
        return self.ordinals[n - 1] if named else self.words.text("places.nth", n=n)

    def name(self, word: str) -> str:
        """A habitat, animal, lane or line in the words of the language."""
        for section in ("game.habitats", "game.wildlife", "places.lanes", "game.lines"):
            if self.words.has(f"{section}.{word}"):
                return self.words.text(f"{section}.{word}")
        return word

    def area(self, area: Area) -> str:
        return area.name.get(self.words.language) or area.name.get("en") or area.id

    def column(self, habitat: str, col: int) -> str:
        """A column of the grid, by its habitat where it is the only one of it."""
        if habitat:
            return self.words.text("places.column.named", name=self.name(habitat))
        return self.words.text("places.column.number", n=self.nth(col + 1))

    def at(self, name: str, **values: object) -> str:
        """A kind of place with its numbers filled in, to stand within a sentence."""
        return self.words.text(f"places.at.{name}", **values)

    def of(self, sheet: Sheet, id: str) -> str:
        """Where a bonus, box or area stands; "" for a hexagon and for what is none of these."""
        if id in sheet.bonus:
            bonus = sheet.bonus[id]
            place = self._bonus(sheet, bonus)
            return self.at("one-kind", place=place) if bonus.one_kind else place
        if id in sheet.boxes:
            box = sheet.boxes[id]
            area, n = sheet.area[box.area], self.nth(box.number)
            if box.lane in area.lanes:
                return self.at("box", area=self.area(area), n=n, lane=self.name(box.lane))
            if area.kind == "pool":
                return self.at("pool", area=self.area(area), n=n)
            column, of = self.nth(int(box.lane)), len(area.pools[box.lane])
            return self.at("paired", area=self.area(area), n=n, column=column, of=of)
        if id in sheet.area:
            return self.area(sheet.area[id])
        name, _, number = id.rpartition(".")
        if name in sheet.area and number in sheet.area[name].pools:
            return self.at("group", area=self.area(sheet.area[name]), n=self.nth(int(number)))
        return ""

    def _bonus(self, sheet: Sheet, bonus: Bonus) -> str:
        if bonus.shape in ("area-row", "area-lane"):
            area, last = sheet.area[bonus.of], bonus.id.rpartition(".")[2]
            if bonus.shape == "area-lane":
                return self.at("area-lane", area=self.area(area), lane=self.name(last))
            n = self.nth(int(last.removeprefix("row-")))
            return self.at("area-row", area=self.area(area), n=n)
        spaces = [sheet.space[need] for need in bonus.needs]
        match bonus.shape:
            case "row":
                return self.at("row", n=self.nth(spaces[0].row + 1))
            case "column":
                column = {s.id for s in sheet.spaces if s.col == spaces[0].col and not s.overflow}
                (kind,) = spaces[0].habitats[:1] or ("",)
                named = column == {*sheet.habitats.get(kind, ())}
                habitat = self.column(kind if named else "", spaces[0].col)
                return self.at("column", n=self.nth(len(spaces)), column=habitat)
            case "habitat":
                return self.at("habitat", habitat=self.name(bonus.of))
            case "region":
                return self.at("region", region=bonus.of)
            case "diamond" | "edge":
                return self.at("between", ids=", ".join(bonus.needs))
        ids = f"{bonus.needs[0]} … {bonus.needs[-1]}"
        return self.at("set", of=", ".join(bonus.needs) if len(bonus.needs) < 9 else ids)
