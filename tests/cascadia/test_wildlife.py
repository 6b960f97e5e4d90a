"""Wildlife scoring: disputed cases, every number of every card, the second scorer, symmetry."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cascadia_print.cascadia import wildlife
from cascadia_print.cascadia.board import Board, Hex, Tile, neighbours
from cascadia_print.cascadia.cards import Card, Shape, Table, cards, rulings
from cascadia_print.cascadia.scored import Scored, Unknown
from cascadia_print.cascadia.wildlife import score
from cascadia_print.sheet.locale import Locale
from tests import prove_cascadia, second_cascadia

ANIMALS = {"b": "bear", "e": "elk", "s": "salmon", "h": "hawk", "f": "fox"}
CARDS = cards()


def layout(text: str) -> dict[Hex, str]:
    """`b0,0 e1,0` as tokens."""
    found = re.findall(r"([besfh])(-?\d+),(-?\d+)", text)
    assert len(found) == len(text.split())
    return {(int(q), int(r)): ANIMALS[letter] for letter, q, r in found}


def scored(text: str, card: str, **choices: str) -> Scored:
    animal, letter = card.split()
    found = score(layout(text), CARDS[animal, letter], choices)
    assert isinstance(found, Scored)
    assert found.points == sum(part.points for part in found.parts)
    return found


def row(n: int, q: int = 0, r: int = 0, animal: str = "e") -> str:
    return " ".join(f"{animal}{q + k},{r}" for k in range(n))


STRICT, DESIGNER = {"salmon-branch": "strict"}, {"salmon-branch": "designer"}
SPLIT, CAP = {"elk-herd-split": "split"}, {"elk-herd-split": "cap"}
GAPS, CLOSED = {"elk-ring-gaps": "allowed"}, {"elk-ring-gaps": "contiguous"}
STAR = "s0,0 s1,0 s-1,0 s0,-1"
LONG = "s0,0 s1,0 s2,0 s3,0 s4,-1 s3,1"
AROUND = "e1,0 e1,-1 e0,-1 e-1,0 e-1,1 e0,1"
HERD = "e-2,-1 e-2,1 e-1,-1 e-1,1 e-1,2 e-1,3 e0,-1 e0,0 e1,-2 e1,0 e1,1"
PAIRS = " ".join(f"b{q},{r} b{q + 1},{r}" for q, r in ((0, 0), (4, 0), (8, 0), (0, 4), (4, 4)))

DISPUTED: list[tuple[str, str, str, dict[str, str], int]] = [
    ("1", "salmon A", STAR, STRICT, 0),
    ("1 designer", "salmon A", STAR, DESIGNER, 7),
    ("3", "salmon A", "s0,0 s1,0 s0,1", STRICT, 8),
    ("3 designer", "salmon A", "s0,0 s1,0 s0,1", DESIGNER, 8),
    ("3 longer", "salmon A", "s0,0 s1,0 s0,1 s2,0", STRICT, 0),
    ("3 longer, designer", "salmon A", "s0,0 s1,0 s0,1 s2,0", DESIGNER, 7),
    ("6", "salmon A", "s0,0 s1,0 s2,0 s4,0 s6,0", {}, 12),
    ("8", "salmon D", "s0,0 s1,0 f0,1 b2,0", {}, 0),
    ("11", "salmon D", LONG, STRICT, 0),
    ("11 designer", "salmon D", LONG, DESIGNER, 3),
    ("9", "salmon D", "s0,0 s1,0 s-1,1 h0,-1 f2,-1 b2,0 f0,1", {}, 7),
    ("13", "elk D", "e1,0 e-1,0", GAPS, 5),
    ("13 contiguous", "elk D", "e1,0 e-1,0", CLOSED, 4),
    ("15", "elk C", row(9), SPLIT, 30),
    ("15 cap", "elk C", row(9), CAP, 28),
    ("15b", "elk C", HERD, SPLIT, 34),
    ("15b cap", "elk C", HERD, CAP, 28),
    ("16", "elk A", row(5), {}, 15),
    ("17", "elk A", "e-2,0 e-1,0 e0,0 e1,0 e0,-1 e0,1", {}, 17),
    ("20", "elk A", "e0,0 e1,0 e1,1", {}, 7),
    ("21", "elk B", "e0,0 e1,0 e0,1 e2,0", {}, 11),
    ("25", "bear A", PAIRS, {}, 27),
    ("26 three", "bear A", "b0,0 b1,0 b2,0", {}, 0),
    ("26 four", "bear A", "b0,0 b1,0 b2,0 b1,1", {}, 0),
    ("29", "bear D", row(5, animal="b"), {}, 0),
    ("30", "hawk B", "h0,0 h1,0 h3,0", {}, 0),
    ("32", "hawk B", "h0,0 e1,0 b2,0 h3,0", {}, 5),
    ("34", "hawk C", "h0,0 h2,0 h4,0", {}, 6),
    ("36", "hawk D", "h0,0 e1,0 e2,0 h3,0", {}, 4),
    ("37", "fox B", f"f0,0 {AROUND}", {}, 3),
    ("39", "fox A", "f0,0 f1,0", {}, 2),
    ("41", "fox D", "f0,0 b1,0 b-1,0", {}, 0),
]


@pytest.mark.parametrize(
    ("card", "text", "choices", "points"),
    [case[1:] for case in DISPUTED],
    ids=[case[0] for case in DISPUTED],
)
def test_disputed_cases(card: str, text: str, choices: dict[str, str], points: int) -> None:
    assert scored(text, card, **choices).points == points
    defaults = {id: options[0] for id, options in rulings().items()}
    if choices.items() <= defaults.items():
        assert scored(text, card).points == points


# -- every number of every card -------------------------------------------------------------------


def many(letter: str, count: int, size: int = 1) -> str:
    """So many rows of tokens, none near or in line with another."""
    return " ".join(row(size, 11 * k, 3 * k * k, letter) for k in range(count))


def spaced(count: int) -> str:
    """Hawks in one line, each with a gap."""
    return " ".join(f"h{2 * k},0" for k in range(count))


def around(places: str, *kinds: str) -> str:
    """Tokens of these kinds on the hexagons around some foxes."""
    own = {*layout(places)}
    near = sorted({x for at in own for x in neighbours(at)} - own)
    assert len(kinds) <= len(near)
    return " ".join([places, *(f"{k}{q},{r}" for k, (q, r) in zip(kinds, near, strict=False))])


TABLES: dict[str, list[tuple[str, int]]] = {
    "bear A": [(many("b", n, 2), p) for n, p in enumerate([0, 4, 11, 19, 27, 27, 27])],
    "bear B": [(row(n, animal="b"), 10 if n == 3 else 0) for n in range(7)]
    + [(many("b", n, 3), 10 * n) for n in range(5)],
    "bear C": [(row(n, animal="b"), p) for n, p in enumerate([0, 2, 5, 8, 0, 0])]
    + [("b0,0 b5,0 b6,0 b0,5 b1,5 b2,5", 18), ("b0,0 b5,0 b6,0 b0,5 b1,5 b2,5 b9,9", 20)],
    "bear D": [(row(n, animal="b"), p) for n, p in enumerate([0, 0, 5, 8, 13, 0, 0])],
    "elk A": [(row(n), p) for n, p in enumerate([0, 2, 5, 9, 13, 15, 18, 22, 26])],
    "elk B": [
        ("e0,0", 2),
        ("e0,0 e1,0", 5),
        ("e0,0 e1,0 e0,1", 9),
        ("e0,0 e1,0 e0,1 e1,-1", 13),
        ("e0,0 e1,0 e0,1 e1,1", 13),
        (row(4), 10),
    ],
    "elk C": [(row(n), p) for n, p in enumerate([0, 2, 4, 7, 10, 14, 18, 23, 28, 30, 32])],
    "elk D": [(" ".join(AROUND.split()[:n]), p) for n, p in enumerate([0, 2, 5, 8, 12, 16, 21])]
    + [(f"{AROUND} e0,0", 23)],
    "salmon A": [(row(n, animal="s"), p) for n, p in enumerate([0, 2, 5, 8, 12, 16, 20, 25, 25])],
    "salmon B": [(row(n, animal="s"), p) for n, p in enumerate([0, 2, 4, 9, 11, 17, 17])],
    "salmon C": [(row(n, animal="s"), p) for n, p in enumerate([0, 0, 0, 10, 12, 15, 15])],
    "salmon D": [(row(n, animal="s"), p) for n, p in enumerate([0, 0, 0, 3, 4, 5])]
    + [(row(3, animal="s") + " b0,1 h3,0 s9,9 b9,8", 5)],
    "hawk A": [(many("h", n), p) for n, p in enumerate([0, 2, 5, 8, 11, 14, 18, 22, 26, 26, 26])],
    "hawk B": [(spaced(n), p) for n, p in enumerate([0, 0, 5, 9, 12, 16, 20, 24, 28, 28])],
    "hawk C": [(spaced(n), 3 * max(0, n - 1)) for n in range(6)],
    "hawk D": [
        (" ".join(["h0,0", *(f"{k}{n + 1},0" for n, k in enumerate(inside)), "h5,0"]), p)
        for inside, p in (("", 0), ("b", 4), ("bbbb", 4), ("bbe", 7), ("bes", 9), ("besf", 9))
    ],
    "fox A": [
        (around("f0,0", *kinds), p)
        for kinds, p in (("", 0), ("b", 1), ("be", 2), ("bes", 3), ("besh", 4), ("bbbb", 1))
    ]
    + [(around("f0,0", *"beshff"), 5 + 2 + 2)],
    "fox B": [
        (around("f0,0", *kinds), p)
        for kinds, p in (("", 0), ("besh", 0), ("bb", 3), ("bbee", 5), ("bbeess", 7), ("bbbbbb", 3))
    ],
    "fox C": [
        (around("f0,0", *kinds), p)
        for kinds, p in (("", 0), ("b", 1), ("bbe", 2), ("bbbeee", 3), ("bbbbbb", 6))
    ]
    + [("f0,0 f-1,0 b0,-1 b1,-1", 3)],
    "fox D": [
        (around("f0,0 f1,0", *kinds), p)
        for kinds, p in (
            ("", 0),
            ("besh", 0),
            ("bb", 5),
            ("bbee", 7),
            ("bbeess", 9),
            ("bbeesshh", 11),
        )
    ],
}


@pytest.mark.parametrize("card", TABLES)
def test_every_number_of_a_card(card: str) -> None:
    got = [(text, scored(text, card).points if text else 0) for text, _ in TABLES[card]]
    assert got == TABLES[card]


@pytest.mark.parametrize("animal", ANIMALS)
def test_the_variants_have_one_table_for_all(animal: str) -> None:
    for letter, table in (("family", [2, 5, 9, 9]), ("intermediate", [0, 5, 8, 12, 12])):
        for n, points in enumerate(table, 1):
            assert scored(row(n, animal=animal), f"{ANIMALS[animal]} {letter}").points == points


def test_the_tests_name_every_card() -> None:
    letters = {f"{animal} {letter}" for animal, letter in CARDS if len(letter) == 1}
    assert letters == {*TABLES}
    assert len(CARDS) == 20 + 10


# -- what scores and what does not ----------------------------------------------------------------


def receipt(found: Scored) -> list[tuple[str, int, int]]:
    return [(part.what, part.points, len(part.at)) for part in found.parts]


def test_a_receipt_names_the_formations_that_were_chosen() -> None:
    # Four in a row and the two left over, not the three that one would see first.
    found = scored("e-2,0 e-1,0 e0,0 e1,0 e0,-1 e0,1", "elk A")
    assert sorted(receipt(found)) == [("line", 2, 1), ("line", 2, 1), ("line", 13, 4)]
    (line,) = (part for part in found.parts if part.points == 13)
    assert line.at == ((-2, 0), (-1, 0), (0, 0), (1, 0))
    shapes = scored("e0,0 e1,0 e0,1 e2,0", "elk B")
    assert sorted(receipt(shapes)) == [("shape-single", 2, 1), ("shape-triangle", 9, 3)]
    ring = scored(AROUND, "elk D").parts[0]
    assert (ring.what, ring.also) == ("ring", ((0, 0),))


def test_a_receipt_says_why_tokens_do_not_count() -> None:
    assert receipt(scored("b0,0 b1,0 b2,0 b5,0 b6,0", "bear A")) == [
        ("group-count", 4, 2),
        ("group", 0, 3),
    ]
    strict = scored(STAR, "salmon A").parts[0]
    assert (strict.what, strict.points, strict.also) == ("branched", 0, ((0, 0),))
    assert receipt(scored(STAR, "salmon A", **DESIGNER))[0] == ("branch", 0, 1)
    assert receipt(scored("h0,0 h1,0 h3,0 h9,5", "hawk B")) == [
        ("alone-seeing", 0, 1),
        ("touching", 0, 2),
        ("blind", 0, 1),
    ]
    assert receipt(scored("h0,0 h2,0 h9,5", "hawk C")) == [("sight", 3, 2), ("unseen", 0, 1)]


def test_a_line_of_sight_names_what_is_between() -> None:
    (part,) = scored("h0,0 e1,0 h3,0", "hawk D").parts
    assert (part.at, part.also, part.values) == (((0, 0), (3, 0)), ((1, 0), (2, 0)), {"n": 1})


def test_a_run_names_its_neighbours_each_once() -> None:
    (part,) = scored("s0,0 s1,0 s2,0 b0,1 b5,5 s5,0", "salmon D").parts[:1]
    assert (part.points, part.also) == (4, ((0, 1),))


@pytest.mark.parametrize("seed", range(40))
def test_every_token_of_the_animal_is_in_the_receipt_and_in_one_formation(seed: int) -> None:
    tokens = prove_cascadia.board(seed)
    for (animal, letter), card in CARDS.items():
        own = {at for at, kind in tokens.items() if kind == animal}
        found = score(tokens, card)
        assert isinstance(found, Scored)
        assert {at for part in found.parts for at in part.at} == own
        if (animal, letter) != ("hawk", "C"):
            parts = [part for part in found.parts if part.what != "all-sizes"]
            assert sum(len(part.at) for part in parts) == len(own)


def told(found: Scored) -> bool:
    """Whether both languages have words for all parts, with all the values that they need."""
    for language in ("en", "de"):
        words = Locale(language).words("wildlife.parts")
        for part in found.parts:
            fields = re.findall(r"\{(\w+)", words[part.what])
            assert {*fields} <= {*part.values}, (language, part.what)
    return bool(found.parts)


def test_there_are_words_for_every_part() -> None:
    for seed in range(25):
        for card in CARDS.values():
            for choices in ({}, DESIGNER):
                found = score(prove_cascadia.board(seed), card, choices)
                assert isinstance(found, Scored)
                assert told(found) or not found.parts


@pytest.mark.parametrize("language", ["en", "de"])
def test_there_are_words_for_what_is_missing(language: str) -> None:
    folder = Path(wildlife.__file__).parent
    found = {
        need
        for path in folder.glob("*.py")
        for need in re.findall(r'Missing\("(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    assert {"numbers", "tiles", "edges", "search"} <= found
    words = Locale(language).words("cascadia.findings")
    for need in found - {"landmark"}:  # told for each landmark
        assert words[f"needs-{need}"]
        assert words[f"needs-{need}-fix"]


def test_the_order_of_tokens_does_not_matter() -> None:
    for seed in range(20):
        tokens = prove_cascadia.board(seed)
        other = dict(random.Random(seed).sample(sorted(tokens.items()), len(tokens)))
        for card in CARDS.values():
            assert score(tokens, card) == score(other, card)


# -- the second scorer and symmetry ---------------------------------------------------------------


@pytest.mark.parametrize("start", range(0, 2000, 250))
def test_random_boards_score_as_by_the_second_scorer(start: int) -> None:
    for seed in range(start, start + 250):
        assert list(prove_cascadia.differences(prove_cascadia.board(seed))) == [], seed


SHAPES = second_cascadia.shapes(6)


def test_there_are_1059_shapes() -> None:
    assert len(SHAPES) == len(set(SHAPES)) == 1059


@pytest.mark.parametrize("animal", ANIMALS.values())
def test_all_shapes_of_up_to_six_score_as_by_the_second_scorer(animal: str) -> None:
    for shape in SHAPES:
        assert list(prove_cascadia.differences(dict.fromkeys(shape, animal))) == [], shape


def turned(tokens: dict[Hex, str]) -> Iterator[dict[Hex, str]]:
    """A board turned five times, mirrored, and moved."""
    for _ in range(5):
        tokens = {(-r, q + r): animal for (q, r), animal in tokens.items()}
        yield tokens
    yield {(r, q): animal for (q, r), animal in tokens.items()}
    yield {(q + 17, r - 40): animal for (q, r), animal in tokens.items()}


@pytest.mark.parametrize("seed", range(25))
def test_a_board_turned_mirrored_or_moved_scores_the_same(seed: int) -> None:
    tokens = prove_cascadia.board(seed)
    for animal, letter, choices in prove_cascadia.CASES:
        given = {prove_cascadia.RULING[id]: choice for id, choice in choices.items()}
        points = {
            found.points
            for board in (tokens, *turned(tokens))
            if isinstance(found := score(board, CARDS[animal, letter], given), Scored)
        }
        assert len(points) == 1, (animal, letter, given)


def test_what_takes_too_long_is_not_told() -> None:
    crowd = {(q, r): "elk" for q in range(8) for r in range(8)}
    for letter in "ACD":
        assert score(crowd, CARDS["elk", letter]) == Unknown(("search",))


# -- cards with numbers of their own --------------------------------------------------------------


def tiles(text: str) -> Board:
    """`0,0:FW` or `0,0:FW:FFFWWW` as tiles."""
    found = {}
    for word in text.split():
        at, habitats, *edges = word.split(":")
        q, r = map(int, at.split(","))
        all_around = habitats * 6 if len(habitats) == 1 else ""
        found[q, r] = Tile((q, r), habitats, edges[0] if edges else all_around, "B")
    return found


def card(
    of: str, pattern: str, points: dict[int, int | None] | None = None, **keys: object
) -> Card:
    numbers = {k.replace("_", "-"): v for k, v in keys.items() if isinstance(v, int)}
    words = {k: str(v) for k, v in keys.items() if isinstance(v, str) and k != "habitat"}
    return Card(
        "wildlife",
        of,
        "G",
        pattern,
        None if points is None else Table(points),
        (),
        numbers,
        words,
        str(keys.get("habitat", "")),
    )


def test_pairs_with_a_bear_on_forests() -> None:
    pairs = card("bear", "group-count", {1: 3, 2: 7}, size=2, habitat="forests")
    tokens = layout("b0,0 b1,0 b5,0 b6,0")
    board = tiles("0,0:M 1,0:FW 5,0:M 6,0:M")
    found = score(tokens, pairs, {}, board)
    assert isinstance(found, Scored)
    assert (found.points, found.parts[0].at) == (3, ((0, 0), (1, 0)))
    assert score(tokens, pairs) == Unknown(("tiles",))
    assert score(tokens, pairs, {}, tiles("0,0:M")) == Unknown(("tiles",))
    # One bear of each pair on forests is enough, wherever the other one stands.
    found = score(tokens, pairs, {}, tiles("1,0:FW 6,0:F"))
    assert isinstance(found, Scored)
    assert found.points == 7


def test_a_formation_needs_a_tile_of_the_habitat() -> None:
    board = tiles("0,0:P 1,0:M 2,0:M 3,0:M")
    for pattern in ("lines", "herds", "rings"):
        needs = card("elk", pattern, {1: 2, 2: 5, 3: 9}, habitat="prairies")
        found = score(layout(row(4)), needs, {}, board)
        assert isinstance(found, Scored)
        assert found.points == (5 if pattern == "rings" else 9)
    herd = card("elk", "herds", {1: 2, 2: 5, 3: 9}, habitat="prairies")
    whole = score(layout(row(3)), herd, {"elk-herd-split": "cap"}, tiles("0,0:M 1,0:M 2,0:M"))
    assert isinstance(whole, Scored)
    assert whole.points == 0


def test_groups_and_shapes_need_a_tile_of_the_habitat_too() -> None:
    board = tiles("0,0:P 1,0:M 5,0:M 6,0:M")
    group = card("bear", "groups", {1: 2, 2: 5}, habitat="prairies")
    shape = Shape("two", ((0, 0), (1, 0)), 5)
    for letter, needs in (
        ("b", group),
        ("e", replace(card("elk", "shapes", habitat="prairies"), shapes=(shape,))),
    ):
        tokens = layout(" ".join(f"{letter}{q},0" for q in (0, 1, 5, 6)))
        found = score(tokens, needs, {}, board)
        assert isinstance(found, Scored)
        assert found.points == 5


def test_shapes_of_an_owner_are_called_as_he_calls_them() -> None:
    own = replace(card("elk", "shapes"), shapes=(Shape("hook", ((0, 0), (1, 0), (1, 1)), 6),))
    found = score(layout("e0,0 e1,0 e1,1"), own)
    assert isinstance(found, Scored)
    assert (found.points, found.parts[0].values) == (6, {"name": "hook"})
    assert told(found)
    open_ = replace(own, shapes=(replace(own.shapes[0], points=None),))
    assert score(layout("e0,0 e1,0"), open_) == Scored(0, ())
    assert score(layout("e0,0 e1,0 e1,1"), open_) == Unknown(("numbers",))


def test_shapes_are_turned_and_not_mirrored() -> None:
    """A rotation is meant by the rules; a mirror image is written down as one more shape."""
    hook = Shape("hook", ((0, 0), (1, 0), (2, 0), (2, 1)), 9)
    mirrored = Shape("mirrored", ((0, 0), (0, 1), (0, 2), (1, 2)), 9)
    turned, other = layout("e0,0 e0,1 e0,2 e-1,3"), layout("e0,0 e0,1 e0,2 e1,2")
    for shapes, points in (((hook,), (9, 0)), ((hook, mirrored), (9, 9))):
        own = replace(card("elk", "shapes"), shapes=shapes)
        found = [score(tokens, own) for tokens in (turned, other)]
        assert [isinstance(x, Scored) and x.points for x in found] == [*points]


def test_salmon_on_rivers_give_more() -> None:
    more = card("salmon", "runs", {1: 2, 2: 5}, each_on=3, habitat="rivers")
    found = score(layout("s0,0 s1,0"), more, {}, tiles("0,0:RW 1,0:M"))
    assert isinstance(found, Scored)
    assert (found.points, found.parts[0].what, found.parts[0].also) == (8, "run-on", ((0, 0),))
    assert told(found)


def test_habitats_that_touch_the_tile_of_a_fox() -> None:
    board = tiles("0,0:F 1,0:FW:WWFFFW 0,1:M -1,0:M -1,1:W:WWWWWW")
    for own, points in (("counted", 3), ("left-out", 2)):
        fox = card("fox", "beside", {1: 1, 2: 2, 3: 3}, counted="habitats", own=own)
        found = score(layout("f0,0"), fox, {}, board)
        assert isinstance(found, Scored)
        assert found.points == points
        assert told(found)
    assert score(layout("f0,0"), fox, {}, tiles("0,0:F 1,0:FW")) == Unknown(("edges",))


def test_hawks_count_what_is_between_them_and_not_their_own_tiles() -> None:
    board = tiles("0,0:R 1,0:M 2,0:FW 3,0:R")
    tokens = layout("h0,0 f1,0 f2,0 h3,0 h4,0")
    for counted, points in (("habitats", 3), ("fox", 2), ("kinds", 1)):
        for pattern in ("sight-lines", "sight-pairs"):
            hawk = card("hawk", pattern, {1: 1, 2: 2, 3: 3}, counted=counted)
            found = score(tokens, hawk, {}, board)
            assert isinstance(found, Scored)
            assert found.points == points
            assert told(found)
    assert score(tokens, card("hawk", "sight-lines", {}, counted="habitats")) == Unknown(("tiles",))
    # A tile that counts for no corridor has no habitat here either.
    hawk = card("hawk", "sight-lines", {1: 1, 2: 2}, counted="habitats")
    void = score(layout("h0,0 h3,0"), hawk, {}, tiles("1,0:- 2,0:F"))
    assert isinstance(void, Scored)
    assert void.points == 1


def test_a_number_that_is_not_known_is_asked_for_only_where_it_is_needed() -> None:
    bear = card("bear", "groups", {1: 2, 2: None})
    assert score(layout("b0,0 b1,0"), bear) == Unknown(("numbers",))
    found = score(layout("b0,0 b5,0"), bear)
    assert isinstance(found, Scored)
    assert found.points == 4
    for pattern in ("lines", "herds", "rings"):
        elk = card("elk", pattern, {1: 2, 2: None})
        found = score(layout("e0,0"), elk)
        assert isinstance(found, Scored)
        assert found.points == 2
        assert score(layout("e0,0 e1,0 e9,9"), elk) == Unknown(("numbers",))
    assert score(layout("h0,0 h2,0"), card("hawk", "sight-lines")) == Unknown(("numbers",))
    assert score({}, card("hawk", "sight-lines")) == Scored(0, ())


@pytest.mark.parametrize("table", [{1: 3, 2: 4, 3: 9}, {1: 0, 2: 5, 3: 5, 4: 11}, {2: 4, 6: 20}])
def test_tables_of_any_form_are_split_for_the_most(
    table: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    full = [table.get(n, 0) for n in range(7)]
    monkeypatch.setattr(second_cascadia, "ELK_D", full)
    monkeypatch.setattr(second_cascadia, "ELK_C", full)
    monkeypatch.setattr(second_cascadia, "ELK_A", full[:5])
    for seed in range(60):
        shape = random.Random(seed).choice(SHAPES)
        tokens = dict.fromkeys(shape, "elk")
        for letter, pattern, top in (("A", "lines", 4), ("C", "herds", 6), ("D", "rings", 6)):
            own = card("elk", pattern, {n: p for n, p in table.items() if n <= top})
            found = score(tokens, own)
            assert isinstance(found, Scored)
            assert found.points == second_cascadia.score(tokens, "elk", letter), (letter, shape)


def test_the_scorers_share_nothing() -> None:
    text = Path(second_cascadia.__file__).read_text(encoding="utf-8")
    assert "import cascadia_print" not in text
    assert "from cascadia_print" not in text
