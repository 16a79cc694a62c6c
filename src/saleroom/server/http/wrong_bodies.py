"""What is wrong with a request body, in one line of ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

TEXTS: Mapping[str, str] = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such field",
    "int_type": "it must be a whole number",
    "int_from_float": "it must be a whole number",
    "float_type": "it must be a number",
    "string_type": "it must be a text",
    "bool_type": "it must be true or false",
    "list_type": "it must be a list",
    "dict_type": "it must be an object",
    "model_type": "it must be an object",
    "model_attributes_type": "it must be an object",
    "literal_error": "it must be {expected}",
    "string_too_short": "it needs at least {min_length} characters",
    "string_too_long": "it may have at most {max_length} characters",
    "string_pattern_mismatch": "it has characters that it may not have",
    "string_unicode": "it must be a text",
    "too_short": "it needs at least {min_length} entries",
    "too_long": "it may have at most {max_length} entries",
    "greater_than_equal": "it must be at least {ge}",
    "greater_than": "it must be more than {gt}",
    "less_than_equal": "it must be at most {le}",
    "less_than": "it must be less than {lt}",
    "json_invalid": "the body must be JSON",
    "unknown_game": "there is no such game; the games are {games}",
}
"""By the kind of an error of the validation library."""
USUAL = "it is not what this request takes"
FIRST = "game"
"""The field that is named before others: how many chairs there may be depends on it."""
LONGEST = 200
_UNION_MEMBERS = ("int", "str", "none", "constrained-str", "literal")


def line(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return the first thing that is wrong, with the place of its field."""
    error = next((error for error in errors if FIRST in error["loc"][1:2]), errors[0])
    text = TEXTS.get(error["type"], USUAL).format_map(error.get("ctx") or {})
    place = ".".join(_names(error["loc"][1:])) if error["type"] != "json_invalid" else ""
    return (f"{place}: {text}" if place else text)[:LONGEST]


def _names(location: Sequence[str | int]) -> list[str]:
    """The parts of a place, without the names of the types that a value might have had."""
    parts = [str(part) for part in location]
    while len(parts) > 1 and (parts[-1] in _UNION_MEMBERS or "[" in parts[-1]):
        parts.pop()
    return parts
