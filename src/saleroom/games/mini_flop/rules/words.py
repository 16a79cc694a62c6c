"""Notation of Mini Flop Poker: texts of actions, reasons for refusals, cards dealt or turned, and hidden hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.mini_flop.rules.rules import MOST_BID, unseen_cards
from saleroom.kernel.auctions import Auction, least_bid
from saleroom.kernel.game import Holding, Turn, vocabulary
from saleroom.kernel.refusals import Refusal
from saleroom.kernel.small_games import DEAL, SUITS, hands_dealt

if TYPE_CHECKING:
    from saleroom.games.mini_flop.rules.state import State

AUCTION = Auction(phase="bid", bid="bid", passing="pass", winner="bidder", price="bid")
format_action, parse_action = vocabulary(["pass", *(f"bid {chips}" for chips in range(1, MOST_BID + 1))])


def why_not(view: State, seat: int, action: int) -> Refusal | str:
    """Return why a bid of the seat to act is illegal."""
    bid = int(least_bid(view, 1))
    if bid > view.highest:
        return f"the standing bid is {view.bid}, the highest there is"
    if bid > view.scores[seat]:
        return Refusal("bid-over-all", bid=bid)
    return f"the next bid is {bid}"


def turns(state: State) -> list[Turn]:
    """Return the cards that the table deals or turns: a hand for each seat, or the flop."""
    if state.phase == DEAL:
        return hands_dealt(state)
    start, live = int(state.dealt) * int(state.seats), SUITS * int(state.ranks)
    return [Turn("flop", "deck", start, 1, live=live)]


def holdings(view: State, seat: int) -> list[Holding]:
    """Return the other seats' hands, each with the cards that it can hold. `view` is the view of `seat`."""
    if view.phase == DEAL:
        return []
    unseen = int(unseen_cards(view, seat))
    return [Holding(other, "hand", int(view.dealt), unseen) for other in range(view.seats) if other != seat]


def held(state: State, owner: int, kind: str) -> int:
    """Return the cards that the seat `owner` actually holds, as a bit set."""
    return int(state.hand[owner])
