"""Reasons for playing a card to a trick, shared by all trick-taking games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, SUITS
from saleroom.kernel.game import State
from saleroom.kernel.tricks import NO_TRUMP
from saleroom.toolkit.display.reasons import Reason, reason
from saleroom.toolkit.display.tricks import Key, takes


@dataclass(frozen=True)
class Spot:
    """Card that a seat may play now, with what the seat knows about the trick."""

    view: State
    seat: int
    card: int
    legal: tuple[int, ...]
    """All cards that the seat may play."""
    unseen: frozenset[int]
    """Cards that the seat has not seen."""
    trump: int = NO_TRUMP
    key: Key = int
    """Function that gives the game's order of cards; see `toolkit.display.tricks`."""

    @property
    def name(self) -> str:
        """Code of the card."""
        return NAMES[self.card]

    @property
    def suit(self) -> str:
        """Code of the card's suit."""
        return SUITS[self.card // 13]

    @cached_property
    def hand(self) -> list[int]:
        """Cards in the seat's hand, including the card to play."""
        return members(self.view.hand[self.seat])

    @cached_property
    def leads(self) -> bool:
        """Whether the card would be the first of the trick."""
        return not self.view.in_trick

    @cached_property
    def led(self) -> int:
        """Suit led; if the card would be led, the suit of the card."""
        return self.card // 13 if self.leads else int(self.view.led)

    @cached_property
    def best(self) -> int | None:
        """Card that wins the trick before the seat plays; None if the seat leads."""
        return None if self.leads else int(self.view.on_table[self.view.winning_seat])

    @cached_property
    def later(self) -> list[int]:
        """Seats that play to the trick after the seat."""
        seats = int(self.view.seats)
        return [(self.seat + step) % seats for step in range(1, seats - int(self.view.in_trick))]

    def rank(self, card: int) -> int:
        """Return a card's rank in the game's order."""
        return self.key(card) % 13

    def beats(self, card: int, other: int) -> bool:
        """Return whether `card` beats `other`, the card that wins the trick so far."""
        return takes(card, other, self.trump, self.key)

    def takes(self, card: int) -> bool:
        """Return whether a card would win the trick so far."""
        return self.best is None or self.beats(card, self.best)

    @cached_property
    def takers(self) -> list[int]:
        """Legal cards that would win the trick so far."""
        return [card for card in self.legal if self.takes(card)]

    def may_hold(self, other: int) -> list[int]:
        """Return the unseen cards that the seat `other` can hold, judging by the cards that this seat has played."""
        return [card for card in members(self.view.may[other]) if card in self.unseen]

    @cached_property
    def is_sure(self) -> bool:
        """Whether the card wins the trick so far and no later seat can hold a card that beats it."""
        held = (card for other in self.later for card in self.may_hold(other))
        return self.takes(self.card) and not any(self.beats(card, self.card) for card in held)

    @cached_property
    def of_suit(self) -> list[int]:
        """Cards of the hand in the suit of the card to play, the lowest first."""
        return sorted((card for card in self.hand if card // 13 == self.card // 13), key=self.rank)

    @cached_property
    def higher_out(self) -> int:
        """Number of unseen cards that rank above the card in its suit."""
        same = (card for card in self.unseen if card // 13 == self.card // 13)
        return sum(self.rank(card) > self.rank(self.card) for card in same)


def reasons(spot: Spot) -> Iterator[Reason]:
    """Yield at least one reason for playing the card of `spot`."""
    if spot.leads:
        yield from _lead(spot)
    elif spot.takes(spot.card):
        yield from _take(spot)
    else:
        yield from _let_go(spot)
    if len(spot.of_suit) == 1 and len(spot.hand) > 1:
        yield reason("trick.last_of_suit", suit=spot.suit)


def _lead(spot: Spot) -> Iterator[Reason]:
    if spot.is_sure:
        yield reason("trick.lead_sure", card=spot.name)
    elif not spot.higher_out:
        yield reason("trick.lead_top", card=spot.name, suit=spot.suit)
    elif len(spot.of_suit) > 1 and spot.card == spot.of_suit[0]:
        yield reason("trick.lead_low", card=spot.name, suit=spot.suit, count=spot.higher_out)
    else:
        yield reason("trick.lead", card=spot.name, suit=spot.suit, count=spot.higher_out)
    if spot.card // 13 != spot.trump and any(c // 13 == spot.trump for c in spot.hand):
        yield reason("trick.keeps_trumps", trump_suit=SUITS[spot.trump])


def _take(spot: Spot) -> Iterator[Reason]:
    if not spot.later:
        yield reason("trick.takes_last", card=spot.name)
    elif spot.is_sure:
        yield reason("trick.takes_sure", card=spot.name)
    else:
        yield reason("trick.takes_so_far", card=spot.name, count=len(spot.later))
    if spot.card // 13 == spot.trump != spot.led:
        yield reason("trick.trumps", led_suit=SUITS[spot.led], trump_suit=spot.suit)
    if len(spot.takers) > 1 and spot.card == min(
        spot.takers, key=lambda card: (card // 13 == spot.trump, spot.rank(card))
    ):
        yield reason("trick.cheapest", card=spot.name)


def _let_go(spot: Spot) -> Iterator[Reason]:
    winner = int(spot.view.winning_seat)
    if spot.takers:
        yield reason("trick.lets_go", seat=winner)
    else:
        yield reason("trick.cannot_win", seat=winner)
    if spot.card // 13 not in (spot.led, spot.trump):
        yield reason("trick.throws", card=spot.name, led_suit=SUITS[spot.led])
    elif len(spot.of_suit) > 1 and spot.card == spot.of_suit[0]:
        yield reason("trick.lowest", card=spot.name, suit=spot.suit)
    if any(c // 13 == spot.trump for c in spot.legal) and spot.card // 13 != spot.trump:
        yield reason("trick.keeps_trumps", trump_suit=SUITS[spot.trump])
