"""Reasons for actions in Auction Hearts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from saleroom.games.hearts.display.scene import pain_in
from saleroom.games.hearts.player.heuristics import moon_in_sight, safest_suit, worth_of_naming
from saleroom.games.hearts.rules.record import BID, LIMITED, NAME
from saleroom.games.hearts.rules.rules import unseen_cards
from saleroom.kernel import choices, loops
from saleroom.kernel.auctions import least_bid
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, NUMBERS, SUITS
from saleroom.kernel.compile import interpreted
from saleroom.toolkit.display import trick_reasons as tricks
from saleroom.toolkit.display.events import decode_action
from saleroom.toolkit.display.reasons import Reason, one, reason

if TYPE_CHECKING:
    from saleroom.games.hearts.rules.state import State


@interpreted
def judgement(views, seat):
    """Return the suit that the bot `house` would name, the value of naming it, and the seat that may shoot the moon (or
    -1).
    """
    s: State = views[0]
    return safest_suit(s.hand[seat]), worth_of_naming(s, s.hand[seat]), moon_in_sight(s)


def reasons(view: State, seat: int, words: str) -> Iterator[Reason]:
    """Yield the reasons for the action that `words` describes."""
    if view.phase == BID:
        yield from _bid(view, seat, words)
    elif view.phase == NAME:
        yield from _name(view, seat, SUITS.index(decode_action(words).args[0]))
    else:
        yield from _play(view, seat, NUMBERS[decode_action(words).args[0]])


def _bid(view: State, seat: int, words: str) -> Iterator[Reason]:
    suit, worth, _ = judgement(one(view), seat)
    least, chips = int(least_bid(view, 1)), int(view.scores[seat])
    if words == "pass":
        if least <= int(worth) and least > chips // 2:
            yield reason("keeps_half", bid=least, chips=chips)
        yield reason("pass", suit=SUITS[suit], worth=int(worth), count=least)
        return
    yield reason("bid", suit=SUITS[suit], worth=int(worth))
    yield reason("speaks_last") if seat == view.dealer else reason("speaks_once")


def _name(view: State, seat: int, suit: int) -> Iterator[Reason]:
    held = [card for card in members(view.hand[seat]) if card // 13 == suit]
    if judgement(one(view), seat)[0] == suit:
        yield reason("safest", suit=SUITS[suit])
    if held:
        yield reason("holds", suit=SUITS[suit], count=len(held), low_card=NAMES[held[0]])
    else:
        yield reason("void", suit=SUITS[suit])


def _play(view: State, seat: int, card: int) -> Iterator[Reason]:
    legal = choices.ids(loops.legal(one(view), 0, seat))
    unseen = frozenset(members(unseen_cards(view, seat)))
    spot = tricks.Spot(view, seat, card, tuple(legal), unseen)
    yield from _moon(view, spot)
    yield from _pain(view, spot)
    if spot.leads or spot.takes(card):
        yield from tricks.reasons(spot)
    else:
        yield from _duck(spot)


def _moon(view: State, spot: tricks.Spot) -> Iterator[Reason]:
    """Yield reasons if one seat, perhaps the viewer's, has taken every trick so far."""
    shooter = judgement(one(view), spot.seat)[2]
    if shooter == spot.seat:
        yield reason("all_tricks", count=int(view.tricks))
    elif shooter >= 0 and spot.takes(spot.card):
        yield reason("stops_moon", seat=int(shooter), count=int(view.tricks))


def _pain(view: State, spot: tricks.Spot) -> Iterator[Reason]:
    """Yield reasons about pain cards that are in the trick or can still be played to it."""
    pain, card = int(view.pain), spot.card
    on_table = pain_in(int(view.trick), pain)
    if not spot.takes(card):
        if card // 13 == pain:
            yield reason("rid_of_pain", card=spot.name)
        return
    if not spot.later and not on_table and card // 13 != pain:
        yield reason("no_pain")
    elif view.tricks == 0 and view.pain_limits == LIMITED and pain not in (spot.led, card // 13) and not on_table:
        yield reason("first_trick")
    elif on_table and len(spot.takers) == len(spot.legal):
        yield reason("must_take", count=on_table)


def _duck(spot: tricks.Spot) -> Iterator[Reason]:
    """Yield reasons for a card that cannot take the trick."""
    if spot.card // 13 != spot.led:
        yield reason("throws", card=spot.name, led_suit=SUITS[spot.led])
        if spot.higher_out == 0 and len(spot.of_suit) > 0:
            yield reason("nothing_above", card=spot.name, suit=spot.suit)
        return
    yield reason("ducks", card=spot.name, best_card=NAMES[spot.best or 0])
    under = [card for card in spot.legal if not spot.takes(card)]
    if len(under) > 1 and spot.card == max(under):
        yield reason("highest_under", card=spot.name)
