"""Law: a world (deal) imagined for a seat is possible and fits all that the seat knows.

The hidden pieces are not copied from the real match.

What a seat knows about a hidden hand always allows the true pieces.
"""

from __future__ import annotations

import numpy as np

from saleroom.kernel import loops
from saleroom.match.referee import faults, replay
from tests.contract.chance import few_tables, random_moments, raw, some_moments, times
from tests.contract.places import overlap, pack_of
from tests.contract.truth import misfits
from tests.contract.twins import completed_record, dice_of, imagined
from tests.games import of_game
from tests.oracles import out_of_range
from tests.twin import verify as twin_referee


def some_seats(name, seats, count, law):
    """Yield positions of random matches, each with a seat whose view is tested."""
    for match, rng in some_moments(name, seats, count, law):
        yield match, rng.randrange(seats), rng


@few_tables
def test_the_truth_is_inside_what_each_holding_may_contain(name, seats):
    for match, rng in random_moments(name, seats, 4, "truth"):
        for seat in rng.sample(range(seats), 2):
            known = match.game.holdings(match.view(seat), seat)
            assert misfits(match.game, match.state, known) == []
            assert all(holding.size >= 0 and holding.owner != seat for holding in known)


@few_tables
def test_an_imagined_world_looks_the_same_from_that_seat(name, seats):
    for match, seat, rng in some_seats(name, seats, 40, "same view"):
        view = match.views(seat)
        known = match.game.holdings(view[0], seat)
        for _ in range(times(6)):
            world = imagined(match, seat, rng)
            assert raw(match.game.record.view(world, seat)) == raw(view)
            assert misfits(match.game, world[0], known) == []


@few_tables
def test_an_imagined_world_has_a_chance_of_its_own(name, seats):
    for match, seat, rng in some_seats(name, seats, 12, "own chance"):
        worlds = [imagined(match, seat, rng) for _ in range(3)]
        seeds = {raw(world["seed"]) for world in worlds}
        assert len(seeds) == 3
        assert raw(match.state.seed) not in seeds
        assert not any(world["stream"].any() for world in worlds)


@few_tables
def test_the_same_dice_imagine_the_same_world(name, seats):
    for match, seat, rng in some_seats(name, seats, 12, "same dice"):
        first, again = match.views(seat).copy(), match.views(seat).copy()
        number = rng.getrandbits(64)
        for world in (first, again):
            loops.imagine(world, 0, seat, np.array([number], np.uint64))
        assert raw(first) == raw(again)


@few_tables
def test_an_imagined_world_keeps_within_all_ranges(name, seats):
    for match, seat, rng in some_seats(name, seats, 40, "world ranges"):
        assert out_of_range(match.game.record, imagined(match, seat, rng)[0], seats) == []


@few_tables
def test_an_imagined_world_has_every_piece_in_one_place(name, seats):
    places = of_game(name, "worlds").places
    for match, seat, rng in some_seats(name, seats, 40, "world places"):
        sets = places(imagined(match, seat, rng)[0])
        assert overlap(sets) == 0
        assert sum(sets) == pack_of(match)


@few_tables
def test_an_imagined_world_can_be_played_to_the_end(name, seats):
    for match, seat, rng in some_seats(name, seats, 10, "playable"):
        world = imagined(match, seat, rng)
        if seat in match.to_act:
            assert loops.legal(world, 0, seat) == loops.legal(match.views(seat), 0, seat)
        loops.playout(world, 0, dice_of(rng), 1_000_000)
        assert world["winners"][0]
        assert out_of_range(match.game.record, world[0], seats) == []


@few_tables
def test_every_imagined_world_has_a_record_that_both_referees_accept(name, seats):
    for match, seat, rng in some_seats(name, seats, 24, "completed"):
        record = completed_record(match, seat, imagined(match, seat, rng)[0])
        assert twin_referee.faults(record) == []
        assert faults(record) == []
        again = replay(record)
        assert raw(again.views(seat)) == raw(match.views(seat))
        assert again.record(seat=seat) == match.record(seat=seat)
