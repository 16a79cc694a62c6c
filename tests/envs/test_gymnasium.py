"""Tests of the Gymnasium adapter: Gymnasium's own check, and further properties that the adapter guarantees."""

from __future__ import annotations

import copy
import pickle
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import saleroom.envs.gymnasium
from saleroom.bots.players import player
from saleroom.games import NAMES, load
from saleroom.kernel.compile import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="players and whole deals")


def make(name="auction-pitch", **arguments):
    return gymnasium.make(f"saleroom/{load(name).environment_id}", **arguments)


def play(env, seed=None):
    """Play an episode with random actions, legal or illegal. Return all observations and the rewards."""
    observation, _ = env.reset(seed=seed)
    if seed is not None:
        env.action_space.seed(seed)
    seen, rewards, over = [observation], [], False
    while not over:
        observation, reward, over, truncated, _ = env.step(env.action_space.sample())
        assert not truncated
        seen.append(observation)
        rewards.append(reward)
    return seen, rewards


@pytest.mark.parametrize(
    "arguments", [{}, {"scope": "match", "opponents": "random"}, {"seat": 3, "history": 6, "render_mode": "ansi"}]
)
@pytest.mark.parametrize("name", NAMES)
def test_the_librarys_check(name, arguments, capsys):
    check_env(make(name, **arguments).unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_an_episode_follows_from_its_seed_opponents_too(name):
    env, other = make(name, opponents="random"), make(name, opponents="random")
    for seed in (1, 1, 2, None, None):
        found = [play(one, seed) for one in (env, other)]
        assert np.array_equal(*(seen for seen, _ in found))
        assert found[0][1] == found[1][1]
    first, second = play(env, 1)[0][0], play(env, 2)[0][0]
    assert not np.array_equal(first, second)


@pytest.mark.parametrize("scope", ["deal", "match"])
@pytest.mark.parametrize("name", NAMES)
def test_rewards_add_up_to_what_the_score_changed(name, scope):
    env = make(name, scope=scope, seat=1)
    terms, layout = env.unwrapped.terms, env.unwrapped.layout
    for seed in range(2):
        seen, rewards = play(env, seed)
        scores = layout.split(seen[-1][None])["scores"][0]
        assert sum(rewards) == scores[1] - terms.options.get("chips", 0)


def test_a_match_is_won_or_lost():
    env = make("auction-draw", scope="match", reward="win", chips=5)
    earned = [sum(play(env, seed)[1]) for seed in range(12)]
    assert set(earned) <= {0, 1 / 4, 1 / 3, 1 / 2, 1} and max(earned) > 0


def test_masks_tell_what_is_legal():
    env = make("auction-house")
    _, info = env.reset(seed=1)
    for _ in range(8):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_ and masks.shape == (env.action_space.n,)
        assert info["action_mask"].dtype == np.int8
        assert np.array_equal(masks, info["action_mask"])
        *_, info = env.step(env.action_space.sample(info["action_mask"]))


def test_an_episode_without_a_turn_is_passed_over():
    # With one tile for each seat, the first leader ends the round immediately.
    env = make("auction-draw", hand=1)
    for seed in range(10):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        assert len(play(env, seed)[1]) == 1


# The space of actions


def test_a_draw_without_a_mask_is_legal():
    env = make("auction-hearts")
    for seed in range(3):
        play(env, seed)


@pytest.mark.parametrize("name", NAMES)
def test_who_seeds_and_draws_before_resetting_can_carry_it_out(name):
    env = make(name)
    for seed in range(5):
        play(env, seed)
        for _ in range(2):
            env.action_space.seed(seed)
            action = env.action_space.sample()
            env.reset(seed=seed)
            env.step(action)


def test_a_draw_at_the_beginning_is_legal_whatever_the_seed():
    env = make("auction-draw")
    for seed in range(10):
        env.reset(seed=seed)
        env.action_space.seed(99)
        env.step(env.action_space.sample())


def test_anything_is_drawn_before_the_first_episode():
    assert make().action_space.sample() in range(57)


@pytest.mark.parametrize("failing", ["__deepcopy__", "choose"])
def test_a_draw_does_not_fail_with_an_opponent(failing):
    env = make(opponents=(spy := Spy()))
    env.reset(seed=2)
    env.step(env.action_space.sample())
    legal = env.unwrapped.action_masks()

    def fail(*_):
        raise TypeError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Spy, failing, fail, raising=False)
        for seed in range(9):
            env.action_space.seed(seed)
            assert legal[env.action_space.sample()]
    assert spy.shown


def test_spaces_travel_alone():
    env = make()
    env.reset()
    twin = pickle.loads(pickle.dumps(env.action_space))
    assert twin == env.action_space
    assert not hasattr(twin, "_drawable")


# Opponents


class Spy:
    """Bot that plays like ``house``, and stores the views that it gets."""

    name = "spy"

    def __init__(self):
        self.house = player("house", load("auction-pitch"))
        self.shown = []

    def choose(self, views, seat):
        self.shown.append((views.copy(), seat))
        return self.house.choose(views, seat)


def test_opponents_see_their_own_views_alone():
    spy = Spy()
    env = make(seat=1, opponents=["random", spy, spy])
    play(env, 1)
    masks = load("auction-pitch").record.masks
    assert {seat for _, seat in spy.shown} == {2, 3}
    for views, seat in spy.shown:
        assert not (views.view(np.uint8) & ~masks[seat]).any()
        assert views[0].hand[seat] or views[0].phase


