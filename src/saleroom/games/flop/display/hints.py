"""Reasons for actions in Auction Flop Poker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from saleroom.games.flop.player.heuristics import best_keep, gain
from saleroom.games.flop.rules.record import BID, DISCARD, FLOP_CARDS, HAND, KEEP
from saleroom.games.flop.rules.rules import KEEPS, PRICES
from saleroom.kernel.auctions import least_bid
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, NUMBERS, SUITS
from saleroom.kernel.compile import interpreted
from saleroom.toolkit.display.events import decode_action
from saleroom.toolkit.display.poker_hands import made
from saleroom.toolkit.display.reasons import Reason, about, one, reason

if TYPE_CHECKING:
    from saleroom.games.flop.rules.state import State


@interpreted
def judgement(views, seat):
    """Return the keep action that the bot `house` would choose for the flop, and how many chips the seat gains by the
    flop.
    """
    s: State = views[0]
    return best_keep(s, seat)[0], gain(s, seat)


def reasons(view: State, seat: int, words: str) -> Iterator[Reason]:
    """Yield the reasons for the action that `words` describes."""
    verb, names = decode_action(words)
    hand = members(view.hand[seat])
    cards = [NUMBERS[name] for name in names if name in NUMBERS]
    if view.phase == DISCARD:
        yield from _discard(view, [card for card in hand if card not in cards], len(cards))
    elif view.phase == KEEP:
        yield from _keep(view, seat, hand, cards)
    elif view.phase == BID:
        yield from _bid(view, seat, hand)
    else:
        yield from _take(view, seat, hand, verb)


def _promise(cards: list[int]) -> Iterator[Reason]:
    """Yield a reason that names the poker hand that `cards` make or can still become."""
    kind = made(cards)
    missing = HAND - len(cards)
    if kind != "high-card":
        yield reason("makes", made=kind)
    elif 1 <= missing < FLOP_CARDS and len({card // 13 for card in cards}) == 1:
        yield reason("flush_draw", suit=SUITS[cards[0] // 13], count=missing)
    elif 1 <= missing < FLOP_CARDS and fits_straight(cards):
        yield reason("straight_draw", count=missing)
    else:
        top = max(cards, key=lambda card: card % 13)
        yield reason("high", card=NAMES[top])


def fits_straight(cards: list[int]) -> bool:
    """Return whether the cards have different ranks that fit within one straight."""
    high = {card % 13 for card in cards}
    low = {rank if rank < 12 else -1 for rank in high}
    return len(high) == len(cards) and any(max(ranks) - min(ranks) < HAND for ranks in (high, low))


def _discard(view: State, left: list[int], size: int) -> Iterator[Reason]:
    if size == 0:
        yield reason("stands_pat", made=made(left))
        return
    if left:
        yield from _promise(left)
    yield reason("discards", count=size, price=int(PRICES[size]), chips=int(view.carry))


def _keep(view: State, seat: int, hand: list[int], cards: list[int]) -> Iterator[Reason]:
    yield from _promise(hand + cards)
    missing = HAND - len(hand) - len(cards)
    yield reason("still_missing", count=missing) if missing else reason("complete")


def _flop(view: State, seat: int, hand: list[int]) -> Iterator[Reason]:
    """Yield a reason that names the cards that the bot `house` would keep from the current flop."""
    flop, places = members(view.flop), judgement(one(view), seat)[0] - KEEPS
    kept = [card for place, card in enumerate(flop) if places >> place & 1]
    yield reason("with_flop", cards=" ".join(NAMES[card] for card in kept), made=made(hand + kept))


def _bid(view: State, seat: int, hand: list[int]) -> Iterator[Reason]:
    added, price = judgement(one(view), seat)[1], int(least_bid(view, 1))
    if about(added) == "0":
        yield reason("adds_little" if added > 0 else "adds_nothing", price=price)
    else:
        yield reason("adds", chips=about(added), price=price)
    yield from _flop(view, seat, hand)


def _take(view: State, seat: int, hand: list[int], verb: str) -> Iterator[Reason]:
    added = judgement(one(view), seat)[1]
    if verb == "refuse":
        yield reason("refuse", count=int(view.fee))
    else:
        yield reason("free") if added >= 0 else reason("dear_refusal", count=int(view.fee))
    yield from _flop(view, seat, hand)
