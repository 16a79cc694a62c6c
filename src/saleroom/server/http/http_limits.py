"""HTTP protocol of the server. It limits connections, and the head of a request: its size in bytes, and the time within
which it must arrive. It hands sockets of tables over to the processes that serve these tables.
"""

from __future__ import annotations

import asyncio
import re
import socket
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from saleroom.server.http.handover import Handover
from saleroom.server.http.open_connections import ServerConfig

MAX_HEAD_SIZE = 32_768  # bytes
HEAD_TIMEOUT = 10.0  # seconds
TABLE_SOCKET = re.compile(rb"(?:/[^?]*)?/api/tables/([A-Za-z0-9_-]{1,64})/socket(?:\?.*)?")
"""Address of the socket of a table, also behind a proxy that leaves the path of the public URL in place."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """HTTP protocol of uvicorn, with limits on connections and on the head of a request. Without the latter, uvicorn
    would wait for a head forever.
    """

    _waiting: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes received before the head was complete."""
    _said = 0
    """Bytes of the head parsed so far; counted separately, because head and body can arrive together."""

    def connection_made(self, transport: Any) -> None:
        """Start the timer for the first request of a new connection, or refuse the connection."""
        super().connection_made(transport)
        if cast(ServerConfig, self.config).open_connections.enter(transport):
            self._wait()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Count the received bytes of a request, and refuse a head that is too long."""
        self._head += len(data)
        super().data_received(data)
        if self._waiting is not None and self._head > MAX_HEAD_SIZE and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        """Start the timer for a request."""
        super().on_message_begin()
        self._said = 0
        self._wait()

    def on_url(self, url: bytes) -> None:
        """Count the bytes of the URL."""
        self._grow(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count the bytes of a header."""
        self._grow(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stop the timer at the end of the head; the module `security` limits the body."""
        self._done()
        self._head = 0
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Serve a socket here, or hand it over to the process that should serve its table."""
        handover, table = cast(ServerConfig, self.config).handover, TABLE_SOCKET.fullmatch(self.url)
        answered = self.cycle is None or self.cycle.response_complete
        if handover is None or table is None or not answered or self.transport.get_write_buffer_size():
            self._serve_socket()
            return
        self.transport.pause_reading()
        number = self.transport.get_extra_info("socket").fileno()
        copy = socket.fromfd(number, socket.AF_INET, socket.SOCK_STREAM)  # stays valid if the transport closes
        task = self.loop.create_task(self._hand_over(handover, table[1].decode(), copy))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _hand_over(self, handover: Handover, table_id: str, copy: socket.socket) -> None:
        with copy:
            request = [self.scope["method"].encode(), b" ", self.url, b" HTTP/1.1\r\n"]
            request += [part for name, value in self.headers for part in (name, b": ", value, b"\r\n")]
            given = await handover.give(table_id, copy, b"".join((*request, b"\r\n")))
        if given:
            self.transport.close()
        elif not self.transport.is_closing():
            self.transport.resume_reading()
            self._serve_socket()

    def _serve_socket(self) -> None:
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer when the connection is closed."""
        self._done()
        cast(ServerConfig, self.config).open_connections.leave(self.transport)
        super().connection_lost(exc)

    def _grow(self, size: int) -> None:
        self._said += size
        if self._said > MAX_HEAD_SIZE:
            raise ValueError("the head of this request is too long")  # this stops the parser and ends the connection

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEAD_TIMEOUT, self.transport.close)

    def _done(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


class HandedOverProtocol(LimitedHttpProtocol):
    """Protocol of a connection that another process has handed over. This process serves it."""

    def __init__(self, request: bytes, **context: Any) -> None:
        """Prepare to serve the connection; `request` has already been read from it."""
        super().__init__(**context)
        self._request = request

    def connection_made(self, transport: Any) -> None:
        """Read the request, before any bytes that follow it."""
        super().connection_made(transport)
        if not transport.is_closing():
            self.data_received(self._request)

    def handle_websocket_upgrade(self) -> None:
        """Serve the socket here."""
        self._serve_socket()
