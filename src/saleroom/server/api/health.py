"""Endpoints for the server's operators: liveness, readiness and metrics."""

from __future__ import annotations

import asyncio
import secrets

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from saleroom.server.api.dependencies import Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.http.security import is_local_request
from saleroom.server.ops import metrics
from saleroom.server.storage.datafile import StoreTrouble

READY = 2.0
"""Seconds within which the store must answer."""

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def health(request: Request, services: Services) -> JSONResponse:
    """Check that the process answers and can read tables. Report with status 200 if it cannot write them, because a
    restart of the process would not help.
    """
    await _check_reading(services)
    try:
        await services.store.probe.check(READY)
    except StoreTrouble as error:
        return JSONResponse({"status": "read-only", "reason": _reason(request, error)})
    return JSONResponse({"status": "ok"})


@router.get("/readyz")
async def readiness(request: Request, services: Services) -> JSONResponse:
    """Check that this process can serve people, because it can read and write tables and the bus works."""
    try:
        await _check_reading(services)
        await services.store.probe.check(READY)
    except StoreTrouble as error:
        return _waiting(_reason(request, error))
    if services.cluster is not None and not services.cluster.bus.works:
        return _waiting("bus")
    return JSONResponse({"status": "ready"})


async def _check_reading(services: AppServices) -> None:
    """Raise `StoreTrouble` unless the store can be read."""
    try:
        async with asyncio.timeout(READY):
            await services.store.summary("")
    except TimeoutError:
        raise StoreTrouble(f"the store has not answered for {READY:g} seconds") from None


def _reason(request: Request, trouble: StoreTrouble) -> str:
    """Return the reason for the caller. Only callers on this machine get details."""
    return str(trouble) if is_local_request(request.scope) else "store"


def _waiting(reason: str) -> JSONResponse:
    return JSONResponse({"status": "waiting", "reason": reason}, 503)


@router.get("/metrics")
async def metrics_text(request: Request) -> Response:
    """Return metrics for Prometheus; the request must come from this machine or have a token."""
    if not is_local_request(request.scope) and not _may_measure(request):
        raise HttpRefusal(403, "server.measures")
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)


def _may_measure(request: Request) -> bool:
    token: str | None = request.app.state.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    return token is not None and secrets.compare_digest(given.encode(), token.encode())
