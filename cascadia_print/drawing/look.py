"""How a page looks and speaks: a theme's colours, the measures of a page, a language's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cascadia_print import resources
from cascadia_print.drawing.scene import Paint, Text
from cascadia_print.drawing.sizes import Sizes, sizes
from cascadia_print.sheet.faults import Unreadable, nearest
from cascadia_print.sheet.locale import Locale, locale
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.vocabulary import habitat_letters, wildlife_letters

DEFAULT = "color"
WIDEST = 2.2
"""The widest stroke at the edge of a page, in points: the layout leaves room for half of it."""


class UnknownTheme(ValueError):
    """No theme of that name in `data/themes/`."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name, self.known, self.suggestion = name, known, nearest(name, known)
        hint = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        super().__init__(f"unknown theme {name!r}{hint} (known: {', '.join(known)})")


@dataclass(frozen=True)
class Theme:
    """Colours as "#rrggbb" and what else is a matter of taste; `data/themes/` says more.

    `grounds` are the colours of hexagons (habitats, blank, overflow, start), `marks` those of a
    habitat's letter and icon, `textures` those of its pattern and of its icon in empty
    hexagons, `patterns` the names of the patterns, `icons` the colours of the other icons by
    kind.
    """

    name: str
    ink: str
    quiet: str
    border: str
    paper: str
    panel: str
    badge: str
    stroke: float
    grounds: Mapping[str, str]
    marks: Mapping[str, str]
    textures: Mapping[str, str]
    patterns: Mapping[str, str]
    icons: Mapping[str, str]


@cache
def names() -> tuple[str, ...]:
    """The names of the shipped themes."""
    return tuple(sorted(path.stem for path in _folder().glob("*.yaml")))


def theme(name: str | Path = DEFAULT) -> Theme:
    """A shipped theme by its name, or an author's by the path of its file.

    What a file leaves out is taken from the theme `color`. Raises UnknownTheme, and Unreadable
    with all faults of an author's file.
    """
    if name in names():
        return _shipped(str(name))
    file = Path(name)
    if file.suffix not in (".yaml", ".yml"):
        raise UnknownTheme(str(name), names())
    from cascadia_print.sheet.schema import check

    source = read_yaml(file)
    faults = check(source, "theme")
    if faults:
        raise Unreadable(faults)
    return _theme(file.stem, source.data)


@cache
def _shipped(name: str) -> Theme:
    return _theme(name, read_yaml(_folder() / f"{name}.yaml").data)


def _theme(name: str, data: Mapping[str, Any]) -> Theme:
    base = data if name == DEFAULT else read_yaml(_folder() / f"{DEFAULT}.yaml").data
    values: dict[str, Any] = {
        key: {**value, **data.get(key, {})} if isinstance(value, dict) else data.get(key, value)
        for key, value in base.items()
    }
    return Theme(name=name, **values)


def _folder() -> Path:
    return resources.root("data") / "themes"


@dataclass(frozen=True)
class Look:
    """A theme, measures and a language together: all that drawing asks besides the sheet."""

    theme: Theme
    size: Sizes
    words: Locale
    language: str
    letters: Mapping[str, str]
    """Habitat or animal -> the letter that stands for it on this page."""
    bare: bool = False
    """Patterns, and icons that only repeat a letter, are left out, so that ids have room."""

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
        return Paint(fill or self.theme.paper, self.theme.border, self.stroke(width))

    @property
    def broader(self) -> float:
        """By how much outlines reach further in and out than those of the default theme."""
        return max(0.0, (self.stroke(1.0) - 1.0) / 2)

    def stroke(self, width: float) -> float:
        """A width of lines in this theme, in points."""
        return min(width * self.theme.stroke, max(width, WIDEST))

    def plate(self, width: float) -> tuple[Paint, str]:
        """The ground of a badge, outlined where it is light, and the colour of text on it."""
        fill = self.theme.badge
        if sum(int(fill[k : k + 2], 16) for k in (1, 3, 5)) < 3 * 128:
            return Paint(fill), self.theme.paper
        return Paint(fill, self.theme.ink, width), self.theme.ink

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        bold: bool = False,
        quiet: bool = False,
        colour: str = "",
    ) -> Text:
        """Text centred at `x` on the baseline `y`."""
        fill = colour or (self.theme.quiet if quiet else self.theme.ink)
        return Text(x, y, text, size, fill, bold, "middle")

    def left(
        self, x: float, y: float, text: str, size: float, bold: bool = False, quiet: bool = False
    ) -> Text:
        """Text that starts at `x` on the baseline `y`."""
        return Text(x, y, text, size, self.theme.quiet if quiet else self.theme.ink, bold)


def look(theme_name: str | Path, language: str, large: bool = False) -> Look:
    """The look of a page. Raises as `theme` does."""
    animals = wildlife_letters(language) or wildlife_letters("en")
    letters = {name: letter for letter, name in (*habitat_letters().items(), *animals.items())}
    return Look(theme(theme_name), sizes(large), locale(language), language, letters)
