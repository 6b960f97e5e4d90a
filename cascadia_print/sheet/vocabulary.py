"""The animals and habitats of the game, read once from `data/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from cascadia_print import resources
from cascadia_print.sheet.located import read_own
from cascadia_print.sheet.model import Ruling


@cache
def wildlife() -> tuple[str, ...]:
    """Animals in rank order, rarest first (RH-1)."""
    return tuple(_read("wildlife"))


@cache
def habitats() -> tuple[str, ...]:
    """The five habitats in the order of `data/habitats.yaml`."""
    return tuple(_read("habitats"))


@cache
def habitat_letters() -> Mapping[str, str]:
    """Letter -> habitat."""
    return {entry["letter"]: name for name, entry in _read("habitats").items()}


@cache
def letters_of_habitats() -> Mapping[str, str]:
    """Habitat -> letter."""
    return {name: letter for letter, name in habitat_letters().items()}


@cache
def wildlife_letters(language: str) -> Mapping[str, str]:
    """Letter -> animal as written in `language` (D-2); empty for a language without letters."""
    return {
        entry["letters"][language]: name
        for name, entry in _read("wildlife").items()
        if language in entry["letters"]
    }


@cache
def letter_languages() -> tuple[str, ...]:
    """Languages that have letters for animals."""
    first = next(iter(_read("wildlife").values()))
    return tuple(first["letters"])


@cache
def rulings() -> tuple[Ruling, ...]:
    """The rulings that concern every sheet."""
    return tuple(
        Ruling(id, tuple(entry["choices"]), entry.get("rulebook", {}))
        for id, entry in _read("rulings").items()
    )


@cache
def _read(name: str) -> Mapping[str, Any]:
    data: Mapping[str, Any] = read_own(resources.root("data") / f"{name}.yaml")
    return data
