"""Facts about printed sheets, in words."""

from __future__ import annotations

from cascadia_print.cli.console import words
from cascadia_print.sheet.model import Fact

_BOUNDS = ("is", "at-least", "at-most")
_MARKING = ("write", "order", "closes")


def fact_in_words(fact: Fact, have: str | None = None, language: str = "en") -> str:
    """What a fact says, and what the sheet `have` instead if it does not hold."""

    def say(key: str, **values: object) -> str:
        return words(language).text(f"cli.{key}", **values)

    values = {
        key: ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
        for key, value in fact.values.items()
    }
    bound = " ".join(say(f"info.bound.{key}", n=values[key]) for key in _BOUNDS if key in values)
    often = say("info.often", bound=bound) if bound else ""
    values["properties"] = ", ".join(str(values[k]) for k in _MARKING if k in values)
    kinds = [say("info.one-kind")] if "holds" in values else []
    if fact.check == "needs" and "is" in values:
        kinds.append(say("info.needs", n=values["is"]))
    values["filled"] = ", ".join(kinds)
    text = say(f"info.fact.{fact.check}", bound=bound, often=often, **values)
    return text if have is None else f"{text} {say('info.instead', have=have)}"
