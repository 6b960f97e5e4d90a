"""`check --theme`: figures with their bars, and an exit code."""

from __future__ import annotations

import pytest

from cascadia_print.cli import theme as checking
from cascadia_print.drawing.measure import Measure
from tests.cli.conftest import Run

TEXT = Measure("text", 5.94, 4.5, "ok", "“R” A@1")
APART = Measure("apart-tritan", 2.96, 10.0, "signs", "wetlands, rivers")
BIT = Measure("one-bit", 0.762, 0.6, "fails", "prairies, rivers")
INK = Measure("ink", 0.0807, None, "")


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Measure]:
    """What measuring gives, of a theme that passes."""
    found = [TEXT, APART, INK]
    monkeypatch.setattr(checking, "measure", lambda theme, sheets: tuple(found))
    return found


def test_figures_stand_in_line_with_bar_verdict_and_place(
    run: Run, measured: list[Measure]
) -> None:
    result = run("check", "--theme", "color")
    assert result.code == 0
    assert result.out.splitlines() == [
        "Theme color, on the four sheets",
        "contrast of text                5.9  at least 4.5   passes               “R” A@1",
        "  seen without blue (tritan)    3.0  at least 10.0  passes by its signs  wetlands, rivers",
        "ink on the page               8.1 %",
        "The theme passes.",
    ]


def test_theme_that_misses_a_bar_is_a_finding(run: Run, measured: list[Measure]) -> None:
    measured.append(BIT)
    result = run("check", "--theme", "color")
    assert result.code == 1
    assert "0.76  at most 0.60" in result.out
    assert result.out.splitlines()[-1] == "The theme fails."
    found = run("check", "--theme", "color", "--format", "json")
    assert found.code == 1
    assert (found.json["theme"], found.json["passes"]) == ("color", False)
    assert found.json["measures"][-1] == {
        "id": "one-bit",
        "value": 0.762,
        "bar": 0.6,
        "verdict": "fails",
        "where": "prairies, rivers",
    }


def test_every_figure_has_a_name(run: Run) -> None:
    result = run("check", "--theme", "color")
    assert len(result.out.splitlines()) == 11
    assert "theme." not in result.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--theme", "colr"), "There is no theme “colr”. There are: blank, "),
        ((), "Name either sheet files, or a theme"),
        (("x.yaml", "--theme", "color"), "Name either sheet files, or a theme"),
    ],
)
def test_what_cannot_be_checked_is_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("check", *arguments)
    assert result.code == 2
    assert said in result.err
