"""Rate limits for connections and addresses. The number of counters in memory is limited."""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from saleroom.kernel.refusals import Refusal
from saleroom.server.http.asgi import App, Receive, Scope, Send, headers, refuse
from saleroom.server.http.security import is_local_request
from saleroom.server.ops.addresses import parse_address

Clock = Callable[[], float]

# limits per address: requests per second, and requests in a burst; 60 people at one address can arrive together
RATE, BURST = 10, 600
NETWORK_FACTOR = 16
"""Factor for the limits of an IPv6 /48 network, which one customer of a hosting provider can have."""
SEATED_RATE, SEATED_BURST = 0.5, 40
"""Limits of a device with a seat at a table. The burst allows about 20 reloads of a page."""
LOOKUP_RATE, LOOKUP_BURST = 5, 60
"""Limits per address on searches in the store for the seat of a device."""
HEAVY = re.compile(
    r"/api/tables/[^/]+/(?:story|fair|record|review)(?:/|$)|/api/(?:tables|events)/[^/]+/calendar\.ics$|/api/me/export$"
    r"|/api/classes/[^/]+/answers\.csv$"
)
PROBES = ("/healthz", "/metrics", "/readyz")
"""Paths that proxies and monitoring systems request every few seconds."""
COUNTED = ("/api/", "/bots", *PROBES)
TABLE_COST = 5
COSTS = {
    "/api/tables": TABLE_COST,
    "/api/classes": TABLE_COST,
    "/api/company": TABLE_COST,
    "/api/events": TABLE_COST,
    "/api/series": TABLE_COST,
    "/api/hot-seats": TABLE_COST,
    "/api/me/portrait": 5,
    "/api/pairings": 20,
    "/api/me/devices": 20,
    "/api/me/passkeys": 20,
    "/api/login": 20,
}
"""Costs of POST requests in tokens, by path. They are high, because tables are stored permanently and guessing codes
must be slow.
"""


MAKES_TABLE = re.compile(r"/api/tables/[^/]+/play$|/api/series/[^/]+/evenings$")
"""Paths with an id whose POST requests make a table or a tournament."""
REPLAYS = re.compile(r"/api/classes/[^/]+/(?:ask|next|open)$")
"""Paths whose POST requests replay a match or search, for the teacher of a class only."""


class TokenBucket:
    """Token bucket. The bucket gains `rate` tokens per second, up to `burst` tokens; requests take tokens out."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        """Start with a full bucket."""
        self._rate, self._burst, self._left, self._at = rate, burst, burst, now

    def take(self, cost: float, now: float) -> bool:
        """Take `cost` tokens if the bucket has enough; return whether it had enough."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def charge(self, cost: float, now: float) -> None:
        """Deduct tokens spent in another process. The number of tokens can become negative, which delays later
        requests.
        """
        self.take(0, now)
        self._left = max(self._left - cost, -self._burst)


class TokenBuckets:
    """Token buckets, one for each key such as an address; the least recently used buckets are dropped."""

    def __init__(self, rate: float, burst: float, limit: int = 10_000, clock: Clock = time.monotonic) -> None:
        """Keep at most `limit` buckets."""
        self._rate, self._burst, self._limit, self._clock = rate, burst, limit, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self._spent: dict[str, float] | None = None
        """Tokens taken since the last call of `collect`, by key; None if no other process needs them."""

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1) -> bool:
        """Take `cost` tokens from the bucket of `key` if it has enough; return whether it had enough."""
        now = self._clock()
        given = self._bucket(key, now).take(cost, now)
        if given and self._spent is not None and (key in self._spent or len(self._spent) < self._limit):
            self._spent[key] = self._spent.get(key, 0) + cost
        return given

    def charge(self, key: str, cost: float) -> None:
        """Deduct tokens that `key` has spent in another process."""
        now = self._clock()
        self._bucket(key, now).charge(cost, now)

    def collect(self) -> dict[str, float]:
        """Return the tokens taken since the last call, by key; the first call starts the recording."""
        spent, self._spent = self._spent or {}, {}
        return spent

    def _bucket(self, key: str, now: float) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst, now)
            if len(self._buckets) > self._limit:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


