"""Code shared by the independent implementations of games (twins): notation of the record, options, and the course of a
match.

A twin is a second implementation of a game. It is written only from RULES.md and docs/reference/record.md, and uses
plain lists, dicts and strings. It is slow and simple, and tests compare the fast implementation with it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

SUITS = "CDHS"
ACE_LOW = "A23456789TJQK"
ACE_HIGH = "23456789TJQKA"

Options = dict[str, int | str]
Trick = list[tuple[int, str]]  # pairs of a seat and the card that it played, in the order of play


class Fault(Exception):
    """Error for an event that a referee must refuse. The event changes nothing."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Option:
    """Option of a game. All its allowed values have the type of the default."""

    name: str
    default: int | str
    values: Sequence[int | str]
    since: int = 1
    """Rules version that added the option."""
    before: int | str | None = None
    """Value for matches that began under rules older than `since`."""

    def check(self, value: object) -> int | str:
        if type(value) is not type(self.default) or value not in self.values:
            raise ValueError(f"option {self.name}: this value is not allowed")
        return value  # type: ignore


def deals_option(default: int) -> Option:
    """Return the option for the number of deals, from 1 to 10,000."""
    return Option("deals", default, range(1, 10_001))


def complete(given: object, rules: list[Option]) -> Options:
    """Return the values of all options, in the order of `rules`, with defaults filled in."""
    if not isinstance(given, dict):
        raise ValueError("options are not an object")
    names = [rule.name for rule in rules]
    for name in given:
        if name not in names:
            raise ValueError(f"unknown option {shown(name)}")
    return {r.name: r.check(given[r.name]) if r.name in given else r.default for r in rules}


def shown(value: object) -> str:
    """Format a value from a record for a message. Quote and shorten a text; show only the type of any other value."""
    if not isinstance(value, str):
        return f"a {type(value).__name__}"
    return ascii(value if len(value) <= 60 else value[:60] + "...")


def pack(ranks: str) -> list[str]:
    """Return the cards with the given ranks, suit by suit, each suit in the order of `ranks`."""
    return [rank + suit for suit in SUITS for rank in ranks]


def of_suit(cards: Sequence[str], suit: str) -> list[str]:
    return [card for card in cards if card[1] == suit]


def trick_winner(trick: Trick, trump: str | None, ranks: str) -> int:
    """Return the seat that played the highest trump or, if there is no trump, the highest card of the suit led."""
    cards = [card for _, card in trick]
    suit = trump if trump and of_suit(cards, trump) else cards[0][1]
    best = max(of_suit(cards, suit), key=lambda card: ranks.index(card[0]))
    return next(seat for seat, card in trick if card == best)


def check_drawn(cards: Sequence[str], source: Sequence[str], where: str) -> None:
    """Raise `Fault` if a card occurs twice or is not in `source`."""
    for card in cards:
        if card not in source:
            raise Fault(f"{shown(card)} is not in {where}")
        if list(cards).count(card) > 1:
            raise Fault(f"{shown(card)} comes twice")


