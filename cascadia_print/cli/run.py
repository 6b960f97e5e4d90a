"""Run a command line, and turn whatever happens into words and an exit code."""

from __future__ import annotations

import copy
import functools
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path, PurePath
from typing import ParamSpec

from cascadia_print import resources
from cascadia_print.cli import exits
from cascadia_print.cli.console import coloured, err, prepare, say, silence, speak, tell, words
from cascadia_print.cli.files import Refused, reason
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.locale import languages

P = ParamSpec("P")

LANGUAGE = "CASCADIA_PRINT_LANG"
"""The variable that names the language where no option does."""


def run(arguments: Sequence[str]) -> int:
    """The exit code of a command line; without arguments it asks for help."""
    prepare()
    if sys.stdout is None:
        err(say("environment.closed"))
        return exits.USAGE
    return _ended(functools.partial(_app, arguments))


def _app(arguments: Sequence[str]) -> int:
    from cascadia_print.cli.app import app

    _speak(arguments)
    named = [c for c in app.registered_commands if arguments and c.name == arguments[0]]
    if named:  # the options of all the others would take longer than some commands do
        app = copy.copy(app)
        app.registered_commands = named
    try:
        result = app(
            args=list(arguments) or ["--help"], prog_name="cascadia-print", standalone_mode=False
        )
    except Exception as error:
        # Usage errors of typer know their words and code; they have no public common class.
        if not hasattr(error, "show"):
            raise
        from cascadia_print.cli.parser import said

        shown = io.StringIO()
        error.show(file=shown)
        err(said(shown.getvalue()).rstrip())
        return exits.USAGE
    return result if isinstance(result, int) else exits.NOTHING_WRONG


def _speak(arguments: Sequence[str]) -> None:
    """Speak the language asked for from the start, so that help and usage errors are in it too."""
    parts = [part for word in arguments for part in word.split("=", 1)]
    asked = [word for option, word in pairwise(parts) if option == "--lang"]
    for code in filter(languages().__contains__, (os.environ.get(LANGUAGE, ""), *asked)):
        speak(code)


def guarded(command: Callable[P, int]) -> Callable[P, int]:
    """A command that ends with an exit code, whatever it raises."""

    @functools.wraps(command)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> int:
        return _ended(functools.partial(command, *args, **kwargs))

    return wrapper


def _ended(action: Callable[[], int]) -> int:
    """The exit code of an action, whatever it raises."""
    try:
        code = action()
        sys.stdout.flush()
    except Unreadable as error:
        show_faults(error.faults)
        return exits.UNREADABLE
    except Refused as error:
        # A reason of a section of its own is a whole key.
        key = error.reason if "." in error.reason else f"cli.refused.{error.reason}"
        err(tell(key, **error.values))
        return exits.USAGE
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except Exception as error:
        return trouble(error)
    return code


def show_faults(faults: Sequence[Fault]) -> None:
    """Tell what is wrong with a file, on stderr."""
    from cascadia_print.report import faults as report

    err(report.fault_text(faults, words(), coloured(sys.stderr)))


def trouble(error: Exception) -> int:
    """Tell what stopped a command: the system, or a fault of the program."""
    if isinstance(error, BrokenPipeError):  # the reader has seen enough
        silence(sys.stdout)
        return exits.PIPE_CLOSED
    if os.environ.get("CASCADIA_PRINT_DEBUG") == "1":
        traceback.print_exception(error)
    if system := _system(error):
        return _environment(system)
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f"{PurePath(f.filename).name}:{f.lineno}" for f in last)
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    err(say("own-fault", what=what, where=where))
    return exits.OWN_FAULT


def _system(error: Exception) -> OSError | None:
    """What the system refused, also where a file of the program's own could not be read."""
    unreadable = error.__cause__
    found = unreadable.__context__ if isinstance(unreadable, Unreadable) else error
    return found if isinstance(found, OSError) else None


def _environment(error: OSError) -> int:
    """Tell what the system refuses: 4 for a file that was to be read, else 2."""
    path, why = error.filename, reason(error)
    own = path and any(Path(path).is_relative_to(resources.root(k)) for k in ("data", "sheets"))
    if path is None and not _at_home():
        text = "environment.folder"
    else:
        text = "environment.own" if own else "environment.file" if path else "environment.output"
    if path is None:
        silence(sys.stdout)
    try:
        err(say(text, file=path, why=why))
    except (OSError, RuntimeError):  # the words are what cannot be read
        err(f"cascadia-print: {path}: {why}")
    read = path and not own and PurePath(os.fsdecode(path)).suffix in (".yaml", ".yml", ".json")
    return exits.UNREADABLE if read else exits.USAGE


def _at_home() -> bool:
    """Whether the working directory is there."""
    try:
        return bool(os.getcwd())
    except OSError:
        return False
