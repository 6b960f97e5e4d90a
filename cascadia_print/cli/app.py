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


def _option(key: str, *names: str, shown: bool = False, **more: Any) -> Any:
    """An option with the words of `option.KEY` in the section `cli`, or "print:KEY" in another.

    `shown`: its default stands in the help.
    """
    return typer.Option(*names, help=_words(key), show_default=shown, **more)


def _argument(key: str, metavar: str, **more: Any) -> Any:
    """An argument likewise. A file is opened by its reader, who tells what he cannot read."""
    return typer.Argument(
        help=_words(key), metavar=metavar, show_default=False, readable=False, **more
    )


def _paper(name: str, metavar: str | None = None, key: str = "", **more: Any) -> Any:
    """An option of a print job."""
    return _option(f"print:{key or name}", f"--{name}", metavar=metavar, **more)


def _lang(key: str, callback: Callable[[str], str] = _language, **more: Any) -> Any:
    """The option of a language, which the environment can name too."""
    return _option(
        key, "--lang", metavar="CODE", envvar=LANGUAGE, callback=callback, is_eager=True, **more
    )


def _words(key: str) -> str:
    section, _, name = key.rpartition(":")
    return words().text(f"{section or 'cli'}.option.{name}")


SheetName = Annotated[str, _argument("sheet", "SHEET")]
Force = Annotated[bool, _option("force", "--force")]
Language = Annotated[str, _lang("lang", shown=True)]


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


Answer = Annotated[Format, _option("format", "--format", shown=True)]
JsonFile = Annotated[Path | None, _option("output", "--output", "-o", metavar="FILE")]
Folder = Annotated[Path, _option("folder", "--output", "-o", shown=True, metavar="DIR")]
SheetFile = Annotated[
    Path | None, _option("sheet-file", "--sheet", metavar="SHEET.yaml", readable=False)
]


