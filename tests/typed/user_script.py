"""Typical user code with the Python API and the environments. Type checkers must accept it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import saleroom
from saleroom.envs import text_observations, vector
from saleroom.envs.episode import Episode
from saleroom.envs.terms import Terms
from saleroom.envs.text_episode import TextEpisode
from saleroom.envs.vector_players import VectorPlayers


def play_a_match() -> tuple[int, ...]:
    game = saleroom.game("auction-pitch", target=3)
    match = game.match(seats=4, seed=7)
    while match.to_act:
        seat = match.to_act[0]
        match.act(seat, match.legal(seat)[0])
    winners: tuple[int, ...] = tuple(match.winners)
    return winners


def step_a_vector() -> NDArray[np.float32]:
    env = vector.make("auction-pitch", num_envs=64, seats=4, seed=0, scope="deal", threads=1)
    house = VectorPlayers(env, "house", seed=1)
    total: NDArray[np.float32] = np.zeros((64, 4), np.float32)
    observations, rewards, ended = env.step(house.choose())
    for _ in range(20):
        observations, rewards, ended = env.step(house.choose())
        total += rewards
    hands: NDArray[np.int32] = env.layout.split(observations)["hand"]
    assert hands.shape == (64, 52) and ended.dtype == np.bool_
    return total


def tell_a_model() -> str:
    terms = Terms.of("auction-hearts", seats=4)
    episode = Episode(terms)
    episode.begin(seed=3)
    seen: str = text_observations.text(terms, episode.view(episode.mover), episode.mover)
    table = TextEpisode(terms)
    table.begin(seed=3)
    table.hear("pass")
    history: list[str] = table.seen_events(seat=0)
    return seen + "\n".join(history)


if __name__ == "__main__":
    print(saleroom.__version__, play_a_match(), step_a_vector().sum(), tell_a_model(), sep="\n")