class Twin:
    """Course of a match: deal, act, settle, and deal again.

    `phase` says what happens next. In a phase of `TABLE_PHASES`, the table acts. In the phase "over", the match has
    ended. In every other phase, the seats in `to_act()` act.
    """

    SEAT_COUNTS: range = range(4, 5)
    TABLE_PHASES = ("deal", "trump", "draw", "reshuffle", "flop")

    def __init__(self, options: dict, seats: int, first: int) -> None:
        if type(seats) is not int or seats not in self.SEAT_COUNTS:
            raise ValueError("the number of seats does not fit the game")
        if type(first) is not int or first not in range(seats):
            raise ValueError("the first dealer is not a seat")
        self.seats = seats
        self.options: Options = complete(options, self.option_rules(seats))
        self.check_options()
        self.dealer = first
        self.deal_number = 1
        self.over = False
        self.pot = 0  # chips in the pot or pool; in Auction House, points carried over
        self.standing = [self.opening_score()] * seats
        self.last_score = [0] * seats
        self.last_carry = 0
        self.winners: list[int] = []
        self.held: list[list[str]] = [[] for _ in range(seats)]
        self.turn = first
        self.open_deal()

    # Methods that each game overrides.

    def option_rules(self, seats: int) -> list[Option]:
        raise NotImplementedError

    def check_options(self) -> None:
        """Raise ValueError if options contradict each other."""

    def opening_score(self) -> int:
        return 0

    def whole_pack(self) -> list[str]:
        """Return the whole pack, in the order in which the game numbers its pieces."""
        raise NotImplementedError

    def hand_size(self) -> int:
        raise NotImplementedError

    def dealt(self) -> None:
        """Begin the first phase after all hands have been dealt."""
        raise NotImplementedError

    def words(self, seat: int) -> list[str]:
        """Return the legal actions of `seat`, which is to act."""
        raise NotImplementedError

    def act(self, seat: int, words: list[str]) -> None:
        """Carry out the legal action `words` of `seat`."""
        raise NotImplementedError

    def table_act(self, args: list[str]) -> None:
        """Check and carry out the table's action in the current phase. `apply_deal` handles dealing."""
        raise NotImplementedError

    def turned_over(self, rng: random.Random) -> list[str]:
        """Return the pieces that the table turns over next, drawn with `rng`.

        Return an empty list in games in which the table only deals.
        """
        return []

    def sealed(self) -> list[int]:
        """Return all seats that choose in the current sealed phase, in the order of the record. Return an empty list in
        any other phase.
        """
        return []

    def sealed_waiting(self) -> list[int]:
        """Return the seats that have not yet chosen in a sealed phase."""
        return []

    # State that every viewer sees.

    @property
    def scores(self) -> list[int]:
        return list(self.standing)

    def hands(self) -> list[list[str]]:
        order = self.whole_pack()
        return [sorted(hand, key=order.index) for hand in self.held]

    def to_act(self) -> list[int]:
        if self.over or self.table_needs():
            return []
        return sorted(self.sealed_waiting()) if self.sealed() else [self.turn]

    def table_needs(self) -> str | None:
        return self.phase if self.phase in self.TABLE_PHASES else None

    def legal(self, seat: int) -> list[str]:
        return self.words(seat) if seat in self.to_act() else []

    def apply(self, event: str) -> None:
        """Apply one event of the record. If the event cannot happen, raise `Fault` and change nothing."""
        if not isinstance(event, str):
            raise Fault("an event is not a text")
        if self.over:
            raise Fault("surplus event: the match is over")
        actor, *words = event.split(" ")
        if actor == "table":
            self.apply_table(words)
        else:
            self.apply_seat(actor, words)

    # Implementation.

    def apply_table(self, words: list[str]) -> None:
        needs = self.table_needs()
        if needs is None:
            raise Fault("the table has nothing to do here")
        if not words or words[0] != needs:
            raise Fault(f"the table must {needs} here")
        if needs == "deal":
            self.apply_deal(words[1:])
        else:
            self.table_act(words[1:])

    def apply_seat(self, actor: str, words: list[str]) -> None:
        if self.table_needs():
            raise Fault(f"the table must {self.table_needs()} first")
        if actor not in [str(seat) for seat in range(self.seats)]:
            raise Fault(f"no such actor: {shown(actor)}")
        seat = int(actor)
        if seat not in self.to_act():
            raise Fault(f"seat {seat} is not to act")
        action = self.in_order(words)
        if action not in self.legal(seat):
            raise Fault(f"seat {seat} may not {shown(action)}")
        self.act(seat, action.split(" "))

    def in_order(self, words: list[str]) -> str:
        """Sort the cards in the words of an event, because docs/reference/record.md allows them in any order."""
        pack = self.whole_pack()
        if words[:1] in (["discard"], ["keep"]) and all(card in pack for card in words[1:]):
            words = words[:1] + sorted(words[1:], key=pack.index)
        return " ".join(words)

    def apply_deal(self, args: list[str]) -> None:
        if not args or args[0] != str(self.next_dealt):
            raise Fault(f"seat {self.next_dealt} is dealt next")
        cards = args[1:]
        if len(cards) != self.hand_size():
            raise Fault(f"a hand has {self.hand_size()}")
        check_drawn(cards, self.stock, "the undealt pack")
        if self.next_dealt == 0:
            self.held = [[] for _ in range(self.seats)]
        self.held[self.next_dealt] = list(cards)
        self.leave_stock(cards)
        self.next_dealt += 1
        if self.next_dealt == self.seats:
            self.dealt()

    def leave_stock(self, cards: Sequence[str]) -> None:
        self.stock = [card for card in self.stock if card not in cards]

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def from_left_of(self, seat: int) -> list[int]:
        """Return all seats in clockwise order. The seat left of `seat` is first, and `seat` is last."""
        return [(seat + step) % self.seats for step in range(1, self.seats + 1)]

    def number(self, name: str) -> int:
        """Return the value of a numeric option."""
        return int(self.options[name])

    def pay(self, seat: int, amount: int) -> None:
        """Move `amount` chips from `seat` to the pot. A seat with fewer chips pays all its chips and owes nothing."""
        paid = min(amount, self.standing[seat])
        self.standing[seat] -= paid
        self.pot += paid

    def open_deal(self) -> None:
        self.phase = "deal"
        self.next_dealt = 0
        self.stock = self.whole_pack()
        self.before = list(self.standing)

    def close_deal(self, over: bool, winners: list[int] | None = None) -> None:
        """Close a settled deal, and end the match if `over`. Pass `winners` only if the highest score does not decide
        the match.
        """
        self.last_score = [now - was for now, was in zip(self.standing, self.before, strict=True)]
        self.last_carry = self.pot
        if over:
            self.close_match(winners)
        else:
            self.dealer = self.left_of(self.dealer)
            self.deal_number += 1
            self.open_deal()

    def close_match(self, winners: list[int] | None) -> None:
        """End the match. In all games, the seats share a leftover pot evenly, and chips that cannot be divided are
        lost.
        """
        share = self.pot // self.seats
        self.standing = [chips + share for chips in self.standing]
        self.pot = 0
        top = [s for s in range(self.seats) if self.standing[s] == max(self.standing)]
        self.winners = top if winners is None else winners
        self.phase = "over"
        self.over = True
