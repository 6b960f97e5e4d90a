"""Files of scoring cards: what is read, what is refused and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.cascadia.cards import Card, Table, card_files, cards, landmark_cards
from cascadia_print.cascadia.scored import Missing, Unknown
from cascadia_print.cascadia.wildlife import score
from cascadia_print.report.faults import fault_text
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.locale import locale
from tests.cli.conftest import Run, own, run

__all__ = ["own", "run"]

HEAD = "kind: cards\ncards:\n"
BEAR = "  - kind: wildlife\n    animal: bear\n    letter: E\n    pattern: groups\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cards.yaml"


def read(file: Path, text: str) -> Card:
    """The one card of a file."""
    file.write_text(HEAD + text, encoding="utf-8")
    own = {key: card for key, card in cards([file]).items() if card.own}
    ((_, card),) = own.items()
    return card


def faults(file: Path, text: str) -> list[str]:
    file.write_text(HEAD + text, encoding="utf-8")
    with pytest.raises(Unreadable) as caught:
        cards([file])
    for language in ("en", "de"):
        said = fault_text(caught.value.faults, locale(language))
        assert "faults.IN" not in said
        assert "{" not in said
    return [
        f"{f.line}:{f.column} {f.id} {f.values.get('word', '')}{f.suggestion or ''}".rstrip()
        for f in caught.value.faults
    ]


def test_an_owner_adds_a_card(file: Path) -> None:
    card = read(file, BEAR + "    points: 1=2 3=? 4+=9\n")
    assert (card.of, card.letter, card.own) == ("bear", "E", True)
    assert card.table == Table({1: 2, 3: None, 4: 9}, 4)
    assert [card.points(n) for n in (0, 1, 2, 4, 11)] == [0, 2, 0, 9, 9]
    with pytest.raises(Missing):
        card.points(3)
    assert cards()["bear", "A"] == cards([file])["bear", "A"]


def test_a_card_without_numbers_is_read_and_cannot_be_told(file: Path) -> None:
    card = read(file, BEAR)
    assert score({(0, 0): "bear"}, card) == Unknown(("numbers",))


def test_an_owner_adds_shapes_of_his_own(file: Path) -> None:
    text = "  - kind: wildlife\n    animal: elk\n    letter: F\n    pattern: shapes\n"
    card = read(file, text + '    shapes: {hook: "0,0 1,0 1,1"}\n    points: hook=6\n')
    assert [(s.name, s.hexes, s.points) for s in card.shapes] == [
        ("hook", ((0, 0), (1, 0), (1, 1)), 6)
    ]


def test_a_nearer_file_goes_before_one_that_is_farther(file: Path, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    far = tmp_path / "far" / "cards.yaml"
    far.write_text(HEAD + BEAR + "    points: 1=1\n" + BEAR.replace(": E", ": F"), "utf-8")
    file.write_text(HEAD + BEAR + "    points: 1=9\n", "utf-8")
    found = cards([file, far])
    assert found["bear", "E"].points(1) == 9
    assert ("bear", "F") in found


def test_an_own_card_goes_before_one_that_is_derived(file: Path) -> None:
    """K is, and L is not."""
    card = "  - kind: landmark\n    habitat: any\n    letter: {}\n    pattern: fixed\n    each: 4\n"
    file.write_text(HEAD + card.format("K"), "utf-8")
    found = landmark_cards([file])["forests", "K"]
    assert (found.points(1), found.own, found.derived) == (4, True, False)
    file.write_text(HEAD + card.format("L"), "utf-8")
    with pytest.raises(Unreadable):
        landmark_cards([file])


def test_files_are_looked_for_beside_and_in_the_users_folder(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    monkeypatch.setenv("CASCADIA_PRINT_SHEETS", str(own))
    assert card_files(tmp_path) == ()
    for path in (file, own / "cards.yaml"):
        path.write_text(HEAD + BEAR, "utf-8")
    assert card_files(tmp_path) == (file, own / "cards.yaml")


def test_a_file_that_has_changed_is_read_again(file: Path) -> None:
    import os

    assert read(file, BEAR + "    points: 1=1\n").points(1) == 1
    file.write_text(HEAD + BEAR + "    points: 1=2\n", "utf-8")
    os.utime(file, (1, 1))
    assert cards([file])["bear", "E"].points(1) == 2


def test_the_template_is_read_and_gives_no_number() -> None:
    template = resources.root("templates") / "cards.yaml"
    own = [card for card in cards([template]).values() if card.own]
    assert {(card.of, card.letter) for card in own} == {
        ("bear", "G"),
        ("salmon", "G"),
        ("fox", "G"),
    }
    tokens = {(q, 0): animal for q, animal in enumerate(("bear", "bear", "salmon", "fox", "elk"))}
    for card in own:
        assert isinstance(score(tokens, card), Unknown)
    assert {key[1] for key, card in landmark_cards([template]).items() if card.own} == {"G"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("    points: 1=2 2:5 3=8\n", ["7:17 IN-points 2:5"]),
        ("    points: 1=2 x=5\n", ["7:17 IN-points x=5"]),
        ("    points: 1=2 1=5\n", ["7:17 IN-points-twice 1"]),
        ("    points: 2=2 1=5\n", ["7:17 IN-points-order 1"]),
        ("    points: 1+=2 2=5\n", ["7:18 IN-points-order 2"]),
        ("    points: five\n", ["7:13 IN-points five"]),
        ("    points: 5\n", ['7:13 IN-type "5"']),
        ("    points: ' '\n", ["7:14 IN-points"]),
        ("    point: 1=2\n", ["7:5 IN-unknown-key pointpoints"]),
        ("    points: 1=2\n    size: 2\n", ["8:5 IN-not-beside size"]),
        ("    points: 1=2\n    habitat: forest\n", ["8:14 IN-not-one-of forests"]),
        ("    points: 1=2\n    all-sizes: -1\n", ["8:16 IN-too-small"]),
        ("    points: 1=2\n" + BEAR, ["10:13 IN-card-twice bear E"]),
    ],
)
def test_a_slip_is_found_at_its_place(file: Path, text: str, found: list[str]) -> None:
    assert faults(file, BEAR + text) == found


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("letter: E", "letter: A", ["5:13 IN-card-built-in bear A"]),
        ("letter: E", "letter: K", ["5:13 IN-not-one-of"]),
        ("letter: E\n", "letter: E\n    each: 3\n", ["6:5 IN-not-beside each"]),
        ("animal: bear", "animal: baer", ["4:13 IN-not-one-of bear"]),
        ("pattern: groups", "pattern: group", ["6:14 IN-not-one-of groups"]),
        ("pattern: groups", "pattern: group-count", ["3:5 IN-missing-key size"]),
        ("pattern: groups", "pattern: shapes", ["3:5 IN-missing-key shapes"]),
        ("    pattern: groups\n", "", ["3:5 IN-missing-key pattern"]),
        ("kind: wildlife", "kind: wild", ["3:11 IN-not-one-of"]),
        ("pattern: groups", "pattern: fixed", ["6:14 IN-not-one-of"]),
        ("pattern: groups", "pattern: beside\n    counted: habitats", ["3:5 IN-missing-key own"]),
        ("pattern: groups", "pattern: runs\n    each-on: 2", ["3:5 IN-missing-key habitat"]),
    ],
)
def test_a_card_of_another_kind_is_refused(
    file: Path, old: str, new: str, found: list[str]
) -> None:
    assert faults(file, BEAR.replace(old, new)) == found


def test_faults_of_structure_and_of_tables_come_together(file: Path) -> None:
    text = BEAR.replace("bear", "baer") + "    points: 1:2\n"
    assert faults(file, text) == ["4:13 IN-not-one-of bear", "7:13 IN-points 1:2"]


def test_the_shapes_of_a_card_are_looked_at(file: Path) -> None:
    text = BEAR.replace("groups", "shapes") + "    shapes:\n      a: {a}\n    points: {p}\n"

    def of(shape: str, points: str = "a=1") -> list[str]:
        return faults(file, text.replace("{a}", shape).replace("{p}", points))

    assert of("0,0 1;0") == ["8:14 IN-shape-hex 1;0"]
    assert of("0,0 0,0") == ["8:14 IN-shape-twice 0,0"]
    assert of("0,0 2,0") == ["8:10 IN-shape-apart a"]
    assert of("'0,0 1,0'", "b=1") == ["9:13 IN-points-shape b"]
    assert of("0,0 1,0", "1=1") == ["9:13 IN-points 1=1"]
    assert of("0,0 1,0", "a=1 a=2") == ["9:17 IN-points-twice a"]
    two = text.replace("      a: {a}\n", "      a: 0,0 1,0\n      b: 0,0 0,1\n")
    assert faults(file, two.replace("{p}", "a=1")) == ["10:13 IN-shape-points b"]


def test_all_faults_of_all_files_come_together(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    for path in (file, other):
        path.write_text(HEAD + BEAR + "    points: 1=x 2=y\n", "utf-8")
    with pytest.raises(Unreadable) as caught:
        cards([file, other, tmp_path / "none.yaml"])
    assert [(Path(f.file).name, f.line, f.column) for f in caught.value.faults] == [
        ("cards.yaml", 7, 13),
        ("cards.yaml", 7, 17),
        ("none.yaml", 0, 0),
        ("other.yaml", 7, 13),
        ("other.yaml", 7, 17),
    ]


def test_check_reads_cards_and_puts_slips_right(file: Path, run: Run) -> None:
    file.write_text(HEAD + BEAR.replace("bear", "baer") + "    points: 1=2\n", "utf-8")
    wrong = run("check", str(file))
    assert (wrong.code, "Did you mean `bear`?" in wrong.err) == (4, True)
    assert "environment" not in wrong.err
    right = run("check", "--fix", str(file))
    assert (right.code, "ok (bear E)" in right.out) == (0, True)
    assert run("check", str(resources.root("templates") / "cards.yaml")).code == 0
