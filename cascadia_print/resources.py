"""The one way to `sheets/`, `data/` and `templates/`, in a checkout and in a wheel alike.

And to the folders in which the system keeps what a user has of his own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

Kind = Literal["sheets", "data", "templates"]

_PACKAGE = Path(__file__).resolve().parent


def root(kind: Kind) -> Path:
    """The folder of that kind: inside the package when installed, else at the repository's top."""
    packaged = _PACKAGE / "_files" / kind
    return packaged if packaged.is_dir() else _PACKAGE.parent / kind


def own_folder(kind: Literal["data", "config"]) -> Path:
    """The platform's folder for a user's own sheets (data) or settings (config)."""
    home = Path.home()
    variable, usual = {
        "win32": ("APPDATA", home / "AppData" / "Roaming"),
        "darwin": ("", home / "Library" / "Application Support"),
    }.get(sys.platform, _XDG[kind])
    named = os.environ.get(variable)
    return (Path(named) if named else home / usual) / "cascadia-print"


_XDG = {
    "data": ("XDG_DATA_HOME", Path(".local") / "share"),
    "config": ("XDG_CONFIG_HOME", Path(".config")),
}
"""Variable and usual folder below the user's own one, where there are neither of the others."""
