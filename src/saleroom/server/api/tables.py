"""Tables: making one, finding one."""

from __future__ import annotations

import secrets
import time
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Path

from saleroom.games import NAMES, load
from saleroom.server import rest
from saleroom.server.api.dependencies import Asker, Guest, Services
from saleroom.server.founding import first_rows, new_header
from saleroom.server.judging import Refusal
from saleroom.server.live import Live
from saleroom.server.rows import Header
from saleroom.server.store import Summary

LISTED = 24 * 3600.0  # for how many seconds after its last move the lobby shows a table to everybody

router = APIRouter(tags=["tables"])
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


async def find(table: TableId, services: Services) -> Live:
    """The table of an address; 404 where there is none."""
    live = await services.hub.live(table)
    if live is None:
        raise HTTPException(404, "there is no such table")
    return live


Found = Annotated[Live, Depends(find)]


@router.post("/tables", status_code=201)
async def make(asked: rest.TableAsked, services: Services, guest: Guest) -> rest.Made:
    """Make a table. Its maker owns it, whether he sits at it or not."""
    if asked.game not in NAMES:
        raise HTTPException(422, f"game: there is no such game; the games are {', '.join(NAMES)}")
    now = time.time()
    try:
        await services.hub.check_room(guest)
        header = new_header(asked, secrets.token_urlsafe(12), guest, secrets.token_bytes(32), now)
        services.hub.bot_pool.want(header.game)
        rows = await services.hub.bot_pool.run(first_rows, header, asked, now)
    except Refusal as refusal:
        raise HTTPException(429 if refusal.reason == "full" else 422, refusal.text) from None
    await services.hub.create(header, rows)
    return rest.Made(id=header.id)


@router.get("/tables")
async def lists(services: Services, asker: Asker) -> rest.Tables:
    """The asker's own tables, and those that anybody may join or watch."""
    yours = await services.hub.tables_of(asker) if asker is not None else []
    listed = await services.hub.listed(time.time() - LISTED)
    return rest.Tables(
        yours=[brief_of(header, summary, asker) for header, summary in yours],
        listed=[brief_of(header, summary, asker) for header, summary in listed],
    )


@router.get("/tables/{table}")
async def brief(table: TableId, services: Services, asker: Asker) -> rest.Brief:
    """One table in a few words."""
    found = await services.hub.brief(table)
    if found is None:
        raise HTTPException(404, "there is no such table")
    return brief_of(*found, asker)


def brief_of(header: Header, summary: Summary, asker: str | None) -> rest.Brief:
    """What the lobby tells somebody of a table."""
    return rest.Brief(
        id=header.id,
        game=header.game,
        title=load(header.game).title,
        status=summary.status,  # type: ignore[arg-type]
        names=summary.names,
        scores=summary.scores,
        winners=summary.winners,
        seat=summary.holders.get(asker) if asker is not None else None,
        made_at=header.made_at,
        last_at=summary.last_at,
    )
