"""`new`, `check`, `diff`, `preview`: an author's way from a starter to a printed, scored sheet."""

from __future__ import annotations

import json
import os
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader

from cascadia_print import resources
from cascadia_print.cli import preview as previewing
from cascadia_print.cli.check import lint_sentence
from cascadia_print.cli.new import EXAMPLES, SKELETONS, STARTERS, slug
from cascadia_print.report.rules import rules
from cascadia_print.sheet.faults import Fault
from cascadia_print.sheet.locale import Locale, locale
from cascadia_print.sheet.lookup import load_sheet
from tests.cli.conftest import Run
from tests.play import filled as as_file
from tests.play import play

A = resources.root("sheets") / "a-zumwalt-prairie.yaml"


# -- new ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [*STARTERS, *EXAMPLES])
def test_a_starter_prints_fills_and_audits_as_it_is(run: Run, tmp_path: Path, start: str) -> None:
    result = run("new", "Fox Valley", "--from", start)
    assert (result.code, result.err) == (0, "")
    sheet = tmp_path / "Fox-Valley.yaml"
    assert "cascadia-print check Fox-Valley.yaml" in result.out
    assert re.match(r"# yaml-language-server: \$schema=file:///\S+\n", sheet.read_text("utf-8"))
    checked = run("check", sheet)
    assert checked.code == 0
    assert "(warning)" not in checked.out
    assert run("render", sheet, "-o", tmp_path / "out").code == 0
    text = PdfReader(tmp_path / "out" / "Fox-Valley.pdf").pages[0].extract_text()
    assert "Fox Valley" in text
    assert "Fox-Valley@1" in text
    assert run("blank", sheet, "-o", "blank.json").code == 0
    assert run("audit", "blank.json", "--sheet", sheet).code == 0
    game = as_file(play(load_sheet(sheet), 7))
    (tmp_path / "ana.json").write_text(json.dumps(game), encoding="utf-8")
    audited = run("audit", "ana.json")
    assert (audited.code, audited.err) == (0, "")
    assert "Fox-Valley@1" in audited.out


@pytest.mark.parametrize("start", EXAMPLES)
def test_an_overlay_changes_one_value_and_shows_another(run: Run, start: str) -> None:
    run("new", "mine", "--from", start.lower())
    lines = run("diff", start, "mine.yaml").out.splitlines()
    places = [line.split()[0] for line in lines[1:-1]]
    assert places[:2] == ["name.en", "name.de"]
    assert len(places) == 3
    text = Path("mine.yaml").read_text("utf-8")
    Path("mine.yaml").write_text(re.sub(r"^  # (?=\S+: )", "  ", text, flags=re.M), "utf-8")
    assert len(run("diff", start, "mine.yaml").out.splitlines()) == 6
    assert run("check", "mine.yaml").code == 0


@pytest.mark.parametrize("start", SKELETONS)
def test_a_skeleton_holds_no_value_and_says_what_is_left(run: Run, start: str) -> None:
    assert run("new", "mine", "--from", start).code == 0
    assert run("check", "mine.yaml").code == 4
    text = Path("mine.yaml").read_text("utf-8")
    data = "\n".join(line.partition("#")[0] for line in text.splitlines())
    assert re.findall(r"\d+pt|\bwild\b|nature|hex|bear|elk|fox|hawk|salmon", data) == []
    assert set(re.findall(r'"([^"]*)"', data.split("marking:")[1])) <= {"?", "? ? ? ? ?"}


def test_new_never_replaces_what_is_there(run: Run) -> None:
    Path("mine.yaml").write_text("my notes", "utf-8")
    result = run("new", "mine", "--from", "map")
    assert result.code == 2
    assert "mine.yaml is there already; --force" in result.err
    assert Path("mine.yaml").read_text("utf-8") == "my notes"
    assert run("new", "mine", "--from", "map", "--force").code == 0
    assert "id: mine" in Path("mine.yaml").read_text("utf-8")


def test_new_says_what_there_is_to_start_from(run: Run) -> None:
    result = run("new", "mine", "--from", "clumns")
    assert result.code == 2
    assert "columns, rows, map, regions, page, A, B, C, D" in result.err
    assert "Did you mean columns?" in result.err


