"""Endpoint for new tables that continue from a step of a finished match."""

from __future__ import annotations

import secrets
import time

from fastapi import APIRouter

from saleroom.kernel import refusals
from saleroom.server.api.dependencies import Guest, Services
from saleroom.server.api.records import finished_match
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.tables import OpenedTable
from saleroom.server.core.create_table import table_from
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.project.match_story import prefix_of_step
from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import bodies
from saleroom.server.protocol import practice as wire

router = APIRouter(tags=["positions"])


@router.post("/tables/{table}/play", status_code=201)
async def play_from(table: OpenedTable, body: wire.PlayFromRequest, services: Services, guest: Guest) -> bodies.Created:
    """Create a table that continues from a step of a finished match; bots take the other seats."""
    match = finished_match(table)
    if not await services.access.may_watch(table.state.header, True, None):
        raise HttpRefusal(403, "contest.no-position")
    if body.seat >= match.seats:
        raise HttpRefusal(422, "record.seats", count=match.seats)
    hub = services.hub
    try:
        await hub.lobby.check_quota(guest)
        header, events = await hub.bot_pool.run(_new_table, table.state, body, guest)
    except CommandRefusal as refusal:
        raise HttpRefusal(429 if refusal.reason == "full" else 422, refusal) from None
    except ValueError as error:
        raise HttpRefusal(422, refusals.refusal_of(error)) from None
    await hub.create(header, events)
    return bodies.Created(id=header.id)


def _new_table(state: TableState, body: wire.PlayFromRequest, holder: str) -> tuple[TableHeader, list[TableEvent]]:
    assert state.match is not None
    start = prefix_of_step(state.match, body.deal, body.step)
    return table_from(
        state,
        start,
        body,
        table_id=secrets.token_urlsafe(12),
        holder=holder,
        server_seed=secrets.token_bytes(32),
        now=time.time(),
    )
