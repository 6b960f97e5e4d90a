"""What a sheet file costs at most, and what is refused before it costs anything."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cascadia_print.drawing.pdf import render_pdf
from cascadia_print.drawing.signs import DoesNotFit
from cascadia_print.sheet.build import MAX_SPACES, build
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.located import parse_yaml
from cascadia_print.sheet.lookup import index, load_sheet
from cascadia_print.sheet.model import Space
from cascadia_print.sheet.sets import each

HEAD = "kind: environment\nid: T\nversion: 1\nname: {en: Big}\n"
MARKING = "marking: {write: outline, order: touching, closes: yes}\n"


def grid(rows: int, columns: int) -> str:
    row = " ".join("MFPWR"[k % 5] + "1" for k in range(columns))
    rows_ = [row] * rows
    rows_[rows // 2] = "*" + row[2:]
    lines = "lines: [{id: points, label: {en: Points}, printed: all}]\n"
    listed = "".join(f'    - "{r}"\n' for r in rows_)
    return f"{HEAD}{MARKING}spaces:\n  stagger: odd\n  rows:\n{listed}{lines}"


def seconds(action: Callable[[], object]) -> float:
    """Seconds of this process: others on the machine do not count."""
    start = time.process_time()
    action()
    return time.process_time() - start


def test_two_thousand_hexagons_are_refused_by_the_page_with_its_limit() -> None:
    def draw() -> None:
        sheet = build((parse_yaml(grid(40, 50), "big.yaml"),))
        assert len(sheet.spaces) == MAX_SPACES
        with pytest.raises(DoesNotFit, match=r"needs 4\d\d\.\d mm, has 1\d\d\.\d mm"):
            render_pdf([sheet])

    assert seconds(draw) < 3


def test_more_hexagons_are_refused_by_their_number() -> None:
    with pytest.raises(Unreadable) as caught:
        build((parse_yaml(grid(40, 51), "big.yaml"),))
    (fault,) = caught.value.faults
    assert (fault.id, fault.values["limit"]) == ("IN-too-many-spaces", 2000)


LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{b}: &{b} [{', '.join(['*' + a] * 10)}]\n"
    for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "id"),
    [
        (LAUGHS, "IN-too-many"),
        ("a: " + "x" * 10_000_000 + "\n", "IN-too-big"),
        ('a: "' + "x " * 500_000 + '"\n', "IN-unknown-key"),
        ("a: " + "[" * 100_000 + "\n", "IN-too-deep"),
        ("a:\n" + "".join(" " * k + "- \n" for k in range(1, 1200)), "IN-too-deep"),
        ("a: !!python/object/apply:os.system [ls]\n", "IN-tag"),
        ("a: !include /etc/passwd\n", "IN-tag"),
        ("a: 0x" + "f" * 100_000 + "\n", "IN-unknown-key"),
        ("a: " + "9" * 100_000 + "\n", "IN-number-too-long"),
    ],
    ids=("laughs", "10-mb", "1-mb", "brackets", "dashes", "tag", "include", "hex", "digits"),
)
def test_a_hostile_file_is_refused_at_once(tmp_path: Path, text: str, id: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, "utf-8")

    def read() -> None:
        with pytest.raises(Unreadable) as caught:
            load_sheet(path)
        assert id in {fault.id for fault in caught.value.faults}

    assert seconds(read) < 1


def test_a_number_of_any_length_stops_no_other_file(tmp_path: Path) -> None:
    digits = "9" * 5000
    (tmp_path / "mine.yaml").write_text(f"kind: environment\nid: X\nversion: {digits}\n", "utf-8")
    assert index(tmp_path) == []
    text = grid(2, 2).replace("version: 1", f'version: "{digits}"')
    (tmp_path / "other.yaml").write_text(text, "utf-8")
    with pytest.raises(Unreadable, match="IN-type"):
        load_sheet(tmp_path / "other.yaml")
    cells = [Space(f"a{n}", 0, n, n, region=word) for n, word in enumerate((digits, "10", "9"), 1)]
    regions = each("region", cells, "odd")
    assert [found.of for found in regions] == ["9", "10", digits]


@pytest.mark.parametrize(
    "ref",
    ["/etc/passwd", "../base", "..", "file:///etc/passwd", "a/b", "base.yaml", "~root", "A@../1"],
)
def test_a_sheet_extends_an_id_and_never_a_path(tmp_path: Path, ref: str) -> None:
    (tmp_path / "base.yaml").write_text(grid(3, 3).replace("id: T", "id: base"), "utf-8")
    path = tmp_path / "deep" / "mine.yaml"
    path.parent.mkdir()
    path.write_text(
        f'kind: environment\nid: M\nversion: 1\nextends: "{ref}"\nchange: {{a1: F1}}\n', "utf-8"
    )
    with pytest.raises(Unreadable) as caught:
        load_sheet(path)
    (fault,) = caught.value.faults
    assert (fault.id, fault.line, fault.column) == ("IN-pattern", 4, 10)
