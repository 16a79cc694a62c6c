"""Endpoint of all sockets."""

from __future__ import annotations

from starlette.websockets import WebSocket

from saleroom.server.http.rate_limits import address_key
from saleroom.server.ops import metrics
from saleroom.server.realtime.connection import Connection
from saleroom.server.realtime.socket_context import SocketContext


class SocketEndpoint(SocketContext):
    """Endpoint of the sockets of all tables."""

    async def __call__(self, websocket: WebSocket, table_id: str) -> None:
        """Serve one connection until it ends."""
        address = address_key(websocket.client.host if websocket.client else "")
        await websocket.accept()
        metrics.SOCKETS.inc()
        try:
            await Connection(websocket, self, address).run(table_id)
        finally:
            metrics.SOCKETS.dec()
            self.hub.ended_connections += 1
