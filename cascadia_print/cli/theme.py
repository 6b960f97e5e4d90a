"""`check --theme`: what a theme is worth, in figures."""

from __future__ import annotations

import json
from dataclasses import asdict

from cascadia_print.cli import exits
from cascadia_print.cli.console import out, say, style
from cascadia_print.cli.paper import refusals
from cascadia_print.drawing.measure import Measure, measure
from cascadia_print.sheet.lookup import load_sheet, shipped

_LARGEST = ("one-bit", "ink-share")
"""Figures that may be at most their bar; the others are at least it."""
_SHARES = ("ink", "ink-share")


def check_theme(theme: str, *, as_json: bool) -> int:
    """The figures of a theme on the shipped sheets; 1 if one misses its bar. Raises Refused."""
    with refusals(theme):
        found = measure(theme, [load_sheet(path) for path in shipped()])
    failed = any(m.verdict == "fails" for m in found)
    if as_json:
        result = {
            "format": "cascadia-print/theme",
            "version": 1,
            "theme": theme,
            "passes": not failed,
            "measures": [asdict(m) for m in found],
        }
        out(json.dumps(result, indent=2))
        return exits.FINDINGS if failed else exits.NOTHING_WRONG
    rows = [(say(f"theme.measure.{m.id}"), _value(m), _bar(m), _verdict(m), m.where) for m in found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    out(style("strong", say("theme.title", theme=theme)))
    for m, row in zip(found, rows, strict=True):
        name, value, bar, verdict, where = (
            f"{cell:>{wide}}" if k == 1 else f"{cell:<{wide}}"
            for k, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        role = {"fails": "bad", "ok": "good", "signs": "good"}.get(m.verdict, "")
        out(f"{name}  {value}  {bar}  {style(role, verdict)}  {where}".rstrip())
    out(style("bad" if failed else "good", say("theme.fails" if failed else "theme.passes")))
    return exits.FINDINGS if failed else exits.NOTHING_WRONG


def _value(m: Measure) -> str:
    return _number(m.id, m.value)


def _bar(m: Measure) -> str:
    if m.bar is None:
        return ""
    key = "at-most" if m.id in _LARGEST else "at-least"
    return say(f"theme.{key}", n=_number(m.id, m.bar))


def _number(id: str, value: float) -> str:
    if id in _SHARES:
        return f"{value * 100:.1f} %"
    return f"{value:.2f}" if id in _LARGEST else f"{value:.1f}"


def _verdict(m: Measure) -> str:
    return say(f"theme.verdict.{m.verdict}") if m.verdict else ""
