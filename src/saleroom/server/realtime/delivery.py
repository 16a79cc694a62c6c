"""Delivery of stored messages to browsers and webhooks. Failures of one recipient never affect another recipient."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from saleroom.server.ops.logs import FACTS
from saleroom.server.storage.notifications import DueMessage, NotificationStore
from saleroom.server.workers.https_sender import Answer, HttpsSender, Post, SendFailed

log = logging.getLogger("saleroom.server")

AT_ONCE = 32
"""Maximum number of messages that one process sends simultaneously."""
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0
"""Seconds before the second attempt, and maximum seconds between two attempts; the pause doubles each time."""
MOST_ATTEMPTS = 12
GONE = (404, 410)
"""HTTP statuses that mean that the address does not exist."""


class Later(NamedTuple):
    """A message that must wait, such as for the end of quiet hours."""

    until: float
    """Seconds since the epoch."""


Compose = Callable[[DueMessage], Awaitable[Post | Later | None]]
"""Function that returns the request of a message; None if the message is no longer needed. It raises `ValueError` if
the request cannot be made.
"""


class Delivery:
    """Sends the due messages of one store."""

    def __init__(
        self,
        store: NotificationStore,
        sender: HttpsSender,
        compose: Compose,
        gone: Callable[[DueMessage], Awaitable[None]],
    ) -> None:
        """Send with `sender`; call `gone` for a message whose address does not exist."""
        self._store, self._sender, self._compose, self._gone = store, sender, compose, gone

    async def deliver(self) -> None:
        """Send all messages that are due now."""
        while messages := await self._store.take_due(time.time(), AT_ONCE):
            await asyncio.gather(*map(self._deliver, messages))

    async def _deliver(self, message: DueMessage) -> None:
        try:
            await self._attempt(message)
        except Exception as error:  # after its lease, the message is tried again
            _warn(message, type(error).__name__)

    async def _attempt(self, message: DueMessage) -> None:
        try:
            request = await self._compose(message)
        except ValueError as error:
            _warn(message, type(error).__name__)
            request = None
        if request is None:
            await self._store.drop_message(message)
        elif isinstance(request, Later):
            await self._store.postpone(message, max(request.until, time.time() + 1))
        else:
            await self._send(message, request)

    async def _send(self, message: DueMessage, request: Post) -> None:
        try:
            answer = await self._sender.post(request)
        except SendFailed as failure:
            await self._try_again(message, str(failure), None)
            return
        if accepted(answer):
            await self._store.drop_message(message)
        elif answer.status in GONE:
            await self._gone(message)
            await self._store.drop_message(message)
        else:
            await self._try_again(message, str(answer.status), answer.retry_after)

    async def _try_again(self, message: DueMessage, trouble: str, wait: float | None) -> None:
        _warn(message, trouble)
        if message.attempts >= MOST_ATTEMPTS:
            await self._store.drop_message(message)
            return
        pause = min(FIRST_PAUSE * 2 ** (message.attempts - 1), LONGEST_PAUSE)
        await self._store.postpone(message, time.time() + max(pause, wait or 0), all_of_recipient=True)

    def close(self) -> None:
        """Release the sender's threads."""
        self._sender.close()


def accepted(answer: Answer) -> bool:
    """Return whether a receiver has accepted a message. Redirects are refusals."""
    return 200 <= answer.status < 300


def _warn(message: DueMessage, trouble: str) -> None:
    """Log a failure without the recipient's address, which is a secret."""
    facts = {"recipient": message.recipient.partition(":")[0], "attempt": message.attempts, "trouble": trouble}
    log.warning("a message could not be delivered", extra={FACTS: facts})
