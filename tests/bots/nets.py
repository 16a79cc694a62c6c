"""Helpers for the tests of neural nets: games that have nets, untrained nets, and a net's input and output."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from saleroom.bots.compiled import heuristics, net_features, nets
from saleroom.bots.compiled.nets import Net
from saleroom.bots.nets.weights import Weights, quantised, shapes, with_room
from saleroom.games import ALL, load, package
from saleroom.kernel.compile import entry
from saleroom.toolkit.package import NetFeatures
from tests.contract.chance import fewest_and_most, is_missing, random_moments, tables

PLAYED = [name for name in ALL if not is_missing(name) and package(name).features()]
few_tables_of_nets = pytest.mark.parametrize(("name", "seats"), tables(fewest_and_most, PLAYED))
every_game_of_nets = pytest.mark.parametrize("name", PLAYED)


@entry
def described(views, seat, net, parts):
    """Write one row of `parts` for each option: the number of its parts, then the parts. Return the number of active
    features.
    """
    s = views[0]
    count = net_features.features(s, seat, net.ids, net.notes)
    for at in range(net_features.options(s, seat, net.options)):
        parts[at, 0] = net_features.parts(s, seat, net.options[at], parts[at, 1:], net.notes)
    return count


def features_of(name: str) -> NetFeatures:
    """Return the net features of a game. Load them for use in compiled code."""
    heuristics.load(load(name).name)
    found = net_features.load(load(name).name)
    assert found is not None
    return found


def untrained(features: NetFeatures, seed: int = 0) -> Weights:
    """Return random weights for a net with the given features."""
    chance = np.random.default_rng(seed)
    learned = {name: chance.normal(0, 0.2, shape) for name, shape in shapes(features).items()}
    return quantised(learned)


def a_net(name: str, seed: int = 0) -> Net:
    features = features_of(name)
    return with_room(untrained(features, seed), features)


def moments(name: str, seats: int, count: int, law: str):
    """Yield positions of random matches in which a seat has more than one legal action. Each item is the match, the
    seat and an RNG.
    """
    for match, rng in random_moments(name, seats, count, law):
        if not match.over:
            seat = rng.choice(match.to_act)
            if len(match.legal_ids(seat)) > 1:
                yield match, seat, rng


def description(name: str, views: Any, seat: int) -> tuple[list[int], list[int], list[list[int]]]:
    """Return what a net gets as input: the active features of a view, the ids of the options, and the parts of each
    option.
    """
    features, net = features_of(name), a_net(name)
    parts = np.full((features.MOST_OPTIONS, features.MOST_PARTS + 1), -1, np.int64)
    active = net.ids[: described(views, seat, net, parts)].tolist()
    options = int((parts[:, 0] >= 0).sum())
    return active, net.options[:options].tolist(), [row[1 : row[0] + 1].tolist() for row in parts[:options]]


def weighed(net: Net, views: Any, seat: int) -> dict[int, int]:
    """Return a net's values for a seat's options, by action id."""
    count = nets.weigh_one(views, 0, seat, net)
    return dict(zip(net.options[:count].tolist(), net.values[:count].tolist(), strict=True))


def dice(rng: random.Random) -> Any:
    return np.array([rng.randrange(1 << 63)], np.uint64)
