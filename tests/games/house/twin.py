"""Slow, simple and independent implementation of Auction House."""

from __future__ import annotations

from tests.games.twins import SUITS, Fault, Option, Trick, Twin, of_suit, trick_winner

RANKS = "A23456789T"  # 1.2, lowest first
COURTS = [rank + suit for suit in SUITS for rank in "JQK"]


class House(Twin):
    SEAT_COUNTS = range(4, 5)

    def option_rules(self, seats: int) -> list[Option]:
        return [
            Option("rounds", 13, range(1, 14)),
            Option("reveal", "after-kitty", ("after-kitty", "before-auction")),
        ]

    def whole_pack(self) -> list[str]:
        return [rank + suit for suit in SUITS for rank in RANKS]

    def hand_size(self) -> int:
        return 10

    def last_round(self) -> bool:
        return self.deal_number == self.number("rounds")

    def dealt(self) -> None:
        self.trump: str | None = None
        self.starter: int | None = None
        self.offered = ""
        self.called = ""
        self.laid: dict[int, str] = {}
        self.kitty: dict[int, str] = {}
        self.trick: Trick = []
        self.tricks = [0] * 4
        self.turn = self.left_of(self.dealer)
        if self.deal_number == 1:
            self.courts = list(COURTS)  # court cards that have not been turned yet
        early = self.options["reveal"] == "before-auction" and not self.last_round()
        self.phase = "trump" if early else "auction"

    # The table: 1.2, 1.3, 5.1.

    def table_act(self, args: list[str]) -> None:
        """Turn one of the court cards that have not been turned in this match."""
        if len(args) != 1 or args[0] not in self.courts:
            raise Fault("the trump card is not one of the court cards left")
        self.courts.remove(args[0])
        self.trump = args[0][1]
        self.phase = "auction" if self.options["reveal"] == "before-auction" else "play"

    # The seats.

    def sealed(self) -> list[int]:
        if self.phase == "lay" and self.starter is not None:
            return self.from_left_of(self.starter)[:3]
        return self.from_left_of(self.dealer) if self.phase == "kitty" else []

    def sealed_waiting(self) -> list[int]:
        done = self.laid if self.phase == "lay" else self.kitty
        return [seat for seat in self.sealed() if seat not in done]

    def words(self, seat: int) -> list[str]:
        hand = self.hands()[seat]
        if self.phase == "auction":  # 2.1, 2.2
            return ["pass"] + [f"offer {c} {s}" for c in hand for s in SUITS if s != c[1]]
        if self.phase == "trade":
            return [f"trade {partner}" for partner in self.partners()]
        if self.phase == "play":
            return [f"play {card}" for card in self.playable(hand)]
        return [f"{self.phase} {card}" for card in hand]  # verbs `lay` and `kitty` (3.1, 4.1)

    def partners(self) -> list[int]:
        """Return the seats that the starter can trade with (3.3, 3.4).

        The starter must trade with the seat that laid the highest card of the called suit. If no seat laid that suit,
        the starter can choose any of the three.
        """
        called = of_suit(list(self.laid.values()), self.called)
        if not called:
            return sorted(self.laid)
        best = max(called, key=lambda card: RANKS.index(card[0]))
        return [seat for seat in self.laid if self.laid[seat] == best]

    def playable(self, hand: list[str]) -> list[str]:
        """Return the playable cards. A player who can follow suit must do so; any other player can play any card (6.2,
        6.3).
        """
        led = of_suit(hand, self.trick[0][1][1]) if self.trick else []
        return led or hand

    def act(self, seat: int, words: list[str]) -> None:
        if words[0] == "pass":
            self.pass_auction(seat)
        elif words[0] == "offer":
            self.starter, self.offered, self.called = seat, words[1], words[2]
            self.phase = "lay"
        elif words[0] == "lay":
            self.lay(seat, words[1])
        elif words[0] == "trade":
            self.trade(seat, int(words[1]))
        elif words[0] == "kitty":
            self.put_aside(seat, words[1])
        else:
            self.play(seat, words[1])

    def pass_auction(self, seat: int) -> None:
        """Carry out a pass in the auction. Each seat speaks once; after four passes there is no trade (2.1, 2.3)."""
        self.turn = self.left_of(seat)
        if seat == self.dealer:
            self.phase = "kitty"

    def lay(self, seat: int, card: str) -> None:
        """Lay `card`. The card stays in the hand of `seat` unless the starter trades for it."""
        self.laid[seat] = card
        if len(self.laid) == 3 and self.starter is not None:
            self.phase = "trade"
            self.turn = self.starter

    def trade(self, seat: int, partner: int) -> None:
        self.held[seat].remove(self.offered)
        self.held[partner].remove(self.laid[partner])
        self.held[seat].append(self.laid[partner])
        self.held[partner].append(self.offered)
        self.phase = "kitty"

    def put_aside(self, seat: int, card: str) -> None:
        """Put `card` aside (4.1). After the fourth card, turn the trump card if the option `reveal` says so (5.1)."""
        self.held[seat].remove(card)
        self.kitty[seat] = card
        if len(self.kitty) == 4:
            late = self.options["reveal"] == "after-kitty" and not self.last_round()
            self.phase = "trump" if late else "play"
            self.turn = self.left_of(self.dealer)

    def play(self, seat: int, card: str) -> None:
        self.held[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = self.left_of(seat)
        if len(self.trick) == 4:
            self.turn = trick_winner(self.trick, self.trump, RANKS)
            self.tricks[self.turn] += 1
            self.trick = []
        if not any(self.held):
            self.settle()

    def settle(self) -> None:
        """Settle the round. If only one seat has the most tricks, it scores the kitty and the carried points (7.1,
        7.3).
        """
        self.pot += sum(RANKS.index(card[0]) + 1 for card in self.kitty.values())
        most = [seat for seat in range(4) if self.tricks[seat] == max(self.tricks)]
        if len(most) == 1:
            self.standing[most[0]] += self.pot
            self.pot = 0
        elif self.last_round():
            self.pot = 0
        self.close_deal(self.last_round())


TWIN = House
