"""Tests of the compiled environment with one learner and opponents.

It gives the same results as the single-episode environment, with any opponents.
"""

from __future__ import annotations

import copy
import doctest
import pickle
from itertools import product

import numpy as np
import pytest

from saleroom.bots import UnknownPlayer
from saleroom.bots.compiled import playing
from saleroom.bots.compiled.facing import LEARNER
from saleroom.envs import one_learner, vector, vector_opponents
from saleroom.envs.episode import Episode
from saleroom.envs.vector_opponents import Pool
from saleroom.games import NAMES, load
from saleroom.kernel.compile import COMPILED
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import batch_seeds
from tests.contract.chance import LENGTHS

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of whole deals")
EPISODES, STEPS = 6, 40


def first_legal(observations, masks):
    return masks.argmax(1)


def last_legal(masks):
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


@pytest.mark.parametrize("module", [one_learner, vector_opponents])
def test_their_examples_run(module):
    assert doctest.testmod(module).failed == 0


def told_one_by_one(env, seat, number):
    """Play the first episode of slot `number` in the single-episode environment. Return a list of the learner's turns,
    each [row, mask, reward until the next turn], and the final row.
    """
    episode = Episode(env.terms)
    episode.begin(batch_seeds(5, EPISODES)[number])
    turns = []
    while not episode.over:
        mine = episode.mover == seat
        mask = episode.mask(episode.mover).astype(bool)[None]
        if mine:
            turns.append([episode.observe(seat), mask[0], 0.0])
        episode.act(int((last_legal(mask) if mine else first_legal(None, mask))[0]))
        if turns:
            turns[-1][2] += episode.rewards[seat]
    return turns, episode.observe(seat)


OTHER_GAMES = [name for name in NAMES if name != "auction-pitch"]  # each game takes a long time to compile
ALIKE = [
    ("auction-pitch", "deal"),
    ("auction-pitch", "match"),
    *(pytest.param(name, scope, marks=pytest.mark.soak) for name, scope in product(OTHER_GAMES, ["deal", "match"])),
]


@pytest.mark.parametrize(("name", "scope"), ALIKE)
def test_a_learner_sees_what_it_would_in_an_episode_of_its_own(name, scope):
    seat = 2
    short = {option.name: 2 for option in load(name).options if option.name in LENGTHS}
    env = one_learner.make(name, EPISODES, seat, first_legal, seed=5, scope=scope, threads=1, **short)
    wanted = [told_one_by_one(env, seat, number) for number in range(EPISODES)]
    at, over = [0] * EPISODES, [not turns for turns, _ in wanted]
    while not all(over):
        for i in range(EPISODES):
            if not over[i]:
                assert (env.observations[i] == wanted[i][0][at[i]][0]).all()
                assert (env.masks[i] == wanted[i][0][at[i]][1]).all()
        _, rewards, ended = env.step(last_legal(env.masks))
        finals = dict(zip(np.flatnonzero(ended).tolist(), env.final_observations(), strict=True))
        for i in range(EPISODES):
            if over[i]:
                continue
            turns, final = wanted[i]
            assert rewards[i] == np.float32(turns[at[i]][2])
            at[i] += 1
            over[i] = at[i] == len(turns)
            assert ended[i] == over[i]
            if ended[i]:
                assert (finals[i] == final).all()


def test_opponents_in_compiled_code_do_what_they_do_when_they_are_asked_one_by_one():
    class House:
        """Python player that plays like the bot ``house``."""

        def choose(self, views, seat):
            return playing.choose_one(views, 0, seat, playing.HOUSE, np.zeros(1, np.uint64))

    inside, outside = (
        one_learner.make("auction-pitch", EPISODES, 1, who, seed=3, threads=1) for who in ("house", House())
    )
    for _ in range(STEPS):
        assert (inside.observations == outside.observations).all()
        actions = inside.sample().copy()
        for one, other in zip(inside.step(actions), outside.step(actions), strict=True):
            assert (one == other).all()


def test_what_a_seat_sees_does_not_depend_on_who_holds_what_it_cannot_see():
    env = one_learner.make("auction-pitch", EPISODES, 0, "house", seed=4, threads=1)
    twin = one_learner.make("auction-pitch", EPISODES, 0, "house", seed=4, threads=1)
    # Swap the hands of two other seats. Only these two seats can notice it.
    hands = twin.table.crowd.states["hand"]
    hands[:, [0, 3]] = hands[:, [3, 0]]
    seat = env.terms.seats - 2
    seen = [one.observe(seat) for one in (env, twin)]
    assert (seen[0] == seen[1]).all()
    assert (env.observe(0) != twin.observe(0)).any()


@pytest.mark.parametrize("seat", [0, None])
def test_the_same_seed_is_the_same_with_any_number_of_threads(seat):
    few, many = (
        one_learner.make("auction-pitch", 600, seat, Pool("house", "random"), seed=1, threads=threads, history=5)
        for threads in (1, 2)
    )
    for _ in range(STEPS):
        assert (few.observations == many.observations).all() and (few.seats == many.seats).all()
        actions = few.sample().copy()
        for one, other in zip(few.step(actions), many.step(actions), strict=True):
            assert (one == other).all()
    assert (few.history == many.history).all()
    many.close()


