"""Taking over one's seat on another device."""

from __future__ import annotations

import time

from fastapi import APIRouter, HTTPException

from saleroom.server import rest
from saleroom.server.api.dependencies import Guest, Services
from saleroom.server.api.pairing_codes import CODE_LIFETIME
from saleroom.server.api.tables import Found, find
from saleroom.server.judging import Refusal

router = APIRouter(tags=["pairing"])


@router.post("/tables/{table}/pairing", status_code=201)
async def issue(live: Found, services: Services, guest: Guest) -> rest.Pairing:
    """A code by which another device of the asker's comes to his seat, once."""
    seat = live.table.seat_of(guest)
    if seat is None:
        raise HTTPException(403, "you have no seat at this table")
    return rest.Pairing(code=services.pairings.issue(live.header.id, seat, guest), seconds=CODE_LIFETIME)


@router.post("/pairings")
async def redeem(asked: rest.Paired, services: Services, guest: Guest) -> rest.Made:
    """Give a code; the asker then shares the seat. A code holds once, whether it leads anywhere or not."""
    known = services.pairings.redeem(asked.code)
    if known is None:
        raise HTTPException(404, "that code holds no more; ask for a new one")
    live = await find(known.table, services)
    try:
        if live.table.seat_of(known.holder) != known.seat:
            raise Refusal("not-now", "whoever asked for the code has left that seat")
        await live.do(lambda: live.table.device_row(known.seat, guest, time.time()))
    except Refusal as refusal:
        raise HTTPException(409, refusal.text) from None
    return rest.Made(id=known.table)
