"""The table of Cascadia: what the server gives out for it, and what it says to what lies there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from cascadia_print import resources
from cascadia_print.cascadia.tiles import how_often
from cascadia_print.cli.audit import read_and_judge
from cascadia_print.cli.serve import serve
from cascadia_print.report.json import audit_object
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.locale import locale
from cascadia_print.web import answer, start
from cascadia_print.web.environment import table_object
from cascadia_print.web.shelf import Shelf
from tests.web.conftest import Served

GAME = resources.root("data") / "examples" / "cascadia-game.txt"
WORDS = locale("en")
SHELF = Shelf([], cascadia=True)

TOKENS = """\
player Ana
cards salmon A elk A
s0,0 s1,0 s2,0 s4,0
e0,2 e1,2
"""


def audited(text: str, name: str = "game.json") -> dict[str, Any]:
    return answer.audit(text, SHELF, WORDS, name)


def plain(value: Any) -> Any:
    """A report without the places in its text."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if k not in PLACES}
    return [plain(v) for v in value] if isinstance(value, list) else value


PLACES = ("file", "line", "column", "pointer")


def as_page(said: dict[str, Any]) -> str:
    """What the page posts for the states that it was given."""
    players = [
        {key: value for key, value in player["state"].items() if key != "sheet"}
        for player in said["players"]
    ]
    return json.dumps(
        {"format": "cascadia-print/game", "version": 1, **said["table"], "players": players}
    )


def test_a_game_is_judged_as_by_the_command_however_it_comes(tmp_path: Path) -> None:
    want = plain(audit_object(read_and_judge(GAME), (), WORDS))
    read = audited(GAME.read_text("utf-8"), GAME.name)
    assert plain(read["report"]) == want
    assert [p["shown"] for p in read["players"]] == ["84", "90", "96", "82"]
    page = audited(as_page(read))
    assert plain(page["report"]) == want
    assert page["table"] == read["table"] == {"cards": dict.fromkeys(CARDS, "A")}
    for name, key in (("game.json", "text"), ("game.txt", "compact")):
        (tmp_path / name).write_text(page[key], "utf-8")
        saved = read_and_judge(tmp_path / name)
        assert plain(audit_object(saved, (), WORDS)) == want


CARDS = ("bear", "salmon", "elk", "hawk", "fox")


def test_tokens_alone_give_the_wildlife_and_what_is_sure_so_far() -> None:
    said = audited(TOKENS, "tokens.txt")
    (player,) = said["players"]
    assert player["shown"] == "15 + ?"
    assert player["state"]["tokens"]["4,0"] == "salmon"
    assert "tiles" not in player["state"]
    points = {line["id"]: line["as_legal"] for line in said["report"]["sheets"][0]["lines"]}
    assert (points["salmon"], points["elk"], points["wildlife"]) == (10, 5, 15)
    assert points["forests"] is None


def test_notes_are_said_too() -> None:
    (player,) = audited("cards A\n0,0 F e +e\n", "one.txt")["players"]
    assert any(note.startswith("Not finished: 1 tile of 23") for note in player["basis"])


def test_a_landmark_that_was_not_laid_is_missed_without_points() -> None:
    row = "".join(f"{q},0 F e\n" for q in range(5))
    (player,) = audited(f"landmarks\ncards A\n{row}", "row.txt")["players"]
    assert player["missed"][0] == "Missed: 1 landmark"


def test_numbers_of_a_pad_go_to_their_players_but_never_over_other_numbers() -> None:
    text = "player Ana\ns0,0\nclaims salmon 2\nplayer Ben\ne0,0\npad Ana Ben Eve\n"
    said = audited(f"{text}salmon 3 0 -\nelk 0 2 1\n", "game.txt")
    ana, ben, eve = (player["state"] for player in said["players"])
    assert ana["claims"] == {"salmon": 2, "elk": 0}
    assert ben["claims"] == {"salmon": 0, "elk": 2}
    assert (eve["player"], eve["claims"]) == ("Eve", {"elk": 1})
    assert said["table"]["pad"] == [{"player": "Ana", "claims": {"salmon": 3}}]
    found = [f["message"] for sheet in said["report"]["sheets"] for f in sheet["findings"]]
    again = audited(as_page(said))["report"]["sheets"]
    assert sorted(found) == sorted(f["message"] for sheet in again for f in sheet["findings"])


def test_numbers_of_a_name_that_nobody_has_stay_in_the_pad() -> None:
    said = audited("player Ana\ns0,0\nplayer Ben\ne0,0\npad Ana Bem\nelk 0 2\n", "game.txt")
    assert [player["state"]["player"] for player in said["players"]] == ["Ana", "Ben"]
    assert said["table"]["pad"] == [{"player": "Bem", "claims": {"elk": 2}}]


