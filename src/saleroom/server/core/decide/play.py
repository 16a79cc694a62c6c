"""Decisions about moves, undo, chat and the rematch."""

from __future__ import annotations

from saleroom.server.core.decide.context import CommandContext, CommandRefusal, check_legal, running_match
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.typed_text import LINE_LENGTH, clean


def act(context: CommandContext) -> TableEvent:
    """Return the event `move`; refuse the move if it is illegal or was chosen for an earlier turn."""
    seat, progress = context.own_seat(), running_match(context.state)
    turn_version = progress.turn_versions.get(seat)
    if turn_version is None and context.command.at > progress.past_turns.get(seat, -1):
        raise CommandRefusal("stale", "move.not-your-turn")
    if turn_version is None:
        raise CommandRefusal("stale", "move.too-late")
    if turn_version != context.command.at:
        raise CommandRefusal("stale", "move.stale")
    return context.event("move", seat, action=check_legal(context.state, seat, context.command.action), by_house=False)


def undo(context: CommandContext) -> TableEvent:
    """Return the event `undo` if no other player has to agree; otherwise, return the event `ask`, which asks the other
    players.

    If people pass one device round, `context.present` says whose hands the device has shown since the move. Then even a
    sealed choice needs the consent of these people.
    """
    seat, progress = context.own_seat(), running_match(context.state)
    if context.state.header.rated:
        raise CommandRefusal("not-now", "undo.rated")
    if context.state.slow:
        raise CommandRefusal("not-now", "undo.slow")
    if context.state.undo_request is not None:
        raise CommandRefusal("not-now", "undo.asked")
    moves = len(progress.moves_undone_by(seat))
    if not moves:
        raise CommandRefusal("not-now", "undo.nothing")
    others = [
        other_seat for other_seat in context.state.people() if other_seat != seat and context.is_present(other_seat)
    ]
    unseen = progress.undo_needs_no_consent(seat) and not context.state.hot_seat
    if not others or unseen:
        return context.event("undo", seat, moves=moves)
    return context.event("ask", seat, moves=moves, waits_for=others)


def consent(context: CommandContext) -> TableEvent:
    """Return the event `refuse` if the player refuses the undo, `undo` if all connected players have agreed, otherwise
    `agree`.
    """
    seat = context.own_seat()
    running_match(context.state)
    request = context.state.undo_request
    if request is None:
        raise CommandRefusal("not-now", "undo.no-request")
    if not context.command.yes:
        return context.event("refuse", seat)
    if seat not in request.waits_for:
        raise CommandRefusal("not-now", "undo.not-waiting")
    others = [other_seat for other_seat in request.waits_for if other_seat != seat]
    if any(context.state.hot_seat or context.is_present(other_seat) for other_seat in others):
        return context.event("agree", seat)
    return context.event("undo", request.seat, moves=request.moves)


def say(context: CommandContext) -> TableEvent:
    """Return the event `say` with a line of chat."""
    seat, text = context.own_seat(), clean(context.command.text, LINE_LENGTH)
    if context.state.is_muted(seat):
        raise CommandRefusal("not-yours", "table.muted")
    if not text:
        raise CommandRefusal("malformed", "chat.empty")
    return context.event("say", seat, text=text)


def rematch(context: CommandContext) -> TableEvent:
    """Return the event `rematch`, which sends the players to the new table; refuse a second rematch.

    If people pass one device round, the owner needs no seat. People then keep their seats, because the device has a
    token for each seat.
    """
    device = context.state.hot_seat and context.state.is_owner(context.holder)
    seat = context.seat if device else context.own_seat()
    if not context.state.over:
        raise CommandRefusal("not-now", "rematch.too-early")
    if context.state.rematch is not None:
        raise CommandRefusal("not-now", "rematch.there")
    if context.state.hot_seat and context.command.draw:
        raise CommandRefusal("not-now", "hot-seat.same-seats")
    if context.new_table is None:
        raise CommandRefusal("trouble", "rematch.no-table")
    return context.event("rematch", seat, table=context.new_table)
