"""Goals of a game, as read from files: achievements of the sheets, scenarios, the hiking chart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cascadia_print import resources
from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.located import Path_, Source, read_own, read_yaml
from cascadia_print.sheet.lookup import user_folder
from cascadia_print.sheet.model import Text
from cascadia_print.sheet.schema import check

TESTS = ("points", "full", "boxes", "each-lane", "picked", "outlined", "free-hexagons")
"""What a goal can ask for; the words that each takes stand in `data/achievements.yaml`."""

FILE = "scenarios.yaml"


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing to reach: `test` and what it is `of`, at least `n` (0: all there are).

    `id` is that of an achievement, "" for one that a scenario words itself as `text`. `instead`
    holds under the choice `choice` of `ruling`.
    """

    test: str
    of: str
    n: int = 0
    lines: tuple[str, ...] = ()
    id: str = ""
    text: Text | None = None
    ruling: str = ""
    choice: str = ""
    instead: Goal | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A task of an owner's box: the sheet and the Completion Cards to play with, and the goals.

    `points` is the threshold for the total. `invented`: no scenario of a published game.
    """

    id: str
    name: Text
    sheet: str
    cards: tuple[int, ...]
    goals: tuple[Goal, ...]
    points: int
    invented: bool = False


@cache
def achievements() -> Mapping[str, Mapping[str, Goal]]:
    """Id of a sheet -> its achievements by id, in printed order."""
    data = read_own(resources.root("data") / "achievements.yaml")
    return {
        sheet: {id: _goal(entry, id) for id, entry in entries.items()}
        for sheet, entries in data.items()
    }


@cache
def ranks() -> Mapping[int, str]:
    """Marks on the hiking chart -> the word of the rank that they give, fewest first (RH-15)."""
    data: dict[str, int] = read_own(resources.root("data") / "hiking.yaml")
    return {at: name for name, at in sorted(data.items(), key=lambda rank: rank[1])}


def scenario_files(near: Path) -> tuple[Path, ...]:
    """The files of scenarios there are: beside `near` first, then in the user's own folder."""
    places = (near / FILE, user_folder() / FILE)
    return tuple(dict.fromkeys(path for path in places if path.is_file()))


@cache
def read_scenarios(path: Path) -> Mapping[str, Scenario]:
    """The scenarios of a file by id. Raises Unreadable with all its faults."""
    source = read_yaml(path)
    if faults := check(source, "scenarios"):
        raise Unreadable(faults)
    found: dict[str, Scenario] = {}
    for k, entry in enumerate(source.data["scenarios"]):
        goals = []
        for n, goal in enumerate(entry.get("goals") or ()):
            place = ("scenarios", k, "goals", n)
            if fault := _fault(source, goal, place):
                faults.append(fault)
            elif "achievement" in goal:
                goals.append(_known()[goal["achievement"]])
            else:
                goals.append(_goal(goal))
        found[entry["id"]] = Scenario(
            entry["id"],
            entry["name"],
            entry["sheet"],
            tuple(entry.get("completion_cards") or ()),
            tuple(goals),
            entry.get("points") or 0,
            entry.get("invented") == "yes",
        )
    if faults:
        raise Unreadable(faults)
    return found


def _known() -> dict[str, Goal]:
    return {id: goal for goals in achievements().values() for id, goal in goals.items()}


def _fault(source: Source, goal: Mapping[str, Any], path: Path_) -> Fault | None:
    """What no schema can say well: a goal is one achievement, or one test with its words."""
    tests = [test for test in ("achievement", *TESTS) if test in goal]
    if len(tests) != 1:
        return source.fault("IN-goal-test", path, known=("achievement", *TESTS))
    if tests[0] != "achievement":
        return None if "text" in goal else source.fault("IN-missing-key", path, word="text")
    id = goal["achievement"]
    if id in _known():
        return None
    better = nearest(id, _known())
    return source.fault("IN-goal", (*path, "achievement"), suggestion=better, word=id)


def _goal(entry: Mapping[str, Any], id: str = "") -> Goal:
    (test,) = (test for test in TESTS if test in entry)
    other = entry.get("instead")
    n = entry.get("at-least") or 0
    return Goal(
        test,
        str(entry[test]),
        n,
        tuple(entry.get("lines") or ()),
        id,
        entry.get("text"),
        other["ruling"] if other else "",
        other["choice"] if other else "",
        _goal({"at-least": n, **other}, id) if other else None,
    )
