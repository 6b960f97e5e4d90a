"""`new`: a sheet to start from."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from cascadia_print import resources
from cascadia_print.cli import exits, files
from cascadia_print.cli.console import err, out, quoted, words, wrapped
from cascadia_print.sheet.faults import nearest

STARTERS = ("columns", "rows", "map", "regions")
"""Complete small sheets of `templates/sheets`."""

PAGE = "page"
"""The starter of a page, which is not scored."""

SKELETONS = ("rivers-a", "rivers-d")
"""Sheets with places that have to be filled in before they can be read."""

EXAMPLES: Mapping[str, str] = {
    "A": "row-2: 5pt+wild         # all of the second row: 5 points and an animal of any kind\n"
    "  # sun.4: 2elk           # the fourth box of the sun area",
    "B": "heading.8: 12           # the eighth number above the hexagons\n"
    "  # a4: M+hex:rivers      # the fourth hexagon of the first row, with its gain",
    "C": "a1: P2+landmark:mountains   # the first hexagon: prairie, 2 points, a landmark\n"
    "  # complete-rivers: 5pt      # for all hexagons of the rivers",
    "D": "region-5: 4pt+nature    # the reward of the fifth region\n"
    "  # same.fox.1: 4pt       # the first box of the foxes",
}
"""Sheet of the game -> a first change of it, and another one as a comment."""


def new(name: str, start: str, output: Path | None, *, force: bool) -> int:
    """Write a starter under the sheet's own name and id, and say what to do next."""
    known = (*STARTERS, PAGE, *EXAMPLES, *SKELETONS)
    word = next((k for k in known if k.casefold() == start.casefold()), None)
    if not start:
        err(words().text("author.new.needed", known=", ".join(known)))
        return exits.USAGE
    if word is None:
        err(words().text("author.new.unknown", value=start, known=", ".join(known)))
        if better := nearest(start, known):
            err(words().text("cli.did-you-mean", nearest=better))
        return exits.USAGE
    id = slug(name)
    if not id or id[:4].casefold() == "box-" or id in EXAMPLES:
        err(words().text("author.new.name", value=name))
        return exits.USAGE
    target = output or Path(f"{id}.yaml")
    if os.path.lexists(target) and not force:
        raise files.Refused("there", file=target)  # perhaps by this very command
    files.write(target, starter(word, id, name.strip()).encode(), force=force)
    out(words().text("author.new.written", file=target, sheet=f"{id}@1"))
    kind = "skeleton" if word in SKELETONS else "page" if word == PAGE else "starter"
    for line in words().text(f"author.new.next.{kind}", file=quoted(target)).splitlines():
        out("\n".join(wrapped(line)) if not line.startswith(" ") else line)
    return exits.NOTHING_WRONG


def starter(start: str, id: str, name: str) -> str:
    """The text of a starter with its own id and name, the line for editors first."""
    file = "overlay" if start in EXAMPLES else start
    text = (resources.root("templates") / "sheets" / f"{file}.yaml").read_text(encoding="utf-8")
    if start in EXAMPLES:
        text = text.replace("CHANGE", EXAMPLES[start]).replace("BASE", start)
    schema_of = "page" if start == PAGE else "sheet"
    schema = (resources.root("data") / "schemas" / f"{schema_of}.schema.json").as_uri()
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    text = re.sub(r"^id: NEW", lambda _: f"id: {id}", text, count=1, flags=re.MULTILINE)
    text = text.replace("NEW@1", f"{id}@1")
    text = re.sub(
        r"^name: .*$", lambda _: f"name: {{en: {quoted}, de: {quoted}}}", text, flags=re.MULTILINE
    )
    return f"# yaml-language-server: $schema={schema}\n{text}"


def slug(name: str) -> str:
    """A name as an id: letters, digits and hyphens, "" if none are left."""
    german = unicodedata.normalize("NFC", name).translate(_GERMAN)
    plain = unicodedata.normalize("NFKD", german).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")


_GERMAN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
)
