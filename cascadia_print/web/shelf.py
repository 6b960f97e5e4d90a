"""The sheets that a server offers: nothing else can be asked of it."""

from __future__ import annotations

from collections.abc import Sequence

from cascadia_print.sheet.faults import Fault, Unreadable, nearest
from cascadia_print.sheet.model import Sheet

CASCADIA = "cascadia"
"""The table of Cascadia itself, which has no sheet; reports name it so, too."""


class Shelf:
    """Sheets by their names, "A@1" or "A"; of several versions the newest is "A".

    `cascadia`: whether the table of Cascadia is offered beside them.
    """

    def __init__(self, sheets: Sequence[Sheet], *, cascadia: bool = False) -> None:
        self.sheets = tuple(sheets)
        self.cascadia = cascadia
        self._by_ref = {sheet.ref: sheet for sheet in sheets}
        self._by_id = {sheet.id: sheet for sheet in sorted(sheets, key=lambda s: s.version)}

    @property
    def refs(self) -> tuple[str, ...]:
        """The names of all that is offered."""
        return (*self._by_ref, *([CASCADIA] if self.cascadia else []))

    def check(self, ref: str) -> None:
        """Raises Unreadable for what is not offered."""
        if ref not in self.refs:
            self.find(ref)

    def find(self, ref: str) -> Sheet:
        """The sheet of that name. Raises Unreadable for one that is not offered."""
        found = self._by_ref.get(ref) or self._by_id.get(ref)
        if found:
            return found
        values: dict[str, object] = {"word": ref, "known": ", ".join(self.refs)}
        if ref.partition("@")[0] in self._by_id:
            raise Unreadable([Fault("IN-unknown-version", "", values=values)])
        better = nearest(ref, (*self._by_ref, *self._by_id))
        raise Unreadable([Fault("IN-unknown-sheet", "", values=values, suggestion=better)])
