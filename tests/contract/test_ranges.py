"""Law: the values of every field are within its declared range."""

from __future__ import annotations

import pytest

from saleroom.games import ALL, load
from saleroom.kernel.fields import public
from tests.contract.chance import every_table, random_moments
from tests.oracles import out_of_range


@every_table
def test_values_keep_within_their_declared_range(name, seats):
    for match, _ in random_moments(name, seats, 6, "ranges"):
        assert out_of_range(match.game.record, match.state, seats) == []


@every_table
def test_empty_chairs_hold_and_owe_nothing(name, seats):
    for match, _ in random_moments(name, seats, 1, "empty chairs"):
        for field in ("scores", "last_score"):
            assert not match.state[field][seats:].any()
        assert int(match.state.acting) >> seats == 0
        assert int(match.state.winners) >> seats == 0


@every_table
def test_before_the_first_deal_every_field_keeps_within_its_range_and_says_nothing_where_it_can(name, seats):
    game = load(name)
    options = game.settle_options({}, seats)
    states = game.blank(3, options, seats)
    assert out_of_range(game.record, states[2], seats) == []
    for field in game.record.fields:
        values = states[field.name]
        if field.by_seat:
            assert not values[:, seats:].any(), field.name
            values = values[:, :seats]
        if field.past:
            assert not values.any(), field.name
        elif field.nothing:
            assert (values == field.nothing[0]).all(), field.name


@pytest.mark.parametrize("name", ALL)
def test_the_place_and_the_length_of_a_ring_are_fields(name):
    record = load(name).record
    declared = {field.name for field in record.fields}
    assert all(declared.issuperset(field.ring or ()) for field in record.fields)


@pytest.mark.parametrize("told", [{"nothing": (-1, "at first")}, {"senses": {9: "a pass"}}])
def test_a_value_that_stands_for_something_is_one_that_the_field_takes(told):
    with pytest.raises(ValueError, match=r"field bid: (-1|9) stands for something, but is not within 0\.\.4"):
        public("bid", "i1", (0, 4), "points", "the standing bid", **told)
