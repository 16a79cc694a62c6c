"""Endpoints for finished matches: record, story, review, and the proof that the cards came from the seed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from saleroom.kernel.fields import SEATS
from saleroom.match.fair_deals import fair_faults
from saleroom.match.match import Match
from saleroom.match.record import to_line
from saleroom.server.api.dependencies import Asker, Services, anonymous_key
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.tables import OpenedTable, VisibleTable
from saleroom.server.core.project import match_story
from saleroom.server.core.project.table_info import fairness_proof, played_from
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import match_bodies
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.workers.reviews import ReviewsBusy

JSON_LINES = "application/x-ndjson"

router = APIRouter(tags=["records"])


class JsonLinesResponse(Response):
    """Response with JSON Lines."""

    media_type = JSON_LINES


_TROUBLE = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trouble"}}}}
_LINES = {"content": {JSON_LINES: {"schema": {"type": "string"}}}, "description": "One record"}


@router.get(
    "/tables/{table}/record",
    response_class=JsonLinesResponse,
    responses={200: _LINES, "4XX": _TROUBLE, "503": _TROUBLE},
)
async def record(table: VisibleTable, services: Services, asker: Asker) -> JsonLinesResponse:
    """Return the match record (format `saleroom/1`).

    Until the match is over, the record contains only what the caller may see. The record of a daily deal opens to
    accounts that have finished the deal, and to all people when its day is over.
    """
    opened = await services.access.may_open(table.state.header.contest, asker)
    match_record = table.state.record(table.state.seat_of(asker), opened=opened)
    if match_record is None:
        raise HttpRefusal(409, "record.not-begun")
    name = f"{table.state.header.game}-{table.id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return JsonLinesResponse(to_line(match_record), headers=headers)


@router.get("/tables/{table}/story")
async def story(table: OpenedTable, services: Services) -> match_bodies.MatchStory:
    """Return a finished match, with players, rules, score sheet and proof of a fair deal."""
    finished_match(table)
    result = await services.results.get(_key(table, "story"), _match_story, table.state)
    people = table.state.first_people
    pictures = await services.store.people.pictures_of(filter(None, people))
    return result.model_copy(update={"pictures": [None if one is None else pictures[one] for one in people]})


def _match_story(state: TableState) -> match_bodies.MatchStory:
    header, progress = state.header, state.progress
    assert progress is not None and progress.over_at is not None
    return match_story.match_story(
        progress.match,
        table_id=header.id,
        names=progress.match.players,
        players=state.first_bots,
        fair=fairness_proof(state, opened=True),
        made_at=header.made_at,
        over_at=progress.over_at,
        contest=header.contest,
        position=played_from(header),
    )


@router.get("/tables/{table}/story/{deal}")
async def deal_story(
    table: OpenedTable, deal: Annotated[int, Path(ge=1, le=10_000)], services: Services
) -> match_bodies.DealStory:
    """Return one deal of a finished match, step by step and with all hands visible; deals are counted from 1."""
    match = finished_match(table)
    if deal > len(match.deals):
        raise HttpRefusal(404, "record.no-deal", deal=deal)
    return await services.results.get(_key(table, deal), match_story.deal_story, match, deal)


@router.get("/tables/{table}/review/{seat}")
async def review(
    table: OpenedTable, seat: Annotated[int, Path(ge=0, lt=SEATS)], services: Services, asker: Asker, request: Request
) -> match_bodies.Review:
    """Return a search's judgement of a seat's decisions in a finished match.

    While the review is not ready, the response contains its progress; repeat the request later. Mistakes at your own
    seat become practice positions.
    """
    match = finished_match(table)
    if seat >= match.seats:
        raise HttpRefusal(404, "record.seats", count=match.seats)
    try:
        address = anonymous_key(request)
        result = await services.reviews.get(asker or address, table.id, match, seat, address)
    except ReviewsBusy:
        raise HttpRefusal(429, "review.busy") from None
    if result.ready and asker is not None and table.state.seat_of(asker) == seat:
        person = await services.store.people.identity_of(asker)
        await services.practice.add_review(person, table.id, match.game.name, result)
    return result


@router.get("/tables/{table}/fair")
async def fair(table: OpenedTable, services: Services) -> match_bodies.FairVerdict:
    """Return the result of the server's own check that the cards follow from the seed, with all faults found."""
    finished_match(table)
    return await services.results.get(_key(table, "fair"), _verify_deals, table.state.record(None, opened=True))


def _verify_deals(whole: dict) -> match_bodies.FairVerdict:
    return match_bodies.FairVerdict(faults=fair_faults(whole))


def _key(table: LiveTable, part: str | int) -> tuple[str, int, str | int]:
    """Return the cache key of a part of a match; an erasure changes the table's edition, and with it the key."""
    return table.id, table.edition, part


def finished_match(table: LiveTable) -> Match:
    """Return the match of a table; refuse with 409 if the match is not over."""
    if table.state.match is None or not table.state.over:
        raise HttpRefusal(409, "record.not-over")
    return table.state.match
