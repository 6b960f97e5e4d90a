"""The questions of `fill`, from the sheet and the answers so far alone, and what they make.

They come in the order in which the eye meets the sheet; choices are asked only where earned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from typing import Any

from cascadia_print.entry import inked
from cascadia_print.entry.blank import header
from cascadia_print.entry.chosen import Ids, NotOne
from cascadia_print.entry.taken import Record, area_name, gain_words, groups, record, recordable
from cascadia_print.rules.earn import Choice, earn
from cascadia_print.rules.legal import closure
from cascadia_print.rules.marks import Value
from cascadia_print.sheet.faults import nearest
from cascadia_print.sheet.fields import tally_rows
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Sheet, Space
from cascadia_print.sheet.vocabulary import letter_languages, wildlife_letters
from cascadia_print.sheet.words import cell_head

Answers = dict[str, Any]
"""Question key -> answer, in the order in which they were given.

"language", "player": text. "row:" + row: a count from the left, or what stands in each space
(False: open). "pick:" + choice: pick words. "taken": the complete record, None where one is
not known. "tally": the numbers. "claim:" + line: its numbers, None for nothing written.
"""

NO_BREAK = "\N{NO-BREAK SPACE}"
"""Holds words together where lines are wrapped."""

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

    What was insisted on is taken as the slip that it is. `name` is what the player types to come
    back to the question, `title` what a sentence calls it.
    """

    key: str
    text: str
    help: str
    read: Callable[[str, bool], Any]
    name: str = ""
    title: str = ""


def questions(sheet: Sheet, words: Locale, answers: Answers) -> Iterator[Question]:
    """All questions up to the first that depends on one without an answer."""
    return _Questions(sheet, words, answers).all()


def stands(
    sheet: Sheet, words: Locale, answers: Answers, again: Collection[str] = ()
) -> tuple[Question | None, Question]:
    """The last question before the first without an answer (or to be asked again), and that one."""
    last = None
    for question in questions(sheet, words, answers):
        if question.key not in answers or question.key in again:
            return last, question
        last = question
    raise ValueError("the last question never has an answer")


def filled(sheet: Sheet, answers: Answers) -> dict[str, Any]:
    """The data of a filled sheet: null where nothing is written, no key where it was not asked."""
    data = header(sheet)
    for key in ("player", "language"):
        if key in answers:
            data[key] = answers[key] or None
    data |= _marks(sheet, {r: answers[f"row:{r}"] for r in sheet.rows if f"row:{r}" in answers})
    picks = [word for key, words in answers.items() if key.startswith("pick:") for word in words]
    if picks:
        data["picks"] = picks
    if "taken" in answers:
        data["taken"] = None if answers["taken"] is None else list(answers["taken"])
    if "tally" in answers:
        numbers = answers["tally"]
        data["tally"] = numbers and dict(zip(tally_rows(), numbers, strict=True))
    asked = {x: answers[f"claim:{x}"] for x in (*sheet.line, "total") if f"claim:{x}" in answers}
    claims = {
        x: numbers[0] if numbers and len(numbers) == 1 else numbers for x, numbers in asked.items()
    }
    return data | ({"claims": claims} if claims else {})


def label(sheet: Sheet, words: Locale, line: str) -> str:
    """The words for a score line: the sheet's own, else those of the locale."""
    return words.text("report.total") if line == "total" else words.line(sheet.line[line])


def typed(sheet: Sheet, words: Locale, answers: Answers, key: str) -> str:
    """What a player could have typed for the answer of a question; "" for Enter."""
    return _Questions(sheet, words, answers).typed(key)


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
    signs = {id: sign(value) for id, value in cells.items()}
    drawable = max(map(len, signs.values())) == 1 and all(
        isinstance(n, int) for n in counts.values()
    )
    if len(rows) < len(sheet.rows) or not drawable:
        return {"spaces": {id: cells.get(id) for id in sheet.space}}
    drawn = ["".join(signs[id] for id in sheet.rows[row]) for row in grid]
    return {key: part for key, part in (("map", drawn), ("rows", counts)) if part}


