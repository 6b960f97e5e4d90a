"""Run a command line, and turn whatever happens into words and an exit code."""

from __future__ import annotations

import functools
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import ParamSpec

from cascadia_print.cli import exits
from cascadia_print.cli.console import coloured, err, prepare, say, words
from cascadia_print.cli.files import Refused
from cascadia_print.sheet.faults import Fault, Unreadable

P = ParamSpec("P")


def run(arguments: Sequence[str]) -> int:
    """The exit code of a command line; without arguments it asks for help."""
    prepare()
    try:
        from cascadia_print.cli.app import app

        result = app(
            args=list(arguments) or ["--help"], prog_name="cascadia-print", standalone_mode=False
        )
    except Exception as error:
        # Usage errors of typer know their words and code; they have no public common class.
        if not hasattr(error, "show"):
            return own_fault(error)
        error.show()
        return exits.USAGE
    return result if isinstance(result, int) else exits.NOTHING_WRONG


def guarded(command: Callable[P, int]) -> Callable[P, int]:
    """A command that ends with an exit code, whatever it raises."""

    @functools.wraps(command)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            code = command(*args, **kwargs)
            sys.stdout.flush()
        except Unreadable as error:
            show_faults(error.faults)
            return exits.UNREADABLE
        except Refused as error:
            err(say(f"refused.{error.reason}", **error.values))
            return exits.USAGE
        except KeyboardInterrupt:
            return exits.INTERRUPTED
        except BrokenPipeError:
            # The reader has seen enough; what is left in the buffer must not fail at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return exits.PIPE_CLOSED
        except Exception as error:
            return own_fault(error)
        return code

    return wrapper


def show_faults(faults: Sequence[Fault]) -> None:
    """Tell what is wrong with a file, on stderr."""
    from cascadia_print.report import faults as report

    err(report.fault_text(faults, words(), coloured(sys.stderr)))


def own_fault(error: Exception) -> int:
    """One line on a fault of the program, and how to report it."""
    if os.environ.get("CASCADIA_PRINT_DEBUG") == "1":
        traceback.print_exception(error)
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f"{PurePath(f.filename).name}:{f.lineno}" for f in last)
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    err(say("own-fault", what=what, where=where))
    return exits.OWN_FAULT
