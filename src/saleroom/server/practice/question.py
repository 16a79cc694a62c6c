"""Practice questions, which show a position as the seat that has to act saw it, and checks of answers."""

from __future__ import annotations

from saleroom.match import boards
from saleroom.match.deal_history import seen_deals
from saleroom.match.errors import IllegalAction
from saleroom.match.match import Match
from saleroom.server.core.project.match_story import prefix_of_step
from saleroom.server.protocol.match_bodies import Remark
from saleroom.server.protocol.practice import PracticePosition, SeatView
from saleroom.server.storage.practice import StoredPosition


def match_at(match: Match, deal: int, step: int) -> Match:
    """Return a replay of a match up to a step of a deal's story. At some steps, the table acts next."""
    start = prefix_of_step(match, deal, step)
    again = Match(match.game, match.options, match.players, 0, start.first, match.rules_version)
    for events in start.deals:
        for event in events:
            again.apply_event(event)
    return again


def question(position: StoredPosition, match: Match) -> PracticePosition:
    """Return a position as a question, which shows what the seat that has to act saw; `match` is the match up to
    there.
    """
    view = seat_view(match, position.seat, position.deal)
    return PracticePosition(id=position.id, day=position.day, **dict(view))


def seat_view(match: Match, seat: int, deal: int) -> SeatView:
    """Return all that a seat sees now. `deal` is the number of the current deal, or of the one just settled."""
    game, seen = match.game, seen_deals(match, seat)
    acting = seat in match.to_act
    return SeatView(
        game=game.name,
        title=game.title,
        unit="chips" if game.unit == "chips" else "points",
        options={name: value for name, value in match.options.items() if value is not None},
        names=match.players,
        seat=seat,
        board=boards.settled_board(match, deal, seen_deals(match, "public")),
        mine=boards.own_part(boards.Position(match), seat, seen)
        if acting
        else boards.settled_part(match, seat, deal, seen),
        events=seen[deal - 1].events,
    )


def in_words(match: Match, seat: int, action: str) -> str:
    """Return an answer in the notation of the record; raise `IllegalAction` if it is not legal in the position."""
    try:
        return match.game.format_action(match.view(seat), seat, match.resolve_action(seat, action))
    except IllegalAction as error:
        error.names = match.players
        raise


def is_right(remark: Remark, action: str) -> bool:
    """Return whether an answer is right, which means that it is the best action or that the review considers it equally
    good.
    """
    return action == remark.better or action in remark.also
