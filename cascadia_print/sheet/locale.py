"""Words a user sees, from `data/locales/<language>/<section>.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from cascadia_print import resources
from cascadia_print.sheet.located import read_own
from cascadia_print.sheet.model import ScoreLine

_FIELD = re.compile(r"\{\{|\}\}|\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")


class Locale:
    """The words of one language. What it lacks is said in English."""

    def __init__(self, language: str, fallback: Locale | None = None) -> None:
        self.language = language
        self._fallback = fallback
        self._sections: dict[str, dict[str, str]] = {}
        self._found: dict[str, str | None] = {}

    def text(self, key: str, **values: object) -> str:
        """The sentence `key`, as "section.name", with `values` filled in; the key if unknown.

        `{name}` stands for a value, `{n:point|points}` for a number with its word, `{{` for a
        brace. A value that is not given leaves its name.
        """
        words = self._find(key)
        return key if words is None else _FIELD.sub(lambda field: _fill(field, values), words)

    def line(self, line: ScoreLine) -> str:
        """The words for a score line: the sheet's own, else those of the game."""
        return line.label.get(self.language) or line.label.get("en") or self.name(line.id)

    def name(self, id: str) -> str:
        """The words for the id of a usual score line or habitat; the id itself where none are."""
        keys = (f"game.lines.{id}", f"game.habitats.{id}")
        return next((self.text(key) for key in keys if self.has(key)), id)

    def has(self, key: str) -> bool:
        """Whether there is such a sentence in this language or in English."""
        return self._find(key) is not None

    def words(self, key: str) -> Mapping[str, str]:
        """All sentences below `key`, by what follows it, unfilled: a whole section, or a part."""
        section, _, rest = key.partition(".")
        start = rest + "." if rest else ""
        found = dict(self._fallback.words(key)) if self._fallback else {}
        return found | {
            name[len(start) :]: words
            for name, words in self._section(section).items()
            if name.startswith(start)
        }

    def _find(self, key: str) -> str | None:
        if key not in self._found:
            section, _, name = key.partition(".")
            words = self._section(section).get(name)
            if words is None and self._fallback:
                words = self._fallback._find(key)
            self._found[key] = words
        return self._found[key]

    def _section(self, section: str) -> dict[str, str]:
        if section not in self._sections:
            path = resources.root("data") / "locales" / self.language / f"{section}.yaml"
            data = read_own(path) if path.is_file() else {}
            self._sections[section] = dict(_flat(data, ""))
        return self._sections[section]


def _flat(data: Any, name: str) -> list[tuple[str, str]]:
    if not isinstance(data, dict):
        return [(name, str(data))]
    found = []
    for key, value in data.items():
        found += _flat(value, f"{name}.{key}" if name else key)
    return found


def _fill(field: re.Match[str], values: Mapping[str, object]) -> str:
    name, one, many = field.groups()
    if name is None:
        return field[0][0]
    value = values.get(name, f"{{{name}}}")
    if one is None:
        return str(value)
    return f"{value} {one if value == 1 else many}"


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are words of."""
    folders = (resources.root("data") / "locales").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.is_dir()))


@cache
def locale(language: str = "en") -> Locale:
    """The words of a language, "en" or "de"; of an unknown language the English ones."""
    english = language == "en" or not re.fullmatch(r"[a-z]{2}", language)
    return Locale("en") if english else Locale(language, locale("en"))
