"""How far the auditor can be trusted, in numbers: `make prove N=10000`.

    python -m tests.prove [N] [--folder sheets ...] [--fresh]

Plays N games on every sheet, forward and in rounds, and counts what goes wrong: lines that the
second scorer has otherwise, accusations of legal games (L2 and L3), mutants that are not found.
A run that was stopped goes on where it was: what is done is kept in out/prove.json by sheet and
seed. The same seeds give the same games everywhere; those that fail are printed.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from cascadia_print.rules.judge import judge
from cascadia_print.rules.order import prove
from cascadia_print.sheet.lookup import load_sheet, under
from cascadia_print.sheet.model import Sheet
from tests.mutations import MUTATIONS, Mutant
from tests.play import filled, play, play_rounds
from tests.replay import replay
from tests.second_scorer import score
from tests.test_forward_play import entered, read

ROOT = Path(__file__).parents[1]
STATE = ROOT / "out" / "prove.json"
BATCH = 100
"""Games between two states kept."""

BEGINNERS = (1, 2, 3, 4)
COUNTS = ("games", "wrong lines", "accused at L2", "accused at L3", "not told at L3",
          "wrong orders", "mutants",
          "not found", "not first")  # fmt: skip

Tally = dict[str, Any]


def main(arguments: list[str]) -> int:
    """Run, print the table; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__)
    parser.add_argument("n", nargs="?", type=int, default=200, help="games on every sheet")
    parser.add_argument("--sheets", nargs="*", type=Path, help="sheet files; else all in sheets/")
    parser.add_argument("--fresh", action="store_true", help="forget what was done")
    options = parser.parse_args(arguments)
    if options.fresh:
        STATE.unlink(missing_ok=True)
    files = options.sheets or [
        p for p in sorted((ROOT / "sheets").rglob("*.yaml")) if p.parent.name != "pages"
    ]
    gc.disable()  # games leave no circles behind, and looking for some takes a tenth of the time
    papers = [load_sheet(path) for path in files]
    keys = [_key(paper, file) for paper, file in zip(papers, files, strict=True)]
    kept: dict[str, Tally] = json.loads(STATE.read_text()) if STATE.exists() else {}
    done = {key: kept[key] for key in keys if key in kept}
    for key in keys:
        done.setdefault(key, _nothing())
    # A batch of each sheet in turn: whoever stops a run knows as much of one as of another.
    for first, (paper, key) in product(range(0, options.n, BATCH), zip(papers, keys, strict=True)):
        counts, last = done[key], min(first + BATCH, options.n)
        if counts["games"] >= last:
            continue
        for seed in range(counts["games"], last):
            for failure in one_game(paper, seed, counts):
                print(f"{paper.ref} seed {seed}: {failure}", flush=True)
        STATE.write_text(json.dumps(done))
        if sys.stderr.isatty():
            print(f"\r{paper.ref} {counts['games']} of {options.n} ", end="", file=sys.stderr)
    rows = {paper.ref: done[key] for paper, key in zip(papers, keys, strict=True)}
    print("Seeds from 0 of every sheet, each in both ways and broken once; ms of the processor.")
    print("\n".join(table(rows)))
    bad = ("wrong lines", "accused at L2", "accused at L3", "wrong orders", "not found")
    return int(any(counts[name] for counts in rows.values() for name in bad))


def _nothing() -> Tally:
    return dict.fromkeys(COUNTS, 0) | {"findings": [], "l2": [], "l3": [], "classes": []}


def _key(paper: Sheet, file: Path) -> str:
    """The sheet as it is now: a changed file or program begins anew."""
    package = [*(ROOT / "cascadia_print").rglob("*.py"), file]
    return f"{paper.ref} {max(path.stat().st_mtime_ns for path in package)}"


