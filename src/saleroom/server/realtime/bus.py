"""The bus between processes: each has an inbox, a channel of Redis, to which the others send small messages.

Any message may be lost, and then something is late; nothing that must not be lost travels here. A client's subscription
can forget its channel or die without a sign, so that every process also sends to itself: where nothing comes back for
`SILENCE` seconds, all connections are made anew.
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

log = logging.getLogger("saleroom.server")

Message = dict[str, Any]

ECHO = 0.5
"""Seconds between two messages of a process to itself."""
SILENCE = 2.0
"""Seconds without any message after which a connection counts as dead."""
TIMEOUT = 2.0
"""Seconds that Redis has for an answer."""
PAUSE = 0.2
"""Seconds before a lost connection is made anew."""
MOST_WAITING = 10_000
"""Messages that wait to be sent; the oldest are given up."""
CHANNEL = "saleroom:"
EVERYBODY = "all"


class BusTrouble(Exception):
    """The bus cannot be used; the text says why, in one line."""


class Bus:
    """One process's place on the bus."""

    def __init__(self, url: BusUrl, process: str, receive: Callable[[Message], None]) -> None:
        """`receive` is called with every message for `process`, and must not wait."""
        self._url, self._process, self._receive = url, process, receive
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()
        self._heard = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def works(self) -> bool:
        """Whether messages have come through lately."""
        return time.monotonic() - self._heard < SILENCE

    def start(self) -> None:
        """Send and receive from now on, as far as Redis can be reached."""
        for job in (self._send_for_ever, self._receive_for_ever, self._echo_for_ever):
            self._tasks.append(asyncio.create_task(job(), name="bus"))

    async def close(self) -> None:
        """Send what waits, and stop."""
        with contextlib.suppress(RedisError, OSError, TimeoutError):
            async with self._client() as client:
                await self._flush(client)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def send(self, process: str, message: Message) -> None:
        """Send a message to a process, or to `EVERYBODY`; does not wait, and may come to nothing."""
        self._waiting.append((process, orjson.dumps(message)))
        self._wake.set()

    def _client(self) -> Redis:
        return Redis.from_url(self._url.text, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)

    async def _echo_for_ever(self) -> None:
        while True:
            self.send(self._process, {"kind": "echo"})
            await asyncio.sleep(ECHO)

    async def _send_for_ever(self) -> None:
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
        """Send what waits, in one go."""
        messages = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if messages:
            async with client.pipeline(transaction=False) as pipeline:
                for process, message in messages:
                    pipeline.publish(CHANNEL + process, message)
                await pipeline.execute()
            metrics.BUS_SENT.inc(len(messages))

    async def _receive_for_ever(self) -> None:
        while True:
            try:
                async with self._client() as client:
                    await self._receive_until_silent(client)
                log.warning("the bus is silent; connecting anew")
            except (RedisError, OSError, TimeoutError) as error:
                log.warning("the bus is away", extra={FACTS: {"trouble": type(error).__name__}})
            await asyncio.sleep(PAUSE)

    async def _receive_until_silent(self, client: Redis) -> None:
        async with client.pubsub(ignore_subscribe_messages=True) as subscription:
            await subscription.subscribe(CHANNEL + self._process, CHANNEL + EVERYBODY)
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
        except Exception:  # a message from another version must not stop those that follow
            log.exception("a message of the bus could not be read")


async def check(url: BusUrl) -> None:
    """See that Redis answers there; `BusTrouble` otherwise."""
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
    said = next(iter(str(error).splitlines()), "")
    if "protocol error" in said.lower():
        return "something else than Redis answers there"
    if said.startswith("NOPERM") or "no permissions" in said.lower():
        return "its user may not subscribe or publish"
    return said or "nothing answers there"
