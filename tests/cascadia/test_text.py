"""The compact text form: what it holds, where each word stands, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from cascadia_print.cascadia import read, text
from cascadia_print.cascadia.write import as_json, as_text
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.located import parse_json
from tests.cascadia.deal import game

WHOLE = """\
# invented
cards bear A elk C
landmarks
note first
note second
player Ana Maria  # her own words
nature 3
0,0  M    b   +b
1,0  F/W  be  !F:L
2,0  FFFWWW  be +e +f
b3,0 e4,0
claims bear 4 mountains 7+3
player Ben
ruling salmon-branch designer
0,0 R s +salmon !L
pad Ana Maria, Ben
bear 4 -
forests 5 6
forests-bonus 3 1
"""


def data(written: str) -> dict[str, object]:
    found = text.parse(written, "t.txt").data
    assert isinstance(found, dict)
    return found


def test_a_game() -> None:
    game = data(WHOLE)
    ana, ben = game.pop("players")  # type: ignore[misc]
    assert game == {
        "format": "cascadia-print/game",
        "version": 1,
        "cards": {"bear": "A", "elk": "C"},
        "note": "first second",
        "pad": [
            {"player": "Ana Maria", "claims": {"bear": 4, "forests": [5, 3]}},
            {"player": "Ben", "claims": {"forests": [6, 1]}},
        ],
    }
    assert ana == {
        "format": "cascadia-print/environment",
        "player": "Ana Maria",
        "nature": 3,
        "tiles": [
            {"at": "0,0", "habitats": "M", "shows": "B"},
            {"at": "1,0", "habitats": "FW", "shows": "BE"},
            {"at": "2,0", "edges": "FFFWWW", "shows": "BE"},
        ],
        "tokens": {"0,0": "bear", "2,0": ["elk", "fox"], "3,0": "bear", "4,0": "elk"},
        "landmarks": [{"habitat": "forests", "at": "1,0", "card": "L"}],
        "claims": {"bear": 4, "mountains": [7, 3]},
    }
    assert ben["tokens"] == {"0,0": "salmon"}
    assert ben["landmarks"] == [{"habitat": "rivers", "at": "0,0", "card": "L"}]
    assert ben["rulings"] == {"salmon-branch": "designer"}


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("cards", "elk"), (2, 18)),
        (("players", 0, "nature"), (7, 8)),
        (("players", 0, "tiles", 1, "shows"), (9, 11)),
        (("players", 0, "tokens", "2,0", 1), (10, 21)),
        (("players", 0, "tokens", "4,0"), (11, 6)),
        (("players", 0, "landmarks", 0), (9, 16)),
        (("players", 0, "claims", "mountains", 1), (12, 25)),
        (("pad", 1, "claims", "forests", 1), (19, 17)),
    ],
)
def test_each_word_knows_its_place(path: tuple[str | int, ...], place: tuple[int, int]) -> None:
    assert text.parse(WHOLE, "t.txt").position(path) == place


def test_one_player_is_an_environment() -> None:
    alone = {"format": "cascadia-print/environment", "version": 1, "tokens": {"0,0": "bear"}}
    assert data("b0,0") == alone
    assert data("cards B\nplayer Ana\nb0,0")["cards"] == dict.fromkeys(
        ("bear", "salmon", "elk", "hawk", "fox"), "B"
    )
    assert data("cards family\nb0,0")["cards"] == "family"


def test_a_pad_alone() -> None:
    assert data("landmarks\ncards A\npad Ana Ben\ntotal 80 -")["players"] == [
        {"player": "Ana", "claims": {"total": 80}},
        {"player": "Ben", "claims": {}},
    ]
    assert data("landmarks\npad Ana\ntotal 8")["landmarks"] is True


def test_lines_end_as_they_will() -> None:
    one = data("player Ana\n0,0 M b +b\n")
    assert data("\ufeffplayer Ana\r\n0,0 M b +b\r\n") == one
    assert data("player Ana\r0,0 M b +b") == one


@pytest.mark.parametrize(
    ("written", "id", "place", "suggestion"),
    [
        ("playr Ana", "TX-line", (1, 1), "player"),
        ("b0,0\n(0,0) M", "TX-line", (2, 1), "0,0"),
        ("0, -1 M b", "TX-line", (1, 1), "0,-1"),
        ("0.2 M b", "TX-line", (1, 1), "0,2"),
        ("pad Ana\n3 2", "TX-line", (2, 1), None),
        ("palyer Ana\n0,0 M b\nplayer Ben\n0,0 M b", "TX-line", (1, 1), "player"),
        ("pad Ana\nbeer 4", "TX-line", (2, 1), "bear"),
        ("nature 1\n0,0 M b\nplayer Ana", "TX-before-player", (2, 1), None),
        ("nature many", "TX-number", (1, 8), None),
        ("nature", "TX-number", (1, 1), None),
        ("claims bear four", "TX-number", (1, 13), None),
        ("claims bear", "TX-pairs", (1, 8), None),
        ("cards", "TX-pairs", (1, 1), None),
        ("cards beer A", "TX-name", (1, 7), "bear"),
        ("claims beer 4", "TX-name", (1, 8), "bear"),
        ("cards bear A bear B", "TX-twice", (1, 19), None),
        ("cards family\ncards bear A", "TX-twice", (2, 1), None),
        ("nature 1\nnature 2", "TX-twice", (2, 8), None),
        ("0,0 M F b", "TX-twice", (1, 7), None),
        ("pad Ana\npad Ben", "TX-twice", (2, 1), None),
        ("landmarks L", "TX-rest", (1, 11), None),
        ("0,0 Mb", "TX-tile", (1, 5), None),
        ("0,0 M b +", "TX-tile", (1, 9), None),
        ("b0,0 e1", "TX-token", (1, 6), None),
        ("pad", "TX-pad", (1, 1), None),
        ("pad Ana Ben\nbear 1 2 3 4", "TX-columns", (2, 10), None),
        ("pad Ana Maria, Ben\nbear 1", "TX-columns", (2, 6), None),
        ("0,0 M b b", "TX-shows-twice", (1, 9), None),
        ("pad Ana\nforests 3/2\nforests-bonus 3", "TX-bonus", (3, 15), None),
        ("pad Ana\nforests-bonus 3\nforests-bonus 3", "TX-twice", (3, 15), None),
        ("0,0 mmmppp b", "TX-small", (1, 5), None),
        ("", "IN-empty", (0, 0), None),
        (" \n\n", "IN-empty", (0, 0), None),
    ],
)
def test_faults(written: str, id: str, place: tuple[int, int], suggestion: str | None) -> None:
    with pytest.raises(Unreadable) as error:
        text.parse(written, "t.txt")
    (fault,) = error.value.faults
    assert (fault.id, (fault.line, fault.column), fault.suggestion) == (id, place, suggestion)


def test_all_faults_at_once() -> None:
    with pytest.raises(Unreadable) as error:
        text.parse("playr Ana\nnature x\n0,0 Mb\n", "t.txt")
    assert [f.line for f in error.value.faults] == [1, 2, 3]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_there_and_back(players: int) -> None:
    """Text and JSON say the same."""
    random = Random(players)
    for _ in range(10):
        first = game(random, players)
        first = {"version": 1, **first}
        again = data(as_text(first))
        assert json.loads(as_json(again)) == again
        assert _same(first, again)


def _same(first: dict[str, object], again: dict[str, object]) -> bool:
    """The same things lie there; only how a keystone's edges are written differs."""

    def bare(source: dict[str, object]) -> object:
        found = read.read(parse_json(json.dumps(source), "x"))
        return [
            (
                p.player,
                p.tokens,
                sorted((x.tile.at, x.tile.edges, x.tile.shows) for x in p.tiles or ()),
                dict(p.cards),
                p.nature,
            )
            for p in found.players
        ]

    return bare(first) == bare(again)


