"""Conversion of validation errors, which wrong request bodies cause, into refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from saleroom.kernel.refusals import Refusal

KEYS: Mapping[str, str] = {
    "missing": "body.missing",
    "extra_forbidden": "body.extra",
    "int_type": "body.whole",
    "int_from_float": "body.whole",
    "float_type": "body.number",
    "string_type": "body.text",
    "bool_type": "body.bool",
    "list_type": "body.list",
    "dict_type": "body.object",
    "model_type": "body.object",
    "model_attributes_type": "body.object",
    "literal_error": "body.one-of",
    "string_too_short": "body.short-text",
    "string_too_long": "body.long-text",
    "string_pattern_mismatch": "body.characters",
    "string_unicode": "body.text",
    "too_short": "body.short-list",
    "too_long": "body.long-list",
    "greater_than_equal": "body.at-least",
    "greater_than": "body.more",
    "less_than_equal": "body.at-most",
    "less_than": "body.less",
    "json_invalid": "body.json",
    "unknown_game": "body.no-game",
}
"""Message keys, by the validation library's error type."""
USUAL = "body.wrong"
FIRST = "game"
"""Field whose errors are reported first, because the allowed number of chairs depends on it."""
LONGEST = 100
"""Maximum length of a field's name, in characters."""
_PARAMS: Mapping[str, str] = {
    "min_length": "count",
    "max_length": "count",
    "ge": "limit",
    "gt": "limit",
    "le": "limit",
    "lt": "limit",
    "expected": "expected",
    "games": "games",
}
"""Parameter names of refusals, by the names in the validation library."""
_UNION_MEMBERS = ("int", "str", "none", "constrained-str", "literal")


def first(errors: Sequence[Mapping[str, Any]]) -> Refusal:
    """Return a refusal for the first error, with the location of the invalid field."""
    error = next((error for error in errors if FIRST in error["loc"][1:2]), errors[0])
    key = KEYS.get(error["type"], USUAL)
    if key == "body.json":
        return Refusal(key)
    context = error.get("ctx") or {} if key != USUAL else {}
    params = {_PARAMS[name]: _param(name, value) for name, value in context.items() if name in _PARAMS}
    return Refusal(key, field=".".join(_names(error["loc"][1:]))[:LONGEST] or "body", **params)


def _param(name: str, value: Any) -> Any:
    """Convert a parameter of a validation error: a text of alternatives becomes a list, and a float becomes a text."""
    if name == "expected":
        return re.findall(r"'[^']*'|\w+", value.replace(" or ", ", "))
    if name == "games":
        return value.split(", ")
    return f"{value:g}" if isinstance(value, float) else value


def _names(location: Sequence[str | int]) -> list[str]:
    """Return the parts of the location of an error, without names of union members."""
    parts = [str(part) for part in location]
    while len(parts) > 1 and (parts[-1] in _UNION_MEMBERS or "[" in parts[-1]):
        parts.pop()
    return parts
