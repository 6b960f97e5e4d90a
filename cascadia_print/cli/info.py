"""`info`: what is on a sheet, and what is known about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cascadia_print.cli import exits
from cascadia_print.cli.console import out, say, style, words, wrapped
from cascadia_print.cli.facts import fact_in_words
from cascadia_print.cli.sheets import sheet_file, sheet_name
from cascadia_print.report.plain import printable
from cascadia_print.report.rules import rules
from cascadia_print.report.words import line_label, listed
from cascadia_print.sheet.facts import against
from cascadia_print.sheet.lookup import load_printable
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.pages import Page, places
from cascadia_print.sheet.vocabulary import letter_languages, letters_of_habitats, rulings


def info(ref: str) -> int:
    """What is on a sheet or page, and what is known about its values."""
    path = sheet_file(ref)
    thing = load_printable(path)
    told = _page(thing, path) if isinstance(thing, Page) else _info(thing, path)
    out("\n\n".join("\n".join(block) for block in told))
    return exits.NOTHING_WRONG


def _page(page: Page, path: Path) -> Iterator[list[str]]:
    yield [style("strong", f"{page.ref} · {sheet_name(page)}"), printable(str(path))]
    lines = wrapped(say("info.page", size=say(f"info.size.{page.size}")))
    lines += wrapped(say("info.languages", languages=", ".join(page.name)))
    written = [f"{id} {n}" for id, n in places(page).items()]
    if written:
        lines += wrapped(say("info.written", rows=", ".join(written)))
    yield lines


def _info(sheet: Sheet, path: Path) -> Iterator[list[str]]:
    yield [
        style("strong", f"{sheet.ref} · {sheet_name(sheet)} {'★' * sheet.stars}"),
        printable(str(path)),
    ]
    yield list(_contents(sheet))
    sources = Counter(p.source for p in sheet.provenance.values())
    counts = [say(f"info.source.{source}", n=n) for source, n in sorted(sources.items())]
    yield [style("strong", say("info.provenance")), *wrapped(", ".join(counts) + ".")]
    if sheet.facts:
        yield [style("strong", say("info.facts")), *_facts(sheet)]
    yield [*_rulings(sheet)]
    if sheet.facts and (designed := list(_designed(sheet))):  # without facts none is printed
        yield [style("strong", say("info.compare")), *wrapped(say("info.compare-note")), *designed]


def _contents(sheet: Sheet) -> Iterator[str]:
    habitats = [f"{line_label(h, sheet, words())} {len(ids)}" for h, ids in sheet.habitats.items()]
    yield from wrapped(say("info.spaces", n=len(sheet.spaces), habitats=listed(habitats, words())))
    if sheet.overflow_row:
        yield say("info.overflow", n=len(sheet.overflow_row))
    shapes = Counter(b.shape for b in sheet.bonuses)
    if shapes:
        counts = [f"{n} {say(f'info.shape.{shape}')}" for shape, n in shapes.items()]
        yield from wrapped(say("info.bonuses", n=len(sheet.bonuses), shapes=", ".join(counts)))
    for area in sheet.areas:
        n = sum(box.area == area.id for box in sheet.boxes.values())
        name = area.name.get(words().language) or area.name.get("en") or area.id
        yield from wrapped(say(f"info.area.{area.kind}", name=name, n=n))
    labels = [line_label(line.id, sheet, words()) for line in sheet.lines]
    yield from wrapped(say("info.lines", lines=", ".join(labels)))


def _rulings(sheet: Sheet) -> Iterator[str]:
    """The questions on which the books differ or are silent, with their answers."""
    yield from (style("strong", line) for line in wrapped(say("info.rulings")))
    texts = rules(words().language)
    asked = {ruling.id: ruling.choices for ruling in (*sheet.rulings, *rulings())}
    if sheet.marking.write == "wildlife":
        asked["letters"] = letter_languages()
    for id, choices in asked.items():
        title = f" ({texts[id].title})" if id in texts else ""
        yield from wrapped(f"- {id}: {' | '.join(choices)}{title}", hang=2)


def _designed(sheet: Sheet) -> Iterator[str]:
    """What stands on the sheet by our own design, as a printed sheet may have it otherwise."""
    printed = [
        f"{id} {word}"
        for id, word in _printed(sheet)
        if id in sheet.provenance and sheet.provenance[id].source == "designed"
    ]
    yield from wrapped(" · ".join(entry.replace(" ", "\N{NO-BREAK SPACE}") for entry in printed))


def _printed(sheet: Sheet) -> Iterator[tuple[str, str]]:
    letters = letters_of_habitats()
    for n, value in enumerate(sheet.heading, 1):
        yield f"heading.{n}", str(value)
    for space in sheet.spaces:
        head = "/".join(letters[h] for h in space.habitats)
        points = "" if space.points is None else str(space.points)
        gains = space.offer.word
        word = "+".join(part for part in (head + points, gains) if part)
        yield space.id, word or ("*" if space.start else ".")
    for bonus in sheet.bonuses:
        yield bonus.id, bonus.offer.word
    for box in sheet.boxes.values():
        if box.offer.word:
            yield box.id, box.offer.word


def _facts(sheet: Sheet) -> Iterator[str]:
    for fact in sheet.facts:
        have = against(sheet, fact)
        mark = "✓" if have is None else "✗"
        yield from wrapped(f"{mark} {fact.rule:<5} {fact_in_words(fact, sheet, have)}", hang=8)
