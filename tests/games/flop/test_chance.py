"""Tests that a seed determines the flops of Auction Flop Poker as documented."""

from __future__ import annotations

import pytest

from tests.contract.chance import moments, random_matches
from tests.seedcards import PACK, Stream, seed_of


@pytest.mark.parametrize("seats", [6, 7, 8])
def test_flops_and_reshuffles_come_from_the_seed(seats):
    reshuffles = 0
    for match, rng in random_matches("auction-flop-poker", seats, 18, "flops", chips=60, ante=1):
        for _ in moments(match, rng):
            pass
        for number, deal in enumerate(match.deals, 1):
            reshuffles += follow_flops(seed_of(match), number, deal.events, seats)
    assert reshuffles > 0


def follow_flops(seed: bytes, deal: int, events, seats: int) -> int:
    """Check that the seed determines every flop of the deal, and return the number of reshuffles."""
    stock = Stream(seed, deal, 0).shuffled(PACK, 52)[5 * seats :]
    discards: set[str] = set()
    flop: set[str] = set()
    reshuffles = 0
    for event in events:
        if event.verb == "discard":
            discards |= set(event.pieces)
        elif event.verb == "keep":
            discards |= flop - set(event.pieces)
        elif event.words == "reshuffle":
            assert len(stock) < 3
            reshuffles += 1
            discarded = sorted(discards, key=PACK.index)
            stock += Stream(seed, deal, reshuffles).shuffled(discarded, len(discarded))
            discards = set()
        elif event.words == "flop":
            flop, stock = set(stock[:3]), stock[3:]
            assert set(event.pieces) == flop
    return reshuffles
