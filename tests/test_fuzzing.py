"""Broken files of every kind: an answer each time, never a traceback, never a long wait.

Derandomised, so that a run means the same everywhere. `CASCADIA_PRINT_FUZZ=10000` tries more.
"""

from __future__ import annotations

import copy
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import generic as pdf

from cascadia_print.cli import main
from cascadia_print.resources import root
from cascadia_print.sheet.fields import fields
from tests import forms
from tests.play import FORMS, filled, play_rounds
from tests.test_forward_play import HERE, sheet

EXAMPLES = int(os.environ.get("CASCADIA_PRINT_FUZZ", "40"))
LONGEST = 2.0
"""Seconds of the processor that a run may take, so that a busy machine changes nothing."""

fuzzed = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,  # the time of the command alone is taken
    database=None,
    suppress_health_check=list(HealthCheck),
)

SHEETS = [*sorted(root("sheets").glob("*.yaml")), HERE / "sheets" / "meadow.yaml"]
SHEETS += [root("templates") / "sheets" / "page.yaml"]
WORDS = st.sampled_from(
    ("hex:any", "1pt", "-", "&a", "*a", "!!x", "[", "}", "|", "M", "none", "\t", "\x00", "99", "ä")
)


@st.composite
def edits(draw: st.DrawFn, text: str) -> str:
    """The text after a few slips: parts lost, doubled or overwritten, lines moved."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        to = min(len(text), at + draw(st.integers(0, 12)))
        kind = draw(st.sampled_from(("cut", "twice", "word", "any", "lines")))
        if kind == "lines":
            lines = text.splitlines(keepends=True) or [""]
            first = draw(st.integers(0, len(lines) - 1))
            line = lines.pop(first)
            lines.insert(draw(st.integers(0, len(lines))), line * draw(st.integers(0, 2)))
            text = "".join(lines)
        else:
            new = {"cut": st.just(""), "twice": st.just(text[at:to] * 2), "word": WORDS}
            text = text[:at] + draw(new.get(kind, st.text(max_size=5))) + text[to:]
    return text


pdf_objects = st.recursive(
    st.builds(pdf.NullObject)
    | st.builds(pdf.NumberObject, st.integers(-9, 999))
    | st.builds(pdf.BooleanObject, st.booleans())
    | st.builds(pdf.TextStringObject, st.text(max_size=6) | st.sampled_from(("Yes", "3", "a2")))
    | st.builds(pdf.NameObject, st.sampled_from(("/Yes", "/Off", "/Btn", "/Tx", "/On", "/"))),
    lambda inner: st.builds(pdf.ArrayObject, st.lists(inner, max_size=3)),
    max_leaves=5,
)

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(("a1", "f12", "overflow", "sun.2", "landmark.rivers=3pt", "H", "x", "en")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield from places(data[key], (*path, key))


@st.composite
def entries(draw: st.DrawFn) -> Any:
    """The file of a player, with some of its values changed, taken out or put in."""
    name = draw(st.sampled_from(("A", "B", "C", "D")))
    table = play_rounds(sheet(name), draw(st.integers(0, 30)))
    data = filled(table.game, draw(st.sampled_from([f for f in FORMS if f != "columns"])))
    data = copy.deepcopy(data)
    known = {
        "taken": list(table.taken),
        "variant": draw(st.lists(st.sampled_from(("family", "learning", "abundance")), max_size=3)),
        "completion_cards": draw(st.lists(st.integers(-1, 13), max_size=5)),
        "claims": {"total": draw(st.integers(-5, 200))},
    }
    data |= {key: known[key] for key in draw(st.sets(st.sampled_from(sorted(known))))}
    for _ in range(draw(st.integers(0, 3))):
        *path, last = draw(st.sampled_from([p for p in places(data) if p]))
        inner = data
        for key in path:
            inner = inner[key]
        kind = draw(st.sampled_from(("change", "take out", "put in")))
        if kind == "change" or (kind == "put in" and isinstance(inner, list)):
            inner[last] = draw(values)
        elif kind == "put in":
            inner[draw(st.text(max_size=6) | st.sampled_from(tuple(sheet(name).space)))] = draw(
                values
            )
        else:
            del inner[last]
    return data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def answers() -> Callable[..., None]:
    """Run a command: it must end by one of its own codes, in time."""

    def run(*arguments: str | Path, codes: set[int]) -> None:
        start = time.process_time()
        code = main([str(a) for a in arguments])
        assert code in codes
        assert time.process_time() - start < LONGEST

    return run


@pytest.mark.parametrize("path", SHEETS, ids=lambda p: p.stem)
def test_a_sheet_file_with_slips(
    path: Path, folder: Path, answers: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    file = folder / f"{path.stem}.yaml"
    original = path.read_text(encoding="utf-8")

    @fuzzed
    @given(edits(original))
    def check(text: str) -> None:
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        answers("check", file, codes={0, 1, 4})
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err

    check()


def test_the_text_of_a_filled_sheet_with_slips(
    folder: Path, answers: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    file = folder / "ana.json"
    text = (root("data") / "examples" / "rulebook-c.json").read_text(encoding="utf-8")

    @fuzzed
    @given(edits(text))
    def check(broken: str) -> None:
        file.write_bytes(broken.encode("utf-8", "surrogatepass"))
        answers("audit", file, "--why", "--prove", codes={0, 1, 3, 4})
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err

    check()


def test_a_form_with_bytes_lost_doubled_and_changed(
    folder: Path, answers: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    file = folder / "ana.pdf"
    text = forms.blank(sheet("A")).decode("latin-1")

    @settings(fuzzed, max_examples=max(5, EXAMPLES // 8))
    @given(edits(text))
    def check(broken: str) -> None:
        file.write_bytes(broken.encode("latin-1", "replace"))
        answers("audit", file, codes={0, 1, 3, 4})
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err

    check()


def test_a_form_with_any_entries_in_its_fields(
    folder: Path, answers: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    file = folder / "ben.pdf"
    form = forms.blank(sheet("C"))
    keys = st.sampled_from(("/V", "/AS", "/FT", "/T", "/Kids", "/AP", "/Parent", "/Subtype"))
    names = st.sampled_from(sorted(fields(sheet("C"))))
    entries = st.dictionaries(names, st.dictionaries(keys, pdf_objects, max_size=3), max_size=4)

    @settings(fuzzed, max_examples=max(5, EXAMPLES // 8))
    @given(entries)
    def check(changes: Any) -> None:
        file.write_bytes(forms.change(form, changes))
        for command in ("read", "audit"):
            answers(command, file, codes={0, 1, 3, 4})
            told = capfd.readouterr()
            assert "Traceback" not in told.out + told.err

    check()


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_a_filled_sheet_with_any_values(
    form: str, folder: Path, answers: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    file = folder / "ben.json"

    @fuzzed
    @given(entries())
    def check(data: Any) -> None:
        file.write_text(json.dumps(data), encoding="utf-8")
        answers("audit", file, "--prove", "--format", form, codes={0, 1, 3, 4})
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err
        for line in told.out.splitlines() if form == "jsonl" else ():
            json.loads(line)

    check()


@fuzzed
@given(values)
def test_any_json_at_all(folder: Path, answers: Any, data: Any) -> None:
    file = folder / "any.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    answers("audit", file, codes={4})
