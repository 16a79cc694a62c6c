"""Statistics on deals, auctions and changes of the lead, recorded during matches. Arrays have a row for each match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.game import Game
from saleroom.kernel.options import Value

AT_MOST = ("deals", "rounds")  # options that limit the number of deals in a match
NOBODY = NO_SEAT


class StepSnapshot(NamedTuple):
    """Data of every match, just before a step."""

    deal: NDArray[np.int64]
    dealer: NDArray[np.int64]
    bidding: NDArray[np.bool_]


class MatchStatistics:
    """Counters that are updated while matches are played."""

    def __init__(self, game: Game, states: Any, options: Mapping[str, Value]) -> None:
        """Create the counters for `states` before their first step."""
        count, self.seats = len(states), int(states["seats"][0])
        self._game = game
        self._most = next((int(options[name]) for name in AT_MOST if name in options), 0)
        self.dealer = states["dealer"].astype(np.int64)
        """The first dealer in each match."""
        self.won = np.zeros((count, self.seats))
        self.scored, self.scored_by_place = np.zeros((2, count, self.seats))
        """Total score over all deals: by seat, and by distance from the dealer of the deal."""
        self.decisions, self.deals, self.full, self.tied, self.leads, self.late = np.zeros((6, count))
        self.sales, self.made, self.gained = np.zeros((3, count))
        self.paid = np.full(count, 0.0 if game.auction and game.auction.price else np.nan)
        """Sum of the prices in all sales of a match.

        `sales` counts auctions with a buyer; `made` counts sales whose buyer scores more than 0 in the deal.

        `gained` is the sum, over all sales, of the buyer's score in the deal minus the mean score of the other seats.
        """
        self._bought = np.zeros((count, self.seats))  # number of purchases in the current deal
        self._ahead = np.full(count, NOBODY)  # the seat that was last the only leader
        self._leaders = np.ones((count, self.seats), bool)

    def before(self, states: Any) -> StepSnapshot:
        """Return the data of the states before a step; call this method before every step."""
        bidding = states["phase"] == self._game.bidding
        return StepSnapshot(states["deal"].astype(np.int64), states["dealer"].astype(np.int64), bidding)

    def after(self, states: Any, ids: NDArray[np.int64], before: StepSnapshot) -> NDArray[np.bool_]:
        """Record the states after a step; return which matches are over.

        `ids[i]` is the row number of the match of state i.
        """
        self.decisions[ids] += 1
        over = states["winners"] != 0
        settled = over | (states["deal"] != before.deal)
        self._note_sales(states, ids, before, settled)
        if settled.any():
            self._settle(states[settled], ids[settled], before.dealer[settled])
        if over.any():
            self._end(states[over], ids[over])
        return over

    def _note_sales(
        self, states: Any, ids: NDArray[np.int64], before: StepSnapshot, settled: NDArray[np.bool_]
    ) -> None:
        """Record sales. An auction ends when the bidding phase ends; it has a buyer if any seat has bid."""
        auction = self._game.auction
        if auction is None:
            return
        buyers = auction.bidders(states)
        closed = before.bidding & (states["phase"] != self._game.bidding) & ~settled
        sold = np.flatnonzero(closed & (buyers != NO_SEAT))
        self.sales[ids[sold]] += 1
        self._bought[ids[sold], buyers[sold]] += 1
        if auction.price:
            self.paid[ids[sold]] += states[auction.price][sold]

    def _settle(self, states: Any, ids: NDArray[np.int64], dealer: NDArray[np.int64]) -> None:
        """Record the end of a deal."""
        scores = states["last_score"][:, : self.seats].astype(np.float64)
        self.deals[ids] += 1
        self.scored[ids] += scores
        self.scored_by_place[ids] += from_seat(scores, dealer)
        bought = self._bought[ids]
        others = (scores.sum(1, keepdims=True) - scores) / (self.seats - 1)
        self.made[ids] += (bought * (scores > 0)).sum(1)
        self.gained[ids] += (bought * (scores - others)).sum(1)
        self._bought[ids] = 0
        self._note_lead(states, ids)

    def _note_lead(self, states: Any, ids: NDArray[np.int64]) -> None:
        """Record the lead. The lead changes when a seat other than the last sole leader becomes the sole leader."""
        over = states["winners"] != 0
        totals = states["scores"][:, : self.seats]
        leaders = np.where(over[:, None], winners(states, self.seats), totals == totals.max(1, keepdims=True))
        alone = np.where(leaders.sum(1) == 1, leaders.argmax(1), self._ahead[ids])
        self.leads[ids] += (self._ahead[ids] != NOBODY) & (alone != self._ahead[ids])
        self.late[ids] += over & (leaders != self._leaders[ids]).any(1)
        self._ahead[ids], self._leaders[ids] = alone, leaders

    def _end(self, states: Any, ids: NDArray[np.int64]) -> None:
        """Record the end of a match."""
        won = winners(states, self.seats)
        self.won[ids] = won / won.sum(1, keepdims=True)
        self.tied[ids] = won.sum(1) > 1
        self.full[ids] = self.deals[ids] >= self._most if self._most else 0


def winners(states: Any, seats: int) -> NDArray[np.bool_]:
    """Return whether each seat has won, shape (states, seats)."""
    return (states["winners"][:, None] >> np.arange(seats, dtype=np.uint64) & np.uint64(1)).astype(bool)


def from_seat(values: NDArray[np.float64], seat: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return values by seat, shape (matches, seats), with each row rotated to begin with that match's `seat`."""
    seats = values.shape[1]
    return np.take_along_axis(values, (seat[:, None] + np.arange(seats)) % seats, 1)
