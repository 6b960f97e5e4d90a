"""Perft: how many pictures of n marks there are, stored, and equal to a brute-force count."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print.rules.legal import legal_marks
from cascadia_print.sheet.lookup import load_sheet
from cascadia_print.sheet.model import Sheet
from tests.second_scorer import ANIMALS, reachable_pictures
from tests.test_forward_play import sheet

TINY = Path(__file__).parent / "golden" / "tiny"

TO_THE_END = {
    "down": [1, 2, 3, 4, 4, 3, 2, 1],
    "right": [1, 2, 3, 4, 5, 6, 5, 3, 1],
    "touching-around-a-blank": [1, 2, 3, 5, 7, 5, 1],
}
FIRST_MARKS = {
    "A": [1, 5, 15, 35, 70],
    "B": [1, 5, 15, 35, 70],
    "C": [1, 6, 28],
    "D": [1, 60, 1770],
}
"""Values are ignored, and so are picks and bonuses. Of five columns or rows, n marks are given
to them in 5, then 15 ways; of 60 hexagons any n; around the star are six."""

WITH_LETTERS = {"D": [1, 300, 44250]}
"""The same where each hexagon holds one of five animals: 5 and 25 times as many."""


def offered(paper: Sheet, depth: int) -> list[int]:
    """The number of pictures of 0, 1, ... marks that `legal_marks` leads to."""
    pictures = {frozenset[str]()}
    counts = []
    for _ in range(depth + 1):
        counts.append(len(pictures))
        pictures = {p | {i} for p in pictures for i in legal_marks(paper, dict.fromkeys(p, True))}
    return counts


def brute_force(paper: Sheet, depth: int) -> list[int]:
    sizes = [len(picture) for picture in reachable_pictures(paper, depth)]
    return [sizes.count(n) for n in range(depth + 1)]


@pytest.mark.parametrize("name", TO_THE_END)
def test_tiny_sheets_to_the_end(name: str) -> None:
    paper = load_sheet(TINY / f"{name}.yaml")
    counts = TO_THE_END[name]
    assert offered(paper, len(counts)) == [*counts, 0]
    assert brute_force(paper, len(counts)) == [*counts, 0]


@pytest.mark.parametrize("name", FIRST_MARKS)
def test_the_first_marks_of_the_four_sheets(name: str) -> None:
    depth = len(FIRST_MARKS[name]) - 1
    assert offered(sheet(name), depth) == FIRST_MARKS[name]
    assert brute_force(sheet(name), depth) == FIRST_MARKS[name]


@pytest.mark.parametrize("name", WITH_LETTERS)
def test_pictures_with_their_letters(name: str) -> None:
    """What may be marked does not depend on the animals that stand there."""
    paper = sheet(name)
    kinds = len(ANIMALS)
    first = [(i, a) for i in legal_marks(paper, {}) for a in ANIMALS]
    second = {
        frozenset({(id, animal), (other, kind)})
        for id, animal in first
        for other in legal_marks(paper, {id: animal})
        for kind in ANIMALS
    }
    assert [1, len(first), len(second)] == WITH_LETTERS[name]
    assert len(first) == kinds * FIRST_MARKS[name][1]
