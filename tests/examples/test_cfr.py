"""Tests of the example for counterfactual regret minimisation. Best responses are correct, and the solver's policy
improves.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
policies = pytest.importorskip("open_spiel.python.policy")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
answers: Any = import_module("solving.answers")
cfr: Any = import_module("cfr")


def uniform(key: str, count: int) -> list[float]:
    """Return equal probabilities for all actions."""
    return [1 / count] * count


def first(key: str, count: int) -> list[float]:
    """Return probability 1 for the first action."""
    return [1.0] + [0.0] * (count - 1)


def crooked(key: str, count: int) -> list[float]:
    """Return probabilities that differ between actions and between information states."""
    weights = [1 + crc32(f"{key} {action}".encode()) % 10 for action in range(count)]
    return [weight / sum(weights) for weight in weights]


# Best responses


@pytest.mark.parametrize("policy", [uniform, first, crooked])
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "matrix_pd"])
def test_best_answers_gain_what_open_spiel_reckons(name, policy):
    game = pyspiel.load_game_as_turn_based(name)

    def same(state: Any) -> dict[int, float]:
        legal = state.legal_actions()
        return dict(zip(legal, policy(state.information_state_string(), len(legal)), strict=True))

    theirs = exploitability.nash_conv(game, policies.tabular_policy_from_callable(game, same))
    assert answers.gains(answers.tree_of(game.new_initial_state()), policy) == pytest.approx(theirs)


def test_every_deal_comes_once_and_leaves_a_seat_to_move():
    found = list(cfr.deals())
    assert len(set(found)) == len(found) == 2 * comb(28, 2) * comb(26, 2)
    game = cfr.smallest()
    for deal in found[:: len(found) // 20]:
        state = cfr.dealt(game, deal)
        assert state.current_player() == deal[0] and state.history() == list(deal)
        assert len(set(deal[1:])) == 4


def test_more_iterations_leave_less_to_gain(monkeypatch):
    some = list(islice(cfr.deals(), 0, None, 20_000))
    monkeypatch.setattr(cfr, "deals", lambda: some)
    game = cfr.smallest()
    root = cfr.whole(game)
    assert sum(chance for chance, _ in root.ways) == pytest.approx(1)
    solver = Solver(game, some)
    before = answers.gains(root, cfr.average(solver))
    for _ in range(300):
        solver.iteration()
    assert answers.gains(root, cfr.average(solver)) < before / 2


class Solver(cfr.ExternalSamplingSolver):
    """Solver that is trained only on the deals `some`."""

    def __init__(self, game: Any, some: list[tuple[int, ...]]) -> None:
        super().__init__(game)
        self._some, self._chance = some, np.random.default_rng(1)

    def iteration(self) -> None:
        """Run one iteration, in which each seat learns from one random deal."""
        for seat in range(2):
            deal = self._some[self._chance.integers(len(self._some))]
            self._update_regrets(cfr.dealt(self._game, deal), seat)


# Play


def test_a_policy_plays_both_seats_of_the_same_deals():
    game = cfr.smallest()
    one = cfr.beyond(game, uniform, "random", 20, seed=3)
    assert one.count == 20 and one.contains(0)
    assert cfr.beyond(game, uniform, "random", 20, seed=3) == one
    assert cfr.beyond(game, first, "house", 20, seed=3).error > 0  # the policy plays both seats


def test_it_runs_and_says_how_far_it_has_come(capsys):
    assert cfr.main(["--iterations=15", "--every=10", "--deals=5", "--no-exact"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["iterations", "0", "10", "15"]
    assert 0 < int(lines[2].split()[2].replace(",", "")) < int(lines[3].split()[2].replace(",", ""))


def test_tiles_can_be_bought_with_more_chips():
    state = cfr.dealt(cfr.smallest(chips=4), (0, 0, 27, 1, 2))  # one seat holds 0-0 and 6-6, the other 0-1 and 0-2
    state.apply_action(27)
    assert "buy" in [state.action_to_string(action) for action in state.legal_actions()]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("--chips=2", "chips is 2; the stake alone is 3"),
        ("--chips=500", "chips is 500; it must be a number from 1 to 200"),
        ("--chips=100000000000", "chips is 100000000000; it must be a number from 1 to 200"),
        ("--iterations=0", "--iterations is 0; it must be above 0"),
        ("--seed=-1", "--seed is -1; it must be a number from 0 to 4294967295"),
        ("--seed=4294967296", "--seed is 4294967296; it must be a number from 0 to 4294967295"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(given, words, capfd):
    assert cfr.main([given]) == 2
    assert capfd.readouterr().err == f"cfr: {words}\n"  # OpenSpiel's own message is suppressed


def test_it_says_what_takes_so_long_before_the_first_line(monkeypatch, capsys):
    some = list(islice(cfr.deals(), 0, None, 100_000))
    monkeypatch.setattr(cfr, "deals", lambda: some)
    cfr.whole(cfr.smallest())
    assert capsys.readouterr().err.startswith(f"going through all {len(some)} deals")
