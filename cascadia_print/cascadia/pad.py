"""Numbers on a score pad that no game can give (CA-1, CA-4 to CA-6, and the scoring cards)."""

from __future__ import annotations

from collections.abc import Iterator

from cascadia_print.cascadia.cards import Card
from cascadia_print.cascadia.entered import ANIMALS, HABITATS, RULES, Environment, Game
from cascadia_print.cascadia.legal import MOST_TOKENS
from cascadia_print.cascadia.lines import Cards
from cascadia_print.cascadia.scored import Missing
from cascadia_print.verdict import Finding

AROUND = 6
"""Hexagons around one."""


def impossible(env: Environment, game: Game, cards: Cards) -> Iterator[Finding]:
    """Findings on claims that cannot be, whatever lay there.

    Where tiles and tokens are known each number is compared with what they make instead.
    """
    for animal in ANIMALS:
        card = cards.get((animal, env.cards.get(animal, "")))
        if card is not None and animal in env.claims:
            n, numbers = sum(env.claims[animal]), attainable(card)
            if numbers and n not in numbers:
                low = max(x for x in numbers if x < n)
                high = min((x for x in numbers if x > n), default=None)
                text = "pad-wildlife" if high is not None else "pad-wildlife-most"
                values = {"value": n, "card": card.letter, "low": low, "high": high}
                yield _finding(env, animal, text, **values)
    for habitat in HABITATS:
        written = env.claims.get(habitat, ())
        if len(written) == 2:
            yield from _corridor(env, game, habitat, written[0])
    n = sum(env.claims.get("nature", (0,)))
    if n > MOST_TOKENS:
        yield _finding(env, "nature", "pad-nature", value=n, max=MOST_TOKENS)


def attainable(card: Card) -> frozenset[int]:
    """Every number that a card can give for 20 tokens, and perhaps some that no map allows.

    Empty where that is not known: numbers that an owner left open, or points for things whose
    number only the map tells.
    """
    try:
        counts = _counts(card)
        if counts is not None:
            return frozenset({0, *counts})
        pieces = _pieces(card)
    except Missing:
        return frozenset()
    if pieces is None:
        return frozenset()
    sums: list[set[int]] = [{0}]
    for n in range(1, MOST_TOKENS + 1):
        found = set(sums[-1])
        for cost, points in pieces:
            if cost <= n:
                found |= {x + points for x in sums[n - cost]}
        sums.append(found)
    extra = card.numbers.get("all-sizes") or 0
    return frozenset(sums[-1] | {x + extra for x in sums[-1]})


def _counts(card: Card) -> list[int] | None:
    """What a card gives that counts its tokens, groups or lines of sight; None for others."""
    if card.pattern == "group-count":
        return [card.points(n) for n in range(1, MOST_TOKENS // card.number("size", 1) + 1)]
    if card.pattern == "alone":
        return [card.points(n) for n in range(1, MOST_TOKENS + 1)]
    if card.pattern == "sight-lines" and card.table is None:
        return [card.points(n) for n in range(MOST_TOKENS * (MOST_TOKENS - 1) // 2 + 1)]
    return None


def _pieces(card: Card) -> set[tuple[int, int]] | None:
    """What a card adds up: so many tokens for so many points; None where that is not bounded."""
    match card.pattern:
        case "shapes":
            if any(shape.points is None for shape in card.shapes):
                return None
            return {(len(shape.hexes), shape.points or 0) for shape in card.shapes}
        case "groups" | "lines" | "herds" | "rings":
            return {(n, card.points(n)) for n in range(1, MOST_TOKENS + 1)}
        case "runs" if not {"each-beside", "each-on"} & {*card.numbers}:
            return {(n, card.points(n)) for n in range(1, MOST_TOKENS + 1)}
        case "beside":
            return {(1, card.points(n)) for n in range(1, AROUND + 1)}
        case "sight-pairs" | "beside-pairs":
            return {(2, card.points(n)) for n in range(1, MOST_TOKENS)}
    return None


def _corridor(env: Environment, game: Game, habitat: str, size: int) -> Iterator[Finding]:
    # Each starter has all five habitats, so nobody's corridor is 0.
    if not size:
        yield _finding(env, habitat, "pad-no-corridor")
    elif size > game.most_tiles and not game.landmarks:
        yield _finding(env, habitat, "pad-long-corridor", value=size, max=game.most_tiles)


def _finding(env: Environment, line: str, text: str, **values: object) -> Finding:
    return Finding(RULES[line], "claim", line, text, values, env.at("claim", line))
