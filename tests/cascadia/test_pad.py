"""Score pads and claims: sums, bonuses, impossible numbers, the ranking (CA-5 to CA-7)."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cascadia_print.cascadia.cards import Table, cards
from cascadia_print.cascadia.entered import HABITATS
from cascadia_print.cascadia.pad import attainable
from cascadia_print.cascadia.write import as_text
from cascadia_print.report.judged import Judged as Reported
from cascadia_print.report.judged import ranking
from cascadia_print.verdict import Finding
from tests.cascadia.conftest import Judged, alone, from_json, judged
from tests.cascadia.deal import game

PAD = """\
pad              Ana  Ben  Cem
bear               4   11   19
salmon            12    8    0
elk                9   13    5
hawk               5    2    8
fox                6    7    3
wildlife          36   41   35
mountains          7    7    5
mountains-bonus    2    2    0
forests            8    6    6
forests-bonus      3    0    0
prairies           4    3    2
prairies-bonus     3    1    0
wetlands           1    2    3
wetlands-bonus     0    1    3
rivers             5    5    5
rivers-bonus       1    1    1
habitats          34   28   25
nature             2    3    2
total             72   72   62
"""


def changed(line: str, column: int, number: str, pad: str = PAD) -> str:
    rows = [row.split() for row in pad.splitlines()]
    for row in rows:
        if row[0] == line:
            row[column] = number
    return "\n".join(" ".join(row) for row in rows)


def wrong(column: int, found: list[Judged]) -> list[Finding]:
    """The findings of one player; the others have none."""
    for k, j in enumerate(found, 1):
        assert k == column or not j.report.findings, j.texts
    return list(found[column - 1].report.findings)


def ranks(found: list[Judged]) -> list[tuple[int, str, int]]:
    return [
        (r.place, r.player, r.total)
        for r in ranking([Reported(None, j.report, j.source) for j in found])
    ]


def test_a_right_pad() -> None:
    found = judged(PAD)
    assert [j.texts for j in found] == [[], [], []]
    assert {j.report.level for j in found} == {"L1"}
    assert {j.report.claims for j in found} == {"right"}
    assert [j["total"].as_marked for j in found] == [72, 72, 62]
    assert [x.id for x in found[0].report.lines] == [
        *("bear", "salmon", "elk", "hawk", "fox", "wildlife"),
        *("mountains", "forests", "prairies", "wetlands", "rivers", "habitats", "nature"),
    ]


def test_the_receipt_of_a_habitat_adds_up() -> None:
    """Corridor and bonus as they are written; a number alone has nothing to open."""
    for pad in (PAD, changed("rivers", 2, "-", changed("rivers-bonus", 2, "-"))):
        for j in judged(pad):
            for line in ("mountains", "forests", "prairies", "wetlands", "rivers"):
                receipt = j[line].receipt
                assert sum(e.points for e in receipt) == (j[line].as_marked or 0), line
            assert j["bear"].receipt == ()
    ana = judged(PAD)[0]
    assert [(e.points, e.what) for e in ana["forests"].receipt] == [
        (8, "cascadia.parts.corridor"),
        (3, "cascadia.parts.majority"),
    ]


def test_more_nature_tokens_decide() -> None:
    assert ranks(judged(PAD)) == [(1, "Ben", 72), (2, "Ana", 72), (3, "Cem", 62)]


def test_shared_victory() -> None:
    even = changed("nature", 1, "3", changed("total", 1, "73", changed("bear", 2, "12")))
    even = changed("wildlife", 2, "42", changed("total", 2, "73", even))
    assert ranks(judged(even)) == [(1, "Ana", 73), (1, "Ben", 73), (3, "Cem", 62)]


def test_a_wrong_sum() -> None:
    (finding,) = wrong(1, judged(changed("wildlife", 1, "37", changed("total", 1, "73"))))
    assert (finding.text, finding.values["right"]) == ("claim-sum", 36)
    assert finding.rule == "CA-7"
    (total,) = finding.consequences
    assert (total.text, total.at, total.values["right"]) == ("claim-sum-follows", "total", 72)


def test_a_wrong_total() -> None:
    found = judged(changed("total", 3, "63"))
    (finding,) = wrong(3, found)
    assert (finding.text, finding.at, finding.values["difference"]) == ("claim-sum", "total", 1)
    assert found[2].place("claim-sum") == (20, 13)


def test_a_right_total_of_wrong_sums() -> None:
    pad = changed("wildlife", 2, "40", changed("habitats", 2, "29"))
    assert [f.text for f in wrong(2, judged(pad))] == ["claim-sum", "claim-sum"]


@pytest.mark.parametrize(
    ("line", "column", "bonus", "right"),
    [
        ("mountains-bonus", 1, "3", 2),  # disputed: tied first have 2 each
        ("forests-bonus", 2, "1", 0),  # disputed: tied second have nothing
        ("rivers-bonus", 3, "3", 1),
        ("wetlands-bonus", 2, "0", 1),
    ],
)
def test_a_wrong_bonus(line: str, column: int, bonus: str, right: int) -> None:
    found = judged(changed(line, column, bonus))
    finding = wrong(column, found)[0]
    assert (finding.text, finding.rule) == ("claim-bonus", "CA-5")
    assert (finding.values["said_bonus"], finding.values["bonus"]) == (int(bonus), right)


def test_sums_follow_from_a_wrong_bonus() -> None:
    pad = changed("mountains-bonus", 1, "3", changed("habitats", 1, "35"))
    (finding,) = wrong(1, judged(changed("total", 1, "73", pad)))
    assert [f.at for f in finding.consequences] == ["habitats", "total"]


def test_two_numbers_in_each_others_rows() -> None:
    text = "cards A\nb0,0 b1,0 e5,0 e6,0 e7,0\nclaims bear {} elk {}"
    assert alone(text.format(9, 4)).find("claim-swapped").at == "bear"
    assert alone(text.format(4, 9)).texts == ["tiles-missing"]
    assert alone(text.format(9, 9)).texts == ["tiles-missing", "claim-more"]


@pytest.mark.parametrize(
    ("line", "number", "text"),
    [
        ("rivers", "0", "pad-no-corridor"),
        ("rivers", "24", "pad-long-corridor"),
        ("nature", "21", "pad-nature"),
    ],
)
def test_numbers_that_cannot_be(line: str, number: str, text: str) -> None:
    assert text in [f.text for f in judged(changed(line, 1, number))[0].report.findings]


@pytest.mark.parametrize(("line", "number"), [("rivers", "1"), ("rivers", "23"), ("nature", "20")])
def test_numbers_that_just_can_be(line: str, number: str) -> None:
    found = judged(changed(line, 1, number))[0]
    assert not [t for t in found.texts if t.startswith("pad-")]


def test_a_solo_bonus() -> None:
    solo = "pad Ana\nforests 7\nforests-bonus {}\nrivers 6\nrivers-bonus 0"
    assert alone(solo.format(2)).texts == []
    assert alone(solo.format(0)).texts == ["claim-bonus"]
    # Which is said, as it may be one column of several.
    assert [note.text for note in alone(solo.format(0)).report.notes] == ["note-solo"]


def test_two_players_share_a_bonus() -> None:
    pad = "pad Ana Ben\nforests 4 4\nforests-bonus {}\nrivers 5 4\nrivers-bonus 2 0"
    assert [j.texts for j in judged(pad.format("1 1"))] == [[], []]
    assert [j.texts for j in judged(pad.format("2 2"))] == [["claim-bonus"], ["claim-bonus"]]


def test_five_and_six_players_are_as_three_and_four() -> None:
    pad = "pad A B C D E F\nforests 9 8 8 7 2 1\nforests-bonus 3 0 0 0 0 0"
    found = judged(pad)
    assert [j.texts for j in found] == [[]] * 6
    assert found[0].report.rulings == {"majority-5-6": "as-3-4"}
    assert judged("pad A B C D\nforests 9 8 8 7\nforests-bonus 3 0 0 0")[0].report.rulings == {}


def test_a_bonus_cannot_be_told_without_all_corridors() -> None:
    """Whoever wrote no corridor may have had any."""
    found = judged("pad Ana Ben Cem\nforests 5 4 -\nforests-bonus 1 0 -")
    assert [j.texts for j in found] == [[], [], []]
    found = judged("pad Ana Ben Cem\nforests 5 4 -\nforests-bonus 4 0 -")
    assert found[0].find("claim-more").values["right"] == 5 + 3
    # With Landmarks a card may lift a corridor above all tiles that there are (LM-4).
    sole = "pad Ana Ben\nforests {} -\nforests-bonus 0 -"
    assert judged(sole.format(23))[0].texts == []
    assert judged("landmarks\n" + sole.format(24))[0].texts == []


def test_landmarks_are_a_row_of_their_own() -> None:
    pad = PAD.replace("nature ", "landmarks 3 0 5\nnature ").replace("72   72   62", "75   72   67")
    found = judged("landmarks\n" + pad)
    assert [j.texts for j in found] == [[], [], []]
    assert [j["landmarks"].as_marked for j in found] == [3, 0, 5]


def test_a_row_that_is_missing_is_not_zero() -> None:
    pad = "\n".join(row for row in PAD.splitlines() if not row.startswith("nature"))
    found = judged(pad)
    assert found[0]["total"].as_marked is None
    assert found[0].texts == []
    assert ranks(found) == []
    nobody = alone("player Ana")
    assert (nobody.report.level, nobody["total"].as_marked) == ("L0", None)


def test_claims_are_compared_with_what_lies_there() -> None:
    text = "cards A\nb0,0 b1,0 e5,0 e6,0\nclaims bear {} elk {} wildlife {}"
    assert alone(text.format(4, 5, 9)).texts == ["tiles-missing"]
    here = alone(text.format(5, 5, 10))
    finding = here.find("claim-more")
    assert (finding.at, finding.values["right"]) == ("bear", 4)
    assert [f.text for f in finding.consequences] == ["claim-sum-follows"]
    assert alone(text.format(4, 4, 8)).find("claim-less").at == "elk"
    # Right rows that were added up wrongly.
    assert alone(text.format(4, 5, 10)).find("claim-sum").at == "wildlife"


def test_a_corridor_without_its_bonus() -> None:
    row = "0,0 F b\n1,0 F e\n2,0 F f\n3,0 F f\n4,0 F b\n5,0 FFFFFF\n6,0 F\n"
    assert alone(row + "claims forests 7").find("claim-no-bonus").rule == "CA-5"
    assert "claim-no-bonus" not in alone(row + "claims forests 9").texts
    assert alone(row + "claims forests 6+2").find("claim-corridor").values["corridor"] == 7


@pytest.mark.parametrize(
    ("cards", "row", "text"),
    [
        ("bear A", "bear 11", ""),
        ("bear A", "bear 12", "pad-wildlife"),
        ("bear A", "bear 28", "pad-wildlife-most"),
        ("bear B", "bear 60", ""),
        ("bear B", "bear 70", "pad-wildlife-most"),
        ("bear C", "bear 18", ""),
        ("bear C", "bear 1", "pad-wildlife"),
        ("elk B", "elk 3", "pad-wildlife"),
        ("elk B", "elk 2", ""),
        ("salmon C", "salmon 22", ""),
        ("salmon C", "salmon 11", "pad-wildlife"),
        ("hawk A", "hawk 26", ""),
        ("hawk A", "hawk 3", "pad-wildlife"),
        ("hawk C", "hawk 7", "pad-wildlife"),
        ("hawk D", "hawk 11", ""),
        ("hawk D", "hawk 10", "pad-wildlife"),
        ("fox A", "fox 19", ""),
        ("fox B", "fox 4", "pad-wildlife"),
        ("fox D", "fox 6", "pad-wildlife"),
        # What lies beside the salmon is not known, and neither are cards that are not told.
        ("salmon D", "salmon 1", ""),
        ("elk G", "elk 3", ""),
        ("elk A", "bear 1", ""),
    ],
)
def test_numbers_that_a_card_cannot_give(cards: str, row: str, text: str) -> None:
    found = alone(f"cards {cards}\npad Ana\n{row}")
    assert found.texts == ([text] if text else [])


def test_what_a_card_gives_is_never_called_impossible() -> None:
    """Every score of random boards is among the numbers that its card can give."""
    random = Random(3)
    for _ in range(150):
        source = from_json(json.dumps(game(random)))
        entry = source.source.data
        for animal, letter in entry["cards"].items():
            numbers = attainable(cards()[animal, letter])
            assert not numbers or source[animal].as_marked in numbers, (animal, letter)


def test_what_a_card_gives_for_lines_of_which_only_the_map_tells_is_not_bounded() -> None:
    hawk = replace(cards()["hawk", "C"], table=Table({1: 3}), words={"counted": "fox"})
    assert attainable(hawk) == frozenset()


LAID = "cards A\n\nplayer Ana\n0,0 F b\n1,0 F e\n\nplayer Ben\n0,0 M b\n1,0 M f\n2,0 F f\n\n"


def test_a_player_of_the_pad_without_environment_is_one_at_the_table() -> None:
    """Cem had the largest forests, so nobody else's bonus may be told without him (CA-5)."""
    pad = "pad Ana Ben Cem\nforests 2 1 9\nforests-bonus 1 0 3\n"
    ana, ben, cem = judged(LAID + pad)
    assert not [f for j in (ana, ben, cem) for f in j.report.findings if f.kind == "claim"]
    assert (ana.numbers("forests")[0], ben.numbers("forests")[0]) == (3, 1)
    assert [f.text for f in ana.report.notes if f.rule == "CA-5"] == ["note-pad-only"]
    assert cem.report.player == "Cem"


