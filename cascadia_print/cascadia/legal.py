"""What of an environment can be as it lies: findings, and the pictures that are allowed.

Where it cannot be known which of several things is wrong (two tiles in one place, one token too
many), each way of putting it right is a picture of its own; they bound what is certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import combinations, islice, product
from math import comb
from types import MappingProxyType

from cascadia_print.cascadia import tiles as known
from cascadia_print.cascadia.board import NONE, Board, Hex, Tile, groups, neighbours
from cascadia_print.cascadia.corridors import Grouping, groupings, size
from cascadia_print.cascadia.entered import (
    Environment,
    Game,
    Laid,
    Landmark,
    animal_letters,
    letter_of,
    place,
)
from cascadia_print.verdict import Finding, FindingKind

MOST_TOKENS = 20
FINISHED = 23
"""Tiles of a finished environment of the base game (CA-1)."""
REACHED = 5
"""A corridor of this size lets a landmark be placed (LM-1)."""
WAYS = 64
"""So many pictures of one environment are looked at; beyond that it cannot be told."""
KIND = {False: 20, True: 27}
"""Tokens of each animal, without and with Landmarks (CA-15)."""


_Values = dict[str, object]


@dataclass(frozen=True, slots=True)
class Picture:
    """One way to read what lies there: a tile, a token and a landmark at a place at most.

    `board` is None where the file names no tiles. `known` keeps what was worked out about it.
    """

    board: Board | None
    tokens: Mapping[Hex, str]
    landmarks: tuple[Landmark, ...]
    known: dict[str, tuple[Grouping, ...]] = field(default_factory=dict, compare=False)

    def corridors(self, letter: str) -> tuple[Grouping, ...]:
        """The corridors of a habitat, in each way that the tiles can be read."""
        if letter not in self.known:
            self.known[letter] = groupings(self.board or {}, letter)
        return self.known[letter]

    def on(self, board: Board) -> Picture:
        """The same on other tiles."""
        return Picture(board, self.tokens, self.landmarks)


class Checked:
    """One environment with what is found in it and what the whole table knows of it.

    doubtful: groups of tiles of which some are too many, with the least and the most that are.
    excess: animals that lie here and of which the table has so many tokens too many.
    across: findings that only the whole table shows.
    """

    def __init__(
        self,
        env: Environment,
        game: Game,
        doubtful: Sequence[tuple[tuple[Hex, ...], int, int]] = (),
        excess: Mapping[str, int] = MappingProxyType({}),
        across: Sequence[Finding] = (),
    ) -> None:
        self.env, self.game, self.across = env, game, across
        self.doubtful, self.excess = doubtful, excess

    @cached_property
    def found(self) -> tuple[Finding, ...]:
        """All findings about what lies here."""
        return (*_tiles(self), *self.across, *_tokens(self), *_landmarks(self), *_nature(self))

    @cached_property
    def first(self) -> Mapping[Hex, Laid]:
        """The tiles, of two in one place the first."""
        found: dict[Hex, Laid] = {}
        for laid in self.env.tiles or ():
            found.setdefault(laid.tile.at, laid)
        return found

    @cached_property
    def ink(self) -> Picture:
        """What lies there, allowed or not; where two things lie in one place the first counts."""
        board = None
        if self.env.tiles is not None:
            board = {at: laid.tile for at, laid in self.first.items()}
        tokens = {at: animals[0] for at, animals in (self.env.tokens or {}).items()}
        return Picture(board, tokens, self.env.landmarks or ())

    @cached_property
    def legal(self) -> tuple[Picture, ...]:
        """The largest allowed parts of it; () if there are too many ways to tell."""
        found = (*self.env.wrong, *self.found)
        # Where nothing is wrong, all may lie as it does.
        wrong = any(f.kind != "cannot-tell" or f.text == "landmark-open" for f in found)
        return _legal(self) if wrong or self.doubtful or self.excess else (self.ink,)

    @cached_property
    def strange(self) -> tuple[Laid, ...]:
        """Tiles that are not among those of the base game (CA-1)."""
        if self.game.landmarks:
            return ()
        said = (x for x in self.env.tiles or () if _known(x.tile))
        return tuple(x for x in said if not _allowed(x.tile))

    @cached_property
    def parts(self) -> list[tuple[Hex, ...]]:
        """The groups of tiles that hang together, that with the starter first, else the largest."""
        if _together(self.first):
            return [tuple(self.first)]
        found = groups(self.first)
        faces = known.starter_faces()
        starts = {at for at, laid in self.first.items() if known.face(laid.tile) in faces}
        return sorted(found, key=lambda part: (starts.isdisjoint(part), -len(part), part))

    @property
    def nature(self) -> int | None:
        """The nature tokens left, also where only the pad says it."""
        written = self.env.claims.get("nature")
        return sum(written) if self.env.nature is None and written else self.env.nature


def check(game: Game) -> tuple[Checked, ...]:
    """Every environment of a game with its findings and what is known of it by the others."""
    doubtful, across = _repeats(game)
    excess, found = _too_many_of_a_kind(game)
    for n, finding in found:
        across.setdefault(n, []).append(finding)
    return tuple(
        Checked(env, game, doubtful.get(n, ()), excess.get(n, {}), across.get(n, ()))
        for n, env in enumerate(game.players)
    )


def most_nature(checked: Checked, picture: Picture | None = None) -> int:
    """The most nature tokens that can be left: one for each token on a keystone (CA-2, LM-2), on
    a picture or by all that lies there.

    Where the file names no tiles it may name some of the tokens only, and one a turn is left.
    """
    if checked.env.tiles is None:
        return MOST_TOKENS
    here = picture or checked.ink
    board = here.board or {}
    tiles = board.values() if picture else (laid.tile for laid in checked.env.tiles)
    giving = {tile.at for tile in tiles if tile.keystone or not tile.shows}
    if checked.env.tokens is None:
        return min(MOST_TOKENS, len(giving - {mark.at for mark in here.landmarks}))
    return min(MOST_TOKENS, len(giving & here.tokens.keys()))


# -- findings ------------------------------------------------------------------------------------


def _tiles(checked: Checked) -> Iterator[Finding]:
    seen: set[Hex] = set()
    for laid in checked.env.tiles or ():
        at = laid.tile.at
        if at in seen:
            yield _finding("CA-1", at, "tile-twice", laid.pointer)
        seen.add(at)
    values: _Values
    for laid in checked.strange:
        habitats = laid.tile.habitats
        exist = ", ".join(known.shown_on(habitats)) or "–"
        values = {"tile": _named(laid.tile), "of": "/".join(habitats), "exist": exist}
        yield _finding("CA-1", laid.tile.at, "tile-strange", laid.pointer, values)
    if checked.env.tiles is None:
        return
    pointer, n = checked.env.at("tiles"), len(checked.first)
    if n > checked.game.most_tiles:
        values = {"n": n, "max": checked.game.most_tiles}
        yield _finding("CA-1", "tiles", "tiles-many", pointer, values)
    for part in checked.parts[1:]:
        values = {"n": len(part), "places": tuple(map(place, part))}
        yield _finding("CA-1", part[0], "tiles-apart", checked.first[part[0]].pointer, values)
    yield from _starter(checked)


def _starter(checked: Checked) -> Iterator[Finding]:
    """There is one starter, and in a finished environment it lies whole (CA-1).

    Landmarks has tiles that are not known here, and one more starter for six players.
    """
    if checked.game.landmarks:
        return
    board, pointer = checked.ink.board or {}, checked.env.at("tiles")
    twice = _twice(checked.env)
    sure = {at: tile for at, tile in board.items() if _known(tile) and at not in twice}
    found = known.kinds(sure)
    if len(found) > 1:
        yield _finding("CA-1", "tiles", "starter-several", pointer, {"habitats": tuple(found)})
    elif len(board) < FINISHED or len(sure) < len(board):
        return
    elif not found:
        yield _finding("CA-1", "tiles", "starter-none", pointer)
    for name, at in found.items() if len(found) == 1 else ():
        if not known.lying(board, known.starters()[name]):
            yield _finding(
                "CA-1", at, "starter-broken", checked.first[at].pointer, {"habitats": (name,)}
            )


def _tokens(checked: Checked) -> Iterator[Finding]:
    env, tiles = checked.env, checked.first
    tokens = env.tokens or {}
    values: _Values
    if len(tokens) > MOST_TOKENS:
        values = {"n": len(tokens), "max": MOST_TOKENS}
        yield _finding("CA-1", "tokens", "tokens-many", env.at("tokens"), values)
    unsaid = []
    for at, animals in tokens.items():
        if len(animals) == 1 and at in tiles and animals[0] in shows(tiles[at].tile):
            continue  # as it nearly always is
        lying = [laid.tile for laid in env.tiles or () if laid.tile.at == at]
        shown = tuple(dict.fromkeys(animal for tile in lying for animal in shows(tile)))
        sure = bool(lying) and all(map(shows, lying))
        strange = [n for n, animal in enumerate(animals) if sure and animal not in shown]
        # A tile that was entered twice may bring its token with it, which is the same fault.
        if len(animals) - len(strange) > max(1, len(lying)):
            yield _finding("CA-2", at, "tokens-two", env.at("second", at), {"kinds": animals})
        if env.tiles is not None and not lying:
            pointer = env.at("token", at)
            yield _finding("CA-2", at, "token-nowhere", pointer, {"kinds": animals[:1]})
        elif env.tiles is not None and not sure:
            unsaid.append(place(at))
        for n in strange:
            values = {"kinds": (animals[n],), "options": shown}
            pointer = env.at("second" if n else "token", at)
            yield _finding("CA-2", at, "token-not-shown", pointer, values)
    if unsaid:
        values = {"places": tuple(unsaid), "n": len(unsaid)}
        yield _finding("CA-2", "tiles", "shows-missing", env.at("tiles"), values, "cannot-tell")


def _landmarks(checked: Checked) -> Iterator[Finding]:
    ink, seen = checked.ink, set()
    for mark in ink.landmarks:
        values: _Values = {"habitats": (mark.habitat,)}
        if mark.habitat in seen:
            yield _finding("LM-1", mark.at, "landmark-twice", mark.pointer, values)
        seen.add(mark.habitat)
        text = "" if ink.board is None else misplaced(ink, mark)
        # Where the landmark cannot be it is the wrong one of the two, which is told then.
        if mark.at in ink.tokens and text in ("", "landmark-open"):
            both: _Values = {"kinds": (ink.tokens[mark.at],), **values}
            yield _finding("LM-2", mark.at, "landmark-token", mark.pointer, both)
        if text:
            sizes = [size(grouping) for grouping in _around(ink, mark)]
            low, high = min(sizes), max(sizes)
            kind: FindingKind = "cannot-tell" if text == "landmark-open" else "illegal"
            values |= {"have": high, "low": low, "need": REACHED}
            yield _finding("LM-1", mark.at, text, mark.pointer, values, kind)


def misplaced(picture: Picture, mark: Landmark) -> str:
    """Why a landmark cannot be where it is, as the name of a sentence; "" if it can (LM-1)."""
    tile = (picture.board or {}).get(mark.at)
    if tile is None:
        return "landmark-nowhere"
    if tile.habitats and letter_of(mark.habitat) not in tile.habitats:
        return "landmark-habitat"
    sizes = [size(grouping) for grouping in _around(picture, mark)]
    if max(sizes) < REACHED:
        return "landmark-corridor"
    return "landmark-open" if min(sizes) < REACHED else ""


def _around(picture: Picture, mark: Landmark) -> list[Grouping]:
    """The corridor of the landmark, alone, in each way that the tiles can be read."""
    ways = picture.corridors(letter_of(mark.habitat))
    return [tuple(part for part in way if mark.at in part) for way in ways]


def _nature(checked: Checked) -> Iterator[Finding]:
    n, most = checked.nature, most_nature(checked)
    if n is not None and checked.env.laid and n > most:
        values: _Values = {"have": n, "max": most}
        pointer = checked.env.at("nature") or checked.env.at("claim", "nature")
        yield _finding("CA-2", "nature", "nature-many", pointer, values)


# -- what only the whole table shows -------------------------------------------------------------

_Doubtful = dict[int, list[tuple[tuple[Hex, ...], int, int]]]


def _repeats(game: Game) -> tuple[_Doubtful, dict[int, list[Finding]]]:
    """Tiles that lie on the table more often than they exist; with Landmarks there are others."""
    doubtful: _Doubtful = {}
    found: dict[int, list[Finding]] = {}
    if game.landmarks:
        return doubtful, found
    starters: set[str] = set()
    lying: dict[known.Face, list[tuple[int, Laid]]] = {}
    for n, env in enumerate(game.players):
        twice = _twice(env)
        for laid in env.tiles or ():
            if _known(laid.tile) and laid.tile.at not in twice:
                lying.setdefault(known.face(laid.tile), []).append((n, laid))
    for copies in lying.values():
        exist = _allowed(copies[0][1].tile)
        surplus = len(copies) - exist
        if surplus <= 0 or not exist:
            continue  # what does not exist at all is told of each tile
        # The player with most of them: there the slip is likeliest.
        own = Counter(n for n, _ in copies)
        n, last = told = max(reversed(copies), key=lambda copy: own[copy[0]])
        starter = known.starter_faces().get(known.face(last.tile), "")
        if starter not in starters:
            where = tuple(_where(game, *copy) for copy in copies if copy is not told)
            values: _Values = {"n": len(copies), "max": exist, "places": where}
            values |= {"habitats": (starter,)} if starter else {"tile": _named(last.tile)}
            text = "starter-twice" if starter else "tile-repeated"
            finding = _finding("CA-1", last.tile.at, text, last.pointer, values)
            found.setdefault(n, []).append(finding)
            starters |= {starter} - {""}
        for k, count in own.items():
            places = tuple(laid.tile.at for n, laid in copies if n == k)
            doubtful.setdefault(k, []).append((places, max(0, count - exist), min(count, surplus)))
    return doubtful, found


def _too_many_of_a_kind(
    game: Game,
) -> tuple[dict[int, dict[str, int]], list[tuple[int, Finding]]]:
    """More tokens of an animal on the table than the bag holds (CA-15): for each player who has
    some of them how many are too many, and findings. Of two in one place the first counts."""
    excess: dict[int, dict[str, int]] = {}
    found = []
    counts = [
        Counter(animals[0] for animals in (env.tokens or {}).values()) for env in game.players
    ]
    most = KIND[game.landmarks]
    for animal in sorted({animal for count in counts for animal in count}):
        n = sum(count[animal] for count in counts)
        if n > most:
            # The player with most of them: there the slip is likeliest.
            who = max(range(len(counts)), key=lambda k: counts[k][animal])
            values: _Values = {"kinds": (animal,), "n": n, "max": most}
            pointer = game.players[who].at("tokens")
            found.append((who, _finding("CA-15", "tokens", "kind-many", pointer, values)))
            for k, count in enumerate(counts):
                if count[animal]:
                    excess.setdefault(k, {})[animal] = n - most
    return excess, found


def _where(game: Game, n: int, laid: Laid) -> str:
    name = game.players[n].player
    return (
        f"{name} {place(laid.tile.at)}" if name and len(game.players) > 1 else place(laid.tile.at)
    )


# -- pictures that are allowed -------------------------------------------------------------------


def _legal(checked: Checked) -> tuple[Picture, ...]:
    pictures: list[Picture] = [replace(checked.ink, tokens={})]
    for step in (_boards, _whole, _counted, _marked, _animals, _kinds, _few):
        found = [new for old in pictures for new in islice(step(checked, old), WAYS + 1)]
        if not found or len(found) > WAYS:
            return ()
        pictures = found
    return tuple(pictures)


def _boards(checked: Checked, picture: Picture) -> Iterator[Picture]:
    """One tile a place; of tiles that cannot be the habitats do not count."""
    if checked.env.tiles is None:
        yield picture
        return
    strange = set(checked.strange)
    at: dict[Hex, list[Tile]] = {}
    for laid in checked.env.tiles:
        tile = _void(laid.tile) if laid in strange else laid.tile
        at.setdefault(tile.at, []).append(tile)
    doubts = [*islice(_doubts(checked), WAYS + 1)]
    for choice in product(*at.values()) if doubts else ():
        board = dict(zip(at, choice, strict=True))
        for away in doubts:
            yield picture.on({k: _void(t) if k in away else t for k, t in board.items()})


def _doubts(checked: Checked) -> Iterator[frozenset[Hex]]:
    """The tiles that are taken for wrong, where some lie there too often."""
    if any(comb(len(places), least) > WAYS for places, least, _ in checked.doubtful):
        return
    options: list[list[tuple[Hex, ...]]] = [
        [some for n in range(least, most + 1) for some in combinations(places, n)]
        for places, least, most in checked.doubtful
    ]
    for choice in product(*options):
        yield frozenset(at for some in choice for at in some)


def _whole(checked: Checked, picture: Picture) -> Iterator[Picture]:
    """The tiles that hang together with the starter, else the largest group."""
    if picture.board is None or len(checked.parts) < 2:
        yield picture
        return
    first = checked.parts[0]
    faces = known.starter_faces()
    sure = any(known.face(checked.first[at].tile) in faces for at in first)
    for part in checked.parts:
        if part == first or (not sure and len(part) == len(first)):
            yield picture.on({at: picture.board[at] for at in part})


def _counted(checked: Checked, picture: Picture) -> Iterator[Picture]:
    """No more tiles than a player lays, in every way that leaves them together."""
    board, most = picture.board, checked.game.most_tiles
    if board is None or len(board) <= most:
        yield picture
        return
    if comb(len(board), most) > WAYS:
        return
    for kept in combinations(board, most):
        if len(groups(kept)) == 1:
            yield picture.on({at: board[at] for at in kept})


def _marked(checked: Checked, picture: Picture) -> Iterator[Picture]:
    """Landmarks that can be where they are, one of each habitat; or none, if that is not sure."""
    good: dict[str, list[Landmark | None]] = {}
    sure = set()
    for mark in picture.landmarks:
        text = "" if picture.board is None else misplaced(picture, mark)
        if text in ("", "landmark-open"):
            good.setdefault(mark.habitat, []).append(mark)
            sure |= {mark.habitat} if not text else set()
    options = ([*some, *(() if habitat in sure else (None,))] for habitat, some in good.items())
    for choice in product(*options):
        yield replace(picture, landmarks=tuple(mark for mark in choice if mark is not None))


def _animals(checked: Checked, picture: Picture) -> Iterator[Picture]:
    """Tokens that can be where they are, one a place, and none beside a landmark (LM-2)."""
    marks = {mark.at: mark for mark in picture.landmarks}
    options: dict[Hex, list[str | None]] = {}
    for at, animals in (checked.env.tokens or {}).items():
        tile = None if picture.board is None else picture.board.get(at)
        if picture.board is not None and tile is None:
            continue
        shown = shows(tile) if tile else ()
        good: list[str | None] = [*dict.fromkeys(a for a in animals if not shown or a in shown)]
        if good:
            options[at] = [*good, None] if at in marks else good
    for choice in product(*options.values()):
        tokens = {at: a for at, a in zip(options, choice, strict=True) if a is not None}
        left = tuple(mark for mark in picture.landmarks if mark.at not in tokens)
        yield replace(picture, tokens=tokens, landmarks=left)


def _kinds(checked: Checked, picture: Picture) -> Iterator[Picture]:
    """Without those of an animal that may be too many on the table: only the players can say
    whose they are."""
    options: list[list[tuple[Hex, ...]]] = []
    for animal, surplus in checked.excess.items():
        own = [at for at, kind in picture.tokens.items() if kind == animal]
        least = max(0, len(own) - KIND[checked.game.landmarks])
        sizes = range(least, min(len(own), surplus) + 1)
        if sum(comb(len(own), n) for n in sizes) > WAYS:
            return
        options.append([away for n in sizes for away in combinations(own, n)])
    for choice in product(*options):
        away = {at for some in choice for at in some}
        kept = {at: kind for at, kind in picture.tokens.items() if at not in away}
        yield replace(picture, tokens=kept)


def _few(checked: Checked, picture: Picture) -> Iterator[Picture]:
    """No more tokens than a player places."""
    n = len(picture.tokens)
    if n <= MOST_TOKENS:
        yield picture
        return
    if comb(n, MOST_TOKENS) > WAYS:
        return
    for kept in combinations(picture.tokens, MOST_TOKENS):
        yield replace(picture, tokens={at: picture.tokens[at] for at in kept})


def _twice(env: Environment) -> set[Hex]:
    """The places with more than one tile, of which it is not known which is the right one."""
    lying = Counter(laid.tile.at for laid in env.tiles or ())
    return {at for at, n in lying.items() if n > 1}


# -- small things --------------------------------------------------------------------------------


def _together(places: Iterable[Hex]) -> bool:
    """Whether they hang together, as they nearly always do."""
    left = set(places)
    found = [left.pop()] if left else []
    for at in found:  # which grows on the way
        for near in neighbours(at):
            if near in left:
                left.remove(near)
                found.append(near)
    return not left


def shows(tile: Tile) -> tuple[str, ...]:
    """The animals that a tile shows; () if that is not known."""
    return _animals_of(tile.shows)


@cache
def _animals_of(letters: str) -> tuple[str, ...]:
    return tuple(animal_letters()[letter] for letter in letters)


def _void(tile: Tile) -> Tile:
    return replace(tile, habitats=NONE, edges="")


def _known(tile: Tile) -> bool:
    """Whether it is said what the tile looks like."""
    return bool(tile.habitats and tile.shows)


def _allowed(tile: Tile) -> int:
    """How often such a tile exists."""
    return known.how_often(tile.habitats, tile.shows)


def _named(tile: Tile) -> str:
    return f"{'/'.join(tile.habitats)} {tile.shows}"


def _finding(
    rule: str,
    at: Hex | str,
    text: str,
    pointer: str,
    values: _Values | None = None,
    kind: FindingKind = "illegal",
) -> Finding:
    where = at if isinstance(at, str) else place(at)
    return Finding(rule, kind, where, text, values or {}, pointer)
