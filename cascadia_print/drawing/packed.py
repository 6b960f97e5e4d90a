"""A PDF made smaller: its small objects share one compressed stream (PDF 1.5)."""

from __future__ import annotations

import re
import zlib

_HEAD = re.compile(rb"(\d+) 0 obj\n")
_KEYS = re.compile(rb"/(Root|Info) (\d+) 0 R")
_ID = re.compile(rb"/ID\s*(\[\s*<[0-9a-f]+>\s*<[0-9a-f]+>\s*\])")


def packed(data: bytes) -> bytes:
    """The same document as `data`, a PDF with one classic table of all objects.

    The information about the document stays readable without unpacking anything.
    """
    start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
    table, _, trailer = data[start:].partition(b"trailer")
    rows = table.split(b"\n")[2:]
    offsets = sorted(int(row[:10]) for row in rows if row[17:18] == b"n")
    keys = {name: int(number) for name, number in _KEYS.findall(trailer)}
    identity = _ID.search(trailer)
    head = data[: offsets[0]]
    out = bytearray(b"%PDF-1.5" + head[head.index(b"\n") :])
    places: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
    small: list[tuple[int, bytes]] = []
    for here, there in zip(offsets, [*offsets[1:], start], strict=True):
        text = data[here:there]
        number = int(_HEAD.match(text)[1])  # type: ignore[index]
        body = text[text.index(b"\n") + 1 : text.rindex(b"endobj")].strip()
        if body.endswith(b"endstream") or number == keys[b"Info"]:
            places[number] = (1, len(out), 0)
            out += text
        else:
            small.append((number, body))
    holder = max((*places, *(n for n, _ in small))) + 1
    index, bodies = [], []
    at = 0
    for k, (number, body) in enumerate(small):
        places[number] = (2, holder, k)
        index.append(b"%d %d" % (number, at))
        bodies.append(body)
        at += len(body) + 1
    first = b" ".join(index) + b"\n"
    entries = b"/Type /ObjStm /N %d /First %d" % (len(small), len(first))
    places[holder] = (1, len(out), 0)
    out += _stream(holder, entries, first + b"\n".join(bodies))
    places[holder + 1] = (1, len(out), 0)
    xref = len(out)
    entries = b"/Type /XRef /Size %d /W [1 4 2] /Root %d 0 R /Info %d 0 R" % (
        holder + 2,
        keys[b"Root"],
        keys[b"Info"],
    )
    if identity:
        entries += b" /ID " + b"".join(identity[1].split())
    entries += b" /DecodeParms << /Columns 7 /Predictor 12 >>"
    out += _stream(holder + 1, entries, _rows(places))
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % xref)


def _stream(number: int, entries: bytes, data: bytes) -> bytes:
    body = zlib.compress(data, 9)
    return (
        b"%d 0 obj\n<< %s /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream\nendobj\n"
        % (
            number,
            entries,
            len(body),
            body,
        )
    )


def _rows(places: dict[int, tuple[int, int, int]]) -> bytes:
    """The table of all objects, each row as its difference to the one above, which packs well."""
    rows, above = bytearray(), bytes(7)
    for number in range(max(places) + 1):
        kind, where, which = places[number]
        row = bytes([kind]) + where.to_bytes(4, "big") + which.to_bytes(2, "big")
        rows.append(2)
        rows += bytes((a - b) & 255 for a, b in zip(row, above, strict=True))
        above = row
    return bytes(rows)
