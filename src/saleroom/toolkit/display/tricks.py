"""Tricks and hands of cards, for every game that takes tricks.

`key` is a game's order of cards, as its rules have it: `int` where the ace is high, `kernel.tricks.low_ace` where it is
low. `trump` is a suit, or `NO_TRUMP`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from saleroom.kernel.cards import NAMES, NUMBERS, PACK
from saleroom.kernel.tricks import NO_TRUMP, beats
from saleroom.toolkit.display.events import SeenEvent
from saleroom.toolkit.display.scenes import Play, SeenDeal, Trick
from saleroom.toolkit.display.view import TrickView

Key = Callable[[int], int]


@cache
def _order(trump: int, key: Key) -> list[tuple[int, str]]:
    """Every card, as a bit and by name, in the order in which a hand is held."""
    cards = sorted(range(PACK), key=lambda card: (card // 13 != trump, -(card // 13), -key(card)))
    return [(1 << card, NAMES[card]) for card in cards]


def held(cards: int, trump: int = NO_TRUMP, key: Key = int) -> list[str]:
    """A set of cards in the order in which a hand is held: a trump suit first, high cards first."""
    return list(_held(cards, trump, key))


@lru_cache(10_000)  # whoever has not just played holds the same cards as a moment ago
def _held(cards: int, trump: int, key: Key) -> tuple[str, ...]:
    return tuple(name for card, name in _order(trump, key) if cards & card)


def left_in_hands(view: TrickView, dealt: int) -> list[int]:
    """How many cards each seat has yet to play, of so many that it had before the first trick."""
    return [dealt - view.tricks - (card >= 0) for card in view.row(view.on_table)]


def last_cards(view: TrickView, dealt: int) -> bool:
    """Whether nobody has more than one card left, of so many before the first trick: then no play is a choice."""
    return view.tricks >= dealt - 1


def on_table(view: TrickView) -> Trick:
    """The trick on the table; the seat to act is next."""
    if not view.in_trick:
        return {"plays": [], "winner": None}
    cards = view.row(view.on_table)
    seats = view.round_from(view.next_to_act() - view.in_trick, view.in_trick)
    return {"plays": [{"seat": seat, "card": NAMES[cards[seat]]} for seat in seats], "winner": view.winning_seat}


def whole_tricks(deal: SeenDeal, seats: int, trump_of: Callable[[SeenDeal], int], key: Key = int) -> list[Trick]:
    """The whole tricks of a deal; who won each is found out once."""
    for played in deal.log.batches("play", seats, skip=len(deal.tricks)):
        plays = [_play(event) for event in played]
        deal.tricks.append({"plays": plays, "winner": winner(plays, trump_of(deal), key)})
    return deal.tricks


def last_trick(
    deals: Sequence[SeenDeal], seats: int, trump_of: Callable[[SeenDeal], int], key: Key = int
) -> Trick | None:
    """The last whole trick, of this deal or of one before; `trump_of` tells a deal's trump suit."""
    for deal in reversed(deals):
        tricks = whole_tricks(deal, seats, trump_of, key)
        if tricks:
            return tricks[-1]
    return None


def winner(plays: Sequence[Play], trump: int, key: Key = int) -> int:
    """Who wins a trick, whose first card was led: as the rules compare cards."""
    best = plays[0]
    for play in plays:
        if takes(NUMBERS[play["card"]], NUMBERS[best["card"]], trump, key):
            best = play
    return best["seat"]


@cache  # the rules are interpreted here, and there are few pairs of cards
def takes(card: int, best: int, trump: int, key: Key = int) -> bool:
    """Whether a card takes the trick from the one that wins so far, by the rules."""
    return bool(beats(key(card), key(best), trump))


def no_trump(deal: SeenDeal) -> int:
    """The trump of a deal of a game without trumps."""
    return NO_TRUMP


def cards_of_tricks(tricks: Sequence[Trick]) -> list[int]:
    """All cards of some tricks."""
    return [NUMBERS[play["card"]] for trick in tricks for play in trick["plays"]]


def _play(event: SeenEvent) -> Play:
    assert event.seat is not None
    return {"seat": event.seat, "card": event.args[0]}
