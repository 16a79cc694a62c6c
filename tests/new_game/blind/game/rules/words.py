"""Notation of Auction Blind."""

from saleroom.games.blind.rules.record import BID, DEAL, MOST_BID
from saleroom.games.blind.rules.rules import ACTIONS

from saleroom.kernel.auctions import least_bid
from saleroom.kernel.bits import below, without
from saleroom.kernel.cards import PACK
from saleroom.kernel.game import Holding, State, Turn, deal_turns, vocabulary

format_action, parse_action = vocabulary(["pass", *(f"bid {points}" for points in range(1, ACTIONS))])


def why_not(view: State, seat: int, action: int) -> str:
    """Return the reason why this action of a seat is illegal on its turn."""
    return f"a bid is {least_bid(view, 1)} to {MOST_BID}" if view.bid < MOST_BID else f"the standing bid is {MOST_BID}"


def turns(state: State) -> list[Turn]:
    """Return a card for each seat."""
    return deal_turns(state, 1, PACK) if state.phase == DEAL else []


def holdings(view: State, seat: int) -> list[Holding]:
    """Return a holding for each other hand: any card except the seat's own card."""
    may = int(without(below(PACK), view.hand[seat]))
    return [Holding(other, "hand", 1, may) for other in range(view.seats) if other != seat and view.phase == BID]


def held(state: State, owner: int, kind: str) -> int:
    """Return the actual card of a hand."""
    return int(state.hand[owner])
