"""Notation of Auction Pitch: texts of actions, reasons for refusals, dealt cards and hidden hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from saleroom.games.pitch.rules.record import BID, DEAL, HAND
from saleroom.games.pitch.rules.rules import ACTIONS, PASS, lowest_bid, unseen_cards
from saleroom.kernel.auctions import Auction
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, PACK, SUITS
from saleroom.kernel.game import Holding, Turn, deal_turns, vocabulary
from saleroom.kernel.holdings import hidden_hands
from saleroom.kernel.refusals import Refusal
from saleroom.kernel.tricks import CARD_PLAYED

if TYPE_CHECKING:
    from saleroom.games.pitch.rules.state import State

Precedence = Literal["pitcher", "high", "low", "jack", "cards"]

AUCTION = Auction(
    phase="bid",
    bid="bid",
    passing="pass",
    winner="bidder",
    price="bid",
    won_phase="pitch",
    least_made=0,  # 6.4: a pitcher who does not fail because of a revoke may score nothing
)
WORDS = [f"{CARD_PLAYED} {name}" for name in NAMES] + ["pass"] + [f"bid {points}" for points in range(1, 5)]
assert len(WORDS) == ACTIONS

format_action, parse_action = vocabulary(WORDS)


def why_not(view: State, seat: int, action: int) -> Refusal:
    """Return why `action` is illegal for the seat to act."""
    if view.phase == BID:
        if action < PASS:
            return Refusal("bidding-not-over")
        return Refusal("bid-too-low", bid=lowest_bid(view, seat)) if view.bid < 4 else Refusal("auction-pitch.top-bid")
    if action >= PASS:
        return Refusal("bidding-over")
    if not int(view.hand[seat]) >> action & 1:
        return Refusal("not-held", piece=NAMES[action])
    return Refusal("follow-suit" if view.led == view.trump else "follow-or-trump", suit=SUITS[view.led])


def turns(state: State) -> list[Turn]:
    """Return the cards that the table deals: six for each seat."""
    return deal_turns(state, HAND, PACK) if state.phase == DEAL else []


def holdings(view: State, seat: int) -> list[Holding]:
    """Return the other seats' hands, each with the cards that it can hold. `view` is the view of `seat`."""
    return hidden_hands(view, seat, HAND, int(unseen_cards(view, seat)))


def deciding(view: State) -> tuple[list[int], Precedence | None]:
    """7.2: return the seats that reached the target in the last deal. If there are several, also return the rule that
    decides.
    """
    won, seats = members(int(view.winners)), range(view.seats)
    among = [seat for seat in seats if won and view.scores[seat] >= view.target]
    had: dict[Precedence, int] = {
        "pitcher": view.last_pitcher,
        "high": view.last_high,
        "low": view.last_low,
        "jack": view.last_jack,
        "cards": view.last_cards,
    }
    return among, next(what for what, seat in had.items() if seat == won[0]) if len(among) > 1 else None


def held(state: State, owner: int, kind: str) -> int:
    """Return the cards that the seat `owner` actually holds, as a bit set."""
    return int(state.hand[owner])
