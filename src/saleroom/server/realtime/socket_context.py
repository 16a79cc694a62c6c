"""State shared by all connections to a server: limits, counts, and the heartbeat."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterator

from saleroom.server.core.state.table import TableState
from saleroom.server.http.rate_limits import ConnectionCounter, TokenBuckets
from saleroom.server.realtime.heartbeat import Heartbeat
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.presence import Listener
from saleroom.server.realtime.socket_limits import SocketLimits

MayLook = Callable[[TableState, str | None], Awaitable[bool]]

INTERNAL_ERROR, RESTARTED, POLICY, TOO_BIG, TRY_LATER = 1011, 1012, 1008, 1009, 1013
NOT_FOUND = 4404
"""Close codes; codes from 4000 on are defined by Saleroom."""


class SocketContext:
    """Limits, counts and services of all connections to a server.

    Each player with a seat has limits of their own; all other people share the limits of their address. Strangers at
    the same address therefore cannot use up a player's limit.
    """

    def __init__(
        self,
        hub: Hub,
        limits: SocketLimits | None = None,
        may_look: MayLook | None = None,
    ) -> None:
        """Start with no connections. `may_look` returns whether a person may see a table."""
        self.hub, self.limits, self.may_look = hub, limits or SocketLimits(), may_look
        self.people = TokenBuckets(self.limits.rate, self.limits.burst)
        self.addresses = TokenBuckets(self.limits.address_rate, self.limits.address_burst)
        self.sockets_by_address = ConnectionCounter()
        self.heartbeat = Heartbeat()
        self._unidentified: dict[str, dict[Listener, None]] = {}
        """Connections not yet identified, by address, oldest first."""

    @contextlib.contextmanager
    def unidentified(self, connection: Listener, address: str) -> Iterator[None]:
        """Count a connection as unidentified; if its address has too many unidentified connections, drop the oldest
        one.
        """
        waiting = self._unidentified.setdefault(address, {})
        waiting[connection] = None
        if len(waiting) > self.limits.unidentified:
            oldest = next(iter(waiting))
            del waiting[oldest]
            oldest.drop(TRY_LATER, "too many connections")
        try:
            yield
        finally:
            waiting.pop(connection, None)
            if not waiting and self._unidentified.get(address) is waiting:
                del self._unidentified[address]