def test_a_seat_is_drawn_anew_for_each_episode_and_so_is_a_member_of_a_pool():
    env = one_learner.make("auction-pitch", 200, None, Pool("house", "random", first_legal), seed=2, threads=1)
    seats, players = set(), set()
    for _ in range(STEPS):
        assert (env.observations[:, 0] == env.seats).all()
        sitting = env._seating.players
        assert ((sitting == LEARNER).sum(1) == 1).all()
        seats |= set(env.seats.tolist())
        players |= set(np.unique(sitting).tolist())
        _, _, ended = env.step(env.sample())
        if ended.any():
            assert (env.final_observations()[:, 0] == env._seating.final_seat[ended]).all()
    assert seats == set(range(4)) and len(players) == 4


def test_a_reset_begins_again_and_another_seed_begins_otherwise():
    env = one_learner.make("auction-pitch", EPISODES, 0, "random", seed=7)
    first = env.observations.copy()
    env.step(env.sample())
    assert (env.reset() == first).all() and not env.rewards.any() and not env.ended.any()
    assert (env.reset(seed=8) != first).any()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alike(again):
    env = one_learner.make("auction-pitch", EPISODES, 0, ["house", "random", first_legal], seed=6)
    env.step(env.sample())
    twin = again(env)
    for _ in range(STEPS):
        actions = env.sample().copy()
        for one, other in zip(env.step(actions), twin.step(actions), strict=True):
            assert (one == other).all()


def test_an_illegal_action_of_the_learner_changes_nothing():
    env = one_learner.make("auction-pitch", EPISODES, 0, seed=1)
    before, bad = env.observations.copy(), env.sample().copy()
    bad[3] = int(np.flatnonzero(~env.masks[3])[0])
    with pytest.raises(IllegalAction, match="episode 3: seat 0"):
        env.step(bad)
    assert (env.observations == before).all()
    env.step(env.sample())


def test_an_illegal_action_of_an_opponent_names_it_and_asks_for_a_reset():
    wrong = []
    env = one_learner.make("auction-pitch", EPISODES, 0, lambda rows, masks: masks.argmax(1) + sum(wrong), seed=1)
    wrong.append(1000)
    with pytest.raises(IllegalAction, match="an opponent in episode 0: seat 1 may not do action"):
        env.step(env.sample())
    with pytest.raises(RuntimeError, match="reset the environment"):
        env.step(env.sample())
    wrong.clear()
    env.reset()
    env.step(env.sample())


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"opponents": "nobody"}, "there is no player 'nobody'"),
        ({"opponents": "cmd:true"}, "programs play only in play, simulate, arena, evaluate, exploit and train"),
        ({"opponents": ["house"]}, "1 opponents cannot take 3 seats"),
        ({"opponents": 7}, "an opponent is a name, a policy, a player or a Pool, not 7"),
        ({"seat": 4}, "there is no seat 4"),
    ],
)
def test_what_cannot_be_made_is_refused(asked, said):
    with pytest.raises(ValueError, match=said):
        one_learner.make("auction-pitch", 2, **asked)


def test_a_pool_is_not_empty():
    with pytest.raises(UnknownPlayer, match="a pool needs a member"):
        Pool()


# Other outputs of a vector


def test_any_seat_sees_at_any_moment_what_it_would_see_alone():
    env = vector.make("auction-hearts", EPISODES, seed=2)
    for _ in range(20):
        env.step(env.sample())
    for seat in range(4):
        rows = env.observe(seat)
        assert all((rows[i] == env.terms.row(env.crowd.states[i : i + 1], seat)).all() for i in range(EPISODES))
    assert (env.observe(env.movers) == env.observations).all()
    with pytest.raises(ValueError, match="the seats are 0 to 3"):
        env.observe([0, 1, 2, 3, 4, 0])
    with pytest.raises(ValueError, match="seats are one whole number or 6 of them"):
        env.observe([0, 1])


def test_the_state_has_all_that_anybody_sees_and_nothing_that_nobody_does():
    from saleroom.envs.observations import split_state

    env = vector.make("auction-pitch", EPISODES, seed=2)
    for _ in range(9):
        env.step(env.sample())
    rows = env.state()
    assert rows.shape == (EPISODES, env.terms.state_size)
    parts = split_state(env.terms, rows)
    assert (parts["seat"] == env.movers).all()
    for seat in range(4):
        own = env.layout.split(env.observe(seat))
        assert (parts["hand"][:, seat] == own["hand"]).all() and (parts["scores"] == own["scores"]).all()
    env.crowd.states["deck"] = 0
    env.crowd.states["seed"] = 0
    assert (env.state() == rows).all()


def test_what_was_seen_last_is_what_the_end_of_the_episode_showed():
    env, episodes = vector.make("auction-pitch", EPISODES, seed=5, scope="deal"), []
    for seed in batch_seeds(5, EPISODES):
        episodes.append(Episode(env.terms))
        episodes[-1].begin(seed)
    alive = np.ones(EPISODES, bool)
    while alive.any():
        actions = env.sample().copy()
        for i in np.flatnonzero(alive):
            episodes[i].act(actions[i])
        env.step(actions)
        for seat in range(4):
            for i, row in zip(np.flatnonzero(env.ended), env.final_observations(seat), strict=True):
                if alive[i]:
                    assert (row == episodes[i].observe(seat)).all()
        alive &= ~env.ended
