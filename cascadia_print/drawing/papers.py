"""Papers by name or as WIDTHxHEIGHT in millimetres, from `data/papers.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cascadia_print import resources
from cascadia_print.drawing.scene import MM, Scene
from cascadia_print.sheet.faults import nearest
from cascadia_print.sheet.located import read_own

_SIZE = re.compile(r"(\d{1,4}(?:\.\d+)?)x(\d{1,4}(?:\.\d+)?)", re.ASCII)


class UnknownPaper(ValueError):
    """No paper of that name. `known` are the names, `suggestion` the nearest one or None."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name, self.known, self.suggestion = name, known, nearest(name, known)
        hint = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        super().__init__(
            f"unknown paper {name!r}{hint} (known: {', '.join(known)}, "
            f"or width x height in mm as 200x250)"
        )


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper; lengths in points. Without a name: no paper, a page of its own size."""

    name: str
    width: float
    height: float


def own(scene: Scene) -> Paper:
    """A page of the size of a scene."""
    return Paper("", scene.width, scene.height)


@cache
def papers() -> Mapping[str, Paper]:
    """All papers of `data/papers.yaml` by name."""
    data = read_own(resources.root("data") / "papers.yaml")
    return {name: Paper(name, w * MM, h * MM) for name, (w, h) in data.items()}


def paper(name: str) -> Paper:
    """The paper of a name ("a4") or of a size ("200x250", mm). Raises UnknownPaper."""
    wanted = name.strip().lower()
    if wanted in papers():
        return papers()[wanted]
    size = _SIZE.fullmatch(wanted.replace(" ", ""))
    if size and float(size[1]) > 0 and float(size[2]) > 0:
        return Paper(wanted, float(size[1]) * MM, float(size[2]) * MM)
    raise UnknownPaper(name, tuple(papers()))
