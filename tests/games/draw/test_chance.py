"""Tests that a seed determines the undealt tiles of Auction Draw (the boneyard) as documented."""

from __future__ import annotations

import pytest

from tests.contract.chance import moments, random_matches
from tests.seedcards import Stream, pieces_of, seed_of


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_are_handed_over_in_the_order_of_the_shuffle(seats):
    bought = 0
    for match, rng in random_matches("auction-draw", seats, 18, "boneyard"):
        for _ in moments(match, rng):
            pass
        pieces, places, hand = pieces_of(match)
        for number, deal in enumerate(match.deals, 1):
            order = Stream(seed_of(match), number, 0).shuffled(pieces, places)[hand * seats :]
            for event in deal.events:
                if event.words == "draw":
                    assert sorted(event.pieces) == sorted(order[: len(event.pieces)])
                    order = order[len(event.pieces) :]
                    bought += 1
    assert bought > 0
