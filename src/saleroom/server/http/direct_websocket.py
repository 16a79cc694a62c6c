"""WebSocket protocol of uvicorn, with a method that writes a message immediately, and with automatic pongs.

With plain ASGI, each message that the server sends unasked needs a queue and a task. The server sends each move to all
people at its table, and a task switch costs more than writing a message. The application can therefore use the
`DirectChannel` in `scope["extensions"][DIRECT]` instead.

This module also answers pings. If the application answered pings, each ping would wake a task, and its answer would
have to wait for slow commands.
"""

from __future__ import annotations

import struct
import time
from typing import Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from saleroom.server.http.open_connections import ServerConfig
from saleroom.server.protocol.heartbeat import PING, PONG

_FINAL_TEXT = 0x81
DIRECT = "saleroom.direct"
PING_INTERVAL = 1.0
"""Minimum number of seconds between two pings that this class answers.

More frequent pings go to the application, which limits them.
"""

READ_AHEAD = 8
"""Number of messages of one connection that may wait for the application before reading stops."""


class DirectChannel(Protocol):
    """Interface of a connection that writes text messages immediately."""

    last_sent: float
    """Time of the last message, by `time.monotonic`."""

    def write(self, message: bytes) -> int:
        """Write an encoded message without waiting; return how many bytes are still waiting to be sent to the peer.

        If the connection is not open, drop the message.
        """
        ...


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """`DirectChannel` that uses no WebSocket extensions, because an extension such as compression would have to process
    every message.
    """

    last_sent = 0.0
    _answered_at = 0.0
    """Time of the last ping that this class answered."""

    def handle_connect(self, event: Request) -> None:
        """Handle a handshake, and offer `DIRECT` to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast(dict[str, object], self.scope.get("extensions"))
            extensions[DIRECT] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, which `LimitedHttpProtocol` has counted."""
        cast(ServerConfig, self.config).open_connections.leave(self.transport)
        super().connection_lost(exc)

    def handle_text(self, event: Frame) -> None:
        """Answer a ping; pass all other messages to the application."""
        if not (event.fin and event.data == PING and self._pong()):
            super().handle_text(event)

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application; stop reading only while `READ_AHEAD` messages wait.

        uvicorn stops reading after each message, which costs two system calls for each.
        """
        paused = self.read_paused
        self.read_paused = paused or self.queue.qsize() + 1 < READ_AHEAD  # uvicorn does not pause what is paused
        super().send_receive_event_to_app()
        if self.queue.qsize() < READ_AHEAD:
            self.read_paused = paused

    def _pong(self) -> bool:
        now = time.monotonic()
        if not self.handshake_complete or now - self._answered_at < PING_INTERVAL:
            return False
        self._answered_at = now
        self.write(PONG)
        return True

    def write(self, message: bytes) -> int:
        """Write an encoded message, as described in `DirectChannel`."""
        if not self.handshake_complete or self.close_sent or self.disconnected or self.transport.is_closing():
            return 0
        self.last_sent = time.monotonic()
        self.transport.write(text_frame(message))
        return self.transport.get_write_buffer_size()


def text_frame(message: bytes) -> bytes:
    """Return the frame (RFC 6455, 5.2) that contains a text message from a server to a client."""
    size = len(message)
    if size < 126:
        return bytes((_FINAL_TEXT, size)) + message
    if size < 1 << 16:
        return struct.pack("!BBH", _FINAL_TEXT, 126, size) + message
    return struct.pack("!BBQ", _FINAL_TEXT, 127, size) + message
