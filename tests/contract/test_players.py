"""Law: a bot gets its seat's view, answers with a legal action, and changes only its random generator."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.bots.compiled import heuristics
from saleroom.bots.compiled.playing import HOUSE, RANDOM, choose_one
from saleroom.games import load, package
from saleroom.kernel.compile import MODE
from saleroom.match.match import Match
from saleroom.toolkit.player import random_choice
from tests.contract.chance import LENGTHS, every_game, every_table, new_match, random_options, raw, times


def chosen(match: Match, seat: int, player: int, dice) -> int:
    """Return the action that a bot chooses from its view, and check that the view is unchanged."""
    view = match.views(seat)
    before = raw(view)
    action = int(choose_one(view, 0, seat, player, dice))
    assert raw(view) == before
    return action


@every_table
@pytest.mark.parametrize("player", [HOUSE, RANDOM], ids=["house", "random"])
def test_players_act_legally_whatever_was_agreed(name, seats, player):
    heuristics.load(name)
    for number in range(times(4)):
        rng = random.Random(f"players {name} {seats} {player} {number}")
        dice = np.array([rng.getrandbits(64)], np.uint64)
        match = new_match(name, seats, rng)
        while not match.over:
            seat = rng.choice(match.to_act)
            kind = rng.choice([player, player, RANDOM])  # random actions reach positions that the bot would avoid
            action = chosen(match, seat, kind, dice)
            assert action in match.legal_ids(seat)
            match.act(seat, action)


@every_table
def test_the_same_view_and_dice_give_the_same_action(name, seats):
    heuristics.load(name)
    rng = random.Random(f"again {name} {seats}")
    match = new_match(name, seats, rng)
    while not match.over:
        seat, number = rng.choice(match.to_act), rng.getrandbits(64)
        actions = {chosen(match, seat, HOUSE, np.array([number], np.uint64)) for _ in range(2)}
        assert len(actions) == 1
        match.act(seat, actions.pop())


@pytest.mark.skipif(MODE != "compiled", reason="a measurement; the rules of players are the same in every mode")
@every_game
def test_the_house_clearly_beats_random(name, seats):
    """Check that a `house` bot scores more than the random players at its table.

    The 95 % interval of the bot's lead per deal must be above 0.
    """
    if package(name).heuristics() is random_choice:
        pytest.skip("its house plays at random")
    heuristics.load(name)
    rng = random.Random(f"beats {name}")
    ahead = []
    for number in range(times(60)):
        options = random_options(
            load(name), seats, rng, **{option.name: 3 for option in load(name).options if option.name in LENGTHS}
        )
        match = Match(load(name), options, ["test"] * seats, seed=rng.randbytes(32)).run_table()
        dice = np.array([rng.getrandbits(64)], np.uint64)
        mine = number % seats
        while not match.over:
            seat = match.to_act[0]
            match.act(seat, chosen(match, seat, HOUSE if seat == mine else RANDOM, dice))
        others = [score for seat, score in enumerate(match.scores) if seat != mine]
        ahead.append((match.scores[mine] - sum(others) / len(others)) / len(match.deals))
    mean, spread = np.mean(ahead), np.std(ahead, ddof=1) / len(ahead) ** 0.5
    assert mean - 1.96 * spread > 0, f"{mean:.2f} ± {1.96 * spread:.2f}"