@pytest.mark.parametrize("name", ["", "日本", "A", "box-A", "../"])
def test_new_refuses_what_can_be_no_id(run: Run, name: str, tmp_path: Path) -> None:
    assert run("new", name, "--from", "map").code == 2
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "id"),
    [("Fox Valley", "Fox-Valley"), ("Über'm Fluß", "Ueber-m-Fluss"), ("Été", "Ete"), ("../x", "x")],
)
def test_a_name_becomes_an_id(name: str, id: str) -> None:
    assert slug(name) == id


def test_a_name_with_quotes_stays_what_it_is(run: Run) -> None:
    assert run("new", 'My "own": \\ #1', "--from", "rows", "-o", "x.yaml").code == 0
    assert load_sheet(Path("x.yaml")).name["en"] == 'My "own": \\ #1'


# -- check ----------------------------------------------------------------------------------------


def write(text: str, *pairs: tuple[str, str]) -> Path:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    Path("mine.yaml").write_text(text, "utf-8", newline="")
    return Path("mine.yaml")


def test_check_tells_errors_and_warnings_apart(run: Run) -> None:
    text = A.read_text("utf-8")
    both = run("check", write(text, ("bear 2elk", "bear elk|2elk"), ("[3pt+wild", "[2pt+wild")))
    assert both.code == 1
    assert "mine.yaml:30:27: LI-choice (warning): At sun.3 nobody will choose elk: 2elk" in both.out
    assert ": A-5: row-1 gives 3 points" in both.out
    assert "mine.yaml: 1 error, 1 warning (A@1)." in both.out
    only = run("check", write(text, ("{en: Sun area, de: Sonnenbereich}", "{en: Sun area}")))
    assert only.code == 0
    assert only.out.splitlines()[-1].startswith("mine.yaml: 1 warning (A@1).")


def test_check_for_programs_has_the_severity(run: Run) -> None:
    path = write(A.read_text("utf-8"), ("{en: Sun area, de: Sonnenbereich}", "{en: Sun area}"))
    (found,) = run("check", path, "--format", "json").json["findings"]
    assert (found["rule"], found["severity"]) == ("LI-label", "warning")
    assert found["message"] == "sun has no words in: de."


def test_fix_replaces_misspelt_words_and_nothing_else(run: Run) -> None:
    slips = [
        ("stars: 1", "strs: 1"),
        ("order: down", "order: donw"),
        ("line: bonus-1", "line: bonsu-1"),
        ("hawk+fox bear", "hawk+fox baer"),
        ("written: row a", 'written: "row aa"'),
    ]
    good = A.read_text("utf-8").replace("written: row a", 'written: "row a"').replace("\n", "\r\n")
    slips[-1] = ('written: "row a"', 'written: "rwo a"')
    path = write(good, *slips)
    path.chmod(0o640)
    result = run("check", path, "--fix")
    assert path.read_bytes().decode() == good
    assert path.stat().st_mode & 0o777 == 0o640
    assert [line.rpartition(": ")[2] for line in result.out.splitlines()[:-1]] == [
        "strs → stars",
        "donw → down",
        "bonsu-1 → bonus-1",
        "baer → bear",
        '"rwo a" → "row a"',
    ]
    assert result.code == 0
    assert os.listdir() == ["mine.yaml"]


def test_fix_leaves_what_could_be_two_words_or_is_no_slip(run: Run) -> None:
    text = A.read_text("utf-8")
    for old, new in [
        ("written: row a", "written: row x"),  # rows a to d are equally near
        ("order: down}", "order: down, closes: true}"),
        ("hawk+fox bear", "hawk+fox 1bear"),
        ("version: 1", 'version: "1"'),
        ("stars: 1", "nonsense: 1"),
    ]:
        path = write(text, (old, new))
        before = path.read_bytes()
        assert run("check", path, "--fix").code == 4
        assert path.read_bytes() == before


