"""Reasons in Auction House."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from saleroom.games.house.player.heuristics import strength, trump_chance, worst_of, worth
from saleroom.games.house.rules.record import BID, KITTY, LAY, NOT_TURNED, PLAIN, TRADE
from saleroom.kernel import choices, loops
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, NUMBERS, SUITS
from saleroom.kernel.compile import interpreted
from saleroom.kernel.game import State
from saleroom.kernel.tricks import NO_TRUMP
from saleroom.toolkit.display import trick_reasons as tricks
from saleroom.toolkit.display.reasons import Reason, about, one, reason

RUBBISH = 0.2  # tricks: a card worth less is gladly given away
FAIR_SHARE = 2.25  # tricks


@interpreted
def worths(views, seat):
    """What each card of the pack may win, in tricks, as the house weighs it."""
    found = np.empty(52)
    for card in range(52):
        found[card] = worth(views[0], card)
    return found


@interpreted
def judgement(views, seat):
    """The card that the house would miss least, the tricks that the hand may win, and how likely each suit is trump."""
    s = views[0]
    odds = np.empty(4)
    for suit in range(4):
        odds[suit] = trump_chance(s, suit)
    return worst_of(s, s.hand[seat], s.hand[seat]), strength(s, s.hand[seat]), odds


def points(card: int) -> int:
    """What a card counts in the kitty."""
    return 1 if card % 13 == 12 else card % 13 + 2


def reasons(view: State, seat: int, words: str) -> Iterator[Reason]:
    """What speaks for an action."""
    if view.phase == BID:
        yield from _bid(view, seat, words.split(" "))
    elif view.phase == TRADE:
        yield from _trade(view, int(words.split(" ")[1]))
    else:
        card = NUMBERS[words.split(" ")[1]]
        yield from {LAY: _lay, KITTY: _kitty}.get(int(view.phase), _play)(view, seat, card)


def _bid(view: State, seat: int, words: list[str]) -> Iterator[Reason]:
    worst, _, odds = judgement(one(view), seat)
    if words[0] == "pass":
        good = worths(one(view), seat)[worst] > RUBBISH
        yield reason("pass_good" if good else "pass", card=NAMES[worst])
        return
    card, suit = NUMBERS[words[1]], SUITS.index(words[2])
    yield reason("offer_worst" if card == worst else "offer", card=words[1])
    if view.trump == suit:
        yield reason("calls_trump", suit=words[2])
    elif view.trump == NOT_TURNED and odds[suit] == max(odds):
        left = 3 - sum(court // 13 == suit for court in members(view.turned))
        yield reason("calls_likely", suit=words[2], count=left)
    held = sum(other // 13 == suit for other in members(view.hand[seat]))
    yield reason("calls_held", suit=words[2], count=held) if held else reason("calls_void", suit=words[2])


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
    yield reason(key, tricks=about(tricks_likely), card=NAMES[card], count=points(card))
    if sum(other // 13 == card // 13 for other in hand) == 1:
        yield reason("kitty_void", suit=SUITS[card // 13])
    if card == worst:
        yield reason("kitty_worst", card=NAMES[card])
    if points(card) == max(map(points, hand)):
        yield reason("kitty_most", card=NAMES[card])
    elif points(card) == min(map(points, hand)):
        yield reason("kitty_least", card=NAMES[card])


def _play(view: State, seat: int, card: int) -> Iterator[Reason]:
    legal = choices.ids(loops.legal(one(view), 0, seat))
    trump = None if view.trump == NO_TRUMP else int(view.trump)
    unseen = set(members(int(PLAIN))) - set(members(view.hand[seat])) - {int(view.kitty[seat])}
    unseen -= {other for number in range(view.seats) for other in members(view.played[number])}
    spot = tricks.Spot(view, seat, card, tuple(legal), frozenset(unseen), trump, ace_low=True)
    yield from _lead_of_tricks(view, seat, spot)
    yield from tricks.reasons(spot)


def _lead_of_tricks(view: State, seat: int, spot: tricks.Spot) -> Iterator[Reason]:
    """A trick kept from somebody who is ahead."""
    won = [int(tricks_won) for tricks_won in view.tricks_won[: view.seats]]
    ahead = won.index(max(won))
    if spot.leads or not spot.takes(spot.card) or won.count(max(won)) > 1 or max(won) < 2:
        return
    if ahead != seat and ahead == view.winning_seat:
        yield reason("stops_leader", seat=ahead, count=max(won))
