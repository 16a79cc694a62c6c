"""Tests that a vector environment with any number of threads behaves like a batch of matches, and that an error does
not change its state.
"""

from __future__ import annotations

import copy
import math
import os
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import saleroom
from saleroom.envs import vector
from saleroom.envs.episode import Episode
from saleroom.games import load
from saleroom.kernel.flatten import flatten
from saleroom.match.batch import Batch
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import batch_seeds, seed_bytes
from tests.contract.chance import LENGTHS, few_tables, random_options
from tests.envs.play import every_scope, flat

COUNT = 5


def beside_a_batch(name, seats, scope, reward, law):
    """Return a vector environment with random options, and a batch of matches with the same options and seed."""
    rng = random.Random(f"{law} {name} {seats} {scope}")
    game = saleroom.game(name).spec
    options, seed = random_options(game, seats, rng), rng.getrandbits(64)
    env = vector.make(name, COUNT, seats, seed, scope, reward, **options)
    return env, Batch(game, options, seats, batch_seeds(seed, COUNT))


def steps_of_first_episodes(env, batch):
    """Step `env` and `batch` until every slot has finished its first episode. After each step, yield a mask of the
    slots that were in their first episode.
    """
    alive = np.ones(COUNT, bool)
    while alive.any():
        actions, deals = env.sample().copy(), batch.states["deal"].copy()
        for i in np.flatnonzero(alive):
            batch.step_one(i, actions[i])
        env.step(actions)
        over = batch.over | (env.terms.scope == "deal") & (batch.states["deal"] != deals)
        assert (env.ended[alive] == over[alive]).all()
        yield alive
        alive = alive & ~over


def assert_alike(env, batch, which) -> None:
    """Check that `env` and `batch` have the same movers, legal actions and observations in the slots selected by
    `which`.
    """
    movers, legal = batch.movers, batch.legal()
    for i in np.flatnonzero(which):
        assert env.movers[i] == movers[i]
        assert (env.masks[i] == legal[i]).all()
        assert (env.observations[i] == flat(env.terms, batch.states[i], movers[i])).all()


@few_tables
@every_scope
def test_first_episodes_are_the_matches_of_a_batch_and_rewards_sum_to_what_scores_changed(name, seats, scope):
    env, batch = beside_a_batch(name, seats, scope, "score", "batch")
    start, sums = int(env.terms.options.get("chips", 0)), np.zeros((COUNT, seats))
    assert_alike(env, batch, np.ones(COUNT, bool))
    for number, alive in enumerate(steps_of_first_episodes(env, batch)):
        sums[alive] += env.rewards[alive]
        if number < 60:
            assert_alike(env, batch, alive & ~env.ended)
    if scope == "match":
        assert (sums == batch.scores - start).all()
        return
    over = batch.over[:, None]  # at the end of a match, scores also change because a leftover pot is shared
    assert (sums == np.where(over, batch.scores - start, batch.states["last_score"][:, :seats])).all()


@few_tables
def test_a_settlement_brings_the_score_of_its_deal_and_nothing_of_the_next(name, seats):
    env = vector.make(name, 8, seats, seed=5)
    settled, deal = 0, env.layout.parts["deal"].at
    while settled < 5:
        before = env.observations[:, deal].copy()
        env.step(env.sample())
        for i in np.flatnonzero((env.observations[:, deal] > before).all(axis=1) & ~env.ended):
            assert (env.rewards[i] == env.layout.split(env.observations[i])["last_score"]).all()
            settled += 1


@few_tables
def test_the_reward_of_the_win_is_shared_by_those_who_win(name, seats):
    env, batch = beside_a_batch(name, seats, "match", "win", "win")
    for alive in steps_of_first_episodes(env, batch):
        won = batch.winners[alive]
        shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        assert np.allclose(env.rewards[alive], shares)  # there is no reward before the end


@few_tables
@every_scope
def test_the_reward_for_being_ahead_is_the_score_less_the_mean_of_the_others(name, seats, scope):
    envs = [vector.make(name, 8, seats, seed=5, scope=scope, reward=reward) for reward in ("score", "ahead")]
    low, high = envs[1].terms.utility
    sums, settled = np.zeros((8, seats)), 0
    while settled < 8:
        actions = envs[0].sample()
        (_, points, ended), (_, ahead, same) = (env.step(actions) for env in envs)
        others = (points.sum(1, keepdims=True) - points) / (seats - 1)
        np.testing.assert_allclose(ahead, points - others, rtol=1e-5, atol=1e-5)
        sums += ahead
        assert (ended == same).all() and (sums[ended] >= low).all() and (sums[ended] <= high).all()
        sums[ended] = 0
        settled += (points != 0).any(1).sum()


