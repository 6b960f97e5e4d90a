"""Faults put into the program on purpose: each must turn a test red.

    python -m tests.seeded_faults [first [last]]

A fault is (file in cascadia_print, what stands there once, what stands there instead). The command
puts each into a copy of the checkout, runs the tests that are quick, and names those that nobody
noticed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = ("cascadia_print", "data", "docs", "sheets", "templates", "tests", "pyproject.toml")

Suite = tuple[str, ...]

_CASCADIA: Suite = ("tests/cascadia", "-k", "not broken and not any_tree and not second_scorer")
_SECOND: Suite = ("tests/cascadia", "-k", "second_scorer")

SUITES: dict[str, tuple[Suite, ...]] = {
    "rules/rounds/": (
        ("tests/test_logs.py", "tests/test_log_verdicts.py"),
        ("tests/test_round_log.py",),
        ("tests/cli/test_play.py",),
    ),
    "rules/": (
        ("tests/test_golden.py",),
        ("tests/rules", "tests/test_perft.py", "tests/cli/test_table.py"),
        ("tests/test_mutations.py", "-k", "mutants"),
        ("tests/test_forward_play.py",),
    ),
    "cascadia/": (_CASCADIA, _SECOND),
    "": (
        ("tests/report", "tests/cli/test_exits.py"),
        _CASCADIA,
        ("tests/cli/test_audit.py", "tests/cli/test_files.py", "tests/cli/test_table.py"),
    ),
}
"""How the name of a file begins -> whom its faults are shown to, one after the other, the quickest
first, until one is red."""

Fault = tuple[str, str, str]

IN_RULES: tuple[Fault, ...] = (
    # What may be marked
    ("legal.py", "all(n in filled for n in t.near[id])", "any(n in filled for n in t.near[id])"),
    ("legal.py", "        _close(t, filled, t.closable)\n        left", "        left"),
    ("legal.py", "    if space.blank:\n        return False\n    if", "    if"),
    ("legal.py", "return any(id in filled for id in t.near[space.id])", "return True"),
    ("legal.py", "return (before is None or before in filled) and overflow_open",
     "return before is None or before in filled or overflow_open"),
    ("legal.py", 'sheet.marking.overflow_opens == "always" or any(',
     'sheet.marking.overflow_opens == "always" or all('),
    ("legal.py", "        return sheet.marking.closed_counts\n", "        return True\n"),
    ("table.py", "len(near.get(s.id, ())) == 6", "len(near.get(s.id, ())) >= 5"),
    ("table.py", 'line = ("column", s.col)', 'line = ("column", s.row)'),
    # What is earned
    ("earn.py", "if self.open[id] == 0:", "if self.open[id] <= 1:"),
    ("earn.py", "if item.one_kind and len({self.values.get(id) for id in item.needs}) > 1:",
     "if item.one_kind and len({self.values.get(id) for id in item.needs}) > 2:"),
    ("earn.py", "boxes[have : have + n]", "boxes[have + n - 1 : have + n]"),
    ("earn.py", "self.lanes[lane] += n\n", "self.lanes[lane] += 1\n"),
    ("earn.py", "self.lanes[lane] += n\n", "self.lanes[lane] += 2 * n\n"),
    ("earn.py", "                    self.capacity[column] += 1\n",
     "                    self.capacity[column] += 2\n"),
    ("earn.py", "self.capacity[gain.of] += gain.n", "self.capacity[gain.of] = gain.n"),
    ("earn.py", "self.lenient or len(said) <= self.capacity[group]", "True"),
    ("earn.py", "if len(named) == 1 or self.lenient:", "if named or self.lenient:"),
    ("earn.py", "capacity = min(self.capacity[group], len(boxes))",
     "capacity = self.capacity[group]"),
    # Points
    ("score.py", "low <= value <= high", "low <= value"),
    ("score.py", "type(value) is int and low <=", "low <="),
    ("score.py", "last = max(outlined,", "last = min(outlined,"),
    ("score.py", "ids if id in filled} >= set(wildlife())",
     "ids if id in filled} & set(wildlife())"),
    ("score.py", "surplus = len(choice.said) - choice.capacity", "surplus = 0"),
    ("score.py", "high += sum(left[len(left) - choice.unsaid :])", "high += sum(left)"),
    ("score.py", "low += sum(left[: choice.unsaid])", "low += sum(left[1 : choice.unsaid + 1])"),
    ("score.py", "return sum(said[:sure]), sum(said[max(0,", "return sum(said), sum(said[max(0,"),
    ("score.py", "if taken is None or item.id in taken:", "if taken is None or taken:"),
    ("judge.py", "n = sum(left) // each", "n = -(-sum(left) // each)"),
    ("judge.py", "    if len(left) < len(rows):\n", "    if not left:\n"),
    # What is said about it
    ("claims.py", "not span[0] <= said <= span[1]:\n            wrong",
     "not span[0] <= said:\n            wrong"),
    ("claims.py", "            done.add(other)\n", ""),
    ("claims.py", "if wrong and said in (nearest + errors, summed):", "if wrong:"),
    ("findings.py", "if n <= choice.capacity:", "if n <= choice.capacity + 1:"),
    ("findings.py", "stray = [id for id in marks if id not in filled]",
     "stray = [id for id in marks if id not in filled][1:]"),
    # The order of play
    ("goal.py", 'cards = () if family else filled.completion_cards',
     "cards = filled.completion_cards"),
    ("goal.py", "most = 2 * rounds - 1 if second else rounds", "most = 2 * rounds"),
    ("goal.py", "if counts[free.of] < 0:", "if counts[free.of] <= 0:"),
    ("goal.py", "return max(0, -(-(len(marks) - free)", "return max(0, -(-len(marks)"),
    ("order.py", "value > limits.largest", "value >= limits.largest"),
    ("order.py", "singles + (n - singles + 1) // 2", "singles + (n - singles) // 2"),
    ("turns.py", "        if self._complete(habitat):\n            return True\n",
     "        return True\n"),
    ("turns.py", "elif lane := self.plan.lane(item, gain):\n            have = self.lanes[lane]",
     "elif lane := self.plan.lane(item, gain):\n            have = 0"),
    ("turns.py", "yield from said[n : n + 1]", "yield from said"),
    ("turns.py", "return not self.plan.to_overflow or", "return True or"),
    ("achievements.py", "reached = 0 < need <= low", "reached = 0 < need <= high"),
    ("achievements.py", "which = max if goal.of ==", "which = min if goal.of =="),
    # Rulings
    ("score.py", 'sheet.marking.split_scores == "named"', 'sheet.marking.split_scores == "both"'),
    ("goal.py", 'int(filled.rulings.get("game-length", rounds))', "rounds"),
    ("goal.py", '"free-hex-kind" in sheet.in_force', '"free-hex-kind" not in sheet.in_force'),
    ("order.py", 'sheet.in_force.get("free-hex-kind") != "habitat"',
     'sheet.in_force.get("free-hex-kind") == "habitat"'),
    ("achievements.py", "if goals is None or (scenario and", "if goals is None or ("),
    ("judge.py", "only = _known_to_one(cases)", "only: list[str] = []"),
    ("party.py", "if report.sheet == usual", "if report.sheet != usual"),
    # The replay of a log
    ("rounds/dice.py", 'return COSTS[action.kind] - (special == "discount" and not action.full)',
     "return COSTS[action.kind]"),
    ("rounds/dice.py", "for taken in found\n            for more in range(len(NONE))\n"
     "            if taken[more]", "for taken in found\n            for more in range(len(NONE))"),
    ("rounds/dice.py", 'action.of != animal:', "action.of == animal:"),
    ("rounds/costs.py", "sum(paid) == sum(full) + discount.any_more",
     "sum(paid) >= sum(full)"),
    ("rounds/costs.py", "bags.within(paid, full) and sum(paid)", "sum(paid)"),
    ("rounds/refusals.py", "if slot is not None and slot > state.round:",
     "if slot is not None and slot > state.round + 1:"),
    ("rounds/refusals.py", "if len(same) >= 2:", "if len(same) > 2:"),
    ("rounds/refusals.py", "if elsewhere and card.slot not in elsewhere:", "if False:"),
    ("rounds/game.py", "        second=False,\n    )\n\n\ndef used",
     "        second=state.second,\n    )\n\n\ndef used"),
    ("rounds/paper.py", "stuck = sheet.marking.overflow_opens == \"always\"", "stuck = True"),
    ("rounds/paper.py", "if not card.letters[wildlife().index(str(move.value))]:", "if False:"),
    ("rounds/paper.py", "- state.forfeited.get(choice.id, 0)", ""),
    ("rounds/replay.py", "if self.blind or (unearned and", "if False or (unearned and"),
    ("rounds/replay.py", "self.state.but(left=self.leaves), len(", "self.state, len("),
    ("rounds/replay.py", "if refused.text in WRONG_ANYHOW:", "if False:"),
    ("rounds/replay.py", "if not self.early(step.move):", "if True:"),
    ("rounds/untold.py", "for k in range(len(told), -1, -1):", "for k in [len(told)]:"),
    ("rounds/tallies.py", "elif not broken and (found", "elif broken and (found"),
    ("rounds/end.py", 'if not {"animal", "free", "letter", "pick"} & done',
     "if True or {0} & done"),
    ("rounds/end.py", "if n is None or have in (None, n):", "if True:"),
)  # fmt: skip

IN_CASCADIA: tuple[Fault, ...] = (
)  # fmt: skip

IN_REPORT: tuple[Fault, ...] = (
)  # fmt: skip

IN_CLI: tuple[Fault, ...] = (
)  # fmt: skip

FAULTS: tuple[Fault, ...] = tuple(
    (f"{room}/{file}", old, new)
    for room, faults in (
        ("rules", IN_RULES),
        ("cascadia", IN_CASCADIA),
        ("report", IN_REPORT),
        ("cli", IN_CLI),
    )
    for file, old, new in faults
)
"""The faults of all rooms, their files named from cascadia_print."""


def put(fault: Fault, root: Path) -> None:
    """Put a fault into the checkout at `root`. Raises ValueError where it no longer fits."""
    name, old, new = fault
    path = root / "cascadia_print" / name
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise ValueError(f"{name}: {old!r} stands there {text.count(old)} times")
    path.write_text(text.replace(old, new), encoding="utf-8")


def copy_to(root: Path) -> None:
    """Copy what the tests need."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, root / name)


