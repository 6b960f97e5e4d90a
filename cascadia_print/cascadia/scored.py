"""What a scoring card gives: points with the tokens that made them, or what is not known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cascadia_print.cascadia.board import Hex


@dataclass(frozen=True, slots=True)
class Part:
    """Points of one pattern. Parts of 0 points say why tokens do not count.

    `what` names the sentence `wildlife.parts.<what>` of the locale, which `values` fill. `at`
    are the tokens counted, `also` what else mattered: neighbours, the hexagons of a line of
    sight, the middle of a ring.
    """

    points: int
    what: str
    at: tuple[Hex, ...]
    also: tuple[Hex, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of one animal; they are the sum of the parts."""

    points: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """No number, as a fact is missing: `needs` (numbers, tiles, edges, search) tells which."""

    needs: tuple[str, ...]


class Missing(Exception):
    """A fact that scoring cannot do without; `needs` as in `Unknown`."""

    def __init__(self, *needs: str) -> None:
        super().__init__(*needs)
        self.needs = needs
