"""Limits on connections, and the cost of each kind of message, which rate limits count."""

from __future__ import annotations

from dataclasses import dataclass, replace

COSTS = {"say": 3, "react": 5, "report": 8, "hint": 4, "rematch": 4}
"""Number of messages that each costly kind of message counts as."""
CONNECT_COST = 4


@dataclass(frozen=True)
class SocketLimits:
    """Limits on connections and their messages."""

    rate: float = 8
    """Messages per second from one player in the long run; for spectators, from one connection."""
    burst: float = 40
    """Messages that a player or connection may send at once, after a pause."""
    address_rate: float = 40
    """Messages per second from all spectators at one address, such as a family, or a club behind one router."""
    address_burst: float = 1200
    """Messages that spectators at one address may send at once; enough for 60 people with two devices each."""
    sockets_per_address: int = 256
    """Maximum number of connections from one address that had no seat when they connected."""
    unidentified: int = 128
    """Maximum number of unidentified connections from one address; a further connection closes the oldest."""
    sockets_per_holder: int = 6
    """Maximum number of connections from one device to one table."""
    spectators: int = 200
    """Maximum number of spectators' connections to one table."""
    hello: float = 10.0
    """Seconds within which a connection has to identify itself."""
    message: int = 4096
    """Maximum size of a message in bytes."""
    outgoing: int = 64
    """Maximum number of messages queued for a slow reader; beyond it, the connection is dropped (only if the channel
    has a queue).
    """
    unread: int = 256 * 1024
    """Maximum number of unread bytes; beyond it, the connection is dropped (only if the channel writes immediately)."""
    malformed: int = 5
    """Number of malformed messages after which a connection is closed."""

    def times(self, leniency: float) -> SocketLimits:
        """Return a copy in which all limits per address are multiplied by `leniency`; measurements need such limits."""
        return replace(
            self,
            address_rate=self.address_rate * leniency,
            address_burst=self.address_burst * leniency,
            sockets_per_address=int(self.sockets_per_address * leniency),
            unidentified=int(self.unidentified * leniency),
        )
