"""The rooms of the package: who may know whom, and what an import may cost."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "cascadia_print"

ARROWS: dict[str, set[str]] = {
    "resources": set(),
    "verdict": set(),
    "sheet": {"resources"},
    "rules": {"sheet", "verdict"},
    "entry": {"sheet", "rules"},
    "drawing": {"sheet", "resources"},
    "report": {"verdict", "sheet", "drawing", "resources"},
    "web": {"resources", "verdict", "sheet", "rules", "entry", "drawing", "report", "cascadia"},
    "cascadia": {"resources", "verdict", "sheet"},
    "play": {"verdict", "sheet", "rules", "entry", "report"},
    "cli": {
        *("resources", "verdict", "sheet", "rules", "entry", "drawing", "report"),
        *("cascadia", "play", "web"),
    },
    "__main__": {"cli"},
    "__init__": set(),
}
"""Room -> rooms it may import from."""

PURE = {"rules", "verdict"}
"""Rooms without files, clock or drawing."""

IMPURE = {"os", "pathlib", "io", "json", "time", "datetime", "random", "yaml", "reportlab"}


def imports(path: Path) -> Iterator[str]:
    """Full names of all modules that a file imports, also inside functions."""
    package = path.relative_to(PACKAGE.parent).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_module_knows_only_the_rooms_it_may(path: Path) -> None:
    here = room(path)
    known = {
        name.split(".")[1]
        for name in imports(path)
        if name.startswith("cascadia_print.") and name != "cascadia_print.__version__"
    }
    assert known - {here} <= ARROWS[here]


@pytest.mark.parametrize(
    "path", [p for p in MODULES if room(p) in PURE], ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_rules_and_verdict_touch_nothing_outside(path: Path) -> None:
    assert {name.split(".")[0] for name in imports(path)} & IMPURE == set()


@pytest.mark.parametrize("module", ["cascadia_print", "cascadia_print.cli.app"])
def test_import_loads_no_heavy_package(module: str) -> None:
    code = f"import sys, {module}; print(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    ).stdout.split()
    assert {"reportlab", "jsonschema", "PIL", "rich"} & set(loaded) == set()
