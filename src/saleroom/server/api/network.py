"""Endpoints that return this server's addresses in the local network, open the server to that network, or draw QR
codes.
"""

from __future__ import annotations

from io import BytesIO
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from saleroom.server.api.dependencies import Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.http.network import Network, NetworkError
from saleroom.server.http.security import is_local_request
from saleroom.server.protocol import bodies

router = APIRouter(tags=["network"])


@router.get("/network")
async def network(services: Services, request: Request) -> bodies.Network:
    """Return the addresses at which the local network can reach this server."""
    return _network_body(services.network, request)


@router.post("/network")
async def let_in(services: Services, request: Request) -> bodies.Network:
    """Open this server to the local network; the request must come from this machine."""
    if not is_local_request(request.scope):
        raise HttpRefusal(403, "network.local-only")
    try:
        await services.network.let_in()
    except NetworkError as error:
        raise HttpRefusal(409, error) from None
    return _network_body(services.network, request)


class SvgResponse(Response):
    """Response with an SVG image."""

    media_type = "image/svg+xml"


@router.get("/qr", response_class=SvgResponse)
async def qr_code(text: Annotated[str, Query(min_length=1, max_length=500)]) -> SvgResponse:
    """Return a QR code (ISO/IEC 18004, error correction M) of a text, such as a table's address."""
    import segno

    image = BytesIO()
    segno.make_qr(text, error="m").save(image, kind="svg", border=2, light="#fff")
    return SvgResponse(image.getvalue(), headers={"cache-control": "private, max-age=3600"})


def _network_body(network: Network, request: Request) -> bodies.Network:
    may_open = is_local_request(request.scope) and network.can_open
    return bodies.Network(public=network.public, addresses=network.urls, may_open=may_open)
