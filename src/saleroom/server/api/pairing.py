"""Endpoints with which another device of the same person can share their seat."""

from __future__ import annotations

import time

from fastapi import APIRouter

from saleroom.server.api.dependencies import Address, Guest, Services
from saleroom.server.api.pairing_codes import CODE_LIFETIME
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.tables import VisibleTable, find_table
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.decide.system_events import add_device
from saleroom.server.protocol import bodies

router = APIRouter(tags=["pairing"])


@router.post("/tables/{table}/pairing", status_code=201)
async def issue(table: VisibleTable, services: Services, guest: Guest, address: Address) -> bodies.Pairing:
    """Create a code with which another of your devices can take your seat; it is valid once."""
    seat = table.state.seat_of(guest)
    if seat is None:
        raise HttpRefusal(403, "code.no-seat")
    code = await services.pairing_codes.issue(table.id, seat, guest, address)
    return bodies.Pairing(code=code, seconds=CODE_LIFETIME)


@router.post("/pairings")
async def redeem(body: bodies.Paired, services: Services, guest: Guest) -> bodies.Created:
    """Redeem a code, and share the seat of the device that created it. A failed attempt also uses up the code."""
    pairing = await services.pairing_codes.seat(body.code)
    if pairing is None:
        raise HttpRefusal(404, "code.expired")
    table = await find_table(pairing.table, services)
    state = table.state
    try:
        if state.seat_of(pairing.holder) != pairing.seat:
            raise CommandRefusal("not-now", "device.left")
        removed = await services.hub.store.removed_earlier(state.header)
        await table.commit(lambda: add_device(state, pairing.seat, guest, time.time(), removed))
    except CommandRefusal as refusal:
        raise HttpRefusal(409, refusal) from None
    return bodies.Created(id=pairing.table)
