"""`audit` and `convert` with environments, games and pads of Cascadia."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cascadia_print.cascadia import read, text
from cascadia_print.cascadia.cards import cards, landmark_cards
from cascadia_print.cascadia.entered import LINES
from cascadia_print.cascadia.judge import judge
from cascadia_print.cascadia.lines import Deck
from cascadia_print.cli import cascadia as command
from cascadia_print.cli.receipt import row_named
from cascadia_print.drawing.svg import render_svg
from cascadia_print.report.environment import environment_picture
from cascadia_print.report.json import audit_object
from cascadia_print.report.text import audit_text
from cascadia_print.resources import root
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json
from tests.cascadia.deal import game
from tests.cli.conftest import Result, Run, own, run
from tests.test_fuzzing import EXAMPLES, edits

__all__ = ["own", "run"]

GAME = root("data") / "examples" / "cascadia-game.txt"
SLIPS = root("data") / "examples" / "cascadia-pad-slips.txt"
DECK = Deck(cards(), landmark_cards())


def written(file: Path, content: object) -> Path:
    file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return file


def test_the_example_is_right(run: Run) -> None:
    result = run("audit", GAME)
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith(
        "Ranking\n"
        "1. Cem  96 points, 2 nature tokens\n"
        "2. Ben  90 points, 3 nature tokens\n"
        "3. Ana  84 points, 5 nature tokens\n"
        "4. Dora  82 points, 1 nature token\n"
    )
    assert result.out.count("The numbers written are right.") == 4


def test_the_slips_of_the_pad(run: Run) -> None:
    result = run("audit", SLIPS, "--format", "json")
    assert result.code == 1
    findings = {s["player"]: s["findings"] for s in result.json["sheets"]}
    assert [(f["rule"], f["line"], f["column"]) for f in findings["Ben"]] == [("CA-5", 14, 28)]
    assert [f["at"] for f in findings["Ben"][0]["consequences"]] == ["habitats", "total"]
    assert [f["at"] for f in findings["Dora"]] == ["total"]
    assert findings["Ana"] == findings["Cem"] == []
    assert [r["total"] for r in result.json["ranking"]] == [96, 90, 84, 82]


def test_the_report_as_json(run: Run) -> None:
    report = run("audit", GAME, "--format", "json").json
    assert (report["format"], report["version"]) == ("cascadia-print/audit", 1)
    ana = report["sheets"][0]
    assert (ana["sheet"], ana["verdict"], ana["claims"], ana["level"]) == (
        *("cascadia", "legal", "right"),
        "L2",
    )
    assert [line["id"] for line in ana["lines"]] == [x for x in LINES if x != "landmarks"]
    lines = {line["id"]: line for line in ana["lines"]}
    assert lines["wetlands"]["receipt"][1] == {
        **{"at": "wetlands", "points": 1, "rule": "CA-5"},
        "what": "bonus for the corridor",
    }
    assert sum(e["points"] for e in lines["wildlife"]["receipt"]) == 49
    for line in ana["lines"]:
        assert sum(e["points"] for e in line["receipt"]) == line["as_marked"], line["id"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("cards A\nnature 0\n0,0 F e\n1,0 F b +b", 0),
        ("cards A\nb0,0", 3),
        ("cards A\nb0,0 q0,1", 1),
        ("cards A\nb0,0\nclaims bear 4", 1),
        ("cards E\nb0,0", 3),
        ("cards A\nb0,0 b", 4),
        ("", 4),
    ],
)
def test_exit_codes(run: Run, tmp_path: Path, content: str, code: int) -> None:
    assert run("audit", written(tmp_path / "x.txt", content)).code == code


def test_a_landmark_that_was_left_counts_when_strict(run: Run, tmp_path: Path) -> None:
    row = "".join(f"{q},0 FFFFFF {x}\n" for q, x in enumerate(["b", "b", "e", "f", "f"]))
    file = written(tmp_path / "x.txt", f"cards A\nlandmarks\nnature 0\n{row}")
    assert run("audit", file).code == 0
    result = run("audit", file, "--strict")
    assert result.code == 1
    assert "A landmark could have been placed for the corridor of forests." in result.out


@pytest.mark.parametrize(
    ("content", "id", "place"),
    [
        ({"format": "cascadia-print/environment", "tockens": {}}, "IN-unknown-key", (1, 42)),
        ({"format": "cascadia-print/environment", "tiles": [{}]}, "IN-missing-key", (1, 52)),
        ({"format": "cascadia-print/environment", "nature": "3"}, "IN-type", (1, 52)),
        ({"format": "cascadia-print/pad", "players": []}, "IN-too-few", (1, 45)),
        ({"format": "cascadia-print/pad", "players": [{"player": "A"}]}, "IN-missing-key", (1, 46)),
    ],
)
def test_what_follows_no_schema(
    run: Run, tmp_path: Path, content: Any, id: str, place: tuple[int, int]
) -> None:
    result = run("audit", written(tmp_path / "x.json", content), "--format", "json")
    assert result.code == 4
    (fault,) = result.json["faults"]
    assert (fault["id"], (fault["line"], fault["column"])) == (id, place)


def test_a_key_twice_is_refused(run: Run, tmp_path: Path) -> None:
    twice = '{"format": "cascadia-print/environment", "tokens": {"0,0": "bear", "0,0": "elk"}}'
    result = run("audit", written(tmp_path / "x.json", twice))
    assert result.code == 4
    assert "x.json:1:68:" in result.err


def test_a_game_may_hold_either_kind_of_players(run: Run, tmp_path: Path) -> None:
    """The format of the players tells a game of sheets from one of environments."""
    mixed = {
        "format": "cascadia-print/game",
        "players": [{"format": "cascadia-print/environment"}, {"sheet": "A@1"}],
    }
    result = run("audit", written(tmp_path / "x.json", mixed), "--format", "json")
    assert result.code == 4
    assert [f["id"] for f in result.json["faults"]] == ["IN-unknown-key"]


BEARS = {"player": "Ana", "tokens": {"0,0": "bear", "1,0": "bear"}}


def test_keys_tell_a_game_of_environments_too(run: Run, tmp_path: Path) -> None:
    data = {"format": "cascadia-print/game", "cards": {"bear": "A"}, "players": [BEARS]}
    result = run("audit", written(tmp_path / "x.json", data), "--format", "json")
    assert result.code == 3
    assert result.json["sheets"][0]["lines"][0]["as_marked"] == 4
    # A player with a sheet is none of them.
    sheets = {**data, "players": [BEARS, {"player": "Ben", "sheet": "A@1"}]}
    assert run("audit", written(tmp_path / "y.json", sheets)).code == 4


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (BEARS, "cascadia-print/environment"),
        ({"players": [BEARS]}, "cascadia-print/game"),
    ],
)
def test_a_format_that_is_missing_is_named(
    run: Run, tmp_path: Path, data: object, word: str
) -> None:
    result = run("audit", written(tmp_path / "x.json", data), "--format", "json")
    (fault,) = result.json["faults"]
    assert fault["id"] == "IN-no-format"
    assert f'"{word}"' in fault["message"]


OWN = """\
kind: cards
cards:
  - {kind: wildlife, animal: bear, letter: E, pattern: groups, points: "2=7 3+=%s"}
