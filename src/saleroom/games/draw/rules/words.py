"""Notation of Auction Draw: texts of actions, reasons for refusals, tiles that are handed out, and hidden tiles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.draw.rules.record import AUCTIONED, BID, DEAL, DRAW, LEAD, SALE, UNSOLD
from saleroom.games.draw.rules.rules import BIDS, BUY, PASS, RIGHT, boneyard
from saleroom.games.draw.rules.worlds import allowed, find_unseen, group_end
from saleroom.kernel.auctions import NO_BID, Auction
from saleroom.kernel.game import Bounds, Holding, Turn, deal_turns
from saleroom.kernel.options import Value
from saleroom.kernel.refusals import Refusal
from saleroom.kernel.tiles import HIGH, LOW, NAMES, as_bits, tiles_in

if TYPE_CHECKING:
    from saleroom.games.draw.rules.state import State

AUCTION = Auction(phase="bid", bid="bid", passing="pass", winner="bidder", price="bid")
NUMBERS = {name: tile for tile, name in enumerate(NAMES)}
BID_WORDS = re.compile("bid (0|[1-9][0-9]{0,8})")
PLAY_WORDS = re.compile("play ([0-9-]+)(?: ([LR]))?")


def action_bound(options: Mapping[str, Value], seats: int) -> int:
    """Return the exclusive upper bound of action ids.

    No bid can exceed the total of all chips outside the pool. Before the auction, the pool holds the stakes and the
    price of the tiles bought.
    """
    if options["last_two"] == "left":
        return BIDS
    bought = tiles_in(int(options["set"])) - int(options["hand"]) * seats - UNSOLD
    return BIDS + 1 + max(seats * (int(options["chips"]) - int(options["stake"])) - bought, -1)


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """Return the bounds of a match.

    At most, all tiles are played. Between two plays or purchases, each seat passes at most once.
    """
    dealt, chips = int(options["hand"]) * seats, int(options["chips"])
    bought = tiles_in(int(options["set"])) - dealt - UNSOLD
    played = dealt + bought + UNSOLD
    passes = bought + seats * (played + bought + 1)
    change = (-chips, (seats - 1) * chips)
    drawn = bought + UNSOLD
    return Bounds(int(options["deals"]), played + bought + passes + 2 * seats, 0, change, change, drawn)


def format_action(view: State, seat: int, action: int) -> str:
    """Return the text of a legal action."""
    if action >= BIDS:
        return f"bid {action - BIDS}"
    if action >= PASS:
        return "pass" if action == PASS else "buy"
    if view.phase == LEAD:
        return f"play {NAMES[action]}"
    return f"play {NAMES[action]} L" if action < RIGHT else f"play {NAMES[action - RIGHT]} R"


def parse_action(view: State, seat: int, text: str) -> int:
    """Return the id of the action that `text` describes."""
    if text in ("pass", "buy"):
        return PASS if text == "pass" else BUY
    if bid := BID_WORDS.fullmatch(text):
        return hear_bid(view, seat, int(bid[1]))
    play = PLAY_WORDS.fullmatch(text)
    if not play or play[1] not in NUMBERS:
        raise Refusal("unknown-words", words=repr(text[:40]))
    name, end = play[1], play[2]
    if view.phase == LEAD and end:
        raise Refusal("auction-draw.lead-no-end", tile=name)
    if view.phase not in (LEAD, BID) and not end:
        raise Refusal("auction-draw.which-end", tile=name)
    return NUMBERS[name] + (RIGHT if end == "R" else 0)


def hear_bid(view: State, seat: int, chips: int) -> int:
    """Return the action id of a bid of `chips` chips. A bid above the seat's chips is refused."""
    if view.phase != BID:
        raise Refusal("auction-draw.no-auction")
    if chips > view.scores[seat]:
        raise Refusal("bid-over-chips", bid=chips, chips=view.scores[seat])
    return BIDS + chips


