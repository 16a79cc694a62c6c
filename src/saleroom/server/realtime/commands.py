"""Execution of commands from sockets. Each command gets an answer, and no input causes a server error."""

from __future__ import annotations

import base64
import hashlib
import logging
import math
import secrets
import time
from typing import Any

import orjson

from saleroom.server.core.create_table import rematch_table
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.decide.checks import (
    check_hint,
    check_nudge,
    check_reaction,
    check_report,
    check_rest,
    why_not,
)
from saleroom.server.core.decide.context import check_seat
from saleroom.server.core.decide.system_events import bot_move
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import AUTOPLAY_BOT, is_bot_account
from saleroom.server.ops import metrics
from saleroom.server.ops.logs import FACTS
from saleroom.server.protocol import commands, messages
from saleroom.server.protocol.common import Picture
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable, NotOwner
from saleroom.server.storage.datafile import OutcomeUnknown, StoreTrouble, StoreUnavailable
from saleroom.server.storage.outage import log_trouble
from saleroom.server.workers import hints
from saleroom.server.workers.search_queue import Demand, Share

log = logging.getLogger("saleroom.server")

BLOCKED = "server.blocked"
"""Key of the message to people that the operator has blocked."""


async def carry_out(hub: Hub, table: LiveTable, command: commands.Command, holder: str | None) -> bytes:
    """Carry out a command in the process that owns the table, which can be this process; return the encoded answer."""
    with metrics.COMMAND_TIME.labels(command.type).time():
        if hub.relay is not None:
            return await hub.relay.carry_out(table, command, holder)
        return orjson.dumps(await handle(hub, table, command, holder))


async def handle(hub: Hub, table: LiveTable, command: commands.Command, holder: str | None) -> Any:
    """Carry out a command in this process; return the answer, which can be a refusal.

    Raise `NotOwner` if another process has to carry it out, or `OutcomeUnknown` if its event can have been stored
    although the database did not confirm it. Give no answer then; the client sends the command again with the same id.
    """
    try:
        _refuse_restricted(hub, command, holder)
        message = await _execute_as_of_now(hub, table, command, holder)
    except NotOwner:
        raise
    except OutcomeUnknown as error:
        log_trouble(error, table=table.id)
        metrics.COMMANDS.labels(command.type, "unknown").inc()
        raise
    except CommandRefusal as refusal:
        message = refused(command.id, refusal)
    except StoreTrouble as error:
        log_trouble(error, table=table.id)
        message = trouble(command, "server.not-stored")
    except Exception:
        log.exception("a command failed", extra={FACTS: {"table": table.id, "kind": command.type}})
        message = trouble(command, "server.failed")
    outcome = message["reason"] if message["type"] == "refused" else message["type"]
    metrics.COMMANDS.labels(command.type, outcome).inc()
    return message


def _refuse_restricted(hub: Hub, command: commands.Command, holder: str | None) -> None:
    if holder in hub.restrictions.blocked:
        raise CommandRefusal("not-yours", BLOCKED)
    if holder in hub.restrictions.muted and isinstance(command, commands.Say | commands.React):
        raise CommandRefusal("not-yours", "server.muted")


def refused(command: str | None, refusal: CommandRefusal) -> messages.Refused:
    """Return the answer to a refused command."""
    return messages.Refused(
        type="refused",
        id=command,
        reason=refusal.reason,
        text=refusal.text,
        key=refusal.key,
        params=refusal.params,
    )


def trouble(command: commands.Command, key: str) -> messages.Refused:
    """Return the answer to a command that failed because of a problem in the server."""
    return refused(command.id, CommandRefusal("trouble", key))


async def _execute_as_of_now(hub: Hub, table: LiveTable, command: commands.Command, holder: str | None) -> Any:
    """Carry out a command. If the command is refused, read new events that other processes have stored; if there are
    any, try again.
    """
    try:
        return await _execute(hub, table, command, holder)
    except CommandRefusal:
        if not await table.catch_up():
            raise
    return await _execute(hub, table, command, holder)


async def _execute(hub: Hub, table: LiveTable, command: commands.Command, holder: str | None) -> Any:
    match command:
        case commands.Why():
            return _why(table, command, holder)
        case commands.Hint():
            return await _hint(hub, table, command, holder)
        case commands.Nudge():
            version = await _nudge(hub, table, command, holder)
        case commands.Rematch():
            version = await _rematch(hub, table, command, holder)
        case commands.React():
            table.show_reaction(check_reaction(table.state, holder), command.what)
            version = table.state.version
        case commands.Report():
            version = _report(table, command, holder)
        case commands.Skip():
            table.autoplay.skip(table.state.seat_of(holder))
            version = table.state.version
        case commands.Rest():
            table.autoplay.rest(check_rest(table.state, holder, table.decided))
            version = table.state.version
        case _:
            version = await _commit(hub, table, command, holder)
    return messages.Done(type="done", id=command.id, version=version)


