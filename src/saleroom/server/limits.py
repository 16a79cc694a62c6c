"""How much one connection and one address may ask for. Whatever is counted here is bounded itself."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

Clock = Callable[[], float]


@dataclass(frozen=True)
class Limits:
    """The limits of a house."""

    rate: float = 8
    """What one connection may ask for in a second, in the long run …"""
    burst: float = 40
    """… and what it may have saved up."""
    address_rate: float = 40
    """The same for all connections of one address: a family, or a club behind one router."""
    address_burst: float = 300
    sockets_per_address: int = 64
    sockets_per_holder: int = 6
    """Connections of one person, or of the devices that share his seat, to one table."""
    watchers: int = 200
    """Connections to one table."""
    hello: float = 10.0
    """Seconds within which a connection has to say who it is."""
    message: int = 4096
    """Bytes of a message."""
    outgoing: int = 64
    """Messages that may wait for a reader before he is dropped."""
    malformed: int = 5
    """Messages without sense before a connection is closed."""

    def times(self, leniency: float) -> Limits:
        """The same house, where one address may ask for so much more: for measurements."""
        return replace(
            self,
            address_rate=self.address_rate * leniency,
            address_burst=self.address_burst * leniency,
            sockets_per_address=int(self.sockets_per_address * leniency),
        )


class Bucket:
    """Fills by `rate` a second up to `burst`; whoever asks takes out."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        """Full."""
        self._rate, self._burst, self._left, self._at = rate, burst, burst, now

    def take(self, cost: float, now: float) -> bool:
        """Whether there is enough; then it is taken."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class Buckets:
    """A bucket for each address; those that were used longest ago make room."""

    def __init__(self, rate: float, burst: float, most: int = 10_000, clock: Clock = time.monotonic) -> None:
        """At most `most` buckets at a time."""
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1) -> bool:
        """Whether `key` may have that much now."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(cost, now)


class Census:
    """How many there are of each kind; kinds that have none are forgotten."""

    def __init__(self) -> None:
        """Nobody yet."""
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def enter(self, key: str, most: int) -> bool:
        """Count one more, unless there are `most` already."""
        count = self._counts.get(key, 0)
        if count >= most:
            return False
        self._counts[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        """Count one less."""
        count = self._counts.get(key, 0) - 1
        if count > 0:
            self._counts[key] = count
        else:
            self._counts.pop(key, None)


def neighbourhood(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 in which one household has all its IPv6 addresses."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if known.version == 4:
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))
