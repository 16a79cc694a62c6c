"""Law: matches played as a batch have the same states as matches played separately."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.games import load
from saleroom.match.batch import Batch
from saleroom.match.errors import IllegalAction
from saleroom.match.match import Match
from saleroom.match.seeds import batch_seeds
from tests.contract.chance import every_table, random_options, raw, times


def together(name: str, seats: int, count: int, rng: random.Random) -> tuple[Batch, list[Match]]:
    """Return a batch of matches, and a list of separate matches with the same options and seeds."""
    game = load(name)
    options = random_options(game, seats, rng)
    seeds = batch_seeds(rng.getrandbits(64), count)
    return Batch(game, options, seats, seeds), [Match(game, options, ["x"] * seats, seed).run_table() for seed in seeds]


@every_table
def test_a_batch_steps_like_its_matches(name, seats):
    rng = random.Random(f"batch {name} {seats}")
    batch, matches = together(name, seats, times(6), rng)
    while not batch.over.all():
        movers, legal, views = batch.movers, batch.legal(), batch.view()
        actions = np.zeros(len(batch), int)
        for i, match in enumerate(matches):
            assert movers[i] == (-1 if match.over else match.to_act[0])
            assert np.flatnonzero(legal[i]).tolist() == ([] if match.over else match.legal_ids(movers[i]))
            assert raw(views[i]) == raw(match.view("public" if match.over else movers[i]))
            if not match.over:
                actions[i] = rng.choice(match.legal_ids(movers[i]))
                match.act(movers[i], int(actions[i]))
        batch.step(actions)
        for i, match in enumerate(matches):
            assert raw(batch.states[i]) == raw(match.state)
    assert batch.scores.tolist() == [match.scores for match in matches]
    assert [np.flatnonzero(row).tolist() for row in batch.winners] == [match.winners for match in matches]


@every_table
def test_a_step_that_is_illegal_anywhere_changes_nothing(name, seats):
    rng = random.Random(f"wrong batch {name} {seats}")
    batch, _ = together(name, seats, 5, rng)
    for _ in range(times(24)):
        if batch.over.any():
            break
        legal = batch.legal()
        good = np.array([rng.choice(np.flatnonzero(row).tolist()) for row in legal])
        before, wrong = raw(batch.states), rng.randrange(len(batch))
        for bad in (-1, batch.action_bound, rng.choice(np.flatnonzero(~legal[wrong]).tolist() or [-2])):
            actions = good.copy()
            actions[wrong] = bad
            with pytest.raises(IllegalAction):
                batch.step(actions)
            assert raw(batch.states) == before
        batch.step(good)


@every_table
def test_one_match_of_a_batch_steps_alone(name, seats):
    rng = random.Random(f"one {name} {seats}")
    batch, matches = together(name, seats, 3, rng)
    others = [raw(batch.states[i]) for i in (0, 2)]
    match, ids = matches[1], batch.choices(1).tolist()
    while ids:
        assert ids == match.legal_ids(match.to_act[0])
        action = rng.choice(ids)
        match.act(match.to_act[0], action)
        ids = batch.step_one(1, action).tolist()
        assert raw(batch.states[1]) == raw(match.state)
    assert match.over
    assert [raw(batch.states[i]) for i in (0, 2)] == others
