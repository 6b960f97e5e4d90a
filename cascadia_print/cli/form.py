"""`render --form` and `read`: sheets as fillable PDF files, and what was filled in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cascadia_print.cli import exits, files
from cascadia_print.cli.console import err, out, say
from cascadia_print.cli.paper import Wish, refusals, size, targets, tell_unnamed
from cascadia_print.cli.sheets import environment, sheet_file, tell_facts
from cascadia_print.drawing.acroform import render_form
from cascadia_print.drawing.form import fillable, tally_page
from cascadia_print.drawing.page import page
from cascadia_print.entry.form import Form, filled_form, read_form, unclear
from cascadia_print.entry.text import dumps
from cascadia_print.report.places import tips
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.lookup import find_sheet, load_sheet
from cascadia_print.sheet.model import Sheet


def render(
    refs: Sequence[str], folder: Path, wish: Wish, *, imposed: bool = False, force: bool = False
) -> int:
    """A form for each sheet; nothing is written before all are read.

    `imposed`: more was asked of the paper than its size. Raises Refused.
    """
    if imposed:
        raise files.Refused("form-alone")
    if not refs:
        raise files.Refused("print.refused.no-sheets")
    if wish.kind != "pdf" or wish.dpi:
        raise files.Refused("form-of-pdf")
    sheets = {path: environment(path, "--form") for path in map(sheet_file, refs)}
    found = targets(sheets, folder, "form.pdf")
    for path, sheet in sheets.items():
        tell_facts(sheet, path)
        with refusals(sheet.ref):
            data = form(sheet, wish)
        files.write(found[path], data, force=force)
        out(say("rendered", file=found[path], size=size(len(data)), pages=2))
    return exits.NOTHING_WRONG


def form(sheet: Sheet, wish: Wish) -> bytes:
    """The sheet as a fillable PDF. Raises what `refusals` puts into words."""
    said, language = tips(sheet, locale(wish.language)), wish.language
    first = page(
        sheet,
        language=language,
        theme=wish.theme,
        ids=wish.ids,
        number=(1, 2),
        large=wish.large,
    )
    tell_unnamed([first])
    second = tally_page(sheet, said, language=language, theme=wish.theme, large=wish.large)
    scenes = [fillable(first, sheet, said), second]
    return render_form(scenes, wish.paper or "a4", language=language)


def read(file: Path, output: Path | None, sheet_file: Path | None, *, force: bool) -> int:
    """Write or print the JSON of what was filled in. Raises Refused, and Unreadable also for
    what a JSON file cannot say, so that nothing is lost on the way."""
    sheet = load_sheet(sheet_file) if sheet_file else None
    form = form_in(file, sheet)
    if faults := unclear(form):
        raise Unreadable(faults)
    filled_form(form)  # whatever is wrong with it is told before anything is written
    files.deliver(dumps(form.data()), output, force=force)
    return exits.NOTHING_WRONG


def form_in(file: Path, sheet: Sheet | None) -> Form:
    """The form in a PDF. Raises Unreadable, also where the extra `forms` is missing."""
    try:
        form = read_form(file, lambda ref: find_sheet(ref, file.parent), sheet)
    except ImportError:
        raise Unreadable([Fault("IN-form-extra", str(file))]) from None
    if form.one_way:
        err(say("one-way", file=file, n=form.one_way))
    return form
