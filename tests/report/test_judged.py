"""The ranking: most points, then most nature tokens, places shared (RH-11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cascadia_print.report.judged import Judged, ranking
from cascadia_print.sheet.located import parse_json
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.verdict import Finding, Line, Report

TEXT = '{\n  "map": ["23423", ".341."],\n  "spaces": {"c3": 7}\n}'


def judged(
    player: str = "Ana", total: int | None = 10, nature: int | None = 0, ref: str = "A@1"
) -> Judged:
    report = Report(
        sheet=ref,
        player=player,
        verdict="legal",
        claims="none",
        level="L2",
        lines=(),
        total=Line("total", "A-6", None, total, total, total),
        nature=nature,
    )
    return Judged(find_sheet(ref), report, parse_json(TEXT, "ana.json"))


def places(*players: tuple[str, int | None, int | None]) -> list[tuple[int, str]]:
    return [(rank.place, rank.player) for rank in ranking([judged(*p) for p in players])]


def test_most_points_win() -> None:
    assert places(("Ana", 46, 0), ("Ben", 50, 0)) == [(1, "Ben"), (2, "Ana")]


def test_tie_goes_to_nature_tokens() -> None:
    assert places(("Ana", 46, 1), ("Ben", 46, 4)) == [(1, "Ben"), (2, "Ana")]
    assert places(("Ana", 46, None), ("Ben", 46, 0)) == [(1, "Ben"), (2, "Ana")]


def test_equal_results_share_a_place_and_leave_the_next_one_out() -> None:
    players = [("Ana", 46, 2), ("Ben", 40, 9), ("Cleo", 46, 2)]
    assert places(*players) == [(1, "Ana"), (1, "Cleo"), (3, "Ben")]


def test_unknown_total_is_not_ranked() -> None:
    assert places(("Ana", None, 3), ("Ben", 4, None)) == [(1, "Ben")]


def test_numbers_alone_rank_the_players_of_a_score_pad_only() -> None:
    """On a sheet of marks they prove nothing."""
    alone = judged("Ana")
    total = replace(alone.report.total, as_legal=None, up_to=None)
    alone = replace(alone, report=replace(alone.report, level="L1", total=total))
    assert ranking([alone]) == ()
    pad = replace(alone, sheet=None)
    assert [rank.total for rank in ranking([pad])] == [10]
    # With tiles and tokens it is what is allowed.
    laid = replace(total, as_legal=9, up_to=9)
    pad = replace(pad, report=replace(pad.report, level="L2", total=laid))
    assert [rank.total for rank in ranking([pad])] == [9]


def test_different_sheets_are_no_game() -> None:
    assert ranking([judged(), judged(ref="B@1")]) == ()


@pytest.mark.parametrize(
    ("pointer", "offset", "place"),
    [("/map/1", 2, (2, 23)), ("/spaces/c3", 0, (3, 20)), ("", 0, None)],
)
def test_position_of_a_finding(pointer: str, offset: int, place: tuple[int, int] | None) -> None:
    finding = Finding("A-1", "illegal", "b3", "gap", pointer=pointer, offset=offset)
    assert judged().position(finding) == place


def test_nobody_is_ranked_by_a_total_that_could_still_rise() -> None:
    sure, vague = judged("Ben", 42), judged("Ana", 41)
    open_total = replace(vague.report.total, up_to=45)
    vague = replace(vague, report=replace(vague.report, total=open_total))
    assert ranking([vague, sure]) == ()
    assert [rank.player for rank in ranking([vague])] == ["Ana"]
