"""Channels for messages to one browser."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from saleroom.server.http.direct_websocket import DIRECT, DirectChannel


class Outgoing(Protocol):
    """Interface of a channel that accepts messages without waiting."""

    @property
    def last_sent(self) -> float:
        """Time of the last message, by `time.monotonic`."""
        ...

    def send(self, message: bytes) -> bool:
        """Send an encoded message; return `False` if too many messages already wait for the reader."""
        ...

    def close(self) -> None:
        """Discard unsent messages."""
        ...


def outgoing(websocket: WebSocket, messages: int, size: int) -> Outgoing:
    """Return the fastest channel that the server supports.

    At most `messages` messages can wait for the reader. For a direct channel, the limit is `size` bytes instead.
    """
    channel = websocket.scope.get("extensions", {}).get(DIRECT)
    return QueuedOutgoing(websocket, messages) if channel is None else DirectOutgoing(channel, size)


class DirectOutgoing:
    """Channel that writes immediately; the transport buffers data that the reader has not received yet."""

    def __init__(self, channel: DirectChannel, size: int) -> None:
        self._channel, self._size = channel, size

    @property
    def last_sent(self) -> float:
        """Time of the last message, or of the last answer to a ping; answers to pings do not pass through this
        class.
        """
        return self._channel.last_sent

    def send(self, message: bytes) -> bool:
        """Send an encoded message."""
        return self._channel.write(message) <= self._size

    def close(self) -> None:
        """Do nothing, because this channel has no queue of messages."""


class QueuedOutgoing:
    """Queue of messages with a task that sends them, for servers without direct writes."""

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
