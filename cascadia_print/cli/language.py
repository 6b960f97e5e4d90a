"""The language that is asked for on the command line."""

from __future__ import annotations

from cascadia_print import resources
from cascadia_print.cli.files import Refused


def known_language(code: str) -> str:
    """The code, if there are words of that language. Raises Refused."""
    folders = (resources.root("data") / "locales").iterdir()
    known = sorted(folder.name for folder in folders if folder.is_dir())
    if code not in known:
        raise Refused("unknown-language", value=code, known=", ".join(known))
    return code
