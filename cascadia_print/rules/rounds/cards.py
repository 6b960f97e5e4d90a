"""Habitat Cards as a log describes them: what two descriptions say together (RH-8)."""

from __future__ import annotations

from cascadia_print.sheet.gameset import HabitatCard


def agree(one: HabitatCard, other: HabitatCard) -> bool:
    """Whether two descriptions can be of one card."""
    pairs = ((one.cost, other.cost), (one.nature, other.nature))
    same = (one.habitat, one.number) == (other.habitat, other.number)
    return same and all(a is None or b is None or a == b for a, b in pairs)


def merged(first: HabitatCard | None, other: HabitatCard | None) -> HabitatCard | None:
    """What two descriptions say together; the first counts where they differ."""
    if first is None or other is None or not agree(first, other):
        return first or other
    return HabitatCard(
        first.habitat,
        first.number,
        other.cost if first.cost is None else first.cost,
        other.nature if first.nature is None else first.nature,
        first.tier or other.tier,
    )
