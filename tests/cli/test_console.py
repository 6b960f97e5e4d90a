"""What a terminal cannot show is shown in ASCII; colour only where it is wanted."""

from __future__ import annotations

import io
import sys

import pytest

from cascadia_print.cli import console


@pytest.mark.parametrize(
    ("encoding", "text", "expected"),
    [
        ("ascii", "Flüsse · “Ana” → 3 × é 狐", 'Fluesse - "Ana" -> 3 x e ?'),
        ("latin-1", "Flüsse …", "Flüsse ..."),
        ("utf-8", "狐 \ud800!", "狐 ?!"),
    ],
)
def test_no_character_stops_a_command(
    monkeypatch: pytest.MonkeyPatch, encoding: str, text: str, expected: str
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    console.prepare()
    console.out(text)
    sys.stdout.flush()
    assert raw.getvalue().decode(encoding) == expected + "\n"


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colour(
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    environment: dict[str, str],
    coloured: bool,
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    expected = "\x1b[31mwrong\x1b[0m" if coloured else "wrong"
    assert console.style("bad", "wrong") == expected
    assert console.style("", "wrong") == "wrong"


@pytest.mark.parametrize(
    ("terminal", "columns", "width"),
    [(True, 72, 72), (True, 40, 60), (True, 200, 80), (False, 72, 80)],
)
def test_reports_are_as_wide_as_the_terminal_within_bounds(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, columns: int, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert console.width() == width
    assert max(map(len, console.wrapped("a bc " * 100))) in range(width - 3, width + 1)


def test_lines_of_a_list_hang_below_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    text = "  boxes: one, two, three, four\n\nAll of it, and more than that"
    assert console.fitted(text) == [
        "  boxes: one, two,",
        "    three, four",
        "",
        "All of it, and more",
        "than that",
    ]
    assert console.fitted("1\N{NO-BREAK SPACE}hawk 2\N{NO-BREAK SPACE}bears and elks") == [
        "1 hawk 2 bears and",
        "elks",
    ]
