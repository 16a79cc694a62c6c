"""Address of a client. The client's address is that of the connection's peer, or the one that a trusted proxy reports.

An IPv4 address in IPv6 form is converted to its IPv4 form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from saleroom.server.http.asgi import App, Receive, Scope, Send
from saleroom.server.ops.addresses import parse_address

LOOPBACK = ["127.0.0.1", "::1"]
FORWARDED = b"x-forwarded-for"
_BRACKETED = re.compile(r"\[(.*)\](:\d+)?")


class PeerMiddleware:
    """Middleware that sets `client` and `scheme` of a request. The middleware trusts proxies on this machine and in
    `proxies`.
    """

    def __init__(self, app: App, proxies: Sequence[str]) -> None:
        middleware: Any = ProxyHeadersMiddleware  # uvicorn has its own types of applications
        self._trusting: App = middleware(app, [*LOOPBACK, *proxies])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, a socket or the lifespan."""
        client = scope.get("client")
        if client:
            address = parse_address(client[0])
            scope["client"] = (client[0] if address is None else str(address), client[1])
            scope["headers"] = [
                (name, _plain(value) if name == FORWARDED else value) for name, value in scope["headers"]
            ]
        await self._trusting(scope, receive, send)


def _plain(value: bytes) -> bytes:
    return ", ".join(_plain_entry(entry.strip()) for entry in value.decode("latin-1").split(",")).encode("latin-1")


def _plain_entry(entry: str) -> str:
    """Return an entry of the proxy header, which is an address with or without port, as an address in normal form."""
    bracketed = _BRACKETED.fullmatch(entry)
    address = parse_address(bracketed[1] if bracketed else entry)
    if address is None or (bracketed and address.version == 6):
        return entry
    return f"{address}{bracketed[2] or ''}" if bracketed else str(address)
