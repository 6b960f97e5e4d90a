"""`audit`: text and JSON say the same, the exit code says the worst."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from cascadia_print import resources
from cascadia_print.cli import audit as auditing
from cascadia_print.rules import whole
from tests.cli.conftest import Run

Filled = Callable[..., Path]

EXAMPLES = resources.root("data") / "examples"
TOTALS = {"a": 46, "b": 77, "c": 71, "d": 83}

GAP = {"map": ["3....", ".....", "2....", "....."]}
UNSAID = {"map": ["11...", "11...", ".....", "....."]}
MISSED = {"map": ["11111", ".....", ".....", "....."], "taken": []}


@pytest.mark.parametrize(
    ("content", "code"),
    [({}, 0), (GAP, 1), ({"claims": {"row-1": 4}}, 1), (UNSAID, 3), (MISSED, 0)],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_exit_code(run: Run, filled: Filled, content: dict[str, Any], code: int, form: str) -> None:
    assert run("audit", filled(**content), "--format", form).code == code


def test_missed_points_are_a_finding_when_strict(run: Run, filled: Filled) -> None:
    assert run("audit", filled(**MISSED), "--strict").code == 1


@pytest.mark.parametrize("letter", TOTALS)
def test_example_of_the_rulebook(run: Run, letter: str) -> None:
    result = run("audit", EXAMPLES / f"rulebook-{letter}.json", "--format", "json")
    total = TOTALS[letter]
    (sheet,) = result.json["sheets"]
    assert result.code == 0
    assert sheet["total"] == dict.fromkeys(("claimed", "as_marked", "as_legal", "up_to"), total)
    assert (sheet["verdict"], sheet["claims"], sheet["level"]) == ("legal", "right", "L2")
    assert (sheet["findings"], sheet["missed"]) == ([], [])


def test_receipt_names_the_rule_of_a_bonus(run: Run) -> None:
    result = run("audit", EXAMPLES / "rulebook-a.json", "--format", "json")
    receipt = result.json["sheets"][0]["lines"][0]["receipt"]
    assert receipt[0] == {"at": "a1", "points": 2}
    assert receipt[-1] == {"at": "row-1", "points": 3, "rule": "A-5"}


def test_open_question_has_no_place_in_the_file(run: Run, filled: Filled) -> None:
    (finding,) = run("audit", filled(**UNSAID), "--format", "json").json["sheets"][0]["findings"]
    assert finding["kind"] == "cannot-tell"
    assert (finding["pointer"], finding["line"], finding["column"]) == ("", None, None)


def test_json_report(run: Run, filled: Filled) -> None:
    path = filled(**GAP, claims={"row-1": 3, "row-3": 2, "total": 6})
    result = run("audit", path, "--format", "json")
    report = result.json
    assert list(report) == ["format", "version", "rules", "sheets", "ranking", "faults"]
    assert (report["format"], report["version"], report["rules"]) == ("cascadia-print/audit", 1, 1)
    (sheet,) = report["sheets"]
    assert list(sheet) == [
        "file", "player", "sheet", "verdict", "claims", "level", "lines", "total", "findings",
        "missed", "rulings", "achievements", "order", "scenario", "notes", "log",
    ]  # fmt: skip
    line = sheet["lines"][3]
    assert line == {
        "id": "row-3",
        "label": "Habitat row 3",
        "basis": "rulebook",
        "claimed": 2,
        "as_marked": 2,
        "as_legal": 0,
        "up_to": 0,
        "receipt": [{"at": "c1", "points": 2, "legal": 0}],
    }
    text = path.read_text()
    (finding,) = sheet["findings"]
    assert finding == {
        "rule": "A-1",
        "kind": "illegal",
        "at": "c1",
        "pointer": "/map/2",
        "line": 1,
        "column": text.index("2....") + 1,
        "message": "c1 is filled, but b1, which comes before it, is still open.",
        "would_be_legal": "Fill b1 before c1.",
        "consequences": [],
    }
    assert report["ranking"] == [{"place": 1, "player": "Ana", "total": 4, "nature": 2}]
    assert (sheet["player"], sheet["sheet"], sheet["rulings"]) == (
        "Ana",
        "A@1",
        {"bonus-points-10": "all", "column-17": "with-bonuses", "sun-points-line": "bonus-2"},
    )


def test_json_report_has_receipts_missed_points_and_nulls(run: Run, filled: Filled) -> None:
    (sheet,) = run("audit", filled(**MISSED, tally=None), "--format", "json").json["sheets"]
    lines = {line["id"]: line for line in sheet["lines"]}
    assert lines["row-1"]["receipt"] == [{"at": f"a{n}", "points": 1} for n in range(1, 6)]
    assert sheet["missed"] == [
        {
            "rule": "A-5",
            "at": "row-1",
            "points": 3,
            "message": "row-1 (the bonus at the right end of the first row) was earned and left: "
            "3 points and 1 animal of any kind.",
        }
    ]
    unknown = dict.fromkeys(("claimed", "as_marked", "as_legal", "up_to"))
    assert {key: lines["leftovers"][key] for key in unknown} == unknown
    assert sheet["total"] == unknown


def test_bad_file_does_not_stop_the_others(run: Run, filled: Filled, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"format": "cascadia-print/filled-sheet", "version": 1, "shet": "A@1"}')
    files = (bad, tmp_path / "none.json", filled(**GAP))
    text = run("audit", *files)
    assert text.code == 4
    assert f"{bad}:1:" in text.err
    assert "`sheet`" in text.err
    assert "none.json: There is no such file." in text.err
    assert "c1 is filled" in text.out
    made = run("audit", *files, "--format", "json")
    assert (made.code, made.err) == (4, "")
    assert {fault["file"] for fault in made.json["faults"]} == {str(bad), str(files[1])}
    assert [sheet["player"] for sheet in made.json["sheets"]] == ["Ana"]


@pytest.mark.parametrize("ending", ["json", "txt", "log", "pdf"])
def test_a_name_that_the_system_refuses_does_not_stop_the_others(
    run: Run, filled: Filled, ending: str
) -> None:
    result = run("audit", f"{'a' * 300}.{ending}", filled(**GAP))
    assert result.code == 4
    assert "This file cannot be opened." in result.err
    assert "c1 is filled" in result.out


def test_fault_of_the_program_in_one_file_does_not_stop_the_others(
    run: Run, filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = whole.judge

    def fail_for_ben(sheet: Any, marks: Any) -> Any:
        if marks.player == "Ben":
            raise KeyError("x")
        return judge(sheet, marks)

    monkeypatch.setattr(whole, "judge", fail_for_ben)
    result = run("audit", filled("ben.json", player="Ben"), filled(**GAP))
    assert result.code == 70
    assert result.err.count("\n") == 1
    assert "c1 is filled" in result.out


def test_sheet_from_a_file(run: Run, filled: Filled, tmp_path: Path) -> None:
    sheet = resources.root("sheets") / "a-zumwalt-prairie.yaml"
    own = tmp_path / "elsewhere" / "own.yaml"
    own.parent.mkdir()
    own.write_text(sheet.read_text(encoding="utf-8").replace("[3pt+wild", "[9pt+wild"))
    row = filled(map=["11111", ".....", ".....", "....."])
    report = run("audit", row, "--sheet", own, "--format", "json").json
    assert report["sheets"][0]["lines"][0]["as_marked"] == 14


def test_broken_sheet_file_gives_nothing_to_judge_by(
    run: Run, filled: Filled, tmp_path: Path
) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("kind: environment\n")
    result = run("audit", filled(), "--sheet", own, "--format", "json")
    assert (result.code, result.json["sheets"]) == (4, [])
    assert result.json["faults"]


def test_game_is_ranked(run: Run, filled: Filled, tmp_path: Path) -> None:
    ana = json.loads(filled().read_text())
    ben = ana | {"player": "Ben", "map": ["5....", ".....", ".....", "....."]}
    players = [{k: v for k, v in p.items() if k not in ("format", "version")} for p in (ana, ben)]
    game = tmp_path / "game.json"
    game.write_text(json.dumps({"format": "cascadia-print/game", "version": 1, "players": players}))
    assert run("audit", game).out.split("Ranking\n")[1].splitlines() == [
        "1. Ben  6 points, 2 nature tokens",
        "2. Ana  4 points, 2 nature tokens",
    ]


def test_name_that_is_no_text_is_no_crash(run: Run, filled: Filled) -> None:
    path = filled()
    path.write_text(path.read_text().replace("Ana", "An\\u001b[31ma"))
    result = run("audit", path)
    assert "\x1b" not in result.out + result.err
    assert result.code in (0, 4)


def test_answer_does_not_depend_on_hash_seed_locale_or_key_order(filled: Filled) -> None:
    path = filled(map=["23423", ".341.", ".535.", "11..."], picks=["sun.9", "sun.1"])
    turned = path.parent / "turned" / path.name
    turned.parent.mkdir()
    turned.write_text(json.dumps(dict(reversed(json.loads(path.read_text()).items()))))
    found = set()
    for file, seed, language in ((path, "1", "C"), (path, "2", "de_DE.UTF-8"), (turned, "3", "C")):
        environment = os.environ | {
            "PYTHONHASHSEED": seed,
            "LC_ALL": language,
            "PYTHONPATH": str(Path(auditing.__file__).parents[2]),
        }
        done = subprocess.run(
            [sys.executable, "-m", "cascadia_print", "audit", path.name, "--why"],
            capture_output=True,
            cwd=file.parent,
            env=environment,
            check=False,
        )
        # Line and column do depend on where a key stands.
        found.add(re.sub(r"json:\d+:\d+", "json", done.stdout.decode()))
    assert len(found) == 1
    assert "Receipts" in found.pop()


def test_picture_of_a_receipt(run: Run, tmp_path: Path) -> None:
    slips = EXAMPLES / "slips-a.json"
    plain = run("audit", slips)
    result = run("audit", slips, "--pdf", "a.pdf", "--svg", "a.svg")
    assert (result.code, result.err) == (1, "")
    assert result.out.startswith(plain.out)
    assert [line.split()[0] for line in result.out.splitlines()[-2:]] == ["a.pdf", "a.svg"]
    (page,) = PdfReader(tmp_path / "a.pdf").pages
    assert "c3 is filled, but b3, which comes before it, is still open." in page.extract_text()
    svg = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert 'id="part-findings"' in svg
    assert 'id="space-c3"' in svg
    # Ours: again, in German, with the same bytes each time.
    run("audit", slips, "--pdf", "a.pdf", "--lang", "de")
    german = (tmp_path / "a.pdf").read_bytes()
    assert "Befunde" in PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    run("audit", slips, "--pdf", "a.pdf", "--lang", "de")
    assert (tmp_path / "a.pdf").read_bytes() == german


def test_game_gives_a_page_or_a_file_for_each_player(
    run: Run, filled: Filled, tmp_path: Path
) -> None:
    ana = json.loads(filled().read_text())
    players = [{k: v for k, v in ana.items() if k not in ("format", "version")}] * 2
    game = tmp_path / "game.json"
    game.write_text(json.dumps({"format": "cascadia-print/game", "version": 1, "players": players}))
    result = run("audit", game, "--pdf", "g.pdf", "--svg", "g.svg", "--format", "json")
    assert result.json["sheets"]
    assert [line.split()[0] for line in result.err.splitlines()] == ["g.pdf", "g-1.svg", "g-2.svg"]
    assert len(PdfReader(tmp_path / "g.pdf").pages) == 2


def test_picture_never_replaces_what_is_not_ours(run: Run, filled: Filled, tmp_path: Path) -> None:
    (tmp_path / "own.svg").write_text("<svg/>")
    result = run("audit", filled(), "--pdf", "a.pdf", "--svg", "own.svg")
    assert result.code == 2
    assert "own.svg was not written by cascadia-print" in result.err
    assert not (tmp_path / "a.pdf").exists()
    assert run("audit", filled(), "--svg", "own.svg", "--force").code == 0


def test_no_sheet_no_picture(run: Run, tmp_path: Path) -> None:
    assert run("audit", "none.json", "--pdf", "a.pdf").code == 4
    assert os.listdir(tmp_path) == []


def test_unknown_language_is_refused(run: Run, filled: Filled) -> None:
    assert run("audit", filled(), "--lang", "xx").code == 2
