"""Tests of Saleroom's games in TextArena's own loop. Agents that choose a legal action from the observation play to the
end.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

import re

import numpy as np
import pytest
import textarena as ta

from saleroom.envs import textarena
from saleroom.games import NAMES, load

pytestmark = pytest.mark.outside


def agent(seen: str, number: int = 0) -> str:
    """Return a reply with one of the legal actions that are listed at the end of the observation."""
    actions = re.findall(r"^- (.*)$", seen.rpartition("You may:\n")[2], re.MULTILINE)
    return f"I think …\n\n**{actions[number % len(actions)]}**"


@pytest.mark.parametrize("name", NAMES)
def test_agents_play_a_deal_of_every_game(name):
    assert f"Saleroom-{load(name).environment_id}" in textarena.register() == textarena.register()
    env = ta.make(f"Saleroom-{load(name).environment_id}")
    seats, done, turns, seen = load(name).usual_seats, False, 0, ""
    env.reset(num_players=seats, seed=7)
    while not done:
        _, seen = env.get_observation()
        assert seen.count(f"# {load(name).title}") == 1
        done, _ = env.step(agent(seen, turns))
        turns += 1
    rewards, info = env.close()
    scores = [info[seat]["score"] for seat in range(seats)]
    assert rewards == textarena.ranked(np.array(scores)) and not any(one["invalid_move"] for one in info.values())
    assert turns >= seats


def test_a_player_is_told_what_has_changed_and_nothing_of_others_replies():
    textarena.register()
    env = ta.make("Saleroom-auction-pitch-v0")
    env.reset(num_players=4, seed=7)
    told = {seat: [] for seat in range(4)}
    for _ in range(12):
        player, seen = env.get_observation()
        told[player].append(seen)
        env.step(f"my secret {player}\n\n{agent(seen)}")
    for seat, texts in told.items():
        first, second = texts[:2]
        assert second.startswith(first) and "What has changed:" in second[len(first) :]
        assert len(second) - len(first) < len(first) / 4
        assert {int(found) for found in re.findall(r"my secret (\d)", texts[-1])} == {seat}


def test_a_wrong_reply_may_be_mended_and_then_loses():
    env = ta.make("Saleroom-auction-pitch-v0")
    env.reset(num_players=4, seed=7)
    player, _ = env.get_observation()
    for mistake in range(textarena.MISTAKES + 1):
        done, _ = env.step("bid 9")
        assert done == (mistake == textarena.MISTAKES)
        assert env.get_observation()[0] == player
    rewards, info = env.close()
    assert rewards == {seat: -1.0 if seat == player else 0.0 for seat in range(4)}
    assert info[player]["invalid_move"] and "bid" in info[player]["reason"]


def test_the_same_seed_deals_the_same_cards_whatever_others_draw():
    seen = []
    for _ in range(2):
        env = ta.make("Saleroom-auction-hearts-v0")
        env.reset(num_players=4, seed=11)
        seen.append(env.get_observation()[1])
    assert seen[0] == seen[1]


def test_equal_scores_share_their_places():
    assert textarena.ranked(np.array([3.0, 1.0, 3.0, 0.0])) == pytest.approx({0: 2 / 3, 1: -1 / 3, 2: 2 / 3, 3: -1.0})
