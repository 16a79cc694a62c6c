"""Log with one line for each request and each socket. The lines contain no queries, headers, bodies or cards."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import MutableMapping
from typing import Any

from saleroom.server.http.asgi import App, Receive, Scope, Send
from saleroom.server.http.rate_limits import PROBES
from saleroom.server.ops.logs import FACTS, new_id, set_context
from saleroom.server.ops.request_figures import FIGURES, PAGES

requests = logging.getLogger("saleroom.requests")

OK = 200
ABOUT_TABLE = re.compile(r"/(?:tables?|match)/([A-Za-z0-9_-]{1,40})(?:/|$)")


class AccessLogMiddleware:
    """Middleware that counts requests, and logs each answered request and each closed socket. It logs no successful
    probes.
    """

    def __init__(self, app: App) -> None:
        """Wrap `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or one socket, and log it when it ends. All log lines about it have its id."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        set_context(**_identify(scope))
        began, status, path = time.perf_counter(), 0, scope["path"]

        async def noted(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            status = message.get("status") or message.get("code") or status
            if message["type"] == "http.response.start":
                FIGURES.note(scope["method"], _route(scope), status, time.perf_counter() - began)
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            if status != OK or path not in PROBES:
                _note(scope, status, time.perf_counter() - began)


def _route(scope: Scope) -> str:
    """Return the route of a request, such as ``/api/tables/{table}``."""
    if "route" not in scope:
        return "/api/*" if scope["path"].startswith("/api/") else PAGES
    names = {str(value): f"{{{name}}}" for name, value in scope.get("path_params", {}).items()}
    parts: list[str] = scope["path"].split("/")
    return "/".join(names.get(part, part) for part in parts)


def _identify(scope: Scope) -> dict[str, str]:
    """Return a new id of a request or connection, and the id of the table that it is about, if any."""
    kind, about = "connection" if scope["type"] == "websocket" else "request", ABOUT_TABLE.search(scope["path"])
    return {kind: new_id()} | ({"table": about[1]} if about else {})


def _note(scope: Scope, status: int, seconds: float) -> None:
    facts = {
        "method": scope.get("method", "SOCKET"),
        "path": scope["path"][:120],
        "status": status,
        "ms": round(seconds * 1000, 1),
        "client": (scope.get("client") or ("",))[0],
    }
    requests.info("answered", extra={FACTS: facts})
