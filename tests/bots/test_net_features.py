"""Tests that the net features of every game stay within their bounds, and depend only on the seat's view."""

from __future__ import annotations

import pytest

from saleroom.kernel import loops
from saleroom.toolkit.player.features import Blocks
from tests.bots.nets import a_net, description, dice, features_of, few_tables_of_nets, moments, weighed
from tests.contract.chance import times


@pytest.mark.integration
@few_tables_of_nets
def test_features_and_parts_keep_within_their_bounds(name, seats):
    features = features_of(name)
    for match, seat, _ in moments(name, seats, times(2), "bounds of features"):
        active, options, parts = description(name, match.views(seat), seat)
        assert len(active) == len(set(active)) <= features.MOST_ACTIVE
        assert all(0 <= feature < features.FEATURES for feature in active)
        assert options == sorted(set(options))
        assert set(options) <= set(match.legal_ids(seat))
        assert 0 < len(options) <= features.MOST_OPTIONS
        for row in parts:
            assert 0 < len(row) <= features.MOST_PARTS
            assert all(0 <= part < features.PARTS for part in row)


@few_tables_of_nets
def test_nothing_hidden_reaches_a_net(name, seats):
    net = a_net(name)
    for match, seat, rng in moments(name, seats, times(2), "nets see views"):
        views = match.views(seat)
        told, values = description(name, views, seat), weighed(net, views, seat)
        for _ in range(2):
            world = views.copy()
            loops.imagine(world, 0, seat, dice(rng))
            assert description(name, world, seat) == told
            assert weighed(net, world, seat) == values


@few_tables_of_nets
def test_to_look_changes_nothing(name, seats):
    net = a_net(name)
    for match, seat, _ in moments(name, seats, times(1), "nets only look"):
        views = match.views(seat)
        before = views.tobytes()
        weighed(net, views, seat)
        assert views.tobytes() == before


def test_blocks_follow_one_another_and_adjacent_remembered_ones_are_one_range():
    blocks = Blocks()
    assert [blocks.block(2), blocks.block(3, remembered=True), blocks.block(1, remembered=True)] == [0, 2, 5]
    assert [blocks.block(4), blocks.block(1, remembered=True)] == [6, 10]
    assert (blocks.size, blocks.remembered) == (11, ((2, 6), (10, 11)))
