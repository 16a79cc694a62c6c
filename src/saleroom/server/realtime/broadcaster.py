"""Messages from a table to its connections in this process. Each connection first gets a snapshot, and then an update
after each event.
"""

from __future__ import annotations

import time
from time import perf_counter

from saleroom.server.core.project.projection import Projection
from saleroom.server.core.state.table import TableState
from saleroom.server.ops import metrics
from saleroom.server.realtime.presence import Listener, Presence


class Broadcaster:
    """Sender of one table's messages. No method awaits; each listener therefore gets each event exactly once."""

    def __init__(self, state: TableState, presence: Presence, build: str) -> None:
        """Prepare to send messages about `state` to the listeners in `presence`; `build` identifies the web client."""
        self.projection = Projection(state)
        self._state, self._presence, self._build = state, presence, build

    def join(self, listener: Listener) -> None:
        """Add a connection, and send it a snapshot."""
        self._assign_seat(listener)
        self._presence.join(listener)
        snapshot = self.projection.snapshot_bytes(
            listener.seat,
            listener.owner,
            build=self._build,
            present=self._presence.present(),
            spectators=self._presence.spectators(),
            now=time.time(),
        )
        listener.send(snapshot)

    def assign_seats(self) -> None:
        """Update the seat and owner flag of each connection after the players have changed."""
        for listener in self._presence.listeners:
            self._assign_seat(listener)
        self._presence.update()

    def send_update(self) -> None:
        """Send an update about the last event to all connections; encode it only once for connections that get the same
        update.
        """
        began, now = perf_counter(), time.time()
        messages: dict[tuple[int | None, bool], bytes] = {}
        for listener in list(self._presence.listeners):
            key = (listener.seat, listener.owner)
            message = messages.get(key)
            if message is None:
                message = messages[key] = self.projection.update_bytes(*key, now)
            listener.send(message)
        metrics.BROADCAST.observe(perf_counter() - began)

    def show(self, message: bytes) -> None:
        """Send a message to all connections without storing the message."""
        for listener in list(self._presence.listeners):
            listener.send(message)

    def _assign_seat(self, listener: Listener) -> None:
        listener.seat = self._state.seat_of(listener.holder)
        listener.owner = self._state.is_owner(listener.holder)
