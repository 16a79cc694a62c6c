"""Slow, simple and independent implementation of Auction Flop Poker."""

from __future__ import annotations

from itertools import combinations

from tests.games.twins import ACE_HIGH, Fault, Option, Twin, check_drawn, deals_option, pack

DISCARD_PRICE = [0, 1, 3, 6, 10, 15]  # 2.2
SHAPES = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}


def poker_rank(hand: list[str]) -> tuple[int, tuple[int, ...]]:
    """Return the number of a hand's class, and its ranks (6.2).

    A greater result is a better hand; equal results tie.
    """
    held = [ACE_HIGH.index(card[0]) for card in hand]
    # Ranks of several cards come first, such as the rank of a pair.
    ranks = tuple(sorted(set(held), key=lambda rank: (held.count(rank), rank), reverse=True))
    shape = tuple(held.count(rank) for rank in ranks)
    flush = len({card[1] for card in hand}) == 1
    top = straight_top(held)
    if top is not None:
        return (8 if flush else 4), (top,)
    return (5 if flush else SHAPES[shape]), ranks


def straight_top(held: list[int]) -> int | None:
    """Return the top rank of a straight; in A-2-3-4-5 it is the five."""
    if sorted(held) == [0, 1, 2, 3, 12]:
        return 3
    lowest = min(held)
    return lowest + 4 if sorted(held) == list(range(lowest, lowest + 5)) else None


def prizes(pot: int, seats: int) -> list[int]:
    """Return the prize of each place, starting with the best hand (6.3)."""
    second = pot * 30 // 100
    third = pot * 10 // 100 if seats > 2 else 0
    return [pot - second - third, second, third] + [0] * seats


