"""How long environments of Cascadia take, through the command and without it.

    python benchmarks/environment.py [BOARDS]

Random finished environments as the rules allow them, a file each; 10,000 are to take 20 seconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # runs from a checkout, installed or not
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
WHOLE, LIMIT = 10_000, 20.0


def boards(folder: Path, count: int) -> None:
    """Write so many files."""
    from tests.cascadia.deal import game

    random = Random(8)
    for n in range(count):
        (folder / f"{n:05}.json").write_text(json.dumps(game(random)), encoding="utf-8")


def command(folder: Path) -> float:
    """Seconds of the processor for an audit of all files of the folder."""
    before = os.times()
    with (folder.parent / "out.jsonl").open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "cascadia_print", "audit", folder, "--format", "jsonl"],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=out,
            check=False,
        )
    if done.returncode != 0:
        raise SystemExit(f"exit code {done.returncode}")
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "boards"
        folder.mkdir()
        boards(folder, count)
        start = time.perf_counter()
        seconds = command(folder)
        wall = time.perf_counter() - start
        lines = (folder.parent / "out.jsonl").read_bytes().count(b"\n")
    if lines != count:
        raise SystemExit(f"{lines} answers for {count} boards")
    each = seconds / count
    print(f"{count} boards: {seconds:.1f} s of the processor, {wall:.1f} s in all")
    verdict = "ok" if each * WHOLE <= LIMIT else "over"
    print(f"{WHOLE} boards: {each * WHOLE:.1f} s  {verdict} (limit {LIMIT:.0f} s)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
