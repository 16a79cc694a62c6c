"""Board of Auction House as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from saleroom.games.house.rules.record import BID, HAND, LAY, PHASES, PLAY, TRADE
from saleroom.games.house.rules.rules import best_laid
from saleroom.games.house.rules.scoring import card_points
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, NUMBERS
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.options import Value
from saleroom.kernel.tricks import CARD_PLAYED, NO_TRUMP, low_ace
from saleroom.toolkit.display import scenes, tricks
from saleroom.toolkit.display.scenes import Auction, Common, Legal, Mine, SeenDeal, Settled, Suit, Trick
from saleroom.toolkit.display.view import card_or_none, seat_or_none

if TYPE_CHECKING:
    from saleroom.games.house.display.view import View


class HouseSettlement(Settled):
    """Result of the last round."""

    kitty: list[str]
    """Each seat's card in the kitty."""
    worth: int
    """Total points of the cards in the kitty."""
    carried: int
    """Points carried to this kitty from earlier rounds."""
    tricks: list[int]
    winner: int | None
    """Seat with the most tricks; None for a tie."""


class HouseBoard(Common):
    """Public board."""

    game: Literal["auction-house"]
    carried: int
    """Points carried to this round's kitty."""
    auction: Auction
    starter: int | None
    partner: int | None
    """Seat that traded with the starter."""
    must_trade: int | None
    """Seat with which the starter must trade, because it laid the highest card of the called suit; None if no seat laid
    that suit.
    """
    called: Suit | None
    shown: list[str | None]
    """Card that each seat has shown in this round's auction; None while the card is sealed."""
    laid: list[int]
    """Seats that have laid a card that is still sealed."""
    aside: list[int]
    """Seats that have put a card into the kitty."""
    trump_card: str | None
    trump: Suit | Literal["none"] | None
    """Trump suit; None before the card is turned; ``none`` in the last round."""
    trumps: list[str]
    """Court cards turned so far in this match, in the order in which they were turned."""
    trick: Trick
    last_trick: Trick | None
    tricks_won: list[int]
    last: HouseSettlement | None


Board = HouseBoard


def board(view: View, deals: Sequence[SeenDeal]) -> HouseBoard:
    """Return the public board."""
    aside = members(view.aside)
    held = [left - (not view.phase or seat in aside) for seat, left in enumerate(tricks.left_in_hands(view, HAND))]
    return {
        "game": "auction-house",
        **scenes.common(view, PHASES, view.rounds, held),
        "plays": CARD_PLAYED if view.phase == PLAY else None,
        "decided": decided(view),
        "carried": view.carry,
        "auction": auction(view, deals[-1]),
        "starter": seat_or_none(view.starter),
        "partner": seat_or_none(view.partner),
        "must_trade": must_trade(view),
        "called": None if view.starter == NO_SEAT else scenes.suit(view.called),
        "shown": [card_or_none(card) for card in view.row(view.shown)],
        "laid": laid(view),
        "aside": aside,
        "trump_card": card_or_none(view.trump_card),
        "trump": trump(view),
        "trumps": turned(view, deals),
        "trick": tricks.on_table(view),
        "last_trick": tricks.last_trick(deals, view.seats, trump_of, low_ace),
        "tricks_won": view.row(view.tricks_won),
        "last": scenes.settlement(view, deals, settle),
    }


def decided(view: View) -> bool:
    """7.1: return whether one seat is certain to have the most tricks, or no seat has more than one card."""
    if view.phase != PLAY:
        return False
    *_, second, first = sorted(view.row(view.tricks_won))
    return first > second + HAND - 1 - view.tricks or tricks.last_cards(view, HAND - 1)


def must_trade(view: View) -> int | None:
    """While the starter chooses a partner, return the seat that laid the highest card of the called suit. Otherwise
    return None.
    """
    return seat_or_none(int(best_laid(view))) if view.phase == TRADE else None


def laid(view: View) -> list[int]:
    """Return the seats that have laid a card that is still sealed."""
    chosen = ~(view.acting | 1 << view.starter) if view.phase == LAY else 0
    return [seat for seat in range(view.seats) if chosen >> seat & 1]


def auction(view: View, deal: SeenDeal) -> Auction:
    """Return the passes and the offer as an auction without amounts. The first offer ends the calls."""
    bidding = view.phase == BID
    calls = (*deal.log.of("pass"), *deal.log.of("offer"))
    return {
        "bid": None,
        "bidder": seat_or_none(view.starter),
        "said": scenes.said(view.seats, calls),
        "calls": len(calls),
        "to_speak": scenes.once_round(view) if bidding else [],
        "open": bidding,
    }


def trump(view: View) -> Suit | Literal["none"] | None:
    """Return this round's trump suit, if it is known."""
    return "none" if view.trump == NO_TRUMP else scenes.suit(view.trump)


def turned(view: View, deals: Sequence[SeenDeal]) -> list[str]:
    """Return the court cards turned so far."""
    before = [card for deal in deals[: view.deal - 1] for card in trump_card(deal)]
    return before + [NAMES[card] for card in (view.trump_card,) if card >= 0]


def trump_card(deal: SeenDeal) -> tuple[str, ...]:
    """Return the court card turned in a round, as a tuple with one name; the tuple is empty if no card was turned."""
    turned = deal.log.first("trump")
    return turned.args if turned else ()


def trump_of(deal: SeenDeal) -> int:
    """5.1: return a round's trump suit; `NO_TRUMP` before its card is turned and in the last round."""
    return next((NUMBERS[card] // 13 for card in trump_card(deal)), NO_TRUMP)


def settle(view: View, deals: Sequence[SeenDeal]) -> HouseSettlement:
    """Return the scoring of the last round."""
    cards = view.row(view.last_kitty)
    won = view.row(view.last_tricks)
    return {
        **scenes.settled(view),
        "kitty": [NAMES[card] for card in cards],
        "worth": int(sum(map(card_points, cards))),
        "carried": (deals[-2].carry or 0) if len(deals) > 1 else 0,
        "tricks": won,
        "winner": next((seat for seat, score in enumerate(view.row(view.last_score)) if score), None),
    }


def mine(view: View, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
    """Return what only `seat` sees: its hand, with trumps first and aces low, and the card that it has laid or put
    aside.
    """
    card, kitty = view.row(view.laid)[seat], view.row(view.kitty)[seat]
    chosen = f"lay {NAMES[card]}" if card >= 0 else f"kitty {NAMES[kitty]}" if kitty >= 0 else None
    return scenes.own(tricks.held(view.row(view.hand)[seat], view.trump, low_ace), legal, chosen=chosen)


def note(deal: SeenDeal, score: list[int], options: Mapping[str, Value]) -> str:
    """Return the note on the score sheet about a round.

    It is ``kitty SEAT POINTS`` if the seat scored the kitty, ``tied POINTS`` if the points are carried, and ``lost``
    after a tie in the last round.
    """
    if any(score):
        return f"kitty {score.index(max(score))} {max(score)}"
    return f"tied {deal.carry}" if deal.carry else "lost"
