"""Checks for commands that `decide` does not handle, such as hints and reactions, and for commands in contests."""

from __future__ import annotations

from saleroom.server.core.decide.context import CommandRefusal, check_legal, check_seat, running_match
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import commands


def check_contest(command: commands.Command) -> None:
    """Refuse commands that would give one table of a contest different conditions from the other tables."""
    match command:
        case commands.Undo():
            raise CommandRefusal("not-now", "contest.no-undo")
        case commands.Settle(hints=True):
            raise CommandRefusal("not-now", "contest.no-hints")
        case commands.Rematch():
            raise CommandRefusal("not-now", "contest.once")
        case commands.Sit() | commands.Leave() | commands.Reseat() | commands.Remove():
            raise CommandRefusal("not-now", "contest.no-seats")


def check_nudge(state: TableState, seat: int, holder: str | None, now: float, away: bool = False) -> None:
    """Refuse a nudge, unless a player at the table sends it for another seat whose time has run out.

    If `away`, the person at that seat is away, so the others need not wait for the clock.
    """
    own, progress = state.seat_of(holder), running_match(state)
    if own is None:
        raise CommandRefusal("not-yours", "table.watching")
    if own == seat:
        raise CommandRefusal("not-now", "nudge.own-turn")
    if seat not in progress.turn_versions or not state.is_human(seat):
        raise CommandRefusal("not-now", "nudge.not-waiting")
    if away and not state.slow:
        return
    if state.clock is None:
        raise CommandRefusal("not-now", "nudge.no-clock")
    left = state.clock - (now - progress.turn_began_at[seat])
    if left > 0:
        raise _time_left(state.seats[seat].name, left)


def _time_left(name: str, left: float) -> CommandRefusal:
    """Return the refusal that says how many seconds, above 0, a person has left."""
    hours, seconds = round(left / 3600), max(1, round(left))
    if hours > 1:
        return CommandRefusal("not-now", "nudge.hours-left", name=name, count=hours)
    return CommandRefusal("not-now", "nudge.seconds-left", name=name, count=seconds)


def check_hint(state: TableState, holder: str | None) -> int:
    """Return the caller's seat if it may have a hint now; raise a refusal otherwise."""
    seat, progress = state.seat_of(holder), running_match(state)
    if seat is None:
        raise CommandRefusal("not-yours", "table.watching")
    if not state.hints:
        raise CommandRefusal("not-now", "hint.off")
    if seat not in progress.turn_versions:
        raise CommandRefusal("not-now", "hint.not-your-turn")
    return seat


def check_reaction(state: TableState, holder: str | None) -> int:
    """Return the caller's seat if they may react; refuse spectators and muted people."""
    seat = state.seat_of(holder)
    if seat is None:
        raise CommandRefusal("not-yours", "table.watching")
    if state.is_muted(seat):
        raise CommandRefusal("not-yours", "table.muted")
    return seat


def check_report(state: TableState, holder: str | None, seat: int) -> int:
    """Return the caller's seat if they may report `seat`; refuse if it is not another person's."""
    own = state.seat_of(holder)
    if own is None:
        raise CommandRefusal("not-yours", "table.watching")
    check_other_person(state, own, seat)
    return own


def check_other_person(state: TableState, own: int | None, seat: int) -> int:
    """Return the seat if another person has it; refuse otherwise."""
    check_seat(state, seat)
    if seat == own:
        raise CommandRefusal("not-now", "seat.own")
    if not state.is_human(seat):
        raise CommandRefusal("not-now", "seat.empty")
    return seat


def check_rest(state: TableState, holder: str | None, decided: bool) -> int:
    """Return the caller's seat, for which a bot will finish the deal; refuse unless the deal's score is `decided`."""
    seat, _ = state.seat_of(holder), running_match(state)
    if seat is None:
        raise CommandRefusal("not-yours", "table.watching")
    if not decided:
        raise CommandRefusal("not-now", "rest.not-decided")
    return seat


def why_not(state: TableState, seat: int, action: str) -> CommandRefusal | None:
    """Return why a seat may not take this action now; None if it may."""
    try:
        check_legal(state, seat, action)
    except CommandRefusal as refusal:
        return refusal
    return None
