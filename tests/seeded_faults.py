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
    ("legal.py", "return follows and overflow_open", "return follows or overflow_open"),
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
    # What lies there
    ("legal.py", 'f.kind != "cannot-tell" or f.text == "landmark-open"', 'f.kind != "cannot-tell"'),
    ("legal.py", "(starts.isdisjoint(part), -len(part), part)", "(-len(part), part)"),
    ("legal.py", "if tile.keystone or not tile.shows}", "if tile.keystone}"),
    ("legal.py", "len(giving - {mark.at for mark in here.landmarks})", "len(giving)"),
    ("legal.py", "if _known(tile) and at not in twice}", "if _known(tile)}"),
    ("legal.py", "elif len(board) < FINISHED or len(sure) < len(board):",
     "elif len(board) < FINISHED:"),
    ("legal.py", "sure = bool(lying) and all(map(shows, lying))", "sure = any(map(shows, lying))"),
    ("legal.py", 'if mark.at in ink.tokens and text in ("", "landmark-open"):',
     "if mark.at in ink.tokens:"),
    ("legal.py", 'pointer = checked.env.at("nature") or checked.env.at("claim", "nature")',
     'pointer = checked.env.at("nature")'),
    ("legal.py", "max(0, count - exist), min(count, surplus)", "0, min(count, surplus)"),
    ("legal.py", "max(0, count - exist), min(count, surplus)", "max(0, count - exist), count"),
    ("legal.py", "        if starter not in starters:", "        if True:"),
    ("legal.py", 'starters |= {starter} - {""}', "starters |= {starter}"),
    ("legal.py", "who = max(range(len(counts))", "who = min(range(len(counts))"),
    ("legal.py", "Counter(animals[0] for animals in", "Counter(animals[-1] for animals in"),
    ("legal.py", "sure |= {mark.habitat} if not text else set()", "sure.add(mark.habitat)"),
    ("legal.py", "min(len(own), surplus) + 1)", "min(len(own), surplus))"),
    ("legal.py", "if name and len(game.players) > 1 else place", "if name else place"),
    ("legal.py", "strange = set(checked.strange)", "strange = set(checked.strange[:1])"),
    ("legal.py", "if self.env.nature is None and written else self.env.nature",
     "if written else self.env.nature"),
    ("legal.py", "sure = any(known.face(checked.first[at].tile) in faces for at in first)",
     "sure = True"),
    # Rows of the pad
    ("lines.py", "for p in checked.legal for way in p.corridors(letter)])",
     "for p in checked.legal[:1] for way in p.corridors(letter)])"),
    ("lines.py", "span = (min(lifts, default=0)", "span = (max(lifts, default=0)"),
    ("lines.py", "unknown = (0, most + 20)", "unknown = (0, most)"),
    ("lines.py", "sum(not tile.habitats for tile in tiles) + 1)",
     "sum(not tile.habitats for tile in tiles))"),
    ("lines.py", "(frozenset(p.tokens.items()), frozenset((p.board or {}).items())): p",
     "frozenset(p.tokens.items()): p"),
    ("lines.py", "found[0],\n                found[0],\n",
     "found[-1],\n                found[-1],\n"),
    ("lines.py", '"designed" if "designed" in bases else "owner" if "owner" in bases',
     '"owner" if "owner" in bases else "designed" if "designed" in bases'),
    # Corridors and bonuses
    ("corridors.py", "return [None, *dict.fromkeys", "return [*dict.fromkeys"),
    ("corridors.py", "for of in (known, open_)]", "for of in (open_,)]"),
    ("corridors.py", "if not tile.edges and (_around(tiles, at) or not tile.habitats)",
     "if not tile.edges"),
    ("majority.py", "    if not ranked[0]:\n        return (0,) * len(sizes)\n", ""),
    ("majority.py", "((0, top), (low, high + top)) for", "((0, top), (low, high)) for"),
    # One player and the table
    ("judge.py", "for env in reversed(game.players)", "for env in game.players"),
    ("judge.py", "return low <= n <= high and row.marked != (n, n)", "return low <= n <= high"),
    ("judge.py", '            if have != "?":\n                need',
     "            if have:\n                need"),
    ("judge.py", "return Row((0, 0), (0, 0))  # by whichever card", "return NOT_KNOWN"),
    ("judge.py", '"LM-6" if letter else "CA-15"', '"CA-15"'),
    ("judge.py", 'self.env.at(*where) or self.env.at("tokens")', "self.env.at(*where)"),
    ("judge.py", "found.marked[1] >= REACHED", "found.marked[0] > REACHED"),
    ("judge.py",
     '            if mark.card == "?":\n                continue  # that is a finding already\n',
     ""),
    ("judge.py",
     'if self.env.tokens is None and any(card.pattern == "animals-on" for card in cards)',
     "if self.env.tokens is None and cards"),
    ("judge.py", "return row if sure == row.legal[0] else replace(",
     "return row if row else replace("),
    ("judge.py", '"L1" if said else "L0"', '"L1"'),
    ("judge.py", 'nature = self.rows["nature"].legal or self', "nature = self"),
    ("judge.py", "told = {laid.tile.at for laid in self.env.tiles or () if laid.told}",
     "told = set[Hex]()"),
    ("judge.py", '"majority-5-6": len(table) > 4', '"majority-5-6": len(table) >= 4'),
    ("judge.py", "found[0] >= REACHED", "found[1] >= REACHED"),
    ("judge.py", "found = self.corridors[habitat].legal", "found = self.corridors[habitat].marked"),
    ("judge.py", "if len(game.players) == 1 and (board is not None or bonus)",
     "if len(game.players) == 1 and board is not None"),
    ("judge.py", "if told and not self.checked.across and (self", "if told and (self"),
    ("judge.py", "(self.checked.doubtful or self.checked.excess)", "self.checked.doubtful"),
    ("judge.py", "for p in table if p.checked.across)", "for p in table[:1] if p.checked.across)"),
    ("judge.py", "together({self.rows[r].basis for r in SUMS[id]})", "row.basis"),
    ("judge.py", "return any(c.marked is None or c.needs or c.marked[0]",
     "return any(c.marked is None or c.marked[0]"),
    # Claims
    ("claims.py", "for r in _below(rows) if under", "for r in rows if under"),
    ("claims.py", 'env.at("bonus", line) or f"{found.pointer}/1"', 'f"{found.pointer}/1"'),
    ("claims.py", "and bonus and gap == -bonus:", "and bonus and gap < 0:"),
    ("claims.py", "added = sum(written) if len(written) >= len(known) else None",
     "added = sum(written)"),
    ("claims.py", "gap == errors or said[line] == added", "said[line] == added"),
    ("claims.py", "                blamed[line] = len(findings)\n", ""),
    # Numbers that cannot be
    ("pad.py", 'MOST_TOKENS // card.number("size", 1) + 1)',
     'MOST_TOKENS // card.number("size", 1))'),
    ("pad.py", 'if card.pattern == "sight-lines" and card.table is None:',
     'if card.pattern == "sight-lines":'),
    ("pad.py", "elif size > game.most_tiles and not game.landmarks:",
     "elif size > game.most_tiles:"),
    # Patterns
    ("patterns.py", "points = card.points(len(group)) if case.counts(group) else 0",
     "points = card.points(len(group))"),
    ("patterns.py", "also = tuple(at for at in case.beside(run) if case.tokens[at] != case.animal)",
     "also = tuple(case.beside(run))"),
    ("patterns.py", "for x in tile.habitats} - {NONE})", "for x in tile.habitats})"),
    ("patterns.py", "found.add(edges[(n + 3) % 6])", "found.add(edges[n])"),
    ("formations.py", "if here <= tokens and counts(here):", "if here <= tokens:"),
    ("formations.py", "table.at(len(herd)) if counts(herd) else 0", "table.at(len(herd))"),
    # Cards and tiles
    ("cards.py",
     "if key[0] == kind} | own",
     "if key[0] == kind}\n"
     "            own = own | {key[1:]: card for key, card in read.items() if key[0] == kind}"),
    ("cards.py", "return given.get(ruling) or rulings()[ruling][0]",
     "return given.get(ruling) or rulings()[ruling][-1]"),
    ("tiles.py", "for turn in range(6):", "for turn in range(5):"),
    ("tiles.py", 'tile.edges in ("", edges)', "tile.edges == edges"),
    ("tiles.py", "faces = (*counts(), *(face for s in starters().values() for face in s.faces))",
     "faces = tuple(counts())"),
    # Entries
    ("read.py", "elif whole and column.player:", "elif whole:"),
    ("read.py", 'entry.get("landmarks") is not None\n        or',
     'bool(entry.get("landmarks"))\n        or'),
    ("read.py", "if edges and len(habitats) < 3 and not extra", "if edges and not extra"),
    ("read.py", "for data, path in ((self.table, ()), (self.data, self.path)):",
     "for data, path in ((self.data, self.path), (self.table, ())):"),
    ("read.py", "len(shows) == 1 if shows else bool(keystone))", "len(shows) == 1)"),
    ("text.py", "if early and not unread:", "if early:"),
    ("text.py", "at = numbers[need] if have > need else words[-1]", "at = words[-1]"),
    ("text.py", "        if have != need:", "        if have < need:"),
    ("text.py", "len(shown) == 1:\n            habitat, card", "shown:\n            habitat, card"),
    ("text.py", "if numbers[1:] or isinstance(corridor, list):", "if numbers[1:]:"),
    ("text.py", 'if "landmarks" in head.data and "landmarks" not in node.data:',
     'if "landmarks" in head.data:'),
    ("text.py", "and not letters <= animal_letters().keys()", ""),
    ("text.py", "if self.columns is None and len(players) < 2:",
     "if self.columns is None and len(players) < 3:"),
    ("text.py", "if not isinstance(node.data[at], list):", "if node.data[at]:"),
    ("text.py", 'if word.group() != "-":', "if word.group():"),
    ("read.py", 'or (entry.get("claims") or {}).get("landmarks") is not None', ""),
    ("read.py", "len(shows) == 1 if shows else bool(keystone))", "bool(keystone))"),
    ("read.py", 'bool(data.get("landmarks")) or _with_landmarks(data["players"])',
     'bool(data.get("landmarks"))'),
    ("cards.py", "if not card.derived}", "}"),
    ("cards.py", "elif n < max(numbers, default=0) or above:", "elif n < max(numbers, default=0):"),
    ("cards.py", "places = (near / FILE, user_folder() / FILE)",
     "places = (user_folder() / FILE, near / FILE)"),
    ("tiles.py", "for f in s.faces[1:]}", "for f in s.faces}"),
    ("tiles.py",
     "return counts().get(looks, 0) + sum(s.faces.count(looks) for s in starters().values())",
     "return counts().get(looks, 0) or sum(s.faces.count(looks) for s in starters().values())"),
)  # fmt: skip

