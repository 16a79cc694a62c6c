"""Slow and obvious implementation of Auction Blind, written only from RULES.md."""

from tests.games.twins import ACE_HIGH, Option, Twin, pack


class Blind(Twin):
    SEAT_COUNTS = range(3, 6)

    def option_rules(self, seats: int) -> list[Option]:
        return [Option("deals", 3, range(1, 101))]

    def whole_pack(self) -> list[str]:
        return pack(ACE_HIGH)

    def hand_size(self) -> int:
        return 1

    def dealt(self) -> None:
        self.bid, self.bidder = 0, -1
        self.turn = self.left_of(self.dealer)
        self.phase = "bid"

    def words(self, seat: int) -> list[str]:
        return ["pass", *(f"bid {bid}" for bid in range(self.bid + 1, 61))]

    def act(self, seat: int, words: list[str]) -> None:
        if words[0] == "bid":
            self.bid, self.bidder = int(words[1]), seat
        self.turn = self.left_of(seat)
        if seat == self.dealer:
            cards = sum(ACE_HIGH.index(hand[0][0]) + 2 for hand in self.held)
            self.standing[self.bidder] += cards - self.bid if self.bid else 0
            self.close_deal(self.deal_number == self.number("deals"))


TWIN = Blind
