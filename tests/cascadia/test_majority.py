"""The bonus for the largest corridor (CA-5)."""

from __future__ import annotations

from itertools import product

import pytest

from cascadia_print.cascadia.majority import bonuses, ranges


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        # one player: 7 or more
        ((6,), (0,)),
        ((7,), (2,)),
        ((12,), (2,)),
        # two players
        ((5, 4), (2, 0)),
        ((4, 5), (0, 2)),
        ((4, 4), (1, 1)),
        ((3, 0), (2, 0)),
        ((0, 0), (0, 0)),
        # three and four; the first two were disputed in public (42, 43)
        ((7, 7, 5), (2, 2, 0)),
        ((8, 6, 6), (3, 0, 0)),
        ((5, 4, 3), (3, 1, 0)),
        ((3, 5, 4, 1), (0, 3, 1, 0)),
        ((5, 5, 5), (1, 1, 1)),
        ((5, 5, 5, 4), (1, 1, 1, 0)),
        ((6, 6, 6, 6), (1, 1, 1, 1)),
        ((6, 6, 4, 4), (2, 2, 0, 0)),
        ((6, 4, 4, 4), (3, 0, 0, 0)),
        ((5, 0, 0), (3, 0, 0)),
        ((5, 5, 0), (2, 2, 0)),
        ((0, 0, 0), (0, 0, 0)),
        # five and six: as three and four (a ruling)
        ((9, 8, 7, 6, 5), (3, 1, 0, 0, 0)),
        ((9, 9, 9, 8, 8, 1), (1, 1, 1, 0, 0, 0)),
        ((4, 6, 6, 5, 5, 1), (0, 2, 2, 0, 0, 0)),
    ],
)
def test_bonus(sizes: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert bonuses(sizes) == expected


@pytest.mark.parametrize("spans", [[(3, 5), (4, 4)], [(0, 3), (2, 3), (3, 3)], [(6, 7)]])
def test_ranges_are_those_of_all_cases(spans: list[tuple[int, int]]) -> None:
    cases = [*product(*(range(low, high + 1) for low, high in spans))]
    for k, (alone, both) in enumerate(ranges(spans)):
        assert alone == (min(bonuses(c)[k] for c in cases), max(bonuses(c)[k] for c in cases))
        sums = [c[k] + bonuses(c)[k] for c in cases]
        assert both == (min(sums), max(sums))


def test_too_many_cases_give_bounds() -> None:
    spans = [(0, 20)] * 4
    assert ranges(spans) == (((0, 3), (0, 23)),) * 4
