"""Endpoints for calendar files. A file contains a title, a time and a link, and no name of a person.

Calendars and phones open such a file by its address, without a token.
"""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from saleroom.games import load
from saleroom.server.api.dependencies import Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.api.tables import TableId
from saleroom.server.api.tournaments import EventId
from saleroom.server.contests.access import CLOSED
from saleroom.server.http.calendar_file import CalendarEvent, calendar_file
from saleroom.server.http.security import host_name, is_loopback
from saleroom.server.ops.quiet_hours import find_zone
from saleroom.server.protocol.bodies import CalendarQuery

router = APIRouter(tags=["calendars"])

CALENDAR = "text/calendar"


class CalendarResponse(Response):
    """Response with a calendar file, which phones offer to add to the calendar."""

    media_type = CALENDAR


_TROUBLE = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trouble"}}}}
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"content": {CALENDAR: {"schema": {"type": "string"}}}, "description": "One event"},
    "4XX": _TROUBLE,
    "503": _TROUBLE,
}


@router.get("/tables/{table}/calendar.ics", response_class=CalendarResponse, responses=_RESPONSES)
async def of_table(
    table: TableId, query: Annotated[CalendarQuery, Query()], services: Services, request: Request
) -> CalendarResponse:
    """Return a calendar file for a meeting at a table, once or each week. The link in a weekly file leads to the last
    rematch.
    """
    stored = await services.hub.lobby.summary(table)
    if stored is None:
        raise HttpRefusal(404, "no-table")
    header = stored[0]
    if header.contest is not None:
        raise HttpRefusal(403, CLOSED)
    zone = None if query.weekly_in is None else find_zone(query.weekly_in)
    if query.weekly_in is not None and zone is None:
        raise HttpRefusal(422, "calendar.no-zone")
    path, title = f"table/{table}{'?latest' if zone else ''}", load(header.game).title
    uid, link = f"table-{table}@saleroom", _link(services, request, path)
    return _response(CalendarEvent(uid, f"Saleroom: {title}", link, query.begins_at, zone), table)


@router.get("/events/{event}/calendar.ics", response_class=CalendarResponse, responses=_RESPONSES)
async def of_tournament(event: EventId, services: Services, request: Request) -> CalendarResponse:
    """Return a calendar file for the planned time of a tournament."""
    tournament = await services.store.contests.tournaments.find(event)
    if tournament is None:
        raise HttpRefusal(404, "no-event")
    if tournament.begins_at is None:
        raise HttpRefusal(409, "calendar.no-time")
    uid, link = f"event-{event}@saleroom", _link(services, request, f"event/{event}")
    return _response(CalendarEvent(uid, tournament.title, link, tournament.begins_at), event)


def _link(services: AppServices, request: Request, path: str) -> str:
    """Return the address of a page for other people: below the public URL, else below the address that the caller used,
    unless only the caller's own machine can reach that address.
    """
    network, host = services.network, request.headers["host"]
    base = network.public or f"{request.url.scheme}://{host}"
    if network.public is None and is_loopback(host_name(host) or "") and network.urls:
        base = network.urls[0]
    return f"{base.rstrip('/')}/{path}"


def _response(event: CalendarEvent, name: str) -> CalendarResponse:
    headers = {"content-disposition": f'inline; filename="saleroom-{name}.ics"', "cache-control": "no-store"}
    return CalendarResponse(calendar_file(event, time.time()), headers=headers)