def noticed_by(fault: Fault, suites: Sequence[Suite] = ()) -> str:
    """The test that a fault turns red, "" if there is none among the suites."""
    suites = suites or next(tests for name, tests in SUITES.items() if fault[0].startswith(name))
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        copy_to(root)
        put(fault, root)
        for suite in suites:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *suite],
                cwd=root,
                # An installed package would be tested in place of the copy.
                env=os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True,
                text=True,
                check=False,
            )
            red = [x.split(" ", 1)[1] for x in done.stdout.splitlines() if x.startswith("FAILED ")]
            if done.returncode == 1 and red:
                return red[0].split(" - ")[0]
            if done.returncode != 0:
                return f"{suite[0]} does not run"
    return ""


def main(arguments: list[str]) -> int:
    """Put in all faults, or those from the first to the last named; 1 if one was not noticed."""
    first = int(arguments[0]) if arguments else 1
    last = int(arguments[1]) if len(arguments) > 1 else len(FAULTS)
    survivors = 0
    for k, fault in enumerate(FAULTS[first - 1 : last], first):
        test = noticed_by(fault)
        survivors += not test
        print(f"{k:>3} {fault[0]:<24} {test or 'NOT NOTICED: ' + repr(fault[2])}", flush=True)
    print(f"{last - first + 1} faults, {survivors} not noticed.")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
