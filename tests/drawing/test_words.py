"""The words of the page: every language says all of them, with the same values."""

from __future__ import annotations

import re

import pytest

from cascadia_print import resources
from cascadia_print.sheet.locale import Locale

LANGUAGES = sorted(p.name for p in (resources.root("data") / "locales").iterdir() if p.is_dir())


@pytest.mark.parametrize("section", ["page", "game"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_misses_a_word(language: str, section: str) -> None:
    def fields(language: str) -> dict[str, list[str]]:
        words = Locale(language).words(section)
        return {key: sorted(re.findall(r"\{(\w+)", text)) for key, text in words.items()}

    assert fields(language) == fields("en")
    assert all(text.strip() for text in Locale(language).words(section).values())
