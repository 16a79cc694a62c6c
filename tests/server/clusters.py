"""Several server processes, simulated in one process as hubs on one store and one bus, and a TCP proxy that can be
cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from saleroom.server.ops.settings import BusUrl
from saleroom.server.realtime.cluster import Cluster
from saleroom.server.realtime.hub import Hub
from tests.server.live_tables import open_hub, serving


@dataclass
class Member:
    """One simulated server process."""

    hub: Hub
    cluster: Cluster
    url: str
    """URL for WebSocket connections to this process."""


@asynccontextmanager
async def member(path: Path, bus: str, machine: str = "") -> AsyncIterator[Member]:
    """Yield a simulated process on a machine of the given name. It uses the store in a folder."""
    async with open_hub(path, machine=machine) as hub:
        cluster = Cluster(hub, BusUrl(bus))
        await cluster.start()
        try:
            async with serving(hub) as url:
                yield Member(hub, cluster, url)
        finally:
            await hub.close()
            await cluster.close()


@asynccontextmanager
async def members(path: Path, *buses: str) -> AsyncIterator[list[Member]]:
    """Yield one simulated process for each bus URL."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(member(path, bus)) for bus in buses]


class Wire:
    """TCP proxy to a port. It can be cut, or go silent while its connections stay open.

    The proxy does not use `asyncio.Server`, because that class leaks connections accepted while it closes.
    """

    def __init__(self, port: int) -> None:
        """Prepare a proxy to a port of this machine."""
        self._target, self._silent = port, False
        self.delay = 0.0
        """Delay of all data in seconds."""
        self.breaks = 0.0
        """Probability that forwarding a piece of data ends the connection."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._listener: socket.socket | None = None
        self.port = 0

    @classmethod
    @asynccontextmanager
    async def to(cls, port: int) -> AsyncIterator[Wire]:
        """Yield an open proxy."""
        wire = cls(port)
        await wire.mend()
        try:
            yield wire
        finally:
            await wire.cut()

    def lead_to(self, port: int) -> None:
        """Forward new connections to another port."""
        self._target = port

    async def mend(self) -> None:
        """Forward all data without delay again, and accept new connections."""
        self._silent, self.delay, self.breaks = False, 0.0, 0.0
        if self._listener is None:
            self._listener = socket.create_server(("127.0.0.1", self.port))
            self._listener.setblocking(False)
            self.port = self._listener.getsockname()[1]
            asyncio.get_running_loop().add_reader(self._listener, self._accept, self._listener)

    async def cut(self) -> None:
        """End all connections, and accept no new ones."""
        if self._listener is not None:
            asyncio.get_running_loop().remove_reader(self._listener)
            self._listener.close()
            self._listener = None
        await asyncio.sleep(0)  # a task that is cancelled before it starts would not close its connection
        for writer in self._writers:
            writer.transport.abort()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def silence(self) -> None:
        """Drop all data without closing connections."""
        self._silent = True

    def write(self, port: int, data: bytes) -> None:
        """Send data to the target on the connection whose local port is `port`, if there is one."""
        for writer in self._writers:
            if writer.get_extra_info("sockname")[1] == port:
                writer.write(data)

    def _accept(self, listener: socket.socket) -> None:
        try:
            connection, _ = listener.accept()
        except OSError:  # the client has already disconnected
            return
        task = asyncio.create_task(self._serve(connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=connection)
        with closing(writer), contextlib.suppress(OSError):
            there, answers = await asyncio.open_connection("127.0.0.1", self._target)
            with closing(answers):
                self._writers |= {writer, answers}
                try:
                    await asyncio.gather(self._pipe(reader, answers), self._pipe(there, writer))
                finally:
                    self._writers -= {writer, answers}

    async def _pipe(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await asyncio.sleep(self.delay)
                if random.random() < self.breaks:
                    writer.transport.abort()
                    break
                if not self._silent:
                    writer.write(data)
                    await writer.drain()
        writer.close()
