"""Checks for commands that `decide` does not handle, such as hints and reactions, and for commands in contests."""

from __future__ import annotations

from saleroom.server.core.call_links import call_link
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


def checked_call(typed: str | None) -> str | None:
    """Return the address of a call that a person typed; refuse other texts. An empty text, which removes the call, and
    None stay as they are.
    """
    if not typed:
        return typed
    address = call_link(typed)
    if address is None:
        raise CommandRefusal("malformed", "call.no-address")
    return address


def check_nudge(state: TableState, seat: int, holder: str | None, now: float, away: bool = False) -> None:
    """Refuse a nudge, which has autoplay move for `seat`, unless a player at another seat sends it and the time of
    `seat` has run out.

    If `away`, the person at `seat` is away, and the nudge is also allowed before the time has run out.
    """
    own, progress = state.seat_of(holder), running_match(state)
    if own is None:
        raise CommandRefusal("not-yours", "table.watching")
    if own == seat:
        raise CommandRefusal("not-now", "nudge.own-turn")
    if seat not in progress.turn_versions or not state.is_human(seat):
        raise CommandRefusal("not-now", "nudge.not-waiting")
    if away and not (state.slow or state.hot_seat):
        return
    if state.clock is None:
        raise CommandRefusal("not-now", "nudge.no-clock")
    left = state.clock - (now - progress.turn_began_at[seat])
    if left > 0:
        raise _time_left(state.seats[seat].name, left)


def _time_left(name: str, left: float) -> CommandRefusal:
    """Return the refusal of a nudge for the person called `name`, who still has `left` seconds, a number above 0."""
    hours, seconds = round(left / 3600), max(1, round(left))
    if hours > 1:
        return CommandRefusal("not-now", "nudge.hours-left", name=name, count=hours)
    return CommandRefusal("not-now", "nudge.seconds-left", name=name, count=seconds)


def check_hint(state: TableState, holder: str | None) -> int:
    """Return the caller's seat if the caller may have a hint now; otherwise refuse."""
    seat, progress = state.seat_of(holder), running_match(state)
    if seat is None:
        raise CommandRefusal("not-yours", "table.watching")
    if not state.hints:
        raise CommandRefusal("not-now", "hint.off")
    if seat not in progress.turn_versions:
        raise CommandRefusal("not-now", "hint.not-your-turn")
    return seat


def check_reaction(state: TableState, holder: str | None) -> int:
    """Return the caller's seat if the caller may send a reaction; refuse spectators and muted people."""
    seat = state.seat_of(holder)
    if seat is None:
        raise CommandRefusal("not-yours", "table.watching")
    if state.is_muted(seat):
        raise CommandRefusal("not-yours", "table.muted")
    return seat


def check_report(state: TableState, holder: str | None, seat: int) -> int:
    """Return the caller's seat if the caller may report the person at `seat`; refuse unless another person has
    `seat`.
    """
    own = state.seat_of(holder)
    if own is None:
        raise CommandRefusal("not-yours", "table.watching")
    check_other_person(state, own, seat)
    return own


def check_other_person(state: TableState, own: int | None, seat: int) -> int:
    """Return `seat` if a person other than the caller has it; otherwise refuse."""
    check_seat(state, seat)
    if seat == own:
        raise CommandRefusal("not-now", "seat.own")
    if not state.is_human(seat):
        raise CommandRefusal("not-now", "seat.empty")
    return seat


def check_rest(state: TableState, holder: str | None, decided: bool) -> int:
    """Return the caller's seat, for which a bot can finish the deal; refuse unless `decided`, which says that the
    deal's score can no longer change.
    """
    seat, _ = state.seat_of(holder), running_match(state)
    if seat is None:
        raise CommandRefusal("not-yours", "table.watching")
    if not decided:
        raise CommandRefusal("not-now", "rest.not-decided")
    return seat


def why_not(state: TableState, seat: int, action: str) -> CommandRefusal | None:
    """Return the reason why a seat may not take the given action now; None if the action is legal."""
    try:
        check_legal(state, seat, action)
    except CommandRefusal as refusal:
        return refusal
    return None
