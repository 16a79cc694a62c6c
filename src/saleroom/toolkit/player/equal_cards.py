"""Groups of cards that take the same tricks, for game models of trick-taking games."""

from __future__ import annotations

from saleroom.kernel.bits import NONE, bit, first, has, without
from saleroom.kernel.cards import suit_of
from saleroom.kernel.compile import rule


@rule
def one_of_each(cards, gone, alone, wanted):
    """Return one card of each group of equivalent cards.

    Cards of a suit are equivalent if all cards that rank between them are in the set `gone`.

    The card is the lowest of its group, or `wanted` if the group contains `wanted`. A card in the set `alone` is
    equivalent to no other card.
    """
    chosen, rest = NONE, cards
    suit, before = -1, -1  # suit and last card of the current group
    representative = NONE  # the chosen card of the group
    while rest != NONE:
        card = first(rest)
        rest = without(rest, bit(card))
        continues = suit_of(card) == suit and not has(alone, card) and not has(alone, before)
        for between in range(before + 1, card):
            continues = continues and has(gone, between)
        if not continues:
            chosen |= representative
            representative = bit(card)
        elif card == wanted:
            representative = bit(card)
        suit, before = suit_of(card), card
    return chosen | representative