"""


def test_a_folder_holds_texts_of_cascadia_among_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    written(tmp_path / "games" / "ana.txt", "player Ana\ncards A\n0,0 F b +b\n")
    written(tmp_path / "games" / "slip.txt", "player Ben\n0,0 F b +b\nfoo\n")
    written(tmp_path / "games" / "shopping.txt", "milk\nbread\n")
    result = run("audit", "games", "--format", "json")
    assert result.code == 4
    assert [s["player"] for s in result.json["sheets"]] == ["Ana"]
    assert [Path(f["file"]).name for f in result.json["faults"]] == ["slip.txt"]


@pytest.mark.parametrize(
    ("format", "data", "better"),
    [
        ("enviroment", BEARS, "environment"),
        ("environment-game", {"players": [BEARS]}, "game"),
        ("environment", {"players": [BEARS]}, "game"),
        ("game", BEARS, "environment"),
    ],
)
def test_a_format_that_is_another_is_put_right(
    run: Run, tmp_path: Path, format: str, data: Any, better: str
) -> None:
    content = {"format": f"cascadia-print/{format}", **data}
    result = run("audit", written(tmp_path / "x.json", content), "--format", "json")
    (fault,) = result.json["faults"]
    assert (fault["id"], fault["line"], fault["column"]) == ("IN-not-one-of", 1, 12)
    assert f"Expected `cascadia-print/{better}`" in fault["message"]


def test_cards_of_the_owner_lie_beside_the_file(run: Run, tmp_path: Path) -> None:
    """A number that he left open is asked for where it is needed only."""
    file = written(tmp_path / "x.txt", "cards E\nnature 0\n0,0 F b +b\n1,0 F b +b")
    assert run("audit", file).code == 3
    beside = tmp_path / "beside"
    beside.mkdir()
    written(beside / "cards.yaml", OWN % "?")
    two = run("audit", written(beside / "x.txt", file.read_text("utf-8")))
    assert two.code == 0
    assert re.search(r"Bears +- +7 +7\n", two.out)
    assert "From your own cards: Bears" in two.out
    three = written(beside / "y.txt", file.read_text("utf-8") + "\n2,0 M b +b")
    result = run("audit", three)
    assert result.code == 3
    said = " ".join(result.out.split())
    assert "a number that is needed here is left open in your cards.yaml" in said


def test_faults_of_the_owners_cards_are_told(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "cards.yaml", OWN % "many")
    result = run("audit", written(tmp_path / "x.txt", "cards A\nb0,0"))
    assert result.code == 4
    assert "cards.yaml:3:" in result.err


def test_there_is_no_sheet_to_judge_by(run: Run) -> None:
    result = run("audit", GAME, "--sheet", root("sheets") / "a-zumwalt-prairie.yaml")
    assert result.code == 4
    assert "and not on the sheet given, `A@1`" in result.err


def test_solo_games_are_not_ranked_against_each_other(run: Run, tmp_path: Path) -> None:
    files = [written(tmp_path / f"{n}.json", game(Random(n))) for n in (1, 2)]
    result = run("audit", *files)
    assert "No ranking: each file was judged as a solo game." in result.out
    assert run("audit", *files, "--format", "json").json["ranking"] == []


def test_german(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path / "x.txt", "cards A\nnature 1\n0,0 FFFMMM eb +e +b\nclaims elk 3")
    result = run("audit", file, "--lang", "de")
    assert "Auf 0,0 liegt mehr als ein Tier: Hirsch und Bär." in result.out
    assert "Hirsche: 3 ist notiert, 1 mehr, als die Zeile ergibt (2)." in result.out
    assert "cascadia." not in result.out


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_sentence_is_there(language: str) -> None:
    """Whatever is judged, no name of a sentence is left standing, and no value."""
    words = locale(language)
    for sentence in words.words("cascadia").values():
        assert sentence.strip()
    english = locale("en").words("cascadia")
    for key, sentence in words.words("cascadia").items():
        assert set(re.findall(r"\{(\w+)", sentence)) <= {
            *re.findall(r"\{(\w+)", english[key]),
            *("label", "kinds", "habitats", "at"),
        }, key


@pytest.mark.parametrize("line", ["", "bear", "hawk", "rivers"])
def test_the_picture(line: str) -> None:
    """Every place is drawn with its token; what counted for a row is joined and has its points."""
    source = text.read(GAME)
    (judged, player), *_ = command.receipts(GAME, source)
    (scene, *_) = environment_picture(judged, command.hexagons(player), locale(), line=line)
    assert {g.id for g in scene.groups() if g.kind == "space"} == {
        f"{laid.tile.at[0]},{laid.tile.at[1]}" for laid in player.tiles or ()
    }
    svg = render_svg(scene)
    assert ("#a3157d" in svg) == bool(line)


def test_pictures_are_written(run: Run, tmp_path: Path) -> None:
    result = run("audit", GAME, "--pdf", "game.pdf", "--line", "elk")
    assert result.code == 0
    assert re.search(r"game.pdf .*  4 pages\n$", result.out)
    assert (tmp_path / "game.pdf").read_bytes().startswith(b"%PDF-")
    first = (tmp_path / "game.pdf").read_bytes()
    run("audit", GAME, "--pdf", "game.pdf", "--line", "elk")
    assert (tmp_path / "game.pdf").read_bytes() == first
    assert run("audit", GAME, "--svg", "game.svg").code == 0
    assert sorted(p.name for p in tmp_path.glob("*.svg")) == [f"game-{n}.svg" for n in (1, 2, 3, 4)]


def test_a_row_may_be_named_as_the_report_does() -> None:
    for name, language in (("elk", "de"), ("hirsche", "de"), ("Elk", "en")):
        assert row_named(name, locale(language)) == "elk"


def test_what_makes_the_numbers_is_drawn_with_why(run: Run) -> None:
    """Where it has no room beside the map it is left out, but not when it was asked for."""
    assert run("audit", GAME, "--pdf", "game.pdf", "--why").out.endswith("  8 pages\n")


def test_what_cannot_be_drawn(run: Run) -> None:
    result = run("audit", SLIPS, "--pdf", "pad.pdf")
    assert result.code == 2
    assert "there is nothing to draw" in result.err
    alone = run("audit", GAME, "--line", "elk")
    assert (alone.code, alone.out) == (2, "")
    assert "Add --pdf FILE or --svg FILE." in alone.err
    result = run("audit", GAME, "--pdf", "x.pdf", "--line", "elks")
    assert result.code == 2
    assert "elks" in result.err
    assert not result.out, "no report before a refusal"


def test_convert(run: Run, tmp_path: Path) -> None:
    assert run("convert", GAME, "-o", "game.json").code == 0
    assert run("convert", "game.json", "-o", "again.txt").code == 0

    def judged(file: str | Path) -> Result:
        result = run("audit", file, "--why")
        return Result(result.code, result.out.replace(str(file), ""), result.err)

    assert judged("game.json") == judged("again.txt") == judged(GAME)
    assert run("convert", "game.json", "-o", "again.txt").code == 2, "a text of somebody else"


def test_convert_adds_nothing(run: Run, tmp_path: Path) -> None:
    """Text would say that no token lies on the tile; JSON does not say it."""
    data = {"format": "cascadia-print/environment", "tiles": [{"at": "0,0", "edges": "FFFFFF"}]}
    result = run("convert", written(tmp_path / "x.json", data))
    assert result.code == 2
    assert 'add "tokens", {} for none' in result.err
    odd = data | {"tokens": {}, "tiles": [{"at": "0,0", "habitats": "FW", "edges": "FFFPPP"}]}
    assert run("convert", written(tmp_path / "x.json", odd)).out == "player\n0,0  FW FFFPPP\n"


def test_convert_refuses_what_is_no_environment(run: Run, tmp_path: Path) -> None:
    filled = {"format": "cascadia-print/filled-sheet", "sheet": "A", "map": []}
    hills = {"format": "cascadia-print/game", "players": [filled]}
    for file in (
        written(tmp_path / "x.json", filled),
        written(tmp_path / "y.json", hills),
        written(tmp_path / "mine.yaml", "kind: environment"),
    ):
        result = run("convert", file)
        assert result.code == 4
        assert result.err.startswith(f"{file}: This is no environment, game or score pad")
        assert result.err.count("\n") == 1


# -- broken files ----------------------------------------------------------------------------------

fuzzed = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
SMALL = """\
cards bear A salmon A elk B hawk D fox A
landmarks
player Ana
nature 2
0,0 F e +e
-1,1 MRRRMM beh +b
0,1 WW sf +s !W:L
b5,5 e-1,0
claims bear 4 mountains 7+3 total 20
player Ben
ruling salmon-branch designer
1,0 FFFWWW ef +f
pad Ana, Ben
bear 4 -
forests 1 2
forests-bonus 0 3
"""


@fuzzed
@given(written=edits(SMALL))
def test_broken_text(written: str) -> None:
    answered(lambda: text.parse(written, "x.txt"))


@fuzzed
@given(written=edits(json.dumps(text.parse(SMALL, "x").data)))
def test_broken_json(written: str) -> None:
    answered(lambda: parse_json(written, "x.json"))


@fuzzed
@given(
    data=st.recursive(
        st.none()
        | st.integers()
        | st.text(max_size=4)
        | st.sampled_from(["0,0", "bear", "F", "A"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["tokens", "tiles", "at", "claims", "players", "0,0", "cards", "bear"]
                ),
                inner,
                max_size=3,
            )
        ),
        max_leaves=8,
    )
)
def test_any_tree(data: object) -> None:
    tree = {"format": "cascadia-print/environment", **(data if isinstance(data, dict) else {})}
    answered(lambda: parse_json(json.dumps(tree), "x.json"))


def answered(parse: Any) -> None:
    """Faults with their places, or a whole report in words, in both languages."""
    try:
        source = parse()
        reports = judge(read.read(source), DECK)
    except Unreadable:
        return
    from cascadia_print.report.judged import Judged

    judged = [Judged(None, report, source) for report in reports]
    for report in reports:
        for line in (*report.lines, report.total):
            if line.as_legal is not None and line.as_marked is not None:
                assert line.as_legal <= line.as_marked
                assert line.up_to is not None
                assert line.as_legal <= line.up_to
        for finding in report.findings:
            assert not re.search(r"\{\w+\}", str(finding.values))
    for language in ("en", "de"):
        said = audit_text(judged, locale(language), why=True)
        assert not re.search(r"(cascadia|wildlife)\.[a-z]+\.|\{\w+\}", said), said
        json.dumps(audit_object(judged, [], locale(language)))