def test_what_text_can_say_comes_back() -> None:
    first = data(WHOLE)
    assert data(as_text(first)) == first
    pad = data("landmarks\npad Ana, Ben\nbear 4 5\nforests 5 6\nforests-bonus 3 1\ntotal 80 -")
    assert data(as_text(pad)) == pad


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("player Ana\n0,0 M b +b\n", True),
        ("\ufeff# ours\n\ncards A\nb0,0 b1,0\n", True),
        ("b0,0 b1,0\n", True),
        ("pad Ana Ben\nbear 4 4\n", True),
        ("landmarks\npad Ana\n", True),
        ("player Ana\n0,0 M b\nslip\n", True),
        ("note buy milk\nplayer piano\n", False),
        ("Dear all,\n0,0 M b\n", False),
        ("A@1 Zumwalt Prairie\nRow 1\n", False),
        ("", False),
    ],
)
def test_a_text_of_this_kind_is_known_in_a_folder(
    written: str, known: bool, tmp_path: Path
) -> None:
    file = tmp_path / "x.txt"
    file.write_text(written, "utf-8")
    assert text.ours(file) == known


def test_a_bonus_may_stand_in_a_row_of_two_words() -> None:
    apart = "pad Ana Ben\nmountains 7 4\nmountains bonus 2 0\n"
    together = "pad Ana Ben\nmountains 7/2 4/0\n"
    assert text.parse(apart, "t.txt").data == text.parse(together, "t.txt").data


def test_an_animal_may_begin_with_a_capital() -> None:
    assert text.parse("Bear0,0 b1,0", "t.txt").data["tokens"] == {"0,0": "bear", "1,0": "bear"}


def test_words_as_they_are_printed_in_german_or_with_capitals_are_understood() -> None:
    said = """
        Landmarken
        Karten Bär A Füchse C
        Spieler Ute
        Zapfen 1
        0,0 F e +e
        Wertungsblock Ute Jan
        Bär 4 0
        Wald 10 13
        Wald Bonus 0 2
        Summe 66 -
    """
    meant = """
        landmarks
        cards bear A fox C
        player Ute
        nature 1
        0,0 F e +e
        pad Ute Jan
        Bears 4 0
        forests 10 13
        forests-bonus 0 2
        Total 66 -
    """
    assert data(said) == data(meant)
