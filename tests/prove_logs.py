"""How far the replay of logs can be trusted, in numbers: `make prove-logs N=10000`.

    python -m tests.prove_logs [N]

Plays N games on every sheet of the game by moves, replays the log of each, and breaks it once. It
counts logs of legal games that are accused or not proved, games for which no order of play is
found (L3), and faults that are not found in their round.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator

from cascadia_print.rules.judge import judge
from cascadia_print.rules.order import prove
from cascadia_print.rules.rounds.end import with_log
from cascadia_print.sheet.lookup import find_sheet
from tests.log_mutations import MUTATIONS, Record, recorded
from tests.test_round_log import SHEETS, entered, replayed

COUNTS = ("games", "accused", "not proved", "no order", "mutants", "not found", "not first")


def main(arguments: list[str]) -> int:
    """Run, print the table; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.prove_logs", description=__doc__)
    parser.add_argument("n", nargs="?", type=int, default=200, help="games on every sheet")
    options = parser.parse_args(arguments)
    print("   " + "  ".join((*COUNTS, "classes", "ms")))
    wrong = 0
    for name in SHEETS:
        counts: Counter[str] = Counter()
        times: list[float] = []
        classes: set[str] = set()
        for seed in range(options.n):
            for failure in one_game(recorded(find_sheet(name), seed), seed, counts, times, classes):
                print(f"{name} seed {seed}: {failure}", flush=True)
        cells = [f"{counts[key]:>{len(key)}}" for key in COUNTS]
        ms = f"{statistics.median(times):.1f}"
        print(f"{name}  " + "  ".join((*cells, f"{len(classes):>7}", ms)), flush=True)
        wrong += sum(counts[key] for key in ("accused", "not proved", "not found", "not first"))
    return int(wrong > 0)


def one_game(
    log: Record, seed: int, counts: Counter[str], times: list[float], classes: set[str]
) -> Iterator[str]:
    """Replay the log of a game, and break it once; what went wrong."""
    counts["games"] += 1
    filled = entered(log)
    start = time.process_time()
    done = replayed(log, filled)
    times.append((time.process_time() - start) * 1000)
    report = judge(log.sheet, filled)
    made = with_log(log.sheet, filled, report, done)
    if made.findings:
        counts["accused"] += 1
        yield f"accused: {made.findings[0]}"
    elif made.level != "L4":
        counts["not proved"] += 1
        yield f"not proved: {done.logged.missing}"
    if prove(log.sheet, filled, report).level != "L3":
        counts["no order"] += 1
    rng = random.Random(seed)
    names = rng.sample(list(MUTATIONS), len(MUTATIONS))
    for name in names:
        if (broken := next(MUTATIONS[name](log, rng), None)) is None:
            continue
        counts["mutants"] += 1
        classes.add(name)
        found = replayed(broken.log, entered(broken.log, broken.log.lines())).findings
        said = [(f.values["round"], f.rule) for f in found]
        if (broken.round, broken.rule) not in said:
            counts["not found"] += 1
            yield f"{name}: {broken.rule} in round {broken.round} expected, {said} found"
        elif said[0] != (broken.round, broken.rule):
            counts["not first"] += 1
            yield f"{name}: {broken.rule} in round {broken.round} expected first, {said} found"
        return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
