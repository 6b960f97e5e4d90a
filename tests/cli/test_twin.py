"""`render --format txt|html`: the sheet as text to be read aloud."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_text_and_html_of_several_sheets(run: Run, tmp_path: Path) -> None:
    for kind in ("txt", "html"):
        result = run("render", "A", "D", "--format", kind, "--lang", "de")
        assert (result.code, result.err) == (0, "")
        names = [f"out/a-zumwalt-prairie.{kind}", f"out/d-craters-of-the-moon.{kind}"]
        assert result.out.splitlines() == [f"{name} geschrieben." for name in names]
    text = (tmp_path / "out" / "d-craters-of-the-moon.txt").read_text(encoding="utf-8")
    assert text.startswith("Craters of the Moon, Landschaftsplan D@1\n")
    html = (tmp_path / "out" / "a-zumwalt-prairie.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in html
    assert '<tr id="space-a1"><th scope="row">a1</th>' in html


@pytest.mark.parametrize("kind", ["txt", "html"])
def test_what_is_ours_is_replaced_and_what_is_not_stays(
    run: Run, tmp_path: Path, kind: str
) -> None:
    target = tmp_path / "out" / f"a-zumwalt-prairie.{kind}"
    assert run("render", "A", "--format", kind).code == 0
    assert run("render", "A", "--format", kind, "--lang", "de").code == 0
    for mine in ("my notes on cascadia_print\n", "<!DOCTYPE html>\n<p>cascadia_print</p>\n"):
        target.write_text(mine, encoding="utf-8")
        refused = run("render", "A", "--format", kind)
        assert refused.code == 2
        assert "was not written by cascadia-print" in refused.err
        assert target.read_text(encoding="utf-8") == mine
    assert run("render", "A", "--format", kind, "--force").code == 0


@pytest.mark.parametrize(
    "more", [["--ids"], ["--large-print"], ["--paper", "a4"], ["--dpi", "99"], ["--form"]]
)
def test_what_only_a_picture_has_is_refused(run: Run, more: list[str]) -> None:
    result = run("render", "A", "--format", "txt", *more)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("--format txt is text")


@pytest.mark.parametrize("option", [["--form"], ["--format", "html"]])
def test_a_page_to_print_has_neither_form_nor_twin(run: Run, option: list[str]) -> None:
    result = run("render", "tally", *option)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("tally@1 is a page to print")
    assert " ".join(option) in result.err
