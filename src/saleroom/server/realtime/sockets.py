"""Endpoint of sockets: what the connections of one server have in common."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterator

from starlette.websockets import WebSocket

from saleroom.server.core.state.table import TableState
from saleroom.server.http.rate_limits import ConnectionCounter, TokenBuckets, address_key
from saleroom.server.ops import metrics
from saleroom.server.realtime.connection import TRY_LATER, Connection
from saleroom.server.realtime.heartbeat import Heartbeat
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.socket_limits import SocketLimits

MayLook = Callable[[TableState, str | None], Awaitable[bool]]


class SocketEndpoint:
    """Endpoint of the sockets of all tables.

    A player with a seat is counted as a person, all others by their address. So strangers at the same address cannot
    use up a player's allowance.
    """

    def __init__(
        self,
        hub: Hub,
        limits: SocketLimits | None = None,
        may_look: MayLook | None = None,
    ) -> None:
        """Create the one endpoint of a server. `may_look` says who may connect to a table without a seat."""
        self.hub, self.limits, self.may_look = hub, limits or SocketLimits(), may_look
        self.people = TokenBuckets(self.limits.rate, self.limits.burst)
        self.addresses = TokenBuckets(self.limits.address_rate, self.limits.address_burst)
        self.sockets_by_address = ConnectionCounter()
        self.heartbeat = Heartbeat()
        self._unidentified: dict[str, dict[Connection, None]] = {}
        """By address, the oldest first."""

    async def __call__(self, websocket: WebSocket, table_id: str) -> None:
        """Serve one connection from its opening to its end."""
        address = address_key(websocket.client.host if websocket.client else "")
        await websocket.accept()
        metrics.SOCKETS.inc()
        try:
            await Connection(websocket, self, address).run(table_id)
        finally:
            metrics.SOCKETS.dec()
            self.hub.ended_connections += 1

    @contextlib.contextmanager
    def unidentified(self, connection: Connection, address: str) -> Iterator[None]:
        """Count a connection as unidentified in this context; if an address has too many, drop its oldest."""
        waiting = self._unidentified.setdefault(address, {})
        waiting[connection] = None
        if len(waiting) > self.limits.unidentified:
            oldest = next(iter(waiting))
            del waiting[oldest]
            oldest.drop(TRY_LATER, "too many connections")
        try:
            yield
        finally:
            waiting.pop(connection, None)
            if not waiting and self._unidentified.get(address) is waiting:
                del self._unidentified[address]
