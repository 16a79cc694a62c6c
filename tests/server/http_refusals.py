"""The shape of what endpoints refuse."""

from __future__ import annotations

from typing import Any

PARTS = ["error", "detail", "key", "params"]


def line_of(answer: Any) -> str:
    """Return the line of a refusal, which must have the one shape that all have."""
    body = answer.json()
    assert list(body) == PARTS, answer.text
    assert type(body["error"]) is type(body["detail"]) is str and type(body["key"]) in (str, type(None))
    assert type(body["params"]) is dict and (body["key"] is not None or not body["params"])
    return body["detail"]
