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

Test = Callable[[Any], bool]

_SILENT = {"$schema", "$id", "$defs", "title", "description", "format", "then", "else"}
_SUFFIX = ".schema.json"


def follows(data: Any, name: str, load: Load) -> bool:
    """Whether the data are known to follow the schema of that name; False is "perhaps not"."""
    return _at(f"{name}{_SUFFIX}#", name, load)(data)


@cache
def _at(ref: str, home: str, load: Load) -> Test:
    """The test of what a reference leads to; it is made when it is first asked."""
    document, _, place = ref.partition("#")
    home = document.removesuffix(_SUFFIX) if document else home
    made: list[Test] = []

    def test(value: Any) -> bool:
        if not made:
            found = load(home)
            for step in place.split("/")[1:]:
                found = found[step]
            made.append(_test(found, home, load))
        return made[0](value)

    return test


def _test(schema: Any, home: str, load: Load) -> Test:
    """One test for all keywords of a schema."""
    if isinstance(schema, bool):
        return lambda value: schema
    tests = [
        _TESTS[key](rule, schema, home, load) if key in _TESTS else _never
        for key, rule in schema.items()
        if key not in _SILENT
    ]
    if len(tests) == 1:
        return tests[0]

    def all_of(value: Any) -> bool:
        for test in tests:  # noqa: SIM110 - quicker than all()
            if not test(value):
                return False
        return True

    return all_of


def _never(value: Any) -> bool:
    return False


def _type(rule: Any, *_: Any) -> Test:
    kinds = {t for kind in ([rule] if isinstance(rule, str) else rule) for t in _KINDS[kind]}
    return lambda value: type(value) in kinds


_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def _ref(rule: str, schema: Any, home: str, load: Load) -> Test:
    return _at(rule, home, load)


def _properties(rule: Any, schema: Any, home: str, load: Load) -> Test:
    tests = {key: _test(inner, home, load) for key, inner in rule.items()}

    def properties(value: Any) -> bool:
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in tests and not tests[key](inner):
                    return False
        return True

    return properties


def _additional(rule: Any, schema: Any, home: str, load: Load) -> Test:
    known, test = schema.get("properties", {}), _test(rule, home, load)
    if rule is False:
        return lambda value: not isinstance(value, dict) or value.keys() <= known.keys()
    return lambda value: (
        not isinstance(value, dict)
        or all([test(inner) for key, inner in value.items() if key not in known])
    )


def _names(rule: Any, schema: Any, home: str, load: Load) -> Test:
    test = _test(rule, home, load)
    return lambda value: not isinstance(value, dict) or all(map(test, value))


def _items(rule: Any, schema: Any, home: str, load: Load) -> Test:
    test = _test(rule, home, load)
    return lambda value: not isinstance(value, list) or all(map(test, value))


def _all_of(rule: Any, schema: Any, home: str, load: Load) -> Test:
    tests = [_test(part, home, load) for part in rule]
    return lambda value: all(test(value) for test in tests)


def _branch(rule: Any, schema: Any, home: str, load: Load) -> Test:
    condition = _test(rule, home, load)
    then, other = (_test(schema.get(name, True), home, load) for name in ("then", "else"))
    return lambda value: then(value) if condition(value) else other(value)


def _one_of_words(rule: Any, *_: Any) -> Test:
    # True is not 1 here, as it is in Python.
    words = [(type(word), word) for word in rule]
    return lambda value: (type(value), value) in words


def _const(rule: Any, *_: Any) -> Test:
    return _one_of_words([rule])


def _pattern(rule: str, *_: Any) -> Test:
    search = re.compile(rule).search
    return lambda value: not isinstance(value, str) or bool(search(value))


def _required(rule: Any, *_: Any) -> Test:
    return lambda value: not isinstance(value, dict) or all([key in value for key in rule])


def _size(kind: type | tuple[type, ...], fits: Callable[[Any, Any], bool]) -> Callable[..., Test]:
    """The test of a number or of how many there are, for values of that kind."""

    def make(rule: Any, *_: Any) -> Test:
        return lambda value: not isinstance(value, kind) or fits(value, rule)

    return make


_NUMBER = (int, float)

_TESTS: dict[str, Callable[..., Test]] = {
    "type": _type,
    "$ref": _ref,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "items": _items,
    "allOf": _all_of,
    "if": _branch,
    "enum": _one_of_words,
    "const": _const,
    "pattern": _pattern,
    "required": _required,
    "minProperties": _size(dict, lambda v, rule: len(v) >= rule),
    "minItems": _size(list, lambda v, rule: len(v) >= rule),
    "maxItems": _size(list, lambda v, rule: len(v) <= rule),
    "maxLength": _size(str, lambda v, rule: len(v) <= rule),
    "minimum": _size(_NUMBER, lambda v, rule: v >= rule),
    "maximum": _size(_NUMBER, lambda v, rule: v <= rule),
}
