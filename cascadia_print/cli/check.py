"""`check`: everything that is wrong with sheet files, and what a designer should look at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

from cascadia_print.cli import exits
from cascadia_print.cli.console import out, say, style, words
from cascadia_print.cli.facts import fact_in_words
from cascadia_print.cli.fix import fix as fix_file
from cascadia_print.cli.own import OWN
from cascadia_print.cli.run import show_faults, trouble
from cascadia_print.cli.sheets import sheet_file
from cascadia_print.sheet.build import Built, build_located
from cascadia_print.sheet.facts import failing
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.lint import ERRORS, explained, lint
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.located import Source, read_yaml
from cascadia_print.sheet.lookup import chain, kind, load_with_rulings
from cascadia_print.sheet.pages import Page, build_page, missing


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a readable file: a fact that does not hold (its rule), or lint (`LI-…`).

    A warning is `explained` where a comment of the file names it.
    """

    rule: str
    severity: Literal["error", "warning", "explained"]
    file: str
    line: int
    column: int
    message: str


@dataclass(slots=True)
class _Answer:
    refs: dict[str, str | None] = field(default_factory=dict)
    findings: dict[str, list[Finding]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)


def check(files: Sequence[Path], *, as_json: bool, fix: bool) -> int:
    """Faults (exit code 4), errors (1) and warnings (0) of sheet files.

    `fix` first replaces misspelt words in the files.
    """
    answer = _Answer()
    for given in files:
        name = str(given)
        answer.refs[name] = None
        try:
            file = sheet_file(name)
            if fix:
                _fix(file, quiet=as_json)
            ref, found = _judged(file)
        except Unreadable as error:
            answer.faults += error.faults
            answer.codes.append(exits.UNREADABLE)
        except Exception as error:
            answer.codes.append(trouble(error))
        else:
            answer.refs[name] = ref
            answer.findings[name] = found
            bad = any(f.severity == "error" for f in found)
            answer.codes.append(exits.FINDINGS if bad else exits.NOTHING_WRONG)
    if as_json:
        _print_json(answer)
    else:
        for name, found in answer.findings.items():
            _print(name, answer.refs[name] or "", found)
        if answer.faults:
            show_faults(answer.faults)
    return exits.worst(answer.codes)


def _judged(file: Path) -> tuple[str, list[Finding]]:
    """The sheet or page of a file, and what it has against it. Raises Unreadable.

    What an owner wrote down of a box is read, and there is nothing more to say about it.
    """
    of = kind(file)
    if of in OWN:
        return OWN[of](file), []
    if of == "page":
        source = read_yaml(file)
        page = build_page(source)
        return page.ref, page_findings(page, source)
    load_with_rulings(file)
    built = build_located(chain(file))
    return built.sheet.ref, findings(built)


def page_findings(page: Page, source: Source) -> list[Finding]:
    """What a readable page has against it, by position: words left out, and what does not fit."""
    from cascadia_print.drawing.fit import fit_page

    faults = [
        *(source.fault("LI-label", p, word=p[-1], languages=codes) for p, codes in missing(source)),
        *(source.fault(id, path, **values) for path, id, values in fit_page(page)),
    ]
    told = [
        _finding(f, "error" if f.id in ERRORS else "warning", lint_sentence(f, words()))
        for f in faults
    ]
    return sorted(told, key=lambda f: (f.file, f.line, f.column))


def findings(built: Built) -> list[Finding]:
    """What a readable sheet has against it, by position: facts that do not hold, and lint."""
    from cascadia_print.drawing.fit import fit
    from cascadia_print.rules.legal import reachable

    sheet = built.sheet
    found = list(_broken(built))
    markable = reachable(sheet, dict.fromkeys(sheet.space, True))
    for fault in lint(built, markable, fit(sheet)):
        severity: Literal["error", "warning", "explained"] = "warning"
        if fault.id in ERRORS:
            severity = "error"
        elif explained(built, fault):
            severity = "explained"
        found.append(_finding(fault, severity, lint_sentence(fault, words())))
    return sorted(found, key=lambda f: (f.file, f.line, f.column))


def lint_sentence(fault: Fault, text: Locale) -> str:
    """What a finding of lint says."""
    values = dict(fault.values)
    for name in ("cause", "what"):
        key = f"author.lint.{name}.{fault.id}.{values.get(name)}"
        if text.has(key):
            values[name] = text.text(key, **values)
    for name, said in values.items():
        if isinstance(said, list):
            names = (f"game.{name}.{word}" for word in said)
            shown = (text.text(key) if text.has(key) else key.rpartition(".")[2] for key in names)
            values[name] = ", ".join(shown)
    return text.text(f"author.lint.{fault.id}", **values)


def _broken(built: Built) -> Iterator[Finding]:
    """Facts that do not hold. A change may go against what is known of the printed sheet, unless
    it says that it is an owner's copy of that very sheet."""
    own = built.chain[0].data
    copied = own.get("provenance", {}).get("default") == "owner"
    designed = "extends" in own and not copied
    for n, fact, have in failing(built.sheet):
        place = built.fault(("facts", n), fact.rule or "LI-fact")
        yield _finding(
            place, "warning" if designed else "error", fact_in_words(fact, built.sheet, have)
        )


def _finding(
    fault: Fault, severity: Literal["error", "warning", "explained"], message: str
) -> Finding:
    return Finding(fault.id, severity, fault.file, fault.line, fault.column, message)


def _fix(file: Path, *, quiet: bool) -> None:
    for change in fix_file(file):
        if not quiet:
            out(words().text("author.fix.changed", **asdict(change)))


def _print(name: str, ref: str, found: Sequence[Finding]) -> None:
    counts = {kind: sum(f.severity == kind for f in found) for kind in _KINDS}
    for f in found:
        if f.severity != "explained":
            rule = style("bad" if f.severity == "error" else "open", f.rule)
            mark = "" if f.severity == "error" else words().text("author.check.mark")
            out(f"{f.file}:{f.line}:{f.column}: {rule}{mark}: {f.message}")
    told = [words().text(f"author.check.{kind}", n=n) for kind, n in counts.items() if n]
    if counts["error"] or counts["warning"]:
        out(words().text("author.check.counts", file=name, sheet=ref, counts=", ".join(told)))
    else:
        out(say("ok", file=name, sheet=ref) + "".join(f", {text}" for text in told))


_KINDS = ("error", "warning", "explained")


def _print_json(answer: _Answer) -> None:
    from cascadia_print.report.faults import fault_object

    found = {
        "format": "cascadia-print/check",
        "version": 1,
        "files": [{"file": name, "sheet": ref} for name, ref in answer.refs.items()],
        "findings": [asdict(f) for found in answer.findings.values() for f in found],
        "faults": [fault_object(fault, words()) for fault in answer.faults],
    }
    out(json.dumps(found, indent=2))
