"""Bus between processes. Each process has an inbox (a Redis channel), to which the other processes send small messages.

Any message can be lost. The loss only delays the message's effect, because all essential data are in the store. A
subscription can lose its channel or die without an error. Every process therefore also sends messages to itself. If a
process gets no message for `SILENCE` seconds, it reconnects.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import orjson
from redis import exceptions as redis_errors
from redis.asyncio import Redis
from redis.exceptions import AuthenticationError, RedisError

from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.settings import BusUrl
from saleroom.server.ops.tasks import cancel_all

log = logging.getLogger("saleroom.server")

Message = dict[str, Any]

ECHO = 0.5
"""Seconds between two messages that a process sends to itself."""
SILENCE = 2.0
"""Seconds without any message after which a connection counts as dead."""
TIMEOUT = 2.0
"""Timeout of Redis calls, in seconds."""
PAUSE = 0.2
"""Seconds before reconnecting."""
MOST_WAITING = 10_000
"""Maximum number of messages in the send queue; beyond it, the oldest are dropped."""
CHANNEL = "saleroom:"
ALL_PROCESSES = "all"


class BusTrouble(Exception):
    """Failure of the bus; the text gives the reason in one line."""


class Bus:
    """One process's connection to the bus."""

    def __init__(self, url: BusUrl, process: str, receive: Callable[[Message], None]) -> None:
        """Prepare the connection. The bus calls `receive` with every message for `process`; `receive` must not
        block.
        """
        self._url, self._process, self._receive = url, process, receive
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()
        self._heard = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def works(self) -> bool:
        """Whether a message has arrived within the last `SILENCE` seconds."""
        return time.monotonic() - self._heard < SILENCE

    def start(self) -> None:
        """Start sending and receiving; while Redis is unreachable, retry."""
        for job in (self._keep_sending, self._keep_receiving, self._keep_echoing):
            self._tasks.append(asyncio.create_task(job(), name="bus"))

    async def close(self) -> None:
        """Send the queued messages, and stop sending and receiving."""
        with contextlib.suppress(RedisError, OSError, TimeoutError):
            async with self._client() as client:
                await self._flush(client)
        await cancel_all(self._tasks)

    def send(self, process: str, message: Message) -> None:
        """Queue a message for a process, or for all processes (`ALL_PROCESSES`), without waiting. The message can be
        lost.
        """
        self._waiting.append((process, orjson.dumps(message)))
        self._wake.set()

    def _client(self) -> Redis:
        return Redis.from_url(self._url.text, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)

    async def _keep_echoing(self) -> None:
        while True:
            self.send(self._process, {"kind": "echo"})
            await asyncio.sleep(ECHO)

    async def _keep_sending(self) -> None:
        while True:
            try:
                async with self._client() as client:
                    while True:
                        await self._wake.wait()
                        self._wake.clear()
                        await self._flush(client)
            except (RedisError, OSError, TimeoutError):
                await asyncio.sleep(PAUSE)

    async def _flush(self, client: Redis) -> None:
        """Send all queued messages in one round trip."""
        messages = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if messages:
            async with client.pipeline(transaction=False) as pipeline:
                for process, message in messages:
                    pipeline.publish(CHANNEL + process, message)
                await pipeline.execute()
            metrics.BUS_SENT.inc(len(messages))

    async def _keep_receiving(self) -> None:
        while True:
            try:
                async with self._client() as client:
                    await self._receive_until_silent(client)
                log.warning("the bus is silent; reconnecting")
            except (RedisError, OSError, TimeoutError) as error:
                log.warning("the bus is unavailable", extra={FACTS: {"trouble": type(error).__name__}})
            await asyncio.sleep(PAUSE)

    async def _receive_until_silent(self, client: Redis) -> None:
        async with client.pubsub(ignore_subscribe_messages=True) as subscription:
            await subscription.subscribe(CHANNEL + self._process, CHANNEL + ALL_PROCESSES)
            began = time.monotonic()
            while time.monotonic() - max(began, self._heard) < SILENCE:
                message = await subscription.get_message(timeout=ECHO)
                if message is not None:
                    self._heard = time.monotonic()
                    self._deliver(message["data"])

    def _deliver(self, data: bytes) -> None:
        try:
            message = orjson.loads(data)
            if message["kind"] != "echo":
                self._receive(message)
        except Exception:  # a message that another version sent must not block later messages
            log.exception("a message of the bus could not be read")


async def check(url: BusUrl) -> None:
    """Raise `BusTrouble` unless Redis answers at this address and allows subscriptions."""
    try:
        async with Redis.from_url(url.text, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT) as client:
            await client.execute_command("PING")
            async with client.pubsub() as subscription:
                await subscription.subscribe(CHANNEL + "check")
    except AuthenticationError:
        raise BusTrouble(f"{url}: the password is wrong or missing") from None
    except (redis_errors.ConnectionError, redis_errors.TimeoutError, TimeoutError, OSError) as error:
        raise BusTrouble(f"{url}: nothing answers there ({type(error).__name__})") from None
    except RedisError as error:
        raise BusTrouble(f"{url}: {_reason(error)}") from None
    except ValueError:
        raise BusTrouble("write the bus like redis://host:6379/0") from None


def _reason(error: RedisError) -> str:
    line = next(iter(str(error).splitlines()), "")
    if "protocol error" in line.lower():
        return "a service other than Redis answers there"
    if line.startswith("NOPERM") or "no permissions" in line.lower():
        return "its user may not subscribe or publish"
    return line or "nothing answers there"