class ConnectionCounter:
    """Number of connections for each key; keys without connections are dropped."""

    def __init__(self) -> None:
        """Start empty."""
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._counts)

    def enter(self, key: str, limit: int) -> bool:
        """Count one more connection of `key`, unless `key` already has `limit` connections; return whether the
        connection was counted.
        """
        count = self._counts.get(key, 0)
        if count >= limit:
            return False
        self._counts[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        """Reduce the number of connections of `key` by one."""
        count = self._counts.get(key, 0) - 1
        if count > 0:
            self._counts[key] = count
        else:
            self._counts.pop(key, None)


def address_key(address: str) -> str:
    """Return the key of an address. For IPv4, the key is the address; for IPv6, it is the /64 network, which one
    household usually has.
    """
    known = parse_address(address)
    if known is None or known.version == 4:
        return address if known is None else str(known)
    return str(ipaddress.ip_network((known, 64), strict=False))


def network_key(address: str) -> str | None:
    """Return the /48 network of an IPv6 address; None for other addresses."""
    known = parse_address(address)
    return None if known is None or known.version == 4 else str(ipaddress.ip_network((known, 48), strict=False))


class SeatedDevices(Protocol):
    """Interface to the devices that have a seat at an unfinished table."""

    def known(self, token: str) -> str | None:
        """Return the holder id of a device's token if the device has recently been found to have a seat."""
        ...

    async def look_up(self, token: str) -> str | None:
        """Return the holder id of a device's token if the device has a seat according to the store."""
        ...


class RequestLimits:
    """Rate limits of requests. A device with a seat has a bucket of its own, so that strangers at its address cannot
    lock it out. All other requests draw on the bucket of their address, because tokens are free to make.
    """

    def __init__(self, leniency: float) -> None:
        """Multiply all limits by `leniency`."""
        self.addresses = TokenBuckets(RATE * leniency, BURST * leniency)
        self.networks = TokenBuckets(NETWORK_FACTOR * RATE * leniency, NETWORK_FACTOR * BURST * leniency)
        self.devices = TokenBuckets(SEATED_RATE * leniency, SEATED_BURST * leniency)
        self._lookups = TokenBuckets(LOOKUP_RATE, LOOKUP_BURST)
        self.seated: SeatedDevices | None = None
        """Set when the store is open."""

    def shared(self) -> dict[str, TokenBuckets]:
        """Return the buckets that all processes of a cluster share, by name."""
        return {"requests": self.addresses, "networks": self.networks, "seated": self.devices}

    async def admit(self, scope: Scope) -> bool:
        """Pay for a request; return whether it is within the limits."""
        price, address = cost(scope), (scope.get("client") or ("",))[0]
        if not price:
            return True
        token = _token(scope) if scope["path"] not in COSTS else None
        holder = self.seated.known(token) if token is not None and self.seated is not None else None
        if holder is not None and self.devices.take(holder, price):
            return True
        if self.take_from_address(address, price):
            return True
        return holder is None and token is not None and await self._take_after_look_up(token, address, price)

    def take_from_address(self, address: str, price: float) -> bool:
        """Take tokens from the bucket of an address, and from that of its network; return whether both had enough."""
        network = network_key(address)
        return self.addresses.take(address_key(address), price) and (
            network is None or self.networks.take(network, price)
        )

    async def _take_after_look_up(self, token: str, address: str, price: float) -> bool:
        if self.seated is None or not self._lookups.take(address_key(address)):
            return False
        holder = await self.seated.look_up(token)
        return holder is not None and self.devices.take(holder, price)


class RateLimitMiddleware:
    """Middleware that refuses requests above their rate limit."""

    def __init__(self, app: App, leniency: float) -> None:
        """Wrap `app`; `leniency` multiplies the limits."""
        self._app = app
        self.limits = RequestLimits(leniency)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Sockets have their own limits (`SocketLimits`)."""
        if not await self.limits.admit(scope):
            await refuse(scope, receive, send, 429, Refusal("server.too-much"), more=[(b"retry-after", b"3")])
            return
        await self._app(scope, receive, send)


def cost(scope: Scope) -> float:
    """Return the cost of a request in tokens; requests for pages, and probes from this machine, cost nothing."""
    if scope["type"] != "http" or not scope["path"].startswith(COUNTED):
        return 0
    if scope["path"] in PROBES and is_local_request(scope):
        return 0
    if scope["method"] in ("POST", "DELETE"):
        slow = MAKES_TABLE.match(scope["path"]) or REPLAYS.match(scope["path"])
        return TABLE_COST if slow else COSTS.get(scope["path"], 1)
    return 4 if HEAVY.match(scope["path"]) else 0.25


def _token(scope: Scope) -> str | None:
    """Return the token that a request names; None if there is not exactly one."""
    given = headers(scope, b"authorization")
    kind, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    return token if kind == "Bearer" and token else None
