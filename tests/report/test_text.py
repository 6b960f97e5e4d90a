"""The text report: what a person sees, within 80 columns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from cascadia_print.report.judged import Judged
from cascadia_print.report.plain import WIDTH, printable
from cascadia_print.report.text import audit_text, sheet_text
from cascadia_print.sheet.locale import locale
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.verdict import Event, Finding, Line, Logged, Missed, Report

SOURCE = parse_json('{"map": ["3....", ".....", "2...."], "claims": {"row-1": 9}}', "ana.json")
ROW = Line(
    "row-1",
    "A-6",
    9,
    6,
    3,
    3,
    "rulebook",
    (Event("row-1", "a1", 3, 3), Event("row-1", "row-1", 3, 0, "A-5", "marked")),
)
GAP = Finding(
    "A-1",
    "illegal",
    "c1",
    "gap",
    {"open": "b1", "n": 1, "ids": "c1"},
    "/map/2",
    0,
    (Finding("A-5", "illegal", "row-1", "lost", {"points": 3}, "/map/0"),),
)
CLAIM = Finding(
    "A-6",
    "claim",
    "row-1",
    "claim-line-more",
    {"claimed": 9, "right": 6, "difference": 3},
    "/claims/row-1",
)


def report(**changes: object) -> Report:
    """Sheet A with three lines of which the last are the leftovers."""
    lines = (
        ROW,
        Line("row-2", "A-6", None, 4, 4, 4, "designed", (Event("row-2", "b1", 4, 4),)),
        Line("leftovers", "RH-12", None, 2, 2, 2),
    )
    made = Report(
        "A@1", "Ana", "illegal", "wrong", "L2", lines, Line("total", "A-6", None, 12, 9, 9),
        (GAP, CLAIM),
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]


def shown(made: Report, *, why: bool = False, language: str = "en") -> str:
    return sheet_text(Judged(find_sheet("A"), made, SOURCE), locale(language), why=why)


def row(text: str, label: str) -> list[str]:
    """The numbers of a line of the table."""
    return next(x for x in text.splitlines() if x.startswith(label)).removeprefix(label).split()


def test_three_totals_of_a_line() -> None:
    assert row(shown(report()), "Habitat row 1") == ["9", "6", "3"]


def test_claim_not_written_is_no_zero() -> None:
    assert row(shown(report()), "Habitat row 2") == ["-", "4", "4"]


def test_best_case_has_a_column_only_where_it_differs() -> None:
    assert "up to" not in shown(report())
    open_row = replace(ROW, as_legal=3, up_to=5)
    text = shown(report(lines=(open_row,), total=Line("total", "", None, 6, 3, 5)))
    assert row(text, "Habitat row 1") == ["9", "6", "3", "5"]


def test_total_without_leftovers_where_the_tally_is_missing() -> None:
    lines = (*report().lines[:2], Line("leftovers", "RH-12"))
    text = shown(report(lines=lines, total=Line("total", "A-6")))
    assert row(text, "Leftovers") == ["-", "?", "?"]
    assert row(text, "Total without leftovers") == ["-", "10", "7"]


def test_total_is_unknown_where_more_than_the_leftovers_is() -> None:
    lines = (ROW, Line("row-2", "A-6"), Line("leftovers", "RH-12"))
    text = shown(report(lines=lines, total=Line("total", "A-6")))
    assert row(text, "Total") == ["-", "?", "?"]


def test_designed_lines_are_named_and_the_others_are_not() -> None:
    text = shown(report())
    assert "own layout A@1" in text
    assert text.split("other values:")[1].split(".")[0].split() == ["Habitat", "row", "2"]
    assert "a sheet from the box may have other values" in " ".join(
        shown(report(lines=(ROW,))).split()
    )


def test_finding_has_place_rule_position_reason_and_remedy() -> None:
    text = shown(report())
    assert f"1. c1 · A-1 · ana.json:1:{SOURCE.text.index('2....') + 1}\n" in text
    assert "c1 is filled, but b1, which comes before it, is still open." in text
    assert "Legal: Fill b1 before c1." in text
    assert f"2. row-1 · A-6 · ana.json:1:{SOURCE.text.index('9') + 1}\n" in text


def test_consequence_stands_under_its_finding() -> None:
    lines = shown(report()).splitlines()
    at = next(k for k, line in enumerate(lines) if "· A-5" in line)
    assert lines[at] == "   - row-1 · A-5"
    assert lines[at + 1 : at + 3] == [
        "     So row-1 (the bonus at the right end of the first row) is not earned: 3",
        "     points less.",
    ]


def test_what_would_answer_a_question_is_not_called_legal() -> None:
    values = {"n": 1, "low": 0, "high": 2, "line": "bonus-2", "options": "sun.1, sun.2"}
    open_ = Finding("A-4", "cannot-tell", "sun", "unsaid", values)
    text = " ".join(shown(report(verdict="cannot-tell", findings=(open_,))).split())
    assert "Legal:" not in text
    assert "Say under picks what was taken: sun.1 or sun.2; or that it was left: sun=none." in text


def test_missed_points_are_counted_and_explained() -> None:
    missed = (
        Missed("A-5", "row-2", "row-2", 4, "4pt+wild"),
        Missed("A-4", "sun", "x", 2, "pick:sun"),
    )
    text = " ".join(shown(report(missed=missed, findings=())).split())
    assert "Missed: 6 points" in text
    assert "second row) was earned and left: 4 points and 1 animal of any kind." in text
    assert "1 pick from sun (Sun area) earned and left, worth up to 2 points." in text


def test_what_was_missed_without_points_is_counted_as_well() -> None:
    missed = (Missed("A-3", "forests-2", "", 0, "2bear"), Missed("A-4", "sun.2", "", 0, "elk"))
    text = " ".join(shown(report(missed=missed, findings=())).split())
    assert "Missed, without points: 2 bonuses" in text
    assert "was earned and left: 2 bears." in text
    assert "Verpasst, ohne Punkte: 2 Boni" in shown(report(missed=missed), language="de")
    missed = (Missed("A-4", "sun", "x", 0, "2pick:sun"),)
    text = " ".join(shown(report(missed=missed, findings=())).split())
    assert "2 picks from sun (Sun area) earned and left; no points were to be had" in text


def test_notes_are_no_part_of_what_was_missed() -> None:
    note = Finding("RH-8", "note", "log.3", "log.found.tokens-left", {"have": 1, "round": 3})
    missed = Missed("A-5", "row-2", "row-2", 4, "4pt+wild")
    text = shown(report(missed=(missed,), notes=(note,)))
    assert text.index("\nMissed: ") < text.index("\n\nNotes\n- log.3 · RH-8\n")


def test_a_receipt_says_what_it_does_not_hold() -> None:
    part = Event("row-3", "c1", 2, 2)
    lines = (
        Line("row-1", "A-6", 17, 17),
        Line("row-2", "A-6", 0, 0),
        Line("row-3", "A-6", receipt=(part,)),
    )
    text = shown(report(level="L1", lines=lines, findings=()), why=True)
    assert "Habitat row 1  17 = as written\n" in text
    assert "Habitat row 2  0 = nothing\n" in text
    assert "Habitat row 3  ? = 2 (c1) + ?" in text


@pytest.mark.parametrize(
    ("dice", "cards", "said"),
    [
        ("", "", "Which dice and Habitat Cards were used is not said"),
        ("my-box", "", "compared with my-box. Which Habitat Cards were used is not said"),
        ("", "my-box", "compared with my-box. Which dice were used is not said"),
        ("one", "two", "compared with the dice of one and the Habitat Cards of two."),
    ],
)
def test_a_log_says_what_it_was_compared_with(dice: str, cards: str, said: str) -> None:
    log = Logged((), {"take": (3,), "pay": (4, 5)}, False, dice, cards)
    text = " ".join(shown(report(level="L3", log=log)).split())
    assert said in text
    assert "what was collected (round 3); how a card was paid (rounds 4-5)." in text


def test_why_opens_a_number_into_its_marks() -> None:
    text = shown(report(), why=True)
    assert "Habitat row 1  6 = 3 (a1) + 3 (row-1 bonus, legal 0)" in text
    assert "row-1 bonus" not in shown(report())


def test_claims_alone_are_not_called_legal() -> None:
    text = shown(report(level="L1", verdict="legal", findings=()))
    assert "Legal:" not in text
    assert "Marks not judged" in text


def test_claims_alone_have_no_legal_column() -> None:
    text = shown(report(level="L1", verdict="legal", findings=()))
    assert row(text, "Habitat row 2") == ["-", "4"]


def test_numbers_that_nothing_can_check_are_not_called_right() -> None:
    unknown = Line("leftovers", "RH-12", 9)
    text = shown(report(lines=(ROW, unknown), total=Line("total", "A-6", 15), claims="right"))
    assert "Not checked, as the Tally Sheet is missing: Leftovers, Total." in " ".join(text.split())
    assert re.search(r"Total without leftovers +6 ", text)


def test_name_of_a_file_stays_in_one_piece() -> None:
    file = "a/very/long/folder/" * 6 + "ana.json"
    source = parse_json(SOURCE.text, file)
    text = sheet_text(Judged(find_sheet("A"), report(), source), locale())
    assert file in text.splitlines()
    assert any(line.strip().startswith(f"{file}:1:") for line in text.splitlines())


def test_rulings_are_shown() -> None:
    assert "Rulings: letters = en" in shown(report(rulings={"letters": "en"}))


def test_german() -> None:
    text = shown(report(), language="de")
    assert row(text, "Landschaftsreihe 1") == ["9", "6", "3"]
    assert "c1 ist gefüllt, aber b1" in text


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_line_is_wider_than_the_screen(language: str) -> None:
    long_name = "A name that goes on and on " * 9 + "Ha" * 90
    events = tuple(Event("row-1", f"a{n}", 3, 3) for n in range(60))
    lines = (replace(ROW, receipt=events), *report().lines[1:])
    text = shown(report(player=long_name, lines=lines), why=True, language=language)
    assert max(map(len, text.splitlines())) <= WIDTH


def test_a_name_cannot_command_the_terminal() -> None:
    text = shown(report(player="An\x1b[31ma\ud800\x07"))
    assert "An\\x1b[31ma\\ud800\\x07" in text
    assert printable("ok \xa0ü") == "ok \xa0ü"


def test_several_players_are_ranked() -> None:
    def judged(player: str, total: int | None) -> Judged:
        made = report(player=player, total=Line("total", "", None, total, total, total))
        return Judged(find_sheet("A"), replace(made, nature=4), SOURCE)

    text = audit_text([judged("Ana", 46), judged("Ben", 50), judged("Cleo", None)], locale())
    assert text.split("Ranking\n")[1].splitlines() == [
        "1. Ben  50 points, 4 nature tokens",
        "2. Ana  46 points, 4 nature tokens",
        "Not ranked, as the total is not known: Cleo",
    ]
    assert "Ranking" not in audit_text([judged("Ana", 46)], locale())


def test_players_stand_side_by_side_with_what_counts() -> None:
    bonus = Event("row-2", "row-2", 2, 2, "CA-5")
    ben = (ROW, Line("row-2", "A-6", 9, 7, 7, 7, receipt=(bonus,)), Line("leftovers", "RH-12"))
    ben_total = Line("total", "A-6", None, None, 10, 12)
    judged = [
        Judged(find_sheet("A"), made, SOURCE)
        for made in (report(), report(player="Benjamin Long", lines=ben, total=ben_total))
    ]
    assert audit_text(judged, locale(), width=40).split("\n\n")[-2].splitlines() == [
        "What counts    Ana  Benjamin L…",
        "Habitat row 1    3            3",
        "Habitat row 2    4          5+2",
        "Leftovers        2            ?",
        "Total            9        10–12",
    ]
    assert "What counts" in audit_text(judged * 4, locale())
    other = Judged(find_sheet("B"), report(sheet="B@1"), SOURCE)
    for apart in (judged[:1], judged * 6, [judged[0], other]):
        assert "What counts" not in audit_text(apart, locale())


def test_a_ranking_that_is_left_out_says_why() -> None:
    one = Judged(find_sheet("A"), report(), SOURCE)
    other = Judged(find_sheet("B"), report(sheet="B@1"), SOURCE)
    open = Judged(find_sheet("A"), report(total=Line("total", "")), SOURCE)
    cases = {
        "No ranking: the players of a game use the same sheet (RH-16)": ([one, other], ()),
        "Not ranked, as the file gave no sheet to judge: ben.json": ([one], ("ben.json",)),
        "Not ranked, as the total is not known: Ana, Ana": ([open, open], ()),
    }
    for why, (judged, failed) in cases.items():
        last = audit_text(judged, locale(), failed=failed).split("\n\n")[-1]
        assert last.startswith(why)
        assert "Ranking" not in last
    text = audit_text([one, one], locale(), failed=("ben.json",))
    assert "\n1. Ana" in text
    assert text.endswith("\nNot ranked, as the file gave no sheet to judge: ben.json\n")


def test_a_narrow_report_keeps_the_rows_of_its_table_whole() -> None:
    long = find_sheet("A")
    label = "A line with a name that is far too long for the table of a report"
    lines = tuple(replace(x, label={"en": label}) if x.id == "row-1" else x for x in long.lines)
    changed = Judged(replace(long, lines=lines), report(), SOURCE)
    for width in (60, 72, 80):
        text = sheet_text(changed, locale(), why=True, width=width)
        assert max(map(len, text.splitlines())) <= width
        assert row(text, "A line with a nam")[-3:] == ["9", "6", "3"]
        assert len({len(x) for x in text.split("\n\n")[1].splitlines()}) == 1


def test_roles_reach_the_style() -> None:
    roles: Mapping[str, str] = {"strong": "S", "bad": "B"}
    text = sheet_text(
        Judged(find_sheet("A"), report(), SOURCE),
        locale(),
        style=lambda role, line: f"{roles.get(role, '')}{line}",
    )
    assert "\nBIllegal: 1 fault in the marks and bonuses." in text
    assert "\nSFindings\n" in text