async def _commit(
    hub: Hub, table: LiveTable, command: commands.Command, holder: str | None, new_table: str | None = None
) -> int:
    """Carry out a command that adds an event; return the number of the event."""
    present = _present(hub, table, holder)
    shows = isinstance(command, commands.Sit | commands.ShowPortrait)
    sits_down = isinstance(command, commands.Sit)
    person = holder if sits_down and not is_bot_account(holder) else None
    devices = [] if person is None else await hub.store.people.holders_of(person)
    removed_earlier = await hub.store.removed_earlier(table.state.header) if sits_down else set[str]()
    picture = await _portrait(hub, holder) if shows else None

    def decide_now() -> TableEvent:
        return decide(
            *(table.state, command, holder, time.time()),
            present=present,
            new_table=new_table,
            picture=picture,
            devices=devices,
            removed_earlier=removed_earlier,
        )

    version = await table.commit(decide_now, command.id, holder, only_if_unowned=True)
    assert version is not None
    return version


async def _portrait(hub: Hub, holder: str | None) -> Picture | None:
    """Return a person's portrait. Raise `OutcomeUnknown` if the store is unavailable, because a command sent again
    cannot be looked up then.
    """
    try:
        return (await hub.portraits_of([holder])).get(holder)
    except StoreUnavailable as error:
        raise OutcomeUnknown(str(error)) from None


def _present(hub: Hub, table: LiveTable, holder: str | None) -> list[bool]:
    """Return for each seat whether its people are connected, or were a short time ago. If people pass one device round,
    return for each seat whether the device has shown its hand since the caller's last move.
    """
    if not table.state.hot_seat:
        return table.presence.present_within(hub.delays.away)
    moved_at = table.state.undoable_move_at(table.state.seat_of(holder))
    return table.presence.present_within(math.inf if moved_at is None else max(0, time.time() - moved_at) + 1)


def _report(table: LiveTable, command: commands.Report, holder: str | None) -> int:
    """Log a player's report for the operator, with seats, reason and version. The log contains no chat, because the
    store has it.
    """
    state = table.state
    by = check_report(state, holder, command.seat)
    facts = {"table": table.id, "version": state.version, "seat": command.seat, "by": by, "about": command.about}
    log.warning("reported", extra={FACTS: facts})
    metrics.REPORTS.labels(command.about).inc()
    return state.version


async def _nudge(hub: Hub, table: LiveTable, command: commands.Nudge, holder: str | None) -> int:
    """Make a move for a player whose time has run out or who is away.

    If the player is away, autoplay makes their moves until they return.
    """
    state, presence, seat = table.state, table.presence, command.seat
    done = state.version_of(command.id, holder)
    if done is not None:
        return done
    check_seat(state, seat)
    away = presence.away_for(seat) >= hub.delays.nudge
    check_nudge(state, seat, holder, time.time(), away)
    if away:
        presence.stop_waiting_for(seat)
    assert state.match is not None
    turn_version = state.turn_version(seat)
    action = await hub.bot_pool.choose(state.match, seat, AUTOPLAY_BOT)

    def decide_now() -> TableEvent:
        now = time.time()
        check_nudge(state, seat, holder, now, away and presence.away_for(seat) > 0)
        event = bot_move(
            state, seat, action, now, for_person=True, turn_version=turn_version, command=command.id, holder=holder
        )
        if event is None:
            raise CommandRefusal("stale", "move.moved-on")
        return event

    version = await table.commit(decide_now, command.id, holder, only_if_unowned=True)
    assert version is not None
    metrics.HOUSE_MOVES.labels("nudged").inc()
    return version


async def _rematch(hub: Hub, table: LiveTable, command: commands.Rematch, holder: str | None) -> int:
    """Create the rematch table, and then store a reference to it at the old table. The new table's id is derived from
    the old table's id.

    A table therefore has exactly one rematch table, even if several players or processes ask for it simultaneously. If
    the reference cannot be stored, the next request finds the rematch table by its id.
    """
    done = table.state.version_of(command.id, holder)
    if done is not None:
        return done
    table_id, now = rematch_id(table.id), time.time()
    async with hub.rematch_lock:
        decide(table.state, command, holder, now, new_table=table_id)
        assert holder is not None  # otherwise, `decide` would have refused the command
        if await hub.find(table_id) is None:
            order = list(range(len(table.state.seats)))
            if command.draw:
                secrets.SystemRandom().shuffle(order)
            seed = secrets.token_bytes(32)
            made = rematch_table(table.state, table_id, holder, seed, now, game=command.game, order=order)
            await hub.create_once(*made)
        return await _commit(hub, table, command, holder, table_id)


def rematch_id(table_id: str) -> str:
    """Return the id of a table's rematch table."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"rematch of {table_id}".encode()).digest()[:12]).decode()


async def _hint(hub: Hub, table: LiveTable, command: commands.Hint, holder: str | None) -> messages.Hinted:
    """Return the action that a strong bot would choose in the player's seat. The bot knows only what that seat can
    see.
    """
    seat, match = check_hint(table.state, holder), table.state.match
    assert match is not None
    await hub.results.note_hint(table.id, seat)
    demand = Demand(Share.ADVICE, table.presence.addresses().get(seat, ""), holder or "")
    return await hints.hint_message(hub.bot_pool, match, seat, command.id, demand)


def _why(table: LiveTable, command: commands.Why, holder: str | None) -> messages.Because:
    seat = table.state.seat_of(holder)
    if seat is None:
        raise CommandRefusal("not-yours", "table.watching")
    refusal = why_not(table.state, seat, command.action)
    if refusal is None:
        return messages.Because(type="because", id=command.id, text=None, key=None, params={})
    return messages.Because(type="because", id=command.id, text=refusal.text, key=refusal.key, params=refusal.params)
