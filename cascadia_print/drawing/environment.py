"""An environment of Cascadia as it lies on the table: tiles, tokens, landmarks, and what counts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cascadia_print.drawing import icons
from cascadia_print.drawing.fonts import CAP
from cascadia_print.drawing.look import Look
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Circle,
    Group,
    Line,
    Paint,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
)
from cascadia_print.drawing.signs import Sign, hexagon
from cascadia_print.sheet.vocabulary import habitat_letters, wildlife_letters

Hex = tuple[int, int]

LARGEST = 23 * MM
"""The largest hexagon, from side to side."""
FADED = 0.72
"""How much white is mixed into what does not count."""
COUNTED = "#a3157d"
"""What was counted for a line: a colour that no habitat has."""


@dataclass(frozen=True, slots=True)
class Hexagon:
    """What lies in a place (axial q,r): letters as on tiles, "" where there is no tile.

    `token` is an animal, `landmark` a habitat.
    """

    at: Hex
    habitats: str = ""
    edges: str = ""
    shows: str = ""
    keystone: bool = False
    token: str = ""
    landmark: str = ""

    def holding(self, *, token: str = "", landmark: str = "") -> Hexagon:
        """The same with a token or a landmark on it."""
        return replace(self, token=token or self.token, landmark=landmark or self.landmark)


@dataclass(frozen=True, slots=True)
class Counted:
    """One pattern that counted: its places, what mattered besides, its points.

    `joined`: whether lines are drawn between neighbours; else along the places.
    """

    at: tuple[Hex, ...]
    also: tuple[Hex, ...] = ()
    points: int = 0
    joined: bool = True


@dataclass(frozen=True)
class Map:
    """Where the places are on paper: hexagons as large as their box allows, around its middle."""

    places: Sequence[Hex]
    box: Bounds
    flat: float = field(init=False)
    origin: Point = field(init=False)

    def __post_init__(self) -> None:
        left, top, right, bottom = self.box
        xs = [q + r / 2 for q, r in self.places] or [0.0]
        ys = [r * math.sqrt(3) / 2 for _, r in self.places] or [0.0]
        wide, high = max(xs) - min(xs) + 1, max(ys) - min(ys) + 2 / math.sqrt(3)
        flat = min(LARGEST, (right - left) / wide, (bottom - top) / high)
        x = (left + right - (min(xs) + max(xs)) * flat) / 2
        y = (top + bottom - (min(ys) + max(ys)) * flat) / 2
        object.__setattr__(self, "flat", flat)
        object.__setattr__(self, "origin", (x, y))

    def centre(self, at: Hex) -> Point:
        q, r = at
        x, y = self.origin
        return x + (q + r / 2) * self.flat, y + r * math.sqrt(3) / 2 * self.flat


def drawn(
    hexagons: Sequence[Hexagon],
    look: Look,
    box: Bounds,
    counted: Sequence[Counted] | None = None,
    habitat: str = "",
) -> tuple[Shape, ...]:
    """All hexagons, each a group of its own, and over them what counted for a line.

    `counted`: only what counts is in full colour; of a corridor, the half with the letter
    `habitat`. Raises MissingGlyph.
    """
    places = [h.at for h in hexagons]
    for part in counted or ():
        places += [at for at in (*part.at, *part.also) if at not in places]
    ground = Map(places, box)
    lit = {at for part in counted or () for at in part.at}
    also = {at for part in counted or () for at in part.also}
    ones = [
        _One(h, look, ground, counted is None or h.at in lit, h.at in also, habitat)
        for h in hexagons
    ]
    # What counts is drawn last, so that no paler outline lies over its own.
    ones.sort(key=lambda one: one.bright)
    shapes: list[Shape] = [Group("space", _id(one.of.at), tuple(one.draw())) for one in ones]
    known = {h.at for h in hexagons}
    shapes += [_empty(ground, at, look) for at in sorted(also - known)]
    edges = {h.at: h.edges for h in hexagons} if habitat else {}
    shapes += _links(counted or (), ground, edges, habitat)
    if habitat:
        shapes += [_dot(ground, at) for at in sorted(lit)]
    else:
        for one in ones:
            shapes += one.on_top(ring=counted is not None and one.bright)
    shapes += _points(counted or (), ground)
    return tuple(shapes)


def _id(at: Hex) -> str:
    return f"{at[0]},{at[1]}"


class _One:
    """A hexagon with what lies on it."""

    def __init__(
        self, of: Hexagon, look: Look, ground: Map, bright: bool, near: bool, habitat: str
    ) -> None:
        self.of, self.look, self.flat = of, look, ground.flat
        self.x, self.y = ground.centre(of.at)
        self.bright, self.near, self.habitat = bright, near, habitat
        self.names = habitat_letters()

    def colour(self, colour: str, bright: bool | None = None) -> str:
        bright = self.bright or self.near if bright is None else bright
        return colour if bright else faded(colour)

    def draw(self) -> Iterator[Shape]:
        """Outline, habitats with their icons, the place; the first shape is the outline."""
        theme = self.look.theme
        outline = hexagon(self.x, self.y, self.flat)
        plain = Paint(theme.grounds["blank"] if not self.of.habitats else theme.paper)
        yield Polygon(outline, replace(plain, fill=self.colour(plain.fill)))
        for letter, edges in self._parts():
            name = self.names[letter]
            bright = self._lit(letter)
            points = [(self.x, self.y), *(outline[k % 6] for k in (*edges, edges[-1] + 1))]
            whole = tuple(outline) if len(edges) == 6 else tuple(points)
            yield Polygon(whole, Paint(self.colour(theme.grounds[name], bright)))
        yield Polygon(outline, Paint("", self.colour(theme.border), max(0.5, self.flat * 0.012)))
        for letter, edges in self._parts():
            yield self._habitat(letter, edges)
        yield self._place()
        if self.of.keystone and not self.of.landmark:
            colour = self.colour(theme.icons["nature"])
            yield icons.placed(
                "nature", self.x, self.y + 0.44 * self.flat, 0.15 * self.flat, Paint(colour)
            )
        if self.of.habitats and not self.of.edges:
            yield self._text("?", 0.0, 0.3, 0.16)

    def on_top(self, ring: bool) -> Iterator[Shape]:
        """Token, landmark, or the animals that may lie there."""
        if self.of.landmark:
            yield from self._landmark(ring)
        if self.of.token:
            yield from self._token(ring)
        elif not self.of.landmark:
            yield from self._shown()

    def _lit(self, letter: str) -> bool:
        return self.near or (self.bright and self.habitat in ("", letter))

    def _parts(self) -> Iterator[tuple[str, list[int]]]:
        """Habitat and its neighbouring edges, each half of the tile once."""
        edges = self.of.edges or self._assumed()
        if not edges:
            return
        if len(set(edges)) == 1:
            yield edges[0], [0, 1, 2, 3, 4, 5]
            return
        start = next(k for k in range(6) if edges[k] != edges[k - 1])
        run = [start]
        for k in range(start + 1, start + 6):
            if edges[k % 6] != edges[run[0] % 6]:
                yield edges[run[0] % 6], run
                run = []
            run.append(k)
        yield edges[run[0] % 6], run

    def _assumed(self) -> str:
        """Edges to draw where none are known: the halves side by side."""
        h = self.of.habitats
        return {1: h * 6, 2: h[1:2] * 3 + h[:1] * 3, 3: h[:1] * 2 + h[1:2] * 2 + h[2:3] * 2}.get(
            len(h), ""
        )

    def _habitat(self, letter: str, edges: list[int]) -> Shape:
        name = self.names[letter]
        colour = self.colour(self.look.theme.marks[name], self._lit(letter))
        if len(edges) == 6:
            x, y = self.x - 0.345 * self.flat, self.y
        else:
            # Edge 0 faces up and to the right, at 60 degrees.
            middle = sum(edges) / len(edges)
            angle = math.radians(60 - 60 * middle)
            x = self.x + 0.345 * self.flat * math.cos(angle)
            y = self.y - 0.345 * self.flat * math.sin(angle)
        return icons.placed(name, x, y, 0.2 * self.flat, Paint(colour))

    def _text(self, text: str, dx: float, dy: float, size: float, bold: bool = False) -> Text:
        size *= self.flat
        y = self.y + dy * self.flat + CAP * size / 2
        colour = self.colour(self.look.theme.quiet)
        return Text(self.x + dx * self.flat, y, text, size, colour, bold, "middle")

    def _place(self) -> Shape:
        return self._text(_id(self.of.at), 0.0, -0.455, 0.092)

    def _token(self, ring: bool) -> Iterator[Shape]:
        theme, radius = self.look.theme, 0.225 * self.flat
        x, y = self.x, self.y + (0.2 * self.flat if self.of.landmark else 0.0)
        if ring:
            yield Circle(x, y, radius + 0.05 * self.flat, Paint(COUNTED))
        line = COUNTED if ring else self.colour(theme.ink)
        yield Circle(x, y, radius, Paint(theme.paper, line, max(0.7, 0.022 * self.flat)))
        ink = Paint(self.colour(theme.icons["animal"]))
        yield icons.placed(self.of.token, x, y, 1.5 * radius, ink)

    def _landmark(self, ring: bool) -> Iterator[Shape]:
        theme, half = self.look.theme, 0.2 * self.flat
        y = self.y - (0.17 * self.flat if self.of.token else 0.0)
        line = COUNTED if ring else self.colour(theme.ink)
        box = Rect(
            self.x - half,
            y - half,
            2 * half,
            2 * half,
            Paint(theme.paper, line, max(0.9, 0.03 * self.flat)),
            0.05 * self.flat,
        )
        ink = Paint(self.colour(theme.marks[self.of.landmark]))
        yield box
        yield icons.placed(f"landmark-{self.of.landmark}", self.x, y, 1.7 * half, ink)

    def _shown(self) -> Iterator[Shape]:
        """Small icons of the animals that may lie here."""
        animals = [wildlife_letters("en")[letter] for letter in self.of.shows]
        step = 0.19 * self.flat
        ink = Paint(self.colour(self.look.theme.quiet))
        for k, animal in enumerate(animals):
            x = self.x + (k - (len(animals) - 1) / 2) * step
            yield icons.placed(animal, x, self.y, 0.18 * self.flat, ink)


def _dot(ground: Map, at: Hex) -> Shape:
    return Circle(*ground.centre(at), 0.08 * ground.flat, Paint(COUNTED))


def _empty(ground: Map, at: Hex, look: Look) -> Shape:
    """A place without a tile that mattered all the same, as the middle of a ring."""
    x, y = ground.centre(at)
    return Polygon(hexagon(x, y, ground.flat * 0.94), Paint("", look.theme.quiet, 0.6))


def _links(
    counted: Iterable[Counted], ground: Map, edges: Mapping[Hex, str], habitat: str
) -> Iterator[Shape]:
    """Lines between neighbours of a pattern, or from end to end; of a corridor only where both
    edges show the habitat."""
    paint = Paint("", COUNTED, max(1.2, 0.05 * ground.flat))
    for part in counted:
        pairs = list(zip(part.at, part.at[1:], strict=False))
        if part.joined:
            pairs = [(a, b) for a in part.at for b in part.at if a < b and _way(a, b) is not None]
        for a, b in pairs:
            way = _way(a, b)
            if habitat and way is not None:
                both = edges.get(a, "")[way : way + 1] + edges.get(b, "")[(way + 3) % 6 :][:1]
                if both != 2 * habitat:
                    continue
            yield Line(*ground.centre(a), *ground.centre(b), paint)


def _way(a: Hex, b: Hex) -> int | None:
    """The number of the edge of `a` behind which `b` lies; None where they do not touch."""
    ways = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
    step = (b[0] - a[0], b[1] - a[1])
    return ways.index(step) if step in ways else None


def _points(counted: Iterable[Counted], ground: Map) -> Iterator[Shape]:
    """The points of each pattern, at the upper right of its first place."""
    for part in counted:
        if not part.at:
            continue
        first = min(part.at, key=lambda at: (at[1], at[0]))
        x, y = ground.centre(first)
        yield from points(part.points, ground.flat * 0.125).draw(
            x + 0.3 * ground.flat, y - 0.26 * ground.flat
        )


def points(n: int, radius: float) -> Sign:
    """The points of a pattern."""
    size = radius * (1.25 if n < 10 else 1.0)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        return (
            Circle(x, y, radius, Paint(COUNTED, "#ffffff", 0.8)),
            Text(x, y + CAP * size / 2, str(n), size, "#ffffff", True, "middle"),
        )

    return Sign(2 * radius, 2 * radius, draw)


def faded(colour: str) -> str:
    """A colour with white mixed in."""
    parts = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + "".join(f"{round(v + (255 - v) * FADED):02x}" for v in parts)
