"""Small packs and zero-sum scores, for games that are small enough to be solved.

A small pack has two suits, clubs and diamonds, of each as many of the highest ranks as the field `ranks` says; each
seat is dealt as many cards as `dealt` says.
"""

from __future__ import annotations

from collections.abc import Mapping

from saleroom.kernel.bits import NONE, bit, seats_of, without
from saleroom.kernel.cards import ACE
from saleroom.kernel.chance import MATCH, draw, shuffle
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import secret
from saleroom.kernel.options import BadOptions, Option, Value
from saleroom.kernel.tricks import all_played

SUITS = 2
PACK_OPTIONS = (
    Option("ranks", range(4, 7), 4, "how many ranks each of the two suits has, from the ace down", "ranks"),
    Option("dealt", range(1, 4), 2, "how many cards each player is dealt", "cards"),
)
DECK = secret("deck", "i1", (0, 51), "card", "the pack: the hands from seat 0 on; the rest is out", (12,))


@rule
def card_at(s, place):
    """The card at a place of the pack before it is shuffled: suit by suit, ascending."""
    return 13 * (place // s.ranks) + ACE + 1 - s.ranks + place % s.ranks


@rule
def small_pack(s):
    """Every card of the pack."""
    cards = NONE
    for place in range(SUITS * s.ranks):
        cards |= bit(card_at(s, place))
    return cards


@rule
def shuffle_small_pack(s):
    """Draw the first dealer of a match, then shuffle as far as cards are dealt."""
    if s.deal == 1:
        s.dealer = draw(s, s.seats, MATCH, 0)
    for place in range(SUITS * s.ranks):
        s.deck[place] = card_at(s, place)
    shuffle(s, s.deck, SUITS * s.ranks, s.dealt * s.seats, s.deal, 0)


@rule
def unseen_cards(s, seat):
    """The cards of a small pack that `seat` has not seen."""
    return without(small_pack(s), all_played(s) | s.hand[seat])


@rule
def score_differences(s):
    """Let each seat score what it is ahead of each other in `last_score`, which then says so: it comes to nought."""
    total = 0
    for seat in range(seats_of(s)):
        total += s.last_score[seat]
    for seat in range(seats_of(s)):
        ahead = s.seats * s.last_score[seat] - total
        s.last_score[seat] = ahead
        s.scores[seat] += ahead


def goes_round(options: Mapping[str, Value], seats: int) -> None:
    """`BadOptions` where the pack is too small for the hands."""
    cards, dealt = SUITS * int(options["ranks"]), int(options["dealt"])
    if dealt * seats > cards:
        raise BadOptions(f"{cards} cards are too few for {seats} hands of {dealt}")
