"""Each finding about what lies there: a case that has it, one that has not, one on the boundary."""

from __future__ import annotations

import time
from random import Random

import pytest

from cascadia_print.cascadia import read
from cascadia_print.cascadia.cards import cards, landmark_cards
from cascadia_print.cascadia.judge import judge
from cascadia_print.cascadia.lines import Deck
from cascadia_print.cascadia.tiles import counts, starters
from cascadia_print.cascadia.write import as_json, as_text
from cascadia_print.report.words import would_be_legal
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json
from tests.cascadia.conftest import STARTER, Judged, alone, from_json, judged
from tests.cascadia.deal import game

A = "cards A\nnature 0\n"


def finished(seed: int = 7) -> str:
    """A finished legal environment as text."""
    return as_text({**game(Random(seed)), "cards": "family"})


def row(tiles: str, n: int, start: int = 2) -> str:
    """So many tiles in a row to the right of the starter."""
    return "\n".join(f"{q},0 {tiles}" for q in range(start, start + n))


def test_the_data_of_the_tiles() -> None:
    assert sum(counts().values()) == 85
    assert sum(n for (habitats, _), n in counts().items() if len(habitats) == 1) == 25
    assert set(starters()) == {"mountains", "forests", "prairies", "wetlands", "rivers"}
    for starter in starters().values():
        assert sorted({x for row in starter.edges for x in row}) == sorted("FMPRW")
        # All are cut alike, each between the keystone and the other tile.
        cuts = ["".join("ab"[edge != row[0]] for edge in row) for row in starter.edges]
        assert cuts == ["aaaaaa", "abbbaa", "aabbba"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_the_rules_allow_has_no_findings(players: int) -> None:
    random = Random(players)
    deck = Deck(cards(), landmark_cards())
    for _ in range(12):
        source = parse_json(as_json(game(random, players)), "x")
        for report in judge(read.read(source), deck):
            assert report.findings == (), report.findings
            for line in (*report.lines, report.total):
                assert line.as_marked == line.as_legal == line.up_to is not None


# -- tiles: CA-1 -----------------------------------------------------------------------------------


def test_two_tiles_in_one_place() -> None:
    here = alone(A + STARTER + "1,0 M b\n2,0 M e\n2,0 R b")
    assert here.texts == ["tile-twice"]
    assert here.place("tile-twice") == (9, 1)
    assert here.numbers("mountains") == (2, 1, 2)
    assert here.numbers("rivers") == (1, 1, 1)
    assert alone(A + STARTER + "1,0 M b\n2,0 M e").texts == []


def test_tiles_apart() -> None:
    here = alone(A + STARTER + "1,0 F b\n3,0 F b +b\n4,0 F f")
    assert here.texts == ["tiles-apart"]
    assert here.find("tiles-apart").values["places"] == ("3,0", "4,0")
    assert here.numbers("forests") == (2, 2, 2)
    assert here.numbers("bear") == (0, 0, 0)
    assert alone(A + STARTER + "1,0 F b\n2,0 F b\n3,0 F f").texts == []


def test_of_groups_without_a_starter_the_largest_counts() -> None:
    text = "0,0 F b\n1,0 F e\n5,0 F f\n6,0 F f\n9,0 F b"
    assert alone(A + text).numbers("forests") == (2, 2, 2)
    assert alone(A + text).texts == ["tiles-apart", "tiles-apart"]
    # Of two as large either may be the one.
    even = alone(A + "0,0 F b\n1,0 F e\n5,0 M b\n6,0 M e")
    assert even.numbers("forests") == even.numbers("mountains") == (2, 0, 2)


def test_the_group_with_the_starter_counts_though_another_is_larger() -> None:
    here = alone(A + STARTER + "7,0 F b\n8,0 F b\n9,0 F f\n10,0 F f")
    assert here.find("tiles-apart").at == "7,0"
    assert here.numbers("forests") == (4, 1, 1)


def test_a_tile_that_is_not_among_the_85() -> None:
    here = alone(A + STARTER + "1,0 F h")
    assert here.texts == ["tile-strange"]
    assert here.find("tile-strange").values["exist"] == "B, E, F"
    assert here.numbers("forests") == (2, 1, 1)
    assert alone(A + STARTER + "1,0 F h\n2,0 F h").numbers("forests") == (3, 1, 1)
    assert alone(A + STARTER + "1,0 F f").texts == []
    assert alone(A + STARTER + "1,0 FFPPRR bs").texts == ["tile-strange"]
    # With Landmarks there are others, which are not known.
    assert alone("landmarks\n" + A + STARTER + "1,0 F h").texts == []


def test_a_tile_more_often_than_it_is_there() -> None:
    two = A + STARTER + "1,0 F b\n2,0 F b\n"
    assert alone(two).texts == []
    here = alone(two + "3,0 F b")
    assert here.texts == ["tile-repeated"]
    assert here.find("tile-repeated").values["places"] == ("1,0", "2,0")
    # Whichever of the three is another tile: the corridor of four loses one, or is cut.
    assert here.numbers("forests") == (4, 2, 3)


def test_the_keystone_of_a_starter_is_one_more() -> None:
    """F E is a tile of its own, once, and the keystone of this starter."""
    assert counts()["F", "E"] == 1
    assert alone(A + STARTER + "1,0 F e").texts == []
    assert alone(A + STARTER + "1,0 F e\n2,0 F e").texts == ["tile-repeated"]


def test_one_tile_with_two_players() -> None:
    ana = f"player Ana\n{STARTER}1,0 MMMFFF bef\n2,0 M h\n"
    ben = """player Ben
0,0 M b
-1,1 FWWWFF ehf
0,1 RRPPPR bs
1,0 MMMFFF {}
"""
    first, second = judged(A.replace("nature 0\n", "") + ana + ben.format("bef"))
    assert first.texts == []
    assert second.texts == ["tile-repeated"]
    assert second.find("tile-repeated").values["places"] == ("Ana 1,0",)
    assert second.place("tile-repeated")[0] == 13
    # It may be either player's tile that is another one.
    assert first.numbers("mountains") == (2 + 2, 1 + 1, 2 + 2)
    assert judged("cards A\n" + ana + ben.format("beh"))[1].texts == []


def test_whoever_has_most_of_a_tile_is_told() -> None:
    ana = f"player Ana\n{STARTER}1,0 F b\n2,0 F b\n3,0 F b\n"
    ben = "player Ben\n0,0 M b\n-1,1 FWWWFF ehf\n0,1 RRPPPR bs\n1,0 F b\n"
    first, second = judged(f"cards A\n{ana}{ben}")
    assert (first.texts, second.texts) == (["tile-repeated"], [])
    assert first.find("tile-repeated").at == "3,0"
    assert first.find("tile-repeated").values["places"] == ("Ana 1,0", "Ana 2,0", "Ben 1,0")
    assert "note-elsewhere" in {note.text for note in second.report.notes}


def test_too_many_tiles() -> None:
    """23 are right, 24 with Landmarks."""
    whole = finished()
    assert alone(whole).texts == []
    here = alone(whole + _beside(whole))
    assert here.texts == ["tiles-many"]
    assert here["total"].as_legal is not None
    assert here["total"].as_legal <= here["total"].as_marked  # type: ignore[operator]
    assert "tiles-many" not in alone("landmarks\n" + whole + _beside(whole)).texts


def _beside(whole: str) -> str:
    """A tile that is not there yet, in a place beside the others."""
    rows = [line.split() for line in whole.splitlines() if "," in line.split()[0]]
    taken = {tuple(map(int, r[0].split(","))) for r in rows}
    shown = {("".join(sorted(set(r[1]))), "".join(sorted(r[2].upper()))) for r in rows}
    q, r = max(taken)
    habitats, shows = next(f for f in counts() if f not in shown and len(f[0]) == 1)
    return f"{q + 1},{r} {habitats} {shows.lower()}\n"


def test_an_unfinished_environment_is_a_note() -> None:
    here = alone(A + STARTER)
    assert here.report.verdict == "legal"
    assert [(n.text, dict(n.values)) for n in here.report.notes] == [
        ("note-solo", {}),
        ("note-unfinished", {"n": 3, "need": 23}),
    ]
    assert [n.text for n in alone(finished()).report.notes] == ["note-solo"]


def test_nature_tokens_that_are_not_said() -> None:
    """The total is not known; what it is without them is a note."""
    here = alone("cards A\n" + STARTER.replace("beh", "beh +b"))
    rest = (here["wildlife"].as_marked or 0) + (here["habitats"].as_marked or 0)
    assert here.numbers("total") == (None, None, None)
    assert [n.values["have"] for n in here.report.notes if n.text == "note-nature-unsaid"] == [rest]


# -- starters: CA-1 --------------------------------------------------------------------------------


def replaced(whole: str, k: int, tile: str) -> str:
    """The environment with another tile in place of its k-th."""
    lines = whole.splitlines()
    n = next(i for i, line in enumerate(lines) if "," in line.split()[0]) + k
    lines[n] = f"{lines[n].split()[0]} {tile}"
    return "\n".join(lines)


def test_no_starter() -> None:
    whole = finished()
    shown = {tuple(line.split()[1:3]) for line in whole.splitlines()}
    free = [f for f in counts() if len(f[0]) == 1 and (f[0], f[1].lower()) not in shown][:2]
    other = whole
    for k, (habitats, shows) in enumerate(free, 1):
        other = replaced(other, k, f"{habitats} {shows.lower()}")
    assert alone(other).texts == ["starter-none"]


def test_a_starter_that_is_broken() -> None:
    whole = finished()
    shown = {tuple(line.split()[1:3]) for line in whole.splitlines()}
    habitats, shows = next(
        f for f in counts() if len(f[0]) == 1 and (f[0], f[1].lower()) not in shown
    )
    assert alone(replaced(whole, 1, f"{habitats} {shows.lower()}")).texts == ["starter-broken"]


def test_a_starter_may_be_turned_as_a_whole() -> None:
    """All places and edges turned by 60 degrees: the same environment."""
    lines = []
    for line in finished().splitlines():
        words = line.split()
        if "," in words[0]:
            q, r = map(int, words[0].split(","))
            words[0] = f"{-r},{q + r}"
            words[1] = words[1][-1] + words[1][:-1]
        lines.append(" ".join(words))
    here, before = alone("\n".join(lines)), alone(finished())
    assert here.texts == []
    assert here["habitats"].as_marked == before["habitats"].as_marked
    assert here["wildlife"].as_marked == before["wildlife"].as_marked


def test_the_same_starter_with_two_players() -> None:
    first, second = judged(f"cards A\nplayer Ana\n{STARTER}player Ben\n{STARTER}")
    assert first.texts == []
    assert second.texts == ["starter-twice"]


def test_two_starters() -> None:
    whole = finished()
    edges = [line.split()[1] for line in whole.splitlines() if "," in line.split()[0]][1]
    other = next(s for s in starters().values() if edges not in s.edges)
    assert (
        "starter-several"
        in alone(replaced(whole, 5, f"{other.edges[1]} {other.shows[1].lower()}")).texts
    )


# -- tokens: CA-1, CA-2, CA-15 ---------------------------------------------------------------------


def test_two_tokens_on_a_tile() -> None:
    here = alone(A + STARTER.replace("beh", "beh +b +h"))
    assert here.texts == ["tokens-two"]
    assert here.place("tokens-two") == (5, 23)
    assert here.numbers("hawk") == (0, 0, 2)
    assert alone(A + STARTER.replace("beh", "beh +b")).texts == []


def test_a_tile_that_was_entered_twice_is_one_fault_with_its_tokens() -> None:
    two = "1,0 M b +b\n1,0 R h {}\n"
    here = alone(A + STARTER + two.format("+h"))
    assert here.texts == ["tile-twice"]
    assert (here.numbers("bear"), here.numbers("hawk")) == ((0, 0, 0), (0, 0, 2))
    # The token may belong to either of the two tiles.
    assert alone(A + STARTER + "1,0 R h\n1,0 M b +b").texts == ["tile-twice"]
    assert alone(A + STARTER + two.format("+h +h")).texts == ["tile-twice", "tokens-two"]
    assert alone(A + STARTER + two.format("+f")).texts == ["tile-twice", "token-not-shown"]


def test_which_of_two_tiles_in_one_place_is_right_is_not_known() -> None:
    """So none of them is one too many, and a starter that the other one has whole is not broken."""
    two = A + STARTER + "1,0 F b\n2,0 F b\n3,0 F b\n3,0 F f"
    assert alone(two).texts == ["tile-twice"]
    assert alone(two).numbers("forests") == (4, 4, 4)
    whole = finished()
    place = whole.splitlines()[next(k for k, x in enumerate(whole.splitlines()) if "," in x[:5])]
    assert alone(whole.replace(place, f"{place.split()[0]} F b\n{place}")).texts == ["tile-twice"]


def test_the_wrong_one_of_two_tokens_is_one_fault() -> None:
    here = alone(A + STARTER + "1,0 M b +b +h")
    assert here.texts == ["token-not-shown"]
    assert here.place("token-not-shown") == (7, 13)


def test_a_token_that_its_tile_does_not_show() -> None:
    here = alone(A + STARTER.replace("sf", "sf +h"))
    assert here.texts == ["token-not-shown"]
    assert here.find("token-not-shown").values == {"kinds": ("hawk",), "options": ("salmon", "fox")}
    assert here.numbers("hawk") == (2, 0, 0)
    assert alone(A + STARTER.replace("sf", "sf +f")).texts == []


def test_a_void_token_never_makes_more_than_the_ink() -> None:
    """Without the wrong hawk the other one would count; as legal it stays what is certain."""
    text = A + STARTER.replace("beh", "beh +h") + "1,0 F f"
    wrong = text.replace("WWPPPW  sf", "WWPPPW  sf +h")
    assert alone(text).numbers("hawk") == (2, 2, 2)
    assert alone(wrong).numbers("hawk") == (0, 0, 2)


def test_a_token_without_a_tile() -> None:
    assert alone(A + STARTER + "b1,0").texts == ["token-nowhere"]
    assert alone(A + STARTER + "1,0 F b\nb1,0").texts == []


@pytest.mark.parametrize(("n", "texts"), [(20, []), (21, ["tokens-many"])])
def test_twenty_tokens(n: int, texts: list[str]) -> None:
    tokens = " ".join(f"{'hs'[k % 2]}{k},0" for k in range(n))
    here = alone(A + tokens)
    assert [t for t in here.texts if t != "tiles-missing"] == texts
    marked, legal, most = here.numbers("hawk")
    assert (marked, most) == (26, 26)
    assert legal == 26


def test_one_token_too_many_is_a_range() -> None:
    """21 tokens, three of them in a run: without one of these it is a run of two."""
    rest = " ".join(f"b{2 * k},{2 * k + 3}" for k in range(18))
    here = alone(A + f"s0,0 s1,0 s2,0 {rest}")
    assert here.numbers("salmon") == (8, 4, 8)


def test_far_too_many_tokens_cannot_be_told() -> None:
    here = alone(A + " ".join(f"b{2 * k},0" for k in range(40)))
    assert here.numbers("bear") == (0, None, None)
    assert "tokens-many" in here.texts


@pytest.mark.parametrize(
    ("n", "landmarks", "texts"),
    [
        (20, "", []),
        (21, "", ["kind-many"]),
        (27, "landmarks\n", []),
        (28, "landmarks\n", ["kind-many"]),
    ],
)
def test_tokens_of_a_kind(n: int, landmarks: str, texts: list[str]) -> None:
    """As many as the bag holds, over all players."""
    ana = " ".join(f"b{2 * k},0" for k in range(15))
    ben = " ".join(f"b{2 * k},0" for k in range(n - 15))
    first, second = judged(f"cards A\n{landmarks}player Ana\n{ana}\nplayer Ben\n{ben}")
    found = [t for j in (first, second) for t in j.texts if t != "tiles-missing"]
    assert found == texts


def test_of_too_many_of_a_kind_any_may_be_wrong() -> None:
    """One of 21 bears is none: whoever has some of them may have one less."""
    ana = " ".join(f"b{4 * k},0 b{4 * k + 1},0" for k in range(3))
    ben = " ".join(f"b{2 * k},0" for k in range(15))
    text = f"cards A\nplayer Ana\n{ana}\nplayer Ben\n{ben} e0,5\nplayer Cem\ne0,0"
    first, second, third = judged(text)
    assert "kind-many" in second.texts
    assert first.numbers("bear") == (19, 11, 19)
    assert (first.numbers("elk"), second.numbers("elk"), third.numbers("elk")) == (
        *((0, 0, 0), (2, 2, 2), (2, 2, 2)),
    )
    assert [n.values for n in first.report.notes if n.text == "note-elsewhere"] == [
        {"players": ("Ben",)}
    ]
    assert "note-elsewhere" not in {n.text for j in (second, third) for n in j.report.notes}


def test_one_token_entered_twice_is_not_one_too_many_of_a_kind() -> None:
    ana = " ".join(f"b{2 * k},0" for k in range(10))
    assert "kind-many" not in judged(f"cards A\nplayer Ana\n{ana} b0,0\nplayer Ben\n{ana}")[0].texts


def test_what_tiles_show_may_be_missing() -> None:
    here = alone(A + STARTER + "1,0 F +b\n2,0 M")
    assert here.texts == ["shows-missing"]
    assert here.report.verdict == "cannot-tell"
    assert alone(A + STARTER + "1,0 F b +b\n2,0 M").texts == []


@pytest.mark.parametrize(("n", "texts"), [(1, []), (2, ["nature-many"])])
def test_nature_tokens_come_from_keystones(n: int, texts: list[str]) -> None:
    here = alone(f"cards A\nnature {n}\n" + STARTER.replace("beh", "beh +b") + "1,0 F b +b")
    assert here.texts == texts
    assert here.numbers("nature") == (n, 1, 1)
    assert here.report.nature == 1  # by which ties are broken


def test_nature_tokens_of_a_token_that_may_not_lie_there() -> None:
    """The ink has earned it, what is legal has not: a consequence, not a fault of its own."""
    here = alone("cards A\nnature 1\n" + STARTER.replace("F       e", "F       e  +b"))
    assert here.texts == ["token-not-shown"]
    assert here.numbers("nature") == (1, 0, 0)
    both = alone("landmarks\ncards A\nnature 1\n0,0 F e +e !F:L")
    assert both.texts == ["landmark-corridor"]
    # Of two tiles in one place either may be the one with the token.
    two = alone("cards A\nnature 1\n" + STARTER + "1,0 MMMFFF bh\n1,0 M b +b")
    assert two.texts == ["tile-twice"]
    assert two.numbers("nature") == (1, 0, 1)


# -- entries ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "text", "place"),
    [
        ("1,0 MXMMMM b", "edges-word", (7, 6)),
        ("1,0 MMMMM b", "edges-word", (7, 5)),
        ("1,0 MMMMMMM b", "edges-word", (7, 5)),
        ("1,0 X b", "habitats-word", (7, 5)),
        ("1,0 FF b", "habitats-word", (7, 5)),
        ("1,0 F bq", "shows-word", (7, 7)),
        ("1,0 F bb", "shows-word", (7, 7)),
        ("1,0 FW FFFPPP eh", "edges-habitats", (7, 8)),
        ("1,0 FWFWFW eh", "edges-order", (7, 5)),
        ("1,0 FFFFWW eh", "edges-order", (7, 5)),
        ("1,0 F b\nx1,0", "token-unknown", (8, 1)),
        ("1,0 F b\nbeer1,0", "token-unknown", (8, 1)),
        ("ruling salmon-brunch designer", "ruling-unknown", (7, 22)),
        ("ruling salmon-branch desinger", "ruling-unknown", (7, 22)),
        ("9999,0 F b", "place-unknown", (7, 1)),
        ("claims mountains 7+3+1", "claim-parts", (7, 18)),
        ("claims bear 4+1", "claim-parts", (7, 13)),
        ("claims bear -4", "claim-negative", (7, 13)),
    ],
)
def test_a_wrong_entry_has_its_place(written: str, text: str, place: tuple[int, int]) -> None:
    here = alone(A + STARTER + written)
    assert here.texts == [text]
    assert here.place(text) == place