class FlopPoker(Twin):
    SEAT_COUNTS = range(2, 9)

    def option_rules(self, seats: int) -> list[Option]:
        return [
            Option("ante", 2, range(1, 51)),
            Option("chips", 100, range(10, 1001)),
            deals_option(2 * seats),
            Option("first_voice", "fixed", ("fixed", "rotates")),
        ]

    def check_options(self) -> None:
        if self.number("ante") > self.number("chips"):
            raise ValueError("no player could pay the ante")

    def opening_score(self) -> int:
        return self.number("chips")

    def whole_pack(self) -> list[str]:
        return pack(ACE_HIGH)

    def hand_size(self) -> int:
        return 5

    def dealt(self) -> None:
        for seat in range(self.seats):
            self.pay(seat, self.number("ante"))
        self.discards: list[str] = []
        self.old_stock: list[str] = []  # cards that must be in the first flop after a reshuffle (3.3)
        self.flop: list[str] = []
        self.voice = self.left_of(self.dealer)
        self.turn = self.voice
        self.phase = "discard"

    # Seats that are short of cards.

    def missing(self, seat: int) -> int:
        return 5 - len(self.held[seat])

    def short_from(self, seat: int) -> list[int]:
        """Return the seats with fewer than five cards, clockwise from `seat`."""
        return [s for s in self.from_left_of(seat - 1) if self.missing(s) > 0]

    # The table: 1.3, 1.4, 3.2, 3.3.

    def open_flop(self) -> None:
        if not self.short_from(0):
            self.showdown()
        else:
            self.phase = "flop" if len(self.stock) >= 3 else "reshuffle"

    def table_act(self, args: list[str]) -> None:
        if self.phase == "reshuffle":
            if args:
                raise Fault("a reshuffle names no cards")
            self.old_stock, self.stock, self.discards = self.stock, self.discards, []
            self.phase = "flop"
        else:
            self.turn_flop(args)

    def turn_flop(self, cards: list[str]) -> None:
        if len(cards) != 3:
            raise Fault("a flop has three cards")
        check_drawn(cards, self.old_stock + self.stock, "the stock")
        if not set(self.old_stock) <= set(cards):
            raise Fault("the old stock's cards come first")
        self.leave_stock(cards)
        self.old_stock = []
        self.flop = sorted(cards, key=self.whole_pack().index)
        short = self.short_from(self.voice)
        self.turn = short[0]
        self.bid = 0
        self.passes = 0  # consecutive passes since the last bid
        self.fee = 0  # cost of the next refusal; 0 during the auction
        self.phase = "keep" if len(short) == 1 else "bid"  # 4.6

    # The seats.

    def words(self, seat: int) -> list[str]:
        if self.phase == "discard":
            return self.discard_words(seat)
        if self.phase == "keep":  # 5.1
            most = min(3, self.missing(seat))
            return [f"keep {text}" for text in subsets(self.flop, range(1, most + 1))]
        chips = self.standing[seat]
        if self.phase == "bid":  # 4.2, 4.3
            return ["pass"] + ([f"bid {self.bid + 1}"] if self.bid + 1 <= chips else [])
        return ["take"] + (["refuse"] if self.fee <= chips else [])  # 4.7, 4.8, 4.9

    def discard_words(self, seat: int) -> list[str]:
        """Return the legal discards (2.1, 2.2, 2.3)."""
        sizes = [n for n in range(6) if DISCARD_PRICE[n] <= self.standing[seat]]
        return [f"discard {text}".strip() for text in subsets(self.hands()[seat], sizes)]

    def act(self, seat: int, words: list[str]) -> None:
        if words[0] == "discard":
            self.discard(seat, words[1:])
        elif words[0] == "keep":
            self.keep(seat, words[1:])
        elif words[0] == "take":
            self.phase = "keep"
        elif words[0] == "refuse":
            self.pay(seat, self.fee)
            self.fee += 1
            self.turn = self.next_short(seat)
        else:
            self.speak(seat, words)

    def next_short(self, seat: int) -> int:
        return self.short_from(self.left_of(seat))[0]

    def discard(self, seat: int, cards: list[str]) -> None:
        self.pay(seat, DISCARD_PRICE[len(cards)])
        self.held[seat] = [card for card in self.held[seat] if card not in cards]
        self.discards += cards
        self.turn = self.left_of(seat)
        if seat == self.dealer:  # all players have had a turn
            self.open_flop()

    def speak(self, seat: int, words: list[str]) -> None:
        """Carry out a bid or a pass. The auction ends when all short players except the last bidder have passed in
        succession (4.4).
        """
        short = len(self.short_from(0))
        self.turn = self.next_short(seat)
        if words[0] == "bid":
            self.bid += 1
            self.passes = 0
            return
        self.passes += 1
        if self.bid > 0 and self.passes == short - 1:  # it is the last bidder's turn again
            self.pay(self.turn, self.bid)
            self.phase = "keep"
        elif self.bid == 0 and self.passes == short:  # 4.7: it is the first speaker's turn again
            self.fee = 1
            self.phase = "refuse"

    def keep(self, seat: int, cards: list[str]) -> None:
        """Keep `cards` from the flop, and turn the next flop or show the hands (4.10, 5.1, 5.2, 5.3)."""
        self.held[seat] += cards
        self.discards += [card for card in self.flop if card not in cards]
        self.flop = []
        if self.options["first_voice"] == "rotates":
            self.voice = self.left_of(self.voice)
        self.open_flop()

    # Settlement: 6.1, 6.3, 6.4, 6.5.

    def showdown(self) -> None:
        worth = prizes(self.pot, self.seats)
        ranks = [poker_rank(hand) for hand in self.held]
        self.prizes = [0] * self.seats
        place = 0
        for rank in sorted(set(ranks), reverse=True):
            tied = [s for s in self.from_left_of(self.dealer) if ranks[s] == rank]
            self.award(tied, sum(worth[place : place + len(tied)]))
            place += len(tied)
        broke = min(self.standing) < self.number("ante")
        self.close_deal(broke or self.deal_number == self.number("deals"))

    def award(self, tied: list[int], chips: int) -> None:
        """Share `chips` equally among the seats in `tied`. The first of these seats get one odd chip each."""
        for index, seat in enumerate(tied):
            share = chips // len(tied) + (1 if index < chips % len(tied) else 0)
            self.prizes[seat] = share
            self.standing[seat] += share
            self.pot -= share


def subsets(cards: list[str], sizes: list[int] | range) -> list[str]:
    """Return all subsets of `cards` with the given sizes, each as a text in the order of `cards`."""
    return [" ".join(chosen) for size in sizes for chosen in combinations(cards, size)]


TWIN = FlopPoker
