"""Slow, simple and independent implementation of Mini Flop Poker."""

from __future__ import annotations

from tests.games.small import SmallTwin
from tests.games.twins import ACE_HIGH, Fault, Option, check_drawn, deals_option


class MiniFlop(SmallTwin):
    SEAT_COUNTS = range(2, 4)
    OPEN_CARDS = 1

    def option_rules(self, seats: int) -> list[Option]:
        pack = super().option_rules(seats)[:2]
        chips = [
            Option("ante", 1, range(1, 6)),
            Option("highest", 2, range(1, 6)),
            Option("chips", 100, range(10, 1001)),
        ]
        return [*pack, *chips, deals_option(10)]

    def opening_score(self) -> int:
        return self.number("chips")

    def dealt(self) -> None:
        for seat in range(self.seats):
            self.pay(seat, self.number("ante"))  # 1.3
        self.phase = "flop"

    def table_act(self, args: list[str]) -> None:
        if len(args) != 1:
            raise Fault("a flop is one card")
        check_drawn(args, self.stock, "the undealt pack")
        self.leave_stock(args)
        self.flop = args[0]
        self.bids: list[tuple[int, int]] = []
        self.passes = 0  # consecutive passes since the last bid
        self.turn = self.left_of(self.dealer)
        self.phase = "bid"

    def words(self, seat: int) -> list[str]:
        bid = len(self.bids) + 1
        afforded = bid <= self.number("highest") and bid <= self.standing[seat]
        return ["pass", f"bid {bid}"] if afforded else ["pass"]  # 2.1

    def act(self, seat: int, words: list[str]) -> None:
        if words[0] == "bid":
            self.bids.append((seat, int(words[1])))
            self.passes = 0
        else:
            self.passes += 1
        self.turn = self.left_of(seat)
        if self.passes == self.seats - len(self.bids[:1]):  # 2.3
            self.settle()

    def settle(self) -> None:
        if self.bids:
            buyer, bid = self.bids[-1]
            self.pay(buyer, bid)
            self.held[buyer].append(self.flop)  # 2.4
        worth = [small_rank(hand) for hand in self.held]
        best = [seat for seat in self.from_left_of(self.dealer) if worth[seat] == max(worth)]
        self.best = best
        each, odd = divmod(self.pot, len(best))
        for place, seat in enumerate(best):
            self.standing[seat] += each + (place < odd)  # 3.2
        self.pot = 0
        broke = any(chips < self.number("ante") for chips in self.standing)
        self.close_deal(self.deal_number == self.number("deals") or broke)  # 4.1


def small_rank(hand: list[str]) -> tuple[int, list[int], list[int]]:
    """Return the number of pairs, the ranks of the pairs, and the other ranks. The highest rank comes first (3.1)."""
    ranks = sorted((ACE_HIGH.index(card[0]) for card in hand), reverse=True)
    pairs = sorted({rank for rank in ranks if ranks.count(rank) == 2}, reverse=True)
    return len(pairs), pairs, [rank for rank in ranks if rank not in pairs]


TWIN = MiniFlop
