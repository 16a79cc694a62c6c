"""Slow, simple and independent implementation of Auction Hearts."""

from __future__ import annotations

from tests.games.twins import ACE_HIGH, SUITS, Option, Trick, Twin, deals_option, of_suit, pack, trick_winner


class Hearts(Twin):
    SEAT_COUNTS = range(4, 5)

    def option_rules(self, seats: int) -> list[Option]:
        return [
            Option("chips", 50, range(10, 201)),
            Option("all_pass", "hearts", ("hearts", "redeal")),
            Option("pain_limits", "on", ("on", "off")),
            Option("moon", "match", ("match", "pot", "off")),
            deals_option(200),
        ]

    def opening_score(self) -> int:
        return self.number("chips")

    def whole_pack(self) -> list[str]:
        return pack(ACE_HIGH)

    def hand_size(self) -> int:
        return 13

    def dealt(self) -> None:
        if self.deal_number == 1:
            self.pot_stayed = False  # whether the pot of the last deal stayed; False after four passes (2.4, 2.5)
            self.bidder: int | None = None  # seat that last won an auction
        self.bid = 0  # highest bid so far in this deal
        self.all_passed = False
        self.pain = ""
        self.broken = False
        self.trick: Trick = []
        self.tricks = [0] * 4
        self.pain_taken = [0] * 4
        self.turn = self.left_of(self.dealer)
        self.phase = "bid"
        if self.pot_stayed and self.bidder is not None:  # 2.4: there is no auction
            self.turn = self.bidder
            self.phase = "name"

    def words(self, seat: int) -> list[str]:
        if self.phase == "bid":  # 2.1
            return ["pass"] + [f"bid {n}" for n in range(self.bid + 1, self.standing[seat] + 1)]
        if self.phase == "name":
            return [f"name {suit}" for suit in SUITS]
        return [f"play {card}" for card in self.playable(self.hands()[seat])]

    def playable(self, hand: list[str]) -> list[str]:
        """Return the playable cards (3.1, 3.3, 3.4)."""
        led = of_suit(hand, self.trick[0][1][1]) if self.trick else []
        if led:
            return led
        first_trick = sum(self.tricks) == 0
        leading = not self.trick
        barred = first_trick or (leading and not self.broken)
        painless = [card for card in hand if card[1] != self.pain]
        if self.options["pain_limits"] == "on" and barred and painless:
            return painless
        return hand

    def act(self, seat: int, words: list[str]) -> None:
        if words[0] == "play":
            self.play(seat, words[1])
        elif words[0] == "name":
            self.pain = words[1]
            self.phase = "play"
        else:
            self.speak(seat, words)

    def speak(self, seat: int, words: list[str]) -> None:
        """Carry out a bid or a pass. Each seat has one turn, the dealer last (2.1)."""
        if words[0] == "bid":
            self.bid = int(words[1])
            self.bidder = seat
        self.turn = self.left_of(seat)
        if seat == self.dealer:
            self.end_bidding()

    def end_bidding(self) -> None:
        if self.bid > 0 and self.bidder is not None:
            self.pay(self.bidder, self.bid)
            self.turn = self.bidder
            self.phase = "name"
        elif self.options["all_pass"] == "redeal":  # 2.3: the deal counts although it was not played
            self.pot_stayed = False
            self.close_deal(self.deal_number == self.number("deals"))
        else:  # 2.3: hearts is the pain suit, eldest leads
            self.all_passed = True
            self.pain = "H"
            self.phase = "play"

    def play(self, seat: int, card: str) -> None:
        self.held[seat].remove(card)
        self.trick.append((seat, card))
        self.broken = self.broken or card[1] == self.pain
        self.turn = self.left_of(seat)
        if len(self.trick) == 4:
            self.turn = trick_winner(self.trick, None, ACE_HIGH)
            self.tricks[self.turn] += 1
            self.pain_taken[self.turn] += len(of_suit([c for _, c in self.trick], self.pain))
            self.trick = []
        if not any(self.held):
            self.settle()

    def settle(self) -> None:
        """Settle the deal: payments first, then the pot, then the end of the match (4.1, 4.2, 5.1, 5.2, 5.3, 5.4)."""
        for seat in range(4):
            self.pay(seat, self.pain_taken[seat])
        shooters = [seat for seat in range(4) if self.tricks[seat] == 13]
        if shooters and self.options["moon"] == "match":
            self.close_deal(True, winners=shooters)
            return
        stays = False
        if shooters and self.options["moon"] == "pot":
            self.take_pot(shooters)
        else:
            stays = self.divide_pot()
        self.pot_stayed = stays and not self.all_passed
        broke = 0 in self.standing
        self.close_deal(broke or self.deal_number == self.number("deals"))

    def divide_pot(self) -> bool:
        """Pay out the pot, and return whether it stays (4.2, 4.3, 4.4, 4.5).

        Return `False` if two seats share the pot and an odd chip is left.
        """
        clear = [seat for seat in range(4) if self.pain_taken[seat] == 0]
        if len(clear) in (1, 2):
            self.take_pot(clear)
            return False
        return True

    def take_pot(self, takers: list[int]) -> None:
        share = self.pot // len(takers)
        for seat in takers:
            self.standing[seat] += share
        self.pot -= share * len(takers)


TWIN = Hearts