def test_a_card_that_does_not_exist() -> None:
    here = alone("cards bear A elk Q\nb0,0 b1,0 e0,3")
    assert here.place("card-unknown") == (1, 18)
    legal = would_be_legal(here.find("card-unknown"), None, locale("en"))
    assert legal == "One of A, B, C, D, E, F or G."
    assert here.numbers("elk") == (None, None, None)
    assert here.numbers("bear") == (4, 4, 4)


def test_cards_for_all_animals_in_json() -> None:
    """A letter as in text; what is no card is told once, and not as one of an animal."""
    file = '{"format": "cascadia-print/environment", "cards": "%s", "tokens": {"0,0": "elk"}}'
    assert from_json(file % "A").numbers("elk") == (2, 2, 2)
    here = from_json(file % "famly")
    assert here.texts == ["cards-unknown", "tiles-missing"]
    assert here.numbers("elk") == (None, None, None)


def test_a_card_that_is_not_said_matters_only_with_its_animal() -> None:
    assert alone("cards bear A\nb0,0 b1,0").texts == ["tiles-missing"]
    here = alone("cards bear A\nb0,0 b1,0 e0,3")
    assert here.texts == ["card-missing", "tiles-missing"]
    assert here.numbers("wildlife") == (None, None, None)
    assert (here.find("card-missing").rule, here.place("card-missing")) == ("CA-15", (2, 1))
    # Card E is not one of the base game (LM-6).
    assert alone("cards elk E\ne0,3").find("card-needs-numbers").rule == "LM-6"


