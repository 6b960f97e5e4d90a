"""The questions of `fill`, from the sheet and the answers so far alone, and what they make.

They come in the order in which the eye meets the sheet; choices are asked only where earned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from typing import Any

from cascadia_print.entry import inked
from cascadia_print.entry.blank import header, tally_rows
from cascadia_print.rules.earn import Choice, earn
from cascadia_print.rules.legal import closure
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Sheet, Space
from cascadia_print.sheet.vocabulary import habitat_letters, letter_languages, wildlife_letters

Answers = dict[str, Any]
"""Question key -> answer, in the order in which they were given.

"language", "player": text. "row:" + row: a count from the left, or what stands in each space
(False: open). "pick:" + choice: pick words. "tally": the numbers. "claim:" + line: its numbers.
"""

_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_SUM = re.compile(r"\d{1,6}(\s*\+\s*\d{1,6})*", re.ASCII)


class Refused(Exception):
    """An answer that cannot be, and why; a `slip` can stand on the paper and be insisted on."""

    def __init__(self, why: str, *, slip: bool = False) -> None:
        super().__init__(why)
        self.why, self.slip = why, slip


@dataclass(frozen=True, slots=True)
class Question:
    """`read(typed, insisted)` makes an answer of a line, "" for Enter, or raises Refused.

    What was insisted on is taken as the slip that it is.
    """

    key: str
    text: str
    help: str
    read: Callable[[str, bool], Any]


def questions(sheet: Sheet, words: Locale, answers: Answers) -> Iterator[Question]:
    """All questions up to the first that depends on one without an answer."""
    return _Questions(sheet, words, answers).all()


def filled(sheet: Sheet, answers: Answers) -> dict[str, Any]:
    """The data of a filled sheet; what was not asked or not written is left out."""
    data = header(sheet)
    for key in ("player", "language"):
        if answers.get(key):
            data[key] = answers[key]
    data |= _marks(sheet, {r: answers[f"row:{r}"] for r in sheet.rows if f"row:{r}" in answers})
    picks = [word for key, words in answers.items() if key.startswith("pick:") for word in words]
    if picks:
        data["picks"] = picks
    if answers.get("tally"):
        data["tally"] = dict(zip(tally_rows(), answers["tally"], strict=True))
    written = {line: answers.get(f"claim:{line}") for line in (*sheet.line, "total")}
    claims = {
        line: numbers[0] if len(numbers) == 1 else numbers
        for line, numbers in written.items()
        if numbers
    }
    return data | ({"claims": claims} if claims else {})


def _marks(sheet: Sheet, rows: dict[str, int | Sequence[object]]) -> dict[str, Any]:
    """Counts where all rows are counts, else a map; spaces for what neither can say."""
    if not rows:
        return {}
    cells = {
        id: value
        for row, said in rows.items()
        for id, value in zip(sheet.rows[row], _cells(said, sheet.rows[row]), strict=True)
    }
    names = {ids: name for name, ids in inked.row_names(sheet).items()}
    counted = all(isinstance(said, int) for said in rows.values())
    grid = [row for row in rows if not counted and not inked.apart(sheet, row)]
    counts = {names[sheet.rows[row]]: said for row, said in rows.items() if row not in grid}
    signs = {id: _sign(value) for id, value in cells.items()}
    drawable = max(map(len, signs.values())) == 1 and all(
        isinstance(n, int) for n in counts.values()
    )
    if len(rows) < len(sheet.rows) or not drawable:
        return {"spaces": {id: cells.get(id) for id in sheet.space}}
    drawn = ["".join(signs[id] for id in sheet.rows[row]) for row in grid]
    return {key: part for key, part in (("map", drawn), ("rows", counts)) if part}


def _cells(said: int | Sequence[object], ids: Sequence[str]) -> Sequence[object]:
    return [k < said for k in range(len(ids))] if isinstance(said, int) else said


def _sign(value: object) -> str:
    return {True: "x", False: "."}[value] if isinstance(value, bool) else str(value)


class _Questions:
    def __init__(self, sheet: Sheet, words: Locale, answers: Answers) -> None:
        self.sheet, self.words, self.answers = sheet, words, answers
        self.write = sheet.marking.write

    def all(self) -> Iterator[Question]:
        if self.write == "wildlife":
            yield self.language()
        yield self.question("player", "player", self.read_player)
        for row, ids in self.sheet.rows.items():
            counted = self.write != "number" and self.sheet.space[ids[0]].overflow
            counted |= inked.apart(self.sheet, row)
            yield self.overflow(row, ids) if counted else self.row(row, ids)
        asked: set[str] = set()
        while choice := self.next_choice(asked):
            asked.add(choice.id)
            yield self.pick(choice)
        names = [self.word("wildlife", name) for name in tally_rows()[:-1]]
        yield self.question(
            "tally",
            "tally",
            self.read_tally,
            n=len(tally_rows()),
            names=", ".join([*names, self.words.text("fill.nature")]),
            example="0 2 1 0 4 4",
        )
        for line in (*self.sheet.line, "total"):
            label = self.label(line)
            yield self.question(
                f"claim:{line}", "claim", self.read_claim, label=label, example="17"
            )
        yield self.done()

    def question(
        self, key: str, name: str, read: Callable[[str, bool], Any], **values: object
    ) -> Question:
        ask, help = (self.words.text(f"fill.{name}.{part}", **values) for part in ("ask", "help"))
        return Question(key, ask.rstrip("\n"), help, read)

    def refuse(self, name: str, *, slip: bool = False, **values: object) -> Refused:
        return Refused(self.words.text(f"fill.wrong.{name}", **values), slip=slip)

    def word(self, section: str, name: str) -> str:
        key = f"game.{section}.{name}"
        return self.words.text(key) if self.words.has(key) else name

    def label(self, line: str) -> str:
        """The words for a score line: the sheet's own, else those of the locale."""
        if line == "total":
            return self.words.text("report.total")
        return self.words.line(self.sheet.line[line])

    # -- the questions ---------------------------------------------------------------------

    def language(self) -> Question:
        known = letter_languages()
        choices = ", ".join(
            self.words.text(
                "fill.language.choice", language=x, letters=" ".join(wildlife_letters(x))
            )
            for x in known
        )
        default = self.words.language if self.words.language in known else known[0]

        def read(typed: str, _: bool) -> str:
            language = typed.lower() or default
            if language not in known:
                raise self.refuse("language", value=typed, known=", ".join(known))
            return language

        return self.question("language", "language", read, choices=choices, default=default)

    def row(self, row: str, ids: tuple[str, ...]) -> Question:
        spaces = [self.sheet.space[id] for id in ids]
        counts = self.write == "outline" and self.sheet.marking.order == "right"
        grid = [name for name in self.sheet.rows if not inked.apart(self.sheet, name)]
        asked = self.question(
            f"row:{row}",
            "count" if counts else self.write,
            partial(self.read_count, ids) if counts else partial(self.read_row, ids),
            n=len(ids),
            letters=" ".join(self.letters()),
            example=min(3, len(ids)) if counts else self.example(spaces),
        )
        where = self.words.text(
            "fill.row",
            row=row,
            ids=_span(ids),
            n=grid.index(row) + 1,
            of=len(grid),
            cells=self.printed(spaces),
        )
        return replace(asked, text=f"{where}\n{asked.text}")

    def overflow(self, row: str, ids: tuple[str, ...]) -> Question:
        """Nothing is written in an overflow row: its spaces are used up from the left."""
        read = partial(self.read_count, ids)
        example = min(3, len(ids))
        return self.question(
            f"row:{row}", "overflow", read, ids=_span(ids), n=len(ids), example=example
        )

    def pick(self, choice: Choice) -> Question:
        offers = (
            option.partition("=")[2] or self.sheet.boxes[option].offer.word
            for option in choice.options
        )
        options = "  ".join(f"{k} {offer}" for k, offer in enumerate(offers, 1))
        example = " ".join(str(k + 1) for k in range(min(choice.unsaid, len(choice.options))))
        return self.question(
            f"pick:{choice.id}",
            "pick",
            partial(self.read_pick, choice),
            at=self.place(choice.id),
            n=choice.unsaid,
            options=options,
            none=self.words.text("fill.none"),
            example=example,
        )

    def done(self) -> Question:
        read_back = (
            f"  {row}  " + " ".join(map(_sign, _cells(self.answers[f"row:{row}"], ids)))
            for row, ids in self.sheet.rows.items()
        )
        back = self.words.text("fill.back")

        def read(typed: str, _: bool) -> None:
            if typed:
                raise self.refuse("done", back=back)

        return self.question("done", "done", read, rows="\n".join(read_back), back=back)

    def next_choice(self, asked: set[str]) -> Choice | None:
        """The first choice that what was entered earns, and that was not asked yet."""
        data = filled(self.sheet, self.answers)
        entries = tuple(inked.said(self.sheet, data, ()))
        marks = inked.read(self.sheet, entries, self.answers.get("language", "en")).marks
        earned = earn(self.sheet, closure(self.sheet, marks), marks, data.get("picks", ()))
        open = (c for c in earned.choices.values() if c.capacity and c.id not in asked)
        return next(open, None)

    # -- what was typed --------------------------------------------------------------------

    def read_player(self, typed: str, _: bool) -> str:
        if len(typed) > 200:
            raise self.refuse("player", n=200)
        return typed

    def read_row(self, ids: Sequence[str], typed: str, insisted: bool) -> tuple[object, ...]:
        """A value for each space; one sign each, or words with blanks between."""
        if not typed:
            return (False,) * len(ids)
        signs = typed.replace(",", " ").split() if re.search(r"[\s,]", typed) else list(typed)
        if len(signs) != len(ids):
            raise self.refuse("length", need=len(ids), have=len(signs))
        cells = tuple(self.cell(id, sign) for id, sign in zip(ids, signs, strict=True))
        entries = [
            inked.Said(id, value, "", k)
            for k, (id, value) in enumerate(zip(ids, cells, strict=True))
        ]
        wrong = inked.read(self.sheet, tuple(entries), self.answers.get("language", "en")).wrong
        if wrong and not insisted:
            raise self.refuse(wrong[0].text, slip=True, at=wrong[0].at, **wrong[0].values)
        return cells

    def cell(self, id: str, sign: str) -> object:
        space = self.sheet.space[id]
        if sign == "*" and space.start:
            return True
        if not (sign == "." or sign.isalnum()):
            raise self.refuse("map-character", value=sign, at=id)
        value = inked.mark(self.sheet, sign)
        if isinstance(value, str):
            outlined = value.lower() == "x" and (self.write == "outline" or space.overflow)
            return True if outlined else value.upper() if len(value) == 1 else value
        return value

    def read_count(
        self, ids: Sequence[str], typed: str, insisted: bool
    ) -> int | tuple[object, ...]:
        """How many are outlined, from the left; where there are gaps, a sign for each space."""
        if not typed:
            return 0
        if not _NUMBER.fullmatch(typed):
            return self.read_row(ids, typed, insisted)
        if int(typed) > len(ids):
            raise self.refuse("count", n=len(ids))
        return int(typed)

    def read_pick(self, choice: Choice, typed: str, insisted: bool) -> tuple[str, ...]:
        """Pick words; fewer than earned say that the rest was left, Enter says nothing."""
        none = f"{choice.id}=none"
        if not typed:
            return ()
        if typed.lower() in ("none", self.words.text("fill.none")):
            return (none,)
        picked: list[str] = []
        for word in typed.replace(",", " ").split():
            k = int(word) - 1 if _NUMBER.fullmatch(word) else _place(word, choice.options)
            if not 0 <= k < len(choice.options):
                raise self.refuse("pick", value=word)
            if choice.options[k] in picked:
                raise self.refuse("twice", value=word)
            picked.append(choice.options[k])
        if len(picked) > choice.unsaid and not insisted:
            raise self.refuse("more", slip=True, n=len(picked), capacity=choice.unsaid)
        return tuple(picked) if len(picked) >= choice.unsaid else (*picked, none)

    def read_tally(self, typed: str, _: bool) -> tuple[int | None, ...] | None:
        found = typed.replace(",", " ").split()
        if not found:
            return None
        if len(found) != len(tally_rows()) or not all(
            x == "-" or _NUMBER.fullmatch(x) for x in found
        ):
            raise self.refuse("tally", need=len(tally_rows()))
        return tuple(None if x == "-" else int(x) for x in found)

    def read_claim(self, typed: str, _: bool) -> list[int] | None:
        if not typed:
            return None
        if not _SUM.fullmatch(typed):
            raise self.refuse("claim", value=typed)
        return [int(part) for part in typed.split("+")]

    def letters(self) -> tuple[str, ...]:
        if self.write != "wildlife":
            return ()
        return tuple(wildlife_letters(self.answers["language"]))

    def example(self, spaces: Sequence[Space]) -> str:
        """An answer of the right length, with an open space in it."""
        low, high = map(str, self.sheet.marking.numbers)
        signs = {
            "number": (low, high, "."),
            "outline": ("x", "x", "."),
            "wildlife": (*self.letters()[:2], ".", *self.letters()[2:]),
        }
        blank = " " if self.write == "number" and len(high) > 1 else ""
        return blank.join(islice(cycle(signs[self.write]), len(spaces)))

    def printed(self, spaces: Sequence[Space]) -> str:
        """What is printed in a row: its habitat, or that of each hexagon in the letters of maps."""
        kinds = {(space.habitats, space.overflow) for space in spaces}
        if len(kinds) == 1 and len(spaces[0].habitats) == 1:
            return self.word("habitats", spaces[0].habitats[0])
        if len(kinds) == 1 and spaces[0].overflow:
            return self.word("lines", "overflow")
        return " ".join(map(_cell, spaces))

    def place(self, choice: str) -> str:
        """Where a choice stands: the name of its area, if it has one, and its id."""
        area = self.sheet.area.get(choice.partition(".")[0])
        name = area and (area.name.get(self.words.language) or area.name.get("en"))
        return f"{name} ({choice})" if name else choice


def _span(ids: Sequence[str]) -> str:
    return ids[0] if len(ids) == 1 else f"{ids[0]}…{ids[-1]}"


def _cell(space: Space) -> str:
    """What is printed in a hexagon, in the letters of the maps."""
    letters = {habitat: letter for letter, habitat in habitat_letters().items()}
    if space.habitats:
        return "/".join(letters[h] for h in space.habitats)
    return "*" if space.start else "O" if space.overflow else "."


def _place(word: str, options: Sequence[str]) -> int:
    """The place of an option that is named by its id or its side, else -1."""
    names = (word.lower(), f"={word.lower()}")
    return next((k for k, o in enumerate(options) if o == names[0] or o.endswith(names[1])), -1)