def _cells(said: int | Sequence[object], ids: Sequence[str]) -> Sequence[object]:
    return [k < said for k in range(len(ids))] if isinstance(said, int) else said


def sign(value: object) -> str:
    """What stands for a value in a row."""
    return {True: "x", False: "."}[value] if isinstance(value, bool) else str(value)


class _Questions:
    def __init__(self, sheet: Sheet, words: Locale, answers: Answers) -> None:
        self.sheet, self.words, self.answers = sheet, words, answers
        self.write = sheet.marking.write
        self.asked: list[Question] = []

    def all(self) -> Iterator[Question]:
        for question in self.in_order():
            name = question.name
            if any(name == other.name for other in self.asked):
                name = self.words.text("fill.name.again", name=name)
            question = replace(question, name=name)
            self.asked.append(question)
            yield question

    def in_order(self) -> Iterator[Question]:
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
        if any(recordable(self.sheet)):
            yield self.taken()
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
            name = self.words.text("fill.name.total") if line == "total" else line
            yield replace(
                self.question(
                    f"claim:{line}",
                    "claim",
                    self.read_claim,
                    label=label(self.sheet, self.words, line),
                    example=self.claim_example(line),
                ),
                name=name,
                title=label(self.sheet, self.words, line),
            )
        yield self.done()

    def question(
        self, key: str, name: str, read: Callable[[str, bool], Any], **values: object
    ) -> Question:
        ask, help = (self.words.text(f"fill.{name}.{part}", **values) for part in ("ask", "help"))
        called, title = (self.words.text(f"fill.{part}.{key}") for part in ("name", "title"))
        return Question(key, ask.rstrip("\n"), help, read, called, title)

    def refuse(self, name: str, *, slip: bool = False, **values: object) -> Refused:
        return Refused(self.words.text(f"fill.wrong.{name}", **values), slip=slip)

    def word(self, section: str, name: str) -> str:
        key = f"game.{section}.{name}"
        return self.words.text(key) if self.words.has(key) else name

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
        title = self.words.text("fill.title.row", row=row)
        return replace(asked, text=f"{where}\n{asked.text}", name=row, title=title)

    def overflow(self, row: str, ids: tuple[str, ...]) -> Question:
        """Nothing is written in an overflow row: its spaces are used up from the left."""
        read = partial(self.read_count, ids)
        example = min(3, len(ids))
        asked = self.question(
            f"row:{row}", "overflow", read, ids=_span(ids), n=len(ids), example=example
        )
        beside = inked.apart(self.sheet, row)
        title = self.words.text(f"fill.title.{'overflow' if beside else 'row'}", row=row)
        return replace(asked, name=row, title=title)

    def pick(self, choice: Choice) -> Question:
        given = (self.given(option).replace(" ", NO_BREAK) for option in choice.options)
        options = " · ".join(f"{k}:{NO_BREAK}{gains}" for k, gains in enumerate(given, 1))
        example = " ".join(str(k + 1) for k in range(min(choice.capacity, len(choice.options))))
        asked = self.question(
            f"pick:{choice.id}",
            "pick",
            partial(self.read_pick, choice),
            at=self.place(choice.id),
            n=choice.capacity,
            options=options,
            none=self.words.text("fill.none"),
            example=example,
        )
        title = self.words.text("fill.title.pick", at=self.place(choice.id))
        return replace(asked, name=choice.id, title=title)

    def taken(self) -> Question:
        """One question about all circles and crosses, which are seldom other than earned."""
        found = record(self.sheet, self.marks(), self.picks())
        lines = "\n".join(f"  {line}" for line in groups(self.sheet, found, self.words))
        ids = list(found.gains) or [f"+{next(recordable(self.sheet))}"]
        return self.question(
            "taken",
            "taken" if found.gains else "nothing-earned",
            partial(self.read_taken, found),
            earned=lines,
            none=self.words.text("fill.none"),
            example=" ".join(dict.fromkeys((ids[0], ids[-1]))),
        )

    def done(self) -> Question:
        names = [question.name for question in self.asked]

        def read(typed: str, _: bool) -> str | None:
            if not typed:
                return None
            found = [q.key for q in self.asked if q.name.lower() == typed.lower()]
            if not found:
                raise self.refuse("done", value=typed, better=self.meant(typed, names))
            return found[0]

        return self.question("done", "done", read, rows="\n".join(self.read_back()))

    def read_back(self) -> Iterator[str]:
        """All that was entered, a line a question; the numbers on the right stand together."""
        numbers = [q for q in self.asked if q.key.startswith("claim:")]
        others = [q for q in self.asked if q not in numbers and q.key != "done"]
        width = max(len(q.name) for q in others)
        for q in others:
            yield f"  {q.name:<{width}}  {self.shown(q.key)}"
        said = (f"{q.name} {self.shown(q.key)}".replace(" ", NO_BREAK) for q in numbers)
        yield "  " + " · ".join(said)

    def shown(self, key: str) -> str:
        """An answer as it is read back; a dash for nothing."""
        answer = self.answers[key]
        if key.startswith("row:"):
            ids = self.sheet.rows[key.partition(":")[2]]
            return " ".join(map(sign, _cells(answer, ids)))
        if key.startswith("pick:"):
            return ", ".join(map(self.picked, answer)) or self.words.text("fill.unsaid")
        if key == "taken":
            left = self.typed(key).split()
            return self.words.text(f"fill.all-{'but' if left else 'taken'}", left=", ".join(left))
        if key == "tally" and answer:
            pairs = zip(tally_rows(), self.typed(key).split(), strict=True)
            return ", ".join(f"{self.tally_name(name)} {n}" for name, n in pairs)
        return self.typed(key) or "-"

    def typed(self, key: str) -> str:
        answer = self.answers[key]
        kind, none = key.partition(":")[0], self.words.text("fill.none")
        if answer is None:
            return ""
        if kind == "row":
            signs = [str(answer)] if isinstance(answer, int) else list(map(sign, answer))
            return (" " if max(map(len, signs)) > 1 else "").join(signs)
        if kind == "pick":
            named = [word for word in answer if not word.endswith("=none")]
            return " ".join(named) or (none if answer else "")
        if kind == "taken":
            return " ".join(record(self.sheet, self.marks(), self.picks()).left(answer))
        if kind == "tally":
            return " ".join("-" if n is None else str(n) for n in answer)
        return "+".join(map(str, answer)) if kind == "claim" else str(answer)

    def picked(self, word: str) -> str:
        """A pick with what it gives."""
        id, _, side = word.partition("=")
        if side == "none":
            return self.words.text("fill.rest-left")
        given = self.given(word)
        if side or not given:
            return given or side or id
        return self.words.text("fill.earned.one", ids=id, gains=given)

    def given(self, option: str) -> str:
        """What an option of a choice gives, in words: a box, or a side of what gives one of two."""
        id, _, side = option.partition("=")
        offer = self.sheet.offers[id]
        sides = zip(offer.side_words(), offer.sides, strict=True)
        given = (gain_words(gains, self.words) for word, gains in sides if side in ("", word))
        return self.words.text("report.gains.choice").join(given)

    def tally_name(self, name: str) -> str:
        return self.words.text("fill.nature") if name == "nature" else self.word("wildlife", name)

    def marks(self) -> Mapping[str, Value]:
        """What stands in the hexagons, as far as it was entered."""
        data = filled(self.sheet, self.answers)
        entries = tuple(inked.said(self.sheet, data, ()))
        return inked.read(self.sheet, entries, self.answers.get("language", "en")).marks

    def picks(self) -> tuple[str, ...]:
        return tuple(filled(self.sheet, self.answers).get("picks", ()))

    def next_choice(self, asked: set[str]) -> Choice | None:
        """The first choice that what was entered earns, and that was not asked yet."""
        marks = self.marks()
        earned = earn(self.sheet, closure(self.sheet, marks), marks, self.picks())
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
        apart = len(ids) == 1 or re.search(r"[\s,]", typed)
        signs = typed.replace(",", " ").split() if apart else list(typed)
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
            row = self.read_row(ids, typed, insisted)
            n = row.index(False) if False in row else len(row)
            return n if row == (True,) * n + (False,) * (len(row) - n) else row
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
        if len(picked) > choice.capacity and not insisted:
            raise self.refuse("more", slip=True, n=len(picked), capacity=choice.capacity)
        return tuple(picked) if len(picked) >= choice.capacity else (*picked, none)

    def read_taken(self, found: Record, typed: str, _: bool) -> tuple[str, ...] | None:
        """The complete record without what is named; None for all that is earned, where a choice
        is open: a complete record says of a choice that is not in it that it was left."""
        yes = self.words.text("fill.yes")
        if typed.lower() in ("", "y", "yes", yes[0], yes):
            return None if found.open else found.without(())
        if found.open:
            raise self.refuse(
                "taken-open",
                back=self.words.text("fill.back"),
                at=", ".join(map(self.place, found.open)),
            )
        left: list[str] = []
        more: list[str] = []
        known = found.names
        for word in typed.lower().replace(",", " ").split():
            if word.startswith("+"):
                more.append(self.added(word[1:], {*known, *found.said, *more}))
            elif word in ("none", self.words.text("fill.none")):
                left += found.gains
            elif word in known:
                left.append(word)
            else:
                raise self.refuse("taken", value=word, better=self.meant(word, sorted(known)))
        return (*found.without(left), *more)

    def added(self, word: str, there: Collection[str]) -> str:
        """The id of what is circled though it is not earned."""
        try:
            id = Ids(self.sheet).taken(word).id
        except NotOne as error:
            better = self.meant(word, error.known, error.meant)
            raise self.refuse("not-there", value=word, better=better) from None
        if id in there:
            raise self.refuse("taken-there", value=id)
        return id

    def meant(self, word: str, known: Iterable[str], better: str | None = None) -> str:
        """ " Did you mean …?" where something is near, else nothing."""
        better = better or nearest(word, known)
        return f" {self.words.text('faults.did-you-mean', word=better)}" if better else ""

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
        # Numbers with blanks, so that they are not taken for one number.
        blank = " " if self.write == "number" else ""
        return blank.join(islice(cycle(signs[self.write]), len(spaces)))

    def claim_example(self, line: str) -> str:
        """A number, or a sum, that could stand in the line."""
        if line == "total":
            return "50"
        terms = self.sheet.line[line].terms
        match terms[0].kind if terms else "":
            case "leftovers":
                return "2"
            case "diverse":
                return str(2 * terms[0].n)
            case "heading":
                return str(self.sheet.heading[len(self.sheet.heading) // 2])
            case "written":
                return str(2 * sum(self.sheet.marking.numbers))
            case "printed":
                return "12"
        return "1+3"

    def printed(self, spaces: Sequence[Space]) -> str:
        """What is printed in a row: its habitat, or that of each hexagon in the letters of maps."""
        kinds = {(space.habitats, space.overflow) for space in spaces}
        if len(kinds) == 1 and len(spaces[0].habitats) == 1:
            return self.word("habitats", spaces[0].habitats[0])
        if len(kinds) == 1 and spaces[0].overflow:
            return self.word("lines", "overflow")
        return " ".join(map(cell_head, spaces))

    def place(self, choice: str) -> str:
        """Where a choice stands: the name of its area, if it has one, and its id."""
        name = area_name(self.sheet, choice.partition(".")[0], self.words)
        return f"{name} ({choice})" if name else choice


def _span(ids: Sequence[str]) -> str:
    return ids[0] if len(ids) == 1 else f"{ids[0]}…{ids[-1]}"


def _place(word: str, options: Sequence[str]) -> int:
    """The place of an option that is named by its id or its side, else -1."""
    names = (word.lower(), f"={word.lower()}")
    return next((k for k, o in enumerate(options) if o == names[0] or o.endswith(names[1])), -1)
