"""Board of Auction Pitch as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

from saleroom.games.pitch.rules.record import BID, HAND, PHASES, PLAY
from saleroom.games.pitch.rules.scoring import points_made
from saleroom.games.pitch.rules.words import AUCTION, deciding
from saleroom.kernel.bits import bit, members
from saleroom.kernel.cards import JACK, NAMES, NUMBERS, PACK, card_points
from saleroom.kernel.options import Value
from saleroom.kernel.tricks import CARD_PLAYED
from saleroom.toolkit.display import scenes, tricks
from saleroom.toolkit.display.scenes import (
    Auction,
    Common,
    Legal,
    Mine,
    SeenDeal,
    Settled,
    Suit,
    TieBreak,
    Trick,
)
from saleroom.toolkit.display.view import seat_or_none

if TYPE_CHECKING:
    from saleroom.games.pitch.display.view import View

NOT_PITCHED = -1
WORTH = tuple(int(card_points(bit(card))) for card in range(PACK))
"""5.4: card points of each card when taken in a trick."""


class Point(TypedDict):
    """One of the points of a deal: who scored it, and with which card."""

    name: Literal["high", "low", "jack", "cards"]
    seat: int | None
    """Scorer; None if no seat scored it."""
    card: str | None
    """Card that scored the point; None for the point called cards, or if the card was not dealt."""


class Revoke(TypedDict):
    """First revoke of a seat in a deal."""

    seat: int
    trick: int
    """Number of the trick, from 1."""
    card: str
    """Card played, which is neither of the suit led nor a trump."""
    held: list[str]
    """Cards of the suit led that the seat held then, the highest first."""


class PitchSettlement(Settled):
    """Result of the last deal."""

    trump: Suit
    points: list[Point]
    counts: list[int]
    """Card points in each seat's tricks: T 10, A 4, K 3, Q 2, J 1."""
    pitcher: int
    bid: int | None
    made: int
    """Number of points that the pitcher made."""
    revokes: list[Revoke]
    """First revoke of each seat that revoked. These seats scored nothing and lost the bid."""


class PitchBoard(Common):
    """Public board."""

    game: Literal["auction-pitch"]
    target: int
    auction: Auction
    pitcher: int | None
    """Seat that chooses trump; None during the bidding."""
    trump: Suit | None
    trick: Trick
    last_trick: Trick | None
    tricks_won: list[int]
    counts: list[int]
    """Card points in each seat's tricks in this deal so far: T 10, A 4, K 3, Q 2, J 1."""
    last: PitchSettlement | None


Board = PitchBoard


def board(view: View, deals: Sequence[SeenDeal]) -> PitchBoard:
    """Return the public board."""
    bidding = view.phase == BID
    return {
        "game": "auction-pitch",
        **scenes.common(view, PHASES, view.deals, tricks.left_in_hands(view, HAND)),
        "tie_break": tie_break(view),
        "plays": CARD_PLAYED if view.phase == PLAY else None,
        "decided": decided(view),
        "target": view.target,
        "auction": scenes.auction(
            view,
            scenes.said_of_amounts(view, AUCTION),
            view.spoken,
            scenes.once_round(view) if bidding else [],
            bidding,
        ),
        "pitcher": None if bidding else view.bidder,
        "trump": scenes.suit(trump_of(deals[-1])),
        "trick": tricks.on_table(view),
        "last_trick": tricks.last_trick(deals, view.seats, trump_of),
        "tricks_won": view.row(view.tricks_won),
        "counts": [worth(members(taken)) for taken in view.row(view.taken)],
        "last": scenes.settlement(view, deals, settle),
    }


def decided(view: View) -> bool:
    """4.1, 4.2, 4.3: return whether each seat has at most one card left, so that no choices remain."""
    return view.phase == PLAY and tricks.last_cards(view, HAND)


def worth(cards: Iterable[int]) -> int:
    """Return the total card points of the given cards."""
    return sum(WORTH[card] for card in cards)


