"""What is left of a match: its record, its story, the proof that its cards came from the seed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request, Response

from saleroom.kernel.fields import SEATS
from saleroom.match.fair import fair_faults
from saleroom.match.record import to_line
from saleroom.server import rest, stories
from saleroom.server.api.dependencies import Asker, Services, anonymous_key
from saleroom.server.api.tables import Found
from saleroom.server.live import Live
from saleroom.server.messages import proof
from saleroom.server.table import Table
from saleroom.server.workers.reviews import Busy

JSON_LINES = "application/x-ndjson"

router = APIRouter(tags=["records"])


class Lines(Response):
    """JSON Lines."""

    media_type = JSON_LINES


_TROUBLE = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trouble"}}}}
_LINES = {"content": {JSON_LINES: {"schema": {"type": "string"}}}, "description": "One record"}


@router.get("/tables/{table}/record", response_class=Lines, responses={200: _LINES, "4XX": _TROUBLE, "503": _TROUBLE})
async def record(live: Found, asker: Asker) -> Lines:
    """The record `saleroom/1` as the asker may see it: whole once the match is over."""
    found = live.table.record(live.table.seat_of(asker))
    if found is None:
        raise HTTPException(409, "the match has not begun")
    name = f"{live.header.game}-{live.header.id}.jsonl"
    return Lines(
        to_line(found), headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    )


@router.get("/tables/{table}/story")
async def story(live: Found, services: Services) -> rest.MatchStory:
    """A finished match: who, by which rules, the score sheet, the proof."""
    rows = await services.store.rows_after(_over(live), 0)
    over_at = max(row.at for row in rows if row.kind == "move")
    return await services.results.get((live.header.id, "story"), _told, live.table, over_at)


def _told(table: Table, over_at: float) -> rest.MatchStory:
    header, match = table.header, table.match
    assert match is not None
    began = table.seating.began
    return stories.match_story(match, header.id, match.players, began, proof(table), header.made_at, over_at)


@router.get("/tables/{table}/story/{deal}")
async def deal_story(live: Found, deal: Annotated[int, Path(ge=1, le=10_000)], services: Services) -> rest.DealStory:
    """A deal of a finished match, counted from 1, step by step with all hands open."""
    table = _over(live)
    assert live.table.match is not None
    if deal > len(live.table.match.deals):
        raise HTTPException(404, f"the match has {len(live.table.match.deals)} deals")
    return await services.results.get((table, deal), stories.deal_story, live.table.match, deal)


@router.get("/tables/{table}/review/{seat}")
async def review(
    live: Found, seat: Annotated[int, Path(ge=0, lt=SEATS)], services: Services, asker: Asker, request: Request
) -> rest.Review:
    """How a search judges the decisions of a seat of a finished match, or how far it is: then ask again."""
    table = _over(live)
    match = live.table.match
    assert match is not None
    if seat >= match.seats:
        raise HTTPException(404, f"the match has {match.seats} seats")
    try:
        return await services.reviews.ask(asker or anonymous_key(request), table, match, seat)
    except Busy:
        raise HTTPException(429, "another review is still being made for you; wait until it is there") from None


@router.get("/tables/{table}/fair")
async def fair(live: Found, services: Services) -> rest.FairVerdict:
    """Whether the server's own referee finds that the cards came from the seed."""
    return await services.results.get((_over(live), "fair"), _judge, live.table.record(None))


def _judge(whole: dict) -> rest.FairVerdict:
    return rest.FairVerdict(faults=fair_faults(whole))


def _over(live: Live) -> str:
    """The id of a table whose match is over."""
    if not live.table.over:
        raise HTTPException(409, "the match is not over")
    return live.header.id
