"""Tests of Saleroom's bots in a vector environment.

The bots choose the same actions as in a match with the same views.
"""

from __future__ import annotations

import doctest
from itertools import product

import numpy as np
import pytest

from saleroom import bots
from saleroom.bots import UnknownPlayer
from saleroom.bots.compiled import playing
from saleroom.envs import vector
from saleroom.envs import vector_players as module
from saleroom.envs.vector_players import VectorPlayers
from saleroom.games import NAMES

EPISODES, STEPS = 12, 60


def test_its_example_runs():
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("name", "player"),
    [*product(NAMES, ("random", "house")), ("auction-pitch", "trained")],  # nets take a long time to compile
)
def test_each_choice_is_that_of_the_player_who_is_handed_the_view(name, player):
    env = vector.make(name, EPISODES, seed=3, scope="deal")
    companions = VectorPlayers(env, player, seed=4)
    trained = bots.player("trained", env.terms.game) if player == "trained" else None
    record = env.terms.game.record
    for _ in range(STEPS):
        dice = companions._rng.copy()
        actions = companions.choose()
        for i, seat in enumerate(env.movers):
            view = record.view(env.crowd.states[i : i + 1], int(seat))
            if trained:
                assert actions[i] == trained.choose(view, int(seat))
                continue
            assert actions[i] == playing.choose_one(view, 0, int(seat), companions._kind, dice[i : i + 1])
        env.step(actions)


def test_what_a_seat_cannot_see_changes_nothing():
    env = vector.make("auction-pitch", EPISODES, seed=5, scope="deal")
    for _ in range(10):
        env.step(VectorPlayers(env, seed=1).choose())
    before = VectorPlayers(env, seed=2).choose().copy()
    for i, seat in enumerate(env.movers):
        env.crowd.states[i] = env.terms.game.record.view(env.crowd.states[i : i + 1], int(seat))[0]
    assert np.array_equal(VectorPlayers(env, seed=2).choose(), before)


def test_the_number_of_threads_changes_nothing():
    chosen = []
    for threads in (1, 2):
        env = vector.make("auction-pitch", 2 * vector.LEAST_PART, seed=6, threads=threads)
        companions = VectorPlayers(env, seed=7)
        for _ in range(8):
            env.step(companions.choose())
        chosen.append(companions.choose().copy())
        env.close()
    assert np.array_equal(*chosen)


def test_a_player_who_thinks_ahead_cannot_sit_in_a_vector():
    env = vector.make("auction-pitch", 1)
    with pytest.raises(UnknownPlayer, match="player is 'hard'; in a vector it must be random, house or trained"):
        VectorPlayers(env, "hard")
