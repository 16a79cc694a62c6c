"""Helpers shared by the tests of the three Mini games: independent implementations, imagined worlds, and checks of
rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from saleroom.games import load
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, NUMBERS
from saleroom.kernel.options import BadOptions
from saleroom.match.match import Match
from tests.contract.places import in_tricks
from tests.games.twins import ACE_HIGH, Option, Trick, Twin, deals_option, trick_winner
from tests.tables import table

if TYPE_CHECKING:
    from tests.recorded.endings import Detector


class SmallTwin(Twin):
    """Independent implementation of what all Mini games share: a small pack of two suits, and small hands for two to
    four players.
    """

    SEAT_COUNTS = range(2, 5)
    OPEN_CARDS = 0

    def option_rules(self, seats: int) -> list[Option]:
        return [Option("ranks", 4, range(4, 14)), Option("dealt", 2, range(1, 4)), deals_option(10)]

    def check_options(self) -> None:
        if self.hand_size() * self.seats + self.OPEN_CARDS > len(self.whole_pack()):
            raise ValueError("the pack does not go round")

    def whole_pack(self) -> list[str]:
        return [rank + suit for suit in "CD" for rank in ACE_HIGH[-self.number("ranks") :]]

    def hand_size(self) -> int:
        return self.number("dealt")


class TrickTwin(SmallTwin):
    """Independent implementation of a Mini game with tricks.

    Each seat has one turn to bid one or two, or to pass. After the bidding, tricks are played. A subclass adds what
    happens between bidding and tricks, and the settlement.
    """

    trump: str | None = None

    def dealt(self) -> None:
        self.bid = 0  # highest bid; 0 before the first bid
        self.bidder = self.left_of(self.dealer)  # eldest leads if no seat bids
        self.trick: Trick = []
        self.won: list[list[str]] = [[] for _ in range(self.seats)]
        self.turn = self.left_of(self.dealer)
        self.phase = "bid"

    def bids(self) -> list[str]:
        return ["pass"] + [f"bid {n}" for n in (1, 2) if n > self.bid]

    def speak(self, seat: int, words: list[str]) -> None:
        if words[0] == "bid":
            self.bid = int(words[1])
            self.bidder = seat
        self.turn = self.left_of(seat)
        if seat == self.dealer:  # every seat has bid or passed
            self.turn = self.bidder
            self.auction_over()

    def auction_over(self) -> None:
        raise NotImplementedError

    def play(self, seat: int, card: str) -> None:
        self.held[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = self.left_of(seat)
        if len(self.trick) == self.seats:
            self.turn = trick_winner(self.trick, self.trump, ACE_HIGH)
            self.won[self.turn] += [card for _, card in self.trick]
            self.trick = []
        if not any(self.held):
            self.settle()

    def settle(self) -> None:
        raise NotImplementedError

    def score(self, made: list[int]) -> None:
        """Score the deal: for each other seat, a seat gets its number in `made` minus the other seat's number."""
        for seat in range(self.seats):
            self.standing[seat] += sum(made[seat] - other for other in made)
        self.close_deal(self.deal_number == self.number("deals"))


# Worlds


def complete_hands(events: list[str], hand: Callable[[int], int]) -> list[str]:
    """Return the given events, which a seat saw in a deal, with the cards of hidden hands filled in.

    `hand(owner)` returns the dealt hand of seat `owner` as a bit set.
    """
    return [_dealt(event, hand) if "??" in event else event for event in events]


def _dealt(event: str, hand: Callable[[int], int]) -> str:
    owner = int(event.split(" ")[2])
    return " ".join([f"table deal {owner}", *(NAMES[card] for card in members(hand(owner)))])


def complete(events: list[str], world: Any, seat: int) -> list[str]:
    """Fill in the hidden hands of a trick game's events from `world`. A dealt hand consists of the cards still held and
    the cards played.
    """
    return complete_hands(events, lambda owner: int(world.hand[owner]) | int(world.played[owner]))


def places(state: Any) -> list[int]:
    """Return the set of cards in each place of a trick game: hands, won tricks, the current trick, and the undealt
    cards.
    """
    return with_rest(state, in_tricks(state))


def with_rest(state: Any, sets: list[int], open_cards: int = 0) -> list[int]:
    """Return the given disjoint sets. Once all hands are dealt, add the set of the undealt cards, which are out of
    play.
    """
    rest = (1 << 52) - 1 & ~sum(sets)
    whole = rest.bit_count() == 52 - int(state.dealt) * int(state.seats) - open_cards
    return [*sets, rest] if whole else sets


# Endings


def winners(count: int) -> Detector:
    """Return a detector of finished matches with `count` winners."""
    return lambda story: story.over and len(story.twin.winners) == count


# Articles


def deal_passes_left(name: str) -> None:
    """Check that the first dealer is drawn at random, and that the next dealer is the seat to the left."""
    spec = load(name)
    options = spec.settle_options({}, 2)
    dealers = {Match(spec, options, ["x"] * 2, seed=seed).run_table().dealer for seed in range(40)}
    assert dealers == {0, 1}
    match = table(name, seats=2, first=1)
    assert match.to_act == (0,)
    while len(match.deals) == 1:
        match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    assert match.dealer == 0


def highest_ranks_are_dealt(name: str, refused: str) -> None:
    """Check that only the highest ranks of two suits are dealt.

    `refused` is the expected message if the pack is too small for three hands of three cards.
    """
    for ranks, dealt, seats in ((4, 2, 2), (6, 3, 3), (5, 1, 2)):
        match = table(name, seats=seats, ranks=ranks, dealt=dealt)
        hands = [int(match.state.hand[seat]) for seat in range(seats)]
        assert [hand.bit_count() for hand in hands] == [dealt] * seats
        highest = (1 << 13) - (1 << 13 - ranks)
        assert sum(hands) & ~(highest | highest << 13) == 0
    with pytest.raises(BadOptions, match=f"^{refused}$"):
        load(name).settle_options({"dealt": 3}, 3)


# Holdings


def cards(names: str) -> int:
    """Return the cards with the given names as a bit set."""
    return sum(1 << NUMBERS[name] for name in names.split())


def known(match: Match, watcher: int) -> dict[int, tuple[int, int]]:
    """Return, for each owner of a hidden hand, its number of cards and the set of cards that `watcher` considers
    possible.
    """
    holdings = match.game.holdings(match.view(watcher), watcher)
    assert {holding.kind for holding in holdings} <= {"hand"}
    return {holding.owner: (holding.size, holding.may) for holding in holdings}
