"""The player's own numbers, on the tiny score of sheet A: 2 3 in row a, 1 in row b."""

from __future__ import annotations

import pytest

from cascadia_print.rules.judge import judge
from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.lookup import find_sheet
from cascadia_print.verdict import Finding, Report

A = find_sheet("A@1")
TALLY = {"bear": 1, "elk": 2, "fox": 0, "hawk": 0, "salmon": 3, "nature": 4}
RIGHT = {"row-1": 5, "row-2": 1, "bonus-1": 1, "row-3": 0, "row-4": 0, "bonus-2": 0, "leftovers": 2}


MARKS = {"a1": 2, "a2": 3, "b1": 1}


def report(total: int | None = None, marks: dict[str, int] = MARKS, **claims: int) -> Report:
    said = RIGHT | {k.replace("_", "-"): v for k, v in claims.items()}
    if total is not None:
        said["total"] = total
    return judge(
        A,
        Filled(
            "A@1",
            marks=marks,
            picks=("sun.1",),
            tally=TALLY,
            claims={k: (v,) for k, v in said.items()},
        ),
    )


def brief(found: tuple[Finding, ...]) -> list[tuple[str, str, list[str]]]:
    return [(f.at, f.text, [c.text for c in f.consequences]) for f in found]


def test_right_numbers():
    r = report(total=9)
    assert (r.claims, r.findings, r.level) == ("right", (), "L2")


@pytest.mark.parametrize(
    ("total", "claims", "expected"),
    [
        (9, {"row_1": 6}, [("row-1", "claim-line-more", [])]),
        # the total carries the line's error on: it is told once
        (10, {"row_1": 6}, [("row-1", "claim-line-more", ["claim-total-follows"])]),
        (11, {}, [("total", "claim-total", [])]),
        (11, {"row_1": 6}, [("row-1", "claim-line-more", []), ("total", "claim-total", [])]),
        # a forgotten bonus explains the difference
        (8, {"bonus_1": 0}, [("bonus-1", "claim-line-less-bonus", ["claim-total-follows"])]),
        # numbers in each other's rows: one finding, and the total is right
        (9, {"row_1": 1, "row_2": 5}, [("row-1", "claim-swapped", [])]),
        (10, {"leftovers": 3}, [("leftovers", "claim-leftovers-more", ["claim-total-follows"])]),
    ],
)
def test_wrong_numbers(total: int, claims: dict[str, int], expected: list[object]):
    r = report(total=total, **claims)
    assert brief(r.findings) == expected
    assert (r.claims, r.verdict) == ("wrong", "legal")


def test_a_number_that_counts_only_what_is_legal_is_not_said_to_lack_a_bonus():
    r = report(total=9, marks=MARKS | {"c3": 1})
    assert brief(r.findings)[1:] == [("row-3", "claim-line-legal", ["claim-total-follows"])]
    assert r.findings[1].values["right"] == 1


def test_a_missing_claim_is_no_wrong_claim():
    r = judge(A, Filled("A@1", marks={"a1": 2}, claims={"row-1": (2,)}))
    assert (r.claims, r.findings) == ("right", ())
    assert judge(A, Filled("A@1", marks={"a1": 2})).claims == "none"


def test_a_claim_within_the_range_of_an_unsaid_pick_is_not_wrong():
    def audit(bonus_2: int) -> Report:
        return judge(
            A,
            Filled("A@1", marks={"a1": 2, "b1": 1}, claims={"bonus-2": (bonus_2,)}),
        )

    assert audit(0).claims == audit(2).claims == "right"
    # Beyond it, the right number is not guessed: it is that range.
    unsaid, claim = audit(3).findings
    assert (unsaid.text, claim.text) == ("unsaid", "claim-line-range")
    assert (claim.values["low"], claim.values["high"]) == (0, 2)


def test_without_a_tally_the_written_subtotals_must_still_add_up():
    claims = {k: (v,) for k, v in RIGHT.items()}
    marks = {"a1": 2, "a2": 3, "b1": 1}
    wrong = judge(A, Filled("A@1", marks=marks, picks=("sun.1",), claims=claims | {"total": (8,)}))
    assert brief(wrong.findings) == [("total", "claim-sum", [])]
    right = judge(A, Filled("A@1", marks=marks, picks=("sun.1",), claims=claims | {"total": (9,)}))
    assert right.findings == ()
    assert right.total.as_marked is None


def test_claims_alone_are_judged_at_l1():
    claims = {k: (v,) for k, v in RIGHT.items()} | {"row-1": (2, 3), "total": (9,)}
    r = judge(A, Filled("A@1", tally=TALLY, claims=claims))
    assert (r.level, r.verdict, r.claims, r.findings) == ("L1", "legal", "right", ())
    assert (r.total.claimed, r.total.as_marked, r.total.as_legal) == (9, 9, None)
    wrong = judge(
        A, Filled("A@1", tally=TALLY, claims=claims | {"leftovers": (3,), "total": (10,)})
    )
    assert brief(wrong.findings) == [("leftovers", "claim-leftovers-more", ["claim-total-follows"])]
