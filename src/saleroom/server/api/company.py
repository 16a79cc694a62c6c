"""Endpoint that seats a person with other people: at a public table that suits them, or else at a new one, where bots
play until people come.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator

import orjson
from fastapi import APIRouter

from saleroom.games import load
from saleroom.match.house_rules import house_rules
from saleroom.server.api import tables
from saleroom.server.api.dependencies import Guest, Services
from saleroom.server.api.services import AppServices
from saleroom.server.core.project.listing import free_seats, seat_of
from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.state.events import TableHeader
from saleroom.server.core.state.table import is_person
from saleroom.server.protocol import bodies, commands
from saleroom.server.protocol.common import DAY
from saleroom.server.realtime.commands import carry_out
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.store import Listing

RECENT = 600.0
"""Seconds after a table's last event in which its people are assumed to be there, if another process has the table."""

router = APIRouter(tags=["tables"])


@router.post("/company")
async def find_company(body: bodies.CompanyRequest, services: Services, guest: Guest) -> bodies.Created:
    """Take a seat at the public table that suits you best. If there is none, create one: bots play at it until people
    take over their seats.
    """
    async for table, seat in _places(services, body, guest):
        if await _sit(services, table, seat, body.name, guest):
            return bodies.Created(id=table.id)
    return await tables.make(_new_table(body), services, guest)


def _new_table(body: bodies.CompanyRequest) -> bodies.TableRequest:
    game = load(body.game)
    chairs = [bodies.ChairRequest(kind="open") for _ in range(game.usual_seats)]
    chairs[0] = bodies.ChairRequest(kind="me")
    return bodies.TableRequest(
        game=body.game,
        name=body.name,
        options=dict(house_rules(game).quick_options),
        chairs=chairs,
        clock=body.clock,
        listed=True,
        start=True,
        fill=body.fill,
        language=body.language,
    )


async def _places(
    services: AppServices, body: bodies.CompanyRequest, guest: str
) -> AsyncIterator[tuple[LiveTable, int]]:
    """Yield the free seats at tables that suit a person; those with the most people first."""
    hub, now = services.hub, time.time()
    devices = await services.store.people.holders_of(guest)
    listed = await hub.lobby.listed(now - tables.LISTED_FOR)
    suitable = [one for one in listed if suits(*one, body) and seat_of(one[1], devices) is None]
    for header, summary in sorted(suitable, key=_people, reverse=True):
        table = await hub.find(header.id)
        if table is not None and _has_people(table, summary, now):
            for seat in free_seats(summary):
                yield table, seat


def _people(one: Listing) -> int:
    return len(set(one[1].holders.values()))


def suits(header: TableHeader, summary: TableSummary, body: bodies.CompanyRequest) -> bool:
    """Return whether a public table suits a request: the game with usual rules, its speed and its language, and not a
    match that counts for ratings.
    """
    if header.game != body.game or header.rated or header.position is not None or not free_seats(summary):
        return False
    if ((summary.clock_now or 0) >= DAY) != ((body.clock or 0) >= DAY):
        return False
    return summary.preview_language in (None, body.language) and has_usual_rules(header)


def has_usual_rules(header: TableHeader) -> bool:
    """Return whether a table has the game's default rules, or those of the match that starts at once."""
    game = load(header.game)
    usual = [game.settle_options(options, header.seats) for options in ({}, house_rules(game).quick_options)]
    return game.settle_options(header.options, header.seats, header.rules_version) in usual


def _has_people(table: LiveTable, summary: TableSummary, now: float) -> bool:
    """Return whether someone with a seat is connected, as far as this process can know."""
    seats = zip(table.presence.present(), table.state.seats, strict=True)
    if any(present and is_person(seat) for present, seat in seats):
        return True
    return table.owner is not None and now - summary.last_at < RECENT


async def _sit(services: AppServices, table: LiveTable, seat: int, name: str, guest: str) -> bool:
    """Take a seat; return whether it was still free."""
    command = commands.Sit(type="sit", id=secrets.token_urlsafe(12), seat=seat, name=name)
    answer = orjson.loads(await carry_out(services.hub, table, command, guest))
    return answer["type"] == "done"
