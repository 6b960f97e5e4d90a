"""Landmarks: where they may lie, what cards score, what only an owner knows (LM-1 to LM-7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print.cascadia.cards import cards, landmark_cards
from cascadia_print.cascadia.lines import Deck
from tests.cascadia.conftest import STARTER, alone, from_json, judged

FOREST = "cards A\nlandmarks\nnature 0\n" + STARTER + "1,0 F b\n2,0 F b\n3,0 F f\n{}\n"
"""A corridor of four forests; one more makes five."""
FIVE = FOREST.format("4,0 F f {}")

OWN = """\
kind: cards
cards:
  - {kind: landmark, habitat: forests, letter: A, pattern: animals-on, animal: bear, each: 2}
  - {kind: landmark, habitat: forests, letter: F, pattern: keystones-on, points: "1=1 2=3 3=6 4+=9"}
  - {kind: landmark, habitat: forests, letter: G, pattern: corridors, each: 1}
  - {kind: landmark, habitat: forests, letter: H, pattern: corridors, least: 2, each: 4}
  - {kind: landmark, habitat: forests, letter: I, pattern: corridor-bonus, each: 2}
  - {kind: landmark, habitat: forests, letter: J, pattern: corridor-bonus, points: "1=?"}
  - {kind: landmark, habitat: wetlands, letter: G, pattern: corridors, each: 1}
  - kind: wildlife
    animal: salmon
    letter: G
    pattern: runs
    points: "1=2 2+=5"
    each-on: 3
    habitat: rivers
