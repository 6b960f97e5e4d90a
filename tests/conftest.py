"""What a run tells at its end."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many browser tests ran, and loudly if they could not."""
    ran = skipped = 0
    for outcome, reports in terminalreporter.stats.items():
        tests = [r for r in reports if "browser" in getattr(r, "keywords", {})]
        if outcome in ("passed", "failed"):
            ran += sum(r.when == "call" for r in tests)
        elif outcome == "skipped":
            skipped += len(tests)
    if ran:
        terminalreporter.write_line(f"{ran} browser tests ran in Chromium.", bold=True)
    if skipped:
        line = f"{skipped} BROWSER TESTS WERE SKIPPED: no Chromium, or no playwright, was found."
        terminalreporter.write_line(line, bold=True, yellow=True)
