"""Application with the routes of the HTTP API and the sockets, and responses to errors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial

from fastapi import Depends, FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

import saleroom
from saleroom.kernel.refusals import Refusal
from saleroom.server.api import (
    account,
    bot_access,
    bot_accounts,
    bot_challenges,
    bot_ladder,
    bot_tables,
    calendars,
    classrooms,
    company,
    games,
    health,
    me,
    own_tables,
    pairing,
    people_at_tables,
    positions,
    practice,
    push,
    records,
    tables,
    webhooks,
)
from saleroom.server.api import contests as contests_api
from saleroom.server.api import network as network_api
from saleroom.server.api import series as series_api
from saleroom.server.api import tournaments as tournaments_api
from saleroom.server.api.dependencies import refuse_blocked
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.http import wrong_bodies
from saleroom.server.http.asgi import trouble
from saleroom.server.http.network import Network
from saleroom.server.http.rate_limits import RequestLimits
from saleroom.server.ops.settings import Settings
from saleroom.server.protocol.bodies import Trouble
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.outage import log_trouble
from saleroom.server.storage.store import Store


def create_app(
    settings: Settings, build: str, network: Network, request_limits: RequestLimits | None = None
) -> FastAPI:
    """Create the application with the API and the sockets, but without the pages; `build` identifies the web client.

    `request_limits` are the rate limits of requests, which all processes share.
    """

    app = FastAPI(
        title="Saleroom",
        version=saleroom.__version__,
        description="The lobby of the web table. Tables themselves speak over sockets.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # no documentation pages, because those of FastAPI load scripts from other sites
        redoc_url=None,
        lifespan=partial(_running, settings=settings, build=build, network=network, request_limits=request_limits),
        redirect_slashes=False,  # behind a proxy, redirects would lead out of the server's path
        responses={"4XX": {"model": Trouble}, "503": {"model": Trouble}},
    )
    app.state.metrics_token = settings.metrics_token
    for router in (bot_tables.router, bot_challenges.router, bot_ladder.router):
        app.include_router(router, prefix="/api")
    app.include_router(bot_ladder.page)
    app.include_router(bot_challenges.people, prefix="/api", dependencies=[Depends(refuse_blocked)])
    lobby = (games, tables, company, calendars, pairing, records, positions, network_api, bot_accounts, push, webhooks)
    for module in (*lobby, people_at_tables, practice, classrooms, contests_api, tournaments_api, series_api):
        app.include_router(module.router, prefix="/api", dependencies=[Depends(refuse_blocked)])
    for module in (me, own_tables, account):  # blocked people may still export or erase their data
        app.include_router(module.router, prefix="/api")
    app.add_api_websocket_route("/api/tables/{table}/socket", _socket)
    app.include_router(health.router)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(bot_access.BotError, bot_access.answer_error)
    app.add_exception_handler(StarletteHTTPException, _refused)
    app.add_exception_handler(StoreTrouble, _store_unavailable)
    app.add_exception_handler(Exception, _internal_error)
    return app


@asynccontextmanager
async def _running(
    app: FastAPI, *, settings: Settings, build: str, network: Network, request_limits: RequestLimits | None
) -> AsyncIterator[None]:
    """Run the application's services from its start to its end."""
    services = AppServices(Hub(await Store.open(settings.data, settings.machine), build), network, settings)
    try:
        await services.start(request_limits)
        app.state.services = services
        yield
    finally:
        await services.close()


async def _socket(socket: WebSocket, table: str) -> None:
    await socket.app.state.services.sockets(socket, table)


async def _invalid_request(request: Request, error: Exception) -> JSONResponse:
    """Return a response that describes the first error in a request."""
    assert isinstance(error, RequestValidationError)
    return _trouble(422, wrong_bodies.first(error.errors()))


async def _refused(request: Request, error: Exception) -> Response:
    """Return an endpoint's refusal as a response."""
    assert isinstance(error, StarletteHTTPException)
    refusal = error.refusal if isinstance(error, HttpRefusal) else str(error.detail)
    return _trouble(error.status_code, refusal, error.headers)


def _trouble(status: int, refusal: Refusal | str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse(trouble(status, refusal), status, dict(headers or {}))


async def _store_unavailable(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, StoreTrouble)
    log_trouble(error)
    return _trouble(503, Refusal("server.unreadable"), {"retry-after": "1"})


async def _internal_error(request: Request, error: Exception) -> JSONResponse:
    return _trouble(500, Refusal("server.error"))
