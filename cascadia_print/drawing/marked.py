"""A page with some of its places marked, and pages of text to hold beside a printed sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cascadia_print.drawing.fonts import wrap
from cascadia_print.drawing.ids import text_bounds
from cascadia_print.drawing.look import Look, look
from cascadia_print.drawing.scene import (
    MM,
    Bounds,
    Group,
    Paint,
    Rect,
    Scene,
    Shape,
    Text,
    bounds,
    leaves,
)
from cascadia_print.drawing.sizes import extent, template

MARK = Paint("", "#d0006f", 2.4)
"""A colour that no theme uses, wide enough to be seen at a glance."""
AROUND = 1.2 * MM
TITLE, BODY = 12.0, 7.5
LEADING = 1.35


def marked(scene: Scene, at: Iterable[str], near: Iterable[str] = ()) -> Scene:
    """The page with one frame around the elements of these printed ids, drawn as a part "asked".

    Where none of them is drawn, as nothing is printed there yet, the frame goes around `near`.
    """
    groups = {
        group.id: group
        for group in scene.groups()
        if group.kind in ("space", "bonus", "box", "heading", "lane")
    }
    found = [groups[id] for id in at if id in groups] or [groups[id] for id in near if id in groups]
    if not found:
        return scene
    boxes = [_bounds(group) for group in found]
    left, top = (min(b[k] for b in boxes) - AROUND for k in (0, 1))
    right, bottom = (max(b[k] for b in boxes) + AROUND for k in (2, 3))
    frame = Rect(left, top, right - left, bottom - top, MARK, radius=1.6 * MM)
    return replace(scene, shapes=(*scene.shapes, Group("part", "asked", (frame,))))


def listing(
    title: str, intro: str, entries: Sequence[tuple[str, str]], language: str = "en"
) -> tuple[Scene, ...]:
    """Pages that list places and what is printed there, as many as are needed.

    Raises MissingGlyph.
    """
    style = look("color", language)
    (wide, high), inside = extent(template())
    across, room = inside[0], inside[2] - inside[0]
    pages: list[list[Shape]] = []
    y = inside[3]
    for lines in ([(intro, False)], *([(a, False), (b, True)] for a, b in entries)):
        block = _block(lines, style, across, room)
        if y + len(block) * BODY * LEADING > inside[3]:
            y = inside[1] + TITLE
            pages.append([style.left(across, y, title, TITLE, bold=True)])
            y += 0.6 * TITLE
        for text in block:
            y += BODY * LEADING
            pages[-1].append(replace(text, y=y))
        y += 0.35 * BODY
    return tuple(
        Scene(wide, high, tuple(shapes), title, language=language, inside=inside)
        for shapes in pages
    )


def _block(lines: Iterable[tuple[str, bool]], style: Look, left: float, room: float) -> list[Text]:
    """A place in plain text, then its value in bold and set in, both wrapped."""
    found = []
    for text, bold in lines:
        set_in = 4 * MM if bold else 0.0
        for line in wrap(text, BODY, room - set_in, bold):
            found.append(style.left(left + set_in, 0.0, line, BODY, bold=bold))
    return found


def _bounds(group: Group) -> Bounds:
    boxes = [text_bounds(s) if isinstance(s, Text) else bounds(s) for s in leaves(group.shapes)]
    left, top = (min(b[k] for b in boxes) for k in (0, 1))
    right, bottom = (max(b[k] for b in boxes) for k in (2, 3))
    return (left, top, right, bottom)
