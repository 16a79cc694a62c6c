"""The application: the HTTP API, the sockets, the store behind them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from fastapi import Depends, FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

import saleroom
from saleroom.bots.prepare import is_ready
from saleroom.games import NAMES, load
from saleroom.kernel.refusals import Refusal
from saleroom.server.api import (
    account,
    bot_access,
    bot_accounts,
    bot_challenges,
    bot_ladder,
    bot_tables,
    games,
    me,
    pairing,
    positions,
    practice,
    push,
    records,
    tables,
)
from saleroom.server.api import contests as contests_api
from saleroom.server.api import network as network_api
from saleroom.server.api import tournaments as events_api
from saleroom.server.api.dependencies import AppServices, refuse_blocked
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.contests.access import Access
from saleroom.server.contests.challenges import Challenges
from saleroom.server.contests.daily import Dailies
from saleroom.server.contests.ladder import Ladder
from saleroom.server.contests.results import store_result
from saleroom.server.contests.tournaments import Events
from saleroom.server.http import wrong_bodies
from saleroom.server.http.asgi import trouble
from saleroom.server.http.network import Network
from saleroom.server.http.rate_limits import TokenBuckets
from saleroom.server.http.security import is_local_request
from saleroom.server.ops import metrics
from saleroom.server.ops.settings import Settings
from saleroom.server.protocol.bodies import Trouble
from saleroom.server.realtime import correspondence, operator_commands
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.reminders import Reminders
from saleroom.server.realtime.socket_limits import SocketLimits
from saleroom.server.realtime.sockets import SocketEndpoint
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import Store

if TYPE_CHECKING:
    from saleroom.server.realtime.cluster import Cluster  # needs the Redis client

log = logging.getLogger("saleroom.server")

READY = 2.0
"""Seconds within which the store must answer."""
COMPILE_AFTER = 1.0
"""Seconds in which a browser draws its first page without competing for the processor."""


def create_app(settings: Settings, build: str, network: Network, requests: TokenBuckets | None = None) -> FastAPI:
    """Create the API and the sockets: all except the pages. `build` names this server's client.

    `requests` counts requests by address, and is shared with other processes.
    """

    app = FastAPI(
        title="Saleroom",
        version=saleroom.__version__,
        description="The lobby of the web table. Tables themselves speak over sockets.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
        lifespan=partial(_running, settings=settings, build=build, network=network, requests=requests),
        redirect_slashes=False,  # behind a proxy it would lead out of the server's folder
        responses={"4XX": {"model": Trouble}, "503": {"model": Trouble}},
    )
    app.state.metrics_token = settings.metrics_token
    for router in (bot_tables.router, bot_challenges.router, bot_ladder.router):
        app.include_router(router, prefix="/api")
    app.include_router(bot_ladder.page)
    app.include_router(bot_challenges.people, prefix="/api", dependencies=[Depends(refuse_blocked)])
    lobby = (games, tables, pairing, records, positions, network_api, bot_accounts, push)
    for module in (*lobby, practice, contests_api, events_api):
        app.include_router(module.router, prefix="/api", dependencies=[Depends(refuse_blocked)])
    for module in (me, account):  # blocked people may still export or erase their data
        app.include_router(module.router, prefix="/api")
    app.add_api_websocket_route("/api/tables/{table}/socket", _socket)
    app.add_api_route("/healthz", health, include_in_schema=False)
    app.add_api_route("/readyz", readiness, include_in_schema=False)
    app.add_api_route("/metrics", metrics_text, include_in_schema=False)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(bot_access.BotError, bot_access.answer_error)
    app.add_exception_handler(StarletteHTTPException, _refused)
    app.add_exception_handler(StoreTrouble, _store_unavailable)
    app.add_exception_handler(Exception, _internal_error)
    return app


@asynccontextmanager
async def _running(
    app: FastAPI, settings: Settings, build: str, network: Network, requests: TokenBuckets | None
) -> AsyncIterator[None]:
    """Run the services of the application from start to end."""
    store = await Store.open(settings.data)
    hub = Hub(store, build)
    contests = store.contests
    access, dailies = Access(contests), Dailies(hub, public=settings.public is not None)
    events = Events(hub)
    ladder, reminders = Ladder(hub), Reminders(hub, settings.public)
    hub.results.writers += [partial(store_result, contests), events.note_end, ladder.note_end]
    background = [asyncio.create_task(compile_games(hub)), asyncio.create_task(dailies.publish_for_ever())]
    cluster = None
    try:
        cluster = await _joined(hub, settings)
        await operator_commands.apply_operator_log(hub)
        await hub.start()
        limits = SocketLimits().times(settings.leniency)
        app.state.sockets = sockets = SocketEndpoint(hub, limits, access.may_look, cluster)
        clocks = (correspondence.watch_for_ever(hub), reminders.remind_for_ever(), sockets.heartbeat.run())
        background += map(asyncio.create_task, (operator_commands.heed_for_ever(hub), events.resume(), *clocks))
        of_programs = TokenBuckets(bot_access.RATE * settings.leniency, bot_access.BURST * settings.leniency)
        parts = (build, network, store, hub, dailies, Challenges(hub), events, access, sockets.carry_out)
        services = AppServices(*parts, ladder, reminders, of_programs)
        app.state.services, app.state.cluster = services, cluster
        if cluster is not None:
            shared = {"people": sockets.people, "addresses": sockets.addresses, "programs": of_programs}
            cluster.share(shared if requests is None else {**shared, "requests": requests})
        services.practice.daily.start()
        try:
            yield
        finally:
            await services.practice.daily.close()
    finally:
        for task in background:
            task.cancel()
        await dailies.close()
        await reminders.close()
        await hub.close()
        if cluster is not None:
            await cluster.close()
        await store.close()


async def _joined(hub: Hub, settings: Settings) -> Cluster | None:
    """Join the other processes that share the tables, if there is a bus."""
    if settings.bus is None:
        return None
    from saleroom.server.realtime.cluster import Cluster

    cluster = Cluster(hub, settings.bus)
    await cluster.start()
    return cluster


async def compile_games(hub: Hub) -> None:
    """Compile every game before a player needs it, once the first page is sent; then the searches."""
    await asyncio.sleep(COMPILE_AFTER)
    slow = [name for name in NAMES if not is_ready(load(name))]
    if slow:
        log.warning("compiling the games, once after an update; they can be played meanwhile")
    for name in NAMES:
        await hub.bot_pool.ready(name)
    if slow:
        log.warning("the games are compiled")
    for name in NAMES:
        await hub.bot_pool.search_ready(name)
    hub.cycle_collector.set_apart(hub.busy)


async def _socket(socket: WebSocket, table: str) -> None:
    await socket.app.state.sockets(socket, table)


async def health(request: Request) -> dict[str, str]:
    """Check that tables can be read."""
    await request.app.state.services.store.summary("")
    return {"status": "ok"}


async def readiness(request: Request) -> JSONResponse:
    """Check that people should be sent here: tables can be read and written, and the bus works."""
    state = request.app.state
    try:
        async with asyncio.timeout(READY):
            await state.services.store.summary("")
        await state.services.store.probe.check(READY)
    except (StoreTrouble, TimeoutError) as error:
        told = str(error) or f"the store has not answered for {READY:g} seconds"
        reason = told if is_local_request(request.scope) else "store"
        return JSONResponse({"status": "waiting", "reason": reason}, 503)
    if state.cluster is not None and not state.cluster.bus.works:
        return JSONResponse({"status": "waiting", "reason": "bus"}, 503)
    return JSONResponse({"status": "ready"})


async def metrics_text(request: Request) -> Response:
    """Return metrics for Prometheus; only to this machine, or with a token."""
    if not is_local_request(request.scope) and not _may_measure(request):
        raise HttpRefusal(403, "server.measures")
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)


def _may_measure(request: Request) -> bool:
    token: str | None = request.app.state.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    return token is not None and secrets.compare_digest(given.encode(), token.encode())


async def _invalid_request(request: Request, error: Exception) -> JSONResponse:
    """Return the first error in a request, in one line."""
    assert isinstance(error, RequestValidationError)
    return _trouble(422, wrong_bodies.first(error.errors()))


async def _refused(request: Request, error: Exception) -> Response:
    """Return an endpoint's refusal: a status and a line in the language of the request."""
    assert isinstance(error, StarletteHTTPException)
    refusal = error.refusal if isinstance(error, HttpRefusal) else str(error.detail)
    return _trouble(error.status_code, refusal, error.headers)


def _trouble(status: int, refusal: Refusal | str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse(trouble(status, refusal), status, dict(headers or {}))


async def _store_unavailable(request: Request, error: Exception) -> JSONResponse:
    log.error("store: %s", error)
    return _trouble(503, Refusal("server.unreadable"), {"retry-after": "1"})


async def _internal_error(request: Request, error: Exception) -> JSONResponse:
    return _trouble(500, Refusal("server.error"))
