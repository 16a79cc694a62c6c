"""State of Goofspiel: its options and its record."""

from saleroom.kernel.fields import CHANCE, MATCH, SEATS, Field, Record, of_deal, own, public, secret
from saleroom.kernel.options import Option

MOST_CARDS = 13

OPTIONS = (
    Option("deals", range(1, 101), 2, "after how many deals the match ends", "deals"),
    Option("cards", range(2, MOST_CARDS + 1), MOST_CARDS, "how many cards each player holds", "cards"),
)

PHASES = ("deal", "prize", "bid")
DEAL, PRIZE, BID = range(3)

NO_CARD = -1
CARD = (0, MOST_CARDS - 1)
CARDS = (0, 2**MOST_CARDS - 1)
PRIZES = (0, MOST_CARDS * (MOST_CARDS + 1) // 2)


def cards(see, name: str, tells: str, count: int, nothing: str) -> Field:
    """Return a field for `count` cards, any of which can be missing."""
    return see(name, "i1", (NO_CARD, CARD[1]), "card", tells, (count,), nothing=(NO_CARD, nothing))


RECORD = Record(
    "goofspiel",
    *CHANCE,
    secret("deck", "i1", CARD, "card", "the prizes, in the order in which they are turned up", (MOST_CARDS,)),
    *MATCH,
    *(option.field() for option in OPTIONS),
    *of_deal(
        public("prize", "i1", (NO_CARD, CARD[1]), "card", "the newest prize", nothing=(NO_CARD, "once it is sold")),
        cards(public, "on_sale", "the prizes on sale, as they were turned up", MOST_CARDS, "for a place without one"),
        public("turned", "u8", CARDS, "card set", "the prizes that have been turned up"),
        public("spent", "u8", CARDS, "card set", "the cards that a seat has laid, once they are open", (SEATS,)),
        cards(public, "opened", "the card that a seat laid in the auction before", SEATS, "before the first"),
        public("won", "i2", PRIZES, "points", "what a seat has won in this deal", (SEATS,)),
        own("hand", "u8", CARDS, "card set", "the cards that a seat holds", (SEATS,)),
        cards(own, "laid", "the card that a seat has laid face down", SEATS, "before it lays one"),
    ),
)
