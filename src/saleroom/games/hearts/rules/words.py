"""Notation of Auction Hearts: texts of actions, reasons for refusals, dealt cards and hidden hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.hearts.rules.record import BID, DEAL, HAND, NAME
from saleroom.games.hearts.rules.rules import BIDS, unseen_cards
from saleroom.kernel.auctions import Auction, least_bid
from saleroom.kernel.cards import NAMES, PACK, SUITS
from saleroom.kernel.game import Holding, Turn, deal_turns, vocabulary
from saleroom.kernel.holdings import hidden_hands
from saleroom.kernel.refusals import Refusal
from saleroom.kernel.tricks import CARD_PLAYED

if TYPE_CHECKING:
    from saleroom.games.hearts.rules.state import State

AUCTION = Auction(phase="bid", bid="bid", passing="pass", winner="bidder", price="bid", won_phase="name")
WORDS = [f"{CARD_PLAYED} {name}" for name in NAMES] + ["pass"] + [f"name {suit}" for suit in SUITS]
assert len(WORDS) == BIDS + 1

_say, _hear = vocabulary(WORDS)


def highest_bid(chips: int, seats: int) -> int:
    """Return the highest possible bid.

    It is all chips except one for each other seat, because a match ends when a seat has no chips.
    """
    return seats * chips - (seats - 1)


def format_action(view: State, seat: int, action: int) -> str:
    """Return the text of an action; a bid includes its number of chips."""
    return f"bid {action - BIDS}" if action > BIDS else _say(view, seat, action)


def parse_action(view: State, seat: int, text: str) -> int:
    """Return the id of the action that `text` describes."""
    verb, _, amount = text.partition(" ")
    if verb != "bid":
        return _hear(view, seat, text)
    if not (amount.isascii() and amount.isdecimal()) or amount.startswith("0"):
        raise Refusal("auction-hearts.bid-form")
    highest = highest_bid(int(view.chips), int(view.seats))
    if len(amount) > len(str(highest)) or int(amount) > highest:
        raise Refusal("auction-hearts.bid-never", chips=highest)
    return BIDS + int(amount)


def why_not(view: State, seat: int, action: int) -> Refusal:
    """Return why `action` is illegal for the seat to act."""
    if view.phase == BID:
        return _why_no_such_bid(view, seat, action)
    if view.phase == NAME:
        return Refusal("auction-hearts.name-first" if action < PACK else "auction-hearts.name-now")
    if action >= PACK:
        return Refusal("auction-hearts.named" if PACK < action <= BIDS else "bidding-over")
    return _why_not_this_card(view, seat, action)


def _why_no_such_bid(view: State, seat: int, action: int) -> Refusal:
    if action <= BIDS:
        return Refusal("bidding-not-over")
    if action - BIDS > view.scores[seat]:
        return Refusal("bid-over-chips", bid=action - BIDS, chips=view.scores[seat])
    return Refusal("bid-too-low", bid=least_bid(view, 1))


def _why_not_this_card(view: State, seat: int, card: int) -> Refusal:
    hand = int(view.hand[seat])
    if not hand >> card & 1:
        return Refusal("not-held", piece=NAMES[card])
    if view.in_trick and hand >> (13 * int(view.led)) & 0x1FFF:
        return Refusal("follow-suit", suit=SUITS[view.led])
    if view.in_trick:
        return Refusal("auction-hearts.pain-first-trick", suit=SUITS[view.pain])
    return Refusal("auction-hearts.pain-unbroken", suit=SUITS[view.pain])


def turns(state: State) -> list[Turn]:
    """Return the cards that the table deals: thirteen for each seat."""
    return deal_turns(state, HAND, PACK) if state.phase == DEAL else []


def holdings(view: State, seat: int) -> list[Holding]:
    """Return the other seats' hands, each with the cards that it can hold. `view` is the view of `seat`."""
    return hidden_hands(view, seat, HAND, int(unseen_cards(view, seat)))


def held(state: State, owner: int, kind: str) -> int:
    """Return the cards that the seat `owner` actually holds, as a bit set."""
    return int(state.hand[owner])
