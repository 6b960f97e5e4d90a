"""A located file → the environments or the pad that it holds; what cannot be is a finding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from cascadia_print.cascadia.board import Hex, Tile
from cascadia_print.cascadia.cards import rulings
from cascadia_print.cascadia.corridors import three_and_three
from cascadia_print.cascadia.entered import (
    ANIMALS,
    CARD_LETTERS,
    ENVIRONMENT,
    GAME,
    HABITATS,
    LANDMARK_LETTERS,
    LINES,
    PAD,
    VARIANTS,
    Environment,
    Game,
    Key,
    Laid,
    Landmark,
    animal_letters,
    place,
    told_of,
)
from cascadia_print.sheet.faults import Unreadable, nearest
from cascadia_print.sheet.located import Path_, Source, hidden, pointer
from cascadia_print.sheet.schema import check
from cascadia_print.sheet.vocabulary import habitat_letters
from cascadia_print.verdict import Finding

_PLACE = re.compile(r"-?\d{1,3},-?\d{1,3}", re.ASCII)
_ESCAPED = re.compile(r"[^\x20-\x7e\r\n\t]|\\")
"""What may stand for a hidden character: a sign beyond ASCII, or a backslash."""
_HABITAT_LETTERS = "MFPWR"


def read(source: Source) -> Game:
    """The game of a file. Raises Unreadable for what does not follow its schema."""
    data = source.data
    format = data.get("format") if isinstance(data, dict) else None
    several = isinstance(data, dict) and "players" in data
    if format is None and told_of(data):
        word = GAME if several else ENVIRONMENT
        raise Unreadable([source.fault("IN-no-format", (), word=word)])
    name = "pad" if format == PAD else "environment-game" if several else "environment"
    faults = check(source, name)
    if not faults and _ESCAPED.search(source.text):
        faults = [*hidden(source)]
    if faults:
        raise Unreadable(faults)
    if format == ENVIRONMENT:
        player = _Reader(data, ()).environment()
        return Game((player,), _with_landmarks([data]))
    if format == PAD:
        return _pad(data)
    return _game(data)


def _game(data: Mapping[str, Any]) -> Game:
    players = [
        _Reader(entry, ("players", k), data).environment()
        for k, entry in enumerate(data["players"])
    ]
    names = [player.player for player in players]
    pad = data.get("pad") or ()
    whole = {*names} <= {entry.get("player") or "" for entry in pad}
    for k, entry in enumerate(pad):
        column = _Reader(entry, ("pad", k), data).environment()
        if column.player in names:
            n = names.index(column.player)
            players[n] = _joined(players[n], column)
        elif whole and column.player:
            # All others have a column, so this is no slip in a name but one more at the table,
            # without whose corridors nobody's bonus can be told (CA-5).
            players.append(replace(column, wrong=_news(players[0].wrong, column.wrong)))
        else:
            values = {"value": column.player, "nearest": nearest(column.player, names)}
            at = pointer(("pad", k, "player"))
            wrong = Finding("IN-player", "claim", "pad", "player-unknown", values, at)
            players[-1] = replace(players[-1], wrong=(*players[-1].wrong, wrong))
    # More than four play with Landmarks only (CA-3).
    return Game(tuple(players), len(players) > 4 or _with_landmarks([*data["players"], *pad]))


def _with_landmarks(entries: Iterable[Mapping[str, Any]]) -> bool:
    """Whether what is said of players tells that they play with Landmarks."""
    return any(
        entry.get("landmarks") is not None
        or (entry.get("claims") or {}).get("landmarks") is not None
        for entry in entries
    )


def _joined(player: Environment, column: Environment) -> Environment:
    """A player with what the pad says of him; what he says himself counts first."""
    said = [id for id in column.claims if id in player.claims]
    twice = [
        Finding("IN-claim", "claim", id, "claim-twice", {}, column.at("claim", id))
        for id in said
        if player.claims[id] != column.claims[id]
    ]
    return replace(
        player,
        claims={**column.claims, **player.claims},
        wrong=(*player.wrong, *_news(player.wrong, column.wrong), *twice),
        where={**column.where, **player.where},
    )


def _news(known: Iterable[Finding], found: Iterable[Finding]) -> tuple[Finding, ...]:
    """What was not found before: what stands above the players is read for each of them."""
    before = [*known]
    return tuple(finding for finding in found if finding not in before)


def _pad(data: Mapping[str, Any]) -> Game:
    players = [
        _Reader(entry, ("players", k), data).environment()
        for k, entry in enumerate(data["players"])
    ]
    return Game(tuple(players), bool(data.get("landmarks")) or _with_landmarks(data["players"]))


class _Reader:
    """Reads one player; `wrong` and `where` are gathered on the way."""

    def __init__(
        self, data: Mapping[str, Any], path: Path_, table: Mapping[str, Any] | None = None
    ) -> None:
        self.data, self.path, self.table = data, path, table or {}
        players = self.table.get("players", ())
        entries = [data, *players, *(self.table.get("pad") or ())]
        self.landmarks = len(players) > 4 or _with_landmarks(entries)
        self.base = pointer(path)
        self.wrong: list[Finding] = []
        self.where: dict[Key, Path_] = {}

    def environment(self) -> Environment:
        data = self.data
        tiles, tokens = self._tiles(), self._tokens()
        if "nature" in data:
            self.where["nature",] = (*self.path, "nature")
        return Environment(
            player=data.get("player") or "",
            tokens=tokens,
            tiles=tiles,
            landmarks=self._landmarks(),
            cards=self._cards(),
            nature=self._natural(data.get("nature")),
            rulings=self._rulings(),
            claims=self._claims(),
            wrong=tuple(self.wrong),
            where=self.where,
        )

    # -- what lies there -----------------------------------------------------------------------

    def _tokens(self) -> dict[Hex, tuple[str, ...]] | None:
        said = self.data.get("tokens")
        if said is None:
            return None
        self.where["tokens",] = (*self.path, "tokens")
        found: dict[Hex, tuple[str, ...]] = {}
        for key, value in said.items():
            at = self._place(key, "tokens", key)
            for k, animal in enumerate(value if isinstance(value, list) else [value]):
                steps = ("tokens", key, k) if isinstance(value, list) else ("tokens", key)
                if animal is None or at is None:
                    continue
                if animal not in ANIMALS:
                    better = nearest(animal, (*ANIMALS, *animal_letters()))
                    better = animal_letters().get(animal, better)
                    self._wrong(
                        "IN-token", key, "token-unknown", *steps, value=animal, nearest=better
                    )
                    continue
                which = "second" if at in found else "token"
                self.where.setdefault((which, at), (*self.path, *steps))
                found[at] = (*found.get(at, ()), animal)
        return found

    def _tiles(self) -> tuple[Laid, ...] | None:
        if self.data.get("tiles") is None:
            return None
        self.where["tiles",] = (*self.path, "tiles")
        found = []
        for k, entry in enumerate(self.data["tiles"]):
            at = self._place(entry["at"], "tiles", k, "at")
            if at is not None:
                found.append(self._tile(at, entry, k))
        return tuple(found)

    def _tile(self, at: Hex, entry: Mapping[str, Any], k: int) -> Laid:
        path = (*self.path, "tiles", k, "at")
        self.where.setdefault(("tile", at), path)
        edges, shows = entry.get("edges") or "", entry.get("shows") or ""
        if len(entry) == 3 and (habitats := _usual(edges, shows)):
            return Laid(Tile(at, habitats, edges, shows, len(shows) == 1), path)
        return self._odd_tile(at, entry, k, path)

    def _odd_tile(self, at: Hex, entry: Mapping[str, Any], k: int, path: Path_) -> Laid:
        """A tile that is not told by edges and animals alone, or wrongly."""
        known = _HABITAT_LETTERS
        habitats = self._word(entry, k, "habitats", "habitats-word", known, at, 3)
        edges = self._word(entry, k, "edges", "edges-word", known, at, 6)
        letters = "".join(animal_letters())
        shows = self._word(entry, k, "shows", "shows-word", letters, at, 5)
        if edges and habitats and set(edges) != set(habitats):
            values: dict[str, Any] = {"edges": edges, "habitats": habitats}
            self._wrong("IN-edges", place(at), "edges-habitats", "tiles", k, "edges", **values)
            habitats = edges = ""
        else:
            habitats = habitats or "".join(sorted(set(edges), key=_HABITAT_LETTERS.index))
        # The extra keystones of Landmarks may be cut in another way.
        extra = self.landmarks and len(shows) == 1
        if edges and len(habitats) < 3 and not extra and not three_and_three(edges):
            self._wrong("CA-4", place(at), "edges-order", "tiles", k, "edges", value=edges)
            edges = ""
        told = bool(entry.get("edges") or (entry.get("habitats") and not habitats)) and not edges
        if len(habitats) == 1:
            edges = habitats * 6
        keystone = entry.get("keystone")
        if keystone is not None and shows and keystone != (len(shows) == 1):
            text = "keystone-shows" if keystone else "keystone-not"
            self._wrong("CA-2", place(at), text, "tiles", k, "keystone", n=len(shows))
        tile = Tile(at, habitats, edges, shows, len(shows) == 1 if shows else bool(keystone))
        return Laid(tile, path, told)

    def _word(
        self, entry: Mapping[str, Any], k: int, key: str, text: str, known: str, at: Hex, most: int
    ) -> str:
        """A word of letters; "" for one that cannot be, or that is not there."""
        word = entry.get(key) or ""
        if _possible(word, key, known, most):
            return str(word)
        strange = [n for n, letter in enumerate(word) if letter not in known]
        self._wrong(
            f"IN-{key}",
            place(at),
            text,
            "tiles",
            k,
            key,
            offset=strange[0] if strange else 0,
            value=word,
            known=" ".join(known),
        )
        return ""

    def _landmarks(self) -> tuple[Landmark, ...] | None:
        if self.data.get("landmarks") is None:
            return None
        found = []
        for k, entry in enumerate(self.data["landmarks"]):
            at = self._place(entry["at"], "landmarks", k, "at")
            habitat, card = entry["habitat"], entry.get("card") or ""
            steps = ("landmarks", k)
            if habitat not in HABITATS:
                better = habitat_letters().get(habitat) or nearest(habitat, HABITATS)
                values = {"value": habitat, "nearest": better}
                self._wrong(
                    "IN-landmark", "landmarks", "landmark-unknown", *steps, "habitat", **values
                )
                continue
            if card and (len(card) != 1 or card not in LANDMARK_LETTERS):
                at_ = entry["at"]
                self._wrong("IN-card", at_, "landmark-card-unknown", *steps, "card", value=card)
                card = "?"
            if at is not None:
                found.append(Landmark(habitat, at, card, self._pointer(*steps)))
        return tuple(found)

    # -- what was agreed and written -----------------------------------------------------------

    def _cards(self) -> dict[str, str]:
        """Animal -> letter, "family" or "intermediate"; "?" for a word that means nothing."""
        own = self.data.get("cards")
        said, path = (own, self.path) if own is not None else (self.table.get("cards"), ())
        if said is None:
            return {}
        if isinstance(said, str):
            at = (*path, "cards")
            self.where.update(dict.fromkeys((("card", animal) for animal in ANIMALS), at))
            known = said in (*VARIANTS, *CARD_LETTERS)
            if not known:
                self._table_wrong(at, "cards", said, VARIANTS, "cards-unknown")
            return dict.fromkeys(ANIMALS, said if known else "?")
        found = {}
        for animal, letter in said.items():
            if letter is None:
                continue
            at = (*path, "cards", animal)
            self.where["card", animal] = at
            known = len(letter) == 1 and letter in CARD_LETTERS
            if not known:
                self._table_wrong(at, animal, letter, tuple(CARD_LETTERS))
            found[animal] = letter if known else "?"
        return found

    def _table_wrong(
        self, path: Path_, at: str, word: str, known: Iterable[str], text: str = "card-unknown"
    ) -> None:
        values = {"value": word, "known": tuple(known)}
        self.wrong.append(Finding("IN-card", "illegal", at, text, values, pointer(path)))

    def _rulings(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for data, path in ((self.table, ()), (self.data, self.path)):
            for id, choice in sorted((data.get("rulings") or {}).items()):
                if choice is None:
                    continue
                known = rulings().get(id, tuple(rulings()))
                word = choice if id in rulings() else id
                if id in rulings() and choice in known:
                    found[id] = choice
                    continue
                at = pointer((*path, "rulings", id))
                values = {"value": word, "nearest": nearest(word, known), "known": known}
                finding = Finding("IN-rule", "illegal", id, "ruling-unknown", values, at)
                self.wrong.append(finding)
        return found

    def _claims(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        said = self.data.get("claims") or {}
        for line, written in said.items():
            numbers = tuple(written) if isinstance(written, list) else (written,)
            if numbers in ((), (None,)):
                continue
            steps = ("claims", line)
            habitat, row = line.removesuffix("-bonus"), f"{line}-bonus"
            if habitat != line and habitat in HABITATS:
                if not isinstance(said.get(habitat), int):
                    of: Any = {"kind": "claim", "habitats": (habitat,)}
                    self._wrong("IN-claim", line, "claim-bonus-alone", *steps, **of)
                continue
            if isinstance(written, int) and isinstance(said.get(row), int) and line in HABITATS:
                numbers = (written, said[row])
                self.where["bonus", line] = (*self.path, "claims", row)
            if line not in (*LINES, "total"):
                better = nearest(line, (*LINES, "total"))
                self._wrong("IN-claim", line, "claim-unknown", *steps, kind="claim", nearest=better)
                continue
            if len(numbers) > (2 if line in HABITATS else 1):
                self._wrong("IN-claim", line, "claim-parts", *steps, kind="claim", n=len(numbers))
                continue
            if min(numbers) < 0:
                value = min(numbers)
                self._wrong("IN-claim", line, "claim-negative", *steps, kind="claim", value=value)
                continue
            found[line] = numbers
            self.where["claim", line] = (*self.path, *steps)
        return found

    def _natural(self, n: int | None) -> int | None:
        if n is None or n >= 0:
            return n
        self._wrong("IN-nature", "nature", "nature-negative", "nature", value=n)
        return None

    # -- places ----------------------------------------------------------------------------------

    def _place(self, word: str, *steps: str | int) -> Hex | None:
        at = _hex(word)
        if at is None:
            self._wrong("IN-place", word, "place-unknown", *steps, value=word)
        return at

    def _pointer(self, *steps: str | int) -> str:
        return self.base + pointer(steps)

    def _wrong(
        self,
        rule: str,
        at: str,
        text: str,
        /,
        *steps: str | int,
        kind: Any = "illegal",
        offset: int = 0,
        **values: object,
    ) -> None:
        at = at if len(at) <= 40 else at[:39] + "…"
        shown = {
            k: v[:39] + "…" if isinstance(v, str) and len(v) > 40 else v for k, v in values.items()
        }
        self.wrong.append(Finding(rule, kind, at, text, shown, self._pointer(*steps), offset))


@lru_cache(4096)
def _hex(word: str) -> Hex | None:
    """ "0,-1" -> (0, -1); None for what is no place."""
    if not _PLACE.fullmatch(word):
        return None
    q, r = word.split(",")
    return int(q), int(r)


@cache
def _possible(word: str, key: str, known: str, most: int) -> bool:
    """Whether a word has the letters that it may have; of edges six or none, else each once."""
    if not set(word) <= set(known):
        return False
    return len(word) in (0, most) if key == "edges" else len(set(word)) == len(word) <= most


@cache
def _usual(edges: str, shows: str) -> str:
    """The habitats of a tile of the base game told by its edges and animals; "" for any other."""
    letters = "".join(animal_letters())
    good = _possible(edges, "edges", _HABITAT_LETTERS, 6) and _possible(shows, "shows", letters, 5)
    if not good or not edges or not shows or not three_and_three(edges):
        return ""
    return "".join(sorted(set(edges), key=_HABITAT_LETTERS.index))
