"""Cards that take the same tricks, for the models of games with tricks."""

from __future__ import annotations

from saleroom.kernel.bits import NONE, bit, first, has, without
from saleroom.kernel.cards import suit_of
from saleroom.kernel.compile import rule


@rule
def one_of_each(cards, gone, alone, wanted):
    """Return one card of each run of equivalent `cards`: those adjacent to each other, except for what is `gone`.

    It is the lowest, or `wanted`, a card of its run. The cards of the set `alone` are equivalent to no other.
    """
    chosen, rest = NONE, cards
    suit, before = -1, -1  # of the current run, and its last card
    representative = NONE  # the card chosen for the run
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
