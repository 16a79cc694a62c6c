"""Limits of sockets, and the cost of their messages."""

from __future__ import annotations

from dataclasses import dataclass, replace

COSTS = {"say": 3, "react": 5, "report": 8, "hint": 4, "rematch": 4}
"""Messages that count more than once."""
CONNECT_COST = 4


@dataclass(frozen=True)
class SocketLimits:
    """Limits of connections."""

    rate: float = 8
    """Messages per second in the long run, of one person; for spectators, of one connection."""
    burst: float = 40
    """Messages that they may have saved up."""
    address_rate: float = 40
    """Messages per second of all spectators at one address: a family, or a club behind one router."""
    address_burst: float = 1200
    """Enough for 60 people who come at the same time, each with two devices."""
    sockets_per_address: int = 256
    """Connections from one address that had no seat when they came."""
    unidentified: int = 128
    """Connections from one address that have not identified themselves; the next one closes the oldest."""
    sockets_per_holder: int = 6
    """Connections of one person, or of the devices that share their seat, to one table."""
    spectators: int = 200
    """Connections of spectators to one table."""
    hello: float = 10.0
    """Seconds within which a connection has to identify itself."""
    message: int = 4096
    """Maximum size of a message in bytes."""
    outgoing: int = 64
    """Queued messages for a slow reader before the connection is dropped, if the channel has a queue."""
    unread: int = 256 * 1024
    """Unread bytes before the connection is dropped, if the channel writes at once."""
    malformed: int = 5
    """Malformed messages before a connection is closed."""

    def times(self, leniency: float) -> SocketLimits:
        """Return limits with those of one address multiplied by `leniency`: for measurements."""
        return replace(
            self,
            address_rate=self.address_rate * leniency,
            address_burst=self.address_burst * leniency,
            sockets_per_address=int(self.sockets_per_address * leniency),
            unidentified=int(self.unidentified * leniency),
        )
