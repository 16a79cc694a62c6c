"""Timeout for silent databases: a connection without an answer for too long is cut.

The driver waits without limit. The operating system ends a connection whose peer acknowledges nothing, but not one to a
proxy that lives and forwards nothing. Each such connection would block a thread, and in the end all of them.
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
    """Cuts connections of an engine on which a statement or commit has had no answer for `seconds`."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        """Watch the psycopg connections of `engine`, except `UNLIMITED` ones, until the engine is disposed of."""
        self._seconds = seconds
        self._due: dict[int, tuple[float, Any]] = {}
        """By id of a connection: the time at which to cut it, by `time.monotonic`, and the connection."""
        self._lock, self._closed = threading.Lock(), threading.Event()
        event.listen(engine, "before_cursor_execute", lambda connection, *_: self._ask(connection))
        for moment in ("commit", "rollback"):
            event.listen(engine, moment, self._ask)
        for moment in ("checkin", "invalidate"):
            event.listen(engine, moment, lambda connection, *_: self._forget(connection))
        event.listen(engine, "engine_disposed", lambda _: self._closed.set())
        threading.Thread(target=self._watch, name="answer-limit", daemon=True).start()

    def _ask(self, connection: Connection) -> None:
        if connection.invalidated:  # it has ended, and is only being cleaned up
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
            with self._lock:  # no connection is closed meanwhile: another could get its number
                now = time.monotonic()
                for due, connection in self._due.values():
                    if due < now:
                        _cut(connection)


def _cut(connection: Any) -> None:
    """Shut down the socket of a connection, so that its waiting thread gets an error at once."""
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as cut:
        cut.shutdown(socket.SHUT_RDWR)
