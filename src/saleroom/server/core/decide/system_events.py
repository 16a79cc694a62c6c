"""Events that the server causes: a bot's move, another device at a seat, or the end of an undo request."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from saleroom.match.errors import IllegalAction
from saleroom.server.core.decide.context import CommandRefusal, canonical_action
from saleroom.server.core.state.events import TableEvent, start_kind
from saleroom.server.core.state.progress import TurnVersion
from saleroom.server.core.state.table import TableState, is_person

UNDO_TIMEOUT = 60
"""Seconds after which an undo request expires."""

MAX_DEVICES = 8
"""Maximum number of devices of one person at a seat."""


def bot_move(
    state: TableState,
    seat: int,
    action: str | int,
    now: float,
    *,
    for_person: bool = False,
    requested: bool = False,
    turn_version: TurnVersion | None = None,
    command: str | None = None,
    holder: str | None = None,
) -> TableEvent | None:
    """Return the event for a move that a bot makes for itself or for a person; None if the move is no longer possible.

    `requested` says that the person asked to have the decided deal played out. `turn_version` identifies the turn for
    which the action was chosen. If another player's nudge caused the move,
    `command` and `holder` are those of the nudge; without a nudge, no move is possible while an undo request is open.
    """
    progress = state.progress
    if progress is None or seat not in progress.turn_versions:
        return None
    if turn_version is not None and turn_version != progress.turn_versions[seat]:
        return None
    if for_person != state.is_human(seat) or (state.undo_request is not None and command is None):
        return None
    try:
        words = canonical_action(progress, seat, action)
    except IllegalAction:
        return None
    data = {"action": words, "by_house": for_person, **({"requested": True} if requested else {})}
    return TableEvent(state.version + 1, "move", seat, data, command, holder, now)


def start_when_all_are_here(state: TableState, present: Sequence[bool], now: float) -> TableEvent | None:
    """Return the event that starts the next match of an evening; None unless every seat is taken, all people are
    connected, and the match has not begun. Bot accounts connect only to a match that has begun.
    """
    people = [seat for seat, place in enumerate(state.seats) if is_person(place)]
    waits = state.header.evening is not None and state.status == "gathering" and bool(people)
    if not waits or any(seat.kind == "open" for seat in state.seats) or not all(present[seat] for seat in people):
        return None
    word = state.seed_word()
    return TableEvent(state.version + 1, start_kind(word), state.owner_seat, word, at=now)


def add_device(
    state: TableState, seat: int, holder: str, now: float, removed_earlier: Collection[str] = ()
) -> TableEvent:
    """Return the event that adds another device of the person at `seat`, or raise `CommandRefusal`.

    `removed_earlier` are devices that were removed at earlier tables of the evening.
    """
    if not state.is_human(seat):
        raise CommandRefusal("not-now", "device.empty")
    if state.seat_of(holder) is not None:
        raise CommandRefusal("not-now", "device.seated")
    if state.hot_seat:
        raise CommandRefusal("not-yours", "hot-seat.one-device")
    if holder in state.removed or holder in removed_earlier:
        raise CommandRefusal("not-yours", "device.removed", name=state.owner_name)
    if state.has_seen_another_hand(holder, seat):
        raise CommandRefusal("not-yours", "device.other-hand")
    if len(state.seats[seat].holders) >= MAX_DEVICES:
        raise CommandRefusal("full", "device.full", count=MAX_DEVICES)
    return TableEvent(state.version + 1, "device", seat, {}, None, holder, now)


def resolve_undo_request(state: TableState, present: Sequence[bool], now: float) -> TableEvent | None:
    """Return the event that ends an undo request; None if the request stays open or there is no request.

    The moves are undone if the person who asked is connected and no connected player still has to agree. In all other
    cases, the request is refused when its time has run out.

    If people pass one device round, only one of them is connected, so all in `waits_for` have to agree, without a limit
    of time.
    """
    request = state.undo_request
    if request is None:
        return None
    if state.hot_seat and request.waits_for:
        return None
    if (state.hot_seat or present[request.seat]) and not any(present[seat] for seat in request.waits_for):
        return TableEvent(state.version + 1, "undo", request.seat, {"moves": request.moves}, at=now)
    if now - request.at >= UNDO_TIMEOUT:
        return TableEvent(state.version + 1, "refuse", None, {}, at=now)
    return None
