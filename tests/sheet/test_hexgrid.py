"""Neighbourhoods on small grids that can be checked by eye."""

from __future__ import annotations

from cascadia_print.sheet.hexgrid import connected, groups, neighbours


def test_a_hexagon_in_a_shifted_row_touches_the_columns_at_its_right():
    # stagger odd: row 1 (index 0) is shifted, as on sheets whose first row is the shorter one
    assert set(neighbours((2, 3), "odd")) == {(2, 2), (2, 4), (1, 3), (1, 4), (3, 3), (3, 4)}
    assert set(neighbours((1, 3), "odd")) == {(1, 2), (1, 4), (0, 2), (0, 3), (2, 2), (2, 3)}


def test_even_shifts_the_other_rows():
    assert set(neighbours((1, 3), "even")) == {(1, 2), (1, 4), (0, 3), (0, 4), (2, 3), (2, 4)}


def test_neighbourhood_is_mutual():
    for stagger in ("odd", "even", "none"):
        for row in range(1, 5):
            for col in range(1, 5):
                for near in neighbours((row, col), stagger):
                    assert (row, col) in neighbours(near, stagger)


def test_columns_without_stagger_touch_only_beside():
    assert set(neighbours((1, 1), "none")) == {(1, 0), (1, 2)}


def test_groups_hang_together():
    assert groups([(0, 0), (0, 1), (2, 0), (2, 1)], "odd") == [[(0, 0), (0, 1)], [(2, 0), (2, 1)]]
    assert connected([(0, 0), (1, 1), (2, 1)], "odd")
    assert not connected([(0, 0), (1, 2)], "odd")
