"""How a page looks and speaks: a theme's colours, the words and letters of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cascadia_print import resources
from cascadia_print.drawing.scene import Paint, Text
from cascadia_print.sheet.faults import nearest
from cascadia_print.sheet.locale import Locale, locale
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.vocabulary import habitat_letters, wildlife_letters

SMALL = 6.5
"""The smallest text of a page in points; only ids shown on request are smaller."""


class UnknownTheme(ValueError):
    """No theme of that name in `data/themes/`."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name, self.known, self.suggestion = name, known, nearest(name, known)
        hint = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        super().__init__(f"unknown theme {name!r}{hint} (known: {', '.join(known)})")


@dataclass(frozen=True)
class Theme:
    """Colours as "#rrggbb": text, quiet text, borders, paper, panels, grounds and signs."""

    name: str
    ink: str
    quiet: str
    border: str
    paper: str
    panel: str
    grounds: Mapping[str, str]
    signs: Mapping[str, str]


@cache
def theme(name: str = "color") -> Theme:
    """The theme of a name. Raises UnknownTheme."""
    folder = resources.root("data") / "themes"
    known = tuple(sorted(path.stem for path in folder.glob("*.yaml")))
    if name not in known:
        raise UnknownTheme(name, known)
    return Theme(name=name, **read_yaml(folder / f"{name}.yaml").data)


@dataclass(frozen=True)
class Look:
    """A theme and a language together: all that drawing asks besides the sheet."""

    theme: Theme
    words: Locale
    language: str
    letters: Mapping[str, str]
    """Habitat or animal -> the letter that stands for it on this page."""

    def say(self, key: str, **values: object) -> str:
        """A word of the section `page`."""
        return self.words.text(f"page.{key}", **values)

    def name(self, word: str) -> str:
        """The name of a score line, habitat, animal or lane."""
        for section in ("game.lines", "game.habitats", "game.wildlife", "page.lanes"):
            if self.words.has(f"{section}.{word}"):
                return self.words.text(f"{section}.{word}")
        return word.replace("-", " ").capitalize()

    def of(self, text: Mapping[str, str], default: str) -> str:
        """A text of a sheet in the page's language, else in English, else `default`."""
        return text.get(self.language) or text.get("en") or default

    def outline(self, fill: str = "", width: float = 0.7) -> Paint:
        """Paint of something that is marked or written in; no fill: the paper's colour."""
        return Paint(fill or self.theme.paper, self.theme.border, width)

    def text(
        self, x: float, y: float, text: str, size: float, bold: bool = False, quiet: bool = False
    ) -> Text:
        """Text centred at `x` on the baseline `y`."""
        fill = self.theme.quiet if quiet else self.theme.ink
        return Text(x, y, text, size, fill, bold, "middle")

    def left(
        self, x: float, y: float, text: str, size: float, bold: bool = False, quiet: bool = False
    ) -> Text:
        """Text that starts at `x` on the baseline `y`."""
        return Text(x, y, text, size, self.theme.quiet if quiet else self.theme.ink, bold)


def look(theme_name: str, language: str) -> Look:
    """The look of a page. Raises UnknownTheme."""
    animals = wildlife_letters(language) or wildlife_letters("en")
    letters = {name: letter for letter, name in (*habitat_letters().items(), *animals.items())}
    return Look(theme(theme_name), locale(language), language, letters)
