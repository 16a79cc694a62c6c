"""The first bytes of a connection: a request's head has a size, and a time to arrive in."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_SIZE = 32_768  # bytes
HEAD_TIMEOUT = 10.0  # seconds


class LimitedHttpProtocol(HttpToolsProtocol):
    """uvicorn's own protocol, which by itself would wait for ever for a head without end."""

    _waiting: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes that came while the head was not yet here."""
    _said = 0
    """Bytes of what was understood of it: all of it may come at once."""

    def connection_made(self, transport: Any) -> None:
        """A connection opens; its first request has so long to arrive."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        self._head += len(data)
        super().data_received(data)
        if self._waiting is not None and self._head > MAX_HEAD_SIZE and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._said = 0
        self._wait()

    def on_url(self, url: bytes) -> None:
        """Where it goes."""
        self._grow(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One line of its head."""
        self._grow(len(name) + len(value) + len(": \r\n"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its head is here; its body is the guard's affair."""
        self._done()
        self._head = 0
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection closed; stop the timer."""
        self._done()
        super().connection_lost(exc)

    def _grow(self, size: int) -> None:
        self._said += size
        if self._said > MAX_HEAD_SIZE:
            raise ValueError("the head of this request is too long")  # the parser stops, and the connection ends

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEAD_TIMEOUT, self.transport.close)

    def _done(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
