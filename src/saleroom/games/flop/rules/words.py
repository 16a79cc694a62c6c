"""Notation of Auction Flop Poker: texts of actions, reasons for refusals, cards dealt or turned, and hidden cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from saleroom.games.flop.rules.record import BID, DEAL, DISCARD, FLOP_CARDS, HAND, KEEP
from saleroom.games.flop.rules.rules import (
    DISCARDS,
    KEEPS,
    PASS,
    PRICES,
    RAISE,
    REFUSE,
    TAKE_IT,
    chosen,
    stock_is_short,
)
from saleroom.games.flop.rules.worlds import discards_of_others, kept_of_deal, returned_to, unseen_by
from saleroom.kernel.auctions import Auction, least_bid
from saleroom.kernel.bits import members, word
from saleroom.kernel.cards import NAMES, NUMBERS, PACK
from saleroom.kernel.game import Bounds, Holding, Turn, deal_turns
from saleroom.kernel.options import Value
from saleroom.kernel.refusals import Refusal

if TYPE_CHECKING:
    from saleroom.games.flop.rules.state import State

AUCTION = Auction(phase="bid", bid="bid", passing="pass", winner="bidder", price="bid")
PRIVATE = frozenset({"discard", "keep"})
_PLAIN = {"pass": PASS, "take": TAKE_IT, "refuse": REFUSE}
_SAID = {action: text for text, action in _PLAIN.items()}


def bounds(options: Mapping[str, Value], seats: int) -> Bounds:
    """Return the bounds of a match.

    Each flop adds at least one card to a hand. Each bid is one chip higher than the last. Between two bids, each other
    seat passes at most once.
    """
    flops, chips = HAND * seats, int(options["chips"])
    total = seats * chips
    # the longest auction: bids and passes, then refusals, then taking the flop
    auction = (total + 1) * seats + total + 1
    change = (-chips, (seats - 1) * chips)
    return Bounds(int(options["deals"]), seats + flops * (auction + 1), FLOP_CARDS * flops, change, change)


def covered(action: int) -> int:
    """Return how many cards an action discards or keeps."""
    return (action - DISCARDS if action < KEEPS else action - KEEPS).bit_count()


def format_action(view: State, seat: int, action: int) -> str:
    """Return the text of an action. The text lists cards in the order of their numbers."""
    if action in _SAID:
        return _SAID[action]
    if action == RAISE:
        return f"bid {least_bid(view, 1)}"
    verb, cards, places = (
        ("discard", view.hand[seat], action - DISCARDS) if action < KEEPS else ("keep", view.flop, action - KEEPS)
    )
    return " ".join([verb, *(NAMES[card] for card in members(int(chosen(cards, word(places)))))])


def parse_action(view: State, seat: int, text: str) -> int:
    """Return the id of the action that `text` describes. The cards in the text can be in any order."""
    verb, *pieces = text.split(" ")
    if text in _PLAIN:
        return _PLAIN[text]
    if verb == "bid":
        return _hear_bid(view, pieces)
    if verb == "discard":
        return DISCARDS + _places(pieces, members(view.hand[seat]), "auction-flop-poker.not-in-hand")
    if verb == "keep":
        return KEEPS + _places(pieces, members(view.flop), "auction-flop-poker.not-in-flop")
    raise Refusal("unknown-words", words=repr(text[:40]))


def _hear_bid(view: State, amount: list[str]) -> int:
    """4.2: return the action id of a bid, which must be one chip more than the last bid."""
    if view.phase == BID and amount != [str(least_bid(view, 1))]:
        raise Refusal("auction-flop-poker.only-bid", bid=least_bid(view, 1))
    return RAISE


def _places(names: list[str], cards: list[int], missing: str) -> int:
    """Return the positions of the cards `names` in `cards`, as a bit set.

    If a card is not in `cards`, the text `missing` gives the reason for the refusal.
    """
    places = 0
    for name in names:
        if name not in NUMBERS:
            raise Refusal("auction-flop-poker.no-card", words=repr(name[:40]))
        if NUMBERS[name] not in cards:
            raise Refusal(missing, piece=name)
        place = 1 << cards.index(NUMBERS[name])
        if places & place:
            raise Refusal("auction-flop-poker.twice", piece=name)
        places |= place
    return places


def why_not(view: State, seat: int, action: int) -> Refusal:
    """Return why `action` is illegal for the seat to act."""
    if view.phase == DISCARD:
        if action >= KEEPS:
            return Refusal("auction-flop-poker.discard-first")
        size = action.bit_count()
        price, chips = PRICES[size], view.scores[seat]
        return Refusal("auction-flop-poker.discard-price", cards=size, price=price, chips=chips)
    if view.phase == KEEP:
        if not KEEPS <= action < PASS:
            return Refusal("auction-flop-poker.keep-now")
        if action == KEEPS:
            return Refusal("auction-flop-poker.keep-one")
        return Refusal("auction-flop-poker.keep-less", cards=HAND - view.cards[seat])
    if view.phase == BID:
        if action == RAISE:
            return Refusal("bid-over-all", bid=least_bid(view, 1))
        return Refusal("auction-flop-poker.bid-now")
    if action == REFUSE:
        return Refusal("auction-flop-poker.refuse-price", fee=view.fee, chips=view.scores[seat])
    return Refusal("auction-flop-poker.take-now")


def turns(state: State) -> list[Turn]:
    """Return the cards that the table deals or turns: five for each seat, or a flop.

    If the stock is short, the shuffled discards follow its last cards.
    """
    if state.phase == DEAL:
        return deal_turns(state, HAND, PACK)
    top, stock = int(state.top), int(state.stock)
    if not stock_is_short(state):
        return [Turn("flop", "deck", top, FLOP_CARDS, live=top + stock)]
    live = top + stock + int(state.pile).bit_count()
    return [Turn("reshuffle"), Turn("flop", "deck", top, FLOP_CARDS, bound=stock, live=live)]


def holdings(view: State, seat: int) -> list[Holding]:
    """Return the other seats' hands and discards, which are hidden from `seat`. `view` is the view of `seat`."""
    unseen, returned = int(unseen_by(view, seat)), int(returned_to(view, seat))
    all_returned = returned.bit_count() - int(view.mixed_old) == discards_of_others(view, seat)
    hidden = []
    for other in range(view.seats):
        if other == seat:
            continue
        hidden.append(Holding(other, "hand", int(kept_of_deal(view, other)), unseen))
        discarded = returned if all_returned else returned | unseen
        hidden.append(Holding(other, "discards", int(view.discarded[other]), discarded))
        for keep in range(view.keeps[other]):
            hidden.append(Holding(other, "keep", int(view.keep_size[other, keep]), int(view.keep_may[other, keep])))
    return [holding for holding in hidden if holding.size]


def held(state: State, owner: int, kind: str) -> int:
    """Return, as a bit set, all cards that the seat `owner` actually has in its holdings of the given `kind`."""
    if kind == "discards":
        return int(state.thrown[owner])
    kept = 0
    for keep in range(state.keeps[owner]):
        kept |= int(state.keep_may[owner, keep])
    return int(state.hand[owner]) & (kept if kind == "keep" else ~kept)