"""


@pytest.fixture
def deck(tmp_path: Path) -> Deck:
    """Invented numbers, as an owner enters those of his own cards."""
    file = tmp_path / "cards.yaml"
    file.write_text(OWN, "utf-8")
    return Deck(cards((file,)), landmark_cards((file,)))


def test_a_letter_in_json_is_answered_with_its_habitat() -> None:
    start = '{"format": "cascadia-print/environment", "tokens": {}, "landmarks": [{"habitat": '
    here = from_json(start + '"F", "at": "0,0"}]}')
    assert here.find("landmark-unknown").values["nearest"] == "forests"


def test_a_landmark_needs_a_corridor_of_five() -> None:
    """Four is too few, five will do (LM-1)."""
    assert alone(FIVE.format("!F:L")).texts == []
    four = alone(FOREST.format("").replace("3,0 F f", "3,0 F f !F:L"))
    assert four.texts == ["landmark-corridor"]
    assert four.find("landmark-corridor").values["have"] == 4
    assert four.numbers("landmarks") == (3, 0, 0)


def test_a_landmark_lies_in_its_own_corridor() -> None:
    """Not in the largest one, but in that of its tile."""
    text = FIVE.format("") + "2,2 FFFPPP bs !F:L\n1,1 R h\n2,1 R b\n"
    assert alone(text).texts == ["landmark-corridor"]


def test_a_landmark_lies_on_its_habitat() -> None:
    here = alone(FIVE.format("") + "5,0 M b !F:L")
    assert here.texts == ["landmark-habitat"]
    assert here.numbers("landmarks") == (3, 0, 0)
    assert alone(FIVE.format("!F:L") + "\n5,0 M b").texts == []


def test_a_landmark_that_hangs_on_edges_is_open() -> None:
    text = FOREST.format("4,0 FP be !F:L")
    here = alone(text)
    assert [t for t in here.texts if t.startswith("landmark")] == ["landmark-open"]
    assert here.report.verdict == "cannot-tell"
    assert alone(text.replace("4,0 FP", "4,0 PPPFFF")).texts == []


def test_a_landmark_without_a_tile() -> None:
    tile = '"tiles": [{"at": "0,0", "edges": "FFFFFF"}]'
    mark = '"landmarks": [{"habitat": "forests", "at": "1,0", "card": "L"}]'
    head = '"format": "cascadia-print/environment", "tokens": {}'
    here = from_json(f"{{{head}, {tile}, {mark}}}")
    assert here.texts == ["landmark-nowhere"]
    assert here.numbers("landmarks") == (3, 0, 0)


def test_one_landmark_of_a_habitat() -> None:
    here = alone(FIVE.format("!F:L").replace("3,0 F f", "3,0 F f !F:K"))
    assert here.texts == ["landmark-twice"]
    # K gives 5 with one corridor, L gives 3: one of them.
    assert here.numbers("landmarks") == (8, 3, 5)


def test_a_landmark_and_a_token() -> None:
    """Either may be the wrong one (LM-2)."""
    here = alone(FIVE.format("+f !F:L"))
    assert here.texts == ["landmark-token"]
    assert here.numbers("landmarks") == (3, 0, 3)
    assert here.numbers("fox") == (0, 0, 0)


def test_a_landmark_on_a_keystone_gives_no_nature_token() -> None:
    """Four keystones, tokens on three of them (LM-2)."""
    text = FIVE.replace("1,0 F b", "1,0 F b +b").replace("2,0 F b", "2,0 F b +b")
    text = text.replace("3,0 F f", "3,0 F f +f").replace("nature 0", "nature {}")
    assert alone(text.format(3, "!F:L")).texts == []
    assert alone(text.format(4, "!F:L")).texts == ["nature-many"]


@pytest.mark.parametrize(
    ("corridors", "points"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0), (7, 0)]
)
def test_card_k_is_derived(corridors: int, points: int) -> None:
    """6 minus the number of corridors, never below 0 (LM-5)."""
    apart = "".join(f"\n{q},0 R b\n{q + 1},0 FFFFFF" for q in range(5, 3 + 2 * corridors, 2))
    here = alone(FIVE.format("!F:K") + apart)
    assert here["landmarks"].as_marked == points
    assert here["landmarks"].basis == "designed"
    assert [n.text for n in here.report.notes][-1] == "note-basis-designed"


def test_card_k_may_hang_on_edges() -> None:
    """One corridor or two, by how a tile is turned."""
    here = alone(FIVE.format("!F:K") + "\n0,-1 FP be")
    assert here.texts == ["edges-missing"]
    assert here.numbers("landmarks") == (4, 4, 5)


def test_cards_that_only_the_owner_knows() -> None:
    here = alone(FIVE.format("!F:A"))
    assert here.texts == ["landmark-needs-card"]
    assert here.place("landmark-needs-card") == (11, 10)
    assert here.numbers("landmarks") == (None, None, None)
    # What it scores does not touch the corridor; that of I and J would.
    assert here.numbers("forests") == (5, 5, 5)
    lifted = alone(FIVE.format("!F:I"))
    assert lifted.texts == ["landmark-needs-card"]
    assert lifted.find("landmark-needs-card").rule == "LM-4"
    assert lifted.numbers("forests") == (None, None, None)


def test_a_landmark_counts_where_tokens_are_not_said() -> None:
    tiles = ", ".join(f'{{"at": "{q},0", "edges": "FFFFFF", "shows": "B"}}' for q in range(5))
    mark = '"landmarks": [{"habitat": "forests", "at": "0,0", "card": "L"}]'
    head = '"format": "cascadia-print/environment", "nature": '
    here = from_json(f'{{{head} 4, "tiles": [{tiles}], {mark}}}')
    assert here.texts == ["tokens-missing"]
    assert here.numbers("landmarks") == (3, 3, 3)
    # Of five keystones one is the landmark's (LM-2).
    assert "nature-many" in from_json(f'{{{head} 5, "tiles": [{tiles}], {mark}}}').texts


def test_which_card_was_taken_may_be_missing() -> None:
    assert alone(FIVE.format("!F")).texts == ["landmark-needs-letter"]
    assert alone(FIVE.format("!F:Q")).texts == ["landmark-card-unknown"]
    # A card alone names the only habitat of its tile, and none of two.
    assert alone(FIVE.format("!L")).texts == []
    assert "landmark-unknown" in alone("landmarks\n0,0 FW b !L").texts


@pytest.mark.parametrize(
    ("card", "points"),
    [("A", 4), ("F", 9), ("G", 1), ("H", 4)],
)
def test_cards_of_the_owner(deck: Deck, card: str, points: int) -> None:
    text = FIVE.format(f"!F:{card}").replace("1,0 F b", "1,0 F b +b")
    here = alone(text.replace("2,0 F b", "2,0 F b +b"), deck)
    assert here.texts == []
    assert here.numbers("landmarks") == (points, points, points)
    assert here["landmarks"].basis == here["total"].basis == "owner"


def test_what_is_of_our_own_design_is_told_beside_what_the_owner_knows(deck: Deck) -> None:
    wetlands = "".join(f"{q},0 W h\n" for q in range(5, 9))
    here = alone(FIVE.format("!F:K") + wetlands + "9,0 W f !W:G", deck)
    assert here.numbers("landmarks") == (5 + 2, 7, 7)
    assert here["landmarks"].basis == "designed"


def test_a_card_that_asks_for_a_habitat_is_scored_on_either_of_two_tiles(deck: Deck) -> None:
    text = "cards salmon G\nnature 0\n" + STARTER + "1,0 R s +s\n{}"
    assert alone(text.format(""), deck).numbers("salmon") == (5, 5, 5)
    assert alone(text.format("1,0 W s"), deck).numbers("salmon") == (5, 2, 5)


def test_cards_i_and_j_lift_the_corridor(deck: Deck) -> None:
    """Two more make the 7 that have a solo bonus; the landmark's own goal stays as it is."""
    text = FIVE.format("!F:I")
    here = alone(text, deck)
    assert here.numbers("forests") == (5 + 2 + 2, 9, 9)
    assert here.numbers("landmarks") == (0, 0, 0)
    assert here.report.rulings == {"ij-solo": "yes"}
    strict = alone("ruling ij-solo no\n" + text, deck)
    assert strict.numbers("forests") == (7, 7, 7)
    four = FOREST.format("").replace("3,0 F f", "3,0 F f !F:I")
    assert alone(four, deck).texts == ["landmark-corridor"]
    # Of two tiles below it either may be the right one, and one of them is no forest.
    assert alone(text + "4,0 M e", deck).numbers("forests") == (9, 4, 9)