def test_a_name_on_the_pad_that_is_a_slip_is_no_further_player() -> None:
    found = judged(LAID + "pad Ana Bem\nforests 2 1\n")
    assert len(found) == 2
    assert found[1].find("player-unknown").values["nearest"] == "Ben"


def test_a_column_without_a_name_is_no_further_player() -> None:
    ana = '{"format": "cascadia-print/environment", "player": "Ana", "tokens": {}}'
    pad = '{"player": "Ana", "claims": {}}, {"player": "", "claims": {"bear": 3}}'
    here = from_json(f'{{"format": "cascadia-print/game", "players": [{ana}], "pad": [{pad}]}}')
    assert "player-unknown" in here.texts


def test_a_card_that_does_not_exist_is_told_once_with_a_pad() -> None:
    found = judged(LAID.replace("cards A", "cards fox Q") + "pad Ana Ben\nfox 1 1\n")
    assert [j.texts.count("card-unknown") for j in found] == [1, 1]


def test_a_bonus_that_nobody_wrote_is_no_wrong_number() -> None:
    """Beside others of two rows, the corridor alone is right also where its tiles are known."""
    pad = "pad Ana Ben\nforests {} 1\nforests-bonus - 0\n"
    assert judged(LAID + pad.format(2))[0].texts == []
    assert judged(LAID + pad.format(4))[0].texts == []
    assert judged(LAID + pad.format(3))[0].texts == ["claim-less"]


