"""Whose turn it is, asked: players by their views, programs by messages about their match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from saleroom.match import bot_messages
from saleroom.match.boards import Position
from saleroom.match.bot_messages import GameFull, GameState, MoveRefused
from saleroom.match.deal_history import follow, see
from saleroom.match.errors import IllegalAction
from saleroom.match.events import Deal
from saleroom.match.match import Match
from saleroom.toolkit.display.scenes import SeenDeal

Objective = Literal["deal", "match"]


class ToldSeat:
    """A seat of a match as its program is told of it."""

    def __init__(self, match: Match, seat: int, match_id: str, objective: Objective) -> None:
        """`objective`: whether all ends with the first deal."""
        self.match, self.seat, self.match_id = match, seat, match_id
        self._objective: Objective = objective
        self._deals: list[Deal] | None = None
        """Those of the match that were seen; other ones after an undo."""
        self._everybody: list[SeenDeal] = []
        self._own: list[SeenDeal] = []

    def full(self, state: GameState, clock: float) -> GameFull:
        """The first message, with the first state; `clock`: seconds for a move."""
        kinds: list[Literal["human", "bot"]] = ["bot"] * self.match.seats
        return bot_messages.game_full(self.match, self.seat, state, self.match_id, kinds, clock, self._objective)

    def state(self, left: float | None) -> GameState:
        """The match as it is now; without seconds that are `left` for a move, the last state of all."""
        self._look()
        seq = None if left is None else len(self.match.history)
        state = bot_messages.game_state(Position(self.match), self.seat, self._everybody, self._own, seq, left)
        if left is None:
            state["status"] = "over"
        return state

    def _look(self) -> None:
        if self._deals is not self.match.deals:
            self._everybody, self._own = see(self.match, "public"), see(self.match, self.seat)
            self._deals = self.match.deals
            return
        follow(self.match, "public", self._everybody)
        follow(self.match, self.seat, self._own)

    def refusal(self, seq: int, reason: Any, text: str) -> MoveRefused:
        """What a program is told whose move was not carried out."""
        return bot_messages.move_refused(seq, reason, text)

    def why_not(self, action: str) -> str | None:
        """Why words are no legal action; None when they are one."""
        try:
            self.match.understand(self.seat, action)
        except IllegalAction as error:
            return str(error)
        return None

    def number(self, action: str) -> int:
        """The id of a legal action."""
        return self.match.understand(self.seat, action)

    def views(self) -> Any:
        """The seat's view as an array of one."""
        return self.match.views(self.seat)


class Asker:
    """The players of one match."""

    def __init__(
        self, match: Match, players: Mapping[int, Any] | Sequence[Any], match_id: str, objective: Objective = "match"
    ) -> None:
        """`players` by seat; those with a true attribute `by_message` have `answer` in place of `choose`."""
        self._match = match
        self._players = players if isinstance(players, Mapping) else dict(enumerate(players))
        self._told = {
            seat: ToldSeat(match, seat, match_id, objective)
            for seat, player in self._players.items()
            if getattr(player, "by_message", False)
        }

    def choose(self, seat: int) -> int:
        """The id of the action that the seat's player chooses."""
        player = self._players[seat]
        if seat in self._told:
            return player.answer(self._told[seat])
        return player.choose(self._match.views(seat), seat)

    def finish(self) -> None:
        """Tell programs that it is over."""
        for seat, told in self._told.items():
            self._players[seat].finished(told)