@pytest.mark.parametrize("opponents", ["random", "house", "easy", "search:2", ["house", "random", "easy"], Spy()])
def test_any_player_may_be_an_opponent(opponents):
    env = make(opponents=opponents)
    assert play(env, 1)[1]


def test_an_opponent_that_breaks_the_rules_is_told():
    class Cheat:
        name = "cheat"

        def choose(self, views, seat):
            return 56  # a bid of four

    env = make(seat=1, opponents=Cheat())
    with pytest.raises(saleroom.IllegalAction, match=r"the opponent in seat [023]: action 56 is not legal"):
        play(env, 1)


def test_nobody_acts_for_an_opponent_that_was_interrupted():
    class Interrupted(Spy):
        def choose(self, views, seat):
            if len(self.shown) == 5:
                raise KeyboardInterrupt
            return super().choose(views, seat)

    env = make(seat=1, opponents=Interrupted())
    with pytest.raises(KeyboardInterrupt):
        play(env, 1)
    assert not env.unwrapped.action_masks().any()
    with pytest.raises(ResetNeeded):
        env.step(52)
    env.unwrapped._opponents[2].shown.clear()
    env.reset(seed=1)
    assert env.unwrapped.action_masks().any()


def test_players_that_search_take_as_many_threads_as_they_are_given():
    env = make(opponents=["search:2", "random", "house"], threads=3)
    env.reset(seed=1)
    assert env.unwrapped._players[1].threads == 3


# Copies and pictures


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_apart(copied):
    env = make("auction-house", opponents="random", history=10)
    _, info = env.reset(seed=3)
    env.step(np.flatnonzero(info["action_mask"])[0])
    twin, third = copied(env), copied(env)

    def rest(one):
        over, told = False, []
        while not over:
            action = np.flatnonzero(one.unwrapped.action_masks())[0]
            observation, reward, over, _, _ = one.step(action)
            told.append((observation["observation"].tolist(), observation["history"].tolist(), reward))
        return told

    assert rest(twin) == rest(third) == rest(env)


def test_chance_is_taken_from_any_generator():
    env = make().unwrapped
    env.reset(seed=5)
    found = {env.redeal(rng)._episode.view(1).tobytes() for rng in (Random(3), Random(3), Random(3).getrandbits(64))}
    assert len(found) == 1
    assert env.redeal(np.random.default_rng(3)).action_masks().any()


@pytest.mark.parametrize("name", NAMES)
def test_redealing_changes_nothing_that_the_seat_sees(name):
    env = make(name, render_mode="ansi").unwrapped
    env.reset(seed=5)
    endings = set()
    for dice in range(4):
        other = env.redeal(dice)
        assert np.array_equal(other.action_masks(), env.action_masks())
        assert other.render() == env.render()
        endings.add(other.step(np.flatnonzero(env.action_masks())[0])[0].tobytes())
    assert len(endings) > 1 or name == "auction-flop-poker"  # in Flop Poker, every choice is hidden


def test_pictures(capsys):
    env = make(seat=2, render_mode="human")
    play(env, 1)
    assert "You are seat 2" in capsys.readouterr().out
    assert env.unwrapped.render() is None
    env = make(seat=2, render_mode="ansi")
    env.reset(seed=1)
    assert "You may:" in str(env.render())


# Refusals


@pytest.mark.parametrize(
    ("action", "reason"),
    [(0, "the bidding is not over"), (57, "no action 57"), (-1, "no action -1"), (0.5, r"a whole number, not 0\.5")],
)
def test_an_illegal_action_is_refused_with_the_reason(action, reason):
    env = make()
    _, info = env.reset(seed=1)
    with pytest.raises(InvalidAction, match=reason):
        env.step(action)
    assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"])


@pytest.mark.filterwarnings("ignore:.*not in the possible render_modes")
@pytest.mark.parametrize("kind", [ValueError, TypeError])
def test_a_picture_that_nobody_can_draw_is_refused_as_others_expect_it(kind):
    with pytest.raises(kind, match="render_mode is 'rgb_array'; it must be None or 'ansi' or 'human'"):
        make(render_mode="rgb_array")


def test_numbers_may_be_those_of_numpy():
    env = make(history=np.int64(3), target=np.int16(5))
    assert env.reset(seed=1)[0]["history"].shape == (3, 3)
    assert env.unwrapped.terms.options["target"] == 5


def test_steps_before_the_beginning_and_after_the_end():
    env = make()
    for one in (env, env.unwrapped):
        with pytest.raises(ResetNeeded):
            one.step(0)
    play(env, 1)
    with pytest.raises(ResetNeeded, match="the episode is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"seats": 3}, "auction-pitch has 4 to 7 seats, not 3"),
        ({"seat": 4}, "there is no seat 4; the seats are 0 to 3"),
        ({"opponents": "nobody"}, "there is no player 'nobody'"),
        ({"opponents": ["house"] * 4}, "4 opponents cannot take 3 seats"),
        ({"opponents": [None] * 3}, "an opponent is a player or the name of one, not None"),
        ({"history": True}, "history is True"),
        ({"threads": -1}, "threads is -1"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(arguments, reason):
    with pytest.raises(ValueError, match=reason) as refused:
        make(**arguments)
    assert "\n" not in str(refused.value)
