"""Tests of the single-file trainer for PyTorch.

The trainer learns, equal seeds give equal results, and a player can use the trained weights.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from saleroom.bots import external_players, player
from saleroom.match.configured_game import game

pytestmark = pytest.mark.outside

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))
train: Any = import_module("train_ppo_torch")
SMALL = ["pitch", "--episodes=256", "--steps=32", "--hidden=16", "--seed=3"]


def rows(folder: Path) -> list[dict[str, Any]]:
    """Return the log of a training run, with all times set to 0."""
    return [json.loads(line) | {"seconds": 0} for line in (folder / train.LOG).read_text().splitlines()]


def test_it_learns_and_the_same_seed_learns_the_same(tmp_path):
    for name in "ab":
        assert train.main([*SMALL, "--updates=8", "--out", str(tmp_path / name)]) == 0
    first, last = (rows(tmp_path / "a")[at] for at in (0, -1))
    assert last["score"] > first["score"] + 0.5
    assert rows(tmp_path / "a") == rows(tmp_path / "b")


def test_what_it_has_learned_plays(tmp_path, monkeypatch):
    assert train.main([*SMALL, "--updates=1", "--out", str(tmp_path / "run")]) == 0
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setenv("SALEROOM_WEIGHTS", str(tmp_path / "run" / train.WEIGHTS))
    external_players.factory.cache_clear()
    match = game("pitch", deals=1).match(seed=1)
    seated = player("learned:Learned", match.game, bytes(32))
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, seated.choose(match.views(seat), seat))
    assert match.winners


def test_advantages_are_those_of_each_decision_by_itself():
    chance = np.random.default_rng(0)
    values, rewards = (torch.from_numpy(chance.normal(size=(6, 3)).astype(np.float32)) for _ in range(2))
    ended, last = torch.from_numpy(chance.random((6, 3)) < 0.3), torch.tensor([1.0, 2.0, 3.0])
    played = train.Rollout(*[torch.zeros(6, 3)] * 4, values, rewards, ended)
    found = train.advantages(played, last)
    for episode in range(3):
        for step in range(6):
            gain, weight = 0.0, 1.0
            for later in range(step, 6):
                after = last[episode] if later == 5 else values[later + 1, episode]
                after = 0.0 if ended[later, episode] else after
                gain += weight * (rewards[later, episode] + after - values[later, episode])
                weight *= train.TRUST
                if ended[later, episode]:
                    break
            assert found[step, episode] == pytest.approx(float(gain), abs=1e-5)


def test_what_cannot_be_is_said_in_a_line(tmp_path, capsys):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "something").touch()
    for given, said in [
        (["pitch", "--minutes=0", "--out", str(tmp_path / "a")], "--minutes is 0.0"),
        (["pitch", "--out", str(tmp_path / "full")], "not empty"),
        (["chess", "--out", str(tmp_path / "b")], "chess"),
        (["pitch", "--seats=9", "--out", str(tmp_path / "c")], "9"),
        (["pitch", "--opponents=nobody", "--out", str(tmp_path / "d")], "nobody"),
    ]:
        assert train.main(given) == 2
        error = capsys.readouterr().err
        assert said in error and error.count("\n") == 1


def test_a_warm_start_does_what_the_house_does(tmp_path, capsys):
    """Check that a network trained by imitation agrees with the `house` bot in more than half of the decisions."""
    assert train.main([*SMALL, "--updates=1", "--imitate=12", "--out", str(tmp_path / "run")]) == 0
    (said,) = [line for line in capsys.readouterr().out.splitlines() if "of its decisions" in line]
    assert int(said.split()[-4].rstrip("%")) > 50


def test_what_it_is_ahead_by_is_told_of_deals_that_end():
    """Check that `ahead` is the learner's score minus the mean score of the other seats.

    In episodes that have not ended, `ahead` is 0.
    """
    env = train.one_learner.make("pitch", 64, seat=None, opponents="random", seats=4, seed=1)
    while not env.ended.any():
        env.step(env.sample())
    scores = env.layout.split(env.final_observations())["scores"]
    seats = env.final_observations()[:, 0]
    others = np.array([np.delete(row, seat).mean() for row, seat in zip(scores, seats, strict=True)])
    assert train.ahead(env)[env.ended] == pytest.approx(env.rewards[env.ended] - others)
    assert not train.ahead(env)[~env.ended].any()
    env.close()
