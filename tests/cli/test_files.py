"""What may be replaced, and how it is written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cascadia_print.cli import files
from cascadia_print.cli.files import Refused, write

BLANK = json.dumps(
    {
        "$schema": "x",
        "format": "cascadia-print/filled-sheet",
        "version": 1,
        "sheet": "A@1",
        "player": None,
        "spaces": {"a1": None},
        "picks": [],
    }
).encode()
FILLED = BLANK.replace(b'{"a1": null}', b'{"a1": 3}')
PDF = b"%PDF-1.4\n1 0 obj << /Creator (cascadia_print) >>"


@pytest.mark.parametrize("old", [None, PDF, BLANK])
def test_replaces_nothing_or_its_own(tmp_path: Path, old: bytes | None) -> None:
    path = tmp_path / "deep" / "file"
    if old is not None:
        path.parent.mkdir()
        path.write_bytes(old)
    write(path, b"new", force=False)
    assert path.read_bytes() == b"new"
    assert os.listdir(path.parent) == ["file"]


@pytest.mark.parametrize(
    ("old", "reason"),
    [
        (b"", "foreign"),
        (b"a letter to my aunt", "foreign"),
        (b'{"format": "other"}', "foreign"),
        (b"[1, 2]", "foreign"),
        (b"[" * 100_000, "foreign"),
        (b"%PDF-1.4\n/Creator (Writer)", "foreign"),
        (b"about cascadia_print: /Creator (cascadia_print)", "foreign"),
        (FILLED, "filled"),
        (FILLED.replace(b"3}", b"0}"), "filled"),
        (BLANK.replace(b"null", b'"Ana"', 1), "filled"),
    ],
)
def test_leaves_what_is_not_its_own(tmp_path: Path, old: bytes, reason: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(old)
    with pytest.raises(Refused) as refused:
        write(path, b"new", force=False)
    assert refused.value.reason == reason
    assert path.read_bytes() == old
    write(path, b"new", force=True)
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("force", [False, True])
def test_what_is_no_file_is_never_replaced(tmp_path: Path, force: bool) -> None:
    pipe = tmp_path / "pipe"
    getattr(os, "mkfifo", os.mkdir)(pipe)
    for path in (tmp_path, pipe):
        with pytest.raises(Refused) as refused:
            write(path, b"new", force=force)
        assert refused.value.reason == "not-a-file"
    assert os.listdir(tmp_path) == ["pipe"]
    assert not pipe.is_file()


@pytest.mark.skipif(os.name == "nt", reason="needs links and rights of POSIX")
def test_what_a_link_points_to_is_replaced_with_the_rights_it_had(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    old, link = tmp_path / "kept" / "ana.json", tmp_path / "ana.json"
    old.write_bytes(BLANK)
    old.chmod(0o600)
    link.symlink_to(Path("kept") / "ana.json")
    write(link, FILLED, force=False)
    assert link.is_symlink()
    assert (old.read_bytes(), old.stat().st_mode & 0o777) == (FILLED, 0o600)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["ana.json", "ana.json", "kept"]


def test_a_place_that_cannot_be_written_to_is_told_before_there_is_anything_to_write(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_bytes(b"in the way")
    with pytest.raises(Refused) as refused:
        files.check(tmp_path / "file" / "deep" / "new", force=False)
    assert refused.value.values["why"] == "not a directory"
    files.check(tmp_path / "deep" / "new", force=False)


def test_what_was_typed_is_printed_where_it_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for typed, printed in ((True, "an hour of answers\n"), (False, "")):
        with pytest.raises(Refused):
            files.deliver("an hour of answers\n", tmp_path, force=True, typed=typed)
        assert capsys.readouterr() == (printed, "")


def test_unwritable_place_is_told_and_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"in the way")
    with pytest.raises(Refused) as refused:
        write(tmp_path / "file" / "new", b"new", force=False)
    assert refused.value.reason == "unwritable"
    assert os.listdir(tmp_path) == ["file"]


def test_old_file_stays_whole_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(PDF)

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "replace", full_disk)
    with pytest.raises(Refused) as refused:
        write(path, b"new", force=False)
    assert refused.value.values["why"] == "no space left on device"
    assert path.read_bytes() == PDF
    assert os.listdir(tmp_path) == ["file"]
