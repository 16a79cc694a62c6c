"""Endpoints for series of evenings."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from saleroom.games import load
from saleroom.server.api.dependencies import Asker, Guest, Services, anonymous_key
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.api.tournaments import CSV, STATUS, CsvResponse, EventId
from saleroom.server.contests.series_page import series_page, to_csv
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.http.rate_limits import network_key
from saleroom.server.protocol import bodies, series_bodies
from saleroom.server.storage.series_rows import Series, SeriesRefused

router = APIRouter(tags=["series"])
SeriesId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Evening = Annotated[int, Path(ge=1)]

FORBIDDEN = (
    "series.members-only",
    "series.organisers-only",
    "series.owner-only",
    "series.no-invitation",
    "series.removed",
)
"""Refusals with status 403, because of the caller's role."""
MISSING = ("no-series", "series.no-member", "series.no-evening")
"""Refusals with status 404; all others have 409."""


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except SeriesRefused as refusal:
        status = 403 if refusal.key in FORBIDDEN else 404 if refusal.key in MISSING else 409
        raise HttpRefusal(status, refusal) from None
    except CommandRefusal as refusal:
        raise HttpRefusal(STATUS.get(refusal.reason, 409), refusal) from None


async def _page(services: AppServices, series: str, asker: str | None) -> series_bodies.SeriesPage:
    state = await services.series.state(series, asker)
    pictures = await services.store.people.pictures_of(one.identity for one in state.rows.members)
    return await asyncio.to_thread(series_page, state, pictures)


@router.post("/series", status_code=201)
async def make(body: series_bodies.SeriesRequest, services: Services, guest: Guest) -> bodies.Created:
    """Create a series."""
    with _refusals():
        return bodies.Created(id=await services.series.make(body, guest))


@router.get("/me/series")
async def own_series(services: Services, guest: Guest) -> series_bodies.SeriesNames:
    """Return the series to which you belong."""
    return series_bodies.SeriesNames(series=[_name(*each) for each in await services.series.of(guest)])


@router.get("/series/{series}")
async def look(series: SeriesId, services: Services, asker: Asker) -> series_bodies.SeriesPage:
    """Return a series with its members, evenings and standings; only members may see it."""
    with _refusals():
        return await _page(services, series, asker)


@router.get("/events/{event}/series")
async def of_event(event: EventId, services: Services, asker: Asker) -> series_bodies.SeriesNames:
    """Return the series to which a tournament belongs, if the caller is a member; otherwise return an empty list."""
    membership = None if asker is None else await services.series.of_event(event, asker)
    return series_bodies.SeriesNames(series=[_name(*membership)] if membership else [])


def _name(series: Series, role: series_bodies.Role) -> series_bodies.SeriesName:
    return series_bodies.SeriesName(id=series.id, title=series.title, game_title=load(series.game).title, role=role)


# Members


@router.post("/series/{series}/invitation")
async def invitation(
    series: SeriesId, body: series_bodies.InvitationRequest, services: Services, asker: Asker
) -> series_bodies.SeriesInvitation:
    """Return to what an invitation link invites. It names the owner and no other member."""
    with _refusals():
        return await services.series.invitation(series, body.code, asker)


@router.post("/series/{series}/join")
async def join(
    series: SeriesId, body: series_bodies.SeriesJoinRequest, services: Services, guest: Guest, request: Request
) -> series_bodies.SeriesPage:
    """Become a member, with the code of the invitation link."""
    with _refusals():
        invited = await services.series.invitation(series, body.code, guest)
        if not invited.member and not _takes_place(services, request):
            raise HttpRefusal(429, "series.too-fast")
        await services.series.join(series, guest, body)
        return await _page(services, series, guest)


def _takes_place(services: AppServices, request: Request) -> bool:
    """Count a new member for the caller's address and network; return whether both are within their limits. Wrong codes
    do not count, because a code has 128 random bits.
    """
    network = network_key(request.client.host) if request.client else None
    return all(services.join_limits.take(key) for key in (anonymous_key(request), network) if key is not None)


@router.post("/series/{series}/leave", status_code=204)
async def leave(series: SeriesId, services: Services, guest: Guest) -> Response:
    """Leave the series. Your results stay in the standings."""
    with _refusals():
        await services.series.leave(series, guest)
    return Response(status_code=204)


@router.post("/series/{series}/remove")
async def remove(
    series: SeriesId, body: series_bodies.MemberRequest, services: Services, guest: Guest
) -> series_bodies.SeriesPage:
    """Remove a member. Organisers remove plain members, and the owner also organisers."""
    with _refusals():
        await services.series.remove(series, guest, body.member)
        return await _page(services, series, guest)


@router.post("/series/{series}/role")
async def set_role(
    series: SeriesId, body: series_bodies.RoleRequest, services: Services, guest: Guest
) -> series_bodies.SeriesPage:
    """Change a member's role, or hand the series over to a member; only the owner may do this."""
    with _refusals():
        await services.series.set_role(series, guest, body)
        return await _page(services, series, guest)


# Settings


@router.post("/series/{series}/settings")
async def settle(
    series: SeriesId, body: series_bodies.SeriesSettings, services: Services, guest: Guest
) -> series_bodies.SeriesPage:
    """Change the title, or how many evenings count; only organisers may do this."""
    with _refusals():
        await services.series.settle(series, guest, body)
        return await _page(services, series, guest)


@router.post("/series/{series}/invite")
async def invite(
    series: SeriesId, body: series_bodies.InvitationSettings, services: Services, guest: Guest
) -> series_bodies.SeriesPage:
    """Replace the invitation link, or close it; only organisers may do this."""
    with _refusals():
        await services.series.invite(series, guest, body.open)
        return await _page(services, series, guest)


# Evenings


@router.post("/series/{series}/evenings", status_code=201)
async def plan(
    series: SeriesId, body: series_bodies.EveningRequest, services: Services, guest: Guest
) -> bodies.Created:
    """Create the next evening, and return the id of its tournament; only organisers may do this."""
    with _refusals():
        return bodies.Created(id=await services.series.plan(series, guest, body))


@router.post("/series/{series}/evenings/{evening}/take")
async def take_evening(
    series: SeriesId, evening: Evening, services: Services, guest: Guest
) -> series_bodies.SeriesPage:
    """Become the organiser of an evening; only organisers of the series may do this."""
    with _refusals():
        await services.series.take_evening(series, guest, evening)
        return await _page(services, series, guest)


@router.delete("/series/{series}/evenings/{evening}")
async def remove_evening(
    series: SeriesId, evening: Evening, services: Services, guest: Guest
) -> series_bodies.SeriesPage:
    """Remove an evening that has not begun from the series; only organisers may do this."""
    with _refusals():
        await services.series.remove_evening(series, guest, evening)
        return await _page(services, series, guest)


_TROUBLE = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Trouble"}}}}
_ROWS = {"content": {CSV: {"schema": {"type": "string"}}}, "description": "Standings"}


@router.get(
    "/series/{series}/standings.csv",
    response_class=CsvResponse,
    responses={200: _ROWS, "4XX": _TROUBLE, "503": _TROUBLE},
)
async def export(series: SeriesId, services: Services, guest: Guest) -> CsvResponse:
    """Return the standings as CSV, with the percentage of each finished evening; only members may see them."""
    with _refusals():
        rows = await asyncio.to_thread(to_csv, await services.series.state(series, guest))
    headers = {"content-disposition": f'attachment; filename="series-{series}.csv"', "cache-control": "no-store"}
    return CsvResponse(rows, headers=headers)
