"""Tests that a net's input does not change if suits, or the ends of the line of tiles, are exchanged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from saleroom.games import load
from saleroom.games.draw.rules.record import PLAY
from saleroom.games.draw.rules.rules import PASS, RIGHT
from saleroom.kernel.cards import PACK
from saleroom.kernel.game import Game
from saleroom.toolkit.player.slots import RANKS, SUITS
from tests.bots.nets import a_net, described, description, features_of, moments
from tests.contract.chance import times

OF_SUITS = ("auction-pitch", "auction-hearts", "auction-house")


def turned(game: Game, views: Any, by: int) -> Any:
    """Return a copy of `views` in which each suit is replaced by the suit `by` places later."""
    found = views.copy()
    for field in game.record.fields:
        values = found[field.name]
        if field.unit == "card set":
            high = values >> np.uint64(RANKS * (SUITS - by))
            found[field.name] = (values << np.uint64(RANKS * by) | high) & np.uint64((1 << PACK) - 1)
        elif field.unit in ("card", "card key"):
            found[field.name] = np.where(values < 0, values, (values + RANKS * by) % PACK)
        elif field.unit == "suit":
            found[field.name] = np.where((values < 0) | (values >= SUITS), values, (values + by) % SUITS)
    return found


def told(name: str, views: Any, seat: int) -> tuple[list[int], list[list[int]], list[int]]:
    """Return what the net gets as input: the sorted active features, the sorted parts of the options, and the slots of
    the suits.
    """
    features, net = features_of(name), a_net(name)
    parts = np.full((features.MOST_OPTIONS, features.MOST_PARTS + 1), -1, np.int64)
    active = sorted(net.ids[: described(views, seat, net, parts)].tolist())
    return active, sorted(parts[parts[:, 0] >= 0].tolist()), net.notes[:SUITS].tolist()


@pytest.mark.parametrize("name", OF_SUITS)
def test_suits_have_no_names(name):
    game, compared, ties = load(name), 0, 0
    for match, seat, rng in moments(name, 4, times(4), "suits have no names"):
        views, by = match.views(seat), rng.randrange(1, SUITS)
        active, parts, slots = told(name, views, seat)
        active_turned, parts_turned, slots_turned = told(name, turned(game, views, by), seat)
        if slots != slots_turned[by:] + slots_turned[:by]:
            ties += 1  # suits of equal importance keep the order of the pack
            continue
        assert active_turned == active
        if game.phases[match.state.phase] == "play":  # equivalent offers count only once
            assert parts_turned == parts
        compared += 1
    assert compared > ties


@pytest.mark.integration
def test_the_ends_of_a_line_have_no_names():
    name, seen = "auction-draw", 0
    for match, seat, _ in moments(name, 3, 30, "ends have no names"):
        views = match.views(seat)
        if match.state.phase != PLAY:
            continue
        mirrored = views.copy()
        mirrored["left"], mirrored["right"] = views["right"], views["left"]
        active, options, parts = description(name, views, seat)
        active_mirrored, options_mirrored, parts_mirrored = description(name, mirrored, seat)
        assert active_mirrored == active
        there = dict(zip(options_mirrored, parts_mirrored, strict=True))
        for option, row in zip(options, parts, strict=True):
            same_ends = views["left"][0] == views["right"][0]
            assert there[option if same_ends or option >= PASS else (option + RIGHT) % (2 * RIGHT)] == row
        seen += 1
    assert seen


@pytest.mark.integration
def test_one_end_will_do_where_both_are_the_same():
    both = 0
    for match, seat, _ in moments("auction-draw", 3, 30, "one end will do"):
        s = match.state
        _, options, _ = description("auction-draw", match.views(seat), seat)
        plays = [action for action in match.legal_ids(seat) if action < PASS]
        if s.phase == PLAY and s.left == s.right:
            both += len(plays) > 0
            plays = [action for action in plays if action < RIGHT]
        if s.phase == PLAY:
            assert [action for action in options if action < PASS] == plays
    assert both
