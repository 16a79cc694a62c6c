"""Slow and obvious implementation of Goofspiel, written only from RULES.md."""

import random

from tests.games.twins import Fault, Option, Twin


class Goofspiel(Twin):
    SEAT_COUNTS = range(2, 5)
    TABLE_PHASES = ("prize",)

    def option_rules(self, seats: int) -> list[Option]:
        return [Option("deals", 2, range(1, 101)), Option("cards", 13, range(2, 14))]

    def whole_pack(self) -> list[str]:
        return [str(number) for number in range(1, self.number("cards") + 1)]

    def hand_size(self) -> int:
        return 0  # nothing is dealt

    def open_deal(self) -> None:
        super().open_deal()
        self.held = [self.whole_pack() for _ in range(self.seats)]
        self.on_sale: list[str] = []
        self.laid: dict[int, str] = {}
        self.kept_once = False
        self.won = [0] * self.seats
        self.phase = "prize"

    def table_act(self, args: list[str]) -> None:
        if len(args) != 1 or args[0] not in self.stock:
            raise Fault("the prize is not one of those left")
        self.leave_stock(args)
        self.on_sale += args
        self.phase = "bid"

    def turned_over(self, rng: random.Random) -> list[str]:
        return [rng.choice(self.stock)]

    def sealed(self) -> list[int]:
        return self.from_left_of(self.dealer) if self.phase == "bid" else []

    def sealed_waiting(self) -> list[int]:
        return [seat for seat in self.sealed() if seat not in self.laid]

    def words(self, seat: int) -> list[str]:
        return [f"bid {card}" for card in self.held[seat]]

    def act(self, seat: int, words: list[str]) -> None:
        self.laid[seat] = words[1]
        self.held[seat].remove(words[1])
        if len(self.laid) == self.seats:
            self.sell()
            self.laid = {}
            self.phase = "prize"
            if not self.stock:
                self.standing = [score + won for score, won in zip(self.standing, self.won, strict=True)]
                self.close_deal(self.deal_number == self.number("deals"))

    def sell(self) -> None:
        best = max(self.laid.values(), key=int)
        bidders = [seat for seat, card in self.laid.items() if card == best]
        if len(bidders) == 1:
            self.won[bidders[0]] += sum(int(prize) for prize in self.on_sale)
            self.on_sale = []
        else:
            self.kept_once = True


TWIN = Goofspiel
