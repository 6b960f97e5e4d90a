"""What every report says of one judged sheet, in words: text and picture say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from cascadia_print.report import words as say
from cascadia_print.report.judged import Judged
from cascadia_print.report.plain import NO_BREAK
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Event, Finding, Line, Logged, Report


def title(judged: Judged, words: Locale) -> str:
    """The sheet with its name: "A@1 Zumwalt Prairie"."""
    if judged.sheet is None:
        return words.text(f"cascadia.title.{judged.report.sheet}")
    return f"{judged.report.sheet} {say.in_language(judged.sheet.name, words)}".strip()


def basis(judged: Judged, words: Locale) -> Iterator[str]:
    """By which layout was judged, and which lines rest on values of our own design."""
    report, sheet = judged.report, judged.sheet
    if sheet is None:
        return
    designed = [
        say.line_label(line.id, sheet, words) for line in report.lines if line.basis == "designed"
    ]
    if not sheet.shipped:
        yield words.text("report.judged-by", sheet=report.sheet, file=sheet.file)
    # An author's own sheet has no printed one in a box that it could differ from.
    if sheet.shipped or (designed and _copied(sheet)):
        name = "report.designed" if designed else "report.designed-none"
        name = name if sheet.shipped else "report.designed-in-part"
        yield words.text(name, sheet=report.sheet, lines=", ".join(designed))


def table(judged: Judged, words: Locale) -> list[list[str]]:
    """The score lines as rows of cells: heads first, the total last."""
    report = judged.report
    total = report.total
    label = words.text("report.total")
    if total.as_marked is None and (partial := _without_leftovers(judged)):
        total, label = partial, words.text("report.without-leftovers")
    lines = [(say.line_label(x.id, judged.sheet, words), x) for x in report.lines]
    lines.append((label, total))
    columns = ["claimed", "as_marked"]
    if report.level not in ("L0", "L1"):
        columns.append("as_legal")
    if any(line.up_to not in (None, line.as_legal) for _, line in lines):
        columns.append("up_to")
    heads = [words.text(f"report.columns.{column}") for column in ("line", *columns)]
    cells = ([_number(getattr(x, column), column, words) for column in columns] for _, x in lines)
    return [heads, *([label, *row] for (label, _), row in zip(lines, cells, strict=True))]


def verdict(judged: Judged, words: Locale) -> Iterator[tuple[str, str]]:
    """The sentences about marks, claims and level, each with the word of the report it tells."""
    report = judged.report
    word: str = report.verdict
    if word == "legal" and report.level in ("L0", "L1"):
        word = "unmarked"
    n = sum(f.kind == word for f in report.findings)
    if word == "illegal" and _broken_rounds(report):
        yield word, words.text("log.illegal", n=n)
    elif word == "unmarked" and report.log:
        yield word, words.text("log.unmarked")
    else:
        yield word, _text(f"verdict.{word}", judged, words, n=n)
    yield report.claims, _claims(judged, words)
    yield "", _text(f"level.{report.level}", judged, words)
    if not report.recorded and report.level == "L2":
        yield "", words.text("report.all-taken")
    if log := report.log:
        yield "", _replayed(report, log, words)
        yield "", _compared(log, words)
    if report.unsaid:
        yield "", words.text("report.not-said", n=len(report.unsaid))


def _replayed(report: Report, log: Logged, words: Locale) -> str:
    """What the replay of the log proved, and what the log does not say."""
    if log.whole:
        return words.text("log.whole-broken" if _broken_rounds(report) else "log.whole")
    parts = (_missing(part, rounds, words) for part, rounds in log.missing.items())
    return words.text("log.partly", parts="; ".join(parts))


def _compared(log: Logged, words: Locale) -> str:
    """With which dice and Habitat Cards the log was compared."""
    known = {(True, True): "sets", (True, False): "no-cards", (False, True): "no-dice"}
    name = known.get((bool(log.dice), bool(log.cards)), "no-sets")
    return words.text(f"log.{name}", dice=log.dice, cards=log.cards)


def _broken_rounds(report: Report) -> bool:
    """Whether something is wrong with the rounds of a log."""
    return any(finding.values.get("round") for finding in report.findings)


def _missing(part: str, rounds: tuple[int, ...], words: Locale) -> str:
    listed = spans(rounds)
    if part != "rounds":
        name = "round-short" if len(rounds) == 1 else "rounds-short"
        listed = words.text(f"log.{name}", list=listed)
    return words.text("log.part", what=words.text(f"log.missing.{part}"), rounds=listed)


def spans(numbers: tuple[int, ...]) -> str:
    """Numbers in short: 1-4, 7, 9-20."""
    found: list[list[int]] = []
    for n in sorted(numbers):
        if found and found[-1][-1] == n - 1:
            found[-1].append(n)
        else:
            found.append([n])
    return ", ".join(f"{run[0]}-{run[-1]}" if run[1:] else str(run[0]) for run in found)


def missed_title(judged: Judged, words: Locale) -> str:
    """How many points were missed, or how many bonuses that give none."""
    missed = judged.report.missed
    points = sum(m.points for m in missed)
    name = "missed" if points else "missed-none"
    return _text(name, judged, words, points=points, n=len(missed))


def missed_note(judged: Judged, words: Locale) -> str:
    """What it means that something was missed."""
    return _text("missed-note", judged, words)


def receipts(judged: Judged, words: Locale) -> Iterator[str]:
    """Each line that is known as the sum of its marks and bonuses; what the legal picture drops
    is marked so.

    No-break spaces hold together what belongs to one mark. Of a number alone (L1) there is no
    more to tell than that it is written.
    """
    for line in judged.report.lines:
        if line.as_marked is None and not line.receipt:
            continue
        label = say.line_label(line.id, judged.sheet, words)
        total = _number(line.as_marked, "as_marked", words)
        parts = [_part(e, judged, words) for e in line.receipt]
        parts += [total] if line.as_marked is None else []  # something is missing in the sum
        empty = words.text(f"report.receipt-{'written' if line.as_marked else 'empty'}")
        yield f"{label}  {total} = {' + '.join(parts) or empty}"


def rulings(judged: Judged, words: Locale) -> str:
    """The answers to open questions by which was judged; "" for none."""
    found = judged.report.rulings
    text = ", ".join(f"{id} = {choice}" for id, choice in sorted(found.items()))
    return words.text("report.rulings", text=text) if found else ""


def instead(finding: Finding, legal: str, words: Locale) -> str:
    """What would have been legal, or right, introduced by a word.

    What was meant needs none, nor does what would answer an open question.
    """
    if finding.rule.startswith("IN-") or finding.kind == "cannot-tell":
        return legal
    name = "would-be-right" if finding.kind == "claim" else "would-be-legal"
    return words.text(f"report.{name}", text=legal)


def _copied(sheet: Sheet) -> bool:
    """Whether an owner entered values of his printed sheet."""
    return any(p.source == "owner" for p in sheet.provenance.values())


def _number(value: int | None, column: str, words: Locale) -> str:
    if value is not None:
        return str(value)
    return words.text("report.unwritten" if column == "claimed" else "report.unknown")


def _without_leftovers(judged: Judged) -> Line | None:
    """The total of all other lines, when only the leftovers are not known."""
    known, left = [], None
    total = judged.report.total.claimed
    if judged.sheet is None:
        return None
    for line in judged.report.lines:
        scored = judged.sheet.line.get(line.id)
        if scored and any(term.kind == "leftovers" for term in scored.terms):
            left = line.claimed
            continue
        if line.as_marked is None:
            return None
        known.append(line)
    return Line(
        id="total",
        rule="",
        claimed=None if total is None or left is None else total - left,
        as_marked=_sum(line.as_marked for line in known),
        as_legal=_sum(line.as_legal for line in known),
        up_to=_sum(line.up_to for line in known),
    )


def _sum(numbers: Iterable[int | None]) -> int | None:
    found = list(numbers)
    return None if None in found else sum(n for n in found if n is not None)


def _claims(judged: Judged, words: Locale) -> str:
    """Whether the numbers written are right, as far as there is something to compare with."""
    report = judged.report
    unchecked = [
        say.line_label(line.id, judged.sheet, words)
        for line in (*report.lines, report.total)
        if line.claimed is not None and line.as_marked is None
    ]
    name: str = report.claims
    if name == "right" and unchecked:
        # Leftovers stand on the Tally Sheet; of a sheet without marks other lines are not known.
        lines = judged.sheet.line if judged.sheet else {}
        missing = {x.id for x in report.lines if x.as_marked is None}
        terms = [term for id in missing.intersection(lines) for term in lines[id].terms]
        name = "open" if all(term.kind == "leftovers" for term in terms) else "open-lines"
    return _text(f"claims.{name}", judged, words, lines=", ".join(unchecked))


def _text(name: str, judged: Judged, words: Locale, **values: object) -> str:
    """A sentence of a report; Cascadia itself has some of its own."""
    own = f"cascadia.report.{name}"
    key = own if judged.sheet is None and words.has(own) else f"report.{name}"
    return words.text(key, **values)


def _part(event: Event, judged: Judged, words: Locale) -> str:
    place = event.at
    if event.what:
        place = counted(event, words)
    elif judged.sheet and place in judged.sheet.bonus:
        place = words.text("report.bonus-of", at=place)
    elif judged.sheet and place == "tally":
        place = words.text("report.receipt-tally")
    if event.legal != event.points:
        place += f", {words.text('report.receipt-legal', n=event.legal)}"
    text = f"{event.points} ({place})"
    # A list of places may be long, and is no mark of its own.
    return text if event.what else text.replace(" ", NO_BREAK)


def counted(event: Event, words: Locale, *, places: bool = True) -> str:
    """What an event counted, with the places: "run of 3: 0,0 1,0 2,0"."""
    text = _what(event.what, tuple(event.values.items()), words)
    return f"{text}: {event.at}" if places and "," in event.at else text


@cache
def _what(what: str, values: tuple[tuple[str, object], ...], words: Locale) -> str:
    named = {k: say.game_word(v, words) if isinstance(v, str) else v for k, v in values}
    return words.text(what, **named)