def why_not(view: State, seat: int, action: int) -> Refusal:
    """Return why `action` is illegal for the seat to act."""
    if view.phase == BID:
        return why_no_bid(view, seat, action)
    if action >= BIDS:
        return Refusal("auction-draw.no-auction")
    if view.phase == LEAD and action >= PASS:
        return Refusal("auction-draw.leader-plays")
    if action == PASS:
        return Refusal("auction-draw.fits-no-pass")
    if action == BUY:
        return why_no_purchase(view, seat)
    return why_no_play(view, seat, action)


def why_no_bid(view: State, seat: int, action: int) -> Refusal:
    """4.2, 4.3: return why a bid is illegal."""
    if action < BIDS:
        return Refusal("auction-draw.bid-now")
    if view.bid != NO_BID and action - BIDS <= view.bid:
        return Refusal("auction-draw.bid-not-above", bid=view.bid)
    return Refusal("bid-over-chips", bid=action - BIDS, chips=view.scores[seat])


def why_no_purchase(view: State, seat: int) -> Refusal:
    """3.2, 3.3, 4.1: return why a purchase is illegal."""
    if boneyard(view) <= UNSOLD:
        if not boneyard(view):
            return Refusal("auction-draw.boneyard-empty")
        fate = "auction-draw.last-two-auctioned" if view.last_two == AUCTIONED else "auction-draw.last-two-left"
        return Refusal(fate)
    if view.scores[seat] == 0:
        return Refusal("auction-draw.no-chip")
    return Refusal("auction-draw.fits-no-buy")


def why_no_play(view: State, seat: int, action: int) -> Refusal:
    """2.1, 2.3: return why a play is illegal."""
    tile, right = (action - RIGHT, True) if action >= RIGHT else (action, False)
    if not as_bits(view.tiles[seat]) >> tile & 1:
        return Refusal("not-held", piece=NAMES[tile])
    if view.phase == LEAD:
        return Refusal("auction-draw.lead-no-end", tile=NAMES[tile])
    if right:
        return Refusal("auction-draw.no-fit-right", piece=NAMES[tile], shows=view.right)
    return Refusal("auction-draw.no-fit-left", piece=NAMES[tile], shows=view.left)


def turns(state: State) -> list[Turn]:
    """Return the tiles that the table hands out: a hand for each seat, or tiles that a seat bought. Only the buyer sees
    bought tiles.
    """
    tiles = tiles_in(int(state.set))
    if state.phase == DEAL:
        return deal_turns(state, int(state.hand), tiles)
    if state.phase == DRAW:
        return [Turn("draw", "deck", int(state.drawn), 1, int(state.turn), live=tiles)]
    if state.phase == SALE:
        return [Turn("draw", "deck", int(state.drawn), UNSOLD, int(state.bidder), live=tiles)]
    return []


def holdings(view: State, seat: int) -> list[Holding]:
    """Return the other seats' hidden tiles in groups of tiles with the same possible values."""
    unseen, may, hidden = np.zeros(2, np.uint64), np.zeros(2, np.uint64), []
    find_unseen(view, seat, unseen)
    for other in range(view.seats):
        start = 0
        while other != seat and start < view.holds[other]:
            end = int(group_end(view, other, start))
            allowed(view, other, start, unseen, may)
            hidden.append(Holding(other, "tiles", end - start, as_bits(may)))
            start = end
    return hidden


def held(state: State, owner: int, kind: str) -> int:
    """Return the tiles that the seat `owner` actually holds, as a bit set."""
    return as_bits(state.tiles[owner])


def line(view: State) -> list[str]:
    """Return the tiles of the line from left to right, each with its left number first."""
    tiles, shows = [], int(view.left)
    for place in range(int(view.length)):
        tile = view.line[(int(view.line_at) + place) % len(view.line)]
        other = int(HIGH[tile]) + int(LOW[tile]) - shows
        tiles.append(f"{shows}-{other}")
        shows = other
    return tiles
