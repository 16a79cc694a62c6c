"""How much sockets may ask for, and what their messages count."""

from __future__ import annotations

from dataclasses import dataclass, replace

COSTS = {"say": 3, "react": 5, "report": 8, "hint": 4, "rematch": 4}
"""Messages that count for more than one."""
CONNECT_COST = 4


@dataclass(frozen=True)
class SocketLimits:
    """How much connections may ask for."""

    rate: float = 8
    """What one person may ask for in a second, in the long run; of those who only watch, one connection …"""
    burst: float = 40
    """… and what they may have saved up."""
    address_rate: float = 40
    """The same for all who only watch from one address: a family, or a club behind one router."""
    address_burst: float = 1200
    """Enough for 60 people who come at the same time, each with two devices."""
    sockets_per_address: int = 256
    """Connections from one address that had no seat when they came."""
    unidentified: int = 128
    """Connections from one address that have not said who they are; the next one closes the oldest."""
    sockets_per_holder: int = 6
    """Connections of one person, or of the devices that share their seat, to one table."""
    watchers: int = 200
    """Connections to one table."""
    hello: float = 10.0
    """Seconds within which a connection has to say who it is."""
    message: int = 4096
    """Bytes of a message."""
    outgoing: int = 64
    """Messages that may wait for a slow reader before the connection is dropped, where they wait in a queue …"""
    unread: int = 256 * 1024
    """… and their bytes, where they are written at once."""
    malformed: int = 5
    """Malformed messages before a connection is closed."""

    def times(self, leniency: float) -> SocketLimits:
        """The same, but one address may ask for so much more: for measurements."""
        return replace(
            self,
            address_rate=self.address_rate * leniency,
            address_burst=self.address_burst * leniency,
            sockets_per_address=int(self.sockets_per_address * leniency),
            unidentified=int(self.unidentified * leniency),
        )
