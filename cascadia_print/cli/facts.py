"""Facts about printed sheets, as sentences that a player understands."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from cascadia_print.cli.console import words
from cascadia_print.report.plain import printable
from cascadia_print.report.words import gains, line_label, listed
from cascadia_print.sheet.build import expand
from cascadia_print.sheet.facts import Against, Have
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Fact, Sheet
from cascadia_print.sheet.spots import Spots
from cascadia_print.sheet.vocabulary import habitats

_BOUNDS = ("is", "at-least", "at-most")


def fact_in_words(fact: Fact, sheet: Sheet, have: Against = None, language: str = "") -> str:
    """What a fact says of the sheet, and what it has instead if the fact does not hold."""
    said = _Said(fact, sheet, words(language))
    text = said.sentence()
    return printable(
        text if have is None else f"{text} {said.text('instead', have=said.have(have))}"
    )


def have_in_words(have: Have, fact: Fact, sheet: Sheet, language: str = "") -> str:
    """What stands against a fact, in words alone."""
    return printable(_Said(fact, sheet, words(language)).have(have))


class _Said:
    def __init__(self, fact: Fact, sheet: Sheet, words: Locale) -> None:
        self.check, self.values = fact.check, fact.values
        self.sheet, self.words = sheet, words

    def text(self, key: str, **values: object) -> str:
        return self.words.text(f"cli.info.{key}", **values)

    def sentence(self) -> str:
        values, of = self.values, str(self.values.get("of", ""))
        key, said = self.check, dict[str, object](values)
        match self.check:
            case "count":
                said["what"] = ", ".join(self.bounds(of))
            case "gives":
                said["gain"] = self.gain(str(values["gain"]))
                n = values.get("at-least", "all")
                key += "-one" if len(self.ids(of)) == 1 else f"-{n}" if n in ("all", 1) else ""
                said |= {"of": self.subject(of), "n": n}
            case "kinds":
                kinds = [self.text(f"kind.{kind}") for kind in self.several("are")]
                said |= {"of": self.subject(of), "are": listed(kinds, self.words)}
            case "needs":
                key += "-one-kind" if "holds" in values else ""
                said |= {"of": self.subject(of), "n": values.get("is")}
            case "points-go-to":
                own = values["line"] == "{habitat}"
                line = "" if own else self.line(str(values["line"]))
                key += "-habitat" if own else ""
                said |= {"of": self.subject(of), "line": line}
            case "line-counts":
                key += f".{values['kind']}"
                said |= {"of": self.set(of), "line": self.line(str(values["line"]))}
            case "marking":
                ways = [f"{x}.{values[x]}" for x in ("write", "order", "closes") if x in values]
                said["ways"] = ", ".join(self.text(f"marking.{way}") for way in ways)
            case "lanes":
                lanes = [self.word(lane) for lane in self.several("are")]
                said |= {"of": self.area(of), "are": listed(lanes, self.words)}
            case "lines":
                said["are"] = ", ".join(map(self.line, self.several("are")))
            case "rows-of-habitats":
                said["are"] = ", ".join(map(self.word, self.several("are")))
            case "heading":
                said["has"] = listed(self.several("has"), self.words)
            case "printed":
                said["of"] = self.word(of)
        return self.text(f"fact.{key}", **said)

    def have(self, have: Have) -> str:
        """What the sheet has instead."""
        shown = listed([self.item(have.text, item) for item in have.items], self.words)
        return self.text(f"have.{have.text}", items=shown, n=have.n, of=have.of)

    def item(self, text: str, item: object) -> str:
        match text, item:
            case "gains", (id, word):
                return self.text("have.at", at=id, what=self.gain(str(word)))
            case "sizes", (id, n):
                return self.text("have.at", at=id, what=n)
            case "lines", (id, line):
                what = self.line(str(line)) if line else self.text("have.no-line")
                return self.text("have.at", at=id, what=what)
        word = str(item)
        match text:
            case "habitats":
                return "/".join(map(self.word, word.split(",")))
            case "ways":
                return self.text(f"marking.{word}")
            case "terms":
                return self.text(f"have.term.{word}")
            case "order":
                return self.line(word) if word in self.sheet.line else self.word(word)
        return self.word(word)

    def bounds(self, of: str) -> Iterator[str]:
        """What is counted, with its number, for each bound that is set."""
        for bound in _BOUNDS:
            if bound in self.values:
                kind, values = self.counted(of)
                what = self.text(f"count.{kind}", n=self.values[bound], **values)
                yield self.text(f"bound.{bound}", what=what)

    def counted(self, of: str) -> tuple[str, dict[str, object]]:
        if of in habitats():
            return "habitat", {"of": self.word(of)}
        if of in self.sheet.area:
            return "area", {"of": self.area(of)}
        match of.split():
            case ["each" | "full" as which, area, part]:
                return f"{which}-{part}", {"of": self.area(area)}
        return of.replace(" ", "-"), {}

    def subject(self, pattern: str) -> str:
        """The places of a pattern over ids, in words."""
        if pattern in self.sheet.area:
            return self.area(pattern)
        if pattern == self.sheet.marking.overflow:
            return self.text("subject.overflow")
        ids = self.ids(pattern)
        if len(ids) == 1:
            return ids[0]
        kinds = {self.kind(id) for id in ids}
        areas = {id.partition(".")[0] for id in ids if "." in id}
        area = self.area(areas.pop()) if len(areas) == 1 else ""
        firsts = {self.sheet.bonus[id].first for id in ids if id in self.sheet.bonus}
        numbers = {self.sheet.boxes[id].number for id in ids if id in self.sheet.boxes}
        if kinds == {"column"} and len(firsts) == 1:
            return self.text("subject.column", first=firsts.pop())
        if kinds == {"box"} and len(numbers) == 1 and area:
            return self.text("subject.box-number", n=numbers.pop(), area=area)
        if len(kinds) == 1:
            kind = kinds.pop()
            return self.text(f"subject.{'columns' if kind == 'column' else kind}", area=area)
        return self.text("subject.places" if area else "subject.mixed", area=area)

    def kind(self, id: str) -> str:
        if id in self.sheet.bonus:
            bonus = self.sheet.bonus[id]
            return "one-kind" if bonus.one_kind else bonus.shape
        return "box" if id in self.sheet.boxes else "space"

    def ids(self, pattern: str) -> list[str]:
        ids = (*self.sheet.bonus, *self.sheet.boxes, *self.sheet.space)
        patterns = expand(pattern)
        return [id for id in ids if any(fnmatchcase(id, p) for p in patterns)]

    def set(self, of: str) -> str:
        kind, _, name = of.partition(" ")
        return self.text("subject.set-row", row=name) if kind == "row" else self.word(of)

    def area(self, id: str) -> str:
        name = self.sheet.area[id].name if id in self.sheet.area else {}
        return self.named(name.get(self.words.language) or name.get("en") or id)

    def line(self, id: str) -> str:
        return self.named(line_label(id, self.sheet, self.words))

    def named(self, name: str) -> str:
        return self.text("named", name=name)

    def gain(self, word: str) -> str:
        pool = word.removeprefix("pick:")
        return gains(word, self.words) if pool == word else self.text("pick", area=self.area(pool))

    def word(self, id: str) -> str:
        return Spots(self.words).name(id)

    def several(self, key: str) -> list[str]:
        found = self.values[key]
        assert isinstance(found, (list, tuple))
        return [str(x) for x in found]
