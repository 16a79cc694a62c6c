"""Letting the local network in."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request

from saleroom.server import rest
from saleroom.server.api.desk import AtDesk
from saleroom.server.network import CannotListen, Network
from saleroom.server.security import asked_here

router = APIRouter(tags=["network"])


@router.get("/network")
async def network(desk: AtDesk, request: Request) -> rest.Network:
    """How friends can reach this server."""
    return _told(desk.network, request)


@router.post("/network")
async def let_in(desk: AtDesk, request: Request) -> rest.Network:
    """Let the network in. Only whoever sits at this machine may."""
    if not asked_here(request.scope):
        raise HTTPException(403, "only whoever sits at the server's own machine may let the network in")
    try:
        await desk.network.let_in()
    except CannotListen as error:
        raise HTTPException(409, str(error)) from None
    return _told(desk.network, request)


def _told(network: Network, request: Request) -> rest.Network:
    may_open = asked_here(request.scope) and network.may_open
    return rest.Network(public=network.public, addresses=network.urls, may_open=may_open)
