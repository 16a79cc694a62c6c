"""Mini Pitch, slow and obvious."""

from __future__ import annotations

from tests.games.twins import ACE_HIGH, Option, Trick, Twin, deals_option, of_suit, trick_winner

CARD_COUNT = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


class MiniPitch(Twin):
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
        self.hands_dealt = [list(hand) for hand in self.held]
        self.bid = 0  # 0 while nobody has bid
        self.pitcher = self.left_of(self.dealer)  # 2.2: eldest, unless someone bids
        self.trump: str | None = None
        self.trick: Trick = []
        self.won: list[list[str]] = [[] for _ in range(self.seats)]
        self.turn = self.left_of(self.dealer)
        self.phase = "bid"

    def words(self, seat: int) -> list[str]:
        if self.phase == "bid":
            return ["pass"] + [f"bid {n}" for n in (1, 2) if n > self.bid]  # 2.1
        return [f"play {card}" for card in self.playable(self.hands()[seat])]

    def playable(self, hand: list[str]) -> list[str]:
        """3.2, 3.3: follow if able; a plain suit led may be trumped at will."""
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        if not of_suit(hand, led):
            return hand
        return [card for card in hand if card[1] in (led, self.trump)]

    def act(self, seat: int, words: list[str]) -> None:
        if words[0] == "play":
            self.play(seat, words[1])
            return
        if words[0] == "bid":
            self.bid = int(words[1])
            self.pitcher = seat
        self.turn = self.left_of(seat)
        if seat == self.dealer:  # everyone has spoken
            self.turn = self.pitcher
            self.phase = "play"

    def play(self, seat: int, card: str) -> None:
        if self.trump is None:
            self.trump = card[1]  # 3.1
        self.held[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = self.left_of(seat)
        if len(self.trick) == self.seats:
            self.turn = trick_winner(self.trick, self.trump, ACE_HIGH)  # 3.4
            self.won[self.turn] += [card for _, card in self.trick]
            self.trick = []
        if not any(self.held):
            self.settle()

    # Settlement.

    def settle(self) -> None:
        scorers = self.high(), self.cards()
        made = [scorers.count(seat) for seat in range(self.seats)]
        if made[self.pitcher] < self.bid:
            made[self.pitcher] = -self.bid  # 4.3
        for seat in range(self.seats):
            self.standing[seat] += sum(made[seat] - other for other in made)  # 4.4
        self.close_deal(self.deal_number == self.number("deals"))

    def high(self) -> int:
        """4.1."""
        dealt = [(card, seat) for seat, hand in enumerate(self.hands_dealt) for card in hand]
        return max((ACE_HIGH.index(card[0]), seat) for card, seat in dealt if card[1] == self.trump)[1]

    def cards(self) -> int | None:
        """4.2."""
        counts = [sum(CARD_COUNT.get(card[0], 0) for card in pile) for pile in self.won]
        best = [seat for seat in range(self.seats) if counts[seat] == max(counts)]
        return best[0] if len(best) == 1 else None


TWIN = MiniPitch
