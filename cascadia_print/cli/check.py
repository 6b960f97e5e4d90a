"""`check`: everything that is wrong with sheet files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from cascadia_print.cli import exits
from cascadia_print.cli.console import out, say, words
from cascadia_print.cli.facts import fact_in_words
from cascadia_print.cli.run import own_fault, show_faults
from cascadia_print.sheet.facts import failing
from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.lookup import load_with_rulings
from cascadia_print.sheet.model import Sheet


@dataclass(frozen=True, slots=True)
class Broken:
    """A known value of the printed sheet that a readable file does not keep."""

    rule: str
    file: str
    line: int
    column: int
    message: str


def check(files: Sequence[Path], *, as_json: bool) -> int:
    """All faults of sheet files (exit code 4), and the facts that do not hold (1)."""
    faults: list[Fault] = []
    broken: list[Broken] = []
    refs: dict[str, str | None] = {}
    codes: list[int] = []
    for file in files:
        refs[str(file)] = None
        try:
            sheet = load_with_rulings(file)
            found = list(_broken(sheet, file))
        except Unreadable as error:
            faults += error.faults
            codes.append(exits.UNREADABLE)
        except Exception as error:
            codes.append(own_fault(error))
        else:
            refs[str(file)] = sheet.ref
            broken += found
            codes.append(exits.FINDINGS if found else exits.NOTHING_WRONG)
    if as_json:
        _print_json(refs, broken, faults)
    else:
        bad = {fact.file for fact in broken}
        for name, ref in refs.items():
            if ref and name not in bad:
                out(say("ok", file=name, sheet=ref))
        for fact in broken:
            out(f"{fact.file}:{fact.line}:{fact.column}: {fact.rule}: {fact.message}")
        if faults:
            show_faults(faults)
    return exits.worst(codes)


def _broken(sheet: Sheet, file: Path) -> Iterator[Broken]:
    for n, fact, have in failing(sheet):
        # An overlay repeats no facts: those of the sheet that it extends have no line in it.
        line, column = read_yaml(file).position(("facts", n))
        yield Broken(fact.rule, str(file), line, column, fact_in_words(fact, have))


def _print_json(
    refs: dict[str, str | None], broken: Sequence[Broken], faults: Sequence[Fault]
) -> None:
    from cascadia_print.report.faults import fault_object

    found = {
        "format": "cascadia-print/check",
        "version": 1,
        "files": [{"file": name, "sheet": ref} for name, ref in refs.items()],
        "findings": [asdict(fact) for fact in broken],
        "faults": [fault_object(fault, words()) for fault in faults],
    }
    out(json.dumps(found, indent=2))
