"""Commands that bring no event by themselves: whether they are allowed, and their answers."""

from __future__ import annotations

from saleroom.server.core.decide.context import MUTED, Refusal, check_legal, check_seat, running_match
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import commands


def check_contest(command: commands.Command) -> None:
    """Refuse what would make the match of a contest another one than that of its other tables."""
    match command:
        case commands.Undo():
            raise Refusal("not-now", "Others play the same cards, so nothing is taken back here.")
        case commands.Settle(hints=True):
            raise Refusal("not-now", "Others play the same cards, so there are no hints here.")
        case commands.Rematch():
            raise Refusal("not-now", "Everybody plays these cards once. Start another table to go on.")
        case commands.Sit() | commands.Leave() | commands.Reseat() | commands.Remove():
            raise Refusal("not-now", "Others play the same cards, so seats do not change here.")


def check_nudge(state: TableState, seat: int, holder: str | None, now: float, away: bool = False) -> None:
    """Refuse a nudge unless a person at the table gives it to another seat whose time has run out.

    `away`: the person of that seat is, and need not be waited for.
    """
    own, progress = state.seat_of(holder), running_match(state)
    if own is None:
        raise Refusal("not-yours", "You are watching. Take an open seat to join in.")
    if own == seat:
        raise Refusal("not-now", "It is your own turn.")
    if seat not in progress.turn_versions or not state.is_human(seat):
        raise Refusal("not-now", "Nobody waits for that seat.")
    if away and not state.slow:
        return
    if state.clock is None:
        raise Refusal("not-now", "This table has no clock. The house can play for whoever is away.")
    left = state.clock - (now - progress.turn_began_at[seat])
    if left > 0:
        raise Refusal("not-now", f"{state.seats[seat].name} has {_time_text(left)} left.")


def _time_text(left: float) -> str:
    """Seconds above 0 in words."""
    hours, seconds = round(left / 3600), max(1, round(left))
    if hours > 1:
        return f"{hours} hours"
    return f"{seconds} seconds" if seconds > 1 else "one second"


def check_hint(state: TableState, holder: str | None) -> int:
    """The seat that may have a hint now; a refusal where there is none."""
    seat, progress = state.seat_of(holder), running_match(state)
    if seat is None:
        raise Refusal("not-yours", "You are watching. Take an open seat to join in.")
    if not state.hints:
        raise Refusal("not-now", "Hints are off at this table. The owner can allow them.")
    if seat not in progress.turn_versions:
        raise Refusal("not-now", "It is not your turn. Ask when you are to move.")
    return seat


def check_reaction(state: TableState, holder: str | None) -> int:
    """The seat that shows a reaction; a refusal where there is none, or its person is muted."""
    seat = state.seat_of(holder)
    if seat is None:
        raise Refusal("not-yours", "You are watching. Take an open seat to join in.")
    if state.is_muted(seat):
        raise Refusal("not-yours", MUTED)
    return seat


def check_report(state: TableState, holder: str | None, seat: int) -> int:
    """The seat of whoever reports the person of another; a refusal where nobody is there to be reported."""
    own = state.seat_of(holder)
    if own is None:
        raise Refusal("not-yours", "You are watching. Take an open seat to join in.")
    check_other_person(state, own, seat)
    return own


def check_other_person(state: TableState, own: int | None, seat: int) -> int:
    """Refuse a seat where no other person sits."""
    check_seat(state, seat)
    if seat == own:
        raise Refusal("not-now", "That is your own seat.")
    if not state.is_human(seat):
        raise Refusal("not-now", "Nobody sits there.")
    return seat


def check_rest(state: TableState, holder: str | None, decided: bool) -> int:
    """The seat whose moves the house is to make until the deal is over; only once nothing depends on them."""
    seat, _ = state.seat_of(holder), running_match(state)
    if seat is None:
        raise Refusal("not-yours", "You are watching. Take an open seat to join in.")
    if not decided:
        raise Refusal("not-now", "This deal is not decided yet. Play on.")
    return seat


def why_not(state: TableState, seat: int, action: str) -> str | None:
    """Why a seat may not do this now; None when it may."""
    try:
        check_legal(state, seat, action)
    except Refusal as refusal:
        return refusal.text
    return None