def test_fix_touches_no_sheet_that_the_file_extends(run: Run) -> None:
    base = (
        A.read_text("utf-8").replace("id: A\n", "id: BASE\n").replace("order: down", "order: donw")
    )
    Path("base.yaml").write_text(base, "utf-8")
    Path("mine.yaml").write_text(
        "kind: environment\nid: M\nversion: 1\nextends: BASE\nchange: {row-2: 5pt}\n", "utf-8"
    )
    assert run("check", "mine.yaml", "--fix").code == 4
    assert Path("base.yaml").read_text("utf-8") == base


def test_explain_tells_about_lint(run: Run) -> None:
    assert run("explain", "LI-choice").out.startswith("LI-choice · A choice with a side")


def test_a_change_against_what_is_known_is_a_warning_but_for_an_owners_copy(run: Run) -> None:
    text = "kind: environment\nid: M\nversion: 1\nextends: A\nchange: {row-1: 2pt+wild}\n"
    Path("mine.yaml").write_text(text, "utf-8")
    result = run("check", "mine.yaml")
    assert result.code == 0
    assert "A-5 (warning): row-1 gives 3 points" in result.out
    Path("mine.yaml").write_text(text + "provenance: {default: owner}\n", "utf-8")
    assert run("check", "mine.yaml").code == 1


# -- diff -----------------------------------------------------------------------------------------


def test_diff_in_words(run: Run) -> None:
    path = write(A.read_text("utf-8"), ("bear 2elk", "bear 3elk"), ("id: A\n", "id: mine\n"))
    result = run("diff", "A", path)
    assert result.code == 1
    assert result.out.splitlines() == [
        "Place  What  A@1   → mine@1",
        "sun.3  box   2elk  → 3elk",
        "1 difference.",
    ]
    same = run("diff", "A", "A@1")
    assert (same.code, same.out) == (0, "A@1 and A@1 print and score the same.\n")
    assert "Unterschied" in run("diff", "A", path, "--lang", "de").out


def test_diff_as_two_pages_side_by_side(run: Run) -> None:
    path = write(A.read_text("utf-8"), ("bear 2elk", "bear 3elk"), ("id: A\n", "id: mine\n"))
    run("diff", "A", path, "--pdf", "both.pdf")
    page = PdfReader("both.pdf").pages[0]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 595)
    text = page.extract_text()
    assert "fan layout A@1" in text
    assert "fan layout mine@1" in text


def test_diff_of_two_pages(run: Run) -> None:
    result = run("diff", "aid", "aid-family", "--pdf", "both.pdf")
    assert result.code == 1
    assert re.search(r"\nlist-2 +block +–\s+→ Only Completion", result.out)
    assert "Move on. " in PdfReader("both.pdf").pages[0].extract_text()
    assert run("diff", "aid", "aid@1").out == "aid@1 and aid@1 print the same.\n"
    mixed = run("diff", "A", "aid")
    assert (mixed.code, mixed.err.count("\n")) == (4, 1)
    assert mixed.err.startswith("aid@1: This is a page to print")


# -- preview --------------------------------------------------------------------------------------


def test_preview_draws_and_keeps_the_last_good_picture(run: Run) -> None:
    text = A.read_text("utf-8")
    path = write(text)
    result = run("preview", path, "--once")
    assert (result.code, result.err) == (0, "")
    good = Path("out/mine.pdf").read_bytes()
    write(text, ("order: down", "order: donw"))
    result = run("preview", path, "--once")
    assert result.code == 4
    assert "mine.yaml:10:" in result.err
    assert "The last good picture stays: out" in result.err
    assert Path("out/mine.pdf").read_bytes() == good
    write(text, ('"M F P W R"', '"' + "M F P W R " * 4 + '"'))
    result = run("preview", path, "--once")
    assert result.code == 4
    assert Path("out/mine.pdf").read_bytes() == good
    assert os.listdir("out") == ["mine.pdf"]


@pytest.mark.parametrize(("name", "head"), [("x.svg", b"<?xml"), ("x.pdf", b"%PDF-")])
def test_preview_draws_what_the_name_says(run: Run, name: str, head: bytes) -> None:
    assert run("preview", write(A.read_text("utf-8")), "--once", "-o", name).code == 0
    assert Path(name).read_bytes().startswith(head)


