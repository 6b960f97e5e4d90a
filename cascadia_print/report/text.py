"""The audit as text for a person: at most 80 columns, plain, in the order of the paper."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence

from cascadia_print.report import words as say
from cascadia_print.report.judged import Judged, Rank, ranking
from cascadia_print.report.order import order_rows
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Event, Finding, Line, Played, Report

WIDTH = 80
NO_BREAK = "\N{NO-BREAK SPACE}"

Style = Callable[[str, str], str]
"""(role, text) -> text for the screen; roles: strong, good, bad, open, ""."""


def plain(role: str, text: str) -> str:
    """No colour at all."""
    return text


def audit_text(
    judged: Sequence[Judged],
    words: Locale,
    *,
    why: bool = False,
    order: bool = False,
    style: Style = plain,
) -> str:
    """Reports one after the other and, for several players of a game, their ranking.

    `why` opens each number into the marks that made it, `order` shows the order of play that was
    built. Ends with a line break.
    """
    reports = [sheet_text(j, words, why=why, order=order, style=style) for j in judged]
    if len(judged) > 1 and (ranks := ranking(judged)):
        reports.append(_ranking(ranks, judged, words, style))
    return "\n\n".join(reports) + "\n"


def sheet_text(
    judged: Judged,
    words: Locale,
    *,
    why: bool = False,
    order: bool = False,
    style: Style = plain,
) -> str:
    """One report: header, score lines, verdict and level, findings, missed, rulings."""
    report = judged.report
    blocks = [
        _header(judged, words, style),
        _table(judged, words, style),
        _verdict(judged, words, style),
    ]
    if why:
        blocks.append(_receipts(judged, words, style))
    if report.findings:
        blocks.append(_findings(judged, words, style))
    if report.missed:
        blocks.append(_missed(judged, words, style))
    if order and report.level == "L3":
        blocks.append(_order(judged, words, style))
    if report.scenario:
        blocks.append(_scenario(report.scenario, words, style))
    if report.achievements:
        names = [words.text(f"achievements.names.{id}") for id in report.achievements]
        blocks.append(_wrapped(words.text("achievements.reached", text=", ".join(names))))
    if report.rulings:
        rulings = ", ".join(f"{id} = {choice}" for id, choice in sorted(report.rulings.items()))
        blocks.append(_wrapped(words.text("report.rulings", text=rulings)))
    return "\n\n".join("\n".join(block) for block in blocks)


def printable(text: str) -> str:
    """The text with all that a terminal would obey or cannot show written out, as \\x1b."""
    return "".join(
        c if c.isprintable() or c == NO_BREAK else c.encode("unicode_escape").decode() for c in text
    )


def _header(judged: Judged, words: Locale, style: Style) -> list[str]:
    report, sheet = judged.report, judged.sheet
    name = sheet.name.get(words.language) or sheet.name.get("en", "")
    title = words.text(
        "report.header",
        player=report.player or words.text("report.nobody"),
        sheet=f"{report.sheet} {name}".strip(),
    )
    lines = [style("strong", part) for part in _wrapped(title)]
    lines.append(printable(judged.file))
    designed = [
        say.line_label(line.id, sheet, words) for line in report.lines if line.basis == "designed"
    ]
    if not sheet.shipped:
        lines += _wrapped(words.text("report.judged-by", sheet=report.sheet, file=sheet.file))
    # An author's own sheet has no printed one in a box that it could differ from.
    if sheet.shipped or (designed and _copied(sheet)):
        name = "report.designed" if designed else "report.designed-none"
        name = name if sheet.shipped else "report.designed-in-part"
        lines += _wrapped(words.text(name, sheet=report.sheet, lines=", ".join(designed)))
    return lines


def _copied(sheet: Sheet) -> bool:
    """Whether an owner entered values of his printed sheet."""
    return any(p.source == "owner" for p in sheet.provenance.values())


def _table(judged: Judged, words: Locale, style: Style) -> list[str]:
    report = judged.report
    total = report.total
    label = words.text("report.total")
    if total.as_marked is None and (partial := _without_leftovers(judged)):
        total, label = partial, words.text("report.without-leftovers")
    rows = [(say.line_label(x.id, judged.sheet, words), x) for x in report.lines]
    rows.append((label, total))

    columns = ["claimed", "as_marked"]
    if report.level not in ("L0", "L1"):
        columns.append("as_legal")
    if any(line.up_to not in (None, line.as_legal) for _, line in rows):
        columns.append("up_to")
    heads = [words.text(f"report.columns.{column}") for column in columns]
    first = words.text("report.columns.line")
    room = WIDTH - sum(len(head) + 2 for head in heads)
    width = min(max(len(first), *(len(label) for label, _ in rows)), room)

    def row(label: str, cells: Iterable[str]) -> str:
        cut = label if len(label) <= width else label[: width - 1] + "…"
        numbers = (f"  {cell:>{len(head)}}" for cell, head in zip(cells, heads, strict=True))
        return printable(f"{cut:<{width}}{''.join(numbers)}")

    def cells(line: Line) -> list[str]:
        return [_number(getattr(line, column), column, words) for column in columns]

    lines = [style("strong", row(first, heads))]
    lines += [row(label, cells(line)) for label, line in rows[:-1]]
    lines.append(style("strong", row(rows[-1][0], cells(rows[-1][1]))))
    return lines


def _number(value: int | None, column: str, words: Locale) -> str:
    if value is not None:
        return str(value)
    return words.text("report.unwritten" if column == "claimed" else "report.unknown")


def _without_leftovers(judged: Judged) -> Line | None:
    """The total of all other lines, when only the leftovers are not known."""
    known, left = [], None
    total = judged.report.total.claimed
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


def _verdict(judged: Judged, words: Locale, style: Style) -> list[str]:
    report = judged.report
    verdict: str = report.verdict
    if verdict == "legal" and report.level in ("L0", "L1"):
        verdict = "unmarked"
    n = sum(f.kind == verdict for f in report.findings)
    sentences = (
        (verdict, words.text(f"report.verdict.{verdict}", n=n)),
        (report.claims, _claims(judged, words)),
        ("", words.text(f"report.level.{report.level}")),
        ("", "" if report.recorded or report.level != "L2" else words.text("report.all-taken")),
        ("", _not_said(report, words)),
    )
    roles = {"legal": "good", "illegal": "bad", "cannot-tell": "open", "wrong": "bad"}
    return [style(roles.get(word, ""), line) for word, text in sentences for line in _wrapped(text)]


def _claims(judged: Judged, words: Locale) -> str:
    """Whether the numbers written are right, as far as there is something to compare with."""
    report = judged.report
    unchecked = [
        say.line_label(line.id, judged.sheet, words)
        for line in (*report.lines, report.total)
        if line.claimed is not None and line.as_marked is None
    ]
    name = "open" if report.claims == "right" and unchecked else report.claims
    return words.text(f"report.claims.{name}", lines=", ".join(unchecked))


def _not_said(report: Report, words: Locale) -> str:
    return words.text("report.not-said", n=len(report.unsaid)) if report.unsaid else ""


def _receipts(judged: Judged, words: Locale, style: Style) -> list[str]:
    """Each line as the sum of its marks and bonuses, what the legal picture drops marked so."""
    lines = [style("strong", words.text("report.receipts"))]
    for line in judged.report.lines:
        label = say.line_label(line.id, judged.sheet, words)
        parts = [_part(e, judged, words) for e in line.receipt]
        total = _number(line.as_marked, "as_marked", words)
        text = " + ".join(parts) or words.text("report.receipt-empty")
        lines += _wrapped(f"{label}  {total} = {text}", indent=2, hang=6)
    return lines


def _part(event: Event, judged: Judged, words: Locale) -> str:
    place = event.at
    if place in judged.sheet.bonus:
        place = words.text("report.bonus-of", at=place)
    if event.legal != event.points:
        place += f", {words.text('report.receipt-legal', n=event.legal)}"
    return f"{event.points} ({place})".replace(" ", NO_BREAK)


def _findings(judged: Judged, words: Locale, style: Style) -> list[str]:
    lines = [style("strong", words.text("report.findings"))]
    for n, finding in enumerate(judged.report.findings, 1):
        lines += _finding(finding, f"{n}. ", 0, judged, words, style)
    return lines


def _finding(
    finding: Finding, mark: str, indent: int, judged: Judged, words: Locale, style: Style
) -> list[str]:
    role = "open" if finding.kind == "cannot-tell" else "bad"
    place = judged.position(finding)
    parts = [finding.at, finding.rule]
    if place and not indent:
        parts.append(f"{judged.file}:{place[0]}:{place[1]}")
    head = " · ".join(part for part in parts if part)
    inner = indent + len(mark)
    lines = [style(role, line) for line in _wrapped(mark + head, indent, inner, whole=True)]
    lines += _wrapped(say.message(finding, judged.sheet, words), inner)
    if legal := say.would_be_legal(finding, judged.sheet, words):
        name = "would-be-right" if finding.kind == "claim" else "would-be-legal"
        lines += _wrapped(words.text(f"report.{name}", text=legal), inner)
    for consequence in finding.consequences:
        lines += _finding(consequence, "- ", inner, judged, words, style)
    return lines


def _missed(judged: Judged, words: Locale, style: Style) -> list[str]:
    missed = judged.report.missed
    points = sum(m.points for m in missed)
    lines = [style("open", words.text("report.missed", points=points))]
    lines += _wrapped(words.text("report.missed-note"))
    for m in missed:
        lines += _wrapped(f"- {m.at} · {m.rule}", hang=2)
        lines += _wrapped(say.missed_message(m, words), 2)
    return lines


def _order(judged: Judged, words: Locale, style: Style) -> list[str]:
    lines = [style("strong", words.text("order.title")), *_wrapped(words.text("order.note"))]
    rows = list(order_rows(judged.report.order, judged.sheet, words))
    width = max((len(name) for name, _ in rows), default=0)
    for name, text in rows:
        lines += _wrapped(f"{name:<{width}}  {text}", hang=width + 2)
    return lines if rows else [*lines[:1], *_wrapped(words.text("order.empty"))]


def _scenario(played: Played, words: Locale, style: Style) -> list[str]:
    result = {True: "reached", False: "missed", None: "open"}
    roles = {True: "good", False: "bad", None: "open"}
    name = say.in_language(played.name, words)
    title = words.text(f"achievements.scenario.{result[played.reached]}", name=name)
    lines = [style(roles[played.reached], line) for line in _wrapped(title)]
    for part in played.parts:
        values = {
            "text": say.part_message(part, words),
            "have": part.have if part.have != "" else words.text("achievements.scenario.nothing"),
        }
        text = words.text(f"achievements.scenario.part-{result[part.reached]}", **values)
        lines += [style(roles[part.reached], line) for line in _wrapped(text, hang=2)]
    return lines


def _ranking(ranks: Sequence[Rank], judged: Sequence[Judged], words: Locale, style: Style) -> str:
    nobody = words.text("report.nobody")
    lines = [style("strong", words.text("report.ranking"))]
    for rank in ranks:
        text = words.text(
            "report.ranking-line",
            place=rank.place,
            player=rank.player or nobody,
            total=rank.total,
        )
        if rank.nature is not None:
            text += words.text("report.ranking-nature", nature=rank.nature)
        lines += _wrapped(text, hang=3)
    unknown = [j.report.player or nobody for j in judged if j.report.total.as_legal is None]
    if unknown:
        lines += _wrapped(words.text("report.unranked", players=", ".join(unknown)))
    return "\n".join(lines)


def _wrapped(
    text: str, indent: int = 0, hang: int | None = None, *, whole: bool = False
) -> list[str]:
    """Lines of at most 80 columns; `whole` words, as names of files, may be wider."""
    lines = textwrap.wrap(
        printable(text),
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent if hang is None else hang),
        break_on_hyphens=False,
        break_long_words=not whole,
    )
    return [line.replace(NO_BREAK, " ") for line in lines]