def test_players_of_a_game_score_by_the_same_cards() -> None:
    text = "player Ana\ncards A\nb0,0\nplayer Ben\ncards {}\nb0,0"
    assert "cards-differ" in judged(text.format("B"))[1].texts
    assert "cards-differ" not in judged(text.format("A"))[1].texts
    # One slip is one fault; and it need not be the first player who says what is in play.
    late = "player Ana\nb0,0\nplayer Ben\ncards A\nb0,0\nplayer Cem\ncards family\nb0,0"
    ana, ben, cem = judged(late)
    assert "cards-differ" not in (*ana.texts, *ben.texts)
    assert cem.find("cards-differ").values == {
        "kinds": ("bear", "salmon", "elk", "hawk", "fox"),
        **{"have": "family", "need": "A", "player": "Ben"},
    }


def test_numbers_of_somebody_who_is_not_there() -> None:
    first, second = judged("cards A\nplayer Ana\nb0,0\nplayer Ben\nb0,0\npad Ana Benn\nbear 0 0")
    assert first["bear"].claimed == 0
    assert second.find("player-unknown").values == {"value": "Benn", "nearest": "Ben"}
    assert second.place("player-unknown") == (6, 9)


@pytest.mark.parametrize("written", ["b", "FWX b", "FFFWW b", "FW FFFPPP b"])
def test_a_tile_of_which_nothing_is_known_may_have_any_habitat(written: str) -> None:
    """What is not said, or wrongly, is no habitat that is not there."""
    text = f"{A}{STARTER}1,0 {written}\n2,0 F b\nclaims forests {{}}"
    here = alone(text.format(3))
    assert here.numbers("forests") == (1, 1, 3)
    assert here.numbers("mountains") == (1, 1, 1)
    assert len(here.texts) == 1
    assert here.report.findings[0].kind == ("illegal" if " " in written else "cannot-tell")
    assert alone(text.format(4)).find("claim-more").values["right"] == 3


