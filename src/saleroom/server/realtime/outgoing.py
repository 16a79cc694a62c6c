"""Messages on their way to one browser."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from saleroom.server.http.direct_websocket import DIRECT, Write


class Outgoing(Protocol):
    """Takes messages without waiting."""

    def send(self, message: bytes) -> bool:
        """Send an encoded message; False when too much waits for a reader who does not read."""
        ...

    def close(self) -> None:
        """Give up what waits."""
        ...


def outgoing(websocket: WebSocket, messages: int, size: int) -> Outgoing:
    """The fastest way that the server offers.

    So many messages, or bytes, may wait for the reader.
    """
    write = websocket.scope.get("extensions", {}).get(DIRECT)
    return QueuedOutgoing(websocket, messages) if write is None else DirectOutgoing(write, size)


class DirectOutgoing:
    """Messages are written at once; the transport keeps what the reader has not taken yet."""

    def __init__(self, write: Write, size: int) -> None:
        self._write, self._size = write, size

    def send(self, message: bytes) -> bool:
        """Send an encoded message."""
        return self._write(message) <= self._size

    def close(self) -> None:
        """Nothing waits here."""


class QueuedOutgoing:
    """Messages wait in a queue for a task that sends them: for servers without a way to write at once."""

    def __init__(self, websocket: WebSocket, messages: int) -> None:
        self._websocket = websocket
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(messages)
        self._task: asyncio.Task[None] | None = None

    def send(self, message: bytes) -> bool:
        """Queue an encoded message."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="outgoing")
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    async def _run(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = (await self._queue.get()).decode()
                await self._websocket.send({"type": "websocket.send", "text": text})

    def close(self) -> None:
        """Stop sending."""
        if self._task is not None:
            self._task.cancel()
