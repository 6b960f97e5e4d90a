"""The faults on purpose still fit the code, and some of them are noticed each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.seeded_faults import FAULTS, copy_to, noticed_by, put

GOLDEN = "tests/test_golden.py::test_golden_sheet"
SOME = {
    0: f"{GOLDEN}[c/blank-hexagon-with-five-of-six]",
    19: f"{GOLDEN}[a/number-seven]",
    35: "tests/rules/test_order.py::test_a_six_needs_completion_card_5",
}
"""Fault -> a test that notices it; `make seeded` asks all tests about all faults."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("checkout")
    copy_to(root)
    return root


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f"{f[0]}-{FAULTS.index(f) + 1}")
def test_every_fault_fits(fault: tuple[str, str, str], checkout: Path) -> None:
    file = checkout / "cascadia_print" / fault[0]
    before = file.read_text(encoding="utf-8")
    put(fault, checkout)
    changed = file.read_text(encoding="utf-8")
    file.write_text(before, encoding="utf-8")
    assert changed != before
    compile(changed, fault[0], "exec")


def test_there_are_enough_of_them() -> None:
    assert len(set(FAULTS)) == len(FAULTS) >= 40


@pytest.mark.parametrize("k", SOME, ids=lambda k: FAULTS[k][0])
def test_a_fault_is_noticed(k: int) -> None:
    assert noticed_by(FAULTS[k], ((SOME[k],),)).startswith(SOME[k])