def test_a_score_pad_alone_becomes_players_with_numbers() -> None:
    said = audited("landmarks\npad Ana Ben\nbear 4 11\nmountains 7/2 4\n", "pad.txt")
    states = [player["state"] for player in said["players"]]
    assert [s["claims"] for s in states] == [
        {"bear": 4, "mountains": [7, 2]},
        {"bear": 11, "mountains": 4},
    ]
    assert [s["landmarks"] for s in states] == [[], []]
    assert {s["format"] for s in states} == {"cascadia-print/environment"}
    assert plain(audited(as_page(said))["report"]) == plain(said["report"])


def test_why_there_is_no_ranking_names_who_is_not_known() -> None:
    said = audited("cards A\nplayer Ana\nnature 1\ns0,0\nplayer Ben\ns0,0\n", "game.txt")
    assert said["unranked"] == "Not ranked, as the total is not known: Ana, Ben"
    assert "Tally" not in said["unranked"]
    ana, *others = GAME.read_text("utf-8").split("player Ben")
    one = "player Ben".join(
        ("landmarks\n" + ana.replace("-2,3   M       b", "-2,3 M b !M:A"), *others)
    )
    assert audited(one, "game.txt")["unranked"] == "Not ranked, as the total is not known: Ana"


def test_who_has_no_name_is_ranked_and_told_of_as_on_the_page() -> None:
    habitats = ("mountains", "forests", "prairies", "wetlands", "rivers")
    pads = [dict.fromkeys((*CARDS, *habitats, "nature"), n) for n in (1, 2)]
    players = [{"format": "cascadia-print/environment", "claims": pad} for pad in (*pads, {})]
    said = audited(json.dumps({"format": "cascadia-print/game", "players": players}))
    assert [rank["player"] for rank in said["ranking"]] == ["Player 2", "Player 1"]
    assert said["unranked"] == "Not ranked, as the total is not known: Player 3"


def test_faults_of_a_text_are_told_with_their_places(served: Served) -> None:
    reply = httpx.post(
        f"{served.address}audit?file=my.txt",
        content=b"player Ana\n0,0 FFFWWW beh +e\nsalmonn 3\n",
        headers={"Content-Type": "application/json"},
    )
    assert reply.status_code == 400
    assert "my.txt:3:1" in reply.json()["text"]


def test_the_tiles_offered_are_those_that_exist() -> None:
    table = table_object(WORDS)
    faces = [(habitats, shows) for habitats, found in table["tiles"].items() for shows in found]
    assert len(faces) == len(set(faces))
    # Those of the starters that are like another tile are counted with it.
    assert sum(how_often(*face) for face in faces) == 85 + 15
    assert len(table["starters"]) == 5
    assert {len(edges) for s in table["starters"] for edges in s["edges"]} == {6}


def test_only_what_is_served_is_offered() -> None:
    for text in ('{"format": "cascadia-print/environment"}', "s0,0"):
        with pytest.raises(Unreadable) as caught:
            answer.audit(text, Shelf([]), WORDS, "x.json" if "{" in text else "x.txt")
        assert [fault.id for fault in caught.value.faults] == ["IN-unknown-sheet"]


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        ([], ["A@1", "B@1", "C@1", "D@1", "cascadia"]),
        (["cascadia"], ["cascadia"]),
        (["B", "Cascadia"], ["B@1", "cascadia"]),
        (["B"], ["B@1"]),
    ],
)
def test_the_command_offers_it_alone_or_beside_sheets(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], offered: list[str]
) -> None:
    shelves: list[Shelf] = []
    monkeypatch.setattr(start, "server", lambda door, shelf, lang: shelves.append(shelf) or Idle())
    assert serve(asked, port=0, lan=False, language="en") == 0
    assert [*shelves[0].refs] == offered


class Idle:
    """A server that nobody calls."""

    def run(self, sockets: object) -> None:
        pass


def test_it_is_in_the_menu_and_its_page_to_print_is_not(served: Served) -> None:
    page = httpx.get(f"{served.address}start", params={"lang": "de"}).json()
    assert [s["ref"] for s in page["sheets"]] == ["A@1", "B@1", "C@1", "D@1", "cascadia"]
    assert httpx.get(f"{served.address}sheets/cascadia").json()["kind"] == "environment"
    assert httpx.get(f"{served.address}sheets/cascadia@1").status_code == 404
    with pytest.raises(Unreadable):  # the quick reference, which has nothing to fill in
        serve(["cascadia@1"], port=0, lan=False, language="en")
