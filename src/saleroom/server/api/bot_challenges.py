"""Challenges to programs: a person or program asks one to take an open seat, and it accepts or declines."""

from __future__ import annotations

import secrets
import time

from fastapi import APIRouter

from saleroom.kernel.refusals import Refusal
from saleroom.server.api.bot_access import RESPONSES, BotError, Challenging, Reading, carried_out
from saleroom.server.api.dependencies import Guest, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.api.tables import TableId, find_table
from saleroom.server.core.state.table import is_program
from saleroom.server.protocol import bot_bodies, commands
from saleroom.server.realtime import bot_events
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.bots import ACCEPTED, CANCELED, DECLINED, OPEN, BotChallenge, Entry, Program, Refused

router = APIRouter(prefix="/bot", tags=["bot"], responses=RESPONSES)  # type: ignore
people = APIRouter(tags=["programs"])
"""For people who want a program at their table."""


# Creating


async def named(services: AppServices, name: str | None) -> Program:
    """Return the program of a name; 404 if there is none."""
    found = None if name is None else await services.store.programs.named(name)
    if found is None:
        raise BotError(404, Refusal("program.unknown", name=name) if name else Refusal("program.unnamed"))
    return found


def new(table: str, seat: int, program: Program, by: Program) -> BotChallenge:
    """Return a challenge of one program by another, which is not stored yet."""
    return BotChallenge(secrets.token_urlsafe(12), table, seat, program.id, by.holder, by.name, OPEN, time.time())


async def challenge(
    services: AppServices, live: LiveTable, *, holder: str, name: str, seat: int, program: Program
) -> bot_bodies.Challenge:
    """Challenge a program to an open seat of a table, for the table's owner."""
    state = live.state
    if not state.is_owner(holder):
        raise BotError(403, Refusal("program.owner-only"), "not-yours")
    if seat >= len(state.seats):
        raise BotError(422, Refusal("program.table-seats", count=len(state.seats)))
    if state.over or state.header.rated or state.header.contest is not None:
        raise BotError(409, Refusal("program.not-here"))
    if state.seats[seat].kind != "open" or state.seat_of(program.holder) is not None:
        raise BotError(409, Refusal("program.seat-taken"), "full")
    asked = BotChallenge(secrets.token_urlsafe(12), live.id, seat, program.id, holder, name, OPEN, time.time())
    try:
        made = await services.store.programs.challenge(asked)
    except Refused as trouble:
        raise BotError(409, trouble, "full") from None
    services.streams.ring()
    return bot_bodies.Challenge(**bot_events.told(made, state.header))


@router.post("/tables/{table}/challenges", status_code=201)
async def by_program(
    table: TableId, asked: bot_bodies.ProgramRequest, services: Services, entry: Challenging
) -> bot_bodies.Challenge:
    """Challenge another program to an open seat of your own table."""
    live, program = await services.hub.find(table), await named(services, asked.program)
    if live is None:
        raise BotError(404, Refusal("no-table"))
    return await challenge(
        services, live, holder=entry.program.holder, name=entry.program.name, seat=asked.seat, program=program
    )


@people.post("/tables/{table}/programs", status_code=201)
async def by_person(
    table: TableId, asked: bot_bodies.ProgramRequest, services: Services, guest: Guest
) -> bot_bodies.Challenge:
    """Challenge a program to an open seat of your own table."""
    live = await find_table(table, services)
    try:
        program = await named(services, asked.program)
        return await challenge(
            services, live, holder=guest, name=live.state.owner_name, seat=asked.seat, program=program
        )
    except BotError as error:
        raise HttpRefusal(error.status, error.refusal) from None


# Answering


@router.get("/challenges")
async def challenges(services: Services, entry: Reading) -> bot_bodies.Challenges:
    """List the open challenges to the program, and its own of the last day."""
    programs, now = services.store.programs, time.time()
    received = await programs.open_challenges(entry.program.id)
    made = await programs.made_by(entry.program.holder, now - bot_events.RECENT)
    return bot_bodies.Challenges(received=await _told(services, received), made=await _told(services, made))


async def _told(services: AppServices, found: list[BotChallenge]) -> list[bot_bodies.Challenge]:
    tables = {header.id: header for header, _ in await services.hub.lobby.summaries([each.table_id for each in found])}
    return [
        bot_bodies.Challenge(**bot_events.told(each, tables[each.table_id]))
        for each in found
        if each.table_id in tables
    ]


@router.post("/challenges/{challenge}/accept")
async def accept(challenge: TableId, services: Services, entry: Challenging) -> bot_bodies.Accepted:
    """Take the seat.

    At a program's table the match starts when all seats are taken, otherwise when its owner starts it.
    """
    found = await _received(services, entry, challenge)
    live = await services.hub.find(found.table_id)
    if live is None:
        raise BotError(404, "that table is gone")
    if found.status not in (OPEN, ACCEPTED):
        raise BotError(409, f"this challenge has been {found.status}")
    sit = commands.Sit(type="sit", id=f"bc-{found.id}", seat=found.seat, name=entry.program.name)
    try:
        await carried_out(services, live, sit, entry.program.holder)
    except BotError as error:
        if error.kind in ("full", "not-now") and await services.store.programs.settle(found.id, CANCELED):
            services.streams.ring()
        raise
    await services.store.programs.settle(found.id, ACCEPTED)
    await _start_if_complete(services, live)
    services.streams.ring()
    return bot_bodies.Accepted(table=live.id, seat=found.seat, started=live.state.match is not None)


async def _start_if_complete(services: AppServices, live: LiveTable) -> None:
    """Start a program's table once all its seats are taken, unless it has been started already."""
    state = live.state
    if is_program(state.owner) and state.match is None and all(seat.kind != "open" for seat in state.seats):
        start = commands.Start(type="start", id=f"start-{live.id}"[:40])
        try:
            await carried_out(services, live, start, state.owner)
        except BotError as error:
            if error.kind != "not-now":
                raise


@router.post("/challenges/{challenge}/decline")
async def decline(challenge: TableId, services: Services, entry: Challenging) -> bot_bodies.Answered:
    """Decline a challenge: the seat stays open to others."""
    found = await _received(services, entry, challenge)
    return await _settle(services, found, DECLINED)


@router.post("/challenges/{challenge}/cancel")
async def cancel(challenge: TableId, services: Services, entry: Challenging) -> bot_bodies.Answered:
    """Cancel a challenge of your own."""
    found = await services.store.programs.find_challenge(challenge)
    if found is None or found.challenger != entry.program.holder:
        raise BotError(404, "this program has made no such challenge")
    return await _settle(services, found, CANCELED)


async def _received(services: AppServices, entry: Entry, challenge: str) -> BotChallenge:
    found = await services.store.programs.find_challenge(challenge)
    if found is None or found.program != entry.program.id:
        raise BotError(404, "there is no such challenge to this program")
    return found


async def _settle(services: AppServices, found: BotChallenge, status: str) -> bot_bodies.Answered:
    """Settle an open challenge; repeating the same answer does no harm."""
    if found.status != status and not await services.store.programs.settle(found.id, status):
        raise BotError(409, f"this challenge has been {found.status} already")
    services.streams.ring()
    return bot_bodies.Answered()
