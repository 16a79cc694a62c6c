"""Responses without a web framework. With them, the server can send pages and refusals before it has imported the rest
of its code.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from saleroom.kernel.refusals import Refusal

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Header = tuple[bytes, bytes]


def headers(scope: Scope, name: bytes) -> list[str]:
    """Return every value of a header, in order."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


async def answer(scope: Scope, send: Send, status: int, body: bytes, *, kind: str, more: Iterable[Header] = ()) -> None:
    """Send one complete response; leave out the body for a HEAD request."""
    head = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def refuse(
    scope: Scope, receive: Receive, send: Send, status: int, refusal: Refusal, *, more: Iterable[Header] = ()
) -> None:
    """Refuse a request with the usual error body; for a socket, refuse to open it."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": str(refusal)})
        return
    body = json.dumps(trouble(status, refusal)).encode()
    await answer(scope, send, status, body, kind="application/json", more=more)


KINDS = {
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    409: "not-now",
    413: "too-large",
    429: "too-fast",
    500: "trouble",
    503: "trouble",
}


def trouble(status: int, refusal: Refusal | str, kind: str | None = None) -> dict[str, Any]:
    """Return the body of a refusal: `error` is its kind, and `detail` describes it in one line of English.

    `key` and `params` identify the message, so that a client can show it in any language; `key` is None for a plain
    text.
    """
    keyed = isinstance(refusal, Refusal)
    return {
        "error": kind or KINDS.get(status, "malformed"),
        "detail": str(refusal),
        "key": refusal.key if keyed else None,
        "params": refusal.params if keyed else {},
    }
