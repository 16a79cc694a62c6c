"""Tests of the PettingZoo adapter: PettingZoo's own tests, and further properties that the adapter guarantees."""

from __future__ import annotations

import copy
import inspect
import pickle
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo import test as tests_of_library
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
    test_save_obs,
)
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import BaseWrapper, TerminateIllegalWrapper

import saleroom
from saleroom.envs import pettingzoo as zoo
from saleroom.games import NAMES, load
from saleroom.kernel.compile import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="the library's tests play many deals")

# PettingZoo warns if observations are dicts, except for environments on a fixed list.
DICTS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",  # masks of agents whose episode is over
)


def play(env, chooser, steps=10**6):
    """Play at random. Return for each agent the rewards that the method `last` reports."""
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(steps):
        seen, reward, terminated, truncated, info = env.last()
        earned[agent] += reward
        mask = (seen if "action_mask" in seen else info)["action_mask"]
        env.step(None if terminated or truncated else int(chooser.choice(np.flatnonzero(mask))))
    return earned


def legal(env):
    return np.flatnonzero(env.last()[0]["action_mask"])


# PettingZoo's own tests


@pytest.mark.parametrize("scope", ["deal", "match"])
@pytest.mark.parametrize("make", [zoo.env, zoo.raw_env])
@pytest.mark.parametrize("name", NAMES)
def test_api_without_a_warning(name, make, scope):
    api_test(make(name, scope=scope, mask="info"), num_cycles=20)


@DICTS
@pytest.mark.parametrize("history", [0, 5])
@pytest.mark.parametrize("name", NAMES)
def test_api_with_the_mask_in_the_observation(name, history):
    api_test(zoo.env(name, history=history), num_cycles=20)


@pytest.mark.parametrize("mask", ["obs", "info"])
@pytest.mark.parametrize("name", NAMES)
def test_seeds(name, mask):
    seed_test(lambda: zoo.env(name, mask=mask), num_cycles=50)


@pytest.mark.parametrize("mask", ["obs", "info"])
@pytest.mark.parametrize("name", NAMES)
def test_rendering(name, mask, capsys):
    render_test(lambda render_mode: zoo.env(name, mask=mask, render_mode=render_mode))
    assert "You look on" in capsys.readouterr().out


test_save_obs.__test__ = False  # a test function of the library, which pytest must not collect


@pytest.mark.parametrize("name", NAMES)
def test_the_state_is_in_its_space(name):
    state_test(zoo.env(name, scope="match", mask="info"), zoo.parallel_env(name), num_cycles=20)


def test_observations_are_no_images(capsys):
    test_save_obs(zoo.env("auction-pitch", mask="info"))
    assert "did not save the observations" in capsys.readouterr().out


def test_the_benchmark_of_the_library_runs(monkeypatch, capsys):
    seconds = iter([0.0, 1.0, 2.0, 6.0, 6.0])
    clock = SimpleNamespace(time=lambda: next(seconds))
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(zoo.env("auction-hearts"))
    assert "turns per second" in capsys.readouterr().out


NOT_TRIED = {
    "bombardment_test",  # takes what `step` returns for an observation, so it fails for PettingZoo's own games, too
    "collect_render_results",  # part of `render_test`
    "manual_control_test",  # presses keys on a screen
}


def test_every_test_of_the_library_is_tried():
    names = {name for name, value in vars(tests_of_library).items() if inspect.isfunction(value)}
    ours = "".join(Path(__file__).with_name(file).read_text() for file in ("test_pettingzoo.py", "test_parallel.py"))
    assert {name for name in names if f"{name}(" not in ours} == NOT_TRIED


class AlwaysLegal(BaseWrapper):
    """Wrapper that maps every action to a legal action, because other code chooses actions at random for all agents."""

    def step(self, action):
        legal = np.flatnonzero(self.env.infos[self.agent_selection]["action_mask"])
        super().step(None if action is None else legal[action % len(legal)])


