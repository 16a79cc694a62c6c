"""Shared parts of games small enough to be solved: a small pack, one bid per seat and zero-sum scores.

A small pack has two suits, clubs and diamonds, each with its `ranks` highest ranks. Each seat is dealt `dealt` cards.
The first phases of a deal are `DEAL` and `BID`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from saleroom.kernel.auctions import AUCTION, NO_BID, least_bid, open_auction
from saleroom.kernel.bits import NONE, below, bit, next_seat, seats_of, shifted, without
from saleroom.kernel.cards import ACE
from saleroom.kernel.chance import MATCH as OF_MATCH
from saleroom.kernel.chance import draw, fresh_chance, shuffle
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import go_on, leaders
from saleroom.kernel.fields import ALWAYS, CHANCE, MATCH, also_dead, also_unset, secret
from saleroom.kernel.game import Holding, State, Turn, deal_turns
from saleroom.kernel.holdings import hidden_hands, imagine_hands
from saleroom.kernel.options import BadOptions, Option, Value
from saleroom.kernel.refusals import Refusal
from saleroom.kernel.tricks import TRICKS, all_played, deal_hands, open_tricks

if TYPE_CHECKING:
    from saleroom.kernel.states import SmallState, SmallTrickState

SUITS, RANKS = 2, 13
"""Number of suits, and of ranks in each suit of the largest pack."""
HIGHEST_BID = 2
DEAL, BID = range(2)
"""First two phases of every deal."""
DEALS = Option("deals", range(1, 10_001), 10, "after how many deals the match ends", "deals")
PACK_OPTIONS = (
    Option("ranks", range(4, RANKS + 1), 4, "how many ranks each of the two suits has, from the ace down", "ranks"),
    Option("dealt", range(1, 4), 2, "how many cards each player is dealt", "cards"),
)
OPTIONS = (*PACK_OPTIONS, DEALS)
"""Options of a small trick-taking game."""
DECK = secret("deck", "i1", (0, 51), "card", "the pack: the hands from seat 0 on, then the rest", (SUITS * RANKS,))
TRICK_FIELDS = (
    *CHANCE,
    DECK,
    *also_dead(MATCH, carry=ALWAYS, last_carry=ALWAYS),
    *(option.field() for option in OPTIONS),
    # if no seat bids, the seat that spoke first has won the auction
    *also_unset(AUCTION, bidder={"phase": (BID,), "bid": (NO_BID,)}),
    *TRICKS,
)
"""Fields of a small trick-taking game."""


# The pack


@rule
def card_at(s: SmallState, place):
    """Return the card at a place of the unshuffled pack: suit by suit, ascending."""
    return 13 * (place // s.ranks) + ACE + 1 - s.ranks + place % s.ranks


@rule
def small_pack(s: SmallState):
    """Return every card of the pack."""
    cards = NONE
    for place in range(SUITS * s.ranks):
        cards |= bit(card_at(s, place))
    return cards


@rule
def shuffle_small_pack(s: SmallState, needed):
    """Before the first deal, draw the dealer. Then put random cards of the pack into its first `needed` places."""
    if s.deal == 1:
        s.dealer = draw(s, s.seats, OF_MATCH, 0)
    for place in range(SUITS * s.ranks):
        s.deck[place] = card_at(s, place)
    shuffle(s, s.deck, SUITS * s.ranks, needed, s.deal, 0)


def goes_round(options: Mapping[str, Value], seats: int, open_cards: int = 0) -> None:
    """Raise `BadOptions` if the pack is too small for the hands and `open_cards` open cards."""
    cards, dealt = SUITS * int(options["ranks"]), int(options["dealt"])
    if dealt * seats + open_cards > cards:
        besides = f" and {open_cards} open" if open_cards else ""
        raise BadOptions(f"{cards} cards are too few for {seats} hands of {dealt}{besides}")


def hands_dealt(state: State) -> list[Turn]:
    """Return the turns of the table at the start of a deal. Each turn deals a hand to one seat."""
    return deal_turns(state, int(state.dealt), SUITS * int(state.ranks))


# Trick-taking games


@rule
def shuffle_for_hands(s: SmallTrickState):
    """Shuffle as many cards as the hands need."""
    shuffle_small_pack(s, s.dealt * s.seats)


@rule
def open_deal(s: SmallTrickState):
    """Deal a hand to each seat; the seat to the dealer's left speaks first."""
    deal_hands(s, s.dealt, small_pack(s))
    open_tricks(s)
    s.phase = BID
    open_auction(s, next_seat(s.dealer, s.seats))


@rule
def bids_above(s: SmallTrickState, base):
    """Return the ids of the bids of one and two that beat the standing bid.

    A bid's id is `base` plus its points.
    """
    return shifted(without(below(HIGHEST_BID + 1), below(least_bid(s, 1))), base)


@rule
def unseen_cards(s: SmallTrickState, seat):
    """Return the cards of a small pack that `seat` has not seen."""
    return without(small_pack(s), all_played(s) | s.hand[seat])


@rule
def imagine_small(s: SmallTrickState, seat, rng):
    """Deal unseen cards at random to the hands hidden from `seat`. Each hand gets only cards that it can hold."""
    fresh_chance(s, rng)
    imagine_hands(s, seat, s.dealt, unseen_cards(s, seat), rng)


@rule
def score_differences(s: SmallTrickState):
    """Replace the points in `last_score` by each seat's total lead over the other seats, and add the lead to the seat's
    score. The leads add up to zero.
    """
    total = 0
    for seat in range(seats_of(s)):
        total += s.last_score[seat]
    for seat in range(seats_of(s)):
        ahead = s.seats * s.last_score[seat] - total
        s.last_score[seat] = ahead
        s.scores[seat] += ahead


@rule
def close_deal(s: SmallTrickState):
    """Score the deal from `last_score`; after the last deal, end the match, and let the highest score win."""
    score_differences(s)
    if s.deal == s.deals:
        s.winners = leaders(s)
    go_on(s)


def why_no_bid(view: State) -> Refusal:
    """Return why a seat may not make a bid, of one or two points, in the state that `view` shows."""
    lowest = least_bid(view, 1)
    return Refusal("bid-too-low", bid=lowest) if lowest <= HIGHEST_BID else Refusal("top-bid", bid=HIGHEST_BID)


def holdings(view: State, seat: int) -> list[Holding]:
    """Return the hands of all seats except `seat`, with the cards that they can hold; `view` is the view of `seat`."""
    return hidden_hands(view, seat, int(view.dealt), int(unseen_cards(view, seat)))


def held(state: State, owner: int, kind: str) -> int:
    """Return the cards in the owner's hand in `state` as a bit set."""
    return int(state.hand[owner])
