"""`list`, `explain`, `schema`: what there is, and what it means."""

from __future__ import annotations

import re
from pathlib import Path

from cascadia_print import resources
from cascadia_print.cli import exits
from cascadia_print.cli.console import err, out, say, style, words, wrapped
from cascadia_print.cli.sheets import sheet_name, tell_folder
from cascadia_print.report.faults import sentence
from cascadia_print.report.plain import printable
from cascadia_print.report.rules import Rule, rules
from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.lookup import folders, index, load_printable
from cascadia_print.sheet.model import Sheet
from cascadia_print.sheet.pages import Page


def list_sheets() -> int:
    """Tables of all sheets, and of all pages, that can be named by their id."""
    sheets = [tuple(say(f"list.{column}") for column in ("id", "name", "stars", "spaces", "file"))]
    pages = [tuple(say(f"list.{column}") for column in ("page", "name", "size", "file"))]
    broken: list[Fault] = []
    tell_folder()
    for folder in folders():
        for id, version, path in index(folder):
            try:
                thing = load_printable(path)
            except Unreadable as error:
                broken.append(error.faults[0])
                sheets.append((f"{id}@{version}", "?", "", "", printable(str(path))))
            else:
                if isinstance(thing, Page):
                    size = say(f"info.size.{thing.size}")
                    pages.append((thing.ref, sheet_name(thing), size, _file(path)))
                else:
                    sheets.append(_row(thing, path))
    _table(sheets)
    out("")
    _table(pages)
    for fault in broken:
        place = f"{fault.file}:{fault.line}" if fault.line else fault.file
        why = sentence(fault, words())
        err(say("list.broken", place=place, why=why, file=fault.file))
    return exits.UNREADABLE if broken else exits.NOTHING_WRONG


def _table(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for n, row in enumerate(rows):
        line = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        out(style("strong", line.rstrip()) if n == 0 else line.rstrip())


def explain(id: str) -> int:
    """The text of a rule, or a list of all."""
    known = rules(words().language)
    if not id:
        width = max(map(len, known))
        for rule in known.values():
            out(f"{rule.id:<{width}}  {rule.title}")
        return exits.NOTHING_WRONG
    by_name = {name.casefold(): rule for name, rule in known.items()}
    if found := by_name.get(id.casefold()):
        _explain(found)
        return exits.NOTHING_WRONG
    key = f"faults.{id}"
    if words().has(key):
        out(style("strong", id))
        sentence = re.sub(r"\{\w+\}", "…", words().text(key))
        out("\n".join(wrapped(words().text("cli.explain.fault", text=sentence))))
        return exits.NOTHING_WRONG
    err(say("unknown-rule", value=id))
    if better := nearest(id, known):
        err(say("did-you-mean", nearest=better))
    else:
        err(say("known-rules"))
    return exits.USAGE


def schema(name: str) -> int:
    """A JSON Schema as it is shipped, or the names of all."""
    folder = resources.root("data") / "schemas"
    known = {path.name.removesuffix(".schema.json"): path for path in folder.glob("*.schema.json")}
    if not name:
        out("\n".join(sorted(known)))
        return exits.NOTHING_WRONG
    if name not in known:
        err(say("unknown-schema", value=name, known=", ".join(sorted(known))))
        return exits.USAGE
    out(known[name].read_text(encoding="utf-8").rstrip("\n"))
    return exits.NOTHING_WRONG


def _row(sheet: Sheet, path: Path) -> tuple[str, ...]:
    spaces = str(len(sheet.spaces))
    return (sheet.ref, sheet_name(sheet), "★" * sheet.stars, spaces, _file(path))


def _file(path: Path) -> str:
    ours = resources.root("sheets")
    return path.relative_to(ours).as_posix() if path.is_relative_to(ours) else printable(str(path))


def _explain(rule: Rule) -> None:
    text = words()
    out(style("strong", f"{rule.id} · {rule.title}"))
    out("\n".join(wrapped(rule.text)))
    out(
        text.text(
            "cli.explain.facts",
            source=text.text(f"cli.explain.source.{rule.source}"),
            level=text.text(f"cli.explain.level.{rule.level}"),
        )
    )
