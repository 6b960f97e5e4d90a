"""The wildlife lines: the tokens of one animal scored by one card (CA-8, CA-10 to CA-14, LM-6)."""

from __future__ import annotations

from collections.abc import Mapping

from cascadia_print.cascadia import formations, patterns
from cascadia_print.cascadia.board import Board, Hex
from cascadia_print.cascadia.cards import Card, chosen
from cascadia_print.cascadia.patterns import Case
from cascadia_print.cascadia.scored import Missing, Part, Scored, Unknown


def score(
    tokens: Mapping[Hex, str],
    card: Card,
    rulings: Mapping[str, str] | None = None,
    board: Board | None = None,
) -> Scored | Unknown:
    """The points of the animal whose card it is, with what made them; exact, or Unknown.

    `tokens` are all tokens of the environment: place -> animal. `rulings` that are not named
    keep their default. `board` is needed by cards that ask for habitats only. The order of the
    tokens does not matter.
    """
    own = tuple(sorted(at for at, animal in tokens.items() if animal == card.of))
    try:
        parts = _parts(Case(card.of, own, tokens, card, board), rulings or {}) if own else []
    except Missing as missing:
        return Unknown(missing.needs)
    return Scored(sum(part.points for part in parts), tuple(parts))


def _parts(case: Case, rulings: Mapping[str, str]) -> list[Part]:
    own, card, counts = case.own, case.card, case.counts
    match card.pattern:
        case "groups":
            return patterns.group_sizes(case)
        case "group-count":
            return patterns.group_count(case)
        case "lines":
            return formations.lines(own, card, counts)
        case "shapes":
            return formations.shapes(own, card, counts)
        case "rings":
            return formations.rings(own, card, counts, chosen(rulings, "elk-ring-gaps"))
        case "herds":
            return formations.herds(own, card, counts, chosen(rulings, "elk-herd-split"))
        case "runs":
            return patterns.runs(case, chosen(rulings, "salmon-branch"))
        case "alone":
            return patterns.alone(case)
        case "sight-lines":
            return patterns.sight_lines(case)
        case "sight-pairs":
            return patterns.sight_pairs(case)
        case "beside":
            return patterns.beside(case)
        case "beside-pairs":
            return patterns.beside_pairs(case)
    raise ValueError(card.pattern)