def test_the_lifted_corridor_has_the_majority(deck: Deck) -> None:
    ana = "player Ana\n" + FIVE.format("!F:I").split("nature 0\n")[1]
    ben = "player Ben\n0,0 M b\n-1,1 FWWWFF ehf\n0,1 RRPPPR bs\n"
    ben += "".join(f"{q},0 FFFFFF\n" for q in range(-5, 0))
    first, second = judged("cards A\nlandmarks\n" + ana + ben, deck)
    assert (first["forests"].as_marked, second["forests"].as_marked) == (5 + 2 + 2, 6)
    first, second = judged("cards A\nlandmarks\n" + ana.replace(" !F:I", "") + ben, deck)
    assert (first["forests"].as_marked, second["forests"].as_marked) == (5, 6 + 2)


def test_a_number_that_the_owner_left_open(deck: Deck) -> None:
    here = alone(FIVE.format("!F:J"), deck)
    assert here.texts == ["landmark-needs-numbers"]
    assert here.numbers("forests") == (None, None, None)


def test_a_landmark_that_was_left() -> None:
    """It could have been placed; that is no fault."""
    here = alone(FIVE.format(""))
    assert [(m.rule, m.at, m.points) for m in here.report.missed] == [("LM-1", "forests", 0)]
    assert alone(FIVE.format("!F:L")).report.missed == ()
    assert alone(FOREST.format("")).report.missed == ()
    # Nor where it is not certain: the fifth tile may be turned away, or be another one.
    assert alone(FOREST.format("4,0 FW b")).report.missed == ()
    assert alone(FIVE.format("") + "4,0 M e").report.missed == ()
    assert alone(FIVE.format("").replace("landmarks\n", "")).report.missed == ()


def test_a_tile_of_three_habitats() -> None:
    here = alone(FOREST.format("4,0 FFPPRR b\n5,0 R b"))
    assert here.texts == []
    assert here.numbers("rivers") == (1, 1, 1)
    assert here.numbers("forests") == (4, 4, 4)