def test_rows_that_may_be_right_are_added_up() -> None:
    """The wetlands may be more than is written; then they were added up wrongly all the same."""
    ana = "player Ana\n0,0 F b\n1,0 W h\n2,0 PW ef\n"
    pad = "pad Ana Ben\nmountains 0 -\nforests 1 2/2\nprairies 3 -\nwetlands 3 -\nrivers 0 -\n"
    table = f"cards A\n{ana}player Ben\n0,0 F b\n1,0 F e\n{pad}habitats {{}} -"
    assert judged(table.format(7))[0].texts == ["edges-missing"]
    assert judged(table.format(8))[0].find("claim-added").values["right"] == 7


def test_any_part_of_a_right_pad_is_right() -> None:
    """Whatever is left out of it, and in whichever way a corridor and its bonus are written."""
    random = Random(8)
    for seed in range(8):
        data = game(Random(seed), random.randint(2, 4))
        whole = [j.report for j in judged(as_text(data))]
        data["pad"] = [{"player": r.player, "claims": {}} for r in whole]
        for report, column in zip(whole, data["pad"], strict=True):
            for line in (*report.lines, report.total):
                bonus = sum(e.points for e in line.receipt if e.rule == "CA-5")
                number: Any = line.as_marked
                if line.id in HABITATS and random.random() < 0.7:
                    number = random.choice(([number - bonus, bonus], number - bonus))
                if random.random() < 0.8:
                    column["claims"][line.id] = number
        data["pad"][0]["claims"]["forests"] = [0, 0]  # as on a pad of two rows
        found = judged(as_text(data))
        assert not [f for j in found for f in j.report.findings if f.at != "forests"], seed


