"""How much one connection and one address may ask for. Whatever is counted here is bounded itself."""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Callable

from saleroom.kernel.refusals import Refusal
from saleroom.server.http.asgi import App, Receive, Scope, Send, refuse
from saleroom.server.ops.addresses import parse_address

Clock = Callable[[], float]

RATE, BURST = 10, 600  # what an address may ask for in a second, and have saved up: 60 people come at the same time
HEAVY = re.compile(r"/api/tables/[^/]+/(?:story|fair|record|review)(?:/|$)|/api/me/export$")
COUNTED = ("/api/", "/bots", "/healthz", "/metrics", "/readyz")
COSTS = {"/api/tables": 5, "/api/pairings": 20, "/api/me/devices": 20, "/api/me/passkeys": 20, "/api/login": 20}
"""Of a POST: a new table is kept for ever, and codes are not to be guessed."""


class TokenBucket:
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

    def charge(self, cost: float, now: float) -> None:
        """Take what was spent elsewhere, however little is left: it is paid back before anything more is given."""
        self.take(0, now)
        self._left = max(self._left - cost, -self._burst)


class TokenBuckets:
    """A bucket for each address; those that were used longest ago make room."""

    def __init__(self, rate: float, burst: float, most: int = 10_000, clock: Clock = time.monotonic) -> None:
        """At most `most` buckets at a time."""
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self._spent: dict[str, float] | None = None
        """What each has taken since it was collected, where other processes are told."""

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1) -> bool:
        """Whether `key` may have that much now."""
        now = self._clock()
        given = self._bucket(key, now).take(cost, now)
        if given and self._spent is not None and (key in self._spent or len(self._spent) < self._most):
            self._spent[key] = self._spent.get(key, 0) + cost
        return given

    def charge(self, key: str, cost: float) -> None:
        """Take what `key` has spent at another process."""
        now = self._clock()
        self._bucket(key, now).charge(cost, now)

    def collect(self) -> dict[str, float]:
        """What each has taken since this was asked last; from the first time on it is written down."""
        spent, self._spent = self._spent or {}, {}
        return spent

    def _bucket(self, key: str, now: float) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


class ConnectionCounter:
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


def address_key(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 in which one household has all its IPv6 addresses."""
    known = parse_address(address)
    if known is None or known.version == 4:
        return address if known is None else str(known)
    return str(ipaddress.ip_network((known, 64), strict=False))


class RateLimitMiddleware:
    """Lets through what an address may ask for."""

    def __init__(self, app: App, leniency: float) -> None:
        """`app` is what is asked."""
        self._app = app
        self.buckets = TokenBuckets(RATE * leniency, BURST * leniency)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; sockets have limits of their own."""
        price = cost(scope)
        address = address_key((scope.get("client") or ("",))[0])
        if price and not self.buckets.take(address, price):
            await refuse(scope, receive, send, 429, Refusal("server.too-much"), [(b"retry-after", b"3")])
            return
        await self._app(scope, receive, send)


def cost(scope: Scope) -> float:
    """What a request counts for; pages are free."""
    if scope["type"] != "http" or not scope["path"].startswith(COUNTED):
        return 0
    if scope["method"] in ("POST", "DELETE"):
        return COSTS.get(scope["path"], 1)
    return 4 if HEAVY.match(scope["path"]) else 0.25
