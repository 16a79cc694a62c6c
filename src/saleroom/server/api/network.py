"""Letting the local network in."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request

from saleroom.server.api.dependencies import Services
from saleroom.server.http.network import Network, NetworkError
from saleroom.server.http.security import is_local_request
from saleroom.server.protocol import bodies

router = APIRouter(tags=["network"])


@router.get("/network")
async def network(services: Services, request: Request) -> bodies.Network:
    """How friends can reach this server."""
    return _told(services.network, request)


@router.post("/network")
async def let_in(services: Services, request: Request) -> bodies.Network:
    """Let the network in. Only whoever sits at this machine may."""
    if not is_local_request(request.scope):
        raise HTTPException(403, "only whoever sits at the server's own machine may let the network in")
    try:
        await services.network.let_in()
    except NetworkError as error:
        raise HTTPException(409, str(error)) from None
    return _told(services.network, request)


def _told(network: Network, request: Request) -> bodies.Network:
    may_open = is_local_request(request.scope) and network.can_open
    return bodies.Network(public=network.public, addresses=network.urls, may_open=may_open)
