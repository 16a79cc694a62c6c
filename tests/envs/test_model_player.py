"""Tests of players that ask a model with the interface of Stable-Baselines3."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import saleroom
from saleroom.envs import farama
from saleroom.envs.model_player import ModelPlayer
from saleroom.envs.scaling import scaled
from saleroom.envs.terms import Terms
from saleroom.games import load

GAME = "mini-pitch"


class LastLegal:
    """Model that takes the last legal action and stores what it was given."""

    def __init__(self, space) -> None:
        self.observation_space = space
        self.given = []

    def predict(self, observation, action_masks, deterministic):
        assert deterministic
        self.given.append((observation, action_masks))
        return np.array(np.flatnonzero(action_masks)[-1]), None


@pytest.mark.parametrize("normalised", [True, False])
def test_a_model_is_asked_with_the_rows_of_its_environment(normalised):
    options = {"deals": 3, "ranks": 5}
    terms = Terms.of(GAME, 3, **options)
    model = LastLegal(farama.observation_space(terms, 0, mask=False, normalised=normalised))
    match, player = saleroom.game(GAME, **options).match(seats=3, seed=1), ModelPlayer(model, load(GAME))
    while not match.over:
        seat = min(match.to_act)
        views = match.views(seat)
        action = player.choose(views, seat)
        row, mask = model.given.pop()
        wanted = terms.row(views, seat)
        np.testing.assert_array_equal(row, scaled(terms, wanted[None])[0] if normalised else wanted)
        assert np.flatnonzero(mask).tolist() == match.legal_ids(seat) and action == match.legal_ids(seat)[-1]
        match.act(seat, action)


@pytest.mark.parametrize("other", [{"seats": 2}, {"version": 0}])
def test_a_model_of_another_table_is_refused_in_one_line(other):
    space = farama.observation_space(Terms.of(GAME, **({"seats": 3} | other)), 0, mask=False)
    match = saleroom.game(GAME).match(seats=3, seed=1)
    seat = min(match.to_act)
    with pytest.raises(ValueError, match="the model was trained with other seats, options") as refused:
        ModelPlayer(SimpleNamespace(observation_space=space), load(GAME)).choose(match.views(seat), seat)
    assert "\n" not in str(refused.value)


def test_a_model_of_an_earlier_version_plays_if_the_version_is_named():
    space = farama.observation_space(Terms.of(GAME, 3, version=0), 0, mask=False)
    match = saleroom.game(GAME).match(seats=3, seed=1)
    seat = min(match.to_act)
    assert ModelPlayer(LastLegal(space), load(GAME), 0).choose(match.views(seat), seat) in match.legal_ids(seat)