def test_the_history_of_an_episode_that_ended_is_kept():
    env = vector.make("auction-pitch", 6, 4, seed=3, scope="deal", history=60)
    ended = 0
    while ended < 9:
        before, acted = env.history.copy(), env.movers.copy()
        actions = env.sample()
        env.step(actions)
        finals = iter(env.final_history())
        for i in np.flatnonzero(env.ended):
            rows = [*before[i][before[i, :, 0] >= 0].tolist(), [acted[i], actions[i], -1]]
            last = next(finals)
            assert last[last[:, 0] >= 0].tolist()[: len(rows)] == rows
            assert (env.final_history(np.arange(6) == i)[0] == last).all()
            ended += 1


def test_episodes_begin_with_the_seeds_of_a_list():
    env = vector.make("auction-pitch", 3, 4, seed=[7, 8, 7])
    assert env.seed == [seed_bytes(7), seed_bytes(8), seed_bytes(7)]
    assert (env.observations[0] == env.observations[2]).all() and (env.observations[0] != env.observations[1]).any()
    first = env.observations.copy()
    env.step(env.sample())
    assert (env.reset() == first).all()
    with pytest.raises(ValueError, match="3 episodes need as many seeds, not 2"):
        env.reset([1, 2])
    alone = Episode(env.terms)
    alone.begin(8)
    assert (alone.observe(alone.mover) == first[1]).all()


def states(env):
    """Return the states of all episodes as an array of records."""
    return env.crowd.raw.view(env.terms.game.record.dtype).reshape(-1)


@few_tables
def test_what_ended_begins_again_at_once_with_another_seed(name, seats):
    env = vector.make(name, 8, seats, seed=3, scope="deal")
    openings, seeds = {row.tobytes() for row in env.observations}, {seed.tobytes() for seed in states(env)["seed"]}
    hands = math.comb(
        len(load(name).pieces), int(env.layout.split(env.observations[[0]])[load(name).record.hand].sum())
    )
    begun = 8
    for _ in range(400):
        env.step(env.sample())
        for i in np.flatnonzero(env.ended):
            parts = env.layout.split(env.observations[[i]])
            assert parts["deal"][0] == 1
            assert not parts["last_score"].any()
            assert (parts["seat"][0] == env.movers[i]) and parts["acting"][0, env.movers[i]]
            openings.add(env.observations[i].tobytes())
            seeds.add(states(env)["seed"][i].tobytes())
            begun += 1
    assert begun > 8
    assert len(seeds) == begun
    assert len(openings) == begun or hands < begun**2  # small packs have few hands, so a hand can repeat


@few_tables
@every_scope
def test_rows_written_step_by_step_are_those_written_afresh(name, seats, scope):
    length = {option.name: 2 for option in load(name).options if option.name in LENGTHS}
    env = vector.make(name, 20, seats, seed=1, scope=scope, **length)
    crowd, kind = env.crowd, env.terms.kind
    ended = 0
    for number in range(500):
        env.step(env.sample())
        ended += env.ended.sum()
        if number % 100 == 99:
            rows = np.empty_like(env.observations)
            flatten(crowd.raw, kind.plan, env.movers, rows)
            assert (rows == env.observations).all()
    assert ended or scope == "match"


@few_tables
def test_threads_change_nothing(name, seats):
    few, many = (vector.make(name, 600, seats, seed=5, history=4, threads=threads) for threads in (1, 2))
    assert few._pool.helpers == 0 < many._pool.helpers
    for _ in range(30):
        assert (few.sample() == many.sample()).all()
        few.step(few.sample())
        many.step(many.sample())
    for name_of, array in few.crowd._asdict().items():
        assert array.tobytes() == getattr(many.crowd, name_of).tobytes(), name_of
    many.close()


