"""The sheets that a server offers: nothing else can be asked of it."""

from __future__ import annotations

from collections.abc import Sequence

from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.model import Sheet


class Shelf:
    """Sheets by their names, "A@1" or "A"; of several versions the newest is "A"."""

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self.sheets = tuple(sheets)
        self._by_ref = {sheet.ref: sheet for sheet in sheets}
        self._by_id = {sheet.id: sheet for sheet in sorted(sheets, key=lambda s: s.version)}

    def find(self, ref: str) -> Sheet:
        """The sheet of that name. Raises Unreadable for one that is not offered."""
        found = self._by_ref.get(ref) or self._by_id.get(ref)
        if found:
            return found
        values: dict[str, object] = {"word": ref, "known": ", ".join(self._by_ref)}
        if ref.partition("@")[0] in self._by_id:
            raise Unreadable([Fault("IN-unknown-version", "", values=values)])
        better = nearest(ref, (*self._by_ref, *self._by_id))
        raise Unreadable([Fault("IN-unknown-sheet", "", values=values, suggestion=better)])
