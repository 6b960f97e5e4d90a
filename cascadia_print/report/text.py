"""The audit as text for a person: at most 80 columns, plain, in the order of the paper."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence

from cascadia_print.report import said
from cascadia_print.report import words as say
from cascadia_print.report.judged import Judged, Rank, ranking
from cascadia_print.report.said import NO_BREAK
from cascadia_print.sheet.locale import Locale
from cascadia_print.verdict import Finding

WIDTH = 80

Style = Callable[[str, str], str]
"""(role, text) -> text for the screen; roles: strong, good, bad, open, ""."""


def plain(role: str, text: str) -> str:
    """No colour at all."""
    return text


def audit_text(
    judged: Sequence[Judged], words: Locale, *, why: bool = False, style: Style = plain
) -> str:
    """Reports one after the other and, for several players of a game, their ranking.

    `why` opens each number into the marks that made it. Ends with a line break.
    """
    reports = [sheet_text(j, words, why=why, style=style) for j in judged]
    if len(judged) > 1 and (ranks := ranking(judged)):
        reports.append(_ranking(ranks, judged, words, style))
    return "\n\n".join(reports) + "\n"


def sheet_text(judged: Judged, words: Locale, *, why: bool = False, style: Style = plain) -> str:
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
    if rulings := said.rulings(judged, words):
        blocks.append(_wrapped(rulings))
    return "\n\n".join("\n".join(block) for block in blocks)


def printable(text: str) -> str:
    """The text with all that a terminal would obey or cannot show written out, as \\x1b."""
    return "".join(
        c if c.isprintable() or c == NO_BREAK else c.encode("unicode_escape").decode() for c in text
    )


def _header(judged: Judged, words: Locale, style: Style) -> list[str]:
    report = judged.report
    title = words.text(
        "report.header",
        player=report.player or words.text("report.nobody"),
        sheet=said.title(judged, words),
    )
    lines = [style("strong", part) for part in _wrapped(title)]
    lines.append(printable(judged.file))
    return lines + [line for sentence in said.basis(judged, words) for line in _wrapped(sentence)]


def _table(judged: Judged, words: Locale, style: Style) -> list[str]:
    (first, *heads), *rows = said.table(judged, words)
    room = WIDTH - sum(len(head) + 2 for head in heads)
    width = min(max(len(first), *(len(label) for label, *_ in rows)), room)

    def row(label: str, cells: Iterable[str]) -> str:
        cut = label if len(label) <= width else label[: width - 1] + "…"
        numbers = (f"  {cell:>{len(head)}}" for cell, head in zip(cells, heads, strict=True))
        return printable(f"{cut:<{width}}{''.join(numbers)}")

    lines = [style("strong", row(first, heads))]
    lines += [row(label, cells) for label, *cells in rows[:-1]]
    label, *cells = rows[-1]
    return [*lines, style("strong", row(label, cells))]


def _verdict(judged: Judged, words: Locale, style: Style) -> list[str]:
    roles = {"legal": "good", "illegal": "bad", "cannot-tell": "open", "wrong": "bad"}
    return [
        style(roles.get(word, ""), line)
        for word, text in said.verdict(judged, words)
        for line in _wrapped(text)
    ]


def _receipts(judged: Judged, words: Locale, style: Style) -> list[str]:
    """Each line as the sum of its marks and bonuses, what the legal picture drops marked so."""
    lines = [style("strong", words.text("report.receipts"))]
    for text in said.receipts(judged, words):
        lines += _wrapped(text, indent=2, hang=6)
    return lines


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
        lines += _wrapped(said.instead(finding, legal, words), inner)
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
