"""Outermost application. It serves pages immediately, and makes other requests wait until the inner application is
loaded.

Importing the engine and the database takes a second or two; a browser can draw the page in that time. The page first
requests the list of games, which is sent as soon as the games are loaded.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any

from saleroom.kernel.refusals import Refusal
from saleroom.language_tags import LANGUAGES, preferred
from saleroom.server.http.access_log import AccessLogMiddleware
from saleroom.server.http.asgi import App, Receive, Scope, Send, answer, headers, refuse
from saleroom.server.http.link_preview import LinkPreview, general_preview, picture_path, tags
from saleroom.server.http.network import Listen, Network
from saleroom.server.http.rate_limits import RateLimitMiddleware
from saleroom.server.http.security import SecurityMiddleware
from saleroom.server.http.static_files import ClientFiles
from saleroom.server.ops.logs import FACTS
from saleroom.server.ops.settings import Settings

if TYPE_CHECKING:
    from saleroom.server.realtime.cluster import Cluster  # this module needs the Redis client

log = logging.getLogger("saleroom.server")

GAMES = "/api/house"
BEHIND = ("/healthz", "/metrics", "/readyz", "/bots", "/bots.css")
PREVIEW_COST = 0.25
"""Cost of a link preview in tokens of the rate limit. Above the limit, pages have the general preview."""
PREVIEW_TIMEOUT = 2.0
"""Seconds after which a page is sent with the general preview, because the database is too slow."""
INVITATIONS = ("challenge", "event", "match", "table")
"""Pages whose address is an invitation; search engines must not list them."""


class Front:
    """Application of one server. It serves the web client immediately, and serves the API and sockets when they are
    loaded.
    """

    def __init__(self, settings: Settings, port: int | None = None, listen: Listen | None = None) -> None:
        """Create the application. `port` is the server's port, and `listen` makes the server listen on more
        addresses.
        """
        self._settings = settings
        self._client = ClientFiles(settings.client)
        self._network = Network(settings, port or settings.port, listen)
        limited = RateLimitMiddleware(self._inside, settings.leniency)
        self._requests = limited.limits
        self._guarded: App = AccessLogMiddleware(SecurityMiddleware(limited, settings.public))
        self._closing, self._known = asyncio.Event(), asyncio.Event()
        self._games: dict[str, bytes] = {}
        """Encoded list of games, by language."""
        self._settled = asyncio.Event()
        """Set when the inner application has started or failed to start."""
        self._open: Any = None
        self.running: asyncio.Task[None] | None = None
        """Task of the inner application; None until the server runs. If the start fails, the task raises the error."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, one socket, or the lifespan."""
        await (self._live(receive, send) if scope["type"] == "lifespan" else self._guarded(scope, receive, send))

    async def _live(self, receive: Receive, send: Send) -> None:
        """Report startup immediately. At shutdown, wait until the inner application is closed and all data is
        written.
        """
        await receive()
        self.running = asyncio.create_task(self._run_application(), name="application")
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._closing.set()
        await asyncio.gather(self.running, return_exceptions=True)
        await send({"type": "lifespan.shutdown.complete"})

    async def _run_application(self) -> None:
        try:
            self._games = await asyncio.to_thread(self._describe)
            self._known.set()
            if self._closing.is_set():
                return
            app = await asyncio.to_thread(self._build)
            if self._closing.is_set():
                return
            async with app.router.lifespan_context(app):
                self._open = app
                self._settled.set()
                await self._closing.wait()
        finally:
            self._open = None
            self._known.set()
            self._settled.set()

    def _describe(self) -> dict[str, bytes]:
        from saleroom.server.api.catalogue import catalogue

        return {language: catalogue(self._client.build, language).model_dump_json().encode() for language in LANGUAGES}

    def _build(self) -> Any:
        from saleroom.server.app import create_app

        return create_app(self._settings, self._client.build, self._network, self._requests)

    async def loaded(self) -> bool:
        """Wait until the inner application has started or failed to start; return whether it has started."""
        await self._settled.wait()
        return self._open is not None

    @property
    def cluster(self) -> Cluster | None:
        """Link to other processes; None if there is no such link, or if the inner application is not loaded."""
        return None if self._open is None else self._open.state.services.cluster

    def stop(self) -> None:
        """End the streams of the Bot API before the server stops, because they never end on their own."""
        if self._open is not None:
            self._open.state.services.streams.end_all()

    async def _inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _opens_page(scope):
            send = self._page_if_missing(scope, send)
        path = scope["path"]
        if path == GAMES and scope.get("method") == "GET":
            await self._known.wait()
            await (self._send_games if self._games else self._closed)(scope, receive, send)
        elif path.startswith("/api/") or path in BEHIND:
            await self._settled.wait()
            await (self._open or self._closed)(scope, receive, send)
        elif scope["type"] == "http" and self._client.has(path):
            await self._client(scope, receive, send, await self._preview_tags(scope))
        else:
            await refuse(scope, receive, send, 404, Refusal("server.nothing-here"))

    def _page_if_missing(self, scope: Scope, send: Send) -> Send:
        """Return a `send` function that replaces a response of status 404 by the client's page, which shows people that
        nothing was found.
        """
        replaced = False

        async def send_or_replace(message: MutableMapping[str, Any]) -> None:
            nonlocal replaced
            if message.get("status") == 404:
                replaced = await self._client.send_not_found(scope, send, self._tags(scope, None))
            if not replaced:
                await send(message)

        return send_or_replace

    async def _preview_tags(self, scope: Scope) -> bytes:
        """Return the preview tags of a page; empty for a file. A page never waits until the application is loaded."""
        if not self._client.is_page(scope["path"]):
            return b""
        address = (scope.get("client") or ("",))[0]
        if self._open is None or not self._requests.take_from_address(address, PREVIEW_COST):
            return self._tags(scope, None)
        previews = self._open.state.services.previews
        try:
            async with asyncio.timeout(PREVIEW_TIMEOUT):
                preview = await previews.find(scope["path"], _language(scope))
        except Exception as error:  # people need the page even if the database fails
            log.warning("a link preview failed", extra={FACTS: {"trouble": f"{type(error).__name__}: {error}"}})
            preview = None
        return self._tags(scope, preview)

    def _tags(self, scope: Scope, preview: LinkPreview | None) -> bytes:
        """Return the tags of a preview, or of the general preview if it is None."""
        if preview is None:
            indexed = scope["path"].split("/")[1] not in INVITATIONS
            preview = general_preview(_language(scope), indexed)
        pictures = (picture_path(preview.game), picture_path(None))
        picture = next((path for path in pictures if self._client.has_file(path)), None)
        return tags(preview, picture, self._settings.public)

    async def _send_games(self, scope: Scope, receive: Receive, send: Send) -> None:
        games = self._games[_language(scope)]
        await answer(scope, send, 200, games, kind="application/json", more=[(b"vary", b"accept-language")])

    async def _closed(self, scope: Scope, receive: Receive, send: Send) -> None:
        await refuse(scope, receive, send, 503, Refusal("server.closed"))


def _language(scope: Scope) -> str:
    return preferred(",".join(headers(scope, b"accept-language")))


def _opens_page(scope: Scope) -> bool:
    """Return whether a browser requests a page to show. Programs and the client's scripts send different requests."""
    return scope.get("method") in ("GET", "HEAD") and "text/html" in ",".join(headers(scope, b"accept"))
