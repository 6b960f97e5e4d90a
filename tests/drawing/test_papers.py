"""Papers by name and by size."""

from __future__ import annotations

import pytest

from cascadia_print.drawing.papers import UnknownPaper, paper
from cascadia_print.drawing.scene import MM


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a4", (210, 297)),
        ("A4", (210, 297)),
        ("letter", (215.9, 279.4)),
        ("a5", (148, 210)),
        ("half-letter", (139.7, 215.9)),
        ("a3", (297, 420)),
        ("legal", (215.9, 355.6)),
        ("200x250.5", (200, 250.5)),
    ],
)
def test_paper_has_its_size(name: str, size: tuple[float, float]) -> None:
    found = paper(name)
    assert (found.width / MM, found.height / MM) == pytest.approx(size)


@pytest.mark.parametrize("name", ["", "a4x", "0x100", "-1x5", "1e3x5", "99999x1", "x", "200x"])
def test_what_is_no_paper_is_refused(name: str) -> None:
    with pytest.raises(UnknownPaper):
        paper(name)


def test_unknown_paper_names_the_nearest_and_all() -> None:
    with pytest.raises(UnknownPaper, match="did you mean letter") as error:
        paper("leter")
    assert error.value.suggestion == "letter"
    assert "half-letter" in error.value.known
