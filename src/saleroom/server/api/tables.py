"""Endpoints for creating, finding and listing tables."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Path

from saleroom.server.api import own_tables
from saleroom.server.api.dependencies import Asker, Guest, Services
from saleroom.server.api.match_length import median_minutes
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.contests.access import CLOSED, why_closed
from saleroom.server.core.create_table import first_events, new_header
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.hot_seat import hot_seat_table
from saleroom.server.core.project import listing
from saleroom.server.core.project.evening import evening
from saleroom.server.core.state.table import holder_of
from saleroom.server.protocol import bodies
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.store import Listing

LISTED_FOR = 24 * 3600.0
"""Seconds for which the lobby lists a table after its last event."""

router = APIRouter(tags=["tables"])
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


async def find_table(table: TableId, services: Services) -> LiveTable:
    """Return the table with this id; refuse with 404 if there is no such table."""
    live = await services.hub.find(table)
    if live is None:
        raise HttpRefusal(404, "no-table")
    return live


async def _visible_table(table: TableId, services: Services, asker: Asker) -> LiveTable:
    """Return the table with this id; refuse with 404 if there is no such table, and with 403 if the caller may not see
    it now.
    """
    live = await find_table(table, services)
    if not await services.access.may_look(live.state, asker):
        raise HttpRefusal(403, why_closed(live.state.header.contest))
    return live


VisibleTable = Annotated[LiveTable, Depends(_visible_table)]


async def _opened_table(live: VisibleTable, services: Services, asker: Asker) -> LiveTable:
    """Return a table that the caller may see; refuse with 403 if its hands are not open to the caller yet."""
    if not await services.access.may_open(live.state.header.contest, asker):
        raise HttpRefusal(403, why_closed(live.state.header.contest))
    return live


OpenedTable = Annotated[LiveTable, Depends(_opened_table)]
"""Table whose hands, seed and analyses are open to the caller as soon as its match is over."""


@router.post("/tables", status_code=201)
async def make(body: bodies.TableRequest, services: Services, guest: Guest) -> bodies.Created:
    """Create a table. The creator owns the table, even if they take no seat."""
    hub, now = services.hub, time.time()
    try:
        await hub.lobby.check_quota(guest)
        header = new_header(body, secrets.token_urlsafe(12), guest, secrets.token_bytes(32), now)
        hub.bot_pool.want(header.game)
        events = await hub.bot_pool.run(first_events, header, body, now)
    except CommandRefusal as refusal:
        raise HttpRefusal(429 if refusal.reason == "full" else 422, refusal) from None
    await hub.create(header, events)
    return bodies.Created(id=header.id)


@router.post("/hot-seats", status_code=201)
async def make_hot_seat(body: bodies.HotSeatRequest, services: Services, guest: Guest) -> bodies.HotSeat:
    """Create a table whose people pass one device round, and start its match."""
    hub, tokens = services.hub, [secrets.token_urlsafe(32) for _ in body.chairs]
    make_table = partial(
        hot_seat_table,
        body,
        table_id=secrets.token_urlsafe(12),
        owner=guest,
        holders=[holder_of(token) for token in tokens],
        server_seed=secrets.token_bytes(32),
        now=time.time(),
    )
    try:
        await hub.lobby.check_quota(guest)
        hub.bot_pool.want(body.game)
        header, events = await hub.bot_pool.run(make_table)
    except CommandRefusal as refusal:
        raise HttpRefusal(429 if refusal.reason == "full" else 422, refusal) from None
    await hub.create(header, events)
    people = [chair.name is not None for chair in body.chairs]
    return bodies.HotSeat(
        id=header.id, tokens=[token if who else None for token, who in zip(tokens, people, strict=True)]
    )


@router.get("/tables")
async def lists(services: Services, asker: Asker) -> bodies.Tables:
    """List the caller's own tables, and the public tables to join or watch."""
    devices, now = await _devices(services, asker), time.time()
    own = [] if asker is None else await own_tables.of(services, asker, devices)
    listed = await services.hub.lobby.listed(now - LISTED_FOR)
    lines = await _lines(services, [*own, *listed], devices, now)
    return bodies.Tables(yours=lines[: len(own)], listed=lines[len(own) :])


@router.get("/tables/{table}/evening")
async def evening_score(table: TableId, services: Services, guest: Guest) -> bodies.Evening:
    """Return the running score over the evening to which a table belongs; only people with a seat there and the person
    who created the table may see it.
    """
    found, devices = await services.hub.lobby.summary(table), await _devices(services, guest)
    if found is None:
        raise HttpRefusal(404, "no-table")
    header, current = found
    if not any(device in current.holders or device == header.owner for device in devices):
        raise HttpRefusal(403, CLOSED)
    matches = await services.hub.lobby.evening(header)
    known = await services.store.people.identities_of(
        {device for each in [current, *matches] for device in each.holders}
    )
    return evening(current, matches, known)


@router.get("/tables/{table}")
async def brief(table: TableId, services: Services, asker: Asker) -> bodies.ListedTable:
    """Return the summary of one table."""
    stored = await services.hub.lobby.summary(table)
    if stored is None:
        raise HttpRefusal(404, "no-table")
    (header, summary), devices = stored, await _devices(services, asker)
    seated = any(device in summary.holders for device in devices)
    if not seated and not await services.access.may_watch(header, summary.status == "over", asker):
        raise HttpRefusal(403, CLOSED)
    return (await _lines(services, [stored], devices, time.time()))[0]


async def _lines(
    services: Services, listed: Sequence[Listing], devices: Sequence[str], now: float
) -> list[bodies.ListedTable]:
    portraits = await services.hub.portraits_of({device for _, summary in listed for device in summary.holders})
    return [
        listing.listed_table(*one, devices, now, minutes=median_minutes(one[0]), portraits=portraits) for one in listed
    ]


async def _devices(services: Services, asker: str | None) -> list[str]:
    """Return all devices of the caller."""
    return [] if asker is None else await services.store.people.holders_of(asker)
