"""Tests that every world imagined for a seat of Auction Draw is consistent with all that the seat knows."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.games import load
from saleroom.kernel import loops
from saleroom.match.match import Match
from tests.contract.chance import times
from tests.contract.truth import misfits
from tests.games.draw.worlds import complete
from tests.twin.play import Mood

GAME = load("auction-draw")
LONGEST_LAST = [*range(1, 24), pytest.param(0, marks=pytest.mark.integration)]


def options_for(seats: int, rng: random.Random) -> dict:
    """Return random options for short matches with small or large hands and few or many chips."""
    most = rng.choice((6, 9, 12) if seats <= 4 else (9, 12))
    room = ((most + 1) * (most + 2) // 2 - 3) // seats
    return {
        "set": most,
        "hand": min(room, rng.choice((2, 5, 7, room))),
        "chips": rng.choice((6, 30, 200)),
        "deals": rng.choice((1, 2)),
        "buy_when_able": rng.choice(("no", "yes")),
        "last_two": rng.choice(("auction", "auction", "left")),
    }


def check_world(match: Match, seat: int, first: int, rng: random.Random) -> None:
    """Imagine a world for `seat`, and check that a match can be replayed with its hidden pieces."""
    views = match.views(seat)
    seen = views.tobytes()
    known = GAME.holdings(views[0], seat)
    assert misfits(GAME, match.state, known) == []
    loops.imagine(views, 0, seat, np.array([rng.getrandbits(64)], np.uint64))
    assert misfits(GAME, views[0], known) == []
    assert GAME.record.view(views, seat).tobytes() == seen
    again = Match(GAME, match.options, match.players, seed=1, first=first)
    before = [event.text() for deal in match.deals[:-1] for event in deal.events]
    events = [event.seen_from(seat, sealed=False) for event in match.deals[-1].events]
    for text in before + complete(events, views[0], seat):
        again.apply_event(text)
    again.table_due()
    assert again.views(seat).tobytes() == seen
    assert np.array_equal(again.state.tiles, views[0].tiles)
    left = slice(int(match.state.drawn), None)
    assert sorted(again.state.deck[left]) == sorted(views[0].deck[left])


@pytest.mark.parametrize("number", LONGEST_LAST[: times(24)])
def test_imagined_worlds_can_be_played(number):
    rng = random.Random(number)
    seats = rng.randint(2, 8)
    first = rng.randrange(seats)
    options = GAME.settle_options(options_for(seats, rng), seats)
    match = Match(GAME, options, ["x"] * seats, seed=number, first=first).run_table()
    mood = Mood(rng)
    while not match.over:
        if rng.random() < 0.2:
            for seat in range(seats):
                check_world(match, seat, first, rng)
        seat = match.to_act[0]
        match.act(seat, mood.choose(match.legal(seat)))


def test_older_tiles_are_known_better():
    """Check that a tile with a six in the hand of seat 1 must be a tile that seat 1 has bought.

    Seat 1 bought because it could not play at 6-6, so it had no such tile before.
    """
    match = Match(GAME, GAME.settle_options({}, 2), ["x"] * 2, seed=1, first=0)
    for event in (
        "table deal 0 0-0 6-1 6-2 6-3 6-4 6-5 6-6",
        "table deal 1 1-0 1-1 2-0 2-1 2-2 3-0 3-1",
        "0 play 6-6",
        "1 buy",
        "table draw 6-0",
        "1 buy",
        "table draw 5-5",
    ):
        match.apply_event(event)
    sixes = sum(1 << tile for tile, name in enumerate(GAME.pieces) if name.startswith("6"))
    old, new = GAME.holdings(match.view(0), 0)
    assert (old.size, new.size) == (7, 2)
    assert old.may & sixes == 0
    assert new.may & sixes == 1 << GAME.pieces.index("6-0")
    match.apply_event("1 play 6-0 L")
    old, new = GAME.holdings(match.view(0), 0)
    assert (old.size, new.size) == (7, 1)


def test_worlds_fit_when_each_tile_is_known_to_lack_one_number_more_than_the_next():
    """Check hands with the tightest bounds: the oldest tile must be 0-0 for seat 1, and 12-12 for seat 2."""
    match = Match(GAME, GAME.settle_options({"set": 12, "hand": 13}, 3), ["x"] * 3, seed=1, first=0)
    for seat, tiles in enumerate(
        (
            [f"{high}-{low}" for high in range(6, 11) for low in (1, 2, 3)][:13],
            [f"{high}-0" for high in range(13)],
            [f"12-{low}" for low in range(12, 0, -1)] + ["5-5"],
        )
    ):
        match.apply_event(f"table deal {seat} {' '.join(tiles)}")
    match.table_due()
    match.state.free[1] = range(13)
    match.state.free[2] = range(12, -1, -1)
    known = GAME.holdings(match.view(0), 0)
    assert [holding.size for holding in known] == [1] * 26
    for number in range(4):
        world = match.imagine(0, number)
        assert misfits(GAME, world, known) == []
