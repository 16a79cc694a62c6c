"""Decisions about seats, settings and the start of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saleroom.bots import players
from saleroom.server.core.decide.checks import check_other_person, checked_call
from saleroom.server.core.decide.context import CommandContext, CommandRefusal, check_seat
from saleroom.server.core.state.events import TableEvent, start_kind
from saleroom.server.core.state.table import AUTOPLAY_BOT, INVITATION_SETTINGS, TableState, is_bot_account
from saleroom.server.core.typed_text import LINE_LENGTH, NAME_LENGTH, clean, distinct, skeletons

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")
"""Names of bots; a seat's number selects the first name to try."""


def sit(context: CommandContext) -> TableEvent:
    """Seat a person on an open seat, or on the seat of a substitute bot."""
    state, command = context.state, context.command
    _check_may_sit(context)
    name = clean(command.name, NAME_LENGTH)
    if not name:
        raise CommandRefusal("malformed", "name.empty")
    word = clean(command.word or "", LINE_LENGTH)
    seed_word = {"word": word} if word and state.progress is None else {}
    picture = {} if context.picture is None else {"picture": context.picture}
    return context.event("sit", command.seat, name=_new_name(state, name, command.seat), **seed_word, **picture)


def _check_may_sit(context: CommandContext) -> None:
    state, seat = context.state, context.command.seat
    if state.over:
        raise CommandRefusal("not-now", "sit.over")
    if context.holder is None:
        raise CommandRefusal("not-yours", "sit.no-name")
    if state.header.rated and is_bot_account(context.holder):
        raise CommandRefusal("not-now", "seats.only-people")
    devices = {context.holder, *context.devices}
    if any(state.seat_of(device) is not None for device in devices):
        raise CommandRefusal("not-now", "sit.seated")
    check_seat(state, seat)
    if state.hot_seat:
        raise CommandRefusal("not-yours", "hot-seat.one-device")
    if not devices.isdisjoint(state.removed.union(context.removed_earlier)):
        raise CommandRefusal("not-yours", "sit.removed", name=state.owner_name)
    if not state.may_be_taken(seat):
        raise CommandRefusal("full", "sit.taken", name=state.seats[seat].name)
    if any(state.has_seen_another_hand(device, seat) for device in devices):
        raise CommandRefusal("not-yours", "sit.other-hand")


def show_portrait(context: CommandContext) -> TableEvent:
    """Return the event `portrait`, which shows the portrait that the person at the caller's seat has chosen."""
    seat = context.own_seat()
    if context.picture in (None, context.state.seats[seat].picture):
        raise CommandRefusal("not-now", "table.already-so")
    return context.event("portrait", seat, picture=context.picture)


def leave(context: CommandContext) -> TableEvent:
    """Free the caller's seat."""
    seat = context.own_seat()
    if context.state.over:
        raise CommandRefusal("not-now", "leave.over")
    if context.state.progress is None:
        return context.event("leave", seat)
    return context.event("leave", seat, name=_bot_name(_names(context.state), seat))


def reseat(context: CommandContext) -> TableEvent:
    """Give a seat to a bot, or open the seat; only the owner may do this."""
    context.check_owner()
    state, seat, bot = context.state, context.command.seat, context.command.to
    if state.over:
        raise CommandRefusal("not-now", "reseat.over")
    check_seat(state, seat)
    if seat == context.seat:
        raise CommandRefusal("not-now", "reseat.own")
    if bot is not None and bot not in players.at_tables():
        raise CommandRefusal("malformed", "reseat.players", players=players.at_tables())
    if state.hot_seat and bot is None:
        raise CommandRefusal("not-now", "hot-seat.no-open-seat")
    if state.header.rated:
        _check_rated(state, seat, bot)
    if not state.is_human(seat) and state.seats[seat].bot == bot:
        raise CommandRefusal("not-now", "table.already-so")
    return context.event("reseat", seat, to=bot, name=_bot_name(_names(state), seat) if bot else "")


def _check_rated(state: TableState, seat: int, bot: str | None) -> None:
    """At a rated table, refuse a built-in bot in any seat; during the match, also refuse to remove a person."""
    if bot is not None:
        raise CommandRefusal("not-now", "seats.only-people")
    if state.progress is not None and state.is_human(seat):
        raise CommandRefusal("not-now", "seats.keeps-people")