def test_the_row_is_there_with_landmarks_only() -> None:
    assert "landmarks" in [x.id for x in alone(FIVE.format("")).report.lines]
    assert "landmarks" not in [x.id for x in alone("cards A\n" + STARTER).report.lines]


def test_a_strange_keystone_in_a_game_with_landmarks() -> None:
    """It may be his extra keystone, also where only another placed landmarks (LM-7)."""
    _, ben = judged("cards A\nplayer Ana\nlandmarks\n0,0 F e\nplayer Ben\n0,0 FWFWFW b")
    assert ben.texts == []
    _, ben = judged("cards A\nplayer Ana\n0,0 F e\nplayer Ben\n0,0 FWFWFW b")
    assert "edges-order" in ben.texts


def test_a_corridor_with_an_unknown_card_is_no_smaller_than_its_tiles() -> None:
    """Four tiles beside five and card I: whatever that adds, the bonus is not theirs (LM-4)."""
    five = "player Ana\nlandmarks\n" + "\n".join(f"{q},0 F b" for q in range(4)) + "\n4,0 F b !F:I"
    four = "player Ben\nlandmarks\n" + "\n".join(f"{q},0 F b" for q in range(4))
    _, ben = judged(f"cards A\n{five}\n{four}")
    assert ben.numbers("forests") == (4, 4, 4)
    # With six tiles the bonus may be his: that hangs on Ana's card.
    six = "player Ben\nlandmarks\n" + "\n".join(f"{q},0 F b" for q in range(6))
    _, ben = judged(f"cards A\n{five}\n{six}")
    assert ben.numbers("forests") == (6, 6, 8)
    assert ben.find("majority-open").values["players"] == ("Ana",)


def test_landmarks_of_which_only_the_pad_tells() -> None:
    """Where they lie is not said, which is not that there are none."""
    row = "0,0 F h\n" + "".join(f"{q},0 F b\n" for q in range(1, 5))
    ana, ben = f"player Ana\nnature 0\n{row}", "player Ben\nnature 0\n0,0 M b\n"
    pad = "pad Ana Ben\nforests 7/2 0/0\nlandmarks {} 0\n"
    first, second = judged(f"cards A\n{ana}{ben}{pad.format(3)}")
    assert (first.texts, second.texts) == (["landmarks-missing"], [])
    assert first.numbers("forests") == first.numbers("total") == (None, None, None)
    assert first.report.missed == ()
    assert second.numbers("total") == (3, 3, 3)
    # With none written there are none.
    none, _ = judged(f"cards A\n{ana}{ben}{pad.format(0)}")
    assert none.find("claim-corridor").values["corridor"] == 5
    said, _ = judged(f"cards A\nlandmarks\n{ana}{ben}{pad.format(3)}")
    assert "claim-more" in said.texts


def test_a_keystone_of_two_habitats_may_be_cut_in_any_way() -> None:
    """Of its edges nothing is known: opposite ones may show the same habitat, or neither (LM-7)."""
    text = "landmarks\ncards A\n0,0 FW {}\n1,-1 F b\n-1,1 F b"
    assert alone(text.format("b")).numbers("forests") == (1, 1, 3)
    assert alone(text.format("bs")).numbers("forests") == (2, 2, 2)
    # The same where it is not said what it shows.
    said = '{"at": "0,0", "habitats": "FW", "keystone": true}'
    others = ", ".join(f'{{"at": "{at}", "edges": "FFFFFF"}}' for at in ("1,-1", "-1,1"))
    head = '"format": "cascadia-print/environment", "landmarks": []'
    here = from_json(f'{{{head}, "tiles": [{said}, {others}]}}')
    assert here.numbers("forests") == (1, 1, 3)


@pytest.mark.parametrize(("players", "texts"), [("ABCD", ["tile-strange"]), ("ABCDE", [])])
def test_more_than_four_play_with_landmarks(players: str, texts: list[str]) -> None:
    """Whose tiles are not all known here (CA-3)."""
    found = judged("cards A\n" + "".join(f"player {p}\n0,0 F h\n" for p in players))
    assert {tuple(j.texts) for j in found} == {tuple(texts)}
