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
