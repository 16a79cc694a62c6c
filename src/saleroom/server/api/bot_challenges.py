"""Challenges: a person or a program asks another program to take an open seat.

The challenged program accepts or declines.
"""

from __future__ import annotations

import secrets
import time

from fastapi import APIRouter

from saleroom.kernel.refusals import Refusal
from saleroom.server.api.bot_access import RESPONSES, BotError, Challenging, Reading, carry_out_for_bot
from saleroom.server.api.dependencies import Guest, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.api.tables import TableId, find_table
from saleroom.server.core.state.table import is_bot_account
from saleroom.server.protocol import bot_bodies, commands
from saleroom.server.realtime import bot_events
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.bot_challenges import ACCEPTED, CANCELED, DECLINED, OPEN, BotChallenge
from saleroom.server.storage.bots import BotAccess, BotAccount, BotRefused

router = APIRouter(prefix="/bot", tags=["bot"], responses=RESPONSES)  # type: ignore
people = APIRouter(tags=["programs"])
"""Router for people who want a program at their table."""


# Creating


async def find_bot(services: AppServices, name: str | None) -> BotAccount:
    """Return the program with this name; refuse with 404 if there is none."""
    bot = None if name is None else await services.store.bots.named(name)
    if bot is None:
        raise BotError(404, Refusal("program.unknown", name=name) if name else Refusal("program.unnamed"))
    return bot


def new_challenge(table: str, seat: int, bot: BotAccount, *, holder: str, name: str) -> BotChallenge:
    """Return a new challenge to `bot` from the person or bot `holder`; do not store the challenge."""
    return BotChallenge(secrets.token_urlsafe(12), table, seat, bot.id, holder, name, OPEN, time.time())


async def challenge(
    services: AppServices, live: LiveTable, *, holder: str, name: str, seat: int, bot: BotAccount
) -> bot_bodies.Challenge:
    """Challenge a bot to take an open seat at the table that `holder` owns."""
    state = live.state
    if not state.is_owner(holder):
        raise BotError(403, Refusal("program.owner-only"), "not-yours")
    if seat >= len(state.seats):
        raise BotError(422, Refusal("program.table-seats", count=len(state.seats)))
    if state.over or state.header.rated or state.header.contest is not None:
        raise BotError(409, Refusal("program.not-here"))
    if state.seats[seat].kind != "open" or state.seat_of(bot.holder) is not None:
        raise BotError(409, Refusal("program.seat-taken"), "full")
    try:
        stored = await services.store.bot_challenges.add(new_challenge(live.id, seat, bot, holder=holder, name=name))
    except BotRefused as trouble:
        raise BotError(409, trouble, "full") from None
    services.streams.wake_all()
    return bot_bodies.Challenge(**bot_events.challenge_message(stored, state.header))


@router.post("/tables/{table}/challenges", status_code=201)
async def by_program(
    table: TableId, body: bot_bodies.ProgramRequest, services: Services, access: Challenging
) -> bot_bodies.Challenge:
    """Challenge another program to take an open seat at your own table."""
    live, bot = await services.hub.find(table), await find_bot(services, body.program)
    if live is None:
        raise BotError(404, Refusal("no-table"))
    return await challenge(services, live, holder=access.bot.holder, name=access.bot.name, seat=body.seat, bot=bot)


@people.post("/tables/{table}/programs", status_code=201)
async def by_person(
    table: TableId, body: bot_bodies.ProgramRequest, services: Services, guest: Guest
) -> bot_bodies.Challenge:
    """Challenge a program to take an open seat at your own table."""
    live = await find_table(table, services)
    try:
        bot = await find_bot(services, body.program)
        return await challenge(services, live, holder=guest, name=live.state.owner_name, seat=body.seat, bot=bot)
    except BotError as error:
        raise HttpRefusal(error.status, error.refusal) from None


# Answering


@router.get("/challenges")
async def challenges(services: Services, access: Reading) -> bot_bodies.Challenges:
    """List the open challenges to the program, and the challenges that it made within the last day."""
    stored, since = services.store.bot_challenges, time.time() - bot_events.RECENT
    return bot_bodies.Challenges(
        received=await _bodies(services, await stored.open_to(access.bot.id)),
        made=await _bodies(services, await stored.made_by(access.bot.holder, since)),
    )


async def _bodies(services: AppServices, challenges: list[BotChallenge]) -> list[bot_bodies.Challenge]:
    messages = await bot_events.challenge_messages(services.hub, challenges)
    return [bot_bodies.Challenge(**message) for message in messages]


@router.post("/challenges/{challenge}/accept")
async def accept(challenge: TableId, services: Services, access: Challenging) -> bot_bodies.Accepted:
    """Accept a challenge, and take the offered seat.

    If a program owns the table, the match starts when all seats are taken; otherwise, the owner starts it.
    """
    received = await _received(services, access, challenge)
    live = await services.hub.find(received.table_id)
    if live is None:
        raise BotError(404, "that table is gone")
    if received.status not in (OPEN, ACCEPTED):
        raise BotError(409, f"this challenge has been {received.status}")
    sit = commands.Sit(type="sit", id=f"bc-{received.id}", seat=received.seat, name=access.bot.name)
    try:
        await carry_out_for_bot(services, live, sit, access.bot.holder)
    except BotError as error:
        if error.kind in ("full", "not-now") and await services.store.bot_challenges.close_challenge(
            received.id, CANCELED
        ):
            services.streams.wake_all()
        raise
    await services.store.bot_challenges.close_challenge(received.id, ACCEPTED)
    await _start_if_complete(services, live)
    services.streams.wake_all()
    return bot_bodies.Accepted(table=live.id, seat=received.seat, started=live.state.match is not None)


async def _start_if_complete(services: AppServices, live: LiveTable) -> None:
    """Start the match if a program owns the table, all seats are taken, and the match has not started."""
    state = live.state
    if is_bot_account(state.owner) and state.match is None and all(seat.kind != "open" for seat in state.seats):
        start = commands.Start(type="start", id=f"start-{live.id}"[:40])
        try:
            await carry_out_for_bot(services, live, start, state.owner)
        except BotError as error:
            if error.kind != "not-now":
                raise


@router.post("/challenges/{challenge}/decline")
async def decline(challenge: TableId, services: Services, access: Challenging) -> bot_bodies.Answered:
    """Decline a challenge; the seat stays open to other players."""
    received = await _received(services, access, challenge)
    return await _close(services, received, DECLINED)


@router.post("/challenges/{challenge}/cancel")
async def cancel(challenge: TableId, services: Services, access: Challenging) -> bot_bodies.Answered:
    """Cancel a challenge that you made."""
    own = await services.store.bot_challenges.find(challenge)
    if own is None or own.challenger != access.bot.holder:
        raise BotError(404, "this program has made no such challenge")
    return await _close(services, own, CANCELED)


async def _received(services: AppServices, access: BotAccess, challenge: str) -> BotChallenge:
    received = await services.store.bot_challenges.find(challenge)
    if received is None or received.program != access.bot.id:
        raise BotError(404, "there is no such challenge to this program")
    return received


async def _close(services: AppServices, challenge: BotChallenge, status: str) -> bot_bodies.Answered:
    """Close an open challenge with `status`; a repeated request with the same status has no effect."""
    if challenge.status != status and not await services.store.bot_challenges.close_challenge(challenge.id, status):
        raise BotError(409, f"this challenge has been {challenge.status} already")
    services.streams.wake_all()
    return bot_bodies.Answered()