@app.callback()
def _options(
    version: Annotated[
        bool, _option("version", "--version", callback=_version, is_eager=True)
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


@_command
def render(
    context: typer.Context,
    sheets: Annotated[list[str] | None, _argument("sheets", "SHEET...")] = None,
    folder: Folder = Path("out"),
    format: Annotated[Picture, _option("picture", "--format", shown=True)] = Picture.pdf,
    paper: Annotated[str, _option("paper", "--paper", metavar="PAPER")] = "",
    theme: Annotated[str, _option("theme", "--theme", shown=True, metavar="NAME")] = "color",
    lang: Annotated[str, _lang("words", shown=True)] = "en",
    dpi: Annotated[int | None, _option("dpi", "--dpi", metavar="N", min=36, max=1200)] = None,
    ids: Annotated[bool, _option("ids", "--ids")] = False,
    large: Annotated[bool, _option("large", "--large-print")] = False,
    form: Annotated[bool, _option("form", "--form")] = False,
    copies: Annotated[int | None, _paper("copies", "N", min=1)] = None,
    up: Annotated[str | None, _paper("up", "N|auto")] = None,
    duplex: Annotated[Edge | None, _paper("duplex")] = None,
    back: Annotated[str | None, _paper("back", "SHEET|same|none")] = None,
    back_offset: Annotated[str | None, _paper("back-offset", "X,Y")] = None,
    margin: Annotated[float | None, _paper("margin", "MM", min=0)] = None,
    gutter: Annotated[float | None, _paper("gutter", "MM", min=0)] = None,
    marks: Annotated[Marks | None, _paper("marks")] = None,
    bleed: Annotated[float | None, _paper("bleed", "MM", min=0)] = None,
    scale: Annotated[str | None, _paper("scale", "100%|fit")] = None,
    one: Annotated[Path | None, _paper("one", "FILE.pdf")] = None,
    job: Annotated[Path | None, _paper("job", "FILE.yaml")] = None,
    printer: Annotated[str | None, _paper("printer", "NAME")] = None,
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
    paper: Annotated[str, _paper("paper", "PAPER", key="calibrate-paper", shown=True)] = "a4",
    duplex: Annotated[Edge, _paper("duplex", key="calibrate-duplex", shown=True)] = Edge.long,
    printer: Annotated[str, _paper("printer", "NAME", key="check")] = "",
    name: Annotated[str | None, _paper("set", "NAME")] = None,
    portrait: Annotated[str | None, _paper("portrait", "X,Y")] = None,
    landscape: Annotated[str | None, _paper("landscape", "X,Y")] = None,
    scale: Annotated[float | None, _paper("scale", "MM", key="measured", max=120, min=80)] = None,
    folder: Folder = Path("out"),
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
    file: Annotated[Path, _argument("form-file", "FILE.pdf")],
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
    output: Annotated[Path | None, _option("box", "--output", "-o", metavar="FILE.yaml")] = None,
    resume: Annotated[bool, _option("resume", "--resume")] = False,
    force: Force = False,
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import transcribe as transcribing

    return transcribing.copy(sheet, output, resume=resume, force=force, language=lang)


@_command
def audit(
    files: Annotated[list[Path], _argument("files", "FILE...")],
    sheet: SheetFile = None,
    format: Annotated[Report, _option("report", "--format", shown=True)] = Report.text,
    why: Annotated[bool, _option("why", "--why")] = False,
    prove: Annotated[bool, _option("prove", "--prove")] = False,
    scenario: Annotated[str, _option("scenario", "--scenario", metavar="NAME")] = "",
    log: Annotated[bool, _option("log", "--log")] = False,
    strict: Annotated[bool, _option("strict", "--strict")] = False,
    line: Annotated[str, _option("line", "--line", metavar="ROW")] = "",
    lang: Language = "en",
    pdf: Annotated[Path | None, _option("receipt", "--pdf", metavar="FILE")] = None,
    svg: Annotated[Path | None, _option("receipt-svg", "--svg", metavar="FILE")] = None,
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
    solo: Annotated[bool, _option("play:solo", "--solo")] = False,
    seed: Annotated[int | None, _option("play:seed", "--seed", metavar="N", min=0)] = None,
    player: Annotated[str, _option("play:player", "--player", metavar="NAME")] = "",
    variant: Annotated[list[Variant] | None, _option("play:variant", "--variant")] = None,
    cards: Annotated[str, _option("play:cards", "--cards", metavar="N,N,N,N")] = "",
    made_of: Annotated[
        str, _option("play:set", "--set", shown=True, metavar="NAME")
    ] = "own-design",
    scenario: Annotated[str, _option("scenario", "--scenario", metavar="NAME")] = "",
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
    file: Annotated[Path, _argument("environment", "FILE")],
    output: JsonFile = None,
    lang: Language = "en",
    force: Force = False,
) -> int:
    from cascadia_print.cli import cascadia

    return cascadia.convert(file, output, force=force)


@_command
def serve(
    sheets: Annotated[list[str] | None, _argument("served", "SHEET...")] = None,
    port: Annotated[
        int, _option("port", "--port", shown=True, metavar="N", min=0, max=65535)
    ] = 8417,
    lan: Annotated[bool, _option("lan", "--lan")] = False,
    lang: Annotated[str, _lang("page-lang", callback=_page_language)] = "",
) -> int:
    from cascadia_print.cli import serve as serving

    return serving.serve(sheets or [], port=port, lan=lan, language=lang)


@_command
def hike(
    marks: Annotated[int, _argument("marks", "MARKS", min=0)],
    lang: Language = "en",
) -> int:
    from cascadia_print.cli.hike import hike as show

    return show(marks)


@_command
def check(
    files: Annotated[list[Path] | None, _argument("sheet-files", "SHEET.yaml...")] = None,
    theme: Annotated[str | None, _option("check-theme", "--theme", metavar="NAME")] = None,
    format: Answer = Format.text,
    fix: Annotated[bool, _option("author:fix", "--fix")] = False,
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
    name: Annotated[str, _argument("author:name", "NAME")],
    start: Annotated[str, _option("author:from", "--from", metavar="START")] = "",
    output: Annotated[
        Path | None, _option("author:new-file", "--output", "-o", metavar="FILE")
    ] = None,
    lang: Language = "en",
    force: Annotated[bool, _option("author:force", "--force")] = False,
) -> int:
    from cascadia_print.cli import new as starting

    return starting.new(name, start, output, force=force)


@_command
def diff(
    old: Annotated[str, _argument("author:old", "OLD")],
    new: Annotated[str, _argument("author:new", "NEW")],
    pdf: Annotated[Path | None, _option("author:pdf", "--pdf", metavar="FILE")] = None,
    lang: Language = "en",
    force: Force = False,
) -> int:
    from cascadia_print.cli import diff as comparing

    return comparing.diff(old, new, pdf, language=lang, force=force)


@_command
def preview(
    sheet: Annotated[Path, _argument("author:watched", "SHEET.yaml")],
    output: Annotated[
        Path | None, _option("author:picture", "--output", "-o", metavar="FILE")
    ] = None,
    lang: Language = "en",
    once: Annotated[bool, _option("author:once", "--once")] = False,
    force: Force = False,
) -> int:
    from cascadia_print.cli import preview as previewing

    return previewing.preview(sheet, output, once=once, language=lang, force=force)


@_command
def explain(
    rule: Annotated[str, _argument("rule", "RULE")] = "",
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import catalog

    return catalog.explain(rule)


@_command
def schema(
    name: Annotated[str, _argument("schema", "NAME")] = "",
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import catalog

    return catalog.schema(name)


@_command
def demo(
    folder: Folder = Path("out"),
    lang: Language = "en",
) -> int:
    from cascadia_print.cli import demo as showing

    return showing.demo(folder, lang)