def remove(context: CommandContext) -> TableEvent:
    """Remove a person permanently; only the owner may do this. During the match, a bot continues in their place."""
    seat = _other_person(context)
    if context.state.over:
        raise CommandRefusal("not-now", "remove.over")
    if context.state.progress is None:
        return context.event("remove", seat, bot=None, name="")
    if context.state.header.rated:
        raise CommandRefusal("not-now", "seats.keeps-people")
    return context.event("remove", seat, bot=AUTOPLAY_BOT, name=_bot_name(_names(context.state), seat))


def mute(context: CommandContext) -> TableEvent:
    """Mute a person (no chat or reactions), or unmute them; only the owner may do this."""
    seat, on = _other_person(context), context.command.on
    if context.state.is_muted(seat) == on:
        raise CommandRefusal("not-now", "table.already-so")
    return context.event("mute", seat, on=on)


def _other_person(context: CommandContext) -> int:
    """Return the seat that the owner's command names; refuse unless a person other than the owner has it."""
    context.check_owner()
    return check_other_person(context.state, context.seat, context.command.seat)


def change_settings(context: CommandContext) -> TableEvent:
    """Change hints, pace, clock, the lobby's list or the invitation; only the owner may do this."""
    context.check_owner()
    state, command = context.state, context.command
    changed: dict[str, Any] = {}
    if command.hints and state.header.rated:
        raise CommandRefusal("not-now", "hint.rated")
    if state.hot_seat and command.clock not in (None, "none"):
        raise CommandRefusal("not-now", "hot-seat.no-clock")
    if command.hints is not None and command.hints != state.hints:
        changed["hints"] = command.hints
    if command.pace is not None and command.pace != state.pace:
        changed["pace"] = command.pace
    for setting in INVITATION_SETTINGS:
        value = checked_call(command.call) if setting == "call" else getattr(command, setting)
        if value is not None and value != getattr(state.invitation, setting):
            changed[setting] = value
    if command.listed is not None and command.listed != state.listed:
        if state.header.contest is not None or state.hot_seat:
            raise CommandRefusal("not-now", "settle.private")
        changed["listed"] = command.listed
    clock = None if command.clock == "none" else command.clock
    if command.clock is not None and clock != state.clock:
        changed["clock"] = clock
    if not changed:
        raise CommandRefusal("not-now", "table.already-so")
    return context.event("settle", context.seat, **changed)


def start(context: CommandContext) -> TableEvent:
    """Start the match; refuse unless the command comes from the owner, and every seat is taken or `fill` names a bot
    for the open seats.
    """
    context.check_owner()
    state, bot = context.state, context.command.fill
    if state.progress is not None:
        raise CommandRefusal("not-now", "start.begun")
    open_seats = [seat for seat, place in enumerate(state.seats) if place.kind == "open"]
    if open_seats and state.header.rated:
        raise CommandRefusal("not-now", "start.seats-open-rated", count=len(open_seats))
    if open_seats and bot is None:
        raise CommandRefusal("not-now", "start.seats-open", count=len(open_seats))
    word = state.seed_word()
    if not open_seats or bot is None:
        return context.event(start_kind(word), context.seat, **word)
    if bot not in players.at_tables():
        raise CommandRefusal("malformed", "reseat.players", players=players.at_tables())
    return context.event(start_kind(word), context.seat, bots=_bots_for(state, open_seats, bot), **word)


def _bots_for(state: TableState, seats: Sequence[int], bot: str) -> list[dict[str, Any]]:
    """Return the data of the event `start` for open seats that bots take, with different names."""
    names = _names(state)
    for seat in seats:
        names[seat] = _bot_name(names, seat)
    return [{"seat": seat, "bot": bot, "name": names[seat]} for seat in seats]


def _new_name(state: TableState, wanted: str, seat: int) -> str:
    """Return a name for the new player at `seat`, different from the names of all other players at the table."""
    return distinct(wanted, (each.name for index, each in enumerate(state.seats) if index != seat))


def _names(state: TableState) -> list[str]:
    return [place.name for place in state.seats]


def _bot_name(names: Sequence[str], seat: int) -> str:
    """Return a name for a bot at `seat` that is not among `names`, the names at all seats."""
    taken, size = frozenset[str]().union(*map(skeletons, names)), len(BOT_NAMES)
    free = (BOT_NAMES[(seat + step) % size] for step in range(size))
    fallback = distinct(BOT_NAMES[seat % size], (name for index, name in enumerate(names) if index != seat))
    return next((name for name in free if not skeletons(name) & taken), fallback)
