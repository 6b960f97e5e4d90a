"""The check of structure: JSON Schema, its errors put into located faults.

One slip is one fault: what follows from a misspelt key (a key missing, a branch of the schema
not taken) is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from cascadia_print import resources
from cascadia_print.sheet.faults import Fault, nearest, rivals
from cascadia_print.sheet.locale import languages
from cascadia_print.sheet.located import Path_, Source
from cascadia_print.sheet.located_text import DIGIT_LIMIT
from cascadia_print.sheet.quick import follows

Error = Any
"""A jsonschema ValidationError: that package is loaded on demand."""


def check(source: Source, name: str) -> list[Fault]:
    """The faults of structure by position, [] for none.

    `name` is that of a schema in `data/schemas`: "sheet", "filled-sheet", "game".
    """
    if follows(source.data, name, _schema):
        return []
    if name == "sheet" and (word := _format(source.data)):
        # Each key of it would be a fault, and none of them would tell what is wrong.
        return [source.fault("IN-no-sheet-file", ("format",), word=word)]
    errors = list(_validator(name).iter_errors(source.data))
    faults = [*_key_faults(source, errors, name), *_value_faults(source, errors)] if errors else []
    return sorted(faults, key=lambda fault: (fault.line, fault.column))


def _format(data: Any) -> str:
    """What another kind of file of this program calls itself, "" for anything else."""
    said = data.get("format") if isinstance(data, dict) else None
    return said if isinstance(said, str) and said.startswith("cascadia-print/") else ""


_ABOUT_KEYS = ("additionalProperties", "required", "properties")
"""Keywords whose errors of our own carry a key as message."""


def _key_faults(source: Source, errors: list[Error], name: str) -> Iterator[Fault]:
    """Keys unknown, missing or out of place, block by block."""
    blocks: dict[Path_, list[Error]] = {}
    for error in errors:
        if _about_keys(error):
            blocks.setdefault(tuple(error.absolute_path), []).append(error)
    for path, found in blocks.items():
        yield from _block_faults(source, path, found, name)


def _block_faults(source: Source, path: Path_, errors: list[Error], name: str) -> Iterator[Fault]:
    unknown = [error for error in errors if error.validator == "additionalProperties"]
    missing = {error.message: error for error in errors if error.validator == "required"}
    misplaced = {_misplaced(error): error for error in errors if _misplaced(error)}
    meant: set[str | None] = set()
    for error in unknown:
        word = error.message
        misplaced.pop(word, None)
        absent = [key for key in error.schema["properties"] if key not in error.instance]
        better = nearest(word, [*(key for key in absent if key in missing), *absent])
        if better in languages() and sorted(word.casefold()) != sorted(better):
            better = None  # "es" is no slip of "en" but another language
        meant.add(better)
        first = word.split()[0] if word.strip() else ""
        if first != word and first in absent and error.instance[word] is None:
            meant.add(first)
            yield source.fault("IN-syntax-after-key", (*path, word), key=True, word=first)
            continue
        if better is None and (homes := [h for h in _homes(name).get(word, ()) if h not in path]):
            under = tuple(f"{home}:" for home in homes)
            yield source.fault(
                "IN-key-elsewhere", (*path, word), key=True, word=word, allowed=under
            )
            continue
        known = () if better else tuple(key for key in absent if key != "$schema")
        yield source.fault(
            "IN-unknown-key",
            (*path, word),
            key=True,
            suggestion=better,
            word=word,
            known=known,
            also=rivals(word, better, absent),
        )
    for word, error in missing.items():
        if word not in meant and not meant.intersection(_asked(error)):
            better = None if path else _only(name, word, source.text.lstrip().startswith("{"))
            yield source.fault("IN-missing-key", path, suggestion=better, word=word)
    for word, error in misplaced.items():
        if not meant.intersection(_asked(error)):
            yield _out_of_place(source, path, word, _asked(error))


def _only(name: str, word: str, quoted: bool) -> str | None:
    """A key at the top of a file with the one value that it can have; None if it has others."""
    schema = _schema(name)
    for block in (schema, schema.get("$defs", {}).get("player", {})):
        values = block.get("properties", {}).get(word, {}).get("enum", ())
        if len(values) == 1:
            return f'"{word}": "{values[0]}"' if quoted else f"{word}: {values[0]}"
    return None


def _out_of_place(source: Source, path: Path_, word: str, asked: tuple[str, ...]) -> Fault:
    """A known key that the others of its block exclude."""
    block = source.value(path)
    beside = [f"{key}: {source.shown((*path, key))}".rstrip(": ") for key in asked if key in block]
    if beside:
        return source.fault("IN-not-beside", (*path, word), key=True, word=word, other=beside[0])
    return source.fault("IN-not-without", (*path, word), key=True, word=word, other=asked[0])


def _value_faults(source: Source, errors: list[Error]) -> Iterator[Fault]:
    """Values of a wrong kind or range: one fault a value, the most telling one."""
    worst: dict[Path_, Error] = {}
    for error in errors:
        if not _about_keys(error):
            path = tuple(error.absolute_path)
            if path not in worst or _weight(error) > _weight(worst[path]):
                worst[path] = error
    for path, error in worst.items():
        yield _value_fault(source, path, error)


def _weight(error: Error) -> tuple[bool, bool]:
    return bool(_asked(error)), error.validator == "type"


def _value_fault(source: Source, path: Path_, error: Error) -> Fault:
    value, need = error.instance, error.validator_value
    shown = source.shown(path)
    match error.validator:
        case "type":
            kinds = [need] if isinstance(need, str) else need
            return source.fault(
                "IN-type",
                path,
                suggestion=_for_languages(error) or _other_kind(value, kinds, shown),
                expected=tuple(kind for kind in kinds if kind != "null" or len(kinds) == 1),
                found=_kind(value),
                shown=shown,
            )
        case "enum" | "const":
            words = [need] if error.validator == "const" else [word for word in need if word]
            better = nearest(str(value), map(str, words)) or _begun(value, words)
            if isinstance(value, bool) and "yes" in words:
                better = "yes" if value else "no"
            allowed = tuple(map(str, words))
            return source.fault(
                "IN-not-one-of",
                path,
                suggestion=better,
                allowed=allowed,
                also=rivals(str(value), better, allowed),
                found=_kind(value),
                shown=shown,
            )
        case "pattern":
            form = error.schema.get("format", "")
            return source.fault("IN-pattern", path, form=form, shown=shown)
        case "maxLength":
            return source.fault("IN-too-long", path, have=len(value), limit=need)
        case "minimum":
            return source.fault("IN-too-small", path, limit=need, shown=shown)
        case "maximum":
            return source.fault("IN-too-large", path, limit=need, shown=shown)
        case "minItems" | "minProperties":
            return source.fault("IN-too-few", path, have=len(value), limit=need)
        case "maxItems":
            return source.fault("IN-too-many-items", path, have=len(value), limit=need)
    return source.fault("IN-value", path, shown=shown)


def _begun(value: object, words: list[Any]) -> str | None:
    """The word that a longer one begins with: "english" was meant as "en"."""
    begun = [word for word in words if isinstance(value, str) and len(str(word)) > 1]
    return next((w for w in begun if str(value).casefold().startswith(str(w))), None)


def _for_languages(error: Error) -> str | None:
    """A bare text as the text for each language that is wanted."""
    value, wanted = error.instance, "en" in error.schema.get("properties", {})
    if wanted and isinstance(value, str) and 0 < len(value) <= 60 and '"' not in value:
        return f'{{en: "{value}"}}'
    return None


def _other_kind(value: object, kinds: list[str], shown: str) -> str | None:
    """The same value as the kind that is wanted, where that only takes quotes, none or brackets."""
    if kinds[0] == "array" and isinstance(value, str | int | float) and shown:
        return f"[{shown}]"
    if isinstance(value, str):
        plain = value.strip()
        number = plain.isdecimal() and len(plain) <= DIGIT_LIMIT
        return str(int(plain)) if "integer" in kinds and number else None
    if isinstance(value, float) and value.is_integer() and "integer" in kinds:
        return str(int(value))
    return f'"{shown}"' if "string" in kinds and shown else None


def _kind(value: object) -> str:
    """The name of the kind of a value, as JSON Schema has them."""
    if value is None or value == "":
        return "null"
    if isinstance(value, bool):
        return "boolean"
    for kind, name in ((dict, "object"), (list, "array"), (str, "string"), (int, "integer")):
        if isinstance(value, kind):
            return name
    return "number"


def _about_keys(error: Error) -> bool:
    return error.validator in _ABOUT_KEYS or bool(_misplaced(error))


def _misplaced(error: Error) -> str:
    """The key that a branch of the schema refuses, "" if it is none of that."""
    if error.validator == "properties":
        return str(error.message)
    return str(error.instance) if "propertyNames" in error.absolute_schema_path else ""


def _asked(error: Error) -> tuple[str, ...]:
    """The keys that decided that this part of the schema applies, the nearest first."""
    asked: tuple[str, ...] = vars(error).get("asked", ())
    return asked


@cache
def _homes(name: str) -> dict[str, tuple[str, ...]]:
    """For each key below the top of a file the keys there whose blocks may hold it."""
    schema, homes = _schema(name), dict[str, tuple[str, ...]]()
    for top, said in schema.get("properties", {}).items():
        if top in ("facts", "rulings"):
            continue  # they speak of what the others hold
        reference = said.get("$ref") or said.get("items", {}).get("$ref", "")
        block = schema.get("$defs", {}).get(reference.rpartition("/")[2], {})
        for key in block.get("properties", ()):
            homes[key] = (*homes.get(key, ()), top)
    return homes


@cache
def _schema(name: str) -> Any:
    path = resources.root("data") / "schemas" / f"{name}.schema.json"
    return json.loads(path.read_text(encoding="utf-8"))


@cache
def _validator(name: str) -> Any:
    """The validator of a schema, made once.

    Some keywords are our own: errors about keys say which key, one error each; what a branch
    (`if`) asks for notes the keys that opened it; and 3.0 is no integer.
    """
    jsonschema: Any = import_module("jsonschema")
    referencing: Any = import_module("referencing")
    slip = jsonschema.ValidationError
    standard = jsonschema.Draft202012Validator

    def required(validator: Any, keys: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if isinstance(instance, dict):
            yield from (slip(key) for key in keys if key not in instance)

    def additional(validator: Any, allowed: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if allowed is not False:
            yield from standard.VALIDATORS["additionalProperties"](
                validator, allowed, instance, schema
            )
        elif isinstance(instance, dict):
            yield from (slip(key) for key in instance if key not in schema["properties"])

    def properties(validator: Any, known: Any, instance: Any, schema: Any) -> Iterator[Any]:
        if isinstance(instance, dict):
            for key in known:
                if key in instance and known[key] is False:
                    yield slip(key)
                elif key in instance:
                    yield from validator.descend(instance[key], known[key], key, key)

    def branch(validator: Any, condition: Any, instance: Any, schema: Any) -> Iterator[Any]:
        holds = validator.evolve(schema=condition).is_valid(instance)
        name = "then" if holds else "else"
        for error in validator.descend(instance, schema.get(name, True), schema_path=name):
            vars(error)["asked"] = (*_asked(error), *_names(condition))
            yield error

    kinds = standard.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    )
    strict = jsonschema.validators.extend(
        standard,
        {
            "required": required,
            "properties": properties,
            "additionalProperties": additional,
            "if": branch,
        },
        type_checker=kinds,
    )
    registry = referencing.Registry(
        retrieve=lambda uri: referencing.Resource.from_contents(
            _schema(uri.removesuffix(".schema.json"))
        )
    )
    return strict(_schema(name), registry=registry)


def _names(condition: dict[str, Any]) -> Iterator[str]:
    yield from condition.get("required", ())
    yield from condition.get("properties", ())
