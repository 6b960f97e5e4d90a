"""A connected herd in connected pieces, so that their sizes give most (elk-herd-split: split).

Sums of sizes are tried from the best down; whether a herd can be cut so is searched for. Not
every shape can be cut as the sum of numbers would wish.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cascadia_print.cascadia.board import Hex, neighbours
from cascadia_print.cascadia.cards import Table
from cascadia_print.cascadia.packing import LARGEST
from cascadia_print.cascadia.scored import Missing

LIMIT = 20_000
"""Pieces that are looked at before the search gives up. Herds of 24 need far fewer."""


def split(herd: Sequence[Hex], table: Table) -> list[tuple[Hex, ...]]:
    """The pieces of a herd; those of one that give nothing are left over.

    Raises Missing("search") where that cannot be found in reasonable time, and Missing("numbers").
    """
    if len(herd) > LARGEST:
        raise Missing("search")
    most = max(1, min(table.highest, len(herd)))
    gives = {n: table.at(n) for n in range(1, most + 1)}
    sizes = [n for n in range(most, 0, -1) if gives[n] or n == 1]
    wanted = sorted(partitions(len(herd), sizes), key=lambda parts: -sum(gives[n] for n in parts))
    cutter = _Cutter(herd)
    for parts in wanted:
        found = cutter.cut(parts)
        if found is not None:
            return sorted(found)
    raise AssertionError("a herd can always be cut into single tokens")


def pieces(herd: Sequence[Hex], most: int) -> Iterator[frozenset[Hex]]:
    """All connected pieces of at most that size. Raises Missing("search") for too many."""
    cutter = _Cutter(herd)
    free = (1 << len(cutter.herd)) - 1
    count = 0
    while free:
        for size in range(1, most + 1):
            for piece in cutter.pieces(free & -free, free, size):
                count += 1
                if count > LIMIT:
                    raise Missing("search")
                yield frozenset(cutter.places(piece))
        free &= free - 1


def partitions(n: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to write n as a sum of sizes, which stand from the largest to 1."""
    if not n:
        yield ()
    for k, size in enumerate(sizes):
        if size <= n:
            for rest in partitions(n - size, sizes[k:]):
                yield (size, *rest)


class _Cutter:
    """The search for connected pieces of given sizes; hexagons are bits."""

    def __init__(self, herd: Sequence[Hex]) -> None:
        self.herd = sorted(herd)
        at = {place: n for n, place in enumerate(self.herd)}
        self.near = [
            sum(1 << at[near] for near in neighbours(place) if near in at) for place in self.herd
        ]
        self.failed: set[tuple[int, tuple[int, ...]]] = set()
        self.looked = 0

    def cut(self, sizes: tuple[int, ...]) -> list[tuple[Hex, ...]] | None:
        """Pieces of these sizes that make up the herd, None if there are none."""
        found = self._cut((1 << len(self.herd)) - 1, sizes)
        if found is None:
            return None
        return [self.places(mask) for mask in found]

    def places(self, mask: int) -> tuple[Hex, ...]:
        """The hexagons of a mask, sorted."""
        return tuple(place for n, place in enumerate(self.herd) if mask >> n & 1)

    def _cut(self, free: int, sizes: tuple[int, ...]) -> list[int] | None:
        if not free:
            return []
        if (free, sizes) in self.failed:
            return None
        if len(parts := self._parts(free)) > 1 and not _fit(parts, sizes):
            self.failed.add((free, sizes))
            return None
        # The smallest part, and there the token with fewest neighbours, has the fewest ways.
        part = min(parts, key=int.bit_count)
        corner = min(_bits(part), key=lambda bit: (self._around(bit) & part).bit_count())
        for size in dict.fromkeys(sizes):
            rest = list(sizes)
            rest.remove(size)
            for piece in self.pieces(corner, part, size):
                self.looked += 1
                if self.looked > LIMIT:
                    raise Missing("search")
                found = self._cut(free ^ piece, tuple(rest))
                if found is not None:
                    return [piece, *found]
        self.failed.add((free, sizes))
        return None

    def _around(self, bit: int) -> int:
        return self.near[bit.bit_length() - 1]

    def _parts(self, free: int) -> list[int]:
        parts = []
        while free:
            part = edge = free & -free
            while edge:
                grown = 0
                for bit in _bits(edge):
                    grown |= self._around(bit)
                edge = grown & free & ~part
                part |= edge
            parts.append(part)
            free ^= part
        return parts

    def pieces(self, corner: int, part: int, size: int) -> Iterator[int]:
        """All connected pieces of that size in the part that hold the corner, each once."""
        todo = [(corner, self._around(corner) & part & ~corner, corner)]
        while todo:
            piece, edge, seen = todo.pop()
            if piece.bit_count() == size:
                yield piece
                continue
            seen |= edge  # what stands at the edge is taken now or by none of the next
            more = []
            while edge:
                bit = edge & -edge
                edge ^= bit
                more.append((piece | bit, edge | (self._around(bit) & part & ~seen), seen))
            todo += more


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _fit(parts: Sequence[int], sizes: Sequence[int]) -> bool:
    """Whether each part is as large as some of the sizes together."""
    sums = 1
    for size in sizes:
        sums |= sums << size
    return all(sums >> part.bit_count() & 1 for part in parts)
