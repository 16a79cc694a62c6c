"""Tests of policies that are stored as tables, and of solutions of games in which a seat sees all cards."""

from __future__ import annotations

import numpy as np
import pytest

from saleroom.envs import vector
from saleroom.kernel.compile import COMPILED
from saleroom.lab.solving import linear
from saleroom.lab.solving.perfect_information import informed
from saleroom.lab.solving.regret import deal_values, exploitability, normalised
from saleroom.lab.solving.tabulated import positions, table_of, table_of_player
from saleroom.lab.solving.trees import grow

pytestmark = pytest.mark.skipif(not COMPILED, reason="whole trees")


@pytest.fixture(scope="module")
def tiny():
    return grow("mini-pitch", dealt=1)


def alike(solved):
    return normalised(solved.tree, np.zeros(len(solved.tree.owner)))


@pytest.mark.integration
def test_positions_are_what_environments_show(tiny):
    at = positions(tiny)
    known = {row.tobytes(): mask.tobytes() for row, mask in zip(at.rows, at.masks, strict=True)}
    assert len(known) == 832  # all information sets have different observations
    env = vector.make("mini-pitch", 64, seats=2, seed=5, scope="deal", dealt=1)
    for _ in range(30):
        for row, mask in zip(env.observations, env.masks, strict=True):
            assert known[row.tobytes()] == mask.tobytes()
        env.step(env.sample())


def test_a_policy_is_asked_with_rows_and_masks_and_becomes_a_table(tiny):
    exact = linear.solve(tiny.tree)[1]
    chances = np.zeros((832, positions(tiny).masks.shape[1]))
    chances[tiny.tree.set_of, tiny.actions] = 3 * exact  # the weights need not sum to 1
    assert table_of(tiny, lambda rows, masks: chances) == pytest.approx(exact)
    assert (table_of(tiny, lambda rows, masks: masks) == alike(tiny)).all()
    assert (table_of(tiny, lambda rows, masks: 0 * masks) == alike(tiny)).all()


def test_players_are_asked_in_every_set_with_other_chance_each_time(tiny):
    once, often = table_of_player(tiny, "random"), table_of_player(tiny, "random", draws=40)
    assert set(once.tolist()) == {0.0, 1.0}
    assert 0.05 < np.abs(often - alike(tiny)).max() < 0.5
    assert (table_of_player(tiny, "random", draws=3, seed=1) != table_of_player(tiny, "random", draws=3, seed=2)).any()
    assert exploitability(tiny.tree, often) == pytest.approx(exploitability(tiny.tree, alike(tiny)), abs=0.2)


def test_who_sees_all_cards_does_not_do_worse(tiny):
    def worth(tree):
        value, strategy = linear.solve(tree)
        assert value == pytest.approx(0, abs=1e-9) and exploitability(tree, strategy) == pytest.approx(0, abs=1e-9)
        return tiny.to_eldest(deal_values(tree, strategy))

    eldest, dealer, both = (worth(informed(tiny, who)) for who in ("eldest", "dealer", "both"))
    usual = worth(tiny.tree)
    assert dealer <= usual + 1e-9 and usual <= eldest + 1e-9
    assert dealer - 1e-9 <= both <= eldest + 1e-9
    assert dealer < eldest


def test_sets_are_split_by_what_is_known_and_nothing_else_changes(tiny):
    tree, found = tiny.tree, informed(tiny, "both")
    assert (found.parent == tree.parent).all() and (found.player == tree.player).all()
    below = found.slot >= 0
    assert (found.owner[found.slot[below]] == tree.player[tree.parent[below]]).all()
    assert len(np.unique(found.slot[below])) == len(found.owner) == below.sum()  # one node for each set
    assert len(found.first_slot) - 1 == (tree.player >= 0).sum()
    assert len(informed(tiny, "eldest").first_slot) < len(found.first_slot)