def tie_break(view: View) -> TieBreak | None:
    """Return the rule that decided the match if several seats reached the target in the same deal."""
    among, by = deciding(view)
    return TieBreak(seat=members(view.winners)[0], among=among, by=by) if by else None


def trump_of(deal: SeenDeal) -> int:
    """3.1: return the trump suit of a deal: the suit of the first card led, or `NOT_PITCHED`."""
    led = deal.log.first("play")
    return NUMBERS[led.args[0]] // 13 if led else NOT_PITCHED


def revokes(played: Sequence[Trick], trump: int) -> list[Revoke]:
    """4.5: return the first revoke of each seat. The later tricks of a finished deal show it."""
    first: dict[int, Revoke] = {}
    for number, trick in enumerate(played, 1):
        led = NUMBERS[trick["plays"][0]["card"]] // 13
        for play in trick["plays"]:
            seat, card = play["seat"], play["card"]
            held = [] if NUMBERS[card] // 13 in (led, trump) else _played_by(seat, played[number:], led)
            if held:
                first.setdefault(seat, {"seat": seat, "trick": number, "card": card, "held": held})
    return list(first.values())


def _played_by(seat: int, played: Sequence[Trick], suit: int) -> list[str]:
    """Return the cards of a suit that a seat played to the given tricks, the highest first."""
    cards = [NUMBERS[play["card"]] for trick in played for play in trick["plays"] if play["seat"] == seat]
    return [NAMES[card] for card in sorted(cards, reverse=True) if card // 13 == suit]


def settle(view: View, deals: Sequence[SeenDeal]) -> PitchSettlement:
    """Return the scoring of the last deal."""
    trump = trump_of(deals[-1])
    suit = scenes.suit(trump)
    assert suit is not None
    played = tricks.whole_tricks(deals[-1], view.seats, trump_of)
    trumps = [card for card in tricks.cards_of_tricks(played) if card // 13 == trump]
    points: list[Point] = [
        {"name": "high", "seat": seat_or_none(view.last_high), "card": NAMES[max(trumps)]},
        {"name": "low", "seat": seat_or_none(view.last_low), "card": NAMES[min(trumps)]},
        {
            "name": "jack",
            "seat": seat_or_none(view.last_jack),
            "card": NAMES[13 * trump + JACK] if 13 * trump + JACK in trumps else None,
        },
        {"name": "cards", "seat": seat_or_none(view.last_cards), "card": None},
    ]
    return {
        **scenes.settled(view),
        "trump": suit,
        "points": points,
        "counts": [
            worth(tricks.cards_of_tricks([trick for trick in played if trick["winner"] == seat]))
            for seat in range(view.seats)
        ],
        "pitcher": view.last_pitcher,
        "bid": seat_or_none(view.last_bid),
        "made": int(points_made(view, view.last_pitcher)),
        "revokes": revokes(played, trump),
    }


def mine(view: View, seat: int, legal: Legal, deals: Sequence[SeenDeal]) -> Mine:
    """Return what only `seat` sees: its hand, trumps first."""
    return scenes.own(tricks.held(view.row(view.hand)[seat], trump_of(deals[-1])), legal)


def note(deal: SeenDeal, score: list[int], options: Mapping[str, Value]) -> str:
    """Return the note on the score sheet about a deal.

    It is ``made SEAT BID POINTS``, ``set-back SEAT BID``, or ``unbid SEAT POINTS`` if the pitcher had not bid. If seats
    revoked, it is ``revoked SEAT...``.
    """
    led, bid = deal.log.first("play"), deal.log.last("bid")
    assert led is not None and led.seat is not None
    revoked = revokes(tricks.whole_tricks(deal, len(score), trump_of), trump_of(deal))
    if revoked:
        return " ".join(["revoked", *(str(revoke["seat"]) for revoke in revoked)])
    made = score[led.seat]
    if bid is None:
        return f"unbid {led.seat} {made}"
    return f"made {led.seat} {bid.args[0]} {made}" if made > 0 else f"set-back {led.seat} {bid.args[0]}"
