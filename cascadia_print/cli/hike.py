"""`hike`: the name that a number of marks on the hiking chart gives (RH-15)."""

from __future__ import annotations

from cascadia_print.cli import exits
from cascadia_print.cli.console import out, words
from cascadia_print.sheet.goals import ranks


def hike(n: int) -> int:
    """Tell the rank, and which comes next."""
    text = words()
    names = {at: text.text(f"achievements.hike.names.{rank}") for at, rank in ranks().items()}
    have = [name for at, name in names.items() if at <= n]
    to_come = [(at, name) for at, name in names.items() if at > n]
    values: dict[str, object] = {"n": n, "rank": have[-1] if have else ""}
    if to_come:
        values |= {"at": to_come[0][0], "next": to_come[0][1]}
    key = "none" if not have else "rank" if to_come else "last"
    out(text.text(f"achievements.hike.{key}", **values))
    return exits.NOTHING_WRONG
