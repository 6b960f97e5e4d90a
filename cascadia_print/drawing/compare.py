"""Two pages side by side, with the places that differ framed."""

from __future__ import annotations

from collections.abc import Iterator, Set

from cascadia_print.drawing.fit import ink
from cascadia_print.drawing.scene import MM, Paint, Rect, Scene, leaves, moved

FRAME = Paint("", "#d4006a", 1.8)
"""What frames a difference: a colour that no theme uses."""
ROOM = 0.7 * MM


def side_by_side(old: Scene, new: Scene, places: Set[str]) -> Scene:
    """Both pages as one, which is A4 landscape; `places` are printed ids."""
    shift = old.width
    right = new.inside[2] + shift
    return Scene(
        width=old.width + new.width,
        height=max(old.height, new.height),
        shapes=(
            *old.shapes,
            *frames(old, places),
            *moved((*new.shapes, *frames(new, places)), shift, 0.0),
        ),
        title=f"{old.title} / {new.title}",
        subject=new.subject,
        language=new.language,
        inside=(old.inside[0], old.inside[1], right, max(old.inside[3], new.inside[3])),
    )


def frames(scene: Scene, places: Set[str]) -> Iterator[Rect]:
    """A frame around each element of the page that is one of the places."""
    for group in scene.groups():
        if group.id in places:
            boxes = [ink(leaf) for leaf in leaves(group.shapes)]
            x1, y1 = (min(b[k] for b in boxes) - ROOM for k in (0, 1))
            x2, y2 = (max(b[k] for b in boxes) + ROOM for k in (2, 3))
            yield Rect(x1, y1, x2 - x1, y2 - y1, FRAME, radius=MM)
