"""uvicorn's WebSocket protocol, with a method to write a message at once, and automatic pongs.

Through ASGI, each unrequested message needs a queue and a task that waits for its turn. A move is sent to everyone at
its table, and each such turn costs more than writing the message. The application may use `scope["extensions"][DIRECT]`
instead, a `DirectChannel`.

Pings are answered here: through the application, each would wake a task, and wait behind a slow command.
"""

from __future__ import annotations

import struct
import time
from typing import Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from saleroom.server.protocol.heartbeat import PING, PONG

_FINAL_TEXT = 0x81
DIRECT = "saleroom.direct"
PING_INTERVAL = 1.0
"""Minimum seconds between two pings answered here. The application counts more frequent ones against its limits."""


class DirectChannel(Protocol):
    """Writes text messages at once."""

    last_sent: float
    """Time of the last message, by `time.monotonic`."""

    def write(self, message: bytes) -> int:
        """Write an encoded message without waiting; return how many bytes the peer has not taken yet.

        A message to a connection that is not open is dropped.
        """
        ...


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """A `DirectChannel`, without extensions such as compression, which would have to process every message."""

    last_sent = 0.0
    _answered_at = 0.0
    """Time of the last ping answered here."""

    def handle_connect(self, event: Request) -> None:
        """Handle a handshake, and offer `DIRECT` to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast(dict[str, object], self.scope.get("extensions"))
            extensions[DIRECT] = self

    def handle_text(self, event: Frame) -> None:
        """Answer a ping; pass all other messages to the application."""
        if not (event.fin and event.data == PING and self._pong()):
            super().handle_text(event)

    def _pong(self) -> bool:
        now = time.monotonic()
        if not self.handshake_complete or now - self._answered_at < PING_INTERVAL:
            return False
        self._answered_at = now
        self.write(PONG)
        return True

    def write(self, message: bytes) -> int:
        """Write an encoded message, as `DirectChannel` says."""
        if not self.handshake_complete or self.close_sent or self.disconnected or self.transport.is_closing():
            return 0
        self.last_sent = time.monotonic()
        self.transport.write(text_frame(message))
        return self.transport.get_write_buffer_size()


def text_frame(message: bytes) -> bytes:
    """Return a complete text message of a server as one frame (RFC 6455, 5.2)."""
    size = len(message)
    if size < 126:
        return bytes((_FINAL_TEXT, size)) + message
    if size < 1 << 16:
        return struct.pack("!BBH", _FINAL_TEXT, 126, size) + message
    return struct.pack("!BBQ", _FINAL_TEXT, 127, size) + message
