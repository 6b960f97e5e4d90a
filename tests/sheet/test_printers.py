"""What is kept of printers: a change leaves what others wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.located import parse_yaml
from cascadia_print.sheet.printers import (
    Calibration,
    CannotChange,
    config_folder,
    read_printers,
    with_calibration,
)

NEW = Calibration("office", "a4", "long", (0.5, -1), None, 99.4)


def read(text: str, tmp_path: Path) -> tuple[Calibration, ...]:
    file = tmp_path / "printers.yaml"
    file.write_text(text, encoding="utf-8", newline="")
    return read_printers(file)


def test_a_new_file_holds_what_was_read_on_the_page(tmp_path: Path) -> None:
    assert read(with_calibration("", NEW), tmp_path) == (NEW,)
    assert read_printers(tmp_path / "none.yaml") == ()


OTHERS = """# My printers
kind: printers   # do not delete
printers:
  # the old one
  - printer: home
    paper: Letter
    duplex: short
    portrait: [0, 2]   # measured twice
    note: "in the cellar"

  - {printer: "office", paper: a4, duplex: long, portrait: [1, 1]}  # new drum in May
note: mine
"""


def test_numbers_are_replaced_in_place_and_the_rest_stays() -> None:
    made = with_calibration(OTHERS, NEW)
    expected = OTHERS.replace(
        '{printer: "office", paper: a4, duplex: long, portrait: [1, 1]}',
        '{scale: 99.4, printer: "office", paper: a4, duplex: long, portrait: [0.5, -1]}',
    )
    assert made == expected
    other = Calibration("home", "letter", "short", None, (3, 4), None)
    made = with_calibration(OTHERS, other)
    assert made == OTHERS.replace(
        "  - printer: home\n", "  - landscape: [3, 4]\n    printer: home\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        OTHERS,
        OTHERS.replace("\n", "\r\n"),
        "kind: printers\nprinters: []\n",
        "kind: printers\nprinters: [{printer: a, paper: a4, duplex: long}]\nnote: x\n",
        "{kind: printers, printers: [ ]}",
        "printers:\n- {printer: a, paper: a4, duplex: long}\nkind: printers",
    ],
)
def test_a_new_printer_is_added_to_any_list(text: str, tmp_path: Path) -> None:
    new = Calibration("new one", "200x250", "short", (0.25, 0), (-3, 4), 101)
    before = read(text, tmp_path)
    made = with_calibration(text, new)
    assert read(made, tmp_path) == (new, *before)
    # All that stood there stands there still, in its order.
    left = iter(made)
    assert all(sign in left for sign in text)
    if "\r\n" in text:
        assert made.count("\n") == made.count("\r\n")


VALUES = ("portrait", "landscape", "scale")
numbers = st.floats(-9, 9).map(lambda v: round(v, 2))
offsets = st.none() | st.tuples(numbers, numbers)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("a", "b c", "ü")),
            st.sampled_from(("a4", "letter")),
            st.sampled_from(("long", "short")),
            offsets,
            offsets,
            st.none() | st.floats(90, 110).map(lambda v: round(v, 1)),
        ),
        max_size=6,
    )
)
def test_what_was_said_last_is_kept_of_every_printer(changes: list[tuple[object, ...]]) -> None:
    text, known = "# mine\nkind: printers\nprinters: []\n", {}
    for change in changes:
        new = Calibration(*change)  # type: ignore[arg-type]
        text = with_calibration(text, new)
        said = {k: getattr(new, k) for k in VALUES if getattr(new, k) is not None}
        known.setdefault(change[:3], {}).update(said)
    found = {}
    for entry in parse_yaml(text, "x").data["printers"]:
        values = {k: v for k, v in entry.items() if k in VALUES}
        found[entry["printer"], entry["paper"], entry["duplex"]] = {
            k: tuple(v) if isinstance(v, list) else v for k, v in values.items()
        }
    assert found == known
    assert text.startswith("# mine\n")


def test_faults_are_told_and_nothing_is_changed() -> None:
    with pytest.raises(Unreadable) as caught:
        with_calibration(OTHERS.replace("duplex: short", "duplx: short"), NEW, "p.yaml")
    assert [(f.id, f.file, f.line) for f in caught.value.faults] == [
        ("IN-unknown-key", "p.yaml", 7)
    ]
    shared = (
        "kind: printers\nprinters:\n"
        "  - {printer: a, paper: a4, duplex: long, portrait: &same [1, 1]}\n"
        "  - {printer: b, paper: a4, duplex: long, portrait: *same}\n"
    )
    with pytest.raises(CannotChange, match='printer: "b", paper: a4, duplex: long'):
        with_calibration(shared, Calibration("b", "a4", "long", (5, 5)))


def test_the_folder_is_the_platforms_or_the_one_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CASCADIA_PRINT_CONFIG", str(tmp_path))
    assert config_folder() == tmp_path
    monkeypatch.delenv("CASCADIA_PRINT_CONFIG")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/etc/mine")
    assert config_folder() == Path("/etc/mine/cascadia-print")
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ana"))
    assert config_folder() == Path("/home/ana/.config/cascadia-print")
    monkeypatch.setattr("sys.platform", "darwin")
    assert config_folder() == Path("/home/ana/Library/Application Support/cascadia-print")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("APPDATA", "/c/Roaming")
    assert config_folder() == Path("/c/Roaming/cascadia-print")
