"""Tests that the engine and the slow, simple twin agree at every step of random matches with random options."""

from __future__ import annotations

import pytest

from saleroom.games import load
from tests.contract.chance import LENGTHS, every_table, moments, random_matches
from tests.oracles import agree
from tests.twin.registry import TWINS


def agree_to_the_end(match, rng) -> None:
    """Play a match at random and pass every event to the twin."""
    twin = TWINS[match.game.name](match.options, match.seats, match.dealer)
    heard = 0
    for _ in moments(match, rng):
        for event in match.history[heard:]:
            twin.apply(event)
        heard = len(match.history)
        agree(match, twin)


@every_table
def test_engine_and_twin_agree_at_every_step(name, seats):
    for match, rng in random_matches(name, seats, 12, "twins"):
        agree_to_the_end(match, rng)


@pytest.mark.soak
@every_table
def test_they_agree_in_long_matches_too(name, seats):
    length = {option.name: 12 for option in load(name).options if option.name in LENGTHS}
    for match, rng in random_matches(name, seats, 1, "long twins", **length):
        agree_to_the_end(match, rng)
