"""Tests that a seed determines the court cards of Auction House as documented."""

from __future__ import annotations

from tests.contract.chance import moments, random_matches
from tests.seedcards import PACK, Stream, seed_of

COURTS = [card for card in PACK if card[0] in "JQK"]


def test_the_courts_are_turned_in_one_order_for_the_match():
    for match, rng in random_matches("auction-house", 4, 6, "courts", rounds=13):
        for _ in moments(match, rng):
            pass
        turned = [event.pieces[0] for deal in match.deals for event in deal.events if event.words == "trump"]
        assert turned == Stream(seed_of(match), 0, 1).shuffled(COURTS, 12)
