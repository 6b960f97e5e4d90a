"""The one way to `sheets/`, `data/` and `templates/`, in a checkout and in a wheel alike."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Kind = Literal["sheets", "data", "templates"]

_PACKAGE = Path(__file__).resolve().parent


def root(kind: Kind) -> Path:
    """The folder of that kind: inside the package when installed, else at the repository's top."""
    packaged = _PACKAGE / "_files" / kind
    return packaged if packaged.is_dir() else _PACKAGE.parent / kind
