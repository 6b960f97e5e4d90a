"""What an owner may call a bonus, a hexagon and a place."""

from __future__ import annotations

import pytest

from cascadia_print.entry import spoken
from cascadia_print.entry.spoken import NotSo, names_of
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.sheet.words import Names, WordError

EN, DE = locale("en"), locale("de")


@pytest.fixture(scope="module")
def names() -> Names:
    return names_of(find_sheet("C"))


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("3", "3pt"),
        ("3pt", "3pt"),
        ("3 Points", "3pt"),
        ("1 point", "1pt"),
        ("any animal", "wild"),
        ("an animal of any type", "wild"),
        ("2 animals", "2wild"),
        ("2 tokens", "2nature"),
        ("a nature token", "nature"),
        ("1 bear", "bear"),
        ("2 elk", "2elk"),
        ("2x foxes", "2fox"),
        ("hawk+fox", "hawk+fox"),
        ("hawk and fox", "hawk+fox"),
        ("3 points and a hawk", "3pt+hawk"),
        ("hex", "hex:any"),
        ("free hexagon", "hex:any"),
        ("any hexagon", "hex:any"),
        ("hex:forests", "hex:forests"),
        ("hex f", "hex:forests"),
        ("forest hexagon", "hex:forests"),
        ("landmark:rivers", "landmark:rivers"),
        ("river landmark", "landmark:rivers"),
        ("lm R", "landmark:rivers"),
        ("sun", "sun"),
        ("hex or 3 points", "hex:any|3pt"),
        ("hex:any|3pt", "hex:any|3pt"),
        ("nothing", "-"),
        ("none", "-"),
        ("-", "-"),
        ("–", "-"),
        ("0", "-"),
    ],
)
def test_a_bonus_by_any_name(typed: str, word: str, names: Names) -> None:
    assert spoken.offer(typed, names, EN) == word
    assert spoken.offer(word, names, EN) == word


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("3 Punkte", "3pt"),
        ("beliebiges Tier", "wild"),
        ("2 Hirsche", "2elk"),
        ("Bussard und Fuchs", "hawk+fox"),
        ("Wald Sechseck", "hex:forests"),
        ("Sechseck oder 3 Punkte", "hex:any|3pt"),
        ("2 Zapfen", "2nature"),
        ("nichts", "-"),
        ("any animal", "wild"),
    ],
)
def test_german_names_and_the_english_ones_too(typed: str, word: str, names: Names) -> None:
    assert spoken.offer(typed, names, DE) == word


def test_a_sun_is_a_pick_where_the_sun_area_is_a_pool() -> None:
    assert spoken.offer("3 and a sun", names_of(find_sheet("A")), EN) == "3pt+pick:sun"


@pytest.mark.parametrize(
    ("typed", "better"),
    [("bera", "bear"), ("sunn", "sun"), ("landmark:rivrs", "landmark:rivers"), ("wolf", None)],
)
def test_an_unknown_word_says_what_is_near(typed: str, better: str | None, names: Names) -> None:
    with pytest.raises(WordError) as error:
        spoken.offer(typed, names, EN)
    assert error.value.suggestion == better


IDS = ("a1", "a2", "a3")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("- elk 1", ("-", "elk", "1pt")),
        ("nothing, 2 elk, 1 point", ("-", "2elk", "1pt")),
        ("2=elk", ("-", "elk", "-")),
        ("a3 = 2 tokens, 1=fox", ("fox", "-", "2nature")),
        ("all=4pt", ("4pt", "4pt", "4pt")),
        ("nothing", ("-", "-", "-")),
    ],
)
def test_a_row_in_full_or_only_what_is_there(
    typed: str, words: tuple[str, ...], names: Names
) -> None:
    assert spoken.row(typed, IDS, names, EN) == words
    assert spoken.row(" ".join(words), IDS, names, EN) == words


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("1 2", "number-of-values"),
        ("1, 2, 3, 4", "number-of-values"),
        ("4=elk", "no-place"),
        ("b1=elk", "no-place"),
        ("1=elk, fox", "pair"),
    ],
)
def test_a_row_that_does_not_fit(typed: str, key: str, names: Names) -> None:
    with pytest.raises(NotSo) as error:
        spoken.row(typed, IDS, names, EN)
    assert error.value.key == key


def test_a_pair_of_hexagons_may_be_named_from_either_end(names: Names) -> None:
    assert spoken.row("b1-a1=fox", ("a1-b1", "a2-b1"), names, EN) == ("fox", "-")


@pytest.mark.parametrize(
    ("typed", "cells"),
    [
        ("P1 w/m * . F", ("P1", "W/M", "*", ".", "F")),
        ("p1p2M", ("P1", "P2", "M")),
        ("- - w f", ("-", "-", "W", "F")),
        ("P1+landmark:m f2+fox", ("P1+landmark:mountains", "F2+fox")),
        ("p+token m+nothing", ("P+nature", "M")),
    ],
)
def test_hexagons_by_letters_and_points(typed: str, cells: tuple[str, ...], names: Names) -> None:
    assert spoken.cells(typed, names, EN) == cells
    assert spoken.cells(" ".join(cells), names, EN) == cells


@pytest.mark.parametrize("typed", ["X", "P1 Q", "W/W", ".3", "P1+sunn"])
def test_what_is_no_hexagon(typed: str, names: Names) -> None:
    with pytest.raises(WordError):
        spoken.cells(typed, names, EN)


def test_an_order_by_letters_names_and_beginnings() -> None:
    kinds = ("mountains", "forests", "prairies", "wetlands", "rivers")
    assert spoken.order("r w p f m", kinds, EN) == tuple(reversed(kinds))
    assert spoken.order("MFPWR", kinds, EN) == kinds
    assert spoken.order("Gebirge, Wald, Prärie, Feucht, Fluss", kinds, DE) == kinds
    animals = ("bear", "elk", "fox", "hawk", "salmon")
    assert spoken.order("b e f h s", animals, EN) == animals
    assert spoken.order("Bär Hirsch Fuchs Bussard Lachs", animals, DE) == animals
    for wrong in ("m m f p w", "m f p w", "m f p w x"):
        with pytest.raises(NotSo):
            spoken.order(wrong, kinds, EN)
