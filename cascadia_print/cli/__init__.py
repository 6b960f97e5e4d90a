"""The command `cascadia-print`: parse options, call, print, exit code."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from cascadia_print import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command (by default that of the process) and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"] and sys.stdout is not None:
        try:  # answered before typer is imported, which takes longest
            print(f"cascadia-print {__version__}", flush=True)
        except OSError as error:
            from cascadia_print.cli.run import trouble

            return trouble(error)
        return 0
    # Most of what a command makes lives to its end: looking for garbage early only takes time.
    gc.set_threshold(100_000, 20, 20)
    from cascadia_print.cli.run import run

    return run(given)
