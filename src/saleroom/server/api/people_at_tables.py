"""Endpoints for the other people at a person's table, and for the people whom a person avoids."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Response

from saleroom.server.api.dependencies import Guest, Person, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.api.tables import VisibleTable
from saleroom.server.contests.access import CLOSED
from saleroom.server.core.state.table import TableState, is_bot_account
from saleroom.server.protocol import people_bodies
from saleroom.server.storage.avoidance import MOST_AVOIDED, Avoided, Visit
from saleroom.server.storage.people import Account

FEWEST = 10
"""Minimum number of matches with other people from which owners see how many of them a person finishes."""
STEP = 5
"""Percentages are rounded down to multiples of this number, so that they identify no one and count no matches."""

router = APIRouter(tags=["tables"])
EntryId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,24}$")]


@router.get("/tables/{table}/people")
async def people_at(table: VisibleTable, services: Services, guest: Guest) -> people_bodies.PeopleAtTable:
    """List the other people who have a seat at your table, or have given one up. The owner also sees how often those
    with a seat finish what they begin.
    """
    account = await services.store.people.account_of(guest)
    visits = await _visits_of_others(services, table.state, account)
    avoided = await services.store.avoidance.all_of(account.identity)
    decides = table.state.is_owner(guest) and not table.state.over
    people = [
        await _person(services, table.state, identity, visit, decides=decides, entry=avoided.get(identity))
        for identity, visit in visits.items()
    ]
    seats = len(table.state.seats)
    return people_bodies.PeopleAtTable(people=sorted(people, key=lambda one: seats if one.seat is None else one.seat))


@router.post("/tables/{table}/avoid", status_code=204)
async def avoid(body: people_bodies.AvoidRequest, table: VisibleTable, services: Services, guest: Guest) -> Response:
    """Put a person from your table on your avoid list: *Play with others* then seats you at other tables. No one else
    sees the list.
    """
    account = await services.store.people.account_of(guest)
    visits = await _visits_of_others(services, table.state, account)
    for identity, visit in visits.items():
        if visit.number == body.visit:
            if await services.store.avoidance.add(account.identity, identity, visit.name, time.time()):
                return Response(status_code=204)
            raise HttpRefusal(409, "avoid.full", count=MOST_AVOIDED)
    raise HttpRefusal(404, "avoid.no-person")


@router.get("/me/avoided", tags=["me"])
async def avoided_people(services: Services, person: Person) -> people_bodies.AvoidedPeople:
    """Return your avoid list, the latest entry first."""
    entries = (await services.store.avoidance.all_of(person)).values()
    people = [people_bodies.AvoidedPerson(id=one.id, name=one.name, avoided_at=one.avoided_at) for one in entries]
    return people_bodies.AvoidedPeople(people=people)


@router.delete("/me/avoided/{entry}", status_code=204, tags=["me"])
async def stop_avoiding(entry: EntryId, services: Services, person: Person) -> Response:
    """Remove a person from your avoid list."""
    await services.store.avoidance.remove(person, entry)
    return Response(status_code=204)


async def _visits_of_others(services: AppServices, state: TableState, account: Account) -> dict[str, Visit]:
    """Return the last visit of each other person at a table, by identity; refuse with 403 unless the caller owns the
    table or has had a seat there.

    People who pass one device round have no identities, and are left out.
    """
    visits = await services.store.avoidance.visits(state.header.id)
    if not _is_at(state, visits, account.devices):
        raise HttpRefusal(403, CLOSED)
    if state.hot_seat:
        return {}
    people = [visit for visit in visits if not is_bot_account(visit.holder)]
    identities = await services.store.people.identities_of(visit.holder for visit in people)
    last = {identities[visit.holder]: visit for visit in people}
    last.pop(account.identity, None)
    return last


def _is_at(state: TableState, visits: Sequence[Visit], devices: Sequence[str]) -> bool:
    """Return whether a person owns a table, or has or had a seat there."""
    sat = any(visit.holder in devices for visit in visits)
    return sat or any(state.is_owner(device) or state.seat_of(device) is not None for device in devices)


async def _person(
    services: AppServices, state: TableState, identity: str, visit: Visit, *, decides: bool, entry: Avoided | None
) -> people_bodies.PersonAtTable:
    """Return a person as the caller sees them. The caller's entry about a person who had another name then stays
    hidden, because it would show that both are the same person.
    """
    seat = state.seat_of(visit.holder)
    return people_bodies.PersonAtTable(
        visit=visit.number,
        name=visit.name,
        seat=seat,
        finishes=await _finishes(services, identity, visit.holder) if decides and seat is not None else None,
        avoided=entry is not None and entry.name == visit.name,
    )


async def _finishes(services: AppServices, identity: str, holder: str) -> people_bodies.Finishes:
    """Return how often a person finishes what they begin, as the owner of a table sees it."""
    if not (await services.store.people.account_of(holder)).passkeys:
        return "guest"
    latest = await services.store.results.finishing(identity)
    if latest.matches < FEWEST:
        return "few"
    return 100 * latest.finished // latest.matches // STEP * STEP