def one_game(paper: Sheet, seed: int, counts: Tally) -> Iterator[str]:
    """Play a game in both ways, judge it, break it once in a class of its own; what went wrong."""
    game = play(paper, seed)
    second = score(paper, game.marks, game.picks, game.tally)
    entry = entered(filled(game), paper)
    start = time.process_time()
    report = judge(paper, entry)
    counts["l2"].append(round((time.process_time() - start) * 1000, 2))
    lines = {line.id: (line.as_marked, line.as_legal, line.up_to) for line in report.lines}
    if wrong := [id for id, n in second.lines.items() if lines[id] != (n, n, n)]:
        counts["wrong lines"] += len(wrong)
        yield f"lines {', '.join(wrong)} are {lines}, and {second.lines} by the second scorer"
    if report.findings:
        counts["accused at L2"] += 1
        yield f"accused at L2: {report.findings[0]}"

    # Played by the stricter of two rulebooks, so an order by that one is wanted (C-8).
    rulings = {"free-hex-kind": "habitat"} if "free-hex-kind" in paper.in_force else {}
    strict = under(paper, rulings)
    table = play_rounds(paper, seed)
    entry = replace(entered(table.data(), paper), completion_cards=BEGINNERS)
    report = judge(paper, entry)
    if report.verdict != "legal":
        counts["accused at L2"] += 1
        yield f"accused at L2, played in rounds: {report.findings[0]}"
    start = time.process_time()
    made = prove(strict, entry, report)
    counts["l3"].append(round((time.process_time() - start) * 1000, 2))
    if made.level == "L3" and not made.notes:
        try:
            replay(paper, entry, made.order, rounds=20, largest=5, second=False)
        except AssertionError as error:
            counts["wrong orders"] += 1
            yield f"wrong order: {error}"
    elif made.verdict == "illegal":
        counts["accused at L3"] += 1
        yield f"accused at L3: {made.findings[0]}"
    else:
        counts["not told at L3"] += 1

    names = list(MUTATIONS)
    for name in random.Random(seed).sample(names, len(names)):
        if mutant := MUTATIONS[name](game, random.Random(seed)):
            counts["classes"] = sorted({*counts["classes"], name})
            yield from one_mutant(mutant, name, paper, counts)
            break
    counts["games"] += 1


def one_mutant(mutant: Mutant, name: str, paper: Sheet, counts: Tally) -> Iterator[str]:
    """Whether a broken game is found, its place first, and a change that breaks nothing is not."""
    report = read(mutant.data, paper)
    found = [f"{f.kind} {f.rule} {f.at}" for f in report.findings]
    counts["mutants"] += 1
    if mutant.first:
        counts["findings"].append(len(found))
    if (mutant.first in found) if mutant.first else not found:
        if found and found[0] != mutant.first:
            counts["not first"] += 1
    else:
        counts["not found"] += 1
        yield f"{name}: {mutant.first or 'nothing'} expected, {found} found"


def table(rows: dict[str, Tally]) -> Iterator[str]:
    """The counts of all sheets, one a row, and their sum."""
    total = _nothing()
    for counts in rows.values():
        for name, value in counts.items():
            total[name] = total[name] + value
    width = max(map(len, (*rows, "together")))
    yield f"{'':<{width}}  " + "  ".join((*COUNTS, "classes", "findings", "L2 ms", "L3 ms"))
    for ref, counts in (*rows.items(), ("together", total)):
        cells = [f"{counts[name]:>{len(name)}}" for name in COUNTS]
        cells.append(f"{len(set(counts['classes'])):>7}")
        cells.append(f"{_spread(counts['findings'], 0):>8}")
        cells += [f"{_spread(counts[level], 1):>5}" for level in ("l2", "l3")]
        yield f"{ref:<{width}}  " + "  ".join(cells)
    first = total["mutants"] and 100 * (1 - total["not first"] / total["mutants"])
    yield f"Broken place first in {first:.1f} %. Findings, L2 ms, L3 ms: median/95th percentile."


def _spread(values: list[float], digits: int) -> str:
    if not values:
        return "-"
    high = sorted(values)[min(len(values) - 1, int(0.95 * len(values)))]
    return f"{statistics.median(values):.{digits}f}/{high:.{digits}f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
