"""The engine and the slow, obvious twin agree at every step of random matches with random options."""

from __future__ import annotations

import pytest

from saleroom.games import load
from tests.contract.chance import LENGTHS, every_table, moments, random_matches
from tests.games.twins import Twin
from tests.twin.registry import TWINS


def disagreements(match, twin: Twin) -> dict[str, tuple[object, object]]:
    """Where a match and its twin stand differently, as (rules, twin)."""
    both: dict[str, tuple[object, object]] = {
        "to act": (list(match.to_act), twin.to_act()),
        "over": (match.over, twin.over),
        "winners": (match.winners, twin.winners),
        "scores": (match.scores, twin.scores),
        "carry": (0 if match.over else int(match.state.carry), 0 if match.over else twin.pot),
    }
    for seat in match.to_act:
        both[f"legal {seat}"] = (sorted(match.legal(seat)), sorted(twin.legal(seat)))
    if not match.over:
        both["deal"] = (len(match.deals), twin.deal_number)
        both["dealer"] = (match.dealer, twin.dealer)
    settled = [deal for deal in match.deals if deal.score is not None]
    if settled:
        both["last score"] = (settled[-1].score, twin.last_score)
        both["last carry"] = (settled[-1].carry, twin.last_carry)
    return {what: pair for what, pair in both.items() if pair[0] != pair[1]}


def agree_to_the_end(match, rng) -> None:
    """Play a match at random and let the twin hear every event."""
    twin = TWINS[match.game.name](match.options, match.seats, match.dealer)
    heard = 0
    for _ in moments(match, rng):
        for event in match.history[heard:]:
            twin.apply(event)
        heard = len(match.history)
        found = disagreements(match, twin)
        assert not found, (
            f"the rules and the twin (twin.py of the game's tests) differ, as (rules, twin): {found}, after "
            f"{match.options}, first dealer {match.deals[0].dealer}: {match.history}"
        )


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
