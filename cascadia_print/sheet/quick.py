"""A quick yes to data that follow their schema; only the others wait for jsonschema.

Loading that library takes longer than all else that an audit does, and what it is needed for is
to tell what is wrong. This knows the keywords that our schemas use and says no to any other, so
that it never accepts what the library refuses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

Load = Callable[[str], Any]
"""Name of a schema in `data/schemas` -> the schema."""

_SILENT = {"$schema", "$id", "$defs", "title", "description", "format", "then", "else"}
_SUFFIX = ".schema.json"


def follows(data: Any, name: str, load: Load) -> bool:
    """Whether the data are known to follow the schema of that name; False is "perhaps not"."""
    return _holds(data, load(name), name, load)


def _holds(value: Any, schema: Any, home: str, load: Load) -> bool:
    if isinstance(schema, bool):
        return schema
    for key, rule in schema.items():
        if key in _SILENT:
            continue
        test = _TESTS.get(key)
        if test is None or not test(value, rule, schema, home, load):
            return False
    return True


def _type(value: Any, rule: Any, *_: Any) -> bool:
    kinds = [rule] if isinstance(rule, str) else rule
    return any(type(value) in _KINDS[kind] for kind in kinds)


_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def _ref(value: Any, rule: str, schema: Any, home: str, load: Load) -> bool:
    document, _, place = rule.partition("#")
    home = document.removesuffix(_SUFFIX) if document else home
    found = load(home)
    for step in place.split("/")[1:]:
        found = found[step]
    return _holds(value, found, home, load)


def _properties(value: Any, rule: Any, schema: Any, home: str, load: Load) -> bool:
    return not isinstance(value, dict) or all(
        _holds(value[key], inner, home, load) for key, inner in rule.items() if key in value
    )


def _additional(value: Any, rule: Any, schema: Any, home: str, load: Load) -> bool:
    known = schema.get("properties", {})
    return not isinstance(value, dict) or all(
        _holds(inner, rule, home, load) for key, inner in value.items() if key not in known
    )


def _names(value: Any, rule: Any, schema: Any, home: str, load: Load) -> bool:
    return not isinstance(value, dict) or all(_holds(key, rule, home, load) for key in value)


def _items(value: Any, rule: Any, schema: Any, home: str, load: Load) -> bool:
    return not isinstance(value, list) or all(_holds(x, rule, home, load) for x in value)


def _all_of(value: Any, rule: Any, schema: Any, home: str, load: Load) -> bool:
    return all(_holds(value, part, home, load) for part in rule)


def _branch(value: Any, rule: Any, schema: Any, home: str, load: Load) -> bool:
    name = "then" if _holds(value, rule, home, load) else "else"
    return _holds(value, schema.get(name, True), home, load)


def _one_of_words(value: Any, rule: Any, *_: Any) -> bool:
    # True is not 1 here, as it is in Python.
    return any(type(value) is type(word) and value == word for word in rule)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_TESTS: dict[str, Callable[..., bool]] = {
    "type": _type,
    "$ref": _ref,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "items": _items,
    "allOf": _all_of,
    "if": _branch,
    "enum": _one_of_words,
    "const": lambda value, rule, *_: _one_of_words(value, [rule]),
    "required": lambda v, rule, *_: not isinstance(v, dict) or all(key in v for key in rule),
    "minProperties": lambda v, rule, *_: not isinstance(v, dict) or len(v) >= rule,
    "minItems": lambda v, rule, *_: not isinstance(v, list) or len(v) >= rule,
    "maxItems": lambda v, rule, *_: not isinstance(v, list) or len(v) <= rule,
    "maxLength": lambda v, rule, *_: not isinstance(v, str) or len(v) <= rule,
    "pattern": lambda v, rule, *_: not isinstance(v, str) or bool(_compiled(rule).search(v)),
    "minimum": lambda v, rule, *_: not isinstance(v, int | float) or v >= rule,
    "maximum": lambda v, rule, *_: not isinstance(v, int | float) or v <= rule,
}
