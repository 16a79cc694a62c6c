"""Tricks and hands of cards, for every game that takes tricks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from saleroom.kernel.cards import NAMES, RANKS, SUITS
from saleroom.toolkit.display.scenes import Play, SeenDeal, Trick
from saleroom.toolkit.display.view import ViewFields

HIGH_TO_LOW = (3, 2, 1, 0)  # the suits in the order in which a hand is held
ACE_HIGH = RANKS
ACE_LOW = "A23456789TJQK"


def _order(trump: int | None, ranks: str) -> list[tuple[int, str]]:
    """Every card, as a bit and by name, in the order in which a hand is held."""
    suits = sorted(HIGH_TO_LOW, key=lambda suit: suit != trump)
    names = [rank + SUITS[suit] for suit in suits for rank in reversed(ranks)]
    return [(1 << NAMES.index(name), name) for name in names]


_ORDERS = {(trump, ranks): _order(trump, ranks) for trump in (None, *range(4)) for ranks in (ACE_HIGH, ACE_LOW)}


def held(cards: int, trump: int | None = None, ranks: str = ACE_HIGH) -> list[str]:
    """A set of cards in the order in which a hand is held: a trump suit first, high cards first."""
    return [name for card, name in _ORDERS[trump, ranks] if cards & card]


def left_in_hands(view: ViewFields, dealt: int) -> list[int]:
    """How many cards each seat has yet to play, of so many that it had before the first trick."""
    return [dealt - view.tricks - (card >= 0) for card in view.row(view.on_table)]


def play_of(event: str) -> Play:
    """A card that was played, from its event."""
    seat, _, card = event.split(" ")
    return {"seat": int(seat), "card": card}


def winner(plays: Sequence[Play], trump: str | None, ranks: str = ACE_HIGH) -> int:
    """Who wins a trick, whose first card was led."""
    led = plays[0]["card"][1]

    def key(play: Play) -> tuple[bool, bool, int]:
        rank, suit = play["card"]
        return suit == trump, suit == led, ranks.index(rank)

    return max(plays, key=key)["seat"]


def on_table(view: ViewFields, events: list[str]) -> Trick:
    """The trick on the table, whose cards are the last events."""
    if not view.in_trick:
        return {"plays": [], "winner": None}
    return {"plays": [play_of(event) for event in events[-view.in_trick :]], "winner": view.winning_seat}


def last_trick(
    view: ViewFields, deals: Sequence[SeenDeal], trump_of: Callable[[list[str]], str | None], ranks: str = ACE_HIGH
) -> Trick | None:
    """The last whole trick, of this deal or of one before; `trump_of` tells a deal's trump suit from its events."""
    beyond = view.in_trick if view.tricks else 0
    of_this = deals[-1:] if view.tricks else []
    for deal in (*of_this, *reversed(deals[:-1])):
        end = len(deal.events) - (beyond if deal is deals[-1] else 0)
        if " play " in deal.events[end - 1]:
            plays = [play_of(event) for event in deal.events[end - view.seats : end]]
            return {"plays": plays, "winner": winner(plays, trump_of(deal.events), ranks)}
    return None


def all_tricks(events: list[str], seats: int) -> list[list[Play]]:
    """Every trick of a finished deal."""
    plays = [play_of(event) for event in events if " play " in event]
    return [plays[at : at + seats] for at in range(0, len(plays), seats)]