class Rounds:
    """Environment in which each step gives every agent one turn, so that turn-based games resemble parallel ones."""

    def __init__(self, env):
        self.turns = AlwaysLegal(env)

    def __getattr__(self, name):
        return getattr(self.turns, name)

    def reset(self):
        self.turns.reset()
        return {}, {}

    def step(self, actions):
        for _ in self.agents:
            self.turns.step(actions[self.agent_selection])
        return {}, self.rewards, self.terminations, self.truncations, self.infos


def test_cycles_are_as_many_as_asked_for():
    def env(max_cycles):
        return zoo.env("auction-pitch", mask="info", max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(env=env, parallel_env=lambda max_cycles: Rounds(env(max_cycles))))
    max_cycles_test(SimpleNamespace(env=env, parallel_env=partial(zoo.parallel_env, "auction-house")))


@pytest.mark.parametrize("again", [lambda env: env, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_draw_without_a_mask_is_legal_when_it_is_the_agents_turn(again):
    env = zoo.env("auction-house", scope="match")
    env.reset(seed=1)
    env.action_space("seat_0").seed(7)
    env = again(env)
    for agent in env.agent_iter(300):
        space = env.action_space(agent)
        assert space is env.action_space(agent)
        env.step(space.sample() if env.agents and not env.last()[2] else None)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.action_space(other).sample() in env.action_space(other)


@pytest.mark.parametrize("name", NAMES)
def test_truncation(name):
    env = zoo.env(name, seats=4, max_cycles=2)
    env.reset(seed=1)
    play(env, Random(1), steps=8)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    play(env, Random(1))
    assert not env.agents


# Properties that the adapter guarantees


@pytest.mark.parametrize("name", NAMES)
def test_an_episode_is_the_match_of_its_seed(name):
    env, match, chooser = zoo.env(name, scope="match"), saleroom.game(name).match(seed=7), Random(1)
    env.reset(seed=7)
    for agent in env.agent_iter(300):
        if match.over:
            break
        seat, deal = int(agent.removeprefix("seat_")), match.deals[-1]
        assert seat == min(match.to_act)
        assert legal(env).tolist() == match.legal_ids(seat)
        action = chooser.choice(match.legal_ids(seat))
        match.act(seat, action)
        env.step(action)
        assert deal.score is not None or not any(env.rewards.values())
    assert all(env.terminations.values()) == match.over


@pytest.mark.parametrize("scope", ["deal", "match"])
@pytest.mark.parametrize("name", NAMES)
def test_rewards_add_up_to_what_the_scores_changed(name, scope):
    env = zoo.env(name, scope=scope)
    for seed in range(2):
        env.reset(seed=seed)
        earned = play(env, Random(seed))
        scores = env.layout.split(env.observe("seat_0")["observation"][None])["scores"][0]
        assert list(earned.values()) == (scores - env.terms.options.get("chips", 0)).tolist()


@pytest.mark.parametrize("name", NAMES)
def test_the_library_makes_it_by_its_id(name):
    env = pettingzoo.make("aec", f"saleroom/{load(name).environment_id}", seats=load(name).seats[0], render_mode="ansi")
    assert str(env) == load(name).environment_id.replace("-", "_")
    assert env.max_num_agents == load(name).seats[0]
    assert env.render_mode == "ansi"
    assert env.terms.game is load(name)


def test_what_is_observed():
    env = zoo.env("auction-flop-poker", history=40)
    env.reset(seed=3)
    play(env, Random(3), steps=12)
    for agent in env.agents:
        seen = env.observe(agent)
        assert seen in env.observation_space(agent)
        assert seen["observation"].dtype == seen["history"].dtype == np.int32
        assert seen["action_mask"].any() == (agent == env.agent_selection)
    rows = env.observe("seat_0")["history"]
    written = np.count_nonzero(rows[:, 0] >= 0)
    assert 12 <= written < 40 and (rows[written:] == -1).all()
    in_info = zoo.env("auction-pitch", mask="info", history=7)
    in_info.reset(seed=3)
    play(in_info, Random(3), steps=6)
    seen, *_, info = in_info.last()
    assert seen.keys() == {"observation", "history"} and info["action_mask"].any()
    waiting = [agent for agent in in_info.agents if agent != in_info.agent_selection]
    assert not any(in_info.infos[agent]["action_mask"].any() for agent in waiting)


def test_later_episodes_follow_from_the_last_seed():
    def rows(env, count):
        for _ in range(count):
            env.reset()
            yield env.last()[0]["observation"].tobytes()

    one, other = zoo.env("auction-pitch"), zoo.env("auction-pitch")
    one.reset(seed=5)
    other.reset(seed=5)
    found = list(rows(one, 4))
    assert found == list(rows(other, 4))
    assert len(set(found)) == 4
    assert found[0] != next(rows(zoo.env("auction-pitch"), 1))


def test_a_seed_that_is_refused_changes_nothing():
    one, other = zoo.env("auction-pitch"), zoo.env("auction-pitch")
    one.reset(seed=5)
    other.reset(seed=5)
    with pytest.raises(ValueError, match="a seed is a number from 0"):
        one.reset(seed=-1)
    one.reset()
    other.reset()
    assert one.last()[0]["observation"].tolist() == other.last()[0]["observation"].tolist()


def test_numbers_may_be_those_of_numpy():
    env = zoo.env("auction-pitch", history=np.int8(3), max_cycles=np.uint8(100), target=np.int64(5))
    env.reset(seed=1)
    assert env.last()[0]["history"].shape == (3, 3)
    assert env.unwrapped._left == 400
    assert type(env.terms.options["target"]) is int


def test_a_copy_is_drawn_when_it_is_asked_for(capsys):
    env = zoo.raw_env("auction-pitch", render_mode="human")
    env.reset(seed=1)
    assert "You look on" in capsys.readouterr().out
    twin = env.redeal("seat_0")
    assert not capsys.readouterr().out
    twin.step(legal(twin)[0])
    assert "You look on" in capsys.readouterr().out


def test_a_picture_shows_nobodys_hand():
    for name, agent in zip(NAMES, cycle(["seat_0", "seat_1"])):
        env = zoo.env(name, render_mode="ansi")
        env.reset(seed=2)
        play(env, Random(2), steps=9)
        if not env.agents or any(env.terminations.values()):  # this deal is already over
            env.reset(seed=2)
        other = env.unwrapped.redeal(agent, 3)
        mine, theirs = env.observe("seat_2")["observation"], other.observe("seat_2")["observation"]
        assert (mine != theirs).any()
        assert env.render() == other.render()


def test_a_picture_needs_a_mode():
    env = zoo.env("auction-pitch")
    env.reset()
    with pytest.warns(UserWarning, match="no picture"):
        assert env.render() is None


# Copies


@pytest.mark.parametrize("mask", ["obs", "info"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_apart(copied, mask):
    env = zoo.env("auction-house", mask=mask, history=9)
    env.reset(seed=4)
    play(env, Random(4), steps=15)
    before: Any = env.observe("seat_1")
    twin = copied(env)
    assert play(twin, Random(5)) and not twin.agents
    after: Any = env.observe("seat_1")
    assert all(np.array_equal(before[part], after[part]) for part in before)
    assert play(copied(env), Random(5)) == play(env, Random(5))
    env.reset()
    twin.reset()
    assert np.array_equal(env.observe("seat_1")["observation"], twin.observe("seat_1")["observation"])


@pytest.mark.parametrize("name", NAMES)
def test_redealing_changes_nothing_that_the_agent_is_given(name):
    env = zoo.env(name, mask="info", history=20)
    env.reset(seed=6)
    differ = 0
    for number in range(12):
        if any(env.terminations.values()):  # a short deal is over
            env.reset(seed=6 + number)
        for agent in env.agents:
            other = env.unwrapped.redeal(agent, Random(1))
            mine: Any = env.observe(agent)
            theirs: Any = other.observe(agent)
            assert all(np.array_equal(mine[part], theirs[part]) for part in mine)
            assert np.array_equal(env.infos[agent]["action_mask"], other.infos[agent]["action_mask"])
            mover = env.agent_selection
            differ += not np.array_equal(env.observe(mover)["observation"], other.observe(mover)["observation"])
            other.step(int(np.flatnonzero(other.infos[mover]["action_mask"])[0]))
        play(env, Random(6), steps=1)
    assert differ


# Refusals


@pytest.mark.parametrize("make", [zoo.env, zoo.raw_env])
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (0, "the bidding is not over"),
        (57, "no action 57; the ids are 0 to 56"),
        (-1, "no action -1"),
        (None, "a whole number, not None"),
        (52.0, r"a whole number, not 52\.0"),
        ("pass", "a whole number, not 'pass'"),
    ],
)
def test_an_illegal_action_is_refused_with_the_reason(make, action, reason):
    env = make("auction-pitch")
    env.reset(seed=1)
    before = pickle.dumps(env.last())
    with pytest.raises(saleroom.IllegalAction, match=reason):
        env.step(action)
    assert pickle.dumps(env.last()) == before


@pytest.mark.parametrize("mask", ["obs", "info"])
def test_the_librarys_wrapper_ends_the_episode_instead(mask):
    env = TerminateIllegalWrapper(zoo.env("auction-pitch", mask=mask), illegal_reward=-9)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(0)
    assert all(env.terminations.values())
    assert play(env, Random(1)) == {agent: -9.0 * (agent == loser) for agent in env.possible_agents}


def test_calls_out_of_order():
    env = zoo.env("auction-pitch")
    for call in (env.agent_iter, env.render, lambda: env.step(0), lambda: env.observe("seat_0")):
        with pytest.raises(AssertionError, match="reset"):
            call()
    for call in (env.last, lambda: env.agents):
        with pytest.raises(AttributeError, match="before reset"):
            call()
    env.reset()
    with pytest.raises(AssertionError, match="step or reset"):
        list(env.agent_iter())


@pytest.mark.parametrize(("make", "action"), [(zoo.raw_env, 52), (zoo.parallel_env, {"seat_0": 52})])
def test_steps_before_the_first_reset(make, action):
    with pytest.raises(saleroom.IllegalAction, match="has not begun; reset the environment"):
        make("auction-pitch").step(action)


def test_steps_after_the_end():
    env = zoo.env("auction-pitch")
    env.reset(seed=1)
    chooser = Random(1)
    while not env.terminations[env.agent_selection]:
        env.step(int(chooser.choice(legal(env))))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)
    for _ in range(4):
        env.step(None)
    EnvLogger.flush()
    env.step(None)
    assert "Should reset() first" in EnvLogger.mqueue.pop()
    with pytest.raises(saleroom.IllegalAction, match="the episode is over"):
        env.unwrapped.step(0)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"seats": 9}, "auction-pitch has 4 to 7 seats, not 9"),
        ({"mask": "both"}, "mask is 'both'; it must be 'obs' or 'info'"),
        ({"history": -1}, "history is -1"),
        ({"max_cycles": 1.5}, r"max_cycles is 1\.5"),
        ({"render_mode": "rgb_array"}, "render_mode is 'rgb_array'; it must be None or 'ansi' or 'human'"),
        ({"targets": 7}, "no option 'targets'"),
        ({"scope": "hand"}, "scope is 'hand'"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(arguments, reason):
    with pytest.raises(ValueError, match=reason) as refused:
        pettingzoo.make("aec", f"saleroom/{load('auction-pitch').environment_id}", **arguments)
    assert "\n" not in str(refused.value)
