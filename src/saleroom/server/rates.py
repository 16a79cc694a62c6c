"""How much one address may ask of the lobby. What costs the house more counts for more."""

from __future__ import annotations

import re

from saleroom.server.answers import App, Receive, Scope, Send, refuse
from saleroom.server.limits import Buckets, neighbourhood

RATE, BURST = 10, 200  # what an address may ask for in a second, and what it may have saved up
HEAVY = re.compile(r"/api/tables/[^/]+/(?:story|fair|record|review)(?:/|$)")
HEALTH = ("/healthz", "/metrics")
COSTS = {"/api/tables": 5, "/api/pairings": 20}
"""Of a POST: a new table is kept for ever, and codes are not to be guessed."""


class Rates:
    """Lets through what an address may ask for."""

    def __init__(self, app: App, leniency: float) -> None:
        """`app` is what is asked."""
        self._app = app
        self._buckets = Buckets(RATE * leniency, BURST * leniency)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; sockets have limits of their own."""
        price = cost(scope)
        address = neighbourhood((scope.get("client") or ("",))[0])
        if price and not self._buckets.take(address, price):
            await refuse(scope, receive, send, 429, "that is too much at once; wait a little", [(b"retry-after", b"3")])
            return
        await self._app(scope, receive, send)


def cost(scope: Scope) -> float:
    """What a request counts for; pages are free."""
    if scope["type"] != "http" or not scope["path"].startswith(("/api/", *HEALTH)):
        return 0
    if scope["method"] == "POST":
        return COSTS.get(scope["path"], 1)
    return 4 if HEAVY.match(scope["path"]) else 0.25
