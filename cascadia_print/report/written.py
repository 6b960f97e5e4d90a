"""What a player put on paper, as a picture of the receipt draws it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Written:
    """What a player put on paper, as it is drawn.

    marks: space id -> the number or letter in it, "" for an outline; on a split hexagon that was
    outlined for one of its habitats, that habitat. crossed: ids of boxes, bonuses and hexagons
    whose gains are circled or crossed off, parts as "rivers-2.1", sides as "landmark.rivers=3pt".
    """

    marks: Mapping[str, str] = field(default_factory=dict)
    crossed: frozenset[str] = frozenset()