IN_REPORT: tuple[Fault, ...] = (
    ("json.py", "for f in finding.consequences]", "for f in finding.consequences[:1]]"),
    ("json.py", "None if report.achievements is None else list(report.achievements)",
     "list(report.achievements or ())"),
    ("judged.py", 'judged.sheet is None and report.level == "L1"', 'report.level == "L1"'),
    ("judged.py", 'judged.sheet is None and report.level == "L1"', "judged.sheet is None"),
    ("judged.py", "-1 if nature is None else nature", "0 if nature is None else nature"),
    ("judged.py", "sum(other > result for other in results)",
     "sum(other >= result for other in results)"),
    ("text.py", "if len(judged) > 1 and (vague := uncertain(judged)):",
     "if (vague := uncertain(judged)):"),
    ("text.py", "for j in judged if final(j) is None]",
     "for j in judged if j.report.total.as_legal is None]"),
    ("together.py", "if bonus and line.as_marked == low else", "if bonus else"),
    ("together.py",
     "    rows[total] = rows.pop(total)  # last, also where a line is not everybody's\n",
     ""),
    ("together.py", "(line.as_marked,) * 2 if written else (line.as_legal, line.up_to)",
     "(line.as_legal, line.up_to)"),
    ("text.py", 'if order and report.level != "L4":', "if order:"),
    ("text.py", "if rank.nature is not None:", "if rank.nature:"),
    ("said.py", "if total is None or left is None else total - left",
     "if total is None else total"),
    ("said.py", "n = sum(f.kind == word for f in report.findings)", "n = len(report.findings)"),
    ("said.py", 'if finding.kind == "claim" else "would-be-legal"',
     'if finding.kind == "illegal" else "would-be-legal"'),
    ("text.py", 'if report.scenario and report.rulings.get("achievements") == "no":',
     'if report.rulings.get("achievements") == "no":'),
    ("text.py", 'if sheet is None or (report.level == "L2" and report.verdict != "illegal"):',
     "if sheet is None:"),
)  # fmt: skip

IN_CLI: tuple[Fault, ...] = (
    ("exits.py",
     "_WORST_FIRST = (OWN_FAULT, USAGE, UNREADABLE, FINDINGS, CANNOT_TELL, NOTHING_WRONG)",
     "_WORST_FIRST = (OWN_FAULT, USAGE, UNREADABLE, CANNOT_TELL, FINDINGS, NOTHING_WRONG)"),
    ("exits.py", "or (strict and report.missed)", "or report.missed"),
    ("exits.py", 'kinds - {"cannot-tell"}', 'kinds & {"illegal"}'),
    ("cascadia.py", "holding(token=animals[0])", "holding(token=animals[-1])"),
    ("cascadia.py",
     "        found.setdefault(\n"
     "            tile.at, Hexagon(tile.at, tile.habitats, tile.edges, tile.shows, "
     "tile.keystone)\n        )",
     "        found[tile.at] = Hexagon(tile.at, tile.habitats, tile.edges, tile.shows, "
     "tile.keystone)"),
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