def test_a_bonus_without_its_corridor_leaves_the_rest_judged() -> None:
    pad = "\n".join(row for row in PAD.splitlines() if not row.startswith("mountains "))
    ana, ben, cem = judged(pad)
    assert [j.texts for j in (ana, ben, cem)] == [["claim-bonus-alone"]] * 3
    assert ben.place("claim-bonus-alone") == (8, 25)
    assert ana["forests"].as_marked == 11
    assert ana["mountains"].as_marked is ana["total"].as_marked is None
    wrong = changed("forests-bonus", 2, "1", pad)
    assert judged(wrong)[1].texts == ["claim-bonus-alone", "claim-bonus"]


def test_a_bonus_may_be_a_row_of_its_own_in_any_order() -> None:
    rows = PAD.splitlines()
    rows[7], rows[8] = rows[8], rows[7]
    found = judged("\n".join(rows))
    assert [j.texts for j in found] == [[], [], []]
    assert found[0].numbers("mountains") == (9, None, None)
    bad = judged("\n".join(rows).replace("mountains-bonus    2", "mountains-bonus    3"))
    assert bad[0].find("claim-bonus").pointer == "/players/0/claims/mountains-bonus"
    assert judged(as_text(bad[0].source.data))[0].texts == bad[0].texts


def test_one_number_beside_corridors_and_bonuses_may_be_either() -> None:
    """Nobody wrote the bonuses for the mountains: with or without them, that is not said."""
    pad = "\n".join(row for row in PAD.splitlines() if not row.startswith("mountains-bonus"))
    found = judged(pad)
    assert [j["mountains"].as_marked for j in found] == [None] * 3
    assert [j["total"].as_marked for j in found] == [None] * 3
    assert [j.texts for j in found] == [[], [], []]
    assert ranks(found) == []


