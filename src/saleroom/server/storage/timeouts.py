"""Timeout for databases that stop answering. The timeout closes each connection on which an answer takes too long.

The database driver waits without limit. The operating system closes a connection only if the peer does not acknowledge
data. The system does not close a connection to a proxy that acknowledges data but forwards nothing. Each such
connection would block a thread, until all threads are blocked.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from typing import Any

from sqlalchemy import Connection, Engine, event

from saleroom.server.storage.backend import UNLIMITED


class AnswerLimit:
    """Timeout for the connections of an engine. A connection is closed if a statement or commit has had no answer for
    `seconds` seconds.
    """

    def __init__(self, engine: Engine, seconds: float) -> None:
        """Watch the psycopg connections of `engine`, except `UNLIMITED` connections, until `engine` is disposed of."""
        self._seconds = seconds
        self._due: dict[int, tuple[float, Any]] = {}
        """For each connection, by its `id()`: the time at which to close it, by `time.monotonic`, and the connection.
        """
        self._lock, self._closed = threading.Lock(), threading.Event()
        event.listen(engine, "before_cursor_execute", lambda connection, *_: self._ask(connection))
        for moment in ("commit", "rollback"):
            event.listen(engine, moment, self._ask)
        for moment in ("checkin", "invalidate"):
            event.listen(engine, moment, lambda connection, *_: self._forget(connection))
        event.listen(engine, "engine_disposed", lambda _: self._closed.set())
        threading.Thread(target=self._watch, name="answer-limit", daemon=True).start()

    def _ask(self, connection: Connection) -> None:
        if connection.invalidated:  # the connection has ended and is only being cleaned up
            return
        driver_connection = connection.connection.dbapi_connection
        if connection.get_execution_options().get(UNLIMITED):
            self._forget(driver_connection)
            return
        with self._lock:
            self._due[id(driver_connection)] = (time.monotonic() + self._seconds, driver_connection)

    def _forget(self, connection: Any) -> None:
        with self._lock:
            self._due.pop(id(connection), None)

    def _watch(self) -> None:
        while not self._closed.wait(self._seconds / 4):
            # the lock stops connections from closing, so no other connection can get this file number
            with self._lock:
                now = time.monotonic()
                for due, connection in self._due.values():
                    if due < now:
                        _cut(connection)


def _cut(connection: Any) -> None:
    """Shut down a connection's socket, so that the thread that waits for an answer gets an error immediately."""
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as cut:
        cut.shutdown(socket.SHUT_RDWR)
