"""Notation of Mini Hearts: actions and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.mini_hearts.rules.record import NAME
from saleroom.games.mini_hearts.rules.rules import ACTIONS
from saleroom.kernel.auctions import Auction
from saleroom.kernel.cards import NAMES, SUITS
from saleroom.kernel.game import vocabulary
from saleroom.kernel.refusals import Refusal
from saleroom.kernel.small_games import BID, HIGHEST_BID, why_no_bid
from saleroom.kernel.small_games import SUITS as SUIT_COUNT
from saleroom.kernel.tricks import CARD_PLAYED

if TYPE_CHECKING:
    from saleroom.games.mini_hearts.rules.state import State

AUCTION = Auction(phase="bid", bid="bid", passing="pass", winner="bidder", price="bid", won_phase="name")
NAMED = [f"name {suit}" for suit in SUITS[:SUIT_COUNT]]
WORDS = [f"{CARD_PLAYED} {name}" for name in NAMES] + ["pass", *NAMED] + [f"bid {n}" for n in range(1, HIGHEST_BID + 1)]
assert len(WORDS) == ACTIONS

format_action, parse_action = vocabulary(WORDS)


def why_not(view: State, seat: int, action: int) -> Refusal | str:
    """Return why `action` is illegal for the seat to act."""
    verb = WORDS[action].split()[0]
    if view.phase == BID:
        return Refusal("bidding-not-over") if verb in (CARD_PLAYED, "name") else why_no_bid(view)
    if verb in ("pass", "bid"):
        return Refusal("bidding-over")
    if view.phase == NAME:
        return "name the pain suit first"
    if verb == "name":
        return "the pain suit is named"
    if not int(view.hand[seat]) >> action & 1:
        return Refusal("not-held", piece=NAMES[action])
    return Refusal("follow-suit", suit=SUITS[view.led])
