"""The rows of the score pad as numbers: what lies there makes them, and what is allowed of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cascadia_print.cascadia import wildlife
from cascadia_print.cascadia.board import Hex, Tile
from cascadia_print.cascadia.cards import Card, chosen
from cascadia_print.cascadia.corridors import size
from cascadia_print.cascadia.entered import Landmark, letter_of, place
from cascadia_print.cascadia.legal import Checked, Picture, most_nature
from cascadia_print.cascadia.majority import Range, ranges
from cascadia_print.cascadia.scored import Missing, Scored, Unknown
from cascadia_print.verdict import Basis, Event

Cards = Mapping[tuple[str, str], Card]
"""(animal or habitat, letter) -> card."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The scoring cards that are known: built in and the owner's."""

    wildlife: Cards
    landmark: Cards


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the pad; None: it cannot be told, for the reasons in `needs` (as of `Unknown`).

    marked: what lies there makes, allowed or not; legal: what is allowed of it makes. Both are
    ranges, as edges or the things of others may not be known.
    """

    marked: Range | None = None
    legal: Range | None = None
    receipt: tuple[Event, ...] = ()
    basis: Basis = "rulebook"
    needs: tuple[str, ...] = ()


NOT_KNOWN = Row()


def total(rows: Iterable[Row], receipt: tuple[Event, ...] = ()) -> Row:
    """The sum of rows."""
    found = list(rows)
    return Row(_sum([row.marked for row in found]), _sum([row.legal for row in found]), receipt)


def _hull(spans: Sequence[Range]) -> Range | None:
    """The range that holds all ranges; None for none."""
    return (min(low for low, _ in spans), max(high for _, high in spans)) if spans else None


def _sum(spans: Sequence[Range | None]) -> Range | None:
    known = [span for span in spans if span is not None]
    if len(known) < len(spans):
        return None
    return sum(low for low, _ in known), sum(high for _, high in known)


# -- wildlife ------------------------------------------------------------------------------------


def animal_row(checked: Checked, animal: str, card: Card) -> Row:
    """One animal by its card: exact, or what a missing fact leaves open."""
    rulings = checked.env.rulings
    ink = checked.ink
    found = wildlife.score(ink.tokens, card, rulings, ink.board)
    if isinstance(found, Unknown):
        return Row(needs=found.needs)
    points = (found.points, found.points)
    legal = [points] if checked.legal == (ink,) else []
    for picture in _different(checked.legal) if not legal else ():
        scored = wildlife.score(picture.tokens, card, rulings, picture.board)
        if isinstance(scored, Unknown):
            return Row(needs=scored.needs)
        legal.append((scored.points, scored.points))
    return Row(points, _hull(legal), tuple(_parts(animal, found)), basis(card))


def _different(pictures: Iterable[Picture]) -> Iterable[Picture]:
    """The pictures whose tokens or tiles differ, one of each."""
    return {
        (frozenset(p.tokens.items()), frozenset((p.board or {}).items())): p for p in pictures
    }.values()


def _parts(animal: str, scored: Scored) -> Iterator[Event]:
    for part in scored.parts:
        yield Event(
            animal,
            _places(part.at),
            part.points,
            part.points,
            what=f"wildlife.parts.{part.what}",
            values=part.values,
            also=_places(part.also),
        )


def basis(card: Card) -> Basis:
    return "owner" if card.own else "designed" if card.derived else "rulebook"


def together(bases: Collection[Basis]) -> Basis:
    """What numbers rest on that were added up: what is of our own design is never hidden."""
    return "designed" if "designed" in bases else "owner" if "owner" in bases else "rulebook"


# -- habitats ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Corridor:
    """A player's largest corridor of a habitat with what a landmark card adds to it (LM-4).

    marked and legal are sizes, lift what cards add; None: tiles or a card are not known.
    """

    marked: Range | None
    legal: Range | None
    tiles: tuple[Hex, ...] = ()
    lift: int = 0
    legal_lift: Range = (0, 0)
    basis: Basis = "rulebook"
    needs: tuple[str, ...] = ()


def corridor(checked: Checked, habitat: str, deck: Deck) -> Corridor:
    """The largest corridor of a habitat (CA-4)."""
    ink, letter = checked.ink, letter_of(habitat)
    if ink.board is None:
        return Corridor(None, None)
    ways = ink.corridors(letter)
    least = min(ways, key=size)
    marked = _hull([(size(way), size(way)) for way in ways])
    legal = _hull([(size(way), size(way)) for p in checked.legal for way in p.corridors(letter)])
    tiles = least[0] if least else ()
    try:
        lift = _lift(ink, habitat, deck)
        lifts = [_lift(picture, habitat, deck) for picture in checked.legal]
    except Missing as missing:
        return Corridor(marked, legal, tiles, needs=missing.needs)
    how: Basis = "rulebook"
    for card in _lifting(ink, habitat, deck):
        how = basis(card)
    span = (min(lifts, default=0), max(lifts, default=0))
    return Corridor(marked, legal, tiles, lift, span, how)


def _lifting(picture: Picture, habitat: str, deck: Deck) -> Iterator[Card]:
    for mark in picture.landmarks:
        card = deck.landmark.get((habitat, mark.card))
        if mark.habitat == habitat and card is not None and card.pattern == "corridor-bonus":
            yield card


def _lift(picture: Picture, habitat: str, deck: Deck) -> int:
    """What landmark cards add to a corridor. Raises Missing."""
    if any(m.habitat == habitat and _lost(m, deck) for m in picture.landmarks):
        raise Missing("landmark")
    return sum(card.points(1) for card in _lifting(picture, habitat, deck))


def _lost(mark: Landmark, deck: Deck) -> bool:
    """Whether a card may lift a corridor and it is not known by how much (LM-4)."""
    return mark.card in ("", "?", "I", "J") and (mark.habitat, mark.card) not in deck.landmark


def habitat_rows(
    habitat: str, corridors: Sequence[Corridor], rulings: Mapping[str, str], most: int, bonus: bool
) -> list[Row]:
    """One habitat for all players: corridor, what is added, and the bonus for the largest.

    `most` is the size that a corridor of unknown tiles can have; `bonus`: whether the table
    plays with majorities.
    """
    unknown = (0, most + 20)

    def spans(name: str) -> list[Range]:
        found = []
        for c in corridors:
            span: Range | None = getattr(c, name)
            low, high = (c.lift, c.lift) if name == "marked" else c.legal_lift
            if span and c.needs:
                found.append((span[0], unknown[1]))  # a card adds to it, whatever the number
            else:
                found.append((span[0] + low, span[1] + high) if span else unknown)
        return found

    raised = len(corridors) > 1 or chosen(rulings, "ij-solo") == "yes"
    marked = legal = _with_bonus(corridors, spans("marked"), "marked", raised, bonus)
    if any(c.legal != c.marked or c.legal_lift != (c.lift, c.lift) for c in corridors):
        legal = _with_bonus(corridors, spans("legal"), "legal", raised, bonus)
    return [
        Row(
            None if c.marked is None or c.needs else m,
            None if c.legal is None or c.needs else right,
            tuple(_corridor_parts(habitat, c, b)),
            c.basis,
            c.needs,
        )
        for c, (b, m), (_, right) in zip(corridors, marked, legal, strict=True)
    ]


def _with_bonus(
    corridors: Sequence[Corridor], spans: Sequence[Range], name: str, raised: bool, bonus: bool
) -> list[tuple[Range, Range]]:
    if not bonus:
        return [((0, 0), span) for span in spans]
    if raised:
        return list(ranges(spans))
    # A solo corridor is looked at without what a card adds to it.
    ((added, _),) = ranges([getattr(corridors[0], name) or spans[0]])
    return [(added, (spans[0][0] + added[0], spans[0][1] + added[1]))]


def _corridor_parts(habitat: str, c: Corridor, bonus: Range) -> Iterator[Event]:
    if c.marked is None:
        return
    n, at = len(c.tiles), _places(c.tiles)
    if n:
        yield Event(habitat, at, n, n, what="cascadia.parts.corridor", values={"n": n})
    elif n := c.marked[0]:  # of a pad only its size is known
        yield Event(habitat, habitat, n, n, what="cascadia.parts.corridor", values={"n": n})
    if c.lift:
        yield Event(habitat, habitat, c.lift, c.lift, "LM-4", what="cascadia.parts.lift")
    if bonus[0]:
        yield Event(habitat, habitat, bonus[0], bonus[0], "CA-5", what="cascadia.parts.majority")


# -- landmarks and nature tokens -----------------------------------------------------------------


def landmarks_row(checked: Checked, deck: Deck) -> Row:
    """The points of landmark cards, but for those that lift corridors (LM-3 to LM-5)."""
    try:
        marked, parts, how = _landmarks(checked.ink, deck)
        spans = [_landmarks(picture, deck)[0] for picture in checked.legal]
    except Missing as missing:
        return Row(needs=missing.needs)
    return Row(marked, _hull(spans), parts, how)


def _landmarks(picture: Picture, deck: Deck) -> tuple[Range, tuple[Event, ...], Basis]:
    low = high = 0
    parts: list[Event] = []
    bases: set[Basis] = set()
    for mark in picture.landmarks:
        card = deck.landmark.get((mark.habitat, mark.card))
        if card is None:
            raise Missing("landmark")
        if card.pattern == "corridor-bonus":
            continue
        found = sorted(card.points(n) for n in _counted(picture, mark, card))
        low, high = low + found[0], high + found[-1]
        bases.add(basis(card))
        parts.append(
            Event(
                "landmarks",
                place(mark.at),
                found[0],
                found[0],
                "LM-5" if card.pattern in ("fixed", "few-corridors") else "LM-3",
                what="cascadia.parts.landmark",
                values={"habitat": mark.habitat, "letter": mark.card},
            )
        )
    return (low, high), tuple(parts), together(bases)


def landmarks_open(picture: Picture, deck: Deck) -> Iterator[tuple[Landmark, str]]:
    """The landmarks whose points cannot be told, each with what is missing."""
    for mark in picture.landmarks:
        card = deck.landmark.get((mark.habitat, mark.card))
        if card is None:
            yield mark, "card" if mark.card else "letter"
            continue
        try:
            lifts = card.pattern == "corridor-bonus"
            for n in {1} if lifts else _counted(picture, mark, card):
                card.points(n)
        except Missing as missing:
            yield mark, missing.needs[0]


def _counted(picture: Picture, mark: Landmark, card: Card) -> set[int]:
    """How many of what the card counts there are, in each way that the tiles can be read."""
    if card.pattern == "fixed":
        return {1}
    if picture.board is None:
        raise Missing("tiles")
    board, letter = picture.board, letter_of(mark.habitat)
    if card.pattern == "animals-on":
        own = (at for at, animal in picture.tokens.items() if animal == card.animal)
        return _partly([board[at] for at in own if at in board], letter)
    if card.pattern == "keystones-on":
        return _partly([tile for tile in board.values() if tile.keystone], letter)
    least = card.number("least", 1) if card.pattern == "corridors" else 1
    return {sum(len(part) >= least for part in way) for way in picture.corridors(letter)}


def _partly(tiles: Sequence[Tile], letter: str) -> set[int]:
    """How many of the tiles are at least partly of a habitat; of some it may not be known."""
    n = sum(letter in tile.habitats for tile in tiles)
    return {*range(n, n + sum(not tile.habitats for tile in tiles) + 1)}


def nature_row(checked: Checked) -> Row:
    """1 point for each nature token left (CA-6); more than can be are not allowed."""
    n = checked.nature
    if n is None:
        return NOT_KNOWN
    left = {min(n, most_nature(checked, picture)) for picture in checked.legal}
    part = Event("nature", "nature", n, min(left, default=0), what="cascadia.parts.nature")
    return Row((n, n), _hull([(x, x) for x in left]), (part,))


def _places(some: Iterable[Hex]) -> str:
    return " ".join(map(place, some))
