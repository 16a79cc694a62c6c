"""Endpoints for the caller's own list of tables: which tables wait for a move, and removal of tables from the list."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Response

from saleroom.server.api.dependencies import Guest, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.core.project.listing import may_be_removed
from saleroom.server.protocol import bodies
from saleroom.server.storage.store import Listing

router = APIRouter(tags=["me"])
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


async def of(services: AppServices, guest: str, devices: Sequence[str]) -> list[Listing]:
    """Return the tables on a person's own list.

    A match whose stored summary is of an earlier version is loaded once, so that its turns are known.
    """
    identity, lobby = await services.store.people.identity_of(guest), services.hub.lobby
    listed = await lobby.own_list(identity, devices)
    outdated = [header.id for header, summary in listed if summary.status == "playing" and summary.turns is None]
    for table_id in outdated:
        await services.hub.find(table_id)
    return await lobby.own_list(identity, devices) if outdated else listed


@router.get("/me/turns")
async def turns(services: Services, guest: Guest) -> bodies.AwaitingTables:
    """List your tables that wait for your move, those whose time runs out first in front."""
    return bodies.AwaitingTables(tables=await services.hub.lobby.awaiting(guest))


@router.delete("/me/tables", status_code=204)
async def remove_finished(services: Services, guest: Guest) -> Response:
    """Remove all finished casual tables from your list; their matches stay at their links and on your page."""
    account = await services.store.people.account_of(guest)
    await services.store.own_tables.hide_finished(account.identity, account.devices, time.time())
    return Response(status_code=204)


@router.delete("/me/tables/{table}", status_code=204)
async def remove(table: TableId, services: Services, guest: Guest) -> Response:
    """Remove a table from your list. A match in progress returns to the list with its next move."""
    listing = await services.hub.lobby.summary(table)
    if listing is None:
        raise HttpRefusal(404, "no-table")
    if not may_be_removed(*listing):
        raise HttpRefusal(409, "me.not-removable")
    account, removed_at = await services.store.people.account_of(guest), max(time.time(), listing[1].last_at)
    if not await services.store.own_tables.hide(account.identity, account.devices, table, removed_at):
        raise HttpRefusal(404, "no-table")
    return Response(status_code=204)


@router.post("/me/tables/{table}", status_code=204)
async def put_back(table: TableId, services: Services, guest: Guest) -> Response:
    """Put a table that you have removed back on your list."""
    await services.store.own_tables.show(await services.store.people.identity_of(guest), table)
    return Response(status_code=204)
