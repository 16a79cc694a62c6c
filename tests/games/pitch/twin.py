"""Slow, simple and independent implementation of Auction Pitch."""

from __future__ import annotations

from tests.games.twins import ACE_HIGH, Option, Trick, Twin, deals_option, of_suit, pack, trick_winner

CARD_COUNT = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


class Pitch(Twin):
    SEAT_COUNTS = range(4, 8)

    def option_rules(self, seats: int) -> list[Option]:
        return [
            Option("target", 7, range(1, 51)),
            Option("dealer_match", "four", ("four", "any", "never")),
            Option("low", "dealt", ("dealt", "taken")),
            Option("cards_tie", "non-pitcher", ("non-pitcher", "nobody")),
            deals_option(200),
            Option("revoke", "refused", ("refused", "penalised"), since=2, before="refused"),
        ]

    def whole_pack(self) -> list[str]:
        return pack(ACE_HIGH)

    def hand_size(self) -> int:
        return 6

    def dealt(self) -> None:
        self.hands_dealt = [list(hand) for hand in self.held]
        self.bid = 0  # highest bid; 0 before the first bid
        self.pitcher = self.left_of(self.dealer)  # 2.3: eldest, until a seat bids
        self.trump: str | None = None
        self.trick: Trick = []
        self.tricks_played = 0
        self.revokes: dict[int, tuple[int, str, list[str]]] = {}  # by seat: trick, card, cards of the suit led
        self.won: list[list[str]] = [[] for _ in range(self.seats)]
        self.turn = self.left_of(self.dealer)
        self.phase = "bid"

    def words(self, seat: int) -> list[str]:
        if self.phase == "bid":
            return ["pass"] + [f"bid {n}" for n in range(1, 5) if self.may_bid(seat, n)]
        return [f"play {card}" for card in self.playable(self.hands()[seat])]

    def may_bid(self, seat: int, amount: int) -> bool:
        """Return whether `seat` may bid `amount`. A bid must beat the highest bid, but the options can allow the dealer
        to equal it (2.1, 2.2).
        """
        if amount > self.bid:
            return True
        matching = seat == self.dealer and amount == self.bid
        rule = self.options["dealer_match"]
        return matching and (rule == "any" or (rule == "four" and amount == 4))

    def playable(self, hand: list[str]) -> list[str]:
        """Return the playable cards (4.5)."""
        return hand if self.options["revoke"] == "penalised" else self.following(hand)

    def following(self, hand: list[str]) -> list[str]:
        """Return the cards that are no revoke. Players who can follow suit must follow suit or play a trump (4.1, 4.2,
        4.3).
        """
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
        if seat == self.dealer:  # every seat has bid or passed
            self.turn = self.pitcher
            self.phase = "play"

    def play(self, seat: int, card: str) -> None:
        if self.trump is None:
            self.trump = card[1]  # 3.1
        if card not in self.following(self.held[seat]):  # 4.5
            led = of_suit(self.held[seat], self.trick[0][1][1])
            self.revokes.setdefault(seat, (self.tricks_played + 1, card, led))
        self.held[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = self.left_of(seat)
        if len(self.trick) == self.seats:
            self.turn = trick_winner(self.trick, self.trump, ACE_HIGH)
            self.won[self.turn] += [card for _, card in self.trick]
            self.trick = []
            self.tricks_played += 1
        if not any(self.held):
            self.settle()

    # Settlement.

    def settle(self) -> None:
        points = self.points()
        made = [list(points.values()).count(seat) for seat in range(self.seats)]
        for seat in range(self.seats):
            failed = seat == self.pitcher and made[seat] < self.bid and not self.revokes
            loses = failed or seat in self.revokes
            self.standing[seat] += -self.bid if loses else made[seat]  # 6.1, 6.2, 6.3, 6.4
        there = [s for s in range(self.seats) if self.standing[s] >= self.number("target")]
        if there:
            self.close_deal(True, winners=[self.precedence(there, points)])
        else:
            self.close_deal(self.deal_number == self.number("deals"))

    def precedence(self, there: list[int], points: dict[str, int | None]) -> int:
        """Return the winner among the seats at the target score (7.2). The pitcher comes first, then the scorers of
        High, Low, Jack and Cards, in this order.
        """
        if self.pitcher in there:
            return self.pitcher
        return next(seat for seat in points.values() if seat is not None and seat in there)

    def points(self) -> dict[str, int | None]:
        """Return the seat that scored each point, or `None` if no seat scored it. The points are in order of precedence
        (5.1, 5.2, 5.3, 5.4, 5.5). No seat scores what a seat that revoked has made (6.3).
        """
        trumps = [c for hand in self.hands_dealt for c in hand if c[1] == self.trump]
        trumps.sort(key=lambda card: ACE_HIGH.index(card[0]))
        low_from = self.hands_dealt if self.options["low"] == "dealt" else self.won
        made = {
            "high": self.owner(trumps[-1], self.hands_dealt),
            "low": self.owner(trumps[0], low_from),
            "jack": self.owner(f"J{self.trump}", self.won),
            "cards": self.cards_point(),
        }
        return {point: None if seat in self.revokes else seat for point, seat in made.items()}

    def owner(self, card: str, piles: list[list[str]]) -> int | None:
        return next((seat for seat in range(self.seats) if card in piles[seat]), None)

    def cards_point(self) -> int | None:
        """Return the seat that scores Cards, or `None` if the point is not scored (5.4, 5.5)."""
        counts = [sum(CARD_COUNT.get(card[0], 0) for card in pile) for pile in self.won]
        best = [seat for seat in range(self.seats) if counts[seat] == max(counts)]
        if len(best) == 1:
            return best[0]
        others = [seat for seat in best if seat != self.pitcher]
        to_other = self.options["cards_tie"] == "non-pitcher" and len(best) == 2
        return others[0] if to_other and len(others) == 1 else None


TWIN = Pitch
