"""uvicorn's WebSocket protocol, with a way to write a message at once.

Through ASGI, a message to somebody who does not ask for one needs a queue and a task that waits for its turn. A move
goes to everybody at its table, and each such turn costs more than writing the message. So the application may also
call `scope["extensions"][DIRECT]`, a `Write`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

_FINAL_TEXT = 0x81
DIRECT = "saleroom.direct"
Write = Callable[[bytes], int]
"""Writes a text message, encoded; returns how many bytes the other side has not taken yet. Does not wait.

What is written to a connection that is not open, or not any more, is given up.
"""


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """Without extensions such as compression, which would have to look at every message."""

    def handle_connect(self, event: Request) -> None:
        """A handshake: the application is told of `DIRECT`."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast(dict[str, object], self.scope.get("extensions"))
            extensions[DIRECT] = self.write

    def write(self, message: bytes) -> int:
        """A `Write`."""
        if not self.handshake_complete or self.close_sent or self.disconnected or self.transport.is_closing():
            return 0
        self.transport.write(text_frame(message))
        return self.transport.get_write_buffer_size()


def text_frame(message: bytes) -> bytes:
    """A whole text message of a server as one frame (RFC 6455, 5.2)."""
    size = len(message)
    if size < 126:
        return bytes((_FINAL_TEXT, size)) + message
    if size < 1 << 16:
        return struct.pack("!BBH", _FINAL_TEXT, 126, size) + message
    return struct.pack("!BBQ", _FINAL_TEXT, 127, size) + message