def test_a_landmark_on_a_tile_of_which_nothing_is_known() -> None:
    row = "".join(f"{q},0 F b\n" for q in range(4))
    text = f"landmarks\n{A}{row}4,0 f !F:K\n"
    here = alone(text)
    assert here.texts == ["landmark-open", "edges-missing"]
    assert here.numbers("landmarks") == (4, 0, 5)
    # The last tile may be one more corridor of forests; the largest is the same.
    assert alone(text.replace("4,0 f", "4,0 F f") + "5,0 M e\n6,0 h").numbers("landmarks") == (
        4,
        4,
        5,
    )


# -- edges that are not given ----------------------------------------------------------------------


def test_edges_that_matter() -> None:
    here = alone(A + STARTER + "1,0 FW eh\n")
    assert here.numbers("forests") == (1, 1, 2)
    assert here.find("edges-missing").values["places"] == ("1,0",)
    assert here.place("edges-missing") == (7, 1)
    assert here.report.verdict == "cannot-tell"


def test_edges_that_do_not_matter() -> None:
    """Alone among other habitats a tile can be turned as it will."""
    here = alone(A + STARTER + "1,0 P e\n2,0 FW eh\n")
    assert here.texts == []
    assert here.numbers("forests") == (1, 1, 1)


def test_tokens_that_are_not_said_are_not_none() -> None:
    """In JSON; in the text form a line says all that lies there."""
    tile = '"tiles": [{"at": "0,0", "edges": "FFFFFF", "shows": "B"}]'
    here = from_json(f'{{"format": "cascadia-print/environment", "nature": 1, {tile}}}')
    assert here.texts == ["tokens-missing"]
    assert here.numbers("wildlife") == (None, None, None)
    assert here.numbers("habitats") == (1, 1, 1)
    none = from_json(f'{{"format": "cascadia-print/environment", "tokens": {{}}, {tile}}}')
    assert none.texts == []
    assert none.numbers("wildlife") == (0, 0, 0)


