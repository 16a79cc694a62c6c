"""Databases that stay silent: a connection that waits for an answer for too long is cut.

The driver waits without end. The system ends a connection whose peer acknowledges nothing, but not one whose peer is a
proxy that lives and passes nothing on; each such connection would hold up a thread, and in the end all of them.
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
    """Cuts the connections of an engine on which nothing came of a statement, or of a commit, for so many seconds."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        """Of connections of psycopg, but for those that are `UNLIMITED`. Ends when the engine is disposed of."""
        self._seconds = seconds
        self._due: dict[int, tuple[float, Any]] = {}
        """When a connection is to be cut, by `time.monotonic`, and the connection, by its id."""
        self._lock, self._closed = threading.Lock(), threading.Event()
        event.listen(engine, "before_cursor_execute", lambda connection, *_: self._ask(connection))
        for moment in ("commit", "rollback"):
            event.listen(engine, moment, self._ask)
        for moment in ("checkin", "invalidate"):
            event.listen(engine, moment, lambda connection, *_: self._forget(connection))
        event.listen(engine, "engine_disposed", lambda _: self._closed.set())
        threading.Thread(target=self._watch, name="answer-limit", daemon=True).start()

    def _ask(self, connection: Connection) -> None:
        if connection.invalidated:  # it has ended, and is only being put away
            return
        asked = connection.connection.dbapi_connection
        if connection.get_execution_options().get(UNLIMITED):
            self._forget(asked)
            return
        with self._lock:
            self._due[id(asked)] = (time.monotonic() + self._seconds, asked)

    def _forget(self, connection: Any) -> None:
        with self._lock:
            self._due.pop(id(connection), None)

    def _watch(self) -> None:
        while not self._closed.wait(self._seconds / 4):
            with self._lock:  # none of them is closed meanwhile: its number could be another connection's
                now = time.monotonic()
                for due, connection in self._due.values():
                    if due < now:
                        _cut(connection)


def _cut(connection: Any) -> None:
    """Whoever waits for an answer is told at once that the connection has ended."""
    with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as cut:
        cut.shutdown(socket.SHUT_RDWR)
