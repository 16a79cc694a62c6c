"""Reasons for actions in Auction House."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.house.player.heuristics import strength, trump_chance, worst_of, worth
from saleroom.games.house.rules.record import BID, KITTY, LAY, NOT_TURNED, TRADE
from saleroom.games.house.rules.scoring import card_points
from saleroom.games.house.rules.worlds import unseen_cards
from saleroom.kernel import choices, loops
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, NUMBERS, SUITS
from saleroom.kernel.compile import interpreted
from saleroom.kernel.tricks import low_ace
from saleroom.toolkit.display import trick_reasons as tricks
from saleroom.toolkit.display.events import Action, decode_action
from saleroom.toolkit.display.reasons import Reason, about, one, reason

if TYPE_CHECKING:
    from saleroom.games.house.rules.state import State

RUBBISH = 0.2  # a card with fewer expected tricks is a bad card, which the bot trades away
FAIR_SHARE = 2.25  # a hand with more expected tricks is strong


@interpreted
def worths(views, seat):
    """Return the expected number of tricks of each card in the pack, according to the bot `house`."""
    values = np.empty(52)
    for card in range(52):
        values[card] = worth(views[0], card)
    return values


@interpreted
def judgement(views, seat):
    """Return the worst card of the hand, the expected tricks of the hand, and each suit's chance to be trump.

    All three are values of the bot `house`.
    """
    s: State = views[0]
    odds = np.empty(4)
    for suit in range(4):
        odds[suit] = trump_chance(s, suit)
    return worst_of(s, s.hand[seat], s.hand[seat]), strength(s, s.hand[seat]), odds


def reasons(view: State, seat: int, words: str) -> Iterator[Reason]:
    """Yield the reasons for the action that `words` describes."""
    if view.phase == BID:
        yield from _bid(view, seat, decode_action(words))
    elif view.phase == TRADE:
        yield from _trade(view, int(decode_action(words).args[0]))
    else:
        card = NUMBERS[decode_action(words).args[0]]
        yield from {LAY: _lay, KITTY: _kitty}.get(int(view.phase), _play)(view, seat, card)


def _bid(view: State, seat: int, action: Action) -> Iterator[Reason]:
    worst, _, odds = judgement(one(view), seat)
    if action.verb == "pass":
        good = worths(one(view), seat)[worst] > RUBBISH
        yield reason("pass_good" if good else "pass", card=NAMES[worst])
        return
    offered, called = action.args
    card, suit = NUMBERS[offered], SUITS.index(called)
    yield reason("offer_worst" if card == worst else "offer", card=offered)
    if view.trump == suit:
        yield reason("calls_trump", suit=called)
    elif view.trump == NOT_TURNED and odds[suit] == max(odds):
        left = 3 - sum(court // 13 == suit for court in members(view.turned))
        yield reason("calls_likely", suit=called, count=left)
    held = sum(other // 13 == suit for other in members(view.hand[seat]))
    yield reason("calls_held", suit=called, count=held) if held else reason("calls_void", suit=called)


def _lay(view: State, seat: int, card: int) -> Iterator[Reason]:
    offered, called = int(view.shown[view.starter]), int(view.called)
    prices = worths(one(view), seat)
    holds = any(other // 13 == called for other in members(view.hand[seat]))
    if card // 13 == called:
        yield reason("lay_called", card=NAMES[card], suit=SUITS[called], offered_card=NAMES[offered])
    elif holds:
        yield reason("lay_away", card=NAMES[card], suit=SUITS[called])
    else:
        yield reason("lay_void", suit=SUITS[called])
    if prices[card] < prices[offered]:
        yield reason("lay_cheap", card=NAMES[card], offered_card=NAMES[offered])
    elif card == judgement(one(view), seat)[0]:
        yield reason("lay_worst", card=NAMES[card])


def _trade(view: State, partner: int) -> Iterator[Reason]:
    mine, theirs = int(view.shown[view.starter]), int(view.shown[partner])
    prices = worths(one(view), int(view.starter))
    others = [int(view.shown[seat]) for seat in range(view.seats) if seat != view.starter]
    yield reason("trade", seat=partner, given_card=NAMES[mine], taken_card=NAMES[theirs])
    if prices[theirs] == max(prices[card] for card in others):
        yield reason("trade_best", card=NAMES[theirs])


def _kitty(view: State, seat: int, card: int) -> Iterator[Reason]:
    worst, tricks_likely, _ = judgement(one(view), seat)
    hand = members(view.hand[seat])
    strong = tricks_likely > FAIR_SHARE
    key = "kitty_strong" if strong else "kitty_weak"
    yield reason(key, tricks=about(tricks_likely), card=NAMES[card], count=int(card_points(card)))
    if sum(other // 13 == card // 13 for other in hand) == 1:
        yield reason("kitty_void", suit=SUITS[card // 13])
    if card == worst:
        yield reason("kitty_worst", card=NAMES[card])
    if int(card_points(card)) == max(map(card_points, hand)):
        yield reason("kitty_most", card=NAMES[card])
    elif int(card_points(card)) == min(map(card_points, hand)):
        yield reason("kitty_least", card=NAMES[card])


def _play(view: State, seat: int, card: int) -> Iterator[Reason]:
    legal = choices.ids(loops.legal(one(view), 0, seat))
    unseen = frozenset(members(unseen_cards(view, seat)))
    spot = tricks.Spot(view, seat, card, tuple(legal), unseen, int(view.trump), low_ace)
    yield from _lead_of_tricks(view, seat, spot)
    yield from tricks.reasons(spot)


def _lead_of_tricks(view: State, seat: int, spot: tricks.Spot) -> Iterator[Reason]:
    """Yield a reason if the card stops the seat with the most tricks from winning this trick."""
    won = [int(tricks_won) for tricks_won in view.tricks_won[: view.seats]]
    ahead = won.index(max(won))
    if spot.leads or not spot.takes(spot.card) or won.count(max(won)) > 1 or max(won) < 2:
        return
    if ahead != seat and ahead == view.winning_seat:
        yield reason("stops_leader", seat=ahead, count=max(won))
