"""How long the commands take, as ratios that mean the same on every machine.

    python benchmarks/run.py

Every time is the best of several runs, as each disturbance only makes a run longer.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # runs from a checkout, installed or not
EXAMPLES = ROOT / "data" / "examples"
# As at a user's: compiled once, not at each start.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
RUNS = 7
MANY = 1000
GAMES = 200


def best(
    action: Callable[[], object], runs: int = RUNS, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Seconds of the quickest run."""
    times = []
    for _ in range(runs):
        start = clock()
        action()
        times.append(clock() - start)
    return min(times)


def process(*arguments: str) -> Callable[[], object]:
    """A fresh Python with these arguments; it must end as an audit can (0, 1 or 3)."""

    def action() -> None:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode not in (0, 1, 3):
            raise SystemExit(f"{' '.join(arguments)}: exit code {done.returncode}")

    return action


def command(*arguments: str) -> Callable[[], object]:
    return process("-m", "cascadia_print", *arguments)


def row(what: str, seconds: float, base: float | None = None, limit: float | None = None) -> None:
    """Print a time, its ratio to a base time, and whether that keeps the limit."""
    text = f"{what:<44}{seconds * 1000:>10.1f} ms"
    if base:
        text += f"{seconds / base:>9.2f} x"
    if base and limit:
        text += f"  {'ok' if seconds <= limit * base else 'over'} (limit {limit} x)"
    print(text, flush=True)


def start_up() -> None:
    base = best(process("-c", "import typer"))
    row("import typer", base)
    row("--version", best(command("--version")), base, 1.3)
    row("--help", best(command("--help")), base, 3)


def rendering(folder: Path) -> None:
    packages = best(process("-c", "import reportlab.pdfgen.canvas, yaml, jsonschema, typer"))
    row("import of the four packages", packages)
    row("render A", best(command("render", "A", "-o", str(folder))), packages, 1.6)


def pressing(folder: Path) -> None:
    from press import press

    press(folder, ROOT, process, best, row)


def auditing(folder: Path) -> None:
    example = EXAMPLES / "rulebook-a.json"
    files = [str(shutil.copy(example, folder / f"{n:04}.json")) for n in range(MANY)]
    texts = [Path(file).read_text(encoding="utf-8") for file in files]
    one = best(command("audit", files[0]))
    many = best(command("audit", *files, "--format", "json"), 3)
    parse = best(lambda: [json.loads(text) for text in texts])
    row("audit of 1 file", one, best(process("-c", "import typer")), 3)
    row(f"audit of {MANY} files", many, parse)
    row(f"json.loads of {MANY} files", parse)
    row("one more file", (many - one) / (MANY - 1))
    print(f"{'':<44}{MANY} files in 5 s: {'ok' if many <= 5 else 'over'}")


def judging() -> None:
    from cascadia_print.cli.audit import read_and_judge
    from cascadia_print.entry.filled import read_filled
    from cascadia_print.rules.judge import judge
    from cascadia_print.rules.order import prove
    from cascadia_print.sheet.located import read_json
    from cascadia_print.sheet.lookup import find_sheet

    for letter in "abcd":
        path = EXAMPLES / f"rulebook-{letter}.json"
        ((sheet, filled),) = read_filled(read_json(path), find_sheet)
        row(f"judge {path.name}, warm", best(partial(judge, sheet, filled), 200))
        report = judge(sheet, filled)
        row(f"prove {path.name}, warm", best(partial(prove, sheet, filled, report), 50))
        row(f"read and judge {path.name}, warm", best(partial(read_and_judge, path), 50))


def authoring(folder: Path) -> None:
    """What a designer waits for at each save: 50 ms for the check, 150 ms for the picture."""
    from cascadia_print.cli.preview import draw

    for path in sorted((ROOT / "sheets").glob("*.yaml")):
        check = partial(_checked, path)
        row(f"load and check {path.name}, warm", best(check, 20), 0.05, 1)
        for kind in ("pdf", "svg", "png"):
            with redirect_stdout(io.StringIO()):
                drawn = best(partial(draw, path, folder / f"x.{kind}", "en"), 10)
            row(f"preview {path.name} as {kind}, warm", drawn, 0.15, 1)


def _checked(path: Path) -> None:
    from cascadia_print.cli.check import findings
    from cascadia_print.sheet.build import build_located
    from cascadia_print.sheet.lookup import chain

    findings(build_located(chain(path)))


def played() -> None:
    """Games of the proof, most of them longer than the examples: how long nearly all take."""
    from dataclasses import replace

    from cascadia_print.rules.judge import judge
    from cascadia_print.rules.order import prove
    from cascadia_print.sheet.lookup import load_sheet

    games, entered = import_module("tests.play"), import_module("tests.test_forward_play").entered
    clock = time.process_time  # so many that some are disturbed in every run
    sheets = ROOT / "sheets"
    for path in sorted((*sheets.glob("*.yaml"), *sheets.glob("community/*.yaml"))):
        sheet = load_sheet(path)
        times: dict[str, list[float]] = {"L2": [], "L3": []}
        for seed in range(GAMES):
            entry = entered(games.filled(games.play(sheet, seed)), sheet)
            times["L2"].append(best(partial(judge, sheet, entry), 3, clock))
            table = entered(games.play_rounds(sheet, seed).data(), sheet)
            table = replace(table, completion_cards=(1, 2, 3, 4))
            report = judge(sheet, table)
            times["L3"].append(best(partial(prove, sheet, table, report), 3, clock))
        for level, limit in (("L2", 0.005), ("L3", 0.1)):
            high = sorted(times[level])[int(0.95 * GAMES)]
            row(f"{sheet.ref} at {level}, 95 % of {GAMES} games within", high, limit, 1)


def replaying() -> None:
    """A whole game of each sheet, replayed from its log: 20 ms are the aim."""
    from cascadia_print.cli.audit import read_and_judge
    from cascadia_print.entry.filled import read_filled
    from cascadia_print.entry.log_file import read_log_file
    from cascadia_print.entry.setting import setting_of
    from cascadia_print.rules.rounds.replay import replay
    from cascadia_print.sheet.lookup import find_sheet

    for letter in "abcd":
        path = ROOT / "tests" / "logs" / f"{letter}-1.log"
        source = read_log_file(path)
        row(f"read {path.name}, warm", best(partial(read_filled, source, find_sheet), 30))
        ((sheet, filled),) = read_filled(source, find_sheet)
        if filled.log is not None:
            setting, _ = setting_of(sheet, filled, filled.log)
            row(f"replay {path.name}, warm", best(partial(replay, setting, filled.log, filled), 30))
        row(f"read, replay and judge {path.name}", best(partial(read_and_judge, path), 15))


def main(parts: Sequence[str]) -> None:
    """Run all parts, or those named: start, render, press, author, audit, judge, played, replay."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        known: dict[str, Callable[[], None]] = {
            "start": start_up,
            "render": lambda: rendering(folder),
            "press": lambda: pressing(folder),
            "author": lambda: authoring(folder),
            "audit": lambda: auditing(folder),
            "judge": judging,
            "played": played,
            "replay": replaying,
        }
        for part in parts or known:
            known[part]()


if __name__ == "__main__":
    main(sys.argv[1:])
