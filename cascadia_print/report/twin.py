"""A sheet as linear text with headings, to be read aloud: plain text, or HTML with tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from cascadia_print.drawing.frame import how
from cascadia_print.drawing.look import DEFAULT, look
from cascadia_print.drawing.svg import group_id
from cascadia_print.report import words as say
from cascadia_print.report.places import (
    area_name,
    habitats_of,
    offer_words,
    place,
)
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Area, Bonus, Box, ScoreLine, Sheet, Space, Term, row_name
from cascadia_print.sheet.spots import Spots

MARK = "cascadia_print"


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows below heads; the first cell of a row is the id or the name that it is about.

    `ids`: for each row the kind and id of the printed element.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    ids: tuple[tuple[str, str], ...]


Part = Heading | Table | str
"""A heading, a table, or a paragraph."""


def parts(sheet: Sheet, words: Locale) -> Iterator[Part]:
    """All that a sheet shows, in the order in which the eye meets it."""
    return _Twin(sheet, words).parts()


def as_text(sheet: Sheet, words: Locale) -> str:
    """The sheet as plain text: a table is a line for each row. Ends with a line of our own."""
    lines: list[str] = []
    for part in parts(sheet, words):
        if isinstance(part, Heading):
            rule = {1: "=", 2: "-"}.get(part.level)
            lines += ["", part.text, *([rule * len(part.text)] if rule else [])]
        elif isinstance(part, str):
            lines += [part]
        else:
            # A table of its heading alone has been announced by it.
            lines += [] if part.caption in lines[-3:] else ["", part.caption]
            lines += [_spoken(part.heads, row) for row in part.rows]
    return "\n".join([*lines[1:], "", f"[{MARK} {sheet.ref}]"]) + "\n"


def as_html(sheet: Sheet, words: Locale) -> str:
    """The sheet as a page of HTML that asks for nothing from outside."""
    body: list[str] = []
    title = ""
    for part in parts(sheet, words):
        if isinstance(part, Heading):
            title = title or part.text
            body.append(f"<h{part.level}>{escape(part.text)}</h{part.level}>")
        elif isinstance(part, str):
            body.append(f"<p>{escape(part)}</p>")
        else:
            body += _table(part)
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{words.language}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="generator" content="{MARK}">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            *body,
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


STYLE = (
    ":root{color-scheme:light dark}body{font:1em/1.5 sans-serif;margin:1em auto;max-width:60em;"
    "padding:0 1em}table{border-collapse:collapse;margin:.5em 0 1.5em}caption{text-align:left;"
    "font-weight:bold}th,td{border:1px solid;padding:.2em .5em;text-align:left;vertical-align:top}"
)


def _table(table: Table) -> Iterator[str]:
    yield "<table>"
    yield f"<caption>{escape(table.caption)}</caption>"
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.heads)
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for (first, *rest), (kind, id) in zip(table.rows, table.ids, strict=True):
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        yield f'<tr id="{group_id(kind, id)}"><th scope="row">{escape(first)}</th>{cells}</tr>'
    yield "</tbody>"
    yield "</table>"


def _spoken(heads: Sequence[str], row: Sequence[str]) -> str:
    """A row of a table as sentences; what is empty is left out."""
    if len(row) == 2:
        return f"{row[0]}: {row[1]}."
    said = [f"{head}: {cell}." for head, cell in zip(heads[1:], row[1:], strict=True) if cell]
    return " ".join((f"{row[0]}.", *said))


class _Twin:
    def __init__(self, sheet: Sheet, words: Locale) -> None:
        self.sheet, self.words = sheet, words

    def say(self, key: str, **values: object) -> str:
        return self.words.text(f"twin.{key}", **values)

    def parts(self) -> Iterator[Part]:
        sheet = self.sheet
        name = say.in_language(sheet.name, self.words)
        yield Heading(1, self.say("title", name=name, ref=sheet.ref))
        yield self.say("intro", stars=sheet.stars, ref=sheet.ref)
        yield how(sheet, look(DEFAULT, self.words.language))
        yield self.say("ids")
        yield from self.hexagons()
        yield from self.overflow()
        if sheet.bonuses:
            yield Heading(2, self.say("bonuses.title"))
            yield self.bonuses([b for b in sheet.bonuses if b.of not in sheet.area])
        for area in sheet.areas:
            yield from self.area(area)
        yield Heading(2, self.say("score.title"))
        yield self.score()

    # -- the hexagons --------------------------------------------------------------------------

    def hexagons(self) -> Iterator[Part]:
        sheet = self.sheet
        yield Heading(2, self.say("hexagons.title"))
        if sheet.heading:
            yield Heading(3, self.say("hexagons.heading"))
            yield self.say("hexagons.headed", numbers=", ".join(map(str, sheet.heading)))
        for row, ids in sheet.rows.items():
            if "." not in ids[0]:
                title = self.say("hexagons.row", row=row)
                yield Heading(3, title)
                yield self.spaces(title, "hexagon", [sheet.space[id] for id in ids])

    def overflow(self) -> Iterator[Part]:
        spaces = [space for space in self.sheet.spaces if "." in space.id]
        if spaces:
            yield Heading(2, self.say("overflow.title"))
            yield self.say("overflow.from", n=len(spaces))
            yield self.spaces(self.say("overflow.title"), "space", spaces)

    def spaces(self, caption: str, kind: str, spaces: Sequence[Space]) -> Table:
        cells = [(space.id, self.cells(space)) for space in spaces]
        used = [k for k in ("habitat", "points", "gives", "region") if any(c[k] for _, c in cells)]
        heads = tuple(self.say(f"head.{k}") for k in (kind, *used))
        rows = tuple((id, *(c[k] for k in used)) for id, c in cells)
        return Table(caption, heads, rows, tuple(("space", id) for id, _ in cells))

    def cells(self, space: Space) -> Mapping[str, str]:
        apart = self.words.name("overflow") if space.overflow else ""
        none = self.say("start") if space.start else apart or self.say("none")
        habitat = habitats_of(self.sheet, space.id, self.words) or none
        return {
            "habitat": "" if "." in space.id else habitat,
            "points": "" if space.points is None else str(space.points),
            "gives": offer_words(space.offer, self.sheet, self.words),
            "region": space.region,
        }

    # -- bonuses and areas ---------------------------------------------------------------------

    def bonuses(self, bonuses: Iterable[Bonus]) -> Table:
        found = list(bonuses)
        heads = tuple(self.say(f"head.{k}") for k in ("bonus", "where", "needs", "gives", "line"))
        rows = tuple(
            (
                b.id,
                Spots(self.words).of(self.sheet, b.id),
                self.needs(b),
                offer_words(b.offer, self.sheet, self.words),
                say.line_label(b.line, self.sheet, self.words) if b.line else "",
            )
            for b in found
        )
        return Table(self.say("bonuses.title"), heads, rows, tuple(("bonus", b.id) for b in found))

    def needs(self, bonus: Bonus) -> str:
        boxes = bonus.shape in ("area-row", "area-lane")
        kind = "kind" if bonus.one_kind else "boxes" if boxes else "all"
        return self.say(f"needs.{kind}", places=self.span(bonus.needs))

    def area(self, area: Area) -> Iterator[Part]:
        name = area_name(self.sheet, area.id, self.words)
        yield Heading(2, name)
        lanes = [Spots(self.words).name(lane) for lane in area.lanes]
        yield self.say(f"area.{area.kind}", lanes=say.listed(lanes, self.words, "or"))
        for lane, boxes in area.lanes.items():
            title = self.say("area.lane", name=Spots(self.words).name(lane))
            yield self.boxes(title, boxes)
        for pool, boxes in area.pools.items():
            key = "area.boxes" if area.kind == "pool" else "area.column"
            yield self.boxes(self.say(key, name=pool), boxes)
        beside = [b for b in self.sheet.bonuses if b.of == area.id]
        if beside:
            yield self.bonuses(beside)

    def boxes(self, title: str, boxes: Sequence[Box]) -> Table:
        heads = (self.say("head.box"), self.say("head.gives"))
        empty = self.say("nothing")
        rows = tuple((b.id, offer_words(b.offer, self.sheet, self.words) or empty) for b in boxes)
        return Table(title, heads, rows, tuple(("box", b.id) for b in boxes))

    # -- the score -----------------------------------------------------------------------------

    def score(self) -> Table:
        lines = self.sheet.lines
        heads = (self.say("head.line"), self.say("head.counts"))
        total = (say.line_label("total", self.sheet, self.words), self.say("total"))
        rows = [(self.words.line(x), self.say("plus").join(self.counts(x))) for x in lines]
        ids = (*(("line", x.id) for x in lines), ("total", "total"))
        return Table(self.say("score.title"), heads, (*rows, total), ids)

    def counts(self, line: ScoreLine) -> Iterator[str]:
        for term in line.terms:
            yield self.term(term)
        places = [
            place(self.sheet, b.id, self.words) for b in self.sheet.bonuses if _points(b, line)
        ]
        if self.sheet.spaces_line == line.id:
            places.append(self.words.text("fill.place.space"))
        if self.sheet.overflow_line == line.id and any("." in s.id for s in self.sheet.spaces):
            places.append(self.words.text("fill.place.overflow"))
        for area in self.sheet.areas:
            if area.line == line.id:
                name = area_name(self.sheet, area.id, self.words)
                places.append(self.words.text("fill.place.box", area=name))
        if places:
            yield self.say("counts.circled", places="; ".join(dict.fromkeys(places)))

    def term(self, term: Term) -> str:
        of = self.words.text(f"game.habitats.{term.of}") if term.of else ""
        key = "printed-in" if term.kind == "printed" and not of else term.kind
        return self.say(f"counts.{key}", places=self.span(term.spaces), of=of, n=term.n)

    def span(self, ids: Sequence[str]) -> str:
        """Ids one after the other in a row as "a1 to a5", the others as they are."""
        runs: list[list[str]] = []
        for id in ids:
            if runs and self.follows(runs[-1][-1], id):
                runs[-1].append(id)
            else:
                runs.append([id])
        said: list[str] = []
        for run in runs:
            long = len(run) > 2
            said += [self.say("needs.to", first=run[0], last=run[-1])] if long else run
        return ", ".join(said)

    def follows(self, one: str, other: str) -> bool:
        space = self.sheet.space
        if one not in space or other not in space:
            return False
        return row_name(space[one]) == row_name(space[other]) and (
            space[one].number + 1 == space[other].number
        )


def _points(bonus: Bonus, line: ScoreLine) -> bool:
    """Whether a bonus gives points to a line."""
    gains = (gain for side in bonus.offer.sides for gain in side)
    return bonus.line == line.id and any(gain.kind == "points" for gain in gains)
