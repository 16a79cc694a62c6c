"""Tests of the bot levels that imitate human errors.

The errors are constant within a deal, differ between deals, and disappear if the error rates are 0.
"""

from __future__ import annotations

import random

import numpy as np

from saleroom import bots
from saleroom.bots.compiled.nets import Net
from saleroom.bots.levels import BY_NET
from saleroom.bots.nets.human_errors import HumanErrorRates, add_errors, unit_of
from saleroom.bots.nets.player import Erring, shipped
from saleroom.bots.nets.weights import with_room
from saleroom.games import load
from tests.bots.nets import every_game_of_nets, features_of, few_tables_of_nets, untrained
from tests.contract.chance import new_match, times


def erring(name: str, error_rates: HumanErrorRates) -> tuple[Net, Net]:
    """Return a net with errors added, and the same net without errors."""
    features = features_of(name)
    weights = untrained(features)
    net = with_room(weights, features)
    add_errors(net, features, error_rates, unit_of(weights), np.random.default_rng(1))
    return net, with_room(weights, features)


def same(one: Net, other: Net) -> bool:
    return all((a == b).all() for a, b in zip(one, other, strict=True))


@every_game_of_nets
def test_blocks_that_are_remembered_lie_within_all(name):
    features = features_of(name)
    for blocks, end in ((features.REMEMBERED, features.FEATURES), (features.REMEMBERED_PARTS, features.PARTS)):
        edges = [edge for block in blocks for edge in block]
        assert edges == sorted(set(edges))
        assert edges[0] > 0 and edges[-1] <= end


@every_game_of_nets
def test_who_has_no_lapses_plays_by_the_net_as_it_is(name):
    assert same(*erring(name, HumanErrorRates(0.0, 0.0)))


@every_game_of_nets
def test_what_is_forgotten_is_of_what_must_be_remembered(name):
    features = features_of(name)
    found, before = erring(name, HumanErrorRates(1.0, 0.0))
    gone = set(np.flatnonzero(before.first.any(1) & ~found.first.any(1)).tolist())
    assert gone == {at for start, stop in features.REMEMBERED for at in range(start, stop)}
    assert (found.last_bias == before.last_bias).all()


@every_game_of_nets
def test_misjudgements_are_of_parts_and_stay_within_what_weights_can_hold(name):
    found, before = erring(name, HumanErrorRates(0.0, 1e9))
    assert np.abs(found.last_bias.astype(np.int64)).max() < 2**24
    assert (found.first == before.first).all() and (found.last == before.last).all()
    assert (found.last_bias[:-1] != before.last_bias[:-1]).all() and found.last_bias[-1] == 0


@few_tables_of_nets
def test_they_play_legally_and_the_same_again(name, seats):
    game = load(name)
    for number in range(times(2)):
        match = new_match(name, seats, random.Random(f"lapses {name} {seats} {number}"))
        players = [bots.player(level, game, b"chance") for level in ("easy", "medium")]
        while not match.over and len(match.deals) < 3:
            seat = match.to_act[0]
            view = match.views(seat)
            action = players[seat % 2].choose(view, seat)
            assert bots.player(players[seat % 2].name, game, b"chance").choose(view, seat) == action
            assert players[seat % 2].decide(view, seat).action == action
            match.act(seat, match.game.format_action(view[0], seat, action))


def test_what_a_player_forgets_is_drawn_anew_for_each_deal_and_seat():
    game, features = load("auction-pitch"), features_of("auction-pitch")
    match = game_with_choice(game)
    views, seat = match.views(match.to_act[0]), match.to_act[0]
    player = Erring("easy", game.name, features, HumanErrorRates(0.5, 0.5), b"chance")
    seen = []
    for deal in (1, 2, 1):
        views["deal"] = deal
        player.choose(views, seat)
        seen.append(player._net.last_bias.copy())
    assert (seen[0] == seen[2]).all() and (seen[0] != seen[1]).any()


def game_with_choice(game):
    match = new_match(game.name, 4, random.Random("a choice"))
    assert len(match.legal_ids(match.to_act[0])) > 1
    return match


@every_game_of_nets
def test_the_levels_have_a_net_to_err_with(name):
    assert shipped(load(name).name) is not None
    assert [bots.player(level, load(name)).name for level in BY_NET] == list(BY_NET)
