"""Sheets are found by id, in a fixed order of places, never by a path that a file names."""

from __future__ import annotations

from pathlib import Path

import pytest

from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.lookup import find_file, find_sheet, load_sheet, shipped

HEAD = "kind: environment\nid: {id}\nversion: {version}\n"
REST = """\
name: {en: Here}
marking: {write: outline, order: any}
spaces: {rows: ["M1"]}
lines: [{id: points, printed: all}]
"""


def put(folder: Path, name: str, id: str = "A", version: int = 1) -> Path:
    path = folder / name
    path.write_text(HEAD.format(id=id, version=version) + REST, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "user").mkdir()
    monkeypatch.setenv("CASCADIA_PRINT_SHEETS", str(tmp_path / "user"))


def fault(ref: str, near: Path | None = None) -> object:
    with pytest.raises(Unreadable) as caught:
        find_sheet(ref, near)
    (found,) = caught.value.faults
    return found


def test_the_folder_of_the_file_comes_first_then_the_users_then_the_package(tmp_path: Path):
    near = tmp_path / "near"
    near.mkdir()
    assert find_file("A", near) == shipped()[0]
    user = put(tmp_path / "user", "mine.yaml")
    assert find_file("A", near) == user
    beside = put(near, "other.yaml")
    assert find_file("A", near) == beside
    assert find_sheet("A@1", near).name["en"] == "Here"


def test_without_a_version_the_newest_of_a_place_is_meant(tmp_path: Path):
    put(tmp_path / "user", "one.yaml", "MY", 1)
    two = put(tmp_path / "user", "two.yaml", "MY", 2)
    assert find_file("MY") == two
    assert find_sheet("MY@1").version == 1


def test_a_version_that_the_nearer_place_lacks_is_found_farther_away(tmp_path: Path):
    put(tmp_path / "user", "newer.yaml", "A", 9)
    assert find_file("A@1") == shipped()[0]


def test_two_files_with_one_id_in_one_place_are_an_error_that_names_both(tmp_path: Path):
    put(tmp_path / "user", "one.yaml", "MY")
    put(tmp_path / "user", "two.yaml", "MY")
    found = fault("MY")
    assert found.id == "IN-two-sheets"
    assert "one.yaml" in found.values["files"]
    assert "two.yaml" in found.values["files"]


def test_an_unknown_sheet_and_an_unknown_version_are_told_apart():
    assert (fault("Q").id, fault("A@7").id) == ("IN-unknown-sheet", "IN-unknown-version")
    assert fault("A@7").values["known"] == "A@1"
    assert "aid" not in str(fault("Q").values["known"]).split(", ")  # nothing is filled in on it


@pytest.mark.parametrize("ref", ["../sheets/a-zumwalt-prairie", "/etc/passwd", "", "@1", "A@"])
def test_a_path_is_no_id(ref: str):
    if ref == "A@":
        assert find_sheet(ref).ref == "A@1"
    else:
        assert fault(ref).id == "IN-unknown-sheet"


def test_what_extends_itself_is_refused(tmp_path: Path):
    one, two = tmp_path / "user" / "one.yaml", tmp_path / "user" / "two.yaml"
    one.write_text("kind: environment\nid: ONE\nversion: 1\nextends: TWO\nchange: {a1: M}\n")
    two.write_text("kind: environment\nid: TWO\nversion: 1\nextends: ONE\nchange: {a1: M}\n")
    with pytest.raises(Unreadable) as caught:
        load_sheet(one)
    (found,) = caught.value.faults
    assert (found.id, found.file, found.line, found.column) == (
        "IN-extends-itself",
        str(two),
        4,
        10,
    )


def test_extending_what_is_not_there_is_told_where_it_is_named(tmp_path: Path):
    path = tmp_path / "mine.yaml"
    path.write_text("kind: environment\nid: ONE\nversion: 1\nextends: B2\nchange: {a1: M}\n")
    with pytest.raises(Unreadable) as caught:
        load_sheet(path)
    (found,) = caught.value.faults
    assert (found.id, found.line, found.column) == ("IN-unknown-sheet", 4, 10)
