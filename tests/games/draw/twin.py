"""Slow, simple and independent implementation of Auction Draw. `dealer` is the leader of the round, and `pot` is the
pool.
"""

from __future__ import annotations

from tests.games.twins import Fault, Option, Twin, check_drawn, deals_option


def halves(tile: str) -> tuple[int, int]:
    high, low = tile.split("-")
    return int(high), int(low)


def all_tiles(biggest: int) -> list[str]:
    """Return the tiles of the double-n set, where n is `biggest`. Each name has the higher number first."""
    return [f"{high}-{low}" for high in range(biggest + 1) for low in range(high + 1)]


class Draw(Twin):
    SEAT_COUNTS = range(2, 9)

    def option_rules(self, seats: int) -> list[Option]:
        """Return the options that RULES.md 1.1, 1.2, 1.3, 3.2 and 4.1 define. Some defaults depend on the number of
        seats.
        """
        return [
            Option("set", 6 if seats <= 4 else 9, (6, 9, 12)),
            Option("hand", 7 if seats <= 3 else 6, range(1, 92)),
            Option("chips", 30, range(1, 201)),
            Option("stake", 3, range(1, 51)),
            deals_option(2 * seats),
            Option("buy_when_able", "no", ("no", "yes")),
            Option("last_two", "auction", ("auction", "left")),
        ]

    def check_options(self) -> None:
        if self.number("set") == 6 and self.seats > 4:
            raise ValueError("the double-six set is for 2 to 4 seats")
        if self.number("hand") * self.seats + 3 > len(self.whole_pack()):
            raise ValueError("the deal must leave at least three tiles")
        if self.number("stake") > self.number("chips"):
            raise ValueError("no player could pay the stake")

    def opening_score(self) -> int:
        return self.number("chips")

    def whole_pack(self) -> list[str]:
        return all_tiles(self.number("set"))

    def hand_size(self) -> int:
        return self.number("hand")

    def dealt(self) -> None:
        for seat in range(self.seats):
            self.pay(seat, self.number("stake"))
        self.line: list[str] = []  # all tiles on the table, in the order of play
        self.left_end = 0
        self.right_end = 0
        self.bought = False  # whether the player to act has bought in this turn
        self.idle = 0  # successive ordinary turns without a play or a purchase
        self.auction_due = False
        self.bid: int | None = None
        self.bidder = self.dealer
        self.auction_turns = 0
        self.awaited = 0  # number of tiles that the table must draw
        self.turn = self.dealer
        self.phase = "turn"

    # Legal actions of a seat.

    def words(self, seat: int) -> list[str]:
        if self.phase == "auction":  # 4.2, 4.3
            lowest = 0 if self.bid is None else self.bid + 1
            return ["pass"] + [f"bid {n}" for n in range(lowest, self.standing[seat] + 1)]
        if not self.line:  # 2.1: the leader can neither buy nor pass
            return [f"play {tile}" for tile in self.hands()[seat]]
        plays = self.plays(seat)
        buy = ["buy"] if self.may_buy(seat, bool(plays)) else []
        return plays + buy + ([] if plays else ["pass"])

    def plays(self, seat: int) -> list[str]:
        """Return the legal plays: each held tile at each end that it fits (2.2, 2.3)."""
        ends = (("L", self.left_end), ("R", self.right_end))
        hand = self.hands()[seat]
        return [f"play {tile} {end}" for tile in hand for end, n in ends if n in halves(tile)]

    def may_buy(self, seat: int, can_play: bool) -> bool:
        """Return whether the seat may buy a tile (3.2, 3.3, 3.4)."""
        if self.standing[seat] < 1 or len(self.stock) < 3:
            return False
        return self.bought or not can_play or self.options["buy_when_able"] == "yes"

    # Effects of the actions.

    def act(self, seat: int, words: list[str]) -> None:
        if self.phase == "auction":
            self.speak(seat, words)
        elif words[0] == "buy":
            self.pay(seat, 1)
            self.bought = True
            self.awaited = 1
            self.phase = "draw"
        elif words[0] == "play":
            self.play(seat, words[1], words[2] if len(words) == 3 else None)
        else:
            self.end_turn(played=False)

    def table_act(self, args: list[str]) -> None:
        """Give a bought tile to its buyer, or the last two tiles to the highest bidder."""
        if len(args) != self.awaited:
            raise Fault(f"{self.awaited} to be drawn")
        check_drawn(args, self.stock, "the boneyard")
        self.leave_stock(args)
        self.phase = "turn"
        if self.awaited == 2:  # 4.5: now the auctioneer takes an ordinary turn
            self.held[self.bidder] += args
            self.idle = 0
            return
        self.held[self.turn] += args
        if len(self.stock) == 2 and self.options["last_two"] == "auction":
            self.auction_due = True  # 4.1

    def play(self, seat: int, tile: str, end: str | None) -> None:
        high, low = halves(tile)
        if end is None:
            self.left_end, self.right_end = high, low
        elif end == "L":
            self.left_end = low if high == self.left_end else high
        else:
            self.right_end = low if high == self.right_end else high
        self.held[seat].remove(tile)
        self.line.append(tile)
        if not self.held[seat]:  # 5.1: the player wins even if the last tile blocks the line
            self.share_pool([seat])
        elif self.locked():
            self.settle_block()
        else:
            self.end_turn(played=True)

    def locked(self) -> bool:
        """Return whether both ends show the same number and all tiles with that number are on the table (5.2)."""
        shown = [tile for tile in self.line if self.left_end in halves(tile)]
        return self.left_end == self.right_end and len(shown) == self.number("set") + 1

    def end_turn(self, played: bool) -> None:
        self.idle = 0 if played or self.bought else self.idle + 1
        self.bought = False
        if self.idle == self.seats:  # 5.3
            self.settle_block()
            return
        self.turn = self.left_of(self.turn)
        if self.auction_due:  # 4.1: the next player is the auctioneer
            self.auction_due = False
            self.phase = "auction"

    def speak(self, seat: int, words: list[str]) -> None:
        """Carry out a bid or a pass in an auction of two laps (4.2). These turns do not count as ordinary turns."""
        if words[0] == "bid":
            self.bid = int(words[1])
            self.bidder = seat
        self.auction_turns += 1
        self.turn = self.left_of(seat)
        if self.auction_turns < 2 * self.seats:
            return
        self.phase = "turn"
        if self.bid is not None:
            self.pay(self.bidder, self.bid)
            self.awaited = 2
            self.phase = "draw"

    # Settlement: 5.4, 5.5, 6.1, 6.2, 6.3.

    def settle_block(self) -> None:
        pips = [sum(sum(halves(tile)) for tile in hand) for hand in self.held]
        self.share_pool([seat for seat in range(self.seats) if pips[seat] == min(pips)])

    def share_pool(self, takers: list[int]) -> None:
        share = self.pot // len(takers)
        self.won = [share if seat in takers else 0 for seat in range(self.seats)]
        for seat in takers:
            self.standing[seat] += share
        self.pot -= share * len(takers)
        broke = min(self.standing) < self.number("stake")
        self.close_deal(broke or self.deal_number == self.number("deals"))


TWIN = Draw
