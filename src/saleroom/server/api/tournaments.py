"""Endpoints for tournaments, which the API calls events."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import APIRouter, Path

from saleroom.games import load
from saleroom.server.api.dependencies import Asker, Guest, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.contests.tournament_export import to_csv
from saleroom.server.contests.tournament_page import page
from saleroom.server.contests.tournaments import NoTournament
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.http.csv_file import CSV, CsvResponse
from saleroom.server.protocol import bodies
from saleroom.server.protocol.contest_bodies import PlayRequest
from saleroom.server.protocol.tournament_bodies import (
    EventName,
    EventNames,
    EventPage,
    PersonRequest,
    RoundRequest,
    SubstituteRequest,
    TournamentRequest,
    TournamentSettings,
)
from saleroom.server.storage.tournament_rows import OwnTournament

LISTED = 20
"""Maximum number of tournaments in a person's list."""

router = APIRouter(tags=["events"])
EventId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]

STATUS = {"not-yours": 403, "malformed": 422, "trouble": 503}
"""HTTP status for each reason of a refusal; all other reasons have 409."""


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except NoTournament:
        raise HttpRefusal(404, "no-event") from None
    except CommandRefusal as refusal:
        raise HttpRefusal(STATUS.get(refusal.reason, 409), refusal) from None


async def _tournament_page(services: AppServices, event: str, asker: str | None) -> EventPage:
    state, people = await services.tournaments.state(event), services.store.people
    return page(
        state,
        None if asker is None else await people.identity_of(asker),
        await people.pictures_of(person.identity for person in state.people),
    )


@router.post("/events", status_code=201)
async def make(body: TournamentRequest, services: Services, guest: Guest) -> bodies.Created:
    """Create a tournament."""
    with _refusals():
        return bodies.Created(id=await services.tournaments.make(body, guest))


@router.get("/me/events")
async def own_events(services: Services, guest: Guest) -> EventNames:
    """Return the newest tournaments that you organise or take part in."""
    identity = await services.store.people.identity_of(guest)
    own = await services.store.contests.tournaments.latest_of(identity, LISTED)
    return EventNames(events=[_name(each) for each in own])


def _name(own: OwnTournament) -> EventName:
    ended = "over" if own.round >= own.rounds else "between"
    return EventName(
        id=own.id,
        title=own.title,
        game_title=load(own.game).title,
        status="gathering" if own.round == 0 else "playing" if own.playing else ended,
        organiser=own.organised,
        begins_at=own.begins_at,
    )


@router.get("/events/{event}")
async def look(event: EventId, services: Services, asker: Asker) -> EventPage:
    """Return a tournament, with its people, the state of its tables and the standings."""
    with _refusals():
        return await _tournament_page(services, event, asker)


@router.post("/events/{event}/join")
async def join(event: EventId, body: PlayRequest, services: Services, guest: Guest) -> EventPage:
    """Take part in the tournament."""
    with _refusals():
        await services.tournaments.join(event, guest, body.name)
        return await _tournament_page(services, event, guest)


@router.post("/events/{event}/leave")
async def leave(event: EventId, services: Services, guest: Guest) -> EventPage:
    """Leave the tournament."""
    with _refusals():
        await services.tournaments.leave(event, guest)
        return await _tournament_page(services, event, guest)


@router.post("/events/{event}/settings")
async def settle(event: EventId, body: TournamentSettings, services: Services, guest: Guest) -> EventPage:
    """Change the planned time of the tournament or the address of its call; only the organiser may do this."""
    with _refusals():
        await services.tournaments.settle(event, guest, body)
        return await _tournament_page(services, event, guest)


@router.post("/events/{event}/remove")
async def remove(event: EventId, body: PersonRequest, services: Services, guest: Guest) -> EventPage:
    """Remove a person from the tournament; only the organiser may do this."""
    with _refusals():
        await services.tournaments.remove(event, guest, body.person)
        return await _tournament_page(services, event, guest)


@router.post("/events/{event}/substitute")
async def substitute(event: EventId, body: SubstituteRequest, services: Services, guest: Guest) -> EventPage:
    """Let a person take over a seat in the current round, if they have no seat in it and have seen none of its cards.

    The organiser may do this, and the person themselves if the one at the seat no longer takes part.
    """
    with _refusals():
        await services.tournaments.substitute(event, guest, body)
        return await _tournament_page(services, event, guest)


@router.post("/events/{event}/start")
async def start(event: EventId, body: RoundRequest, services: Services, guest: Guest) -> EventPage:
    """Start a round; only the organiser may do this."""
    with _refusals():
        await services.tournaments.start(event, guest, body.round)
        return await _tournament_page(services, event, guest)


@router.post("/events/{event}/end")
async def end(event: EventId, services: Services, guest: Guest) -> EventPage:
    """End the tournament before its last round; only the organiser may do this."""
    with _refusals():
        await services.tournaments.end(event, guest)
        return await _tournament_page(services, event, guest)


_TROUBLE = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trouble"}}}}
_ROWS = {"content": {CSV: {"schema": {"type": "string"}}}, "description": "Standings and deals"}


@router.get(
    "/events/{event}/results.csv",
    response_class=CsvResponse,
    responses={200: _ROWS, "4XX": _TROUBLE, "503": _TROUBLE},
)
async def export(event: EventId, services: Services) -> CsvResponse:
    """Return the standings and every deal from finished rounds, as CSV."""
    with _refusals():
        rows = to_csv(await services.tournaments.state(event))
    headers = {"content-disposition": f'attachment; filename="event-{event}.csv"', "cache-control": "no-store"}
    return CsvResponse(rows, headers=headers)
