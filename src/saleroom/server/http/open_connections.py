"""Limit on the open connections of each address. Protocols count connections before they parse any request."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Sequence
from typing import Any

import uvicorn

from saleroom.server.http.asgi import App
from saleroom.server.http.handover import Handover
from saleroom.server.http.peers import LOOPBACK
from saleroom.server.http.rate_limits import ConnectionCounter, address_key
from saleroom.server.ops.addresses import parse_address

PER_ADDRESS = 1000
"""Maximum number of open connections from one address, enough for 60 people with two devices each, whose browsers open
up to eight.
"""


class OpenConnections:
    """Open connections of one server to peers that are not trusted proxies, counted by address or /64 network."""

    def __init__(self, proxies: Sequence[str], limit: int = PER_ADDRESS) -> None:
        """Count no connections from this machine and from `proxies`, because many people share them."""
        self.proxies = proxies
        self._trusted = [ipaddress.ip_network(proxy) for proxy in (*LOOPBACK, *proxies)]
        self._limit, self._counter = limit, ConnectionCounter()
        self._keys: dict[asyncio.BaseTransport, str] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """Count a new connection; return False if its address already has the maximum number."""
        peer = transport.get_extra_info("peername")
        address = parse_address(peer[0]) if isinstance(peer, tuple) else None  # UNIX sockets have no address
        if address is None or any(address in network for network in self._trusted):
            return True
        key = address_key(str(address))
        if not self._counter.enter(key, self._limit):
            return False
        self._keys[transport] = key
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting a connection that has ended; do nothing if it was not counted."""
        key = self._keys.pop(transport, None)
        if key is not None:
            self._counter.leave(key)


class ServerConfig(uvicorn.Config):
    """Configuration of uvicorn, with the open connections that its protocols count, and the hand-over of connections
    to other processes. Without `handover`, this process serves all of its connections.
    """

    def __init__(
        self, app: App, open_connections: OpenConnections, handover: Handover | None = None, **settings: Any
    ) -> None:
        super().__init__(app, **settings)
        self.open_connections, self.handover = open_connections, handover
