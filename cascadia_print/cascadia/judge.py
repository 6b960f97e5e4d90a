"""A game of Cascadia → a report for each player: three totals a row, findings, notes (L1, L2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from cascadia_print.cascadia.board import Hex
from cascadia_print.cascadia.cards import Card, chosen
from cascadia_print.cascadia.claims import check_claims
from cascadia_print.cascadia.corridors import turned
from cascadia_print.cascadia.entered import (
    ANIMALS,
    HABITATS,
    LINES,
    RULES,
    SUMS,
    VARIANTS,
    Game,
    letter_of,
    place,
)
from cascadia_print.cascadia.legal import REACHED, Checked, check
from cascadia_print.cascadia.lines import (
    NOT_KNOWN,
    Corridor,
    Deck,
    Row,
    animal_row,
    corridor,
    habitat_rows,
    landmarks_open,
    landmarks_row,
    nature_row,
    together,
    total,
)
from cascadia_print.cascadia.pad import impossible
from cascadia_print.verdict import Event, Finding, Level, Line, Missed, Report, Verdict

SHEETS = {False: "cascadia", True: "cascadia-landmarks"}
"""What a report of the base game names instead of a sheet, without and with Landmarks."""


def judge(game: Game, deck: Deck) -> tuple[Report, ...]:
    """The verdict on each player, in the order of the game."""
    table = [_Player(checked, deck) for checked in check(game)]
    # What is asked about the whole table is answered once: by the first who says something.
    rulings = {id: said for env in reversed(game.players) for id, said in env.rulings.items()}
    variant = any(set(env.cards.values()) & {*VARIANTS} for env in game.players)
    bonus = not variant or chosen(rulings, "variant-majority") == "yes"
    apart = any(len(written) == 2 for p in table for written in p.env.claims.values())
    for habitat in HABITATS:
        corridors = [player.corridors[habitat] for player in table]
        rows = habitat_rows(habitat, corridors, rulings, game.most_tiles, bonus)
        for player, row, found in zip(table, rows, corridors, strict=True):
            # Beside corridors and bonuses of their own, one number says not whether it is both.
            written = player.env.claims.get(habitat, ())
            if apart and len(written) == 1 and (not player.laid or _bare(written[0], found, row)):
                player.either.add(habitat)
            known = player.laid or habitat in player.either
            player.rows[habitat] = row if known else player.written(habitat, row)
    _differing_cards(table)
    return tuple(player.report(table, rulings) for player in table)


def _bare(n: int, corridor: Corridor, row: Row) -> bool:
    """Whether a number may be that of the corridor, and its bonus was not written."""
    low, high = corridor.marked or (0, -1)
    return low <= n <= high and row.marked != (n, n)


def _differing_cards(table: Sequence[_Player]) -> None:
    """All players of a game score by the same cards (CA-15), those of the first who says some."""
    said: dict[str, tuple[str, str]] = {}
    for player in table:
        env = player.env
        differ: dict[tuple[str, str, str], list[str]] = {}
        for animal in ANIMALS:
            have = env.cards.get(animal, "?")
            if have != "?":
                need, whose = said.setdefault(animal, (have, env.player or "?"))
                if need != have:
                    differ.setdefault((have, need, whose), []).append(animal)
        for (have, need, whose), animals in differ.items():
            values = {"kinds": tuple(animals), "have": have, "need": need, "player": whose}
            at, pointer = animals[0], env.at("card", animals[0])
            player.found.append(Finding("CA-15", "illegal", at, "cards-differ", values, pointer))


class _Player:
    """One player: rows and findings are gathered on the way."""

    def __init__(self, checked: Checked, deck: Deck) -> None:
        self.checked, self.env, self.deck = checked, checked.env, deck
        self.laid = self.env.laid
        self.found = [*self.env.wrong, *checked.found]
        self.rulings: dict[str, str] = {}
        self.either: set[str] = set()
        """Habitats whose number may be the corridor alone or with its bonus."""
        self.rows: dict[str, Row] = {}
        for animal in ANIMALS:
            self.rows[animal] = self._animal(animal) if self.laid else self.written(animal)
        self.corridors = {habitat: self._corridor(habitat) for habitat in HABITATS}

    # -- rows ----------------------------------------------------------------------------------

    def written(self, line: str, row: Row = NOT_KNOWN) -> Row:
        """A row of which only the number written is known, if it can be the right one.

        Of a habitat with a corridor of its own the rest is the bonus.
        """
        if line not in self.env.claims:
            return row
        n = sum(self.env.claims[line])
        low, high = row.marked or (n, n)
        if not low <= n <= high:
            return row
        rest = n - low
        bonus = Event(line, line, rest, rest, "CA-5", what="cascadia.parts.majority")
        return replace(row, marked=(n, n), receipt=(*row.receipt, *([bonus] if rest else [])))

    def _animal(self, animal: str) -> Row:
        if self.env.tokens is None:
            return NOT_KNOWN
        letter = self.env.cards.get(animal, "")
        there = any(animal in animals for animals in self.env.tokens.values())
        if not there:
            return Row((0, 0), (0, 0))  # by whichever card
        card = self.deck.wildlife.get((animal, letter))
        if card is None:
            if letter != "?":
                text = "card-needs-numbers" if letter else "card-missing"
                self._open(animal, text, "LM-6" if letter else "CA-15", "card", animal, card=letter)
            return NOT_KNOWN
        self._ruled(card)
        row = animal_row(self.checked, animal, card)
        for need in row.needs:
            self._open(animal, f"needs-{need}", "LM-6", "card", animal, card=letter)
        return row

    def _ruled(self, card: Card) -> None:
        asked = {"runs": "salmon-branch", "herds": "elk-herd-split", "rings": "elk-ring-gaps"}
        if card.pattern in asked:
            self._ask(asked[card.pattern])

    def _ask(self, ruling: str) -> None:
        self.rulings[ruling] = chosen(self.env.rulings, ruling)

    def _open(self, at: str, text: str, rule: str, *where: str | Hex, **values: object) -> None:
        pointer = self.env.at(*where) or self.env.at("tokens")
        self.found.append(Finding(rule, "cannot-tell", at, text, values, pointer))

    @property
    def unsaid(self) -> bool:
        """Whether the pad has points for landmarks of which it is not said where they lie."""
        return self.env.landmarks is None and sum(self.env.claims.get("landmarks", ())) > 0

    def _corridor(self, habitat: str) -> Corridor:
        if self.laid:
            found = corridor(self.checked, habitat, self.deck)
            marked = self.unsaid and found.marked and found.marked[1] >= REACHED
            return replace(found, needs=("landmark",)) if marked else found
        written = self.env.claims.get(habitat, ())
        return Corridor((written[0], written[0]) if len(written) == 2 else None, None)

    def _landmarks(self) -> Row:
        if not self.checked.game.landmarks:
            return Row((0, 0), (0, 0))
        if not self.laid or self.unsaid:
            return self.written("landmarks")
        for mark, need in landmarks_open(self.checked.ink, self.deck):
            if mark.card == "?":
                continue  # that is a finding already
            rule = "LM-4" if mark.card in ("I", "J") else "LM-3"
            values = {"habitats": (mark.habitat,), "card": mark.card}
            at, text = place(mark.at), f"landmark-needs-{need}"
            self.found.append(Finding(rule, "cannot-tell", at, text, values, mark.pointer))
        marks = [(mark.habitat, mark.card) for mark in self.checked.ink.landmarks]
        cards = [self.deck.landmark[key] for key in marks if key in self.deck.landmark]
        if self.env.tokens is None and any(card.pattern == "animals-on" for card in cards):
            return NOT_KNOWN
        return landmarks_row(self.checked, self.deck)

    def _complete(self) -> None:
        self.rows["landmarks"] = self._landmarks()
        if self.laid:
            self.rows["nature"] = nature_row(self.checked)
        else:
            self.rows["nature"] = self.written("nature")
        # Rows add up to their sums, also where a row is cut to what the ink makes of it.
        self.rows = {line: _cut(row) for line, row in self.rows.items()}
        for line, rows in SUMS.items():
            self.rows[line] = self._sum(line, rows)

    def _sum(self, line: str, rows: Sequence[str]) -> Row:
        parts = (
            Event(line, row, n, n, what=f"cascadia.lines.{row}")
            for row in rows
            if (span := self.rows[row].marked) is not None and (n := span[0])
        )
        return total((self.rows[row] for row in rows), tuple(parts))

    # -- the report ----------------------------------------------------------------------------

    def report(self, table: Sequence[_Player], rulings: Mapping[str, str]) -> Report:
        self._complete()
        self._unknown(table)
        self._rulings(table, rulings)
        game = self.checked.game
        extra = game.landmarks or "landmarks" in self.env.claims
        lines = [self._line(x) for x in LINES if x != "landmarks" or extra]
        right = {x.id: self.rows[x.id].marked for x in (*lines, self._line("total"))}
        parts = {x.id: x.receipt for x in lines}
        if not self.laid:
            self.found += impossible(self.env, game, self.deck.wildlife)
        claims = {line: n for line, n in self.env.claims.items() if line not in self.either}
        self.found += check_claims(replace(self.env, claims=claims), right, parts)
        kinds = {f.kind for f in self.found}
        said = bool(self.env.claims)
        level: Level = "L2" if self.laid else "L1" if said else "L0"
        verdict = next((k for k in ("illegal", "cannot-tell") if k in kinds), "legal")
        nature = self.rows["nature"].legal or self.rows["nature"].marked
        return Report(
            sheet=SHEETS[game.landmarks],
            player=self.env.player,
            verdict=cast(Verdict, verdict),
            claims="wrong" if "claim" in kinds else "right" if said else "none",
            level=level,
            lines=tuple(lines),
            total=self._line("total"),
            findings=tuple(self.found),
            missed=tuple(self._missed()),
            rulings=self.rulings,
            nature=nature[0] if nature else None,
            recorded=True,
            notes=tuple(self._notes(table)),
        )

    def _line(self, id: str) -> Line:
        row = self.rows[id]
        claimed = sum(self.env.claims[id]) if id in self.env.claims else None
        marked = row.marked[0] if row.marked else None
        sure, most = row.legal if row.legal is not None and marked is not None else (None, None)
        basis = row.basis
        if id in SUMS:
            basis = together({self.rows[r].basis for r in SUMS[id]})
        return Line(id, RULES[id], claimed, marked, sure, most, basis, row.receipt)

    def _unknown(self, table: Sequence[_Player]) -> None:
        """What is missing, each fact once."""
        if not self.laid:
            return
        if self.env.tokens is None:
            self._open("wildlife", "tokens-missing", "CA-7", "tiles")
        if self.unsaid:
            self._open("landmarks", "landmarks-missing", "LM-1", "claim", "landmarks")
        board = self.checked.ink.board
        if board is None:
            self._open("habitats", "tiles-missing", "CA-4", "tokens")
            return
        spread = [h for h, c in self.corridors.items() if c.marked and c.marked[0] < c.marked[1]]
        points = self.rows["landmarks"].marked or (0, 0)
        loose = self.checked.ink.landmarks if points[0] < points[1] else ()
        if hanging := [h for h in HABITATS if h in (*spread, *(mark.habitat for mark in loose))]:
            open_tiles = dict.fromkeys(at for h in hanging for at in turned(board, letter_of(h)))
            told = {laid.tile.at for laid in self.env.tiles or () if laid.told}
            told |= {laid.tile.at for laid in self.checked.strange}
            tiles = [at for at in open_tiles if at not in told]
            values = {"places": tuple(map(place, tiles)), "habitats": hanging, "n": len(tiles)}
            for first in tiles[:1]:
                self._open(place(first), "edges-missing", "CA-4", "tile", first, **values)
        spans = {h: self.rows[h].marked for h in HABITATS if h not in spread}
        open_ = [h for h, span in spans.items() if span and span[0] < span[1]]
        others = [p.env.player or "?" for p in table if p is not self and p._vague]
        if open_ and others:
            values = {"habitats": open_, "players": tuple(others), "n": len(others)}
            self._open(open_[0], "majority-open", "CA-5", "tiles", **values)

    @property
    def _vague(self) -> bool:
        """Whether a corridor of this player is not known for certain."""
        found = self.corridors.values()
        return any(c.marked is None or c.needs or c.marked[0] < c.marked[1] for c in found)

    def _rulings(self, table: Sequence[_Player], rulings: Mapping[str, str]) -> None:
        """The answers that hold for the whole table."""
        asked = {
            "majority-5-6": len(table) > 4,
            "variant-majority": bool(set(self.env.cards.values()) & {*VARIANTS}),
            "ij-solo": len(table) == 1 and any(c.lift for c in self.corridors.values()),
        }
        self.rulings |= {id: chosen(rulings, id) for id, matters in asked.items() if matters}

    def _missed(self) -> Iterator[Missed]:
        """Landmarks that could have been placed and were not, which may be declined (LM-1)."""
        if self.env.landmarks is None or self.checked.ink.board is None:
            return
        marked = {mark.habitat for mark in self.checked.ink.landmarks}
        for habitat in HABITATS:
            found = self.corridors[habitat].legal
            if habitat not in marked and found is not None and found[0] >= REACHED:
                yield Missed("LM-1", habitat, "landmarks", 0, "landmark")

    def _notes(self, table: Sequence[_Player]) -> Iterator[Finding]:
        game, board = self.checked.game, self.checked.ink.board
        written = tuple(p.env.player or "?" for p in table if not p.laid)
        if written and board is not None:
            yield _note("CA-5", "habitats", "pad-only", players=written)
        bonus = any(len(self.env.claims.get(habitat, ())) == 2 for habitat in HABITATS)
        if len(game.players) == 1 and (board is not None or bonus):
            yield _note("CA-5", "habitats", "solo")
        told = tuple(p.env.player or "?" for p in table if p.checked.across)
        if told and not self.checked.across and (self.checked.doubtful or self.checked.excess):
            yield _note("CA-15", "tokens", "elsewhere", players=told)
        if board is not None and len(board) < game.most_tiles:
            yield _note("CA-1", "tiles", "unfinished", n=len(board), need=game.most_tiles)
        if self.laid and self.checked.nature is None:
            rest = total(self.rows[row] for row in SUMS["total"] if row != "nature")
            if rest.marked:
                yield _note("CA-6", "nature", "nature-unsaid", have=rest.marked[0])
        for basis, rule in (("owner", "LM-6"), ("designed", "LM-5")):
            lines = [x for x in LINES if self.rows[x].basis == basis]
            if lines:
                yield _note(rule, lines[0], f"basis-{basis}", differ=", ".join(lines))


def _cut(row: Row) -> Row:
    """The row with no more for certain than its ink makes."""
    if row.legal is None or row.marked is None:
        return row
    sure = min(row.legal[0], row.marked[0])
    return row if sure == row.legal[0] else replace(row, legal=(sure, max(row.legal[1], sure)))


def _note(rule: str, at: str, text: str, **values: object) -> Finding:
    return Finding(rule, "note", at, f"note-{text}", values)