def test_the_same_seed_begins_the_same_and_no_seed_begins_anew():
    one, other = vector.make("pitch", 3, seed=9), vector.make("pitch", 3, seed=8)
    first = one.observations.copy()
    assert (other.observations != first).any()
    assert (other.reset(seed=9) == first).all()
    one.step(one.sample())
    assert (one.reset() == first).all()
    free = vector.make("pitch", 3)
    assert (vector.make("pitch", 3).observations != free.observations).any()


@few_tables
def test_an_action_that_is_illegal_anywhere_changes_nothing(name, seats):
    env = vector.make(name, 4, seats, seed=2, history=6)
    for _ in range(10):
        good, before = env.sample().copy(), [array.tobytes() for array in env.crowd]
        for bad in (-1, env.terms.actions, *np.flatnonzero(~env.masks[2])[:1].tolist()):
            actions = good.copy()
            actions[2] = bad
            with pytest.raises(IllegalAction, match=f"episode 2: seat {env.movers[2]} may not do action {bad}"):
                env.step(actions)
            assert [array.tobytes() for array in env.crowd] == before
        env.step(good)


def test_what_somebody_writes_into_masks_makes_nothing_legal():
    env = vector.make("pitch", 2, seed=1)
    env.masks[:] = True
    with pytest.raises(IllegalAction):
        env.step([0, 0])


WRONG = [
    ({"num_envs": 0}, "num_envs is 0; it must be a whole number, 1 or more"),
    ({"num_envs": 2.0}, "num_envs is 2.0"),
    ({"num_envs": True}, "num_envs is True"),
    ({"history": -1}, "history is -1"),
    ({"threads": 0}, "threads is 0"),
    ({"seats": 9}, "has 4 to 7 seats, not 9"),
    ({"seed": -1}, "a seed is a number"),
    ({"seed": "seven"}, "a seed is a number"),
    ({"scope": "season"}, "scope is 'season'"),
    ({"target": 51}, "target is 51"),
]


@pytest.mark.parametrize(("asked", "said"), WRONG)
def test_what_cannot_be_made_is_refused_in_one_clear_line(asked, said):
    with pytest.raises(ValueError, match=said) as refusal:
        vector.make(**{"game": "auction-pitch", "num_envs": 2, **asked})
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("actions", [[0.0, 1.0], [1], [[1, 2]], ["a", "b"], None])
def test_actions_of_another_kind_are_refused(actions):
    with pytest.raises(ValueError, match="actions"):
        vector.make("pitch", 2).step(actions)


def test_jax_takes_the_arrays_as_they_are():
    jax = pytest.importorskip("jax")
    env = vector.make("pitch", 64, seed=1)
    for array in (env.observations, env.rewards, env.movers, env.masks, env.ended):
        taken = jax.numpy.from_dlpack(array)
        assert (np.asarray(taken) == array).all()
        assert taken.unsafe_buffer_pointer() == array.ctypes.data


def test_a_closed_environment_goes_on_without_its_threads():
    env = vector.make("pitch", np.int64(600), seats=4, seed=1, threads=2)
    other = vector.make("pitch", 600, seats=4, seed=1, threads=1)
    env.close()
    env.close()
    for _ in range(5):
        actions = other.sample()
        env.step(actions)
        other.step(actions)
    assert (env.observations == other.observations).all()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_made_in_the_middle_goes_on_alike(again):
    env = vector.make("pitch", 600, seed=4, history=3, threads=2)
    for _ in range(9):
        env.step(env.sample())
    twin = again(env)
    for _ in range(30):
        one, other = env.step(env.sample()), twin.step(twin.sample())
        assert all((mine == yours).all() for mine, yours in zip(one, other, strict=True))
    assert (twin.history == env.history).all()
    assert twin.crowd.states.tobytes() == env.crowd.states.tobytes()


FORK = """
import os
from saleroom.envs import vector
env, twin = (vector.make("pitch", 600, seed=4, threads=2) for _ in range(2))
for each in env, twin:
    each.step(each.sample())
child = os.fork()
same = (env.step(env.sample())[0] == twin.step(twin.sample())[0]).all()
if child == 0:
    os._exit(0 if same else 1)
assert same and os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.integration
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes fork here")
def test_a_forked_process_goes_on_with_threads_of_its_own():
    subprocess.run([sys.executable, "-c", FORK], check=True, timeout=60)
