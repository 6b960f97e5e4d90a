"""The audit as text for a person: plain, in the order of the paper, 80 columns unless told."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cascadia_print.report import said
from cascadia_print.report import words as say
from cascadia_print.report.judged import Judged, final, ranking, solos, uncertain
from cascadia_print.report.log import log_rows
from cascadia_print.report.order import order_rows
from cascadia_print.report.plain import NO_BREAK, WIDTH, printable
from cascadia_print.report.together import together
from cascadia_print.sheet.locale import Locale
from cascadia_print.verdict import Finding, Played

NAME, LABEL = 5, 22
"""Characters of a name that are shown at least, and of a score line at most, side by side."""

Style = Callable[[str, str], str]
"""(role, text) -> text for the screen; roles: strong, good, bad, open, ""."""


def plain(role: str, text: str) -> str:
    """No colour at all."""
    return text


@dataclass(frozen=True, slots=True)
class _Pen:
    """How a report is written: words, colours, and the columns that there are."""

    words: Locale
    style: Style
    width: int

    def text(self, key: str, **values: object) -> str:
        return self.words.text(f"report.{key}", **values)

    def wrapped(
        self, text: str, indent: int = 0, hang: int | None = None, *, whole: bool = False
    ) -> list[str]:
        """Lines as wide as the report; `whole` words, as names of files, may be wider."""
        lines = textwrap.wrap(
            printable(text),
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent if hang is None else hang),
            break_on_hyphens=False,
            break_long_words=not whole,
        )
        return [line.replace(NO_BREAK, " ") for line in lines]


def audit_text(
    judged: Sequence[Judged],
    words: Locale,
    *,
    why: bool = False,
    order: bool = False,
    log: bool = False,
    style: Style = plain,
    width: int = WIDTH,
    failed: Sequence[str] = (),
) -> str:
    """Reports one after the other and, for several players of a game, their numbers side by side
    and the ranking.

    `why` opens each number into the marks that made it, `order` shows the order of play that was
    built, `log` the rounds of a log. `failed`: files that gave no sheet, for the ranking to tell.
    Ends with a line break.
    """
    reports = [
        sheet_text(j, words, why=why, order=order, log=log, style=style, width=width)
        for j in judged
    ]
    pen = _Pen(words, style, width)
    if len(judged) + len(failed) > 1:
        reports.append("\n".join(_ranking(judged, failed, pen)))
    if (NAME + 2) * len(judged) < width and (rows := together(judged, words)):
        reports.insert(len(judged), "\n".join(_together(rows, pen)))
    return "\n\n".join(reports) + "\n"


def sheet_text(
    judged: Judged,
    words: Locale,
    *,
    why: bool = False,
    order: bool = False,
    log: bool = False,
    style: Style = plain,
    width: int = WIDTH,
) -> str:
    """One report: header, score lines, verdict and level, findings, missed, rulings."""
    report, pen = judged.report, _Pen(words, style, width)
    blocks = [_header(judged, pen), _table(judged, pen), _verdict(judged, pen)]
    if why:
        blocks.append(_receipts(judged, pen))
    if report.findings:
        blocks.append(_findings(judged, pen))
    if report.missed:
        blocks.append(_missed(judged, pen))
    if report.notes:
        blocks.append(_notes(judged, pen))
    if order and report.level != "L4":
        blocks.append(_order(judged, pen))
    if log or (order and report.level == "L4"):
        blocks.append(_rounds(judged, pen))
    if report.scenario:
        blocks.append(_scenario(report.scenario, pen))
    if report.achievements:
        names = [words.text(f"achievements.names.{id}") for id in report.achievements]
        blocks.append(pen.wrapped(words.text("achievements.reached", text=", ".join(names))))
    if report.scenario and report.rulings.get("achievements") == "no":
        blocks.append(pen.wrapped(words.text("achievements.apart")))
    if rulings := said.rulings(judged, words):
        blocks.append(pen.wrapped(rulings))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _header(judged: Judged, pen: _Pen) -> list[str]:
    report = judged.report
    title = pen.text(
        "header",
        player=report.player or pen.text("nobody"),
        sheet=said.title(judged, pen.words),
    )
    lines = [pen.style("strong", part) for part in pen.wrapped(title)]
    lines.append(printable(judged.file))
    return lines + [
        line for sentence in said.basis(judged, pen.words) for line in pen.wrapped(sentence)
    ]


def _table(judged: Judged, pen: _Pen) -> list[str]:
    (first, *heads), *rows = [
        [printable(cell) for cell in cells] for cells in said.table(judged, pen.words)
    ]
    room = pen.width - sum(len(head) + 2 for head in heads)
    width = min(max(len(first), *(len(label) for label, *_ in rows)), room)

    def row(label: str, cells: Iterable[str]) -> str:
        numbers = (f"  {cell:>{len(head)}}" for cell, head in zip(cells, heads, strict=True))
        return f"{_cut(label, width):<{width}}{''.join(numbers)}"

    lines = [pen.style("strong", row(first, heads))]
    lines += [row(label, cells) for label, *cells in rows[:-1]]
    label, *cells = rows[-1]
    return [*lines, pen.style("strong", row(label, cells))]


def _together(rows: Sequence[Sequence[str]], pen: _Pen) -> list[str]:
    """The players side by side, their names cut to the room that there is."""
    rows = [[printable(cell) for cell in row] for row in rows]
    first = min(LABEL, max(len(label) for label, *_ in rows))
    most = max(NAME, (pen.width - first) // (len(rows[0]) - 1) - 2)
    cells = [[_cut(cell, most) for cell in row] for _, *row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for (label, *_), row in zip(rows, cells, strict=True):
        numbers = (f"  {cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        lines.append(f"{_cut(label, first):<{first}}{''.join(numbers)}")
    return [pen.style("strong", lines[0]), *lines[1:-1], pen.style("strong", lines[-1])]


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


def _verdict(judged: Judged, pen: _Pen) -> list[str]:
    roles = {"legal": "good", "illegal": "bad", "cannot-tell": "open", "wrong": "bad"}
    return [
        pen.style(roles.get(word, ""), line)
        for word, text in said.verdict(judged, pen.words)
        for line in pen.wrapped(text)
    ]


def _receipts(judged: Judged, pen: _Pen) -> list[str]:
    """Each line as the sum of its marks and bonuses, what the legal picture drops marked so."""
    lines = [pen.style("strong", pen.text("receipts"))]
    for text in list(said.receipts(judged, pen.words)) or [pen.text("receipt-empty")]:
        lines += pen.wrapped(text, indent=2, hang=6)
    return lines


def _findings(judged: Judged, pen: _Pen) -> list[str]:
    lines = [pen.style("strong", pen.text("findings"))]
    for n, finding in enumerate(judged.report.findings, 1):
        lines += _finding(finding, f"{n}. ", 0, judged, pen)
    return lines


def _finding(finding: Finding, mark: str, indent: int, judged: Judged, pen: _Pen) -> list[str]:
    role = "open" if finding.kind == "cannot-tell" else "bad"
    place, field = judged.position(finding), judged.field(finding)
    parts = [finding.at, finding.rule]
    if place and not indent:
        parts.append(f"{judged.file}:{place[0]}:{place[1]}")
    elif field and not indent:
        parts.append(pen.words.text("form.place", file=judged.file, field=field))
    head = " · ".join(part for part in parts if part)
    inner = indent + len(mark)
    lines = [pen.style(role, line) for line in pen.wrapped(mark + head, indent, inner, whole=True)]
    lines += pen.wrapped(say.message(finding, judged.sheet, pen.words), inner)
    if legal := say.would_be_legal(finding, judged.sheet, pen.words):
        lines += pen.wrapped(said.instead(finding, legal, pen.words), inner)
    for consequence in finding.consequences:
        lines += _finding(consequence, "- ", inner, judged, pen)
    return lines


def _notes(judged: Judged, pen: _Pen) -> list[str]:
    """What one rulebook allows and the other does not, and what has to be known besides."""
    lines = [pen.style("strong", pen.text("notes"))]
    for note in judged.report.notes:
        lines += pen.wrapped(f"- {note.at} · {note.rule}", hang=2)
        lines += pen.wrapped(say.message(note, judged.sheet, pen.words), 2)
    return lines


def _missed(judged: Judged, pen: _Pen) -> list[str]:
    lines = [pen.style("open", said.missed_title(judged, pen.words))]
    lines += pen.wrapped(said.missed_note(judged, pen.words))
    for m in judged.report.missed:
        lines += pen.wrapped(f"- {m.at} · {m.rule}", hang=2)
        lines += pen.wrapped(say.missed_message(m, judged.sheet, pen.words), 2)
    return lines


def _order(judged: Judged, pen: _Pen) -> list[str]:
    """The order of play that was built, or why there is none; a question tells by itself."""
    words, report, sheet = pen.words, judged.report, judged.sheet
    if sheet is None or (report.level == "L2" and report.verdict != "illegal"):
        return []
    title = pen.style("strong", words.text("order.title"))
    rows = list(order_rows(report.order, sheet, words))
    if not rows:
        why = {"L2": "illegal", "L3": "empty"}.get(report.level, "unmarked")
        return [title, *pen.wrapped(words.text(f"order.{why}"))]
    lines = [title, *pen.wrapped(words.text("order.note"))]
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        lines += pen.wrapped(f"{name:<{width}}  {text}", hang=width + 2)
    return lines


def _rounds(judged: Judged, pen: _Pen) -> list[str]:
    """The game of a log as a table, a round a row; a round with a fault is marked."""
    if judged.sheet is None:
        return []
    lines = [pen.style("strong", pen.words.text("log.table.title"))]
    log = judged.report.log
    if log is None:
        return [*lines, *pen.wrapped(pen.words.text("log.table.missing"))]
    lines += pen.wrapped(pen.words.text("log.table.note"))
    head, *rows = log_rows(log, pen.words, pen.width)
    lines += [pen.style("strong", line) for line in head]
    for played, row in zip(log.rounds, rows, strict=True):
        lines += [line if played.legal else pen.style("bad", line) for line in row]
    return lines


def _scenario(played: Played, pen: _Pen) -> list[str]:
    words = pen.words
    results = {True: "reached", False: "missed", None: "open"}
    roles = {True: "good", False: "bad", None: "open"}
    name = say.in_language(played.name, words)
    key = f"achievements.scenario.{results[played.reached]}"
    lines = [
        pen.style(roles[played.reached], line) for line in pen.wrapped(words.text(key, name=name))
    ]
    for part in played.parts:
        have = part.have if part.have != "" else words.text("achievements.scenario.nothing")
        key = f"achievements.scenario.part-{results[part.reached]}"
        text = words.text(key, text=say.part_message(part, words), have=have)
        lines += [pen.style(roles[part.reached], line) for line in pen.wrapped(text, hang=2)]
    return lines


def _ranking(judged: Sequence[Judged], failed: Sequence[str], pen: _Pen) -> list[str]:
    """The ranking, or why there is none; and who is not in it."""
    nobody = pen.text("nobody")
    ranks = ranking(judged)
    sheets = dict.fromkeys(j.report.sheet for j in judged)
    if len(sheets) > 1:
        return pen.wrapped(pen.text("unranked-sheets", sheets=", ".join(sheets)))
    if solos(judged):
        return pen.wrapped(pen.words.text("cascadia.report.unranked-solos"))
    if len(judged) > 1 and (vague := uncertain(judged)):
        players = ", ".join(j.report.player or nobody for j in vague)
        return pen.wrapped(pen.text("unranked-open", players=players))
    lines = [pen.style("strong", pen.text("ranking"))] if ranks and len(judged) > 1 else []
    for rank in ranks if lines else ():
        text = pen.text(
            "ranking-line", place=rank.place, player=rank.player or nobody, total=rank.total
        )
        if rank.nature is not None:
            text += pen.text("ranking-nature", nature=rank.nature)
        lines += pen.wrapped(text, hang=3)
    if failed:
        lines += pen.wrapped(pen.text("unranked-files", files=", ".join(failed)), whole=True)
    unknown = [j.report.player or nobody for j in judged if final(j) is None]
    if unknown:
        lines += pen.wrapped(pen.text("unranked", players=", ".join(unknown)))
    return lines
