"""Requests to players for moves.

Most players receive the view of their seat. A player whose `by_message` is true receives messages of the Bot API
instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from saleroom.match import bot_messages
from saleroom.match.boards import Position
from saleroom.match.bot_messages import GameFull, GameState, MoveRefused
from saleroom.match.deal_history import seen_deals, update_seen_deals
from saleroom.match.errors import IllegalAction
from saleroom.match.events import Deal
from saleroom.match.match import Match
from saleroom.renamed import earlier_names
from saleroom.toolkit.display.scenes import SeenDeal

Objective = Literal["deal", "match"]


__getattr__ = earlier_names(__name__, Asker="MoveRequester")


class MatchSeat:
    """Seat of a match whose player uses messages of the Bot API."""

    def __init__(self, match: Match, seat: int, match_id: str, objective: Objective) -> None:
        """Store the seat's match; `objective` says whether play ends with the first deal."""
        self.match, self.seat, self.match_id = match, seat, match_id
        self._objective: Objective = objective
        self._deals: list[Deal] | None = None
        """The match's list of deals at the last call.

        An undo replaces the match's list, so a different list shows an undo.
        """
        self._everybody: list[SeenDeal] = []
        self._own: list[SeenDeal] = []

    def full(self, state: GameState, clock: float) -> GameFull:
        """Return the first message, with the first state; `clock` is the number of seconds for a move."""
        kinds: list[Literal["human", "bot"]] = ["bot"] * self.match.seats
        return bot_messages.game_full(self.match, self.seat, state, self.match_id, kinds, clock, self._objective)

    def state(self, left: float | None) -> GameState:
        """Return the current state of the match.

        `left` is the number of seconds for the move; it is None for the last state.
        """
        self._look()
        seq = None if left is None else len(self.match.history)
        state = bot_messages.game_state(Position(self.match), self.seat, self._everybody, self._own, seq, left)
        if left is None:
            state["status"] = "over"
        return state

    def _look(self) -> None:
        if self._deals is not self.match.deals:
            self._everybody, self._own = seen_deals(self.match, "public"), seen_deals(self.match, self.seat)
            self._deals = self.match.deals
            return
        update_seen_deals(self.match, "public", self._everybody)
        update_seen_deals(self.match, self.seat, self._own)

    def refusal(self, seq: int, reason: Any, text: str) -> MoveRefused:
        """Return the message that a move was refused."""
        return bot_messages.move_refused(seq, reason, text)

    def why_not(self, action: str) -> str | None:
        """Return why a text is not a legal action; None if it is legal."""
        try:
            self.match.resolve_action(self.seat, action)
        except IllegalAction as error:
            return str(error)
        return None

    def number(self, action: str) -> int:
        """Return the id of a legal action."""
        return self.match.resolve_action(self.seat, action)

    def views(self) -> Any:
        """Return the seat's view as an array of one record."""
        return self.match.views(self.seat)


class MoveRequester:
    """Players of one match, and how to request moves from them."""

    def __init__(
        self, match: Match, players: Mapping[int, Any] | Sequence[Any], match_id: str, objective: Objective = "match"
    ) -> None:
        """Store `players` by seat. A player whose `by_message` is true has the method `answer` instead of `choose`."""
        self._match = match
        self._players = players if isinstance(players, Mapping) else dict(enumerate(players))
        self._seats = {
            seat: MatchSeat(match, seat, match_id, objective)
            for seat, player in self._players.items()
            if getattr(player, "by_message", False)
        }

    def choose(self, seat: int) -> int:
        """Return the id of the action that the seat's player chooses."""
        player = self._players[seat]
        if seat in self._seats:
            return player.answer(self._seats[seat])
        return player.choose(self._match.views(seat), seat)

    def finish(self) -> None:
        """Send the final state to all players that use messages."""
        for seat, match_seat in self._seats.items():
            self._players[seat].finished(match_seat)
