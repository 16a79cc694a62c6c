"""Tests that private symbols of the history are the same through every interface, and shown to their own seat only."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import saleroom.envs.gymnasium  # noqa: F401
from saleroom.envs import one_learner, vector
from saleroom.envs import parallel as parallel_envs
from saleroom.envs import pettingzoo as zoo
from saleroom.envs.episode import Episode
from saleroom.games import load
from saleroom.kernel.compile import COMPILED

HIDING = {
    "auction-draw": {"seats": 2, "hand": 11, "buy_when_able": "yes"},
    "auction-house": {},
    "auction-flop-poker": {},
}
"""Games with hidden choices or draws, with options that make these frequent."""
COUNT, ROWS = 6, 12

pytestmark = pytest.mark.skipif(not COMPILED, reason="vectors step compiled rules")
every_hiding_game = pytest.mark.parametrize("name", HIDING)


def padded(rows):
    """Return rows of a history with empty rows at the end."""
    return np.concatenate([rows, np.full((ROWS - len(rows), rows.shape[1]), -1, np.int32)])


@every_hiding_game
def test_a_vector_shows_what_single_episodes_show(name):
    seeds = [*range(COUNT)]
    env = vector.make(name, COUNT, seed=seeds, scope="deal", history=ROWS, **HIDING[name])
    episodes = [Episode(env.terms, ROWS) for _ in seeds]
    for episode, seed in zip(episodes, seeds, strict=True):
        episode.begin(seed)
    left, secrets, rng = set(seeds), 0, np.random.default_rng(1)
    while left:
        of_each = [env.history_of(seat) for seat in range(env.terms.seats)]
        for i in left:
            assert (env.history[i] == padded(episodes[i].history)).all()
            for seat, rows in enumerate(of_each):
                assert (rows[i] == padded(episodes[i].history_of(seat))).all()
                assert (rows[i, :, 2] == -1)[rows[i, :, 0] != seat].all()
                secrets += (rows[i, :, 2] >= 0).sum()
        actions = env.sample().copy()
        env.step(actions)
        for i in sorted(left):
            episodes[i].act(actions[i])
        seats = rng.integers(env.terms.seats, size=COUNT)
        final, public = env.final_history(seats=seats), env.final_history()
        for k, i in enumerate(np.flatnonzero(env.ended)):
            assert (public[k, :, 2] == -1).all()
            if i in left:
                assert (final[k] == padded(episodes[i].history_of(seats[i]))).all()
                left.remove(i)
    assert secrets > 0


@every_hiding_game
def test_one_learner_sees_its_own_symbols_only(name):
    env = one_learner.make(name, 64, seat=None, seed=4, history=ROWS, opponents="random", **HIDING[name])
    secrets = 0
    for _ in range(120):
        env.step(env.sample())
        finals = env.final_history()
        seats = env.final_observations()[:, 0]  # the first number of a row is the observer's seat
        for rows, learner in [(env.history, env.seats), (finals, seats)]:
            own = rows[..., 0] == learner[:, None]
            assert (rows[..., 2] == -1)[~own].all()
            secrets += (rows[..., 2] >= 0).sum()
        assert (env.history == env.history_of(env.seats)).all()
    assert secrets > 0


class LastLegal:
    """Deterministic opponent."""

    def __init__(self, terms):
        self.terms = terms

    def choose(self, view, seat, legal):
        return legal[-1]


@every_hiding_game
def test_gymnasium_and_pettingzoo_show_it_in_every_observation(name):
    given = {"history": ROWS, **HIDING[name]}
    one = gymnasium.make(f"saleroom/{load(name).environment_id}", opponents="random", **given)
    seen, info = one.reset(seed=3)
    secrets = 0
    for _ in range(40):
        assert seen in one.observation_space and seen["history"].shape == (ROWS, 3)
        episode = one.unwrapped._episode
        assert (seen["history"] == padded(episode.history_of(0))).all()
        secrets += (seen["history"][:, 2] >= 0).sum()
        seen, _, over, _, info = one.step(np.flatnonzero(info["action_mask"])[-1])
        if over:
            seen, info = one.reset()
    both = zoo.raw_env(name, **given), parallel_envs.ParallelTable(name, **given)
    for env in both:
        env.reset(seed=5)
        for agent, seat in env._seat.items():
            seen = env.observe(agent) if hasattr(env, "observe") else env._observed()[0][agent]
            assert seen in env.observation_space(agent)
            assert (seen["history"] == padded(env._episode.history_of(seat))).all()
    assert secrets > 0
