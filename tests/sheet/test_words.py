"""The compact words of the sheet language."""

from __future__ import annotations

import pytest

from cascadia_print.sheet.words import Names, WordError, parse_cell, parse_offer

NAMES = Names(
    lanes={"landmark:rivers": "landmark.rivers", "sun": "sky.sun"},
    same=frozenset({"same"}),
    pools=frozenset({"sun"}),
)


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("3pt", [[("points", 3, "")]]),
        ("bear", [[("animal", 1, "bear")]]),
        ("2elk", [[("animal", 2, "elk")]]),
        ("hawk+fox", [[("animal", 1, "hawk"), ("animal", 1, "fox")]]),
        ("2wild", [[("wild", 2, "")]]),
        ("nature", [[("nature", 1, "")]]),
        ("hex:forests", [[("hex", 1, "forests")]]),
        ("landmark:rivers", [[("lane", 1, "landmark.rivers")]]),
        ("sun", [[("lane", 1, "sky.sun")]]),
        ("same:*", [[("same", 1, "same")]]),
        ("pick:sun", [[("pick", 1, "sun")]]),
        # + binds tighter than |
        ("hex:any|3pt+bear", [[("hex", 1, "any")], [("points", 3, ""), ("animal", 1, "bear")]]),
    ],
)
def test_a_gain_word_is_read_and_written_back_as_it_stands(word, kinds):
    offer = parse_offer(word, NAMES)
    assert [[(g.kind, g.n, g.of) for g in side] for side in offer.sides] == kinds
    assert offer.word == word


@pytest.mark.parametrize(
    ("word", "offset", "length", "suggestion"),
    [
        ("3pt+waild", 4, 5, "wild"),
        ("2elc", 0, 4, "2elk"),
        ("hex:forest", 0, 10, "hex:forests"),
        ("landmark:river", 0, 14, "landmark:rivers"),
        ("landmrk:rivers", 0, 14, "landmark:rivers"),
        ("pick:rain", 0, 9, "pick:sun"),
        ("1elk", 0, 1, "elk"),
        ("0pt", 0, 1, None),
        ("pt", 0, 2, None),
        ("3pt+", 4, 1, None),
        ("bear|", 5, 1, None),
        ("3PT", 0, 3, "3pt"),
        ("12345678901pt", 0, 13, None),
    ],
)
def test_a_wrong_part_of_a_gain_word_is_named_with_what_was_meant(word, offset, length, suggestion):
    with pytest.raises(WordError) as caught:
        parse_offer(word, NAMES, offset=10)
    error = caught.value
    assert (error.offset, error.length, error.suggestion) == (10 + offset, length, suggestion)


@pytest.mark.parametrize(
    ("word", "habitats", "points", "offer", "start", "overflow"),
    [
        ("M", ("mountains",), None, "", False, False),
        ("P3", ("prairies",), 3, "", False, False),
        ("R0", ("rivers",), 0, "", False, False),
        ("W1+nature+hex:any", ("wetlands",), 1, "nature+hex:any", False, False),
        ("W/M", ("wetlands", "mountains"), None, "", False, False),
        (".+landmark:rivers", (), None, "landmark:rivers", False, False),
        ("*", (), None, "", True, False),
        ("O+wild", (), None, "wild", False, True),
    ],
)
def test_a_cell(word, habitats, points, offer, start, overflow):
    cell = parse_cell(word, NAMES)
    assert cell is not None
    assert (cell.habitats, cell.points, cell.offer.word) == (habitats, points, offer)
    assert (cell.start, cell.overflow) == (start, overflow)


def test_a_gap_in_the_grid_is_no_cell():
    assert parse_cell("-", NAMES) is None


@pytest.mark.parametrize(
    ("word", "id", "offset"),
    [
        ("X", "IN-cell", 0),
        ("M/X", "IN-cell", 2),
        ("m", "IN-cell", 0),
        ("M/M", "IN-split-twice", 0),
        ("*3", "IN-cell-points", 1),
        ("M3+", "IN-gain", 3),
        ("M3wild", "IN-cell", 0),
        ("M123", "IN-cell", 0),
    ],
)
def test_a_wrong_cell_is_named_where_it_is_wrong(word, id, offset):
    with pytest.raises(WordError) as caught:
        parse_cell(word, NAMES)
    assert (caught.value.id, caught.value.offset) == (id, offset)
