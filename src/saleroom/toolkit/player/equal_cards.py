"""What the models of trick games share: cards that take the same tricks."""

from __future__ import annotations

from saleroom.kernel.bits import NONE, bit, first, has, without
from saleroom.kernel.cards import suit_of
from saleroom.kernel.compile import rule


@rule
def one_of_each(cards, gone, alone, wanted):
    """One card of each run of `cards` that stand next to each other but for what is `gone`: they take the same tricks.

    It is the lowest, or `wanted`, a card of its run. The set `alone` holds cards that are like no other.
    """
    kept, rest = NONE, cards
    suit, before = -1, -1  # of the run that goes on, and its last card
    stands = NONE  # for the run
    while rest != NONE:
        card = first(rest)
        rest = without(rest, bit(card))
        goes_on = suit_of(card) == suit and not has(alone, card) and not has(alone, before)
        for between in range(before + 1, card):
            goes_on = goes_on and has(gone, between)
        if not goes_on:
            kept |= stands
            stands = bit(card)
        elif card == wanted:
            stands = bit(card)
        suit, before = suit_of(card), card
    return kept | stands
