"""The texts of the rules that findings cite, from `data/rules/`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cascadia_print import resources
from cascadia_print.sheet.located import read_own


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in our own words.

    source: both, en, de (which rulebook says it), derived, ruling or own. level: L0 to L4, the
    depth of the audit that decides it; "sheet" for facts about a sheet file; else "none".
    """

    id: str
    title: str
    text: str
    source: str
    level: str


@cache
def rules(language: str = "en") -> Mapping[str, Rule]:
    """All rules by id; what a language does not say is said in English."""
    folder = resources.root("data") / "rules"
    entries = read_own(folder / "en.yaml")
    own = folder / f"{language}.yaml"
    translated = read_own(own) if language != "en" and own.is_file() else {}
    return {id: Rule(id, **{**entry, **translated.get(id, {})}) for id, entry in entries.items()}
