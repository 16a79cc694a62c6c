"""Slow, simple and independent implementation of Mini Hearts."""

from __future__ import annotations

from tests.games.small import TrickTwin
from tests.games.twins import of_suit


class MiniHearts(TrickTwin):
    def dealt(self) -> None:
        super().dealt()
        self.pain = "D"  # 2.2

    def words(self, seat: int) -> list[str]:
        if self.phase == "bid":
            return self.bids()  # 2.1
        if self.phase == "name":
            return ["name C", "name D"]
        hand = self.hands()[seat]
        suited = of_suit(hand, self.trick[0][1][1]) if self.trick else []
        return [f"play {card}" for card in suited or hand]  # 3.1

    def act(self, seat: int, words: list[str]) -> None:
        if words[0] == "play":
            self.play(seat, words[1])  # 3.2
        elif words[0] == "name":
            self.pain = words[1]
            self.phase = "play"
        else:
            self.speak(seat, words)

    def auction_over(self) -> None:
        self.phase = "name" if self.bid else "play"  # 2.2

    def settle(self) -> None:
        made = [-len(of_suit(pile, self.pain)) for pile in self.won]  # 4.1
        made[self.bidder] -= self.bid  # 4.2
        self.score(made)  # 4.3


TWIN = MiniHearts
