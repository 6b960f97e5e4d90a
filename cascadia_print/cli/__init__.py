"""The command `cascadia-print`: parse options, call, print, exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

from cascadia_print import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command (by default that of the process) and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:  # answered before typer is imported, which takes longest
        with suppress(OSError, AttributeError):  # as any answer that cannot be written, below
            sys.stdout.write(f"cascadia-print {__version__}\n")
            sys.stdout.flush()
            return 0
    from cascadia_print.cli.run import run

    return run(given)
