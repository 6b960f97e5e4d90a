"""The commands and their options. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from cascadia_print.cli.console import meant, out, say, speak, words
from cascadia_print.cli.parser import Command, Group
from cascadia_print.cli.run import LANGUAGE, guarded
from cascadia_print.sheet.locale import languages

app = typer.Typer(
    cls=Group,
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


class Picture(StrEnum):
    """What is drawn into."""

    pdf = "pdf"
    svg = "svg"
    png = "png"
    txt = "txt"
    html = "html"


def _command(function: Callable[..., int]) -> Callable[..., int]:
    """Register a command under the name of its function, its help and examples from the locale."""
    name = function.__name__.rstrip("_")
    sections = ("cli", "author", "print", "play")
    section = next(s for s in sections if words().has(f"{s}.help.{name}.text"))
    examples = words().text(f"{section}.help.{name}.examples")
    app.command(
        name,
        help=words().text(f"{section}.help.{name}.text"),
        short_help=words().text(f"{section}.help.{name}.short"),
        epilog=f"\b\n{examples}",  # the sign keeps the lines as they are
        cls=Command,
    )(guarded(function))
    return function


def _version(wanted: bool) -> None:
    if wanted:
        from cascadia_print import __version__

        out(f"cascadia-print {__version__}")
        raise typer.Exit()


def _language(code: str) -> str:
    """A language that exists, and is spoken from here on."""
    from cascadia_print.sheet.faults import nearest

    known = languages()
    if code not in known:
        better = nearest(code, known) or next((k for k in known if code.startswith(k)), None)
        text = say("unknown-language", value=code, known=", ".join(known))
        raise typer.BadParameter(text + meant(better))
    speak(code)
    return code


def _page_language(code: str) -> str:
    """The same; without one, that of the browser that asks for a page."""
    return _language(code) if code else ""


SheetName = Annotated[
    str, typer.Argument(help=say("option.sheet"), metavar="SHEET", show_default=False)
]
Force = Annotated[bool, typer.Option("--force", help=say("option.force"))]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        help=say("option.lang"),
        metavar="CODE",
        envvar=LANGUAGE,
        callback=_language,
        is_eager=True,
    ),
]


class Report(StrEnum):
    """How an audit answers: also with one JSON object a line, as it goes along."""

    text = "text"
    json = "json"
    jsonl = "jsonl"


class Variant(StrEnum):
    """How a game is played."""

    family = "family"
    abundance = "abundance"
    learning = "learning"


Answer = Annotated[Format, typer.Option("--format", help=say("option.format"))]
JsonFile = Annotated[
    Path | None,
    typer.Option("--output", "-o", help=say("option.output"), metavar="FILE", show_default=False),
]
SheetFile = Annotated[
    Path | None,
    typer.Option(
        "--sheet",
        help=say("option.sheet-file"),
        metavar="SHEET.yaml",
        show_default=False,
        readable=False,
    ),
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
def list_(lang: Language = "en") -> int:
    from cascadia_print.cli import catalog

    return catalog.list_sheets()


@_command
def info(sheet: SheetName, lang: Language = "en") -> int:
    from cascadia_print.cli.info import info as show

    return show(sheet)


class Edge(StrEnum):
    """The edge over which paper is turned."""

    long = "long"
    short = "short"


class Marks(StrEnum):
    """What is printed beside sheets for who cuts them."""

    cut = "cut"
    crop = "crop"
    none = "none"


def _of_paper(
    name: str,
    metavar: str | None = None,
    least: float | None = None,
    most: float | None = None,
    key: str = "",
    default: bool = False,
) -> Any:
    """An option whose words are of the section `print`."""
    return typer.Option(
        f"--{name}",
        help=words().text(f"print.option.{key or name}"),
        metavar=metavar,
        min=least,
        max=most,
        show_default=default,
    )


@_command
def render(
    context: typer.Context,
    sheets: Annotated[
        list[str] | None,
        typer.Argument(help=say("option.sheets"), metavar="SHEET...", show_default=False),
    ] = None,
    folder: Annotated[
        Path, typer.Option("--output", "-o", help=say("option.folder"), metavar="DIR")
    ] = Path("out"),
    format: Annotated[Picture, typer.Option("--format", help=say("option.picture"))] = Picture.pdf,
    paper: Annotated[
        str, typer.Option(help=say("option.paper"), metavar="PAPER", show_default=False)
    ] = "",
    theme: Annotated[
        str, typer.Option("--theme", help=say("option.theme"), metavar="NAME")
    ] = "color",
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            help=say("option.words"),
            metavar="CODE",
            envvar=LANGUAGE,
            callback=_language,
            is_eager=True,
        ),
    ] = "en",
    dpi: Annotated[
        int | None,
        typer.Option(
            "--dpi", metavar="N", min=36, max=1200, help=say("option.dpi"), show_default=False
        ),
    ] = None,
    ids: Annotated[bool, typer.Option("--ids", help=say("option.ids"))] = False,
    large: Annotated[bool, typer.Option("--large-print", help=say("option.large"))] = False,
    form: Annotated[bool, typer.Option("--form", help=say("option.form"))] = False,
    copies: Annotated[int | None, _of_paper("copies", "N", 1)] = None,
    up: Annotated[str | None, _of_paper("up", "N|auto")] = None,
    duplex: Annotated[Edge | None, _of_paper("duplex")] = None,
    back: Annotated[str | None, _of_paper("back", "SHEET|same|none")] = None,
    back_offset: Annotated[str | None, _of_paper("back-offset", "X,Y")] = None,
    margin: Annotated[float | None, _of_paper("margin", "MM", 0)] = None,
    gutter: Annotated[float | None, _of_paper("gutter", "MM", 0)] = None,
    marks: Annotated[Marks | None, _of_paper("marks")] = None,
    bleed: Annotated[float | None, _of_paper("bleed", "MM", 0)] = None,
    scale: Annotated[str | None, _of_paper("scale", "100%|fit")] = None,
    one: Annotated[Path | None, _of_paper("one", "FILE.pdf")] = None,
    job: Annotated[Path | None, _of_paper("job", "FILE.yaml")] = None,
    printer: Annotated[str | None, _of_paper("printer", "NAME")] = None,
    force: Force = False,
) -> int:
    from cascadia_print.cli import paper as printing

    refs = sheets or []
    order = printing.Order(
        copies,
        up,
        duplex,
        back,
        back_offset,
        margin,
        gutter,
        bleed,
        marks,
        scale,
        printer,
        one,
        job,
    )
    imposed = order.given or printing.asks_copies(refs)
    if format is Picture.txt or format is Picture.html:
        from cascadia_print.cli import twin

        drawn_too = (paper, dpi, ids, large, form, imposed, theme != "color")
        return twin.render(refs, folder, format.value, lang, drawn=any(drawn_too), force=force)
    wish = printing.Wish(format.value, paper, theme, lang, ids, large, dpi)  # type: ignore[arg-type]
    if form:
        from cascadia_print.cli import form as forms

        return forms.render(refs, folder, wish, imposed=imposed, force=force)
    if refs and not imposed:
        return printing.render(refs, folder, wish, force=force)
    from cascadia_print.cli import press

    drawn = {"theme": "theme", "lang": "lang", "large": "large-print", "ids": "ids"}
    said = (k for k in drawn if context.get_parameter_source(k).name == "COMMANDLINE")  # type: ignore[union-attr]
    given = frozenset(drawn[k] for k in said)
    return press.render(refs, folder, order, wish, given, force=force)


@_command
def calibrate(
    paper: Annotated[str, _of_paper("paper", "PAPER", key="calibrate-paper", default=True)] = "a4",
    duplex: Annotated[Edge, _of_paper("duplex", key="calibrate-duplex", default=True)] = Edge.long,
    printer: Annotated[str, _of_paper("printer", "NAME", key="check")] = "",
    name: Annotated[str | None, _of_paper("set", "NAME")] = None,
    portrait: Annotated[str | None, _of_paper("portrait", "X,Y")] = None,
    landscape: Annotated[str | None, _of_paper("landscape", "X,Y")] = None,
    scale: Annotated[float | None, _of_paper("scale", "MM", 80, key="measured", most=120)] = None,
    folder: Annotated[
        Path, typer.Option("--output", "-o", help=say("option.folder"), metavar="DIR")
    ] = Path("out"),
    lang: Language = "en",
    force: Force = False,
) -> int:
    from cascadia_print.cli import calibrate as calibrating

    if name is None:
        if portrait or landscape or scale:
            from cascadia_print.cli.files import Refused

            raise Refused("print.refused.set-only")
        return calibrating.print_page(paper, duplex.value, printer, folder, lang, force=force)
    return calibrating.keep(name, paper, duplex.value, portrait, landscape, scale)


@_command
def printers(lang: Language = "en") -> int:
    from cascadia_print.cli import calibrate as calibrating

    return calibrating.list_printers()


@_command
def read(
    file: Annotated[
        Path,
        typer.Argument(
            help=say("option.form-file"), metavar="FILE.pdf", show_default=False, readable=False
        ),
    ],
    output: JsonFile = None,
    sheet: SheetFile = None,
    lang: Language = "en",
    force: Force = False,
) -> int:
    from cascadia_print.cli import form as forms

    return forms.read(file, output, sheet, force=force)


@_command
def blank(
    sheet: SheetName, output: JsonFile = None, force: Force = False, lang: Language = "en"
) -> int:
    from cascadia_print.cli import entry

    return entry.blank(sheet, output, force=force)


@_command
def fill(
    sheet: SheetName, output: JsonFile = None, force: Force = False, lang: Language = "en"
) -> int:
    from cascadia_print.cli import entry

    return entry.fill(sheet, output, force=force)


@_command
def transcribe(
    sheet: SheetName,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help=say("option.box"), metavar="FILE.yaml", show_default=False
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help=say("option.resume"))] = False,
    force: Force = False,
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import transcribe as transcribing

    return transcribing.copy(sheet, output, resume=resume, force=force, language=lang)


@_command
def audit(
    files: Annotated[
        list[Path],
        typer.Argument(
            help=say("option.files"), metavar="FILE...", show_default=False, readable=False
        ),
    ],
    sheet: SheetFile = None,
    format: Annotated[Report, typer.Option("--format", help=say("option.report"))] = Report.text,
    why: Annotated[bool, typer.Option("--why", help=say("option.why"))] = False,
    prove: Annotated[bool, typer.Option("--prove", help=say("option.prove"))] = False,
    scenario: Annotated[
        str,
        typer.Option("--scenario", help=say("option.scenario"), metavar="NAME", show_default=False),
    ] = "",
    log: Annotated[bool, typer.Option("--log", help=say("option.log"))] = False,
    strict: Annotated[bool, typer.Option("--strict", help=say("option.strict"))] = False,
    line: Annotated[
        str, typer.Option("--line", help=say("option.line"), metavar="ROW", show_default=False)
    ] = "",
    lang: Language = "en",
    pdf: Annotated[
        Path | None,
        typer.Option("--pdf", help=say("option.receipt"), metavar="FILE", show_default=False),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", help=say("option.receipt-svg"), metavar="FILE", show_default=False),
    ] = None,
    force: Force = False,
) -> int:
    from cascadia_print.cli import audit as auditing

    return auditing.audit(
        files,
        sheet,
        format=format.value,
        why=why,
        strict=strict,
        wanted=auditing.Wanted(prove, scenario, line, log),
        pdf=pdf,
        svg=svg,
        force=force,
    )


@_command
def play(
    sheet: SheetName,
    output: JsonFile = None,
    solo: Annotated[bool, typer.Option("--solo", help=words().text("play.option.solo"))] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", help=words().text("play.option.seed"), metavar="N", min=0, show_default=False
        ),
    ] = None,
    player: Annotated[
        str,
        typer.Option(
            "--player", help=words().text("play.option.player"), metavar="NAME", show_default=False
        ),
    ] = "",
    variant: Annotated[
        list[Variant] | None,
        typer.Option("--variant", help=words().text("play.option.variant"), show_default=False),
    ] = None,
    cards: Annotated[
        str,
        typer.Option(
            "--cards", help=words().text("play.option.cards"), metavar="N,N,N,N", show_default=False
        ),
    ] = "",
    made_of: Annotated[
        str, typer.Option("--set", help=words().text("play.option.set"), metavar="NAME")
    ] = "own-design",
    scenario: Annotated[
        str,
        typer.Option("--scenario", help=say("option.scenario"), metavar="NAME", show_default=False),
    ] = "",
    force: Force = False,
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import play as playing

    wish = playing.Wish(
        seed, player, tuple(v.value for v in variant or ()), cards, made_of, scenario
    )
    return playing.play(sheet, output, wish, solo=solo, force=force)


@_command
def convert(
    file: Annotated[
        Path,
        typer.Argument(
            help=say("option.environment"), metavar="FILE", show_default=False, readable=False
        ),
    ],
    output: JsonFile = None,
    lang: Language = "en",
    force: Force = False,
) -> int:
    from cascadia_print.cli import cascadia

    return cascadia.convert(file, output, force=force)


@_command
def serve(
    sheets: Annotated[
        list[str] | None,
        typer.Argument(help=say("option.served"), metavar="SHEET...", show_default=False),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help=say("option.port"))
    ] = 8417,
    lan: Annotated[bool, typer.Option("--lan", help=say("option.lan"))] = False,
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            help=say("option.page-lang"),
            metavar="CODE",
            envvar=LANGUAGE,
            callback=_page_language,
            is_eager=True,
            show_default=False,
        ),
    ] = "",
) -> int:
    from cascadia_print.cli import serve as serving

    return serving.serve(sheets or [], port=port, lan=lan, language=lang)


@_command
def hike(
    marks: Annotated[
        int, typer.Argument(help=say("option.marks"), metavar="MARKS", min=0, show_default=False)
    ],
    lang: Language = "en",
) -> int:
    from cascadia_print.cli.hike import hike as show

    return show(marks)


@_command
def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help=say("option.sheet-files"),
            metavar="SHEET.yaml...",
            show_default=False,
            readable=False,  # the reader tells what it cannot read, and goes on with the others
        ),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option("--theme", help=say("option.check-theme"), metavar="NAME", show_default=False),
    ] = None,
    format: Answer = Format.text,
    fix: Annotated[bool, typer.Option("--fix", help=words().text("author.option.fix"))] = False,
    lang: Language = "en",
) -> int:
    if theme is not None and not files:
        from cascadia_print.cli.theme import check_theme

        return check_theme(theme, as_json=format is Format.json)
    if not files or theme is not None:
        from cascadia_print.cli.files import Refused

        raise Refused("check-one")
    from cascadia_print.cli import check as checking

    return checking.check(files, as_json=format is Format.json, fix=fix)


@_command
def new(
    name: Annotated[
        str,
        typer.Argument(help=words().text("author.option.name"), metavar="NAME", show_default=False),
    ],
    start: Annotated[
        str,
        typer.Option(
            "--from", help=words().text("author.option.from"), metavar="START", show_default=False
        ),
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help=words().text("author.option.new-file"),
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    lang: Language = "en",
    force: Annotated[
        bool, typer.Option("--force", help=words().text("author.option.force"))
    ] = False,
) -> int:
    from cascadia_print.cli import new as starting

    return starting.new(name, start, output, force=force)


@_command
def diff(
    old: Annotated[
        str,
        typer.Argument(help=words().text("author.option.old"), metavar="OLD", show_default=False),
    ],
    new: Annotated[
        str,
        typer.Argument(help=words().text("author.option.new"), metavar="NEW", show_default=False),
    ],
    pdf: Annotated[
        Path | None,
        typer.Option(
            "--pdf", help=words().text("author.option.pdf"), metavar="FILE", show_default=False
        ),
    ] = None,
    lang: Language = "en",
    force: Force = False,
) -> int:
    from cascadia_print.cli import diff as comparing

    return comparing.diff(old, new, pdf, language=lang, force=force)


@_command
def preview(
    sheet: Annotated[
        Path,
        typer.Argument(
            help=words().text("author.option.watched"), metavar="SHEET.yaml", show_default=False
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help=words().text("author.option.picture"),
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    lang: Language = "en",
    once: Annotated[bool, typer.Option("--once", help=words().text("author.option.once"))] = False,
    force: Force = False,
) -> int:
    from cascadia_print.cli import preview as previewing

    return previewing.preview(sheet, output, once=once, language=lang, force=force)


@_command
def explain(
    rule: Annotated[
        str, typer.Argument(help=say("option.rule"), metavar="RULE", show_default=False)
    ] = "",
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import catalog

    return catalog.explain(rule)


@_command
def schema(
    name: Annotated[
        str, typer.Argument(help=say("option.schema"), metavar="NAME", show_default=False)
    ] = "",
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import catalog

    return catalog.schema(name)


@_command
def demo(
    folder: Annotated[
        Path, typer.Option("--output", "-o", help=say("option.folder"), metavar="DIR")
    ] = Path("out"),
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import demo as showing

    return showing.demo(folder, lang)
