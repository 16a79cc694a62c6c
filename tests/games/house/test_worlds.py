"""Tests that every world imagined for a seat of Auction House is consistent with all that the seat knows."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.games import load
from saleroom.kernel import loops
from saleroom.match.events import still_sealed
from saleroom.match.match import Match
from tests.contract.chance import times
from tests.games.house.worlds import complete

GAME = load("auction-house")


def seen_events(match: Match, seat: int) -> list[str]:
    deal = match.deals[-1]
    sealed = still_sealed(GAME, match.view(seat), deal)
    return [event.seen_from(seat, place in sealed) for place, event in enumerate(deal.events)]


def start(options: dict, seed: int, first: int) -> Match:
    return Match(GAME, GAME.settle_options(options, 4), ["x"] * 4, seed=seed, first=first)


def check_world(match: Match, seat: int, seed: int, first: int, rng: random.Random) -> None:
    """Imagine a world for `seat`, and check that a match can be replayed with its hidden cards."""
    views = match.views(seat)
    seen = views.tobytes()
    for holding in GAME.holdings(views[0], seat):
        truth = GAME.held(match.state, holding.owner, holding.kind)
        assert truth & ~holding.may == 0
        assert truth.bit_count() == holding.size
    loops.imagine(views, 0, seat, np.array([rng.getrandbits(64)], np.uint64))
    assert GAME.record.view(views, seat).tobytes() == seen
    again = start(match.options, seed, first)
    before = [event.text() for deal in match.deals[:-1] for event in deal.events]
    for text in before + complete(seen_events(match, seat), views[0], seat):
        again.apply_event(text)
    again.table_due()
    assert again.views(seat).tobytes() == seen
    for field in ("hand", "laid", "kitty"):
        assert list(again.state[field][:4]) == list(views[0][field][:4]), field


@pytest.mark.parametrize("number", range(times(8)))
def test_imagined_worlds_can_be_played(number):
    rng = random.Random(number)
    options = {"rounds": rng.choice((1, 2, 3)), "reveal": rng.choice(("after-kitty", "before-auction"))}
    first = rng.randrange(4)
    match = start(options, number, first).run_table()
    passing = rng.random()
    while not match.over:
        for seat in range(4):
            if rng.random() < 0.3:
                check_world(match, seat, number, first, rng)
        seat = rng.choice(match.to_act)
        legal = match.legal(seat)
        match.act(seat, legal[0] if rng.random() < passing else rng.choice(legal))
