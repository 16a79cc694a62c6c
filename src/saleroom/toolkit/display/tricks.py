"""Display of tricks and hands, for all trick-taking games.

The parameter `key` gives the order of cards in a game: `int` if the ace is high, `kernel.tricks.low_ace` if it is low.
The parameter `trump` is a suit or `NO_TRUMP`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from saleroom.kernel.cards import NAMES, NUMBERS, PACK
from saleroom.kernel.tricks import CARD_PLAYED, NO_TRUMP, beats
from saleroom.toolkit.display.events import SeenEvent
from saleroom.toolkit.display.scenes import Play, SeenDeal, Trick
from saleroom.toolkit.display.view import TrickView

Key = Callable[[int], int]


@cache
def _order(trump: int, key: Key) -> list[tuple[int, str]]:
    """Return all cards in display order, each as a bit and a name."""
    cards = sorted(range(PACK), key=lambda card: (card // 13 != trump, -(card // 13), -key(card)))
    return [(1 << card, NAMES[card]) for card in cards]


def held(cards: int, trump: int = NO_TRUMP, key: Key = int) -> list[str]:
    """Return a set of cards in display order: trumps first, and high cards first in each suit."""
    return list(_held(cards, trump, key))


@lru_cache(10_000)  # a hand changes only when its seat plays or receives a card
def _held(cards: int, trump: int, key: Key) -> tuple[str, ...]:
    return tuple(name for card, name in _order(trump, key) if cards & card)


def left_in_hands(view: TrickView, dealt: int) -> list[int]:
    """Return how many cards each seat has yet to play, if each seat was dealt `dealt` cards."""
    return [dealt - view.tricks - (card >= 0) for card in view.row(view.on_table)]


def last_cards(view: TrickView, dealt: int) -> bool:
    """Return whether no seat has more than one card left, so that no choices remain.

    Each seat was dealt `dealt` cards.
    """
    return view.tricks >= dealt - 1


def on_table(view: TrickView) -> Trick:
    """Return the current trick; the seat to act plays the next card."""
    if not view.in_trick:
        return {"plays": [], "winner": None}
    cards = view.row(view.on_table)
    seats = view.round_from(view.next_to_act() - view.in_trick, view.in_trick)
    return {"plays": [{"seat": seat, "card": NAMES[cards[seat]]} for seat in seats], "winner": view.winning_seat}


def whole_tricks(deal: SeenDeal, seats: int, trump_of: Callable[[SeenDeal], int], key: Key = int) -> list[Trick]:
    """Return the complete tricks of a deal. The winner of each trick is computed only once."""
    for played in deal.log.batches(CARD_PLAYED, seats, skip=len(deal.tricks)):
        plays = [_play(event) for event in played]
        deal.tricks.append({"plays": plays, "winner": winner(plays, trump_of(deal), key)})
    return deal.tricks


def last_trick(
    deals: Sequence[SeenDeal], seats: int, trump_of: Callable[[SeenDeal], int], key: Key = int
) -> Trick | None:
    """Return the last complete trick, possibly from an earlier deal. `trump_of` returns the trump suit of a deal."""
    for deal in reversed(deals):
        tricks = whole_tricks(deal, seats, trump_of, key)
        if tricks:
            return tricks[-1]
    return None


def winner(plays: Sequence[Play], trump: int, key: Key = int) -> int:
    """Return the seat that wins a trick by the rules. The first of `plays` is the lead."""
    best = plays[0]
    for play in plays:
        if takes(NUMBERS[play["card"]], NUMBERS[best["card"]], trump, key):
            best = play
    return best["seat"]


@cache  # interpreted rules are slow, and there are few pairs of cards
def takes(card: int, best: int, trump: int, key: Key = int) -> bool:
    """Return whether `card` beats `best`, the card that wins the trick so far, by the rules."""
    return bool(beats(key(card), key(best), trump))


def no_trump(deal: SeenDeal) -> int:
    """Return `NO_TRUMP`; used as `trump_of` in games without trumps."""
    return NO_TRUMP


def cards_of_tricks(tricks: Sequence[Trick]) -> list[int]:
    """Return all cards in the given tricks."""
    return [NUMBERS[play["card"]] for trick in tricks for play in trick["plays"]]


def _play(event: SeenEvent) -> Play:
    assert event.seat is not None
    return {"seat": event.seat, "card": event.args[0]}
