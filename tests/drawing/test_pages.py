"""Pages that are not scored: every one in every language, theme and print has room for all."""

from __future__ import annotations

from functools import cache

import pytest

from cascadia_print import resources
from cascadia_print.drawing.look import names as themes
from cascadia_print.drawing.scene import Scene, Text
from cascadia_print.drawing.sides import sides
from cascadia_print.sheet.lookup import load_printable
from cascadia_print.sheet.pages import Page
from tests.drawing.test_page import clashes, holds, pieces

FOLDER = resources.root("sheets") / "pages"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))

PAGE = pytest.mark.parametrize("name", NAMES)
LARGE = pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
GERMAN = pytest.mark.parametrize("language", ["en", "de"])


def page(name: str) -> Page:
    found = load_printable(FOLDER / f"{name}.yaml")
    assert isinstance(found, Page)
    return found


@cache
def drawn(name: str, language: str, theme: str, large: bool) -> tuple[Scene, ...]:
    return sides(page(name), language=language, theme=theme, large=large)


@PAGE
@GERMAN
@LARGE
@pytest.mark.parametrize("theme", themes())
def test_all_is_inside_and_large_enough(name: str, language: str, theme: str, large: bool) -> None:
    for side in drawn(name, language, theme, large):
        outside = [p.shape for p in pieces(side) if not holds(side.inside, p.box)]
        assert outside == []
        assert min(t.size for t in side.leaves() if isinstance(t, Text)) >= (14 if large else 6.5)


@PAGE
@GERMAN
@LARGE
@pytest.mark.parametrize("theme", ["color", "high-contrast"])
def test_no_text_stands_on_another_or_on_a_border(
    name: str, language: str, theme: str, large: bool
) -> None:
    for side in drawn(name, language, theme, large):
        assert clashes(side) == []
