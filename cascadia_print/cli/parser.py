"""What the command-line library says by itself, in the words and the language of this program."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from typer.core import TyperCommand, TyperGroup

from cascadia_print.cli.console import spoken, words

SECTIONS = ("cli", "author", "print", "play")
"""Sections of the locale that have the help of commands and options."""

_SAID = {
    "usage": "Usage: ",
    "options": "[OPTIONS]",
    "command": "COMMAND [ARGS]...",
    "head-arguments": "Arguments:",
    "head-options": "Options:",
    "head-commands": "Commands:",
    "help": "Show this message and exit.",
    "default": "default:",
    "variable": "env var:",
    "required": "[required]",
    "try": "Try '{command}' for help.",
    "error": "Error: ",
    "missing": "Missing argument '{name}'.",
    "missing-option": "Missing option '{name}'.",
    "no-option": "No such option: {name}",
    "possible": "(Possible options: {names})",
    "meant": "Did you mean {name}?",
    "no-command": "No such command '{name}'.",
    "no-value": "Option '{name}' requires an argument.",
    "a-value": "Option '{name}' does not take a value.",
    "invalid": "Invalid value for {name}: ",
    "no-choice": "'{value}' is not one of {known}.",
    "no-integer": "'{value}' is not a valid int{kind}.",
    "no-float": "'{value}' is not a valid float{kind}.",
    "no-range": "{value} is not in the range {range}.",
    "extra": "Got unexpected extra argument(s) ({names})",
}
"""Sentences of the library; `parser.<key>` of the locale has them in our words."""


def said(text: str) -> str:
    """A text of the library with its own sentences in the words of this program."""
    for key, sentence in _SAID.items():
        pattern = re.sub(r"'\\\{(\w+)\\\}'", r"'(?P<\1>[^']*)'", re.escape(sentence))
        pattern = re.sub(r"\\\{value\\\}", r"(?P<value>\\S+)", pattern)
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*?)", pattern)
        if sentence.endswith("}"):  # up to the end of the line, or to a bracket
            pattern += r"(?=$| \()"
        own = functools.partial(_own, f"parser.{key}")
        text = re.sub(pattern, own, text, flags=re.MULTILINE)
    return text


def _own(key: str, found: re.Match[str]) -> str:
    values = found.groupdict()
    if said_range := values.get("range"):  # "36<=x<=1200", "x>=0"
        values |= dict(zip(("least", "most"), _NUMBER.findall(said_range), strict=False))
        key += "" if "most" in values else "-least"
    return words().text(key, **values)


_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Command(TyperCommand):
    """A command whose help is in the language that is spoken when it is asked for."""

    def get_help(self, ctx: Any) -> str:
        return _spoken(super().get_help, ctx, self)


class Group(TyperGroup):
    """The program itself, likewise."""

    def get_help(self, ctx: Any) -> str:
        return _spoken(super().get_help, ctx, self, *self.commands.values())


def _spoken(help: Callable[[Any], str], ctx: Any, *commands: Any) -> str:
    """The help of commands, their words put from English into the language spoken."""
    if spoken() == "en":
        return help(ctx)
    keys = {
        _plain(text): f"{section}.{name}"
        for section in SECTIONS
        for name, text in words("en").words(section).items()
    }

    def turned(text: str | None) -> str | None:
        key = keys.get(_plain(text or ""))
        return words().text(key) if key else text

    for command in commands:  # which are made anew for each run
        command.help, command.short_help = turned(command.help), turned(command.short_help)
        if command.epilog:
            command.epilog = f"\b\n{turned(command.epilog)}"
        for parameter in command.params:
            if hasattr(parameter, "help"):
                parameter.help = turned(parameter.help)
    return said(help(ctx))


def _plain(text: str) -> str:
    """Words alone, however their lines are broken."""
    return " ".join(text.replace("\b", " ").split())
