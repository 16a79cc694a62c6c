"""Messages on their way to one browser."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from saleroom.server.http.direct_websocket import DIRECT, DirectChannel


class Outgoing(Protocol):
    """Takes messages without waiting."""

    @property
    def last_sent(self) -> float:
        """When a message was sent last, by `time.monotonic`."""
        ...

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
    channel = websocket.scope.get("extensions", {}).get(DIRECT)
    return QueuedOutgoing(websocket, messages) if channel is None else DirectOutgoing(channel, size)


class DirectOutgoing:
    """Messages are written at once; the transport keeps what the reader has not taken yet."""

    def __init__(self, channel: DirectChannel, size: int) -> None:
        self._channel, self._size = channel, size

    @property
    def last_sent(self) -> float:
        """When a message was sent last; the protocol answers pings past us."""
        return self._channel.last_sent

    def send(self, message: bytes) -> bool:
        """Send an encoded message."""
        return self._channel.write(message) <= self._size

    def close(self) -> None:
        """Nothing waits here."""


class QueuedOutgoing:
    """Messages wait in a queue for a task that sends them: for servers without a way to write at once."""

    def __init__(self, websocket: WebSocket, messages: int) -> None:
        self._websocket = websocket
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(messages)
        self._task: asyncio.Task[None] | None = None
        self.last_sent = 0.0

    def send(self, message: bytes) -> bool:
        """Queue an encoded message."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="outgoing")
        self.last_sent = time.monotonic()
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
