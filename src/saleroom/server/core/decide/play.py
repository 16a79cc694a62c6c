"""Decisions about moves, undo, chat and the rematch."""

from __future__ import annotations

from saleroom.server.core.decide.context import MUTED, CommandContext, Refusal, check_legal, running_match
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.text import LINE_LENGTH, clean


def act(context: CommandContext) -> TableEvent:
    """A move, if it is legal and was chosen for the turn that the seat has now."""
    seat, progress = context.own_seat(), running_match(context.state)
    turn_version = progress.turn_versions.get(seat)
    if turn_version is None and context.command.at > progress.past_turns.get(seat, -1):
        raise Refusal("stale", "It is not your turn. Wait until you are asked.")
    if turn_version is None:
        raise Refusal("stale", "It is not your turn any more. Wait until you are asked.")
    if turn_version != context.command.at:
        raise Refusal("stale", "The table has moved on since you chose. Look again, then choose.")
    return context.event("move", seat, action=check_legal(context.state, seat, context.command.action), by_house=False)


def undo(context: CommandContext) -> TableEvent:
    """`undo` where nobody has to agree, otherwise the request, `ask`."""
    seat, progress = context.own_seat(), running_match(context.state)
    if context.state.header.rated:
        raise Refusal("not-now", "This match is rated: nothing is taken back.")
    if context.state.slow:
        raise Refusal("not-now", "There are days for each move here: nothing is taken back.")
    if context.state.undo_request is not None:
        raise Refusal("not-now", "Somebody has asked already. Let that be answered first.")
    moves = len(progress.moves_undone_by(seat))
    if not moves:
        raise Refusal("not-now", "You have made no move since the table last turned something over.")
    others = [other for other in context.state.people() if other != seat and context.is_present(other)]
    if not others or progress.undo_needs_no_consent(seat):
        return context.event("undo", seat, moves=moves)
    return context.event("ask", seat, moves=moves, waits_for=others)


def consent(context: CommandContext) -> TableEvent:
    """`undo` when the last consent is given; until then `agree`, or `refuse`."""
    seat = context.own_seat()
    running_match(context.state)
    request = context.state.undo_request
    if request is None:
        raise Refusal("not-now", "Nobody asks to take anything back any more.")
    if not context.command.yes:
        return context.event("refuse", seat)
    if seat not in request.waits_for:
        raise Refusal("not-now", "Nobody waits for your answer.")
    if any(other != seat and context.is_present(other) for other in request.waits_for):
        return context.event("agree", seat)
    return context.event("undo", request.seat, moves=request.moves)


def say(context: CommandContext) -> TableEvent:
    """A line of chat."""
    seat, text = context.own_seat(), clean(context.command.text, LINE_LENGTH)
    if context.state.is_muted(seat):
        raise Refusal("not-yours", MUTED)
    if not text:
        raise Refusal("malformed", "A line needs letters that can be seen.")
    return context.event("say", seat, text=text)


def rematch(context: CommandContext) -> TableEvent:
    """The players go on at the new table, once."""
    seat = context.own_seat()
    if not context.state.over:
        raise Refusal("not-now", "The match is not over yet.")
    if context.state.rematch is not None:
        raise Refusal("not-now", "The next table is there already. Follow the others.")
    if context.new_table is None:
        raise Refusal("trouble", "There is no new table to go to. Try again.")
    return context.event("rematch", seat, table=context.new_table)
