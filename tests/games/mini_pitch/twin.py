"""Slow, simple and independent implementation of Mini Pitch."""

from __future__ import annotations

from tests.games.small import TrickTwin
from tests.games.twins import ACE_HIGH, of_suit

CARD_COUNT = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


class MiniPitch(TrickTwin):
    def dealt(self) -> None:
        super().dealt()
        self.hands_dealt = [list(hand) for hand in self.held]
        self.trump = None

    def words(self, seat: int) -> list[str]:
        if self.phase == "bid":
            return self.bids()  # 2.1
        return [f"play {card}" for card in self.playable(self.hands()[seat])]

    def playable(self, hand: list[str]) -> list[str]:
        """Return the playable cards. Players who can follow suit must follow suit or play a trump (3.2, 3.3)."""
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        if not of_suit(hand, led):
            return hand
        return [card for card in hand if card[1] in (led, self.trump)]

    def act(self, seat: int, words: list[str]) -> None:
        if words[0] != "play":
            self.speak(seat, words)
            return
        if self.trump is None:
            self.trump = words[1][1]  # 3.1
        self.play(seat, words[1])  # 3.4

    def auction_over(self) -> None:
        self.phase = "play"  # 2.2

    # Settlement.

    def settle(self) -> None:
        scorers = self.high(), self.cards()
        made = [scorers.count(seat) for seat in range(self.seats)]
        if made[self.bidder] < self.bid:
            made[self.bidder] = -self.bid  # 4.3
        self.score(made)  # 4.4

    def high(self) -> int:
        """Return the seat that scores High (4.1)."""
        dealt = [(card, seat) for seat, hand in enumerate(self.hands_dealt) for card in hand]
        return max((ACE_HIGH.index(card[0]), seat) for card, seat in dealt if card[1] == self.trump)[1]

    def cards(self) -> int | None:
        """Return the seat that scores Cards, or `None` if seats tie (4.2)."""
        counts = [sum(CARD_COUNT.get(card[0], 0) for card in pile) for pile in self.won]
        best = [seat for seat in range(self.seats) if counts[seat] == max(counts)]
        return best[0] if len(best) == 1 else None


TWIN = MiniPitch
