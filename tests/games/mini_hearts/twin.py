"""Mini Hearts, slow and obvious."""

from __future__ import annotations

from tests.games.twins import ACE_HIGH, Option, Trick, Twin, deals_option, of_suit, trick_winner


class MiniHearts(Twin):
    SEAT_COUNTS = range(2, 4)

    def option_rules(self, seats: int) -> list[Option]:
        return [Option("ranks", 4, range(4, 7)), Option("dealt", 2, range(1, 4)), deals_option(10)]

    def check_options(self) -> None:
        if self.hand_size() * self.seats > len(self.whole_pack()):
            raise ValueError("the pack does not go round")

    def whole_pack(self) -> list[str]:
        return [rank + suit for suit in "CD" for rank in ACE_HIGH[-self.number("ranks") :]]

    def hand_size(self) -> int:
        return self.number("dealt")

    def dealt(self) -> None:
        self.bid = 0  # 0 while nobody has bid
        self.bidder = self.left_of(self.dealer)  # 2.2: eldest leads, unless someone bids
        self.pain = "D"  # 2.2
        self.trick: Trick = []
        self.won: list[list[str]] = [[] for _ in range(self.seats)]
        self.turn = self.left_of(self.dealer)
        self.phase = "bid"

    def words(self, seat: int) -> list[str]:
        if self.phase == "bid":
            return ["pass"] + [f"bid {n}" for n in (1, 2) if n > self.bid]  # 2.1
        if self.phase == "name":
            return ["name C", "name D"]
        hand = self.hands()[seat]
        suited = of_suit(hand, self.trick[0][1][1]) if self.trick else []
        return [f"play {card}" for card in suited or hand]  # 3.1

    def act(self, seat: int, words: list[str]) -> None:
        if words[0] == "play":
            self.play(seat, words[1])
        elif words[0] == "name":
            self.pain = words[1]
            self.phase = "play"
        else:
            self.speak(seat, words)

    def speak(self, seat: int, words: list[str]) -> None:
        if words[0] == "bid":
            self.bid = int(words[1])
            self.bidder = seat
        self.turn = self.left_of(seat)
        if seat == self.dealer:  # everyone has spoken
            self.turn = self.bidder
            self.phase = "name" if self.bid else "play"

    def play(self, seat: int, card: str) -> None:
        self.held[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = self.left_of(seat)
        if len(self.trick) == self.seats:
            self.turn = trick_winner(self.trick, None, ACE_HIGH)  # 3.2
            self.won[self.turn] += [card for _, card in self.trick]
            self.trick = []
        if not any(self.held):
            self.settle()

    def settle(self) -> None:
        made = [-len(of_suit(pile, self.pain)) for pile in self.won]  # 4.1
        made[self.bidder] -= self.bid  # 4.2
        for seat in range(self.seats):
            self.standing[seat] += sum(made[seat] - other for other in made)  # 4.3
        self.close_deal(self.deal_number == self.number("deals"))


TWIN = MiniHearts
