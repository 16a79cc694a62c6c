"""Format of the refusals that HTTP endpoints return."""

from __future__ import annotations

from typing import Any

PARTS = ["error", "detail", "key", "params"]


def line_of(answer: Any) -> str:
    """Return the text of a refusal, after checking its format."""
    body = answer.json()
    assert list(body) == PARTS, answer.text
    assert type(body["error"]) is type(body["detail"]) is str and type(body["key"]) in (str, type(None))
    assert type(body["params"]) is dict and (body["key"] is not None or not body["params"])
    return body["detail"]