def test_tokens_alone_are_enough_for_wildlife() -> None:
    here = alone("cards A\nb0,0 b1,0 f0,1")
    assert here.numbers("bear") == (4, 4, 4)
    assert here.numbers("fox") == (1, 1, 1)
    assert here.numbers("habitats") == (None, None, None)
    assert here.texts == ["tiles-missing"]
    assert isinstance(here, Judged)


@pytest.mark.parametrize(
    "lines",
    [
        [f"{k},0 F b" for k in range(900)],
        [f"{k % 30},{k // 30} FW eh" for k in range(900)],
        [f"{k % 5},{k // 5} {tile}" for tile in ("F b", "M b") for k in range(20)],
        [f"e{k % 5},{k // 5}" for k in range(21)],
        [f"e{k % 30},{k // 30} h{k % 30},{k // 30}" for k in range(900)],
        ["landmarks", *(f"{k % 30},{k // 30} F b !F:L" for k in range(300))],
    ],
    ids=["same", "open", "twice", "elk", "tokens", "landmarks"],
)
def test_nonsense_does_not_take_long(lines: list[str]) -> None:
    """More than a game has, and all of it wrong: an answer all the same."""
    start = time.process_time()
    here = alone("cards elk B bear C salmon D hawk D fox D\nnature 1\n" + "\n".join(lines))
    assert here.report.findings
    assert time.process_time() - start < 10


def test_a_tile_that_was_typed_twice_is_no_tile_too_many() -> None:
    here = alone("0,0 F e\n-1,1 MRRRMM beh\n0,1 WWPPPW sf\n1,0 PPFFFP be\n1,0 PPFFFP be\n")
    assert "tile-twice" in here.texts
    assert "tile-repeated" not in here.texts


@pytest.mark.parametrize(("n", "texts"), [(20, []), (21, ["nature-many"])])
def test_without_tiles_there_may_be_more_keystones_than_tokens(n: int, texts: list[str]) -> None:
    """Who scores his bears alone has other tokens too (CA-2)."""
    here = alone(f"cards A\nnature {n}\nb0,0 b1,0")
    assert [text for text in here.texts if text != "tiles-missing"] == texts


def test_tiles_of_two_starters_before_the_end() -> None:
    """Whoever has laid few tiles has one starter too (CA-1); Landmarks may have such tiles."""
    two = "cards A" + STARTER + "1,0 RRFFFR esh"
    assert alone(two).texts == ["starter-several"]
    assert alone("landmarks\n" + two).texts == []
    assert alone("cards A" + STARTER + "1,0 RRFFFR bf").texts == []
