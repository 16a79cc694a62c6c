"""Tests of the example player with learned weights: its own weights, and the messages about unusable weights."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from saleroom.bots import external_players, player
from saleroom.bots.external_players import PlayerFailed
from saleroom.envs.features import Features
from saleroom.envs.terms import Terms
from saleroom.match.configured_game import game

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WEIGHTS = sorted((EXAMPLES / "weights").glob("*.npz"))


@pytest.fixture(autouse=True)
def in_the_folder(monkeypatch):
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.delenv("SALEROOM_WEIGHTS", raising=False)
    external_players.factory.cache_clear()


def written(path: Path, name: str, seats: int, hidden: int = 4) -> Path:
    """Write the weights of a network that prefers the action with the highest id."""
    terms = Terms.of(name, seats)
    arrays = {
        "weight0": np.zeros((hidden, Features(terms).size), np.float16),
        "bias0": np.zeros(hidden, np.float16),
        "weight1": np.zeros((terms.actions, hidden), np.float16),
        "bias1": np.arange(terms.actions).astype(np.float16),
    }
    np.savez(path, about=json.dumps({"game": terms.game.name, "seats": seats, "version": terms.version}), **arrays)
    return path


@pytest.mark.parametrize("path", WEIGHTS, ids=lambda path: path.stem)
def test_weights_that_come_with_it_play_a_deal(path):
    name, _, seats = path.stem.rpartition("-")
    match = game(name, **({"rounds": 1} if name == "auction-house" else {"deals": 1})).match(seats=int(seats), seed=3)
    seated = player("learned:Learned", match.game, bytes(32))
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, seated.choose(match.views(seat), seat))
    assert match.winners


def first_choice(seats: int = 4, **options) -> tuple[int, dict[str, int]]:
    """Return the first action of the player with learned weights in a match of Pitch, and the legal actions."""
    match = game("pitch", **options).match(seats=seats, seed=3)
    seat = match.to_act[0]
    views = match.views(seat)
    return player("learned:Learned", match.game, bytes(32)).choose(views, seat), external_players.legal(
        match.game, views, seat
    )


def test_it_does_what_the_network_likes_best(tmp_path, monkeypatch):
    monkeypatch.setenv("SALEROOM_WEIGHTS", str(written(tmp_path / "one.npz", "auction-pitch", 4)))
    chosen, legal = first_choice()
    assert chosen == max(legal.values()) and len(legal) > 1


@pytest.mark.parametrize(("name", "seats"), [("auction-pitch", 5), ("auction-draw", 4)])
def test_weights_of_another_table_are_refused(name, seats, tmp_path, monkeypatch):
    monkeypatch.setenv("SALEROOM_WEIGHTS", str(written(tmp_path / "one.npz", name, seats)))
    with pytest.raises(PlayerFailed, match=f"one.npz is of {name} with {seats} seats, not of auction-pitch with 4"):
        first_choice()


def test_where_nothing_was_learned_it_says_how_to(tmp_path, monkeypatch):
    monkeypatch.setenv("SALEROOM_WEIGHTS", str(tmp_path))
    with pytest.raises(PlayerFailed, match="train it with train_ppo_torch"):
        first_choice(5)
