"""Reasons for actions in Auction Pitch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from saleroom.games.pitch.display.scene import WORTH, worth
from saleroom.games.pitch.player.heuristics import best_suit, chances_of
from saleroom.games.pitch.rules.record import BID, DEALT, PITCH
from saleroom.games.pitch.rules.rules import PASS, following_cards, unseen_cards
from saleroom.kernel import choices, loops
from saleroom.kernel.bits import members
from saleroom.kernel.cards import ACE, JACK, NAMES, NUMBERS, SUITS
from saleroom.kernel.compile import interpreted
from saleroom.toolkit.display import trick_reasons, tricks
from saleroom.toolkit.display.events import decode_action
from saleroom.toolkit.display.reasons import Reason, about, one, reason

if TYPE_CHECKING:
    from saleroom.games.pitch.rules.state import State


@interpreted
def promise(views, seat):
    """Return the suit that the bot `house` would pitch, and the expected points with that suit."""
    s: State = views[0]
    suit = best_suit(s, s.hand[seat])
    high, low, jack, cards = chances_of(s, s.hand[seat], suit)
    return suit, high + low + jack + cards


def reasons(view: State, seat: int, words: str) -> Iterator[Reason]:
    """Yield the reasons for the action that `words` describes."""
    legal = choices.ids(loops.legal(one(view), 0, seat))
    if view.phase == BID:
        yield from _bid(view, seat, words, legal)
        return
    card = NUMBERS[decode_action(words).args[0]]
    follows = members(following_cards(view, seat))
    if len(follows) < len(legal):
        yield reason("no_revoke" if card in follows else "is_revoke", suit=SUITS[view.led])
    yield from _pitch(view, seat, card) if view.phase == PITCH else _points(view, card)
    trump = card // 13 if view.phase == PITCH else int(view.trump)
    unseen = frozenset(members(unseen_cards(view, seat)))
    yield from trick_reasons.reasons(trick_reasons.Spot(view, seat, card, tuple(legal), unseen, trump))


def _bid(view: State, seat: int, words: str, legal: list[int]) -> Iterator[Reason]:
    suit, points = promise(one(view), seat)
    least = min(bid for bid in legal if bid != PASS) - PASS
    if words == "pass":
        yield reason("pass", suit=SUITS[suit], points=about(points), bid=least)
        return
    bid = int(decode_action(words).args[0])
    yield reason("bid_strength", suit=SUITS[suit], points=about(points), bid=bid)
    yield from _sure_points(view, seat, suit)
    if bid == view.bid:
        yield reason("dealer_match", bid=bid, seat=int(view.bidder))
    elif seat == view.dealer:
        yield reason("speaks_last")


def _sure_points(view: State, seat: int, suit: int) -> Iterator[Reason]:
    """Yield a reason for each point that is certain if the hand pitches `suit`."""
    hand = members(view.hand[seat])
    if 13 * suit + ACE in hand:
        yield reason("high_sure", card=NAMES[13 * suit + ACE])
    if 13 * suit in hand and view.low == DEALT:
        yield reason("low_sure", card=NAMES[13 * suit])


def _pitch(view: State, seat: int, card: int) -> Iterator[Reason]:
    """Yield reasons for the first lead, which names the trump suit."""
    suit = card // 13
    held = sum(other // 13 == suit for other in members(view.hand[seat]))
    if promise(one(view), seat)[0] == suit:
        yield reason("best_suit", suit=SUITS[suit], count=held)
    else:
        yield reason("makes_trump", suit=SUITS[suit], count=held)


def _points(view: State, card: int) -> Iterator[Reason]:
    """Yield reasons about the points of the deal that a card wins or gives away."""
    if not view.in_trick:
        return
    best, trump = int(view.on_table[view.winning_seat]), int(view.trump)
    takes = tricks.takes(card, best, trump)
    table = members(view.trick)
    jack = 13 * trump + JACK
    if takes and jack in table:
        yield reason("jack_on_table", card=NAMES[jack])
    elif takes and worth(table) > 0:
        yield reason("counts", count=worth(table))
    elif not takes and not WORTH[card]:
        yield reason("worthless", card=NAMES[card])