def test_sums_are_sums_of_what_is_certain_of_the_rows() -> None:
    """Ben's strange tile may give Ana a bonus, which her own ink does not make."""
    ana = "player Ana\nnature 0\n0,0 F e +b\n1,0 F b +b"
    ben = "player Ben\nnature 0\n0,0 F e\n1,0 F s\n2,0 F b"
    first, _ = judged(f"cards A\n{ana}\n{ben}")
    assert first.numbers("bear") == (4, 0, 0)
    assert first.numbers("forests") == (2, 2, 4)
    assert first.numbers("habitats") == (2, 2, 4)
    assert first.numbers("total") == (6, 2, 4)


@pytest.mark.parametrize(("choice", "points"), [("yes", 2 + 2), ("no", 2)])
def test_bonuses_of_the_variants_are_agreed_by_the_table(choice: str, points: int) -> None:
    """Whoever says so, it holds for all (CA-8)."""
    ana, ben = "player Ana\n0,0 F b\n1,0 F e\n", "player Ben\n0,0 F b\n"
    first, second = judged(f"cards family\n{ana}{ben}ruling variant-majority {choice}\n")
    assert first["forests"].as_marked == points
    assert first.report.rulings == second.report.rulings == {"variant-majority": choice}
    # His own answer goes before one that stands above; of two who differ the first is heard.
    own = f"ruling variant-majority no\n{ana}ruling variant-majority {choice}\n{ben}"
    assert judged(f"cards family\n{own}")[0]["forests"].as_marked == points
    other = f"player Ana\nruling variant-majority {choice}\n0,0 F b\n{ben}ruling variant-majority "
    for said in ("yes", "no"):
        table = judged(f"cards family\n{other}{said}")
        assert [j.report.rulings["variant-majority"] for j in table] == [choice, choice]
