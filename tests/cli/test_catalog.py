"""`list`, `info`, `check`, `explain`, `schema`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cascadia_print import resources
from cascadia_print.sheet.lookup import shipped
from tests.cli.conftest import Run

A = resources.root("sheets") / "a-zumwalt-prairie.yaml"


def changed(folder: Path, old: str, new: str) -> Path:
    """Sheet A with one change, as a file of the user's own."""
    text = A.read_text(encoding="utf-8")
    assert old in text
    folder.mkdir(exist_ok=True)
    path = folder / "mine.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_list_has_shipped_and_own_sheets(run: Run, tmp_path: Path) -> None:
    changed(tmp_path / "own", "id: A\n", "id: mine\n")
    result = run("list")
    ids = [line.split()[0] for line in result.out.splitlines()]
    assert (result.code, ids[:6]) == (0, ["Sheet", "mine@1", "A@1", "B@1", "C@1", "D@1"])
    assert set(ids[6:]) == {"DIVIDE@1", "LAKE@1", "PINES@1", "WALK@1"}
    assert "Zumwalt Prairie      ★      20      a-zumwalt-prairie.yaml" in result.out
    assert "community/pocket-lake.yaml\n" in result.out


def test_list_goes_on_after_a_broken_sheet(run: Run, tmp_path: Path) -> None:
    changed(tmp_path / "own", "id: A\n", "id: mine\nnonsense: 1\n")
    result = run("list")
    assert result.code == 4
    assert result.out.splitlines()[1].startswith("mine@1    ?")
    assert "D@1" in result.out


@pytest.mark.parametrize("path", shipped(), ids=lambda p: p.stem)
def test_info_of_shipped_sheets(run: Run, path: Path) -> None:
    result = run("info", path)
    assert result.code == 0
    assert "✓" in result.out
    assert "✗" not in result.out
    assert max(map(len, result.out.splitlines())) <= max(80, len(str(path)))


def test_info_tells_contents_sources_facts_and_what_to_compare(run: Run) -> None:
    text = run("info", "A").out
    assert "20 spaces: Mountains 4, Forests 4, Prairies 4, Wetlands 4 and Rivers 4." in text
    assert "✓ A-7   {habitat}-2 gives 1pt, at least 3 of them" in text
    assert "✓ A-1   number of rows: exactly 4" in text
    compare = text.split("To compare")[1]
    assert "row-2 4pt+wild" in compare
    assert "row-1 3pt+wild" not in compare


def test_info_shows_a_fact_that_does_not_hold(run: Run, tmp_path: Path) -> None:
    path = changed(tmp_path, "[3pt+wild", "[2pt+wild")
    (line,) = [x for x in run("info", path).out.splitlines() if x.startswith("✗")]
    assert "row-1 gives 3pt (here:" in line


def test_check_of_a_good_sheet(run: Run) -> None:
    result = run("check", A)
    assert (result.code, result.out) == (0, f"{A}: ok (A@1)\n")


def test_check_tells_a_fact_from_a_fault(run: Run, tmp_path: Path) -> None:
    fact = changed(tmp_path, "[3pt+wild", "[2pt+wild")
    before = fact.read_text(encoding="utf-8").partition("{check: gives, of: row-1")[0]
    line = before.count("\n") + 1
    result = run("check", fact)
    assert result.code == 1
    assert result.out.startswith(f"{fact}:{line}:5: A-5: row-1 gives 3pt")
    fault = changed(tmp_path / "other", "stars: 1", "strs: 1")
    result = run("check", fact, fault, A, "--format", "json")
    assert result.code == 4
    assert [f["sheet"] for f in result.json["files"]] == ["A@1", None, "A@1"]
    assert [f["rule"] for f in result.json["findings"]] == ["A-5"]
    assert [f["suggestion"] for f in result.json["faults"]] == ["stars"]


def test_explain(run: Run) -> None:
    result = run("explain", "a-5")
    assert result.code == 0
    assert result.out.startswith("A-5 · Row bonuses\n")
    assert result.out.endswith("Both rulebooks · decided from the final picture (L2)\n")


@pytest.mark.parametrize("id", ["S-order", "IN-space", "IN-duplicate-key"])
def test_explain_answers_what_a_message_cites(run: Run, id: str) -> None:
    result = run("explain", id)
    assert result.code == 0
    assert result.out.startswith(id)
    assert "{" not in result.out


def test_explain_in_german(run: Run) -> None:
    assert run("explain", "A-5", "--lang", "de").out.startswith("A-5 · Reihenboni\n")


def test_explain_an_unknown_rule(run: Run) -> None:
    result = run("explain", "RH-122")
    assert result.code == 2
    assert "There is no rule “RH-122”.\nDid you mean RH-12?" in result.err


def test_explain_lists_all(run: Run) -> None:
    lines = run("explain").out.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["RH-0", "RH-1"]
    assert any(line.startswith("D-8 ") for line in lines)


def test_schema(run: Run) -> None:
    names = run("schema").out.split()
    assert {"sheet", "filled-sheet", "game"} <= set(names)
    for name in names:
        assert "$schema" in json.loads(run("schema", name).out)
    result = run("schema", "shet")
    assert result.code == 2
    assert "There are: filled-sheet, game, scenarios, sheet" in result.err
