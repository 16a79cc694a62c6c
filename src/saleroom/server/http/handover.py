"""Hand-over of connections between the processes that serve one port of a machine.

A process that reads the request for a socket of a table offers the connection to the process that should serve the
table. The offer is one message on a UNIX socket: the request's bytes, and the connection's file descriptor. The other
process answers `TAKEN`, and touches the connection only after `GO`. `GO` is sent in time or never, so exactly one
process serves the connection, even if the other process is stopped at any moment and continues later.

The UNIX sockets are in a folder that only the server's user may enter. A process listens at its own id.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from pathlib import Path
from typing import Any

from saleroom.server.ops.logs import FACTS

log = logging.getLogger("saleroom.server")

PATIENCE = 0.8
"""Seconds within which another process has to take a connection."""
AVOID = 2.0
"""Seconds for which nothing is offered to a process that did not take a connection in time."""
TAKEN, GO = b"t", b"g"
LARGEST = 200_000
"""Maximum size of an offer in bytes."""
BACKLOG = 256

Order = Callable[[str, Collection[str]], Awaitable[Sequence[str]]]
"""Function that sorts processes by how well they suit a table; the best process comes first."""
Serve = Callable[[socket.socket, bytes], Awaitable[None]]
"""Function that serves a connection from which a request has already been read."""


def is_possible() -> bool:
    """Return whether this system can hand over connections."""
    return hasattr(socket, "send_fds") and hasattr(socket, "SOCK_SEQPACKET")


class Handover:
    """Hand-over of connections from and to this process. Until it is open, this process serves all its connections."""

    def __init__(self, folder: Path) -> None:
        """Prepare to meet the other processes in `folder`."""
        self._folder = folder
        self._process: str | None = None
        self._order: Order | None = None
        self._serve: Serve | None = None
        self._listener: socket.socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._avoided: dict[str, float] = {}
        """Times until which nothing is offered to a process, by process."""
        self._settled = asyncio.Event()
        """Set when the hand-over is open, or cannot be opened."""

    def open(self, process: str, order: Order, serve: Serve) -> None:
        """Take connections from other processes as `process`, and offer them connections in the given order."""
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            _listen(listener, self._folder / process)
        except OSError:
            listener.close()
            raise
        asyncio.get_running_loop().add_reader(listener, self._accept, listener)
        self._order, self._serve, self._process, self._listener = order, serve, process, listener
        self._settled.set()

    def give_up(self) -> None:
        """Let this process serve all its connections, because the hand-over cannot be opened."""
        self._settled.set()

    def close(self) -> None:
        """Take no further connections. The last process removes the folder."""
        listener, self._listener = self._listener, None
        if listener is None or self._process is None:
            return
        asyncio.get_running_loop().remove_reader(listener)
        listener.close()
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(OSError):
            (self._folder / self._process).unlink()
            self._folder.rmdir()

    # Giving

    async def give(self, table_id: str, sock: socket.socket, request: bytes) -> bool:
        """Hand a connection for a table over to the best process; return False if that is this process."""
        await self._settled.wait()
        if self._process is None or self._order is None:
            return False
        present = [name for name in os.listdir(self._folder) if not name.startswith(".")]
        for process in await self._order(table_id, present):
            if process == self._process:
                return False
            if self._avoided.get(process, 0.0) <= time.monotonic() and await self._offer(process, sock, request):
                return True
        return False

    async def _offer(self, process: str, sock: socket.socket, request: bytes) -> bool:
        """Offer a connection to one process; return whether that process serves it now."""
        path = self._folder / process
        try:
            async with asyncio.timeout(PATIENCE):
                with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
                    channel.setblocking(False)
                    channel.connect(str(path))
                    socket.send_fds(channel, [request], [sock.fileno()])
                    await _wait_readable(channel)
                    if channel.recv(1) != TAKEN:
                        return False
                    channel.send(GO)
                    return True
        except ConnectionRefusedError:  # the process was killed
            path.unlink(missing_ok=True)
        except (TimeoutError, BlockingIOError):
            self._avoided[process] = time.monotonic() + AVOID
            log.warning("a process takes no connections", extra={FACTS: {"process": process}})
        except OSError:
            pass
        return False

    # Taking

    def _accept(self, listener: socket.socket) -> None:
        try:
            channel, _ = listener.accept()
        except OSError:
            return
        self._start(self._take(channel))

    def _start(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job, name="handover")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take(self, channel: socket.socket) -> None:
        with channel, contextlib.suppress(OSError):
            channel.setblocking(False)
            await _wait_readable(channel)
            request, descriptors, _, _ = socket.recv_fds(channel, LARGEST, 1, flags=_close_on_exec())
            if not descriptors:
                return
            with socket.socket(fileno=descriptors[0]) as sock:
                channel.send(TAKEN)
                await _wait_readable(channel)
                if channel.recv(1) == GO and self._serve is not None:
                    sock.setblocking(False)
                    await self._serve(sock.dup(), request)


def _listen(listener: socket.socket, path: Path) -> None:
    """Listen at `path`. The path appears when the socket already listens, so that it is never taken for a dead one."""
    hidden = path.with_name("." + path.name)
    listener.setblocking(False)
    listener.bind(str(hidden))
    hidden.chmod(0o600)
    listener.listen(BACKLOG)
    hidden.rename(path)


def _close_on_exec() -> int:
    return getattr(socket, "MSG_CMSG_CLOEXEC", 0)


async def _wait_readable(sock: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    readable = loop.create_future()
    loop.add_reader(sock, lambda: readable.done() or readable.set_result(None))
    try:
        await readable
    finally:
        loop.remove_reader(sock)
