"""The gallery shows every sheet in every theme and language, in small files."""

from __future__ import annotations

import re
from pathlib import Path

from docs import gallery

FOLDER = Path(gallery.__file__).parent / "gallery"


def test_every_picture_is_there_and_shown_and_no_other() -> None:
    shown = re.findall(r"\(gallery/(.+?)\.png\)", (FOLDER.parent / "gallery.md").read_text("utf-8"))
    assert sorted(shown) == sorted(gallery.names())
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(shown)


def test_pictures_are_small() -> None:
    sizes = [file.stat().st_size for file in FOLDER.iterdir()]
    assert max(sizes) < 60_000
    assert sum(sizes) < 1_500_000


def test_a_picture_is_drawn_alike_each_time() -> None:
    first, again = (next(gallery.pictures()) for _ in range(2))
    assert first[0] == again[0] == "color-en-a"
    assert first[1].tobytes() == again[1].tobytes()
