"""Tests of the search's mixed choices in small games."""

from __future__ import annotations

import random

import numpy as np
import pytest

from saleroom.bots import player
from saleroom.bots.search import mixing
from saleroom.bots.search.player import Searcher
from saleroom.games import load
from saleroom.kernel.compile import MODE
from saleroom.lab.solving.regret import exploitability, normalised
from saleroom.lab.solving.tabulated import positions
from saleroom.lab.solving.trees import grow
from tests.contract.chance import new_match, raw

pytestmark = [pytest.mark.skipif(MODE != "compiled", reason="thousands of searches"), pytest.mark.integration]

FLOP = "mini-flop-poker"
DIAMONDS = 1 << 13


def searcher(seed: int, budget: str = "search:100"):
    return player(budget, load(FLOP), bytes([seed]), "deal", threads=1)


def exploitable(name: str, draws: int) -> float:
    """Return the exploitability of a search in the deals with seat 0 as dealer and a club as flop.

    By symmetry of seats and suits, it is the exploitability in all deals.
    """
    solved = grow(FLOP)
    tree, at, deals = solved.tree, positions(solved), solved.deals
    chosen = (deals["dealer"] == 0) & (deals["flop"].astype(np.int64) < DIAMONDS)
    chance = np.zeros(len(tree.parent))
    chance[: len(deals)] = chosen / chosen.sum()
    counts = np.zeros(len(tree.owner))
    sets = [index for index, node in enumerate(solved.first_node) if chosen[solved.deal_of(int(node))]]
    for draw in range(draws):
        bot = searcher(draw, name)
        for index in sets:
            start, end = tree.first_slot[index : index + 2]
            view = solved.game.record.view(at.states[[index]], int(at.seats[index]))
            action = bot.choose(view, int(at.seats[index]))
            counts[start + solved.actions[start:end].tolist().index(action)] += 1
    return exploitability(tree._replace(chance=chance), normalised(tree, counts))


def test_mixing_makes_the_search_less_exploitable(monkeypatch):
    mixed = exploitable("search:100", 4)
    monkeypatch.setattr(Searcher, "_mixed", lambda *_: None)
    assert mixed < 0.08
    assert exploitable("search:100", 2) > 0.14


@pytest.mark.soak
def test_twenty_choices_of_the_search_are_hardly_exploitable():
    assert exploitable("search:100", 20) <= 0.055


def test_a_solved_sample_of_all_hands_mixes_itself():
    """Check that choices differ with the random numbers, although every sample contains all hands."""
    match = new_match(FLOP, 2, random.Random("mixing"))
    seat = match.to_act[0]
    view = match.views(seat)
    actions = [mixing.choose(match.game, view, seat, np.random.default_rng(seed), 5000) for seed in range(40)]
    assert None not in actions
    assert set(actions) <= set(match.legal_ids(seat))


def test_decisions_of_a_seat_in_a_deal_have_random_numbers_of_their_own(monkeypatch):
    """Check a pass that is followed by another decision with the same hand."""
    drawn = []
    monkeypatch.setattr(mixing, "choose", lambda game, views, seat, rng, simulations: drawn.append(rng.random()))
    match = new_match(FLOP, 2, random.Random("independent"))
    first = match.to_act[0]
    for seat, words in ((first, "pass"), (1 - first, "bid 1"), (first, "")):
        assert match.to_act == (seat,)
        searcher(0).choose(match.views(seat), seat)
        if words:
            match.act(seat, words)
    assert len(set(drawn)) == 3


def test_whole_matches_are_legal_and_the_same_seed_gives_the_same_match():
    for seed in range(3):
        events = []
        for _ in range(2):
            match, bots = new_match(FLOP, 2, random.Random(seed)), [searcher(2 * seed + seat) for seat in range(2)]
            while not match.over:
                seat = match.to_act[0]
                action = bots[seat].choose(match.views(seat), seat)
                assert action in match.legal_ids(seat)
                match.act(seat, action)
            events.append(list(match.history))
        assert events[0] == events[1]


def test_what_it_cannot_see_changes_nothing():
    rng, changed = random.Random("blind"), 0
    for seed in range(20):
        match = new_match(FLOP, 2, rng)
        seat = match.to_act[0]
        states = np.empty(1, match._states.dtype).view(np.recarray)
        states[0] = match.imagine(seat, rng.randrange(1 << 32))
        changed += raw(states) != raw(match._states)
        hidden = match.game.record.view(states, seat)
        assert searcher(seed).choose(match.views(seat), seat) == searcher(seed).choose(hidden, seat)
    assert changed


def test_too_few_simulations_and_other_tables_use_trials():
    match = new_match(FLOP, 2, random.Random("few"))
    seat = match.to_act[0]
    assert mixing.choose(match.game, match.views(seat), seat, np.random.default_rng(0), 40) is None
    three = new_match(FLOP, 3, random.Random("three"))
    seat = three.to_act[0]
    assert searcher(0)._mixed(three.views(seat), seat) is None
    assert searcher(0).choose(three.views(seat), seat) in three.legal_ids(seat)
