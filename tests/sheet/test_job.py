"""Job files: what they hold, and an answer to any text at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from cascadia_print.sheet.faults import Fault, Unreadable
from cascadia_print.sheet.job import NONE, Entry, read_job
from cascadia_print.sheet.lookup import find_file
from cascadia_print.sheet.printers import Calibration, CannotChange, with_calibration
from tests.test_fuzzing import edits

JOB = """kind: job
paper: letter
up: auto
duplex: long
back: tally
back-offset: [0.5, -1]
sheets:
  - {sheet: A, copies: 16}
  - sheet: B
    back: none
    large-print: yes
"""
PRINTERS = """# mine
kind: printers
printers:
  - {printer: office, paper: a4, duplex: long, portrait: [0.5, -1], scale: 99.4}
  - printer: home
    paper: letter
    duplex: short
"""
fuzzed = settings(max_examples=40, deadline=None, derandomize=True, database=None)


def test_a_job(tmp_path: Path) -> None:
    file = tmp_path / "box.yaml"
    file.write_text(JOB)
    job = read_job(file)
    assert job.entries == (
        Entry(find_file("A"), 16),
        Entry(find_file("B"), None, NONE, {"large-print": "yes"}),
    )
    assert job.back == find_file("tally")
    keys = {"paper": "letter", "up": "auto", "duplex": "long", "back-offset": [0.5, -1]}
    assert job.keys == keys


def test_sheets_are_looked_for_beside_the_job_first(tmp_path: Path) -> None:
    text = find_file("A").read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "box.yaml").write_text(JOB)
    assert read_job(tmp_path / "box.yaml").entries[0].sheet == tmp_path / "mine.yaml"


def test_a_job_with_slips_is_a_job_or_has_located_faults(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    file = tmp_path_factory.mktemp("jobs") / "box.yaml"

    @fuzzed
    @given(edits(JOB))
    def check(text: str) -> None:
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        faults: tuple[Fault, ...] = ()
        try:
            read_job(file)
        except Unreadable as error:
            faults = error.faults
        assert {fault.file for fault in faults} <= {str(file)}

    check()


@fuzzed
@given(edits(PRINTERS))
def test_printers_with_slips_are_kept_or_refused(text: str) -> None:
    new = Calibration("new", "letter", "short", (1, 2), None, 100)
    try:
        made = with_calibration(text, new)
    except (Unreadable, CannotChange):
        return
    left = iter(made)
    assert all(sign in left for sign in text.removeprefix("\ufeff"))
