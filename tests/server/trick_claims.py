"""Checks that the reasons of trick-taking games are true."""

from __future__ import annotations

from saleroom.kernel.bits import members
from saleroom.kernel.cards import NUMBERS, SUITS


def card_of(words):
    """Return the card that an action names."""
    return NUMBERS[words.split(" ")[1]]


def hand(match, seat):
    """Return the cards that a seat really holds."""
    return members(match.state.hand[seat])


def of_suit(cards, suit):
    """Return the cards that have the given suit."""
    suit = SUITS.index(suit) if isinstance(suit, str) else suit
    return [card for card in cards if card // 13 == suit]


class Tricks:
    """Checks for games in which `trump_of(match, words)` is the trump suit and `height(card)` ranks a card."""

    def __init__(self, trump_of=lambda match, words: None, height=lambda card: card % 13):
        self.trump_of, self.height = trump_of, height

    def winner(self, match, words, plays):
        """Return the winning play of a trick, as seat and card."""
        trump, led = self.trump_of(match, words), plays[0][1] // 13
        return max(plays, key=lambda play: (play[1] // 13 == trump, play[1] // 13 == led, self.height(play[1])))

    def plays(self, match, seat):
        """Return the plays of the trick on the table, as seats and cards in order."""
        state = match.state
        size = int(state.in_trick)
        order = [(seat - size + place) % match.seats for place in range(size)]
        return [(other, int(state.on_table[other])) for other in order]

    def wins_now(self, match, seat, words, card=None):
        card = card_of(words) if card is None else NUMBERS[card]
        plays = [*self.plays(match, seat), (seat, card)]
        return self.winner(match, words, plays)[0] == seat

    def wins_surely(self, match, seat, words, card=None):
        """Return whether the card played wins so far, and no later seat holds a card that would take the trick."""
        card = card_of(words) if card is None else NUMBERS[card]
        plays = [*self.plays(match, seat), (seat, card)]
        later = [(seat + step) % match.seats for step in range(1, match.seats - len(plays) + 1)]
        return self.wins_now(match, seat, words) and all(
            self.winner(match, words, [*plays, (other, held)])[0] == seat
            for other in later
            for held in hand(match, other)
        )

    def legal_takers(self, match, seat, words):
        cards = [action.split(" ")[1] for action in match.legal(seat)]
        return [card for card in cards if self.wins_now(match, seat, words, card)]

    def above(self, match, seat, words):
        """Return the cards that the seat has not seen and that rank above the played card in its suit."""
        seen = {card for other in range(match.seats) for card in members(match.state.played[other])}
        seen |= set(hand(match, seat)) | self.known(match, seat)
        suit = of_suit(range(52), card_of(words) // 13)
        return [c for c in suit if c not in seen and self.exists(c) and self.height(c) > self.height(card_of(words))]

    def exists(self, card) -> bool:
        """Return whether the pack contains a card."""
        return True

    def known(self, match, seat) -> set[int]:
        """Return the cards that a seat knows in addition to its hand and the played cards."""
        return set()

    def claims(self):
        """Return the check for each reason, by the reason's key."""
        return {
            "only_move": lambda m, s, w: m.legal(s) == [w],
            "trick.lead_sure": lambda m, s, w, card: not m.state.in_trick and self.wins_surely(m, s, w, card),
            "trick.lead_top": lambda m, s, w, card, suit: (
                self.trump_of(m, w) is not None
                and not any(
                    self.height(c) > self.height(card_of(w))
                    for other in range(m.seats)
                    if other != s
                    for c in of_suit(hand(m, other), suit)
                )
            ),
            "trick.lead_low": lambda m, s, w, card, suit, count: (
                min(of_suit(hand(m, s), suit), key=self.height) == NUMBERS[card] and len(self.above(m, s, w)) == count
            ),
            "trick.lead": lambda m, s, w, card, suit, count: len(self.above(m, s, w)) == count > 0,
            "trick.keeps_trumps": lambda m, s, w, trump_suit: (
                SUITS[self.trump_of(m, w)] == trump_suit != w[-1] and of_suit(hand(m, s), trump_suit)
            ),
            "trick.takes_last": lambda m, s, w, card: (
                m.state.in_trick == m.seats - 1 and self.wins_surely(m, s, w, card)
            ),
            "trick.takes_sure": self.wins_surely,
            "trick.takes_so_far": lambda m, s, w, card, count: (
                self.wins_now(m, s, w, card) and count == m.seats - 1 - m.state.in_trick
            ),
            "trick.trumps": lambda m, s, w, led_suit, trump_suit: (
                SUITS[m.state.led] == led_suit != trump_suit == w[-1] == SUITS[self.trump_of(m, w)]
            ),
            "trick.cheapest": self.is_cheapest,
            "trick.lets_go": lambda m, s, w, seat: (
                self.legal_takers(m, s, w)
                and not self.wins_now(m, s, w)
                and self.winner(m, w, self.plays(m, s))[0] == seat
            ),
            "trick.cannot_win": lambda m, s, w, seat: (
                not self.legal_takers(m, s, w) and self.winner(m, w, self.plays(m, s))[0] == seat
            ),
            "trick.throws": lambda m, s, w, card, led_suit: (
                card[-1] != led_suit == SUITS[m.state.led] and not self.wins_now(m, s, w)
            ),
            "trick.lowest": lambda m, s, w, card, suit: (
                min(of_suit(hand(m, s), suit), key=self.height) == NUMBERS[card] and w.endswith(card)
            ),
            "trick.last_of_suit": lambda m, s, w, suit: w[-1] == suit and len(of_suit(hand(m, s), suit)) == 1,
        }

    def is_cheapest(self, match, seat, words, card):
        """Return whether the seat has several winning cards, of which `card` is the cheapest.

        Trumps cost more than other cards.
        """
        trump = self.trump_of(match, words)
        price = {
            taker: (NUMBERS[taker] // 13 == trump, self.height(NUMBERS[taker]))
            for taker in self.legal_takers(match, seat, words)
        }
        return len(price) > 1 and price[card] == min(price.values())
