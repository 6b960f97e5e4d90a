"""The commands and their options. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cascadia_print.cli.console import out, say
from cascadia_print.cli.run import guarded

app = typer.Typer(
    help=say("help.app"),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)


class Format(StrEnum):
    """How a command answers."""

    text = "text"
    json = "json"


def _command(function: Callable[..., int]) -> Callable[..., int]:
    """Register a command under the name of its function, its help and examples from the locale."""
    name = function.__name__.rstrip("_")
    examples = say(f"help.{name}.examples")
    app.command(
        name,
        help=say(f"help.{name}.text"),
        short_help=say(f"help.{name}.short"),
        epilog=f"\b\n{examples}",  # the sign keeps the lines as they are
    )(guarded(function))
    return function


def _version(wanted: bool) -> None:
    if wanted:
        from cascadia_print import __version__

        out(f"cascadia-print {__version__}")
        raise typer.Exit()


SheetName = Annotated[
    str, typer.Argument(help=say("option.sheet"), metavar="SHEET", show_default=False)
]
Force = Annotated[bool, typer.Option("--force", help=say("option.force"))]
Language = Annotated[str, typer.Option("--lang", help=say("option.lang"), metavar="CODE")]


class Report(StrEnum):
    """How an audit answers: also with one JSON object a line, as it goes along."""

    text = "text"
    json = "json"
    jsonl = "jsonl"


Answer = Annotated[Format, typer.Option("--format", help=say("option.format"))]
JsonFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", help=say("option.output"), metavar="FILE", show_default=False),
]


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help=say("option.version")),
    ] = False,
) -> None:
    """Options of the program itself."""


@_command
def list_() -> int:
    from cascadia_print.cli import catalog

    return catalog.list_sheets()


@_command
def info(sheet: SheetName) -> int:
    from cascadia_print.cli.info import info as show

    return show(sheet)


@_command
def render(
    sheets: Annotated[
        list[str], typer.Argument(help=say("option.sheets"), metavar="SHEET...", show_default=False)
    ],
    folder: Annotated[
        Path, typer.Option("--output", "-o", help=say("option.folder"), metavar="DIR")
    ] = Path("out"),
    paper: Annotated[str, typer.Option(help=say("option.paper"), metavar="PAPER")] = "a4",
    ids: Annotated[bool, typer.Option("--ids", help=say("option.ids"))] = False,
    force: Force = False,
) -> int:
    from cascadia_print.cli import paper as printing

    return printing.render(sheets, folder, paper=paper, ids=ids, force=force)


@_command
def blank(sheet: SheetName, output: JsonFile = None, force: Force = False) -> int:
    from cascadia_print.cli import entry

    return entry.blank(sheet, output, force=force)


@_command
def fill(sheet: SheetName, output: JsonFile = None, force: Force = False) -> int:
    from cascadia_print.cli import entry

    return entry.fill(sheet, output, force=force)


@_command
def audit(
    files: Annotated[
        list[Path], typer.Argument(help=say("option.files"), metavar="FILE...", show_default=False)
    ],
    sheet: Annotated[
        Path | None,
        typer.Option(
            "--sheet", help=say("option.sheet-file"), metavar="SHEET.yaml", show_default=False
        ),
    ] = None,
    format: Annotated[Report, typer.Option("--format", help=say("option.report"))] = Report.text,
    why: Annotated[bool, typer.Option("--why", help=say("option.why"))] = False,
    prove: Annotated[bool, typer.Option("--prove", help=say("option.prove"))] = False,
    scenario: Annotated[
        str,
        typer.Option("--scenario", help=say("option.scenario"), metavar="NAME", show_default=False),
    ] = "",
    strict: Annotated[bool, typer.Option("--strict", help=say("option.strict"))] = False,
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import audit as auditing

    return auditing.audit(
        files,
        sheet,
        format=format.value,
        why=why,
        strict=strict,
        language=lang,
        wanted=auditing.Wanted(prove, scenario),
    )


@_command
def hike(
    marks: Annotated[
        int, typer.Argument(help=say("option.marks"), metavar="MARKS", min=0, show_default=False)
    ],
    lang: Language = "en",
) -> int:
    from cascadia_print.cli.hike import hike as show

    return show(marks, language=lang)


@_command
def check(
    files: Annotated[
        list[Path],
        typer.Argument(help=say("option.sheet-files"), metavar="SHEET.yaml...", show_default=False),
    ],
    format: Answer = Format.text,
) -> int:
    from cascadia_print.cli import check as checking

    return checking.check(files, as_json=format is Format.json)


@_command
def explain(
    rule: Annotated[
        str, typer.Argument(help=say("option.rule"), metavar="RULE", show_default=False)
    ] = "",
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import catalog

    return catalog.explain(rule, language=lang)


@_command
def schema(
    name: Annotated[
        str, typer.Argument(help=say("option.schema"), metavar="NAME", show_default=False)
    ] = "",
) -> int:
    from cascadia_print.cli import catalog

    return catalog.schema(name)


@_command
def demo(
    folder: Annotated[
        Path, typer.Option("--output", "-o", help=say("option.folder"), metavar="DIR")
    ] = Path("out"),
) -> int:
    from cascadia_print.cli import demo as showing

    return showing.demo(folder)