def test_preview_refuses_foreign_files_and_unknown_kinds(run: Run) -> None:
    path = write(A.read_text("utf-8"))
    Path("x.pdf").write_text("my notes", "utf-8")
    assert run("preview", path, "--once", "-o", "x.pdf").code == 2
    assert run("preview", path, "--once", "-o", "x.bmp").code == 2
    assert sorted(os.listdir()) == ["mine.yaml", "x.pdf"]


@pytest.fixture
def watched(run: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """`preview` of mine.yaml running beside the test; the times at which it has drawn."""
    drawn: list[float] = []
    stop = threading.Event()
    write(A.read_text("utf-8"), ("id: A\n", "id: M\n"))

    def changed() -> None:
        previewing.draw(Path("mine.yaml"), Path("mine.pdf"), "en")
        drawn.append(time.perf_counter())
        if stop.is_set():
            raise KeyboardInterrupt

    def watch() -> None:
        try:
            previewing.watch(Path("mine.yaml"), changed)
        except KeyboardInterrupt:
            return

    thread = threading.Thread(target=watch)
    thread.start()
    _until(lambda: len(drawn) == 1)
    yield drawn
    stop.set()
    Path("mine.yaml").write_text("", "utf-8")
    thread.join(5)
    assert not thread.is_alive()


def _until(true: object, seconds: float = 5) -> None:
    end = time.perf_counter() + seconds
    while not true():  # type: ignore[operator]
        assert time.perf_counter() < end
        time.sleep(0.01)


def test_preview_notices_every_way_of_saving(watched: list[float]) -> None:
    first = Path("mine.pdf").read_bytes()
    text = Path("mine.yaml").read_text("utf-8")
    Path("other.tmp").write_text(text.replace("Zumwalt", "Zumwold"), "utf-8")
    old = os.stat("mine.yaml").st_mtime_ns
    os.utime("other.tmp", ns=(old, old))  # a clock may be coarse
    os.replace("other.tmp", "mine.yaml")  # as many editors save
    _until(lambda: len(watched) == 2)
    second = Path("mine.pdf").read_bytes()
    assert second != first
    Path("mine.yaml").unlink()
    _until(lambda: len(watched) == 3)
    assert Path("mine.pdf").read_bytes() == second
    Path("mine.yaml").write_text(text, "utf-8")
    _until(lambda: Path("mine.pdf").read_bytes() == first)


def test_preview_notices_changes_of_the_sheet_that_is_extended(watched: list[float]) -> None:
    overlay = "kind: environment\nid: N\nversion: 1\nextends: BASE\nchange: {row-2: 5pt}\n"
    Path("mine.yaml").write_text(overlay, "utf-8")
    _until(lambda: len(watched) == 2)
    before = Path("mine.pdf").read_bytes()
    base = A.read_text("utf-8").replace("id: A\n", "id: BASE\n")
    Path("base.yaml").write_text(base, "utf-8")
    _until(lambda: Path("mine.pdf").read_bytes() != before)
    second = Path("mine.pdf").read_bytes()
    Path("base.yaml").write_text(base.replace("3salmon", "4salmon"), "utf-8")
    _until(lambda: Path("mine.pdf").read_bytes() != second)


def test_preview_ends_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(previewing.time, "sleep", stopped)
    result = run("preview", write(A.read_text("utf-8")))
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[0] == "Watching mine.yaml. Ctrl-C ends it."


# -- words ----------------------------------------------------------------------------------------


def test_german_says_all_that_english_says() -> None:
    def fields(language: str) -> dict[str, set[str]]:
        found = Locale(language).words("author")
        own = {k: v for k, v in found.items() if not k.startswith("language.")}  # docs are English
        return {key: set(re.findall(r"\{(\w+)", text)) for key, text in own.items()}

    assert fields("de") == fields("en")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_finding_is_a_whole_sentence(language: str) -> None:
    words = locale(language)
    ids = [id for id in rules() if id.startswith("LI-") and id != "LI-fact"]
    values = dict.fromkeys(("at", "word", "better", "places", "falls", "regions"), "x")
    for id in ids:
        causes = words.words(f"author.lint.cause.{id}") or words.words(f"author.lint.what.{id}")
        for cause in causes or ("",):
            fault = Fault(id, "f", values={**values, "cause": cause, "what": cause})
            said = lint_sentence(fault, words)
            assert said.endswith("."), said
            assert "author." not in said


def test_a_filled_sheet_is_no_sheet_file_and_a_sheet_file_no_filled_sheet(run: Run) -> None:
    run("new", "mine", "--from", "A")
    run("blank", "A", "-o", "ana.json")
    for command in ("render", "check", "fill", "info"):
        result = run(command, "ana.json")
        assert result.code == 4, command
        assert (result.out + result.err).count("ana.json:") == 1, command
        assert "no sheet file" in result.out + result.err, command
    result = run("audit", "mine.yaml")
    assert (result.code, result.err.count("mine.yaml:")) == (4, 1)
    assert "This is a sheet file" in result.err


def test_new_without_a_start_names_all_there_are(run: Run) -> None:
    result = run("new", "mine")
    assert result.code == 2
    assert all(word in result.err for word in (*STARTERS, *EXAMPLES, *SKELETONS, "page"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("gain: 3pt", "gain: 3points", "Did you mean `3pt`?"),
        ("gain: 3pt", "gain: pt3", "Did you mean `3pt`?"),
        ("written: row b", "written: b", "Did you mean `row b`?"),
        ("version: 1", "version:1", ":8: Expected a blank after this colon."),
        ("version: 1", "version 1", "no colon stands here"),
        ('{en: "mine", de: "mine"}', "Fox Valley", 'Did you mean `{en: "Fox Valley"}`?'),
        ("stars: 1", "stagger: none", "There is no key `stagger` here: it stands under `spaces:`."),
        ("marking: {write: number,", "marking: {first: 2,", "it stands under `bonuses:`."),
        ('name: {en: "mine"', 'name: {en "mine"', "Expected a colon after the key `en`."),
        ('name: {en: "mine"', 'name: {es: "mine"', "no key `es` here. Possible here: `en`."),
        ("gain: 3pt", "gain: 3pt+sun", "Did you mean `pick:sun`?"),
        ('"M F', '"M/F', "`M/F` needs `write: outline`."),
    ],
)
def test_what_a_beginner_writes_is_answered_with_what_to_write(
    run: Run, tmp_path: Path, old: str, new: str, message: str
) -> None:
    run("new", "mine", "--from", "columns")
    sheet = tmp_path / "mine.yaml"
    text = sheet.read_text("utf-8")
    assert old in text
    sheet.write_text(text.replace(old, new, 1), "utf-8")
    result = run("check", "mine.yaml")
    assert result.code == 4
    assert message in result.out + result.err


def test_a_difference_too_wide_for_the_table_goes_on_below(run: Run) -> None:
    run("new", "mine", "--from", "columns")
    lines = run("diff", "A", "mine.yaml").out.splitlines()
    assert max(map(len, lines)) <= 80
    [order] = [n for n, line in enumerate(lines) if line.startswith("lines ")]
    assert lines[order].endswith("bonus-2 leftovers")
    assert lines[order + 1].strip() == "→ row-1 row-2 row-3 bonuses leftovers"
    [gone] = [n for n, line in enumerate(lines) if line.startswith("bonus-1 ")]
    assert "Bonus row 1" in lines[gone]


def test_what_is_in_a_box_is_checked_by_its_kind(tmp_path: Path, run: Run) -> None:
    scenarios = resources.root("templates") / "scenarios.yaml"
    own = tmp_path / "game-set.yaml"
    head = "kind: game-set\nid: my-box\ncompletion_cards:\n"
    own.write_text(f"{head}  - {{number: 8, side: bonus, gian: fox}}\n", "utf-8")
    wrong = run("check", str(own))
    assert (wrong.code, "Did you mean `gain`?" in wrong.err) == (4, True)
    assert "environment" not in wrong.err
    right = run("check", "--fix", str(own), str(scenarios))
    assert (right.code, "ok (my-box)" in right.out, "ok (first-walk)" in right.out) == (0, 1, 1)
