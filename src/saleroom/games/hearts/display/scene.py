"""Board of Auction Hearts as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from saleroom.games.hearts.rules.record import BID, ENDINGS, HAND, NO_SUIT, PHASES, PLAY
from saleroom.games.hearts.rules.rules import HEARTS
from saleroom.games.hearts.rules.words import AUCTION
from saleroom.kernel.cards import SUITS
from saleroom.kernel.options import Value
from saleroom.kernel.tricks import CARD_PLAYED
from saleroom.toolkit.display import scenes, tricks
from saleroom.toolkit.display.scenes import Auction, Common, Legal, Mine, SeenDeal, Settled, Suit, Trick

if TYPE_CHECKING:
    from saleroom.games.hearts.display.view import View


class HeartsSettlement(Settled):
    """Result of the last deal."""

    buyer: int | None
    """Seat that paid for naming the pain suit in this deal; None without an auction, or if all seats passed."""
    price: int
    """Chips that it paid, which are part of its score; 0 without a buyer."""
    pain: Suit | None
    """Pain suit; None if no card was played."""
    taken: list[int]
    """Number of pain cards that each seat took."""
    ending: str
    """How the deal ended: ``one clear``, ``two clear``, ``none clear``, ``all the pain``, ``moon`` or ``redeal``."""


class HeartsBoard(Common):
    """Public board."""

    game: Literal["auction-hearts"]
    pot: int
    auction: Auction
    namer: int | None
    """Seat that names or has named the pain suit; None during the auction or if all seats passed."""
    stayed: bool
    """Whether the last pot was not won, so that this deal had no auction."""
    pain: Suit | None
    broken: bool
    """Whether a pain card has been played in this deal."""
    taken: list[int]
    """Number of pain cards that each seat has taken in this deal."""
    trick: Trick
    last_trick: Trick | None
    tricks_won: list[int]
    last: HeartsSettlement | None


Board = HeartsBoard


def board(view: View, deals: Sequence[SeenDeal]) -> HeartsBoard:
    """Return the public board."""
    bidding = view.phase == BID
    stayed = not bidding and not auctioned(deals[-1])
    return {
        "game": "auction-hearts",
        **scenes.common(view, PHASES, view.deals, tricks.left_in_hands(view, HAND)),
        "plays": CARD_PLAYED if view.phase == PLAY else None,
        "decided": decided(view),
        "pot": view.carry,
        "auction": scenes.no_auction(view.seats) if stayed else auction(view),
        "namer": None if bidding or view.bid < 0 else view.bidder,
        "stayed": stayed,
        "pain": scenes.suit(view.pain),
        "broken": bool(view.broken),
        "taken": [pain_in(cards, view.pain) for cards in view.row(view.taken)],
        "trick": tricks.on_table(view),
        "last_trick": tricks.last_trick(deals, view.seats, tricks.no_trump),
        "tricks_won": view.row(view.tricks_won),
        "last": scenes.settlement(view, deals, settle),
    }


def decided(view: View) -> bool:
    """4.1 to 4.5: return whether the result is certain.

    It is certain if all pain cards are taken and no moon is possible, or if each seat has at most one card left.
    """
    if view.phase != PLAY:
        return False
    pain = sum(pain_in(cards, view.pain) for cards in view.row(view.taken))
    takers = sum(won > 0 for won in view.row(view.tricks_won))
    return (pain == HAND and takers > 1) or tricks.last_cards(view, HAND)


def auctioned(deal: SeenDeal) -> bool:
    """2.4: return whether a deal has had an auction; it has none if the previous pot was not won."""
    return deal.log.first("bid") is not None or deal.log.first("pass") is not None


def auction(view: View) -> Auction:
    """Return the auction of this deal."""
    bidding = view.phase == BID
    speakers = scenes.once_round(view) if bidding else []
    return scenes.auction(view, scenes.said_of_amounts(view, AUCTION), view.spoken, speakers, bidding)


def pain_in(cards: int, pain: int) -> int:
    """Return the number of pain cards in a set of cards."""
    return 0 if pain == NO_SUIT else (cards >> 13 * pain & 0x1FFF).bit_count()


def settle(view: View, deals: Sequence[SeenDeal]) -> HeartsSettlement:
    """Return the settlement of the last deal."""
    bought = deals[-1].log.last("bid")  # every bid is above the one before it
    return {
        **scenes.settled(view),
        "buyer": bought.seat if bought else None,
        "price": int(bought.args[0]) if bought else 0,
        "pain": scenes.suit(view.last_pain),
        "taken": view.row(view.last_taken),
        "ending": ENDINGS[view.last_ending],
    }


def mine(view: View, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
    """Return what only `seat` sees: its hand, and its chips during bidding."""
    bidding = view.phase == BID and view.acting >> seat & 1
    return scenes.own(
        tricks.held(view.row(view.hand)[seat]), legal, afford=view.row(view.scores)[seat] if bidding else None
    )


def note(deal: SeenDeal, score: list[int], options: Mapping[str, Value]) -> str:
    """Return the note on the score sheet about a deal.

    It is ``one-clear SEAT`` if the seat took the pot, ``two-clear SEAT SEAT`` if two seats shared it, and ``moon SEAT``
    if the seat took all tricks. If the pot is not won, it is ``none-clear``, ``all-pain SEAT`` or ``unplayed`` (all
    seats passed).
    """
    seats = len(score)
    played = tricks.whole_tricks(deal, seats, tricks.no_trump)
    if not played:
        return "unplayed"
    won = [[trick for trick in played if trick["winner"] == seat] for seat in range(seats)]
    taken = [sum(card // 13 == pain_of(deal) for card in tricks.cards_of_tricks(own)) for own in won]
    shooters = [seat for seat, own in enumerate(won) if len(own) == HAND]
    if shooters and options["moon"] != "off":
        return f"moon {shooters[0]}"
    clear = [str(seat) for seat, cards in enumerate(taken) if not cards]
    if len(clear) == seats - 1:
        return f"all-pain {taken.index(HAND)}"
    return " ".join([("none-clear", "one-clear", "two-clear")[len(clear)], *clear])


def pain_of(deal: SeenDeal) -> int:
    """2.2, 2.3: return the suit that was named, or hearts if no seat bid."""
    named = deal.log.first("name")
    return SUITS.index(named.args[0]) if named else HEARTS
