"""Notation of Mini Pitch: actions and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.mini_pitch.rules.rules import ACTIONS, PASS
from saleroom.kernel.auctions import Auction
from saleroom.kernel.cards import NAMES, SUITS
from saleroom.kernel.game import vocabulary
from saleroom.kernel.refusals import Refusal
from saleroom.kernel.small_games import BID, HIGHEST_BID, why_no_bid
from saleroom.kernel.tricks import CARD_PLAYED

if TYPE_CHECKING:
    from saleroom.games.mini_pitch.rules.state import State

AUCTION = Auction(phase="bid", bid="bid", passing="pass", winner="bidder", price="bid", won_phase="pitch")
WORDS = [f"{CARD_PLAYED} {name}" for name in NAMES] + ["pass"] + [f"bid {n}" for n in range(1, HIGHEST_BID + 1)]
assert len(WORDS) == ACTIONS

format_action, parse_action = vocabulary(WORDS)


def why_not(view: State, seat: int, action: int) -> Refusal:
    """Return why `action` is illegal for the seat to act."""
    if view.phase == BID:
        return Refusal("bidding-not-over") if action < PASS else why_no_bid(view)
    if action >= PASS:
        return Refusal("bidding-over")
    if not int(view.hand[seat]) >> action & 1:
        return Refusal("not-held", piece=NAMES[action])
    return Refusal("follow-suit", suit=SUITS[view.led])  # 3.2, 3.3: with two suits, only trump leads must be followed
