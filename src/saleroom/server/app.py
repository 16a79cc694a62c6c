"""The application put together: the HTTP API, the sockets, the store behind them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from fastapi import FastAPI, HTTPException, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

import saleroom
from saleroom.bots.prepare import is_ready
from saleroom.games import NAMES, load
from saleroom.server.api import account, games, me, pairing, positions, practice, records, tables
from saleroom.server.api import contests as contests_api
from saleroom.server.api import events as events_api
from saleroom.server.api import network as network_api
from saleroom.server.api.dependencies import AppServices
from saleroom.server.contests.access import Access
from saleroom.server.contests.challenges import Challenges
from saleroom.server.contests.daily import Dailies
from saleroom.server.contests.events import Events
from saleroom.server.contests.results import store_result
from saleroom.server.http.network import Network
from saleroom.server.http.security import is_local_request
from saleroom.server.ops import metrics
from saleroom.server.ops.settings import Settings
from saleroom.server.protocol.bodies import Trouble
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.sockets import SocketEndpoint, SocketLimits
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.store import Store

if TYPE_CHECKING:
    from saleroom.server.realtime.cluster import Cluster  # which needs the client of Redis

log = logging.getLogger("saleroom.server")

COMPILE_AFTER = 1.0
"""Seconds in which a browser draws its first page undisturbed."""


def create_app(settings: Settings, build: str, network: Network) -> FastAPI:
    """The API and the sockets, everything behind the pages. `build` names the client that this server has."""

    app = FastAPI(
        title="Saleroom",
        version=saleroom.__version__,
        description="The lobby of the web table. Tables themselves speak over sockets.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
        lifespan=partial(_running, settings=settings, build=build, network=network),
        redirect_slashes=False,  # behind a proxy it would lead out of our folder
        responses={"4XX": {"model": Trouble}, "503": {"model": Trouble}},
    )
    lobby = (games, tables, pairing, records, positions, network_api)
    for module in (*lobby, practice, contests_api, events_api, me, account):
        app.include_router(module.router, prefix="/api")
    app.add_api_websocket_route("/api/tables/{table}/socket", _socket)
    app.add_api_route("/healthz", health, include_in_schema=False)
    app.add_api_route("/readyz", readiness, include_in_schema=False)
    app.add_api_route("/metrics", metrics_text, include_in_schema=False)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(StoreTrouble, _store_unavailable)
    app.add_exception_handler(Exception, _internal_error)
    return app


@asynccontextmanager
async def _running(app: FastAPI, settings: Settings, build: str, network: Network) -> AsyncIterator[None]:
    """Everything that the application needs, from its start to its end."""
    store = await Store.open(settings.data)
    hub = Hub(store, build)
    contests = store.contests
    access, dailies = Access(contests), Dailies(hub, public=settings.public is not None)
    events = Events(hub)
    hub.results.writers += [partial(store_result, contests), events.note_end]
    background = [asyncio.create_task(compile_games(hub)), asyncio.create_task(dailies.publish_for_ever())]
    cluster = None
    try:
        cluster = await _joined(hub, settings)
        await hub.start()
        background.append(asyncio.create_task(events.resume()))
        services = AppServices(build, network, store, hub, dailies, Challenges(hub), events, access)
        app.state.services = services
        app.state.cluster = cluster
        limits = SocketLimits().times(settings.leniency)
        app.state.sockets = SocketEndpoint(hub, limits, access.may_look, cluster)
        services.practice.daily.start()
        try:
            yield
        finally:
            await services.practice.daily.close()
    finally:
        for task in background:
            task.cancel()
        await dailies.close()
        await hub.close()
        if cluster is not None:
            await cluster.close()
        await store.close()


async def _joined(hub: Hub, settings: Settings) -> Cluster | None:
    """The other processes that share the tables, where there is a bus on which to meet them."""
    if settings.bus is None:
        return None
    from saleroom.server.realtime.cluster import Cluster

    cluster = Cluster(hub, settings.bus)
    await cluster.start()
    return cluster


async def compile_games(hub: Hub) -> None:
    """Compile every game before somebody waits for it, once the first page is out; then the searches."""
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
    """Whether the tables can be read."""
    await request.app.state.services.store.summary("")
    return {"status": "ok"}


async def readiness(request: Request) -> JSONResponse:
    """Whether people should be sent here: the tables can be read, and other processes can be met."""
    state = request.app.state
    try:
        await state.services.store.summary("")
    except StoreTrouble as trouble:
        return JSONResponse(
            {"status": "waiting", "reason": str(trouble) if is_local_request(request.scope) else "store"}, 503
        )
    if state.cluster is not None and not state.cluster.bus.works:
        return JSONResponse({"status": "waiting", "reason": "bus"}, 503)
    return JSONResponse({"status": "ready"})


async def metrics_text(request: Request) -> Response:
    """Counts for Prometheus, on this machine: how busy a server is concerns nobody else."""
    if not is_local_request(request.scope):
        raise HTTPException(403, "measures are told to this machine alone")
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)


async def _invalid_request(request: Request, error: Exception) -> JSONResponse:
    """The first thing that is wrong with a request, in one line."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:] if isinstance(part, str))
    line = f"{place}: {first['msg']}" if place else str(first["msg"])
    return JSONResponse({"detail": " ".join(line.split())[:200]}, 422)


async def _store_unavailable(request: Request, error: Exception) -> JSONResponse:
    log.error("store: %s", error)
    return JSONResponse({"detail": "the tables cannot be read or written just now"}, 503)


async def _internal_error(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"detail": "something went wrong here; the server has written it down"}, 500)
