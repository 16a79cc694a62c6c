"""Endpoint that seats a person with other people: at a public table that suits them, or else at a new one, where bots
play until people come.
"""

from __future__ import annotations

import secrets
import time

import orjson
from fastapi import APIRouter

from saleroom.games import load
from saleroom.match.house_rules import house_rules
from saleroom.server.api import tables
from saleroom.server.api.dependencies import Guest, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.core.project.listing import free_seats, seat_of
from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.state.events import TableHeader
from saleroom.server.core.state.table import AUTOPLAY_BOT, is_person
from saleroom.server.core.typed_text import NAME_LENGTH, clean
from saleroom.server.protocol import bodies, commands
from saleroom.server.protocol.common import DAY
from saleroom.server.realtime.commands import carry_out
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.store import Listing

RECENT = 600.0
"""Seconds after a table's last event in which its people are assumed to be there, if another process has the table."""

JUST_NOW = 60.0
"""Seconds since the last event of a table at which a repeated request finds its own seat again."""
MOST_TRIED = 8
"""Maximum number of tables that one request tries."""

router = APIRouter(tags=["tables"])


@router.post("/company")
async def find_company(body: bodies.CompanyRequest, services: Services, guest: Guest) -> bodies.Created:
    """Take a seat at the public table that suits you best. If there is none, create one: bots play at it until people
    take over their seats.
    """
    if not clean(body.name, NAME_LENGTH):
        raise HttpRefusal(422, "name.empty")
    table_id = await _find_seat(services, body, guest)
    if table_id is None:
        return await tables.make(_new_table(body), services, guest)
    return bodies.Created(id=table_id)


@router.post("/tables/{table}/company", status_code=204)
async def invite_company(table: tables.VisibleTable, services: Services, guest: Guest) -> None:
    """List your table in the lobby, for people whom you do not know. If the match has not begun, start it: bots play
    until people take over their seats.
    """
    await _carry_out(services, table, guest, commands.Settle(type="settle", id=_new_id(), listed=True))
    if table.state.status == "gathering" and not table.state.header.rated:
        await _carry_out(services, table, guest, commands.Start(type="start", id=_new_id(), fill=AUTOPLAY_BOT))


async def _carry_out(services: AppServices, table: LiveTable, guest: str, command: commands.Command) -> None:
    """Carry out an owner's command; refuse with 409 if that is impossible, but not if it would change nothing."""
    answer = orjson.loads(await carry_out(services.hub, table, command, guest))
    if answer["type"] == "refused" and answer["key"] not in ("table.already-so", "start.begun"):
        raise HttpRefusal(409, answer["key"], **answer["params"])


def _new_id() -> str:
    return secrets.token_urlsafe(12)


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


async def _find_seat(services: AppServices, body: bodies.CompanyRequest, guest: str) -> str | None:
    """Return the table at which the person has a seat now; None if no table suits them.

    A table at which they have sat down just now suits them, so that a repeated request finds the same table. A table
    with a person whom they avoid, or who avoids them, is passed over like one that does not suit.
    """
    now = time.time()
    account = await services.store.people.account_of(guest)
    devices, apart = account.devices, await services.store.avoidance.kept_apart(account.identity)
    suitable = [one for one in await services.hub.lobby.listed(now - tables.LISTED_FOR) if suits(*one, body)]
    own = [header.id for header, summary in suitable if seat_of(summary, devices) is not None and _is_new(summary, now)]
    if own:
        return own[0]
    others = [
        (header, summary)
        for header, summary in suitable
        if free_seats(summary) and seat_of(summary, devices) is None and apart.isdisjoint(summary.holders)
    ]
    for header, summary in sorted(others, key=_people, reverse=True)[:MOST_TRIED]:
        table = await services.hub.find(header.id)
        if table is None or not _has_people(table, summary, now) or not apart.isdisjoint(_holders(table)):
            continue
        if await _sit(services, table, body.name, guest):
            return table.id
    return None


def _holders(table: LiveTable) -> set[str]:
    return {holder for seat in table.state.seats for holder in seat.holders}


def _is_new(summary: TableSummary, now: float) -> bool:
    return now - summary.last_at < JUST_NOW


def _people(one: Listing) -> int:
    return len(set(one[1].holders.values()))


def suits(header: TableHeader, summary: TableSummary, body: bodies.CompanyRequest) -> bool:
    """Return whether a public table suits a request: the game with usual rules, its speed and its language, and not a
    match that counts for ratings.
    """
    if header.game != body.game or header.rated or header.position is not None:
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


async def _sit(services: AppServices, table: LiveTable, name: str, guest: str) -> bool:
    """Take a free seat; return whether the person has a seat now."""
    for seat in [seat for seat in range(len(table.state.seats)) if table.state.may_be_taken(seat)]:
        command = commands.Sit(type="sit", id=_new_id(), seat=seat, name=name)
        answer = orjson.loads(await carry_out(services.hub, table, command, guest))
        if answer["type"] == "done" or answer.get("key") == "sit.seated":
            return True
        if answer.get("reason") != "full":
            return False
    return False
